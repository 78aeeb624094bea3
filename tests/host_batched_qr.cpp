// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// QR of the matrices of a batch (cuda_small_geqrf.cuh, cuda_middle_geqrf.cuh) on threads of the
// host (host_block.h), beside LAPACK's way column by column: R, reflectors, tau, and for panels V
// and the triangle T of their block reflector. Some columns are zero, or at the ends of the range.
// Least squares and minimum norm (cuda_gels.cuh) beside the same in more digits.

#include <complex>
#include "host_block.h"
#include "codelets/batched/cuda_gels.cuh"
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
                          [&](room &s) { sl::panel_qr<T, R>(call.panel(0), s).factor(); });
    }
    bool triangles = true;
    for (int k = 0; k < p.count; k++)
        triangles = triangles && right_triangle(p, v, t, k);
    ok(p.right() && triangles, "panel %d x %d, %d bytes, %d rows a lane", m, n, (int)sizeof(T), R);
}

// ---- Varying shapes ----------------------------------------------------------------------------

struct nothing {
    char unused;
};
template <class T, int N> static void run_small_list(const sl_qr &p, const sl::size_class &x)
{
    typedef sl::small_qr<T, N, sl::geqrf_list<T>> matrix;
    struct rooms {
        sl::small_qr_room<T, N> room[matrix::MATRICES];
    };
    const sl::geqrf_list<T> call = {p, x.first, x.count, N};
    const int blocks = (int)((x.count + matrix::MATRICES - 1) / matrix::MATRICES);
    if (x.count > 0)
        run_cluster<rooms>(blocks, sl::SMALL_QR_THREADS,
                           [&](rooms &s) { matrix(call, s.room[threadIdx.x / N]).factor(); });
}
template <class T, int R> static void run_panel_list(const sl_qr &p, const sl::size_class &x)
{
    typedef sl::panel_room<T, R> room;
    typedef sl::panel_rest<T, R> rest;
    const int width = sl::panel_shape<T, R>::NB;
    for (int k = 0; k < x.largest; k += width)
        for (int64_t i = 0; i < x.count; i++) {
            const sl::panel_list<T> call = {p, x.first, SL_SMALL, k, width};
            const sl::qr_panel<T> panel = call.panel(i);
            if (panel.x.n <= 0)
                continue;
            run_cluster<room>(1, sl::panel_shape<T, R>::THREADS,
                              [&](room &s) { sl::panel_qr<T, R>(panel, s).factor(); });
            for (int b = 0; b * (int)rest::COLUMNS < call.right(i); b++)
                run_cluster<nothing>(1, rest::THREADS, [&](nothing &) {
                    sl::panel_rest<T, R>(panel.x, call.right(i)).update(b);
                });
        }
}
// With `turned` those of more rows than columns stand in W, and A has the other shape; none has
// more columns than rows then.
template <class T> static void check_list(bool turned, const std::vector<std::vector<int>> &shapes)
{
    const int count = (int)shapes.size();
    const size_t stride = 80 * 80;
    std::vector<problem<T>> each;
    std::vector<sl_place> places, taus;
    std::vector<T> W(turned ? stride * count : 0);
    for (auto &shape : shapes)
        each.emplace_back(shape[0], shape[1], 1);
    auto in_w = [&](const problem<T> &x) { return turned && x.m > x.n; };
    auto exchange = [&] { // A and W
        for (int k = 0; k < count; k++)
            for (int j = 0; j < each[k].n && in_w(each[k]); j++)
                std::swap_ranges(&each[k].a[each[k].index(0, 0, j)],
                                 &each[k].a[each[k].index(0, 0, j)] + each[k].m,
                                 &W[stride * k + (size_t)j * each[k].m]);
    };
    for (problem<T> &x : each) {
        places.push_back(in_w(x) ? sl_place{nullptr, x.n, x.m, x.n, -1}
                                 : sl_place{x.a.data(), x.m, x.n, x.lda, -1});
        taus.push_back({x.tau.data(), std::min(x.m, x.n), 1, x.m, -1});
    }
    exchange();
    sl_sort_places(places.data(), count);
    const sl_qr p = {{places.data(), places.data(), nullptr, 0, 80, 80, 0, count},
                     {taus.data(), taus.data(), nullptr, 0, 80, 1, 0, count},
                     turned ? W.data() : nullptr,
                     (int64_t)stride};
    run_small_list<T, 32>(p, sl::size_class(p.A, SL_SMALL + 1, 16));
    run_small_list<T, 16>(p, sl::size_class(p.A, 16, 8));
    run_small_list<T, 8>(p, sl::size_class(p.A, 8, 0));
    run_panel_list<T, 4>(p, sl::size_class(p.A, 128, SL_SMALL));
    exchange();
    int wrong = 0;
    for (problem<T> &x : each)
        wrong += !x.right();
    ok(wrong == 0, "varying shapes%s, %d bytes: %d of %d wrong", turned ? ", some adjoint" : "",
       (int)sizeof(T), wrong, count);
}

