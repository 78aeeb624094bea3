// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Parts of the LU panel's device code on threads of the host (host_block.h): the update of the
// columns of a group (cuda_getrf_rest.cuh) and substitution (cuda_getrf_solve.cuh). Numbers are
// small integers, or halved so often that all is exact: results are compared bit by bit. Shared
// memory is NaN before.

#include "host_block.h"
#include "../codelets/cuda_getrf_rest.cuh"
#include "../codelets/cuda_getrf_solve.cuh"
#include "tap.h"

// ---- B = B - L U ---------------------------------------------------------------------

// What the update sees of a leaf.
template <class T, int IB, int R> struct host_leaf {
    struct {
        int follow, lda;
    } p;
    T *B;
    int row0, stride, at0;
    unsigned long long gone;
    T v[R][IB];
    T *right() const
    {
        return B;
    }
    int at(int r) const
    {
        return r == 0 ? at0 : row0 + r * stride;
    }
};

// Rows of a leaf that has pivoted: the first IB are rows of U, and what stood there has gone
// to where pivots were, or is a pivot itself; of the last warps there is nothing.
struct rows {
    int ib, there;
    bool gone(int i) const
    {
        return i >= there || (i < ib && i % 3 == 0) || i % 37 == 36;
    }
    int at(int i) const
    {
        return i < ib ? 37 * i + 36 : i; // where one is gone
    }
};

template <class Update, class T, int IB, int R>
static void check_update(const char *name, int follow)
{
    const int all = R * sl::LEAF_THREADS, lda = std::max(all, 37 * IB) + 3;
    rows rows = {IB, all - 40};
    std::vector<T> B((size_t)lda * follow), L((size_t)all * IB);
    for (T &x : B)
        x = (T)(rand() % 7 - 3);
    for (T &x : L)
        x = (T)(rand() % 5 - 2);
    std::vector<T> expected = B, result = B;
    for (int i = 0; i < all; i++)
        for (int c = 0; c < follow && !rows.gone(i); c++)
            for (int k = 0; k < IB; k++) // register k has column k - 1
                expected[rows.at(i) + (size_t)c * lda] -=
                    L[(size_t)i * IB + k] * B[(k + IB - 1) % IB + (size_t)c * lda];
    auto shared = std::make_unique<typename Update::shared>();
    memset((void *)shared.get(), 0xff, sizeof *shared);
    run_block(sl::LEAF_THREADS, [&] {
        host_leaf<T, IB, R> f;
        int row0 = threadIdx.x;
        f.p = {follow, lda};
        f.B = result.data();
        f.row0 = row0;
        f.stride = sl::LEAF_THREADS;
        f.at0 = rows.at(row0);
        f.gone = 0;
        for (int r = 0; r < R; r++) {
            int i = row0 + r * sl::LEAF_THREADS;
            if (rows.gone(i))
                f.gone |= 1ull << r;
            for (int k = 0; k < IB; k++)
                f.v[r][k] = rows.gone(i) ? (T)NAN : L[(size_t)i * IB + k];
        }
        Update::update(f, *shared);
    });
    ok(memcmp(expected.data(), result.data(), B.size() * sizeof(T)) == 0,
       "update %s: %d columns, %d rows a thread, %d columns follow", name, IB, R, follow);
}

template <int R> static void check_tensor_cores()
{
    for (int follow : {1, 7, 8, 33, 96})
        check_update<sl::rest_by_tensor_cores<32, R>, double, 32, R>("by tensor cores", follow);
}
template <class T, int IB, int R> static void check_rows()
{
    for (int follow : {1, IB + 1, 3 * IB - 1, 3 * IB})
        check_update<sl::rest_by_rows<T, IB, R>, T, IB, R>("by rows", follow);
}

// ---- b = L^-1 b -----------------------------------------------------------------------

// Above the diagonal, and on it, there is something else.
template <class T, int BLOCKS> static void check_solve(int k, int n)
{
    const int warps = 4, ldl = k + 3, ldb = k + 5;
    std::vector<T> L((size_t)ldl * k, (T)NAN), B((size_t)ldb * n, (T)NAN);
    for (int j = 0; j < k; j++)
        for (int i = j + 1; i < k; i++) // few enough that nothing is rounded
            L[i + (size_t)j * ldl] = (T)(i - j < 3 ? rand() % 3 - 1 : i % 64 == j % 64);
    for (int c = 0; c < n; c++)
        for (int i = 0; i < k; i++)
            B[i + (size_t)c * ldb] = (T)(i % 40 == c % 40);
    std::vector<T> expected = B;
    for (int c = 0; c < n; c++)
        for (int j = 0; j < k; j++)
            for (int i = j + 1; i < k; i++)
                expected[i + (size_t)c * ldb] -=
                    L[i + (size_t)j * ldl] * expected[j + (size_t)c * ldb];
    auto shared = std::make_unique<sl::solve_shared<T, BLOCKS>>();
    memset((void *)shared.get(), 0xff, sizeof *shared);
    for (int c0 = 0; c0 < n; c0 += warps)
        run_block(32 * warps, [&] {
            int c = c0 + threadIdx.x / 32;
            sl::solve_column<T, BLOCKS>(*shared, k, L.data(), ldl,
                                        c < n ? B.data() + (size_t)c * ldb : nullptr);
        });
    bool same = true;
    for (size_t i = 0; i < B.size(); i++)
        same &= B[i] == expected[i] || (std::isnan(B[i]) && std::isnan(expected[i]));
    ok(same, "substitution of order %d in %d columns, up to %d rows", k, n, 32 * BLOCKS);
}

int main()
{
    srand(1);
    check_tensor_cores<1>();
    check_tensor_cores<2>();
    check_tensor_cores<3>();
    check_rows<double, 16, 4>(); // as many rows as cuda_getrf.cu takes
    check_rows<double, 16, 6>();
    check_rows<double, 8, 8>();
    check_rows<double, 8, 12>();
    check_rows<double, 4, 16>();
    check_rows<double, 4, 24>();
    check_rows<float, 32, 1>();
    check_rows<float, 32, 2>();
    check_rows<float, 32, 4>();
    check_rows<float, 32, 6>();
    check_rows<float, 16, 8>();
    check_rows<float, 8, 24>();
    check_rows<float, 4, 48>();
    for (int k : {1, 7, 8, 9, 31, 32, 33, 64})
        check_solve<double, 2>(k, 5);
    for (int k : {65, 127, 128})
        check_solve<float, 4>(k, 3);
    for (int k : {129, 200, 255, 256})
        check_solve<double, 8>(k, 3);
    return done_testing();
}
