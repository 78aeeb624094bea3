/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and singular values. Each routine is called twice: it tells its workspace, then it
 * computes. Real and complex routines differ in their workspaces. */

#define SL_KERNEL_USES_BLAS
#include <string.h>
#include "workspace.h"

int SL_X(direct_heevd)(char jobz, char uplo, int n, scalar_t *a, int lda, real_t *w)
{
    scalar_t numbers = 0;
    int integers = 0, info = STARLING_ENOMEM;
#ifdef SL_COMPLEX
    real_t reals = 0;
#define HEEVD(x, lx, r, lr, i, li)                                                                 \
    LAPACKE_x(heevd_work)(LAPACK_COL_MAJOR, jobz, uplo, n, a, lda, w, x, lx, r, lr, i, li)
#else
    int reals = 0;
#define HEEVD(x, lx, r, lr, i, li)                                                                 \
    LAPACKE_x(syevd_work)(LAPACK_COL_MAJOR, jobz, uplo, n, a, lda, w, x, lx, i, li)
#endif
    HEEVD(&numbers, -1, &reals, -1, &integers, -1);
    int size = (int)SL_REAL(numbers);
    struct workspace work = workspace_new(size, (int)reals, integers);
    if (work.x)
        info = HEEVD(work.x, size, work.r, (int)reals, work.i, integers);
    free(work.x);
    return info;
}

int SL_X(direct_gesvd)(char jobu, char jobvt, int m, int n, scalar_t *a, int lda, real_t *s,
                       scalar_t *u, int ldu, scalar_t *vt, int ldvt)
{
#ifdef SL_COMPLEX
    int reals = 5 * SL_MIN(m, n);
#define GESVD(x, lx, r)                                                                            \
    LAPACKE_x(gesvd_work)(LAPACK_COL_MAJOR, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, x, lx, \
                          r)
#else
    int reals = 0;
#define GESVD(x, lx, r)                                                                            \
    ((void)(r), LAPACKE_x(gesvd_work)(LAPACK_COL_MAJOR, jobu, jobvt, m, n, a, lda, s, u, ldu, vt,  \
                                      ldvt, x, lx))
#endif
    scalar_t numbers = 0;
    real_t rwork;
    int info = STARLING_ENOMEM;
    GESVD(&numbers, -1, &rwork);
    int size = (int)SL_REAL(numbers);
    struct workspace work = workspace_new(size, reals, 0);
    if (work.x)
        info = GESVD(work.x, size, work.r);
    free(work.x);
    return info;
}

int SL_X(direct_gesdd)(char jobz, int m, int n, scalar_t *a, int lda, real_t *s, scalar_t *u,
                       int ldu, scalar_t *vt, int ldvt)
{
    int k = SL_MIN(m, n), most = SL_MAX(m, n), info = STARLING_ENOMEM;
#ifdef SL_COMPLEX
    int reals = jobz == 'N' ? 7 * k : SL_MAX(5 * k * k + 5 * k, 2 * most * k + 2 * k * k + k);
#define GESDD(x, lx, r, i)                                                                         \
    LAPACKE_x(gesdd_work)(LAPACK_COL_MAJOR, jobz, m, n, a, lda, s, u, ldu, vt, ldvt, x, lx, r, i)
#else
    int reals = 0 * most;
#define GESDD(x, lx, r, i)                                                                         \
    ((void)(r),                                                                                    \
     LAPACKE_x(gesdd_work)(LAPACK_COL_MAJOR, jobz, m, n, a, lda, s, u, ldu, vt, ldvt, x, lx, i))
#endif
    scalar_t numbers = 0;
    real_t rwork;
    int iwork;
    GESDD(&numbers, -1, &rwork, &iwork);
    int size = (int)SL_REAL(numbers);
    struct workspace work = workspace_new(size, reals, 8 * k);
    if (work.x)
        info = GESDD(work.x, size, work.r, work.i);
    free(work.x);
    return info;
}

/* LAPACK overwrites A, so it gets a copy. */
int SL_X(direct_geev)(char jobvl, char jobvr, int n, const scalar_t *a, int lda, scalar_t *w,
                      scalar_t *vl, int ldvl, scalar_t *vr, int ldvr)
{
#ifdef SL_COMPLEX
    int reals = 2 * n;
#define GEEV(copy, x, lx, r)                                                                       \
    LAPACKE_x(geev_work)(LAPACK_COL_MAJOR, jobvl, jobvr, n, copy, n, w, vl, ldvl, vr, ldvr, x, lx, \
                         r)
#else
    int reals = 0;
#define GEEV(copy, x, lx, r)                                                                       \
    ((void)(r), LAPACKE_x(geev_work)(LAPACK_COL_MAJOR, jobvl, jobvr, n, copy, n, w, w + n, vl,     \
                                     ldvl, vr, ldvr, x, lx))
#endif
    scalar_t numbers = 0, *copy = NULL;
    real_t rwork; /* a query sets it, too */
    int info = STARLING_ENOMEM;
    GEEV(copy, &numbers, -1, &rwork);
    int size = (int)SL_REAL(numbers);
    struct workspace work = workspace_new(size + (int64_t)n * n, reals, 0);
    if (work.x) {
        copy = work.x + size;
        for (int64_t j = 0; j < n; j++)
            memcpy(copy + j * n, a + j * lda, sizeof *copy * (size_t)n);
        info = GEEV(copy, work.x, size, work.r);
    }
    free(work.x);
    return info;
}
