/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A product in single precision by matrix units for FP16. Each operand is the sum of two numbers in
 * FP16, a = ah + al, and three of the four products are one product of three times the inner
 * dimension: [al ah ah] [bh bh bl]^T. The sum is in single precision. (Markidis, Chien, Laure, Peng
 * and Vetter, IPDPSW 2018; Ootomo and Yokota, Int. J. High Perform. Comput. Appl. 36, 2022.) */

#ifndef SL_CUDA_SPLIT_H
#define SL_CUDA_SPLIT_H

#include <cublas_v2.h>
#include "parts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the product is so large that splitting pays. */
static inline bool sl_cuda_split_pays(int m, int n, int k)
{
    return m >= 256 && n >= 256 && k >= 128;
}

/* Splits a, m x n, times `scale`. parts: an array of FP16 as parts.h says. Returns a cudaError_t.
 */
int sl_cuda_split(cudaStream_t stream, bool beside, int m, int n, const float *a, int lda,
                  float scale, void *parts);

/* An operand. next: from one of several matrices to the next. parts: those of its first element if
 * it is split already, their leading dimension and the number of elements from a copy to the next;
 * then next counts in parts. */
struct sl_cuda_operand {
    const float *a;
    int ld;
    int64_t next;
    const void *parts;
    int parts_ld;
    int64_t copy;
};

/* `count` products C = alpha op(A) op(B) + beta C, as cublasSgemmStridedBatched(). scale: powers of
 * two, so that no element of scale[0] A and scale[1] B is larger than 2^15. It takes memory of the
 * device's pool in the order of the stream. Returns a status of cuBLAS or CUDA. */
int sl_cuda_sgemm_split(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                        int n, int k, float alpha, struct sl_cuda_operand A,
                        struct sl_cuda_operand B, float beta, float *C, int ldc, int64_t next_c,
                        int count, const float scale[2]);

#ifdef __cplusplus
}
#endif

#endif
