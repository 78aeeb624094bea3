/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches in arrays, one matrix at equal distance after the other. */

#include "batches.h"

static starling_batch *wrap_batch(struct batches *call, int64_t m, int64_t n, const scalar_t *a,
                                  int64_t lda, int64_t stride, int64_t count)
{
    starling_batch *A = NULL;
    if (call->info == 0)
        call->info = starling_batch_wrap(&A, SL_PREC, m, n, (void *)(uintptr_t)a, lda, stride,
                                         count, call->chunk);
    return keep(call, A);
}

/* Checks of m x n matrices: a, lda and stride are arguments one after the other. */
#define MATRICES(position, a, m, n, lda, stride)                                                   \
    ARRAY(position, a, (m) > 0 && (n) > 0);                                                        \
    LD((position) + 1, lda, m);                                                                    \
    SL_ARG((position) + 1, lda, (n) <= INT32_MAX && (lda) * ((n)-1) + (m) <= INT32_MAX,            \
           "such that lda (n - 1) + m is less than 2^31");                                         \
    SL_ARG((position) + 2, stride,                                                                 \
           ((m) == 0 || (n) == 0 || (stride) >= (lda) * ((n)-1) + (m) || count <= 1) &&            \
               (stride) <= INT32_MAX,                                                              \
           "at least lda (n - 1) + m, and less than 2^31")
#define BEGIN(n)                                                                                   \
    if (count == 0)                                                                                \
        return 0;                                                                                  \
    struct batches call = {.chunk = starling_batch_chunk(SL_PREC, n, n, count)}

int API(potrf_strided_batched)(char uplo, int64_t n, scalar_t *a, int64_t lda, int64_t stride,
                               int *info, int64_t count)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    MATRICES(3, a, n, n, lda, stride);
    ARRAY(6, info, true);
    SIZE(7, count);
    BEGIN(n);
    starling_batch *A = wrap_batch(&call, n, n, a, lda, stride, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_potrf_batched((starling_uplo)ul, A, infos));
}

int API(potrs_strided_batched)(char uplo, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,
                               int64_t stride_a, scalar_t *b, int64_t ldb, int64_t stride_b,
                               int64_t count)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    SIZE(3, nrhs);
    MATRICES(4, a, n, n, lda, stride_a);
    MATRICES(7, b, n, nrhs, ldb, stride_b);
    SIZE(10, count);
    BEGIN(n);
    starling_batch *A = wrap_batch(&call, n, n, a, lda, stride_a, count);
    starling_batch *B = wrap_batch(&call, n, nrhs, b, ldb, stride_b, count);
    FINISH_BATCHES(call, starling_potrs_batched((starling_uplo)ul, A, B));
}

int API(posv_strided_batched)(char uplo, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda,
                              int64_t stride_a, scalar_t *b, int64_t ldb, int64_t stride_b,
                              int *info, int64_t count)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    SIZE(3, nrhs);
    MATRICES(4, a, n, n, lda, stride_a);
    MATRICES(7, b, n, nrhs, ldb, stride_b);
    ARRAY(10, info, true);
    SIZE(11, count);
    BEGIN(n);
    starling_batch *A = wrap_batch(&call, n, n, a, lda, stride_a, count);
    starling_batch *B = wrap_batch(&call, n, nrhs, b, ldb, stride_b, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_posv_batched((starling_uplo)ul, A, B, infos));
}

int API(getrf_strided_batched)(int64_t m, int64_t n, scalar_t *a, int64_t lda, int64_t stride,
                               int *ipiv, int *info, int64_t count)
{
    SIZE(1, m);
    SIZE(2, n);
    MATRICES(3, a, m, n, lda, stride);
    ARRAY(6, ipiv, m > 0 && n > 0);
    ARRAY(7, info, true);
    SIZE(8, count);
    BEGIN(SL_MAX(m, n));
    starling_batch *A = wrap_batch(&call, m, n, a, lda, stride, count);
    starling_batch *pivots = wrap_ints(&call, SL_MIN(m, n), ipiv, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_getrf_batched(A, pivots, infos));
}

