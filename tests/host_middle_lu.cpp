// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// LU of matrices of middle size (cuda_middle_getrf.cuh), with narrow panels, and by blocks
// (cuda_blocked_getrf.cuh) on the host (host_block.h). Directed graphs' incidence
// matrices are totally unimodular: elimination has only -1, 0 and 1, so it is exact and full of
// ties. All is compared bit by bit with LAPACK's way.

#include "host_block.h"
#include "host_lu.h"
#include "tap.h"

static float times(float x, int)
{
    return x;
}
static double times(double x, int)
{
    return x;
}
// by a power of i
template <class C> static C times(C x, int power)
{
    for (; power > 0; power--)
        x = sl::scalar<C>::make(-x.y, x.x);
    return x;
}

// Columns of an incidence matrix, with rows and columns multiplied by powers of i.
template <class T> static std::vector<T> network(int m, int n, int lda)
{
    std::vector<T> a((size_t)lda * n, sl::scalar<T>::make(NAN));
    std::vector<int> powers(m);
    for (int &x : powers)
        x = rand() % 4;
    for (int j = 0; j < n; j++) {
        int from = rand() % m, to = rand() % 5 == 0 ? m : rand() % m, power = rand() % 4;
        for (int i = 0; i < m; i++) {
            double x = from == to ? 0 : i == from ? 1 : i == to ? -1 : 0;
            a[i + (size_t)j * lda] = times(sl::scalar<T>::make(x), powers[i] + power);
        }
    }
    return a;
}

// A matrix, its factors by the reference, and room for those of device code.
template <class T> struct problem {
    int m, n, lda, pivots, info, expected_info;
    std::vector<T> a, expected;
    std::vector<int> ipiv, expected_ipiv;
    problem(int m_, int n_, bool exact)
        : m(m_), n(n_), lda(m_ + 3), pivots(std::min(m_, n_)), info(-1), a(network<T>(m, n, lda)),
          ipiv(pivots, -1), expected_ipiv(pivots)
    {
        if (!exact)
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++)
                    a[i + (size_t)j * lda] = sl::scalar<T>::make(rand() % 2001 / 1000. - 1, 0);
        expected = a;
        expected_info = reference(m, n, expected, lda, expected_ipiv);
    }
    bool right(bool exact) const
    {
        bool all = true;
        for (size_t i = 0; i < a.size(); i++)
            all = all && (exact ? same(a[i], expected[i]) : near(a[i], expected[i]));
        return all && ipiv == expected_ipiv && info == expected_info;
    }
    // columns k to k + columns, rows from k on; kept: panels of L in shared memory
    template <int NB, int R, bool UNITS> void factor(int k, int columns, int kept)
    {
        const int rows = m - k, threads = ((rows + R - 1) / R + 31) / 32 * 32;
        const int panels = (std::min(rows, columns) + NB - 1) / NB;
        typedef sl::middle_shared<T, NB, UNITS> shared;
        const int bytes = shared::bytes_without_l(threads, rows) +
                          shared::size_of_l(std::min(kept, panels) * NB, rows) * (int)sizeof(T);
        run_cluster<memory>(1, threads, [&](memory &s) {
            sl::middle_matrix<T> matrix = {rows,  columns, &a[k + (size_t)k * lda], lda, &ipiv[k],
                                           &info, k};
            sl::middle_lu<T, NB, R, UNITS>(matrix, s.bytes, bytes).factor();
        });
    }
};

// kept: panels of L in shared memory
template <class T, int NB, int R> static void check(int m, int n, int kept, bool exact)
{
    problem<T> p(m, n, exact);
    p.template factor<NB, R, true>(0, n, kept);
    ok(p.right(exact), "%d x %d, %d bytes, panels of %d, %d of them shared, %d rows a thread%s", m,
       n, (int)sizeof(T), NB, kept, R, exact ? ", exact" : "");
}

