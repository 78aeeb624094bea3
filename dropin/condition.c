/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gecon, pocon, trcon, gerfs, porfs, geequ, poequ, gesvx, posvx. */

#include "dropin.h"
#include "pivots.h"

/* ---- Conditions -------------------------------------------------------------------------------
 */

FORTRAN(gecon, const char *norm, const fint *n, const scalar_t *a, const fint *lda,
        const real_t *anorm, real_t *rcond, scalar_t *work, work2_t *work2, fint *info)
{
    ROUTINE(gecon);
    if (TAKES(is(norm, "1OI") && holds(*lda, *n) && *anorm >= 0 && isfinite(*anorm), *n, *n, 1))
        *info = STARLING(gecon)(*norm, *n, a, *lda, *anorm, rcond);
    else
        LAPACK(norm, n, a, lda, anorm, rcond, work, work2, info, ONE);
    DONE;
}

FORTRAN(pocon, const char *uplo, const fint *n, const scalar_t *a, const fint *lda,
        const real_t *anorm, real_t *rcond, scalar_t *work, work2_t *work2, fint *info)
{
    ROUTINE(pocon);
    if (TAKES(is(uplo, "LU") && holds(*lda, *n) && *anorm >= 0 && isfinite(*anorm), *n, *n, 1))
        *info = STARLING(pocon)(*uplo, *n, a, *lda, *anorm, rcond);
    else
        LAPACK(uplo, n, a, lda, anorm, rcond, work, work2, info, ONE);
    DONE;
}

FORTRAN(trcon, const char *norm, const char *uplo, const char *diag, const fint *n,
        const scalar_t *a, const fint *lda, real_t *rcond, scalar_t *work, work2_t *work2,
        fint *info)
{
    ROUTINE(trcon);
    if (TAKES(is(norm, "1OI") && is(uplo, "LU") && is(diag, "NU") && holds(*lda, *n), *n, *n, 1))
        *info = STARLING(trcon)(*norm, *uplo, *diag, *n, a, *lda, rcond);
    else
        LAPACK(norm, uplo, diag, n, a, lda, rcond, work, work2, info, ONE, ONE, ONE);
    DONE;
}

/* ---- Refinement -------------------------------------------------------------------------------
 */

FORTRAN(gerfs, const char *trans, const fint *n, const fint *nrhs, const scalar_t *a,
        const fint *lda, const scalar_t *af, const fint *ldaf, const fint *ipiv, const scalar_t *b,
        const fint *ldb, scalar_t *x, const fint *ldx, real_t *ferr, real_t *berr, scalar_t *work,
        work2_t *work2, fint *info)
{
    ROUTINE(gerfs);
    const int64_t *pivots = NULL;
    if (TAKES(is(trans, "NTC") && holds(*lda, *n) && holds(*ldaf, *n) && holds(*ldb, *n) &&
                  holds(*ldx, *n),
              *n, *n, *nrhs) &&
        (pivots = get_pivots(ipiv, *n))) {
        *info = STARLING(gerfs)(*trans, *n, *nrhs, a, *lda, af, *ldaf, pivots, b, *ldb, x, *ldx,
                                ferr, berr);
        end_pivots(ipiv, pivots);
    } else
        LAPACK(trans, n, nrhs, a, lda, af, ldaf, ipiv, b, ldb, x, ldx, ferr, berr, work, work2,
               info, ONE);
    DONE;
}

FORTRAN(porfs, const char *uplo, const fint *n, const fint *nrhs, const scalar_t *a,
        const fint *lda, const scalar_t *af, const fint *ldaf, const scalar_t *b, const fint *ldb,
        scalar_t *x, const fint *ldx, real_t *ferr, real_t *berr, scalar_t *work, work2_t *work2,
        fint *info)
{
    ROUTINE(porfs);
    if (TAKES(is(uplo, "LU") && holds(*lda, *n) && holds(*ldaf, *n) && holds(*ldb, *n) &&
                  holds(*ldx, *n),
              *n, *n, *nrhs))
        *info = STARLING(porfs)(*uplo, *n, *nrhs, a, *lda, af, *ldaf, b, *ldb, x, *ldx, ferr, berr);
    else
        LAPACK(uplo, n, nrhs, a, lda, af, ldaf, b, ldb, x, ldx, ferr, berr, work, work2, info, ONE);
    DONE;
}

/* ---- Scaling ----------------------------------------------------------------------------------
 */

