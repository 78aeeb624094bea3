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

__global__ void split(int m, int n, const float *a, int64_t lda, float scale, parts p)
{
    int first = blockIdx.x * THREADS * ELEMENTS + threadIdx.x;
    for (int64_t j = blockIdx.y; j < n; j += gridDim.y)
        for (int e = 0; e < ELEMENTS; e++) {
            int i = first + e * THREADS;
            if (i >= m)
                break;
            float x = scale * a[i + j * lda];
            __half high = __float2half_rn(x), low = __float2half_rn(x - __half2float(high));
            __half *to = p.at + i + j * p.ld;
            to[0] = high;
            to[p.next] = p.second ? low : high;
            to[2 * p.next] = p.second ? high : low;
        }
}

int64_t aligned(int64_t n)
{
    return (n + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* Where an m x n operand's parts go. beside: its columns are the inner dimension. */
parts layout(__half *at, bool beside, bool second, int m, int n)
{
    int64_t ld = aligned(beside ? m : 3 * (int64_t)m);
    return {at, ld, beside ? ld * n : m, second};
}
int64_t elements(bool beside, int m, int n)
{
    return aligned(beside ? m : 3 * (int64_t)m) * (beside ? 3 * (int64_t)n : n);
}

cudaError_t fill(cudaStream_t stream, int m, int n, const float *a, int lda, float scale, const parts &p)
{
    dim3 grid((unsigned)((m + THREADS * ELEMENTS - 1) / (THREADS * ELEMENTS)),
              (unsigned)(n < MOST_ROWS_OF_GRID ? n : MOST_ROWS_OF_GRID));
    split<<<grid, THREADS, 0, stream>>>(m, n, a, lda, scale, p);
    return cudaGetLastError();
}

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

int sl_cuda_sgemm_split(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                        int k, float alpha, const float *A, int lda, const float *B, int ldb, float beta,
                        float *C, int ldc, const float scale[2])
{
    bool na = ta == CUBLAS_OP_N, nb = tb == CUBLAS_OP_N;
    int rows[2] = {na ? m : k, nb ? k : n}, columns[2] = {na ? k : m, nb ? n : k};
    int64_t first = elements(na, rows[0], columns[0]), second = elements(!nb, rows[1], columns[1]);
    cudaStream_t stream;
    void *work;
    int status = cublasGetStream(handle, &stream);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    keep_pool();
    if (cudaMallocAsync(&work, sizeof(__half) * (size_t)(first + second), stream) != cudaSuccess) {
        (void)cudaGetLastError(); /* without memory the product is made as it is */
        return cublasSgemm(handle, ta, tb, m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc);
    }
    parts a = layout((__half *)work, na, false, rows[0], columns[0]);
    parts b = layout((__half *)work + first, !nb, true, rows[1], columns[1]);
    status = fill(stream, rows[0], columns[0], A, lda, scale[0], a);
    if (status == 0)
        status = fill(stream, rows[1], columns[1], B, ldb, scale[1], b);
    float back = alpha / (scale[0] * scale[1]);
    if (status == 0)
        status = cublasGemmEx(handle, ta, tb, m, n, 3 * k, &back, a.at, CUDA_R_16F, (int)a.ld, b.at,
                              CUDA_R_16F, (int)b.ld, &beta, C, CUDA_R_32F, ldc, CUBLAS_COMPUTE_32F,
                              CUBLAS_GEMM_DEFAULT);
    cudaFreeAsync(work, stream);
    return status;
}
