/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Arithmetic of the four scalar types in one notation, for kernels that are templates over them.
 */
#ifndef SL_CUDA_NUMBER_CUH
#define SL_CUDA_NUMBER_CUH

#include <cuComplex.h>

namespace sl
{

/* Elements that one access to shared memory moves. */
template <class T> struct alignas(16) pack {
    static constexpr int SIZE = 16 / sizeof(T);
    T v[SIZE];
};

template <class T> struct scalar;

/* what the real types share; L is the type itself */
template <class L> struct scalar_real {
    typedef L real;
    static __host__ __device__ L make(real re, real = 0)
    {
        return re;
    }
    static __device__ L conj(L a)
    {
        return a;
    }
    static __device__ real re(L a)
    {
        return a;
    }
    static __device__ real im(L)
    {
        return 0;
    }
    static __device__ L real_part(L a)
    {
        return a;
    }
    static __device__ L scale(L a, real r)
    {
        return a * r;
    }
    static __device__ L add(L a, L b)
    {
        return a + b;
    }
    static __device__ L mul(L a, L b)
    {
        return a * b;
    }
    /* c - a conj(b), the step of every update by L L^H */
    static __device__ L update(L c, L a, L b)
    {
        return c - a * b;
    }
    /* 1 / conj(a) */
    static __device__ L inverse_conj(L a)
    {
        return 1 / a;
    }
};

template <> struct scalar<float> : scalar_real<float> {
};
template <> struct scalar<double> : scalar_real<double> {
};

/* what the complex types share; R is the type of the parts */
template <class C, class R> struct scalar_complex {
    typedef R real;
    static __host__ __device__ C make(R re, R im = 0)
    {
        C z;
        z.x = re;
        z.y = im;
        return z;
    }
    static __device__ C conj(C a)
    {
        return make(a.x, -a.y);
    }
    static __device__ R re(C a)
    {
        return a.x;
    }
    static __device__ R im(C a)
    {
        return a.y;
    }
    static __device__ C real_part(C a)
    {
        return make(a.x);
    }
    static __device__ C scale(C a, R r)
    {
        return make(a.x * r, a.y * r);
    }
    static __device__ C add(C a, C b)
    {
        return make(a.x + b.x, a.y + b.y);
    }
    static __device__ C mul(C a, C b)
    {
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    }
    static __device__ C update(C c, C a, C b)
    {
        c.x -= a.x * b.x;
        c.x -= a.y * b.y;
        c.y -= a.y * b.x;
        c.y += a.x * b.y;
        return c;
    }
    /* scaled by the larger part, so that |a|^2 neither overflows nor vanishes */
    static __device__ C inverse_conj(C a)
    {
        R big = max(abs(a.x), abs(a.y)), s = 1 / big;
        R x = a.x * s, y = a.y * s, t = s / (x * x + y * y);
        return make(x * t, y * t);
    }
};

template <> struct scalar<cuComplex> : scalar_complex<cuComplex, float> {
};
template <> struct scalar<cuDoubleComplex> : scalar_complex<cuDoubleComplex, double> {
};

} // namespace sl

#endif /* SL_CUDA_NUMBER_CUH */
