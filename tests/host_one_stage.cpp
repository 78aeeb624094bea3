// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Device code of the panels of one-stage reductions on the host (host_block.h), beside reflectors
// that are applied one by one to all of the matrix in double precision; thread blocks with and
// without rows, tiles of few columns, numbers that are tiny, huge, zero or not finite; equal bits.

#include "host_chase.h"
#include "codelets/eigen/cuda_hetrd.cuh"
#include "codelets/nonsymmetric/cuda_gehrd.cuh"
#include "codelets/svd/cuda_gebrd.cuh"
#include "tap.h"

template <class T> struct about {
    typedef typename sl::scalar<T>::real real;
    static constexpr bool single = sizeof(real) == 4, complex = sizeof(T) > sizeof(real);
    static constexpr double eps = single ? 5.96e-8 : 1.11e-16;
    static constexpr char letter = complex ? single ? 'c' : 'z' : single ? 's' : 'd';
};

// A column-major matrix of wide numbers.
struct table {
    int m, n;
    std::vector<wide> a;
    table(int m_, int n_) : m(m_), n(n_), a((size_t)m_ * n_)
    {
    }
    wide &operator()(int i, int j)
    {
        return a[i + (size_t)j * m];
    }
};

// A matrix of T with rows behind, NaN at first.
template <class T> struct array {
    int m, n, ld;
    std::vector<T> a;
    array(int m_, int n_) : m(m_), n(n_), ld(m_ + 3), a((size_t)(m_ + 3) * n_)
    {
        memset((void *)a.data(), 0xff, a.size() * sizeof(T));
    }
    wide at(int i, int j) const
    {
        return to_wide(a[i + (size_t)j * ld]);
    }
    void set(int i, int j, wide x)
    {
        a[i + (size_t)j * ld] = sl::scalar<T>::make(x.real(), x.imag());
    }
    T *column(int j)
    {
        return a.data() + (size_t)j * ld;
    }
};

// SMALL, LARGE: on both sides of the limits of sums of squares
enum kind { RANDOM, TINY, SMALL, LARGE, HUGE_ONES, ZERO, ONE_NAN };
static const char *const kind_names[] = {"random", "tiny", "small", "large",
                                         "huge",   "zero", "a NaN"};
static const enum kind special[] = {TINY, SMALL, LARGE, HUGE_ONES, ZERO, ONE_NAN};

template <class T> static wide element(enum kind kind, int i, int j)
{
    static const double scales[2][5] = {{1, 1e-306, 3e-154, 4e146, 1e150},
                                        {1, 1e-37, 2e-19, 9e15, 1e18}};
    double re = number(), im = about<T>::complex ? number() : 0;
    wide x(re, im);
    return kind == ZERO      ? wide(0)
           : kind == ONE_NAN ? (i == 8 && j == 7 ? wide(NAN) : x)
                             : x * scales[about<T>::single][kind];
}

// The reflector of x, from element `first` on: v, tau and the new element.
struct one_reflector {
    std::vector<wide> v;
    wide tau;
    double beta;
};
static one_reflector reflector_of(const std::vector<wide> &x, int first)
{
    one_reflector h = {std::vector<wide>(x.size()), 0, 0};
    double rest = 0, most = 0;
    for (size_t i = first; i < x.size(); i++)
        most = std::max(most, std::abs(x[i]));
    most = most > 0 ? most : 1;
    for (size_t i = first + 1; i < x.size(); i++)
        rest += std::norm(x[i] / most);
    wide alpha = x[first] / most;
    h.v[first] = 1;
    h.beta = alpha.real() * most;
    if (rest == 0 && alpha.imag() == 0)
        return h;
    double beta = -std::copysign(std::sqrt(std::norm(alpha) + rest), alpha.real());
    h.tau = wide((beta - alpha.real()) / beta, -alpha.imag() / beta);
    for (size_t i = first + 1; i < x.size(); i++)
        h.v[i] = x[i] / most / (alpha - beta);
    h.beta = beta * most;
    return h;
}
// M = (I - tau v v^H) M, or M (I - tau v v^H)
static void from_left(table &M, const one_reflector &h, wide tau)
{
    for (int j = 0; j < M.n; j++) {
        wide sum = 0;
        for (int i = 0; i < M.m; i++)
            sum += conj(h.v[i]) * M(i, j);
        for (int i = 0; i < M.m; i++)
            M(i, j) -= tau * sum * h.v[i];
    }
}
static void from_right(table &M, const one_reflector &h, wide tau)
{
    for (int i = 0; i < M.m; i++) {
        wide sum = 0;
        for (int j = 0; j < M.n; j++)
            sum += M(i, j) * h.v[j];
        for (int j = 0; j < M.n; j++)
            M(i, j) -= tau * sum * conj(h.v[j]);
    }
}

