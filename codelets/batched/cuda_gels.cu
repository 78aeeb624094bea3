/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Least squares and minimum norm of a batch, before and after its QR factorizations. */

#include "cuda_gels.h"
#include "cuda_gels.cuh"

namespace sl
{

/* ---- A warp for a part of a matrix ---------------------------------------------------------- */

enum { PART_THREADS = 128 };
enum part_operation { SIZE_OF_A, SIZE_OF_B, CENTER, RETURN };

/* infos and exponents of matrices without elements stay. */
template <class T, int OPERATION>
__global__ static void __launch_bounds__(PART_THREADS) part_kernel(sl_gels p, int parts)
{
    const int64_t k = ((int64_t)blockIdx.x * PART_THREADS + threadIdx.x) / 32, i = k / parts;
    const int part = (int)(k % parts), lane = threadIdx.x % 32;
    if (i >= p.A.count)
        return;
    const gels_matrix<T> x(p, i);
    const place<T> y = OPERATION == SIZE_OF_B ? x.sides() : x.a;
    if (!x.is_there() || part * PART_COLUMNS >= y.n)
        return;
    if (OPERATION == SIZE_OF_A || OPERATION == SIZE_OF_B) {
        const int size = exponent_of(y, part);
        if (lane == 0)
            atomicMax(&p.exponents[OPERATION == SIZE_OF_B ? p.A.count + i : i], size);
    } else if (OPERATION == CENTER)
        center_part(x, part, far_exponent<T>(p.exponents[i]));
    else if (x.is_wide)
        return_part(x, part);
}
template <class T, int OPERATION> static int for_parts(cudaStream_t stream, const sl_gels &p)
{
    const int columns = OPERATION == SIZE_OF_B ? p.B.n : p.A.n,
              parts = (columns + PART_COLUMNS - 1) / PART_COLUMNS;
    const int64_t threads = p.A.count * parts * 32;
    if (threads == 0)
        return cudaSuccess;
    part_kernel<T, OPERATION>
        <<<(unsigned)((threads + PART_THREADS - 1) / PART_THREADS), PART_THREADS, 0, stream>>>(
            p, parts);
    return cudaGetLastError();
}

/* ---- Solutions ------------------------------------------------------------------------------- */

template <class T, int WARPS>
__global__ static void __launch_bounds__(32 * WARPS) solve_kernel(sl_gels p)
{
    typedef solve_block<T, WARPS> block;
    __shared__ typename block::shared shared;
    solve_columns<T, WARPS>(p, number_of(p.A, blockIdx.x), blockIdx.y * block::COLUMNS, shared);
}
template <class T, int WARPS> static int solve(cudaStream_t stream, const sl_gels &p)
{
    const int EACH = solve_block<T, WARPS>::COLUMNS;
    const dim3 grid((unsigned)p.A.count, (p.B.n + EACH - 1) / EACH);
    if (p.A.count == 0 || p.B.n == 0)
        return cudaSuccess;
    solve_kernel<T, WARPS><<<grid, 32 * WARPS, 0, stream>>>(p);
    return cudaGetLastError();
}

template <class T> static int begin(cudaStream_t stream, const sl_gels &p)
{
    int err = cudaMemsetAsync(p.exponents, 0x80, sizeof(int) * 2 * p.A.count, stream);
    if (err == cudaSuccess)
        err = for_parts<T, SIZE_OF_A>(stream, p);
    if (err == cudaSuccess)
        err = for_parts<T, SIZE_OF_B>(stream, p);
    return err == cudaSuccess ? for_parts<T, CENTER>(stream, p) : err;
}
template <class T> static int end(cudaStream_t stream, const sl_gels &p)
{
    const bool small = max(p.A.m, p.A.n) <= 32 && p.B.n <= 32;
    int err = small ? solve<T, 1>(stream, p) : solve<T, 4>(stream, p);
    if (err == cudaSuccess && p.W)
        err = for_parts<T, RETURN>(stream, p);
    return err;
}

} // namespace sl

#define SL_CUDA_GELS(x, T)                                                                         \
    extern "C" int sl_cuda_##x##gels_begin(cudaStream_t stream, const sl_gels *p)                  \
    {                                                                                              \
        return sl::begin<T>(stream, *p);                                                           \
    }                                                                                              \
    extern "C" int sl_cuda_##x##gels_end(cudaStream_t stream, const sl_gels *p)                    \
    {                                                                                              \
        return sl::end<T>(stream, *p);                                                             \
    }
SL_CUDA_GELS(s, float)
SL_CUDA_GELS(d, double)
SL_CUDA_GELS(c, cuComplex)
SL_CUDA_GELS(z, cuDoubleComplex)
