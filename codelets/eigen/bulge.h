/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Reflectors of bulge chasing, and a block between two of them. The file that includes this one has
 * included BLAS. */

#ifndef SL_BULGE_H
#define SL_BULGE_H

#include <string.h>
#include "args.h"
#include "codelets/codelet.h"

/* A vector as real numbers, and i times it if it is complex. */
struct turned {
    const real_t *part[SL_PARTS];
};
static inline struct turned turn(int n, const scalar_t *x, scalar_t *room)
{
    struct turned t = {{(const real_t *)x}};
#ifdef SL_COMPLEX
    for (int i = 0; i < n; i++) {
        ((real_t *)(room + i))[0] = -t.part[0][2 * i + 1];
        ((real_t *)(room + i))[1] = t.part[0][2 * i];
    }
    t.part[1] = (const real_t *)room;
#else
    (void)n;
    (void)room;
#endif
    return t;
}

#define SL_VECTORS "codelets/eigen/bulge_block.h"
#include "codelets/vectors.h"

/* A reflector I - tau v v^H; v[0] = 1. */
struct reflector {
    scalar_t *v, *tau;
};

/* Makes H' with H'^H x = (beta, 0, ..., 0), which replaces x. */
static inline void annihilate(int kd, scalar_t *x, struct reflector h)
{
    h.v[0] = 1;
    for (int i = 1; i < kd; i++) {
        h.v[i] = x[i];
        x[i] = 0;
    }
    LAPACKE_x(larfg_work)(kd, x, h.v + 1, 1, h.tau);
}

/* B = B H, and then B = H'^H B; H becomes H'. */
static inline void both_sides(int kd, scalar_t *b, int ld, struct reflector h, scalar_t *work)
{
    const scalar_t zero = 0;
    scalar_t *y = work, *v = work + kd;
    memcpy(v, h.v, sizeof *v * (size_t)kd);
    cblas_x(gemv)(CblasColMajor, CblasNoTrans, kd, kd, SADDR(*h.tau), b, ld, v, 1, SADDR(zero), y,
                  1);
    for (int i = 0; i < kd; i++)
        b[i] -= y[i];
    annihilate(kd, b, h);
    SL_BEST(both_sides)
    (kd, kd - 1, turn(kd, y, work + 2 * kd), v + 1, turn(kd, h.v, work + 3 * kd), *h.tau, b + ld,
     ld);
}

/* Rows s + 1 + t kd ... of column s of V2: tau, and v without its first component. */
static inline void keep(const struct sl_hb2st_args *p, int64_t s, int64_t t, struct reflector h,
                        scalar_t *v)
{
    int64_t row = s + 1 + t * p->kd, rows = SL_MIN(p->kd, p->n - row);
    if (rows <= 0)
        return;
    v[row] = *h.tau;
    for (int64_t i = 1; i < rows; i++)
        v[row + i] = h.v[i];
}

#endif
