/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* dsgesv, zcgesv, dsposv, zcposv. */

#include "dropin.h"
#include "pivots.h"

#if defined(STARLING_PREC_D) || defined(STARLING_PREC_Z)
#ifdef SL_COMPLEX
#define MIXED(name) c##name
#else
#define MIXED(name) s##name
#endif

FORTRAN(MIXED(gesv), const fint *n, const fint *nrhs, scalar_t *a, const fint *lda, fint *ipiv,
        const scalar_t *b, const fint *ldb, scalar_t *x, const fint *ldx, scalar_t *work,
        low_t *swork, RWORK_PARAMETER fint *iter, fint *info)
{
    ROUTINE(MIXED(gesv));
    int64_t *pivots = NULL;
    if (TAKES(*nrhs >= 0 && holds(*lda, *n) && holds(*ldb, *n) && holds(*ldx, *n), *n, *n, *n) &&
        (pivots = new_pivots(ipiv, *n))) {
        int steps = 0;
        *info = STARLING(MIXED(gesv))(*n, *nrhs, a, *lda, pivots, b, *ldb, x, *ldx, &steps);
        put_pivots(ipiv, pivots, *n);
        *iter = steps;
    } else
        LAPACK(n, nrhs, a, lda, ipiv, b, ldb, x, ldx, work, swork, RWORK iter, info);
    DONE;
}

FORTRAN(MIXED(posv), const char *uplo, const fint *n, const fint *nrhs, scalar_t *a,
        const fint *lda, const scalar_t *b, const fint *ldb, scalar_t *x, const fint *ldx,
        scalar_t *work, low_t *swork, RWORK_PARAMETER fint *iter, fint *info)
{
    ROUTINE(MIXED(posv));
    if (TAKES(is(uplo, "LU") && *nrhs >= 0 && holds(*lda, *n) && holds(*ldb, *n) && holds(*ldx, *n),
              *n, *n, *n)) {
        int steps = 0;
        *info = STARLING(MIXED(posv))(*uplo, *n, *nrhs, a, *lda, b, *ldb, x, *ldx, &steps);
        *iter = steps;
    } else
        LAPACK(uplo, n, nrhs, a, lda, b, ldb, x, ldx, work, swork, RWORK iter, info, ONE);
    DONE;
}
#else
typedef int sl_not_in_this_precision; /* a file has a declaration */
#endif
