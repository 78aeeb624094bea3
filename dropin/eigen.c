/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* syev, syevd, syevx, syevr, sygv, and the same with _2stage, sygvd, sygst (complex: he...), and in
 * real precisions sterf and stedc. Starling has one method for each problem: these drivers differ
 * only in their workspaces.
 */

#include "dropin.h"

/* ---- All eigenvalues --------------------------------------------------------------------------
 */

/* Least workspaces, LAPACK's: of syev and sygv, of syevd and sygvd. */
static int64_t least_work(int64_t n)
{
    return most(1, SL_PARTS == 2 ? 2 * n - 1 : 3 * n - 1);
}

static int64_t least_work_d(const char *jobz, int64_t n)
{
    if (SL_PARTS == 2)
        return is(jobz, "V") ? 2 * n + n * n : n + 1;
    return is(jobz, "V") ? 1 + 6 * n + 2 * n * n : 2 * n + 1;
}

static int64_t least_rwork_d(const char *jobz, int64_t n)
{
    return is(jobz, "V") ? 1 + 5 * n + 2 * n * n : n;
}

static int64_t least_iwork_d(const char *jobz, int64_t n)
{
    return is(jobz, "V") ? 3 + 5 * n : 1;
}

FORTRAN(HE(gvd), const fint *itype, const char *jobz, const char *uplo, const fint *n, scalar_t *a,
        const fint *lda, scalar_t *b, const fint *ldb, real_t *w, scalar_t *work, const fint *lwork,
        RWORKS_PARAMETER fint *iwork, const fint *liwork, fint *info)
{
    ROUTINE(HE(gvd));
    call.vectors = is(jobz, "V");
    if (TAKES(*itype >= 1 && *itype <= 3 && is(jobz, "NV") && is(uplo, "LU") && holds(*lda, *n) &&
                  holds(*ldb, *n) && *lwork >= least_work_d(jobz, *n) &&
                  RWORK_HOLDS(least_rwork_d(jobz, *n)) && *liwork >= least_iwork_d(jobz, *n),
              *n, *n, *n)) {
        *info = STARLING(HE(gvd))(*itype, *jobz, *uplo, *n, a, *lda, b, *ldb, w);
        set_work(work, *lwork);
        SET_RWORK;
        iwork[0] = *liwork;
    } else
        LAPACK(itype, jobz, uplo, n, a, lda, b, ldb, w, work, lwork, RWORKS iwork, liwork, info,
               ONE, ONE);
    DONE;
}

FORTRAN(HE(gst), const fint *itype, const char *uplo, const fint *n, scalar_t *a, const fint *lda,
        const scalar_t *b, const fint *ldb, fint *info)
{
    ROUTINE(HE(gst));
    if (TAKES(*itype >= 1 && *itype <= 3 && is(uplo, "LU") && holds(*lda, *n) && holds(*ldb, *n),
              *n, *n, *n))
        *info = STARLING(HE(gst))(*itype, *uplo, *n, a, *lda, b, *ldb);
    else
        LAPACK(itype, uplo, n, a, lda, b, ldb, info, ONE);
    DONE;
}

/* The part of the spectrum that is wanted. */
static bool part_is_right(const char *jobz, const char *range, int64_t n, real_t vl, real_t vu,
                          int64_t il, int64_t iu, int64_t ldz)
{
    return is(jobz, "NV") && is(range, "AVI") && (!is(range, "V") || vl < vu) &&
           (!is(range, "I") || (1 <= il && il <= n && il <= iu && iu <= n)) &&
           holds(ldz, is(jobz, "V") ? n : 1);
}

/* ---- Drivers with one stage and with two -------------------------------------------------------
 */

#define STAGED(name) name
#define JOBS "NV"
#define ENOUGH(least, ...) (*lwork >= (least))
#include "eigen_drivers.h"
#undef STAGED
#undef JOBS
#undef ENOUGH

/* LAPACK's reduction in two stages gives no vectors, and only LAPACK knows its workspace. */
#define STAGED(name) SL_PASTE(name, _2stage, )
#define JOBS "N"
#define ENOUGH(least, ...)                                                                         \
    (*lwork > 0 && sl_is_large(&call, *n, *n, *n) &&                                               \
     (LAPACK(__VA_ARGS__), *lwork >= (fint)SL_REAL(work[0])))
static const fint ask = -1;
#include "eigen_drivers.h"

/* ---- Tridiagonal matrices ---------------------------------------------------------------------
 */

#ifndef SL_COMPLEX
FORTRAN(sterf, const fint *n, real_t *d, real_t *e, fint *info)
{
    ROUTINE(sterf);
    if (TAKES(true, *n, *n, 1))
        *info = STARLING(sterf)(*n, d, e);
    else
        LAPACK(n, d, e, info);
    DONE;
}

FORTRAN(stedc, const char *compz, const fint *n, real_t *d, real_t *e, real_t *z, const fint *ldz,
        real_t *work, const fint *lwork, fint *iwork, const fint *liwork, fint *info)
{
    ROUTINE(stedc);
    int64_t order = *n;
    if (TAKES(is(compz, "I") && holds(*ldz, order) && *lwork >= 1 + 4 * order + order * order &&
                  *liwork >= 3 + 5 * order,
              order, order, order)) {
        *info = STARLING(stedc)(order, d, e, z, *ldz);
        set_work(work, *lwork);
        iwork[0] = *liwork;
    } else
        LAPACK(compz, n, d, e, z, ldz, work, lwork, iwork, liwork, info, ONE);
    DONE;
}
#endif
