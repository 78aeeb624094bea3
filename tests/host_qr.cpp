// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// The device code of a leaf of QR (cuda_geqrf_leaf.cuh, cuda_geqrf_plain.cuh) on threads of the
// host (host_block.h): Q = I - V T V^H is unitary, A = Q R, ones, zeros and the real diagonal are
// exact, both by reconstruction and by Householder's method. The second one is taken where the first
// one is not exact enough, and ends with numbers that are not finite, tiny or huge.

#include <complex>
#include "host_block.h"
#include "codelets/qr/cuda_geqrf_inner.cuh"
#include "codelets/qr/cuda_geqrf_plain.cuh"
#include "tap.h"

typedef std::complex<double> wide;
static wide widened(float a)
{
    return a;
}
static wide widened(double a)
{
    return a;
}
template <class C> static wide widened(C a)
{
    return {a.x, a.y};
}
template <class T> struct about {
    typedef typename sl::scalar<T>::real real;
    static constexpr bool single = sizeof(real) == 4, complex = sizeof(T) > sizeof(real);
    static constexpr double eps = single ? 5.96e-8 : 1.11e-16;
    static constexpr char letter = complex ? single ? 'c' : 'z' : single ? 's' : 'd';
};
static double noise()
{
    return rand() / (RAND_MAX / 2.0) - 1;
}

// Shared memory of a thread block that needs none.
struct nothing {
    char unused;
};

enum { SMALL = 64, PAD = 3 }; // threads of a block; rows around the matrices

template <class T> struct leaf {
    static constexpr int IB = sl::leaf_width<T>::IB;
    int m, n, lda, ldt, bad = -1;
    std::vector<wide> before;
    std::vector<T> a, v, t, gram, R1, Y;
    sl::leaf_qr<T> p;

    template <class F>
    leaf(int m_, int n_, F element)
        : m(m_), n(n_), lda(m + PAD), ldt(n + PAD), before((size_t)m * n), a((size_t)lda * n),
          v((size_t)lda * n), t((size_t)ldt * n), gram(IB * IB), R1(IB * IB), Y(IB * IB)
    {
        memset((void *)a.data(), 0xff, a.size() * sizeof(T));
        memset((void *)v.data(), 0xff, v.size() * sizeof(T));
        srand(7);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                double re = noise(), im = about<T>::complex ? noise() : 0;
                wide x = element(i, j, wide(re, im));
                a[i + (size_t)j * lda] = sl::scalar<T>::make(x.real(), x.imag());
                before[i + (size_t)j * m] = widened(a[i + (size_t)j * lda]);
            }
        p = {m, n, a.data(), v.data(), t.data(), lda, lda, ldt, gram.data(), R1.data(), Y.data(),
             &bad};
    }
    void products(const T *x)
    {
        typedef sl::scalar<T> S;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                T sum = S::make(0);
                for (int r = 0; r < m; r++)
                    sum = S::add(sum, S::mul(S::conj(x[r + (size_t)i * lda]),
                                             x[r + (size_t)j * lda]));
                gram[i + j * IB] = sum;
            }
    }
    void rows(bool rest)
    {
        std::vector<T> triangle(IB * IB);
        run_cluster<nothing>(1, SMALL, [&](auto &) {
            if (bad)
                return;
            sl::load_triangle(rest ? p.Y : p.R1, triangle.data());
            const int lanes = sl::ROW_LANES, begin = rest ? n : 0;
            for (int i = begin; i < m; i += SMALL / lanes)
                sl::solve_and_store(i + threadIdx.x / lanes, m, n, rest ? p.V : p.A, lda,
                                    triangle.data(), p.V, lda, rest ? p.A : (T *)nullptr, lda);
        });
    }
    void factor()
    {
        products(p.A);
        run_cluster<sl::cholesky_factor<T>>(1, sl::SMALL_THREADS, [&](auto &s) { sl::first_cholesky(p, s); });
        rows(false);
        products(p.V);
        run_cluster<sl::reconstruction<T>>(1, sl::SMALL_THREADS, [&](auto &s) { sl::reconstruct(p, s); });
        rows(true);
    }
    void factor_plainly(int blocks)
    {
        sl::plain_found<T> found;
        memset((void *)&found, 0xff, sizeof found);
        run_cluster<sl::plain_shared<T>>(blocks, SMALL, [&](auto &s) {
            sl::plain_qr(p, &found, s, sl::cluster_barrier);
        });
    }

    // ||A - Q R|| / ||A|| and ||Q^H Q - I||, both / (m eps)
    void residuals(double *residual, double *orthogonal) const
    {
        std::vector<wide> q((size_t)m * m), x((size_t)m * n);
        double off = 0, size = 0, angles = 0, most = 0; // squares of most may be out of range
        for (wide r : before)
            most = std::max(most, std::abs(r));
        most = most > 0 ? most : 1;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k <= j; k++)
                    x[i + (size_t)j * m] += at(v, lda, i, k) * at(t, ldt, k, j);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                q[i + (size_t)j * m] = i == j;
                for (int k = 0; k < n; k++)
                    q[i + (size_t)j * m] -= x[i + (size_t)k * m] * std::conj(at(v, lda, j, k));
            }
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                wide r = before[i + (size_t)j * m];
                size += std::norm(r / most);
                for (int k = 0; k <= j; k++)
                    r -= q[i + (size_t)k * m] * at(a, lda, k, j);
                off += std::norm(r / most);
            }
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                wide r = -(double)(i == j);
                for (int k = 0; k < m; k++)
                    r += std::conj(q[k + (size_t)i * m]) * q[k + (size_t)j * m];
                angles += std::norm(r);
            }
        *residual = std::sqrt(off) / ((size > 0 ? std::sqrt(size) : 1) * m * about<T>::eps);
        *orthogonal = std::sqrt(angles) / (m * about<T>::eps);
    }
    static wide at(const std::vector<T> &x, int ld, int i, int j)
    {
        return widened(x[i + (size_t)j * ld]);
    }
    bool shape() const
    {
        bool good = true;
        for (int j = 0; j < n; j++) {
            good &= at(a, lda, j, j).imag() == 0;
            for (int i = 0; i < m; i++)
                good &= at(v, lda, i, j) == (i > j ? at(a, lda, i, j) : wide(i == j));
            for (int i = m; i < lda; i++)
                good &= std::isnan(at(a, lda, i, j).real()) && std::isnan(at(v, lda, i, j).real());
            for (int i = j + 1; i < n; i++)
                good &= at(t, ldt, i, j) == wide(0);
        }
        return good;
    }
};

