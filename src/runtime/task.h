/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tasks: submission, data, recordings and temporary data. */

#ifndef SL_TASK_H
#define SL_TASK_H

#include "sequence.h"

/* ---- Tasks --------------------------------------------------------------------------- */

enum { SL_MAX_HANDLES = 16, SL_LISTS = 4 };
struct sl_datum {
    starpu_data_handle_t handle;
    enum starpu_data_access_mode mode;
};
struct sl_list {
    const starpu_data_handle_t *handle;
    int64_t count;
    enum starpu_data_access_mode mode;
};
struct sl_task {
    starling_sequence *seq;
    struct starpu_codelet *cl;
    const void *args; /* copied */
    size_t args_size;
    int priority;
    double flops;
    sl_tile at; /* the tile that is written; its coordinates name the task */
    struct sl_datum data[SL_MAX_HANDLES]; /* up to the first NULL */
    struct sl_list list[SL_LISTS];        /* after these */
    uint32_t *workers; /* workers that may run it, as StarPU's bits; NULL: all */
    bool gpu_only;     /* not on cores if there is a GPU: it does little work on data that are there */
    bool cpu_only;     /* its data stay in main memory */
    const struct sl_datum *union_of; /* of a chain: its data, instead of those above; else NULL */
    int union_count;
};

/* There is a GPU that must run it. */
static inline bool sl_needs_gpu(const struct sl_task *t)
{
    return t->gpu_only && sl_has_cuda() && t->cl->cuda_funcs[0];
}

/* Tile t and the tiles below it. */
static inline struct sl_list sl_column_from(sl_tile t, enum starpu_data_access_mode mode)
{
    return (struct sl_list){&t.of->tile[t.i + t.j * t.of->mt], t.of->mt - t.i, mode};
}

/* The data of a task, in the order of the kernel's buffers. */
static inline int sl_fixed_data(const struct sl_task *t)
{
    int count = 0;
    while (count < SL_MAX_HANDLES && t->data[count].handle)
        count++;
    return count;
}
/* Adds a datum before the lists. Returns its position, or -1 if the handle is NULL: the task has no
 * such datum. */
static inline int sl_add_datum(struct sl_task *t, starpu_data_handle_t handle,
                               enum starpu_data_access_mode mode)
{
    int count = sl_fixed_data(t);
    t->data[count] = (struct sl_datum){handle, mode};
    return handle ? count : -1;
}
static inline int sl_data_count(const struct sl_task *t)
{
    int64_t count = sl_fixed_data(t);
    if (t->union_of)
        return t->union_count;
    for (int l = 0; l < SL_LISTS; l++)
        count += t->list[l].count;
    return (int)count;
}
static inline struct sl_datum sl_datum_of(const struct sl_task *t, int i)
{
    int fixed = sl_fixed_data(t);
    const struct sl_list *list = t->list;
    if (t->union_of)
        return t->union_of[i];
    if (i < fixed)
        return t->data[i];
    for (i -= fixed; i >= list->count; list++)
        i -= (int)list->count;
    return (struct sl_datum){list->handle[i], list->mode};
}

/* Submits a task; there is no other way. A sequence that has failed takes no more tasks.
 * The sequence keeps errors, so algorithms need no checks. False: the task will not run. */
bool sl_submit(const struct sl_task *task);

/* Fills in the rest of the head of a task's arguments. */
static inline void sl_complete_args(const struct sl_task *t, int64_t number, struct sl_args *args)
{
    args->seq = t->seq;
    args->index = -1;
    args->number = number;
    args->flops = t->flops;
    args->data = sl_data_count(t);
    for (int i = 0; i < 2; i++)
        args->scale[i] = t->seq->scale[i];
    if (args->scale[0] > 0)
        args->variant ^= SL_SPLIT_VARIANT;
}

/* ---- Chains (chain.c) ----------------------------------------------------------------------- */

/* The tasks that are submitted until sl_chain_end() become one task, of codelet cl. It runs their
 * kernels one after another, which saves the time from the end of a task to the start of the next.
 * It is for tasks that depend on each other, or are too small to gain from running side by side. With
 * a GPU it runs there. If the sequence fails before the end, no part runs.
 * cl is one of SL_CODELET_CHAIN (codelets/chain.h). For each kind of worker that it has a kernel
 * for, all parts have one, too. NULL: no chain, and the tasks are submitted one by one.
 * Until the end there is no sl_submit_info(), no sl_write_back() and no worker team. */
