/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* starling.hpp: each of its functions, on arrays and on matrix objects, computes in four precisions
 * what its name says, by LAPACK's scaled residuals; wrong arguments are exceptions, numerical
 * failures are returned; objects can be moved and free what they own. */

#include "starling.hpp"
#include "tap.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

namespace
{

float conjugate(float x)
{
    return x;
}
double conjugate(double x)
{
    return x;
}
template <class R> std::complex<R> conjugate(std::complex<R> x)
{
    return std::conj(x);
}

/* A small matrix by columns, and the textbook's operations on it. */
template <class T> struct dense {
    int64_t m, n;
    std::vector<T> a;

    dense() : m(0), n(0)
    {
    }
    dense(int64_t rows, int64_t columns) : m(rows), n(columns), a(rows * columns + 1)
    {
    }
    T *data()
    {
        return a.data();
    }
    int64_t ld() const
    {
        return std::max<int64_t>(1, m);
    }
    T &operator()(int64_t i, int64_t j)
    {
        return a[i + j * m];
    }
    T operator()(int64_t i, int64_t j) const
    {
        return a[i + j * m];
    }
    /* The largest sum of a row. */
    double norm() const
    {
        double largest = 0;
        for (int64_t i = 0; i < m; i++) {
            double sum = 0;
            for (int64_t j = 0; j < n; j++)
                sum += std::abs((*this)(i, j));
            largest = sum > largest || std::isnan(sum) ? sum : largest;
        }
        return largest;
    }
};

template <class T> dense<T> operator*(const dense<T> &A, const dense<T> &B)
{
    dense<T> C(A.m, B.n);
    for (int64_t j = 0; j < B.n; j++)
        for (int64_t k = 0; k < A.n; k++)
            for (int64_t i = 0; i < A.m; i++)
                C(i, j) += A(i, k) * B(k, j);
    return C;
}

template <class T> dense<T> operator-(const dense<T> &A, const dense<T> &B)
{
    dense<T> C(A.m, A.n);
    for (size_t i = 0; i < A.a.size(); i++)
        C.a[i] = A.a[i] - B.a[i];
    return C;
}

template <class T> dense<T> adjoint(const dense<T> &A)
{
    dense<T> B(A.n, A.m);
    for (int64_t j = 0; j < A.n; j++)
        for (int64_t i = 0; i < A.m; i++)
            B(j, i) = conjugate(A(i, j));
    return B;
}

template <class T> dense<T> part(const dense<T> &A, int64_t m, int64_t n)
{
    dense<T> B(m, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            B(i, j) = A(i, j);
    return B;
}

template <class T> dense<T> identity(int64_t m, int64_t n)
{
    dense<T> I(m, n);
    for (int64_t i = 0; i < std::min(m, n); i++)
        I(i, i) = 1;
    return I;
}

/* The diagonal of w, and zeros. */
template <class T, class R> dense<T> diagonal(const std::vector<R> &w, int64_t m, int64_t n)
{
    dense<T> D(m, n);
    for (int64_t i = 0; i < std::min(m, n); i++)
        D(i, i) = w[i];
    return D;
}

/* The lower triangle, if `lower`, or the upper one. */
template <class T> dense<T> triangle(const dense<T> &A, bool lower)
{
    dense<T> B(A.m, A.n);
    for (int64_t j = 0; j < A.n; j++)
        for (int64_t i = 0; i < A.m; i++)
            if (lower ? i >= j : i <= j)
                B(i, j) = A(i, j);
    return B;
}

/* The Hermitian matrix whose lower triangle A has. */
template <class T> dense<T> hermitian(const dense<T> &A)
{
    dense<T> B = A;
    for (int64_t j = 0; j < A.n; j++)
        for (int64_t i = 0; i <= j; i++)
            B(i, j) = i == j ? T(std::real(A(i, i))) : conjugate(A(j, i));
    return B;
}

std::mt19937 generator;

template <class T> T number()
{
    std::uniform_real_distribution<double> uniform(-0.5, 0.5);
    if constexpr (std::is_same_v<T, starling::real<T>>)
        return T(uniform(generator));
    else
        return T(starling::real<T>(uniform(generator)), starling::real<T>(uniform(generator)));
}

template <class T> dense<T> random(int64_t m, int64_t n)
{
    dense<T> A(m, n);
    for (int64_t i = 0; i < m * n; i++)
        A.a[i] = number<T>();
    return A;
}

template <class T> dense<T> positive_definite(int64_t n)
{
    dense<T> A = hermitian(random<T>(n, n));
    for (int64_t i = 0; i < n; i++)
        A(i, i) += T(starling::real<T>(n));
    return A;
}

/* A = B, relative to a scale. Names the case. */
template <class T> void equal(const char *what, const dense<T> &A, const dense<T> &B, double scale)
{
    double eps = std::numeric_limits<starling::real<T>>::epsilon();
    double order = double(std::max<int64_t>({1, A.m, A.n}));
    double residual = (A - B).norm() / (order * eps * std::max(scale, 1e-30));
    ok(residual >= 0 && residual <= 30, "%c %s, %lld x %lld: %.2g", "sdcz"[starling::precision<T>],
       what, (long long)A.m, (long long)A.n, residual);
}

template <class T>
void solved(const char *what, const dense<T> &A, const dense<T> &X, const dense<T> &B)
{
    equal(what, A * X, B, A.norm() * X.norm());
}

void info_is_0(int info)
{
    if (info != 0)
        ok(false, "info is %d", info);
}

template <class T> void check_cholesky(int64_t n)
{
    dense<T> A = positive_definite<T>(n), F = A, B = random<T>(n, 3), X = B;
    int64_t ld = A.ld();
    info_is_0(starling::potrf('L', n, F.data(), ld));
    dense<T> L = triangle(F, true);
    equal("potrf", L * adjoint(L), A, A.norm());
    starling::potrs('L', n, 3, F.data(), ld, X.data(), ld);
    solved("potrs", A, X, B);
    info_is_0(starling::potri('L', n, F.data(), ld));
    dense<T> I = hermitian(F);
    equal("potri", A * I, identity<T>(n, n), A.norm() * I.norm());
    F = A, X = B;
    info_is_0(starling::posv('U', n, 3, F.data(), ld, X.data(), ld));
    solved("posv", A, X, B);

    F = A, X = B;
    {
        auto M = starling::matrix<T>::wrap(F.data(), n, n, ld);
        auto Y = starling::matrix<T>::wrap(X.data(), n, 3, ld, {starling_matrix_mb(M.get()), 0});
        info_is_0(starling::posv(STARLING_LOWER, M, Y));
        Y.sync();
        solved("posv of matrices", A, X, B);
        Y.copy_from(B.data(), ld);
        starling::potrs(STARLING_LOWER, M, Y);
        info_is_0(starling::potri(STARLING_LOWER, M));
    }
    solved("potrs of matrices", A, X, B);
    equal("potri of a matrix", A * hermitian(F), identity<T>(n, n), A.norm() * I.norm());
}

template <class T> void check_lu(int64_t n)
{
    dense<T> A = random<T>(n, n), F = A, B = random<T>(n, 2), X = B;
    int64_t ld = A.ld();
    std::vector<int64_t> ipiv(n + 1), same(n + 1);
    info_is_0(starling::getrf(n, n, F.data(), ld, ipiv.data()));
    starling::getrs('N', n, 2, F.data(), ld, ipiv.data(), X.data(), ld);
    solved("getrf, getrs", A, X, B);
    info_is_0(starling::getri(n, F.data(), ld, ipiv.data()));
    equal("getri", A * F, identity<T>(n, n), A.norm() * F.norm());
    F = A, X = B;
    info_is_0(starling::gesv(n, 2, F.data(), ld, same.data(), X.data(), ld));
    solved("gesv", A, X, B);
    ok(ipiv == same, "the same interchanges");

    starling::matrix<T> M(n, n, starling::getrf_tiles<T>(n, n));
    M.copy_from(A.data(), ld);
    starling::matrix<T> Y(n, 2, {starling_matrix_mb(M.get()), starling_matrix_nb(M.get())});
    Y.copy_from(B.data(), ld);
    info_is_0(starling::gesv(M, Y));
    Y.copy_to(X.data(), ld);
    solved("gesv of matrices", A, X, B);
    M.get_ipiv(same.data());
    ok(ipiv == same, "the same interchanges of a matrix");
    M.copy_from(A.data(), ld);
    Y.copy_from(B.data(), ld);
    info_is_0(starling::getrf(M));
    starling::getrs(STARLING_NOTRANS, M, Y);
    Y.copy_to(X.data(), ld);
    solved("getrf, getrs of matrices", A, X, B);
    starling::getri(M);
    M.copy_to(F.data(), ld);
    equal("getri of a matrix", A * F, identity<T>(n, n), A.norm() * F.norm());
}

template <class T> void check_nopiv(int64_t n)
{
    dense<T> A = random<T>(n, n), B = random<T>(n, 2), X = B;
    for (int64_t i = 0; i < n; i++)
        A(i, i) += T(starling::real<T>(n));
    dense<T> F = A;
    int64_t ld = A.ld();
    info_is_0(starling::getrf_nopiv(n, n, F.data(), ld));
    dense<T> L = triangle(F, true);
    for (int64_t i = 0; i < n; i++)
        L(i, i) = 1;
    equal("getrf_nopiv", L * triangle(F, false), A, A.norm());
    starling::getrs_nopiv('N', n, 2, F.data(), ld, X.data(), ld);
    solved("getrs_nopiv", A, X, B);
    F = A, X = B;
    info_is_0(starling::gesv_nopiv(n, 2, F.data(), ld, X.data(), ld));
    solved("gesv_nopiv", A, X, B);
    F = A, X = B;
    {
        auto M = starling::matrix<T>::wrap(F.data(), n, n, ld, {9, 9});
        auto Y = starling::matrix<T>::wrap(X.data(), n, 2, ld, {9, 9});
        info_is_0(starling::gesv_nopiv(M, Y));
        Y.sync();
        solved("gesv_nopiv of matrices", A, X, B);
        M.copy_from(A.data(), ld);
        Y.copy_from(B.data(), ld);
        info_is_0(starling::getrf_nopiv(M));
        starling::getrs_nopiv(STARLING_NOTRANS, M, Y);
    }
    solved("getrf_nopiv, getrs_nopiv of matrices", A, X, B);
    dense<T> R = random<T>(n, n); /* no diagonal that dominates */
    int iter = -99;
    starling::real<T> berr = 1;
    info_is_0(starling::gesv_nopiv_refined(n, 2, R.data(), ld, B.data(), ld, X.data(), ld, iter, berr));
    solved("gesv_nopiv_refined", R, X, B);
    ok(iter > -99 && berr < 1e-3, "its numbers");
    {
        double error = 1;
        auto M = starling::matrix<T>::wrap(R.data(), n, n, ld, {9, 9});
        auto Y = starling::matrix<T>::wrap(B.data(), n, 2, ld, {9, 9});
        auto Z = starling::matrix<T>::wrap(X.data(), n, 2, ld, {9, 9});
        info_is_0(starling::gesv_nopiv_refined(M, Y, Z, iter, error));
        ok(error < 1e-3, "its backward error of matrices");
    }
    solved("gesv_nopiv_refined of matrices", R, X, B);
}

/* A tridiagonal matrix, general and positive definite. */
template <class T> void check_bands(int64_t n)
{
    dense<T> A(n, n), H(n, n), B = random<T>(n, 2), X = B, G(4, n), P(2, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j > 0 ? j - 1 : 0; i < n && i <= j + 1; i++) {
            A(i, j) = T(starling::real<T>(i == j ? 3 : i > j ? 1 : -2));
            H(i, j) = T(starling::real<T>(i == j ? 3 : 1));
            G(2 + i - j, j) = A(i, j);
            if (i >= j)
                P(i - j, j) = H(i, j);
        }
    int64_t ld = B.ld();
    std::vector<int64_t> ipiv(n + 1);
    dense<T> F = G;
    info_is_0(starling::gbsv(n, 1, 1, 2, F.data(), F.ld(), ipiv.data(), X.data(), ld));
    solved("gbsv", A, X, B);
    F = G, X = B;
    info_is_0(starling::gbtrf(n, n, 1, 1, F.data(), F.ld(), ipiv.data()));
    starling::gbtrs('N', n, 1, 1, 2, F.data(), F.ld(), ipiv.data(), X.data(), ld);
    solved("gbtrf, gbtrs", A, X, B);
    F = P, X = B;
    info_is_0(starling::pbsv('L', n, 1, 2, F.data(), F.ld(), X.data(), ld));
    solved("pbsv", H, X, B);
    F = P, X = B;
    info_is_0(starling::pbtrf('L', n, 1, F.data(), F.ld()));
    starling::pbtrs('L', n, 1, 2, F.data(), F.ld(), X.data(), ld);
    solved("pbtrf, pbtrs", H, X, B);
}

/* The Hermitian, or the symmetric, matrix whose lower triangle is random: functions of arrays, then
 * of matrices. */
template <class T, class Factor, class Solve, class Both, class Objects>
void check_symmetric(const char *name, const dense<T> &A, Factor factor, Solve solve, Both both,
                     Objects objects)
{
    int64_t n = A.m, ld = A.ld();
    dense<T> F = A, B = random<T>(n, 2), X = B;
    std::vector<int64_t> ipiv(n + 1), same(n + 1);
    info_is_0(factor(n, F.data(), ld, ipiv.data()));
    solve(n, F.data(), ld, ipiv.data(), X.data());
    solved(name, A, X, B);
    F = A, X = B;
    info_is_0(both(n, F.data(), ld, same.data(), X.data()));
    solved("the same by one function", A, X, B);
    ok(ipiv == same, "the same interchanges");
    F = A, X = B;
    {
        auto t = starling::sytrf_tiles<T>(n);
        auto M = starling::matrix<T>::wrap(F.data(), n, n, ld, t);
        auto Y = starling::matrix<T>::wrap(X.data(), n, 2, ld, {t.mb, t.nb});
        objects(M, Y, A, B);
    }
    solved("the same of matrices", A, X, B);
}

/* A X = I with the lower triangle of X that a function leaves, and condition numbers of the two forms. */
template <class T, class Arrays, class Objects>
void check_inverse_of(const char *name, bool symmetric, const dense<T> &A, Arrays arrays,
                      Objects objects)
{
    int64_t n = A.m, ld = A.ld();
    dense<T> F = A, B = A, X = A, I(n, n);
    for (int64_t j = 0; j < n; j++)
        I(j, j) = 1;
    std::vector<int64_t> ipiv(n + 1);
    double rcond = arrays(n, F.data(), ld, ipiv.data()), same = 0;
    {
        auto M = starling::matrix<T>::wrap(B.data(), n, n, ld, starling::sytrf_tiles<T>(n));
        same = objects(M);
    }
    X = adjoint(F);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            if (i >= j)
                X(i, j) = F(i, j);
            else if (symmetric)
                X(i, j) = F(j, i);
        }
    equal(name, A * X, I, A.norm() * X.norm());
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < j; i++)
            B(i, j) = F(i, j) = 0;
    equal("the same of matrices", B, F, A.norm() * X.norm() * F.norm());
    /* estimates of two ways */
    ok((n == 0 || rcond > 0) && same <= 10 * rcond && rcond <= 10 * same, "condition numbers");
}

