/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of an LU factorization and of solutions with it. */

#include <math.h>
#include "lu.h"

/* A last column that is narrower than the others is never transposed. */
static bool is_transposed(const struct sl_panel *s, int64_t j)
{
    return s->plan && s->plan->transposed && (j + 1) * s->A->nb <= s->A->n;
}

/* Not column 1: its only update is part of its panel task. */
bool sl_transposes_first(const struct sl_panel *s, int64_t j)
{
    return is_transposed(s, j) && s->plan->transposed_first && j > 1;
}

/* Whether column j is transposed before its update with panel s and its group. */
static bool was_transposed(const struct sl_panel *s, int64_t j)
{
    return is_transposed(s, j) && (s->k > 0 || sl_transposes_first(s, j));
}

/* The variant: an update with several panels has its own performance model. */
static uint32_t several(int steps)
{
    return steps > 1 ? (uint32_t)steps : 0;
}

/* getrf has five data and two for each step, update has two and three for each step. */
_Static_assert(5 + 2 * SL_MOST_GROUPED <= SL_MAX_HANDLES &&
                   2 + 3 * SL_MOST_GROUPED <= SL_MAX_HANDLES,
               "a task has room for its data");

/* The update of a column by all panels of its group. */
static double update_flops(const struct sl_panel *s, sl_tile B)
{
    double flops = 0;
    for (; s; s = s->group)
        flops += sl_solve_flops(s, B.of->prec, sl_rows(B) - s->offset - s->order, sl_cols(B));
    return flops;
}

void sl_insert_getrf(starling_sequence *seq, int priority, const struct sl_panel *s,
                     const struct sl_panel *before, int64_t key)
{
    starling_precision prec = s->A->prec;
    sl_tile A = sl_tile_of(s->A, s->i, s->k);
    int64_t rows = sl_panel_rows(s), m = s->A->m, nb = SL_MIN(s->A->nb, s->A->n);
    const struct sl_panel *step[SL_MOST_GROUPED];
    int steps = sl_panel_group(before, step);
    starpu_data_handle_t info, work;
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    work = sl_workspace(prec, (s->A->mt > 1 ? m * nb : 0) +
                                  (sl_has_cuda() ? sl_work_getrf[prec](m, nb, 1) : 0));
    /* Helping pays if a helper has two chunks. With GPUs there are no helpers: a GPU cannot
     * use them. */
    int chunks = sl_panel_chunks(rows).count;
    bool alone = sl_has_cuda() || rows < sl_cols(A);
    struct sl_team *team = sl_team_create(seq, alone ? 0 : chunks / 2);
    struct sl_getrf_args args = {
        .head = {.variant = several(steps), .size = sl_size_class(rows, sl_cols(A))},
        .offset = s->offset,
        .before = before ? step[0]->offset : 0,
        .steps = steps,
        .grouped = s->group != NULL,
        .team = team,
        .transposed = before && was_transposed(step[0], s->k),
    };
    struct sl_task t = {
        .seq = seq,
        .cl = before ? sl_cl_update_getrf[prec] : sl_cl_getrf[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = A,
        .flops =
            starling_flops_getrf(prec, (double)rows, (double)sl_cols(A)) + update_flops(before, A),
        .data = {{s->ipiv, STARPU_W}, {info, STARPU_W}},
        .list = {sl_column_from(A, STARPU_RW)},
        .workers = sl_owner_workers(A),
    };
    args.work = sl_add_datum(&t, work, STARPU_SCRATCH);
    args.copy = sl_add_datum(&t, s->copied ? s->L : NULL, STARPU_W);
    args.parts = sl_add_datum(&t, before ? before->parts : NULL, STARPU_R);
    args.panels = sl_fixed_data(&t);
    for (int i = 0; i < steps; i++) {
        sl_add_datum(&t, step[i]->L, s->group ? STARPU_RW : STARPU_R);
        sl_add_datum(&t, step[i]->ipiv, STARPU_R);
    }
    args.column = sl_fixed_data(&t);
    bool taken = sl_submit(&t);
    sl_team_ask(seq, team, taken, chunks);
    sl_temporary_free(seq, work);
    sl_submit_info(seq, info, key, false);
    sl_temporary_free(seq, info);
}

void sl_insert_update(starling_sequence *seq, int priority, const struct sl_panel *s, int64_t j)
{
    starling_precision prec = s->A->prec;
    sl_tile B = sl_tile_of(s->A, s->i, j);
    int64_t nb = SL_MIN(s->A->nb, s->A->n);
    const struct sl_panel *step[SL_MOST_GROUPED];
    int steps = sl_panel_group(s, step);
    starpu_data_handle_t work = NULL;
    if (sl_has_cuda())
        work = sl_workspace(prec, sl_work_update[prec](nb, nb, steps) +
                                      (s->A->mt > 1 ? s->A->m * nb : 0));
    struct sl_lu_args args = {
        .head = {.variant = several(steps),
                 .size = sl_size_class(sl_panel_rows(step[0]), sl_cols(B))},
        .offset = step[0]->offset,
        .steps = steps,
        .inverse = s->inverse.blocks != NULL,
        .was_transposed = was_transposed(step[0], j),
        .transposed = is_transposed(s, j),
        .soon = j == s->k + 2,
    };
    struct sl_task t = {
        .seq = seq,
        .cl = sl_cl_update[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = B,
        .flops = update_flops(s, B),
        .list = {sl_column_from(B, STARPU_RW)},
        .workers = sl_owner_workers(B),
    };
    for (int i = 0; i < steps; i++) {
        sl_add_datum(&t, step[i]->L, STARPU_R);
        sl_add_datum(&t, step[i]->ipiv, STARPU_R);
        sl_add_datum(&t, step[i]->inverse.blocks, STARPU_R);
    }
    args.work = sl_add_datum(&t, work, STARPU_SCRATCH);
    args.parts = sl_add_datum(&t, s->parts, STARPU_R);
    args.column = sl_fixed_data(&t);
    sl_submit(&t);
    sl_temporary_free(seq, work);
}

void sl_insert_transpose(starling_sequence *seq, int priority, sl_tile t)
{
    struct sl_args args = {.size = sl_size_class(sl_rows(t), sl_cols(t))};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_transpose[t.of->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = t,
        .data = {{sl_handle(t), STARPU_RW}},
        .workers = sl_owner_workers(t),
        .gpu_only = true,
    });
}
