/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* When memory runs out inside the library a call returns STARLING_ENOMEM, or 0 where it found
 * another way, and then the result is right: it does not crash, hang or leak, and the next call on
 * the same matrices works. The first, second, third ... allocation of each operation is made to
 * fail, alone and with all that follow. The library is linked statically and its calls of malloc,
 * calloc and realloc come here (ld --wrap), which on cores are those for StarPU's data as well;
 * those for StarPU's own records and of BLAS do not, and StarPU ends the process when its own fail.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "failing_malloc.h"
#include "reference.h"
#include "src/room.h"
#include "tap.h"

enum { N = 22, NB = 8, NRHS = 5 };
static struct array a, b, c; /* the matrices' values before an operation */
static struct array x[3];    /* arrays that they are in, where they are not tiles */
static starling_matrix *A, *B, *C;
static double norm;

/* ---- The operations: info ------------------------------------------------------------------ */

static int wrap_one(void)
{
    starling_matrix *X;
    int info = starling_matrix_wrap(&X, STARLING_D, N, N, a.a, a.lda, NB, NB);
    starling_matrix_destroy(X);
    return info;
}

static int create_one(void)
{
    starling_matrix *X;
    int info = starling_matrix_create(&X, STARLING_D, N, N, NB, NB);
    if (info == 0)
        info = starling_random(1, X);
    starling_matrix_destroy(X);
    return info;
}

static int sequence(void)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info == 0) {
        starling_random_hermitian_submit(STARLING_LOWER, N, 3, A, seq);
        starling_potrf_submit(STARLING_LOWER, A, seq);
        starling_potrs_submit(STARLING_LOWER, A, B, seq);
        starling_gemm_submit(STARLING_NOTRANS, STARLING_NOTRANS, 1, A, B, 1, C, seq);
        info = starling_sequence_destroy(seq);
    }
    return info;
}

/* A recorded sequence: the tasks are there, or ENOMEM is. */
static int record(starling_recording how)
{
    starling_sequence *seq;
    const starling_task *task;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    info = starling_sequence_record(seq, how);
    if (info == 0)
        info = starling_posv_submit(STARLING_LOWER, A, B, seq);
    int64_t tasks = info == 0 ? starling_sequence_tasks(seq, &task) : 0;
    int end = starling_sequence_destroy(seq);
    return info != 0 ? info : tasks < 0 ? (int)tasks : end;
}

static int record_run(void)
{
    return record(STARLING_RECORD_RUN);
}

static int record_graph(void)
{
    return record(STARLING_RECORD_GRAPH);
}

static int potrf(void)
{
    return starling_potrf(STARLING_UPPER, A);
}

static int potrs(void)
{
    return starling_potrs(STARLING_UPPER, A, B);
}

static int posv(void)
{
    return starling_posv(STARLING_LOWER, A, B);
}

/* The factors, their interchanges as numbers and back, solutions and the inverse. */
static int lu(void)
{
    int64_t ipiv[N];
    int info = starling_getrf(A);
    if (info == 0)
        info = starling_matrix_get_ipiv(A, ipiv);
    if (info == 0)
        info = starling_matrix_set_ipiv(A, ipiv);
    if (info == 0)
        info = starling_getrs(STARLING_NOTRANS, A, B);
    if (info == 0)
        info = starling_getrs(STARLING_CONJTRANS, A, B);
    return info == 0 ? starling_getri(A) : info;
}

static int gesv(void)
{
    return starling_gesv(A, B);
}

static int gemm(void)
{
    return starling_gemm(STARLING_NOTRANS, STARLING_NOTRANS, 1, A, B, 0, C);
}

static int trsm(void)
{
    return starling_trsm(STARLING_LEFT, STARLING_LOWER, STARLING_NOTRANS, STARLING_UNIT, 2, A, B);
}

static int herk(void)
{
    return starling_herk(STARLING_LOWER, STARLING_CONJTRANS, 1, B, 0, C);
}

static int norms(void)
{
    int info = starling_lange(STARLING_INF_NORM, B, &norm);
    return info != 0 ? info : starling_lanhe(STARLING_FROBENIUS_NORM, STARLING_LOWER, A, &norm);
}

