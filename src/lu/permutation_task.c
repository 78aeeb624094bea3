/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts row and column permutations. */

#include "lu.h"

starpu_data_handle_t sl_insert_permutation(starling_sequence *seq, starling_matrix *A, int64_t from,
                                       int64_t end, starpu_data_handle_t after)
{
    starpu_data_handle_t permutation = sl_temporary(A->m, 1, sizeof(int));
    int64_t first = from * A->nb, steps = end - from;
    struct sl_permutation_args args = {
        .first = first, .steps = steps, .each = A->nb,
        .pivots = SL_MIN(steps * A->nb, SL_MIN(A->m, A->n) - first), .followed = after != NULL,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = &sl_permutation_cl, .args = &args, .args_size = sizeof args,
        .at = sl_tile_of(A, first / A->mb, from),
        .data = {{permutation, STARPU_W}, {after, STARPU_R}},
        .list = {{sl_pivots_of(A) + from, steps, STARPU_R}},
    });
    return permutation;
}

void sl_insert_laswp(starling_sequence *seq, starpu_data_handle_t permutation, bool inverse,
                     int64_t first, sl_tile t)
{
    int64_t m = t.of->m, n = sl_has_cuda() ? SL_MIN(SL_LASWP_COLUMNS, sl_cols(t)) : 1;
    starpu_data_handle_t work = sl_workspace(t.of->prec, m * n);
    struct sl_laswp_args args = {
        .head = {.variant = inverse, .size = sl_size_class(m - first, sl_cols(t))},
        .first = first, .offset = first - t.i * t.of->mb, .inverse = inverse,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_laswp[t.of->prec], .args = &args, .args_size = sizeof args,
        .at = t, .data = {{permutation, STARPU_R}, {work, STARPU_SCRATCH}},
        .list = {sl_column_from(t, STARPU_RW)},
        .workers = sl_owner_workers(t), .gpu_only = t.of->home > STARPU_MAIN_RAM,
    });
    sl_temporary_free(seq, work);
}

void sl_insert_permute_columns(starling_sequence *seq, starpu_data_handle_t permutation, sl_tile X,
                       sl_tile A)
{
    struct sl_columns_args args = {
        .from = X.j * X.of->nb, .to = A.j * A.of->nb,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_permute_columns[A.of->prec], .args = &args, .args_size = sizeof args,
        .at = A, .data = {{sl_handle(A), STARPU_RW}, {sl_handle(X), STARPU_R},
                          {permutation, STARPU_R}},
    });
}

starpu_data_handle_t sl_permutation_of(starling_matrix *A, starling_sequence *seq)
{
    int64_t steps = sl_panel_steps(A);
    return steps > 0 ? sl_insert_permutation(seq, A, 0, steps, NULL) : NULL;
}
