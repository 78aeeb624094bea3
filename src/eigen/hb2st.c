/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Stage 2: a Hermitian band matrix to a real tridiagonal one, B = Q2 T Q2^H, by bulge chasing.
 * Sweep s brings column s to tridiagonal form, and chases the bulge down the band. Step t of it may
 * begin when sweep s - 1 has made its step t + 1. A task makes some steps of a group of sweeps,
 * skewed so that it depends on few others (Haidar, Ltaief and Dongarra, SC11, 2011). On a GPU, one
 * task does it all. */

#include <math.h>
#include "eigen.h"

/* Shortest and longest task: overhead, and not too many waits; two cores. */
#define LEAST_SECONDS 50e-6
#define MOST_SECONDS 1.5e-3
/* Time of a step on a core; one core. */
#define STEP_SECONDS 0.4e-6
#define STEP_RATE 15e9
/* Groups of sweeps in flight for each core at the beginning, with fewer at the end; two cores. */
#define GROUPS_EACH 2
/* Least order for a GPU: copies against time; one H100 and 13 cores. */
#define LEAST_ON_GPU 256
/* Columns of a tile of V2 for a GPU: long inner dimensions of products with Q2; not measured. */
#define GPU_COLUMNS 256

struct plan {
    int64_t n, kd;
    int64_t sweeps, steps; /* of a task: as many steps as sweeps, so that a group follows the one
                              before it at a distance of two tasks */
    int64_t tile;          /* columns of a tile of V2: groups of sweeps end there */
    int64_t width;         /* columns of a window of the band */
};

static struct plan plan_of(starling_precision prec, int64_t n, int64_t kd, int64_t tile)
{
    struct plan plan = {.n = n, .kd = sl_band_width(n, kd)};
    double block = (double)plan.kd;
    double step = STEP_SECONDS + starling_flops_gemm(prec, block, block, 6) / STEP_RATE;
    int64_t least = (int64_t)ceil(sqrt(LEAST_SECONDS / step));
    int64_t most = SL_MAX(least, (int64_t)sqrt(MOST_SECONDS / step));
    int64_t cores = SL_MAX(1, starling_ncpu());
    plan.steps = SL_MIN(most, SL_MAX(least, n / (2 * GROUPS_EACH * cores * plan.kd)));
    plan.tile = tile > 0 ? tile : plan.steps;
    plan.sweeps = SL_MIN(plan.steps, plan.tile);
    plan.width = SL_MAX(1, plan.steps / 4) * plan.kd;
    return plan;
}

/* A task that has so many steps from `step` on. */
static void chase(const struct plan *plan, int64_t sweep, int64_t sweeps, int64_t step,
                  starpu_data_handle_t carried, starling_matrix *W, starling_matrix *V2,
                  starling_sequence *seq)
{
    struct sl_hb2st_args args = {
        .n = plan->n, .kd = plan->kd, .sweep = sweep, .sweeps = sweeps, .step = step,
        .steps = plan->steps, .v_column = sweep % plan->tile, .vectors = V2 != NULL,
    };
    sl_insert_hb2st(seq, &args, carried, W,
                    V2 ? sl_tile_of(V2, 0, sweep / plan->tile) : sl_tile_of(NULL, 0, 0));
}

/* All sweeps; each group carries its reflectors from task to task. */
static void sweep_all(const struct plan *plan, starling_matrix *W, starling_matrix *V2,
                      starling_sequence *seq)
{
    for (int64_t s = 0, count; s < plan->n - 1 && !sl_failed(seq); s += count) {
        count = SL_MIN(plan->sweeps, SL_MIN(plan->tile - s % plan->tile, plan->n - 1 - s));
        starpu_data_handle_t carried = sl_temporary(plan->kd + 1, count, sl_sizeof(W->prec));
        int64_t end = sl_hb2st_count(plan->n, plan->kd, s) + count - 1;
        sl_step(seq, s);
        for (int64_t t = 0; t < end; t += plan->steps)
            chase(plan, s, count, t, carried, W, V2, seq);
        sl_temporary_free(seq, carried);
    }
}

