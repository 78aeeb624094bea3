/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Matrices on the device for the tests of device code, in four types: random ones and others
 * of known properties, parts of them, norms, bits and products, from which residuals are made
 * without a kernel under test.
 */
#ifndef TESTS_CUDA_MATRIX_CUH
#define TESTS_CUDA_MATRIX_CUH

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include "codelets/cholesky/cuda_potrf.h"
#include "codelets/lu/cuda_getrf.h"
#include "cuda_program.cuh"

static const double threshold = 30; // of scaled residuals, as LAPACK's tests have it

// ---- The four types: T on the device, HOST with arithmetic on the host ---------------

template <class T> struct type;

// What is tested has its LAPACK name, the vendor's that it is compared with ends in _ref.
#define TYPE(x, X, T, HOST, R)                                                         \
    template <> struct type<T> {                                                       \
        typedef R real;                                                                \
        typedef HOST host;                                                             \
        static constexpr bool is_complex = sizeof(T) > sizeof(R);                      \
        static constexpr const char *name = #x;                                        \
        static constexpr auto gemm = cublas##X##gemm;                                  \
        static constexpr auto trsm_ref = cublas##X##trsm;                              \
        static constexpr auto potrf_ref = cusolverDn##X##potrf;                        \
        static constexpr auto potrf_ref_size = cusolverDn##X##potrf_bufferSize;        \
        static constexpr auto getrf_ref = cusolverDn##X##getrf;                        \
        static constexpr auto getrf_ref_size = cusolverDn##X##getrf_bufferSize;        \
        static constexpr auto potrf = sl_cuda_##x##potrf;                              \
        static constexpr auto potrf_work = sl_cuda_##x##potrf_work;                    \
        static constexpr auto trtri_diag = sl_cuda_##x##trtri_diag;                    \
        static constexpr auto trsm = sl_cuda_##x##trsm;                                \
        static constexpr auto trsm_work = sl_cuda_##x##trsm_work;                      \
        static constexpr auto getrf = sl_cuda_##x##getrf;                              \
        static constexpr auto getrf_work = sl_cuda_##x##getrf_work;                    \
        static constexpr auto laswp = sl_cuda_##x##laswp;                              \
        static constexpr auto permute = sl_cuda_##x##permute;                          \
        static constexpr auto solve = sl_cuda_##x##getrf_solve;                        \
        static constexpr auto transpose = sl_cuda_##x##transpose;                               \
        static constexpr auto solve_work = sl_cuda_##x##getrf_solve_work;              \
    };
TYPE(s, S, float, float, float)
TYPE(d, D, double, double, double)
TYPE(c, C, cuComplex, std::complex<float>, float)
TYPE(z, Z, cuDoubleComplex, std::complex<double>, double)
#undef TYPE

template <class T> static double eps()
{
    return sizeof(typename type<T>::real) == 4 ? 5.96e-8 : 1.11e-16;
}
// re + i im; a real type has no use for im
template <class T> __host__ __device__ T make(double re, double im = 0)
{
    typedef typename type<T>::real R;
    T v = {};
    ((R *)&v)[0] = (R)re;
    if constexpr (type<T>::is_complex)
        ((R *)&v)[1] = (R)im;
    return v;
}
template <class T> static T nan_of()
{
    return make<T>(NAN, NAN);
}

// ---- Matrices on the device ----------------------------------------------------------

