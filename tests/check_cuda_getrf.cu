// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of LU on CUDA (codelets/cuda_getrf.h) without StarPU, in TAP; with --bench, times
// beside cuSOLVER's, alone and while another stream multiplies matrices. Pivots are
// compared with those of a plain elimination on the host,
// residuals ||P A - L U|| / (n ||A|| eps) (Frobenius) with 30, padding bit by bit. Exit
// status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_getrf [--quick] [--bench] [--type sdcz] [--size M N]

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

// ---- References on the host ----------------------------------------------------------

// Where rows come from after all interchanges.
static std::vector<int> composed(int m, const std::vector<int> &ipiv, int k)
{
    std::vector<int> from(m);
    for (int i = 0; i < m; i++)
        from[i] = i;
    for (int j = 0; j < k; j++)
        std::swap(from[j], from[ipiv[j] - 1]);
    return from;
}

// Plain elimination; only the pivots are of interest.
template <class H>
static int eliminate(int m, int n, std::vector<H> a, int ld, std::vector<int> &ipiv)
{
    int info = 0;
    for (int j = 0; j < std::min(m, n); j++) {
        H *col = &a[(size_t)j * ld];
        int p = j;
        for (int i = j + 1; i < m; i++)
            if (cabs1(col[i]) > cabs1(col[p]))
                p = i;
        ipiv[j] = p + 1;
        if (cabs1(col[p]) == 0) {
            info = info ? info : j + 1;
            continue;
        }
        for (int c = 0; c < n; c++)
            std::swap(a[j + (size_t)c * ld], a[p + (size_t)c * ld]);
        H r = H(1) / col[j];
        for (int i = j + 1; i < m; i++)
            col[i] *= r;
        for (int c = j + 1; c < n; c++) {
            H u = a[j + (size_t)c * ld], *to = &a[(size_t)c * ld];
            for (int i = j + 1; i < m; i++)
                to[i] -= col[i] * u;
        }
    }
    return info;
}

// ---- Checks --------------------------------------------------------------------------

template <class T> struct factored {
    matrix<T> a;
    std::vector<int> ipiv;
    int info;
    // the factorization of `original`, which stays
    explicit factored(const matrix<T> &original)
        : a(original.m, original.n, original.ld - std::max(original.m, 1)),
          ipiv(std::max(1, std::min(a.m, a.n)))
    {
        matrix<T> work((int)type<T>::getrf_work(a.m, a.n), 1);
        matrix<int> pivots((int)ipiv.size(), 1), status(1, 1);
        a.ld = original.ld;
        a.copy(original);
        CUDA(type<T>::getrf(handle, a.m, a.n, a.p, a.ld, pivots.p, work.p, status.p));
        ipiv = pivots.template host<int>();
        info = status.template host<int>()[0];
    }
    bool valid() const
    {
        for (int j = 0; j < std::min(a.m, a.n); j++)
            if (ipiv[j] < j + 1 || ipiv[j] > a.m)
                return false;
        return true;
    }
    double residual(const matrix<T> &original) const
    {
        int k = std::min(a.m, a.n);
        matrix<T> l(a.m, k), u(k, a.n), r(a.m, a.n);
        matrix<int> from(a.m, 1);
        from.set(composed(a.m, ipiv, k));
        trapezoid(true, a, l);
        trapezoid(false, a, u);
        permute_kernel<<<dim3((a.m + 255) / 256, a.n), 256, 0, stream>>>(
            a.m, from.p, original.p, original.ld, r.p, r.ld);
        subtract_product(l, u, r);
        double size = norm(original);
        return norm(r) / (size > 0 ? a.n * size * eps<T>() : 1);
    }
    // the largest multiplier in absolute value
    double largest() const
    {
        typedef typename type<T>::host H;
        std::vector<H> v = a.template host<H>();
        double x = 0;
        for (int j = 0; j < std::min(a.m, a.n); j++)
            for (int i = j + 1; i < a.m; i++)
                x = std::max(x, (double)std::abs(v[i + (size_t)j * a.ld]));
        return x;
    }
    bool padding_intact(const matrix<T> &original) const
    {
        std::vector<T> x = a.template host<T>(), y = original.template host<T>();
        for (int j = 0; j < a.n; j++)
            if (memcmp(&x[a.m + (size_t)j * a.ld], &y[a.m + (size_t)j * a.ld],
                       sizeof(T) * (a.ld - a.m)) != 0)
                return false;
        return true;
    }
};

