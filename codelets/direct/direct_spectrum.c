/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and singular values. Each routine is called twice: it tells its workspace, then it
 * computes. Real and complex routines differ in their workspaces. */

#define SL_KERNEL_USES_BLAS
#include "workspace.h"

int SL_X(direct_heevd)(char jobz, char uplo, int n, scalar_t *a, int lda, real_t *w)
{
    scalar_t numbers = 0;
    struct guarded g;
    guard(&g, n, n, a, lda);
    int integers = 0, info = STARLING_ENOMEM;
#ifdef SL_COMPLEX
    real_t reals = 0;
#define HEEVD(x, lx, r, lr, i, li)                                                                 \
    LAPACKE_x(heevd_work)(LAPACK_COL_MAJOR, jobz, uplo, n, g.a, g.ld, w, x, lx, r, lr, i, li)
#else
    int reals = 0;
#define HEEVD(x, lx, r, lr, i, li)                                                                 \
    LAPACKE_x(syevd_work)(LAPACK_COL_MAJOR, jobz, uplo, n, g.a, g.ld, w, x, lx, i, li)
#endif
    HEEVD(&numbers, -1, &reals, -1, &integers, -1);
    int size = (int)SL_REAL(numbers);
    struct workspace work;
    workspace_begin(&work, size, (int)reals, integers);
    if (g.a && work.x)
        info = HEEVD(work.x, size, work.r, (int)reals, work.i, integers);
    workspace_end(&work);
    guard_back(n, n, &g, a, lda);
    return info;
}

/* LAPACK works on a copy of A, because it may fail where divide and conquer does not. */
int SL_X(direct_heevx)(char jobz, char range, char uplo, int n, const scalar_t *a, int lda,
                       real_t vl, real_t vu, int il, int iu, int64_t *m, real_t *w, scalar_t *z,
                       int ldz)
{
    scalar_t numbers = 0, *copy = NULL;
    real_t rwork = 0;
    int iwork = 0, ifail = 0, count = 0, info = STARLING_ENOMEM;
    char job = n == 1 ? 'N' : jobz; /* of order 1 LAPACK makes a vector also if none is wanted */
#ifdef SL_COMPLEX
#define REAL_WORK(r) r,
#else
#define REAL_WORK(r)
#endif
#define HEEVX(x, lx, r, i, fail)                                                                   \
    HE(evx_work)                                                                                   \
    (LAPACK_COL_MAJOR, job, range, uplo, n, copy, n, vl, vu, il, iu, 0, &count, w, z, ldz, x, lx,  \
     REAL_WORK(r) i, fail)
    HEEVX(&numbers, -1, &rwork, &iwork, &ifail);
    int size = (int)SL_REAL(numbers);
    struct workspace work;
    workspace_begin(&work, size + (int64_t)n * n, 7 * n, 6 * n);
    if (work.x) {
        copy = work.x + size;
        copy_columns(n, n, a, lda, copy, n);
        info = HEEVX(work.x, size, work.r, work.i, work.i + 5 * n);
    }
    workspace_end(&work);
    if (job != jobz && count == 1)
        z[0] = 1;
    (void)rwork;
    *m = count;
    return info;
}

int SL_X(direct_hegst)(int itype, char uplo, int n, scalar_t *a, int lda, const scalar_t *b,
                       int ldb)
{
    struct guarded g, gb;
    guard(&g, n, n, a, lda);
    guard(&gb, n, n, b, ldb);
    int info = STARLING_ENOMEM;
    if (g.a && gb.a)
        info = HE(gst_work)(LAPACK_COL_MAJOR, itype, uplo, n, g.a, g.ld, gb.a, gb.ld);
    unguard(&gb);
    guard_back(n, n, &g, a, lda);
    return info;
}

