// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of the CUDA tile kernels (codelets/cuda_blas3.h) without StarPU, in TAP; with
// --bench, their times beside cuBLAS's and cuSOLVER's. Residuals are computed on the
// GPU by gemm, with matrices rebuilt from what the kernels returned, and scaled as
// LAPACK's tests do; unused triangles and padding hold NaN and are compared bit by
// bit. Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_kernels [--quick] [--bench] [--type sdcz] [--n N]

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include "../codelets/cuda_blas3.h"

static int tests, failures, only_n;
static const double threshold = 30;

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

// ---- The four types --------------------------------------------------------------

template <class T> struct type;

#define TYPE(letter, T, R, COMPLEX, NAME, GEMM, TRSM, POTRF, POTRF_SIZE)               \
    template <> struct type<T> {                                                       \
        typedef R real;                                                                \
        static const bool is_complex = COMPLEX;                                        \
        static constexpr const char *name = NAME;                                      \
        static constexpr auto gemm = GEMM;                                             \
        static constexpr auto trsm_ref = TRSM;                                         \
        static constexpr auto potrf_ref = POTRF;                                       \
        static constexpr auto potrf_ref_size = POTRF_SIZE;                             \
        static constexpr auto potrf = sl_cuda_##letter##potrf;                         \
        static constexpr auto potrf_work = sl_cuda_##letter##potrf_work;               \
        static constexpr auto trtri_diag = sl_cuda_##letter##trtri_diag;               \
        static constexpr auto trsm = sl_cuda_##letter##trsm;                           \
        static constexpr auto trsm_work = sl_cuda_##letter##trsm_work;                 \
    };
TYPE(s, float, float, false, "s", cublasSgemm, cublasStrsm, cusolverDnSpotrf,
     cusolverDnSpotrf_bufferSize)
TYPE(d, double, double, false, "d", cublasDgemm, cublasDtrsm, cusolverDnDpotrf,
     cusolverDnDpotrf_bufferSize)
TYPE(c, cuComplex, float, true, "c", cublasCgemm, cublasCtrsm, cusolverDnCpotrf,
     cusolverDnCpotrf_bufferSize)
TYPE(z, cuDoubleComplex, double, true, "z", cublasZgemm, cublasZtrsm, cusolverDnZpotrf,
     cusolverDnZpotrf_bufferSize)

template <class T> __host__ __device__ T make(double re, double im);
template <> __host__ __device__ float make<float>(double re, double)
{
    return (float)re;
}
template <> __host__ __device__ double make<double>(double re, double)
{
    return re;
}
template <> __host__ __device__ cuComplex make<cuComplex>(double re, double im)
{
    return make_cuFloatComplex((float)re, (float)im);
}
template <>
__host__ __device__ cuDoubleComplex make<cuDoubleComplex>(double re, double im)
{
    return make_cuDoubleComplex(re, im);
}
template <class T> __device__ double abs2(T a)
{
    return (double)a * a;
}
template <> __device__ double abs2(cuComplex a)
{
    return (double)a.x * a.x + (double)a.y * a.y;
}
template <> __device__ double abs2(cuDoubleComplex a)
{
    return a.x * a.x + a.y * a.y;
}

template <class T> static double eps()
{
    return sizeof(typename type<T>::real) == 4 ? 5.96e-8 : 1.11e-16;
}

// ---- Matrices on the device ------------------------------------------------------

static cublasHandle_t handle;
static cudaStream_t stream;

template <class T> struct matrix {
    int m, n, ld;
    T *p;
    matrix(int m_, int n_, int pad = 0) : m(m_), n(n_), ld(std::max(1, m_ + pad))
    {
        CUDA(cudaMalloc(&p, bytes()));
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
};

__host__ __device__ static inline double noise(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    x ^= x >> 31;
    return (double)(x >> 11) / 4503599627370496.0 - 1;
}

template <class T> __global__ void fill_kernel(T *p, size_t count, uint64_t seed)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count)
        p[i] =
            make<T>(noise(2 * i + seed * 1000003), noise(2 * i + 1 + seed * 1000003));
}

