/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The plan of an LU factorization: all of it that is about speed. It looks at the shape of A and at
 * the machine, and at nothing else. */

#include "lu.h"

/* Delayed interchanges. Most rows have moved for good by 3/4 of the steps, and workers begin to
 * wait for columns; what is left for the end is little. Rows that are written back are due earlier:
 * after 3, 4 ... of so many parts of the steps. */
enum { FIRST_PART = 3, PARTS = 8 };

static int64_t next_interchanges(const struct sl_panel_plan *plan, int64_t k)
{
    return k == 0 ? 3 * plan->steps / 4 : (k + plan->steps) / 2;
}

/* Columns that are not on a GPU come for them: once more before the end. */
static int64_t next_apart(const struct sl_panel_plan *plan, int64_t k)
{
    return k == 0 ? 3 * plan->steps / 4 : plan->steps;
}

static int64_t next_rows(const struct sl_panel_plan *plan, int64_t k)
{
    (void)k;
    return (FIRST_PART + plan->boundaries) * plan->steps / PARTS;
}

/* Panels in groups update the other columns at once, so that these are read and written once for all.
 * Groups begin before the step that is returned: they are complete, and `least` rows and columns are
 * left. */
static int64_t groups_end(const starling_matrix *A, int group, int64_t least)
{
    int64_t order = SL_MIN(A->m, A->n);
    least = SL_MAX(least, group * A->nb);
    return order >= least ? (order - least) / A->nb + 1 : 0;
}

/* In the memory of one GPU columns of L are beside one another, and one product does for all. While so
 * many rows and columns are left, products take three times as long as panels, which a group holds
 * up. */
static void group_beside(const starling_matrix *A, struct sl_panel_plan *plan)
{
    enum { LEAST = 20480 };
    plan->group = SL_GROUP;
    plan->groups_end = groups_end(A, SL_GROUP, LEAST);
}

/* A matrix that GPUs have no room for: each column comes once a group, not once a step. Columns of a
 * group take a third of the memory; when those that are left take less than half, they stay. */
static void group_apart(const starling_matrix *A, struct sl_panel_plan *plan)
{
    double column = (double)sl_sizeof(A->prec) * (double)A->m * (double)A->nb;
    double room = sl_cuda_memory() / column; /* columns */
    plan->group = (int)SL_MAX(1, SL_MIN(SL_GROUP_APART, room / 3 / SL_MAX(1, sl_gpus())));
    plan->groups_end = SL_MIN(groups_end(A, plan->group, 0), A->nt - (int64_t)(room / 2));
    plan->apart = true;
}

static void choose_groups(const starling_matrix *A, struct sl_panel_plan *plan)
{
    double bytes = (double)sl_sizeof(A->prec) * (double)A->m * (double)A->n;
    plan->group = 1;
    if (A->mt == 1 && sl_is_one_array(A))
        group_beside(A, plan);
    else if (A->mt == 1 && sl_has_cuda() && bytes > sl_cuda_memory())
        group_apart(A, plan);
}

/* On GPUs the rows of a column that are still to be interchanged are in transposed tiles, where they
 * are contiguous: memory then reads and writes little else (Volkov and Demmel, SC 2008, of a matrix
 * stored by rows). The column's first update transposes them, or a task of its own before; rows of U
 * come back when they are made, the others when the column is factored. */
static bool is_transposed(const starling_matrix *A)
{
    enum { LEAST = 32 }; /* products of smaller tiles are too many */
    return sl_has_cuda() && A->mt == 1 && A->nb >= LEAST && A->nb <= SL_SWAP_ROWS &&
           A->nb <= SL_IB && 2 * A->nb <= A->m;
}

struct sl_panel_plan sl_getrf_plan(const starling_matrix *A)
{
    struct sl_panel_plan plan = {
        .steps = sl_panel_steps(A), .columns = A->nt,
        .fused = A->mt == 1 && sl_has_cuda(),
        .copied = A->distribution.p * A->distribution.q > 1, /* columns that others need travel */
        .transposed = is_transposed(A),
        .transposed_first = A->home > STARPU_MAIN_RAM, /* the GPU has nothing else to do */
    };
    choose_groups(A, &plan);
    plan.early_rows = sl_early_rows_pay(A) && plan.steps >= PARTS;
    sl_plan_boundaries(&plan, plan.early_rows ? next_rows : plan.apart ? next_apart : next_interchanges);
    return plan;
}
