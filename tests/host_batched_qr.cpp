// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// QR of the matrices of a batch (cuda_small_geqrf.cuh, cuda_middle_geqrf.cuh) on threads of the
// host (host_block.h), beside LAPACK's way column by column: R, reflectors, tau, and for panels V
// and the triangle T of their block reflector. Some columns are zero, or at the ends of the range.

#include <complex>
#include "host_block.h"
#include "codelets/batched/cuda_middle_geqrf.cuh"
#include "codelets/batched/cuda_small_geqrf.cuh"
#include "tap.h"

typedef long double wide;
typedef std::complex<wide> number;
template <class T> static number widen(T x)
{
    return {(wide)sl::scalar<T>::re(x), (wide)sl::scalar<T>::im(x)};
}

// A matrix in full precision.
struct matrix {
    int m, n;
    std::vector<number> x;
    matrix(int m_, int n_) : m(m_), n(n_), x((size_t)m_ * n_)
    {
    }
    number &at(int i, int j)
    {
        return x[i + (size_t)j * m];
    }
};

// A becomes R and the reflectors.
static std::vector<number> reference(matrix &a)
{
    std::vector<number> tau(std::min(a.m, a.n));
    for (int j = 0; j < (int)tau.size(); j++) {
        const number alpha = a.at(j, j);
        wide rest = 0;
        for (int i = j + 1; i < a.m; i++)
            rest += norm(a.at(i, j));
        if (rest == 0 && alpha.imag() == 0)
            continue;
        const wide size = sqrtl(norm(alpha) + rest), beta = alpha.real() >= 0 ? -size : size;
        tau[j] = (beta - alpha) / beta;
        for (int i = j + 1; i < a.m; i++)
            a.at(i, j) = a.at(i, j) / (alpha - beta);
        a.at(j, j) = beta;
        for (int k = j + 1; k < a.n; k++) {
            number w = a.at(j, k);
            for (int i = j + 1; i < a.m; i++)
                w = w + conj(a.at(i, j)) * a.at(i, k);
            w = w * conj(tau[j]);
            a.at(j, k) = a.at(j, k) - w;
            for (int i = j + 1; i < a.m; i++)
                a.at(i, k) = a.at(i, k) - w * a.at(i, j);
        }
    }
    return tau;
}

// Some matrices, lda = m + 2, gaps and padding NaN.
template <class T> struct problem {
    typedef typename sl::scalar<T>::real real;
    static constexpr bool SINGLE = sizeof(real) == 4;
    int m, n, lda, count;
    std::vector<T> a, tau;
    std::vector<matrix> exact;
    problem(int m_, int n_, int count_) : m(m_), n(n_), lda(m_ + 2), count(count_)
    {
        const T nan = sl::scalar<T>::make(NAN, NAN);
        a.assign((size_t)lda * n * count, nan);
        tau.assign((size_t)(std::min(m, n) + 1) * count, nan);
        for (int k = 0; k < count; k++) {
            exact.emplace_back(m, n);
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++) {
                    real re = (real)(rand() % 2001 / 1000. - 1),
                         im = (real)(rand() % 2001 / 1000. - 1);
                    if ((i + k) % 5 == 4 && j == 1)
                        re = im = 0;
                    const real f = power(k, j);
                    T x = sl::scalar<T>::make(re * f, im * f);
                    a[index(k, i, j)] = x;
                    exact[k].at(i, j) = widen(x);
                }
        }
    }
    // Matrices 1 and 2 are at the ends of the range, and matrix 3 has zeros for columns.
    static real power(int k, int j)
    {
        return k == 1                 ? (real)ldexp(1., SINGLE ? 110 : 1000)
               : k == 2               ? (real)ldexp(1., SINGLE ? -120 : -1005)
               : k == 3 && j % 3 == 0 ? 0
                                      : 1;
    }
    size_t index(int k, int i, int j) const
    {
        return (size_t)k * lda * n + i + (size_t)j * lda;
    }
    T &tau_at(int k, int j)
    {
        return tau[(size_t)k * (std::min(m, n) + 1) + j];
    }
    wide tolerance() const
    {
        return (SINGLE ? 6e-8L : 1.2e-16L) * 40 * m;
    }

    static bool near(number x, number y, wide tolerance)
    {
        return abs(x - y) <= tolerance;
    }
    bool right()
    {
        bool all = true;
        for (int k = 0; k < count; k++) {
            matrix expected = exact[k];
            const std::vector<number> t = reference(expected);
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++) {
                    const wide size = i <= j ? std::max((wide)power(k, 1), (wide)1e-300) : 1;
                    all = all &&
                          near(widen(a[index(k, i, j)]), expected.at(i, j), tolerance() * size);
                }
            for (int j = 0; j < (int)t.size(); j++)
                all = all && near(widen(tau_at(k, j)), t[j], tolerance());
            all = all && std::isnan((double)sl::scalar<T>::re(tau_at(k, (int)t.size())));
            for (int j = 0; j < n; j++)
                for (int i = m; i < lda; i++)
                    all = all && std::isnan((double)sl::scalar<T>::re(a[index(k, i, j)]));
        }
        return all;
    }
};

