/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A loop over rows of a panel, or over columns of a matrix, which a team shares, and sums over
 * them. */

#ifndef SL_PANEL_LOOP_H
#define SL_PANEL_LOOP_H

#include <string.h>
#include "codelets/codelet.h"
#include "codelets/tuning.h"
#include "codelets/worker_team.h"

struct panel_loop {
    struct sl_team *team;
    struct sl_chunks chunks;
    int least;       /* rows of a chunk */
    int first, end;  /* the rows in work */
    scalar_t *parts; /* room for `most` sums of each chunk */
    int most;
};

/* Calls work(arg, chunk) for all rows first ... end - 1. */
static inline void loop_over(struct panel_loop *l, int first, int end, void (*work)(void *, int),
                             void *arg)
{
    l->first = first;
    l->end = end;
    l->chunks = sl_chunks_of(end - first, l->least);
    sl_team_run(l->team, 0, l->chunks.count, work, arg);
}

/* The rows of a chunk: their number and the first one. */
static inline int loop_rows(const struct panel_loop *l, int chunk, int *first)
{
    *first = l->first + chunk * l->chunks.each;
    return SL_MIN(l->chunks.each, l->end - *first);
}

/* Sums at .. at + n - 1 of a chunk = V^H x in these rows. v and x begin in the first one. */
static inline void loop_project(const struct panel_loop *l, int chunk, int at, int rows, int n,
                                const scalar_t *v, int ldv, const scalar_t *x)
{
    const scalar_t one = 1, zero = 0;
    if (n > 0)
        cblas_x(gemv)(CblasColMajor, CblasConjTrans, rows, n, SADDR(one), v, ldv, x, 1, SADDR(zero),
                      l->parts + (int64_t)chunk * l->most + at, 1);
}

/* w = the sums of all chunks */
static inline void loop_sum(const struct panel_loop *l, int n, scalar_t *w)
{
    for (int i = 0; i < n; i++) {
        scalar_t sum = 0;
        for (int c = 0; c < l->chunks.count; c++)
            sum += l->parts[i + (int64_t)c * l->most];
        w[i] = sum;
    }
}

/* x = the sum of `count` vectors, in the rows of this chunk. Vector c begins at vectors + c * next,
 * with the first row of the loop. */
static inline void loop_sum_vectors(const struct panel_loop *l, int chunk, int count,
                                    const scalar_t *vectors, int64_t next, scalar_t *x)
{
    int first, rows = loop_rows(l, chunk, &first);
    const scalar_t *v = vectors + first - l->first;
    memcpy(x, v, sizeof *x * (size_t)rows);
    for (int c = 1; c < count; c++)
        for (int i = 0; i < rows; i++)
            x[i] += v[i + c * next];
}

/* x = s x. BLAS libraries make 0 of NaN here. */
static inline void panel_scale(int n, scalar_t s, scalar_t *x)
{
    for (int i = 0; i < n; i++)
        x[i] *= s;
}

/* The reflector of rows first ... end - 1 of x, which become its result: v, with zeros above, its 1
 * and the rest, and tau. */
static inline scalar_t panel_reflector(int first, int end, scalar_t *x, scalar_t *v)
{
    scalar_t tau;
    int rows = end - first;
    LAPACKE_x(larfg_work)(rows, x + first, x + first + 1, 1, &tau);
    if (tau != tau)
        panel_scale(rows, tau, x + first);
    memset(v, 0, sizeof *v * (size_t)first);
    memcpy(v + first, x + first, sizeof *v * (size_t)rows);
    v[first] = 1;
    return tau;
}

#endif
