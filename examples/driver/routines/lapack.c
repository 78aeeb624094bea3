/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The command's routines by BLAS and LAPACK. Compiled once a precision. */

#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <lapacke.h>
#include <starpu.h>
#include "run.h"
#include "machine/threads.h"

#define LAPACKE_xpotrs_work SL_PASTE(LAPACKE_, SL_LETTER, potrs_work)
#define LAPACKE_xposv_work SL_PASTE(LAPACKE_, SL_LETTER, posv_work)
#define LAPACKE_xgetrs_work SL_PASTE(LAPACKE_, SL_LETTER, getrs_work)
#define LAPACKE_xgesv_work SL_PASTE(LAPACKE_, SL_LETTER, gesv_work)

static const scalar_t minus_one = -1, half = (real_t)0.5;

/* What LAPACK returned; 0 from BLAS. */
static int run_lapack(const struct problem *p, scalar_t *const a[3], const int64_t ld[3],
                      int *ipiv)
{
    const char *name = p->routine->name;
    char uplo = (char)p->uplo, trans = (char)p->transa;
    int m = (int)p->m, n = (int)p->n, k = (int)p->k, nrhs = (int)p->nrhs;
    int lda = (int)ld[0], ldb = (int)ld[1], ldc = (int)ld[2];
    if (strcmp(name, "potrf") == 0)
        return LAPACKE_xpotrf_work(LAPACK_COL_MAJOR, uplo, n, a[0], lda);
    else if (strcmp(name, "potrs") == 0)
        return LAPACKE_xpotrs_work(LAPACK_COL_MAJOR, uplo, n, nrhs, a[0], lda, a[1], ldb);
    else if (strcmp(name, "posv") == 0)
        return LAPACKE_xposv_work(LAPACK_COL_MAJOR, uplo, n, nrhs, a[0], lda, a[1], ldb);
    else if (strcmp(name, "getrf") == 0)
        return LAPACKE_xgetrf_work(LAPACK_COL_MAJOR, m, n, a[0], lda, ipiv);
    else if (strcmp(name, "getrs") == 0)
        return LAPACKE_xgetrs_work(LAPACK_COL_MAJOR, trans, n, nrhs, a[0], lda, ipiv, a[1],
                                   ldb);
    else if (strcmp(name, "gesv") == 0)
        return LAPACKE_xgesv_work(LAPACK_COL_MAJOR, n, nrhs, a[0], lda, ipiv, a[1], ldb);
    if (strcmp(name, "gemm") == 0)
        cblas_xgemm(CblasColMajor, trans_of(p->transa), trans_of(p->transb), m, n, k,
                    SADDR(minus_one), a[0], lda, a[1], ldb, SADDR(half), a[2], ldc);
    else if (strcmp(name, "herk") == 0)
#ifdef SL_COMPLEX
        cblas_xherk(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), n, k, -1, a[0], lda,
                    (real_t)0.5, a[2], ldc);
#else
        cblas_xsyrk(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), n, k, minus_one,
                    a[0], lda, half, a[2], ldc);
#endif
    else if (strcmp(name, "trsm") == 0)
        cblas_xtrsm(CblasColMajor, p->side == STARLING_LEFT ? CblasLeft : CblasRight,
                    uplo_of(p->uplo), trans_of(p->transa),
                    p->diag == STARLING_UNIT ? CblasUnit : CblasNonUnit, m, n,
                    SADDR(minus_one), a[0], lda, a[1], ldb);
    else
        return LAPACK_WORK_MEMORY_ERROR; /* not known here: a reference that failed */
    return 0;
}

struct call {
    const struct problem *p;
    scalar_t *const *a;
    const int64_t *ld;
    int info;
    double time;
};

static void time_lapack(void *argument)
{
    struct call *c = argument;
    int m = (int)c->p->m, n = (int)c->p->n;
    int *ipiv = calloc((size_t)(m < n ? m : n) + 1, sizeof *ipiv);
    c->info = ipiv ? 0 : LAPACK_WORK_MEMORY_ERROR;
    if (ipiv && c->p->routine->prepare) /* getrs: the factors */
        c->info = LAPACKE_xgetrf_work(LAPACK_COL_MAJOR, n, n, c->a[0], (int)c->ld[0], ipiv);
    double start = starpu_timing_now();
    if (c->info == 0)
        c->info = run_lapack(c->p, c->a, c->ld, ipiv);
    c->time = 1e-6 * (starpu_timing_now() - start);
    free(ipiv);
}

double CASE(lapack)(const struct problem *p, scalar_t *const a[3], const int64_t ld[3],
                    int threads, int *info)
{
    int before = blas_threads(threads);
    struct call c = {.p = p, .a = a, .ld = ld};
    with_large_stack(time_lapack, &c);
    blas_threads(before);
    *info = c.info;
    return c.time;
}
