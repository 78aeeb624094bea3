/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sequences, and their use by operations. */

#ifndef SL_SEQUENCE_H
#define SL_SEQUENCE_H

#include "matrix.h"

struct starling_sequence {
    starpu_pthread_mutex_t mutex;
    starpu_pthread_cond_t idle; /* pending reached 0 */
    int64_t pending;            /* tasks submitted and not finished */
    bool active;                /* the workers are awake for this sequence */
    bool spread;                /* other processes take part */
    bool refused;               /* a process has refused an argument, and all know it */
    bool waits;                 /* a synchronous call: it waits right after its operation */
    bool calls;                 /* the calling thread may run its tasks (caller.c) */
    bool inverses;              /* solutions may multiply by inverses of diagonal blocks of any factor */
    float scale[2];             /* of operands of products, for its tasks; kernel.h */
    starling_progress so_far;   /* since the last wait */
    uint64_t digest;            /* of arguments: the same in all processes */
    const char *routine;        /* the last one of them */
    int64_t step;               /* of the algorithm that submits */
    int64_t entered;            /* tasks since the last wait */
    int64_t began[SL_WINDOW];   /* those before a step, of the last steps */
    int64_t awaited;            /* so many may be pending for the window to go on */
    int64_t operations;         /* number of operations so far, to order failures */
    int64_t failure;            /* smallest key of a numerical failure, INT64_MAX: none */
    bool stopped;               /* after a failure that stops the sequence */
    int error;                  /* first bad argument or runtime failure, 0: none */
    struct sl_record *record;   /* NULL: nothing is recorded */
    struct sl_chain *chain;     /* NULL: tasks are submitted one by one */
};

/* A numerical failure has a key. The smallest key counts: the earliest operation in program
 * order, then the smallest index in it. */
#define SL_INDEX_BITS 40
/* Begins an operation. Index i in it has the key sl_operation(seq) + i. */
int64_t sl_operation(starling_sequence *seq);
/* If stops, the sequence takes no more tasks, because results would have no meaning. Else
 * the graph is completed, as LAPACK does after a zero pivot of LU. */
void sl_numerical_failure(starling_sequence *seq, int64_t key, bool stops);
void sl_sequence_idle(starling_sequence *seq); /* waits, and keeps failures, of all processes */
/* Waits. Until the next task the workers sleep and BLAS has all its threads, unless other sequences run. */
void sl_sequence_rest(starling_sequence *seq);
/* Waits, and forgets a numerical failure: another method will be tried. Returns whether there was
 * one. */
bool sl_sequence_forgive(starling_sequence *seq);
/* Waits and frees. A failure is reported under the name `routine`. */
int sl_sequence_close(starling_sequence *seq, const char *routine);
/* Counts a new task; the first one wakes the workers. task is NULL for an event that is
 * waited for like a task. Returns the number of the task, or 0 if the sequence has failed. */
struct sl_task;
int64_t sl_sequence_enter(starling_sequence *seq, const struct sl_task *task);
void sl_sequence_spread(starling_sequence *seq); /* other processes take part */
/* Counts a task that the caller has run. */
void sl_sequence_ran(starling_sequence *seq, const struct sl_task *task);
/* Counts the end of a task. args: its arguments; NULL if no task has run. */
void sl_sequence_leave(starling_sequence *seq, const struct sl_args *args);
/* Keeps the first bad argument or runtime failure of the sequence. Returns info. */
int sl_sequence_error(starling_sequence *seq, int info);
/* The same for a bad argument, which all processes get to know. Returns the info of all. */
int sl_sequence_refuse(starling_sequence *seq, const char *routine, int info);
bool sl_failed(starling_sequence *seq); /* the sequence takes no more tasks */
/* A task that has run has failed, in LAPACK's sense or in the runtime. */
bool sl_has_failed(starling_sequence *seq);

/* Several processes: an argument of `routine`, which is the same in all of them. A matrix on a grid makes
 * them wait together. */
void sl_sequence_argument(starling_sequence *seq, const char *routine, struct sl_same argument);
#define SL_SEQ_SAME_OF(routine, seq, argument)                                               \
    do {                                                                                     \
        if (sl_is_cluster())                                                                 \
            sl_sequence_argument(seq, routine, SL_SAME(argument));                           \
    } while (0)
/* First in an operation that takes matrices on a grid: a bad argument of one process is known to all. */
void sl_sequence_matrices(starling_sequence *seq, starling_matrix *const *matrices, int count);
#define SL_SEQ_MATRICES(seq, ...)                                                            \
    do {                                                                                     \
        starling_matrix *const matrices[] = {__VA_ARGS__};                                   \
        if (sl_is_cluster())                                                                 \
            sl_sequence_matrices(seq, matrices, (int)(sizeof matrices / sizeof *matrices));  \
    } while (0)
#define SL_SEQ_SAME(seq, argument) SL_SEQ_SAME_OF(__func__, seq, argument)

#define SL_A_SEQUENCE "a sequence, from starling_sequence_create()"
/* Checks an argument of an operation. If it is bad, nothing is submitted, and the sequence
 * fails. */
#define SL_SEQ_ARG_OF(routine, seq, position, argument, condition, ...)                      \
    do {                                                                                     \
        SL_SEQ_SAME_OF(routine, seq, argument);                                              \
        if (!(condition))                                                                    \
            return sl_sequence_refuse(seq, routine,                                          \
                                      sl_bad_argument(routine, position, #argument,          \
                                                      SL_VALUE(argument), __VA_ARGS__));     \
    } while (0)
#define SL_SEQ_ARG(seq, position, argument, condition, ...)                                  \
    SL_SEQ_ARG_OF(__func__, seq, position, argument, condition, __VA_ARGS__)

/* The synchronous form of an operation: runs `submit` with a sequence of its own. */
#define SL_SYNCHRONOUS(submit)                                                               \
    do {                                                                                     \
        starling_sequence *seq;                                                              \
        int info = starling_sequence_create(&seq);                                           \
        if (info != 0)                                                                       \
            return info;                                                                     \
        seq->waits = seq->calls = true;                                                      \
        info = submit;                                                                       \
        int end = sl_sequence_close(seq, __func__);                                          \
        return info != 0 ? info : end;                                                       \
    } while (0)

#endif