/* Windows of the band on cores. */
static int chase_on_cores(starling_matrix *AB, starling_matrix *D, starling_matrix *E,
                          starling_matrix *V2, starling_sequence *seq)
{
    struct plan plan = plan_of(AB->prec, AB->n, AB->m - 1, V2 ? V2->nb : 0);
    starling_matrix *W, like = {.prec = AB->prec, .m = 2 * plan.kd, .n = plan.n + plan.kd,
                                .mb = 2 * plan.kd, .nb = plan.width, .home = STARPU_MAIN_RAM};
    int info = sl_matrix_make(&W, &like);
    if (info != 0)
        return sl_sequence_error(seq, info);
    for (int64_t w = 0; w < W->nt; w++)
        sl_insert_band_copy(seq, AB, sl_tile_of(W, 0, w)); /* W = AB, with room below */
    sweep_all(&plan, W, V2, seq);                          /* W = Q2^H W Q2 */
    sl_insert_band_diagonals(seq, W, D, E);                /* T = W */
    sl_matrix_free(seq, W);
    return 0;
}

/* Whether one task on a GPU does it all. */
static bool on_gpu(int64_t n, int64_t kd, int64_t v_tiles)
{
    return starling_ncuda() > 0 && n >= LEAST_ON_GPU && sl_has_hb2st_band(kd, v_tiles);
}

int64_t starling_hb2st_tile_size(starling_precision prec, int64_t n, int64_t kd)
{
    int64_t columns = GPU_COLUMNS;
    while (columns * SL_HB2ST_TILES < n) /* a power of two: groups of sweeps are whole tiles */
        columns *= 2;
    if (on_gpu(n, kd, 0))
        return columns;
    return plan_of(prec, SL_MAX(1, n), SL_MAX(1, kd), 0).sweeps;
}

int sl_hb2st_tasks(starling_matrix *AB, starling_matrix *D, starling_matrix *E, starling_matrix *V2,
                   starling_sequence *seq)
{
    if (AB->n == 0)
        return 0;
    int64_t kd = sl_band_width(AB->n, AB->m - 1);
    if (!on_gpu(AB->n, kd, V2 ? V2->nt : 0))
        return chase_on_cores(AB, D, E, V2, seq);
    sl_insert_hb2st_band(seq, kd, AB, D, E, V2);
    return 0;
}

#define BAND "a band matrix of kd + 1 rows in block columns (mb >= kd + 1)"
#define COLUMN "real, %lld x 1, in one tile"

int starling_hb2st_submit(starling_matrix *AB, starling_matrix *D, starling_matrix *E,
                          starling_matrix *V2, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, AB, AB != NULL && AB->mt <= 1 && (AB->m >= 1 || AB->n == 0), BAND);
    int64_t n = AB->n, below = SL_MAX(n - 1, 0);
    SL_SEQ_ARG(seq, 2, D, sl_is_column(D, AB->prec, n), COLUMN, (long long)n);
    SL_SEQ_ARG(seq, 3, E, sl_is_column(E, AB->prec, below), COLUMN, (long long)below);
    SL_SEQ_ARG(seq, 4, V2,
               !V2 || (V2 != AB && V2->prec == AB->prec && V2->m == n && V2->n == n && V2->mt <= 1),
               "NULL, or another matrix of the precision of AB, %lld x %lld, in block columns",
               (long long)n, (long long)n);
    sl_operation(seq);
    return sl_hb2st_tasks(AB, D, E, V2, seq);
}

int starling_hb2st(starling_matrix *AB, starling_matrix *D, starling_matrix *E, starling_matrix *V2)
{
    SL_SYNCHRONOUS(starling_hb2st_submit(AB, D, E, V2, seq));
}
