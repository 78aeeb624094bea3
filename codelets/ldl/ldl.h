/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One view of both triangles. A = U D U^T is A = L D L^T with rows and columns in the opposite
 * order: LAPACK begins at the last column of an upper triangle. So kernels number rows and columns
 * from where the factorization begins, as in a lower triangle. In memory the rows of a block, and
 * its columns, are consecutive in either order, and BLAS gets them as they are there. Compiled once
 * for each precision. */

#ifndef SL_LDL_H
#define SL_LDL_H

#include "args.h"
#include "codelets/codelet.h"

struct view {
    void **block; /* block columns of A */
    const struct sl_ldl_args *p;
};

/* Where rows i ... i + m - 1 begin in an array of n rows. */
static inline int64_t first_row(const struct sl_ldl_args *p, int64_t i, int64_t m)
{
    return p->uplo == STARLING_LOWER ? i : p->n - i - m;
}

/* Columns of a panel, and one more. */
static inline int64_t most_columns(const struct sl_ldl_args *p)
{
    return SL_MIN(p->nb, p->n) + 1;
}

/* The number in memory of row or column i, and back. */
static inline int64_t in_memory(const struct sl_ldl_args *p, int64_t i)
{
    return first_row(p, i, 1);
}

/* Rows i ... i + m - 1 of columns j ... j + k - 1, which are in one block. */
static inline scalar_t *part_of(const struct view *A, int64_t i, int64_t m, int64_t j, int64_t k,
                                int *ld)
{
    int64_t column = first_row(A->p, j, k), block = column / A->p->nb;
    void *tile = A->block[block - A->p->block];
    *ld = TILE_LD(tile);
    return TILE(tile) + first_row(A->p, i, m) + (column - block * A->p->nb) * *ld;
}

/* Rows i ... i + m - 1 of column j. */
static inline scalar_t *column_of(const struct view *A, int64_t i, int64_t m, int64_t j)
{
    int ld;
    return part_of(A, i, m, j, 1, &ld);
}

/* The row that pivot k, a block of one or two columns, has interchanged; *pair: the second column
 * of two is k + 1, and the row is interchanged with that one, else with k. */
static inline int64_t pivot_row(const struct sl_ldl_args *p, const int *ipiv, int64_t k, bool *pair)
{
    int row = ipiv[in_memory(p, k)];
    *pair = row < 0;
    return in_memory(p, (*pair ? -row : row) - 1);
}

static inline scalar_t conj_if(bool hermitian, scalar_t x)
{
    return hermitian ? SL_CONJ(x) : x;
}

#endif