template <class T> void check_inverses_of_indefinite(const dense<T> &S, const dense<T> &H)
{
    using R = starling::real<T>;
    R s = R(S.norm()), h = R(H.norm());
    check_inverse_of(
        "sytri", true, S,
        [=](int64_t n, T *a, int64_t ld, int64_t *ipiv) {
            info_is_0(starling::sytrf('L', n, a, ld, ipiv));
            R rcond = starling::sycon<T>('L', n, a, ld, ipiv, s);
            info_is_0(starling::sytri('L', n, a, ld, ipiv));
            return double(rcond);
        },
        [=](auto &M) {
            info_is_0(starling::sytrf(STARLING_LOWER, M));
            double rcond = starling::sycon(STARLING_LOWER, M, double(s));
            starling::sytri(STARLING_LOWER, M);
            return rcond;
        });
    check_inverse_of(
        "hetri", false, H,
        [=](int64_t n, T *a, int64_t ld, int64_t *ipiv) {
            info_is_0(starling::hetrf('L', n, a, ld, ipiv));
            R rcond = starling::hecon<T>('L', n, a, ld, ipiv, h);
            info_is_0(starling::hetri('L', n, a, ld, ipiv));
            return double(rcond);
        },
        [=](auto &M) {
            info_is_0(starling::hetrf(STARLING_LOWER, M));
            double rcond = starling::hecon(STARLING_LOWER, M, double(h));
            starling::hetri(STARLING_LOWER, M);
            return rcond;
        });
}