// Column-major, ld = m + pad rows in memory. All bits are set at first, which is NaN, in
// integers -1: what a kernel reads without right, or does not write, shows.
template <class T> struct matrix {
    int m, n, ld;
    T *p;
    bool owned = true;
    matrix(int m_, int n_, int pad = 0) : m(m_), n(n_), ld(std::max(1, m_ + pad))
    {
        CUDA(cudaMalloc(&p, bytes()));
        CUDA(cudaMemsetAsync(p, 0xff, bytes(), stream));
    }
    matrix(T *p_, int m_, int n_, int ld_) : m(m_), n(n_), ld(ld_), p(p_), owned(false)
    {
    }
    ~matrix()
    {
        if (owned)
            cudaFree(p);
    }
    matrix(const matrix &) = delete;
    // Rows from i and columns from j on, where they are: not for copies, which take all ld rows
    matrix block(int i, int j, int rows, int columns) const
    {
        return matrix(p + i + (size_t)j * ld, rows, columns, ld);
    }
    size_t bytes() const
    {
        return sizeof(T) * ld * std::max(1, n);
    }
    void copy(const matrix &from)
    {
        CUDA(cudaMemcpyAsync(p, from.p, bytes(), cudaMemcpyDeviceToDevice, stream));
    }
    template <class H> std::vector<H> host() const
    {
        std::vector<H> v(bytes() / sizeof(T));
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy((void *)v.data(), p, bytes(), cudaMemcpyDefault));
        return v;
    }
    template <class H> void set(const std::vector<H> &v)
    {
        CUDA(cudaMemcpyAsync(p, (const void *)v.data(), v.size() * sizeof(H),
                             cudaMemcpyDefault, stream));
        CUDA(cudaStreamSynchronize(stream));
    }
};

// ---- Their contents ------------------------------------------------------------------

__device__ static double noise(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    x ^= x >> 31;
    return (double)(x >> 11) / 4503599627370496.0 - 1;
}
template <class R>
__global__ void fill_kernel(int m, R *p, size_t ld, uint64_t seed) // m, ld in reals
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
        p[i + blockIdx.y * ld] = (R)noise(i + blockIdx.y * (uint64_t)m + seed * 1000003);
}
// Random numbers in (-1, 1); the padding stays as it is.
template <class T> static void randomize(matrix<T> &a, uint64_t seed)
{
    typedef typename type<T>::real R;
    int parts = sizeof(T) / sizeof(R);
    if (a.m > 0 && a.n > 0)
        fill_kernel<<<dim3((a.m + 255) / 256, a.n), 256, 0, stream>>>(
            a.m * parts, (R *)a.p, (size_t)a.ld * parts, seed);
}

// A part of a matrix, the diagonal and rectangular matrices included. ALL is without padding.
enum part { NOTHING, LOWER, UPPER, ALL };

__device__ static bool inside(part which, int m, int i, int j)
{
    return i < m && (which == ALL || (which == LOWER && i >= j) || (which == UPPER && i <= j));
}

// What becomes of the diagonal of a part: itself, what is outside, 1, or with something
// imaginary added to it, if T has that.
enum diagonal { KEPT, REPLACED, ONES, IMAGINARY };

template <class T>
__global__ void part_kernel(part which, int m, const T *src, int lds, T *dst, int ldd, T other,
                            diagonal on)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= ldd)
        return;
    T v = inside(which, m, i, j) ? src[i + (size_t)j * lds] : other;
    if (i == j && on == REPLACED)
        v = other;
    if (i == j && on == ONES)
        v = make<T>(1);
    if (i == j && on == IMAGINARY)
        v = make<T>(*(typename type<T>::real *)&v, 7);
    dst[i + (size_t)j * ldd] = v;
}
// dst = the part of src, as many rows and columns as dst has; other elsewhere, padding too.
template <class T>
static void take_part(part which, const matrix<T> &src, matrix<T> &dst, T other,
                      diagonal on = KEPT)
{
    if (dst.n > 0)
        part_kernel<<<dim3((dst.ld + 127) / 128, dst.n), 128, 0, stream>>>(
            which, dst.m, src.p, src.ld, dst.p, dst.ld, other, on);
}

template <class T> __global__ void add_diagonal_kernel(int n, T *a, int ld, double s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *(typename type<T>::real *)&a[i + (size_t)i * ld] += s;
}
template <class T> static void add_diagonal(matrix<T> &a, double s)
{
    add_diagonal_kernel<<<(a.n + 127) / 128, 128, 0, stream>>>(a.n, a.p, a.ld, s);
}

