/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The order in which a core computes the matrices of a chunk: large ones, and then small ones in
 * groups of equal shape, which fill the lanes of vectors. */

#ifndef SL_GROUPS_H
#define SL_GROUPS_H

#include "chunk.h"
#include "lanes_common.h"

/* So many matrices are sorted at a time. */
enum { SORTED = 4096 };
enum { SHAPES = (MOST_IN_LANES + 1) * (MOST_IN_LANES + 1) };

struct groups {
    const struct chunk *chunk;
    int64_t begin, end; /* the matrices that are sorted */
    int next, count;    /* the next one, and how many are in order[] */
    int order[SORTED];  /* from `begin` */
};

/* Matrices that are computed together: in lanes if they are small; then they have one shape. */
struct group {
    bool small;
    int m, n;
    int64_t begin, count;
    const int *order; /* NULL: as they stand */
};

static inline int64_t in_group(const struct group *g, int64_t k)
{
    return g->begin + (g->order ? g->order[k] : k);
}

static inline bool is_small(int64_t m, int64_t n)
{
    return m <= MOST_IN_LANES && n <= MOST_IN_LANES;
}
/* A number for each shape of a small matrix, which is not 0; 0 for large ones. */
static inline int shape_of(struct sl_place a)
{
    return is_small(a.m, a.n) ? a.m * (MOST_IN_LANES + 1) + a.n : 0;
}

/* Sorts matrices from `begin` on by counting. Those without elements have info 0 and no place. */
static inline void sort_by_shape(struct groups *g)
{
    int start[SHAPES + 1] = {0};
    g->end = SL_MIN(g->begin + SORTED, g->chunk->count);
    for (int64_t i = g->begin; i < g->end; i++) {
        struct sl_place a = a_of(g->chunk, i);
        if (a.m > 0 && a.n > 0)
            start[shape_of(a) + 1]++;
        else if (g->chunk->info)
            g->chunk->info[i] = 0;
    }
    for (int s = 0; s < SHAPES; s++)
        start[s + 1] += start[s];
    g->next = 0;
    g->count = start[SHAPES];
    for (int64_t i = g->begin; i < g->end; i++) {
        struct sl_place a = a_of(g->chunk, i);
        if (a.m > 0 && a.n > 0)
            g->order[start[shape_of(a)]++] = (int)(i - g->begin);
    }
}

/* For the first call all is 0 but the chunk, which has matrices. False: there is no group left. */
static inline bool next_group(struct groups *g, struct group *group)
{
    const struct chunk *c = g->chunk;
    if (!c->args->each[SL_BATCH_A]) { /* all have one shape */
        struct sl_place a = a_of(c, 0);
        bool more = g->end < c->count;
        g->end = c->count;
        *group = (struct group){is_small(a.m, a.n), a.m, a.n, 0, c->count, NULL};
        return more;
    }
    while (g->next == g->count && g->end < c->count) {
        g->begin = g->end;
        sort_by_shape(g);
    }
    if (g->next == g->count)
        return false;
    const int *first = g->order + g->next;
    struct sl_place a = a_of(c, g->begin + *first);
    int some = 1;
    while (g->next + some < g->count && shape_of(a_of(c, g->begin + first[some])) == shape_of(a))
        some++;
    *group = (struct group){is_small(a.m, a.n), a.m, a.n, g->begin, some, first};
    g->next += some;
    return true;
}

/* Where Hermitian matrices have their elements */
static inline enum region triangle_of(const struct chunk *c)
{
    return c->args->uplo == STARLING_UPPER ? UPPER : LOWER;
}

/* What is done with matrices of a group in lanes, which have as many right-hand sides, and with
 * large matrix i */
typedef void in_lanes(const struct chunk *c, const struct group *group, int sides, void *room);
typedef void alone(const struct chunk *c, int64_t i);

/* Those from number k on, one after the other, with as many right-hand sides. */
static inline struct group equal_sides(const struct chunk *c, const struct group *group, int64_t k,
                                       int *sides)
{
    bool there = c->args->buffer[SL_BATCH_B] >= 0, vary = there && c->args->each[SL_BATCH_B];
    struct group some = *group;
    some.count = vary ? 1 : group->count - k;
    *sides = there ? b_of(c, in_group(group, k)).n : 0;
    while (k + some.count < group->count && b_of(c, in_group(group, k + some.count)).n == *sides)
        some.count++;
    if (group->order)
        some.order = group->order + k;
    else
        some.begin = group->begin + k;
    return some;
}

/* Computes all matrices of a chunk. */
static inline void by_groups(const struct chunk *c, in_lanes *small, alone *large)
{
    struct groups groups = {.chunk = c};
    struct group group;
    LANES_ROOM(room);
    while (next_group(&groups, &group)) {
        for (int64_t k = 0; k < group.count && !group.small; k++)
            large(c, in_group(&group, k));
        for (int64_t k = 0; k < group.count && group.small;) {
            int sides;
            struct group some = equal_sides(c, &group, k, &sides);
            small(c, &some, sides, room);
            k += some.count;
        }
    }
}

#endif