template <class T> void check_indefinite(int64_t n)
{
    dense<T> H = hermitian(random<T>(n, n)), S = H;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j; i++)
            S(i, j) = H(j, i);
    check_symmetric(
        "sytrf, sytrs", S,
        [](int64_t m, T *a, int64_t ld, int64_t *ipiv) {
            return starling::sytrf('L', m, a, ld, ipiv);
        },
        [](int64_t m, T *a, int64_t ld, int64_t *ipiv, T *x) {
            starling::sytrs('L', m, 2, a, ld, ipiv, x, ld);
        },
        [](int64_t m, T *a, int64_t ld, int64_t *ipiv, T *x) {
            return starling::sysv('L', m, 2, a, ld, ipiv, x, ld);
        },
        [](auto &M, auto &Y, const dense<T> &A, const dense<T> &B) {
            info_is_0(starling::sysv(STARLING_LOWER, M, Y));
            M.copy_from(A.a.data(), A.ld());
            Y.copy_from(B.a.data(), B.ld());
            info_is_0(starling::sytrf(STARLING_LOWER, M));
            starling::sytrs(STARLING_LOWER, M, Y);
        });
    check_symmetric(
        "hetrf, hetrs", H,
        [](int64_t m, T *a, int64_t ld, int64_t *ipiv) {
            return starling::hetrf('U', m, a, ld, ipiv);
        },
        [](int64_t m, T *a, int64_t ld, int64_t *ipiv, T *x) {
            starling::hetrs('U', m, 2, a, ld, ipiv, x, ld);
        },
        [](int64_t m, T *a, int64_t ld, int64_t *ipiv, T *x) {
            return starling::hesv('U', m, 2, a, ld, ipiv, x, ld);
        },
        [](auto &M, auto &Y, const dense<T> &A, const dense<T> &B) {
            info_is_0(starling::hesv(STARLING_UPPER, M, Y));
            M.copy_from(A.a.data(), A.ld());
            Y.copy_from(B.a.data(), B.ld());
            info_is_0(starling::hetrf(STARLING_UPPER, M));
            starling::hetrs(STARLING_UPPER, M, Y);
        });
    check_inverses_of_indefinite(S, H);
}

/* D of A V = V D: eigenvalues, and blocks of order 2 of a real matrix for its pairs. */
template <class T> dense<T> eigenvalue_matrix(const std::vector<T> &w, int64_t n)
{
    dense<T> D = diagonal<T>(w, n, n);
    if constexpr (std::is_same_v<T, starling::real<T>>)
        for (int64_t j = 0; j + 1 < n; j++)
            if (w[n + j] > 0) {
                D(j, j + 1) = w[n + j];
                D(j + 1, j) = w[n + j + 1];
            }
    return D;
}

/* geevx by arrays and by matrices: the same condition numbers, but for rounding, and vectors. */
template <class T> void check_condition_numbers(dense<T> &A)
{
    using R = starling::real<T>;
    int64_t n = A.m, ld = A.ld();
    dense<T> copy = A, VL(n, n), VR(n, n);
    std::vector<T> w(2 * n + 1);
    starling::geevx_numbers<R> x(n);
    starling::geevx_numbers<double> y(n);
    if constexpr (std::is_same_v<T, R>)
        info_is_0(starling::geevx('B', 'V', 'V', 'B', n, copy.data(), ld, w.data(), w.data() + n,
                                  VL.data(), ld, VR.data(), ld, x));
    else
        info_is_0(starling::geevx('B', 'V', 'V', 'B', n, copy.data(), ld, w.data(), VL.data(), ld,
                                  VR.data(), ld, x));
    dense<T> D = eigenvalue_matrix(w, n);
    equal("geevx, right vectors", A * VR, VR * D, A.norm() * VR.norm());
    equal("geevx, left vectors", adjoint(A) * VL, VL * adjoint(D), A.norm() * VL.norm());
    {
        auto t = starling::geev_tiles<T>(n);
        starling::matrix<T> M(n, n, t), L(n, n, t), V(n, n, t), E(n, std::is_same_v<T, R> ? 2 : 1, t);
        M.copy_from(A.data(), ld);
        info_is_0(starling::geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_BOTH, M, E, L, V, y));
    }
    bool right = x.ilo == y.ilo && x.ihi == y.ihi;
    for (int64_t j = 0; j < n; j++)
        right = right && std::abs(double(x.rconde[j]) - y.rconde[j]) < 1e-3 && x.rcondv[j] > 0 &&
                y.rcondv[j] > 0 && x.scale[j] == R(y.scale[j]);
    ok(right, "geevx of matrices: condition numbers");
}

template <class T> void check_nonsymmetric(int64_t n)
{
    dense<T> A = random<T>(n, n), VL(n, n), VR(n, n), W(n, 2);
    std::vector<T> w(2 * n + 1);
    int64_t ld = A.ld();
    if constexpr (std::is_same_v<T, starling::real<T>>)
        info_is_0(starling::geev('V', 'V', n, A.data(), ld, w.data(), w.data() + n, VL.data(), ld,
                                 VR.data(), ld));
    else
        info_is_0(
            starling::geev('V', 'V', n, A.data(), ld, w.data(), VL.data(), ld, VR.data(), ld));
    dense<T> D = eigenvalue_matrix(w, n);
    equal("geev, right vectors", A * VR, VR * D, A.norm() * VR.norm());
    equal("geev, left vectors", adjoint(A) * VL, VL * adjoint(D), A.norm() * VL.norm());
    {
        auto t = starling::geev_tiles<T>(n);
        int64_t columns = std::is_same_v<T, starling::real<T>> ? 2 : 1;
        starling::matrix<T> M(n, n, t), V(n, n, t), E(n, columns, t), none;
        M.copy_from(A.data(), ld);
        info_is_0(starling::geev(M, E, none, V));
        E.copy_to(w.data(), ld);
        V.copy_to(VR.data(), ld);
    }
    equal("geev of matrices", A * VR, VR * eigenvalue_matrix(w, n), A.norm() * VR.norm());
    check_condition_numbers(A);

    dense<T> U = triangle(A, false);
    for (int64_t i = 0; i < n; i++)
        U(i, i) = T(starling::real<T>(i + 1));
    int64_t count = -1;
    starling::trevc3('R', 'A', nullptr, n, U.data(), ld, nullptr, 1, VR.data(), ld, n, &count);
    D = U;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < j; i++)
            D(i, j) = 0;
    equal("trevc3", U * VR, VR * D, U.norm() * VR.norm());
    ok(count == n, "as many vectors");
    dense<T> V(n, n);
    {
        auto t = starling::geev_tiles<T>(n);
        auto M = starling::matrix<T>::wrap(U.data(), n, n, ld, t);
        auto R = starling::matrix<T>::wrap(V.data(), n, n, ld, t);
        starling::matrix<T> none;
        starling::trevc3(STARLING_ALL_VECTORS, M, none, R);
    }
    equal("trevc3 of matrices", V, VR, VR.norm());
}

