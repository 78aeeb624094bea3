/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Lower bounds of the time of a graph, in O(n log n) for n tasks of few types. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/bound.h"

enum { CORE, GPU, GRID = 32 };

/* Tasks of the same times. */
struct type {
    double s[2]; /* on a core, on a GPU; infinite: not there */
};

/* A task as the bounds see it. */
struct item {
    double s[2], head, tail;
    int64_t type;
};

/* All of them on a machine; types begin with those that GPUs accelerate most. */
struct instance {
    double workers[2];
    const struct item *task; /* in the order of the graph */
    struct item *item;       /* the same, or without what a limit forbids; in any order */
    int64_t items;
    struct type *type;
    int64_t types;
    bool has_memory; /* false: some was refused, and bounds are none */
};

static double best(const struct item *a)
{
    return fmin(a->s[CORE], a->s[GPU]);
}

static double acceleration(const struct item *a)
{
    return isinf(a->s[CORE]) || a->s[GPU] == 0 ? INFINITY : a->s[CORE] / a->s[GPU];
}

static int descending(double a, double b)
{
    return (a < b) - (a > b);
}

static int by_type(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int order = descending(acceleration(x), acceleration(y));
    order = order != 0 ? order : descending(x->s[CORE], y->s[CORE]);
    return order != 0 ? order : descending(x->s[GPU], y->s[GPU]);
}

static int by_head(const void *a, const void *b)
{
    return descending(((const struct item *)a)->head, ((const struct item *)b)->head);
}

static int ascending(const void *a, const void *b)
{
    return descending(*(const double *)b, *(const double *)a);
}

/* The tasks' times on the kinds of workers there are; false: one is unknown or infinite. */
static bool read_times(struct instance *p, const struct recording *graph, struct item *task)
{
    for (int w = 0; w < graph->workers; w++)
        p->workers[graph->worker[w].gpu ? GPU : CORE]++;
    for (int64_t i = 0; i < p->items; i++) {
        const starling_task *t = &graph->task[i];
        task[i].s[CORE] = p->workers[CORE] > 0 ? t->cpu_s : INFINITY;
        task[i].s[GPU] = p->workers[GPU] > 0 ? t->cuda_s : INFINITY;
        if (isnan(task[i].s[CORE]) || isnan(task[i].s[GPU]) || isinf(best(&task[i])))
            return false;
    }
    return true;
}

/* Heads forward and tails backward: predecessors come first. Returns the longest path. */
static double find_paths(struct item *task, const struct recording *graph)
{
    double longest = 0;
    for (int64_t i = 0; i < graph->tasks; i++)
        for (int64_t k = 0; k < graph->task[i].predecessors; k++) {
            const struct item *before = &task[graph->task[i].predecessor[k]];
            task[i].head = fmax(task[i].head, before->head + best(before));
        }
    for (int64_t i = graph->tasks - 1; i >= 0; i--) {
        const struct item *after = &task[i];
        for (int64_t k = 0; k < graph->task[i].predecessors; k++) {
            struct item *before = &task[graph->task[i].predecessor[k]];
            before->tail = fmax(before->tail, best(after) + after->tail);
        }
        longest = fmax(longest, after->head + best(after) + after->tail);
    }
    return longest;
}

/* The tasks without the kinds of workers on which they would end too late; false: one is left
 * without any. Heads and tails are to be found anew. */
static bool limit(struct instance *p, double time)
{
    bool possible = true;
    for (int64_t i = 0; i < p->items; i++) {
        const struct item *t = &p->task[i];
        struct item *item = &p->item[i];
        *item = (struct item){.s = {t->s[CORE], t->s[GPU]}};
        for (int kind = CORE; kind <= GPU; kind++)
            if (t->head + t->s[kind] + t->tail > time)
                item->s[kind] = INFINITY;
        possible &= !isinf(best(item));
    }
    return possible;
}

static void find_types(struct instance *p)
{
    p->types = 0;
    qsort(p->item, (size_t)p->items, sizeof *p->item, by_type);
    for (int64_t i = 0; i < p->items; i++) {
        if (i == 0 || by_type(&p->item[i - 1], &p->item[i]) != 0)
            p->type[p->types++] = (struct type){{p->item[i].s[CORE], p->item[i].s[GPU]}};
        p->item[i].type = p->types - 1;
    }
}

