/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Expert drivers on arrays: gesvx and posvx. The calling thread scales arrays; all else is done by
 * the functions on matrix objects, or by those on arrays if the problem is small. */

#include <stdlib.h>
#include "equilibrate.h"
#include "src/lu/lu.h"

/* A ratio below this, or a largest element out of this range, is worth a scaling (LAPACK's laqge).
 */
static const real_t worth = (real_t)0.1;
static bool is_moderate(real_t amax)
{
    real_t small = SL_SMALLEST / (2 * SL_EPSILON);
    return amax >= small && amax <= 1 / small;
}

/* A(i, j) = r_i A(i, j) c_j; NULL: ones. uplo: the triangle of a Hermitian matrix, or G. */
static void scale(char uplo, int64_t m, int64_t n, const real_t *r, const real_t *c, scalar_t *a,
                  int64_t lda)
{
    for (int64_t j = 0; j < n; j++) {
        int64_t first = uplo == 'L' ? j : 0, end = uplo == 'U' ? j + 1 : m;
        real_t factor = c ? c[j] : 1;
        if (uplo != 'G')
            a[j + j * lda] = SL_REAL(a[j + j * lda]);
        for (int64_t i = first; i < end; i++)
            a[i + j * lda] *= factor * (r ? r[i] : 1);
    }
}

/* The smallest by the largest of factors that the caller has given; 0: not all are positive
 * numbers. */
static real_t given_ratio(int64_t n, const real_t *x)
{
    struct extremes e = sl_extremes(n, x);
    return n == 0 ? 1 : e.least > 0 ? sl_ratio(e) : 0;
}

/* The largest of n columns; triangle: of U in them. NaN if there is one. */
static real_t largest(bool triangle, int64_t m, int64_t n, const scalar_t *a, int64_t lda)
{
    real_t most = 0;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < (triangle ? j + 1 : m); i++) {
            real_t size = (real_t)SL_ABS(a[i + j * lda]);
            most = sl_larger(most, size);
        }
    return most;
}

/* max |A| / max |U| of n columns */
static real_t reciprocal_growth(int64_t m, int64_t n, const scalar_t *a, int64_t lda,
                                const scalar_t *af, int64_t ldaf)
{
    real_t u = largest(true, m, n, af, ldaf);
    return u == 0 ? 1 : largest(false, m, n, a, lda) / u;
}

/* What both drivers find out; real numbers in double precision. */
struct expert {
    struct call call;
    starling_matrix *A, *AF, *B, *X;
    int64_t n, nrhs;
    double rcond, *ferr, *berr; /* in one array */
};

static bool wrap_all(struct expert *e, struct call lu, scalar_t *a, int64_t lda, scalar_t *af,
                     int64_t ldaf, scalar_t *b, int64_t ldb, scalar_t *x, int64_t ldx)
{
    e->call = lu;
    e->ferr = malloc(sizeof *e->ferr * (2 * (size_t)e->nrhs + 1));
    e->berr = e->ferr ? e->ferr + e->nrhs : NULL;
    e->rcond = 0;
    if (!e->ferr)
        e->call.info = sl_error("starling_gesvx", STARLING_ENOMEM, NULL);
    e->AF = wrap(&e->call, e->n, e->n, af, ldaf);
    e->call.mb = e->call.nb = starling_tile_size(SL_PREC, e->n, e->n);
    e->A = wrap(&e->call, e->n, e->n, a, lda);
    e->B = wrap(&e->call, e->n, e->nrhs, b, ldb);
    e->call.mb = lu.mb; /* X is cut as AF */
    e->call.nb = lu.nb;
    e->X = wrap(&e->call, e->n, e->nrhs, x, ldx);
    return e->call.info == 0;
}

static int unwrap_all(struct expert *e, int info, real_t *rcond, real_t *ferr, real_t *berr)
{
    info = finish(&e->call, info);
    *rcond = (real_t)e->rcond;
    for (int64_t j = 0; j < e->nrhs && info == 0; j++) {
        ferr[j] = (real_t)e->ferr[j];
        berr[j] = (real_t)e->berr[j];
    }
    free(e->ferr);
    return info;
}

/* X and its bounds as of the unscaled system: by n factors, with the ratio of the smallest to the
 * largest. NULL: it was not scaled from this side. */
static void unscale(int64_t n, int64_t nrhs, const real_t *factors, real_t ratio, scalar_t *x,
                    int64_t ldx, real_t *ferr)
{
    if (factors)
        scale('G', n, nrhs, factors, NULL, x, ldx);
    for (int64_t j = 0; j < nrhs && factors; j++)
        ferr[j] /= ratio;
}

/* A condition number beyond 1 / eps is told after all results are there. */
static int told(const char *routine, int64_t n, real_t rcond)
{
    return rcond >= SL_EPSILON ? 0 : sl_error(routine, (int)SL_MIN(n + 1, INT32_MAX), NULL);
}

