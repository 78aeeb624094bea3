/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU as LAPACK has it, with the arithmetic of device code, for tests of that on the host.
 * Include after a header of LU's device code.
 */
#ifndef TESTS_HOST_LU_H
#define TESTS_HOST_LU_H

#include <cstdlib>

template <class T>
static int reference(int m, int n, std::vector<T> &a, int lda, std::vector<int> &ipiv)
{
    int info = 0;
    auto at = [&](int i, int j) -> T & { return a[i + (size_t)j * lda]; };
    for (int j = 0; j < std::min(m, n); j++) {
        int best = j;
        for (int i = j; i < m; i++)
            if (sl::cabs1(at(i, j)) > sl::cabs1(at(best, j)))
                best = i;
        ipiv[j] = best + 1;
        for (int k = 0; k < n; k++)
            std::swap(at(j, k), at(best, k));
        if (sl::cabs1(at(j, j)) == 0 && info == 0)
            info = j + 1;
        sl::divisor<T> divide(at(j, j));
        for (int i = j + 1; i < m; i++) {
            at(i, j) = divide(at(i, j));
            for (int k = j + 1; k < n; k++)
                at(i, k) = sl::minus_product(at(i, k), at(i, j), at(j, k));
        }
    }
    return info;
}

static bool same(float x, float y)
{
    return x == y || (std::isnan(x) && std::isnan(y));
}
static bool same(double x, double y)
{
    return x == y || (std::isnan(x) && std::isnan(y));
}
template <class C> static bool same(C x, C y)
{
    return same(x.x, y.x) && same(x.y, y.y);
}

/* The matrix units add in another order. */
static bool near(float x, float y)
{
    return same(x, y) || fabs(x - y) < 1e-3;
}
static bool near(double x, double y)
{
    return same(x, y) || fabs(x - y) < 1e-10;
}
template <class C> static bool near(C x, C y)
{
    return near(x.x, y.x) && near(x.y, y.y);
}

static bool quick()
{
    return getenv("STARLING_CHECK") && !strcmp(getenv("STARLING_CHECK"), "quick");
}

#endif /* TESTS_HOST_LU_H */