template <class T> int in_left_half(const T *re, const T *)
{
    return *re < 0;
}
template <class T> int in_left_half_of_plane(const std::complex<T> *w)
{
    return w->real() < 0;
}
extern "C" {
static int left_half(double re, double, void *)
{
    return re < 0;
}
}

/* A = Z T Z^H by arrays and by matrices. */
template <class T> void check_schur(int64_t n)
{
    dense<T> A = random<T>(n, n), U = A, Z(n, n);
    std::vector<T> w(2 * n + 1);
    int64_t ld = A.ld(), sdim = -1, m = -1;
    if constexpr (std::is_same_v<T, starling::real<T>>)
        info_is_0(starling::gees('V', 'S', in_left_half<T>, n, U.data(), ld, sdim, w.data(),
                                 w.data() + n, Z.data(), ld));
    else
        info_is_0(starling::gees('V', 'S', in_left_half_of_plane<starling::real<T>>, n, U.data(),
                                 ld, sdim, w.data(), Z.data(), ld));
    equal("gees", A * Z, Z * U, A.norm() * Z.norm());
    auto t = starling::geev_tiles<T>(n);
    int64_t columns = std::is_same_v<T, starling::real<T>> ? 2 : 1;
    double s = 0, sep = 0;
    int64_t count = -1;
    {
        starling::matrix<T> M(n, n, t), V(n, n, t), E(n, columns, t);
        M.copy_from(A.data(), ld);
        info_is_0(starling::gees(M, E, V, left_half, nullptr, count));
        M.copy_from(A.data(), ld);
        info_is_0(starling::geesx(M, E, V, left_half, nullptr, STARLING_SENSE_BOTH, count, s, sep));
        ok(n == 0 || (s > 0 && sep > 0), "condition numbers");
        std::vector<int> select(n + 1);
        for (int64_t i = count; i < n; i++)
            select[i] = 1;
        info_is_0(starling::trsen(STARLING_SENSE_NONE, M, V, select.data(), E, m, s, sep));
        M.copy_to(U.data(), ld);
        V.copy_to(Z.data(), ld);
    }
    ok(count == sdim && m == n - count, "as many eigenvalues");
    equal("trsen of matrices", A * Z, Z * U, A.norm() * Z.norm());
}

template <class T> void check_qr(int64_t m, int64_t n)
{
    constexpr bool is_real = std::is_same_v<T, starling::real<T>>;
    dense<T> A = random<T>(m, n), F = A, B = random<T>(std::max(m, n), 2), X = B;
    int64_t k = std::min(m, n);
    std::vector<T> tau(k + 1), same(k + 1);
    starling::geqrf(m, n, F.data(), F.ld(), tau.data());
    dense<T> R = triangle(F, false), Q = identity<T>(m, m);
    dense<T> C = R;
    starling::unmqr('L', 'N', m, n, k, F.data(), F.ld(), tau.data(), C.data(), C.ld());
    equal("geqrf, unmqr", C, A, A.norm());
    starling::unmqr('R', 'N', m, m, k, F.data(), F.ld(), tau.data(), Q.data(), Q.ld());
    equal("Q has orthonormal columns", adjoint(Q) * Q, identity<T>(m, m), 1);
    if constexpr (is_real) {
        C = R;
        starling::ormqr('L', 'N', m, n, k, F.data(), F.ld(), tau.data(), C.data(), C.ld());
        equal("ormqr", C, A, A.norm());
    }

    /* Both forms give the solution of least squares: the residual is orthogonal to A. */
    F = A;
    info_is_0(starling::gels('N', m, n, 2, F.data(), F.ld(), X.data(), X.ld()));
    dense<T> rest = A * part(X, n, 2) - part(B, m, 2), zero(n, 2);
    equal("gels", adjoint(A) * rest, zero, A.norm() * adjoint(A).norm() * X.norm());

    dense<T> Y = B, V = A;
    C = R;
    {
        starling::tiles t = starling::geqrf_tiles<T>(m, n);
        auto M = starling::matrix<T>::wrap(V.data(), m, n, V.ld(), t);
        auto D = starling::matrix<T>::wrap(C.data(), m, n, C.ld(), t);
        starling::geqrf(M);
        M.get_tau(same.data());
        starling::unmqr(STARLING_LEFT, STARLING_NOTRANS, M, D);
    }
    equal("geqrf, unmqr of matrices", C, A, A.norm());
    V = A;
    if (m >= n) {
        auto M = starling::matrix<T>::wrap(V.data(), m, n, V.ld(), starling::geqrf_tiles<T>(m, n));
        auto D = starling::matrix<T>::wrap(Y.data(), m, 2, Y.ld(), {std::max<int64_t>(m, 1), 0});
        info_is_0(starling::gels(STARLING_NOTRANS, M, D));
        D.sync();
        equal("gels of matrices", part(Y, n, 2), part(X, n, 2), X.norm() * double(n + 1));
    }
    dense<T> given(k, 1), other(k, 1);
    std::copy(tau.begin(), tau.begin() + k, given.a.begin());
    std::copy(same.begin(), same.begin() + k, other.a.begin());
    equal("tau of a matrix", other, given, double(m + 1));
}

template <class T> void check_eigen(int64_t n)
{
    using R = starling::real<T>;
    dense<T> A = hermitian(random<T>(n, n)), Z = A;
    std::vector<R> w(n + 1), v(n + 1);
    info_is_0(starling::heevd('V', 'L', n, Z.data(), Z.ld(), w.data()));
    equal("heevd", A * Z, Z * diagonal<T>(w, n, n), A.norm());
    equal("Z has orthonormal columns", adjoint(Z) * Z, identity<T>(n, n), 1);
    if constexpr (std::is_same_v<T, R>) {
        Z = A;
        info_is_0(starling::syevd('N', 'U', n, Z.data(), Z.ld(), v.data()));
        equal("syevd", diagonal<T>(v, n, n), diagonal<T>(w, n, n), A.norm());
    }
    Z = A;
    {
        auto M = starling::matrix<T>::wrap(Z.data(), n, n, Z.ld(), starling::heevd_tiles<T>(n));
        auto W = starling::matrix<R>::wrap(v.data(), n, 1, Z.ld(), {Z.ld(), 1});
        info_is_0(starling::heevd(STARLING_VECTORS, STARLING_LOWER, M, W));
    }
    equal("heevd of matrices", A * Z, Z * diagonal<T>(v, n, n), A.norm());
}

template <class T> void check_svd(int64_t m, int64_t n)
{
    using R = starling::real<T>;
    int64_t k = std::min(m, n);
    dense<T> A = random<T>(m, n), F = A, U(m, k), VT(k, n);
    std::vector<R> s(k + 1), values(k + 1);
    info_is_0(starling::gesdd('S', m, n, F.data(), F.ld(), s.data(), U.data(), U.ld(), VT.data(),
                              VT.ld()));
    equal("gesdd", U * diagonal<T>(s, k, k) * VT, A, A.norm());
    equal("U has orthonormal columns", adjoint(U) * U, identity<T>(k, k), 1);
    F = A;
    info_is_0(
        starling::gesvd('N', 'N', m, n, F.data(), F.ld(), values.data(), nullptr, 1, nullptr, 1));
    equal("gesvd, values", diagonal<T>(values, k, k), diagonal<T>(s, k, k), A.norm());
    F = A;
    {
        auto M = starling::matrix<T>::wrap(F.data(), m, n, F.ld(), starling::geqrf_tiles<T>(m, n));
        int64_t high = std::max<int64_t>(1, k);
        auto S = starling::matrix<R>::wrap(values.data(), k, 1, high, {high, 1});
        starling::matrix<T> none, right(k, n);
        info_is_0(starling::gesvd(M, S, none, right));
        right.copy_to(VT.data(), VT.ld());
    }
    dense<T> AV = A * adjoint(VT);
    equal("gesvd of matrices, VT", adjoint(AV) * AV,
          diagonal<T>(values, k, k) * diagonal<T>(values, k, k), A.norm() * adjoint(A).norm());
}

