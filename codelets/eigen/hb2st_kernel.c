/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Bulge chasing, a group of sweeps over some steps (Haidar, Ltaief and Dongarra, SC11, 2011; the
 * order of sweeps is that of Schwarz, Numer. Math. 12, 1968). Step t of a sweep has the reflector H
 * of an earlier step, and makes the next one, H':
 *
 *     D = H^H D H     the diagonal block of the rows of H
 *     B = B H         the block below it, which gets a bulge
 *     B = H'^H B      so that column 0 of B becomes (beta, 0, ..., 0)
 *
 * Column j of the band is stored from its diagonal element on, and has 2 kd rows: the bulge has room.
 * A block is then a matrix of leading dimension 2 kd - 1. Behind the last column there are kd columns
 * of zeros: blocks at the end need no other code. */

#define SL_KERNEL_USES_BLAS
#include "bulge.h"

#ifdef SL_COMPLEX
#define cblas_he(name) cblas_x(he##name)
#else
#define cblas_he(name) cblas_x(sy##name)
#endif

/* D = H^H D H, the lower triangle: D - v y^H - y v^H with y = tau D v - |tau|^2 / 2 (v^H D v) v. */
static void two_sided(int kd, scalar_t *d, int ld, struct reflector h, scalar_t *work)
{
    const scalar_t zero = 0;
    scalar_t sum = 0, *y = work;
    cblas_he(mv)(CblasColMajor, CblasLower, kd, SADDR(*h.tau), d, ld, h.v, 1, SADDR(zero), y, 1);
    for (int i = 0; i < kd; i++)
        sum += SL_CONJ(h.v[i]) * y[i];
    sum *= SL_CONJ(*h.tau) / 2;
    for (int i = 0; i < kd; i++)
        y[i] -= sum * h.v[i];
    SL_BEST(he2)(kd, h.v, y, turn(kd, h.v, work + kd), turn(kd, y, work + 2 * kd), d, ld);
}

/* One step; column 0 of D is at d. H becomes H'. */
static void step(int kd, scalar_t *d, struct reflector h, scalar_t *work)
{
    int ld = 2 * kd - 1;
    two_sided(kd, d, ld, h, work);
    both_sides(kd, d + kd, ld, h, work);
}

static void cpu_hb2st(void *tiles[], void *arg)
{
    const struct sl_hb2st_args *p = arg;
    int kd = (int)p->kd, ld = 2 * kd;
    scalar_t *carried = TILE(tiles[0]), *work = TILE(tiles[1]);
    scalar_t *v2 = p->vectors ? TILE(tiles[2]) : NULL;
    scalar_t *band = TILE(tiles[p->vectors ? 3 : 2]) - p->column * ld; /* windows are one array */

    for (int64_t g = 0; g < p->sweeps; g++) {
        int64_t s = p->sweep + g;
        struct sl_steps range = sl_hb2st_steps(p, g);
        struct reflector h = {carried + g * (kd + 1), carried + g * (kd + 1) + kd};
        scalar_t *v = v2 ? v2 + (p->v_column + g) * TILE_LD(tiles[2]) : NULL;
        if (range.from == 0 && range.to > 0) {
            annihilate(kd, band + s * ld + 1, h);
            if (v)
                keep(p, s, 0, h, v);
        }
        for (int64_t t = range.from; t < range.to; t++) {
            step(kd, band + (s + 1 + t * kd) * ld, h, work);
            if (v)
                keep(p, s, t + 1, h, v);
        }
    }
}

SL_CODELET_CPU(hb2st);
