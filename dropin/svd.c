/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvd, gesdd. */

#include "dropin.h"

/* The arrays of vectors, for jobs N, S, A and O. */
static bool vectors_are_right(const char *jobu, const char *jobvt, int64_t m, int64_t n,
                              int64_t ldu, int64_t ldvt)
{
    int64_t rows = is(jobvt, "A") ? n : is(jobvt, "S") ? least(m, n) : 1;
    return is(jobu, "NSAO") && is(jobvt, "NSAO") && holds(ldu, is(jobu, "SA") ? m : 1) &&
           holds(ldvt, rows);
}

FORTRAN(gesvd, const char *jobu, const char *jobvt, const fint *m, const fint *n, scalar_t *a,
        const fint *lda, real_t *s, scalar_t *u, const fint *ldu, scalar_t *vt, const fint *ldvt,
        scalar_t *work, const fint *lwork, RWORK_PARAMETER fint *info)
{
    ROUTINE(gesvd);
    call.vectors = !is(jobu, "N") || !is(jobvt, "N");
    int64_t k = least(*m, *n);
    if (TAKES(holds(*lda, *m) && !(is(jobu, "O") && is(jobvt, "O")) &&
                  vectors_are_right(jobu, jobvt, *m, *n, *ldu, *ldvt) &&
                  *lwork >= (SL_PARTS == 2 ? 3 : 5) * k,
              *m, *n, k)) {
        *info = STARLING(gesvd)(*jobu, *jobvt, *m, *n, a, *lda, s, u, *ldu, vt, *ldvt);
        set_work(work, *lwork);
    } else
        LAPACK(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, RWORK info, ONE, ONE);
    DONE;
}

/* LAPACK's least workspace of gesdd, of its shortest way. */
static int64_t least_work(const char *jobz, int64_t k)
{
    if (SL_PARTS == 2)
        return 3 * k;
    return is(jobz, "N") ? 8 * k : 7 * k + 3 * k * k;
}

FORTRAN(gesdd, const char *jobz, const fint *m, const fint *n, scalar_t *a, const fint *lda,
        real_t *s, scalar_t *u, const fint *ldu, scalar_t *vt, const fint *ldvt, scalar_t *work,
        const fint *lwork, RWORK_PARAMETER fint *iwork, fint *info)
{
    ROUTINE(gesdd);
    call.vectors = !is(jobz, "N");
    int64_t k = least(*m, *n);
    /* O: the vectors of the longer side replace A */
    const char *left = is(jobz, "O") && *m < *n ? "S" : jobz;
    const char *right = is(jobz, "O") && *m >= *n ? "S" : jobz;
    if (TAKES(holds(*lda, *m) && vectors_are_right(left, right, *m, *n, *ldu, *ldvt) &&
                  *lwork >= least_work(jobz, k),
              *m, *n, k)) {
        *info = STARLING(gesdd)(*jobz, *m, *n, a, *lda, s, u, *ldu, vt, *ldvt);
        if (*info > 0 && *info <= *n) /* a NaN or an infinity */
            *info = -4;
        set_work(work, *lwork);
    } else
        LAPACK(jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, RWORK iwork, info, ONE);
    DONE;
}
