/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* P A = L U on a column of tiles, with LAPACK's ipiv (from 1 = the first row) and info. */

#define SL_KERNEL_USES_BLAS
#include "column.h"

/* Between the column and one array: in = true fills the array. */
static void copy_column(const struct column *c, scalar_t *w, int ldw, bool in)
{
    int ld, follow;
    for (int i = 0; i < c->m; i += follow) {
        scalar_t *a = column_row(c, i, &ld, &follow);
        LAPACKE_xlacpy_work(LAPACK_COL_MAJOR, 'G', follow, c->n, in ? a : w + i, in ? ld : ldw,
                            in ? w + i : a, in ? ldw : ld);
    }
}

static void cpu_getrf(void *tiles[], void *arg)
{
    const struct sl_getrf_args *p = arg;
    struct column c = column_of(tiles, p->gather ? 3 : 2, p->offset);
    int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[1]);
    int lda, follow, *ipiv = (int *)STARPU_MATRIX_GET_PTR(tiles[0]);
    scalar_t *a = column_row(&c, 0, &lda, &follow);
    if (p->gather) {
        a = TILE(tiles[2]);
        lda = TILE_LD(tiles[2]);
        copy_column(&c, a, lda, true);
    }
    *info = LAPACKE_xgetrf_work(LAPACK_COL_MAJOR, c.m, c.n, a, lda, ipiv);
    if (p->gather)
        copy_column(&c, a, lda, false);
}

SL_CODELET_CPU(getrf, 0xe07b39);
