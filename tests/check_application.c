/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* An application with a threaded BLAS pays nothing between calls of the library, whose workers are
 * bound to cores here, as they are by default:
 *  - the number of threads of BLAS is what it was after each call of any form: small and large
 *    arrays, objects, sequences, bands, batches; after a failure and after a wrong argument; within a
 *    function that LAPACK calls;
 *  - who chooses another number while a sequence runs keeps it;
 *  - the cores that threads of the application may use stay: of the one that starts the library, of
 *    one that was there before, and of one that starts later;
 *  - while the application waits, the process uses no time of a core.
 * `check_application time [N]` prints for tools/results what a product of threaded BLAS costs after a
 * call of the library and alone, and such a call after a product and alone: medians, in turns. */

#define _GNU_SOURCE
#include <cblas.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include "reference.h"
#include "tap.h"

extern int openblas_get_num_threads(void) __attribute__((weak));
extern void openblas_set_num_threads(int threads) __attribute__((weak));

enum { THREADS = 2, N = 400, NB = 100 };

/* ---- Threads of BLAS ------------------------------------------------------------------------ */

static int arrays(int64_t n, bool indefinite)
{
    struct array x = array_new(STARLING_D, n, n, 0), y = array_new(STARLING_D, n, 3, 0);
    array_spd(&x, 'L', 1);
    if (indefinite)
        array_set(&x, n / 2, n / 2, -1);
    array_random(&y, 'G', 2);
    int info = starling_dposv('L', n, 3, x.a, n, y.a, n);
    array_free(&x);
    array_free(&y);
    return info;
}

static int objects(void)
{
    struct array x = array_new(STARLING_D, N, N, 0);
    array_spd(&x, 'L', 1);
    starling_matrix *A = wrap(&x, NB, NB);
    int info = starling_potrf(STARLING_LOWER, A);
    starling_matrix_sync(A);
    starling_matrix_destroy(A);
    array_free(&x);
    return info;
}

/* other: the number of threads chosen while it runs; 0: none */
static int sequence(int other)
{
    struct array x = array_new(STARLING_D, N, N, 0);
    starling_sequence *seq;
    array_spd(&x, 'L', 1);
    starling_matrix *A = wrap(&x, NB, NB);
    int info = starling_sequence_create(&seq);
    starling_potrf_submit(STARLING_LOWER, A, seq);
    if (other > 0)
        openblas_set_num_threads(other);
    info = info != 0 ? info : starling_sequence_wait(seq);
    starling_sequence_destroy(seq);
    starling_matrix_destroy(A);
    array_free(&x);
    return info;
}

static int band(void)
{
    double ab[2 * 50], b[50];
    for (int i = 0; i < 50; i++) {
        ab[2 * i] = 2;
        ab[2 * i + 1] = -1;
        b[i] = 1;
    }
    return starling_dpbsv('L', 50, 1, 1, ab, 2, b, 50);
}

static int batch(void)
{
    double a[9 * 40];
    int info[40];
    for (int i = 0; i < 9 * 40; i++)
        a[i] = i % 9 % 4 == 0 ? 3 : 0.5;
    return starling_dpotrf_strided_batched('L', 3, a, 3, 9, info, 40);
}

/* LAPACK asks the application, which calls the library. */
static int calls_back(const double *re, const double *im)
{
    (void)im;
    return arrays(3, false) == 0 && *re > 0;
}

static int nested(void)
{
    double a[9] = {1, 0, 0, 2, -3, 0, 4, 5, 6}, wr[3], wi[3];
    int64_t selected = 0;
    int info = starling_dgees('N', 'S', calls_back, 3, a, 3, &selected, wr, wi, NULL, 1);
    return info != 0 ? info : selected == 2 ? 0 : -99;
}

