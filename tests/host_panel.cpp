// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// The LU panel's device code on the host (host_block.h): the update of the columns of
// a group (cuda_getrf_rest.cuh), substitution (cuda_getrf_solve.cuh) and the product with a triangle
// (cuda_trmm.cuh) on small integers, so that all is exact and compared bit by bit, a group of
// leaves (cuda_getrf_group.cuh), with LAPACK's pivots, and a step without interchanges
// (cuda_getrf_nopiv.cuh).

#include <complex>
#include "host_block.h"
#include "codelets/lu/cuda_getrf_group.cuh"
#include "codelets/lu/cuda_getrf_nopiv.cuh"
#include "codelets/blas3/cuda_trmm.cuh"
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
    run_cluster<typename Update::shared>(1, sl::LEAF_THREADS, [&](auto &shared) {
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
        Update::update(f, shared);
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
    for (int c0 = 0; c0 < n; c0 += warps)
        run_cluster<sl::solve_shared<T, BLOCKS>>(1, 32 * warps, [&](auto &shared) {
            int c = c0 + threadIdx.x / 32;
            sl::solve_column(shared, k, L.data(), ldl,
                             c < n ? B.data() + (size_t)c * ldb : nullptr);
        });
    bool same = true;
    for (size_t i = 0; i < B.size(); i++)
        same &= B[i] == expected[i] || (std::isnan(B[i]) && std::isnan(expected[i]));
    ok(same, "substitution of order %d in %d columns, up to %d rows", k, n, 32 * BLOCKS);
}

// ---- Z = alpha W M --------------------------------------------------------------------

// An array of so many rows or, transposed, columns; what is beside it is NaN.
struct host_operand {
    bool transposed;
    int ld;
    std::vector<double> a;
    host_operand(int m, int n, bool t)
        : transposed(t), ld(((t ? n : m) + 3) / 2 * 2), a((size_t)ld * (t ? m : n), NAN)
    {
    }
    double &at(int i, int j)
    {
        return a[transposed ? j + (size_t)i * ld : i + (size_t)j * ld];
    }
};

template <int ORDER, bool W_ROWS, bool M_COLS>
static void check_trmm(int rows, int order, bool head, bool across)
{
    struct stages {
        double d[sl::trmm_block<ORDER>::BYTES / sizeof(double)];
    };
    host_operand W(rows, order, !W_ROWS), M(order, order, M_COLS), Z(rows, order, across);
    host_operand T(rows, order, !across), expected = Z;
    for (int k = 0; k < order; k++) {
        for (int r = 0; r < rows; r++)
            W.at(r, k) = rand() % 7 - 3;
        for (int q = 0; q < order; q++) // M(k, q) contiguous in q: stored transposed
            M.at(k, q) = (head ? k <= q : k >= q) ? rand() % 5 - 2 : 0;
    }
    for (int r = 0; r < rows; r++)
        for (int q = 0; q < order; q++) {
            double sum = 0;
            for (int k = 0; k < order; k++)
                sum += W.at(r, k) * M.at(k, q);
            expected.at(r, q) = -2 * sum;
        }
    sl::trmm_call t = {rows, order, -2, W.a.data(), M.a.data(), Z.a.data(), W.ld, M.ld,
                       Z.ld, head, across, T.a.data(), T.ld, ORDER == 128};
    int tiles = (order + ORDER - 1) / ORDER;
    for (int i = 0; i * ORDER < rows; i++)
        for (int j = 0; j < (tiles + 1) / 2; j++)
            run_cluster<stages>(1, sl::TRMM_THREADS, [&](auto &shared) {
                if (rows % ORDER == 0 && order % ORDER == 0)
                    sl::trmm_tiles<ORDER, W_ROWS, M_COLS, true>(t, shared.d, i, j);
                else
                    sl::trmm_tiles<ORDER, W_ROWS, M_COLS, false>(t, shared.d, i, j);
            });
    bool same = true;
    for (size_t i = 0; i < Z.a.size(); i++)
        same &= Z.a[i] == expected.a[i] || (std::isnan(Z.a[i]) && std::isnan(expected.a[i]));
    for (int r = 0; r < rows; r++)
        for (int q = 0; q < order; q++)
            same &= T.at(r, q) == Z.at(r, q);
    ok(same, "triangular product, blocks of %d: %d rows, order %d, %s%s%s%s", ORDER, rows, order,
       head ? "upper" : "lower", W_ROWS ? "" : ", W transposed", M_COLS ? ", M transposed" : "",
       across ? ", Z transposed" : "");
}

template <int ORDER> static void check_trmms(int rows, int order)
{
    check_trmm<ORDER, true, true>(rows, order, true, true);
    check_trmm<ORDER, true, false>(rows, order, false, false);
    check_trmm<ORDER, false, true>(rows, order, false, true);
    check_trmm<ORDER, false, false>(rows, order, true, false);
}

// ---- P A = L U ------------------------------------------------------------------------

// The device's types as numbers with operators.
template <class T> struct number {
    typedef T type;
    static T make(double re, double)
    {
        return (T)re;
    }
};
template <class R> struct complex_number {
    typedef std::complex<R> type;
    static type make(double re, double im)
    {
        return type((R)re, (R)im);
    }
};
template <> struct number<cuComplex> : complex_number<float> {
};
template <> struct number<cuDoubleComplex> : complex_number<double> {
};

template <class C> static double cabs1(C x)
{
    return std::fabs(std::real(x)) + std::fabs(std::imag(x));
}

// By columns, as LAPACK's getf2: the first of the largest, and nothing is divided by zero. Right
// of the columns, rows of U.
template <class C>
static int eliminate(int m, int n, int cols, std::vector<C> &A, std::vector<int> &ipiv)
{
    int info = 0;
    for (int j = 0; j < std::min(m, cols); j++) {
        C *a = &A[(size_t)j * m];
        int at = j;
        for (int i = j; i < m; i++)
            if (cabs1(a[i]) > cabs1(a[at]))
                at = i;
        ipiv[j] = at + 1;
        if (cabs1(a[at]) == 0 && info == 0)
            info = j + 1;
        for (int c = 0; c < n; c++)
            std::swap(A[j + (size_t)c * m], A[at + (size_t)c * m]);
        for (int i = j + 1; i < m && cabs1(a[j]) != 0; i++) {
            a[i] /= a[j];
            for (int c = j + 1; c < cols; c++)
                A[i + (size_t)c * m] -= a[i] * A[j + (size_t)c * m];
        }
    }
    for (int c = cols; c < n; c++)
        for (int j = 0; j < cols; j++)
            for (int i = j + 1; i < std::min(m, cols); i++)
                A[i + (size_t)c * m] -= A[i + (size_t)j * m] * A[j + (size_t)c * m];
    return info;
}

enum kind { RANDOM, TIES, ZERO_COLUMN };

template <class T>
static std::vector<typename number<T>::type> leaves_matrix(int m, int n, kind kind)
{
    std::vector<typename number<T>::type> A((size_t)m * n);
    auto random = [] { return rand() / (RAND_MAX + 1.0) - 0.5; };
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double re = random(), im = random();
            A[i + (size_t)j * m] =
                kind == TIES ? number<T>::make(__builtin_popcount(i & (j * 37 % 64)) % 2 ? -1 : 1, 0)
                             : number<T>::make(re, im);
        }
    if (kind == ZERO_COLUMN)
        std::fill(&A[(size_t)3 * m], &A[(size_t)4 * m], number<T>::make(0, 0));
    return A;
}