template <class T> static void randomize(matrix<T> &a, uint64_t seed)
{
    size_t count = a.bytes() / sizeof(T);
    fill_kernel<<<(unsigned)((count + 255) / 256), 256, 0, stream>>>(a.p, count, seed);
}

// dst = the triangle of src that uplo names, other elsewhere (padding too); the
// diagonal as it is (diag 0), all other (1), all one (2), or with imaginary part (3).
template <class T>
__global__ void triangle_kernel(int n, bool lower, const T *src, int lds, T *dst,
                                int ldd, T other, int diag, double im)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= ldd)
        return;
    T v = other;
    if (i < n && (lower ? i >= j : i <= j))
        v = src[i + (size_t)j * lds];
    if (i == j && diag == 1)
        v = other;
    if (i == j && diag == 2)
        v = make<T>(1, 0);
    if (i == j && diag == 3)
        v = make<T>(*(typename type<T>::real *)&v, im);
    dst[i + (size_t)j * ldd] = v;
}

template <class T>
static void triangle(bool lower, const matrix<T> &src, matrix<T> &dst, T other,
                     int diag, double im = 0)
{
    dim3 grid((dst.ld + 127) / 128, dst.n);
    triangle_kernel<<<grid, 128, 0, stream>>>(dst.n, lower, src.p, src.ld, dst.p,
                                              dst.ld, other, diag, im);
}

__device__ double sums[4];

// sums[slot] += the squares of the elements
template <class T> __global__ void norm_kernel(int m, const T *p, int ld, int slot)
{
    double s = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        s += abs2(p[i + (size_t)blockIdx.x * ld]);
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sums[slot], s);
}

static double take(int slot)
{
    double v, zero = 0;
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaMemcpyFromSymbol(&v, sums, sizeof v, slot * sizeof v));
    CUDA(cudaMemcpyToSymbol(sums, &zero, sizeof v, slot * sizeof v));
    return v;
}

template <class T> static double norm(int m, int n, const T *p, int ld)
{
    norm_kernel<<<n, 128, 0, stream>>>(m, p, ld, 0);
    return sqrt(take(0));
}
template <class T> static double norm(const matrix<T> &a)
{
    return norm(a.m, a.n, a.p, a.ld);
}

// Counts elements outside the triangle (padding included) that differ in any bit.
template <class T>
__global__ void outside_kernel(int n, bool lower, const T *a, const T *b, int ld)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= ld)
        return;
    bool inside = i < n && (lower ? i >= j : i <= j);
    if (inside)
        return;
    const unsigned *x = (const unsigned *)(a + i + (size_t)j * ld);
    const unsigned *y = (const unsigned *)(b + i + (size_t)j * ld);
    for (unsigned k = 0; k < sizeof(T) / 4; k++)
        if (x[k] != y[k]) {
            atomicAdd(&sums[1], 1.0);
            return;
        }
}

