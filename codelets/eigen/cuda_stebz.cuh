/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a tridiagonal matrix by multisection: the counts, and where the points are. */

#ifndef SL_CUDA_STEBZ_CUH
#define SL_CUDA_STEBZ_CUH

#include "cuda_multisect.cuh"
#include "cuda_stebz.h"

namespace sl
{

/* ---- Counts ---------------------------------------------------------------------------------- */

__device__ inline shifts operator-(double a, const shifts &b)
{
    SL_FOR_SHIFTS(shifts, a - b.v[k]);
}
__device__ inline shifts operator*(double a, const shifts &b)
{
    SL_FOR_SHIFTS(shifts, a * b.v[k]);
}
__device__ inline shifts operator*(const shifts &a, const shifts &b)
{
    SL_FOR_SHIFTS(shifts, a.v[k] * b.v[k]);
}
__device__ inline shifts multiply_subtract(const shifts &a, const shifts &b, const shifts &c)
{
    SL_FOR_SHIFTS(shifts, fma(a.v[k], b.v[k], -c.v[k]));
}
__device__ inline counts differ(const shifts &a, const shifts &b)
{
    SL_FOR_SHIFTS(counts, (int)((unsigned)(__double2hiint(a.v[k]) ^ __double2hiint(b.v[k])) >> 31));
}
__device__ inline double inverse_scale(double a, double b)
{
    int exponent = __double2hiint(fabs(a) + fabs(b)) & 0x7ff00000;
    return __hiloint2double(0x7fe00000 - exponent, 0);
}
__device__ inline shifts inverse_scale(const shifts &a, const shifts &b)
{
    SL_FOR_SHIFTS(shifts, inverse_scale(a.v[k], b.v[k]));
}

#define SL_STURM __device__ inline
#include "sturm.h"
#undef SL_STURM

/* ---- Multisection ---------------------------------------------------------------------------- */

/* Points are between -4 and 4. */
template <class T> struct stebz_call : section_call<sl_sturm_row> {
    const T *d, *e;
    double unit;
    T *value;

    typedef sl_sturm_row row_t;
    typedef sturm state;
    __device__ int64_t low() const
    {
        return -(int64_t)(4 / unit);
    }
    __device__ int64_t size() const
    {
        return 2 * (int64_t)(4 / unit);
    }
    __device__ double x(int64_t index) const
    {
        return (double)index * unit;
    }
    __device__ state start(const shifts &x) const
    {
        return {x, all_shifts(1), all_shifts(0), {}};
    }
    __device__ void advance(state *s, const row_t *row) const
    {
        sturm_advance(s, row);
    }
    __device__ counts below(const state &s) const
    {
        return s.changes;
    }
    __device__ void store(int j, int64_t left) const
    {
        value[j] = (T)(((double)left + 0.5) * unit);
    }
};

template <class T> __device__ void make_rows(const stebz_call<T> &c)
{
    int i = thread_number();
    if (i < c.rows)
        c.row[i] = sturm_row(c.n, i, i < c.n ? c.d[i] : 0, i > 0 && i < c.n ? c.e[i - 1] : 0);
}

} // namespace sl

#endif /* SL_CUDA_STEBZ_CUH */