// C = alpha op(A) op(B) + beta C
template <class T>
static void multiply(T alpha, cublasOperation_t ta, const matrix<T> &a, cublasOperation_t tb,
                     const matrix<T> &b, T beta, matrix<T> &c)
{
    int k = ta == CUBLAS_OP_N ? a.n : a.m;
    CUDA(type<T>::gemm(handle, ta, tb, c.m, c.n, k, &alpha, a.p, a.ld, b.p, b.ld, &beta, c.p,
                       c.ld));
}
// C -= A B
template <class T>
static void subtract_product(const matrix<T> &a, const matrix<T> &b, matrix<T> &c)
{
    multiply(make<T>(-1), CUBLAS_OP_N, a, CUBLAS_OP_N, b, make<T>(1), c);
}

// A Hermitian positive definite, whole: G G^H + I, condition about 4 n / 3.
template <class T> static void definite(matrix<T> &a, uint64_t seed)
{
    matrix<T> g(a.n, a.n);
    randomize(g, seed);
    multiply(make<T>(1), CUBLAS_OP_N, g, CUBLAS_OP_C, g, make<T>(0), a);
    add_diagonal(a, 1);
    CUDA(cudaStreamSynchronize(stream));
}

// Triangles of it are well conditioned: elements in (-1, 1) / n, the diagonal 2 more.
template <class T> static void well_conditioned(matrix<T> &a, uint64_t seed)
{
    matrix<T> g(a.n, a.n), id(a.n, a.n);
    randomize(g, seed);
    CUDA(cudaMemsetAsync(id.p, 0, id.bytes(), stream));
    add_diagonal(id, 1);
    multiply(make<T>(1.0 / a.n), CUBLAS_OP_N, g, CUBLAS_OP_N, id, make<T>(0), a);
    add_diagonal(a, 2);
    CUDA(cudaStreamSynchronize(stream));
}

// ---- What is seen in them ------------------------------------------------------------

__device__ double sum; // that a kernel adds to

template <class Launch> static double summed(Launch launch)
{
    double v = 0;
    CUDA(cudaMemcpyToSymbolAsync(sum, &v, sizeof v, 0, cudaMemcpyDefault, stream));
    launch();
    CUDA(cudaMemcpyFromSymbolAsync(&v, sum, sizeof v, 0, cudaMemcpyDefault, stream));
    CUDA(cudaStreamSynchronize(stream));
    return v;
}

template <class R> __global__ void squares_kernel(int m, const R *p, size_t ld)
{
    double s = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        double x = p[i + blockIdx.x * ld];
        s += x * x;
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sum, s);
}
// Frobenius norm
template <class T> static double norm(const matrix<T> &a)
{
    typedef typename type<T>::real R;
    int parts = sizeof(T) / sizeof(R);
    return sqrt(summed([&] {
        if (a.m > 0 && a.n > 0)
            squares_kernel<<<a.n, 256, 0, stream>>>(a.m * parts, (R *)a.p,
                                                    (size_t)a.ld * parts);
    }));
}

// Counts elements outside the part, padding included, that differ in any bit.
template <class T>
__global__ void differences_kernel(part which, int m, const T *a, const T *b, int ld)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= ld || inside(which, m, i, j))
        return;
    const unsigned *x = (const unsigned *)(a + i + (size_t)j * ld);
    const unsigned *y = (const unsigned *)(b + i + (size_t)j * ld);
    bool differ = false;
    for (unsigned k = 0; k < sizeof(T) / sizeof *x; k++)
        differ = differ || x[k] != y[k];
    if (differ)
        atomicAdd(&sum, 1.0);
}
// Bit by bit, so that NaN is like itself; the two have the same ld.
template <class T> static bool same_outside(part which, const matrix<T> &a, const matrix<T> &b)
{
    return summed([&] {
               if (a.n > 0)
                   differences_kernel<<<dim3((a.ld + 127) / 128, a.n), 128, 0, stream>>>(
                       which, a.m, a.p, b.p, a.ld);
           }) == 0;
}

#endif /* TESTS_CUDA_MATRIX_CUH */