// How many of the first pivots are those of a plain elimination on the host, which takes a
// second for 10^9 updates of an element; -1 where it would take minutes.
template <class T> static int pivots_as_on_host(const matrix<T> &original, const factored<T> &f)
{
    typedef typename type<T>::host H;
    int m = original.m, n = original.n, k = std::min(m, n), same = 0;
    if ((double)m * n * k > 3e9)
        return -1;
    std::vector<int> ipiv(k);
    eliminate<H>(m, n, original.template host<H>(), original.ld, ipiv);
    while (same < k && ipiv[same] == f.ipiv[same])
        same++;
    return same;
}

// What makes it a factorization with partial pivoting, at any size, is the residual and that
// no multiplier is above 1 (in |re| + |im|, so that of moduli sqrt 2 is allowed). Pivots are the
// host's too, but in single precision, where rounding may choose among nearly equal ones.
template <class T> static void check_random(int m, int n, int pad)
{
    constexpr bool single = sizeof(typename type<T>::real) == 4;
    constexpr bool complex = sizeof(T) > sizeof(typename type<T>::real);
    matrix<T> original(m, n, pad);
    char what[200], pivots[60] = "pivots not compared";
    randomize(original, m + n);
    factored<T> f(original);
    double res = f.valid() ? f.residual(original) : NAN, largest = f.largest();
    int k = std::min(m, n), same = pivots_as_on_host(original, f);
    if (same >= 0)
        snprintf(pivots, sizeof pivots, "%d of %d pivots the host's%s", same, k,
                 single ? " (all in double precision)" : "");
    bool padding = f.padding_intact(original);
    snprintf(what, sizeof what,
             "%sgetrf %d x %d lda=%d: info %d, residual %.2g, largest multiplier %.7g, %s%s",
             type<T>::name, m, n, original.ld, f.info, res, largest, pivots,
             padding ? "" : ", wrote outside");
    check(f.info == 0 && res < threshold && largest <= (complex ? 1.4143 : 1.0000001) &&
              padding && (same == k || same < 0 || single),
          what);
}

// A zero column z (from 0), or nothing but zeros (z < 0), or rank r.
template <class T> static void check_singular(int m, int n, int z, int r)
{
    typedef typename type<T>::host H;
    matrix<T> a(m, n);
    char what[160];
    randomize(a, 5);
    std::vector<H> v = a.template host<H>();
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            if (z < 0 || j == z)
                v[i + (size_t)j * m] = 0;
            else if (r > 0) // exact in every precision: the last columns repeat the first
                v[i + (size_t)j * m] = v[i + (size_t)(j % r) * m];
    a.set(v);
    std::vector<int> ipiv(std::min(m, n));
    int info = eliminate<H>(m, n, v, m, ipiv);
    factored<T> f(a);
    double res = f.valid() ? f.residual(a) : NAN;
    // with repeated columns, what is left of one is rounding errors or zero
    bool ok = r > 0 ? true : f.info == info && f.ipiv == ipiv;
    snprintf(what, sizeof what, "%sgetrf %d x %d, %s %d: info %d (%d), residual %.2g",
             type<T>::name, m, n, r > 0 ? "rank" : "zero column", r > 0 ? r : z, f.info,
             info, res);
    check(ok && res < threshold, what);
}

