// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// QR of a panel: recursion over columns (Elmroth and Gustavson, IBM J. Res. Dev. 44, 2000) down to
// leaves. The left half is factored, its block reflector updates the right half, and T of both is
// made of their triangles:
//
//     [T1  -T1 (V1^H V2) T2]
//     [          T2        ]
//
// A leaf is CholeskyQR2 with Householder reconstruction (cuda_geqrf_leaf.cuh). If that marks the
// leaf as bad, Householder's method follows (cuda_geqrf_plain.cuh). The device decides, so the host
// queues both and never waits.

#include <algorithm>
#include <cooperative_groups.h>
#include "cuda_geqrf.h"
#include "cuda_geqrf_inner.cuh"
#include "cuda_geqrf_plain.cuh"

namespace sl
{

// The workspace of a leaf.
template <class T> struct leaf_work {
    static const int IB = leaf_width<T>::IB;
    T gram[IB * IB], R1[IB * IB], Y[IB * IB], parts[INNER_PARTS * IB * IB];
    plain_found<T> found;
    alignas(16) int bad;
};

struct grid_barrier {
    __device__ void operator()() const
    {
        cooperative_groups::this_grid().sync();
    }
};

template <class T>
__global__ void __launch_bounds__(PLAIN_THREADS) plain_kernel(leaf_qr<T> p, plain_found<T> *found)
{
    __shared__ __align__(16) char memory[sizeof(plain_shared<T>)];
    plain_qr(p, found, *(plain_shared<T> *)memory, grid_barrier());
}

// T of leaves of IB columns, from the gram matrix G of V.
template <class T> __global__ void leaves_of_t(int k, const T *G, int ldg, T *t, int ldt)
{
    int j = blockIdx.x * leaf_width<T>::IB, n = min(leaf_width<T>::IB, k - j);
    t += j + (size_t)j * ldt;
    G += j + (size_t)j * ldg;
    for (int c = 0; c < n; c++)
        next_column(t, ldt, c, t[c + (size_t)c * ldt], G + (size_t)c * ldg);
}

static int launched()
{
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

// gram: the upper triangle of A^H A in one tile.
template <class T> static int launch_inner(const inner_product<T> &p, bool gram,
                                           cudaStream_t stream)
{
    size_t shared = (gram ? 1 : 2) * sizeof(inner_rows<T>);
    auto kernel = gram ? inner_kernel<T, true> : inner_kernel<T, false>;
    if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared) !=
        cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    kernel<<<dim3(p.parts, p.tiles(p.m), p.tiles(p.n)), INNER_THREADS, shared, stream>>>(p);
    if (launched() != CUBLAS_STATUS_SUCCESS)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    inner_sum<<<dim3((p.IB * p.IB + SUM_ELEMENTS - 1) / SUM_ELEMENTS, p.tiles(p.m), p.tiles(p.n)),
                SUM_ELEMENTS * SUM_PARTS, 0, stream>>>(p, gram);
    return launched();
}

// C = A^H B
template <class T>
static int inner(cublasHandle_t h, cudaStream_t stream, const inner_product<T> &p)
{
    const T one = scalar<T>::make(1), zero = scalar<T>::make(0);
    if (p.fits())
        return launch_inner(p, false, stream);
    return gemm(h, CUBLAS_OP_C, CUBLAS_OP_N, p.m, p.n, p.rows, one, p.A, p.lda, p.B, p.ldb, zero,
                p.C, p.ldc);
}

template <class K, class T> static int launch_small(K kernel, size_t shared, const leaf_qr<T> &p,
                                                    cudaStream_t stream)
{
    if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared) !=
        cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    kernel<<<1, SMALL_THREADS, shared, stream>>>(p);
    return launched();
}

template <class T> static int launch_rows(const leaf_qr<T> &p, bool rest, cudaStream_t stream)
{
    int rows = p.rows - (rest ? p.width : 0);
    if (rows == 0)
        return CUBLAS_STATUS_SUCCESS;
    const int each = ROW_THREADS / ROW_LANES;
    rows_kernel<T><<<(rows + each - 1) / each, ROW_THREADS, 0, stream>>>(p, rest);
    return launched();
}

