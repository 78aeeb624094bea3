/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Who runs the tasks of a call that waits: a matrix of one tile is the caller's own work, with the bits
 * that a worker computes; several tiles are the workers'. A worker without a task yields its
 * processor. The linker's --wrap counts submitted tasks and yields. */

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <starpu.h>
#include "reference.h"
#include "tap.h"

int __real_starpu_task_submit(struct starpu_task *task);
int __wrap_starpu_task_submit(struct starpu_task *task);
int __real_sched_yield(void);
int __wrap_sched_yield(void);

static atomic_int submitted, yielded;

int __wrap_starpu_task_submit(struct starpu_task *task)
{
    atomic_fetch_add(&submitted, 1);
    return __real_starpu_task_submit(task);
}

int __wrap_sched_yield(void)
{
    atomic_fetch_add(&yielded, 1);
    return __real_sched_yield();
}

/* A system of each kind, solved with tiles of nb; the tasks that went to StarPU, -1: a failure. */
static int solve(starling_precision prec, bool lu, bool waits, int64_t n, int64_t nb,
                 struct array *x)
{
    struct array a = array_new(prec, n, n, 3);
    array_spd(&a, 'G', 7);
    array_random(x, 'G', 8);
    starling_matrix *A = wrap(&a, nb, nb), *X = wrap(x, nb, nb);
    starling_sequence *seq = NULL;
    int before = atomic_load(&submitted), info;
    if (waits)
        info = lu ? starling_gesv(A, X) : starling_posv(STARLING_LOWER, A, X);
    else {
        info = starling_sequence_create(&seq);
        if (info == 0 && lu)
            starling_gesv_submit(A, X, seq);
        else if (info == 0)
            starling_posv_submit(STARLING_LOWER, A, X, seq);
        info = info == 0 ? starling_sequence_destroy(seq) : info;
    }
    int tasks = atomic_load(&submitted) - before;
    starling_matrix_destroy(A);
    starling_matrix_destroy(X);
    array_free(&a);
    return info == 0 ? tasks : -1;
}

static void check_bits(starling_precision prec, bool lu, int64_t n)
{
    struct array own = array_new(prec, n, 2, 0), theirs = array_new(prec, n, 2, 0);
    int none = solve(prec, lu, true, n, 60, &own), some = solve(prec, lu, false, n, 60, &theirs);
    const char *name = lu ? "gesv" : "posv";
    ok(none == 0, "%c%s, n=%lld: the caller runs all tasks (%d were submitted)", letter(prec),
       name, (long long)n, none);
    ok(some > 0, "%c%s_submit, n=%lld: workers run them", letter(prec), name, (long long)n);
    ok(memcmp(own.a, theirs.a, element_size(prec) * (size_t)(2 * n)) == 0,
       "%c%s, n=%lld: the same bits", letter(prec), name, (long long)n);
    array_free(&own);
    array_free(&theirs);
}

/* One worker has a chain of tasks, and no other has any. */
static void check_yields(void)
{
    struct array x = array_new(STARLING_D, 300, 1, 0);
    int before = atomic_load(&yielded), tasks = 0;
    for (int i = 0; i < 100 && tasks >= 0 && atomic_load(&yielded) == before; i++)
        tasks = solve(STARLING_D, false, true, 300, 50, &x);
    ok(tasks > 0, "several tiles: tasks are submitted");
    ok(atomic_load(&yielded) > before, "idle workers yield their processors");
    usleep(20000); /* they fall asleep */
    before = atomic_load(&yielded);
    usleep(20000);
    ok(atomic_load(&yielded) == before, "between operations they sleep");
    array_free(&x);
}

int main(void)
{
    if (starling_init() != 0 || starling_ncpu() < 2 || starling_ncuda() > 0) {
        printf("1..0 # SKIP two cores and no GPU are needed\n");
        return 0;
    }
    for (int p = 0; p < 4; p++)
        for (int lu = 0; lu < 2; lu++) {
            check_bits(precisions[p], lu, 1);
            check_bits(precisions[p], lu, 60);
        }
    check_yields();
    starling_finalize();
    return done_testing();
}