// Ties: the first one of equal magnitude is the pivot.
template <class T> static void check_ties(int m, int n)
{
    typedef typename type<T>::host H;
    matrix<T> a(m, n);
    std::vector<H> v((size_t)m * n);
    for (int j = 0; j < n; j++) // columns of +-1 whose elimination is exact
        for (int i = 0; i < m; i++)
            v[i + (size_t)j * m] = __builtin_popcount(i & (j * 37 % 64)) % 2 ? -1 : 1;
    a.set(v);
    std::vector<int> ipiv(std::min(m, n));
    int info = eliminate<H>(m, n, v, m, ipiv);
    factored<T> f(a);
    char what[120];
    snprintf(what, sizeof what, "%sgetrf %d x %d with ties: info %d (%d)", type<T>::name, m,
             n, f.info, info);
    check(f.info == info && f.ipiv == ipiv, what);
}

template <class T> static void check_nan(int m, int n, int i, int j)
{
    matrix<T> a(m, n);
    T bad = make<T>(NAN);
    char what[120];
    randomize(a, 9);
    CUDA(cudaMemcpyAsync(a.p + i + (size_t)j * m, &bad, sizeof bad, cudaMemcpyDefault,
                         stream));
    factored<T> f(a);
    double size = norm(f.a);
    snprintf(what, sizeof what, "%sgetrf %d x %d, NaN at (%d, %d): norm %g", type<T>::name, m,
             n, i, j, size);
    check(f.valid() && std::isnan(size), what);
}

// laswp both ways against a host loop, and the update of a block column.
template <class T> static void check_laswp(int m, int n, int k)
{
    matrix<T> a(m, n, 3), b(m, n, 3);
    matrix<int> pivots(std::max(1, k), 1), perm(std::max(1, 2 * k), 1);
    std::vector<int> ipiv(std::max(1, k));
    char what[120];
    srand(m + k);
    for (int j = 0; j < k; j++) // often near, so that rows move several times
        ipiv[j] = j + 1 + rand() % (rand() % 3 ? std::min(m - j, 8) : m - j);
    pivots.set(ipiv);
    randomize(a, 3);
    b.copy(a);
    CUDA(sl_cuda_laswp_setup(handle, k, pivots.p, perm.p));
    CUDA(type<T>::laswp(handle, 0, n, a.p, a.ld, k, perm.p));
    std::vector<T> x = a.template host<T>(), y = b.template host<T>(), z = y;
    std::vector<int> from = composed(m, ipiv, k);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            z[i + (size_t)j * a.ld] = y[from[i] + (size_t)j * a.ld];
    bool there = memcmp(x.data(), z.data(), a.bytes()) == 0;
    CUDA(type<T>::laswp(handle, 1, n, a.p, a.ld, k, perm.p));
    x = a.template host<T>();
    bool back = memcmp(x.data(), y.data(), a.bytes()) == 0;
    snprintf(what, sizeof what, "%slaswp of %d x %d, %d pivots%s%s", type<T>::name, m, n, k,
             there ? "" : ", wrong", back ? "" : ", not undone");
    check(there && back, what);
}