template <class T>
static int launch_plain(leaf_qr<T> p, plain_found<T> *found, cudaStream_t stream)
{
    void *args[] = {&p, &found};
    int blocks = std::min((p.rows + PLAIN_ROWS - 1) / PLAIN_ROWS, (int)PLAIN_BLOCKS);
    cudaError_t err = cudaLaunchCooperativeKernel(plain_kernel<T>, dim3(blocks),
                                                  dim3(PLAIN_THREADS), args, 0, stream);
    return err == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

// The columns of a leaf's half: a multiple of IB.
template <class T> static int left_of(int columns)
{
    int leaves = (columns + leaf_width<T>::IB - 1) / leaf_width<T>::IB;
    return (leaves + 1) / 2 * leaf_width<T>::IB;
}

// The triangle T of a panel, of which the diagonal blocks are known. X and Y are workspaces.
template <class T> struct triangle {
    cublasHandle_t h;
    T *t, *X, *Y;
    int ldt;

    T *at(int i, int j) const
    {
        return t + i + (size_t)j * ldt;
    }
    // T(j, j + left) = -T1 X T2, X = V1^H V2
    int join(int j, int left, int right, const T *G, int ldg) const
    {
        const T one = scalar<T>::make(1), minus = scalar<T>::make(-1), zero = scalar<T>::make(0);
        int middle = j + left;
        int status = gemm(h, CUBLAS_OP_N, CUBLAS_OP_N, left, right, left, one, at(j, j), ldt, G,
                          ldg, zero, Y, left);
        if (status == 0)
            status = gemm(h, CUBLAS_OP_N, CUBLAS_OP_N, left, right, right, minus, Y, left,
                          at(middle, middle), ldt, zero, at(j, middle), ldt);
        return status;
    }
};

// ---- The recursion ----------------------------------------------------------------

template <class T> struct panel {
    cublasHandle_t h;
    cudaStream_t stream;
    int m, n, lda, ldv;
    T *A, *V;
    triangle<T> t;
    leaf_work<T> *work;

    T *at(int i, int j) const
    {
        return A + i + (size_t)j * lda;
    }
    T *v(int i, int j) const
    {
        return V + i + (size_t)j * ldv;
    }
    int gram(const leaf_qr<T> &p, const T *a, int ld) const
    {
        inner_product<T> g(p.rows, p.width, p.width, a, ld, a, ld, p.gram, p.IB, work->parts);
        return g.fits() ? launch_inner(g, true, stream) : inner(h, stream, g);
    }
    int leaf(int j, int width) const
    {
        leaf_qr<T> p = {m - j, width, at(j, j), v(j, j), t.at(j, j), lda, ldv, t.ldt,
                        work->gram, work->R1, work->Y, &work->bad};
        int status = gram(p, p.A, lda);
        if (status == 0)
            status = launch_small(cholesky_kernel<T>, sizeof(cholesky_factor<T>), p, stream);
        if (status == 0)
            status = launch_rows(p, false, stream);
        if (status == 0)
            status = gram(p, p.V, ldv);
        if (status == 0)
            status = launch_small(reconstruct_kernel<T>, sizeof(reconstruction<T>), p, stream);
        if (status == 0)
            status = launch_rows(p, true, stream);
        if (status == 0)
            status = launch_plain(p, &work->found, stream);
        return status;
    }
    // A(j:, to) = (I - V T V^H)^H A(j:, to) with the reflectors of `width` columns from j on
    int update(int j, int width, int to, int columns) const
    {
        const T one = scalar<T>::make(1), minus = scalar<T>::make(-1), zero = scalar<T>::make(0);
        int status = inner(h, stream, inner_product<T>(m - j, width, columns, v(j, j), ldv,
                                                       at(j, to), lda, t.X, width, work->parts));
        if (status == 0)
            status = gemm(h, CUBLAS_OP_C, CUBLAS_OP_N, width, columns, width, one, t.at(j, j),
                          t.ldt, t.X, width, zero, t.Y, width);
        if (status == 0)
            status = gemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m - j, columns, width, minus, v(j, j), ldv,
                          t.Y, width, one, at(j, to), lda);
        return status;
    }
    int factor(int j, int columns) const
    {
        if (columns <= leaf_width<T>::IB)
            return leaf(j, columns);
        int left = left_of<T>(columns), right = columns - left, middle = j + left;
        int status = factor(j, left);
        if (status == 0)
            status = update(j, left, middle, right);
        if (status == 0)
            status = factor(middle, right);
        if (status == 0) // V2 has zeros above row `middle`
            status = inner(h, stream, inner_product<T>(m - middle, left, right, v(middle, j), ldv,
                                                       v(middle, middle), ldv, t.X, left,
                                                       work->parts));
        if (status == 0)
            status = t.join(j, left, right, t.X, left);
        return status;
    }
};

template <class T> static size_t elements(size_t bytes)
{
    return (bytes + 15) / 16 * 16 / sizeof(T);
}

template <class T> static size_t geqrf_work(int m, int n)
{
    return elements<T>(sizeof(leaf_work<T>)) + 2 * (size_t)std::min(m, n) * n;
}

template <class T>
static int geqrf(cublasHandle_t h, int m, int n, T *A, int lda, T *t, int ldt, T *V, int ldv,
                 T *work)
{
    int k = std::min(m, n);
    if (m < 0 || n < 0 || lda < std::max(1, m) || ldv < std::max(1, m) || ldt < std::max(1, k))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (k == 0)
        return CUBLAS_STATUS_SUCCESS;
    T *X = work + elements<T>(sizeof(leaf_work<T>));
    panel<T> p = {h, 0, m, n, lda, ldv, A, V, {h, t, X, X + (size_t)k * n, ldt},
                  (leaf_work<T> *)work};
    cublasStatus_t status = cublasGetStream(h, &p.stream);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    for (int zeros = 0; zeros < 2 && k > leaf_width<T>::IB; zeros++) { // of all bits
        T *to = zeros ? t : V;
        int ld = zeros ? ldt : ldv;
        if (cudaMemset2DAsync(to, ld * sizeof(T), 0, k * sizeof(T), k, p.stream) != cudaSuccess)
            return CUBLAS_STATUS_EXECUTION_FAILED;
    }
    int done = p.factor(0, k);
    if (done == 0 && n > k)
        done = p.update(0, k, k, n - k);
    return done;
}

