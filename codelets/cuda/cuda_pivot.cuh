/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Common parts of LU's leaves: their arguments, candidates for a pivot, their order, and the
 * division by a pivot.
 */
#ifndef SL_CUDA_PIVOT_CUH
#define SL_CUDA_PIVOT_CUH

#include <cuda_runtime.h>
#include "cuda_scalar.cuh"

namespace sl
{

template <class T> struct leaf_call {
    T *A; /* first row of the leaf, first column of the panel */
    int lda;
    int rows, cols; /* of the leaf; cols <= IB */
    int first;      /* its first column */
    int panel;      /* columns of the panel */
    int follow;     /* columns right of the leaf that get their rows of U */
    int base;       /* of the pivots: rows above the leaf */
    int *ipiv, *info;
};

/* The bits of a magnitude, high and low. Nonnegative numbers have the order of their bits,
 * and a NaN comes after infinity. */
__device__ inline uint2 magnitude_bits(float x)
{
    return make_uint2(__float_as_uint(x) & 0x7fffffff, 0);
}
__device__ inline uint2 magnitude_bits(double x)
{
    return make_uint2(__double2hiint(x) & 0x7fffffff, __double2loint(x));
}
__device__ inline float cabs1(float x)
{
    return fabsf(x);
}
__device__ inline double cabs1(double x)
{
    return fabs(x);
}
__device__ inline float cabs1(cuComplex x)
{
    return fabsf(x.x) + fabsf(x.y);
}
__device__ inline double cabs1(cuDoubleComplex x)
{
    return fabs(x.x) + fabs(x.y);
}
__device__ inline uint2 magnitude_bits(cuComplex x)
{
    return magnitude_bits(cabs1(x));
}
__device__ inline uint2 magnitude_bits(cuDoubleComplex x)
{
    return magnitude_bits(cabs1(x));
}

/* A row that may become the pivot, 16 bytes. at: its present position, or NOWHERE if there
 * is no such row. row: its position before the first interchange. */
struct __align__(16) candidate {
    unsigned high, low;
    int at, row;
};
enum { NOWHERE = 0x7fffffff };

__device__ inline candidate no_candidate()
{
    candidate c = {0, 0, NOWHERE, 0};
    return c;
}
template <class T> __device__ candidate make_candidate(T v, int at, int row)
{
    uint2 bits = magnitude_bits(v);
    candidate c = {bits.x, bits.y, at, row};
    return c;
}
/* LAPACK's order: the larger one; of equal ones the first */
__device__ inline bool better(const candidate &a, const candidate &b)
{
    unsigned long long x = (unsigned long long)a.high << 32 | a.low;
    unsigned long long y = (unsigned long long)b.high << 32 | b.low;
    return x > y || (x == y && a.at < b.at);
}

/* Of a whole warp. */
__device__ inline unsigned warp_max(unsigned x)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    return __reduce_max_sync(0xffffffff, x);
#else
    for (int d = 16; d > 0; d /= 2)
        x = max(x, __shfl_xor_sync(0xffffffff, x, d));
    return x;
#endif
}
__device__ inline unsigned warp_min(unsigned x)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    return __reduce_min_sync(0xffffffff, x);
#else
    return ~warp_max(~x);
#endif
}

/* The lane that has the best candidate of a warp, as a bit. Mostly its high half decides, the
 * largest of them, `most`, which may be asked for before other work. */
__device__ inline unsigned best_of(const candidate &c, unsigned most)
{
    const unsigned all = 0xffffffff;
    unsigned left = __ballot_sync(all, c.high == most);
    if ((left & (left - 1)) != 0) {
        bool in = c.high == most;
        unsigned low = warp_max(in ? c.low : 0);
        in = in && c.low == low;
        unsigned at = warp_min(in ? (unsigned)c.at : (unsigned)NOWHERE);
        left = __ballot_sync(all, in && (unsigned)c.at == at);
        left &= -left; /* of none there may be several */
    }
    return left;
}
__device__ inline unsigned best_of(const candidate &c)
{
    return best_of(c, warp_max(c.high));
}
__device__ inline int best_lane(const candidate &c, unsigned most)
{
    return 31 - __clz(best_of(c, most));
}
__device__ inline int best_lane(const candidate &c)
{
    return 31 - __clz(best_of(c));
}

/* c - a b, in one rounding a real part so that it is the same wherever it is computed */
__device__ inline float minus_product(float c, float a, float b)
{
    return fmaf(-a, b, c);
}
__device__ inline double minus_product(double c, double a, double b)
{
    return fma(-a, b, c);
}
template <class C> __device__ C minus_product(C c, C a, C b)
{
    c.x = fma(-a.x, b.x, c.x);
    c.y = fma(-a.x, b.y, c.y);
    c.x = fma(a.y, b.y, c.x);
    c.y = fma(-a.y, b.x, c.y);
    return c;
}

