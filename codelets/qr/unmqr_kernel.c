/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A block reflector times a tile: C = op(Q) C or C op(Q), with Q = I - V T V^H. C1 is the part of C
 * that meets the triangle V1 of V, and C2 is the rest:
 *   left   W = op(T) (V1^H C1 + V2^H C2), C1 = C1 - V1 W, C2 = C2 - V2 W
 *   right  W = (C1 V1 + C2 V2) op(T), C1 = C1 - W V1^H, C2 = C2 - W V2^H */

#define SL_KERNEL_USES_BLAS
#include "reflector.h"

/* W = V1^H W, V1 W, W V1 or W V1^H */
static void times_triangle(const struct reflector *q, CBLAS_SIDE side, CBLAS_TRANSPOSE trans, int m,
                           int n, scalar_t *w)
{
    const scalar_t one = 1;
    cblas_x(trmm)(CblasColMajor, side, CblasLower, trans, CblasUnit, m, n, SADDR(one), q->v, q->ldv,
                  w, m);
}

/* A = A - B */
static void subtract_block(int m, int n, scalar_t *a, int lda, const scalar_t *b)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            a[i + j * lda] -= b[i + j * m];
}

static void apply_left(const struct reflector *q, CBLAS_TRANSPOSE trans, int n, scalar_t *c,
                       int ldc, scalar_t *w)
{
    const scalar_t one = 1, minus_one = -1;
    const scalar_t *v2 = q->v + q->count;
    scalar_t *c2 = c + q->count;
    int k = q->count, rest = q->rows - k;
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', k, n, c, ldc, w, k);
    times_triangle(q, CblasLeft, CblasConjTrans, k, n, w);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, k, n, rest, SADDR(one), v2, q->ldv,
                  c2, ldc, SADDR(one), w, k);
    cblas_x(trmm)(CblasColMajor, CblasLeft, CblasUpper, trans, CblasNonUnit, k, n, SADDR(one), q->t,
                  q->ldt, w, k);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rest, n, k, SADDR(minus_one), v2,
                  q->ldv, w, k, SADDR(one), c2, ldc);
    times_triangle(q, CblasLeft, CblasNoTrans, k, n, w);
    subtract_block(k, n, c, ldc, w);
}

static void apply_right(const struct reflector *q, CBLAS_TRANSPOSE trans, int m, scalar_t *c,
                        int ldc, scalar_t *w)
{
    const scalar_t one = 1, minus_one = -1;
    const scalar_t *v2 = q->v + q->count;
    scalar_t *c2 = c + (int64_t)q->count * ldc;
    int k = q->count, rest = q->rows - k;
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', m, k, c, ldc, w, m);
    times_triangle(q, CblasRight, CblasNoTrans, m, k, w);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, k, rest, SADDR(one), c2, ldc, v2,
                  q->ldv, SADDR(one), w, m);
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, trans, CblasNonUnit, m, k, SADDR(one),
                  q->t, q->ldt, w, m);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, m, rest, k, SADDR(minus_one), w, m,
                  v2, q->ldv, SADDR(one), c2, ldc);
    times_triangle(q, CblasRight, CblasConjTrans, m, k, w);
    subtract_block(m, k, c, ldc, w);
}

void SL_X(apply_reflector)(const struct reflector *q, starling_side side, starling_trans trans,
                           int n, scalar_t *c, int ldc, scalar_t *work)
{
    if (side == STARLING_LEFT)
        apply_left(q, cblas_trans(trans), n, c, ldc, work);
    else
        apply_right(q, cblas_trans(trans), n, c, ldc, work);
}

static void cpu_unmqr(void *tiles[], void *arg)
{
    const struct sl_qr_args *p = arg;
    bool left = p->side == STARLING_LEFT;
    struct reflector q = {
        .rows = TILE_M(tiles[0]) - (int)p->offset,
        .count = TILE_M(tiles[1]),
        .v = TILE(tiles[0]) + p->offset,
        .ldv = TILE_LD(tiles[0]),
        .t = TILE(tiles[1]),
        .ldt = TILE_LD(tiles[1]),
    };
    SL_X(apply_reflector)
    (&q, p->side, p->trans, left ? TILE_N(tiles[2]) : TILE_M(tiles[2]),
     TILE(tiles[2]) + p->offset * (left ? 1 : TILE_LD(tiles[2])), TILE_LD(tiles[2]),
     TILE(tiles[3]));
}

SL_CODELET_CPU(unmqr);
