/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The matrices of a launch of LU, or their columns from one on: of one order at equal distances, or
 * of varying orders at places of their own.
 */
#ifndef SL_CUDA_MIDDLE_CALL_CUH
#define SL_CUDA_MIDDLE_CALL_CUH

#include <algorithm>
#include "cuda_middle_getrf.cuh"
#include "cuda_place.cuh"

namespace sl
{

template <class T> struct middle_call {
    static constexpr bool VARIES = false;
    int m, n;
    int64_t count;
    T *A;
    int lda;
    int64_t stride;
    int *ipiv;
    int64_t pivots;
    int *info;
    int first; /* of middle_matrix */

    __device__ middle_matrix<T> matrix(int64_t i) const
    {
        return {m, n, A + i * stride, lda, ipiv + i * pivots, info + i, first};
    }
    /* Columns k to k + width, as far as there are pivots, with the rows from k on. */
    middle_call part(int k, int width, bool) const
    {
        middle_call x = *this;
        x.A += k + (int64_t)k * lda;
        x.m -= k;
        x.n = std::min(width, std::min(m, n) - k);
        x.ipiv += k;
        x.first = k;
        return x;
    }
    middle_call first_columns(int columns) const
    {
        middle_call x = *this;
        x.n = columns;
        return x;
    }
    middle_call first_rows(int rows) const
    {
        middle_call x = *this;
        x.m = rows;
        return x;
    }
    /* Without pivots: their interchanges are done in all columns. */
    middle_call interchanged() const
    {
        middle_call x = *this;
        x.ipiv = nullptr;
        x.pivots = 0;
        return x;
    }
    /* The columns right of these. */
    int rest(int k, int width) const
    {
        return n - k - std::min(width, std::min(m, n) - k);
    }
};

/* The largest ones stand first. A matrix that has nothing to do has n <= 0. */
template <class T> struct middle_list {
    static constexpr bool VARIES = true;
    int m, n;         /* the most rows from k on, the most columns of a panel */
    int64_t count;    /* matrices, from number `from` on */
    sl_matrices A, P; /* P: pivots */
    int64_t from;
    int *info;
    int k, width; /* columns k to k + width of each; width 0: all */
    bool pair;    /* the columns right of these are as many, if there are pivots */

    __device__ middle_matrix<T> matrix(int64_t i) const
    {
        const int64_t number = number_of(A, from + i);
        const place<T> x = place_of<T>(A, number);
        const int left = min(x.m, x.n) - k;
        return {x.m - k, width == 0 ? x.n : min(width, left), x.a + k + (int64_t)k * x.lda,
                x.lda,   place_of<int>(P, number).a + k,      info + number,
                k};
    }
    /* The columns right of these that change. */
    __device__ int right(int64_t i) const
    {
        const place<T> x = place_of<T>(A, number_of(A, from + i));
        const int pivots = min(x.m, x.n), end = pair ? min(k + 2 * width, pivots) : x.n;
        return end - k - min(width, pivots - k);
    }
    /* So many columns from `column` on of the matrices that have these. */
    middle_list part(int column, int columns, bool in_pair) const
    {
        middle_list x = *this;
        x.m -= column;
        x.n = columns;
        x.count = std::min(count, sl_above(&A, column) - from);
        x.k = column;
        x.width = columns;
        x.pair = in_pair;
        return x;
    }
    /* At most so many columns are right of these. */
    int rest(int column, int) const
    {
        return n - column - 1;
    }
};

} // namespace sl

#endif /* SL_CUDA_MIDDLE_CALL_CUH */
