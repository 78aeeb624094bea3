/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of the polar decomposition. */

#include <stdlib.h>
#include "polar.h"

void sl_insert_frobenius(starling_sequence *seq, starling_matrix *A, starpu_data_handle_t unit,
                         starpu_data_handle_t norm, int64_t key, double *result)
{
    int64_t tiles = A->mt * A->nt;
    starpu_data_handle_t info, *sums = malloc(sizeof *sums * (size_t)SL_MAX(1, tiles));
    if (!sums) {
        sl_sequence_error(seq, sl_error("starling_gepolar", STARLING_ENOMEM, NULL));
        return;
    }
    for (int64_t t = 0; t < tiles; t++) {
        sl_tile Aij = sl_tile_of(A, t % A->mt, t / A->mt);
        sums[t] = sl_temporary(sl_rows(Aij) + 2 * sl_cols(Aij), 1, sizeof(double));
        sl_insert_norm(seq, STARLING_FROBENIUS_NORM, SL_SHAPE_GENERAL, SL_HERMITIAN, Aij, sums[t]);
    }
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    struct sl_frobenius_args args = {.n = A->n, .nb = A->nb, .mt = A->mt, .result = result};
    struct sl_task t = {
        .seq = seq,
        .cl = sl_cl_frobenius[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .at = sl_tile_of(A, 0, 0),
        .data = {{info, STARPU_W}},
        .list = {{sums, tiles, STARPU_R}},
    };
    args.unit = sl_add_datum(&t, unit, STARPU_R);
    args.norm = sl_add_datum(&t, norm, STARPU_W);
    args.first = sl_fixed_data(&t);
    sl_submit(&t);
    if (key >= 0)
        sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
    for (int64_t t = 0; t < tiles; t++)
        sl_temporary_free(seq, sums[t]);
    free(sums);
}

void sl_gaussian(uint64_t seed, starling_matrix *A, starling_sequence *seq)
{
    for (int64_t t = 0; t < A->mt * A->nt && !sl_failed(seq); t++) {
        sl_tile Aij = sl_tile_of(A, t % A->mt, t / A->mt);
        struct sl_gaussian_args args = {
            .seed = seed, .row = Aij.i * A->mb, .column = Aij.j * A->nb};
        sl_submit(&(struct sl_task){
            .seq = seq,
            .cl = sl_cl_gaussian[A->prec],
            .args = &args,
            .args_size = sizeof args,
            .at = Aij,
            .data = {{sl_handle(Aij), STARPU_W}},
        });
    }
}

void sl_insert_polar_bound(starling_sequence *seq, sl_tile R, starpu_data_handle_t bound)
{
    struct sl_args args = {0};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_polar_bound[R.of->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .at = R,
        .data = {{bound, STARPU_W}, {sl_handle(R), STARPU_R}},
    });
}

void sl_insert_polar_values(starling_sequence *seq, sl_tile S)
{
    struct sl_args args = {0};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_polar_values[S.of->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .at = S,
        .data = {{sl_handle(S), STARPU_RW}},
    });
}
