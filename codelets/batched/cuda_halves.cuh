/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Inverses of triangles of many matrices at equal distances, and solutions with them, by halves:
 *
 *     (L11    )^-1   ( L11^-1                        )
 *     (L21 L22)    = (-L22^-1 L21 L11^-1      L22^-1 )
 *
 * Nearly all operations are in products of all matrices at once. Warps or thread blocks solve for some
 * columns with the triangles of the last halves.
 */
#ifndef SL_CUDA_HALVES_CUH
#define SL_CUDA_HALVES_CUH

#include "cuda_places_solve.cuh"
#include "cuda_small_solve_launch.cuh"

namespace sl
{

/* B = T^-1 B, or T^-1, with a triangle T in A */
template <class T, bool UNIT_MATRIX>
__global__ static void __launch_bounds__(128, 4)
    triangle_kernel(sl_matrices A, sl_matrices B, solve_triangle t)
{
    typedef solve_block<T> block;
    __shared__ typename block::shared shared;
    const int first = blockIdx.y * block::COLUMNS;
    block x(place_of<T>(A, blockIdx.x), place_of<T>(B, blockIdx.x), first, shared);
    if (UNIT_MATRIX)
        x.set_unit(first);
    x.solve(t);
}

/* op(T) in A; solutions in B */
template <class T> struct halves {
    const cublasHandle_t h;
    const cudaStream_t stream;
    const sl_matrices A, B;
    const solve_triangle t;

    static sl_matrices part(const sl_matrices &M, int row, int column, int m, int n)
    {
        T *first = (T *)M.first + row + (int64_t)column * M.lda;
        return {nullptr, nullptr, first, M.stride, m, n, M.lda, M.count};
    }
    /* Order of the last halves. Small ones mean more launches, and keep the device busy if there
     * are many matrices; one H100. */
    int leaf() const
    {
        return A.count >= 1000 ? SL_SMALL : 2 * SL_SMALL;
    }
    /* Rows of the first half of k */
    int half(int k) const
    {
        return (k / 2 + leaf() - 1) / leaf() * leaf();
    }
    /* k rows `first` ... of B from the triangle there, in so many columns */
    template <bool UNIT_MATRIX> int small(int first, int k, int column, int columns) const
    {
        if (k <= SL_SMALL)
            return small_solutions<T>(stream, k,
                                      small_solve_call::with(t, part(A, first, first, k, k),
                                                             part(B, first, column, k, columns),
                                                             UNIT_MATRIX));
        const dim3 grid((unsigned)A.count,
                        (columns + solve_block<T>::COLUMNS - 1) / solve_block<T>::COLUMNS);
        triangle_kernel<T, UNIT_MATRIX><<<grid, solve_block<T>::THREADS, 0, stream>>>(
            part(A, first, first, k, k), part(B, first, column, k, columns), t);
        return cudaGetLastError();
    }
    /* m rows `to` ... of B: beta times themselves less the product of op(T) with k rows `from` ...
     */
    int subtract(int to, int m, int from, int k, int column, int columns, double beta) const
    {
        const cublasOperation_t op = t.conjugate    ? CUBLAS_OP_C
                                     : t.transposed ? CUBLAS_OP_T
                                                    : CUBLAS_OP_N;
        const sl_matrices a = t.transposed ? part(A, from, to, k, m) : part(A, to, from, m, k),
                          b = part(B, from, column, k, columns),
                          c = part(B, to, column, m, columns);
        return gemm_strided(h, op, CUBLAS_OP_N, m, columns, k, scalar<T>::make(-1),
                            (const T *)a.first, a.lda, a.stride, (const T *)b.first, b.lda,
                            b.stride, scalar<T>::make(beta), (T *)c.first, c.lda, c.stride,
                            (int)A.count);
    }
    /* k rows `first` ... of B: op(T)^-1 B */
    int solve(int first, int k, int column, int columns) const
    {
        if (k <= leaf())
            return small<false>(first, k, column, columns);
        const int middle = first + half(k), upper = half(k), lower = k - upper;
        int status;
        if (t.forward()) {
            if ((status = solve(first, upper, column, columns)) != 0 ||
                (status = subtract(middle, lower, first, upper, column, columns, 1)) != 0)
                return status;
            return solve(middle, lower, column, columns);
        }
        if ((status = solve(middle, lower, column, columns)) != 0 ||
            (status = subtract(first, upper, middle, lower, column, columns, 1)) != 0)
            return status;
        return solve(first, upper, column, columns);
    }
    /* B = T^-1 of a lower triangle, from row and column `first` on */
    int invert(int first, int k) const
    {
        if (k <= leaf())
            return small<true>(first, k, first, k);
        const int middle = first + half(k), upper = half(k), lower = k - upper;
        int status = invert(first, upper);
        if (status == 0)
            status = subtract(middle, lower, first, upper, first, upper, 0);
        if (status == 0)
            status = solve(middle, lower, first, upper);
        return status == 0 ? invert(middle, lower) : status;
    }
};

/* X = op(second)^-1 op(first)^-1 X */
template <class T>
static int solve_with(cublasHandle_t h, cudaStream_t stream, const solve_factors &f,
                      const sl_matrices &A, const sl_matrices &X)
{
    const halves<T> first = {h, stream, A, X, f.first}, second = {h, stream, A, X, f.second};
    const int status = first.solve(0, A.n, 0, X.n);
    return status == 0 ? second.solve(0, A.n, 0, X.n) : status;
}
/* C = U^-1 L^-1 */
template <class T>
static int invert_factors(cublasHandle_t h, cudaStream_t stream, const sl_matrices &A,
                          const sl_matrices &C)
{
    const solve_factors f = factors_of_lu(false, false);
    const halves<T> lower = {h, stream, A, C, f.first}, upper = {h, stream, A, C, f.second};
    int status = cudaMemsetAsync(C.first, 0, sizeof(T) * (size_t)(C.stride * C.count), stream);
    if (status == 0)
        status = lower.invert(0, A.n);
    return status == 0 ? upper.solve(0, A.n, 0, A.n) : status;
}

} // namespace sl

#endif /* SL_CUDA_HALVES_CUH */
