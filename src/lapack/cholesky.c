/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* potrf, potrs, posv, trtri, lauum, potri on arrays. */

#include "codelets/cholesky/direct.h"
#include "lapack.h"

typedef int on_matrix(starling_uplo uplo, starling_matrix *A);
typedef int on_array(starling_uplo uplo, int n, scalar_t *a, int lda);

/* potrf, lauum, potri. */
static int in_place(const char *routine, on_matrix *operation, on_array *direct, char uplo,
                    int64_t n, scalar_t *a, int64_t lda)
{
    char ul = letter(uplo);
    SL_ARG_OF(routine, 1, uplo, IS_UPLO(ul), "L or U");
    SIZE_OF(routine, 2, n);
    LD_OF(routine, 4, lda, n);
    if (n == 0)
        return 0;
    SL_ARG_OF(routine, 3, a, a != NULL, "an array");
    if (is_direct(n, n, 0))
        return direct_end(routine, direct((starling_uplo)ul, (int)n, a, (int)lda));
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    FINISH(call, operation((starling_uplo)ul, A));
}

int API(potrf)(char uplo, int64_t n, scalar_t *a, int64_t lda)
{
    return in_place(__func__, starling_potrf, SL_X(direct_potrf), uplo, n, a, lda);
}

int API(potrs)(char uplo, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda, scalar_t *b,
               int64_t ldb)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(7, ldb, n);
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL, "an array");
    if (is_direct(n, n, nrhs)) {
        SL_X(direct_potrs)((starling_uplo)ul, (int)n, (int)nrhs, a, (int)lda, b, (int)ldb);
        return direct_end("starling_potrs", 0);
    }
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    FINISH(call, starling_potrs((starling_uplo)ul, A, B));
}

int API(posv)(char uplo, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, scalar_t *b,
              int64_t ldb)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(7, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL || nrhs == 0, "an array");
    if (is_direct(n, n, nrhs)) {
        int info = SL_X(direct_potrf)((starling_uplo)ul, (int)n, a, (int)lda);
        if (info == 0)
            SL_X(direct_potrs)((starling_uplo)ul, (int)n, (int)nrhs, a, (int)lda, b, (int)ldb);
        return direct_end("starling_posv", info);
    }
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    FINISH(call, starling_posv((starling_uplo)ul, A, B));
}

int API(trtri)(char uplo, char diag, int64_t n, scalar_t *a, int64_t lda)
{
    char ul = letter(uplo), dg = letter(diag);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SL_ARG(2, diag, dg == 'U' || dg == 'N', "N or U");
    SIZE(3, n);
    LD(5, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    if (is_direct(n, n, 0))
        return direct_end(__func__, SL_X(direct_trtri)((starling_uplo)ul, (starling_diag)dg, (int)n,
                                                       a, (int)lda));
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    FINISH(call, starling_trtri((starling_uplo)ul, (starling_diag)dg, A));
}

/* lauum has no failure. */
static int lauum(starling_uplo uplo, int n, scalar_t *a, int lda)
{
    SL_X(direct_lauum)(uplo, n, a, lda);
    return 0;
}

int API(lauum)(char uplo, int64_t n, scalar_t *a, int64_t lda)
{
    return in_place(__func__, starling_lauum, lauum, uplo, n, a, lda);
}

int API(potri)(char uplo, int64_t n, scalar_t *a, int64_t lda)
{
    return in_place(__func__, starling_potri, SL_X(direct_potri), uplo, n, a, lda);
}