template <class T> void check_blas(int64_t n)
{
    int64_t k = n / 2 + 1;
    dense<T> A = random<T>(n, k), B = random<T>(n, k), C = hermitian(random<T>(n, n)), F = C;
    T alpha = number<T>();
    double scale = A.norm() * adjoint(B).norm() + C.norm();

    dense<T> scaled = A;
    for (T &x : scaled.a)
        x *= alpha;
    dense<T> product = scaled * adjoint(B) - F;
    starling::gemm('N', 'C', n, n, k, alpha, A.data(), A.ld(), B.data(), B.ld(), -1, C.data(),
                   C.ld());
    equal("gemm", C, product, scale);
    C = F;
    product = A * adjoint(A) - F;
    starling::herk('L', 'N', n, k, 1, A.data(), A.ld(), -1, C.data(), C.ld());
    equal("herk", hermitian(C), product, scale + A.norm() * adjoint(A).norm());
    dense<T> At = adjoint(A);
    for (T &x : At.a)
        x = conjugate(x);
    C = F;
    starling::syrk('U', 'N', n, k, 1, A.data(), A.ld(), 0, C.data(), C.ld());
    equal("syrk", triangle(C, false), triangle(A * At, false), A.norm() * At.norm());
    dense<T> L = triangle(positive_definite<T>(n), true), X = B;
    starling::trsm('L', 'L', 'N', 'N', n, k, 1, L.data(), L.ld(), X.data(), X.ld());
    solved("trsm", L, X, B);

    auto wrapped = [](dense<T> &D) {
        return starling::matrix<T>::wrap(D.data(), D.m, D.n, D.ld(), {5, 5});
    };
    dense<T> G = F, H = F, S = F, Y = B;
    {
        auto MA = wrapped(A), MB = wrapped(B), MG = wrapped(G), MH = wrapped(H), MS = wrapped(S),
             ML = wrapped(L), MY = wrapped(Y);
        starling::gemm(STARLING_NOTRANS, STARLING_CONJTRANS, alpha, MA, MB, -1, MG);
        starling::herk(STARLING_LOWER, STARLING_NOTRANS, 1, MA, -1, MH);
        starling::syrk(STARLING_UPPER, STARLING_NOTRANS, 1, MA, 0, MS);
        starling::trsm(STARLING_LEFT, STARLING_LOWER, STARLING_NOTRANS, STARLING_NONUNIT, 1, ML,
                       MY);
    }
    equal("gemm of matrices", G, scaled * adjoint(B) - F, scale);
    equal("herk of matrices", hermitian(H), product, scale + A.norm() * adjoint(A).norm());
    equal("syrk of matrices", triangle(S, false), triangle(A * At, false), A.norm() * At.norm());
    solved("trsm of matrices", L, Y, B);
}

/* The reciprocal condition number of A with this inverse, in the one-norm. */
template <class T> double rcond_of(const dense<T> &A, const dense<T> &inverse)
{
    return 1 / (adjoint(A).norm() * adjoint(inverse).norm());
}
/* An estimate is not below the true number, but for rounding, and seldom three times as large. */
void estimates(const char *what, double rcond, double exact)
{
    ok(rcond >= 0.999 * exact && rcond <= 10 * exact, "%s: %.3g of %.3g", what, rcond, exact);
}
template <class R> void is_small(const char *what, const std::vector<R> &errors, int64_t count)
{
    bool small = true;
    for (int64_t j = 0; j < count; j++)
        small = small && errors[j] >= 0 && errors[j] < 1e-3;
    ok(small, "%s are small", what);
}

/* Conditions, refinement, scalings and expert drivers of general matrices. */
template <class T> void check_expert_lu(int64_t n)
{
    using R = starling::real<T>;
    dense<T> A = random<T>(n, n), F = A, I, B = random<T>(n, 2), X = B;
    int64_t ld = A.ld();
    std::vector<int64_t> ipiv(n + 1);
    std::vector<R> ferr(2), berr(2), r(n + 1), c(n + 1);
    for (int64_t i = 0; i < n; i++)
        F(i, i) = A(i, i) += T(R(n));
    double anorm = starling::lange('1', n, n, A.data(), ld);
    ok(std::abs(anorm - adjoint(A).norm()) <= 1e-3 * anorm, "lange: %g", anorm);
    info_is_0(starling::getrf(n, n, F.data(), ld, ipiv.data()));
    I = F;
    info_is_0(starling::getri(n, I.data(), ld, ipiv.data()));
    estimates("gecon", starling::gecon('1', n, F.data(), ld, R(anorm)), rcond_of(A, I));
    starling::getrs('N', n, 2, F.data(), ld, ipiv.data(), X.data(), ld);
    for (T &x : X.a)
        x *= R(1 + 1e-4);
    starling::gerfs('N', n, 2, A.data(), ld, F.data(), ld, ipiv.data(), B.data(), ld, X.data(), ld,
                    ferr.data(), berr.data());
    solved("gerfs", A, X, B);
    is_small("its errors", ferr, 2);
    is_small("its residuals", berr, 2);

    R rowcnd = 0, colcnd = 0, amax = 0, rcond = -1, growth = 0;
    info_is_0(starling::geequ(n, n, A.data(), ld, r.data(), c.data(), rowcnd, colcnd, amax));
    bool scaled = true;
    for (int64_t i = 0; i < n; i++) {
        double most = 0;
        for (int64_t j = 0; j < n; j++)
            most = std::max<double>(most, std::abs(A(i, j)));
        scaled = scaled && r[i] * most > 0.7 && r[i] * most < 1.001;
    }
    ok(scaled && rowcnd > 0 && colcnd > 0 && amax > 0.4 * n, "geequ");
    dense<T> D = A, Y = B;
    char equed = '?';
    info_is_0(starling::gesvx('E', 'N', n, 2, D.data(), ld, F.data(), ld, ipiv.data(), equed,
                              r.data(), c.data(), Y.data(), ld, X.data(), ld, rcond, ferr.data(),
                              berr.data(), growth));
    solved("gesvx", A, X, B);
    is_small("its residuals", berr, 2);
    ok(rcond > 0 && rcond <= 1 && growth > 0 && equed != '?', "its numbers");

    double errors[2][2] = {{1, 1}, {1, 1}};
    F = A, X = B;
    for (T &x : X.a)
        x = 0;
    {
        starling::tiles t = starling::getrf_tiles<T>(n, n);
        auto M = starling::matrix<T>::wrap(A.data(), n, n, ld, t),
             MF = starling::matrix<T>::wrap(F.data(), n, n, ld, t),
             MB = starling::matrix<T>::wrap(B.data(), n, 2, ld, {t.mb, 0}),
             MX = starling::matrix<T>::wrap(X.data(), n, 2, ld, {t.mb, 0});
        double norm = starling::lange(STARLING_ONE_NORM, M);
        info_is_0(starling::getrf(MF));
        estimates("gecon of a matrix", starling::gecon(STARLING_ONE_NORM, MF, norm),
                  rcond_of(A, I));
        starling::gerfs(STARLING_NOTRANS, M, MF, MB, MX, errors[0], errors[1]);
    }
    solved("gerfs of matrices, from zero", A, X, B);
    ok(errors[1][0] < 1e-3 && errors[1][1] < 1e-3, "its residuals are small");
}

