/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sequences: count the tasks of a graph, wait for them, and keep the first failure in
 * LAPACK's sense, in any order of execution. */

#include <stdlib.h>
#include "task.h"

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

/* Processes with other arguments would wait for messages that never come. */
void sl_sequence_argument(starling_sequence *seq, const char *routine, struct sl_same argument)
{
    if (!seq)
        return;
    if (seq->routine != routine)
        for (const char *c = routine; *c; c++)
            seq->digest = sl_digest(seq->digest, (uint64_t)*c);
    seq->routine = routine;
    seq->digest = sl_digest(seq->digest, argument.bits);
    if (argument.spread)
        sl_sequence_spread(seq);
}

/* NULL may stand for a matrix on a grid. */
void sl_sequence_matrices(starling_sequence *seq, starling_matrix *const *matrices, int count)
{
    for (int i = 0; i < count && seq; i++)
        if (!matrices[i] || matrices[i]->grid.p > 0)
            sl_sequence_spread(seq);
}

/* All processes begin an operation, or one of them refuses to. After that there is no more to agree
 * on: no process submits tasks until the next wait. */
static int meet(starling_sequence *seq, const char *routine, int info)
{
    if (!seq->spread || seq->refused || sl_forked())
        return info;
    info = sl_cluster_meet(seq->digest, routine, info);
    seq->refused = info != 0;
    return info;
}

int sl_sequence_refuse(starling_sequence *seq, const char *routine, int info)
{
    return sl_sequence_error(seq, meet(seq, routine, info));
}

/* Called without the mutex. */
void sl_sequence_idle(starling_sequence *seq)
{
    bool together = seq->spread && !seq->refused;
    if (together)
        sl_cluster_same(seq->digest, seq->routine);
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    while (seq->pending > 0)
        STARPU_PTHREAD_COND_WAIT(&seq->idle, &seq->mutex);
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    if (together) /* all processes then see the same failure, and go the same way */
        sl_cluster_agree(&seq->failure, &seq->error);
}

void sl_sequence_rest(starling_sequence *seq)
{
    sl_sequence_idle(seq);
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool awake = seq->active && !seq->spread;
    seq->active = seq->active && !awake;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    if (awake)
        sl_runtime_leave();
}

bool sl_sequence_forgive(starling_sequence *seq)
{
    sl_sequence_idle(seq);
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool failed = seq->failure != INT64_MAX;
    seq->failure = INT64_MAX;
    seq->stopped = false;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    return failed;
}

/* A bad argument stops submission. So a numerical failure is that of an earlier operation,
 * and counts first. After a runtime failure the numbers have no meaning, so it counts
 * before both. */
static int wait_as(starling_sequence *seq, const char *routine)
{
    if (sl_forked())
        return sl_error_forked(routine);
    sl_sequence_idle(seq);
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    int info = seq->error;
    if (info > -1000 && seq->failure != INT64_MAX)
        info = (int)(seq->failure & ((INT64_C(1) << SL_INDEX_BITS) - 1));
    bool active = seq->active, told = seq->refused;
    seq->active = false;
    seq->spread = false;
    seq->refused = false;
    seq->digest = 0;
    seq->entered = 0;
    seq->so_far = (starling_progress){0};
    seq->operations = 0;
    seq->failure = INT64_MAX;
    seq->stopped = false;
    seq->error = 0;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    if (active)
        sl_runtime_leave();
    /* bad arguments were reported to the handler when they were submitted */
    return !told && (info > 0 || info < -1000) ? sl_error(routine, info, NULL) : info;
}

