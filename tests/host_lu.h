/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU as LAPACK has it, with the arithmetic of device code, and the steps of LU by blocks, for tests
 * of that on the host. Include after host_block.h.
 */
#ifndef TESTS_HOST_LU_H
#define TESTS_HOST_LU_H

#include <cstdlib>
#include "codelets/batched/cuda_blocked_steps.cuh"

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

struct alignas(16) memory {
    char bytes[200000];
};

/* Steps of LU by blocks (cuda_blocked_steps.cuh), a thread block after the other. */
template <class T> struct host_steps {
    enum { NB = sl::blocked<T>::NB, THREADS = sl::blocked<T>::THREADS };

    template <int R, class CALL> static void panel(const CALL &part, int64_t i)
    {
        const int threads = ((part.m + R - 1) / R + 31) / 32 * 32;
        run_cluster<memory>(1, threads, [&](memory &s) {
            const sl::middle_matrix<T> matrix = part.matrix(i);
            if (matrix.n > 0)
                sl::register_panel<T, NB, R>(matrix, s.bytes).factor();
        });
    }
    template <class CALL> void factor(const CALL &part)
    {
        for (int64_t i = 0; i < part.count; i++)
            if (part.matrix(i).first / NB % 2 == 0)
                panel<2>(part, i);
            else
                panel<1>(part, i);
    }
    template <class CALL> void update(const CALL &panel, int columns, int skip)
    {
        for (unsigned b = 0; b < panel.count * sl::blocks_of<T>(columns); b++)
            run_cluster<sl::blocked_shared<T>>(1, THREADS, [&](sl::blocked_shared<T> &s) {
                sl::update_block<T>(panel, columns, skip, b, s);
            });
    }
    template <class CALL> void interchange(const CALL &call, const sl::interchanges &all)
    {
        for (unsigned b = 0; b < call.count * sl::blocks_of<T>(all.columns); b++)
            run_cluster<memory>(
                1, THREADS, [&](memory &s) { sl::interchange_block<T>(call, all, b, s.bytes); });
    }
    void product(const sl::middle_call<T> &a, int from, int end)
    {
        for (int64_t i = 0; i < a.count; i++) {
            auto at = [&](int row, int j) -> T & {
                return a.A[i * a.stride + row + (int64_t)j * a.lda];
            };
            for (int j = end; j < a.n; j++)
                for (int k = from; k < end; k++)
                    for (int row = end; row < a.m; row++)
                        at(row, j) = sl::minus_product(at(row, j), at(row, k), at(k, j));
        }
    }
};

#endif /* TESTS_HOST_LU_H */
