/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Submits tasks to StarPU: no other file does. Also reads failures that are data of the
 * graph, and starts write-backs. */

#include <stdlib.h>
#include <string.h>
#include "task.h"
#include "tuning.h"

/* StarPU calls this when a task is done. */
static void task_done(void *arg)
{
    const struct sl_args *args = arg;
    if (args->status != 0)
        sl_sequence_error(args->seq, STARLING_ERUNTIME);
    sl_sequence_leave(args->seq, args);
}

/* Destroys a task that was not submitted. */
static void drop_task(struct starpu_task *task)
{
    task->destroy = 0;
    starpu_task_destroy(task);
}

/* A long list of data needs its own memory, which StarPU frees. */
static bool set_data(struct starpu_task *task, const struct sl_task *t)
{
    int count = sl_data_count(t);
    if (count > STARPU_NMAXBUFS) {
        task->dyn_handles = malloc((size_t)count * sizeof *task->dyn_handles);
        task->dyn_modes = malloc((size_t)count * sizeof *task->dyn_modes);
        if (!task->dyn_handles || !task->dyn_modes)
            return false;
    }
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        STARPU_ASSERT_MSG(datum.mode != 0, "%s: a datum has no access mode", t->cl->name);
        STARPU_TASK_SET_HANDLE(task, datum.handle, i);
        STARPU_TASK_SET_MODE(task, datum.mode, i);
    }
    task->nbuffers = count;
    return true;
}

static double bytes_of(const struct starpu_task *task)
{
    double bytes = 0;
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); i++)
        bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, i));
    return bytes;
}

/* Tasks whose data no GPU has room for are for cores: StarPU waits forever for the room. false:
 * only GPUs can run it. */
static bool set_place(struct starpu_task *task, const struct sl_task *t)
{
    bool on_gpus = !t->cpu_only && sl_has_cuda() && t->cl->cuda_funcs[0];
    bool on_cores = t->cl->cpu_funcs[0];
    double bytes = on_gpus ? bytes_of(task) : 0;
    bool too_large = on_gpus && (on_cores ? !sl_suits_gpu(bytes)
                                          : bytes > sl_cuda_memory() / sl_gpus());
    if (too_large && !on_cores) {
        sl_error(t->cl->name, STARLING_ENOMEM, "the memory of a GPU has no room for its data");
        return false;
    }
    if (t->cpu_only || too_large)
        task->where = STARPU_CPU;
    else if (sl_needs_gpu(t))
        task->where = STARPU_CUDA;
    return true;
}

static struct starpu_task *make_task(const struct sl_task *t, int64_t number)
{
    struct starpu_task *task = starpu_task_create();
    void *args = malloc(t->args_size);
    if (!task || !args) {
        free(args);
        if (task)
            drop_task(task);
        return NULL;
    }
    memcpy(args, t->args, t->args_size);
    sl_complete_args(t, number, args);
    task->cl = t->cl;
    task->cl_arg = args;
    task->cl_arg_size = t->args_size;
    task->cl_arg_free = 1;
    task->priority = t->priority;
    task->flops = t->flops;
    task->name = t->cl->name;
    task->workerids = t->workers;
    task->workerids_len = t->workers ? SL_WORKER_WORDS : 0;
    task->callback_func = task_done;
    task->callback_arg = args;
    if (!set_data(task, t) || !set_place(task, t)) {
        drop_task(task);
        return NULL;
    }
    return task;
}

/* Records the task, under the mutex of sl_sequence_leave(). */
static void record(const struct sl_task *t, struct starpu_task *task)
{
    STARPU_PTHREAD_MUTEX_LOCK(&t->seq->mutex);
    ((struct sl_args *)task->cl_arg)->index = sl_record_task(t->seq, t, task);
    STARPU_PTHREAD_MUTEX_UNLOCK(&t->seq->mutex);
}

/* StarPU's iteration is global to all threads: a mutex keeps other submissions out. */
static int submit_traced(struct starpu_task *task, int64_t step)
{
    static starpu_pthread_mutex_t mutex = STARPU_PTHREAD_MUTEX_INITIALIZER;
    STARPU_PTHREAD_MUTEX_LOCK(&mutex);
    starpu_iteration_push((unsigned long)step);
    int ret = starpu_task_submit(task);
    starpu_iteration_pop();
    STARPU_PTHREAD_MUTEX_UNLOCK(&mutex);
    return ret;
}

static int submit(struct starpu_task *task, int64_t step)
{
    return sl_traced() ? submit_traced(task, step) : starpu_task_submit(task);
}

static bool writes_tile(const struct sl_task *t)
{
    int count = sl_data_count(t);
    bool writes = false;
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        writes |= datum.handle == sl_handle(t->at) && (datum.mode & STARPU_W);
    }
    return writes;
}

/* Tells the attachments of a matrix that a task writes it. */
static void tell_attachments(const struct sl_task *t)
{
    starling_matrix *A = t->at.of; /* NULL: a task of no matrix */
    if (A && A->attachment && writes_tile(t))
        sl_attachments_written(A, t->seq);
}