int starling_sequence_use_caller(starling_sequence *seq, bool use)
{
    SL_ARG(1, seq, seq != NULL, SL_A_SEQUENCE);
    if (sl_forked())
        return sl_error_forked(__func__);
    seq->calls = use;
    return 0;
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
    if (!sl_forked()) { /* in a child, another thread may have held them */
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
    int info = meet(seq, seq->routine ? seq->routine : "starling", 0);
    if (info != 0)
        sl_sequence_error(seq, info);
    return ++seq->operations << SL_INDEX_BITS;
}

void sl_numerical_failure(starling_sequence *seq, int64_t key, bool stops)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    seq->failure = SL_MIN(seq->failure, key);
    seq->stopped |= stops && !seq->spread; /* the other processes go on */
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
    if (seq->spread && info < -1000 && info != STARLING_EGRID)
        sl_cluster_failed(info);
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

/* Counts the end of a task. task: its arguments; NULL if no task has run. */
void sl_sequence_leave(starling_sequence *seq, const struct sl_args *task)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    if (task) {
        seq->so_far.done++;
        seq->so_far.done_flops += task->flops;
    }
    if (task && task->index >= 0)
        sl_record_done(seq, task->index);
    if (--seq->pending == 0 || seq->pending == seq->awaited)
        STARPU_PTHREAD_COND_BROADCAST(&seq->idle);
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
}

/* Counts a new task; the first one of a sequence wakes the workers. NULL: an event that is
 * waited for like a task. Returns the number of the task, or 0 if the sequence has failed. */
int64_t sl_sequence_enter(starling_sequence *seq, const struct sl_task *t)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool failed = seq->error != 0 || seq->stopped;
    bool first = !failed && t && !seq->active;
    if (!failed) {
        seq->active |= first;
        seq->pending++;
        seq->entered++;
        seq->so_far.submitted += t != NULL;
        seq->so_far.submitted_flops += t ? t->flops : 0;
    }
    int64_t number = failed ? 0 : SL_MAX(1, seq->so_far.submitted);
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    if (first)
        sl_runtime_enter();
    return number;
}

void sl_sequence_ran(starling_sequence *seq, const struct sl_task *t)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    seq->so_far.submitted++;
    seq->so_far.submitted_flops += t->flops;
    seq->so_far.done++;
    seq->so_far.done_flops += t->flops;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
}

void sl_step(starling_sequence *seq, int64_t step)
{
    seq->step = step;
    if (!seq->spread || sl_forked())
        return;
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    int64_t *began = &seq->began[step % SL_WINDOW];
    bool full =
        step >= SL_WINDOW && *began <= seq->entered; /* else they are of another operation */
    seq->awaited = full ? seq->entered - *began : INT64_MAX;
    while (seq->pending > seq->awaited)
        STARPU_PTHREAD_COND_WAIT(&seq->idle, &seq->mutex);
    *began = seq->entered;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    sl_cluster_step();
}

/* The workers are awake even if all tasks run elsewhere: a tile that is sent may have to get its
 * first value. */
void sl_sequence_spread(starling_sequence *seq)
{
    if (seq->spread) /* only the submitting thread changes it */
        return;
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool first = !seq->active;
    seq->active = true;
    seq->spread = true;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    if (first)
        sl_runtime_enter();
}

int starling_sequence_record(starling_sequence *seq, starling_recording how)
{
    SL_ARG(1, seq, seq != NULL, SL_A_SEQUENCE);
    SL_ARG(2, how,
           how == STARLING_RECORD_OFF || how == STARLING_RECORD_RUN || how == STARLING_RECORD_GRAPH,
           "one of STARLING_RECORD_OFF, _RUN and _GRAPH");
    if (sl_forked())
        return sl_error_forked(__func__);
    sl_sequence_idle(seq);
    sl_record_free(seq);
    if (how == STARLING_RECORD_OFF || sl_record_open(seq, how))
        return 0;
    return sl_error(__func__, STARLING_ENOMEM, NULL);
}

int64_t starling_sequence_tasks(starling_sequence *seq, const starling_task **tasks)
{
    SL_ARG(1, seq, seq != NULL, SL_A_SEQUENCE);
    SL_ARG(2, tasks, tasks != NULL, "where the address of the tasks goes");
    *tasks = NULL;
    if (sl_forked())
        return sl_error_forked(__func__);
    sl_sequence_idle(seq);
    int64_t count = sl_record_tasks(seq, tasks);
    return count >= 0 ? count : sl_error(__func__, STARLING_ENOMEM, NULL);
}
