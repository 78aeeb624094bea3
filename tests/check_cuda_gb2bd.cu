// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of bulge chasing of an upper band on CUDA (codelets/svd/cuda_gb2bd.h) without StarPU, in
// TAP; with
// --bench, times. Small orders: B = Q2 D P2^H and unitary Q2 and P2, made of the reflectors on the
// host. Larger ones: the sum of the squares of all elements, and that of the fourth powers of the
// singular values, which is |B^H B|. Races: one thread block and the full grid give the same bits
// of d, e, V2 and P2. Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_gb2bd [--quick] [--bench] [--type sdcz] [--size N KD]

#include "cuda_chase.cuh"
#include "cuda_times.cuh"
#include "codelets/svd/cuda_gb2bd.h"

template <class T> struct chase;
#define CHASE(x, T)                                                                                \
    template <> struct chase<T> {                                                                  \
        static constexpr auto clear = sl_cuda_##x##gb2bd_clear;                                    \
        static constexpr auto load = sl_cuda_##x##gb2bd_load;                                      \
        static constexpr auto load_rows = sl_cuda_##x##gb2bd_load_rows;                            \
        static constexpr auto run = sl_cuda_##x##gb2bd;                                            \
        static constexpr auto diagonals = sl_cuda_##x##gb2bd_diagonals;                            \
    };
CHASE(s, float)
CHASE(d, double)
CHASE(c, cuComplex)
CHASE(z, cuDoubleComplex)

// A random band: triangles of order kd on the diagonal of a, and those behind them as columns of b.
// All else in a and b is NaN.
template <class T> struct reduction {
    typedef typename type<T>::real R;
    typedef typename type<T>::host H;
    int n, kd;
    bool vectors;
    matrix<T> a, b, band, v, w;
    matrix<R> d, e;
    matrix<int> flags;
    std::vector<wide> upper; // column j has rows j - kd ... j of the band

    reduction(int n_, int kd_, bool vectors_)
        : n(n_), kd(kd_), vectors(vectors_), a(n, n, 3), b(n, n, 1), band(3 * kd, n + 2 * kd),
          v(vectors_ ? n : 1, vectors_ ? n : 1), w(vectors_ ? n : 1, vectors_ ? n : 1), d(n, 1),
          e(std::max(1, n - 1), 1), flags(n + 1, 1), upper((size_t)(kd + 1) * n)
    {
        randomize(a, n + kd);
        std::vector<H> x = a.template host<H>(), p(x.size(), NAN), q((size_t)b.ld * n, NAN);
        for (int j = 0; j < n; j++)
            for (int i = std::max(0, j - kd); i <= j; i++) {
                H value = x[i + (size_t)j * a.ld];
                if (j == 0) // real, as QR makes it
                    value = std::real(value);
                upper[i - j + kd + (size_t)j * (kd + 1)] = to_wide(value);
                if (i / kd == j / kd)
                    p[i + (size_t)j * a.ld] = value;
                else
                    q[j + (size_t)i * b.ld] = conjugate(value);
            }
        a.set(p);
        b.set(q);
    }
    static float conjugate(float x)
    {
        return x;
    }
    static double conjugate(double x)
    {
        return x;
    }
    template <class X> static std::complex<X> conjugate(std::complex<X> x)
    {
        return std::conj(x);
    }
    // From two tiles of each.
    void load()
    {
        int half = n / 2;
        CUDA(chase<T>::clear(stream, n, kd, band.p));
        for (int t = 0; t < 2; t++) {
            int first = t * half, columns = t == 0 ? half : n - half;
            CUDA(chase<T>::load(stream, kd, kd, first, columns, a.p + (size_t)first * a.ld, a.ld,
                                band.p));
            CUDA(chase<T>::load_rows(stream, n, kd, kd, first, columns, b.p + (size_t)first * b.ld,
                                     b.ld, band.p));
        }
    }
    void run(int blocks)
    {
        sl_cuda_reflectors v2 = tiles_of(v, vectors ? n : 0), p2 = tiles_of(w, vectors ? n : 0);
        CUDA(chase<T>::run(stream, n, kd, band.p, flags.p, vectors ? &v2 : NULL,
                           vectors ? &p2 : NULL, blocks));
        CUDA(chase<T>::diagonals(stream, n, kd, band.p, d.p, e.p));
    }
    wide element(int i, int j) const
    {
        return i <= j && j <= i + kd ? upper[i - j + kd + (size_t)j * (kd + 1)] : 0;
    }
};

// The largest of |B - Q2 D P2^H| / (n |B| eps) and |I - Q^H Q| / (n eps) of both, Frobenius
template <class T> static double residual(const reduction<T> &x)
{
    typedef typename type<T>::real R;
    int n = x.n;
    std::vector<wide> q = unitary(x.v, n, x.kd), p = unitary(x.w, n, x.kd), y((size_t)n * n);
    std::vector<R> d = x.d.template host<R>(), e = x.e.template host<R>();
    double off = 0, size = 0, apart = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            y[i + (size_t)j * n] = q[i + (size_t)j * n] * (double)d[j] +
                                   (j > 0 ? q[i + (size_t)(j - 1) * n] * (double)e[j - 1] : 0.);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            wide r = x.element(i, j), u = i == j, w = u;
            size += norm(r);
            for (int k = 0; k < n; k++) {
                r -= y[i + (size_t)k * n] * conj(p[j + (size_t)k * n]);
                u -= conj(q[k + (size_t)i * n]) * q[k + (size_t)j * n];
                w -= conj(p[k + (size_t)i * n]) * p[k + (size_t)j * n];
            }
            off += norm(r);
            apart += norm(u) + norm(w);
        }
    double scale = n * eps<T>(), first = size > 0 ? sqrt(off / size) / scale : sqrt(off);
    double second = sqrt(apart / n) / scale;
    return first >= second || std::isnan(first) ? first : second;
}

