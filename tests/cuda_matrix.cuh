/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Matrices on the device for check_cuda_getrf.cu, in four types: random numbers, triangles,
 * permuted rows, norms and products, from which residuals are made without a kernel under test.
 */
#ifndef TESTS_CUDA_MATRIX_CUH
#define TESTS_CUDA_MATRIX_CUH

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include "../codelets/cuda_getrf.h"

static int tests, failures, only_m, only_n;
static const double threshold = 30;
static cublasHandle_t handle;
static cudaStream_t stream;

static void check(bool ok, const char *what)
{
    printf("%sok %d - %s\n", ok ? "" : "not ", ++tests, what);
    failures += !ok;
    fflush(stdout);
}

#define CUDA(call)                                                                     \
    do {                                                                               \
        int status_ = (int)(call);                                                     \
        if (status_ != 0) {                                                            \
            printf("Bail out! %s:%d: %s returned %d (%s)\n", __FILE__, __LINE__,       \
                   #call, status_, cudaGetErrorString(cudaGetLastError()));            \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

// ---- The four types: T on the device, H with arithmetic on the host ------------------

template <class T> struct type;

#define TYPE(letter, T, HOST, R, GEMM, GETRF, GETRF_SIZE)                              \
    template <> struct type<T> {                                                       \
        typedef R real;                                                                \
        typedef HOST host;                                                             \
        static constexpr const char *name = #letter;                                   \
        static constexpr auto gemm = GEMM;                                             \
        static constexpr auto getrf_ref = GETRF;                                       \
        static constexpr auto getrf_ref_size = GETRF_SIZE;                             \
        static constexpr auto getrf = sl_cuda_##letter##getrf;                         \
        static constexpr auto getrf_work = sl_cuda_##letter##getrf_work;               \
        static constexpr auto laswp = sl_cuda_##letter##laswp;                         \
        static constexpr auto solve = sl_cuda_##letter##getrf_solve;                   \
        static constexpr auto solve_work = sl_cuda_##letter##getrf_solve_work;         \
        static constexpr auto trtri_diag = sl_cuda_##letter##trtri_diag;               \
    };
TYPE(s, float, float, float, cublasSgemm, cusolverDnSgetrf, cusolverDnSgetrf_bufferSize)
TYPE(d, double, double, double, cublasDgemm, cusolverDnDgetrf,
     cusolverDnDgetrf_bufferSize)
TYPE(c, cuComplex, std::complex<float>, float, cublasCgemm, cusolverDnCgetrf,
     cusolverDnCgetrf_bufferSize)
TYPE(z, cuDoubleComplex, std::complex<double>, double, cublasZgemm, cusolverDnZgetrf,
     cusolverDnZgetrf_bufferSize)

template <class T> static double eps()
{
    return sizeof(typename type<T>::real) == 4 ? 5.96e-8 : 1.11e-16;
}
template <class T> static T make(double re)
{
    T v = {};
    *(typename type<T>::real *)&v = (typename type<T>::real)re;
    return v;
}
static float cabs1(float v)
{
    return fabsf(v);
}
static double cabs1(double v)
{
    return fabs(v);
}
template <class R> static R cabs1(std::complex<R> v)
{
    return std::fabs(v.real()) + std::fabs(v.imag());
}

// ---- Matrices on the device, and what is done with them ------------------------------

template <class T> struct matrix {
    int m, n, ld;
    T *p;
    matrix(int m_, int n_, int pad = 0) : m(m_), n(n_), ld(std::max(1, m_ + pad))
    {
        CUDA(cudaMalloc(&p, bytes()));
        CUDA(cudaMemsetAsync(p, 0xff, bytes(), stream));
    }
    ~matrix()
    {
        cudaFree(p);
    }
    matrix(const matrix &) = delete;
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
// Random numbers; the padding stays as it is.
template <class T> static void randomize(matrix<T> &a, uint64_t seed)
{
    typedef typename type<T>::real R;
    int parts = sizeof(T) / sizeof(R);
    if (a.m > 0 && a.n > 0)
        fill_kernel<<<dim3((a.m + 255) / 256, a.n), 256, 0, stream>>>(
            a.m * parts, (R *)a.p, (size_t)a.ld * parts, seed);
}

// The part of src, m x n, below (or not) the diagonal; ones on it, if unit; 0 elsewhere.
template <class T>
__global__ void trapezoid_kernel(bool lower, int m, const T *src, int lds, T *dst, int ldd,
                                 T one)
{
    int j = blockIdx.y;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
        T v = {};
        if (lower ? i > j : i <= j)
            v = src[i + (size_t)j * lds];
        dst[i + (size_t)j * ldd] = lower && i == j ? one : v;
    }
}
template <class T>
static void trapezoid(bool lower, const matrix<T> &src, matrix<T> &dst)
{
    if (dst.m > 0 && dst.n > 0)
        trapezoid_kernel<<<dim3((dst.m + 255) / 256, dst.n), 256, 0, stream>>>(
            lower, dst.m, src.p, src.ld, dst.p, dst.ld, make<T>(1));
}

// Row i of dst = row from[i] of src.
template <class T>
__global__ void permute_kernel(int m, const int *from, const T *src, int lds, T *dst, int ldd)
{
    int j = blockIdx.y;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
        dst[i + (size_t)j * ldd] = src[from[i] + (size_t)j * lds];
}

__device__ double sums[1]; // of squares

template <class R> __global__ void norm_kernel(int m, const R *p, size_t ld)
{
    double s = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        double x = p[i + blockIdx.x * ld];
        s += x * x;
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sums[0], s);
}
template <class T> static double norm(const matrix<T> &a)
{
    typedef typename type<T>::real R;
    int parts = sizeof(T) / sizeof(R);
    double v = 0;
    CUDA(cudaMemcpyToSymbolAsync(sums, &v, sizeof v, 0, cudaMemcpyDefault, stream));
    if (a.m > 0 && a.n > 0)
        norm_kernel<<<a.n, 256, 0, stream>>>(a.m * parts, (R *)a.p, (size_t)a.ld * parts);
    CUDA(cudaMemcpyFromSymbolAsync(&v, sums, sizeof v, 0, cudaMemcpyDefault, stream));
    CUDA(cudaStreamSynchronize(stream));
    return sqrt(v);
}

template <class T>
static void subtract_product(const matrix<T> &a, const matrix<T> &b, matrix<T> &c)
{
    T one = make<T>(1), minus = make<T>(-1);
    if (c.m > 0 && c.n > 0 && a.n > 0)
        CUDA(type<T>::gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, c.m, c.n, a.n, &minus, a.p,
                           a.ld, b.p, b.ld, &one, c.p, c.ld));
}

#endif /* TESTS_CUDA_MATRIX_CUH */