/* Sets a core's and a GPU's share when the last type that GPUs take is shared, accelerated by
 * `rate` (0: none is, and the kind with more to do alone counts). */
static void set_weights(const struct instance *p, double rate, const double work[2],
                        double weight[2])
{
    double cores = p->workers[CORE], gpus = p->workers[GPU];
    bool longer = work[CORE] * gpus > work[GPU] * cores || gpus == 0;
    weight[CORE] = rate > 0 ? 1 / (cores + rate * gpus) : longer ? 1 / cores : 0;
    weight[GPU] = gpus > 0 ? (1 - cores * weight[CORE]) / gpus : 0;
}

/* The area bound of so many tasks of each type: all is on the cores that can be, and moves to
 * the GPUs until they have as much to do. */
static double area(const struct instance *p, const double count[], double weight[2])
{
    double work[2] = {0, 0}, rate = 0;
    for (int64_t t = 0; t < p->types; t++) {
        bool core = isfinite(p->type[t].s[CORE]);
        if (count[t] > 0)
            work[core ? CORE : GPU] += count[t] * p->type[t].s[core ? CORE : GPU];
    }
    for (int64_t t = 0; t < p->types && rate == 0; t++) {
        const double *s = p->type[t].s;
        if (isinf(s[CORE]) || isinf(s[GPU]))
            continue;
        /* (cores' work - x core) / cores = (GPUs' work + x GPU) / GPUs */
        double x = (work[CORE] * p->workers[GPU] - work[GPU] * p->workers[CORE]) /
                   (s[CORE] * p->workers[GPU] + s[GPU] * p->workers[CORE]);
        if (!(x > 0))
            continue;
        if (x <= count[t])
            rate = s[CORE] / s[GPU];
        x = fmin(x, count[t]);
        work[CORE] -= x * s[CORE];
        work[GPU] += x * s[GPU];
    }
    if (weight)
        set_weights(p, rate, work, weight);
    return fmax(work[CORE] > 0 ? work[CORE] / p->workers[CORE] : 0,
                work[GPU] > 0 ? work[GPU] / p->workers[GPU] : 0);
}

static void quantiles(double sorted[], int64_t n, double q[GRID])
{
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    for (int64_t i = 0; i < GRID; i++)
        q[i] = sorted[i * n / GRID];
}

/* The largest i with q[i] <= value. */
static int64_t place(const double q[GRID], double value)
{
    int64_t i = GRID - 1;
    while (i > 0 && q[i] > value)
        i--;
    return i;
}

/* The best of h + area(S) + q. Tasks come in by falling head; count[j] has those of the j-th
 * class of tails by type, and `sum` adds the classes up by falling tail. */
static double mixed(struct instance *p, double *sorted, double *count, double *sum)
{
    double h[GRID], q[GRID], most = 0;
    int64_t in = 0;
    for (int64_t i = 0; i < p->items; i++)
        sorted[i] = p->item[i].head;
    quantiles(sorted, p->items, h);
    for (int64_t i = 0; i < p->items; i++)
        sorted[i] = p->item[i].tail;
    quantiles(sorted, p->items, q);
    qsort(p->item, (size_t)p->items, sizeof *p->item, by_head);
    for (int i = GRID - 1; i >= 0; i--) {
        for (; in < p->items && p->item[in].head >= h[i]; in++)
            count[place(q, p->item[in].tail) * p->types + p->item[in].type]++;
        for (int64_t t = 0; t < p->types; t++)
            sum[t] = 0;
        for (int j = GRID - 1; j >= 0; j--) {
            for (int64_t t = 0; t < p->types; t++)
                sum[t] += count[j * p->types + t];
            double least = area(p, sum, NULL);
            if (least > 0) /* else S may be empty, and nothing follows */
                most = fmax(most, h[i] + least + q[j]);
        }
    }
    return most;
}

/* Tile (i, j) of the source; NULL: a task writes something else (the inverse of a tile, too), or
 * nothing that is loaded. */
static struct item *tile_of(const struct source *s, struct item *tile, const starling_task *t)
{
    int64_t rows = s->m - t->i * s->mb, columns = s->n - t->j * s->nb;
    if (t->i < 0 || t->j < 0 || rows <= 0 || columns <= 0 || t->flops <= 0 ||
        strstr(t->name, "trtri_diag"))
        return NULL;
    struct item *item = &tile[t->i + t->j * ((s->m - 1) / s->mb + 1)];
    item->s[GPU] = s->element * (double)(rows < s->mb ? rows : s->mb) *
                   (double)(columns < s->nb ? columns : s->nb) / s->rate;
    return item;
}

