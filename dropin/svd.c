/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvd, gesdd. */

#include "dropin.h"

/* The arrays of vectors: jobu and jobvt N, S or A. */
static bool vectors_are_right(const char *jobu, const char *jobvt, int64_t m, int64_t n,
                              int64_t ldu, int64_t ldvt)
{
    return is(jobu, "NSA") && is(jobvt, "NSA") && holds(ldu, is(jobu, "N") ? 1 : m) &&
           holds(ldvt, is(jobvt, "N") ? 1 : is(jobvt, "A") ? n : least(m, n));
}

FORTRAN(gesvd)(const char *jobu, const char *jobvt, const fint *m, const fint *n, scalar_t *a,
               const fint *lda, real_t *s, scalar_t *u, const fint *ldu, scalar_t *vt,
               const fint *ldvt, scalar_t *work, const fint *lwork, RWORK_PARAMETER fint *info)
{
    ROUTINE(gesvd);
    int64_t k = least(*m, *n);
    if (TAKES(holds(*lda, *m) && vectors_are_right(jobu, jobvt, *m, *n, *ldu, *ldvt) &&
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

FORTRAN(gesdd)(const char *jobz, const fint *m, const fint *n, scalar_t *a, const fint *lda,
               real_t *s, scalar_t *u, const fint *ldu, scalar_t *vt, const fint *ldvt,
               scalar_t *work, const fint *lwork, RWORK_PARAMETER fint *iwork, fint *info)
{
    ROUTINE(gesdd);
    int64_t k = least(*m, *n);
    if (TAKES(holds(*lda, *m) && vectors_are_right(jobz, jobz, *m, *n, *ldu, *ldvt) &&
                  *lwork >= least_work(jobz, k),
              *m, *n, k)) {
        *info = STARLING(gesdd)(*jobz, *m, *n, a, *lda, s, u, *ldu, vt, *ldvt);
        set_work(work, *lwork);
    } else
        LAPACK(jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, RWORK iwork, info, ONE);
    DONE;
}
