/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Chains: tasks that are collected to become one task. Between two tasks that depend on each
 * other, a GPU is idle until a worker has seen the end of the first one. Between two parts of a
 * chain it is not, for their kernels are in one stream. Many small tasks cost the host more time
 * than one. sl_chain_end() is in submit.c. */

#include <stdlib.h>
#include <string.h>
#include "codelets/chain.h"
#include "task.h"

void sl_chain_begin(starling_sequence *seq, struct starpu_codelet *cl)
{
    if (!cl || sl_is_cluster() || sl_failed(seq))
        return;
    struct sl_chain *chain = calloc(1, sizeof *chain);
    struct sl_chain_args *args = calloc(1, sizeof *args);
    if (!chain || !args) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        free(chain);
        free(args);
        return;
    }
    args->head.variant = 2166136261u; /* a hash, FNV-1a */
    chain->args = args;
    chain->task = (struct sl_task){.seq = seq, .cl = cl, .args_size = sizeof *args,
                                   .gpu_only = true};
    seq->chain = chain;
}

/* Enlarges an array; false: no memory, and it is as it was. */
static bool enlarge(void *array, size_t size)
{
    void **a = array, *larger = realloc(*a, size);
    *a = larger ? larger : *a;
    return larger;
}

/* The place of a handle in the data of the chain, or behind them. Parts have many data in the same
 * order, so the search begins behind the last place. */
static int find(struct sl_chain *c, starpu_data_handle_t handle)
{
    int count = c->task.union_count;
    for (int i = 0; i < count; i++) {
        c->found = c->found + 1 < count ? c->found + 1 : 0;
        if (c->data[c->found].handle == handle)
            return c->found;
    }
    return count;
}

/* The data of the chain are those of all parts, each once. A datum that a part overwrites before any
 * reads it needs no value before the chain. Returns the place. */
static int place_of(struct sl_chain *c, struct sl_datum datum)
{
    int place = find(c, datum.handle);
    if (place == c->task.union_count)
        c->data[c->task.union_count++] = datum;
    else if (c->data[place].mode != STARPU_W)
        c->data[place].mode |= datum.mode;
    return place;
}

/* What the chain as a task has from its parts. The model of a chain knows the size of the first
 * part, and the variants of all. */
static void add_to_whole(struct sl_task *whole, const struct sl_task *t, struct sl_args *head,
                         bool first)
{
    const struct sl_args *args = t->args;
    head->variant = (head->variant ^ args->variant) * 16777619u;
    head->size = first ? args->size : head->size;
    whole->at = first ? t->at : whole->at;
    whole->priority = first ? t->priority : SL_MAX(whole->priority, t->priority);
    whole->workers = whole->workers ? whole->workers : t->workers;
    whole->flops += t->flops;
}

/* Whether a worker that can run the chain can run this part. */
static bool runs_where(const struct starpu_codelet *chain, const struct starpu_codelet *part)
{
    return (!chain->cpu_funcs[0] || part->cpu_funcs[0]) &&
           (!chain->cuda_funcs[0] || part->cuda_funcs[0]);
}

bool sl_chain_add(const struct sl_task *t)
{
    struct sl_chain *c = t->seq->chain;
    struct sl_task *whole = &c->task;
    int count = sl_data_count(t);
    struct sl_part head = {.cl = t->cl, .args_size = sl_aligned(t->args_size),
                           .places_size = sl_aligned((size_t)count * sizeof(int))};
    size_t size = whole->args_size + sizeof head + head.args_size + head.places_size;
    size_t data = (size_t)(whole->union_count + count + 1) * sizeof *c->data;
    bool runs = runs_where(whole->cl, t->cl);
    if (!runs || !enlarge(&c->args, size) || !enlarge(&c->data, data)) {
        sl_sequence_error(t->seq, runs ? STARLING_ENOMEM : STARLING_ENOWORKER);
        return false;
    }
    struct sl_part *part = (void *)((char *)c->args + whole->args_size);
    *part = head;
    memcpy(sl_part_args(part), t->args, t->args_size);
    sl_complete_args(t, 0, sl_part_args(part));
    for (int i = 0; i < count; i++)
        sl_part_places(part)[i] = place_of(c, sl_datum_of(t, i));
    add_to_whole(whole, t, &c->args->head, c->args->parts++ == 0);
    whole->args_size = size;
    return true;
}

bool sl_chain_keep(starling_sequence *seq, starpu_data_handle_t handle)
{
    struct sl_chain *c = seq->chain;
    if (!c)
        return false;
    if (!enlarge(&c->freed, (size_t)(c->freed_count + 1) * sizeof *c->freed)) {
        sl_sequence_error(seq, STARLING_ENOMEM); /* then the chain is not submitted */
        return false;
    }
    c->freed[c->freed_count++] = handle;
    return true;
}

const struct sl_task *sl_chain_task(struct sl_chain *chain)
{
    chain->task.args = chain->args;
    chain->task.union_of = chain->data;
    return chain->args->parts > 0 ? &chain->task : NULL;
}

void sl_chain_free(struct sl_chain *chain)
{
    free(chain->args);
    free(chain->data);
    free(chain->freed);
    free(chain);
}
