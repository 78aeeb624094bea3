/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* All diamonds of a group of sweeps. Q has the last sweeps first, and of them the first
 * step; Q^H has the reverse. In a wave, step t of some sweeps goes before step t - 1 of
 * the sweeps before them, and so on, so that few rows of C are in use at a time. */

#include <string.h>
#include "diamond.h"

enum { SWEEPS = SL_DIAMOND_SWEEPS, WAVE = SL_DIAMOND_WAVE };

/* V with its zeros and ones, and tau, from column `column` of V2. v2: its tiles. */
static void copy_v(const struct sl_diamond_args *p, int64_t column, int count, void **v2,
                   struct diamond *d, scalar_t tau[SWEEPS])
{
    for (int k = 0; k < count; k++, column++) {
        int64_t end = SL_MIN(k + p->kd, d->rows);
        void *tile = v2[column / p->width];
        const scalar_t *from =
            TILE(tile) + column % p->width * TILE_LD(tile) + p->sweep + 1 + d->first;
        tau[k] = from[k];
        d->v[k][k] = 1;
        for (int64_t i = k + 1; i < end; i++)
            d->v[i][k] = from[i];
    }
}

/* Column k of T is tau_k, and above it -tau_k T V^H v_k. */
static void make_t(const struct diamond *d, int count, const scalar_t tau[SWEEPS],
                   scalar_t t[SWEEPS][SWEEPS])
{
    for (int k = 0; k < count; k++) {
        scalar_t product[SWEEPS] = {0};
        for (int i = k; i < d->rows; i++)
            for (int j = 0; j < k; j++)
                product[j] += (scalar_t)SL_CONJ(d->v[i][j]) * d->v[i][k];
        for (int i = 0; i < k; i++)
            for (int j = i; j < k; j++)
                t[i][k] -= tau[k] * t[i][j] * product[j];
        t[k][k] = tau[k];
    }
}

/* Step `step` of the sweeps from `sweep` of the task on; if there is none, the place is
 * empty. */
static void make_diamond(const struct sl_diamond_args *p, int64_t sweep, int64_t step, void **v2,
                         struct diamond *d)
{
    int64_t first = sweep + step * p->kd, rest = p->n - p->sweep - 1 - first;
    int count = (int)SL_MIN(SL_MIN(SWEEPS, p->sweeps - sweep), rest);
    scalar_t tau[SWEEPS], t[SWEEPS][SWEEPS] = {{0}};
    memset(d, 0, sizeof(diamond_row) * (size_t)sl_diamond_rows(p->kd));
    if (step < 0 || count <= 0)
        return;
    d->first = (int32_t)first;
    d->rows = (int32_t)SL_MIN(p->kd + count - 1, rest);
    copy_v(p, p->v_column + sweep, count, v2, d, tau);
    make_t(d, count, tau, t);
    for (int i = 0; i < SWEEPS; i++)
        for (int j = 0; j < SWEEPS; j++)
            d->minus_t[i][j] = p->trans == STARLING_NOTRANS ? -t[i][j] : -SL_CONJ(t[j][i]);
}

static void cpu_larft_hb2st(void *tiles[], void *arg)
{
    const struct sl_diamond_args *p = arg;
    int64_t places = sl_diamond_places(p), waves = sl_diamond_waves(p);
    for (int64_t place = 0; place < places; place++) {
        int64_t at = p->trans == STARLING_NOTRANS ? places - 1 - place : place;
        int64_t group = at / (WAVE * waves) * WAVE + at % WAVE;
        int64_t wave = waves - 1 - at / WAVE % waves;
        make_diamond(p, group * SWEEPS, wave - (WAVE - 1 - at % WAVE), tiles + 1,
                     diamond_at(p, tiles[0], place));
    }
}

SL_CODELET_CPU(larft_hb2st);