// A panel of k columns and the update of n more must be the factorization of both.
template <class T> static void check_update(int m, int n, int k)
{
    matrix<T> all(m, k + n), left(m, k), D(SL_CUDA_IB, k), whole(m, k + n);
    matrix<T> work((int)type<T>::solve_work(k, n), 1), l(m, k), u(k, n), r(m, n);
    matrix<int> pivots(k, 1), perm(2 * k, 1), from(m, 1);
    const T one = make<T>(1), minus = make<T>(-1);
    char what[120];
    randomize(all, 11);
    CUDA(cudaMemcpyAsync(left.p, all.p, left.bytes(), cudaMemcpyDefault, stream));
    factored<T> f(left);
    pivots.set(f.ipiv);
    from.set(composed(m, f.ipiv, k));
    whole.copy(all);
    T *B = whole.p + (size_t)k * m;
    CUDA(sl_cuda_laswp_setup(handle, k, pivots.p, perm.p));
    CUDA(type<T>::trtri_diag(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT, k, f.a.p,
                             f.a.ld, D.p, D.ld));
    CUDA(type<T>::solve(handle, n, k, f.a.p, f.a.ld, D.p, D.ld, perm.p, B, m, work.p));
    if (m > k)
        CUDA(type<T>::gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m - k, n, k, &minus, f.a.p + k,
                           f.a.ld, B, m, &one, B + k, m));
    // L [U; 0] + [0; B2] = P B
    trapezoid(true, f.a, l);
    CUDA(cudaMemcpy2DAsync(u.p, k * sizeof(T), B, m * sizeof(T), k * sizeof(T), n,
                           cudaMemcpyDefault, stream));
    permute_kernel<<<dim3((m + 255) / 256, n), 256, 0, stream>>>(
        m, from.p, all.p + (size_t)k * m, m, r.p, m);
    double size = norm(r);
    subtract_product(l, u, r);
    matrix<T> rest(m, n);
    CUDA(cudaMemsetAsync(rest.p, 0, rest.bytes(), stream));
    if (m > k)
        CUDA(cudaMemcpy2DAsync(rest.p + k, m * sizeof(T), B + k, m * sizeof(T),
                               (m - k) * sizeof(T), n, cudaMemcpyDefault, stream));
    matrix<T> id(n, n), diag(n, n);
    CUDA(cudaMemsetAsync(id.p, 0, id.bytes(), stream));
    trapezoid(true, id, diag);
    subtract_product(rest, diag, r);
    double res = norm(r) / (k * size * eps<T>());
    snprintf(what, sizeof what, "%sgetrf_solve %d x %d by %d: %.2g", type<T>::name, m, n, k,
             res);
    check(res < threshold, what);
}

template <class T> static void check_empty()
{
    matrix<T> a(1, 1), work((int)type<T>::getrf_work(1, 1), 1);
    matrix<int> ints(2, 1);
    char what[100];
    int s1 = type<T>::getrf(handle, 0, 5, a.p, 1, ints.p, work.p, ints.p + 1);
    int info = ints.template host<int>()[1];
    int s2 = type<T>::getrf(handle, 5, 0, a.p, 5, ints.p, work.p, ints.p + 1);
    int s3 = type<T>::getrf(handle, 5, 5, a.p, 4, ints.p, work.p, ints.p + 1);
    int s4 = type<T>::laswp(handle, 0, 5, a.p, 1, 0, ints.p);
    int s5 = sl_cuda_laswp_setup(handle, 0, ints.p, ints.p);
    cublasPointerMode_t mode;
    CUDA(cublasGetPointerMode(handle, &mode));
    snprintf(what, sizeof what, "%s: nothing to do, a bad argument, pointer mode",
             type<T>::name);
    check(s1 == 0 && info == 0 && s2 == 0 && s3 == CUBLAS_STATUS_INVALID_VALUE && s4 == 0 &&
              s5 == 0 && mode == CUBLAS_POINTER_MODE_HOST,
          what);
}

template <class T> static void check_type(bool quick)
{
    const int small[][2] = {{1, 1},    {1, 7},    {7, 1},     {5, 3},     {3, 5},
                            {31, 31},  {32, 32},  {33, 33},   {31, 64},   {64, 31},
                            {20, 300}, {300, 20}, {257, 255}, {500, 500}, {1000, 33},
                            {1000, 700}};
    const int large[][2] = {{4096, 1},    {4096, 512}, {4097, 100},   {9000, 200},
                            {13000, 64},  {20000, 96}, {40000, 40},   {50000, 24},
                            {100000, 20}, {12288, 32}, {220000, 9},   {450000, 6}};
    if (only_m > 0)
        return check_random<T>(only_m, only_n, 0);
    check_empty<T>();
    for (auto &s : small)
        check_random<T>(s[0], s[1], (s[0] + s[1]) % 3);
    for (auto &s : large)
        if (!quick)
            check_random<T>(s[0], s[1], s[1] % 3);
    check_singular<T>(100, 50, 7, 0);
    check_singular<T>(100, 50, 49, 0);
    check_singular<T>(60, 60, -1, 0);
    check_singular<T>(5000, 70, 40, 0);
    check_singular<T>(200, 90, 90, 40);
    check_ties<T>(64, 40);
    check_ties<T>(5000, 40);
    check_nan<T>(100, 100, 50, 3);
    check_nan<T>(100, 100, 99, 99);
    check_nan<T>(6000, 64, 5999, 31);
    check_nan<T>(30000, 40, 20000, 39);
    check_laswp<T>(10, 5, 10);
    check_laswp<T>(1000, 33, 300);
    check_laswp<T>(5000, 7, 2500);
    check_update<T>(700, 90, 1);
    check_update<T>(300, 50, 300);
    check_update<T>(2000, 300, 256);
    if (!quick)
        check_update<T>(3000, 100, 1500);
}