/* rcond of a matrix of this norm, by its factors: LU, or Cholesky if uplo is a triangle. It is a
 * NaN or 0 where the norm or the factors are not finite, which is no failure. */
static int condition(struct expert *e, starling_uplo uplo, starling_norm norm, double anorm)
{
    if (!isfinite(anorm)) {
        e->rcond = anorm != anorm ? anorm : 0;
        return 0;
    }
    int info = uplo == STARLING_GENERAL ? starling_gecon(norm, e->AF, anorm, &e->rcond)
                                        : starling_pocon(uplo, e->AF, anorm, &e->rcond);
    return info == 1 ? 0 : info;
}

/* The same of a small problem. gecon returns 1 for a number that is not finite. */
static int small_condition(char uplo, char norm, int64_t n, const scalar_t *af, int64_t ldaf,
                           real_t anorm, real_t *rcond)
{
    *rcond = anorm != anorm ? anorm : 0;
    if (!isfinite(anorm))
        return 0;
    int info = uplo == 'G' ? API(gecon)(norm, n, af, ldaf, anorm, rcond)
                           : API(pocon)(uplo, n, af, ldaf, anorm, rcond);
    return info == 1 ? 0 : info;
}

/* ---- gesvx --------------------------------------------------------------------------------- */

/* The factors r and c that are worth it; the letter of `equed`. */
static char equilibrate_ge(int64_t n, scalar_t *a, int64_t lda, real_t *r, real_t *c,
                           real_t *rowcnd, real_t *colcnd)
{
    real_t amax;
    if (sl_scales_ge(n, n, a, lda, r, c, rowcnd, colcnd, &amax) != 0)
        return 'N';
    bool rows = !(*rowcnd >= worth && is_moderate(amax)), columns = !(*colcnd >= worth);
    scale('G', n, n, rows ? r : NULL, columns ? c : NULL, a, lda);
    return rows && columns ? 'B' : rows ? 'R' : columns ? 'C' : 'N';
}

/* LU, unless it is given, condition, solution and refinement. */
static int solve_ge(struct expert *e, bool given, starling_trans trans, int64_t *ipiv)
{
    starling_norm norm = trans == STARLING_NOTRANS ? STARLING_ONE_NORM : STARLING_INF_NORM;
    double anorm = 0;
    int info = given ? starling_matrix_set_ipiv(e->AF, ipiv)
                     : starling_lacpy(STARLING_GENERAL, e->A, e->AF);
    if (info == 0 && !given) {
        info = starling_getrf(e->AF);
        int pivots = info >= 0 ? starling_matrix_get_ipiv(e->AF, ipiv) : 0;
        info = info != 0 ? info : pivots;
    }
    if (info == 0)
        info = starling_lange(norm, e->A, &anorm);
    if (info == 0)
        info = condition(e, STARLING_GENERAL, norm, anorm);
    if (info == 0)
        info = starling_lacpy(STARLING_GENERAL, e->B, e->X);
    if (info == 0)
        info = starling_getrs(trans, e->AF, e->X);
    return info == 0 ? starling_gerfs(trans, e->A, e->AF, e->B, e->X, e->ferr, e->berr) : info;
}

/* A small problem: each step on arrays, and without a task if LAPACK can do it. */
static int solve_small_ge(bool given, char trans, int64_t n, int64_t nrhs, const scalar_t *a,
                          int64_t lda, scalar_t *af, int64_t ldaf, int64_t *ipiv, const scalar_t *b,
                          int64_t ldb, scalar_t *x, int64_t ldx, real_t *rcond, real_t *ferr,
                          real_t *berr)
{
    char norm = trans == 'N' ? '1' : 'I';
    real_t anorm = 0;
    int info = given ? 0 : API(lacpy)('G', n, n, a, lda, af, ldaf);
    *rcond = 0;
    if (info == 0 && !given)
        info = API(getrf)(n, n, af, ldaf, ipiv);
    if (info == 0)
        info = API(lange)(norm, n, n, a, lda, &anorm);
    if (info == 0)
        info = small_condition('G', norm, n, af, ldaf, anorm, rcond);
    if (info == 0)
        info = API(lacpy)('G', n, nrhs, b, ldb, x, ldx);
    if (info == 0)
        info = API(getrs)(trans, n, nrhs, af, ldaf, ipiv, x, ldx);
    return info == 0
               ? API(gerfs)(trans, n, nrhs, a, lda, af, ldaf, ipiv, b, ldb, x, ldx, ferr, berr)
               : info;
}

static bool has_rows(char equed)
{
    return equed == 'R' || equed == 'B';
}

static bool has_columns(char equed)
{
    return equed == 'C' || equed == 'B';
}

