// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Elements of residuals on GPUs (cuda_residual.cuh), on the host: R - op(A) X and W + |op(A)| |X| in all
// types, with each transpose and both triangles of a Hermitian tile, whose other triangle is NaN, beside
// sums in long double precision.

#include "host_block.h"
typedef void *cudaStream_t;
#include "codelets/auxiliary/cuda_residual.cuh"
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include "tap.h"

typedef std::complex<long double> wide;

static double number()
{
    return rand() / (double)RAND_MAX * 2 - 1;
}

template <class T> static T random_number()
{
    typedef typename sl::scalar<T>::real real;
    real re = (real)number();
    return sl::scalar<T>::make(re, (real)number());
}

template <class T> static wide value(T a)
{
    return wide(sl::scalar<T>::re(a), sl::scalar<T>::im(a));
}

static long double size_of(wide a)
{
    return std::abs(a.real()) + std::abs(a.imag());
}

/* Element (i, l) of op(A), as it is defined. */
template <class T>
static wide expected_element(char trans, char shape, const std::vector<T> &a, int lda, int i, int l)
{
    if (shape != 'G') {
        bool stored = shape == 'L' ? i >= l : i <= l;
        wide x = stored ? value(a[i + l * lda]) : std::conj(value(a[l + i * lda]));
        return i == l ? wide(x.real(), 0) : x;
    }
    wide x = trans == 'N' ? value(a[i + l * lda]) : value(a[l + i * lda]);
    return trans == 'C' ? std::conj(x) : x;
}

/* The largest error of an element by its terms and eps. */
template <class T> static double worst(char trans, char shape, int m, int n)
{
    typedef typename sl::scalar<T>::real real;
    int lda = m + 1, rows = trans == 'N' ? m : n, inner = trans == 'N' ? n : m;
    std::vector<T> a(lda * n), x(inner);
    double most = 0;
    for (auto &e : a)
        e = random_number<T>();
    for (auto &e : x)
        e = random_number<T>();
    for (int j = 0; j < n && shape != 'G'; j++)
        for (int i = 0; i < m; i++)
            if (shape == 'L' ? i < j : i > j)
                a[i + j * lda] = sl::scalar<T>::make(std::numeric_limits<real>::quiet_NaN());
    for (int i = 0; i < rows; i++) {
        T r = random_number<T>();
        real w = (real)std::abs(number());
        wide rest = value(r);
        long double sizes = w, terms = size_of(rest);
        for (int l = 0; l < inner; l++) {
            wide e = expected_element(trans, shape, a, lda, i, l);
            rest -= e * value(x[l]);
            sizes += size_of(e) * size_of(value(x[l]));
        }
        terms += sizes;
        sl::residual_element(trans, shape, inner, a.data(), (int64_t)lda, (int64_t)i, x.data(), &r, &w);
        double error = (double)((size_of(value(r) - rest) + std::abs(w - sizes)) / terms /
                                std::numeric_limits<real>::epsilon() / (inner + 1));
        most = !(error <= most) ? error : most;
    }
    return most;
}

template <class T> static void check(const char *name)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 5}, {5, 16}, {33, 17}};
    double most = 0;
    srand(3);
    for (auto &s : sizes)
        for (char trans : {'N', 'T', 'C'}) {
            double error = worst<T>(trans, 'G', s[0], s[1]);
            most = !(error <= most) ? error : most;
        }
    ok(most < 4, "%s: op(A), error %.2g eps", name, most);
    most = 0;
    for (int n : {1, 2, 5, 16, 31})
        for (char shape : {'L', 'U'}) {
            double error = worst<T>('N', shape, n, n);
            most = !(error <= most) ? error : most;
        }
    ok(most < 4, "%s: Hermitian, error %.2g eps", name, most);
}

int main()
{
    check<float>("s");
    check<double>("d");
    check<cuComplex>("c");
    check<cuDoubleComplex>("z");
    return done_testing();
}
