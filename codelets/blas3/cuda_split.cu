/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Products of operands that are split into two parts; see cuda_split.h. */

#include <stdint.h>
#include <cuda_fp16.h>
#include "cuda_split.h"

namespace
{

enum { THREADS = 256, ELEMENTS = 4, MOST_ROWS_OF_GRID = 65535, ALIGNED = 8 };

/* The parts of an operand: three copies beside each other along the inner dimension. */
struct parts {
    __half *at;
    int64_t ld, next; /* from one copy to the next */
    bool second;      /* high, low, high; else high, high, low */
};

/* blockIdx.z: which of the matrices, `each` apart; their parts are `size` apart. */
__global__ void split(int m, int n, const float *a, int64_t lda, int64_t each, float scale, parts p,
                      int64_t size)
{
    int first = blockIdx.x * THREADS * ELEMENTS + threadIdx.x;
    a += blockIdx.z * each;
    for (int64_t j = blockIdx.y; j < n; j += gridDim.y)
        for (int e = 0; e < ELEMENTS; e++) {
            int i = first + e * THREADS;
            if (i >= m)
                break;
            float x = scale * a[i + j * lda];
            __half high = __float2half_rn(x), low = __float2half_rn(x - __half2float(high));
            __half *to = p.at + blockIdx.z * size + i + j * p.ld;
            to[0] = high;
            to[p.next] = p.second ? low : high;
            to[2 * p.next] = p.second ? high : low;
        }
}

int64_t aligned(int64_t n)
{
    return (n + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* An operand of `count` products: m x n matrices `each` apart, or one for all if that is 0. */
struct operand {
    bool beside, second; /* beside: its columns are the inner dimension */
    int m, n, count;
    const float *a;
    int64_t lda, each;
    float scale;

    int64_t ld() const
    {
        return aligned(beside ? m : 3 * (int64_t)m);
    }
    int64_t size() const /* of the parts of one */
    {
        return ld() * (beside ? 3 * (int64_t)n : n);
    }
    int64_t step() const
    {
        return each ? size() : 0;
    }
    int64_t all() const
    {
        return each ? size() * count : size();
    }

    cudaError_t fill(cudaStream_t stream, __half *at) const
    {
        parts p = {at, ld(), beside ? ld() * n : m, second};
        dim3 grid((unsigned)((m + THREADS * ELEMENTS - 1) / (THREADS * ELEMENTS)),
                  (unsigned)(n < MOST_ROWS_OF_GRID ? n : MOST_ROWS_OF_GRID),
                  each ? (unsigned)count : 1);
        split<<<grid, THREADS, 0, stream>>>(m, n, a, lda, each, scale, p, size());
        return cudaGetLastError();
    }
};

/* What is freed stays in the pool, for the next product. */
void keep_pool()
{
    static thread_local bool kept = false;
    cudaMemPool_t pool;
    int device;
    uint64_t all = UINT64_MAX;
    if (!kept && cudaGetDevice(&device) == cudaSuccess &&
        cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess)
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    kept = true;
}

} // namespace

int sl_cuda_sgemm_split(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                        int n, int k, float alpha, const float *A, int lda, int64_t next_a,
                        const float *B, int ldb, int64_t next_b, float beta, float *C, int ldc,
                        int64_t next_c, int count, const float scale[2])
{
    bool na = ta == CUBLAS_OP_N, nb = tb == CUBLAS_OP_N;
    operand a = {na, false, na ? m : k, na ? k : m, count, A, lda, next_a, scale[0]};
    operand b = {!nb, true, nb ? k : n, nb ? n : k, count, B, ldb, next_b, scale[1]};
    cudaStream_t stream;
    __half *work;
    int status = cublasGetStream(handle, &stream);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    keep_pool();
    if (cudaMallocAsync((void **)&work, sizeof *work * (size_t)(a.all() + b.all()), stream) !=
        cudaSuccess) {
        (void)cudaGetLastError(); /* without memory the product is made as it is */
        return cublasSgemmStridedBatched(handle, ta, tb, m, n, k, &alpha, A, lda, next_a, B, ldb,
                                         next_b, &beta, C, ldc, next_c, count);
    }
    status = a.fill(stream, work);
    if (status == 0)
        status = b.fill(stream, work + a.all());
    float back = alpha / (scale[0] * scale[1]);
    if (status == 0)
        status = cublasGemmStridedBatchedEx(handle, ta, tb, m, n, 3 * k, &back, work, CUDA_R_16F,
                                            (int)a.ld(), a.step(), work + a.all(), CUDA_R_16F,
                                            (int)b.ld(), b.step(), &beta, C, CUDA_R_32F, ldc,
                                            next_c, count, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cudaFreeAsync(work, stream);
    return status;
}
