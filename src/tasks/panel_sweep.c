/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#include <stdlib.h>
#include "panel_sweep.h"

/* ---- The plan ---------------------------------------------------------------------------- */

bool sl_plan_defers(const struct sl_panel_plan *plan, int64_t k)
{
    int64_t first = k - (k + plan->group - 1) % plan->group; /* of k's group */
    return k % plan->group != 0 && first < plan->groups_end;
}

int64_t sl_plan_first(const struct sl_panel_plan *plan, int64_t block, int64_t k)
{
    return SL_MAX(block, k + 1 + (plan->fused && k + 1 < plan->steps));
}

int64_t sl_plan_end(const struct sl_panel_plan *plan, int64_t block, int64_t k)
{
    return sl_plan_defers(plan, k) ? 0 : SL_MIN(block + plan->block, plan->columns);
}

void sl_plan_boundaries(struct sl_panel_plan *plan,
                        int64_t (*next)(const struct sl_panel_plan *plan, int64_t k))
{
    int64_t due = next(plan, 0), settled = 1;
    for (int64_t k = 0; k < plan->steps && plan->boundaries < SL_BOUNDARIES; k++)
        if (k >= due && due > settled && !(k > 0 && sl_plan_defers(plan, k - 1))) {
            plan->boundary[plan->boundaries++] = settled = k;
            due = next(plan, k);
        }
}

/* Columns are in several blocks. */
static bool in_blocks(const struct sl_panel_plan *plan)
{
    return plan->block < plan->columns;
}

/* ---- Panels ------------------------------------------------------------------------------ */

struct sl_panel sl_panel_of(starling_matrix *A, int64_t k)
{
    int64_t row = k * A->nb, i = row / A->mb;
    return (struct sl_panel){
        .A = A,
        .k = k,
        .i = i,
        .offset = row - i * A->mb,
        .order = SL_MIN(A->nb, SL_MIN(A->m, A->n) - row),
        .L = sl_handle(sl_tile_of(A, i, k)),
        .above = row - i * A->mb,
    };
}

int sl_panel_group(const struct sl_panel *s, const struct sl_panel *panels[SL_MOST_GROUPED])
{
    int count = 0;
    for (const struct sl_panel *panel = s; panel; panel = panel->group)
        count++;
    for (int i = count; i > 0; s = s->group)
        panels[--i] = s;
    return count;
}

int sl_panel_priority(const struct sl_panel_plan *plan, int64_t block, int64_t k, int64_t j)
{
    int64_t columns = plan->columns, length = 2 * columns - k - j;
    if (k < block)
        length = (block - k) * plan->block + block + plan->block - j;
    if (in_blocks(plan))
        length += (columns - block) * columns;
    return (int)SL_MAX(0, SL_MIN(INT32_MAX - SL_PANEL_URGENCY, length));
}

/* ---- The sweep --------------------------------------------------------------------------- */

struct sl_panel_sweep sl_panel_sweep(starling_matrix *A, const struct sl_panel_plan *plan,
                                     starling_sequence *seq)
{
    struct sl_panel_sweep sweep = {.A = A, .plan = plan, .seq = seq, .settled = 1};
    sl_attachments_written(A, seq);
    sweep.kept = in_blocks(plan) ? plan->steps : SL_MOST_GROUPED + 1;
    sweep.panels = calloc((size_t)sweep.kept, sizeof *sweep.panels);
    if (!sweep.panels)
        sl_sequence_error(seq, STARLING_ENOMEM);
    return sweep;
}

const struct sl_panel *sl_panel_kept(const struct sl_panel_sweep *sweep, int64_t k)
{
    return &sweep->panels[k % sweep->kept];
}

struct sl_panel *sl_panel_begin(struct sl_panel_sweep *sweep, int64_t k)
{
    struct sl_panel *s = &sweep->panels[k % sweep->kept];
    *s = sl_panel_of(sweep->A, k);
    s->plan = sweep->plan;
    if (k > 0 && sl_plan_defers(sweep->plan, k - 1))
        s->group = sweep->before;
    if (sweep->plan->copied && k + 1 < sweep->plan->columns) {
        s->L = sl_temporary(sl_panel_rows(s), s->order, sl_sizeof(sweep->A->prec));
        s->above = 0;
        s->copied = true;
    }
    sl_step(sweep->seq, k);
    return s;
}

void sl_panel_block(struct sl_panel_sweep *sweep, int64_t block)
{
    const struct sl_panel_plan *plan = sweep->plan;
    int64_t ahead = SL_MAX(1, SL_MIN(SL_PANELS_AHEAD, plan->block / SL_BLOCK_AHEAD));
    int64_t gate = SL_MIN(block, plan->steps) - ahead;
    for (int64_t j = block; j < SL_MIN(block + plan->block, plan->columns) && gate >= 0; j++)
        sl_submit_order(sweep->seq, sl_panel_kept(sweep, gate)->ipiv, STARPU_R,
                        sl_tile_of(sweep->A, 0, j));
}

/* Frees a panel and the earlier panels of its group. */
static void free_panel(starling_sequence *seq, struct sl_panel *s)
{
    for (; s; s = s->group) {
        sl_inverse_free(seq, &s->inverse);
        sl_temporary_free(seq, s->parts);
        s->parts = NULL;
        if (s->copied)
            sl_temporary_free(seq, s->L);
        s->copied = false;
    }
}

void sl_panel_inserted(struct sl_panel_sweep *sweep, struct sl_panel *s)
{
    if (!s->group && !in_blocks(sweep->plan))
        free_panel(sweep->seq, sweep->before);
    sweep->before = s;
    if (sweep->plan->fused && s->k + 1 < sweep->plan->steps) { /* its other readers come before */
        sl_tile next = sl_tile_of(s->A, (s->k + 1) * s->A->nb / s->A->mb, s->k + 1);
        sl_reads_first(s->L, next);
        sl_reads_first(s->ipiv, next);
    }
}

bool sl_panel_is_due(const struct sl_panel_sweep *sweep, int64_t k)
{
    return sweep->boundary < sweep->plan->boundaries && sweep->plan->boundary[sweep->boundary] == k;
}

void sl_panel_settled(struct sl_panel_sweep *sweep, int64_t k)
{
    sweep->settled = k;
    sweep->boundary++;
    if (sweep->plan->early_rows)
        sl_early_rows_add(&sweep->rows, sweep->A, k * sweep->A->nb, sweep->seq);
}

void sl_panel_finish(struct sl_panel_sweep *sweep)
{
    starling_matrix *A = sweep->A;
    starling_sequence *seq = sweep->seq;
    for (int64_t k = 0; k < sweep->kept && sweep->panels; k++)
        free_panel(seq, &sweep->panels[k]);
    free(sweep->panels);
    if (sweep->plan->early_rows && !sl_failed(seq))
        sl_early_rows_add(&sweep->rows, A, A->m, seq);
    if (sl_early_rows_attach(sweep->rows, A, seq))
        return;
    sl_write_back_all(seq, A);
}