template <class T>
static bool same_outside(bool lower, const matrix<T> &a, const matrix<T> &b)
{
    dim3 grid((a.ld + 127) / 128, a.n);
    outside_kernel<<<grid, 128, 0, stream>>>(a.n, lower, a.p, b.p, a.ld);
    return take(1) == 0;
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

template <class T>
static void gemm(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                 double alpha, const T *a, int lda, const T *b, int ldb, double beta,
                 T *c, int ldc)
{
    T x = make<T>(alpha, 0), y = make<T>(beta, 0);
    CUDA(type<T>::gemm(handle, ta, tb, m, n, k, &x, a, lda, b, ldb, &y, c, ldc));
}

// A Hermitian positive definite, whole: G G^H + I, condition about 4 n / 3.
template <class T> static void definite(matrix<T> &a, uint64_t seed)
{
    matrix<T> g(a.n, a.n);
    randomize(g, seed);
    gemm(CUBLAS_OP_N, CUBLAS_OP_C, a.n, a.n, a.n, 1, g.p, g.ld, g.p, g.ld, 0, a.p,
         a.ld);
    add_diagonal(a, 1);
    CUDA(cudaStreamSynchronize(stream));
}

// A well-conditioned triangle: elements in (-1, 1) / n, the diagonal 2 more.
template <class T> static void well_conditioned(matrix<T> &a, uint64_t seed)
{
    matrix<T> g(a.n, a.n), id(a.n, a.n);
    randomize(g, seed);
    gemm(CUBLAS_OP_N, CUBLAS_OP_N, a.n, a.n, 0, 0, g.p, g.ld, g.p, g.ld, 0, a.p, a.ld);
    T one = make<T>(1.0 / a.n, 0);
    CUDA(cudaMemsetAsync(id.p, 0, id.bytes(), stream));
    add_diagonal(id, 1);
    CUDA(type<T>::gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, a.n, a.n, a.n, &one, g.p, g.ld,
                       id.p, id.ld, &one, a.p, a.ld));
    add_diagonal(a, 2);
    CUDA(cudaStreamSynchronize(stream));
}

