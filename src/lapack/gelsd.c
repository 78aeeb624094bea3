/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gelsd and pinv on arrays. */

#include "src/svd/svd.h"
#include "lapack.h"

int API(gelsd)(int64_t m, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, scalar_t *b,
               int64_t ldb, real_t *s, real_t rcond, int64_t *rank)
{
    int64_t k = SL_MIN(m, n);
    SIZE(1, m);
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, m);
    LD(7, ldb, SL_MAX(m, n));
    SL_ARG(9, rcond, rcond == rcond, "a number");
    SL_ARG(10, rank, rank != NULL, "where the rank goes");
    *rank = 0;
    if (SL_MAX(m, n) == 0)
        return 0;
    SL_ARG(4, a, a != NULL || k == 0, "an array");
    SL_ARG(6, b, b != NULL || nrhs == 0, "an array");
    SL_ARG(8, s, s != NULL || k == 0, "an array");
    bool usual = rcond < 1 && rcond != 0; /* LAPACK takes eps for other numbers */
    if (usual && is_direct_and_moderate(m, n, nrhs, a, lda, m, b, ldb))
        return direct_end_behind(__func__, n,
                                 SL_X(direct_gelsd)((int)m, (int)n, (int)nrhs, a, (int)lda, b,
                                                    (int)ldb, s, rcond, rank));
    struct call call = begin_qr(false, SL_MAX(1, m), SL_MAX(1, n));
    starling_matrix *A = wrap(&call, m, n, a, lda);
    call.mb = SL_MAX(m, n);
    starling_matrix *B = wrap(&call, SL_MAX(m, n), nrhs, b, ldb), *S = wrap_real(&call, k, s);
    FINISH(call, starling_gelsd(A, B, S, (double)rcond, rank));
}

int API(pinv)(int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t rcond, scalar_t *p,
              int64_t ldp, int64_t *rank)
{
    SIZE(1, m);
    SIZE(2, n);
    LD(4, lda, m);
    SL_ARG(5, rcond, rcond == rcond, "a number");
    LD(7, ldp, n);
    SL_ARG(8, rank, rank != NULL, "where the rank goes");
    *rank = 0;
    if (SL_MIN(m, n) == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(6, p, p != NULL, "an array");
    struct call call = begin_qr(false, m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    call.mb = call.nb = starling_gemm_tile_size(SL_PREC, n, m, SL_MIN(m, n));
    starling_matrix *P = wrap(&call, n, m, p, ldp);
    FINISH(call, starling_pinv(A, (double)rcond, P, rank));
}
