/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU factorization with partial pivoting, P A = L U, right-looking by columns of tiles: a
 * column is factored, then it updates the others (Dongarra, Du Croz, Hammarling, Duff, ACM
 * TOMS 16, 1990; on several GPUs Kurzak, Luszczek, Faverge, Dongarra, IEEE TPDS 24, 2013).
 * A block column is one datum: its interchanges stay in one memory, and its update is one
 * task. With square tiles each product is a task. Interchanges of L are delayed to the last
 * steps, in which workers are idle. getrf_plan.c makes all decisions that concern speed. */

#include "lu.h"

/* Applies the interchanges of steps sweep->settled ... end - 1 to the columns to their
 * left. Columns of the same group are skipped: the tasks of their panels have applied these
 * pivots. */
static void interchange_left(struct sl_panel_sweep *sweep, int64_t end)
{
    starling_matrix *A = sweep->A;
    starling_sequence *seq = sweep->seq;
    starpu_data_handle_t later = NULL;
    for (int64_t k = end - 1; k >= sweep->settled; k--) {
        starpu_data_handle_t all = sl_insert_permutation(seq, A, k, k + 1, later);
        sl_temporary_free(seq, later);
        later = all;
        if (sl_plan_defers(sweep->plan, k - 1)) /* same group: column k - 1 has them */
            continue;
        /* column k - 1 and its group lack steps k ... end - 1; columns before `settled`
         * lack all */
        int64_t j = k - 1;
        while (j > 0 && (k == sweep->settled || sl_plan_defers(sweep->plan, j - 1)))
            j--;
        for (; j < k; j++)
            sl_insert_laswp(seq, later, false, k * A->nb, sl_tile_of(A, k * A->nb / A->mb, j));
    }
    sl_temporary_free(seq, later);
}

/* P A(k:, k) = L U, and the tasks that the other columns need before their updates. */
static struct sl_panel *factor_panel(struct sl_panel_sweep *sweep, int64_t block, int64_t k,
                                     int64_t operation)
{
    starling_matrix *A = sweep->A;
    starling_sequence *seq = sweep->seq;
    struct sl_panel *s = sl_panel_begin(sweep, k);
    int urgent = sl_panel_priority(sweep->plan, block, k, k) + SL_PANEL_URGENCY;
    s->ipiv = sl_pivots_of(A)[k];
    if (sl_plan_first(sweep->plan, 0, k) < A->nt) /* some column is updated */
        s->inverse = sl_inverse_create(A, s->order, A->nb);
    sl_insert_getrf(seq, urgent, s, sweep->plan->fused ? sweep->before : NULL,
                    operation + k * A->nb);
    sl_panel_inserted(sweep, s);
    if (sweep->plan->split && k + 1 < A->nt) /* some column is updated */
        s->parts = sl_insert_split(seq, urgent, sl_tile_of(A, s->i, k), s->offset + s->order, true);
    for (int64_t j = 0; j < A->nt && k == 0; j++) /* beside the first panel */
        if (sl_transposes_first(s, j))
            sl_insert_transpose(seq, sl_panel_priority(sweep->plan, 0, 0, j), sl_tile_of(A, 0, j));
    sl_insert_trtri_diag(seq, urgent, STARLING_LOWER, STARLING_UNIT, sl_tile_of(A, s->i, k), s->L,
                         s->above, s->order, s->inverse);
    if (sl_panel_is_due(sweep, k)) {
        interchange_left(sweep, k);
        sl_panel_settled(sweep, k);
    }
    return s;
}

/* Updates the columns of a block with panel s. */
static void update(struct sl_panel_sweep *sweep, int64_t block, const struct sl_panel *s)
{
    starling_matrix *A = sweep->A;
    int64_t k = s->k, end = sl_plan_end(sweep->plan, block, k);
    for (int64_t j = sl_plan_first(sweep->plan, block, k); j < end; j++) {
        int priority = sl_panel_priority(sweep->plan, block, k, j);

        /* A(k:, j) = P A(k:, j), Akj = Lkk^-1 Akj; in its tile, the rows below: -= L Akj */
        if (sweep->plan->spread) {
            sl_insert_exchange(sweep->seq, priority, s, j);
            sl_insert_solve(sweep->seq, priority, s, STARLING_LOWER, STARLING_NOTRANS, s->inverse,
                            A, j);
        } else
            sl_insert_update(sweep->seq, priority, s, j);

        for (int64_t i = s->i + 1; i < A->mt; i++) /* Aij = Aij - Lik Akj */
            sl_insert_gemm(sweep->seq, priority, STARLING_NOTRANS, STARLING_NOTRANS, -1,
                           sl_tile_of(A, i, k), sl_tile_of(A, s->i, j), 1, sl_tile_of(A, i, j));
    }
}

void sl_getrf_tasks(starling_matrix *A, const struct sl_panel_plan *plan, starling_sequence *seq)
{
    int64_t operation = sl_operation(seq);
    struct sl_panel_sweep sweep = sl_panel_sweep(A, plan, seq);

    for (int64_t block = 0; block < plan->columns && !sl_failed(seq); block += plan->block) {
        int64_t end = SL_MIN(block + plan->block, plan->steps);
        sl_panel_block(&sweep, block);

        for (int64_t k = 0; k < SL_MIN(block, plan->steps) && !sl_failed(seq); k++)
            update(&sweep, block, sl_panel_kept(&sweep, k)); /* with all panels to its left */

        for (int64_t k = block; k < end && !sl_failed(seq); k++) {
            const struct sl_panel *s = factor_panel(&sweep, block, k, operation);
            update(&sweep, block, s);
        }
    }
    if (!sl_failed(seq))
        interchange_left(&sweep, plan->steps);
    sl_panel_finish(&sweep);
}

int starling_getrf_submit(starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(2, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_lu_tiles(A), SL_LU_TILES);
    if (sl_pivots_make(A) != 0)
        return sl_sequence_error(seq, sl_error(__func__, STARLING_ENOMEM, NULL));
    struct sl_panel_plan plan = sl_getrf_plan(A);
    sl_getrf_plan_split(&plan, A, seq);
    sl_getrf_tasks(A, &plan, seq);
    return 0;
}

int starling_getrf(starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_getrf_submit(A, seq));
}
