/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Who runs the tasks of a call that waits, or of a sequence that may use the caller: a matrix of
 * one tile is the caller's own work, with the bits that a worker computes, in main memory or on a
 * GPU; several tiles are the workers'. A worker without a task yields its processor. The linker's
 * --wrap counts submitted tasks and yields. */

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <starpu.h>
#include "machine/device.h"
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

/* The forms of a call. */
enum form { SYNCHRONOUS, BY_WORKERS, BY_CALLER };

static int solve_matrices(bool lu, enum form form, starling_matrix *A, starling_matrix *X)
{
    starling_sequence *seq = NULL;
    if (form == SYNCHRONOUS)
        return lu ? starling_gesv(A, X) : starling_posv(STARLING_LOWER, A, X);
    int info = starling_sequence_create(&seq);
    if (info == 0 && form == BY_CALLER)
        info = starling_sequence_use_caller(seq, true);
    if (info == 0 && lu)
        starling_gesv_submit(A, X, seq);
    else if (info == 0)
        starling_posv_submit(STARLING_LOWER, A, X, seq);
    return info == 0 ? starling_sequence_destroy(seq) : info;
}

/* A system of each kind, solved with tiles of nb; the tasks that went to StarPU, -1: a failure. */
static int solve(starling_precision prec, bool lu, enum form form, int64_t n, int64_t nb,
                 struct array *x)
{
    struct array a = array_new(prec, n, n, 3);
    array_spd(&a, 'G', 7);
    array_random(x, 'G', 8);
    starling_matrix *A = wrap(&a, nb, nb), *X = wrap(x, nb, nb);
    int before = atomic_load(&submitted), info = solve_matrices(lu, form, A, X);
    int tasks = atomic_load(&submitted) - before;
    starling_matrix_destroy(A);
    starling_matrix_destroy(X);
    array_free(&a);
    return info == 0 ? tasks : -1;
}

static void check_bits(starling_precision prec, bool lu, int64_t n)
{
    size_t bytes = element_size(prec) * (size_t)(2 * n);
    struct array own[3];
    int tasks[3];
    for (int form = SYNCHRONOUS; form <= BY_CALLER; form++) {
        own[form] = array_new(prec, n, 2, 0);
        tasks[form] = solve(prec, lu, (enum form)form, n, 60, &own[form]);
    }
    const char *name = lu ? "gesv" : "posv";
    ok(tasks[SYNCHRONOUS] == 0, "%c%s, n=%lld: the caller runs all tasks (%d were submitted)",
       letter(prec), name, (long long)n, tasks[SYNCHRONOUS]);
    ok(tasks[BY_WORKERS] > 0, "%c%s_submit, n=%lld: workers run them", letter(prec), name,
       (long long)n);
    ok(tasks[BY_CALLER] == 0, "%c%s_submit, use_caller, n=%lld: the caller runs them (%d)",
       letter(prec), name, (long long)n, tasks[BY_CALLER]);
    ok(memcmp(own[SYNCHRONOUS].a, own[BY_WORKERS].a, bytes) == 0 &&
           memcmp(own[BY_CALLER].a, own[BY_WORKERS].a, bytes) == 0,
       "%c%s, n=%lld: the same bits", letter(prec), name, (long long)n);
    for (int form = SYNCHRONOUS; form <= BY_CALLER; form++)
        array_free(&own[form]);
}