static int elements(void)
{
    int info = starling_laset(STARLING_GENERAL, 1, 2, B);
    if (info == 0)
        info = starling_lacpy(STARLING_GENERAL, B, C);
    if (info == 0)
        info = starling_random(7, B);
    if (info == 0)
        info = starling_random_hermitian(STARLING_UPPER, 3, 7, A);
    return info == 0 ? starling_matrix_sync(B) : info;
}

/* Not posv and gesv: small ones need no task, and allocate nothing. */
static int array_dgels(void)
{
    return starling_dgels('N', N, N, NRHS, a.a, a.lda, b.a, b.lda);
}

/* Larger than problems that need no tasks: the identity. */
enum { LARGE = 210 };
static double large[LARGE * LARGE];
static void fill_large(void)
{
    memset(large, 0, sizeof large);
    for (int i = 0; i < LARGE; i++)
        large[i + i * LARGE] = 1;
}

static int array_dpotri(void)
{
    fill_large();
    return starling_dpotri('L', LARGE, large, LARGE);
}

/* c gets some of the copy. */
static int array_dlacpy(void)
{
    static double copy[LARGE * NRHS];
    fill_large();
    int info = starling_dlacpy('L', LARGE, NRHS, large, LARGE, copy, LARGE);
    if (info == 0)
        memcpy(c.a, copy, sizeof(double) * N);
    return info;
}

static int array_dgemm(void)
{
    fill_large();
    return starling_dgemm('N', 'N', N, NRHS, LARGE, 1, large, LARGE, large, LARGE, 0, c.a, c.lda);
}