template <class T, int N> static void check_small(int m, int n)
{
    struct rooms {
        sl::small_qr_room<T, N> room[sl::small_qr<T, N>::MATRICES];
    };
    const int matrices = sl::small_qr<T, N>::MATRICES;
    problem<T> p(m, n, matrices - 1); // one place is left
    const sl::geqrf_call<T> call = {
        m, n, p.count, p.a.data(), p.lda, (int64_t)p.lda * n, p.tau.data(), std::min(m, n) + 1};
    run_cluster<rooms>(1, sl::SMALL_QR_THREADS, [&](rooms &s) {
        sl::small_qr<T, N>(call, s.room[threadIdx.x / N]).factor();
    });
    ok(p.right(), "%d x %d, %d bytes, %d lanes", m, n, (int)sizeof(T), N);
}

// T^-1 + T^-H = V^H V, tested as T + T^H = T^H V^H V T.
template <class T>
static bool right_triangle(problem<T> &p, const std::vector<T> &v, const std::vector<T> &t, int k)
{
    const int steps = std::min(p.m, p.n), ldt = sl::MIDDLE_QR_COLUMNS;
    const T *V = v.data() + (size_t)k * p.m * steps, *R = t.data() + (size_t)k * ldt * ldt;
    matrix VT(p.m, steps);
    bool all = true;
    for (int j = 0; j < steps; j++)
        for (int i = 0; i < p.m; i++) {
            number e = i > j ? widen(p.a[p.index(k, i, j)]) : number(i == j);
            all = all && p.near(widen(V[i + (size_t)j * p.m]), e, 0);
            for (int l = 0; l <= j; l++)
                VT.at(i, j) = VT.at(i, j) + widen(V[i + (size_t)l * p.m]) * widen(R[l + j * ldt]);
        }
    for (int j = 0; j < steps; j++)
        for (int i = 0; i <= j; i++) {
            number sum, expected = widen(R[i + j * ldt]);
            for (int l = 0; l < p.m; l++)
                sum = sum + conj(VT.at(l, i)) * VT.at(l, j);
            if (i == j)
                expected = expected + conj(expected);
            all = all && p.near(sum, expected, p.tolerance());
        }
    for (int j = 0; j < steps; j++)
        for (int i = j + 1; i < steps; i++)
            all = all && p.near(widen(R[i + j * ldt]), number{0, 0}, 0);
    return all;
}

template <class T, int R> static void check_panel(int m, int n)
{
    typedef sl::panel_room<T, R> room;
    problem<T> p(m, n, 4);
    const int steps = std::min(m, n), size = sl::MIDDLE_QR_COLUMNS * sl::MIDDLE_QR_COLUMNS;
    std::vector<T> v((size_t)m * steps * p.count), t((size_t)size * p.count);
    for (int k = 0; k < p.count; k++) {
        const sl::panel_call<T> call = {m,
                                        n,
                                        p.a.data() + p.index(k, 0, 0),
                                        p.lda,
                                        0,
                                        &p.tau_at(k, 0),
                                        0,
                                        v.data() + (size_t)k * m * steps,
                                        0,
                                        t.data() + (size_t)k * size,
                                        0};
        run_cluster<room>(1, sl::panel_shape<T, R>::THREADS,
                          [&](room &s) { sl::panel_qr<T, R>(call, s).factor(); });
    }
    bool triangles = true;
    for (int k = 0; k < p.count; k++)
        triangles = triangles && right_triangle(p, v, t, k);
    ok(p.right() && triangles, "panel %d x %d, %d bytes, %d rows a lane", m, n, (int)sizeof(T), R);
}

template <class T> static void check_type(bool few)
{
    check_small<T, 8>(8, 8);
    check_small<T, 8>(5, 7);
    check_small<T, 32>(31, 29);
    check_panel<T, 2>(61, 23);
    if (few)
        return;
    check_small<T, 8>(1, 1);
    check_small<T, 8>(7, 2);
    check_small<T, 16>(16, 16);
    check_small<T, 16>(9, 15);
    check_small<T, 32>(32, 32);
    check_small<T, 32>(1, 32);
    check_panel<T, 2>(64, sl::panel_shape<T, 2>::NB);
    check_panel<T, 2>(13, 20);
    check_panel<T, 4>(100, 5);
    check_panel<T, 16>(400, 3);
}

// All sizes take minutes: in two types.
int main()
{
    const char *check = getenv("STARLING_CHECK");
    const bool quick = check && !strcmp(check, "quick");
    check_type<double>(quick);
    check_type<cuComplex>(true);
    if (!quick) {
        check_type<float>(true);
        check_type<cuDoubleComplex>(false);
    }
    return done_testing();
}