// By blocks, `count` matrices, with outer blocks of `width` columns where it is not 0. In other
// types than double rounding is that of the reference.
template <class T> static void check_blocked(int m, int n, int width, int count, bool exact)
{
    std::vector<problem<T>> each;
    for (int i = 0; i < count; i++)
        each.emplace_back(m, n, exact);
    const int pivots = each[0].pivots + 2, stride = (int)each[0].a.size() + 5;
    std::vector<T> a((size_t)count * stride, sl::scalar<T>::make(NAN));
    std::vector<int> ipiv(count * pivots, -1), info(count, -1);
    for (int i = 0; i < count; i++)
        std::copy(each[i].a.begin(), each[i].a.end(), &a[i * stride]);
    const sl::middle_call<T> call = {m,      n,           count,  a.data(),    each[0].lda,
                                     stride, ipiv.data(), pivots, info.data(), 0};
    host_steps<T> steps;
    if (width > 0)
        sl::by_outer_blocks(call, width, steps);
    else
        sl::by_pairs<T>(call, 0, steps);
    bool right = true;
    for (int i = 0; i < count; i++) {
        problem<T> &p = each[i];
        std::copy_n(&a[i * stride], p.a.size(), p.a.begin());
        std::copy_n(&ipiv[i * pivots], p.pivots, p.ipiv.begin());
        p.info = info[i];
        right = right && p.right(exact);
    }
    ok(right, "%d x %d, %d bytes, %d by blocks, outer ones of %d%s", m, n, (int)sizeof(T), count,
       width, exact ? ", exact" : "");
}
template <class T> static void check_blocked_sizes()
{
    const int NB = sl::blocked<T>::NB, W = 2 * NB;
    check_blocked<T>(4 * NB, 3 * NB, 0, 1, true);
    check_blocked<T>(2 * NB - 7, 2 * NB - 5, 0, 1, true);
    check_blocked<T>(4 * NB + 3, 5 * NB + 1, W, 1, true);
    if (quick())
        return;
    check_blocked<T>(3 * NB + 5, 2 * NB + 3, 0, 2, true);
    check_blocked<T>(NB + 11, 3 * NB + 1, 0, 1, true);
    check_blocked<T>(5 * NB + 1, 5 * NB + 1, 0, 1, true);
    check_blocked<T>(3 * NB + 5, 3 * NB + 5, 0, 1, false);
    check_blocked<T>(NB + 11, NB + 13, 0, 1, false);
    check_blocked<T>(5 * NB + 1, 5 * NB + 1, W, 2, true);
    check_blocked<T>(6 * NB - 3, 3 * NB + 5, W, 1, true);
    check_blocked<T>(W + 1, W + 1, W, 1, true);
    check_blocked<T>(3 * NB, 6 * NB - 1, W, 1, false);
    check_blocked<T>(6 * NB + 7, 9 * NB - 2, 2 * W, 1, true);
    check_blocked<T>(9 * NB - 2, 7 * NB + 5, 2 * W, 1, false);
}

template <class T, int NB, int R> static void check_sizes()
{
    static const int sizes[][2] = {{33, 33}, {35, 18}, {17, 35}, {48, 48}, {70, 21}, {36, 60}};
    for (auto &size : sizes)
        for (int kept : {0, 1, 3, 100})
            if (!quick() || kept % 2 == 1)
                check<T, NB, R>(size[0], size[1], kept, true);
    for (int kept : {0, 2, 100})
        check<T, NB, R>(43, 41, kept, false);
}

int main()
{
    check_sizes<double, 8, 1>();
    check_sizes<double, 8, 2>();
    check_sizes<float, 8, 2>();
    check_sizes<cuComplex, 8, 1>();
    check_sizes<cuDoubleComplex, 8, 1>();
    check_sizes<cuDoubleComplex, 4, 2>();
    check_blocked_sizes<double>();
    check_blocked_sizes<float>();
    check_blocked_sizes<cuComplex>();
    check_blocked_sizes<cuDoubleComplex>();
    return done_testing();
}