/* The same of positive definite ones, and of triangles. */
template <class T> void check_expert_cholesky(int64_t n)
{
    using R = starling::real<T>;
    dense<T> A = positive_definite<T>(n), F = A, I, B = random<T>(n, 2), X = B;
    int64_t ld = A.ld();
    std::vector<R> ferr(2), berr(2), s(n + 1);
    double anorm = starling::lanhe('1', 'L', n, A.data(), ld);
    ok(std::abs(anorm - A.norm()) <= 1e-3 * anorm, "lanhe: %g", anorm);
    info_is_0(starling::potrf('L', n, F.data(), ld));
    I = F;
    info_is_0(starling::potri('L', n, I.data(), ld));
    I = hermitian(I);
    estimates("pocon", starling::pocon('L', n, F.data(), ld, R(anorm)), rcond_of(A, I));
    dense<T> L = triangle(F, true), K = L;
    info_is_0(starling::trtri('L', 'N', n, K.data(), ld));
    equal("trtri", L * K, identity<T>(n, n), L.norm() * K.norm());
    estimates("trcon", starling::trcon('1', 'L', 'N', n, F.data(), ld), rcond_of(L, K));
    starling::potrs('L', n, 2, F.data(), ld, X.data(), ld);
    for (T &x : X.a)
        x *= R(1 + 1e-4);
    starling::porfs('L', n, 2, A.data(), ld, F.data(), ld, B.data(), ld, X.data(), ld, ferr.data(),
                    berr.data());
    solved("porfs", A, X, B);
    is_small("its errors", ferr, 2);
    is_small("its residuals", berr, 2);

    R scond = 0, amax = 0, rcond = -1;
    info_is_0(starling::poequ(n, A.data(), ld, s.data(), scond, amax));
    bool scaled = true;
    for (int64_t i = 0; i < n; i++)
        scaled = scaled && std::abs(s[i] * s[i] * std::abs(A(i, i)) - 1) < 1e-3;
    ok(scaled && scond > 0 && amax > 0, "poequ");
    dense<T> D = A, Y = B;
    char equed = '?';
    info_is_0(starling::posvx('E', 'U', n, 2, D.data(), ld, F.data(), ld, equed, s.data(), Y.data(),
                              ld, X.data(), ld, rcond, ferr.data(), berr.data()));
    solved("posvx", A, X, B);
    is_small("its residuals", berr, 2);
    ok(rcond > 0 && rcond <= 1 && equed != '?', "its numbers");

    double errors[2][2] = {{1, 1}, {1, 1}};
    F = A;
    for (T &x : X.a)
        x = 0;
    K = L;
    {
        auto M = starling::matrix<T>::wrap(A.data(), n, n, ld, {5, 5}),
             MF = starling::matrix<T>::wrap(F.data(), n, n, ld, {5, 5}),
             MK = starling::matrix<T>::wrap(K.data(), n, n, ld, {5, 5}),
             MB = starling::matrix<T>::wrap(B.data(), n, 2, ld, {5, 5}),
             MX = starling::matrix<T>::wrap(X.data(), n, 2, ld, {5, 5});
        double norm = starling::lanhe(STARLING_ONE_NORM, STARLING_LOWER, M);
        info_is_0(starling::potrf(STARLING_LOWER, MF));
        estimates("pocon of a matrix", starling::pocon(STARLING_LOWER, MF, norm), rcond_of(A, I));
        starling::porfs(STARLING_LOWER, M, MF, MB, MX, errors[0], errors[1]);
        double of_triangle =
            starling::trcon(STARLING_ONE_NORM, STARLING_LOWER, STARLING_NONUNIT, MK);
        info_is_0(starling::trtri(STARLING_LOWER, STARLING_NONUNIT, MK));
        MK.sync();
        estimates("trcon of a matrix", of_triangle, rcond_of(L, K));
    }
    solved("porfs of matrices, from zero", A, X, B);
    ok(errors[1][0] < 1e-3 && errors[1][1] < 1e-3, "its residuals are small");
    equal("trtri of a matrix", L * K, identity<T>(n, n), L.norm() * K.norm());
}

/* Types that have a lower precision. */
template <class T> void check_mixed(int64_t n)
{
    dense<T> A = positive_definite<T>(n), F = A, B = random<T>(n, 2), X = B;
    int64_t ld = A.ld();
    std::vector<int64_t> ipiv(n + 1);
    int iter = -99;
    info_is_0(starling::gesv_mixed(n, 2, F.data(), ld, ipiv.data(), B.data(), ld, X.data(), ld,
                                   iter));
    solved("gesv_mixed", A, X, B);
    ok(iter > -99, "its steps: %d", iter);
    F = A, X = B, iter = -99;
    info_is_0(
        starling::posv_mixed('U', n, 2, F.data(), ld, B.data(), ld, X.data(), ld, iter));
    solved("posv_mixed", A, X, B);
    ok(iter > -99, "its steps: %d", iter);
    for (bool definite : {false, true}) {
        double berr = 1;
        iter = -99, F = A, X = B;
        {
            starling::tiles t = definite ? starling::tiles{5, 5} : starling::getrf_tiles<T>(n, n);
            auto M = starling::matrix<T>::wrap(F.data(), n, n, ld, t),
                 MB = starling::matrix<T>::wrap(B.data(), n, 2, ld, {t.mb, t.nb}),
                 MX = starling::matrix<T>::wrap(X.data(), n, 2, ld, {t.mb, t.nb});
            info_is_0(definite ? starling::posv_mixed(STARLING_LOWER, M, MB, MX, iter, berr)
                               : starling::gesv_mixed(M, MB, MX, iter, berr));
        }
        solved(definite ? "posv_mixed of matrices" : "gesv_mixed of matrices", A, X, B);
        ok(iter > -99 && (iter < 0 || berr < 1e-10), "its numbers: %d, %g", iter, berr);
    }
}

/* Products with symmetric, Hermitian and triangular matrices. */
template <class T> void check_products(int64_t n)
{
    int64_t k = n / 2 + 1;
    dense<T> S = random<T>(n, n), H = hermitian(S), B = random<T>(n, k), D = random<T>(n, k), C = D;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < j; i++)
            S(i, j) = S(j, i);
    T alpha = number<T>();
    auto times = [](T x, dense<T> A) {
        for (T &a : A.a)
            a *= x;
        return A;
    };
    auto transposed = [](const dense<T> &A) {
        dense<T> B = adjoint(A);
        for (T &x : B.a)
            x = conjugate(x);
        return B;
    };
    double scale = S.norm() * B.norm() + D.norm(), outer = 2 * B.norm() * adjoint(D).norm();
    dense<T> by_symm = times(alpha, S) * B - D, by_hemm = times(alpha, H) * B - D;
    dense<T> by_syr2k = times(alpha, B) * transposed(D) - times(-alpha, D) * transposed(B);
    dense<T> by_her2k =
        times(alpha, B) * adjoint(D) - times(-conjugate(alpha), D) * adjoint(B);
    dense<T> L = triangle(S, true), by_trmm = times(alpha, L) * B;
    int64_t ld = S.ld();

    starling::symm('L', 'L', n, k, alpha, S.data(), ld, B.data(), ld, -1, C.data(), ld);
    equal("symm", C, by_symm, scale);
    C = D;
    starling::hemm('L', 'U', n, k, alpha, H.data(), ld, B.data(), ld, -1, C.data(), ld);
    equal("hemm", C, by_hemm, scale);
    dense<T> E(n, n);
    starling::syr2k('L', 'N', n, k, alpha, B.data(), ld, D.data(), ld, 0, E.data(), ld);
    equal("syr2k", triangle(E, true), triangle(by_syr2k, true), outer);
    starling::her2k('U', 'N', n, k, alpha, B.data(), ld, D.data(), ld, 0, E.data(), ld);
    equal("her2k", triangle(E, false), triangle(by_her2k, false), outer);
    C = B;
    starling::trmm('L', 'L', 'N', 'N', n, k, alpha, S.data(), ld, C.data(), ld);
    equal("trmm", C, by_trmm, scale);

    auto wrapped = [](dense<T> &A) {
        return starling::matrix<T>::wrap(A.data(), A.m, A.n, A.ld(), {5, 5});
    };
    dense<T> C1 = D, C2 = D, E1(n, n), E2(n, n), C3 = B;
    {
        auto MS = wrapped(S), MH = wrapped(H), MB = wrapped(B), MD = wrapped(D), M1 = wrapped(C1),
             M2 = wrapped(C2), N1 = wrapped(E1), N2 = wrapped(E2), M3 = wrapped(C3);
        starling::symm(STARLING_LEFT, STARLING_LOWER, alpha, MS, MB, -1, M1);
        starling::hemm(STARLING_LEFT, STARLING_UPPER, alpha, MH, MB, -1, M2);
        starling::syr2k(STARLING_LOWER, STARLING_NOTRANS, alpha, MB, MD, 0, N1);
        starling::her2k(STARLING_UPPER, STARLING_NOTRANS, alpha, MB, MD, 0, N2);
        starling::trmm(STARLING_LEFT, STARLING_LOWER, STARLING_NOTRANS, STARLING_NONUNIT, alpha, MS,
                       M3);
    }
    equal("symm of matrices", C1, by_symm, scale);
    equal("hemm of matrices", C2, by_hemm, scale);
    equal("syr2k of matrices", triangle(E1, true), triangle(by_syr2k, true), outer);
    equal("her2k of matrices", triangle(E2, false), triangle(by_her2k, false), outer);
    equal("trmm of matrices", C3, by_trmm, scale);
}

