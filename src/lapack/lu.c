/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* getrf, getrs, gesv, getri on arrays, and the first three without interchanges, also refined. */

#include "src/lu/lu.h"
#include "codelets/lu/direct.h"
#include "lapack.h"

int API(getrf)(int64_t m, int64_t n, scalar_t *a, int64_t lda, int64_t *ipiv)
{
    SIZE(1, m);
    SIZE(2, n);
    LD(4, lda, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, ipiv, ipiv != NULL, "an array");
    if (is_direct(m, n, 0))
        return direct_end("starling_getrf", SL_X(direct_getrf)((int)m, (int)n, a, (int)lda, ipiv));
    struct call call = begin_lu(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    int info = call.info == 0 ? starling_getrf(A) : 0;
    if (call.info == 0 && info >= 0)
        call.info = starling_matrix_get_ipiv(A, ipiv);
    return finish(&call, info);
}

int API(getrs)(char trans, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,
               const int64_t *ipiv, scalar_t *b, int64_t ldb)
{
    char tr = letter(trans);
    SL_ARG(1, trans, IS_TRANS(tr), "N, T or C");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(8, ldb, n);
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, ipiv, ipiv != NULL, "an array");
    SL_ARG(7, b, b != NULL, "an array");
    SL_ARG(6, ipiv, sl_valid_ipiv(n, n, ipiv), SL_VALID_IPIV);
    if (is_direct(n, n, nrhs)) {
        SL_X(direct_getrs)((starling_trans)tr, (int)n, (int)nrhs, a, (int)lda, ipiv, b, (int)ldb);
        return direct_end("starling_getrs", 0);
    }
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    if (call.info == 0)
        call.info = starling_matrix_set_ipiv(A, ipiv);
    FINISH(call, starling_getrs((starling_trans)tr, A, B));
}

int API(gesv)(int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, int64_t *ipiv, scalar_t *b,
              int64_t ldb)
{
    SIZE(1, n);
    SIZE(2, nrhs);
    LD(4, lda, n);
    LD(7, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, ipiv, ipiv != NULL, "an array");
    SL_ARG(6, b, b != NULL || nrhs == 0, "an array");
    if (is_direct(n, n, nrhs))
        return direct_end("starling_gesv",
                          SL_X(direct_gesv)((int)n, (int)nrhs, a, (int)lda, ipiv, b, (int)ldb));
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    int info = call.info == 0 ? starling_gesv(A, B) : 0;
    if (call.info == 0 && info >= 0)
        call.info = starling_matrix_get_ipiv(A, ipiv);
    return finish(&call, info);
}

int API(getri)(int64_t n, scalar_t *a, int64_t lda, const int64_t *ipiv)
{
    SIZE(1, n);
    LD(3, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(2, a, a != NULL, "an array");
    SL_ARG(4, ipiv, ipiv != NULL, "an array");
    SL_ARG(4, ipiv, sl_valid_ipiv(n, n, ipiv), SL_VALID_IPIV);
    for (int64_t i = 0; i < n; i++)
        if (a[i + i * lda] == 0)
            return sl_error(__func__, (int)SL_MIN(i + 1, INT32_MAX), NULL);
    if (is_direct(n, n, 0))
        return direct_end(__func__, SL_X(direct_getri)((int)n, a, (int)lda, ipiv));
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    if (call.info == 0)
        call.info = starling_matrix_set_ipiv(A, ipiv);
    FINISH(call, starling_getri(A));
}

/* ---- Without interchanges ------------------------------------------------------------------ */

int API(getrf_nopiv)(int64_t m, int64_t n, scalar_t *a, int64_t lda)
{
    SIZE(1, m);
    SIZE(2, n);
    LD(4, lda, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    struct call call = begin(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    FINISH(call, starling_getrf_nopiv(A));
}

int API(getrs_nopiv)(char trans, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,
                     scalar_t *b, int64_t ldb)
{
    char tr = letter(trans);
    SL_ARG(1, trans, IS_TRANS(tr), "N, T or C");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(7, ldb, n);
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL, "an array");
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *B = wrap(&call, n, nrhs, b, ldb);
    FINISH(call, starling_getrs_nopiv((starling_trans)tr, A, B));
}

int API(gesv_nopiv)(int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, scalar_t *b, int64_t ldb)
{
    SIZE(1, n);
    SIZE(2, nrhs);
    LD(4, lda, n);
    LD(6, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, b, b != NULL || nrhs == 0, "an array");
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *B = wrap(&call, n, nrhs, b, ldb);
    FINISH(call, starling_gesv_nopiv(A, B));
}

int API(gesv_nopiv_refined)(int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,
                            const scalar_t *b, int64_t ldb, scalar_t *x, int64_t ldx, int *iter,
                            real_t *berr)
{
    double error = 0;
    SIZE(1, n);
    SIZE(2, nrhs);
    LD(4, lda, n);
    LD(6, ldb, n);
    LD(8, ldx, n);
    SL_ARG(9, iter, iter != NULL, "where the number of steps goes");
    SL_ARG(10, berr, berr != NULL, "where the backward error goes");
    *iter = 0;
    *berr = 0;
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, b, b != NULL || nrhs == 0, "an array");
    SL_ARG(7, x, x != NULL || nrhs == 0, "an array");
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb), *X = wrap(&call, n, nrhs, x, ldx);
    int info = call.info == 0 ? starling_gesv_nopiv_refined(A, B, X, iter, &error) : 0;
    *berr = (real_t)error;
    return finish(&call, info);
}
