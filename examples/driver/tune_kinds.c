/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Rules that prune compiled kinds of a CUDA kernel, by what each needs and what the
 * device has. */

#include <stdio.h>
#include "tune.h"

/* One of the kinds for matrices of order n. */
struct query {
    const starling_kind *kinds, *one;
    int count;
    int64_t n;
};

static bool is_own(const struct query *q)
{
    return q->one->own;
}

/* Of the library's own, or of one before */
static bool is_alike(const struct query *q)
{
    for (const starling_kind *k = q->kinds; k < q->kinds + q->count; k++)
        if (k != q->one && (k < q->one || k->own) && k->rows >= q->n &&
            k->columns == q->one->columns && k->threads == q->one->threads &&
            k->registers == q->one->registers && k->shared == q->one->shared)
            return true;
    return false;
}

static bool few_rows(const struct query *q)
{
    return q->one->rows < q->n;
}

static bool many_threads(const struct query *q)
{
    return q->one->threads > q->one->most_threads;
}

static bool many_registers(const struct query *q)
{
    return q->one->threads * q->one->registers > q->one->most_registers;
}

static bool much_memory(const struct query *q)
{
    return q->one->shared > q->one->most_shared;
}

static bool none_resident(const struct query *q)
{
    return q->one->resident < 1;
}

/* Of another kind that could run */
static bool few_resident(const struct query *q)
{
    int64_t most = 0;
    for (int i = 0; i < q->count; i++) {
        struct query other = {q->kinds, &q->kinds[i], q->count, q->n};
        int64_t threads = other.one->resident * other.one->threads;
        if (!few_rows(&other) && threads > most)
            most = threads;
    }
    return 4 * q->one->resident * q->one->threads < most;
}

static const struct {
    const char *words;
    bool (*prunes)(const struct query *q);
} rules[] = {
    {"the kind that the library has", is_own},
    {"fewer rows than the matrix", few_rows},
    {"the same columns, threads and memory as of another kind", is_alike},
    {"more threads than the kernel may have", many_threads},
    {"more registers than a thread block may have", many_registers},
    {"more shared memory than a thread block may have", much_memory},
    {"no thread block has room on a multiprocessor", none_resident},
    {"threads on a multiprocessor: less than a quarter of another kind's",
     few_resident},
};
enum { RULES = sizeof rules / sizeof rules[0] };

const char *tune_kind_rule(int rule)
{
    return rule < RULES ? rules[rule].words : NULL;
}

int tune_kind_pruned(const starling_kind *kinds, int count, const starling_kind *one,
                     int64_t n)
{
    struct query q = {kinds, one, count, n};
    for (int r = 0; r < RULES; r++)
        if (rules[r].prunes(&q))
            return r + 1;
    return 0;
}

char *tune_kind_words(const starling_kind *kind, char text[160])
{
    snprintf(
        text, 160,
        "%lld rows, %lld columns: %lld threads, %lld registers, %lld bytes shared, "
        "%lld blocks",
        (long long)kind->rows, (long long)kind->columns, (long long)kind->threads,
        (long long)kind->registers, (long long)kind->shared, (long long)kind->resident);
    return text;
}
