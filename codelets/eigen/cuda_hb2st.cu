// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors

// Stage 2 on a GPU: the launches, and the band before and after it.

#include "cuda_chase.cuh"

namespace sl
{

enum { LOAD_THREADS = 256 };

/* A thread an element; elements that are not in the matrix may be anything in AB. */
template <class T>
__global__ void load_kernel(int64_t n, int kd, int64_t first, const T *ab, int ldab, T *band)
{
    typedef scalar<T> S;
    const int64_t column = first + blockIdx.x;
    const T *from = ab + (int64_t)blockIdx.x * ldab;
    for (int i = threadIdx.x; i < 2 * kd; i += blockDim.x) {
        T v = i <= kd && column + i < n ? from[i] : S::make(0);
        band[column * 2 * kd + i] = i == 0 ? S::real_part(v) : v;
    }
}

template <class T, class R>
__global__ void diagonals_kernel(int64_t n, int kd, const T *band, R *d, R *e)
{
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * (int64_t)blockDim.x) {
        d[i] = scalar<T>::re(band[i * 2 * kd]);
        if (i + 1 < n)
            e[i] = scalar<T>::re(band[i * 2 * kd + 1]);
    }
}

template <class T>
static cudaError_t chase(cudaStream_t stream, int64_t n, int kd, T *band, int *flags,
                         const sl_cuda_reflectors *v2, int blocks)
{
    hb2st_call<T> call = {n, band, flags, v2 != NULL, {}};
    if (v2)
        call.v2 = *v2;
    return n < 2      ? cudaSuccess
           : kd == 32 ? chase_launch<chaser<T, 32, 4>>(stream, call, blocks)
           : kd == 64 ? chase_launch<chaser<T, 64, 8>>(stream, call, blocks)
                      : cudaErrorNotSupported;
}

template <class T>
static cudaError_t load_band(cudaStream_t stream, int64_t n, int kd, int64_t first, int columns,
                             const T *ab, int ldab, T *band)
{
    cudaError_t err = cudaSuccess;
    if (first == 0)
        err = cudaMemsetAsync(band, 0, (size_t)(2 * kd) * (size_t)(n + kd) * sizeof(T), stream);
    if (err != cudaSuccess || columns == 0)
        return err;
    load_kernel<<<columns, LOAD_THREADS, 0, stream>>>(n, kd, first, ab, ldab, band);
    return cudaGetLastError();
}

template <class T, class R>
static cudaError_t diagonals(cudaStream_t stream, int64_t n, int kd, const T *band, R *d, R *e)
{
    if (n == 0)
        return cudaSuccess;
    int64_t blocks = std::min<int64_t>((n + LOAD_THREADS - 1) / LOAD_THREADS, 1024);
    diagonals_kernel<<<(unsigned)blocks, LOAD_THREADS, 0, stream>>>(n, kd, band, d, e);
    return cudaGetLastError();
}

} // namespace sl

#define SL_CUDA_HB2ST(x, T, R)                                                               \
    extern "C" int sl_cuda_##x##hb2st_load(cudaStream_t stream, int64_t n, int kd,           \
                                           int64_t first, int columns, const T *ab,          \
                                           int ldab, T *band)                                \
    {                                                                                        \
        return sl::load_band(stream, n, kd, first, columns, ab, ldab, band);                 \
    }                                                                                        \
    extern "C" int sl_cuda_##x##hb2st(cudaStream_t stream, int64_t n, int kd, T *band,       \
                                      int *flags, const struct sl_cuda_reflectors *v2,       \
                                      int blocks)                                            \
    {                                                                                        \
        return sl::chase(stream, n, kd, band, flags, v2, blocks);                            \
    }                                                                                        \
    extern "C" int sl_cuda_##x##hb2st_diagonals(cudaStream_t stream, int64_t n, int kd,      \
                                                const T *band, R *d, R *e)                   \
    {                                                                                        \
        return sl::diagonals(stream, n, kd, band, d, e);                                     \
    }
SL_CUDA_HB2ST(s, float, float)
SL_CUDA_HB2ST(d, double, double)
SL_CUDA_HB2ST(c, cuComplex, float)
SL_CUDA_HB2ST(z, cuDoubleComplex, double)
