/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The matrices of a launch of QR: of one shape at equal distances, or of varying shapes at places
 * of their own.
 */
#ifndef SL_CUDA_QR_CALL_CUH
#define SL_CUDA_QR_CALL_CUH

#include "cuda_place.cuh"
#include "gels_call.h"

namespace sl
{

template <class T> struct qr_matrix {
    int m, n;
    T *A;
    int lda;
    T *tau;
};

template <class T> struct geqrf_call {
    int m, n;
    int64_t count;
    T *A;
    int lda;
    int64_t stride;
    T *tau;
    int64_t stride_tau;

    __device__ qr_matrix<T> matrix(int64_t i) const
    {
        return {m, n, A + i * stride, lda, tau + i * stride_tau};
    }
    /* The most of a matrix */
    __device__ int columns() const
    {
        return n;
    }
    __device__ int steps() const
    {
        return min(m, n);
    }
};

/* Matrix i, or its adjoint. */
template <class T> __device__ qr_matrix<T> qr_matrix_of(const sl_qr &p, int64_t i)
{
    const place<T> a = place_of<T>(p.A, i);
    T *tau = place_of<T>(p.tau, i).a;
    if (p.W && a.m < a.n)
        return {a.n, a.m, (T *)p.W + i * p.stride_w, a.n, tau};
    return {a.m, a.n, a.a, a.lda, tau};
}

/* Those with at most `most` rows and columns of `count` matrices, from number `from` on. */
template <class T> struct geqrf_list {
    sl_qr p;
    int64_t from, count;
    int most;

    __device__ qr_matrix<T> matrix(int64_t i) const
    {
        const qr_matrix<T> x = qr_matrix_of<T>(p, number_of(p.A, from + i));
        return max(x.m, x.n) <= most ? x : qr_matrix<T>{0, 0, nullptr, 0, nullptr};
    }
    __device__ int columns() const
    {
        return most;
    }
    __device__ int steps() const
    {
        return most;
    }
};

/* A panel, or what is right of it. V has the reflectors alone, with ones on the diagonal and zeros
 * above it. */
template <class T> struct qr_panel {
    qr_matrix<T> x;
    T *V; /* leading dimension m */
    T *t; /* their triangle, leading dimension MIDDLE_QR_COLUMNS; NULL: nobody needs V and T */
};

template <class T> struct panel_call {
    int m, n; /* n: columns of the panel */
    T *A;
    int lda;
    int64_t stride;
    T *tau;
    int64_t stride_tau;
    T *V;
    int64_t stride_v;
    T *t;
    int64_t stride_t;

    __device__ qr_panel<T> panel(int64_t i) const
    {
        return {{m, n, A + i * stride, lda, tau + i * stride_tau},
                V + i * stride_v,
                t ? t + i * stride_t : nullptr};
    }
};

/* Columns k to k + width, with the rows from k on, of matrices of more than `least` rows or
 * columns. A matrix that has none of them has n <= 0. */
template <class T> struct panel_list {
    sl_qr p;
    int64_t from;
    int least, k, width;

    __device__ qr_panel<T> panel(int64_t i) const
    {
        const qr_matrix<T> x = matrix(i);
        return {{x.m - k, columns_of(x), x.A + k + (int64_t)k * x.lda, x.lda, x.tau + k},
                nullptr,
                nullptr};
    }
    /* So many columns are right of these. */
    __device__ int right(int64_t i) const
    {
        const qr_matrix<T> x = matrix(i);
        return x.n - k - columns_of(x);
    }

  private:
    __device__ qr_matrix<T> matrix(int64_t i) const
    {
        return qr_matrix_of<T>(p, number_of(p.A, from + i));
    }
    __device__ int columns_of(const qr_matrix<T> &x) const
    {
        return max(x.m, x.n) <= least ? 0 : min(width, min(x.m, x.n) - k);
    }
};

} // namespace sl

#endif /* SL_CUDA_QR_CALL_CUH */
