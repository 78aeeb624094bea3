/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Products of operands that are split into two parts; see cuda_split.h. */

#include <stdint.h>
#include <cuda_fp16.h>
#include "cuda_split.h"

namespace
{

enum { THREADS = 256, ELEMENTS = 4, MOST_ROWS_OF_GRID = 65535 };

/* Copies of the parts, `next` elements apart. Copy c has the high part if bit c of `high` is set. */
struct copies {
    __half *at;
    int64_t ld, next;
    int count, high;
};
enum { KEPT = 0x6, OF_FIRST = 0x6, OF_SECOND = 0x3 }; /* l h h l, l h h, h h l */

struct __align__(8) four_halves {
    __half x[ELEMENTS];
};

/* A thread has ELEMENTS neighbours in a column. blockIdx.z: which of the matrices, `each` apart; their
 * parts are `size` apart. wide: columns and copies begin at multiples of 16 and 8 bytes. */
__global__ void split(bool wide, int m, int n, const float *a, int64_t lda, int64_t each, float scale,
                      copies p, int64_t size)
{
    int64_t i = ((int64_t)blockIdx.x * THREADS + threadIdx.x) * ELEMENTS;
    int count = i + ELEMENTS <= m ? ELEMENTS : (int)(m - i);
    a += blockIdx.z * each + i;
    __half *first = p.at + blockIdx.z * size + i;
    for (int64_t j = blockIdx.y; j < n && count > 0; j += gridDim.y) {
        const float *from = a + j * lda;
        float4 x = {0, 0, 0, 0};
        four_halves part[2];
        if (wide && count == ELEMENTS)
            x = *(const float4 *)from;
        else {
            x.x = from[0];
            x.y = count > 1 ? from[1] : 0;
            x.z = count > 2 ? from[2] : 0;
            x.w = count > 3 ? from[3] : 0;
        }
        const float of[ELEMENTS] = {x.x, x.y, x.z, x.w};
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++) {
            float y = scale * of[e];
            part[1].x[e] = __float2half_rn(y);
            part[0].x[e] = __float2half_rn(y - __half2float(part[1].x[e]));
        }
        for (int c = 0; c < p.count; c++) {
            __half *to = first + j * p.ld + c * p.next;
            const four_halves now = p.high >> c & 1 ? part[1] : part[0];
            if (wide && count == ELEMENTS)
                *(four_halves *)to = now;
            else
#pragma unroll
                for (int e = 0; e < ELEMENTS; e++)
                    if (e < count)
                        to[e] = now.x[e];
        }
    }
}

bool are_wide(const float *a, int64_t lda, int64_t each, const copies &p, int64_t size)
{
    return ((uintptr_t)a | (uintptr_t)(lda | each) * sizeof *a) % sizeof(float4) == 0 &&
           ((uintptr_t)p.at | (uintptr_t)(p.ld | p.next | size) * sizeof *p.at) %
                   sizeof(four_halves) ==
               0;
}

cudaError_t fill(cudaStream_t stream, int m, int n, const float *a, int64_t lda, int64_t each,
                 int count, float scale, const copies &p, int64_t size)
{
    dim3 grid((unsigned)((m + THREADS * ELEMENTS - 1) / (THREADS * ELEMENTS)),
              (unsigned)(n < MOST_ROWS_OF_GRID ? n : MOST_ROWS_OF_GRID), (unsigned)count);
    if (m <= 0 || n <= 0)
        return cudaSuccess;
    split<<<grid, THREADS, 0, stream>>>(are_wide(a, lda, each, p, size), m, n, a, lda, each, scale,
                                        p, size);
    return cudaGetLastError();
}

int64_t aligned(int64_t n)
{
    return (n + SL_SPLIT_ALIGNED - 1) / SL_SPLIT_ALIGNED * SL_SPLIT_ALIGNED;
}

/* An operand of `count` products: m x n matrices, or one for all. If it is not split yet, it gets
 * parts of its own. */
struct operand {
    enum { COPIES = 3 };
    bool beside, second; /* beside: its columns are the inner dimension */
    int m, n, count;
    sl_cuda_operand of;
    float scale;

    int64_t ld() const
    {
        return of.parts ? of.parts_ld : aligned(beside ? m : COPIES * (int64_t)m);
    }
    int64_t size() const /* of the parts of one */
    {
        return ld() * (beside ? COPIES * (int64_t)n : n);
    }
    int64_t step() const
    {
        return of.parts || of.next == 0 ? of.next : size();
    }
    int64_t own() const /* elements for its own parts */
    {
        return of.parts ? 0 : of.next ? size() * count : size();
    }
    const __half *at(const __half *own) const
    {
        return of.parts ? (const __half *)of.parts + (second ? of.copy : 0) : own;
    }
    cudaError_t fill_own(cudaStream_t stream, __half *at) const
    {
        copies p = {at, ld(), beside ? ld() * n : m, COPIES, second ? OF_SECOND : OF_FIRST};
        return of.parts ? cudaSuccess
                        : fill(stream, m, n, of.a, of.ld, of.next, of.next ? count : 1, scale, p,
                               size());
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

int sl_cuda_split(cudaStream_t stream, bool beside, int m, int n, const float *a, int lda,
                  float scale, void *parts)
{
    int64_t ld = sl_parts_ld(beside, m);
    copies p = {(__half *)parts, ld, beside ? ld * n : m, SL_SPLIT_COPIES, KEPT};
    return fill(stream, m, n, a, lda, 0, 1, scale, p, 0);
}

int sl_cuda_sgemm_split(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                        int n, int k, float alpha, sl_cuda_operand A, sl_cuda_operand B, float beta,
                        float *C, int ldc, int64_t next_c, int count, const float scale[2])
{
    bool na = ta == CUBLAS_OP_N, nb = tb == CUBLAS_OP_N;
    operand a = {na, false, na ? m : k, na ? k : m, count, A, scale[0]};
    operand b = {!nb, true, nb ? k : n, nb ? n : k, count, B, scale[1]};
    cudaStream_t stream;
    __half *work = nullptr;
    int64_t own = a.own() + b.own();
    int status = cublasGetStream(handle, &stream);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    keep_pool();
    if (own > 0 && cudaMallocAsync((void **)&work, sizeof *work * (size_t)own, stream) !=
                       cudaSuccess) {
        (void)cudaGetLastError(); /* without memory the product is made as it is */
        return cublasSgemmStridedBatched(handle, ta, tb, m, n, k, &alpha, A.a, A.ld, A.next, B.a,
                                         B.ld, B.next, &beta, C, ldc, next_c, count);
    }
    status = a.fill_own(stream, work);
    if (status == 0)
        status = b.fill_own(stream, work + a.own());
    float back = alpha / (scale[0] * scale[1]);
    if (status == 0)
        status = cublasGemmStridedBatchedEx(
            handle, ta, tb, m, n, 3 * k, &back, a.at(work), CUDA_R_16F, (int)a.ld(), a.step(),
            b.at(work + a.own()), CUDA_R_16F, (int)b.ld(), b.step(), &beta, C, CUDA_R_32F, ldc,
            next_c, count, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    if (work)
        cudaFreeAsync(work, stream);
    return status;
}
