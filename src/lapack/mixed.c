/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesv and posv in mixed precision on arrays: dsgesv, zcgesv, dsposv, zcposv. */

#include "src/refine/refine.h"
#include "lapack.h"

#ifdef SL_COMPLEX
#define API_MIXED(name) API(c##name)
#else
#define API_MIXED(name) API(s##name)
#endif

int API_MIXED(gesv)(int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, int64_t *ipiv,
                    const scalar_t *b, int64_t ldb, scalar_t *x, int64_t ldx, int *iter)
{
    SIZE(1, n);
    SIZE(2, nrhs);
    LD(4, lda, n);
    LD(7, ldb, n);
    LD(9, ldx, n);
    SL_ARG(10, iter, iter != NULL, "where the number of steps goes");
    *iter = 0;
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, ipiv, ipiv != NULL, "an array");
    SL_ARG(6, b, b != NULL || nrhs == 0, "an array");
    SL_ARG(8, x, x != NULL || nrhs == 0, "an array");
    struct call call = begin_lu(n, n);
    double berr;
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb), *X = wrap(&call, n, nrhs, x, ldx);
    FINISH(call, sl_gesv_mixed(A, B, X, iter, &berr, ipiv));
}

int API_MIXED(posv)(char uplo, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, const scalar_t *b,
                    int64_t ldb, scalar_t *x, int64_t ldx, int *iter)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(7, ldb, n);
    LD(9, ldx, n);
    SL_ARG(10, iter, iter != NULL, "where the number of steps goes");
    *iter = 0;
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL || nrhs == 0, "an array");
    SL_ARG(8, x, x != NULL || nrhs == 0, "an array");
    struct call call = begin(n, n);
    double berr;
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb), *X = wrap(&call, n, nrhs, x, ldx);
    FINISH(call, starling_posv_mixed((starling_uplo)ul, A, B, X, iter, &berr));
}
