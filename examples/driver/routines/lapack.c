/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The time of a routine by BLAS or LAPACK. */

#include <lapacke.h>
#include <starpu.h>
#include <stdlib.h>
#include "machine/threads.h"
#include "routines/batched.h"
#include "routines/routines.h"

struct run {
    struct host_arrays x;
    int threads, info;
    double time;
};

static int run_lapack(const struct routine *routine, const struct host_arrays *x)
{
    return routine->numerics[x->p->prec]->lapack(x);
}

/* The threads take matrices of a batch. */
static void time_batch(struct run *run)
{
    const struct routine *routine = run->x.p->routine;
    run->info = 0;
    if (routine->after)
        batched_lapack(routine->after, &run->x, run->threads, &run->info);
    if (run->info == 0)
        run->time = batched_lapack(routine, &run->x, run->threads, &run->info);
}

/* Where LAPACK has not the routine before, this one starts from the operands as they
 * are. */
static void time_lapack(void *argument)
{
    struct run *run = argument;
    const struct routine *routine = run->x.p->routine, *after = routine->after;
    if (routine->each) {
        time_batch(run);
        return;
    }
    bool before = after && after->numerics[run->x.p->prec]->lapack;
    run->info = before ? run_lapack(after, &run->x) : 0;
    double start = starpu_timing_now();
    if (run->info == 0)
        run->info = run_lapack(routine, &run->x);
    run->time = 1e-6 * (starpu_timing_now() - start);
}

double lapack_time(const struct host_arrays *x, int threads, int *info)
{
    const struct problem *p = x->p;
    int64_t values = p->routine->values ? p->routine->values(p) : 0;
    int64_t matrices = p->routine->each ? p->batch : 1;
    struct run run = {.x = *x, .threads = threads, .info = LAPACK_WORK_MEMORY_ERROR};
    int before = blas_threads(p->routine->each ? 1 : threads);
    run.x.ipiv = calloc((size_t)(matrices * (p->m < p->n ? p->m : p->n)) + 1,
                        sizeof *run.x.ipiv);
    run.x.tau = calloc((size_t)(p->m + p->n) + 1, size_of_element(p->prec));
    run.x.values = calloc((size_t)values + 1, sizeof *run.x.values);
    if (run.x.ipiv && run.x.tau && run.x.values)
        with_large_stack(time_lapack, &run);
    free(run.x.ipiv);
    free(run.x.tau);
    free(run.x.values);
    blas_threads(before);
    *info = run.info;
    return run.time;
}
