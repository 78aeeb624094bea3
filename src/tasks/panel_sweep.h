/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Factorizations by panels: a block column is factored, then the columns right of it are updated
 * with it (LU; QR, where what is said of L here is V, and the reductions to band form). The plan is
 * all that is about speed: it is filled before the loop, from shapes and the machine. The sweep
 * carries it out, so that the loop itself has the equations alone. */

#ifndef SL_PANEL_SWEEP_H
#define SL_PANEL_SWEEP_H

#include "src/runtime/tuning.h"
#include "tasks.h"

enum { SL_BOUNDARIES = 64 };

struct sl_panel_plan {
    int64_t steps, columns; /* panels, and columns of tiles */
    int64_t block;          /* columns that memory holds at a time: all, or fewer, one block after
                               another, each with what all panels left of it do to it */
    int group;              /* panels that update a column together, at most; 1: each alone. More
                               only if fused */
    int64_t groups_end;     /* groups begin before this step */
    bool fused;             /* a panel's task makes the last update of its column, too */
    bool copied;            /* of a factored column only the rows that others need travel */
    bool transposed;        /* rows of columns still to be factored are in transposed tiles ... */
    bool transposed_first;  /* ... and are so before the first update */
    bool early_rows;        /* finished rows are written back before the rest */
    int boundaries;         /* steps before which delayed work on earlier ones is due; none where
                               columns are in blocks, for later ones read L as it was */
    int64_t boundary[SL_BOUNDARIES];
};

/* The first step is alone, for nobody would have anything to do. Those after it are in groups: 1 ...
 * group, and so on. Whether the columns right of panel k wait for panel k + 1, to be updated with
 * both. */
bool sl_plan_defers(const struct sl_panel_plan *plan, int64_t k);
/* The columns of the block that begins with column `block` that panel k updates: first ... end - 1. */
int64_t sl_plan_first(const struct sl_panel_plan *plan, int64_t block, int64_t k);
int64_t sl_plan_end(const struct sl_panel_plan *plan, int64_t block, int64_t k);
/* Fills in the boundaries: `next` is the one after step k, from the steps and the number of
 * boundaries so far. */
void sl_plan_boundaries(struct sl_panel_plan *plan,
                        int64_t (*next)(const struct sl_panel_plan *plan, int64_t k));

/* Panel k: rows k nb and below. They begin in tile row i, `offset` rows below its top: square
 * tiles begin there (offset 0), block columns are all of one tile row. */
struct sl_panel {
    starling_matrix *A;
    const struct sl_panel_plan *plan; /* NULL: A is factored */
    int64_t k, i, offset;
    int64_t order;               /* of the panel's triangle */
    starpu_data_handle_t L;      /* what other columns read of it ... */
    int64_t above;               /* ... and how many rows of L are above the triangle */
    bool copied;                 /* L is a copy, which the panel's task makes */
    starpu_data_handle_t ipiv;   /* its interchanges; NULL: none */
    struct sl_inverse inverse;   /* of the triangle */
    struct sl_panel *group;      /* the one before, if columns are updated with both together */
};
struct sl_panel sl_panel_of(starling_matrix *A, int64_t k);
static inline int64_t sl_panel_steps(const starling_matrix *A)
{
    int64_t order = SL_MIN(A->m, A->n);
    return order / A->nb + (order % A->nb != 0);
}
static inline int64_t sl_panel_rows(const struct sl_panel *s)
{
    return s->A->m - s->k * s->A->nb;
}
/* The panels that update together with s, in order, s itself the last one; how many they are. */
int sl_panel_group(const struct sl_panel *s, const struct sl_panel *panels[SL_MOST_GROUPED]);
/* Length of the longest chain of tasks from the update of column j with panel k to the end. Panels
 * left of the block count as its first one: the block before is more urgent. */
int sl_panel_priority(const starling_matrix *A, int64_t block, int64_t k, int64_t j);

struct sl_panel_sweep {
    starling_matrix *A;
    const struct sl_panel_plan *plan;
    starling_sequence *seq;
    struct sl_panel *panels, *before; /* those that are still to be read, in a ring; the last */
    int64_t kept;                     /* so many */
    int boundary;                                       /* the next of the plan */
    int64_t settled;                                    /* steps whose delayed work is done */
    struct sl_early_rows *rows;                         /* written back, NULL: none yet */
};

/* Without memory the sequence fails. */
struct sl_panel_sweep sl_panel_sweep(starling_matrix *A, const struct sl_panel_plan *plan,
                                     starling_sequence *seq);
/* Panel k of a block before, which is kept. */
const struct sl_panel *sl_panel_kept(const struct sl_panel_sweep *sweep, int64_t k);
/* Begins step k: the next panel, and the data others read of it. */
struct sl_panel *sl_panel_begin(struct sl_panel_sweep *sweep, int64_t k);
/* The panel's task is inserted: what nobody reads any more is freed. */
void sl_panel_inserted(struct sl_panel_sweep *sweep, struct sl_panel *s);
/* Whether delayed work of steps sweep->settled ... k - 1 is due before the updates of step k. */
bool sl_panel_is_due(const struct sl_panel_sweep *sweep, int64_t k);
/* It is done: rows above step k are final, and are written back if the plan says so. */
void sl_panel_settled(struct sl_panel_sweep *sweep, int64_t k);
/* After the last step, when all delayed work is inserted: the rest is written back. */
void sl_panel_finish(struct sl_panel_sweep *sweep);

#endif