static const struct {
    const char *name;
    int (*call)(void);
    int64_t columns; /* of B and C */
    bool arrays;     /* there are no matrices */
} operations[] = {
    {"wrap", wrap_one, NRHS, true},
    {"create", create_one, NRHS, true},
    {"sequence", sequence, NRHS, false},
    {"record a run", record_run, NRHS, false},
    {"record a graph", record_graph, NRHS, false},
    {"potrf", potrf, NRHS, false},
    {"potrs", potrs, NRHS, false},
    {"posv", posv, NRHS, false},
    {"getrf to getri", lu, NRHS, false},
    {"gesv", gesv, NRHS, false},
    {"gemm", gemm, NRHS, false},
    {"trsm", trsm, NRHS, false},
    {"herk", herk, N, false},
    {"norms", norms, NRHS, false},
    {"elements", elements, NRHS, false},
    {"dlacpy", array_dlacpy, NRHS, true},
    {"dgels", array_dgels, NRHS, true},
    {"dpotri", array_dpotri, NRHS, true},
    {"dgemm", array_dgemm, NRHS, true},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* ---- Their data ------------------------------------------------------------------------------ */

/* The values that each call begins with. */
static void fill(void)
{
    array_random(&a, 'G', 1);
    array_spd(&a, 'G', 1);
    array_random(&b, 'G', 2);
    array_random(&c, 'G', 3);
    if (A) {
        starling_matrix_set(A, a.a, a.lda);
        starling_matrix_set(B, b.a, b.lda);
        starling_matrix_set(C, c.a, c.lda);
    }
}

static starling_matrix *make(struct array *place, bool owned, int64_t columns)
{
    starling_matrix *M = NULL;
    *place = array_new(STARLING_D, N, columns, 0);
    if (!owned)
        return wrap(place, NB, NB);
    starling_matrix_create(&M, STARLING_D, N, columns, NB, NB);
    return M;
}

static void begin(int o, bool owned)
{
    int64_t columns = operations[o].columns;
    a = array_new(STARLING_D, N, N, 1);
    b = array_new(STARLING_D, N, columns, 0), c = array_new(STARLING_D, N, columns, 0);
    if (operations[o].arrays)
        return;
    A = make(&x[0], owned, N), B = make(&x[1], owned, columns), C = make(&x[2], owned, columns);
}

static void end(void)
{
    starling_matrix_destroy(A), starling_matrix_destroy(B), starling_matrix_destroy(C);
    array_free(&a), array_free(&b), array_free(&c);
    for (int i = 0; i < 3 && A; i++)
        array_free(&x[i]);
    A = B = C = NULL;
}

/* The values after a call, one after the other. */
enum { VALUES = 3 * N * N };
static void values(double *to)
{
    struct array *from[] = {&a, &b, &c};
    starling_matrix *matrix[] = {A, B, C};
    memset(to, 0, VALUES * sizeof *to);
    for (int i = 0; i < 3; i++, to += N * N) {
        for (int64_t j = 0; j < from[i]->n && !A; j++)
            for (int64_t k = 0; k < N; k++)
                to[k + j * N] = creal(array_get(from[i], k, j));
        if (A)
            starling_matrix_get(matrix[i], to, N);
    }
}

/* ---- Failures ------------------------------------------------------------------------------ */

/* Fails one allocation after the other until the operation makes no more. */
static void exhaust(int o, bool owned)
{
    struct cases cases = {0};
    const char *name = operations[o].name;
    double right[VALUES], result[VALUES];
    int failures = 0;
    bool over = false;
    begin(o, owned);
    fill();
    hold(&cases, operations[o].call() == 0, "%s with memory", name);
    values(right);
    for (int k = 0; !over && k < 10000; k++) {
        fill();
        arm(k);
        int info = operations[o].call();
        over = disarm();
        failures += info == STARLING_ENOMEM;
        values(result);
        hold(&cases,
             info == STARLING_ENOMEM || (info == 0 && memcmp(right, result, sizeof right) == 0),
             "%s, allocation %d fails: %d", name, k, info);
        fill();
        info = operations[o].call();
        values(result);
        hold(&cases, info == 0 && memcmp(right, result, sizeof right) == 0,
             "%s, after allocation %d failed: %d", name, k, info);
        k += quick() ? k / 3 : k > 40 ? k / 4 : 0;
    }
    end();
    ok(all_held(&cases) && failures > 0, "%s%s, %s: %d of %d allocations end in ENOMEM", name,
       owned ? " of tiles" : "", forever ? "from one on" : "one", failures, cases.run / 2 - 1);
}

static int large_one(starling_matrix **X, double bytes)
{
    int64_t n = (int64_t)sqrt(bytes / 8);
    *X = NULL;
    return starling_matrix_create(X, STARLING_D, n, n, n / 16 + 1, n / 16 + 1);
}

static char said[400];

static void hear(const char *routine, int info, const char *message, void *data)
{
    (void)routine, (void)info, (void)data;
    snprintf(said, sizeof said, "%s", message);
}

/* Two matrices that do not fit together, though nothing has been written to the first one. */
static void promises(void)
{
    starling_matrix *X, *Y;
    double room = sl_room("", 0).bytes;
#ifdef __SANITIZE_ADDRESS__
    room = INFINITY; /* its own records of such arrays take memory */
#endif
    const char *preloaded = getenv("LD_PRELOAD"); /* Valgrind would take the memory, 13 GB of 24 */
    if (isinf(room) || starling_ncuda() > 0 || (preloaded && strstr(preloaded, "vgpreload"))) {
        ok(true, "two large matrices # SKIP");
        return;
    }
    starling_set_error_handler(hear, NULL);
    int first = large_one(&X, 0.6 * room), second = large_one(&Y, 0.6 * room);
    ok(first == 0 && second == STARLING_ENOMEM && strstr(said, " GB can be had ("),
       "two large matrices: %d and %d, %s", first, second, said);
    starling_matrix_destroy(X);
    second = large_one(&Y, 0.6 * room);
    ok(second == 0, "one after the other: %d", second);
    starling_matrix_destroy(Y);
    int both = large_one(&X, 3 * room);
    ok(both == STARLING_ENOMEM && !X && strstr(said, "elements"), "one that is too large: %s",
       said);
    starling_set_error_handler(NULL, NULL);
}

int main(void)
{
    starling_matrix *X = NULL;
    if (starling_init() != 0) {
        printf("Bail out! starling_init\n");
        return 99;
    }
    arm(0);
    int info = starling_matrix_create(&X, STARLING_D, 1, 1, 1, 1);
    bool works = !disarm();
    starling_matrix_destroy(X);
    if (!works) {
        printf("1..0 # SKIP the library is not linked statically\n");
        return 0;
    }
    ok(info == STARLING_ENOMEM && !X, "a matrix without memory: %d", info);
    for (int o = 0; o < OPERATIONS; o++)
        for (int way = 0; way < 4; way++) {
            forever = way & 1;
            if (!(way & 2) || !operations[o].arrays)
                exhaust(o, way & 2);
        }
    promises();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
