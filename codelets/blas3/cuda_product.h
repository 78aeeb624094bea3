/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* In kernel files: products on the device, of operands that are split if the task says so. */

#ifndef SL_CUDA_PRODUCT_H
#define SL_CUDA_PRODUCT_H

#include "codelets/codelet.h"
#include "cuda_gemm.h"
#include "cuda_split.h"

/* An operand of products: `next` elements from one to the next. parts: of its first element if it
 * is split, see cuda_split.h; NULL: it is not. */
struct factor {
    const scalar_t *a;
    int ld;
    int64_t next;
    const uint16_t *parts;
    int parts_ld;
    int64_t copy;
};

/* The parts in a buffer of a matrix whose columns, or rows if not beside, are the inner dimension
 * k. */
static inline void factor_parts(struct factor *f, void *buffer, bool beside, int k)
{
    f->parts = buffer ? (const uint16_t *)STARPU_MATRIX_GET_PTR(buffer) : NULL;
    f->parts_ld = buffer ? TILE_LD(buffer) : 0;
    f->copy = beside ? (int64_t)f->parts_ld * k : k;
}
/* The operand from its row `rows` on. */
static inline struct factor factor_below(struct factor f, int64_t rows)
{
    f.a += rows;
    f.parts = f.parts ? f.parts + rows : NULL;
    return f;
}

/* `count` products C = alpha op(A) op(B) + beta C, as cublasDgemmStridedBatched(). swapped: A is
 * the second one of the operands that args->scale is for. */
static inline void cuda_products(struct sl_args *args, cublasHandle_t handle, bool swapped,
                                 cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                 scalar_t alpha, struct factor A, struct factor B, scalar_t beta,
                                 scalar_t *c, int ldc, int64_t next_c, int count)
{
    int status;
    (void)swapped;
#ifdef STARLING_PREC_S
    const float scale[2] = {args->scale[swapped], args->scale[!swapped]};
    if (scale[0] > 0 && sl_cuda_split_pays(m, n, k))
        status = sl_cuda_sgemm_split(
            handle, ta, tb, m, n, k, alpha,
            (struct sl_cuda_operand){A.a, A.ld, A.next, A.parts, A.parts_ld, A.copy},
            (struct sl_cuda_operand){B.a, B.ld, B.next, B.parts, B.parts_ld, B.copy}, beta, c, ldc,
            next_c, count, scale);
    else
#endif
        if (count == 1)
        status = sl_cuda_xgemm(handle, ta, tb, m, n, k, CS(alpha), CU(A.a), A.ld, CU(B.a), B.ld,
                               CS(beta), CU(c), ldc);
    else
        status = sl_cuda_xgemm_strided(handle, ta, tb, m, n, k, CS(alpha), CU(A.a), A.ld, A.next,
                                       CU(B.a), B.ld, B.next, CS(beta), CU(c), ldc, next_c, count);
    sl_cuda_check(args, status);
}

static inline void cuda_product(struct sl_args *args, cublasHandle_t handle, cublasOperation_t ta,
                                cublasOperation_t tb, int m, int n, int k, scalar_t alpha,
                                struct factor A, struct factor B, scalar_t beta, scalar_t *c,
                                int ldc)
{
    cuda_products(args, handle, false, ta, tb, m, n, k, alpha, A, B, beta, c, ldc, 0, 1);
}

#endif
