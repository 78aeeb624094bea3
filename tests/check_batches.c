/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches beside LAPACKE, matrix by matrix: Cholesky, LU, solutions and inverses in all precisions,
 * strided, at pointers and of varying orders; orders from 0 to 64, a spread to 1024, and 4096;
 * 65537 matrices, and 10 million of order 1 and 2:
 *  - factors, solutions and inverses are LAPACK's but for rounding, pivots and info are LAPACK's;
 *  - singular and indefinite matrices among them harm no other, and their right-hand sides stay;
 *  - the other triangle, and what is between matrices, before and behind them, stays. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum routine { POSV_LOWER, POSV_UPPER, GESV, INV, ROUTINES };
static const char *const names[] = {"posv lower", "posv upper", "gesv", "inv"};
enum form { STRIDED, POINTERS, VARYING, FORMS };
static const char *const form_names[] = {"strided", "at pointers", "varying orders"};
/* Elements before the first matrix, behind the last one, and between two */
enum { GUARD = 16, GAP = 3 };

#define LAPACK(p, name, ...)                                                                       \
    ((p) == STARLING_S   ? LAPACKE_s##name(LAPACK_COL_MAJOR, __VA_ARGS__)                          \
     : (p) == STARLING_D ? LAPACKE_d##name(LAPACK_COL_MAJOR, __VA_ARGS__)                          \
     : (p) == STARLING_C ? LAPACKE_c##name(LAPACK_COL_MAJOR, __VA_ARGS__)                          \
                         : LAPACKE_z##name(LAPACK_COL_MAJOR, __VA_ARGS__))

static int parts(starling_precision prec)
{
    return is_complex(prec) ? 2 : 1;
}

/* `count` m x n matrices with gaps. Matrix k has order[k] in VARYING. */
struct block {
    starling_precision prec;
    int64_t m, n, stride;
    size_t bytes;
    char *all;
};

static struct block block_new(starling_precision prec, int64_t m, int64_t n, int64_t count,
                              uint64_t seed)
{
    struct block b = {.prec = prec, .m = m, .n = n, .stride = m * n + GAP};
    int64_t numbers = (2 * GUARD + b.stride * count) * parts(prec);
    b.bytes = element_size(prec) * (size_t)(2 * GUARD + b.stride * count);
    b.all = malloc(b.bytes);
    for (int64_t i = 0; i < numbers; i++)
        if (prec == STARLING_S || prec == STARLING_C)
            ((float *)b.all)[i] = (float)uniform(&seed);
        else
            ((double *)b.all)[i] = uniform(&seed);
    return b;
}

static struct block block_copy(const struct block *b)
{
    struct block c = *b;
    c.all = malloc(b->bytes);
    memcpy(c.all, b->all, b->bytes);
    return c;
}

static void *matrix(const struct block *b, int64_t k)
{
    return b->all + element_size(b->prec) * (size_t)(GUARD + k * b->stride);
}

/* Element (i, j) of matrix k becomes a real number. */
static void put(struct block *b, int64_t k, int64_t i, int64_t j, double x)
{
    int64_t e = (i + j * b->m) * parts(b->prec);
    for (int p = 0; p < parts(b->prec); p++)
        if (b->prec == STARLING_S || b->prec == STARLING_C)
            ((float *)matrix(b, k))[e + p] = p == 0 ? (float)x : 0;
        else
            ((double *)matrix(b, k))[e + p] = p == 0 ? x : 0;
}

static double number(const struct block *b, int64_t k, int64_t e)
{
    return b->prec == STARLING_S || b->prec == STARLING_C ? ((float *)matrix(b, k))[e]
                                                          : ((double *)matrix(b, k))[e];
}

struct problem {
    enum routine routine;
    enum form form;
    starling_precision prec;
    int64_t n, nrhs, count, *order;
    struct block a, b;
    int *ipiv, *info;
};

/* Cholesky: a large diagonal. LU: large elements below it, so that rows are exchanged. Bad matrices
 * have -1 on the diagonal, or a zero column. */
static void make_regular(struct problem *p, int64_t k, bool bad)
{
    int64_t n = p->order[k], j = n > 0 ? k % n : 0;
    for (int64_t i = 0; i < n; i++)
        put(&p->a, k, p->routine >= GESV ? (i + k) % n : i, i, 2 * (double)n);
    if (bad && n > 0 && p->routine < GESV)
        put(&p->a, k, j, j, -1);
    for (int64_t i = 0; i < n && bad && p->routine >= GESV; i++)
        put(&p->a, k, i, j, 0);
}

static struct problem problem_new(enum routine routine, enum form form, starling_precision prec,
                                  int64_t n, int64_t nrhs, int64_t count)
{
    uint64_t seed = (uint64_t)(n + 7 * nrhs + count);
    struct problem p = {
        .routine = routine, .form = form, .prec = prec, .n = n, .nrhs = nrhs, .count = count};
    p.a = block_new(prec, n, n, count, seed);
    p.b = block_new(prec, n, nrhs, count, seed + 1);
    p.ipiv = calloc((size_t)(n * count) + 1, sizeof(int));
    p.info = calloc((size_t)count + 1, sizeof(int));
    p.order = calloc((size_t)count + 1, sizeof(int64_t));
    for (int64_t k = 0; k < count; k++) {
        p.order[k] = form == VARYING ? (n + k) % (n + 1) : n;
        make_regular(&p, k, count > 1 && k % 5 == 3);
    }
    return p;
}

static void problem_free(struct problem *p)
{
    free(p->a.all);
    free(p->b.all);
    free(p->ipiv);
    free(p->info);
    free(p->order);
}

static int run_strided(struct problem *p)
{
    int64_t n = p->n, ld = n > 0 ? n : 1, sa = p->a.stride, sb = p->b.stride;
    void *a = matrix(&p->a, 0), *b = matrix(&p->b, 0);
    char uplo = p->routine == POSV_UPPER ? 'U' : 'L';
    if (p->routine == INV)
        return API(p->prec, inv_strided_batched, n, a, ld, sa, p->info, p->count);
    if (p->routine == GESV)
        return API(p->prec, gesv_strided_batched, n, p->nrhs, a, ld, sa, p->ipiv, b, ld, sb,
                   p->info, p->count);
    return API(p->prec, posv_strided_batched, uplo, n, p->nrhs, a, ld, sa, b, ld, sb, p->info,
               p->count);
}

static int run_pointers(struct problem *p, void *a, void *b)
{
    int64_t n = p->n, ld = n > 0 ? n : 1;
    char uplo = p->routine == POSV_UPPER ? 'U' : 'L';
    if (p->routine == INV)
        return API(p->prec, inv_batched, n, a, ld, p->info, p->count);
    if (p->routine == GESV)
        return API(p->prec, gesv_batched, n, p->nrhs, a, ld, p->ipiv, b, ld, p->info, p->count);
    return API(p->prec, posv_batched, uplo, n, p->nrhs, a, ld, b, ld, p->info, p->count);
}

static int run_varying(struct problem *p, void *a, void *b, int **ipiv, int64_t *ld, int64_t *nrhs)
{
    int64_t *n = p->order;
    char uplo = p->routine == POSV_UPPER ? 'U' : 'L';
    if (p->routine == INV)
        return API(p->prec, inv_vbatched, n, a, ld, p->info, p->count);
    if (p->routine == GESV)
        return API(p->prec, gesv_vbatched, n, nrhs, a, ld, ipiv, b, ld, p->info, p->count);
    return API(p->prec, posv_vbatched, uplo, n, nrhs, a, ld, b, ld, p->info, p->count);
}

static int run(struct problem *p)
{
    size_t room = (size_t)p->count + 1;
    void **a = malloc(room * sizeof *a), **b = malloc(room * sizeof *b);
    int **ipiv = malloc(room * sizeof *ipiv);
    int64_t *ld = malloc(room * sizeof *ld), *nrhs = malloc(room * sizeof *nrhs);
    for (int64_t k = 0; k < p->count; k++) {
        a[k] = matrix(&p->a, k);
        b[k] = matrix(&p->b, k);
        ipiv[k] = p->ipiv + k * p->n;
        ld[k] = p->n > 0 ? p->n : 1;
        nrhs[k] = p->nrhs;
    }
    int result = p->form == STRIDED    ? run_strided(p)
                 : p->form == POINTERS ? run_pointers(p, a, b)
                                       : run_varying(p, a, b, ipiv, ld, nrhs);
    free(a);
    free(b);
    free(ipiv);
    free(ld);
    free(nrhs);
    return result;
}

/* The same by LAPACK of matrix k. OpenBLAS' gesv does not factor if there are no right-hand sides.
 */
static int by_lapack(struct problem *p, int64_t k)
{
    int n = (int)p->order[k], ld = p->n > 0 ? (int)p->n : 1, nrhs = (int)p->nrhs;
    void *a = matrix(&p->a, k), *b = matrix(&p->b, k);
    int *ipiv = p->ipiv + k * p->n;
    char uplo = p->routine == POSV_UPPER ? 'U' : 'L';
    int info = n == 0              ? 0
               : p->routine < GESV ? LAPACK(p->prec, potrf_work, uplo, n, a, ld)
                                   : LAPACK(p->prec, getrf_work, n, n, a, ld, ipiv);
    if (info != 0 || n == 0)
        return info;
    return p->routine == INV    ? LAPACK(p->prec, getri, n, a, ld, ipiv)
           : p->routine == GESV ? LAPACK(p->prec, getrs_work, 'N', n, nrhs, a, ld, ipiv, b, ld)
                                : LAPACK(p->prec, potrs_work, uplo, n, nrhs, a, ld, b, ld);
}

/* The largest difference of the m x n matrices k, relative to `scale`; all bytes but theirs must be
 * the same. */
static double difference(const struct block *x, const struct block *y, int64_t k, int64_t m,
                         int64_t n, double scale)
{
    int64_t width = parts(x->prec);
    double most = 0;
    for (int64_t e = 0; e < x->stride * width; e++) {
        double off = fabs(number(x, k, e) - number(y, k, e));
        int64_t i = e / width % (x->m > 0 ? x->m : 1), j = e / width / (x->m > 0 ? x->m : 1);
        most = residual_larger(most, i < m && j < n ? off / scale : off > 0 ? INFINITY : 0);
    }
    return most;
}

/* What is wrong with matrix k; NULL: nothing. On GPUs rounding may choose another pivot. */
static const char *fault_of(const struct problem *before, const struct problem *p,
                            const struct problem *lapack, int64_t k, int info)
{
    int64_t n = p->order[k];
    double scale = epsilon(p->prec) * (double)(n > 0 ? n : 1);
    if (p->info[k] != info)
        return "info";
    if (info != 0 && memcmp(matrix(&p->b, k), matrix(&before->b, k),
                            element_size(p->prec) * (size_t)p->b.stride) != 0)
        return "right-hand sides of a bad matrix";
    if (info != 0)
        return NULL;
    if (p->routine == GESV &&
        memcmp(p->ipiv + k * p->n, lapack->ipiv + k * p->n, sizeof(int) * (size_t)n) != 0)
        return "pivots";
    if (!(difference(&p->a, &lapack->a, k, n, n, scale * 2 * (double)(n + 1)) <= 30))
        return "A";
    if (!(difference(&p->b, &lapack->b, k, n, p->nrhs, scale) <= 30))
        return "X";
    return NULL;
}

/* What is before the first matrix and behind the last one */
static bool guards_stay(const struct block *before, const struct block *after)
{
    size_t size = element_size(before->prec) * GUARD, last = before->bytes - size;
    return memcmp(before->all, after->all, size) == 0 &&
           memcmp(before->all + last, after->all + last, size) == 0;
}

static void check(struct cases *cases, enum routine routine, enum form form,
                  starling_precision prec, int64_t n, int64_t nrhs, int64_t count)
{
    struct problem before = problem_new(routine, form, prec, n, nrhs, count);
    struct problem p = before, lapack = before;
    p.a = block_copy(&before.a);
    p.b = block_copy(&before.b);
    lapack.a = block_copy(&before.a);
    lapack.b = block_copy(&before.b);
    lapack.ipiv = calloc((size_t)(n * count) + 1, sizeof(int));
    int result = run(&p);
    const char *fault = result != 0 ? "result" : NULL;
    int64_t k = 0;
    for (; k < count && !fault; k++)
        fault = fault_of(&before, &p, &lapack, k, by_lapack(&lapack, k));
    if (!fault && !(guards_stay(&before.a, &p.a) && guards_stay(&before.b, &p.b)))
        fault = "what is around";
    hold(cases, !fault, "%c %s, %s, n=%ld nrhs=%ld count=%ld: result %d, matrix %ld: %s",
         letter(prec), names[routine], form_names[form], (long)n, (long)nrhs, (long)count, result,
         (long)k - 1, fault);
    struct block *blocks[] = {&p.a, &p.b, &lapack.a, &lapack.b};
    for (int i = 0; i < 4; i++)
        free(blocks[i]->all);
    free(lapack.ipiv);
    problem_free(&before);
}

static void check_orders(enum routine routine, starling_precision prec)
{
    static const int64_t larger[] = {65, 100, 128, 200, 256, 333, 512, 700, 1023, 1024};
    struct cases cases = {0};
    for (int64_t n = 0; n <= 64; n += quick() ? 3 : 1)
        for (int form = 0; form < FORMS; form++)
            check(&cases, routine, (enum form)form, prec, n, (n + form) % 6, 21);
    for (int i = 0; i < (quick() ? 3 : 10); i++)
        check(&cases, routine, (enum form)(i % FORMS), prec, larger[i], 2, larger[i] > 300 ? 2 : 5);
    for (int form = 0; form < FORMS; form++)
        for (int64_t count = 0; count < 2; count++)
            check(&cases, routine, (enum form)form, prec, 9, 1, count);
    check(&cases, routine, STRIDED, prec, 2, 1, 65537);
    if (!quick())
        check(&cases, routine, VARYING, prec, 5, 1, 65537);
    if (!quick() && prec == STARLING_D)
        check(&cases, routine, STRIDED, prec, routine == INV ? 2048 : 4096, 1, 1);
    if (!quick() && prec == STARLING_S && routine != INV)
        check(&cases, routine, VARYING, prec, 4096, 1, 2);
    ok(all_held(&cases), "%c %s: %d batches", letter(prec), names[routine], cases.run);
}

/* Numbers of matrix k that need no room */
static float some(int64_t k, int64_t i)
{
    return (float)((k * 7 + i * 13) % 31) / 31 - 0.5f;
}

/* A = (2 + s, s; s, 3 + s), or its first element; a few matrices are 0. */
enum { MANY = 10000000, EVERY = 1000003 };
static void fill_many(bool pointers, int64_t n, float *a, float *b, float **pa, float **pb)
{
    for (int64_t k = 0; k < MANY; k++) {
        float *x = a + k * n * n;
        for (int64_t i = 0; i < n * n; i++)
            x[i] = k % EVERY == 5 ? 0 : some(k, 0) + (i == 0 ? 2 : i == 3 ? 3 : 0);
        for (int64_t i = 0; i < n; i++)
            b[k * n + i] = some(k, 1 + i);
        if (pointers) {
            pa[k] = x;
            pb[k] = b + k * n;
        }
    }
}

/* |A x - b| is small; a bad matrix has its b. */
static bool many_right(int64_t n, const float *b, const int *info)
{
    for (int64_t k = 0; k < MANY; k++) {
        double s = some(k, 0), off = 0;
        const float *x = b + k * n;
        bool singular = k % EVERY == 5;
        for (int64_t i = 0; i < n; i++) {
            double sum = -(double)some(k, 1 + i);
            for (int64_t j = 0; j < n; j++)
                sum += (s + (i != j ? 0 : i == 0 ? 2 : 3)) * x[j];
            off = fmax(off, singular ? fabs(x[i] - (double)some(k, 1 + i)) * 1e9 : fabs(sum));
        }
        if (info[k] != (singular ? 1 : 0) || !(off < 1e-5))
            return false;
    }
    return true;
}

static void check_many(enum routine routine, bool pointers, int64_t n)
{
    float *a = malloc(sizeof *a * (size_t)(MANY * n * n)),
          *b = malloc(sizeof *b * (size_t)(MANY * n));
    int *info = malloc(sizeof *info * MANY);
    int *ipiv = routine == GESV ? malloc(sizeof *ipiv * (size_t)(MANY * n)) : NULL;
    float **pa = pointers ? malloc(sizeof *pa * MANY) : NULL;
    float **pb = pointers ? malloc(sizeof *pb * MANY) : NULL;
    fill_many(pointers, n, a, b, pa, pb);
    int result = routine == GESV
                     ? starling_sgesv_strided_batched(n, 1, a, n, n * n, ipiv, b, n, n, info, MANY)
                 : pointers
                     ? starling_sposv_batched('L', n, 1, pa, n, pb, n, info, MANY)
                     : starling_sposv_strided_batched('L', n, 1, a, n, n * n, b, n, n, info, MANY);
    ok(result == 0 && many_right(n, b, info), "s %s of 10 million matrices of order %ld%s",
       names[routine], (long)n, pointers ? " at pointers" : "");
    free(a);
    free(b);
    free(info);
    free(ipiv);
    free(pa);
    free(pb);
}

static long most_memory(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
}

/* A sanitizer needs more. */
#ifdef __SANITIZE_ADDRESS__
enum { MOST_KILOBYTES = 1 << 21 };
#else
enum { MOST_KILOBYTES = 1 << 20 };
#endif
/* begin: what the program had before, GPUs' drivers included */
static void check_memory(long begin)
{
    long used = most_memory() - begin;
    ok(used < MOST_KILOBYTES, "%.2f GB of memory, less than 1", (double)used / (1 << 20));
}

/* Numbers of matrices have 64 bits. */
static void check_more_than_32_bits(void)
{
    const double a = 1;
    double b = 1;
    int result = starling_dpotrs_strided_batched('U', 0, 1, &a, 1, 0, &b, 1, 0, 5000000000);
    ok(result == 0 && b == 1, "5 billion matrices of order 0: %d", result);
}

int main(void)
{
    check_more_than_32_bits();
    const long begin = most_memory();
    if (!quick()) {
        check_many(POSV_LOWER, false, 1);
        check_many(POSV_LOWER, false, 2);
        check_many(GESV, false, 2);
        check_many(POSV_LOWER, true, 1);
        check_memory(begin);
    }
    for (int p = 0; p < 4; p++)
        for (int routine = 0; routine < ROUTINES; routine++)
            check_orders((enum routine)routine, precisions[p]);
    return done_testing();
}
