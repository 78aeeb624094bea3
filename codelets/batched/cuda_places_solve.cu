/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions and inverses: small orders have kernels of their own, others a thread block for some
 * columns, or, at equal distances, products. */

#include <algorithm>
#include "cuda_halves.cuh"
#include "cuda_places.h"

namespace sl
{

/* Matrices of A, the largest first, and those of B with the same numbers; infos: of A. */
template <class T> struct solve_call {
    sl_matrices A, P, B;
    const int *infos;
    bool transposed, other; /* op(A); conjugate, or Cholesky's factor is upper */
};
enum solve_operation { CHOLESKY, LU, INVERSE };

template <class T, int OPERATION>
__global__ static void __launch_bounds__(128, 4) solve_kernel(solve_call<T> call)
{
    typedef solve_block<T> block;
    __shared__ typename block::shared shared;
    const int64_t i = number_of(call.A, blockIdx.x);
    const place<T> a = place_of<T>(call.A, i);
    place<T> b = place_of<T>(call.B, i);
    const int first = blockIdx.y * block::COLUMNS;
    if (OPERATION == INVERSE)
        b.n = a.n;
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

/* Matrices `from` ... in the order of sizes, which are of small orders */
template <class T, int OPERATION>
static int run_small(cudaStream_t stream, int64_t from, int64_t count, int columns,
                     const solve_call<T> &call)
{
    const bool cholesky = OPERATION == CHOLESKY;
    const int most = sl_key_of(&call.A, from);
    small_solve_call small = {
        .A = call.A,
        .B = call.B,
        .f =
            cholesky ? factors_of_cholesky(call.other) : factors_of_lu(call.transposed, call.other),
        .first = true,
        .second = true,
        .unit_matrix = OPERATION == INVERSE,
        .P = call.P,
        .interchanges = cholesky          ? small_solve_call::NONE
                        : call.transposed ? small_solve_call::AFTER
                                          : small_solve_call::BEFORE,
        .infos = call.infos,
        .skip = from,
        .columns = OPERATION == INVERSE ? most : columns,
    };
    small.A.count = std::min(count, sl_above(&call.A, 0)); /* the others are empty */
    return small_solutions<T>(stream, most, small);
}
/* The first `count` matrices in the order of sizes */
template <class T, int OPERATION>
static int run(cudaStream_t stream, int64_t count, int columns, const solve_call<T> &call)
{
    const int64_t large = std::min(count, sl_above(&call.A, SL_SMALL));
    const int EACH = solve_block<T>::COLUMNS;
    int err = cudaSuccess;
    if (large > 0 && columns > 0) {
        const dim3 grid((unsigned)large, (columns + EACH - 1) / EACH);
        solve_kernel<T, OPERATION><<<grid, solve_block<T>::THREADS, 0, stream>>>(call);
        err = cudaGetLastError();
    }
    return err != 0 || large == count
               ? err
               : run_small<T, OPERATION>(stream, large, count, columns, call);
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
/* order[i] of a matrix: row i of P B is this row of B. A warp for each matrix. */
__global__ static void order_kernel(sl_matrices P, int *order)
{
    const int n = P.m, lane = threadIdx.x, *ipiv = place_of<int>(P, blockIdx.x).a;
    order += (int64_t)blockIdx.x * n;
    for (int i = lane; i < n; i += 32)
        order[i] = i;
    __syncwarp();
    for (int top = 0; top < n; top += 32) {
        const int rows = min(32, n - top);
        const panel_moves moves(lane < rows ? ipiv[top + lane] - 1 - top : lane, rows);
        move_rows(moves, false, rows, order + top);
    }
}
/* X = P B, or, if `back`, B = P^T X where info is 0; no order: without P */
template <class T>
__global__ static void rows_kernel(sl_matrices B, sl_matrices X, const int *order, const int *infos,
                                   bool back)
{
    const int64_t i = blockIdx.x;
    const place<T> b = place_of<T>(B, i), x = place_of<T>(X, i);
    if (back && infos && infos[i] != 0)
        return;
    for (int j = blockIdx.y; j < x.n; j += gridDim.y)
        for (int r = threadIdx.x; r < x.m; r += THREADS) {
            T *const p = &b.a[(order ? order[i * x.m + r] : r) + (int64_t)j * b.lda];
            T *const q = &x.a[r + (int64_t)j * x.lda];
            *(back ? p : q) = *(back ? q : p);
        }
}
/* A = C P where info is 0; no order: without P */
template <class T>
__global__ static void copy_kernel(sl_matrices A, sl_matrices C, const int *order, const int *infos)
{
    const int64_t i = number_of(A, blockIdx.x);
    const place<T> a = place_of<T>(A, i), c = place_of<T>(C, i);
    for (int j = blockIdx.y; j < a.n && infos[i] == 0; j += gridDim.y) {
        const int64_t column = order ? order[i * a.n + j] : j;
        for (int r = threadIdx.x; r < a.n; r += THREADS)
            a.a[r + column * a.lda] = c.a[r + (int64_t)j * c.lda];
    }
}
static dim3 blocks_of(int64_t count, int columns)
{
    return dim3((unsigned)count, (columns + 31) / 32);
}

static bool by_products(const sl_matrices &A, const sl_matrices &P, const sl_matrices &B)
{
    return !A.each && !P.each && !B.each && A.n > SL_SMALL;
}

/* Where info is 0, B = op(A)^-1 B. With pivots P for LU; back: P comes last. */
template <class T>
static int solve_in_work(cublasHandle_t h, cudaStream_t stream, const solve_factors &f,
                         const solve_call<T> &call, bool pivots, bool back, T *work)
{
    const sl_matrices &A = call.A, &B = call.B;
    const int64_t each = (int64_t)A.n * B.n;
    const sl_matrices X = {nullptr, nullptr, work, each, A.n, B.n, A.n, A.count};
    int *order = pivots ? (int *)(work + each * A.count) : nullptr;
    if (A.count == 0 || B.n == 0)
        return cudaSuccess;
    if (pivots)
        order_kernel<<<(unsigned)A.count, 32, 0, stream>>>(call.P, order);
    rows_kernel<T><<<blocks_of(A.count, B.n), THREADS, 0, stream>>>(B, X, back ? nullptr : order,
                                                                    call.infos, false);
    int err = solve_with<T>(h, stream, f, A, X);
    if (err == 0) {
        rows_kernel<T><<<blocks_of(A.count, B.n), THREADS, 0, stream>>>(
            B, X, back ? order : nullptr, call.infos, true);
        err = cudaGetLastError();
    }
    return err;
}

template <class T, int OPERATION>
static int solve(cublasHandle_t h, const solve_call<T> &call, T *work)
{
    const bool lu = OPERATION == LU;
    cudaStream_t stream;
    const int err = cublasGetStream(h, &stream);
    if (err != 0)
        return err;
    if (!by_products(call.A, call.P, call.B))
        return run<T, OPERATION>(stream, call.A.count, call.B.n, call);
    return solve_in_work(h, stream,
                         lu ? factors_of_lu(call.transposed, call.other)
                            : factors_of_cholesky(call.other),
                         call, lu, call.transposed, work);
}

template <class T>
static int getri(cublasHandle_t h, const sl_matrices &A, const sl_matrices &P, int above,
                 int *infos, T *work)
{
    const int64_t count = sl_above(&A, above), square = (int64_t)A.n * A.n;
    const sl_matrices C = {nullptr, nullptr, work, square, A.n, A.n, A.n, A.count};
    int *order = nullptr;
    cudaStream_t stream;
    int err = cublasGetStream(h, &stream);
    if (count == 0 || err != 0)
        return err;
    singular_kernel<T>
        <<<(unsigned)((count * 32 + THREADS - 1) / THREADS), THREADS, 0, stream>>>(count, A, infos);
    if (by_products(A, P, C)) {
        order = (int *)(work + square * count);
        order_kernel<<<(unsigned)count, 32, 0, stream>>>(P, order);
        err = invert_factors<T>(h, stream, A, C);
    } else
        err = run<T, INVERSE>(stream, count, sl_key_of(&A, 0), {A, P, C, infos, false, false});
    if (err == 0) {
        copy_kernel<T><<<blocks_of(count, A.n), THREADS, 0, stream>>>(A, C, order, infos);
        err = cudaGetLastError();
    }
    return err;
}

} // namespace sl

#define SL_CUDA_PLACES(x, T)                                                                       \
    extern "C" int sl_cuda_##x##potrs_places(cublasHandle_t h, bool upper, sl_matrices A,          \
                                             sl_matrices B, const int *infos, void *work)          \
    {                                                                                              \
        return sl::solve<T, sl::CHOLESKY>(h, {A, {}, B, infos, false, upper}, (T *)work);          \
    }                                                                                              \
    extern "C" int sl_cuda_##x##getrs_places(cublasHandle_t h, cublasOperation_t trans,            \
                                             sl_matrices A, sl_matrices ipiv, sl_matrices B,       \
                                             const int *infos, void *work)                         \
    {                                                                                              \
        return sl::solve<T, sl::LU>(                                                               \
            h, {A, ipiv, B, infos, trans != CUBLAS_OP_N, trans == CUBLAS_OP_C}, (T *)work);        \
    }                                                                                              \
    extern "C" int sl_cuda_##x##getri_places(cublasHandle_t h, sl_matrices A, sl_matrices ipiv,    \
                                             int above, int *infos, void *work)                    \
    {                                                                                              \
        return sl::getri<T>(h, A, ipiv, above, infos, (T *)work);                                  \
    }
extern "C" size_t sl_cuda_places_work(int64_t n, int64_t nrhs, int64_t count, size_t element)
{
    return (size_t)(n * nrhs * count) * element + (size_t)(n * count) * sizeof(int) + element;
}
SL_CUDA_PLACES(s, float)
SL_CUDA_PLACES(d, double)
SL_CUDA_PLACES(c, cuComplex)
SL_CUDA_PLACES(z, cuDoubleComplex)
