/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Element-wise kernels, and norms. */

#include <cfloat>
#include <climits>
#include "codelets/cuda/cuda_each.cuh"
#include "cuda_residual.cuh"
#include "cuda_utilities.h"
#include "random.h"

using sl::launch_each;

/* Elements of a triangle, with global offsets for a tile of it. */
__device__ static bool inside(char uplo, int64_t i, int64_t j)
{
    return uplo == 'L' ? i >= j : uplo == 'U' ? i <= j : true;
}

/* The little arithmetic this takes, for real and complex types. */
template <typename T> struct number {
    typedef T real;
    __device__ static T make(double re, double)
    {
        return (T)re;
    }
    __device__ static T multiply(T a, T b)
    {
        return a * b;
    }
    __device__ static T scale(T a, T b)
    {
        return a * b;
    }
    __device__ static T scaled(double factor, T a)
    {
        return (T)(factor * a);
    }
    __device__ static T real_part(T a)
    {
        return a;
    }
    __host__ __device__ static bool is_zero(T a)
    {
        return a == 0;
    }
    static const bool is_complex = false;
};

/* Never part of a fused operation. */
__device__ static float times(float a, float b)
{
    return __fmul_rn(a, b);
}
__device__ static double times(double a, double b)
{
    return __dmul_rn(a, b);
}

template <typename C, typename R> struct complex_number {
    typedef R real;
    __device__ static C make(double re, double im)
    {
        C c;
        c.x = (R)re;
        c.y = (R)im;
        return c;
    }
    __device__ static C multiply(C a, C b) /* each operation rounded, as on a core */
    {
        return make((double)(times(a.x, b.x) - times(a.y, b.y)),
                    (double)(times(a.x, b.y) + times(a.y, b.x)));
    }
    __device__ static C scale(C a, C b) /* a is real */
    {
        return make((double)(a.x * b.x), (double)(a.x * b.y));
    }
    __device__ static C scaled(double factor, C a)
    {
        return make(factor * a.x, factor * a.y);
    }
    __device__ static C real_part(C a)
    {
        return make((double)a.x, 0);
    }
    __host__ __device__ static bool is_zero(C a)
    {
        return a.x == 0 && a.y == 0;
    }
    static const bool is_complex = true;
};
template <> struct number<cuComplex> : complex_number<cuComplex, float> {};
template <> struct number<cuDoubleComplex> : complex_number<cuDoubleComplex, double> {};

template <typename T>
static int laset(cudaStream_t stream, char uplo, int64_t d, int m, int n, T alpha, T beta, T *A,
                 int lda)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        if (inside(uplo, i, j + d))
            A[i + j * lda] = i == j + d ? beta : alpha;
    });
}

template <typename T>
static int lascl(cudaStream_t stream, int hermitian, char uplo, int m, int n, T alpha, T *A,
                  int lda)
{
    bool clear = number<T>::is_zero(alpha);
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        if (!inside(uplo, i, j))
            return;
        T a = A[i + j * lda];
        if (hermitian && uplo != 'G' && i == j)
            a = number<T>::real_part(a);
        A[i + j * lda] = clear       ? number<T>::make(0, 0)
                         : hermitian ? number<T>::scale(alpha, a)
                                     : number<T>::multiply(alpha, a);
    });
}

template <typename T>
static int rescale(cudaStream_t stream, int m, int n, const double *factor, T *A, int lda)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        if (*factor == 0)
            A[i + j * lda] = number<T>::make(0, 0);
        else if (*factor != 1)
            A[i + j * lda] = number<T>::scaled(*factor, A[i + j * lda]);
    });
}

template <typename T>
static int lacp2(cudaStream_t stream, int m, int n, const typename number<T>::real *A, int lda, T *B,
                 int ldb)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        B[i + j * ldb] = number<T>::make((double)A[i + j * lda], 0);
    });
}