template <class T> __device__ T shuffle(T v, int lane)
{
    return __shfl_sync(0xffffffff, v, lane);
}
template <class C> __device__ C shuffle_complex(C v, int lane)
{
    v.x = shuffle(v.x, lane);
    v.y = shuffle(v.y, lane);
    return v;
}
template <> __device__ inline cuComplex shuffle(cuComplex v, int lane)
{
    return shuffle_complex(v, lane);
}
template <> __device__ inline cuDoubleComplex shuffle(cuDoubleComplex v, int lane)
{
    return shuffle_complex(v, lane);
}

/* Is computed here: the compiler would rather do so where it is used. */
__device__ inline void settle(float &x)
{
#ifdef __CUDA_ARCH__
    asm volatile("" : "+f"(x));
#endif
}
__device__ inline void settle(double &x)
{
#ifdef __CUDA_ARCH__
    asm volatile("" : "+d"(x));
#endif
}
template <class C> __device__ void settle(C &x)
{
    settle(x.x);
    settle(x.y);
}

/* Whether the inverse and the square of u, and the inverse of its square, are normal numbers. */
__device__ inline bool is_ordinary(float u)
{
    return (__float_as_uint(u) & 0x7fffffff) - (67u << 23) < 120u << 23;
}
__device__ inline bool is_ordinary(double u)
{
    return ((unsigned)__double2hiint(u) & 0x7fffffff) - (523u << 20) < 1000u << 20;
}
template <class C> __device__ bool is_ordinary(C u)
{
    return is_ordinary(cabs1(u));
}

/* 1 / sqrt(u) of an ordinary number: the processor's approximation and a step of Halley. */
__device__ inline float inverse_root(float u)
{
#ifdef __CUDA_ARCH__
    return rsqrtf(u);
#else
    return 1 / sqrtf(u);
#endif
}
__device__ inline double inverse_root(double u)
{
#ifdef __CUDA_ARCH__
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(u));
    const double e = fma(-u * y, y, 1.0);
    return fma(y * e, fma(0.375, e, 0.5), y);
#else
    return 1 / sqrt(u);
#endif
}

/* 1 / u of an ordinary number: the processor's approximation and a step of Halley. */
__device__ inline float inverse(float u)
{
#ifdef __CUDA_ARCH__
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(u));
    return y;
#else
    return 1 / u;
#endif
}
__device__ inline double inverse(double u)
{
#ifdef __CUDA_ARCH__
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(u));
    const double e = fma(-u, y, 1.0);
    return fma(y, fma(e, e, e), y);
#else
    return 1 / u;
#endif
}
template <class C> __device__ C inverse(C u)
{
    const auto by = inverse(u.x * u.x + u.y * u.y);
    C v;
    v.x = u.x * by;
    v.y = -u.y * by;
    return v;
}

/* A power of two, and its square. The multiple of a tiny number by the square is ordinary, and so is
 * that of a huge one by its inverse. */
template <class R> struct far {
    static constexpr R root = sizeof(R) == 4 ? 0x1p+50f : (R)0x1p+300, square = root * root;
};

/* 1 / sqrt(u) of any number */
template <class R> __device__ R inverse_root_of(R u)
{
    if (is_ordinary(u))
        return inverse_root(u);
    return u < 1 ? inverse_root(u * far<R>::square) * far<R>::root
                 : inverse_root(u * (1 / far<R>::square)) * (1 / far<R>::root);
}

/* Division by a pivot: a product with the reciprocal, as in LAPACK. For a tiny or a huge pivot it
 * is the reciprocal of a multiple. A zero pivot has only zeros below it, which stay. */
template <class T> struct divisor {
    typedef typename scalar<T>::real real;
    T reciprocal;
    real scale;

    __device__ explicit divisor(T pivot)
    {
        if (is_ordinary(pivot)) {
            reciprocal = inverse(pivot);
            scale = 1;
            return;
        }
        const real size = cabs1(pivot), square = far<real>::square;
        scale = size == 0 ? 1 : size < 1 ? square : 1 / square;
        reciprocal =
            size == 0 ? scalar<T>::make(1) : inverse(scalar<T>::scale(pivot, scale));
    }
    __device__ T operator()(T v) const
    {
        v = scalar<T>::mul(v, reciprocal);
        return scale != 1 ? scalar<T>::scale(v, scale) : v;
    }
};

} // namespace sl

#endif /* SL_CUDA_PIVOT_CUH */