// The largest difference; NaN stays.
struct distance {
    double most = 0;
    void add(wide x, wide y)
    {
        double d = std::abs(x - y);
        most = d <= most ? most : d;
    }
};

enum { THREADS = 128 };

// The matrix in tiles of nb columns from column `first tile` on, each with an array of its own.
template <class T> struct tiled {
    int n, column, nb;
    std::vector<array<T>> tile;
    tiled(table &M, int column_, int nb_) : n(M.n), column(column_), nb(nb_)
    {
        for (int c = column; c < n; c += nb) {
            tile.emplace_back(M.m, std::min(nb, n - c));
            for (int j = 0; j < tile.back().n; j++)
                for (int i = 0; i < M.m; i++)
                    tile.back().set(i, j, M(i, c + j));
        }
    }
    // the workspace with the list of tiles
    std::vector<T> work(int m, int columns)
    {
        sl::panel_work<T> size(nullptr, m, columns, tile.size());
        std::vector<T> room(size.bytes / sizeof(T) + 32);
        memset((void *)room.data(), 0xff, room.size() * sizeof(T));
        sl::panel_work<T> w(room.data(), m, columns, tile.size());
        for (size_t t = 0; t < tile.size(); t++)
            w.tile[t] = {tile[t].column(0), tile[t].ld};
        return room;
    }
};

template <class CALL> static void run_panel(const CALL &call, int blocks)
{
    run_cluster<typename CALL::shared>(
        blocks, THREADS, [&](typename CALL::shared &s) { call.run(s, sl::cluster_barrier); });
}

// Runs it, and for small matrices once more, in another order of threads: whether all bits are
// equal.
template <class T, class CALL>
static bool run_twice(const CALL &call, int blocks, tiled<T> &A, std::vector<array<T> *> results)
{
    for (array<T> &tile : A.tile)
        results.push_back(&tile);
    std::vector<std::vector<T>> before, after;
    for (array<T> *x : results)
        before.push_back(x->a);
    run_panel(call, blocks);
    if (A.n > 100)
        return true;
    for (size_t i = 0; i < results.size(); i++) {
        after.push_back(results[i]->a);
        std::copy(before[i].begin(), before[i].end(), results[i]->a.begin());
    }
    run_panel(call, blocks);
    bool same = true;
    for (size_t i = 0; i < results.size(); i++)
        same &= memcmp(after[i].data(), results[i]->a.data(), after[i].size() * sizeof(T)) == 0;
    return same;
}

static bool holds(double error, enum kind kind)
{
    return kind == ONE_NAN ? std::isnan(error) : error <= 30;
}

// ---- Hessenberg form -----------------------------------------------------------------------

template <class T>
static void check_gehrd(int n, int end, int first, int count, int nb, int blocks,
                        enum kind kind = RANDOM)
{
    const int top = first + 1, column = first / nb * nb;
    srand(n + 7 * first);
    table M(n, n);
    for (wide &x : M.a) {
        size_t e = &x - M.a.data();
        x = element<T>(kind, e % n, e / n);
    }
    for (int j = 0; j < n; j++) // triangular behind `end`
        for (int i = j + 1; i < n; i++)
            if (i >= end)
                M(i, j) = 0;
    tiled<T> A(M, column, nb);
    for (int j = column; j < n; j++)
        for (int i = 0; i < n; i++)
            M(i, j) = A.tile[(j - column) / nb].at(i, (j - column) % nb);
    table before = M;
    double size = 0;
    for (wide x : M.a)
        size = std::max(size, std::abs(x));
    array<T> V(n, count), Y(n, count), t(count, count), tau(count, count);
    std::vector<T> work = A.work(n, n);
    sl_cuda_gehrd p = {};
    p.count = count, p.top = top, p.end = end;
    p.a = A.tile[0].column(first - column), p.lda = A.tile[0].ld;
    p.v = V.column(0), p.ldv = V.ld, p.y = Y.column(0), p.ldy = Y.ld;
    p.t = t.column(0), p.ldt = t.ld, p.tau = tau.column(0), p.next_tau = tau.ld + 1;
    p.m = n, p.tiles = A.tile.size(), p.column = column, p.nb = nb, p.work = work.data();
    bool same = run_twice(sl::gehrd_panel<T>(p), blocks, A, {&V, &Y, &t, &tau});

