/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sequences: counting the tasks of a graph, waiting for them, and remembering the first
 * failure in LAPACK's sense, whatever finishes first. sl_submit() is the one place where
 * tasks enter StarPU. */

#include <stdlib.h>
#include <string.h>
#include "internal.h"

int starling_sequence_create(starling_sequence **out)
{
    SL_ARG(1, out, out != NULL, "where the new sequence goes");
    *out = NULL;
    int info = sl_object_created();
    if (info != 0)
        return info;
    starling_sequence *seq = calloc(1, sizeof *seq);
    if (!seq) {
        sl_object_destroyed();
        return sl_error(__func__, STARLING_ENOMEM, NULL);
    }
    STARPU_PTHREAD_MUTEX_INIT(&seq->mutex, NULL);
    STARPU_PTHREAD_COND_INIT(&seq->idle, NULL);
    seq->failure = INT64_MAX;
    *out = seq;
    return 0;
}

/* Called without the mutex. */
void sl_sequence_idle(starling_sequence *seq)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    while (seq->pending > 0)
        STARPU_PTHREAD_COND_WAIT(&seq->idle, &seq->mutex);
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
}

/* A bad argument stops submission, so that a numerical failure is that of an operation before
 * it; a runtime failure makes numbers meaningless. */
static int wait_as(starling_sequence *seq, const char *routine)
{
    if (sl_forked())
        return sl_error_forked(routine);
    sl_sequence_idle(seq);
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    int info = seq->error;
    if (info > -1000 && seq->failure != INT64_MAX)
        info = (int)(seq->failure & ((INT64_C(1) << SL_INDEX_BITS) - 1));
    bool active = seq->active;
    seq->active = false;
    seq->so_far = (starling_progress){0};
    seq->operations = 0;
    seq->failure = INT64_MAX;
    seq->stopped = false;
    seq->error = 0;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    if (active)
        sl_runtime_leave();
    /* the handler has heard of bad arguments when they were submitted */
    return info > 0 || info < -1000 ? sl_error(routine, info, NULL) : info;
}

int starling_sequence_wait(starling_sequence *seq)
{
    SL_ARG(1, seq, seq != NULL, SL_A_SEQUENCE);
    return wait_as(seq, __func__);
}

int starling_sequence_progress(starling_sequence *seq, starling_progress *progress)
{
    SL_ARG(1, seq, seq != NULL, SL_A_SEQUENCE);
    SL_ARG(2, progress, progress != NULL, "where the numbers go");
    if (sl_forked())
        return sl_error_forked(__func__);
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    *progress = seq->so_far;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    return 0;
}

int sl_sequence_close(starling_sequence *seq, const char *routine)
{
    int info = wait_as(seq, routine);
    sl_record_free(seq);
    if (!sl_forked()) { /* else another thread may have had them */
        STARPU_PTHREAD_COND_DESTROY(&seq->idle);
        STARPU_PTHREAD_MUTEX_DESTROY(&seq->mutex);
    }
    free(seq);
    sl_object_destroyed();
    return info;
}

int starling_sequence_destroy(starling_sequence *seq)
{
    return seq ? sl_sequence_close(seq, __func__) : 0;
}

int64_t sl_operation(starling_sequence *seq)
{
    return ++seq->operations << SL_INDEX_BITS;
}

void sl_numerical_failure(starling_sequence *seq, int64_t key, bool stops)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    seq->failure = SL_MIN(seq->failure, key);
    seq->stopped |= stops;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
}

int sl_sequence_error(starling_sequence *seq, int info)
{
    if (sl_forked())
        return info;
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    if (seq->error == 0)
        seq->error = info;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    return info;
}

bool sl_failed(starling_sequence *seq)
{
    if (sl_forked())
        return true;
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool failed = seq->error != 0 || seq->stopped;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    return failed;
}

bool sl_has_failed(starling_sequence *seq)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool failed = seq->error != 0 || seq->failure != INT64_MAX;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    return failed;
}

/* Counts out what was counted in; task: the arguments of one that has run, NULL: none has. */
static void count_out(starling_sequence *seq, const struct sl_args *task)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    if (task) {
        seq->so_far.done++;
        seq->so_far.done_flops += task->flops;
    }
    if (task && task->index >= 0)
        sl_record_done(seq, task->index);
    if (--seq->pending == 0)
        STARPU_PTHREAD_COND_BROADCAST(&seq->idle);
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
}

/* StarPU calls this when a task and its write-backs to handles are done. */
static void task_done(void *arg)
{
    const struct sl_args *args = arg;
    count_out(args->seq, args);
}

