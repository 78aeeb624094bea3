/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* sytrf, sytrs, sysv, sytri, sycon, and in complex precisions hetrf, hetrs, hesv, hetri, hecon. */

#include "dropin.h"
#include "pivots.h"

#define TRF(trf)                                                                                   \
    FORTRAN(trf, const char *uplo, const fint *n, scalar_t *a, const fint *lda, fint *ipiv,        \
            scalar_t *work, const fint *lwork, fint *info)                                         \
    {                                                                                              \
        ROUTINE(trf);                                                                              \
        int64_t *pivots = NULL;                                                                    \
        if (TAKES(is(uplo, "LU") && holds(*lda, *n) && *lwork >= 1, *n, *n, *n) &&                 \
            (pivots = new_pivots(ipiv, *n))) {                                                     \
            *info = STARLING(trf)(*uplo, *n, a, *lda, pivots);                                     \
            put_pivots(ipiv, pivots, *n);                                                          \
            set_work(work, *lwork);                                                                \
        } else                                                                                     \
            LAPACK(uplo, n, a, lda, ipiv, work, lwork, info, ONE);                                 \
        DONE;                                                                                      \
    }

/* LAPACK does not look whether interchanges are right, and SciPy's hecon has others: then it is
 * LAPACK's call, too. */
#define TRS(trs)                                                                                   \
    FORTRAN(trs, const char *uplo, const fint *n, const fint *nrhs, const scalar_t *a,             \
            const fint *lda, const fint *ipiv, scalar_t *b, const fint *ldb, fint *info)           \
    {                                                                                              \
        enum { WRONG_PIVOTS = -6 };                                                                \
        ROUTINE(trs);                                                                              \
        const int64_t *pivots = NULL;                                                              \
        *info = WRONG_PIVOTS;                                                                      \
        if (TAKES(is(uplo, "LU") && holds(*lda, *n) && holds(*ldb, *n), *n, *n, *nrhs) &&          \
            (pivots = get_pivots(ipiv, *n))) {                                                     \
            *info = STARLING(trs)(*uplo, *n, *nrhs, a, *lda, pivots, b, *ldb);                     \
            end_pivots(ipiv, pivots);                                                              \
        }                                                                                          \
        if (*info == WRONG_PIVOTS)                                                                 \
            LAPACK(uplo, n, nrhs, a, lda, ipiv, b, ldb, info, ONE);                                \
        DONE;                                                                                      \
    }

#define SV(sv)                                                                                     \
    FORTRAN(sv, const char *uplo, const fint *n, const fint *nrhs, scalar_t *a, const fint *lda,   \
            fint *ipiv, scalar_t *b, const fint *ldb, scalar_t *work, const fint *lwork,           \
            fint *info)                                                                            \
    {                                                                                              \
        ROUTINE(sv);                                                                               \
        int64_t *pivots = NULL;                                                                    \
        if (TAKES(is(uplo, "LU") && *nrhs >= 0 && holds(*lda, *n) && holds(*ldb, *n) &&            \
                      *lwork >= 1,                                                                 \
                  *n, *n, *n) &&                                                                   \
            (pivots = new_pivots(ipiv, *n))) {                                                     \
            *info = STARLING(sv)(*uplo, *n, *nrhs, a, *lda, pivots, b, *ldb);                      \
            put_pivots(ipiv, pivots, *n);                                                          \
            set_work(work, *lwork);                                                                \
        } else                                                                                     \
            LAPACK(uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info, ONE);                   \
        DONE;                                                                                      \
    }

/* Interchanges are looked at as in TRS. */
#define TRI(tri)                                                                                   \
    FORTRAN(tri, const char *uplo, const fint *n, scalar_t *a, const fint *lda, const fint *ipiv,  \
            scalar_t *work, fint *info)                                                            \
    {                                                                                              \
        enum { WRONG_PIVOTS = -5 };                                                                \
        ROUTINE(tri);                                                                              \
        const int64_t *pivots = NULL;                                                              \
        *info = WRONG_PIVOTS;                                                                      \
        if (TAKES(is(uplo, "LU") && holds(*lda, *n), *n, *n, *n) &&                                \
            (pivots = get_pivots(ipiv, *n))) {                                                     \
            *info = STARLING(tri)(*uplo, *n, a, *lda, pivots);                                     \
            end_pivots(ipiv, pivots);                                                              \
        }                                                                                          \
        if (*info == WRONG_PIVOTS)                                                                 \
            LAPACK(uplo, n, a, lda, ipiv, work, info, ONE);                                        \
        DONE;                                                                                      \
    }

#ifdef SL_COMPLEX
#define INTEGERS(...)
#else
#define INTEGERS(...) __VA_ARGS__
#endif
#define CON(con)                                                                                   \
    FORTRAN(con, const char *uplo, const fint *n, const scalar_t *a, const fint *lda,              \
            const fint *ipiv, const real_t *anorm, real_t *rcond, scalar_t *work,                  \
            INTEGERS(fint *iwork, ) fint *info)                                                    \
    {                                                                                              \
        enum { WRONG_PIVOTS = -5 };                                                                \
        ROUTINE(con);                                                                              \
        const int64_t *pivots = NULL;                                                              \
        *info = WRONG_PIVOTS;                                                                      \
        if (TAKES(is(uplo, "LU") && holds(*lda, *n) && *anorm >= 0 && isfinite(*anorm), *n, *n,    \
                  1) &&                                                                            \
            (pivots = get_pivots(ipiv, *n))) {                                                     \
            *info = STARLING(con)(*uplo, *n, a, *lda, pivots, *anorm, rcond);                      \
            end_pivots(ipiv, pivots);                                                              \
        }                                                                                          \
        if (*info == WRONG_PIVOTS)                                                                 \
            LAPACK(uplo, n, a, lda, ipiv, anorm, rcond, work, INTEGERS(iwork, ) info, ONE);        \
        DONE;                                                                                      \
    }

TRF(sytrf)
TRS(sytrs)
SV(sysv)
TRI(sytri)
CON(sycon)
#ifdef SL_COMPLEX
TRF(hetrf)
TRS(hetrs)
SV(hesv)
TRI(hetri)
CON(hecon)
#endif
