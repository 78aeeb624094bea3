/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions and inverses where matrices have their orders: a thread block for some columns of each.
 */

#include "cuda_places.h"
#include "cuda_places_solve.cuh"

namespace sl
{

/* Matrices of A, the largest first, and those of B with the same numbers; infos: of A. */
template <class T> struct solve_call {
    sl_matrices A, P, B;
    const int *infos;
    bool transposed, other; /* op(A); conjugate, or Cholesky's factor is upper */
};
enum solve_operation { CHOLESKY, LU, INVERSE };

template <class T, int OPERATION, int WARPS>
__global__ static void __launch_bounds__(32 * WARPS, 16 / WARPS) solve_kernel(solve_call<T> call)
{
    typedef solve_block<T, WARPS> block;
    __shared__ typename block::shared shared;
    const int64_t i = number_of(call.A, blockIdx.x);
    const place<T> a = place_of<T>(call.A, i);
    place<T> b = place_of<T>(call.B, i);
    const int first = blockIdx.y * block::COLUMNS;
    if (OPERATION == INVERSE)
        b.n = b.lda = a.n;
    if (first >= b.n || a.n == 0 || (call.infos && call.infos[i] != 0))
        return;
    block x(a, b, first, shared);
    if (OPERATION == INVERSE)
        x.set_unit(first);
    if (OPERATION == CHOLESKY)
        x.by_cholesky(call.other);
    else
        x.by_lu(call.transposed, call.other, place_of<int>(call.P, i).a);
}

template <class T, int OPERATION, int WARPS>
static int launch(cudaStream_t stream, int64_t count, int columns, const solve_call<T> &call)
{
    const int EACH = solve_block<T, WARPS>::COLUMNS;
    const dim3 grid((unsigned)count, (columns + EACH - 1) / EACH);
    solve_kernel<T, OPERATION, WARPS><<<grid, 32 * WARPS, 0, stream>>>(call);
    return cudaGetLastError();
}
/* One triangle of 32 x 32 keeps one warp busy. */
template <class T, int OPERATION>
static int run(cudaStream_t stream, int64_t count, int columns, const solve_call<T> &call)
{
    if (count == 0 || columns == 0)
        return cudaSuccess;
    return call.A.n <= SL_SMALL && columns <= SL_SMALL
               ? launch<T, OPERATION, 1>(stream, count, columns, call)
               : launch<T, OPERATION, 4>(stream, count, columns, call);
}

enum { THREADS = 128 };
template <class T> __global__ static void singular_kernel(int64_t count, sl_matrices A, int *infos)
{
    const int64_t k = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / 32;
    if (k >= count)
        return;
    const int64_t i = number_of(A, k);
    const int zero = first_zero(place_of<T>(A, i));
    if (threadIdx.x % 32 == 0)
        infos[i] = zero;
}
/* A = C where info is 0 */
template <class T>
__global__ static void copy_kernel(sl_matrices A, sl_matrices C, const int *infos)
{
    const int64_t i = number_of(A, blockIdx.x);
    const place<T> a = place_of<T>(A, i), c = place_of<T>(C, i);
    for (int j = blockIdx.y; j < a.n && infos[i] == 0; j += gridDim.y)
        for (int r = threadIdx.x; r < a.n; r += THREADS)
            a.a[r + (int64_t)j * a.lda] = c.a[r + (int64_t)j * a.n];
}

template <class T>
static int getri(cudaStream_t stream, const sl_matrices &A, const sl_matrices &P, int above,
                 int *infos, T *work)
{
    const int64_t count = sl_above(&A, above);
    const sl_matrices C = {nullptr, nullptr, work, (int64_t)A.n * A.n, A.n, A.n, A.n, A.count};
    if (count == 0)
        return cudaSuccess;
    singular_kernel<T>
        <<<(unsigned)((count * 32 + THREADS - 1) / THREADS), THREADS, 0, stream>>>(count, A, infos);
    int err = run<T, INVERSE>(stream, count, sl_key_of(&A, 0), {A, P, C, infos, false, false});
    if (err == cudaSuccess) {
        const dim3 grid((unsigned)count, (A.n + 31) / 32);
        copy_kernel<T><<<grid, THREADS, 0, stream>>>(A, C, infos);
        err = cudaGetLastError();
    }
    return err;
}

} // namespace sl

#define SL_CUDA_PLACES(x, T)                                                                       \
    extern "C" int sl_cuda_##x##potrs_places(cudaStream_t stream, bool upper, sl_matrices A,       \
                                             sl_matrices B, const int *infos)                      \
    {                                                                                              \
        return sl::run<T, sl::CHOLESKY>(stream, A.count, B.n, {A, {}, B, infos, false, upper});    \
    }                                                                                              \
    extern "C" int sl_cuda_##x##getrs_places(cudaStream_t stream, cublasOperation_t trans,         \
                                             sl_matrices A, sl_matrices ipiv, sl_matrices B,       \
                                             const int *infos)                                     \
    {                                                                                              \
        return sl::run<T, sl::LU>(                                                                 \
            stream, A.count, B.n,                                                                  \
            {A, ipiv, B, infos, trans != CUBLAS_OP_N, trans == CUBLAS_OP_C});                      \
    }                                                                                              \
    extern "C" int sl_cuda_##x##getri_places(cudaStream_t stream, sl_matrices A, sl_matrices ipiv, \
                                             int above, int *infos, void *work)                    \
    {                                                                                              \
        return sl::getri<T>(stream, A, ipiv, above, infos, (T *)work);                             \
    }
SL_CUDA_PLACES(s, float)
SL_CUDA_PLACES(d, double)
SL_CUDA_PLACES(c, cuComplex)
SL_CUDA_PLACES(z, cuDoubleComplex)