static cublasFillMode_t fill_mode(bool lower)
{
    return lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

template <class T> static T nan_of()
{
    return make<T>(NAN, NAN);
}

// ---- Checks ----------------------------------------------------------------------

// D against the clean triangle L: L_jj D_j = I for each block, exact zeros in the
// other triangle. Returns the largest scaled residual, or infinity.
template <class T> static double check_inverses(bool lower, matrix<T> &L, matrix<T> &D)
{
    double worst = 0;
    matrix<T> r(SL_CUDA_IB, SL_CUDA_IB);
    for (int j = 0; j < L.n; j += SL_CUDA_IB) {
        int b = std::min(SL_CUDA_IB, L.n - j);
        T *l = L.p + j + (size_t)j * L.ld, *d = D.p + (size_t)j * D.ld;
        gemm(CUBLAS_OP_N, CUBLAS_OP_N, b, b, b, 1, l, L.ld, d, D.ld, 0, r.p, r.ld);
        r.n = b;
        add_diagonal(r, -1);
        r.n = SL_CUDA_IB;
        double res = norm(b, b, r.p, r.ld) /
                     (b * eps<T>() * norm(b, b, l, L.ld) * norm(b, b, d, D.ld));
        worst = res <= worst ? worst : res; // NaN becomes and stays the worst
        // what is outside the triangle, of the block's own rows: zeros
        triangle_kernel<<<dim3((b + 127) / 128, b), 128, 0, stream>>>(
            b, !lower, d, D.ld, r.p, b, make<T>(0, 0), 1, 0);
        if (!(norm(b, b, r.p, b) == 0))
            worst = INFINITY;
    }
    return worst;
}

template <class T> static void check_potrf(bool lower, int n, int pad)
{
    matrix<T> full(n, n), a(n, n, pad), before(n, n, pad), L(n, n);
    matrix<T> D(SL_CUDA_IB, n, pad), work((int)type<T>::potrf_work(n), 1);
    matrix<int> info(1, 1);
    int hinfo = -1, bare = -1;
    char what[200];
    definite(full, n);
    double norm_a = norm(full), res, inv;
    bool outside;

    triangle(lower, full, before, nan_of<T>(), type<T>::is_complex ? 3 : 0, 7);
    a.copy(before);
    CUDA(cudaMemsetAsync(D.p, 0xff, D.bytes(), stream));
    CUDA(cudaMemsetAsync(info.p, 0xff, sizeof(int), stream));
    CUDA(cudaMemsetAsync(work.p, 0xff, work.bytes(), stream));
    CUDA(type<T>::potrf(handle, fill_mode(lower), n, a.p, a.ld, D.p, D.ld, work.p,
                        info.p));
    CUDA(cudaMemcpyAsync(&hinfo, info.p, sizeof(int), cudaMemcpyDefault, stream));
    triangle(lower, a, L, make<T>(0, 0), 0);
    outside = same_outside(lower, a, before);
    inv = check_inverses(lower, L, D);
    gemm(lower ? CUBLAS_OP_N : CUBLAS_OP_C, lower ? CUBLAS_OP_C : CUBLAS_OP_N, n, n, n,
         -1, L.p, L.ld, L.p, L.ld, 1, full.p, full.ld);
    res = norm(full) / (n * norm_a * eps<T>());

    // without D the same factor, bit by bit
    matrix<T> again(n, n, pad);
    again.copy(before);
    CUDA(type<T>::potrf(handle, fill_mode(lower), n, again.p, again.ld, nullptr, 0,
                        work.p, info.p));
    CUDA(cudaMemcpyAsync(&bare, info.p, sizeof(int), cudaMemcpyDefault, stream));
    dim3 grid((a.ld + 127) / 128, n);
    outside_kernel<<<grid, 128, 0, stream>>>(0, lower, a.p, again.p, a.ld);
    bool same = take(1) == 0;

    snprintf(what, sizeof what,
             "%spotrf %s n=%d lda=%d: info %d %d, residual %.2g, inverses %.2g%s%s",
             type<T>::name, lower ? "lower" : "upper", n, a.ld, hinfo, bare, res, inv,
             outside ? "" : ", wrote outside", same ? "" : ", differs without D");
    check(hinfo == 0 && bare == 0 && res < threshold && inv < threshold && outside &&
              same,
          what);
}

// One element of the triangle replaced: info must name the first bad minor.
template <class T>
static int info_of(bool lower, const matrix<T> &good, int i, int j, T v, int second)
{
    int n = good.n;
    matrix<T> a(n, n), D(SL_CUDA_IB, n), work((int)type<T>::potrf_work(n), 1);
    matrix<int> info(1, 1);
    int h = -1;
    triangle(lower, good, a, nan_of<T>(), 0);
    size_t at = lower ? i + (size_t)j * a.ld : j + (size_t)i * a.ld;
    CUDA(cudaMemcpyAsync(a.p + at, &v, sizeof v, cudaMemcpyDefault, stream));
    if (second < n)
        CUDA(cudaMemcpyAsync(a.p + second + (size_t)second * a.ld, &v, sizeof v,
                             cudaMemcpyDefault, stream));
    CUDA(type<T>::potrf(handle, fill_mode(lower), n, a.p, a.ld, D.p, D.ld, work.p,
                        info.p));
    CUDA(cudaMemcpyAsync(&h, info.p, sizeof(int), cudaMemcpyDefault, stream));
    CUDA(cudaStreamSynchronize(stream));
    return h;
}

template <class T> static void check_indefinite(bool lower, int n)
{
    matrix<T> good(n, n);
    definite(good, n + 1);
    int bad = 0, asked = 0;
    const int at[] = {1,   2,   8,   9,   31,  32,  33,  63,   64,   65,    127, 128,
                      129, 256, 257, 511, 512, 513, 999, 1024, 1025, n - 1, n};
    for (int k : at) {
        if (k < 1 || k > n)
            continue;
        int i = k - 1, later = n; // a second failure later must not show
        const double values[] = {-1, 0, NAN};
        for (double v : values) {
            // zero on the diagonal makes the pivot negative, except for the first: zero
            asked++;
            bad += info_of<T>(lower, good, i, i, make<T>(v, 0), later) != k;
        }
        asked += 2;
        bad += info_of<T>(lower, good, i, i, make<T>(-1, 0), std::min(n, i + 70)) != k;
        int row = std::min(n - 1, i + 3);
        if (row > i)
            bad += info_of<T>(lower, good, row, i, nan_of<T>(), later) != row + 1;
    }
    char what[100];
    snprintf(what, sizeof what, "%spotrf %s n=%d: info of %d broken matrices, %d wrong",
             type<T>::name, lower ? "lower" : "upper", n, asked, bad);
    check(bad == 0, what);
}

template <class T>
static double solve_residual(bool left, bool lower, cublasOperation_t trans, bool unit,
                             int order, int other, matrix<T> &a, matrix<T> &clean,
                             matrix<T> &D, bool &padding)
{
    int m = left ? order : other, n = left ? other : order;
    cublasSideMode_t side = left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
    matrix<T> b(m, n, 3), x(m, n, 3);
    matrix<T> work((int)type<T>::trsm_work(side, m, n), 1);
    T alpha = make<T>(0.75, -0.5), one = make<T>(1, 0), minus = make<T>(-1, 0);
    randomize(b, order + 7);
    x.copy(b);
    CUDA(cudaMemsetAsync(work.p, 0xff, work.bytes(), stream));
    CUDA(type<T>::trsm(handle, side, fill_mode(lower), trans,
                       unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, m, n, alpha, a.p,
                       a.ld, D.p, D.ld, x.p, x.ld, work.p));
    // rows m .. ld-1 only: a "lower triangle" of order 0 leaves all outside, so compare
    // the padding through 2-D copies
    matrix<T> p(3, n), q(3, n);
    CUDA(cudaMemcpy2DAsync(p.p, 3 * sizeof(T), b.p + m, b.ld * sizeof(T), 3 * sizeof(T),
                           n, cudaMemcpyDefault, stream));
    CUDA(cudaMemcpy2DAsync(q.p, 3 * sizeof(T), x.p + m, x.ld * sizeof(T), 3 * sizeof(T),
                           n, cudaMemcpyDefault, stream));
    outside_kernel<<<dim3(1, n), 128, 0, stream>>>(0, true, p.p, q.p, 3);
    padding = take(1) == 0;
    double norm_x = norm(m, n, x.p, x.ld), norm_a = norm(clean);
    if (left)
        CUDA(type<T>::gemm(handle, trans, CUBLAS_OP_N, m, n, m, &minus, clean.p,
                           clean.ld, x.p, x.ld, &alpha, b.p, b.ld));
    else
        CUDA(type<T>::gemm(handle, CUBLAS_OP_N, trans, m, n, n, &minus, x.p, x.ld,
                           clean.p, clean.ld, &alpha, b.p, b.ld));
    (void)one;
    return norm(m, n, b.p, b.ld) / (norm_a * norm_x * order * eps<T>());
}

template <class T> static void check_trsm(int n, int other)
{
    for (int variant = 0; variant < 4; variant++) {
        bool lower = variant & 1, unit = variant & 2;
        matrix<T> full(n, n), a(n, n, 5), clean(n, n), D(SL_CUDA_IB, n, n % 2);
        well_conditioned(full, n);
        triangle(lower, full, a, nan_of<T>(), unit ? 1 : 0);
        triangle(lower, full, clean, make<T>(0, 0), unit ? 2 : 0);
        CUDA(cudaMemsetAsync(D.p, 0xff, D.bytes(), stream));
        CUDA(type<T>::trtri_diag(handle, fill_mode(lower),
                                 unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, n, a.p,
                                 a.ld, D.p, D.ld));
        double inv = check_inverses(lower, clean, D), worst = 0;
        bool padding = true, ok;
        const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
        for (int left = 0; left < 2; left++)
            for (cublasOperation_t op : ops) {
                double r =
                    solve_residual<T>(left, lower, op, unit, n, other, a, clean, D, ok);
                worst = r <= worst ? worst : r;
                padding = padding && ok;
            }
        char what[160];
        snprintf(what, sizeof what,
                 "%strsm %s %s n=%d nrhs=%d: 6 residuals %.2g, inverses %.2g%s",
                 type<T>::name, lower ? "lower" : "upper", unit ? "unit" : "non-unit",
                 n, other, worst, inv, padding ? "" : ", wrote outside");
        check(worst < threshold && inv < threshold && padding, what);
    }
}

// Inverted blocks are only as good as the matrix allows: a tile below the diagonal of a
// nearly singular matrix, a Gaussian kernel with a small shift, must still be solved to
// a residual small beside the matrix.
template <class T>
__global__ void kernel_matrix(int m, T *a, int ld, int shift, double s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    double d = (i + shift - j) / 8.0;
    if (i < m)
        a[i + (size_t)j * ld] = make<T>(exp(-d * d) + (i + shift == j ? s : 0), 0);
}

template <class T> static void check_hard(int n)
{
    matrix<T> a(n, n), L(n, n), b(n, n), x(n, n), D(SL_CUDA_IB, n);
    matrix<T> work((int)type<T>::potrf_work(n), 1);
    matrix<T> twork((int)type<T>::trsm_work(CUBLAS_SIDE_RIGHT, n, n), 1);
    matrix<int> info(1, 1);
    int h = -1;
    dim3 grid((n + 127) / 128, n);
    double s = eps<T>() * 1000, norm_a;
    kernel_matrix<<<grid, 128, 0, stream>>>(n, a.p, n, 0, s);
    kernel_matrix<<<grid, 128, 0, stream>>>(n, b.p, n, n, s);
    norm_a = norm(a);
    CUDA(type<T>::potrf(handle, CUBLAS_FILL_MODE_LOWER, n, a.p, n, D.p, D.ld, work.p,
                        info.p));
    CUDA(cudaMemcpyAsync(&h, info.p, sizeof h, cudaMemcpyDefault, stream));
    triangle(true, a, L, make<T>(0, 0), 0);
    x.copy(b);
    CUDA(type<T>::trsm(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C,
                       CUBLAS_DIAG_NON_UNIT, n, n, make<T>(1, 0), L.p, n, D.p, D.ld,
                       x.p, n, twork.p));
    gemm(CUBLAS_OP_N, CUBLAS_OP_C, n, n, n, -1, x.p, n, L.p, n, 1, b.p, n);
    double res = norm(b) / (n * norm_a * eps<T>());
    char what[100];
    snprintf(what, sizeof what,
             "%strsm n=%d beside a nearly singular tile: info %d, %.2g", type<T>::name,
             n, h, res);
    check(h == 0 && res < threshold, what);
}

// Two threads, two streams: the same bits as alone.
template <class T> static void check_threads(int n)
{
    matrix<T> full(n, n), alone(n, n), x(n, n), y(n, n), D1(SL_CUDA_IB, n),
        D2(SL_CUDA_IB, n);
    matrix<T> work(2 * (int)type<T>::potrf_work(n), 1);
    matrix<int> info(2, 1);
    matrix<T> *result[] = {&x, &y}, *inverse[] = {&D1, &D2};
    definite(full, 1);
    alone.copy(full);
    CUDA(type<T>::potrf(handle, CUBLAS_FILL_MODE_LOWER, n, alone.p, n, D1.p, D1.ld,
                        work.p, info.p));
    CUDA(cudaStreamSynchronize(stream));
    bool same = true;
    for (int round = 0; round < 5; round++) {
        std::vector<std::thread> threads;
        x.copy(full);
        y.copy(full);
        CUDA(cudaStreamSynchronize(stream));
        for (int i = 0; i < 2; i++)
            threads.emplace_back([&, i] {
                cublasHandle_t h;
                cudaStream_t s;
                CUDA(cublasCreate(&h));
                CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
                CUDA(cublasSetStream(h, s));
                CUDA(type<T>::potrf(h, CUBLAS_FILL_MODE_LOWER, n, result[i]->p, n,
                                    inverse[i]->p, SL_CUDA_IB,
                                    work.p + i * type<T>::potrf_work(n), info.p + i));
                CUDA(cudaStreamSynchronize(s));
                CUDA(cublasDestroy(h));
                CUDA(cudaStreamDestroy(s));
            });
        for (std::thread &t : threads)
            t.join();
        for (int i = 0; i < 2; i++) {
            outside_kernel<<<dim3((n + 127) / 128, n), 128, 0, stream>>>(
                0, true, alone.p, result[i]->p, n);
            same = take(1) == 0 && same;
        }
    }
    char what[80];
    snprintf(what, sizeof what, "%spotrf n=%d from two threads, the same bits",
             type<T>::name, n);
    check(same, what);
}

template <class T> static void check_empty()
{
    matrix<T> a(1, 1), D(SL_CUDA_IB, 1), work(1, 1);
    matrix<int> info(1, 1);
    int h = -1;
    CUDA(cudaMemset(info.p, 0xff, sizeof(int)));
    int s1 = type<T>::potrf(handle, CUBLAS_FILL_MODE_LOWER, 0, a.p, 1, D.p, D.ld,
                            work.p, info.p);
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaMemcpy(&h, info.p, sizeof(int), cudaMemcpyDefault));
    int s2 = type<T>::trtri_diag(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT, 0,
                                 a.p, 1, D.p, D.ld);
    int s3 = type<T>::trsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER,
                           CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, 5, make<T>(1, 0), a.p, 1,
                           D.p, D.ld, a.p, 1, work.p);
    int s4 = type<T>::potrf(handle, CUBLAS_FILL_MODE_LOWER, -1, a.p, 1, D.p, D.ld,
                            work.p, info.p);
    cublasPointerMode_t mode;
    CUDA(cublasGetPointerMode(handle, &mode));
    char what[80];
    snprintf(what, sizeof what, "%s: n = 0, a bad argument, pointer mode",
             type<T>::name);
    check(h == 0 && s1 == 0 && s2 == 0 && s3 == 0 &&
              s4 == CUBLAS_STATUS_INVALID_VALUE && mode == CUBLAS_POINTER_MODE_HOST,
          what);
}

