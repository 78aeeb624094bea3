/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The plan of an LU factorization: which mechanisms make it fast on this machine. The plan depends
 * on the shape of A and on the machine only. */

#include "lu.h"

/* ---- Measured constants: what each trades, and where it was measured ----------------------- */

/* Part of the steps after which interchanges on the left begin, as FIRST_LATE / LATE_PARTS: few
 * moves of a row against idle workers; one H200. */
enum { FIRST_LATE = 3, LATE_PARTS = 4 };
/* The same if finished rows are written back: early transfers against moves; one H200. */
enum { FIRST_ROWS = 3, ROWS_PARTS = 8 };
/* Panels are grouped while so many rows and columns are left: traffic against late panels; H200. */
enum { GROUP_ROWS = 20480 };
/* Narrowest columns in transposed tiles: contiguous rows against many small products; one H200. */
enum { LEAST_TRANSPOSED = 32 };
/* Part of GPU memory for a block of columns: few blocks against room; one H100. */
static const double block_part = 0.75;
/* Panels to the left that have room beside a block, one in use and the next: fewer blocks against
 * late copies; simulated H200. */
enum { PANELS_BESIDE = 2 };

/* ---- The plan ------------------------------------------------------------------------------ */

/* Late in the factorization most rows have moved for good, and workers begin to wait for columns.
 * Then interchanges on the left cost little. */
static int64_t next_interchanges(const struct sl_panel_plan *plan, int64_t k)
{
    return k == 0 ? FIRST_LATE * plan->steps / LATE_PARTS : (k + plan->steps) / 2;
}

/* Rows must be interchanged before they are written back. */
static int64_t next_rows(const struct sl_panel_plan *plan, int64_t k)
{
    (void)k;
    return (FIRST_ROWS + plan->boundaries) * plan->steps / ROWS_PARTS;
}

/* The panels of a group update a column together, so memory reads and writes the column once. A
 * group delays its last panel. So panels are grouped only while products take much longer than
 * panels. The columns of L must be one array, as they are if the only GPU has all of A. */
static int64_t groups_end(const starling_matrix *A)
{
    int64_t order = SL_MIN(A->m, A->n);
    int64_t least = SL_MAX(GROUP_ROWS, SL_MOST_GROUPED * A->nb);
    return A->mt == 1 && sl_is_one_array(A) && order >= least ? (order - least) / A->nb + 1 : 0;
}

/* On GPUs, rows that may still be interchanged are in transposed tiles, where a row is contiguous
 * (Volkov and Demmel, SC 2008, use row-major storage). The first update of a column transposes its
 * tiles, or a task before it. Each row of U is transposed back when it is final. The rest of the
 * column is transposed back when the column is factored. */
static bool is_transposed(const starling_matrix *A)
{
    return sl_has_cuda() && A->mt == 1 && A->nb >= LEAST_TRANSPOSED && A->nb <= SL_SWAP_ROWS &&
           A->nb <= SL_IB && 2 * A->nb <= A->m;
}

/* Columns that are in GPU memory at a time: all if they fit, else blocks of one size. Each block is
 * updated by all panels to its left and then factored: left-looking by blocks, as in out-of-core
 * solvers (Toledo, A survey of out-of-core algorithms in numerical linear algebra, 1999). */
static int64_t block_columns(const starling_matrix *A)
{
    double column = (double)sl_sizeof(A->prec) * (double)A->m * (double)A->nb;
    double room = SL_MAX(1, A->grid.q) * sl_cuda_memory() / column; /* columns, of all processes */
    if (A->mt != 1 || !sl_has_cuda() || (double)A->nt <= room)
        return SL_MAX(1, A->nt);
    int64_t most = SL_MAX(1, (int64_t)SL_MIN(block_part * room, room - PANELS_BESIDE));
    int64_t blocks = (A->nt + most - 1) / most;
    return (A->nt + blocks - 1) / blocks;
}

/* Products of split operands take less time than panels, so panels are not grouped. Each panel is
 * split once. Each update splits it if several GPUs would have to copy the parts, or if the parts of
 * all panels would have to be kept for later blocks. */
void sl_getrf_plan_split(struct sl_panel_plan *plan, const starling_matrix *A,
                         const starling_sequence *seq)
{
    if (!sl_splits(seq) || A->mt != 1 || plan->block < plan->columns)
        return;
    plan->split = true;
    plan->groups_end = 0;
}

/* Other GPUs, or other processes, read panels. */
static bool others_read(const starling_matrix *A)
{
    return A->distribution.p * A->distribution.q > 1 || (A->mt == 1 && A->grid.q > 1);
}

struct sl_panel_plan sl_getrf_plan(const starling_matrix *A)
{
    struct sl_panel_plan plan = {
        .steps = sl_panel_steps(A),
        .columns = A->nt,
        .block = block_columns(A),
        .group = SL_MOST_GROUPED,
        .groups_end = groups_end(A),
        .fused = A->mt == 1 && sl_has_cuda(),
        .copied = others_read(A),
        .spread = A->mt > 1 && A->grid.p > 1 && A->nb <= SL_SWAP_ROWS, /* one list of moves */
        .transposed = is_transposed(A),
        .transposed_first = A->home > STARPU_MAIN_RAM, /* the GPU is idle beside the first panel */
    };
    if (plan.block < plan.columns)
        plan.copied = false; /* the sweep would keep copies of all panels */
    plan.early_rows = sl_early_rows_pay(A) && plan.steps >= ROWS_PARTS;
    if (plan.block == plan.columns) /* else finished blocks would move to the GPU again */
        sl_plan_boundaries(&plan, plan.early_rows ? next_rows : next_interchanges);
    return plan;
}