/* A task that was never submitted. */
static void drop_task(struct starpu_task *task)
{
    task->destroy = 0;
    starpu_task_destroy(task);
}

void sl_complete_args(const struct sl_task *t, int64_t number, struct sl_args *args)
{
    args->index = -1;
    args->number = number;
    args->flops = t->flops;
    args->data = sl_data_count(t);
}

/* A long list of data is the task's own memory, which StarPU frees. */
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
        STARPU_TASK_SET_HANDLE(task, datum.handle, i);
        STARPU_TASK_SET_MODE(task, datum.mode, i);
    }
    task->nbuffers = count;
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
    if (t->gpu_only && t->cl->cuda_funcs[0])
        task->where = STARPU_CUDA;
    task->callback_func = task_done;
    task->callback_arg = args;
    if (!set_data(task, t)) {
        drop_task(task);
        return NULL;
    }
    return task;
}

/* Wakes the runtime with the first task of a sequence and counts the task in; NULL: not a
 * task, but waited for like one. Its number, 0: the sequence has failed. */
static int64_t enter_sequence(starling_sequence *seq, const struct sl_task *t)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool failed = seq->error != 0 || seq->stopped;
    bool first = !failed && t && !seq->active;
    if (!failed) {
        seq->active |= first;
        seq->pending++;
        seq->so_far.submitted += t != NULL;
        seq->so_far.submitted_flops += t ? t->flops : 0;
    }
    int64_t number = failed ? 0 : SL_MAX(1, seq->so_far.submitted);
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    if (first)
        sl_runtime_enter();
    return number;
}

/* Puts the task in the recording, under the mutex that counting out takes. */
static void record(const struct sl_task *t, struct starpu_task *task)
{
    STARPU_PTHREAD_MUTEX_LOCK(&t->seq->mutex);
    ((struct sl_args *)task->cl_arg)->index = sl_record_task(t->seq, t, task);
    STARPU_PTHREAD_MUTEX_UNLOCK(&t->seq->mutex);
}

/* StarPU's iterations belong to all threads, and say what is submitted meanwhile. */
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

/* Rows that have come home are no longer the value of a matrix that is written. */
static void forget_rows(const struct sl_task *t)
{
    starling_matrix *A = t->at.of; /* NULL: a gang */
    if (A && A->rows && writes_tile(t))
        sl_rows_forget(t->seq, A);
}

bool sl_submit(const struct sl_task *t)
{
    if (sl_forked())
        return false;
    forget_rows(t);
    if (sl_is_callers(t))
        return sl_run_by_caller(t);
    int64_t number = enter_sequence(t->seq, t);
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
    count_out(t->seq, NULL);
    return false;
}

void sl_write_back(starling_sequence *seq, sl_tile t)
{
    if (t.of->home == STARPU_MAIN_RAM && sl_has_cuda() && !sl_record_only(seq) &&
        !sl_failed(seq))
        starpu_data_wont_use(sl_handle(t));
}

struct info_request {
    starling_sequence *seq;
    starpu_data_handle_t info;
    int64_t key;
    bool stops;
};

/* StarPU calls this, on any thread, when info has reached main memory; in simulation it has
 * no value. */
static void read_info(void *arg)
{
    struct info_request *request = arg;
    const struct starpu_variable_interface *variable =
        starpu_data_get_interface_on_node(request->info, STARPU_MAIN_RAM);
    int info = SL_SIMULATED ? 0 : *(const int *)variable->ptr;
    if (info != 0)
        sl_numerical_failure(request->seq, request->key + info, request->stops);
    starpu_data_release(request->info);
    count_out(request->seq, NULL);
    free(request);
}

void sl_submit_info(starling_sequence *seq, starpu_data_handle_t info, int64_t key, bool stops)
{
    if (sl_forked() || sl_record_only(seq) || enter_sequence(seq, NULL) == 0)
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
    count_out(seq, NULL);
}

starpu_data_handle_t sl_temporary(int64_t m, int64_t n, size_t size)
{
    starpu_data_handle_t handle;
    starpu_matrix_data_register(&handle, -1, 0, (uint32_t)m, (uint32_t)m, (uint32_t)n, size);
    return handle;
}

void sl_temporary_free(starling_sequence *seq, starpu_data_handle_t handle)
{
    if (!handle || sl_forked())
        return;
    if (seq)
        sl_record_forget(seq, handle); /* its address may come again */
    starpu_data_unregister_submit(handle);
}