enum method { RECONSTRUCTION, HOUSEHOLDER }; // that must have made the result

template <class T> static void judge(leaf<T> &f, const char *what, enum method method, bool finite)
{
    double residual, orthogonal;
    f.residuals(&residual, &orthogonal);
    bool right = finite ? residual < 30 && orthogonal < 30 && f.shape() : std::isnan(orthogonal);
    ok(right && f.bad == (method == HOUSEHOLDER),
       "%c: %d x %d, %s: residual %.2g, orthogonality %.2g%s, by %s", about<T>::letter, f.m, f.n,
       what,
       residual, orthogonal, finite && !f.shape() ? ", wrong zeros, ones or diagonal" : "",
       f.bad ? "Householder's method" : "reconstruction");
}

// Both methods on the same matrix: the factors agree, signs included.
template <class T> static void check_random(int m, int n)
{
    auto same = [](int, int, wide x) { return x; };
    leaf<T> f(m, n, same), g(m, n, same);
    f.factor();
    judge(f, "random", RECONSTRUCTION, true);
    g.bad = 1;
    g.factor_plainly(2);
    judge(g, "random", HOUSEHOLDER, true);
    double off = 0;
    for (int j = 0; j < n; j++) {
        off = std::max(off, std::abs(f.at(f.t, f.ldt, j, j) - g.at(g.t, g.ldt, j, j)));
        for (int i = 0; i < m; i++)
            off = std::max(off, std::abs(f.at(f.a, f.lda, i, j) - g.at(g.a, g.lda, i, j)));
    }
    ok(off <= 3000 * (m + n) * about<T>::eps, "%c: %d x %d: both methods, %.2g apart",
       about<T>::letter, m, n, off);
}

template <class T, class F>
static void check_hard(const char *what, enum method method, bool finite, F element)
{
    leaf<T> f(40, 7, element);
    f.factor();
    if (f.bad)
        f.factor_plainly(2);
    judge(f, what, method, finite);
}

