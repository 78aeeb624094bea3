/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Routines on batches: the objects that they are called with, and what is done matrix
 * by matrix: LAPACK and residuals. An operand has the matrices side by side, so that
 * each is an array by columns. */

#ifndef BATCHED_H
#define BATCHED_H

#include "routines/routines.h"

/* Room for pivots and info. False: out of memory; batches_free() is due in any case. */
bool batches_allocate(const struct problem *p, const struct shape shape[OPERANDS],
                      enum place place, struct batches *b);
void batches_free(struct batches *b);

/* Matrix k as a problem of its own, whose order may be a smaller one, and its operands.
 * Reflectors' factors are the second one. */
struct problem batches_problem(const struct problem *p, int64_t k);
void batches_shapes(const struct problem *one, struct shape operand[OPERANDS]);

/* Objects over the operands' arrays. Whoever changes the arrays otherwise does so while
 * there are none. An info; after a failure none is left. */
int batches_wrap(const struct problem *p, const struct shape shape[OPERANDS],
                 void *const a[OPERANDS], const int64_t ld[OPERANDS],
                 struct batches *b);
/* Brings results to the arrays. */
int batches_sync(const struct batches *b);
void batches_destroy(struct batches *b);

/* After a run: info of the first matrix that has failed, else 0. Before it, all have
 * one that no routine gives. Pivots and info are then in the arrays. */
int batches_info(const struct problem *p, const struct shape shape[OPERANDS],
                 struct batches *b);

/* What is done with each matrix before `each`, as its part; NULL: nothing. */
static inline const struct routine *first_of_each(const struct routine *routine)
{
    return routine->after ? NULL : routine->each->after;
}

/* The routine by LAPACK with so many threads, which take one matrix after the other:
 * seconds, and an info that is not 0 if there is one. */
double batched_lapack(const struct routine *routine, const struct host_arrays *x,
                      int threads, int *info);

/* They call those of `each`, whose precision the problem says. */
#define BATCHED_ROUTINES                                                               \
    BATCHED(potrf) BATCHED(potrs) BATCHED(posv) BATCHED(getrf) BATCHED(getrs)          \
    BATCHED(gesv) BATCHED(getri) BATCHED(inv) BATCHED(geqrf) BATCHED(gels)
#define BATCHED(name) extern const struct numerics name##_batched_numerics;
BATCHED_ROUTINES
#undef BATCHED
#define NUMERICS_OF_BATCH(name)                                                        \
    {                                                                                  \
        &name##_batched_numerics, &name##_batched_numerics, &name##_batched_numerics,  \
            &name##_batched_numerics                                                   \
    }

#endif
