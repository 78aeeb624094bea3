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

struct sl_chase sl_chase_plan(starling_precision prec, bool upper, int64_t n, int64_t kd,
                              int64_t tile)
{
    struct sl_chase plan = {.n = n, .kd = sl_band_width(n, kd), .upper = upper};
    double block = (double)plan.kd;
    double step =
        STEP_SECONDS + starling_flops_gemm(prec, block, block, sl_chase_work(&plan)) / STEP_RATE;
    int64_t least = (int64_t)ceil(sqrt(LEAST_SECONDS / step));
    int64_t most = SL_MAX(least, (int64_t)sqrt(MOST_SECONDS / step));
    int64_t cores = SL_MAX(1, starling_ncpu());
    plan.steps = SL_MIN(most, SL_MAX(least, n / (2 * GROUPS_EACH * cores * plan.kd)));
    plan.tile = tile > 0 ? tile : plan.steps;
    plan.sweeps = SL_MIN(plan.steps, plan.tile);
    plan.width = SL_MAX(1, plan.steps / 4) * plan.kd;
    return plan;
}

int sl_chase_windows(struct sl_chase *plan, starling_precision prec)
{
    int64_t rows = (plan->upper ? 3 : 2) * plan->kd;
    starling_matrix like = {.prec = prec, .m = rows, .mb = rows, .nb = plan->width,
                            .n = plan->n + (plan->upper ? 2 : 1) * plan->kd,
                            .home = STARPU_MAIN_RAM};
    return sl_matrix_make(&plan->W, &like);
}

void sl_chase_all(const struct sl_chase *plan, starling_sequence *seq)
{
    for (int64_t s = 0, count; s < plan->n - 1 && !sl_failed(seq); s += count) {
        count = SL_MIN(plan->sweeps, SL_MIN(plan->tile - s % plan->tile, plan->n - 1 - s));
        struct sl_hb2st_args args = {
            .n = plan->n, .kd = plan->kd, .sweep = s, .sweeps = count, .steps = plan->steps,
            .v_column = s % plan->tile, .vectors = plan->V2 != NULL};
        starpu_data_handle_t carried =
            sl_temporary(plan->kd + 1, count, sl_sizeof(plan->W->prec));
        int64_t end = sl_hb2st_count(plan->n, plan->kd, s) + count - 1;
        sl_step(seq, s);
        for (args.step = 0; args.step < end; args.step += plan->steps)
            sl_insert_chase(seq, plan, &args, carried);
        sl_temporary_free(seq, carried);
    }
}

/* Windows of the band on cores. */
static int chase_on_cores(starling_matrix *AB, starling_matrix *D, starling_matrix *E,
                          starling_matrix *V2, starling_sequence *seq)
{
    struct sl_chase plan =
        sl_chase_plan(AB->prec, false, AB->n, AB->m - 1, V2 ? V2->nb : 0);
    int info = sl_chase_windows(&plan, AB->prec);
    if (info != 0)
        return sl_sequence_error(seq, info);
    plan.V2 = V2;
    for (int64_t w = 0; w < plan.W->nt; w++)
        sl_insert_band_copy(seq, AB, sl_tile_of(plan.W, 0, w)); /* W = AB, with room below */
    sl_chase_all(&plan, seq);                                   /* W = Q2^H W Q2 */
    sl_insert_band_diagonals(seq, &plan, D, E);                 /* T = W */
    sl_matrix_free(seq, plan.W);
    return 0;
}

bool sl_chase_on_gpu(starling_precision prec, int64_t n, int64_t kd, int64_t v_tiles,
                     double others)
{
    double band = 3 * (double)kd * (double)n;
    return starling_ncuda() > 0 && n >= LEAST_ON_GPU && sl_has_hb2st_band(kd, v_tiles) &&
           sl_suits_gpu((double)sl_sizeof(prec) * (band + others));
}

int64_t starling_hb2st_tile_size(starling_precision prec, int64_t n, int64_t kd)
{
    return sl_chase_tile_size(prec, n, kd, (double)(n + kd + 1) * (double)n);
}

int64_t sl_chase_tile_size(starling_precision prec, int64_t n, int64_t kd, double others)
{
    int64_t columns = GPU_COLUMNS;
    while (columns * SL_HB2ST_TILES < n) /* a power of two: groups of sweeps are whole tiles */
        columns *= 2;
    if (sl_chase_on_gpu(prec, n, kd, 0, others))
        return columns;
    return sl_chase_plan(prec, false, SL_MAX(1, n), SL_MAX(1, kd), 0).sweeps;
}

int sl_hb2st_tasks(starling_matrix *AB, starling_matrix *D, starling_matrix *E, starling_matrix *V2,
                   starling_sequence *seq)
{
    if (AB->n == 0)
        return 0;
    int64_t kd = sl_band_width(AB->n, AB->m - 1);
    double n = (double)AB->n, others = (double)AB->m * n + (V2 ? n * n : 0);
    if (!sl_chase_on_gpu(AB->prec, AB->n, kd, V2 ? V2->nt : 0, others))
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