    distance d, y;
    size = size > 0 && !std::isnan(size) ? size : 1;
    std::vector<one_reflector> h;
    table Q(n, n);
    for (int i = 0; i < n; i++)
        Q(i, i) = 1;
    for (int j = 0; j < count; j++) {
        std::vector<wide> x(n);
        for (int i = 0; i < end; i++)
            x[i] = M(i, first + j);
        x.resize(end);
        h.push_back(reflector_of(x, top + j));
        h[j].v.resize(n);
        from_left(M, h[j], conj(h[j].tau));
        from_right(M, h[j], h[j].tau);
        from_right(Q, h[j], h[j].tau);
    }
    for (int j = 0; j < count; j++) {
        d.add(tau.at(j, j), h[j].tau);
        d.add(t.at(j, j), h[j].tau);
        for (int i = j + 1; i < count; i++)
            d.add(t.at(i, j), 0);
        for (int i = top; i < end; i++) {
            wide is = A.tile[0].at(i, first - column + j);
            d.add(V.at(i, j), h[j].v[i]);
            if (i < top + j)
                d.add(is / size, M(i, first + j) / size);
            else
                d.add(i == top + j ? is / size : is, i == top + j ? h[j].beta / size : h[j].v[i]);
        }
    }
    // Q = I - V T V^H, Y = A V T
    for (int i = 0; i < end; i++) {
        for (int j = top; j < end; j++) {
            wide q = i == j;
            for (int k = 0; k < count && i >= top; k++)
                for (int l = 0; l <= k; l++)
                    q -= V.at(i, l) * t.at(l, k) * conj(V.at(j, k));
            if (i >= top)
                d.add(q, Q(i, j));
        }
        for (int k = 0; k < count && i >= top; k++) {
            wide sum = 0;
            for (int c = top; c < end; c++) {
                wide vt = 0;
                for (int l = 0; l <= k; l++)
                    vt += V.at(c, l) * t.at(l, k);
                sum += before(i, c) / size * vt;
            }
            y.add(Y.at(i, k) / size, sum);
        }
    }
    bool outside = true; // nothing else is written
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count; j++)
            if (i < top || i >= end) {
                outside &= std::isnan(Y.at(i, j).real()) && std::isnan(V.at(i, j).real());
                wide was = before(i, first + j), is = A.tile[0].at(i, first - column + j);
                outside &= is == was || std::isnan(was.real());
            }
    double scale = about<T>::eps * n, error = std::max(d.most, y.most) / scale;
    error = std::isnan(d.most) || std::isnan(y.most) ? NAN : error;
    ok(holds(error, kind) && outside && same,
       "%c: gehrd, n %d, end %d, columns %d ... %d, tiles of %d, %d blocks, %s: %.2g and %.2g "
       "off%s",
       about<T>::letter, n, end, first, first + count - 1, nb, blocks, kind_names[kind],
       d.most / scale, y.most / scale, outside ? "" : ", wrote outside",
       same ? "" : ", other bits again");
}

// ---- Tridiagonal form ------------------------------------------------------------------------

