/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Drivers of symmetric eigenproblems that LAPACK has twice, with one stage and with two. eigen.c
 * includes this file twice. A name is STAGED(HE(ev)), JOBS are the values of jobz that it has, and
 * ENOUGH(least, arguments of a workspace query) tells whether the workspace is large enough. */

FORTRAN(STAGED(HE(ev)), const char *jobz, const char *uplo, const fint *n, scalar_t *a,
        const fint *lda, real_t *w, scalar_t *work, const fint *lwork, RWORK_PARAMETER fint *info)
{
    ROUTINE_BY(STAGED(HE(ev)), HE(evd));
    call.vectors = is(jobz, "V");
    if (TAKES(
            is(jobz, JOBS) && is(uplo, "LU") && holds(*lda, *n) &&
                ENOUGH(least_work(*n), jobz, uplo, n, a, lda, w, work, &ask, RWORK info, ONE, ONE),
            *n, *n, *n)) {
        *info = STARLING(HE(evd))(*jobz, *uplo, *n, a, *lda, w);
        set_work(work, *lwork);
    } else
        LAPACK(jobz, uplo, n, a, lda, w, work, lwork, RWORK info, ONE, ONE);
    DONE;
}

FORTRAN(STAGED(HE(evd)), const char *jobz, const char *uplo, const fint *n, scalar_t *a,
        const fint *lda, real_t *w, scalar_t *work, const fint *lwork, RWORKS_PARAMETER fint *iwork,
        const fint *liwork, fint *info)
{
    ROUTINE_BY(STAGED(HE(evd)), HE(evd));
    call.vectors = is(jobz, "V");
    if (TAKES(is(jobz, JOBS) && is(uplo, "LU") && holds(*lda, *n) &&
                  RWORK_HOLDS(least_rwork_d(jobz, *n)) && *liwork >= least_iwork_d(jobz, *n) &&
                  ENOUGH(least_work_d(jobz, *n), jobz, uplo, n, a, lda, w, work, &ask, RWORKS iwork,
                         liwork, info, ONE, ONE),
              *n, *n, *n)) {
        *info = STARLING(HE(evd))(*jobz, *uplo, *n, a, *lda, w);
        set_work(work, *lwork);
        SET_RWORK;
        iwork[0] = *liwork;
    } else
        LAPACK(jobz, uplo, n, a, lda, w, work, lwork, RWORKS iwork, liwork, info, ONE, ONE);
    DONE;
}

FORTRAN(STAGED(HE(gv)), const fint *itype, const char *jobz, const char *uplo, const fint *n,
        scalar_t *a, const fint *lda, scalar_t *b, const fint *ldb, real_t *w, scalar_t *work,
        const fint *lwork, RWORK_PARAMETER fint *info)
{
    ROUTINE_BY(STAGED(HE(gv)), HE(gvd));
    call.vectors = is(jobz, "V");
    if (TAKES(*itype >= 1 && *itype <= 3 && is(jobz, JOBS) && is(uplo, "LU") && holds(*lda, *n) &&
                  holds(*ldb, *n) &&
                  ENOUGH(least_work(*n), itype, jobz, uplo, n, a, lda, b, ldb, w, work, &ask,
                         RWORK info, ONE, ONE),
              *n, *n, *n)) {
        *info = STARLING(HE(gvd))(*itype, *jobz, *uplo, *n, a, *lda, b, *ldb, w);
        set_work(work, *lwork);
    } else
        LAPACK(itype, jobz, uplo, n, a, lda, b, ldb, w, work, lwork, RWORK info, ONE, ONE);
    DONE;
}

FORTRAN(STAGED(HE(evx)), const char *jobz, const char *range, const char *uplo, const fint *n,
        scalar_t *a, const fint *lda, const real_t *vl, const real_t *vu, const fint *il,
        const fint *iu, const real_t *abstol, fint *m, real_t *w, scalar_t *z, const fint *ldz,
        scalar_t *work, const fint *lwork, RWORK_PARAMETER fint *iwork, fint *ifail, fint *info)
{
    ROUTINE_BY(STAGED(HE(evx)), HE(evx));
    call.vectors = is(jobz, "V");
    if (TAKES(is(uplo, "LU") && holds(*lda, *n) &&
                  part_is_right(jobz, range, *n, *vl, *vu, *il, *iu, *ldz) && is(jobz, JOBS) &&
                  ENOUGH((SL_PARTS == 2 ? 2 : 8) * (int64_t)*n, jobz, range, uplo, n, a, lda, vl,
                         vu, il, iu, abstol, m, w, z, ldz, work, &ask, RWORK iwork, ifail, info,
                         ONE, ONE, ONE),
              *n, *n, *n)) {
        int64_t count = 0;
        *info = STARLING(HE(evx))(*jobz, *range, *uplo, *n, a, *lda, *vl, *vu, *il, *iu, *abstol,
                                  &count, w, z, *ldz);
        *m = count;
        for (fint i = 0; is(jobz, "V") && i < *m; i++)
            ifail[i] = 0;
        set_work(work, *lwork);
    } else
        LAPACK(jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, m, w, z, ldz, work, lwork,
               RWORK iwork, ifail, info, ONE, ONE, ONE);
    DONE;
}

FORTRAN(STAGED(HE(evr)), const char *jobz, const char *range, const char *uplo, const fint *n,
        scalar_t *a, const fint *lda, const real_t *vl, const real_t *vu, const fint *il,
        const fint *iu, const real_t *abstol, fint *m, real_t *w, scalar_t *z, const fint *ldz,
        fint *isuppz, scalar_t *work, const fint *lwork, RWORKS_PARAMETER fint *iwork,
        const fint *liwork, fint *info)
{
    ROUTINE_BY(STAGED(HE(evr)), HE(evx));
    call.vectors = is(jobz, "V");
    if (TAKES(is(uplo, "LU") && holds(*lda, *n) &&
                  part_is_right(jobz, range, *n, *vl, *vu, *il, *iu, *ldz) && is(jobz, JOBS) &&
                  RWORK_HOLDS(24 * (int64_t)*n) && *liwork >= 10 * (int64_t)*n &&
                  ENOUGH((SL_PARTS == 2 ? 2 : 26) * (int64_t)*n, jobz, range, uplo, n, a, lda, vl,
                         vu, il, iu, abstol, m, w, z, ldz, isuppz, work, &ask, RWORKS iwork, liwork,
                         info, ONE, ONE, ONE),
              *n, *n, *n)) {
        int64_t count = 0;
        *info = STARLING(HE(evx))(*jobz, *range, *uplo, *n, a, *lda, *vl, *vu, *il, *iu, *abstol,
                                  &count, w, z, *ldz);
        *m = count;
        /* LAPACK, too, has it only for all of them */
        bool all = is(range, "A") || (is(range, "I") && *iu - *il == *n - 1);
        for (fint i = 0; is(jobz, "V") && all && i < *m; i++) {
            isuppz[2 * i] = 1;
            isuppz[2 * i + 1] = *n;
        }
        set_work(work, *lwork);
        SET_RWORK;
        iwork[0] = *liwork;
    } else
        LAPACK(jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, m, w, z, ldz, isuppz, work,
               lwork, RWORKS iwork, liwork, info, ONE, ONE, ONE);
    DONE;
}