/* A matrix with these diagonals: on it, below it and above it. */
template <class T, class R>
dense<T> by_diagonals(int64_t n, const std::vector<R> &on, const std::vector<R> &below,
                      const std::vector<R> &above)
{
    dense<T> A = diagonal<T>(on, n, n);
    for (int64_t i = 0; i + 1 < n; i++) {
        if (!below.empty())
            A(i + 1, i) = below[i];
        if (!above.empty())
            A(i, i + 1) = above[i];
    }
    return A;
}
/* A = Q B P^H */
template <class T>
void reduced(const char *what, const dense<T> &A, const dense<T> &Q, const dense<T> &B,
             const dense<T> &PH)
{
    equal(what, Q * B * PH, A, A.norm());
    equal("its Q is unitary", adjoint(Q) * Q, identity<T>(Q.n, Q.n), 1);
    equal("its P is unitary", PH * adjoint(PH), identity<T>(PH.m, PH.m), 1);
}
template <class T> starling::tiles columns(const dense<T> &A)
{
    return {A.ld(), 5};
}
template <class T> starling::tiles rows(const dense<T> &A)
{
    return {5, std::max<int64_t>(1, A.n)};
}
template <class T> starling::matrix<T> wrap(dense<T> &A, starling::tiles t)
{
    return starling::matrix<T>::wrap(A.data(), A.m, A.n, A.ld(), t);
}
template <class R> starling::matrix<R> wrap(std::vector<R> &x, int64_t n)
{
    return starling::matrix<R>::wrap(x.data(), n, 1, std::max<int64_t>(1, n));
}

/* Q of QR and of LQ, on arrays and on matrices. */
template <class T> void check_q(int64_t m, int64_t n)
{
    int64_t k = std::min(m, n);
    dense<T> A = random<T>(m, n), F = A, C = A;
    std::vector<T> tau(k + 1);
    starling::geqrf(m, n, F.data(), F.ld(), tau.data());
    dense<T> Q = part(F, m, k), R = part(triangle(F, false), k, n);
    starling::ungqr(m, k, k, Q.data(), Q.ld(), tau.data());
    reduced("ungqr", A, Q, R, identity<T>(n, n));
    F = A;
    starling::gelqf(m, n, F.data(), F.ld(), tau.data());
    dense<T> P = part(F, k, n), L = part(triangle(F, true), m, k);
    starling::unglq(k, n, k, P.data(), P.ld(), tau.data());
    reduced("gelqf, unglq", A, identity<T>(m, m), L, P);
    starling::unmlq('R', 'C', m, n, k, F.data(), F.ld(), tau.data(), C.data(), C.ld());
    equal("unmlq", part(C, m, k), L, A.norm());
    dense<T> G = A, H = A, D = A, Q2(m, k), P2(k, n);
    {
        auto MG = wrap(G, columns(G)), MH = wrap(H, rows(H)), MD = wrap(D, rows(D)),
             MQ = wrap(Q2, columns(Q2)), MP = wrap(P2, rows(P2));
        starling::geqrf(MG);
        starling::ungqr(MG, MQ);
        starling::gelqf(MH);
        starling::unglq(MH, MP);
        starling::unmlq(STARLING_RIGHT, STARLING_CONJTRANS, MH, MD);
    }
    reduced("ungqr of matrices", A, Q2, part(triangle(G, false), k, n), identity<T>(n, n));
    L = part(triangle(H, true), m, k);
    reduced("gelqf, unglq of matrices", A, identity<T>(m, m), L, P2);
    equal("unmlq of matrices", part(D, m, k), L, A.norm());
}

/* Reductions in one stage: op(Q) Q of the array functions is the unit matrix. */
template <class T> void check_reductions(int64_t n)
{
    using R = starling::real<T>;
    const std::vector<R> none;
    dense<T> A = random<T>(n, n), H = hermitian(A), F = H, Q, C, P, I = identity<T>(n, n);
    std::vector<R> d(n), e(n);
    std::vector<T> tau(n + 1), taup(n + 1);
    int64_t ld = A.ld();
    starling::hetrd('L', n, F.data(), ld, d.data(), e.data(), tau.data());
    Q = F;
    starling::ungtr('L', n, Q.data(), ld, tau.data());
    reduced("hetrd, ungtr", H, Q, by_diagonals<T>(n, d, e, e), adjoint(Q));
    C = Q;
    starling::unmtr('L', 'L', 'C', n, n, F.data(), ld, tau.data(), C.data(), ld);
    equal("unmtr", C, I, 1);

    F = A;
    starling::gebrd(n, n, F.data(), ld, d.data(), e.data(), tau.data(), taup.data());
    Q = F, P = F;
    starling::ungbr('Q', n, n, n, Q.data(), ld, tau.data());
    starling::ungbr('P', n, n, n, P.data(), ld, taup.data());
    reduced("gebrd, ungbr", A, Q, by_diagonals<T>(n, d, none, e), P);
    C = Q;
    starling::unmbr('Q', 'L', 'C', n, n, n, F.data(), ld, tau.data(), C.data(), ld);
    equal("unmbr", C, I, 1);

    F = A;
    starling::gehrd(n, 1, n, F.data(), ld, tau.data());
    Q = F;
    starling::unghr(n, 1, n, Q.data(), ld, tau.data());
    C = Q;
    starling::unmhr('L', 'C', n, n, 1, n, F.data(), ld, tau.data(), C.data(), ld);
    equal("unmhr", C, I, 1);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 2; i < n; i++)
            F(i, j) = 0;
    reduced("gehrd, unghr", A, Q, F, adjoint(Q));
    dense<T> S = F, Z(n, n);
    std::vector<T> w(n + 1), wi(n + 1);
    if constexpr (std::is_same_v<T, R>)
        info_is_0(starling::hseqr('S', 'I', n, 1, n, S.data(), ld, w.data(), wi.data(), Z.data(),
                                  ld));
    else
        info_is_0(starling::hseqr('S', 'I', n, 1, n, S.data(), ld, w.data(), Z.data(), ld));
    reduced("hseqr", F, Z, S, adjoint(Z));
}

