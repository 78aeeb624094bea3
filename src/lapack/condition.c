/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gecon, pocon, trcon, gerfs, porfs on arrays. */

#include <float.h>
#include <stdlib.h>
#include "src/lu/lu.h"
#include "lapack.h"

#define IS_ANORM(anorm) ((anorm) >= 0 && isfinite(anorm))
#define AN_ANORM "a norm, at least 0 and finite"
#define IS_1_OR_INF(norm) (norm == '1' || norm == 'O' || norm == 'I')

static starling_norm norm_of(char norm)
{
    return norm == 'I' ? STARLING_INF_NORM : STARLING_ONE_NORM;
}

int API(gecon)(char norm, int64_t n, const scalar_t *a, int64_t lda, real_t anorm, real_t *rcond)
{
    char which = letter(norm);
    double value = 0;
    SL_ARG(1, norm, IS_1_OR_INF(which), "1, O or I");
    SIZE(2, n);
    LD(4, lda, n);
    if (rcond)
        *rcond = n == 0 ? 1 : anorm != anorm ? anorm : 0;
    SL_ARG(5, anorm, IS_ANORM(anorm), AN_ANORM);
    SL_ARG(6, rcond, rcond != NULL, "where the number goes");
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    if (is_direct_and_finite('G', n, n, a, lda))
        return direct_end(__func__, SL_X(direct_gecon)(which, (int)n, a, (int)lda, anorm, rcond));
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    int info = call.info == 0 ? starling_gecon(norm_of(which), A, (double)anorm, &value) : 0;
    *rcond = (real_t)value;
    return finish(&call, info);
}

int API(pocon)(char uplo, int64_t n, const scalar_t *a, int64_t lda, real_t anorm, real_t *rcond)
{
    char ul = letter(uplo);
    double value = 0;
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    LD(4, lda, n);
    if (rcond)
        *rcond = n == 0 ? 1 : anorm != anorm ? anorm : 0;
    SL_ARG(5, anorm, IS_ANORM(anorm), AN_ANORM);
    SL_ARG(6, rcond, rcond != NULL, "where the number goes");
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    if (is_direct_and_finite(ul, n, n, a, lda))
        return direct_end(__func__, SL_X(direct_pocon)(ul, (int)n, a, (int)lda, anorm, rcond));
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    int info = call.info == 0 ? starling_pocon((starling_uplo)ul, A, (double)anorm, &value) : 0;
    *rcond = (real_t)value;
    return finish(&call, info);
}