int API(getrs_strided_batched)(char trans, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,
                               int64_t stride_a, const int *ipiv, scalar_t *b, int64_t ldb,
                               int64_t stride_b, int64_t count)
{
    char tr = letter(trans);
    SL_ARG(1, trans, IS_TRANS(tr), "N, T or C");
    SIZE(2, n);
    SIZE(3, nrhs);
    MATRICES(4, a, n, n, lda, stride_a);
    ARRAY(7, ipiv, n > 0);
    MATRICES(8, b, n, nrhs, ldb, stride_b);
    SIZE(11, count);
    BEGIN(n);
    starling_batch *A = wrap_batch(&call, n, n, a, lda, stride_a, count);
    starling_batch *pivots = wrap_ints(&call, n, ipiv, count);
    starling_batch *B = wrap_batch(&call, n, nrhs, b, ldb, stride_b, count);
    FINISH_BATCHES(call, starling_getrs_batched((starling_trans)tr, A, pivots, B));
}

int API(gesv_strided_batched)(int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, int64_t stride_a,
                              int *ipiv, scalar_t *b, int64_t ldb, int64_t stride_b, int *info,
                              int64_t count)
{
    SIZE(1, n);
    SIZE(2, nrhs);
    MATRICES(3, a, n, n, lda, stride_a);
    ARRAY(6, ipiv, n > 0);
    MATRICES(7, b, n, nrhs, ldb, stride_b);
    ARRAY(10, info, true);
    SIZE(11, count);
    BEGIN(n);
    starling_batch *A = wrap_batch(&call, n, n, a, lda, stride_a, count);
    starling_batch *pivots = wrap_ints(&call, n, ipiv, count);
    starling_batch *B = wrap_batch(&call, n, nrhs, b, ldb, stride_b, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_gesv_batched(A, pivots, B, infos));
}

int API(getri_strided_batched)(int64_t n, scalar_t *a, int64_t lda, int64_t stride, const int *ipiv,
                               int *info, int64_t count)
{
    SIZE(1, n);
    MATRICES(2, a, n, n, lda, stride);
    ARRAY(5, ipiv, n > 0);
    ARRAY(6, info, true);
    SIZE(7, count);
    BEGIN(n);
    starling_batch *A = wrap_batch(&call, n, n, a, lda, stride, count);
    starling_batch *pivots = wrap_ints(&call, n, ipiv, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_getri_batched(A, pivots, infos));
}

int API(inv_strided_batched)(int64_t n, scalar_t *a, int64_t lda, int64_t stride, int *info,
                             int64_t count)
{
    SIZE(1, n);
    MATRICES(2, a, n, n, lda, stride);
    ARRAY(5, info, true);
    SIZE(6, count);
    BEGIN(n);
    starling_batch *A = wrap_batch(&call, n, n, a, lda, stride, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_inv_batched(A, infos));
}

int API(geqrf_strided_batched)(int64_t m, int64_t n, scalar_t *a, int64_t lda, int64_t stride,
                               scalar_t *tau, int64_t count)
{
    int64_t least = SL_MIN(m, n);
    SIZE(1, m);
    SIZE(2, n);
    MATRICES(3, a, m, n, lda, stride);
    ARRAY(6, tau, least > 0);
    SIZE(7, count);
    BEGIN(SL_MAX(m, n));
    starling_batch *A = wrap_batch(&call, m, n, a, lda, stride, count);
    starling_batch *taus = wrap_batch(&call, least, 1, tau, SL_MAX(1, least), least, count);
    FINISH_BATCHES(call, starling_geqrf_batched(A, taus));
}

int API(gels_strided_batched)(char trans, int64_t m, int64_t n, int64_t nrhs, scalar_t *a,
                              int64_t lda, int64_t stride_a, scalar_t *b, int64_t ldb,
                              int64_t stride_b, int *info, int64_t count)
{
    char tr = letter(trans);
    SL_ARG(1, trans, IS_QR_TRANS(tr), QR_TRANS);
    SIZE(2, m);
    SIZE(3, n);
    SIZE(4, nrhs);
    MATRICES(5, a, m, n, lda, stride_a);
    MATRICES(8, b, SL_MAX(m, n), nrhs, ldb, stride_b);
    ARRAY(11, info, true);
    SIZE(12, count);
    BEGIN(SL_MAX(m, n));
    starling_batch *A = wrap_batch(&call, m, n, a, lda, stride_a, count);
    starling_batch *B = wrap_batch(&call, SL_MAX(m, n), nrhs, b, ldb, stride_b, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_gels_batched((starling_trans)tr, A, B, infos));
}
