/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Bulge chasing of an upper band, a group of sweeps over some steps, as hb2st_kernel.c. Sweep s
 * makes row s and column s + 1 bidiagonal. Its step t has the reflector P of the step before, from
 * the right, and makes one from the left, Q, and the next one from the right, P':
 *
 *     D = D P       the diagonal block of the rows and columns of P
 *     D = Q^H D     so that column 0 of D becomes (beta, 0, ..., 0)^T
 *     E = Q^H E     the block to its right, which gets a bulge
 *     E = E P'      so that row 0 of E becomes (beta, 0, ..., 0)
 *
 * Windows have 3 kd rows (args.h): blocks are matrices of leading dimension 3 kd - 1. */

#define SL_KERNEL_USES_BLAS
#include "codelets/eigen/bulge.h"
#include "args.h"

/* Makes P with x P = (beta, 0, ..., 0), which replaces the row x. */
static void annihilate_row(int kd, scalar_t *x, int ld, struct reflector h)
{
    scalar_t beta = (scalar_t)SL_CONJ(x[0]);
    h.v[0] = 1;
    for (int64_t j = 1; j < kd; j++) {
        h.v[j] = (scalar_t)SL_CONJ(x[j * ld]);
        x[j * ld] = 0;
    }
    LAPACKE_x(larfg_work)(kd, &beta, h.v + 1, 1, h.tau);
    x[0] = beta;
}

/* E = Q^H E, and then E = E P'; Q becomes P'. With w = E^H v and y = Q^H E v' it is
 * E - conj(tau) v w^H - tau' y v'^H. */
static void right_block(int kd, scalar_t *e, int ld, struct reflector h, scalar_t *work)
{
    const scalar_t one = 1, zero = 0;
    scalar_t *v = work, *w = work + kd, *y = w + kd, *room = y + kd, tau = *h.tau, sum;
    memcpy(v, h.v, sizeof *v * (size_t)kd);
    cblas_x(gemv)(CblasColMajor, CblasConjTrans, kd, kd, SADDR(tau), e, ld, v, 1, SADDR(zero), w,
                  1);
    for (int64_t j = 0; j < kd; j++)
        e[j * ld] -= (scalar_t)SL_CONJ(w[j]);
    annihilate_row(kd, e, ld, h);
    cblas_x(gemv)(CblasColMajor, CblasNoTrans, kd - 1, kd, SADDR(one), e + 1, ld, h.v, 1,
                  SADDR(zero), y + 1, 1);
    sum = 0;
    for (int j = 0; j < kd; j++)
        sum += (scalar_t)SL_CONJ(w[j]) * h.v[j];
    for (int i = 1; i < kd; i++)
        y[i] = *h.tau * (y[i] - v[i] * sum);
    SL_BEST(ge2)
    (kd - 1, kd, turn(kd - 1, v + 1, room), w, turn(kd - 1, y + 1, room + kd), h.v, e + 1, ld);
}

static void cpu_gb2bd(void *tiles[], void *arg)
{
    const struct sl_hb2st_args *p = arg;
    int kd = (int)p->kd, ld = 3 * kd - 1;
    scalar_t *carried = TILE(tiles[0]), *work = TILE(tiles[1]);
    scalar_t *band = TILE(tiles[p->vectors ? 4 : 2]) - p->column * (ld + 1);

    for (int64_t g = 0; g < p->sweeps; g++) {
        int64_t s = p->sweep + g;
        struct sl_steps range = sl_hb2st_steps(p, g);
        struct reflector h = {carried + g * (kd + 1), carried + g * (kd + 1) + kd};
        scalar_t *q = NULL, *r = NULL;
        if (p->vectors) {
            q = TILE(tiles[2]) + (p->v_column + g) * TILE_LD(tiles[2]);
            r = TILE(tiles[3]) + (p->v_column + g) * TILE_LD(tiles[3]);
        }
        if (range.from == 0 && range.to > 0) {
            annihilate_row(kd, band + sl_upper_place(kd, s, s + 1), ld, h);
            if (p->vectors)
                keep(p, s, 0, h, r);
        }
        for (int64_t t = range.from; t < range.to; t++) {
            int64_t row = s + 1 + t * kd;
            both_sides(kd, band + sl_upper_place(kd, row, row), ld, h, work);
            if (p->vectors)
                keep(p, s, t, h, q);
            right_block(kd, band + sl_upper_place(kd, row, row + kd), ld, h, work);
            if (p->vectors)
                keep(p, s, t + 1, h, r);
        }
    }
}

SL_CODELET_CPU(gb2bd);