template <class T> static void check_type(bool quick)
{
    const int all[] = {1,   2,   31,  32,  33,  63,   64,   65,   127, 128,
                       129, 255, 256, 257, 500, 1000, 1024, 1300, 2048};
    check_empty<T>();
    for (int n : all) {
        if ((quick && n > 300) || (only_n && n != only_n))
            continue;
        for (int lower = 0; lower < 2; lower++)
            check_potrf<T>(lower, n, n % 2 ? 3 : 0);
        check_trsm<T>(n, n > 600 ? 133 : n / 2 + 1);
    }
    const int broken[] = {1, 65, 200, 1030};
    for (int n : broken)
        if ((!quick || n == 65) && !only_n)
            for (int lower = 0; lower < 2; lower++)
                check_indefinite<T>(lower, n);
    check_hard<T>(300);
    if (!quick && !only_n)
        check_hard<T>(1500);
    if (!quick && !only_n)
        check_threads<T>(1024);
}

// ---- Times -----------------------------------------------------------------------

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
        delay_kernel<<<1, 1, 0, stream>>>(600000);
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

template <class T> static void bench_size(int n, cusolverDnHandle_t solver)
{
    matrix<T> full(n, n), a(n, n), L(n, n), b(n, n), c(n, n), D(SL_CUDA_IB, n);
    matrix<T> work((int)type<T>::potrf_work(n), 1);
    matrix<T> twork((int)type<T>::trsm_work(CUBLAS_SIDE_RIGHT, n, n), 1);
    matrix<int> info(1, 1);
    T one = make<T>(1, 0), zero = make<T>(0, 0);
    int lwork;
    auto lower = CUBLAS_FILL_MODE_LOWER, upper = CUBLAS_FILL_MODE_UPPER;
    auto right = CUBLAS_SIDE_RIGHT, left = CUBLAS_SIDE_LEFT;
    auto N = CUBLAS_OP_N, C = CUBLAS_OP_C;
    auto non = CUBLAS_DIAG_NON_UNIT;
    definite(full, 1);
    CUDA(type<T>::potrf_ref_size(solver, lower, n, a.p, n, &lwork));
    matrix<T> swork(lwork, 1);
    auto fresh = [&] { a.copy(full); };
    auto nothing = [] {};
    auto rhs = [&] { b.copy(full); };

    double vendor = time_ms(fresh, [&] {
        CUDA(type<T>::potrf_ref(solver, lower, n, a.p, n, swork.p, lwork, info.p));
    });
    double both = time_ms(fresh, [&] {
        CUDA(type<T>::potrf(handle, lower, n, a.p, n, D.p, D.ld, work.p, info.p));
    });
    double bare = time_ms(fresh, [&] {
        CUDA(type<T>::potrf(handle, lower, n, a.p, n, nullptr, 0, work.p, info.p));
    });
    double up = time_ms(fresh, [&] {
        CUDA(type<T>::potrf(handle, upper, n, a.p, n, D.p, D.ld, work.p, info.p));
    });
    fresh();
    CUDA(type<T>::potrf(handle, lower, n, a.p, n, D.p, D.ld, work.p, info.p));
    L.copy(a);
    double inverses = time_ms(nothing, [&] {
        CUDA(type<T>::trtri_diag(handle, lower, non, n, L.p, n, D.p, D.ld));
    });
    double trsm_vendor = time_ms(rhs, [&] {
        CUDA(type<T>::trsm_ref(handle, right, lower, C, non, n, n, &one, L.p, n, b.p,
                               n));
    });
    double trsm_right = time_ms(rhs, [&] {
        CUDA(type<T>::trsm(handle, right, lower, C, non, n, n, one, L.p, n, D.p, D.ld,
                           b.p, n, twork.p));
    });
    double trsm_left = time_ms(rhs, [&] {
        CUDA(type<T>::trsm(handle, left, lower, N, non, n, n, one, L.p, n, D.p, D.ld,
                           b.p, n, twork.p));
    });
    double product = time_ms(nothing, [&] {
        CUDA(type<T>::gemm(handle, N, C, n, n, n, &one, full.p, n, L.p, n, &zero, c.p,
                           n));
    });
    double f = type<T>::is_complex ? 4e-9 : 1e-9, n3 = (double)n * n * n;
    printf("# %s %5d %8.3f %8.3f %8.3f %8.3f %8.3f  %8.3f %8.3f %8.3f %5.1f %5.1f  "
           "%8.3f %5.1f\n",
           type<T>::name, n, vendor, both, bare, up, inverses, trsm_vendor, trsm_right,
           trsm_left, f * n3 / trsm_right, f * n3 / trsm_left, product,
           2 * f * n3 / product);
}

