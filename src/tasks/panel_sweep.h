/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Factorizations by panels: a block column is factored, then it updates the columns to its
 * right. LU is one; in QR read V for L. The plan has all decisions that concern speed. It
 * is made before the loop, from the shape and the machine. The sweep carries it out, so the
 * loop shows the equations. */

#ifndef SL_PANEL_SWEEP_H
#define SL_PANEL_SWEEP_H

#include "src/runtime/tuning.h"
#include "tasks.h"

enum { SL_BOUNDARIES = 64 };

struct sl_panel_plan {
    int64_t steps, columns; /* panels, and columns of tiles */
    int64_t block;          /* columns of a block: all of them, or as many as GPU memory holds. A
                               block is updated by all panels to its left, then factored */
    int group;              /* most panels that update a column together; above 1 only if fused */
    int64_t groups_end;     /* groups begin before this step */
    bool fused;             /* the task of a panel also makes the last update of its column */
    bool copied;            /* a panel is copied for other GPUs, without finished rows */
    bool transposed;        /* columns that are not yet factored are in transposed tiles ... */
    bool transposed_first;  /* ... already before their first update */
    bool spread;     /* rows of a column are in several processes: those that move are sent */
    bool split;      /* L is split for products, once for all columns */
    bool early_rows; /* finished rows are written back before the rest */
    int boundaries;  /* delayed work of earlier steps is due before these steps. There are
                        none if there are several blocks: later blocks read L as it was */
    int64_t boundary[SL_BOUNDARIES];
};

/* Whether the columns right of panel k wait for panel k + 1, and are then updated with
 * both. Step 0 is a group of its own, so that the other workers start early. Steps 1 ...
 * group are the next one. */
bool sl_plan_defers(const struct sl_panel_plan *plan, int64_t k);
/* Panel k updates the columns first ... end - 1 of the block that begins with column
 * `block`. */
int64_t sl_plan_first(const struct sl_panel_plan *plan, int64_t block, int64_t k);
int64_t sl_plan_end(const struct sl_panel_plan *plan, int64_t block, int64_t k);
/* Fills in the boundaries. next(plan, k) returns the boundary that follows step k; it may
 * use the number of boundaries so far. */
void sl_plan_boundaries(struct sl_panel_plan *plan,
                        int64_t (*next)(const struct sl_panel_plan *plan, int64_t k));

/* Panel k: rows k nb and below. They begin in tile row i, `offset` rows below the top of
 * the tile. The offset of square tiles is 0. Block columns have only one tile row. */
struct sl_panel {
    starling_matrix *A;
    const struct sl_panel_plan *plan; /* NULL: A is factored already */
    int64_t k, i, offset;
    int64_t order;              /* of the panel's triangle */
    starpu_data_handle_t L;     /* the part that other columns read */
    int64_t above;              /* rows of L above the triangle */
    bool copied;                /* L is a copy, which the task of the panel makes */
    starpu_data_handle_t ipiv;  /* its interchanges; NULL: none */
    struct sl_inverse inverse;  /* of the triangle */
    starpu_data_handle_t parts; /* of L below the triangle, split; NULL: none */
    struct sl_panel *group;     /* the panel before, if it is in the same group */
};
struct sl_panel sl_panel_of(starling_matrix *A, int64_t k);
static inline int64_t sl_panel_steps(const starling_matrix *A)
{
    int64_t order = SL_MIN(A->m, A->n);
    return order / A->nb + (order % A->nb != 0);
}
static inline int64_t sl_panel_rows(const struct sl_panel *s)
{
    return s->A->m - s->i * s->A->mb - s->offset;
}
/* The panels of the group of s up to s, in order. Returns their number. */
int sl_panel_group(const struct sl_panel *s, const struct sl_panel *panels[SL_MOST_GROUPED]);
/* Length of the longest chain of tasks from the update of column j with panel k to the end. Blocks
 * come one after the other. In a block, the panels to its left come first, each of them once. */
int sl_panel_priority(const struct sl_panel_plan *plan, int64_t block, int64_t k, int64_t j);

struct sl_panel_sweep {
    starling_matrix *A;
    const struct sl_panel_plan *plan;
    starling_sequence *seq;
    struct sl_panel *panels, *before; /* a ring of panels that later tasks read; the last panel */
    int64_t kept;                     /* size of the ring */
    int boundary;                     /* index of the next boundary of the plan */
    int64_t settled;                  /* delayed work of earlier steps is done */
    struct sl_early_rows *rows;       /* rows that are written back; NULL: none yet */
};

/* If there is no memory, the sequence fails. */
struct sl_panel_sweep sl_panel_sweep(starling_matrix *A, const struct sl_panel_plan *plan,
                                     starling_sequence *seq);
/* Panel k, which an earlier block has factored. */
const struct sl_panel *sl_panel_kept(const struct sl_panel_sweep *sweep, int64_t k);
/* Begins a block: its columns wait for some of the last panels of the block before, so that memory
 * holds one block at a time. */
void sl_panel_block(struct sl_panel_sweep *sweep, int64_t block);
/* Begins step k: makes the panel and the data that other columns read. */
struct sl_panel *sl_panel_begin(struct sl_panel_sweep *sweep, int64_t k);
/* After the task of the panel is inserted: frees the panels that no later task reads. */
void sl_panel_inserted(struct sl_panel_sweep *sweep, struct sl_panel *s);
/* Whether the delayed work of steps sweep->settled ... k - 1 is due before the updates of
 * step k. */
bool sl_panel_is_due(const struct sl_panel_sweep *sweep, int64_t k);
/* After this work: rows above step k are final. Writes them back if the plan says so. */
void sl_panel_settled(struct sl_panel_sweep *sweep, int64_t k);
/* After the last step and all delayed work: writes the rest back. */
void sl_panel_finish(struct sl_panel_sweep *sweep);

/* ---- Solutions with a factored matrix (solve_task.c) -------------------------------------- */

/* A step of a solution, on column v of B. T is the triangle of the panel in L or U, X the
 * rows of the panel in B, and Y the other rows of their tile. No transpose: X = T^-1 X,
 * then X updates Y. Transpose: Y updates X, then X = op(T)^-1 X. */
void sl_insert_solve(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starling_uplo uplo, starling_trans trans, struct sl_inverse inverse,
                     starling_matrix *B, int64_t v);
/* The operations of such a step: the solve with the triangle, and the product with the rest of its
 * tile. */
double sl_solve_flops(const struct sl_panel *s, starling_precision prec, int64_t rest,
                      int64_t columns);

#endif
