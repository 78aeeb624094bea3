/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* In kernel files: products on the device, of operands that are split if the task says so. */

#ifndef SL_CUDA_PRODUCT_H
#define SL_CUDA_PRODUCT_H

#include "codelets/codelet.h"
#include "cuda_gemm.h"
#include "cuda_split.h"

/* `count` products C = alpha op(A) op(B) + beta C, as cublasDgemmStridedBatched(). swapped: A is
 * the second one of the operands that args->scale is for. */
static inline void cuda_products(struct sl_args *args, cublasHandle_t handle, bool swapped,
                                 cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                 scalar_t alpha, const scalar_t *a, int lda, int64_t next_a,
                                 const scalar_t *b, int ldb, int64_t next_b, scalar_t beta,
                                 scalar_t *c, int ldc, int64_t next_c, int count)
{
    int status;
    (void)swapped;
#ifdef STARLING_PREC_S
    const float scale[2] = {args->scale[swapped], args->scale[!swapped]};
    if (scale[0] > 0 && sl_cuda_split_pays(m, n, k))
        status = sl_cuda_sgemm_split(handle, ta, tb, m, n, k, alpha, a, lda, next_a, b, ldb, next_b,
                                     beta, c, ldc, next_c, count, scale);
    else
#endif
        if (count == 1)
        status = sl_cuda_xgemm(handle, ta, tb, m, n, k, CS(alpha), CU(a), lda, CU(b), ldb, CS(beta),
                               CU(c), ldc);
    else
        status = sl_cuda_xgemm_strided(handle, ta, tb, m, n, k, CS(alpha), CU(a), lda, next_a,
                                       CU(b), ldb, next_b, CS(beta), CU(c), ldc, next_c, count);
    sl_cuda_check(args, status);
}

static inline void cuda_product(struct sl_args *args, cublasHandle_t handle, cublasOperation_t ta,
                                cublasOperation_t tb, int m, int n, int k, scalar_t alpha,
                                const scalar_t *a, int lda, const scalar_t *b, int ldb,
                                scalar_t beta, scalar_t *c, int ldc)
{
    cuda_products(args, handle, false, ta, tb, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc,
                  0, 1);
}

#endif
