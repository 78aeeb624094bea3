/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A Householder reflector of a vector whose elements are in the registers of some lanes, as
 * LAPACK's larfg makes it.
 */
#ifndef SL_CUDA_REFLECTOR_CUH
#define SL_CUDA_REFLECTOR_CUH

#include "codelets/cuda/cuda_warp.cuh"

namespace sl
{

/* Sums of squares between these are finite, and no square that counts was rounded to zero. */
template <class R> struct safe_squares {
    static constexpr bool SINGLE = sizeof(R) == 4;
    static constexpr R SMALL = SINGLE ? (R)0x1p-70 : (R)0x1p-900,
                       LARGE = SINGLE ? (R)0x1p+120 : (R)0x1p+1000;
    static constexpr int MOST = SINGLE ? 100 : 1000; /* of the exponent of a factor */
};

/* |x|^2, and max(|re|, |im|) */
template <class T> __device__ typename scalar<T>::real square_of(T x)
{
    return scalar<T>::re(x) * scalar<T>::re(x) + scalar<T>::im(x) * scalar<T>::im(x);
}
template <class T> __device__ typename scalar<T>::real part_of(T x)
{
    return larger<typename scalar<T>::real>(abs(scalar<T>::re(x)), abs(scalar<T>::im(x)));
}
/* H = I - tau v v^H with H^H (alpha, x) = (beta, 0), v = (1, x / (alpha - beta)). */
template <class T> struct lanes_reflector {
    typedef scalar<T> S;
    typedef typename S::real real;
    real beta;
    T tau;

    /* Of rows from j on of a column: lane l of its LANES lanes has rows l, l + LANES, ... in x.
     * Those below j become v's. All lanes of the warp take part, for columns of their own. */
    template <int LANES, int R>
    __device__ static lanes_reflector make(int lane, int j, T alpha, T (&x)[R])
    {
        typedef safe_squares<real> safe;
        const int below = j - lane; /* row LANES q is one of them if it is larger */
        real factor = 1, rest = squares<LANES>(below, x, factor), all = rest + square_of(alpha);
        const bool is_safe = all > safe::SMALL && all < safe::LARGE;
        if (__any_sync(~0u, !is_safe)) {
            real most = part_of(alpha);
#pragma unroll
            for (int q = 0; q < R; q++)
                if (LANES * q > below)
                    most = larger(most, part_of(x[q]));
            most = largest_of_lanes<LANES>(most);
            if (!is_safe && most > 0 && most < (real)INFINITY)
                factor = ldexp(real(1), -min(max(ilogb(most), -safe::MOST), (int)safe::MOST));
            rest = squares<LANES>(below, x, factor);
        }
        /* alpha and x are multiplied by the factor first, beta is divided by it */
        lanes_reflector h = {S::re(alpha), S::make(0)};
        T scale = S::make(0);
        alpha = S::scale(alpha, factor);
        if (rest != 0 || S::im(alpha) != 0) {
            const real norm = sqrt(square_of(alpha) + rest);
            const real beta = S::re(alpha) >= 0 ? -norm : norm;
            h.beta = beta / factor;
            h.tau = S::make((beta - S::re(alpha)) / beta, -S::im(alpha) / beta);
            scale = S::inverse_conj(S::conj(S::add(alpha, S::make(-beta))));
        }
#pragma unroll
        for (int q = 0; q < R; q++)
            if (LANES * q > below)
                x[q] = S::mul(S::scale(x[q], factor), scale);
        return h;
    }

  private:
    template <int LANES, int R>
    __device__ static real squares(int below, const T (&x)[R], real factor)
    {
        real sum = 0;
#pragma unroll
        for (int q = 0; q < R; q++)
            sum += LANES * q > below ? square_of(S::scale(x[q], factor)) : 0;
        return sum_of_lanes<LANES>(sum);
    }
};

} // namespace sl

#endif /* SL_CUDA_REFLECTOR_CUH */