void sl_chain_begin(starling_sequence *seq, struct starpu_codelet *cl);
void sl_chain_end(starling_sequence *seq);

/* For submit.c and task.c: */
struct sl_chain {
    struct sl_task task; /* the whole */
    struct sl_chain_args *args;
    struct sl_datum *data;
    int found; /* the last place that a search has found */
    starpu_data_handle_t *freed; /* temporary data to be freed at the end */
    int freed_count;
};
bool sl_chain_add(const struct sl_task *task); /* to the chain of its sequence; false: it failed */
/* Keeps a temporary datum until the chain has been submitted. False: it can be freed now. */
bool sl_chain_keep(starling_sequence *seq, starpu_data_handle_t handle);
const struct sl_task *sl_chain_task(struct sl_chain *chain); /* NULL: it has no parts */
void sl_chain_free(struct sl_chain *chain);

/* ---- Other tasks ---------------------------------------------------------------------------- */

/* Inserts a task without a worker. Tasks that write `tile` from now on begin after the tasks that were
 * submitted for `datum`, or with mode RW, while nothing else uses it. False: it was not taken. */
bool sl_submit_order(starling_sequence *seq, starpu_data_handle_t datum,
                     enum starpu_data_access_mode mode, sl_tile tile);

/* Tasks that the calling thread runs (caller.c). SL_NOT_RUN: it is the caller's, but there was a
 * failure. */
enum sl_caller { SL_NOT_CALLERS, SL_RUN, SL_NOT_RUN };
enum sl_caller sl_run_by_caller(const struct sl_task *task);

/* Tile t has its final value: writes it back to the user's array while other tasks run. */
void sl_write_back(starling_sequence *seq, sl_tile t);
/* The same of all tiles of A. */
void sl_write_back_all(starling_sequence *seq, starling_matrix *A);

/* Reads an int of the graph when it is written, without a worker. If it is not 0, it is a
 * numerical failure with the key `key` + value. */
void sl_submit_info(starling_sequence *seq, starpu_data_handle_t info, int64_t key, bool stops);

/* A value of sl_args.size that joins similar heights, a quarter of an octave, in one
 * performance model. Else each step of a factorization would have its own model, with one
 * measurement a run. */
uint32_t sl_size_class(int64_t rows, int64_t columns);

/* Tasks submitted from now on belong to this step of the outer loop. With several processes it waits
 * for the tasks of earlier steps, all but the last SL_WINDOW. */
void sl_step(starling_sequence *seq, int64_t step);

/* The owner of tile t will read the datum in a later task, more urgent than those that other
 * processes submit before. */
void sl_reads_first(starpu_data_handle_t datum, sl_tile t);

/* ---- Recordings (record.c), for sequence.c and submit.c ----------------------------------- */

bool sl_record_open(starling_sequence *seq, starling_recording how); /* false: no memory */
/* Returns the number of tasks, -1: there was no memory. */
int64_t sl_record_tasks(starling_sequence *seq, const starling_task **tasks);
/* Records a task before it is submitted. Returns its index, -1: no memory. The mutex is
 * held. */
int64_t sl_record_task(starling_sequence *seq, const struct sl_task *t,
                       struct starpu_task *task);
/* Called in the callback of the task: records where and when it ran. The mutex is held. */
void sl_record_done(starling_sequence *seq, int64_t index);
void sl_record_forget(starling_sequence *seq, starpu_data_handle_t handle);
bool sl_record_only(const starling_sequence *seq); /* tasks are recorded but not run */
void sl_record_free(starling_sequence *seq);

/* ---- Temporary data of an operation, freed after the tasks submitted so far -------------- */

starpu_data_handle_t sl_temporary(int64_t m, int64_t n, size_t size);
/* m x n, which kernels fill from the left (codelets/growing.h): a copy to another memory moves only what
 * that one lacks, in rows `top` to m - 1, as a rule `step` columns. Not for several processes, whose
 * messages have the whole matrix. */
starpu_data_handle_t sl_growing(int64_t m, int64_t n, size_t size, int64_t top, int64_t step);
/* A vector, or NULL if it is empty. Use one size for all steps, so that StarPU keeps the
 * memory. */
starpu_data_handle_t sl_workspace(starling_precision prec, int64_t elements);
void sl_temporary_free(starling_sequence *seq, starpu_data_handle_t handle);

#endif
