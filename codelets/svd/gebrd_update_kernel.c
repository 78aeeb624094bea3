/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A tile behind a panel of gebrd: A = A - V Y^H - X U^H in the rows below the panel's, and its own
 * rows become those of R. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

/* C = C - V Y^H */
static void update(void *V, void *Y, int k, int64_t row, int64_t column, int m, int n, scalar_t *c,
                   int ldc)
{
    const scalar_t one = 1, minus_one = -1;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, m, n, k, SADDR(minus_one),
                  TILE(V) + row, TILE_LD(V), TILE(Y) + column, TILE_LD(Y), SADDR(one), c, ldc);
}

static void cpu_gebrd_update(void *tiles[], void *arg)
{
    const struct sl_gebrd_args *p = arg;
    int k = (int)p->count, ldc = TILE_LD(tiles[0]), ldr = TILE_LD(tiles[1]);
    int64_t end = p->column + TILE_N(tiles[0]), below = p->first + k;
    int64_t from = SL_MAX(p->column, below), m = TILE_M(tiles[0]) - below;
    const scalar_t *r = TILE(tiles[1]) + (p->first - p->panel) * ldr;
    scalar_t *a = TILE(tiles[0]);
    for (int64_t c = SL_MAX(p->column, p->first + 1); c < end; c++)
        for (int64_t i = p->first; i < SL_MIN(below, c); i++)
            a[i + (c - p->column) * ldc] = SL_CONJ(r[c + (i - p->first) * ldr]);
    if (from < end && m > 0) {
        scalar_t *c = a + below + (from - p->column) * ldc;
        update(tiles[2], tiles[4], k, below, from, (int)m, (int)(end - from), c, ldc);
        update(tiles[3], tiles[5], k, below, from, (int)m, (int)(end - from), c, ldc);
    }
}

SL_CODELET_CPU(gebrd_update);
