/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Reductions and their Q: sytrd, orgtr, ormtr (complex: he..., un...), gebrd, orgbr, ormbr, gehrd,
 * orghr, ormhr; what follows them: hseqr, and in real precisions bdsdc (all vectors). */

#include "dropin.h"

#ifdef SL_COMPLEX
#define TRANSPOSES "NC"
#else
#define TRANSPOSES "NT"
#endif

/* The arguments that all products with a Q of this order have. */
static bool product_is_right(const char *side, const char *trans, int64_t m, int64_t n, int64_t ldc,
                             int64_t lwork)
{
    return is(side, "LR") && is(trans, TRANSPOSES) && holds(ldc, m) &&
           holds(lwork, is(side, "L") ? n : m);
}

static int64_t order_of(const char *side, int64_t m, int64_t n)
{
    return is(side, "L") ? m : n;
}

/* ---- Tridiagonal form -------------------------------------------------------------------------
 */

FORTRAN(HE(trd), const char *uplo, const fint *n, scalar_t *a, const fint *lda, real_t *d,
        real_t *e, scalar_t *tau, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(HE(trd));
    if (TAKES(is(uplo, "LU") && holds(*lda, *n) && *lwork >= 1, *n, *n, *n)) {
        *info = STARLING(HE(trd))(*uplo, *n, a, *lda, d, e, tau);
        set_work(work, *lwork);
    } else
        LAPACK(uplo, n, a, lda, d, e, tau, work, lwork, info, ONE);
    DONE;
}

FORTRAN(UN(gtr), const char *uplo, const fint *n, scalar_t *a, const fint *lda, const scalar_t *tau,
        scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(gtr));
    if (TAKES(is(uplo, "LU") && holds(*lda, *n) && holds(*lwork, *n - 1), *n, *n, *n)) {
        *info = STARLING(UN(gtr))(*uplo, *n, a, *lda, tau);
        set_work(work, *lwork);
    } else
        LAPACK(uplo, n, a, lda, tau, work, lwork, info, ONE);
    DONE;
}

FORTRAN(UN(mtr), const char *side, const char *uplo, const char *trans, const fint *m,
        const fint *n, const scalar_t *a, const fint *lda, const scalar_t *tau, scalar_t *c,
        const fint *ldc, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(mtr));
    int64_t order = order_of(side, *m, *n);
    if (TAKES(is(uplo, "LU") && holds(*lda, order) &&
                  product_is_right(side, trans, *m, *n, *ldc, *lwork),
              *m, *n, order)) {
        *info = STARLING(UN(mtr))(*side, *uplo, *trans, *m, *n, a, *lda, tau, c, *ldc);
        set_work(work, *lwork);
    } else
        LAPACK(side, uplo, trans, m, n, a, lda, tau, c, ldc, work, lwork, info, ONE, ONE, ONE);
    DONE;
}

/* ---- Bidiagonal form --------------------------------------------------------------------------
 */

FORTRAN(gebrd, const fint *m, const fint *n, scalar_t *a, const fint *lda, real_t *d, real_t *e,
        scalar_t *tauq, scalar_t *taup, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(gebrd);
    if (TAKES(holds(*lda, *m) && holds(*lwork, most(*m, *n)), *m, *n, least(*m, *n))) {
        *info = STARLING(gebrd)(*m, *n, a, *lda, d, e, tauq, taup);
        set_work(work, *lwork);
    } else
        LAPACK(m, n, a, lda, d, e, tauq, taup, work, lwork, info);
    DONE;
}

FORTRAN(UN(gbr), const char *vect, const fint *m, const fint *n, const fint *k, scalar_t *a,
        const fint *lda, const scalar_t *tau, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(gbr));
    int64_t order = is(vect, "Q") ? *m : *n, other = is(vect, "Q") ? *n : *m;
    if (TAKES(is(vect, "QP") && other <= order && other >= least(order, *k) && holds(*lda, *m) &&
                  holds(*lwork, least(*m, *n)),
              *m, *n, *k)) {
        *info = STARLING(UN(gbr))(*vect, *m, *n, *k, a, *lda, tau);
        set_work(work, *lwork);
    } else
        LAPACK(vect, m, n, k, a, lda, tau, work, lwork, info, ONE);
    DONE;
}

FORTRAN(UN(mbr), const char *vect, const char *side, const char *trans, const fint *m,
        const fint *n, const fint *k, const scalar_t *a, const fint *lda, const scalar_t *tau,
        scalar_t *c, const fint *ldc, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(mbr));
    int64_t order = order_of(side, *m, *n);
    if (TAKES(is(vect, "QP") && holds(*lda, is(vect, "Q") ? order : least(order, *k)) &&
                  product_is_right(side, trans, *m, *n, *ldc, *lwork),
              *m, *n, *k)) {
        *info = STARLING(UN(mbr))(*vect, *side, *trans, *m, *n, *k, a, *lda, tau, c, *ldc);
        set_work(work, *lwork);
    } else
        LAPACK(vect, side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info, ONE, ONE, ONE);
    DONE;
}