// ---- Least squares and minimum norm ------------------------------------------------------------

// H(j) b, or H(j)^H b, in more digits
static void reflect(matrix &f, const std::vector<number> &tau, int j, bool adjoint, number *b)
{
    number w = b[j];
    for (int i = j + 1; i < f.m; i++)
        w = w + conj(f.at(i, j)) * b[i];
    w = w * (adjoint ? conj(tau[j]) : tau[j]);
    b[j] = b[j] - w;
    for (int i = j + 1; i < f.m; i++)
        b[i] = b[i] - w * f.at(i, j);
}
// X in the place of b, with the factors of W
static void solve(matrix &f, const std::vector<number> &tau, bool least, number *b)
{
    const int n = f.n;
    for (int j = 0; j < n && least; j++)
        reflect(f, tau, j, true, b);
    for (int k = 0; k < n; k++) {
        const int j = least ? n - 1 - k : k;
        for (int i = least ? j + 1 : 0; i < (least ? n : j); i++)
            b[j] = b[j] - (least ? f.at(j, i) : conj(f.at(i, j))) * b[i];
        b[j] = b[j] / (least ? f.at(j, j) : conj(f.at(j, j)));
    }
    for (int j = n - 1; j >= 0 && !least; j--)
        reflect(f, tau, j, false, b);
}

template <class F> static void by_warp(const F &f)
{
    run_cluster<nothing>(1, 32, [&](nothing &) { f(); });
}

// What the numbers of a matrix are multiplied by, and of its right-hand sides
enum special { PLAIN, HUGE_ONES, TINY, HUGE_A, ZERO, ZERO_COLUMN, SPECIALS };
template <class T> static number scale_of(int special, bool of_b)
{
    const bool single = sizeof(typename sl::scalar<T>::real) == 4;
    const int far = single ? 110 : 1000;
    return special == HUGE_ONES || (special == HUGE_A && !of_b) ? ldexpl(1, far)
           : special == TINY                                    ? ldexpl(1, -far)
           : special == ZERO && !of_b                           ? 0
                                                                : 1;
}