template <typename T>
static int lacpy(cudaStream_t stream, char uplo, int m, int n, const T *A, int lda, T *B,
                 int ldb)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        if (inside(uplo, i, j))
            B[i + j * ldb] = A[i + j * lda];
    });
}

template <typename T>
static int rows(cudaStream_t stream, int scatter, int m, int n, const int *to, int first,
                const T *A, int lda, T *B, int ldb)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        int64_t other = to[i] - first;
        B[(scatter ? other : i) + j * ldb] = A[(scatter ? i : other) + j * lda];
    });
}

template <typename T>
static int columns(cudaStream_t stream, int m, int n, const int *source, int first, int count,
                   const T *A, int lda, T *B, int ldb)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        int64_t s = source[j] - first;
        if (s >= 0 && s < count)
            B[i + j * ldb] = A[i + s * lda];
    });
}

int sl_cuda_iota(cudaStream_t stream, int m, int *to)
{
    return launch_each(stream, m, 1, [=] __device__(int64_t i, int64_t) { to[i] = (int)i; });
}

template <typename T>
static int random(cudaStream_t stream, int hermitian, char uplo, double shift, uint64_t seed,
                  int64_t i0, int64_t j0, int m, int n, T *A, int lda)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        int64_t gi = i0 + i, gj = j0 + j;
        if (!inside(uplo, gi, gj))
            return;
        bool swap = hermitian && gi < gj, diagonal = hermitian && gi == gj;
        double re = sl_uniform(seed, swap ? gj : gi, swap ? gi : gj, 0), im = 0;
        if (number<T>::is_complex && !diagonal)
            im = sl_uniform(seed, swap ? gj : gi, swap ? gi : gj, 1);
        /* the shift is added in the precision of A, as the CPU kernel does */
        typedef typename number<T>::real R;
        double value = diagonal ? (double)(R)((double)(R)re + shift) : re;
        A[i + j * lda] = number<T>::make(value, swap ? -im : im);
    });
}

/* ---- Conversions ------------------------------------------------------------------------ */

__device__ static float narrowed(double a, bool, bool *beyond)
{
    *beyond = fabs(a) > FLT_MAX;
    return (float)a;
}
__device__ static cuComplex narrowed(cuDoubleComplex a, bool real_part, bool *beyond)
{
    double im = real_part ? 0 : a.y;
    *beyond = fabs(a.x) > FLT_MAX || fabs(im) > FLT_MAX;
    return make_cuComplex((float)a.x, (float)im);
}
__device__ static double widened(float a)
{
    return a;
}
__device__ static cuDoubleComplex widened(cuComplex a)
{
    return make_cuDoubleComplex(a.x, a.y);
}
__device__ static double sum(double a, double b)
{
    return a + b;
}
__device__ static cuDoubleComplex sum(cuDoubleComplex a, cuDoubleComplex b)
{
    return make_cuDoubleComplex(a.x + b.x, a.y + b.y);
}

template <typename T, typename L>
static int narrow(cudaStream_t stream, char uplo, int m, int n, const T *A, int lda, L *B, int ldb,
                  int *info)
{
    int status = info ? cudaMemsetAsync(info, 0, sizeof *info, stream) : cudaSuccess;
    if (status != cudaSuccess)
        return status;
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        if (!inside(uplo, i, j))
            return;
        bool beyond;
        B[i + j * ldb] = narrowed(A[i + j * lda], uplo != 'G' && i == j, &beyond);
        if (beyond && info)
            *info = 1;
    });
}

template <typename T, typename L>
static int widen(cudaStream_t stream, int add, int m, int n, const L *A, int lda, T *B, int ldb)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        T a = widened(A[i + j * lda]);
        B[i + j * ldb] = add ? sum(B[i + j * ldb], a) : a;
    });
}

