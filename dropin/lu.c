/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* getrf, getrs, gesv, getri. */

#include "dropin.h"
#include "pivots.h"

FORTRAN(getrf, const fint *m, const fint *n, scalar_t *a, const fint *lda, fint *ipiv, fint *info)
{
    ROUTINE(getrf);
    int64_t *pivots = NULL;
    int64_t k = least(*m, *n);
    if (TAKES(holds(*lda, *m), *m, *n, k) && (pivots = new_pivots(ipiv, k))) {
        *info = STARLING(getrf)(*m, *n, a, *lda, pivots);
        put_pivots(ipiv, pivots, k);
    } else
        LAPACK(m, n, a, lda, ipiv, info);
    DONE;
}

FORTRAN(getrs, const char *trans, const fint *n, const fint *nrhs, const scalar_t *a,
        const fint *lda, const fint *ipiv, scalar_t *b, const fint *ldb, fint *info)
{
    ROUTINE(getrs);
    const int64_t *pivots = NULL;
    if (TAKES(is(trans, "NTC") && holds(*lda, *n) && holds(*ldb, *n), *n, *n, *nrhs) &&
        (pivots = get_pivots(ipiv, *n))) {
        *info = STARLING(getrs)(*trans, *n, *nrhs, a, *lda, pivots, b, *ldb);
        end_pivots(ipiv, pivots);
    } else
        LAPACK(trans, n, nrhs, a, lda, ipiv, b, ldb, info, ONE);
    DONE;
}

FORTRAN(gesv, const fint *n, const fint *nrhs, scalar_t *a, const fint *lda, fint *ipiv,
        scalar_t *b, const fint *ldb, fint *info)
{
    ROUTINE(gesv);
    int64_t *pivots = NULL;
    if (TAKES(*nrhs >= 0 && holds(*lda, *n) && holds(*ldb, *n), *n, *n, *n) &&
        (pivots = new_pivots(ipiv, *n))) {
        *info = STARLING(gesv)(*n, *nrhs, a, *lda, pivots, b, *ldb);
        put_pivots(ipiv, pivots, *n);
    } else
        LAPACK(n, nrhs, a, lda, ipiv, b, ldb, info);
    DONE;
}

FORTRAN(getri, const fint *n, scalar_t *a, const fint *lda, const fint *ipiv, scalar_t *work,
        const fint *lwork, fint *info)
{
    ROUTINE(getri);
    const int64_t *pivots = NULL;
    if (TAKES(holds(*lda, *n) && *lwork >= *n, *n, *n, *n) && (pivots = get_pivots(ipiv, *n))) {
        *info = STARLING(getri)(*n, a, *lda, pivots);
        end_pivots(ipiv, pivots);
        set_work(work, *lwork);
    } else
        LAPACK(n, a, lda, ipiv, work, lwork, info);
    DONE;
}