FORTRAN(geequ, const fint *m, const fint *n, const scalar_t *a, const fint *lda, real_t *r,
        real_t *c, real_t *rowcnd, real_t *colcnd, real_t *amax, fint *info)
{
    ROUTINE(geequ);
    if (TAKES(holds(*lda, *m), *m, *n, 1))
        *info = STARLING(geequ)(*m, *n, a, *lda, r, c, rowcnd, colcnd, amax);
    else
        LAPACK(m, n, a, lda, r, c, rowcnd, colcnd, amax, info);
    DONE;
}

FORTRAN(poequ, const fint *n, const scalar_t *a, const fint *lda, real_t *s, real_t *scond,
        real_t *amax, fint *info)
{
    ROUTINE(poequ);
    if (TAKES(holds(*lda, *n), *n, 1, 1))
        *info = STARLING(poequ)(*n, a, *lda, s, scond, amax);
    else
        LAPACK(n, a, lda, s, scond, amax, info);
    DONE;
}

/* ---- Expert drivers ---------------------------------------------------------------------------
 */

/* Factors that the caller gives, if `given`. */
static bool factors_are_right(bool given, int64_t n, const real_t *factor)
{
    for (int64_t i = 0; given && i < n; i++)
        if (!(factor[i] > 0))
            return false;
    return true;
}

FORTRAN(gesvx, const char *fact, const char *trans, const fint *n, const fint *nrhs, scalar_t *a,
        const fint *lda, scalar_t *af, const fint *ldaf, fint *ipiv, char *equed, real_t *r,
        real_t *c, scalar_t *b, const fint *ldb, scalar_t *x, const fint *ldx, real_t *rcond,
        real_t *ferr, real_t *berr, scalar_t *work, work2_t *work2, fint *info)
{
    ROUTINE(gesvx);
    int64_t *pivots = NULL;
    bool given = is(fact, "F");
    if (TAKES(is(fact, "NEF") && is(trans, "NTC") && *nrhs >= 0 && holds(*lda, *n) &&
                  holds(*ldaf, *n) && holds(*ldb, *n) && holds(*ldx, *n) &&
                  (!given || is(equed, "NRCB")),
              *n, *n, *n) &&
        factors_are_right(given && is(equed, "RB"), *n, r) &&
        factors_are_right(given && is(equed, "CB"), *n, c) &&
        (pivots = given ? copy_pivots(ipiv, *n) : new_pivots(ipiv, *n))) {
        real_t growth = 1;
        *info = STARLING(gesvx)(*fact, *trans, *n, *nrhs, a, *lda, af, *ldaf, pivots, equed, r, c,
                                b, *ldb, x, *ldx, rcond, ferr, berr, &growth);
        put_pivots(ipiv, pivots, *n);
        if (SL_PARTS == 1)
            work[0] = growth;
        else
            work2[0] = growth;
    } else
        LAPACK(fact, trans, n, nrhs, a, lda, af, ldaf, ipiv, equed, r, c, b, ldb, x, ldx, rcond,
               ferr, berr, work, work2, info, ONE, ONE, ONE);
    DONE;
}

FORTRAN(posvx, const char *fact, const char *uplo, const fint *n, const fint *nrhs, scalar_t *a,
        const fint *lda, scalar_t *af, const fint *ldaf, char *equed, real_t *s, scalar_t *b,
        const fint *ldb, scalar_t *x, const fint *ldx, real_t *rcond, real_t *ferr, real_t *berr,
        scalar_t *work, work2_t *work2, fint *info)
{
    ROUTINE(posvx);
    bool given = is(fact, "F");
    if (TAKES(is(fact, "NEF") && is(uplo, "LU") && *nrhs >= 0 && holds(*lda, *n) &&
                  holds(*ldaf, *n) && holds(*ldb, *n) && holds(*ldx, *n) &&
                  (!given || is(equed, "NY")),
              *n, *n, *n) &&
        factors_are_right(given && is(equed, "Y"), *n, s))
        *info = STARLING(posvx)(*fact, *uplo, *n, *nrhs, a, *lda, af, *ldaf, equed, s, b, *ldb, x,
                                *ldx, rcond, ferr, berr);
    else
        LAPACK(fact, uplo, n, nrhs, a, lda, af, ldaf, equed, s, b, ldb, x, ldx, rcond, ferr, berr,
               work, work2, info, ONE, ONE, ONE);
    DONE;
}