/* The links as the only GPU. Before the tasks are sorted. NaN: no memory. */
static double load(const struct instance *p, const struct recording *graph)
{
    const struct source *s = &graph->source;
    double bound = NAN;
    if (!(s->rate > 0) || p->workers[GPU] == 0 || s->m <= 0 || s->n <= 0)
        return 0;
    int64_t tiles = ((s->m - 1) / s->mb + 1) * ((s->n - 1) / s->nb + 1);
    struct instance bus = {.workers = {p->workers[CORE], 1}};
    struct item *tile = calloc((size_t)tiles, sizeof *tile);
    double *count = calloc((size_t)tiles, sizeof *count);
    bus.type = calloc((size_t)tiles, sizeof *bus.type);
    if (tile && count && bus.type) {
        for (int64_t i = 0; i < p->items; i++) {
            struct item *written = tile_of(s, tile, &graph->task[i]);
            if (written)
                written->s[CORE] += p->item[i].s[CORE];
        }
        for (int64_t i = 0; i < tiles; i++) /* those that tasks write */
            if (tile[i].s[GPU] > 0)
                tile[bus.items++] = tile[i];
        bus.item = tile;
        find_types(&bus);
        for (int64_t i = 0; i < bus.items; i++)
            count[tile[i].type]++;
        bound = area(&bus, count, NULL);
    }
    free(tile);
    free(count);
    free(bus.type);
    return bound;
}

/* The bounds of tasks that all end in that time, without the last one; infinite where
 * they cannot. */
static struct bound bounds_within(struct instance *p, const struct recording *graph, double time)
{
    struct bound b = {.bound_s = INFINITY};
    if (!limit(p, time))
        return b;
    b.path_s = find_paths(p->item, graph);
    b.load_s = load(p, graph);
    find_types(p);
    double *sorted = calloc((size_t)p->items, sizeof *sorted);
    double *count = calloc((size_t)p->types * GRID, sizeof *count);
    double *sum = calloc((size_t)p->types, sizeof *sum);
    p->has_memory &= sorted && count && sum && !isnan(b.load_s);
    if (p->has_memory) {
        for (int64_t i = 0; i < p->items; i++)
            sum[p->item[i].type]++;
        b.area_s = area(p, sum, b.weight);
        b.mixed_s = mixed(p, sorted, count, sum);
        b.bound_s = fmax(fmax(b.area_s, b.load_s), fmax(b.path_s, b.mixed_s));
    }
    free(sorted);
    free(count);
    free(sum);
    return b;
}

/* The least time that is not below the bound it leads to, or up to one part in a thousand less;
 * `bound` is the one without a limit. */
static double least_limit(struct instance *p, const struct recording *graph, double bound)
{
    const double exact = 1e-3, step = 1.1;
    double low = bound, high = INFINITY, time = bound;
    while (p->has_memory && high - low > exact * low) {
        double within = bounds_within(p, graph, time).bound_s;
        if (within > time) { /* all takes longer */
            low = time;
        } else { /* longer, or what this says of shorter */
            low = fmax(low, within);
            high = time;
        }
        time = isinf(high) ? step * low : (low + high) / 2;
    }
    return low;
}

struct bound bound_of(const struct recording *graph)
{
    const struct bound none = {NAN, NAN, NAN, NAN, NAN, {NAN, NAN}};
    struct bound b = none;
    struct instance p = {.items = graph->tasks, .has_memory = true};
    struct item *task = calloc((size_t)graph->tasks + 1, sizeof *task);
    p.item = calloc((size_t)graph->tasks + 1, sizeof *p.item);
    p.type = calloc((size_t)graph->tasks + 1, sizeof *p.type);
    p.task = task;
    if (p.items > 0 && task && p.item && p.type && read_times(&p, graph, task)) {
        find_paths(task, graph);
        b = bounds_within(&p, graph, INFINITY);
        b.bound_s = least_limit(&p, graph, b.bound_s);
        if (!p.has_memory)
            b = none;
    }
    free(task);
    free(p.item);
    free(p.type);
    return b;
}
