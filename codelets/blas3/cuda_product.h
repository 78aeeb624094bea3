/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* In kernel files: a product on the device, of operands that are split if the task says so. */

#ifndef SL_CUDA_PRODUCT_H
#define SL_CUDA_PRODUCT_H

#include "codelets/codelet.h"
#include "cuda_gemm.h"
#include "cuda_split.h"

static inline void cuda_product(struct sl_args *args, cublasHandle_t handle, cublasOperation_t ta,
                                cublasOperation_t tb, int m, int n, int k, scalar_t alpha,
                                const scalar_t *a, int lda, const scalar_t *b, int ldb, scalar_t beta,
                                scalar_t *c, int ldc)
{
#ifdef STARLING_PREC_S
    if (args->scale[0] > 0 && sl_cuda_split_pays(m, n, k)) {
        sl_cuda_check(args, sl_cuda_sgemm_split(handle, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c,
                                                ldc, args->scale));
        return;
    }
#endif
    sl_cuda_check(args, sl_cuda_xgemm(handle, ta, tb, m, n, k, CS(alpha), CU(a), lda, CU(b), ldb,
                                      CS(beta), CU(c), ldc));
}

#endif