// ---- Times ---------------------------------------------------------------------------

__global__ void delay_kernel(long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles)
        ;
}

// Median over 20 calls of the time between two events, the host well ahead.
template <class Prepare, class Call> static double time_ms(Prepare prepare, Call call)
{
    cudaEvent_t e0, e1;
    std::vector<float> ms;
    CUDA(cudaEventCreate(&e0));
    CUDA(cudaEventCreate(&e1));
    for (int i = 0; i < 23; i++) {
        float t;
        prepare();
        delay_kernel<<<1, 1, 0, stream>>>(1000000);
        CUDA(cudaEventRecord(e0, stream));
        call();
        CUDA(cudaEventRecord(e1, stream));
        CUDA(cudaEventSynchronize(e1));
        CUDA(cudaEventElapsedTime(&t, e0, e1));
        if (i >= 3)
            ms.push_back(t);
    }
    std::sort(ms.begin(), ms.end());
    CUDA(cudaEventDestroy(e0));
    CUDA(cudaEventDestroy(e1));
    return ms[ms.size() / 2];
}

// A long product loop on a stream of its own: rate alone and beside panels.
struct background {
    cublasHandle_t h;
    cudaStream_t s;
    cudaEvent_t e0, e1;
    int n = 8192, k = 512, count;
    matrix<double> a, b, c;
    background() : a(8192, 512), b(512, 8192), c(8192, 8192)
    {
        CUDA(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 0));
        CUDA(cublasCreate(&h));
        CUDA(cublasSetStream(h, s));
        CUDA(cudaEventCreate(&e0));
        CUDA(cudaEventCreate(&e1));
        randomize(a, 1);
        randomize(b, 2);
        CUDA(cudaMemsetAsync(c.p, 0, c.bytes(), stream));
        CUDA(cudaStreamSynchronize(stream));
    }
    void start(int count_)
    {
        double one = 1;
        count = count_;
        CUDA(cudaEventRecord(e0, s));
        for (int i = 0; i < count; i++)
            CUDA(cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, k, &one, a.p, n, b.p, k, &one,
                             c.p, n));
        CUDA(cudaEventRecord(e1, s));
    }
    double tflops()
    {
        float ms;
        CUDA(cudaEventSynchronize(e1));
        CUDA(cudaEventElapsedTime(&ms, e0, e1));
        return 2e-9 * n * n * k * count / ms;
    }
    bool running()
    {
        return cudaEventQuery(e1) == cudaErrorNotReady;
    }
};

template <class Call> static void bench_beside(background &back, const char *name, Call call)
{
    std::vector<float> ms;
    cudaEvent_t e0, e1;
    CUDA(cudaEventCreate(&e0));
    CUDA(cudaEventCreate(&e1));
    back.start(100);
    back.tflops();
    back.start(100);
    double alone = back.tflops();
    back.start(100);
    while (back.running()) {
        float t;
        CUDA(cudaEventRecord(e0, stream));
        call();
        CUDA(cudaEventRecord(e1, stream));
        CUDA(cudaEventSynchronize(e1));
        CUDA(cudaEventElapsedTime(&t, e0, e1));
        ms.push_back(t);
    }
    double beside = back.tflops();
    std::sort(ms.begin(), ms.end());
    printf("#   beside gemm, %s: %.3f ms (%d panels), gemm %.1f -> %.1f Tflop/s\n", name,
           ms[ms.size() / 2], (int)ms.size(), alone, beside);
}