int API(gesvx)(char fact, char trans, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda,
               scalar_t *af, int64_t ldaf, int64_t *ipiv, char *equed, real_t *r, real_t *c,
               scalar_t *b, int64_t ldb, scalar_t *x, int64_t ldx, real_t *rcond, real_t *ferr,
               real_t *berr, real_t *rpvgrw)
{
    char f = letter(fact), tr = letter(trans);
    real_t rowcnd = 1, colcnd = 1;
    SL_ARG(1, fact, f == 'N' || f == 'E' || f == 'F', "N, E or F");
    SL_ARG(2, trans, IS_TRANS(tr), "N, T or C");
    SIZE(3, n);
    SIZE(4, nrhs);
    LD(6, lda, n);
    LD(8, ldaf, n);
    SL_ARG(10, equed, equed != NULL, "where the letter goes");
    char eq = f == 'F' ? letter(*equed) : 'N';
    SL_ARG(10, equed, eq == 'N' || has_rows(eq) || has_columns(eq), "N, R, C or B");
    if (has_rows(eq)) {
        SL_ARG(11, r, r != NULL && (rowcnd = given_ratio(n, r)) > 0,
               "an array of positive numbers");
    }
    if (has_columns(eq)) {
        SL_ARG(12, c, c != NULL && (colcnd = given_ratio(n, c)) > 0,
               "an array of positive numbers");
    }
    LD(14, ldb, n);
    LD(16, ldx, n);
    SL_ARG(17, rcond, rcond != NULL, "where the number goes");
    SL_ARG(18, ferr, ferr != NULL || nrhs == 0, "an array");
    SL_ARG(19, berr, berr != NULL || nrhs == 0, "an array");
    SL_ARG(20, rpvgrw, rpvgrw != NULL, "where the number goes");
    *rcond = *rpvgrw = 1;
    *equed = eq;
    for (int64_t j = 0; j < nrhs; j++)
        ferr[j] = berr[j] = 0;
    if (n == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    SL_ARG(7, af, af != NULL, "an array");
    SL_ARG(9, ipiv, ipiv != NULL, "an array");
    SL_ARG(9, ipiv, f != 'F' || sl_valid_ipiv(n, n, ipiv), SL_VALID_IPIV);
    SL_ARG(11, r, r != NULL || f != 'E', "an array");
    SL_ARG(12, c, c != NULL || f != 'E', "an array");
    SL_ARG(13, b, b != NULL || nrhs == 0, "an array");
    SL_ARG(15, x, x != NULL || nrhs == 0, "an array");

    /* diag(R) A diag(C) Y = diag(R) B, X = diag(C) Y; transposed R and C change places. */
    if (f == 'E')
        *equed = eq = equilibrate_ge(n, a, lda, r, c, &rowcnd, &colcnd);
    const real_t *left = tr == 'N' ? (has_rows(eq) ? r : NULL) : has_columns(eq) ? c : NULL;
    const real_t *right = tr == 'N' ? (has_columns(eq) ? c : NULL) : has_rows(eq) ? r : NULL;
    if (left)
        scale('G', n, nrhs, left, NULL, b, ldb);
    int info = 0;
    if (is_direct(n, n, nrhs)) {
        info = solve_small_ge(f == 'F', tr, n, nrhs, a, lda, af, ldaf, ipiv, b, ldb, x, ldx, rcond,
                              ferr, berr);
        sl_blas_leave_small();
    } else {
        struct expert e = {.n = n, .nrhs = nrhs};
        if (wrap_all(&e, begin_lu(n, n), a, lda, af, ldaf, b, ldb, x, ldx))
            info = solve_ge(&e, f == 'F', (starling_trans)tr, ipiv);
        info = unwrap_all(&e, info, rcond, ferr, berr);
    }
    if (info >= 0) {
        int64_t columns = info > 0 ? info : n;
        *rpvgrw = reciprocal_growth(n, columns, a, lda, af, ldaf);
    }
    if (info != 0)
        return info;
    unscale(n, nrhs, right, tr == 'N' ? colcnd : rowcnd, x, ldx, ferr);
    return told(__func__, n, *rcond);
}

/* ---- posvx --------------------------------------------------------------------------------- */

static char equilibrate_po(char uplo, int64_t n, scalar_t *a, int64_t lda, real_t *s, real_t *scond)
{
    real_t amax;
    if (sl_scales_po(n, a, lda, s, scond, &amax) != 0)
        return 'N';
    if (*scond >= worth && is_moderate(amax))
        return 'N';
    scale(uplo, n, n, s, s, a, lda);
    return 'Y';
}

/* The same steps with Cholesky. */
static int solve_po(struct expert *e, bool given, starling_uplo uplo)
{
    double anorm = 0;
    int info = 0;
    if (!given) {
        info = starling_lacpy(uplo, e->A, e->AF);
        if (info == 0)
            info = starling_potrf(uplo, e->AF);
    }
    if (info == 0)
        info = starling_lanhe(STARLING_ONE_NORM, uplo, e->A, &anorm);
    if (info == 0)
        info = condition(e, uplo, STARLING_ONE_NORM, anorm);
    if (info == 0)
        info = starling_lacpy(STARLING_GENERAL, e->B, e->X);
    if (info == 0)
        info = starling_potrs(uplo, e->AF, e->X);
    return info == 0 ? starling_porfs(uplo, e->A, e->AF, e->B, e->X, e->ferr, e->berr) : info;
}

static int solve_small_po(bool given, char uplo, int64_t n, int64_t nrhs, const scalar_t *a,
                          int64_t lda, scalar_t *af, int64_t ldaf, const scalar_t *b, int64_t ldb,
                          scalar_t *x, int64_t ldx, real_t *rcond, real_t *ferr, real_t *berr)
{
    real_t anorm = 0;
    int info = given ? 0 : API(lacpy)(uplo, n, n, a, lda, af, ldaf);
    *rcond = 0;
    if (info == 0 && !given)
        info = API(potrf)(uplo, n, af, ldaf);
    if (info == 0)
        info = API(lanhe)('1', uplo, n, a, lda, &anorm);
    if (info == 0)
        info = small_condition(uplo, '1', n, af, ldaf, anorm, rcond);
    if (info == 0)
        info = API(lacpy)('G', n, nrhs, b, ldb, x, ldx);
    if (info == 0)
        info = API(potrs)(uplo, n, nrhs, af, ldaf, x, ldx);
    return info == 0 ? API(porfs)(uplo, n, nrhs, a, lda, af, ldaf, b, ldb, x, ldx, ferr, berr)
                     : info;
}

int API(posvx)(char fact, char uplo, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda,
               scalar_t *af, int64_t ldaf, char *equed, real_t *s, scalar_t *b, int64_t ldb,
               scalar_t *x, int64_t ldx, real_t *rcond, real_t *ferr, real_t *berr)
{
    char f = letter(fact), ul = letter(uplo);
    real_t scond = 1;
    SL_ARG(1, fact, f == 'N' || f == 'E' || f == 'F', "N, E or F");
    SL_ARG(2, uplo, IS_UPLO(ul), "L or U");
    SIZE(3, n);
    SIZE(4, nrhs);
    LD(6, lda, n);
    LD(8, ldaf, n);
    SL_ARG(9, equed, equed != NULL, "where the letter goes");
    char eq = f == 'F' ? letter(*equed) : 'N';
    SL_ARG(9, equed, eq == 'N' || eq == 'Y', "N or Y");
    if (eq == 'Y') {
        SL_ARG(10, s, s != NULL && (scond = given_ratio(n, s)) > 0, "an array of positive numbers");
    }
    LD(12, ldb, n);
    LD(14, ldx, n);
    SL_ARG(15, rcond, rcond != NULL, "where the number goes");
    SL_ARG(16, ferr, ferr != NULL || nrhs == 0, "an array");
    SL_ARG(17, berr, berr != NULL || nrhs == 0, "an array");
    *rcond = 1;
    *equed = eq;
    for (int64_t j = 0; j < nrhs; j++)
        ferr[j] = berr[j] = 0;
    if (n == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    SL_ARG(7, af, af != NULL, "an array");
    SL_ARG(10, s, s != NULL || f != 'E', "an array");
    SL_ARG(11, b, b != NULL || nrhs == 0, "an array");
    SL_ARG(13, x, x != NULL || nrhs == 0, "an array");

    /* diag(S) A diag(S) Y = diag(S) B, X = diag(S) Y */
    if (f == 'E')
        *equed = eq = equilibrate_po(ul, n, a, lda, s, &scond);
    if (eq == 'Y')
        scale('G', n, nrhs, s, NULL, b, ldb);
    int info = 0;
    if (is_direct(n, n, nrhs)) {
        info = solve_small_po(f == 'F', ul, n, nrhs, a, lda, af, ldaf, b, ldb, x, ldx, rcond, ferr,
                              berr);
        sl_blas_leave_small();
    } else {
        struct expert e = {.n = n, .nrhs = nrhs};
        if (wrap_all(&e, begin(n, n), a, lda, af, ldaf, b, ldb, x, ldx))
            info = solve_po(&e, f == 'F', (starling_uplo)ul);
        info = unwrap_all(&e, info, rcond, ferr, berr);
    }
    if (info != 0)
        return info;
    unscale(n, nrhs, eq == 'Y' ? s : NULL, scond, x, ldx, ferr);
    return told(__func__, n, *rcond);
}
