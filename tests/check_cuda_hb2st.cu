// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of bulge chasing on CUDA (codelets/eigen/cuda_hb2st.h) without StarPU, in TAP; with --bench,
// times. Small orders: B = Q2 T Q2^H and a unitary Q2, made of the reflectors on the host. Larger ones:
// eigenvalues of T, by bisection on the host, beside those of cuSOLVER's syevd in double precision.
// Races: one thread block and the full grid give the same bits of d, e and V2.
// Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_hb2st [--quick] [--bench] [--type sdcz] [--size N KD]

#include "cuda_chase.cuh"
#include "cuda_times.cuh"
#include "codelets/eigen/cuda_hb2st.h"

template <class T> struct chase;
#define CHASE(x, T)                                                                    \
    template <> struct chase<T> {                                                      \
        static constexpr auto load = sl_cuda_##x##hb2st_load;                          \
        static constexpr auto run = sl_cuda_##x##hb2st;                                \
        static constexpr auto diagonals = sl_cuda_##x##hb2st_diagonals;                \
        static constexpr auto form = sl_cuda_##x##form_hb2st;                          \
    };
CHASE(s, float)
CHASE(d, double)
CHASE(c, cuComplex)
CHASE(z, cuDoubleComplex)

// A random band in LAPACK's storage, with NaN in what does not count, and its reduction.
template <class T> struct reduction {
    typedef typename type<T>::real R;
    typedef typename type<T>::host H;
    int n, kd;
    matrix<T> ab, band, v;
    matrix<R> d, e;
    matrix<int> flags;
    bool vectors;

    reduction(int n_, int kd_, bool vectors_)
        : n(n_), kd(kd_), ab(kd + 1, n, 3), band(2 * kd, n + kd), v(vectors_ ? n : 1, vectors_ ? n : 1),
          d(n, 1), e(std::max(1, n - 1), 1), flags(n + 1, 1), vectors(vectors_)
    {
        randomize(ab, n + kd);
        std::vector<H> x = ab.template host<H>();
        for (int j = 0; j < n; j++)
            for (int i = n - j; i <= kd; i++)
                x[i + (size_t)j * ab.ld] = NAN;
        ab.set(x);
    }
    // From two tiles of AB, with the given number of thread blocks.
    void load()
    {
        int half = n / 2;
        CUDA(chase<T>::load(stream, n, kd, 0, half, ab.p, ab.ld, band.p));
        CUDA(chase<T>::load(stream, n, kd, half, n - half, ab.p + (size_t)half * ab.ld, ab.ld,
                            band.p));
    }
    void run(int blocks)
    {
        sl_cuda_reflectors v2 = tiles_of(v, vectors ? n : 0);
        CUDA(chase<T>::run(stream, n, kd, band.p, flags.p, vectors ? &v2 : NULL, blocks));
        CUDA(chase<T>::diagonals(stream, n, kd, band.p, d.p, e.p));
    }
    // The whole matrix in double precision.
    std::vector<wide> dense() const
    {
        std::vector<H> x = ab.template host<H>();
        std::vector<wide> b((size_t)n * n);
        for (int j = 0; j < n; j++)
            for (int i = j; i < n && i <= j + kd; i++) {
                wide value = to_wide(x[i - j + (size_t)j * ab.ld]);
                b[i + (size_t)j * n] = i == j ? value.real() : value;
                b[j + (size_t)i * n] = i == j ? value.real() : conj(value);
            }
        return b;
    }
};

// The larger one of |B - Q2 T Q2^H| / (n |B| eps) and |I - Q2^H Q2| / (n eps), Frobenius
template <class T> static double residual(const reduction<T> &x)
{
    typedef typename type<T>::real R;
    int n = x.n;
    std::vector<wide> b = x.dense(), q = unitary(x.v, n, x.kd), y((size_t)n * n);
    std::vector<R> d = x.d.template host<R>(), e = x.e.template host<R>();
    double off = 0, size = 0, apart = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            y[i + (size_t)j * n] = q[i + (size_t)j * n] * (double)d[j] +
                                   (j > 0 ? q[i + (size_t)(j - 1) * n] * (double)e[j - 1] : 0.) +
                                   (j + 1 < n ? q[i + (size_t)(j + 1) * n] * (double)e[j] : 0.);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            wide r = b[i + (size_t)j * n], u = i == j;
            size += norm(r);
            for (int k = 0; k < n; k++) {
                r -= y[i + (size_t)k * n] * conj(q[j + (size_t)k * n]);
                u -= conj(q[k + (size_t)i * n]) * q[k + (size_t)j * n];
            }
            off += norm(r);
            apart += norm(u);
        }
    double scale = n * eps<T>(), first = size > 0 ? sqrt(off / size) / scale : sqrt(off);
    double second = sqrt(apart / n) / scale;
    return first >= second || std::isnan(first) ? first : second;
}

// Eigenvalue k of a tridiagonal matrix by bisection.
static double eigenvalue(const std::vector<double> &d, const std::vector<double> &e, int k,
                         double bound)
{
    double low = -bound, high = bound;
    for (int step = 0; step < 80; step++) {
        double x = (low + high) / 2, p = 1;
        int below = 0;
        for (size_t i = 0; i < d.size(); i++) {
            p = d[i] - x - (i > 0 ? e[i - 1] * e[i - 1] / p : 0);
            p = fabs(p) < 1e-290 ? -1e-290 : p;
            below += p < 0;
        }
        (below > k ? high : low) = x;
    }
    return (low + high) / 2;
}

