// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Triangular solves with a tile whose diagonal blocks are already inverted, by
// recursive halving down to matrix products.
//
// With inverted diagonal blocks a solve is only matrix products. In practice this is as
// accurate as substitution (Du Croz and Higham, Stability of methods for matrix inversion,
// IMA J. Numer. Anal. 12, 1992). Halving makes the products as large as possible: half of
// the operations are in one product of order n/2.

#include "cuda_blas3.h"
#include "cuda_inverse.cuh"
#include "codelets/cuda/cuda_scalar.cuh"
#include "cuda_trmm.cuh"
#include "cuda_split.h"

namespace sl
{

// Copies B (rows x cols) to W. If the diagonal block has no inverse, W is the solution.
template <class T>
__global__ void copy_kernel(int rows, int cols, const T *B, int ldb, T *W, int ldw,
                            block_solve<T> s)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, c0 = blockIdx.y * 8;
    T v[8];
#pragma unroll
    for (int c = 0; c < 8; c++)
        v[c] = r < rows && c0 + c < cols ? B[r + (size_t)(c0 + c) * ldb]
                                         : scalar<T>::make(0);
    if (s.mark && is_marked(*s.mark)) {
        if (s.left && blockIdx.x == 0)
            substitute_left(s, min(8, cols - c0), B + (size_t)c0 * ldb, ldb,
                            W + (size_t)c0 * ldw, ldw);
        if (!s.left && blockIdx.y == 0 && r < rows)
            substitute_right(s, B + r, ldb, W + r, ldw);
        return;
    }
#pragma unroll
    for (int c = 0; c < 8; c++)
        if (r < rows && c0 + c < cols)
            W[r + (size_t)(c0 + c) * ldw] = v[c];
}