template <class T> static void check_small(int n, int kd)
{
    reduction<T> x(n, kd, true);
    char what[160];
    x.load();
    x.run(0);
    double res = residual(x);
    snprintf(what, sizeof what, "%sgb2bd n=%d kd=%d: residual %.2g", type<T>::name, n, kd, res);
    check(res < threshold, what);
}

// |B|_F and |B^H B|_F, which unitary matrices keep.
template <class T> static void check_norms(int n, int kd)
{
    typedef typename type<T>::real R;
    reduction<T> x(n, kd, false);
    char what[160];
    x.load();
    x.run(0);
    std::vector<R> d = x.d.template host<R>(), e = x.e.template host<R>();
    double squares[2] = {}, fourth[2] = {};
    for (int j = 0; j < n; j++) {
        double above = j > 0 ? e[j - 1] : 0, diagonal = (double)d[j] * d[j] + above * above;
        double beside = j + 1 < n ? (double)d[j] * e[j] : 0;
        squares[1] += diagonal;
        fourth[1] += diagonal * diagonal + 2 * beside * beside;
        for (int i = std::max(0, j - kd); i <= j; i++)
            squares[0] += norm(x.element(i, j));
        for (int k = std::max(0, j - kd); k <= j; k++) { // element (k, j) of B^H B
            wide sum = 0;
            for (int i = std::max(0, j - kd); i <= k; i++)
                sum += conj(x.element(i, k)) * x.element(i, j);
            fourth[0] += (k < j ? 2 : 1) * norm(sum);
        }
    }
    double scale = n * eps<T>(), first = fabs(squares[1] / squares[0] - 1) / scale;
    double second = fabs(fourth[1] / fourth[0] - 1) / scale;
    snprintf(what, sizeof what, "%sgb2bd n=%d kd=%d: |B|^2 off by %.2g, |B^H B|^2 by %.2g of n eps",
             type<T>::name, n, kd, first, second);
    check(first < threshold && second < threshold, what);
}

template <class T> static void check_races(int n, int kd)
{
    reduction<T> one(n, kd, true), all(n, kd, true);
    char what[160];
    one.load();
    one.run(1);
    all.load();
    all.run(0);
    bool d = same_outside(NOTHING, one.d, all.d), e = same_outside(NOTHING, one.e, all.e);
    bool v = same_outside(NOTHING, one.v, all.v), w = same_outside(NOTHING, one.w, all.w);
    snprintf(what, sizeof what,
             "%sgb2bd n=%d kd=%d: bits of one block and of the full grid%s%s%s%s", type<T>::name, n,
             kd, d ? "" : ", d differs", e ? "" : ", e differs", v ? "" : ", V2 differs",
             w ? "" : ", P2 differs");
    check(d && e && v && w, what);
}

template <class T> static void bench(int n, int kd)
{
    for (int vectors = 0; vectors < 2; vectors++) {
        if ((2 + 2 * vectors) * (double)n * n * sizeof(T) > 60e9)
            continue;
        reduction<T> x(n, kd, vectors);
        double ms = time_ms([&] { x.load(); }, [&] { x.run(0); });
        printf("# %sgb2bd n=%d kd=%d%s: %.2f ms, %.1f Gflop/s of 8 n^2 kd\n", type<T>::name, n, kd,
               vectors ? " with V2 and P2" : "", ms, 8.0 * n * n * kd / ms * 1e-6);
    }
}

int main(int argc, char **argv)
{
    if (!parse(argc, argv, "--size", "N KD", {&asked.m, &asked.n}))
        return 2;
    if (!open_device())
        return 77;
    for_each_type([](auto zero) {
        typedef decltype(zero) T;
        if (asked.m > 0 && !asked.bench) {
            check_small<T>(std::min(asked.m, 300), asked.n);
            check_norms<T>(asked.m, asked.n);
            check_races<T>(asked.m, asked.n);
            return;
        }
        for (int kd = 32; kd <= 64 && !asked.bench; kd *= 2) {
            for (int n : {1, 2, 3, kd, kd + 1, kd + 2, 2 * kd + 1, 211})
                check_small<T>(n, kd);
            check_norms<T>(997, kd);
            for (int n : {1024, asked.quick ? 2049 : 8192})
                check_races<T>(n, kd);
        }
        for (int kd = 32; kd <= 64 && asked.bench; kd *= 2)
            for (int n : {4096, 8192, 16384, 32768})
                if (asked.m == 0 || (asked.m == n && asked.n == kd))
                    bench<T>(n, kd);
    });
    return finish();
}