/* ---- Hessenberg form --------------------------------------------------------------------------
 */

static bool part_is_right(int64_t n, int64_t ilo, int64_t ihi)
{
    return ilo >= 1 && ilo <= most(1, n) && ihi >= least(ilo, n) && ihi <= n;
}

FORTRAN(gehrd, const fint *n, const fint *ilo, const fint *ihi, scalar_t *a, const fint *lda,
        scalar_t *tau, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(gehrd);
    int64_t count = (int64_t)*ihi - *ilo;
    if (TAKES(part_is_right(*n, *ilo, *ihi) && holds(*lda, *n) && holds(*lwork, *n), *n, count,
              count)) {
        *info = STARLING(gehrd)(*n, *ilo, *ihi, a, *lda, tau);
        set_work(work, *lwork);
    } else
        LAPACK(n, ilo, ihi, a, lda, tau, work, lwork, info);
    DONE;
}

FORTRAN(UN(ghr), const fint *n, const fint *ilo, const fint *ihi, scalar_t *a, const fint *lda,
        const scalar_t *tau, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(ghr));
    int64_t count = (int64_t)*ihi - *ilo;
    if (TAKES(part_is_right(*n, *ilo, *ihi) && holds(*lda, *n) && holds(*lwork, count), count,
              count, count)) {
        *info = STARLING(UN(ghr))(*n, *ilo, *ihi, a, *lda, tau);
        set_work(work, *lwork);
    } else
        LAPACK(n, ilo, ihi, a, lda, tau, work, lwork, info);
    DONE;
}

FORTRAN(UN(mhr), const char *side, const char *trans, const fint *m, const fint *n, const fint *ilo,
        const fint *ihi, const scalar_t *a, const fint *lda, const scalar_t *tau, scalar_t *c,
        const fint *ldc, scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(UN(mhr));
    int64_t order = order_of(side, *m, *n), other = order_of(side, *n, *m);
    int64_t count = (int64_t)*ihi - *ilo;
    if (TAKES(part_is_right(order, *ilo, *ihi) && holds(*lda, order) &&
                  product_is_right(side, trans, *m, *n, *ldc, *lwork),
              other, count, count)) {
        *info = STARLING(UN(mhr))(*side, *trans, *m, *n, *ilo, *ihi, a, *lda, tau, c, *ldc);
        set_work(work, *lwork);
    } else
        LAPACK(side, trans, m, n, ilo, ihi, a, lda, tau, c, ldc, work, lwork, info, ONE, ONE);
    DONE;
}

/* ---- From these forms on ----------------------------------------------------------------------
 */

#ifdef SL_COMPLEX
#define VALUES_PARAMETER scalar_t *w
#define VALUES w
#else
#define VALUES_PARAMETER real_t *wr, real_t *wi
#define VALUES wr, wi
#endif

/* Vectors without the Schur form are LAPACK's. */
FORTRAN(hseqr, const char *job, const char *compz, const fint *n, const fint *ilo, const fint *ihi,
        scalar_t *h, const fint *ldh, VALUES_PARAMETER, scalar_t *z, const fint *ldz,
        scalar_t *work, const fint *lwork, fint *info)
{
    ROUTINE(hseqr);
    call.vectors = is(job, "S");
    if (TAKES(is(job, "ES") && (is(compz, "N") || (call.vectors && is(compz, "IV"))) &&
                  part_is_right(*n, *ilo, *ihi) && holds(*ldh, *n) &&
                  holds(*ldz, is(compz, "N") ? 1 : *n) && holds(*lwork, *n),
              *n, *n, *n)) {
        *info = STARLING(hseqr)(*job, *compz, *n, *ilo, *ihi, h, *ldh, VALUES, z, *ldz);
        set_work(work, *lwork);
    } else
        LAPACK(job, compz, n, ilo, ihi, h, ldh, VALUES, z, ldz, work, lwork, info, ONE, ONE);
    DONE;
}

#ifndef SL_COMPLEX
static void transpose(int64_t n, real_t *a, int64_t lda)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < j; i++) {
            real_t x = a[i + j * lda];
            a[i + j * lda] = a[j + i * lda];
            a[j + i * lda] = x;
        }
}

FORTRAN(bdsdc, const char *uplo, const char *compq, const fint *n, real_t *d, real_t *e, real_t *u,
        const fint *ldu, real_t *vt, const fint *ldvt, real_t *q, fint *iq, real_t *work,
        fint *iwork, fint *info)
{
    ROUTINE(bdsdc);
    if (TAKES(is(uplo, "U") && is(compq, "I") && holds(*ldu, *n) && holds(*ldvt, *n), *n, *n, *n)) {
        *info = STARLING(bdsdc)(*n, d, e, u, *ldu, vt, *ldvt);
        transpose(*n, vt, *ldvt);
    } else
        LAPACK(uplo, compq, n, d, e, u, ldu, vt, ldvt, q, iq, work, iwork, info, ONE, ONE);
    DONE;
}
#endif
