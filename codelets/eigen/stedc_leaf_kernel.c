/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A diagonal block of the tridiagonal matrix: its eigenvalues, its eigenvectors, and their first and
 * last row. */

#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "codelets/codelet.h"
#include "args.h"

static void cpu_stedc_leaf(void *tiles[], void *arg)
{
    struct sl_stedc_args *p = arg;
    const real_t *diagonal = TILE(tiles[0]) + p->row, *below = diagonal + TILE_LD(tiles[0]);
    real_t *d = TILE(tiles[1]), *first = TILE(tiles[2]), *last = first + TILE_LD(tiles[2]);
    real_t *e = TILE(tiles[3]), *z = TILE(tiles[5]);
    int n = TILE_N(tiles[5]), ldz = TILE_LD(tiles[5]);
    lapack_int room = (n + 4) * n + 1, places = TILE_M(tiles[4]); /* as LAPACK asks for */
    memcpy(d, diagonal, sizeof *d * (size_t)n);
    memcpy(e, below, sizeof *e * (size_t)n);
    p->head.status = LAPACKE_x(stedc_work)(LAPACK_COL_MAJOR, 'I', n, d, e, z, ldz, e + n, room,
                                           (lapack_int *)STARPU_MATRIX_GET_PTR(tiles[4]), places);
    cblas_x(copy)(n, z, ldz, first, 1);
    cblas_x(copy)(n, z + n - 1, ldz, last, 1);
}

SL_CODELET_CPU(stedc_leaf);