/* Several operations of a sequence that uses the caller are one after another, and count. */
static void check_sequence(void)
{
    struct array a = array_new(STARLING_D, 40, 40, 3);
    array_spd(&a, 'G', 7);
    starling_matrix *A = wrap(&a, 40, 40);
    starling_sequence *seq = NULL;
    starling_progress progress = {0};
    int before = atomic_load(&submitted), info = starling_sequence_create(&seq);
    starling_sequence_use_caller(seq, true);
    starling_potrf_submit(STARLING_LOWER, A, seq);
    starling_potri_submit(STARLING_LOWER, A, seq);
    starling_sequence_progress(seq, &progress);
    ok(info == 0 && progress.submitted > 1 && progress.done == progress.submitted &&
           progress.done_flops > 0 && atomic_load(&submitted) == before,
       "use_caller: %lld tasks of the caller are done when they are submitted",
       (long long)progress.submitted);
    array_set(&a, 0, 0, -1); /* no tile is in use */
    starling_potrf_submit(STARLING_LOWER, A, seq);
    info = starling_sequence_wait(seq);
    ok(info == 1, "use_caller: info %d of a matrix that is indefinite", info);
    starling_sequence_use_caller(seq, false);
    starling_laset_submit(STARLING_GENERAL, 0, 1, A, seq);
    ok(starling_sequence_wait(seq) == 0 && atomic_load(&submitted) > before,
       "use_caller(false): workers run the tasks");
    starling_sequence_destroy(seq);
    starling_matrix_destroy(A);
    array_free(&a);
}

/* A matrix in the memory of a GPU: no task is submitted, and the factor is that of the workers, of
 * which a core may take a small one. */
static void check_gpu(starling_precision prec, int64_t n)
{
    struct array a = array_new(prec, n, n, 0), factor[2];
    size_t bytes = element_size(prec) * (size_t)(n * n);
    void *there = device_alloc(bytes);
    int tasks[2], info[2];
    array_spd(&a, 'G', 7);
    for (int by = 0; by < 2 && there; by++) {
        starling_matrix *A = NULL;
        starling_sequence *seq = NULL;
        factor[by] = array_new(prec, n, n, 0);
        device_copy(there, a.a, bytes);
        starling_sequence_create(&seq);
        starling_sequence_use_caller(seq, by == 1);
        info[by] = starling_matrix_wrap_device(&A, prec, n, n, there, n, n, n, 0);
        tasks[by] = atomic_load(&submitted);
        starling_potrf_submit(STARLING_UPPER, A, seq);
        int end = starling_sequence_destroy(seq);
        tasks[by] = atomic_load(&submitted) - tasks[by];
        info[by] = info[by] != 0 ? info[by] : end;
        starling_matrix_destroy(A);
        device_copy(factor[by].a, there, bytes);
    }
    ok(there && info[0] == 0 && info[1] == 0 && tasks[0] > 0 && tasks[1] == 0 &&
           same_result(&factor[0], &factor[1]),
       "%cpotrf on a GPU, n=%lld: the caller runs it (%d tasks, by workers %d), with that result",
       letter(prec), (long long)n, there ? tasks[1] : -1, there ? tasks[0] : -1);
    device_free(there);
    array_free(&a);
    for (int by = 0; by < 2 && there; by++)
        array_free(&factor[by]);
}

/* A minor that is not positive, on a GPU: info comes without a worker. */
static void check_gpu_info(void)
{
    enum { N = 100 };
    double *a = calloc(N * N, sizeof *a);
    void *there = device_alloc(sizeof *a * N * N);
    for (int i = 0; i < N; i++)
        a[i * N + i] = i == 56 ? -1 : 1;
    starling_matrix *A = NULL;
    int before = atomic_load(&submitted), info = -1;
    if (there && device_copy(there, a, sizeof *a * N * N) &&
        starling_matrix_wrap_device(&A, STARLING_D, N, N, there, N, N, N, 0) == 0)
        info = starling_potrf(STARLING_LOWER, A);
    ok(info == 57 && atomic_load(&submitted) == before, "potrf on a GPU: info %d", info);
    starling_matrix_destroy(A);
    device_free(there);
    free(a);
}

/* A matrix in main memory that workers factor on a GPU, and then operations of the caller, which
 * find copies under way: none waits for a worker that sleeps. */
