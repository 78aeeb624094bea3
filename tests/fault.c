/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A fault in one result of BLAS or LAPACK, to see that checks find it. A module for LD_PRELOAD,
 * built once a precision. Its functions call those of BLAS and LAPACK of the same name. Calls from
 * libstarling are counted, and the result of one of them gets a wrong element. All other callers,
 * as the check of the command, get right results.
 *
 *   STARLING_FAULT="KIND NUMBER PLACE"
 *   KIND    nan, inf, change (by 1e-6 of the largest element, in single precision by 1e-1), none
 *   NUMBER  of the call, from 1
 *   PLACE   of the element: first, inside (in neither the first row nor the first column), last
 *
 * The fault is a line on standard error, and so is, in the end, the number of calls. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "codelets/precision.h"

/* The types of CBLAS: complex arguments are addresses without a type. Its header is not included,
 * for its functions are defined here; an enumeration is passed as an int. */
#ifdef SL_COMPLEX
typedef const void *passed;
typedef void element;
#else
typedef real_t passed;
typedef real_t element;
#endif

#define PUBLIC __attribute__((visibility("default"))) __attribute__((noinline))
#define NEXT(name) ((__typeof__(&name))next(SL_STRING(name)))

static void *next(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (function)
        return function;
    fprintf(stderr, "fault: there is no %s\n", name);
    exit(99);
}

/* A result: the part of an m x n array that the call wrote, all (G) or a triangle (L, U). */
struct result {
    const char *name;
    int part, m, n, ld;
    scalar_t *a;
};

static atomic_int calls;

static bool from_library(void *caller)
{
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libstarling");
}

static double largest(const struct result *r)
{
    double value = 0;
    for (int j = 0; j < r->n; j++)
        for (int i = 0; i < r->m; i++)
            if (r->part == 'G' || (r->part == 'L' ? i >= j : i <= j))
                value = fmax(value, SL_ABS(r->a[i + (int64_t)j * r->ld]));
    return value;
}

static scalar_t wrong(const char *kind, const struct result *r, scalar_t right)
{
    if (strcmp(kind, "nan") == 0)
        return right * (real_t)NAN;
    if (strcmp(kind, "inf") == 0)
        return (real_t)INFINITY;
    return right + (real_t)((sizeof(real_t) == 4 ? 1e-1 : 1e-6) * largest(r));
}

/* After each call: the fault, where it is this one's turn. */
static void count(void *caller, struct result r)
{
    const char *fault = getenv("STARLING_FAULT");
    char kind[8] = "none", place[8] = "first";
    int number = 0, i = 0, j = 0;
    if (!from_library(caller) || r.m == 0 || r.n == 0)
        return;
    if (fault)
        sscanf(fault, "%7s %d %7s", kind, &number, place);
    if (atomic_fetch_add(&calls, 1) + 1 != number || strcmp(kind, "none") == 0)
        return;
    if (strcmp(place, "inside") == 0) {
        i = (r.part == 'U' ? 1 : 2) * r.m / 3;
        j = (r.part == 'L' ? 1 : 2) * r.n / 3;
    } else if (strcmp(place, "last") == 0) {
        i = r.m - 1;
        j = r.n - 1;
    }
    scalar_t *at = r.a + i + (int64_t)j * r.ld, right = *at;
    *at = wrong(kind, &r, right);
    fprintf(stderr, "fault: call %d, %s: element (%d, %d) of %d x %d was %g, is %g\n", number, r.name,
            i + 1, j + 1, r.m, r.n, (double)SL_REAL(right), (double)SL_REAL(*at));
}

__attribute__((destructor)) static void say_calls(void)
{
    fprintf(stderr, "fault: %d calls\n", atomic_load(&calls));
}

#define COUNT(...) count(__builtin_return_address(0), (struct result){__VA_ARGS__})

enum { NO_TRANS = 111, UPPER = 121 }; /* of CBLAS */

/* ---- Matrices ------------------------------------------------------------------------------ */