// The upper triangle is NaN, and so is all left of the panel.
template <class T>
static void check_hetrd(int n, int first, int count, int nb, int blocks, enum kind kind = RANDOM)
{
    const int column = first / nb * nb;
    srand(n + 7 * first);
    table M(n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            M(i, j) = i < j || j < first ? wide(NAN) : element<T>(kind, i, j);
    tiled<T> A(M, column, nb);
    double size = 0;
    for (int j = first; j < n; j++)
        for (int i = j; i < n; i++) {
            wide x = A.tile[(j - column) / nb].at(i, (j - column) % nb);
            M(i, j) = i == j ? x.real() : x;
            M(j, i) = conj(M(i, j));
            size = std::max(size, std::abs(x));
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i < first || j < first)
                M(i, j) = 0;
    table before = M;
    array<T> V(n, count), W(n, count), tau(count, count);
    std::vector<T> work = A.work(n, n);
    sl_cuda_hetrd p = {};
    p.count = count, p.first = first, p.n = n;
    p.a = A.tile[0].column(first - column), p.lda = A.tile[0].ld;
    p.v = V.column(0), p.ldv = V.ld, p.w = W.column(0), p.ldw = W.ld;
    p.tau = tau.column(0), p.next_tau = tau.ld + 1;
    p.tiles = A.tile.size(), p.column = column, p.nb = nb, p.work = work.data();
    bool same = run_twice(sl::hetrd_panel<T>(p), blocks, A, {&V, &W, &tau});

    distance d, y;
    size = size > 0 && !std::isnan(size) ? size : 1;
    for (int j = 0; j < count; j++) {
        const int diagonal = first + j;
        std::vector<wide> x(n);
        for (int i = 0; i < n; i++)
            x[i] = M(i, diagonal);
        one_reflector h = reflector_of(x, diagonal + 1);
        d.add(tau.at(j, j), h.tau);
        d.add(A.tile[0].at(diagonal, diagonal - column) / size, M(diagonal, diagonal) / size);
        for (int i = diagonal + 1; i < n; i++) {
            wide is = A.tile[0].at(i, diagonal - column);
            d.add(V.at(i, j), h.v[i]);
            d.add(i == diagonal + 1 ? is / size : is, i == diagonal + 1 ? h.beta / size : h.v[i]);
        }
        from_left(M, h, conj(h.tau));
        from_right(M, h, h.tau);
    }
    for (int j = first + count; j < n; j++)
        for (int i = j; i < n; i++) {
            wide sum = before(i, j) / size;
            for (int k = 0; k < count; k++)
                sum -= V.at(i, k) * conj(W.at(j, k)) / size + W.at(i, k) / size * conj(V.at(j, k));
            y.add(sum, M(i, j) / size);
        }
    double scale = about<T>::eps * n, error = std::max(d.most, y.most) / scale;
    error = std::isnan(d.most) || std::isnan(y.most) ? NAN : error;
    ok(holds(error, kind) && same,
       "%c: hetrd, n %d, columns %d ... %d, tiles of %d, %d blocks, %s: %.2g and %.2g off%s",
       about<T>::letter, n, first, first + count - 1, nb, blocks, kind_names[kind], d.most / scale,
       y.most / scale, same ? "" : ", other bits again");
}

// ---- Bidiagonal form -------------------------------------------------------------------------

template <class T>
static void check_gebrd(int m, int n, int first, int count, int nb, int blocks,
                        enum kind kind = RANDOM)
{
    const int column = first / nb * nb;
    srand(m + n + 7 * first);
    table M(m, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            M(i, j) = i < first || j < first ? wide(NAN) : element<T>(kind, i, j);
    tiled<T> A(M, column, nb);
    double size = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            M(i, j) = i < first || j < first ? wide(0)
                                             : A.tile[(j - column) / nb].at(i, (j - column) % nb);
            size = std::max(size, std::abs(M(i, j)));
        }
    table before = M;
    array<T> V(m, count), X(m, count), Y(n, count), U(n, count), R(n, count);
    array<T> tauq(count, count), taup(count, count);
    std::vector<T> work = A.work(m, n);
    sl_cuda_gebrd p = {};
    p.count = count, p.first = first, p.m = m, p.n = n;
    p.a = A.tile[0].column(first - column), p.lda = A.tile[0].ld;
    p.r = R.column(0), p.ldr = R.ld, p.v = V.column(0), p.ldv = V.ld;
    p.x = X.column(0), p.ldx = X.ld, p.y = Y.column(0), p.ldy = Y.ld;
    p.u = U.column(0), p.ldu = U.ld;
    p.tauq = tauq.column(0), p.next_tauq = tauq.ld + 1;
    p.taup = taup.column(0), p.next_taup = taup.ld + 1;
    p.tiles = A.tile.size(), p.column = column, p.nb = nb, p.work = work.data();
    bool same = run_twice(sl::gebrd_panel<T>(p), blocks, A, {&V, &X, &Y, &U, &R, &tauq, &taup});

    distance d, y;
    size = size > 0 && !std::isnan(size) ? size : 1;
    for (int i = 0; i < count; i++) {
        const int at = first + i, next = at + 1;
        std::vector<wide> z(m);
        for (int e = 0; e < m; e++)
            z[e] = M(e, at);
        one_reflector h = reflector_of(z, at);
        d.add(tauq.at(i, i), h.tau);
        for (int e = at; e < m; e++) {
            wide is = A.tile[0].at(e, at - column);
            d.add(V.at(e, i), h.v[e]);
            d.add(e == at ? is / size : is, e == at ? h.beta / size : h.v[e]);
        }
        from_left(M, h, conj(h.tau));
        if (next == n)
            break;
        z.resize(n);
        for (int e = 0; e < n; e++)
            z[e] = conj(M(at, e));
        one_reflector g = reflector_of(z, next);
        d.add(taup.at(i, i), g.tau);
        for (int e = next; e < n; e++) {
            wide is = R.at(e, i);
            d.add(U.at(e, i), g.v[e]);
            d.add(e == next ? is / size : is, e == next ? g.beta / size : g.v[e]);
        }
        from_right(M, g, g.tau);
    }
    for (int j = first + count; j < n; j++)
        for (int i = first + count; i < m; i++) {
            wide sum = before(i, j) / size;
            for (int k = 0; k < count; k++)
                sum -= V.at(i, k) * conj(Y.at(j, k)) / size + X.at(i, k) / size * conj(U.at(j, k));
            y.add(sum, M(i, j) / size);
        }
    double scale = about<T>::eps * m, error = std::max(d.most, y.most) / scale;
    error = std::isnan(d.most) || std::isnan(y.most) ? NAN : error;
    ok(holds(error, kind) && same,
       "%c: gebrd, %d x %d, columns %d ... %d, tiles of %d, %d blocks, %s: %.2g and %.2g off%s",
       about<T>::letter, m, n, first, first + count - 1, nb, blocks, kind_names[kind],
       d.most / scale, y.most / scale, same ? "" : ", other bits again");
}

template <class T> static void check_type()
{
    check_gebrd<T>(1, 1, 0, 1, 1, 1);
    check_gebrd<T>(3, 2, 0, 2, 2, 2);
    check_gebrd<T>(9, 9, 1, 5, 6, 2);
    check_gebrd<T>(45, 30, 24, 6, 12, 3);
    check_gebrd<T>(75, 70, 10, 7, 20, 3);
    for (enum kind kind : special)
        check_gebrd<T>(14, 12, 2, 4, 6, 2, kind);
    check_hetrd<T>(2, 0, 1, 2, 1);
    check_hetrd<T>(9, 1, 5, 6, 2);
    check_hetrd<T>(40, 0, 8, 40, 1);
    check_hetrd<T>(75, 10, 7, 20, 3);
    for (enum kind kind : special)
        check_hetrd<T>(12, 2, 4, 6, 2, kind);
    check_gehrd<T>(2, 2, 0, 1, 2, 1);
    check_gehrd<T>(9, 8, 1, 5, 6, 2);
    check_gehrd<T>(40, 40, 0, 8, 40, 1);
    check_gehrd<T>(75, 70, 10, 7, 20, 3);
    for (enum kind kind : special)
        check_gehrd<T>(12, 12, 2, 4, 6, 2, kind);
}

int main()
{
    const char *level = getenv("STARLING_CHECK");
    if (level && !strcmp(level, "quick")) { // a thread sanitizer takes its time
        check_gehrd<cuDoubleComplex>(45, 44, 2, 3, 20, 2);
        check_hetrd<cuDoubleComplex>(45, 2, 3, 20, 2);
        check_gebrd<cuDoubleComplex>(45, 37, 35, 2, 20, 2);
        return done_testing();
    }
    check_gehrd<double>(330, 325, 3, 32, 100, 3); // several strips
    check_hetrd<double>(330, 3, 32, 100, 3);
    check_gebrd<double>(330, 300, 3, 32, 100, 3);
    check_type<float>();
    check_type<double>();
    check_type<cuComplex>();
    check_type<cuDoubleComplex>();
    return done_testing();
}