int SL_X(direct_hegvd)(int itype, char jobz, char uplo, int n, scalar_t *a, int lda, scalar_t *b,
                       int ldb, real_t *w)
{
    scalar_t numbers = 0;
    struct guarded g, gb;
    guard(&g, n, n, a, lda);
    guard(&gb, n, n, b, ldb);
    int integers = 0, info = STARLING_ENOMEM;
#ifdef SL_COMPLEX
    real_t reals = 0;
#define HEGVD(x, lx, r, lr, i, li)                                                                 \
    HE(gvd_work)                                                                                   \
    (LAPACK_COL_MAJOR, itype, jobz, uplo, n, g.a, g.ld, gb.a, gb.ld, w, x, lx, r, lr, i, li)
#else
    int reals = 0;
#define HEGVD(x, lx, r, lr, i, li)                                                                 \
    HE(gvd_work)(LAPACK_COL_MAJOR, itype, jobz, uplo, n, g.a, g.ld, gb.a, gb.ld, w, x, lx, i, li)
#endif
    HEGVD(&numbers, -1, &reals, -1, &integers, -1);
    int size = (int)SL_REAL(numbers);
    struct workspace work;
    workspace_begin(&work, size, (int)reals, integers);
    if (g.a && gb.a && work.x)
        info = HEGVD(work.x, size, work.r, (int)reals, work.i, integers);
    workspace_end(&work);
    guard_back(n, n, &gb, b, ldb);
    guard_back(n, n, &g, a, lda);
    return info;
}

/* The arrays of singular value problems. LAPACK works in all of them. */
struct svd {
    int m, n, columns, rows; /* of A; columns of U and rows of V^H, 0: they are not in an array */
    scalar_t *a, *u, *vt;
    int lda, ldu, ldvt;
    struct guarded A, U, VT;
};

/* Vectors of a job: all, so many as the smaller side has, or none in an array. */
static int count_of(char job, int side, int least)
{
    return job == 'A' ? side : job == 'S' ? least : 0;
}

/* False: there is no memory. */
static bool svd_begin(struct svd *x, int m, int n, int columns, int rows, scalar_t *a, int lda,
                      scalar_t *u, int ldu, scalar_t *vt, int ldvt)
{
    x->m = m, x->n = n, x->columns = columns, x->rows = rows;
    x->a = a, x->u = u, x->vt = vt;
    x->lda = lda, x->ldu = ldu, x->ldvt = ldvt;
    guard(&x->A, x->m, x->n, x->a, x->lda);
    x->U.a = x->u, x->U.ld = x->ldu;
    x->VT.a = x->vt, x->VT.ld = x->ldvt;
    if (x->columns > 0)
        guard(&x->U, x->m, x->columns, x->u, x->ldu);
    if (x->rows > 0)
        guard(&x->VT, x->rows, x->n, x->vt, x->ldvt);
    return x->A.a && (x->columns == 0 || x->U.a) && (x->rows == 0 || x->VT.a);
}

static void svd_end(struct svd *x)
{
    guard_back(x->m, x->n, &x->A, x->a, x->lda);
    if (x->columns > 0)
        guard_back(x->m, x->columns, &x->U, x->u, x->ldu);
    if (x->rows > 0)
        guard_back(x->rows, x->n, &x->VT, x->vt, x->ldvt);
}

#define ARRAYS(x, s) (x).A.a, (x).A.ld, s, (x).U.a, (x).U.ld, (x).VT.a, (x).VT.ld

int SL_X(direct_gesvd)(char jobu, char jobvt, int m, int n, scalar_t *a, int lda, real_t *s,
                       scalar_t *u, int ldu, scalar_t *vt, int ldvt)
{
    int k = SL_MIN(m, n), info = STARLING_ENOMEM;
    struct svd x;
#ifdef SL_COMPLEX
    int reals = 5 * k;
#define GESVD(w, lw, r)                                                                            \
    LAPACKE_x(gesvd_work)(LAPACK_COL_MAJOR, jobu, jobvt, m, n, ARRAYS(x, s), w, lw, r)
#else
    int reals = 0;
#define GESVD(w, lw, r)                                                                            \
    ((void)(r), LAPACKE_x(gesvd_work)(LAPACK_COL_MAJOR, jobu, jobvt, m, n, ARRAYS(x, s), w, lw))
#endif
    scalar_t numbers = 0;
    real_t rwork;
    bool there =
        svd_begin(&x, m, n, count_of(jobu, m, k), count_of(jobvt, n, k), a, lda, u, ldu, vt, ldvt);
    GESVD(&numbers, -1, &rwork);
    int size = (int)SL_REAL(numbers);
    struct workspace work;
    workspace_begin(&work, size, reals, 0);
    if (there && work.x)
        info = GESVD(work.x, size, work.r);
    workspace_end(&work);
    svd_end(&x);
    return info;
}