#define DEFINE_CONVERT(x, T, L)                                                              \
    extern "C" int sl_cuda_##x##narrow(cudaStream_t stream, char uplo, int m, int n,         \
                                       const T *A, int lda, L *B, int ldb, int *info)        \
    {                                                                                        \
        return narrow<T, L>(stream, uplo, m, n, A, lda, B, ldb, info);                       \
    }                                                                                        \
    extern "C" int sl_cuda_##x##widen(cudaStream_t stream, int add, int m, int n,            \
                                      const L *A, int lda, T *B, int ldb)                    \
    {                                                                                        \
        return widen<T, L>(stream, add, m, n, A, lda, B, ldb);                               \
    }
DEFINE_CONVERT(d, double, float)
DEFINE_CONVERT(z, cuDoubleComplex, cuComplex)

/* ---- Norms: a thread block a column, then one a row ------------------------------------ */

__device__ static double size_of(float a, bool)
{
    return fabs((double)a);
}
__device__ static double size_of(double a, bool)
{
    return fabs(a);
}
__device__ static double size_of(cuComplex a, bool real_part)
{
    return real_part ? fabs((double)a.x) : (double)hypotf(a.x, a.y);
}
__device__ static double size_of(cuDoubleComplex a, bool real_part)
{
    return real_part ? fabs(a.x) : hypot(a.x, a.y);
}

/* What is collected: a largest value or a sum in x; a scale and a sum of squares in x, y. */
struct part {
    double x, y;
};

__device__ static part join(char norm, part a, part b)
{
    if (norm == 'M')
        return part{b.x > a.x || b.x != b.x ? b.x : a.x, 0};
    if (norm != 'F')
        return part{a.x + b.x, 0};
    double most = b.x > a.x || b.x != b.x ? b.x : a.x;
    if (most == 0)
        return part{0, 0};
    double s = a.x == most ? 1 : a.x / most, t = b.x == most ? 1 : b.x / most; /* infinities */
    return part{most, a.y * s * s + b.y * t * t};
}

