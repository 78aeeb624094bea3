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

static int64_t next_rows(const struct sl_panel_plan *plan, int64_t k)
{
    (void)k;
    return (FIRST_PART + plan->boundaries) * plan->steps / PARTS;
}

/* Panels are grouped while so many rows and columns are left: products then take three times as long
 * as panels, which a group holds up. A group updates the other columns at once, so that memory reads
 * and writes them once; its columns of L must be beside one another, where a GPU has all of A. */
enum { GROUP_ROWS = 20480 };

static int64_t groups_end(const starling_matrix *A)
{
    int64_t order = SL_MIN(A->m, A->n);
    int64_t least = SL_MAX(GROUP_ROWS, SL_MOST_GROUPED * A->nb);
    return A->mt == 1 && sl_is_one_array(A) && order >= least ? (order - least) / A->nb + 1 : 0;
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

/* Columns that are in memory together: all; or blocks of one size that the given part of the GPUs'
 * memory holds, beside the panels that are applied to them (left-looking by blocks, as out-of-core
 * solvers: Toledo, A survey of out-of-core algorithms in numerical linear algebra, 1999). */
static int64_t block_columns(const starling_matrix *A)
{
    const double part = 2.0 / 3;
    double column = (double)sl_sizeof(A->prec) * (double)A->m * (double)A->nb;
    double room = sl_cuda_memory() / column; /* columns */
    if (A->mt != 1 || !sl_has_cuda() || (double)A->nt <= room)
        return SL_MAX(1, A->nt);
    int64_t most = SL_MAX(1, (int64_t)(part * room)), blocks = (A->nt + most - 1) / most;
    return (A->nt + blocks - 1) / blocks;
}

struct sl_panel_plan sl_getrf_plan(const starling_matrix *A)
{
    struct sl_panel_plan plan = {
        .steps = sl_panel_steps(A), .columns = A->nt, .block = block_columns(A),
        .group = SL_MOST_GROUPED, .groups_end = groups_end(A),
        .fused = A->mt == 1 && sl_has_cuda(),
        .copied = A->distribution.p * A->distribution.q > 1, /* columns that others need travel */
        .transposed = is_transposed(A),
        .transposed_first = A->home > STARPU_MAIN_RAM, /* the GPU has nothing else to do */
    };
    if (plan.block < plan.columns)
        plan.copied = false; /* copies of all panels would be kept */
    plan.early_rows = sl_early_rows_pay(A) && plan.steps >= PARTS;
    if (plan.block == plan.columns) /* else columns on the left would come for it, and again */
        sl_plan_boundaries(&plan, plan.early_rows ? next_rows : next_interchanges);
    return plan;
}