template <class T>
static void bench_size(cusolverDnHandle_t solver, background *back, int m, int n)
{
    matrix<T> full(m, n), a(m, n), work((int)type<T>::getrf_work(m, n), 1);
    matrix<int> ipiv(n, 1), info(1, 1);
    int lwork;
    randomize(full, 1);
    CUDA(type<T>::getrf_ref_size(solver, m, n, a.p, m, &lwork));
    matrix<T> swork(lwork, 1);
    auto fresh = [&] { a.copy(full); };
    auto theirs = [&] {
        CUDA(type<T>::getrf_ref(solver, m, n, a.p, m, swork.p, ipiv.p, info.p));
    };
    auto ours = [&] {
        CUDA(type<T>::getrf(handle, m, n, a.p, m, ipiv.p, work.p, info.p));
    };
    double vendor = time_ms(fresh, theirs), mine = time_ms(fresh, ours);
    printf("# %s %6d %5d  %8.3f %8.3f  %5.2f us a column, %.2f x\n", type<T>::name, m, n,
           vendor, mine, mine / n * 1e3, vendor / mine);
    fflush(stdout);
    if (back) {
        fresh();
        bench_beside(*back, "ours", ours);
        bench_beside(*back, "cusolver", theirs);
    }
}

template <class T> static void bench_type(cusolverDnHandle_t solver, background *back)
{
    const int rows[] = {512, 1024, 2048, 4096, 8192, 12288, 16384, 24576, 32768, 65536, 131072};
    printf("#      m     n  cusolver     ours (ms)\n");
    if (only_m > 0)
        return bench_size<T>(solver, back, only_m, only_n);
    for (int m : rows)
        for (int n : {32, 128, 256, 512})
            if (m <= 65536 || n == 512)
                bench_size<T>(solver, n == 512 && m >= 4096 && m <= 32768 ? back : nullptr, m,
                              n);
}

int main(int argc, char **argv)
{
    bool bench = false, quick = false;
    const char *types = "sdcz";
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--bench"))
            bench = true;
        else if (!strcmp(argv[i], "--quick"))
            quick = true;
        else if (!strcmp(argv[i], "--type") && i + 1 < argc)
            types = argv[++i];
        else if (!strcmp(argv[i], "--size") && i + 2 < argc) {
            only_m = atoi(argv[++i]);
            only_n = atoi(argv[++i]);
        } else {
            fprintf(stderr, "usage: %s [--quick] [--bench] [--type sdcz] [--size M N]\n",
                    argv[0]);
            return 2;
        }
    }
    int devices = 0, least, most;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        printf("1..0 # SKIP no CUDA device\n");
        return 77;
    }
    CUDA(cudaDeviceGetStreamPriorityRange(&least, &most));
    CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, most));
    CUDA(cublasCreate(&handle));
    CUDA(cublasSetStream(handle, stream));
    cusolverDnHandle_t solver;
    CUDA(cusolverDnCreate(&solver));
    CUDA(cusolverDnSetStream(solver, stream));
    background *back = bench ? new background : nullptr;
    for (const char *t = types; *t; t++) {
        if (*t == 's')
            bench ? bench_type<float>(solver, nullptr) : check_type<float>(quick);
        if (*t == 'd')
            bench ? bench_type<double>(solver, back) : check_type<double>(quick);
        if (*t == 'c')
            bench ? bench_type<cuComplex>(solver, nullptr) : check_type<cuComplex>(quick);
        if (*t == 'z')
            bench ? bench_type<cuDoubleComplex>(solver, nullptr)
                  : check_type<cuDoubleComplex>(quick);
    }
    printf("1..%d\n", tests);
    return failures ? 1 : 0;
}
