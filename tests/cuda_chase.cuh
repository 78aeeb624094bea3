// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of bulge chasing on CUDA, symmetric or not: the tiles of reflectors, and their product.

#ifndef TESTS_CUDA_CHASE_CUH
#define TESTS_CUDA_CHASE_CUH

#include "cuda_matrix.cuh"
#include "codelets/eigen/cuda_hb2st.h"

typedef std::complex<double> wide;
static wide to_wide(float x)
{
    return x;
}
static wide to_wide(double x)
{
    return x;
}
template <class R> static wide to_wide(std::complex<R> x)
{
    return wide(x.real(), x.imag());
}

enum { V_COLUMNS = 100 }; // of a tile of reflectors

// The tiles of an n x n matrix.
template <class T> static sl_cuda_reflectors tiles_of(const matrix<T> &x, int n)
{
    sl_cuda_reflectors to = {};
    to.width = std::max((int)V_COLUMNS, n / SL_CUDA_REFLECTOR_TILES + 1);
    for (int j = 0; j * to.width < n; j++) {
        to.tile[j] = x.p + (size_t)j * to.width * x.ld;
        to.ld[j] = x.ld;
    }
    return to;
}

// The product of the reflectors of all sweeps, the last one first.
template <class T> static std::vector<wide> unitary(const matrix<T> &reflectors, int n, int kd)
{
    typedef typename type<T>::host H;
    std::vector<H> v = reflectors.template host<H>();
    std::vector<wide> q((size_t)n * n);
    for (int i = 0; i < n; i++)
        q[i + (size_t)i * n] = 1;
    for (int s = n - 2; s >= 0; s--)
        for (int t = (n - 2 - s) / kd; t >= 0; t--) {
            int first = s + 1 + t * kd, end = std::min(n, first + kd);
            const H *h = v.data() + (size_t)s * reflectors.ld;
            for (int j = 0; j < n; j++) {
                wide *c = q.data() + (size_t)j * n, sum = c[first];
                for (int i = first + 1; i < end; i++)
                    sum += conj(to_wide(h[i])) * c[i];
                sum *= to_wide(h[first]);
                c[first] -= sum;
                for (int i = first + 1; i < end; i++)
                    c[i] -= sum * to_wide(h[i]);
            }
        }
    return q;
}

#endif /* TESTS_CUDA_CHASE_CUH */
