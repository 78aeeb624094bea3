/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geev, trevc3, trevc. Selected vectors are LAPACK's, which changes the selection of a real matrix.
 */

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