// ---- T alone ------------------------------------------------------------------------

template <class T>
static int join_leaves(const triangle<T> &t, int j, int columns, const T *G, int ldg)
{
    if (columns <= leaf_width<T>::IB)
        return CUBLAS_STATUS_SUCCESS;
    int left = left_of<T>(columns), right = columns - left;
    int status = join_leaves(t, j, left, G, ldg);
    if (status == 0)
        status = join_leaves(t, j + left, right, G, ldg);
    if (status == 0)
        status = t.join(j, left, right, G + j + (size_t)(j + left) * ldg, ldg);
    return status;
}

template <class T> __global__ void zero_below(int k, T *t, int ldt)
{
    for (int i = blockIdx.x + 1 + threadIdx.x; i < k; i += blockDim.x)
        t[i + (size_t)blockIdx.x * ldt] = scalar<T>::make(0);
}

template <class T>
static int larft(cublasHandle_t h, int m, int k, const T *V, int ldv, T *t, int ldt, T *work)
{
    const int IB = leaf_width<T>::IB;
    const T one = scalar<T>::make(1), zero = scalar<T>::make(0);
    cudaStream_t stream;
    if (k < 0 || m < k || ldv < std::max(1, m) || ldt < std::max(1, k))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (k == 0)
        return CUBLAS_STATUS_SUCCESS;
    triangle<T> to = {h, t, nullptr, work + (size_t)k * k, ldt};
    int status = cublasGetStream(h, &stream);
    if (status == 0)
        status = gemm(h, CUBLAS_OP_C, CUBLAS_OP_N, k, k, m, one, V, ldv, V, ldv, zero, work, k);
    if (status != 0)
        return status;
    zero_below<<<k, 128, 0, stream>>>(k, t, ldt);
    leaves_of_t<<<(k + IB - 1) / IB, IB, 0, stream>>>(k, work, k, t, ldt);
    status = launched();
    return status == 0 ? join_leaves(to, 0, k, work, k) : status;
}

// ---- C = V^H B -----------------------------------------------------------------------

template <class T>
static int inner(cublasHandle_t h, int rows, int m, int n, const T *V, int ldv, const T *B, int ldb,
                 T *C, int ldc, T *work)
{
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    if (status != CUBLAS_STATUS_SUCCESS || m == 0 || n == 0)
        return status;
    return inner(h, stream, inner_product<T>(rows, m, n, V, ldv, B, ldb, C, ldc, work));
}

} // namespace sl

#define SL_CUDA_GEQRF(x, T)                                                                      \
    extern "C" size_t sl_cuda_##x##geqrf_work(int m, int n)                                      \
    {                                                                                            \
        return sl::geqrf_work<T>(m, n);                                                          \
    }                                                                                            \
    extern "C" int sl_cuda_##x##geqrf(cublasHandle_t h, int m, int n, T *A, int lda, T *t,       \
                                      int ldt, T *V, int ldv, T *work)                           \
    {                                                                                            \
        return sl::geqrf<T>(h, m, n, A, lda, t, ldt, V, ldv, work);                              \
    }                                                                                            \
    extern "C" size_t sl_cuda_##x##inner_work(void)                                              \
    {                                                                                            \
        return sl::INNER_PARTS * sl::leaf_width<T>::IB * sl::leaf_width<T>::IB;                  \
    }                                                                                            \
    extern "C" int sl_cuda_##x##inner(cublasHandle_t h, int rows, int m, int n, const T *V,      \
                                      int ldv, const T *B, int ldb, T *C, int ldc, T *work)      \
    {                                                                                            \
        return sl::inner<T>(h, rows, m, n, V, ldv, B, ldb, C, ldc, work);                        \
    }                                                                                            \
    extern "C" size_t sl_cuda_##x##larft_work(int k)                                             \
    {                                                                                            \
        return 2 * (size_t)k * k;                                                                \
    }                                                                                            \
    extern "C" int sl_cuda_##x##larft(cublasHandle_t h, int m, int k, const T *V, int ldv, T *t, \
                                      int ldt, T *work)                                          \
    {                                                                                            \
        return sl::larft<T>(h, m, k, V, ldv, t, ldt, work);                                      \
    }

SL_CUDA_GEQRF(s, float)
SL_CUDA_GEQRF(d, double)
SL_CUDA_GEQRF(c, cuComplex)
SL_CUDA_GEQRF(z, cuDoubleComplex)
