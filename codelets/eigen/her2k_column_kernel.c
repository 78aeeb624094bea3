/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The lower part of a block column of A = A - V W^H - W V^H, with V and W that have the rows of A. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static void cpu_her2k_column(void *tiles[], void *arg)
{
    const struct sl_column_args *p = arg;
    const scalar_t one = 1, minus_one = -1;
    const real_t real_one = 1;
    int n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]), k = (int)p->count, ld = TILE_LD(tiles[1]);
    int rest = (int)(TILE_M(tiles[0]) - p->first - n);
    scalar_t *a = TILE(tiles[0]) + p->first;
    const scalar_t *v = TILE(tiles[1]) + p->first, *w = TILE(tiles[2]) + p->first;
#ifdef SL_COMPLEX
    cblas_x(her2k)
#else
    cblas_x(syr2k)
#endif
    (CblasColMajor, CblasLower, CblasNoTrans, n, k, SADDR(minus_one), v, ld, w, ld, real_one, a, lda);
    if (rest == 0)
        return;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, rest, n, k, SADDR(minus_one), v + n, ld,
                  w, ld, SADDR(one), a + n, lda);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, rest, n, k, SADDR(minus_one), w + n, ld,
                  v, ld, SADDR(one), a + n, lda);
}

SL_CODELET_CPU(her2k_column);