template <class T, int IB, int R>
static void check_leaves(int ctas, int m, int cols, int follow, kind kind)
{
    static const char *const names[] = {"random", "ties", "a column of zeros"};
    int n = cols + follow, info = 0;
    auto A = leaves_matrix<T>(m, n, kind), expected = A;
    std::vector<T> on_device(A.size());
    std::vector<int> ipiv(cols), expected_ipiv(cols);
    int expected_info = eliminate(m, n, cols, expected, expected_ipiv);
    memcpy((void *)on_device.data(), A.data(), A.size() * sizeof(T));
    sl::leaf_call<T> call = {on_device.data(), m, m, cols, 0, n, follow, 0, ipiv.data(), &info};
    run_cluster<sl::leaf_shared<T, IB, R>>(ctas, sl::LEAF_THREADS, [&](auto &shared) {
        sl::factor_leaves<T, IB, R>(call, shared);
    });
    memcpy((void *)A.data(), on_device.data(), A.size() * sizeof(T));
    double worst = 0;
    for (size_t i = 0; i < A.size(); i++) {
        double error = std::abs(A[i] - expected[i]) / (1 + std::abs(expected[i]));
        worst = std::isnan(worst) || error <= worst ? worst : error; // NaN stays
    }
    bool single = sizeof(typename sl::scalar<T>::real) == 4;
    ok(ipiv == expected_ipiv && info == expected_info && worst < (single ? 1e-3 : 1e-11),
       "LU of %d x %d and %d columns more, %s%s, %s; %d thread blocks, leaves of %d, %d rows a "
       "thread: error %.1g", m, cols, follow, single ? "single" : "double",
       sizeof(T) > sizeof(typename sl::scalar<T>::real) ? " complex" : "", names[kind], ctas, IB, R,
       worst);
}

