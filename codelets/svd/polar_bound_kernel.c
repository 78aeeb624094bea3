/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A lower bound of the smallest singular value of an upper triangle R of order n, from an estimate
 * of the one-norm of R^-1: |R^-1|_2 <= sqrt(n) |R^-1|_1 (Higham, ACM Trans. Math. Softw. 14, 1988:
 * LAPACK's trcon). The estimate may be smaller than the norm, but seldom by a factor of more
 * than 3. Buffers: the bound, or 0 if there is no memory; R. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static void cpu_polar_bound(void *tiles[], void *arg)
{
    double *bound = (double *)STARPU_MATRIX_GET_PTR(tiles[0]);
    int n = TILE_M(tiles[1]), ld = TILE_LD(tiles[1]);
    const scalar_t *r = TILE(tiles[1]);
    real_t condition = 0; /* its inverse */
    (void)arg;
    double norm = (double)LAPACKE_x(lantr)(LAPACK_COL_MAJOR, '1', 'U', 'N', n, n, r, ld);
    int info = LAPACKE_x(trcon)(LAPACK_COL_MAJOR, '1', 'U', 'N', n, r, ld, &condition);
    *bound = info == 0 ? norm * (double)condition / sqrt(n) : 0;
}

SL_CODELET_CPU(polar_bound);
