/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tasks: the one way they are submitted, their data, recordings and temporaries. */

#ifndef SL_TASK_H
#define SL_TASK_H

#include "sequence.h"

/* ---- Tasks --------------------------------------------------------------------------- */

enum { SL_MAX_HANDLES = 16, SL_LISTS = 2 };
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
    sl_tile at; /* the written tile: names, owner, coordinates */
    struct sl_datum data[SL_MAX_HANDLES]; /* up to the first NULL */
    struct sl_list list[SL_LISTS];        /* after these */
    uint32_t *workers; /* the only ones that may take it: bits, as StarPU's; NULL: all */
    bool gpu_only;     /* for it does little with data that are in GPUs' memory */
};

/* A tile and those below it. */
static inline struct sl_list sl_column_from(sl_tile t, enum starpu_data_access_mode mode)
{
    return (struct sl_list){&t.of->tile[t.i + t.j * t.of->mt], t.of->mt - t.i, mode};
}

/* The data of a task in the order kernels find them. */
static inline int sl_fixed_data(const struct sl_task *t)
{
    int count = 0;
    while (count < SL_MAX_HANDLES && t->data[count].handle)
        count++;
    return count;
}
static inline int sl_data_count(const struct sl_task *t)
{
    int64_t count = sl_fixed_data(t);
    for (int l = 0; l < SL_LISTS; l++)
        count += t->list[l].count;
    return (int)count;
}
static inline struct sl_datum sl_datum_of(const struct sl_task *t, int i)
{
    int fixed = sl_fixed_data(t);
    const struct sl_list *list = t->list;
    if (i < fixed)
        return t->data[i];
    for (i -= fixed; i >= list->count; list++)
        i -= (int)list->count;
    return (struct sl_datum){list->handle[i], list->mode};
}

/* The one way in. A sequence that has failed takes no further task; what goes wrong here is
 * remembered in the sequence, so that algorithms need no checks of their own. False: it will
 * not run. */
bool sl_submit(const struct sl_task *task);

/* Fills in what the head of a task's arguments lacks. */
void sl_complete_args(const struct sl_task *task, int64_t number, struct sl_args *args);

/* Tasks that write `tile` from here on begin after what has been submitted for the datum: it is read,
 * or (RW) nothing else happens to it meanwhile. A task that no worker runs. False: it was not taken. */
bool sl_submit_order(starling_sequence *seq, starpu_data_handle_t datum,
                     enum starpu_data_access_mode mode, sl_tile tile);

/* Tasks that the caller's thread runs itself (caller.c); false: it was not run. */
bool sl_is_callers(const struct sl_task *task);
bool sl_run_by_caller(const struct sl_task *task);

/* Tile t has its final value: bring it back to the user's array while the rest goes on. */
void sl_write_back(starling_sequence *seq, sl_tile t);

/* Looks at a variable of the graph, an int, once it is there, on no worker: a value other
 * than 0 is a numerical failure with the given key + value. */
void sl_submit_info(starling_sequence *seq, starpu_data_handle_t info, int64_t key, bool stops);

/* sl_args.size: one model of the time a height and width rather than one a step, which would be
 * measured once a factorization. Heights within a quarter of an octave count as one. */
uint32_t sl_size_class(int64_t rows, int64_t columns);

/* What is submitted from here on belongs to this step of the algorithm's outer loop. */
static inline void sl_step(starling_sequence *seq, int64_t step)
{
    seq->step = step;
}

/* ---- Recordings (record.c), for sequence.c and submit.c ----------------------------------- */

bool sl_record_open(starling_sequence *seq, starling_recording how); /* false: no memory */
/* Their number, -1: there was no memory. */
int64_t sl_record_tasks(starling_sequence *seq, const starling_task **tasks);
/* Records a task before it is submitted; its index, -1: no memory. The mutex is held. */
int64_t sl_record_task(starling_sequence *seq, const struct sl_task *t,
                       struct starpu_task *task);
/* In the callback of that task: where and when it ran. The mutex is held. */
void sl_record_done(starling_sequence *seq, int64_t index);
void sl_record_forget(starling_sequence *seq, starpu_data_handle_t handle);
bool sl_record_only(const starling_sequence *seq); /* tasks are recorded and not run */
void sl_record_free(starling_sequence *seq);

/* ---- Temporaries of an operation, freed once the tasks submitted so far are done -------- */

starpu_data_handle_t sl_temporary(int64_t m, int64_t n, size_t size);
/* A vector of elements: one size for all steps, so that StarPU keeps the memory. NULL: of none. */
starpu_data_handle_t sl_workspace(starling_precision prec, int64_t elements);
void sl_temporary_free(starling_sequence *seq, starpu_data_handle_t handle);

#endif
