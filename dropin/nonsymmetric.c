/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geev, geevx, gees, geesx, trsen, trevc3, trevc. Selected vectors are LAPACK's, which changes the
 * selection of a real matrix. */

#include <stdlib.h>
#include "dropin.h"

static bool sides_are_right(const char *side, const char *howmny, int64_t n, int64_t ldt,
                            int64_t ldvl, int64_t ldvr, int64_t mm)
{
    return is(side, "LRB") && is(howmny, "AB") && holds(ldt, n) &&
           holds(ldvl, is(side, "LB") ? n : 1) && holds(ldvr, is(side, "RB") ? n : 1) && mm >= n;
}

FORTRAN(trevc3, const char *side, const char *howmny, fint *select, const fint *n, scalar_t *t,
        const fint *ldt, scalar_t *vl, const fint *ldvl, scalar_t *vr, const fint *ldvr,
        const fint *mm, fint *m, scalar_t *work, const fint *lwork, RWORKS_PARAMETER fint *info)
{
    ROUTINE(trevc3);
    if (TAKES(sides_are_right(side, howmny, *n, *ldt, *ldvl, *ldvr, *mm) &&
                  *lwork >= (4 - SL_PARTS) * (int64_t)*n && RWORK_HOLDS((int64_t)*n),
              *n, *n, *n)) {
        int64_t count = 0;
        *info =
            STARLING(trevc3)(*side, *howmny, NULL, *n, t, *ldt, vl, *ldvl, vr, *ldvr, *mm, &count);
        *m = (fint)count;
        set_work(work, *lwork);
        SET_RWORK;
    } else
        LAPACK(side, howmny, select, n, t, ldt, vl, ldvl, vr, ldvr, mm, m, work, lwork, RWORKS info,
               ONE, ONE);
    DONE;
}

FORTRAN(trevc, const char *side, const char *howmny, fint *select, const fint *n, scalar_t *t,
        const fint *ldt, scalar_t *vl, const fint *ldvl, scalar_t *vr, const fint *ldvr,
        const fint *mm, fint *m, scalar_t *work, RWORK_PARAMETER fint *info)
{
    ROUTINE_BY(trevc, trevc3);
    if (TAKES(sides_are_right(side, howmny, *n, *ldt, *ldvl, *ldvr, *mm), *n, *n, *n)) {
        int64_t count = 0;
        *info =
            STARLING(trevc3)(*side, *howmny, NULL, *n, t, *ldt, vl, *ldvl, vr, *ldvr, *mm, &count);
        *m = (fint)count;
    } else
        LAPACK(side, howmny, select, n, t, ldt, vl, ldvl, vr, ldvr, mm, m, work, RWORK info, ONE,
               ONE);
    DONE;
}

#ifdef SL_COMPLEX
#define VALUES_PARAMETER scalar_t *w
#define VALUES w
#else
#define VALUES_PARAMETER real_t *wr, real_t *wi
#define VALUES wr, wi
#endif

FORTRAN(geev, const char *jobvl, const char *jobvr, const fint *n, scalar_t *a, const fint *lda,
        VALUES_PARAMETER, scalar_t *vl, const fint *ldvl, scalar_t *vr, const fint *ldvr,
        scalar_t *work, const fint *lwork, RWORK_PARAMETER fint *info)
{
    ROUTINE(geev);
    bool left = is(jobvl, "V"), right = is(jobvr, "V");
    call.vectors = left || right;
    int64_t least_work = (SL_PARTS == 2 ? 2 : call.vectors ? 4 : 3) * (int64_t)*n;
    if (TAKES(is(jobvl, "NV") && is(jobvr, "NV") && holds(*lda, *n) &&
                  holds(*ldvl, left ? *n : 1) && holds(*ldvr, right ? *n : 1) &&
                  *lwork >= least_work,
              *n, *n, *n)) {
        *info = STARLING(geev)(*jobvl, *jobvr, *n, a, *lda, VALUES, vl, *ldvl, vr, *ldvr);
        set_work(work, *lwork);
    } else
        LAPACK(jobvl, jobvr, n, a, lda, VALUES, vl, ldvl, vr, ldvr, work, lwork, RWORK info, ONE,
               ONE);
    DONE;
}

/* Real routines have a workspace of integers where complex ones have a real one, or none. */
#ifdef SL_COMPLEX
#define WORK2_PARAMETER real_t *work2,
#define IWORKS_PARAMETER
#define IWORKS
#define IWORKS_HOLD(size) ((size) >= 0)
#define GEESX_PARAMETER real_t *rwork,
#define GEESX_WORK rwork,
#else
#define WORK2_PARAMETER fint *work2,
#define IWORKS_PARAMETER fint *iwork, const fint *liwork,
#define IWORKS iwork, liwork,
#define IWORKS_HOLD(size) (*liwork >= (size))
#define GEESX_PARAMETER fint *iwork, const fint *liwork,
#define GEESX_WORK iwork, liwork,
#endif
/* A LOGICAL of 64 bits is returned as one of 32: the lower half is enough. */
#define SELECT_PARAMETER SL_PASTE(starling_, SL_LETTER, select) * select

static bool schur_is_right(const char *jobvs, const char *sort, int64_t n, int64_t lda,
                           int64_t ldvs, int64_t lwork)
{
    return is(jobvs, "NV") && is(sort, "NS") && holds(lda, n) &&
           holds(ldvs, is(jobvs, "V") ? n : 1) && lwork >= (4 - SL_PARTS) * n;
}