/* To StarPU, or to the caller. */
static bool submit_here(const struct sl_task *t)
{
    enum sl_caller by_caller = sl_run_by_caller(t);
    if (by_caller != SL_NOT_CALLERS)
        return by_caller == SL_RUN;
    int64_t number = sl_sequence_enter(t->seq, t);
    if (number == 0)
        return false;
    struct starpu_task *task = make_task(t, number);
    locale_t before = sl_numbers_enter(); /* the first task of a kind reads its model */
    if (task && t->seq->record)
        record(t, task);
    bool only_recorded = sl_record_only(t->seq);
    int ret = !task ? -ENOMEM : only_recorded ? 0 : submit(task, t->seq->step);
    uselocale(before);
    if (ret == 0 && !only_recorded)
        return true;
    if (task)
        drop_task(task);
    if (ret != 0)
        sl_sequence_error(t->seq, ret == -ENODEV   ? STARLING_ENOWORKER
                                  : ret == -ENOMEM ? STARLING_ENOMEM
                                                   : STARLING_ERUNTIME);
    sl_sequence_leave(t->seq, NULL);
    return false;
}

/* In the process that runs it. */
static bool submit_now(const struct sl_task *t)
{
    if (!sl_is_cluster())
        return submit_here(t);
    if (sl_failed(t->seq))
        return false;
    struct sl_task_place place = sl_cluster_place(t);
    bool taken = place.here && submit_here(t);
    sl_cluster_give(t, place);
    return taken;
}

bool sl_submit(const struct sl_task *t)
{
    if (sl_forked())
        return false;
    tell_attachments(t);
    return t->seq->chain ? sl_chain_add(t) : submit_now(t);
}

void sl_chain_end(starling_sequence *seq)
{
    struct sl_chain *chain = seq->chain;
    if (!chain)
        return;
    seq->chain = NULL;
    const struct sl_task *whole = sl_chain_task(chain);
    if (whole && !sl_failed(seq))
        submit_now(whole);
    for (int i = 0; i < chain->freed_count; i++)
        sl_temporary_free(seq, chain->freed[i]);
    sl_chain_free(chain);
}

bool sl_submit_order(starling_sequence *seq, starpu_data_handle_t datum,
                     enum starpu_data_access_mode mode, sl_tile tile)
{
    static struct starpu_codelet order_cl = {
        .name = "order", .where = STARPU_NOWHERE, .nbuffers = STARPU_VARIABLE_NBUFFERS};
    struct sl_args args = {.variant = 0};
    return !sl_forked() && submit_now(&(struct sl_task){
        .seq = seq, .cl = &order_cl, .args = &args, .args_size = sizeof args,
        .data = {{datum, mode}, {sl_handle(tile), STARPU_RW}},
    });
}

void sl_write_back(starling_sequence *seq, sl_tile t)
{
    bool empty = t.of->mt == 0 || t.of->nt == 0;
    if (!empty)
        sl_cluster_forget(sl_handle(t));
    if (!empty && t.of->home == STARPU_MAIN_RAM && sl_has_cuda() && !sl_record_only(seq) &&
        !sl_failed(seq) && seq->active)
        starpu_data_wont_use(sl_handle(t));
}

void sl_write_back_all(starling_sequence *seq, starling_matrix *A)
{
    for (int64_t j = 0; j < A->nt; j++)
        for (int64_t i = 0; i < A->mt; i++)
            sl_write_back(seq, sl_tile_of(A, i, j));
}

struct info_request {
    starling_sequence *seq;
    starpu_data_handle_t info;
    int64_t key;
    bool stops;
};

/* StarPU calls this on any thread when info is in main memory. In simulation info has no
 * value. */
static void read_info(void *arg)
{
    struct info_request *request = arg;
    const struct starpu_variable_interface *variable =
        starpu_data_get_interface_on_node(request->info, STARPU_MAIN_RAM);
    int info = SL_SIMULATED ? 0 : *(const int *)variable->ptr;
    if (info != 0)
        sl_numerical_failure(request->seq, request->key + info, request->stops);
    starpu_data_release(request->info);
    sl_sequence_leave(request->seq, NULL);
    free(request);
}

void sl_submit_info(starling_sequence *seq, starpu_data_handle_t info, int64_t key, bool stops)
{
    if (sl_forked() || sl_record_only(seq) || sl_is_elsewhere(info) ||
        sl_sequence_enter(seq, NULL) == 0)
        return;
    struct info_request *request = malloc(sizeof *request);
    if (request)
        *request = (struct info_request){seq, info, key, stops};
    int error = request ? STARLING_ERUNTIME : STARLING_ENOMEM;
    if (request && starpu_data_acquire_on_node_cb(info, STARPU_MAIN_RAM, STARPU_R, read_info,
                                                  request) == 0)
        return;
    free(request);
    sl_sequence_error(seq, error);
    sl_sequence_leave(seq, NULL);
}