template <class T> static void bench_type(cusolverDnHandle_t solver)
{
    const int sizes[] = {64, 128, 256, 512, 1024, 2048, 4096};
    printf("# times in ms, rates in Tflop/s; IB = %d\n", SL_CUDA_IB);
    printf("#          potrf                                     inverses  trsm\n");
    printf(
        "#     n  cusolver     ours    bare    upper   of L    cublas    right     left"
        "  TF/s  TF/s     gemm  TF/s\n");
    for (int n : sizes)
        if (only_n == 0 || n == only_n)
            bench_size<T>(n, solver);
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
        else if (!strcmp(argv[i], "--n") && i + 1 < argc)
            only_n = atoi(argv[++i]);
        else {
            fprintf(stderr, "usage: %s [--quick] [--bench] [--type sdcz] [--n N]\n",
                    argv[0]);
            return 2;
        }
    }
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        printf("1..0 # SKIP no CUDA device\n");
        return 77;
    }
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA(cublasCreate(&handle));
    CUDA(cublasSetStream(handle, stream));
    cusolverDnHandle_t solver;
    CUDA(cusolverDnCreate(&solver));
    CUDA(cusolverDnSetStream(solver, stream));
    for (const char *t = types; *t; t++) {
        if (*t == 's')
            bench ? bench_type<float>(solver) : check_type<float>(quick);
        if (*t == 'd')
            bench ? bench_type<double>(solver) : check_type<double>(quick);
        if (*t == 'c')
            bench ? bench_type<cuComplex>(solver) : check_type<cuComplex>(quick);
        if (*t == 'z')
            bench ? bench_type<cuDoubleComplex>(solver)
                  : check_type<cuDoubleComplex>(quick);
    }
    printf("1..%d\n", tests);
    return failures ? 1 : 0;
}