FORTRAN(gees, const char *jobvs, const char *sort, SELECT_PARAMETER, const fint *n, scalar_t *a,
        const fint *lda, fint *sdim, VALUES_PARAMETER, scalar_t *vs, const fint *ldvs,
        scalar_t *work, const fint *lwork, RWORK_PARAMETER fint *bwork, fint *info)
{
    ROUTINE(gees);
    call.vectors = is(jobvs, "V");
    if (TAKES(schur_is_right(jobvs, sort, *n, *lda, *ldvs, *lwork), *n, *n, *n)) {
        int64_t count = 0;
        *info = STARLING(gees)(*jobvs, *sort, select, *n, a, *lda, &count, VALUES, vs, *ldvs);
        *sdim = (fint)count;
        set_work(work, *lwork);
    } else
        LAPACK(jobvs, sort, select, n, a, lda, sdim, VALUES, vs, ldvs, work, lwork, RWORK bwork,
               info, ONE, ONE);
    DONE;
}

FORTRAN(geesx, const char *jobvs, const char *sort, SELECT_PARAMETER, const char *sense,
        const fint *n, scalar_t *a, const fint *lda, fint *sdim, VALUES_PARAMETER, scalar_t *vs,
        const fint *ldvs, real_t *rconde, real_t *rcondv, scalar_t *work, const fint *lwork,
        GEESX_PARAMETER fint *bwork, fint *info)
{
    ROUTINE(geesx);
    int64_t half = is(sense, "N") ? 0 : (int64_t)*n * *n / 2; /* as much as any selection needs */
    call.vectors = is(jobvs, "V");
    if (TAKES(schur_is_right(jobvs, sort, *n, *lda, *ldvs, *lwork) &&
                  (is(sense, "N") || (is(sort, "S") && is(sense, "EVB"))) &&
                  *lwork >= (2 - SL_PARTS) * (int64_t)*n + half &&
                  IWORKS_HOLD(is(sense, "VB") ? half / 2 : 1),
              *n, *n, *n)) {
        int64_t count = 0;
        *info = STARLING(geesx)(*jobvs, *sort, select, *sense, *n, a, *lda, &count, VALUES, vs,
                                *ldvs, rconde, rcondv);
        *sdim = (fint)count;
        set_work(work, *lwork);
    } else
        LAPACK(jobvs, sort, select, sense, n, a, lda, sdim, VALUES, vs, ldvs, rconde, rcondv, work,
               lwork, GEESX_WORK bwork, info, ONE, ONE, ONE);
    DONE;
}

FORTRAN(geevx, const char *balanc, const char *jobvl, const char *jobvr, const char *sense,
        const fint *n, scalar_t *a, const fint *lda, VALUES_PARAMETER, scalar_t *vl,
        const fint *ldvl, scalar_t *vr, const fint *ldvr, fint *ilo, fint *ihi, real_t *scale,
        real_t *abnrm, real_t *rconde, real_t *rcondv, scalar_t *work, const fint *lwork,
        WORK2_PARAMETER fint *info)
{
    ROUTINE(geevx);
    bool left = is(jobvl, "V"), right = is(jobvr, "V");
    call.vectors = left || right;
    int64_t order = *n, least_work = (SL_PARTS == 1 && call.vectors ? 3 : 2) * order;
    if (is(sense, "VB"))
        least_work = most(least_work, order * (order + (SL_PARTS == 1 ? 6 : 2)));
    if (TAKES(is(balanc, "NPSB") && is(jobvl, "NV") && is(jobvr, "NV") && is(sense, "NEVB") &&
                  (is(sense, "NV") || (left && right)) && holds(*lda, order) &&
                  holds(*ldvl, left ? order : 1) && holds(*ldvr, right ? order : 1) &&
                  *lwork >= least_work,
              order, order, order)) {
        int64_t first = 0, last = 0;
        *info = STARLING(geevx)(*balanc, *jobvl, *jobvr, *sense, order, a, *lda, VALUES, vl, *ldvl,
                                vr, *ldvr, &first, &last, scale, abnrm, rconde, rcondv);
        *ilo = (fint)first;
        *ihi = (fint)last;
        set_work(work, *lwork);
    } else
        LAPACK(balanc, jobvl, jobvr, sense, n, a, lda, VALUES, vl, ldvl, vr, ldvr, ilo, ihi, scale,
               abnrm, rconde, rcondv, work, lwork, work2, info, ONE, ONE, ONE, ONE);
    DONE;
}

FORTRAN(trsen, const char *job, const char *compq, const fint *select, const fint *n, scalar_t *t,
        const fint *ldt, scalar_t *q, const fint *ldq, VALUES_PARAMETER, fint *m, real_t *s,
        real_t *sep, scalar_t *work, const fint *lwork, IWORKS_PARAMETER fint *info)
{
    ROUTINE(trsen);
    int64_t order = *n, half = order * order / 2; /* as much as any selection needs */
    int *chosen = NULL;
    call.vectors = is(compq, "V");
    if (TAKES(is(job, "NEVB") && is(compq, "NV") && holds(*ldt, order) &&
                  holds(*ldq, call.vectors ? order : 1) &&
                  *lwork >= (is(job, "N") ? most(1, order) : most(order, half)) &&
                  IWORKS_HOLD(is(job, "VB") ? most(1, half / 2) : 1) &&
                  (chosen = malloc(((size_t)order + 1) * sizeof *chosen)) != NULL,
              order, order, order)) {
        int64_t count = 0;
        for (int64_t i = 0; i < order; i++)
            chosen[i] = select[i] != 0;
        *info =
            STARLING(trsen)(*job, *compq, chosen, order, t, *ldt, q, *ldq, VALUES, &count, s, sep);
        *m = (fint)count;
        set_work(work, *lwork);
    } else
        LAPACK(job, compq, select, n, t, ldt, q, ldq, VALUES, m, s, sep, work, lwork, IWORKS info,
               ONE, ONE);
    free(chosen);
    DONE;
}