static void blas_threads(void)
{
    struct cases cases = {0};
    openblas_set_num_threads(THREADS);
    if (openblas_get_num_threads() != THREADS) {
        ok(true, "# SKIP BLAS has one thread");
        return;
    }
#define STAYS(what, expected)                                                                      \
    do {                                                                                           \
        int info = what, now = openblas_get_num_threads();                                         \
        hold(&cases, info == (expected) && now == THREADS, "%s: info %d, %d threads of BLAS",      \
             #what, info, now);                                                                    \
    } while (0)
    for (int round = 0; round < 3; round++) {
        STAYS(arrays(1, false), 0);
        STAYS(arrays(50, false), 0);
        STAYS(arrays(N, false), 0);
        STAYS(arrays(50, true), 26);
        STAYS(arrays(N, true), N / 2 + 1);
        STAYS(starling_dpotrf('x', 3, NULL, 3), -1);
        STAYS(objects(), 0);
        STAYS(starling_potrf(STARLING_LOWER, NULL), -2);
        STAYS(sequence(0), 0);
        STAYS(band(), 0);
        STAYS(batch(), 0);
        STAYS(nested(), 0);
    }
    int info = sequence(THREADS + 1);
    hold(&cases, info == 0 && openblas_get_num_threads() == THREADS + 1,
         "a number chosen meanwhile: info %d, %d threads", info, openblas_get_num_threads());
    openblas_set_num_threads(1); /* small problems are not counted */
    info = nested() + arrays(3, false) + sequence(0);
    hold(&cases, info == 0 && openblas_get_num_threads() == 1, "one thread: info %d, %d threads",
         info, openblas_get_num_threads());
    openblas_set_num_threads(THREADS);
    STAYS(arrays(3, false), 0);
    ok(all_held(&cases), "threads of BLAS are the application's: %d calls", cases.run);
}

/* ---- Cores ---------------------------------------------------------------------------------- */

static cpu_set_t mask_of_thread(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return set;
}

static pthread_barrier_t barrier;

/* A thread that was there before. */
static void *note_masks(void *argument)
{
    cpu_set_t *set = argument;
    set[0] = mask_of_thread();
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    set[1] = mask_of_thread();
    return NULL;
}

static void *note_mask(void *argument)
{
    *(cpu_set_t *)argument = mask_of_thread();
    return NULL;
}

static void masks(void)
{
    cpu_set_t main_thread = mask_of_thread(), other[2], later, now;
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, note_masks, other);
    pthread_barrier_wait(&barrier);
    int info = arrays(N, false);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    now = mask_of_thread();
    pthread_create(&thread, NULL, note_mask, &later);
    pthread_join(thread, NULL);
    ok(info == 0 && CPU_EQUAL(&main_thread, &now), "cores of the thread that starts the library");
    ok(CPU_EQUAL(&other[0], &other[1]), "cores of a thread that was there");
    ok(CPU_EQUAL(&main_thread, &later), "cores of a thread that starts later");
}

/* ---- Time between calls --------------------------------------------------------------------- */

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void wait_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static void idle(void)
{
    int info = objects() + arrays(N, false) + arrays(50, false);
    wait_ms(50); /* the workers fall asleep */
    double before = cpu_seconds();
    wait_ms(400);
    double used = cpu_seconds() - before;
    ok(info == 0 && used < 0.02, "between calls: %.3f s of a core in 0.4 s", used);
}

/* ---- Times ---------------------------------------------------------------------------------- */

enum { ROUNDS = 41, MOST_TIMES = 3 * ROUNDS };
struct series {
    const char *what;
    int count;
    double time[MOST_TIMES];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(struct series *s)
{
    qsort(s->time, (size_t)s->count, sizeof s->time[0], by_size);
    return s->time[s->count / 2];
}

static void product(int n, const struct array *a, struct array *c, struct series *s)
{
    double start = now();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a->a, n, a->a, n, 0, c->a,
                n);
    s->time[s->count++] = now() - start;
}

static void factor(int n, const struct array *a, struct array *c, struct series *s)
{
    memcpy(c->a, a->a, sizeof(double) * (size_t)n * (size_t)n);
    double start = now();
    starling_dpotrf('L', n, c->a, n);
    s->time[s->count++] = now() - start;
}

static void times(int n)
{
    struct array a = array_new(STARLING_D, n, n, 0), c = array_new(STARLING_D, n, n, 0);
    struct series s[4] = {{.what = "gemm"}, {.what = "gemm"}, {.what = "potrf"}, {.what = "potrf"}};
    array_spd(&a, 'G', 1);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 3; i++)
            product(n, &a, &c, &s[0]);
        for (int i = 0; i < 3; i++)
            factor(n, &a, &c, &s[2]);
        for (int i = 0; i < 3; i++) {
            product(n, &a, &c, &s[1]);
            factor(n, &a, &c, &s[3]);
        }
    }
    for (int i = 0; i < 4; i += 2) {
        double alone = median(&s[i]), between = median(&s[i + 1]);
        printf("%s,d,%d,%d,host,%.4g,%.4g,pass\n", s[i].what, n, openblas_get_num_threads(), between,
               alone);
        fflush(stdout);
    }
    array_free(&a);
    array_free(&c);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "time") == 0) {
        static const int orders[] = {50, 100, 200, 500, 1000, 2000};
        printf("routine,type,n,blas_threads,where,time_s,ref_s,status\n");
        for (int i = 0; i < (argc > 2 ? 1 : 6); i++)
            times(argc > 2 ? atoi(argv[2]) : orders[i]);
        return 0;
    }
    unsetenv("STARPU_WORKERS_NOBIND");
    masks();
    idle();
    if (openblas_set_num_threads && openblas_get_num_threads)
        blas_threads();
    else
        ok(true, "# SKIP another BLAS");
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
