/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* lacpy, laset, lange, lanhe on arrays. */

#include "lapack.h"

int API(lacpy)(char uplo, int64_t m, int64_t n, const scalar_t *a, int64_t lda, scalar_t *b,
               int64_t ldb)
{
    char ul = IS_UPLO(letter(uplo)) ? letter(uplo) : 'G'; /* as in LAPACK, any other letter is G */
    SIZE(2, m);
    SIZE(3, n);
    LD(5, lda, m);
    LD(7, ldb, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL, "an array");
    if (is_direct(m, n, 0)) {
        SL_X(direct_lacpy)(ul, (int)m, (int)n, a, (int)lda, b, (int)ldb);
        return direct_end(__func__, 0);
    }
    struct call call = begin(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    starling_matrix *B = wrap(&call, m, n, b, ldb);
    FINISH(call, starling_lacpy((starling_uplo)ul, A, B));
}

int API(laset)(char uplo, int64_t m, int64_t n, scalar_t alpha, scalar_t beta, scalar_t *a,
               int64_t lda)
{
    char ul = IS_UPLO(letter(uplo)) ? letter(uplo) : 'G';
    SIZE(2, m);
    SIZE(3, n);
    LD(7, lda, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(6, a, a != NULL, "an array");
    if (is_direct(m, n, 0)) {
        SL_X(direct_laset)(ul, (int)m, (int)n, alpha, beta, a, (int)lda);
        return direct_end(__func__, 0);
    }
    struct call call = begin(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    FINISH(call, starling_laset((starling_uplo)ul, alpha, beta, A));
}

/* LAPACK accepts 1 for O and E for F. */
static starling_norm norm_of(char norm)
{
    char c = letter(norm);
    return (starling_norm)(c == '1' ? 'O' : c == 'E' ? 'F' : c);
}

int API(lange)(char norm, int64_t m, int64_t n, const scalar_t *a, int64_t lda, real_t *value)
{
    starling_norm which = norm_of(norm);
    SL_ARG(1, norm, sl_valid_norm(which), "M, O (or 1), I or F (or E)");
    SIZE(2, m);
    SIZE(3, n);
    LD(5, lda, m);
    SL_ARG(6, value, value != NULL, "where the norm goes");
    SL_ARG(4, a, a != NULL || m == 0 || n == 0, "an array");
    if (SL_MIN(m, n) > 0 && is_direct(m, n, 0)) {
        *value = SL_X(direct_lange)((char)which, (int)m, (int)n, a, (int)lda);
        return direct_end(__func__, 0);
    }
    double result = 0;
    struct call call = begin(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    int info = finish(&call, call.info == 0 ? starling_lange(which, A, &result) : 0);
    *value = (real_t)result;
    return info;
}

int API(lanhe)(char norm, char uplo, int64_t n, const scalar_t *a, int64_t lda, real_t *value)
{
    starling_norm which = norm_of(norm);
    char ul = letter(uplo);
    SL_ARG(1, norm, sl_valid_norm(which), "M, O (or 1), I or F (or E)");
    SL_ARG(2, uplo, IS_UPLO(ul), "L or U");
    SIZE(3, n);
    LD(5, lda, n);
    SL_ARG(6, value, value != NULL, "where the norm goes");
    SL_ARG(4, a, a != NULL || n == 0, "an array");
    if (n > 0 && is_direct(n, 0, 0)) {
        *value = SL_X(direct_lanhe)((char)which, ul, (int)n, a, (int)lda);
        return direct_end(__func__, 0);
    }
    double result = 0;
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    int info =
        finish(&call, call.info == 0 ? starling_lanhe(which, (starling_uplo)ul, A, &result) : 0);
    *value = (real_t)result;
    return info;
}
