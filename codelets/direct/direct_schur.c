/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Schur forms and eigenvalues with condition numbers. Each routine is called twice, as in
 * direct_spectrum.c. A real matrix has n real parts of eigenvalues, then n imaginary ones. */

#define SL_KERNEL_USES_BLAS
#include "workspace.h"

#ifdef SL_COMPLEX
#define VALUES(w, n) w
#else
#define VALUES(w, n) w, (w) + (n)
#endif

/* LAPACK also overwrites A where it has no Schur form, so it gets a copy. */
int SL_X(direct_geevx)(char balanc, char jobvl, char jobvr, char sense, int n, scalar_t *a, int lda,
                       scalar_t *w, scalar_t *vl, int ldvl, scalar_t *vr, int ldvr, int64_t *ilo,
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
    LAPACKE_x(geevx_work)(LAPACK_COL_MAJOR, balanc, left, right, what, n, t, n, VALUES(w, n), l,   \
                          ldl, r, ldr, &first, &last, scale, abnrm, rconde, rcondv, x, lx,         \
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
                      int lda, int64_t *sdim, scalar_t *w, scalar_t *vs, int ldvs, real_t *rconde,
                      real_t *rcondv)
{
    struct guarded g = guard(n, n, a, lda);
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
                          VALUES(w, n), vs, ldvs, rconde, rcondv, x, lx, INTEGERS(r, i, li), bw)
    GEESX(&numbers, -1, &rwork, &iwork, -1, &bwork);
    int size = (int)SL_REAL(numbers), integers = SL_MAX(1, iwork);
    struct workspace work;
    workspace_begin(&work, size, n, (int64_t)integers + n);
    if (g.a && work.x)
        info = GEESX(work.x, size, work.r, work.i, integers, work.i + integers);
    workspace_end(&work);
    guard_back(n, n, g, a, lda);
    *sdim = count;
    return info;
}