// ---- A step without interchanges -------------------------------------------------------

// A = L U with small integers, `below` rows and `right` columns outside the block. zero: the number of
// the pivot that is zero, 0: none.
template <class T> static void check_nopiv(int order, int below, int right, int zero)
{
    const int m = order + below, n = order + right, lda = m + 3, strip = sl::NOPIV_STRIP;
    std::vector<T> A((size_t)lda * n, (T)NAN), expected = A;
    auto factor = [&](int i, int j) { // L has few numbers, and a diagonal that is not kept
        return i == j ? zero == i + 1 ? 0 : 2 : (i * 5 + j * 3) % 7 == 0 ? 1 : 0;
    };
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            expected[i + (size_t)j * lda] = (T)factor(i, j);
            A[i + (size_t)j * lda] = 0;
            for (int k = 0; k <= std::min({i, j, order - 1}); k++)
                A[i + (size_t)j * lda] += (T)((i == k ? 1 : factor(i, k)) * factor(k, j));
        }
    int info = 0;
    run_cluster<sl::nopiv_block<T>>(1, sl::NOPIV_THREADS, [&](auto &shared) {
        sl::nopiv_diagonal(shared, order, A.data(), lda, 64, &info);
    });
    const std::vector<T> before = A;
    const int blocks = (below + strip - 1) / strip + (right + strip - 1) / strip;
    if (blocks > 0)
        run_cluster<sl::nopiv_block<T>>(blocks, strip, [&](auto &shared) {
            sl::nopiv_strips(shared, order, below, right, A.data(), lda, &info);
        });
    bool same = info == (zero ? 64 + zero : 0);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            const size_t e = i + (size_t)j * lda;
            same &= zero || (i >= order && j >= order) || A[e] == expected[e];
            same &= !zero || A[e] == before[e];
        }
    ok(same, "without interchanges: order %d, %d rows below, %d columns right, info %d", order,
       below, right, info);
}

int main()
{
    srand(1);
    for (int order : {1, 31, 32})
        check_nopiv<double>(order, 129, 130, 0);
    check_nopiv<float>(32, 0, 3, 0);
    check_nopiv<float>(17, 5, 0, 9);
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
    check_trmm<64, true, true>(66, 67, true, true);
    check_trmm<64, false, true>(64, 128, false, true);
    check_leaves<double, 32, 1>(2, 500, 40, 5, RANDOM);
    const char *sizes = getenv("STARLING_CHECK");
    if (sizes && strcmp(sizes, "quick") == 0)
        return done_testing();
    check_leaves<double, 32, 1>(2, 64, 34, 3, RANDOM);
    check_leaves<double, 32, 2>(2, 1000, 36, 9, RANDOM);
    check_leaves<double, 32, 3>(2, 1500, 33, 0, ZERO_COLUMN);
    check_leaves<double, 16, 6>(2, 2500, 22, 3, RANDOM);
    check_leaves<double, 8, 8>(2, 3000, 10, 3, RANDOM);
    check_leaves<double, 4, 16>(2, 3000, 6, 2, RANDOM);
    check_leaves<float, 32, 2>(2, 900, 34, 4, RANDOM);
    check_leaves<cuComplex, 32, 2>(2, 900, 35, 3, RANDOM);
    check_leaves<cuComplex, 8, 8>(2, 3000, 9, 2, ZERO_COLUMN);
    check_leaves<cuComplex, 8, 12>(2, 3000, 9, 2, RANDOM);
    check_leaves<float, 16, 12>(2, 3000, 18, 3, TIES);
    check_leaves<cuDoubleComplex, 16, 1>(2, 400, 34, 3, RANDOM);
    check_leaves<cuDoubleComplex, 4, 8>(2, 3000, 7, 3, RANDOM);
    check_leaves<double, 32, 1>(4, 600, 6, 2, TIES);
    check_trmms<64>(3, 1);
    check_trmms<64>(70, 165);
    check_trmms<64>(64, 128);
    check_trmms<128>(20, 17);
    check_trmms<128>(131, 147);
    check_trmms<128>(128, 256);
    return done_testing();
}