// C = A^H B by parts; gram: B is A, and only the upper triangle is written.
template <class T> static void check_inner(int rows, int m, int n, bool gram)
{
    typedef sl::scalar<T> S;
    const int lda = rows + PAD, ldc = m + PAD, IB = sl::leaf_width<T>::IB;
    std::vector<T> a((size_t)lda * m), b((size_t)lda * n), c((size_t)ldc * n),
        work(sl::INNER_PARTS * IB * IB);
    for (std::vector<T> *x : {&a, &b})
        for (T &e : *x)
            e = S::make(noise(), about<T>::complex ? noise() : 0);
    memset((void *)c.data(), 0xff, c.size() * sizeof(T));
    memset((void *)work.data(), 0xff, work.size() * sizeof(T));
    const T *right = gram ? a.data() : b.data();
    sl::inner_product<T> p(rows, m, n, a.data(), lda, right, lda, c.data(), ldc, work.data());
    struct sums {
        T x[sl::SUM_PARTS][sl::SUM_ELEMENTS];
    };
    struct both {
        sl::inner_rows<T> rows[2];
    };
    for (int i = 0; i < p.tiles(m); i++)
        for (int j = 0; j < p.tiles(n); j++) {
            for (int part = 0; part < p.parts; part++)
                run_cluster<both>(1, sl::INNER_THREADS, [&](auto &s) {
                    if (gram)
                        sl::inner_part<T, true>(p, part, i, j, s.rows);
                    else
                        sl::inner_part<T, false>(p, part, i, j, s.rows);
                });
            run_cluster<sums>(1, sl::SUM_ELEMENTS * sl::SUM_PARTS, [&](auto &s) {
                for (int block = 0; block * sl::SUM_ELEMENTS < IB * IB; block++) {
                    sl::inner_add(p, gram, block, i, j, s.x);
                    __syncthreads();
                }
            });
        }
    double off = 0;
    bool outside = true;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < ldc; i++) {
            wide sum = 0, is = widened(c[i + (size_t)j * ldc]);
            if (i >= m || (gram && i > j)) {
                outside &= std::isnan(is.real());
                continue;
            }
            for (int k = 0; k < rows; k++)
                sum += std::conj(widened(a[k + (size_t)i * lda])) *
                       widened(right[k + (size_t)j * lda]);
            off = std::abs(is - sum) <= off ? off : std::abs(is - sum); // a NaN stays
        }
    ok(off <= 10 * (rows + 1) * about<T>::eps && outside,
       "%c: A^H B, %d x %d and %d columns, %d parts: %.2g off%s", about<T>::letter, rows, m, n,
       p.parts, off, outside ? "" : ", wrote outside");
}

template <class T> static void check_type()
{
    const int IB = sl::leaf_width<T>::IB;
    const double tiny = about<T>::single ? 1e-37 : 1e-306, huge = about<T>::single ? 1e36 : 1e300;
    check_inner<T>(1, 1, 1, true);
    check_inner<T>(150, IB - 1, IB - 1, true);
    check_inner<T>(70, 9, IB + 5, false);
    check_inner<T>(0, 3, 2, false);
    check_random<T>(1, 1);
    check_random<T>(5, 3);
    check_random<T>(8, 8);
    check_random<T>(30, 20);
    check_random<T>(IB + 10, IB);
    check_hard<T>("zero", HOUSEHOLDER, true, [](int, int, wide) { return wide(0); });
    check_hard<T>("a zero column", HOUSEHOLDER, true,
                  [](int, int j, wide x) { return j == 5 ? wide(0) : x; });
    check_hard<T>("rank 1", HOUSEHOLDER, true,
                  [](int i, int j, wide) { return wide(1.0 / (i + 2)) * wide(j + 1); });
    check_hard<T>("columns of the identity", RECONSTRUCTION, true,
                  [](int i, int j, wide) { return wide(i == j); });
    check_hard<T>("columns near each other", HOUSEHOLDER, true, [](int i, int, wide x) {
        return std::cos((double)i) + (about<T>::single ? 1e-4 : 1e-9) * x;
    });
    check_hard<T>("tiny", HOUSEHOLDER, true, [=](int, int, wide x) { return tiny * x; });
    check_hard<T>("huge", HOUSEHOLDER, true, [=](int, int, wide x) { return huge * x; });
    check_hard<T>("a NaN", HOUSEHOLDER, false,
                  [](int i, int j, wide x) { return i == 20 && j == 4 ? wide(NAN) : x; });
    check_hard<T>("an infinity", HOUSEHOLDER, false,
                  [](int i, int j, wide x) { return i == 20 && j == 4 ? wide(INFINITY) : x; });
}

int main()
{
    const char *check = getenv("STARLING_CHECK");
    if (check && !strcmp(check, "quick")) { // a thread sanitizer takes its time
        check_random<cuDoubleComplex>(7, 4);
        check_inner<cuDoubleComplex>(70, 4, 3, false);
        return done_testing();
    }
    check_type<float>();
    check_type<double>();
    check_type<cuComplex>();
    check_type<cuDoubleComplex>();
    return done_testing();
}