/* The block's threads hold one part each; thread 0 gets them all, in a fixed order. */
__device__ static part join_block(char norm, part mine)
{
    __shared__ part parts[128];
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            parts[threadIdx.x] = join(norm, parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    return parts[0];
}

/* Column blockIdx.x; if mirrored also its mirror image, row blockIdx.x, where sums want it. unit: ones
 * on the diagonal. rows: a row instead. */
template <typename T>
__global__ static void norm_kernel(char norm, char shape, bool mirrored, bool unit, int64_t d,
                                   bool rows, int m, int n, const T *A, int lda, double *sums)
{
    int64_t k = blockIdx.x;
    bool sum = norm == 'O' || norm == 'I';
    part mine = {0, 0};
    for (int64_t l = threadIdx.x; l < (rows ? n : m); l += blockDim.x) {
        int64_t i = rows ? k : l, j = rows ? l : k;
        if (!inside(shape, i, j + d)) {
            if (!sum || !mirrored)
                continue;
            i = k, j = l; /* the mirror image of element (l, k) */
        }
        bool diagonal = mirrored && i == j + d;
        double x = unit && i == j + d ? 1 : size_of(A[i + j * lda], diagonal);
        double weight = mirrored && !diagonal && norm == 'F' ? 2 : 1;
        mine = join(norm, mine, part{x, x == 0 ? 0 : weight});
    }
    mine = join_block(norm, mine);
    if (threadIdx.x != 0)
        return;
    if (norm == 'F') {
        sums[2 * k] = mine.x;
        sums[2 * k + 1] = mine.y;
    } else
        sums[(rows ? n : 0) + k] = mine.x;
}

template <typename T>
static int norm(cudaStream_t stream, char which, char shape, bool mirrored, bool unit, int64_t d,
                int m, int n, const T *A, int lda, double *sums)
{
    mirrored = mirrored && shape != 'G';
    unit = unit && shape != 'G';
    if (m == 0 || n == 0)
        return cudaSuccess;
    norm_kernel<T><<<n, 128, 0, stream>>>(which, shape, mirrored, unit, d, false, m, n, A, lda, sums);
    if (!mirrored && (which == 'O' || which == 'I'))
        norm_kernel<T><<<m, 128, 0, stream>>>(which, shape, mirrored, unit, d, true, m, n, A, lda, sums);
    return cudaGetLastError();
}

/* ---- Residuals: a thread an element --------------------------------------------------- */

template <typename T>
static int residual(cudaStream_t stream, char trans, char shape, int m, int n, int k, const T *A,
                    int lda, const T *X, int ldx, T *R, int ldr, typename number<T>::real *W, int ldw)
{
    int rows = trans == 'N' ? m : n, inner = trans == 'N' ? n : m;
    return launch_each(stream, rows, k, [=] __device__(int64_t i, int64_t j) {
        sl::residual_element(trans, shape, inner, A, lda, i, X + j * ldx, &R[i + j * ldr],
                             &W[i + j * ldw]);
    });
}

/* ---- The first zero of a diagonal: a thread looks at every 256th element ---------------- */

template <typename T>
__global__ static void first_zero_kernel(int n, const T *A, int lda, int *info)
{
    __shared__ int first;
    if (threadIdx.x == 0)
        first = INT_MAX;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (number<T>::is_zero(A[i + (int64_t)i * lda]))
            atomicMin(&first, i + 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *info = first == INT_MAX ? 0 : first;
}

template <typename T>
static int first_zero(cudaStream_t stream, int n, const T *A, int lda, int *info)
{
    first_zero_kernel<<<1, 256, 0, stream>>>(n, A, lda, info);
    return cudaGetLastError();
}

/* ---- The factor sigma ------------------------------------------------------------------ */

enum { SIGMA_THREADS = 256 };

__global__ static void sigma_join_kernel(int column, int n, const double *largest, double *sigma,
                                         int *info)
{
    __shared__ double part[SIGMA_THREADS];
    __shared__ int first;
    double mine = 0;
    if (threadIdx.x == 0)
        first = INT_MAX;
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += SIGMA_THREADS)
        if (isfinite(largest[j]))
            mine = fmax(mine, largest[j]);
        else
            atomicMin(&first, column + j + 1);
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int half = SIGMA_THREADS / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            part[threadIdx.x] = fmax(part[threadIdx.x], part[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x != 0)
        return;
    *sigma = column == 0 ? part[0] : fmax(*sigma, part[0]);
    if (column == 0 || *info == 0)
        *info = first == INT_MAX ? 0 : first;
}

int sl_cuda_sigma_join(cudaStream_t stream, int column, int n, const double *largest, double *sigma,
                       int *info)
{
    sigma_join_kernel<<<1, SIGMA_THREADS, 0, stream>>>(column, n, largest, sigma, info);
    return cudaGetLastError();
}

__global__ static void sigma_end_kernel(double rmin, int numbers, double *sigma, const int *info)
{
    double anrm = *sigma, rmax = 1 / rmin;
    bool finite = *info == 0;
    sigma[0] = finite && anrm > 0 && anrm < rmin ? rmin / anrm
               : finite && anrm > rmax           ? rmax / anrm
                                                 : 1;
    sigma[1] = 1 / sigma[0];
    if (numbers > 2)
        sigma[2] = !finite || anrm != 0;
}

int sl_cuda_sigma_end(cudaStream_t stream, double rmin, int numbers, double *sigma, const int *info)
{
    sigma_end_kernel<<<1, 1, 0, stream>>>(rmin, numbers, sigma, info);
    return cudaGetLastError();
}

__global__ static void clear_info_kernel(const double *sigma, int *info)
{
    if (sigma[2] == 0)
        *info = 0;
}

int sl_cuda_clear_info(cudaStream_t stream, const double *sigma, int *info)
{
    clear_info_kernel<<<1, 1, 0, stream>>>(sigma, info);
    return cudaGetLastError();
}

#define DEFINE(x, T)                                                                         \
    extern "C" int sl_cuda_##x##laset(cudaStream_t stream, char uplo, int64_t d, int m,      \
                                      int n, T alpha, T beta, T *A, int lda)                 \
    {                                                                                        \
        return laset<T>(stream, uplo, d, m, n, alpha, beta, A, lda);                         \
    }                                                                                        \
    extern "C" int sl_cuda_##x##lascl(cudaStream_t stream, int hermitian, char uplo, int m, \
                                       int n, T alpha, T *A, int lda)                        \
    {                                                                                        \
        return lascl<T>(stream, hermitian, uplo, m, n, alpha, A, lda);                      \
    }                                                                                        \
    extern "C" int sl_cuda_##x##rescale(cudaStream_t stream, int m, int n,                   \
                                        const double *factor, T *A, int lda)                 \
    {                                                                                        \
        return rescale<T>(stream, m, n, factor, A, lda);                                     \
    }                                                                                        \
    extern "C" int sl_cuda_##x##lacp2(cudaStream_t stream, int m, int n,                     \
                                      const typename number<T>::real *A, int lda, T *B,      \
                                      int ldb)                                               \
    {                                                                                        \
        return lacp2<T>(stream, m, n, A, lda, B, ldb);                                       \
    }                                                                                        \
    extern "C" int sl_cuda_##x##lacpy(cudaStream_t stream, char uplo, int m, int n,          \
                                      const T *A, int lda, T *B, int ldb)                    \
    {                                                                                        \
        return lacpy<T>(stream, uplo, m, n, A, lda, B, ldb);                                 \
    }                                                                                        \
    extern "C" int sl_cuda_##x##rows(cudaStream_t stream, int scatter, int m, int n,         \
                                     const int *to, int first, const T *A, int lda, T *B,    \
                                     int ldb)                                                \
    {                                                                                        \
        return rows<T>(stream, scatter, m, n, to, first, A, lda, B, ldb);                    \
    }                                                                                        \
    extern "C" int sl_cuda_##x##columns(cudaStream_t stream, int m, int n,                   \
                                        const int *source, int first, int count,             \
                                        const T *A, int lda, T *B, int ldb)                  \
    {                                                                                        \
        return columns<T>(stream, m, n, source, first, count, A, lda, B, ldb);               \
    }                                                                                        \
    extern "C" int sl_cuda_##x##random(cudaStream_t stream, int hermitian, char uplo,        \
                                       double shift, uint64_t seed, int64_t i0, int64_t j0,  \
                                       int m, int n, T *A, int lda)                          \
    {                                                                                        \
        return random<T>(stream, hermitian, uplo, shift, seed, i0, j0, m, n, A, lda);        \
    }                                                                                        \
    extern "C" int sl_cuda_##x##norm(cudaStream_t stream, char which, char shape,            \
                                     bool mirrored, bool unit, int64_t d, int m, int n,      \
                                     const T *A, int lda, double *sums)                      \
    {                                                                                        \
        return norm<T>(stream, which, shape, mirrored, unit, d, m, n, A, lda, sums);         \
    }                                                                                        \
    extern "C" int sl_cuda_##x##residual(cudaStream_t stream, char trans, char shape, int m, \
                                         int n, int k, const T *A, int lda, const T *X,      \
                                         int ldx, T *R, int ldr,                             \
                                         typename number<T>::real *W, int ldw)               \
    {                                                                                        \
        return residual<T>(stream, trans, shape, m, n, k, A, lda, X, ldx, R, ldr, W, ldw);   \
    }                                                                                        \
    extern "C" int sl_cuda_##x##first_zero(cudaStream_t stream, int n, const T *A, int lda,  \
                                           int *info)                                        \
    {                                                                                        \
        return first_zero<T>(stream, n, A, lda, info);                                       \
    }
DEFINE(s, float)
DEFINE(d, double)
DEFINE(c, cuComplex)
DEFINE(z, cuDoubleComplex)