static void check_after_workers(starling_precision prec, int64_t n)
{
    struct array a = array_new(prec, n, n, 0);
    array_spd(&a, 'G', 7);
    starling_matrix *A = wrap(&a, n, n);
    starling_sequence *seq = NULL;
    starling_sequence_create(&seq);
    starling_potrf_submit(STARLING_LOWER, A, seq);
    int info = starling_sequence_destroy(seq);
    for (int i = 0; i < 3 && info == 0; i++)
        info = starling_potri(STARLING_LOWER, A);
    if (info == 0)
        info = starling_laset(STARLING_GENERAL, 0, 1, A);
    starling_matrix_destroy(A);
    bool identity = true;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            identity &= array_get(&a, i, j) == (i == j);
    ok(info == 0 && identity, "%c, n=%lld: the caller after workers (info %d)", letter(prec),
       (long long)n, info);
    array_free(&a);
}

/* B in the memory of a GPU has other numbers in main memory when the caller overwrites it. */
static void check_overwrite(int64_t n)
{
    struct array a = array_new(STARLING_D, n, n, 0), b = array_new(STARLING_D, n, n, 0);
    size_t bytes = sizeof(double) * (size_t)(n * n);
    void *there[2] = {device_alloc(bytes), device_alloc(bytes)};
    starling_matrix *A = NULL, *B = NULL;
    array_random(&a, 'G', 3);
    array_random(&b, 'G', 4);
    int info = starling_matrix_wrap_device(&A, STARLING_D, n, n, there[0], n, n, n, 0);
    if (info == 0)
        info = starling_matrix_wrap_device(&B, STARLING_D, n, n, there[1], n, n, n, 0);
    starling_matrix_set(A, a.a, a.lda);
    starling_matrix_set(B, b.a, b.lda);
    if (info == 0)
        info = starling_lacpy(STARLING_GENERAL, A, B);
    starling_matrix_get(B, b.a, b.lda);
    bool same = true;
    for (int64_t j = 0; j < n; j++)
        same &= memcmp((double *)a.a + j * a.lda, (double *)b.a + j * b.lda,
                       sizeof(double) * (size_t)n) == 0;
    ok(info == 0 && same, "lacpy, n=%lld: a matrix that was set is overwritten (info %d)",
       (long long)n, info);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    for (int i = 0; i < 2; i++)
        device_free(there[i]);
    array_free(&a);
    array_free(&b);
}

/* One worker has a chain of tasks, and no other has any. */
static void check_yields(void)
{
    struct array x = array_new(STARLING_D, 300, 1, 0);
    int before = atomic_load(&yielded), tasks = 0;
    for (int i = 0; i < 100 && tasks >= 0 && atomic_load(&yielded) == before; i++)
        tasks = solve(STARLING_D, false, SYNCHRONOUS, 300, 50, &x);
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
    static const int64_t orders[] = {1, 33, 100, 512, 1000};
    if (starling_init() != 0 || (starling_ncuda() == 0 && starling_ncpu() < 2)) {
        printf("1..0 # SKIP two cores or a GPU are needed\n");
        return 0;
    }
    for (int p = 0; p < 4; p++)
        for (int i = 0; i < 5 && starling_ncuda() > 0; i++)
            check_gpu(precisions[p], orders[i]);
    if (starling_ncuda() > 0)
        check_gpu_info();
    for (int p = 0; p < 4 && starling_ncuda() > 0; p++) {
        check_after_workers(precisions[p], 100);
        check_after_workers(precisions[p], 300);
    }
    if (starling_ncuda() > 0) {
        check_overwrite(100);
        check_overwrite(300);
    }
    for (int p = 0; p < 4 && starling_ncuda() == 0; p++)
        for (int lu = 0; lu < 2; lu++) {
            check_bits(precisions[p], lu, 1);
            check_bits(precisions[p], lu, 60);
        }
    if (starling_ncuda() == 0) {
        check_sequence();
        check_yields();
    }
    starling_finalize();
    return done_testing();
}