template <class T, int WARPS> static void check_gels(int m, int n, int nrhs, bool adjoint)
{
    typedef sl::scalar<T> S;
    typedef typename S::real real;
    typedef sl::solve_block<T, WARPS> block;
    const int rows = std::max(m, n), columns = std::min(m, n), lda = m + 2, ldb = rows + 1;
    const bool wide_one = m < n, least = wide_one == adjoint;
    const int sides = least ? rows : columns, solution = least ? columns : rows, count = SPECIALS;
    const T nan = S::make(NAN, NAN);
    std::vector<T> a((size_t)lda * n * count, nan), b((size_t)ldb * nrhs * count, nan),
        w((size_t)rows * columns * count), tau((size_t)columns * count);
    std::vector<matrix> W, B;
    std::vector<int> exponents(2 * count, (int)sl::ALL_ZERO), infos(count, -7);
    auto random = [](wide larger) {
        return number{rand() % 2001 / 1000.L - 1 + larger, rand() % 2001 / 1000.L - 1};
    };
    auto narrow = [](number x) { return S::make((real)x.real(), (real)x.imag()); };
    for (int k = 0; k < count; k++) {
        W.emplace_back(rows, columns);
        B.emplace_back(rows, nrhs);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                number x = random(i == j ? m + n : 0) * scale_of<T>(k, false);
                if (k == ZERO_COLUMN && (wide_one ? i : j) == columns / 2)
                    x = 0;
                T &e = a[((size_t)k * n + j) * lda + i];
                e = narrow(x);
                W[k].at(wide_one ? j : i, wide_one ? i : j) = wide_one ? conj(widen(e)) : widen(e);
            }
        for (int j = 0; j < nrhs; j++)
            for (int i = 0; i < sides; i++) {
                T &e = b[((size_t)k * nrhs + j) * ldb + i];
                e = narrow(random(0) * scale_of<T>(k, true));
                B[k].at(i, j) = widen(e);
            }
    }
    const sl_gels p = {{nullptr, nullptr, a.data(), (int64_t)lda * n, m, n, lda, count},
                       {nullptr, nullptr, b.data(), (int64_t)ldb * nrhs, rows, nrhs, ldb, count},
                       adjoint,
                       wide_one ? w.data() : nullptr,
                       (int64_t)rows * columns,
                       tau.data(),
                       columns,
                       exponents.data(),
                       infos.data()};
    bool infos_right = true, rest = true, kept = true;
    wide worst = 0;
    for (int k = 0; k < count; k++) {
        const sl::gels_matrix<T> x(p, k);
        auto parts = [](int c) { return (c + sl::PART_COLUMNS - 1) / sl::PART_COLUMNS; };
        for (int q = 0; q < parts(n); q++)
            by_warp([&] {
                int e = sl::exponent_of(x.a, q);
                if (threadIdx.x == 0)
                    exponents[k] = std::max(exponents[k], e);
            });
        for (int q = 0; q < parts(nrhs); q++)
            by_warp([&] {
                int e = sl::exponent_of(x.sides(), q);
                if (threadIdx.x == 0)
                    exponents[count + k] = std::max(exponents[count + k], e);
            });
        for (int q = 0; q < parts(n); q++)
            by_warp([&] { sl::center_part(x, q, sl::far_exponent<T>(exponents[k])); });
        matrix f(rows, columns);
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++)
                f.at(i, j) = widen(x.W[i + (size_t)j * x.ldw]);
        const std::vector<number> t = reference(f);
        for (int j = 0; j < columns; j++) {
            tau[(size_t)k * columns + j] = narrow(t[j]);
            for (int i = 0; i < rows; i++)
                x.W[i + (size_t)j * x.ldw] = narrow(f.at(i, j));
        }
        run_cluster<typename block::shared>((nrhs + block::COLUMNS - 1) / block::COLUMNS,
                                            block::THREADS, [&](typename block::shared &s) {
                                                sl::solve_columns<T, WARPS>(
                                                    p, k, (int)blockIdx.x * block::COLUMNS, s);
                                            });
        for (int q = 0; q < parts(n) && wide_one; q++)
            by_warp([&] { sl::return_part(x, q); });
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                const number e = widen(a[((size_t)k * n + j) * lda + i]);
                kept =
                    kept && e == widen(wide_one ? S::conj(narrow(f.at(j, i))) : narrow(f.at(i, j)));
            }
        const bool singular = k == ZERO_COLUMN && columns > 1,
                   zero = k == ZERO || (k == ZERO_COLUMN && !singular);
        infos_right = infos_right && infos[k] == (singular ? columns / 2 + 1 : zero ? -7 : 0);
        std::vector<number> factors = reference(W[k]);
        for (int j = 0; j < nrhs; j++) {
            wide size = 0, off = 0, size_below = 0, off_below = 0;
            if (!singular && !zero)
                solve(W[k], factors, least, &B[k].at(0, j));
            for (int i = 0; i < rows && !singular; i++) {
                const number got = widen(b[((size_t)k * nrhs + j) * ldb + i]),
                             expected = zero ? 0 : B[k].at(i, j);
                wide &s = i < solution ? size : size_below, &o = i < solution ? off : off_below;
                s = std::max(s, abs(expected));
                o = abs(got - expected) <= o ? o : abs(got - expected);
            }
            auto against = [&](wide o, wide s) {
                const wide r = o == 0 ? 0 : o / (s * rows * (sizeof(real) == 4 ? 6e-8L : 1.2e-16L));
                worst = r <= worst ? worst : r;
            };
            against(off, size);
            against(off_below, size_below);
            rest = rest && std::isnan((double)S::re(b[((size_t)k * nrhs + j) * ldb + rows]));
        }
    }
    ok(worst < 30 && infos_right && rest && kept,
       "gels %s%d x %d, %d columns, %d bytes, %d warps: off %.2Lg, infos %s, rest %s, factors %s",
       adjoint ? "adjoint " : "", m, n, nrhs, (int)sizeof(T), WARPS, worst,
       infos_right ? "right" : "wrong", rest ? "stays" : "changed", kept ? "right" : "wrong");
}
template <class T, int WARPS> static void check_gels(int m, int n, int nrhs)
{
    for (int adjoint = 0; adjoint < 2; adjoint++) {
        check_gels<T, WARPS>(m, n, nrhs, adjoint);
        if (m != n)
            check_gels<T, WARPS>(n, m, nrhs, adjoint);
    }
}

template <class T> static void check_factors(bool few)
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

template <class T> static void check_others(bool few)
{
    check_gels<T, 1>(9, 5, 2);
    check_list<T>(false, {{5, 5}, {20, 3}, {0, 4}, {33, 33}, {4, 7}});
    if (few)
        return;
    check_gels<T, 1>(1, 1, 1);
    check_gels<T, 4>(37, 35, 2);
    check_list<T>(true, {{40, 35}, {6, 6}, {0, 0}, {9, 1}});
}

// With threads, in the search for data races, all sizes take minutes.
int main()
{
    const char *check = getenv("STARLING_CHECK");
    const bool quick = check && !strcmp(check, "quick");
    check_others<double>(quick);
    check_factors<double>(quick);
    check_factors<cuComplex>(true);
    if (!quick) {
        check_others<cuComplex>(true);
        check_factors<float>(true);
        check_factors<cuDoubleComplex>(false);
    }
    return done_testing();
}
