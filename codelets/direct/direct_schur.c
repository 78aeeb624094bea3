/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Schur forms, their eigenvectors, and eigenvalues with condition numbers. Each routine is called
 * twice, as in direct_spectrum.c. */

#define SL_KERNEL_USES_BLAS
#include "workspace.h"

/* LAPACK also overwrites A where it has no Schur form, so it gets a copy. */
int SL_X(direct_geevx)(char balanc, char jobvl, char jobvr, char sense, int n, scalar_t *a, int lda,
                       SL_EIGENVALUES, scalar_t *vl, int ldvl, scalar_t *vr, int ldvr, int64_t *ilo,
                       int64_t *ihi, real_t *scale, real_t *abnrm, real_t *rconde, real_t *rcondv)
{
    bool schur = jobvl == 'V' || jobvr == 'V' || sense != 'N';
    scalar_t numbers = 0, *t = NULL;
    real_t rwork = 0;
    int iwork = 0, first = 1, last = n, info = STARLING_ENOMEM;
#ifdef SL_COMPLEX
#define OTHER(r, i) ((void)(i), r)
#else
#define OTHER(r, i) ((void)(r), i)
#endif
#define GEEVX(left, l, ldl, right, r, ldr, what, x, lx, rw, iw)                                    \
    LAPACKE_x(geevx_work)(LAPACK_COL_MAJOR, balanc, left, right, what, n, t, n, SL_VALUES, l, ldl, \
                          r, ldr, &first, &last, scale, abnrm, rconde, rcondv, x, lx,              \
                          OTHER(rw, iw))
    /* The blocks of the vectors depend on the workspace: for all jobs the same, and the same last
     * bits. */
    GEEVX('V', a, n, 'V', a, n, 'B', &numbers, -1, &rwork, &iwork);
    int size = (int)SL_REAL(numbers);
    struct workspace work;
    workspace_begin(&work, size + (int64_t)n * n, 2 * n, 2 * n);
    if (work.x) {
        t = work.x + size;
        copy_columns(n, n, a, lda, t, n);
        info = GEEVX(jobvl, vl, ldvl, jobvr, vr, ldvr, sense, work.x, size, work.r, work.i);
        if (schur)
            copy_columns(n, n, t, n, a, lda);
    }
    workspace_end(&work);
    *ilo = first;
    *ihi = last;
    return info;
}

int SL_X(direct_gees)(char jobvs, SL_X(direct_select) * select, char sense, int n, scalar_t *a,
                      int lda, int64_t *sdim, SL_EIGENVALUES, scalar_t *vs, int ldvs,
                      real_t *rconde, real_t *rcondv)
{
    struct guarded g;
    guard(&g, n, n, a, lda);
    scalar_t numbers = 0;
    real_t rwork = 0;
    int iwork = 0, bwork = 0, count = 0, info = STARLING_ENOMEM;
    char sort = select ? 'S' : 'N';
#ifdef SL_COMPLEX
#define INTEGERS(r, i, li) ((void)(i), (void)(li), r)
#else
#define INTEGERS(r, i, li) ((void)(r), i), li
#endif
#define GEESX(x, lx, r, i, li, bw)                                                                 \
    LAPACKE_x(geesx_work)(LAPACK_COL_MAJOR, jobvs, sort, select, sense, n, g.a, g.ld, &count,      \
                          SL_VALUES, vs, ldvs, rconde, rcondv, x, lx, INTEGERS(r, i, li), bw)
    GEESX(&numbers, -1, &rwork, &iwork, -1, &bwork);
    int size = (int)SL_REAL(numbers), integers = SL_MAX(1, iwork);
    struct workspace work;
    workspace_begin(&work, size, n, (int64_t)integers + n);
    if (g.a && work.x)
        info = GEESX(work.x, size, work.r, work.i, integers, work.i + integers);
    workspace_end(&work);
    guard_back(n, n, &g, a, lda);
    *sdim = count;
    return info;
}

int SL_X(direct_hseqr)(char job, char compz, int n, int ilo, int ihi, scalar_t *h, int ldh,
                       SL_EIGENVALUES, scalar_t *z, int ldz)
{
    struct guarded g;
    int info = STARLING_ENOMEM;
    guard(&g, n, n, h, ldh);
    if (g.a)
        CALL_WITH_WORKSPACE(info, LAPACKE_x(hseqr_work), job, compz, n, ilo, ihi, g.a, g.ld,
                            SL_VALUES, z, ldz);
    guard_back(n, n, &g, h, ldh);
    return info;
}

int SL_X(direct_trsen)(char job, char compq, const int *select, int n, scalar_t *t, int ldt,
                       scalar_t *q, int ldq, SL_EIGENVALUES, int64_t *m, real_t *s, real_t *sep)
{
    scalar_t numbers = 0;
    int integers = 1, count = 0, info = STARLING_ENOMEM;
#ifdef SL_COMPLEX
#define INTEGER_WORK(i, li)
#else
#define INTEGER_WORK(i, li) , i, li
#endif
#define TRSEN(x, lx, i, li)                                                                        \
    LAPACKE_x(trsen_work)(LAPACK_COL_MAJOR, job, compq, select, n, t, ldt, q, ldq, SL_VALUES,      \
                          &count, s, sep, x, lx INTEGER_WORK(i, li))
    TRSEN(&numbers, -1, &integers, -1);
    int size = SL_MAX(1, (int)SL_REAL(numbers));
    struct workspace work;
    workspace_begin(&work, size, 0, integers);
    if (work.x)
        info = TRSEN(work.x, size, work.i, integers);
    workspace_end(&work);
    *m = count;
    return info;
}

int SL_X(direct_trevc3)(char side, char howmny, const int *select, int n, const scalar_t *t,
                        int ldt, scalar_t *vl, int ldvl, scalar_t *vr, int ldvr, int m)
{
    scalar_t numbers = 0;
    real_t reals = 0;
    int wanted[SL_DIRECT_LARGEST]; /* LAPACK changes it, and a complex T for a while */
    struct guarded g;
    int size = -1, most = -1, count = 0, info = 0;
    for (int i = 0; i < n && select; i++)
        wanted[i] = select[i] != 0;
#ifdef SL_COMPLEX
#define REAL_WORK(r) r, &most,
#else
#define REAL_WORK(r)
#endif
        /* LAPACKE has no trevc3. */
#define TREVC3(x, r)                                                                               \
    SL_PASTE(LAPACK_, SL_LETTER, trevc3)                                                           \
    (&side, &howmny, wanted, &n, g.a, &g.ld, vl, &ldvl, vr, &ldvr, &m, &count, x, &size,           \
     REAL_WORK(r) & info)
    guard(&g, n, n, t, ldt);
    TREVC3(&numbers, &reals);
    size = (int)SL_REAL(numbers);
    most = (int)reals;
    struct workspace work;
    workspace_begin(&work, size, most, 0);
    info = STARLING_ENOMEM;
    if (g.a && work.x)
        TREVC3(work.x, work.r);
    workspace_end(&work);
    unguard(&g);
    return info;
}