/* C = alpha op(A) op(B) + beta C, of split operands if there is a scale and that pays. */
template <class T>
static int product(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                   int k, T alpha, const T *A, int lda, const T *B, int ldb, T beta, T *C,
                   int ldc, const float *)
{
    return gemm(h, ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
static int product(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                   int k, float alpha, const float *A, int lda, const float *B, int ldb,
                   float beta, float *C, int ldc, const float *scale)
{
    if (!scale || !sl_cuda_split_pays(m, n, k))
        return gemm(h, ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    return sl_cuda_sgemm_split(h, ta, tb, m, n, k, alpha, {A, lda, 0, nullptr, 0, 0},
                               {B, ldb, 0, nullptr, 0, 0}, beta, C, ldc, 0, 1, scale);
}

template <class T> struct trsm_call {
    cublasHandle_t h;
    cublasOperation_t trans;
    bool left;     // op(A) X = alpha B, else X op(A) = alpha B
    bool lower;    // the stored triangle
    bool op_lower; // op(A) is lower
    bool forward;  // the first block is the one that depends on no other
    int order;     // of A
    int other;     // the other dimension of B
    const T *A;
    const T *D;
    T *B, *work;
    int lda, ldd, ldb;
    bool unit;
    const float *scale;

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
        int rows = left ? size : other, cols = left ? other : size;
        int ldw = (rows + 1) / 2 * 2; // for copies of two elements at a time
        cudaStream_t stream;
        cublasStatus_t status = cublasGetStream(h, &stream);
        if (status != CUBLAS_STATUS_SUCCESS)
            return status;
        dim3 grid((rows + 127) / 128, (cols + 7) / 8);
        // A unit triangle always has an inverse.
        const T *mark = unit ? nullptr : mark_of(D + (size_t)i * ldd, ldd, size, !lower);
        block_solve<T> block = {a(i, i), mark, lda, size, left, forward,
                                trans != CUBLAS_OP_N, trans == CUBLAS_OP_C};
        copy_kernel<<<grid, 128, 0, stream>>>(rows, cols, b(i), ldb, work, ldw, block);
        if (cudaGetLastError() != cudaSuccess)
            return CUBLAS_STATUS_EXECUTION_FAILED;
        return multiply(i, size, alpha, ldw, stream);
    }

    int multiply(int i, int size, T alpha, int ldw, cudaStream_t) const
    {
        return multiply_parts(i, size, alpha, ldw);
    }

    // In parts of HALF rows or columns, each with the part of D that is not zero.
    int multiply_parts(int i, int size, T alpha, int ldw) const
    {
        const int HALF = SL_CUDA_IB > 512 ? 512 : SL_CUDA_IB;
        const T zero = scalar<T>::make(0);
        const T *Di = D + (size_t)i * ldd;
        for (int p = 0; p < size; p += HALF) {
            int part = min(HALF, size - p);
            // row block p of a lower op(D) ends with the diagonal, a column begins so
            int from = op_lower == left ? 0 : p;
            int inner = op_lower == left ? p + part : size - p;
            // (p, from) of op(D) from the left, (from, p) from the right
            bool rows_first = (trans == CUBLAS_OP_N) == left;
            const T *Dp =
                rows_first ? Di + p + (size_t)from * ldd : Di + from + (size_t)p * ldd;
            int status = left ? gemm(h, trans, CUBLAS_OP_N, part, other, inner, alpha,
                                     Dp, ldd, work + from, ldw, zero, b(i + p), ldb)
                              : gemm(h, CUBLAS_OP_N, trans, other, part, inner, alpha,
                                     work + (size_t)from * ldw, ldw, Dp, ldd, zero,
                                     b(i + p), ldb);
            if (status != 0)
                return status;
        }
        return CUBLAS_STATUS_SUCCESS;
    }

    // B_to = alpha B_to - op(A)_to,from X_from, or the same from the right.
    int update(int to, int nto, int from, int nfrom, T alpha) const
    {
        const T minus = scalar<T>::make(-1);
        // of blocks (to, from) and (from, to), the one in the stored triangle
        const T *Aij = (lower == (to > from)) ? a(to, from) : a(from, to);
        if (left)
            return product(h, trans, CUBLAS_OP_N, nto, other, nfrom, minus, Aij, lda,
                           b(from), ldb, alpha, b(to), ldb, scale);
        return product(h, CUBLAS_OP_N, trans, other, nto, nfrom, minus, b(from), ldb, Aij,
                       lda, alpha, b(to), ldb, scale);
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

// Double precision has its own product.
template <>
int trsm_call<double>::multiply(int i, int size, double alpha, int ldw,
                                cudaStream_t stream) const
{
    trmm_call t = {other, size, alpha,   work, D + (size_t)i * ldd, b(i), ldw,
                   ldd,   ldb,  forward, left, nullptr, 0, false};
    bool m_cols = (trans == CUBLAS_OP_N) == left;
    cudaError_t err = trmm(t, !left, m_cols, stream);
    if (err == cudaErrorNotSupported)
        return multiply_parts(i, size, alpha, ldw);
    return err == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

template <class T>
int trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,
         cublasOperation_t trans, cublasDiagType_t diag, int m, int n, T alpha,
         const T *A, int lda, const T *D, int ldd, T *B, int ldb, T *work,
         const float *scale = nullptr)
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
    trsm_call<T> call = {h,     trans,        left, lower, op_lower, op_lower == left,
                         order, left ? n : m, A,    D,     B,        work,
                         lda,   ldd,          ldb,  diag == CUBLAS_DIAG_UNIT, scale};
    return call.solve(0, order, alpha);
}

} // namespace sl

#define SL_CUDA_TRSM(x, T)                                                             \
    extern "C" size_t sl_cuda_##x##trsm_work(cublasSideMode_t side, int m, int n)      \
    {                                                                                  \
        int order = side == CUBLAS_SIDE_LEFT ? m : n;                                  \
        int other = side == CUBLAS_SIDE_LEFT ? n : m;                                  \
        int block = order < SL_CUDA_IB ? order : SL_CUDA_IB;                           \
        return ((size_t)block + 1) * ((size_t)other + 1);                              \
    }                                                                                  \
    extern "C" int sl_cuda_##x##trsm(                                                  \
        cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,                \
        cublasOperation_t trans, cublasDiagType_t diag, int m, int n, T alpha,         \
        const T *A, int lda, const T *D, int ldd, T *B, int ldb, T *work)              \
    {                                                                                  \
        return sl::trsm<T>(h, side, uplo, trans, diag, m, n, alpha, A, lda, D, ldd, B, \
                           ldb, work);                                                 \
    }

extern "C" int sl_cuda_strsm_split(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,
                                   cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                                   float alpha, const float *A, int lda, const float *D, int ldd,
                                   float *B, int ldb, float *work, const float scale[2])
{
    return sl::trsm<float>(h, side, uplo, trans, diag, m, n, alpha, A, lda, D, ldd, B, ldb, work,
                           scale);
}

SL_CUDA_TRSM(s, float)
SL_CUDA_TRSM(d, double)
SL_CUDA_TRSM(c, cuComplex)
SL_CUDA_TRSM(z, cuDoubleComplex)
