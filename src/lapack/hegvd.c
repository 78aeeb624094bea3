/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* sygst and sygvd (complex: hegst, hegvd) on arrays. */

#include "src/eigen/eigen.h"
#include "lapack.h"

int API_HE(gst)(int itype, char uplo, int64_t n, scalar_t *a, int64_t lda, const scalar_t *b,
                int64_t ldb)
{
    char up = letter(uplo);
    SL_ARG(1, itype, itype >= 1 && itype <= 3, SL_A_TYPE);
    SL_ARG(2, uplo, IS_UPLO(up), "L or U");
    SIZE(3, n);
    LD(5, lda, n);
    LD(7, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL, "an array");
    if (is_direct_and_usable(up, n, 0, a, lda, b, ldb))
        return direct_end(__func__,
                          SL_X(direct_hegst)(itype, up, (int)n, a, (int)lda, b, (int)ldb));
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *B = wrap(&call, n, n, b, ldb);
    FINISH(call, starling_hegst(itype, (starling_uplo)up, A, B));
}

int API_HE(gvd)(int itype, char jobz, char uplo, int64_t n, scalar_t *a, int64_t lda, scalar_t *b,
                int64_t ldb, real_t *w)
{
    char job = letter(jobz), up = letter(uplo);
    SL_ARG(1, itype, itype >= 1 && itype <= 3, SL_A_TYPE);
    SL_ARG(2, jobz, sl_valid_job((starling_job)job), SL_A_JOB);
    SL_ARG(3, uplo, IS_UPLO(up), "L or U");
    SIZE(4, n);
    LD(6, lda, n);
    LD(8, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    SL_ARG(7, b, b != NULL, "an array");
    SL_ARG(9, w, w != NULL, "an array");
    if (is_direct_and_usable(up, n, 0, a, lda, b, ldb))
        return direct_end(__func__, SL_X(direct_hegvd)(itype, job, up, (int)n, a, (int)lda, b,
                                                       (int)ldb, w));
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *B = wrap(&call, n, n, b, ldb);
    starling_matrix *W = wrap_real(&call, n, w);
    FINISH(call, starling_hegvd(itype, (starling_job)job, (starling_uplo)up, A, B, W));
}
