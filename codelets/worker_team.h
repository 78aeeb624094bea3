/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A task on a core that lets other cores work on its loops. No core is reserved and nobody is
 * waited for: the task asks for help in tasks of their own, workers that have nothing better
 * to do join it, at whichever loop it is then, and stay until it ends. A loop is cut into
 * chunks that do not depend on who takes them, so that its results do not either. */

#ifndef SL_WORKER_TEAM_H
#define SL_WORKER_TEAM_H

#include <stdatomic.h>
#include "kernel.h"
#include "tuning.h"

struct sl_team {
    starpu_data_handle_t gate;
    int helpers;           /* that may come */
    atomic_bool ended;     /* the task needs no more help */
    _Atomic uint64_t open; /* chunks that nobody has taken */
    atomic_int pending;    /* chunks that are not done */
    void (*work)(void *arg, int chunk);
    void *arg;
    uint32_t workers[(STARPU_NMAXWORKERS + 31) / 32]; /* bits: who may help */
};

/* As many chunks has a loop at most: one bit each. */
enum { SL_TEAM_CHUNKS = 64 };

/* In the task: from here on helpers come, from its own NUMA node. */
void sl_team_open(struct sl_team *team);
/* work(arg, chunk) for each chunk from first to end - 1, in any order and on any member; all
 * are done when it returns. */
void sl_team_run(struct sl_team *team, int first, int end, void (*work)(void *arg, int chunk),
                 void *arg);
void sl_team_close(struct sl_team *team);
/* A helper: works until the task ends, on chunks from `start` on where there are. */
void sl_team_help(struct sl_team *team, int start);

/* How rows are cut into chunks. */
struct sl_chunks {
    int each, count;
};
static inline struct sl_chunks sl_chunks_of(int64_t rows, int least)
{
    int64_t even = (rows + SL_TEAM_CHUNKS - 1) / SL_TEAM_CHUNKS;
    int each = (int)SL_MAX(least, (even + 31) / 32 * 32);
    return (struct sl_chunks){each, (int)((rows + each - 1) / each)};
}
/* Of a panel: high enough for the kernels of BLAS. */
static inline struct sl_chunks sl_panel_chunks(int64_t m)
{
    return sl_chunks_of(m, SL_CHUNK_ROWS);
}
/* Of the product that a step of a solution makes: the rest of its rows, or with a transpose those of
 * the pivots, which are few and long. */
static inline struct sl_chunks sl_solve_chunks(starling_trans trans, int64_t pivots, int64_t rest)
{
    return trans == STARLING_NOTRANS ? sl_chunks_of(rest, SL_CHUNK_ROWS)
                                     : sl_chunks_of(pivots, SL_CHUNK_PIVOTS);
}

#endif