template <class T> void check_reductions_of_matrices(int64_t n)
{
    using R = starling::real<T>;
    const std::vector<R> none;
    dense<T> A = random<T>(n, n), H = hermitian(A), F = H, G = A, B = A, I = identity<T>(n, n),
             Q1(n, n), Q2(n, n), Q3(n, n), P(n, n), C1 = I, C2 = I, C3 = I;
    std::vector<R> d(n), e(n), s(n), t(n);
    {
        auto MF = wrap(F, columns(F)), M1 = wrap(Q1, columns(Q1)), N1 = wrap(C1, columns(C1)),
             MB = wrap(B, columns(B)), M2 = wrap(Q2, columns(Q2)), N2 = wrap(C2, columns(C2)),
             MG = wrap(G, columns(G)), M3 = wrap(Q3, columns(Q3)), N3 = wrap(C3, columns(C3)),
             MP = wrap(P, rows(P));
        auto D = wrap(d, n), E = wrap(e, n - 1), S = wrap(s, n), U = wrap(t, n - 1);
        starling::hetrd(STARLING_LOWER, MF, D, E);
        starling::ungtr(MF, M1);
        starling::unmtr(STARLING_LEFT, STARLING_NOTRANS, MF, N1);
        starling::gebrd(MB, S, U);
        starling::ungbr(STARLING_OF_Q, MB, M2);
        starling::ungbr(STARLING_OF_P, MB, MP);
        starling::unmbr(STARLING_OF_Q, STARLING_LEFT, STARLING_NOTRANS, MB, N2);
        starling::gehrd(1, n, MG);
        starling::unghr(MG, M3);
        starling::unmhr(STARLING_LEFT, STARLING_NOTRANS, MG, N3);
    }
    reduced("hetrd, ungtr of matrices", H, Q1, by_diagonals<T>(n, d, e, e), adjoint(Q1));
    equal("unmtr of matrices", C1, Q1, 1);
    reduced("gebrd, ungbr of matrices", A, Q2, by_diagonals<T>(n, s, none, t), P);
    equal("unmbr of matrices", C2, Q2, 1);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 2; i < n; i++)
            G(i, j) = 0;
    reduced("gehrd, unghr of matrices", A, Q3, G, adjoint(Q3));
    equal("unmhr of matrices", C3, Q3, 1);
    dense<T> S = G, Z = I;
    {
        starling::tiles tiles = starling::geev_tiles<T>(n);
        starling::matrix<T> W(n, std::is_same_v<T, R> ? 2 : 1);
        auto MS = wrap(S, tiles), MZ = wrap(Z, tiles);
        info_is_0(starling::hseqr(STARLING_VECTORS, MS, 1, n, W, MZ));
    }
    reduced("hseqr of matrices", G, Z, S, adjoint(Z));
}

/* A X = B X diag(w); least squares of full rank; L^H L. */
template <class T> void check_others(int64_t n)
{
    using R = starling::real<T>;
    dense<T> A = hermitian(random<T>(n, n)), B = positive_definite<T>(n), X = A, F = B,
             Y = random<T>(n, 2), V = Y, L = triangle(B, true), G = B;
    std::vector<R> w(n + 1), s(n + 1);
    int64_t ld = A.ld(), rank = -1;
    double scale = A.norm() + B.norm();
    info_is_0(starling::hegvd(1, 'V', 'L', n, X.data(), ld, F.data(), ld, w.data()));
    equal("hegvd", A * X, B * X * diagonal<T>(w, n, n), scale * X.norm());
    F = B;
    info_is_0(starling::gelsd(n, n, 2, F.data(), ld, V.data(), ld, s.data(), R(-1), rank));
    solved("gelsd", B, V, Y);
    ok(rank == n && s[0] >= s[n - 1] && s[n - 1] > 0, "its rank and singular values");
    starling::lauum('L', n, G.data(), ld);
    for (int64_t i = 0; i < n; i++)
        L(i, i) = std::real(L(i, i));
    equal("lauum", hermitian(G), adjoint(L) * L, L.norm() * L.norm());

    dense<T> X2 = A, F2 = B, D = B, V2 = Y, G2 = B;
    rank = -1;
    {
        auto MX = wrap(X2, {5, 5}), MF = wrap(F2, {5, 5}), MD = wrap(D, columns(D)),
             MV = wrap(V2, columns(V2)), MG = wrap(G2, {5, 5});
        auto W = wrap(w, n), S = wrap(s, n);
        info_is_0(starling::hegvd(1, STARLING_VECTORS, STARLING_LOWER, MX, MF, W));
        info_is_0(starling::gelsd(MD, MV, S, -1, rank));
        starling::lauum(STARLING_LOWER, MG);
    }
    equal("hegvd of matrices", A * X2, B * X2 * diagonal<T>(w, n, n), scale * X2.norm());
    solved("gelsd of matrices", B, V2, Y);
    ok(rank == n, "its rank");
    equal("lauum of a matrix", hermitian(G2), adjoint(L) * L, L.norm() * L.norm());
}

/* The info that a call throws, 0 if it throws nothing. */
template <class F> int thrown(F call)
{
    try {
        call();
    } catch (const starling::error &e) {
        note("thrown", e.what());
        return e.info();
    }
    return 0;
}

template <class T> void check_failures()
{
    dense<T> A = identity<T>(3, 3);
    std::vector<int64_t> ipiv(3);
    T *none = nullptr;
    A(1, 1) = -1;
    is_integer(starling::potrf('L', 3, A.data(), 3), 2, "potrf returns the order of the minor");
    A = identity<T>(3, 3);
    A(2, 2) = 0;
    is_integer(starling::getrf(3, 3, A.data(), 3, ipiv.data()), 3, "getrf returns the zero pivot");
    is_integer(thrown([&] { (void)starling::potrf('X', 3, A.data(), 3); }), -1, "uplo is wrong");
    is_integer(thrown([&] { (void)starling::getrf(3, 3, A.data(), 2, ipiv.data()); }), -4,
               "lda is wrong");
    is_integer(thrown([&] { starling::geqrf(3, 3, none, 3, A.data()); }), -3, "there is no array");
    is_integer(thrown([&] { starling::matrix<T> M(-1, 2); }), -3, "a negative order");
    is_integer(thrown([&] {
                   starling::matrix<T> M(3, 2), B(3, 1);
                   (void)starling::potrf(STARLING_LOWER, M);
               }),
               -2, "a matrix that is not square");
    is_integer(thrown([&] { starling::matrix<T>::wrap_device(A.data(), 3, 3, 3, 99); }),
               STARLING_EDEVICE, "a GPU that is not there");
}

template <class T> void check_matrix()
{
    starling::matrix<T> A(4, 3), B;
    starling_matrix *object = A.get();
    ok(A.m() == 4 && A.n() == 3 && starling_matrix_precision(object) == starling::precision<T>,
       "order and precision");
    B = std::move(A);
    ok(B.get() == object && A.get() == nullptr, "a matrix is moved to another");
    starling::matrix<T> C(std::move(B));
    ok(C.get() == object && B.get() == nullptr && B.m() == 0, "and to a new one");
    static_assert(!std::is_copy_constructible_v<starling::matrix<T>>, "no copies");
    static_assert(!std::is_copy_assignable_v<starling::matrix<T>>, "no copies");
}

template <class T> void check()
{
    for (int64_t n : {0, 1, 2, 7, 53}) {
        check_cholesky<T>(n);
        check_lu<T>(n);
        check_nopiv<T>(n);
        check_bands<T>(n);
        check_indefinite<T>(n);
        check_nonsymmetric<T>(n);
        check_schur<T>(n);
        check_qr<T>(n, n);
        check_eigen<T>(n);
        check_svd<T>(n, n);
        check_blas<T>(n);
        check_products<T>(n);
        if (n > 0) {
            check_expert_lu<T>(n);
            check_expert_cholesky<T>(n);
            check_q<T>(n, n);
            check_reductions<T>(n);
            check_reductions_of_matrices<T>(n);
            check_others<T>(n);
            if constexpr (std::is_same_v<starling::real<T>, double>)
                check_mixed<T>(n);
        }
    }
    check_qr<T>(31, 11);
    check_q<T>(31, 11);
    check_q<T>(11, 31);
    check_qr<T>(11, 31);
    check_svd<T>(31, 11);
    check_svd<T>(11, 31);
    check_failures<T>();
    check_matrix<T>();
}

} // namespace

int main()
{
    {
        starling::runtime runtime;
        ok(runtime.ncpu() > 0 && runtime.ncuda() >= 0, "the runtime has workers");
        check<float>();
        check<double>();
        check<std::complex<float>>();
        check<std::complex<double>>();
    }
    /* EBUSY would tell of a matrix that was not freed. */
    starling_init();
    is_integer(starling_finalize(), 0, "nothing is left");
    return done_testing();
}
