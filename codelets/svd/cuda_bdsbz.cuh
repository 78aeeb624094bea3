/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values of a bidiagonal matrix by multisection: the counts, and where the points are. */

#ifndef SL_CUDA_BDSBZ_CUH
#define SL_CUDA_BDSBZ_CUH

#include "codelets/eigen/cuda_multisect.cuh"
#include "cuda_bdsbz.h"

namespace sl
{

/* ---- Counts ---------------------------------------------------------------------------------- */

typedef double shift;
typedef int count;
__device__ inline double subtract_product(double x, double t, double y)
{
    return fma(-t, y, x);
}
__device__ inline int sign(double u)
{
    return (int)((unsigned)__double2hiint(u) >> 31);
}

#define NAME(f) f
#define TARGET
#define SL_COUNT __device__ inline
#include "golub_kahan.h"
#undef SL_COUNT
#undef TARGET
#undef NAME
static_assert((int)SHIFTS == (int)SL_SHIFTS, "as many points of a thread");

/* ---- Multisection ---------------------------------------------------------------------------- */

struct bdsbz_call : section_call<const double> {
    int shift;
    int64_t top; /* sl_bdsbz_top(shift) */
    double *value;

    typedef double row_t;
    typedef pivots state;
    __device__ int64_t low() const
    {
        return 0;
    }
    __device__ int64_t size() const
    {
        return top;
    }
    __device__ double x(int64_t index) const
    {
        return __longlong_as_double(index << shift);
    }
    __device__ state start(const shifts &x) const
    {
        state s = {};
        for (int k = 0; k < SL_SHIFTS; k++) {
            s.x[k] = x.v[k];
            s.u[k] = 1;
        }
        return s;
    }
    __device__ void advance(state *s, const row_t *row) const
    {
        next_pivots(s, row);
    }
    __device__ counts below(const state &s) const
    {
        SL_FOR_SHIFTS(counts, n - s.negative[k]);
    }
    __device__ void store(int j, int64_t left) const
    {
        value[j] = __longlong_as_double((left << shift) + ((int64_t)1 << shift) / 2);
    }
};

} // namespace sl

#endif /* SL_CUDA_BDSBZ_CUH */
