/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A worker team: several cores work on the loops of one task. The task inserts helper
 * tasks. Idle workers run them, join the current loop, and stay until the task ends. No
 * core is reserved, and the task never waits for helpers to come. Loops are cut into
 * chunks. The chunks do not depend on the number of helpers, so results do not either. */

#ifndef SL_WORKER_TEAM_H
#define SL_WORKER_TEAM_H

#include <stdatomic.h>
#include "kernel.h"
#include "tuning.h"

struct sl_team {
    starpu_data_handle_t gate;
    int helpers;           /* most helpers */
    atomic_bool ended;     /* the task needs no more help */
    _Atomic uint64_t open; /* chunks that no member has taken, one bit each */
    atomic_int pending;    /* number of chunks that are not done */
    void (*work)(void *arg, int chunk);
    void *arg;
    uint32_t workers[(STARPU_NMAXWORKERS + 31) / 32]; /* workers that may help, one bit each */
};

/* Most chunks of a loop: one bit each. */
enum { SL_TEAM_CHUNKS = 64 };

/* Called by the task: from now on workers of its NUMA node may help. */
void sl_team_open(struct sl_team *team);
/* Calls work(arg, chunk) for chunks first ... end - 1, in any order and on any member.
 * Returns when all are done. */
void sl_team_run(struct sl_team *team, int first, int end, void (*work)(void *arg, int chunk),
                 void *arg);
void sl_team_close(struct sl_team *team);
/* Called by a helper: works until the task ends. It takes chunks from `start` on first. */
void sl_team_help(struct sl_team *team, int start);

/* Chunks of rows: rows of each, and their number. */
struct sl_chunks {
    int each, count;
};
static inline struct sl_chunks sl_chunks_of(int64_t rows, int least)
{
    int64_t even = (rows + SL_TEAM_CHUNKS - 1) / SL_TEAM_CHUNKS;
    int each = (int)SL_MAX(least, (even + 31) / 32 * 32);
    return (struct sl_chunks){each, (int)((rows + each - 1) / each)};
}
/* The most chunks of a loop over at most so many rows. */
static inline int64_t sl_most_chunks(int64_t rows, int least)
{
    return SL_MIN(SL_TEAM_CHUNKS, (rows + least - 1) / least);
}
/* Fewest columns of a chunk in products of an m x n matrix with vectors: fewer if they are long. */
static inline int sl_columns_of_chunk(int64_t m, int64_t n)
{
    int64_t fair = SL_VECTOR_ROWS * n / SL_MAX(1, m);
    return (int)SL_MAX(32, SL_MIN(SL_VECTOR_ROWS, (fair + 31) / 32 * 32));
}
/* The chunks of a panel. */
static inline struct sl_chunks sl_panel_chunks(int64_t m)
{
    return sl_chunks_of(m, SL_CHUNK_ROWS);
}
/* The chunks of the product in a step of a solution: of the other rows, or with a transpose
 * of the pivots' rows, which are few and long. */
static inline struct sl_chunks sl_solve_chunks(starling_trans trans, int64_t pivots, int64_t rest)
{
    return trans == STARLING_NOTRANS ? sl_chunks_of(rest, SL_CHUNK_ROWS)
                                     : sl_chunks_of(pivots, SL_CHUNK_PIVOTS);
}

#endif