// All eigenvalues of the band by cuSOLVER, ascending.
static std::vector<double> by_vendor(int n, std::vector<wide> &b)
{
    matrix<cuDoubleComplex> a(n, n);
    matrix<double> w(n, 1);
    matrix<int> info(1, 1);
    int size = 0;
    a.set(b);
    CUDA(cusolverDnZheevd_bufferSize(solver, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n,
                                     a.p, a.ld, w.p, &size));
    matrix<cuDoubleComplex> work(size, 1);
    CUDA(cusolverDnZheevd(solver, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, a.p, a.ld,
                          w.p, work.p, size, info.p));
    return w.host<double>();
}

template <class T> static void check_small(int n, int kd)
{
    reduction<T> x(n, kd, true);
    char what[160];
    x.load();
    x.run(0);
    double res = residual(x);
    snprintf(what, sizeof what, "%shb2st n=%d kd=%d: residual %.2g", type<T>::name, n, kd, res);
    check(res < threshold, what);
}

// The product of all orthogonal blocks is Q2; groups of `sweeps` sweeps, `steps` steps each.
template <class T> static void check_blocks(int n, int kd, int sweeps, int steps)
{
    typedef typename type<T>::host H;
    reduction<T> x(n, kd, true);
    int order = steps * kd + sweeps, most = (n - 2) / kd / steps + 1;
    matrix<T> q(order, order * most, 2);
    char what[160];
    x.load();
    x.run(0);
    sl_cuda_reflectors v2 = tiles_of(x.v, n);
    std::vector<wide> expected = unitary(x.v, n, kd), c((size_t)n * n), column(order);
    for (int i = 0; i < n; i++)
        c[i + (size_t)i * n] = 1;
    for (int s = (n - 2) / sweeps * sweeps; s >= 0; s -= sweeps) {
        int width = std::min(sweeps, n - 1 - s), used = steps * kd + width;
        int count = ((n - 2 - s) / kd + steps) / steps;
        CUDA(chase<T>::form(stream, n, kd, s, width, steps, count, s, &v2, q.p, q.ld));
        std::vector<H> block = q.template host<H>();
        for (int b = 0; b < count; b++) {
            int first = s + b * steps * kd, rows = std::min(used, n - first);
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < rows; i++) {
                    column[i] = 0;
                    for (int k = 0; k < rows; k++)
                        column[i] += to_wide(block[i + ((size_t)b * used + k) * q.ld]) *
                                     c[first + k + (size_t)j * n];
                }
                std::copy(column.begin(), column.begin() + rows, &c[first + (size_t)j * n]);
            }
        }
    }
    double off = 0;
    for (size_t i = 0; i < c.size(); i++) {
        double error = abs(c[i] - expected[i]);
        off = off >= error ? off : error;
        if (std::isnan(error))
            off = NAN;
    }
    off /= n * eps<T>();
    snprintf(what, sizeof what, "%sform_hb2st n=%d kd=%d, %d sweeps, %d steps: off by %.2g of n eps",
             type<T>::name, n, kd, sweeps, steps, off);
    check(off < threshold, what);
}

template <class T> static void check_eigenvalues(int n, int kd)
{
    typedef typename type<T>::real R;
    reduction<T> x(n, kd, false);
    char what[160];
    x.load();
    x.run(0);
    std::vector<wide> b = x.dense();
    std::vector<double> w = by_vendor(n, b);
    std::vector<R> rd = x.d.template host<R>(), re = x.e.template host<R>();
    std::vector<double> d(rd.begin(), rd.end()), e(re.begin(), re.end());
    double largest = std::max(fabs(w[0]), fabs(w[n - 1])), off = 0;
    for (int k = 0; k < n; k++) {
        double error = fabs(eigenvalue(d, e, k, 2 * largest) - w[k]);
        off = off >= error ? off : error;
        if (std::isnan(error))
            off = NAN;
    }
    off /= largest * n * eps<T>();
    snprintf(what, sizeof what, "%shb2st n=%d kd=%d: eigenvalues off by %.2g of n |B| eps",
             type<T>::name, n, kd, off);
    check(off < threshold, what);
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
    bool v = same_outside(NOTHING, one.v, all.v);
    snprintf(what, sizeof what, "%shb2st n=%d kd=%d: bits of one block and of the full grid%s%s%s",
             type<T>::name, n, kd, d ? "" : ", d differs", e ? "" : ", e differs",
             v ? "" : ", V2 differs");
    check(d && e && v, what);
}

template <class T> static void bench(int n, int kd)
{
    for (int vectors = 0; vectors < 2; vectors++) {
        if (vectors && (double)n * n * sizeof(T) > 20e9)
            continue;
        reduction<T> x(n, kd, vectors);
        double ms = time_ms([&] { x.load(); }, [&] { x.run(0); });
        printf("# %shb2st n=%d kd=%d%s: %.2f ms, %.1f Gflop/s of 6 n^2 kd\n", type<T>::name, n, kd,
               vectors ? " with V2" : "", ms, 6.0 * n * n * kd / ms * 1e-6);
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
            check_eigenvalues<T>(asked.m, asked.n);
            check_races<T>(asked.m, asked.n);
            return;
        }
        for (int kd = 32; kd <= 64 && !asked.bench; kd *= 2) {
            for (int n : {2, 3, kd, kd + 1, kd + 2, 2 * kd + 1, 211})
                check_small<T>(n, kd);
            check_blocks<T>(150, kd, 32, 1);
            check_blocks<T>(211, kd, 128, 128 / kd);
            check_blocks<T>(90, kd, 50, 3);
            check_eigenvalues<T>(997, kd);
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
