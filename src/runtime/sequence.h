/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a sequence is, and how an operation uses it. */

#ifndef SL_SEQUENCE_H
#define SL_SEQUENCE_H

#include "matrix.h"

struct starling_sequence {
    starpu_pthread_mutex_t mutex;
    starpu_pthread_cond_t idle; /* pending reached 0 */
    int64_t pending;            /* tasks submitted and not finished */
    bool active;                /* the runtime was woken for this sequence */
    bool waits;                 /* nothing comes between its only operation and the wait for it */
    starling_progress so_far;   /* since the last wait */
    int64_t step;               /* of the algorithm that submits */
    int64_t operations;         /* operations submitted so far: orders their failures */
    int64_t failure;            /* smallest key of a numerical failure, INT64_MAX: none */
    bool stopped;               /* one after which nothing makes sense */
    int error;                  /* first bad argument or runtime failure, 0: none */
    struct sl_record *record;   /* NULL: nothing is recorded */
};

/* A numerical failure is a key: the operation that failed first in program order wins, then
 * the smallest index within it. */
#define SL_INDEX_BITS 40
/* Opens a new operation; index i in it has the key sl_operation(seq) + i. */
int64_t sl_operation(starling_sequence *seq);
/* stops: no further task is taken, for the numbers are meaningless; else (an exact zero among
 * LU's pivots, say) the graph is completed, as LAPACK does. */
void sl_numerical_failure(starling_sequence *seq, int64_t key, bool stops);
void sl_sequence_idle(starling_sequence *seq); /* waits, and leaves failures as they are */
/* Waits and frees; a failure is reported under the name of the routine that was called. */
int sl_sequence_close(starling_sequence *seq, const char *routine);
/* Counts a task in, and wakes the runtime with the first; NULL: what is waited for like a task.
 * Its number, 0: the sequence has failed. */
struct sl_task;
int64_t sl_sequence_enter(starling_sequence *seq, const struct sl_task *task);
/* Counts out what was counted in; args: of a task that has run, NULL: none has. */
void sl_sequence_leave(starling_sequence *seq, const struct sl_args *args);
/* Records and returns a bad argument or runtime failure. */
int sl_sequence_error(starling_sequence *seq, int info);
bool sl_failed(starling_sequence *seq); /* takes no further task */
/* Of the tasks that have run, one has failed, in LAPACK's sense or for the runtime. */
bool sl_has_failed(starling_sequence *seq);

#define SL_A_SEQUENCE "a sequence, from starling_sequence_create()"
/* A bad argument of an operation: nothing is submitted, and the sequence knows. */
#define SL_SEQ_ARG_OF(routine, seq, position, argument, condition, ...)                      \
    do {                                                                                     \
        if (!(condition))                                                                    \
            return sl_sequence_error(seq, sl_bad_argument(routine, position, #argument,      \
                                                          SL_VALUE(argument), __VA_ARGS__)); \
    } while (0)
#define SL_SEQ_ARG(seq, position, argument, condition, ...)                                  \
    SL_SEQ_ARG_OF(__func__, seq, position, argument, condition, __VA_ARGS__)

/* Runs submit with a sequence of its own, as the synchronous form of an operation. */
#define SL_SYNCHRONOUS(submit)                                                               \
    do {                                                                                     \
        starling_sequence *seq;                                                              \
        int info = starling_sequence_create(&seq);                                           \
        if (info != 0)                                                                       \
            return info;                                                                     \
        seq->waits = true;                                                                   \
        info = submit;                                                                       \
        int end = sl_sequence_close(seq, __func__);                                          \
        return info != 0 ? info : end;                                                       \
    } while (0)

#endif