int SL_X(direct_gesdd)(char jobz, int m, int n, scalar_t *a, int lda, real_t *s, scalar_t *u,
                       int ldu, scalar_t *vt, int ldvt)
{
    int k = SL_MIN(m, n), info = STARLING_ENOMEM;
    /* job O: one side is in A, the other one is square */
    int columns = jobz == 'O' && m < n ? m : count_of(jobz, m, k);
    int rows = jobz == 'O' && m >= n ? n : count_of(jobz, n, k);
    struct svd x;
#ifdef SL_COMPLEX
    int most = SL_MAX(m, n);
    int reals = jobz == 'N' ? 7 * k : SL_MAX(5 * k * k + 5 * k, 2 * most * k + 2 * k * k + k);
#define GESDD(w, lw, r, i)                                                                         \
    LAPACKE_x(gesdd_work)(LAPACK_COL_MAJOR, jobz, m, n, ARRAYS(x, s), w, lw, r, i)
#else
    int reals = 0;
#define GESDD(w, lw, r, i)                                                                         \
    ((void)(r), LAPACKE_x(gesdd_work)(LAPACK_COL_MAJOR, jobz, m, n, ARRAYS(x, s), w, lw, i))
#endif
    scalar_t numbers = 0;
    real_t rwork;
    int iwork;
    bool there = svd_begin(&x, m, n, columns, rows, a, lda, u, ldu, vt, ldvt);
    GESDD(&numbers, -1, &rwork, &iwork);
    int size = (int)SL_REAL(numbers);
    struct workspace work;
    workspace_begin(&work, size, reals, 8 * k);
    if (there && work.x)
        info = GESDD(work.x, size, work.r, work.i);
    workspace_end(&work);
    svd_end(&x);
    return info;
}

int SL_X(direct_gelsd)(int m, int n, int nrhs, scalar_t *a, int lda, scalar_t *b, int ldb,
                       real_t *s, real_t rcond, int64_t *rank)
{
    struct guarded g;
    scalar_t numbers = 0;
    real_t reals = 0;
    int integers = 0, count = 0, info = STARLING_ENOMEM;
#define GELSD(x, lx, r, i)                                                                         \
    LAPACKE_x(gelsd_work)(LAPACK_COL_MAJOR, m, n, nrhs, g.a, g.ld, b, ldb, s, rcond, &count, x,    \
                          lx, REAL_WORK(r) i)
    guard(&g, m, n, a, lda);
    GELSD(&numbers, -1, &reals, &integers);
    int size = (int)SL_REAL(numbers);
    struct workspace work;
    workspace_begin(&work, size, (int)reals, integers);
    if (g.a && work.x)
        info = GELSD(work.x, size, work.r, work.i);
    workspace_end(&work);
    guard_back(m, n, &g, a, lda);
    *rank = count;
    return info;
}

/* LAPACK overwrites A, so it gets a copy. */
int SL_X(direct_geev)(char jobvl, char jobvr, int n, const scalar_t *a, int lda, SL_EIGENVALUES,
                      scalar_t *vl, int ldvl, scalar_t *vr, int ldvr)
{
#ifdef SL_COMPLEX
    int reals = 2 * n;
#define GEEV(copy, x, lx, r)                                                                       \
    LAPACKE_x(geev_work)(LAPACK_COL_MAJOR, jobvl, jobvr, n, copy, n, SL_VALUES, vl, ldvl, vr,      \
                         ldvr, x, lx, r)
#else
    int reals = 0;
#define GEEV(copy, x, lx, r)                                                                       \
    ((void)(r), LAPACKE_x(geev_work)(LAPACK_COL_MAJOR, jobvl, jobvr, n, copy, n, SL_VALUES, vl,    \
                                     ldvl, vr, ldvr, x, lx))
#endif
    scalar_t numbers = 0, *copy = NULL;
    real_t rwork; /* a query sets it, too */
    int info = STARLING_ENOMEM;
    GEEV(copy, &numbers, -1, &rwork);
    int size = (int)SL_REAL(numbers);
    struct workspace work;
    workspace_begin(&work, size + (int64_t)n * n, reals, 0);
    if (work.x) {
        copy = work.x + size;
        copy_columns(n, n, a, lda, copy, n);
        info = GEEV(copy, work.x, size, work.r);
    }
    workspace_end(&work);
    return info;
}
