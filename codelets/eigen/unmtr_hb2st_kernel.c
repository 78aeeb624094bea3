/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The diamonds of a group of sweeps times a block column: C = op(Q) C. They are taken in waves: step t
 * of some sweeps with step t - 1 of the sweeps before, and so on, so that few rows of C are in use at a
 * time. Q has the last sweeps first, and of them the first step; Q^H has the reverse. */

#define SL_KERNEL_USES_BLAS
#include "diamond.h"

/* C = C - V op(T) (V^H C) with n columns */
static void apply_diamond(const struct diamond *d, CBLAS_TRANSPOSE trans, const scalar_t *v,
                          const scalar_t *t, int ldt, int n, scalar_t *c, int ldc, scalar_t *w)
{
    const scalar_t zero = 0, one = 1, minus_one = -1;
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, d->count, n, d->rows, SADDR(one), v,
                  d->rows, c, ldc, SADDR(zero), w, d->count);
    cblas_x(trmm)(CblasColMajor, CblasLeft, CblasUpper, trans, CblasNonUnit, d->count, n, SADDR(one),
                  t, ldt, w, d->count);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, d->rows, n, d->count, SADDR(minus_one),
                  v, d->rows, w, d->count, SADDR(one), c, ldc);
}

static void cpu_unmtr_hb2st(void *tiles[], void *arg)
{
    const struct sl_diamond_args *p = arg;
    bool forward = p->trans == STARLING_NOTRANS;
    int64_t groups = diamond_groups(p), steps = diamond_steps(p), waves = groups + steps - 1;
    scalar_t *v = TILE(tiles[1]), *w = v + p->inner * (p->kd + p->inner - 1);
    for (int64_t n = 0; n < waves * groups; n++) {
        int64_t at = forward ? n : waves * groups - 1 - n, behind = at % groups;
        int64_t g = groups - 1 - behind, t = at / groups - behind;
        struct diamond d = diamond_of(p, g, t);
        if (t < 0 || d.count == 0)
            continue;
        copy_diamond(p, &d, tiles + 3, v, NULL);
        apply_diamond(&d, cblas_trans(p->trans), v, diamond_t(p, tiles[0], g, t),
                      TILE_LD(tiles[0]), TILE_N(tiles[2]), TILE(tiles[2]) + d.first,
                      TILE_LD(tiles[2]), w);
    }
}

SL_CODELET_CPU(unmtr_hb2st);
