// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors

// Stage 2 of singular value problems on a GPU: the launches, and the band before and after it.

#include "codelets/cuda/cuda_each.cuh"
#include "codelets/eigen/cuda_chase.cuh"
#include "cuda_gb2bd.cuh"

namespace sl
{

enum { LOAD_THREADS = 64, DIAGONAL_THREADS = 256 };

__device__ inline int64_t upper_place(int kd, int64_t i, int64_t j)
{
    return i - j + 2 * kd - 1 + j * 3 * kd;
}

/* A thread block a column of A: its part of the triangle, up to kd rows above the diagonal. */
template <class T>
__global__ void load_kernel(int kd, int64_t block, int64_t first, const T *a, int lda, T *band)
{
    const int64_t j = first + blockIdx.x, top = j / block * block;
    const T *column = a + (int64_t)blockIdx.x * lda;
    for (int64_t i = max(top, j - kd) + threadIdx.x; i <= j; i += blockDim.x)
        band[upper_place(kd, i, j)] = column[i];
}
/* A thread block a column of B, which is a row of the band. */
template <class T>
__global__ void load_rows_kernel(int64_t n, int kd, int64_t block, int64_t first, const T *b,
                                 int ldb, T *band)
{
    const int64_t i = first + blockIdx.x, end = min(n, i + kd + 1);
    const T *column = b + (int64_t)blockIdx.x * ldb;
    for (int64_t j = (i / block + 1) * block + threadIdx.x; j < end; j += blockDim.x)
        band[upper_place(kd, i, j)] = scalar<T>::conj(column[j]);
}

template <class T, class R>
__global__ void diagonals_kernel(int64_t n, int kd, const T *band, R *d, R *e)
{
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * (int64_t)blockDim.x) {
        d[i] = scalar<T>::re(band[upper_place(kd, i, i)]);
        if (i + 1 < n)
            e[i] = scalar<T>::re(band[upper_place(kd, i, i + 1)]);
    }
}

template <class T>
static cudaError_t chase(cudaStream_t stream, int64_t n, int kd, T *band, int *flags,
                         const sl_cuda_reflectors *v2, const sl_cuda_reflectors *p2, int blocks)
{
    gb2bd_call<T> call = {n, band, flags, v2 != NULL && p2 != NULL, {}, {}};
    if (call.vectors) {
        call.v2 = *v2;
        call.p2 = *p2;
    }
    return n < 2      ? cudaSuccess
           : kd == 32 ? chase_launch<two_sided_chaser<T, 32, 4>>(stream, call, blocks)
           : kd == 64 ? chase_launch<two_sided_chaser<T, 64, 8>>(stream, call, blocks)
                      : cudaErrorNotSupported;
}

template <class T> static cudaError_t clear(cudaStream_t stream, int64_t n, int kd, T *band)
{
    return cudaMemsetAsync(band, 0, (size_t)(3 * kd) * (size_t)(n + 2 * kd) * sizeof(T), stream);
}

template <class T>
static cudaError_t load_columns(cudaStream_t stream, int kd, int64_t block, int64_t first,
                                int columns, const T *a, int lda, T *band)
{
    if (columns == 0)
        return cudaSuccess;
    load_kernel<<<columns, LOAD_THREADS, 0, stream>>>(kd, block, first, a, lda, band);
    return cudaGetLastError();
}
template <class T>
static cudaError_t load_rows(cudaStream_t stream, int64_t n, int kd, int64_t block, int64_t first,
                             int columns, const T *b, int ldb, T *band)
{
    if (columns == 0)
        return cudaSuccess;
    load_rows_kernel<<<columns, LOAD_THREADS, 0, stream>>>(n, kd, block, first, b, ldb, band);
    return cudaGetLastError();
}

template <class T, class R>
static cudaError_t diagonals(cudaStream_t stream, int64_t n, int kd, const T *band, R *d, R *e)
{
    if (n == 0)
        return cudaSuccess;
    int64_t blocks = std::min<int64_t>((n + DIAGONAL_THREADS - 1) / DIAGONAL_THREADS, 1024);
    diagonals_kernel<<<(unsigned)blocks, DIAGONAL_THREADS, 0, stream>>>(n, kd, band, d, e);
    return cudaGetLastError();
}

template <class T>
static int ge_upper(cudaStream_t stream, int m, int n, int64_t first, const T *A, int lda, T *B,
                    int ldb)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        B[i + j * ldb] = i <= first + j ? A[i + j * lda] : scalar<T>::make(0);
    });
}

} // namespace sl

#define SL_CUDA_GB2BD(x, T, R)                                                               \
    extern "C" int sl_cuda_##x##gb2bd_clear(cudaStream_t stream, int64_t n, int kd, T *band) \
    {                                                                                        \
        return sl::clear(stream, n, kd, band);                                               \
    }                                                                                        \
    extern "C" int sl_cuda_##x##gb2bd_load(cudaStream_t stream, int kd, int64_t block,       \
                                           int64_t first, int columns, const T *A, int lda,  \
                                           T *band)                                          \
    {                                                                                        \
        return sl::load_columns(stream, kd, block, first, columns, A, lda, band);            \
    }                                                                                        \
    extern "C" int sl_cuda_##x##gb2bd_load_rows(cudaStream_t stream, int64_t n, int kd,      \
                                                int64_t block, int64_t first, int columns,   \
                                                const T *B, int ldb, T *band)                \
    {                                                                                        \
        return sl::load_rows(stream, n, kd, block, first, columns, B, ldb, band);            \
    }                                                                                        \
    extern "C" int sl_cuda_##x##gb2bd(cudaStream_t stream, int64_t n, int kd, T *band,       \
                                      int *flags, const struct sl_cuda_reflectors *v2,       \
                                      const struct sl_cuda_reflectors *p2, int blocks)       \
    {                                                                                        \
        return sl::chase(stream, n, kd, band, flags, v2, p2, blocks);                        \
    }                                                                                        \
    extern "C" int sl_cuda_##x##gb2bd_diagonals(cudaStream_t stream, int64_t n, int kd,      \
                                                const T *band, R *d, R *e)                   \
    {                                                                                        \
        return sl::diagonals(stream, n, kd, band, d, e);                                     \
    }                                                                                        \
    extern "C" int sl_cuda_##x##ge_upper(cudaStream_t stream, int m, int n, int64_t first,   \
                                         const T *A, int lda, T *B, int ldb)                 \
    {                                                                                        \
        return sl::ge_upper(stream, m, n, first, A, lda, B, ldb);                            \
    }
SL_CUDA_GB2BD(s, float, float)
SL_CUDA_GB2BD(d, double, double)
SL_CUDA_GB2BD(c, cuComplex, float)
SL_CUDA_GB2BD(z, cuDoubleComplex, double)
