/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geqrf, gelqf, ormqr, ormlq, orgqr, orglq (complex: un...), gels, gelsd. */

#include "dropin.h"

FORTRAN(geqrf, const fint *m, const fint *n, scalar_t *a, const fint *lda, scalar_t *tau,
        scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(geqrf);
    if (TAKES(holds(*lda, *m) && *lwork >= *n, *m, *n, least(*m, *n))) {
        *info = STARLING(geqrf)(*m, *n, a, *lda, tau);
        set_work(work, *lwork);
    } else
        LAPACK(m, n, a, lda, tau, work, lwork, info);
    DONE;
}

FORTRAN(gelqf, const fint *m, const fint *n, scalar_t *a, const fint *lda, scalar_t *tau,
        scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(gelqf);
    if (TAKES(holds(*lda, *m) && *lwork >= *m, *m, *n, least(*m, *n))) {
        *info = STARLING(gelqf)(*m, *n, a, *lda, tau);
        set_work(work, *lwork);
    } else
        LAPACK(m, n, a, lda, tau, work, lwork, info);
    DONE;
}

#ifdef SL_COMPLEX
#define TRANSPOSES "NC"
#else
#define TRANSPOSES "NT"
#endif

/* The arguments of a product with Q of k reflectors; by_rows: they are rows of A. */
static bool product_is_right(bool by_rows, const char *side, const char *trans, int64_t m,
                             int64_t n, int64_t k, int64_t lda, int64_t ldc, int64_t lwork)
{
    int64_t order = is(side, "L") ? m : n, other = is(side, "L") ? n : m;
    return is(side, "LR") && is(trans, TRANSPOSES) && k <= order &&
           holds(lda, by_rows ? k : order) && holds(ldc, m) && lwork >= other;
}

FORTRAN(UN(mqr), const char *side, const char *trans, const fint *m, const fint *n, const fint *k,
        const scalar_t *a, const fint *lda, const scalar_t *tau, scalar_t *c, const fint *ldc,
        scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(mqr));
    if (TAKES(product_is_right(false, side, trans, *m, *n, *k, *lda, *ldc, *lwork), *m, *n, *k)) {
        *info = STARLING(UN(mqr))(*side, *trans, *m, *n, *k, a, *lda, tau, c, *ldc);
        set_work(work, *lwork);
    } else
        LAPACK(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info, ONE, ONE);
    DONE;
}

FORTRAN(UN(mlq), const char *side, const char *trans, const fint *m, const fint *n, const fint *k,
        const scalar_t *a, const fint *lda, const scalar_t *tau, scalar_t *c, const fint *ldc,
        scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(mlq));
    if (TAKES(product_is_right(true, side, trans, *m, *n, *k, *lda, *ldc, *lwork), *m, *n, *k)) {
        *info = STARLING(UN(mlq))(*side, *trans, *m, *n, *k, a, *lda, tau, c, *ldc);
        set_work(work, *lwork);
    } else
        LAPACK(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info, ONE, ONE);
    DONE;
}

FORTRAN(UN(gqr), const fint *m, const fint *n, const fint *k, scalar_t *a, const fint *lda,
        const scalar_t *tau, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(gqr));
    if (TAKES(*n <= *m && *k <= *n && holds(*lda, *m) && *lwork >= *n, *m, *n, *k)) {
        *info = STARLING(UN(gqr))(*m, *n, *k, a, *lda, tau);
        set_work(work, *lwork);
    } else
        LAPACK(m, n, k, a, lda, tau, work, lwork, info);
    DONE;
}

FORTRAN(UN(glq), const fint *m, const fint *n, const fint *k, scalar_t *a, const fint *lda,
        const scalar_t *tau, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(glq));
    if (TAKES(*m <= *n && *k <= *m && holds(*lda, *m) && *lwork >= *m, *m, *n, *k)) {
        *info = STARLING(UN(glq))(*m, *n, *k, a, *lda, tau);
        set_work(work, *lwork);
    } else
        LAPACK(m, n, k, a, lda, tau, work, lwork, info);
    DONE;
}

FORTRAN(gels, const char *trans, const fint *m, const fint *n, const fint *nrhs, scalar_t *a,
        const fint *lda, scalar_t *b, const fint *ldb, scalar_t *work, const fint *lwork,
        fint *info)
{
    ROUTINE(gels);
    int64_t k = least(*m, *n);
    if (TAKES(is(trans, TRANSPOSES) && *nrhs > 0 && holds(*lda, *m) && holds(*ldb, most(*m, *n)) &&
                  *lwork >= k + most(k, *nrhs),
              *m, *n, k)) {
        *info = STARLING(gels)(*trans, *m, *n, *nrhs, a, *lda, b, *ldb);
        set_work(work, *lwork);
    } else
        LAPACK(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info, ONE);
    DONE;
}

FORTRAN(gelsd, const fint *m, const fint *n, const fint *nrhs, scalar_t *a, const fint *lda,
        scalar_t *b, const fint *ldb, real_t *s, const real_t *rcond, fint *rank, scalar_t *work,
        const fint *lwork, RWORK_PARAMETER fint *iwork, fint *info)
{
    ROUTINE(gelsd);
    int64_t k = least(*m, *n);
    if (TAKES(*nrhs > 0 && holds(*lda, *m) && holds(*ldb, most(*m, *n)) &&
                  *lwork >= 2 * k + k * *nrhs && *rcond == *rcond,
              *m, *n, k)) {
        int64_t count = 0;
        real_t limit = *rcond > 0 && *rcond < 1 ? *rcond : -1; /* else LAPACK takes eps */
        *info = STARLING(gelsd)(*m, *n, *nrhs, a, *lda, b, *ldb, s, limit, &count);
        *rank = count;
        set_work(work, *lwork);
    } else
        LAPACK(m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, RWORK iwork, info);
    DONE;
}