PUBLIC void cblas_x(gemm)(int order, int transa, int transb, int m, int n, int k, passed alpha,
                        const element *a, int lda, const element *b, int ldb, passed beta,
                        element *c, int ldc)
{
    NEXT(cblas_x(gemm))(order, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    COUNT("gemm", 'G', m, n, ldc, c);
}

PUBLIC void cblas_x(syrk)(int order, int uplo, int trans, int n, int k, passed alpha,
                        const element *a, int lda, passed beta, element *c, int ldc)
{
    NEXT(cblas_x(syrk))(order, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
    COUNT("syrk", uplo == UPPER ? 'U' : 'L', n, n, ldc, c);
}

#ifdef SL_COMPLEX
PUBLIC void cblas_x(herk)(int order, int uplo, int trans, int n, int k, real_t alpha,
                        const element *a, int lda, real_t beta, element *c, int ldc)
{
    NEXT(cblas_x(herk))(order, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
    COUNT("herk", uplo == UPPER ? 'U' : 'L', n, n, ldc, c);
}
#endif

PUBLIC void cblas_x(symm)(int order, int side, int uplo, int m, int n, passed alpha,
                        const element *a, int lda, const element *b, int ldb, passed beta,
                        element *c, int ldc)
{
    NEXT(cblas_x(symm))(order, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
    COUNT("symm", 'G', m, n, ldc, c);
}

PUBLIC void cblas_x(syr2k)(int order, int uplo, int trans, int n, int k, passed alpha,
                         const element *a, int lda, const element *b, int ldb, passed beta,
                         element *c, int ldc)
{
    NEXT(cblas_x(syr2k))(order, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    COUNT("syr2k", uplo == UPPER ? 'U' : 'L', n, n, ldc, c);
}

#ifdef SL_COMPLEX
PUBLIC void cblas_x(hemm)(int order, int side, int uplo, int m, int n, passed alpha,
                        const element *a, int lda, const element *b, int ldb, passed beta,
                        element *c, int ldc)
{
    NEXT(cblas_x(hemm))(order, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
    COUNT("hemm", 'G', m, n, ldc, c);
}

PUBLIC void cblas_x(her2k)(int order, int uplo, int trans, int n, int k, passed alpha,
                         const element *a, int lda, const element *b, int ldb, real_t beta,
                         element *c, int ldc)
{
    NEXT(cblas_x(her2k))(order, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    COUNT("her2k", uplo == UPPER ? 'U' : 'L', n, n, ldc, c);
}
#endif

PUBLIC void cblas_x(trmm)(int order, int side, int uplo, int trans, int diag, int m, int n,
                        passed alpha, const element *a, int lda, element *b, int ldb)
{
    NEXT(cblas_x(trmm))(order, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
    COUNT("trmm", 'G', m, n, ldb, b);
}

PUBLIC void cblas_x(trsm)(int order, int side, int uplo, int trans, int diag, int m, int n,
                        passed alpha, const element *a, int lda, element *b, int ldb)
{
    NEXT(cblas_x(trsm))(order, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
    COUNT("trsm", 'G', m, n, ldb, b);
}

PUBLIC int LAPACKE_x(potrf_work)(int order, char uplo, int n, scalar_t *a, int lda)
{
    int info = NEXT(LAPACKE_x(potrf_work))(order, uplo, n, a, lda);
    COUNT("potrf", uplo, n, n, lda, a);
    return info;
}

PUBLIC int LAPACKE_x(getrf_work)(int order, int m, int n, scalar_t *a, int lda, int *ipiv)
{
    int info = NEXT(LAPACKE_x(getrf_work))(order, m, n, a, lda, ipiv);
    COUNT("getrf", 'G', m, n, lda, a);
    return info;
}

/* ---- Vectors: rows of one column, or one row ------------------------------------------------- */

PUBLIC void cblas_x(gemv)(int order, int trans, int m, int n, passed alpha, const element *a, int lda,
                        const element *x, int incx, passed beta, element *y, int incy)
{
    NEXT(cblas_x(gemv))(order, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
    COUNT("gemv", 'G', 1, trans == NO_TRANS ? m : n, incy, y);
}

PUBLIC void cblas_x(trsv)(int order, int uplo, int trans, int diag, int n, const element *a, int lda,
                        element *x, int incx)
{
    NEXT(cblas_x(trsv))(order, uplo, trans, diag, n, a, lda, x, incx);
    COUNT("trsv", 'G', 1, n, incx, x);
}