int API(trcon)(char norm, char uplo, char diag, int64_t n, const scalar_t *a, int64_t lda,
               real_t *rcond)
{
    char which = letter(norm), ul = letter(uplo), dg = letter(diag);
    double value = 0;
    SL_ARG(1, norm, IS_1_OR_INF(which), "1, O or I");
    SL_ARG(2, uplo, IS_UPLO(ul), "L or U");
    SL_ARG(3, diag, dg == 'U' || dg == 'N', "N or U");
    SIZE(4, n);
    LD(6, lda, n);
    SL_ARG(7, rcond, rcond != NULL, "where the number goes");
    *rcond = 1;
    if (n == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    if (is_direct_and_finite(ul, n, n, a, lda))
        return direct_end(__func__, SL_X(direct_trcon)(which, ul, dg, (int)n, a, (int)lda, rcond));
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    int info = call.info == 0
                   ? starling_trcon(norm_of(which), (starling_uplo)ul, (starling_diag)dg, A, &value)
                   : 0;
    *rcond = (real_t)value;
    return finish(&call, info);
}

/* ---- Refinement ---------------------------------------------------------------------------- */

/* Results of real numbers in double precision; NULL: no memory. */
static double *bounds(struct call *call, int64_t nrhs)
{
    double *both = malloc(sizeof *both * 2 * (size_t)nrhs);
    if (!both && call->info == 0)
        call->info = sl_error("starling_gerfs", STARLING_ENOMEM, NULL);
    return both;
}

/* The end of a refinement: its bounds in the precision of the call. */
static int finish_bounds(struct call *call, int info, double *both, int64_t nrhs, real_t *ferr,
                         real_t *berr)
{
    for (int64_t j = 0; j < nrhs && call->info == 0 && info == 0; j++) {
        ferr[j] = (real_t)both[j];
        berr[j] = (real_t)both[nrhs + j];
    }
    free(both);
    return finish(call, info);
}

static int no_columns(int64_t nrhs, real_t *ferr, real_t *berr)
{
    for (int64_t j = 0; j < nrhs && ferr && berr; j++)
        ferr[j] = berr[j] = 0;
    return 0;
}

int API(gerfs)(char trans, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,
               const scalar_t *af, int64_t ldaf, const int64_t *ipiv, const scalar_t *b,
               int64_t ldb, scalar_t *x, int64_t ldx, real_t *ferr, real_t *berr)
{
    char tr = letter(trans);
    SL_ARG(1, trans, IS_TRANS(tr), "N, T or C");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(7, ldaf, n);
    LD(10, ldb, n);
    LD(12, ldx, n);
    if (n == 0 || nrhs == 0)
        return no_columns(nrhs, ferr, berr);
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, af, af != NULL, "an array");
    SL_ARG(8, ipiv, ipiv != NULL, "an array");
    SL_ARG(9, b, b != NULL, "an array");
    SL_ARG(11, x, x != NULL, "an array");
    SL_ARG(13, ferr, ferr != NULL, "an array");
    SL_ARG(14, berr, berr != NULL, "an array");
    SL_ARG(8, ipiv, sl_valid_ipiv(n, n, ipiv), SL_VALID_IPIV);
    if (is_direct_and_usable('G', n, nrhs, a, lda, af, ldaf))
        return direct_end(__func__,
                          SL_X(direct_gerfs)(tr, (int)n, (int)nrhs, a, (int)lda, af, (int)ldaf,
                                             ipiv, b, (int)ldb, x, (int)ldx, ferr, berr));
    struct call call = begin_lu(n, n);
    starling_matrix *AF = wrap(&call, n, n, af, ldaf);
    call.mb = call.nb = starling_tile_size(SL_PREC, n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *B = wrap(&call, n, nrhs, b, ldb),
                    *X = wrap(&call, n, nrhs, x, ldx);
    double *both = bounds(&call, nrhs);
    if (call.info == 0)
        call.info = starling_matrix_set_ipiv(AF, ipiv);
    int info =
        call.info == 0 ? starling_gerfs((starling_trans)tr, A, AF, B, X, both, both + nrhs) : 0;
    return finish_bounds(&call, info, both, nrhs, ferr, berr);
}

int API(porfs)(char uplo, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,
               const scalar_t *af, int64_t ldaf, const scalar_t *b, int64_t ldb, scalar_t *x,
               int64_t ldx, real_t *ferr, real_t *berr)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(7, ldaf, n);
    LD(9, ldb, n);
    LD(11, ldx, n);
    if (n == 0 || nrhs == 0)
        return no_columns(nrhs, ferr, berr);
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, af, af != NULL, "an array");
    SL_ARG(8, b, b != NULL, "an array");
    SL_ARG(10, x, x != NULL, "an array");
    SL_ARG(12, ferr, ferr != NULL, "an array");
    SL_ARG(13, berr, berr != NULL, "an array");
    if (is_direct_and_usable(ul, n, nrhs, a, lda, af, ldaf))
        return direct_end(__func__,
                          SL_X(direct_porfs)(ul, (int)n, (int)nrhs, a, (int)lda, af, (int)ldaf, b,
                                             (int)ldb, x, (int)ldx, ferr, berr));
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *AF = wrap(&call, n, n, af, ldaf),
                    *B = wrap(&call, n, nrhs, b, ldb), *X = wrap(&call, n, nrhs, x, ldx);
    double *both = bounds(&call, nrhs);
    int info =
        call.info == 0 ? starling_porfs((starling_uplo)ul, A, AF, B, X, both, both + nrhs) : 0;
    return finish_bounds(&call, info, both, nrhs, ferr, berr);
}
