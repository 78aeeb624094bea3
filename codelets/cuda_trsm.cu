// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Triangular solves with a tile whose diagonal blocks are already inverted, by
// recursive halving down to matrix products.
//
// A solve with n right-hand sides does no division once the diagonal blocks are
// inverted, and all its operations are matrix products (Du Croz and Higham,
// Stability of methods for matrix inversion, IMA J. Numer. Anal. 12, 1992, on why
// inverting blocks of the diagonal is as good as substitution in practice). Halving,
// rather than running through the blocks, makes the products as large as they can
// be: half of the operations are in one product of order n/2.

#include "cuda_blas3.h"
#include "cuda_scalar.cuh"

namespace sl
{

// B (rows x cols) to W, densely packed with leading dimension rows.
template <class T>
__global__ void copy_kernel(int rows, int cols, const T *B, int ldb, T *W)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    for (int c = blockIdx.y * 8; c < min(cols, blockIdx.y * 8 + 8); c++)
        W[r + (size_t)c * rows] = B[r + (size_t)c * ldb];
}

template <class T> struct trsm_call {
    cublasHandle_t h;
    cublasOperation_t trans;
    bool left;    // op(A) X = alpha B, else X op(A) = alpha B
    bool lower;   // the stored triangle
    bool forward; // the first block is the one that depends on no other
    int order;    // of A
    int other;    // the other dimension of B
    const T *A;
    const T *D;
    T *B, *work;
    int lda, ldd, ldb;

    // Block (i, j) of the stored triangle, and row or column block i of B.
    const T *a(int i, int j) const
    {
        return A + i + (size_t)j * lda;
    }
    T *b(int i) const
    {
        return left ? B + i : B + (size_t)i * ldb;
    }

    // X_i = alpha op(D_i) B_i or alpha B_i op(D_i). The product cannot be in place.
    int apply(int i, int size, T alpha) const
    {
        const T zero = scalar<T>::make(0);
        const T *Di = D + (size_t)i * ldd;
        int rows = left ? size : other, cols = left ? other : size;
        cudaStream_t stream;
        cublasStatus_t status = cublasGetStream(h, &stream);
        if (status != CUBLAS_STATUS_SUCCESS)
            return status;
        dim3 grid((rows + 255) / 256, (cols + 7) / 8);
        copy_kernel<<<grid, 256, 0, stream>>>(rows, cols, b(i), ldb, work);
        if (cudaGetLastError() != cudaSuccess)
            return CUBLAS_STATUS_EXECUTION_FAILED;
        if (left)
            return gemm(h, trans, CUBLAS_OP_N, rows, cols, size, alpha, Di, ldd, work,
                        rows, zero, b(i), ldb);
        return gemm(h, CUBLAS_OP_N, trans, rows, cols, size, alpha, work, rows, Di, ldd,
                    zero, b(i), ldb);
    }

    // B_to = alpha B_to - op(A)_to,from X_from, or the same from the right.
    int update(int to, int nto, int from, int nfrom, T alpha) const
    {
        const T minus = scalar<T>::make(-1);
        // of blocks (to, from) and (from, to), the one in the stored triangle
        const T *Aij = (lower == (to > from)) ? a(to, from) : a(from, to);
        if (left)
            return gemm(h, trans, CUBLAS_OP_N, nto, other, nfrom, minus, Aij, lda,
                        b(from), ldb, alpha, b(to), ldb);
        return gemm(h, CUBLAS_OP_N, trans, other, nto, nfrom, minus, b(from), ldb, Aij,
                    lda, alpha, b(to), ldb);
    }

    // Solve for rows or columns i .. i+size-1 of X, given the contributions of all
    // blocks before them; alpha still has to be applied to them.
    int solve(int i, int size, T alpha) const
    {
        const T one = scalar<T>::make(1);
        int status;
        if (size <= SL_CUDA_IB)
            return apply(i, size, alpha);
        int blocks = (size + SL_CUDA_IB - 1) / SL_CUDA_IB;
        int n1 = (blocks + 1) / 2 * SL_CUDA_IB, n2 = size - n1;
        if (forward) {
            if ((status = solve(i, n1, alpha)) != 0 ||
                (status = update(i + n1, n2, i, n1, alpha)) != 0)
                return status;
            return solve(i + n1, n2, one);
        }
        if ((status = solve(i + n1, n2, alpha)) != 0 ||
            (status = update(i, n1, i + n1, n2, alpha)) != 0)
            return status;
        return solve(i, n1, one);
    }
};

template <class T>
int trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,
         cublasOperation_t trans, int m, int n, T alpha, const T *A, int lda, const T *D,
         int ldd, T *B, int ldb, T *work)
{
    bool left = side == CUBLAS_SIDE_LEFT, lower = uplo == CUBLAS_FILL_MODE_LOWER;
    int order = left ? m : n;
    if (m < 0 || n < 0 || lda < max(1, order) || ldb < max(1, m) || ldd < SL_CUDA_IB)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    // op(A) is lower when it is stored so and not transposed, or neither. From the
    // left a lower matrix is solved forwards, from the right backwards.
    bool op_lower = lower == (trans == CUBLAS_OP_N);
    trsm_call<T> call = {h,     trans, left, lower, op_lower == left, order,
                         left ? n : m, A,    D,    B,     work,            lda,
                         ldd,   ldb};
    return call.solve(0, order, alpha);
}

} // namespace sl

#define SL_CUDA_TRSM(x, T)                                                            \
    extern "C" size_t sl_cuda_##x##trsm_work(cublasSideMode_t side, int m, int n)     \
    {                                                                                 \
        int order = side == CUBLAS_SIDE_LEFT ? m : n;                                 \
        int other = side == CUBLAS_SIDE_LEFT ? n : m;                                 \
        return (size_t)(order < SL_CUDA_IB ? order : SL_CUDA_IB) * other;             \
    }                                                                                 \
    extern "C" int sl_cuda_##x##trsm(                                                 \
        cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,               \
        cublasOperation_t trans, cublasDiagType_t, int m, int n, T alpha, const T *A, \
        int lda, const T *D, int ldd, T *B, int ldb, T *work)                         \
    {                                                                                 \
        return sl::trsm<T>(h, side, uplo, trans, m, n, alpha, A, lda, D, ldd, B, ldb, \
                           work);                                                     \
    }

SL_CUDA_TRSM(s, float)
SL_CUDA_TRSM(d, double)
SL_CUDA_TRSM(c, cuComplex)
SL_CUDA_TRSM(z, cuDoubleComplex)
