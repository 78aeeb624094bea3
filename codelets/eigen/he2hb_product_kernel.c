/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A share of Y = A V with the reflectors V of a panel, where A lacks the updates by the earlier panels
 * of the block column. The share is that of some columns of A, as they are in its lower triangle: their
 * part below the diagonal multiplies V, and so does its conjugate transpose. What A lacks is
 * subtracted by columns V1, W1 of earlier panels: V1 (W1^H V) + W1 (V1^H V). */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/tuning.h"

static const scalar_t one = 1, zero = 0, minus_one = -1;

/* Y = Y + A V with n columns of A from the diagonal down: m rows. By blocks of rows, for a block is
 * used twice. V and Y begin in the first of these rows. */
static void columns(int m, int n, int k, const scalar_t *a, int lda, const scalar_t *v, int ldv,
                    scalar_t *y, int ldy)
{
#ifdef SL_COMPLEX
    cblas_x(hemm)
#else
    cblas_x(symm)
#endif
    (CblasColMajor, CblasLeft, CblasLower, n, k, SADDR(one), a, lda, v, ldv, SADDR(one), y, ldy);
    for (int64_t i = n; i < m; i += SL_PRODUCT_ROWS) {
        int rows = (int)SL_MIN(SL_PRODUCT_ROWS, m - i);
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, k, n, SADDR(one), a + i, lda,
                      v, ldv, SADDR(one), y + i, ldy);
        cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, n, k, rows, SADDR(one), a + i,
                      lda, v + i, ldv, SADDR(one), y, ldy);
    }
}

/* Y = Y - B (C^H V) with `count` columns of B and C. */
static void correct(int m, int count, int k, const scalar_t *b, const scalar_t *c, const scalar_t *v,
                    int ld, scalar_t *work, scalar_t *y, int ldy)
{
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, count, k, m, SADDR(one), c, ld, v, ld,
                  SADDR(zero), work, count);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, k, count, SADDR(minus_one), b, ld,
                  work, count, SADDR(one), y, ldy);
}

/* Buffers: Y, V, a workspace, W if there are earlier panels, and the tiles of A. */
static void cpu_he2hb_product(void *tiles[], void *arg)
{
    const struct sl_he2hb_args *p = arg;
    void **tile = tiles + (p->done > 0 ? 4 : 3);
    int k = (int)p->count, ld = TILE_LD(tiles[1]), ldy = TILE_LD(tiles[0]);
    int64_t top = p->block + p->done + p->kd, m = TILE_M(tiles[1]);
    const scalar_t *v = TILE(tiles[1]) + p->done * ld;
    scalar_t *y = TILE(tiles[0]);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', (int)(m - top), k, 0, 0, y + top, ldy);
    for (int64_t j = p->first, next; j < p->end; j = next, tile++) {
        int64_t start = j - j % p->nb; /* of the tile */
        next = SL_MIN(p->end, start + p->nb);
        columns((int)(m - j), (int)(next - j), k, TILE(*tile) + j + (j - start) * TILE_LD(*tile),
                TILE_LD(*tile), v + j, ld, y + j, ldy);
    }
    int count = (int)(p->end_earlier - p->first_earlier);
    if (count > 0) {
        const scalar_t *v1 = TILE(tiles[1]) + top + p->first_earlier * ld;
        const scalar_t *w1 = TILE(tiles[3]) + top + p->first_earlier * ld;
        correct((int)(m - top), count, k, v1, w1, v + top, ld, TILE(tiles[2]), y + top, ldy);
        correct((int)(m - top), count, k, w1, v1, v + top, ld, TILE(tiles[2]), y + top, ldy);
    }
}

SL_CODELET_CPU(he2hb_product);
