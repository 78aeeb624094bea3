// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Batches whose matrices have orders and places of their own, on the host
// (host_block.h): small matrices in registers (cuda_small.cuh), LU of middle ones whole and by
// blocks (cuda_middle_call.cuh), and solutions (cuda_places_solve.cuh). Factors, pivots and infos
// are those of a reference, also of singular and indefinite matrices and those with a NaN; inverses
// and solutions have a small residual; what is around each matrix stays.

#include "host_block.h"
#include "codelets/batched/cuda_middle_call.cuh"
#include "codelets/batched/cuda_places_solve.cuh"
#include "codelets/batched/cuda_small.cuh"
#include "codelets/batched/cuda_small_solve.cuh"
#include "host_lu.h"
#include "tap.h"

using std::max;
using std::min;
using std::vector;

static double uniform()
{
    return rand() % 20001 / 10000. - 1;
}
template <class T> static T random_number()
{
    if constexpr (std::is_floating_point<T>::value)
        return uniform();
    else
        return sl::scalar<T>::make(uniform(), uniform());
}
template <class T> static T times(T x, T y)
{
    return sl::scalar<T>::mul(x, y);
}
template <class T> static double size_of(T x)
{
    return sl::cabs1(x);
}
template <class T> static double eps()
{
    return sizeof(typename sl::scalar<T>::real) == 4 ? 6e-8 : 1.1e-16;
}

// Matrices m x n with random elements, in columns of lda > m elements. The last one stays alone.
template <class T> struct batch {
    struct matrix {
        int m, n, lda;
        vector<T> a;
        T &at(int i, int j)
        {
            return a[i + (size_t)j * lda];
        }
    };
    vector<matrix> each;
    vector<sl_place> places;
    void add(int m, int n)
    {
        matrix x = {m, n, m + 2, {}};
        x.a.resize((size_t)x.lda * n + 1);
        for (T &e : x.a)
            e = random_number<T>();
        each.push_back(x);
    }
    sl_matrices list()
    {
        int most_m = 0, most_n = 0;
        places.clear();
        for (matrix &x : each) {
            places.push_back({x.a.data(), x.m, x.n, x.lda, -1});
            most_m = max(most_m, x.m);
            most_n = max(most_n, x.n);
        }
        sl_sort_places(places.data(), (int64_t)places.size());
        return {places.data(), places.data(), nullptr, 0, most_m, most_n, 0, (int64_t)each.size()};
    }
};

// Pivots of each matrix, a row of a batch of integers with places.
struct integers {
    vector<vector<int>> each;
    vector<sl_place> places;
    explicit integers(const vector<int> &counts)
    {
        for (int count : counts)
            each.push_back(vector<int>(count + 1, -7));
    }
    sl_matrices list()
    {
        for (auto &x : each)
            places.push_back({x.data(), (int)x.size() - 1, 1, (int)x.size(), -1});
        return {places.data(), places.data(), nullptr, 0, 0, 1, 0, (int64_t)each.size()};
    }
};

// |x - y| of two matrices' arrays, elements outside included where `all`
template <class M> static double distance(M &x, M &y, bool inside, char uplo = 'G')
{
    double most = 0;
    for (size_t e = 0; e < x.a.size(); e++) {
        const int i = (int)(e % x.lda), j = (int)(e / x.lda);
        const bool in = i < x.m && j < x.n && (uplo == 'G' || (uplo == 'L' ? i >= j : i <= j));
        auto d = x.a[e];
        d = sl::scalar<decltype(d)>::add(d, sl::scalar<decltype(d)>::scale(y.a[e], -1));
        if (in == inside)
            most = !(size_of(d) <= most) ? size_of(d) : most;
    }
    return most;
}

template <class M> static double norm(M &x)
{
    double most = 0;
    for (int i = 0; i < x.m; i++) {
        double sum = 0;
        for (int j = 0; j < x.n; j++)
            sum += size_of(x.at(i, j));
        most = max(most, sum);
    }
    return most;
}

// ---- Small matrices ----------------------------------------------------------------------

using sl::FACTOR, sl::INVERT, sl::LOWER, sl::UPPER;
static const char *const names[] = {"getrf", "inv", "potrf L", "potrf U"};

template <class T, int N, int OPERATION> struct small_rooms {
    typedef sl::small_matrix<T, N, OPERATION, sl::small_list<T>> matrix;
    sl::small_room<T, N, OPERATION> room[matrix::MATRICES];
};
template <class T, int N, int OPERATION> static void run_small(const sl::small_list<T> &call)
{
    typedef small_rooms<T, N, OPERATION> rooms;
    typedef typename rooms::matrix matrix;
    const int blocks = (int)((call.count + matrix::MATRICES - 1) / matrix::MATRICES);
    run_cluster<rooms>(blocks, sl::SMALL_THREADS, [&](rooms &s) {
        matrix x(call, s.room[threadIdx.x / matrix::LANES]);
        if constexpr (OPERATION == FACTOR) {
            x.load();
            x.factor();
            x.store_factors();
        } else if constexpr (OPERATION == INVERT) {
            x.load();
            x.invert();
            x.store_inverse();
        } else {
            x.template load_lower<OPERATION == UPPER>();
            x.factor_lower();
            x.template store_lower<OPERATION == UPPER>();
        }
    });
}
template <class T, int N> static void run_small(int op, const sl::small_list<T> &call)
{
    (op == FACTOR   ? run_small<T, N, FACTOR>
     : op == INVERT ? run_small<T, N, INVERT>
     : op == LOWER  ? run_small<T, N, LOWER>
                    : run_small<T, N, UPPER>)(call);
}

// Cholesky of one triangle; the order of the first bad minor
template <class M> static int cholesky(M &x, bool upper)
{
    typedef sl::scalar<std::remove_reference_t<decltype(x.at(0, 0))>> S;
    auto at = [&](int i, int j) -> auto &
    {
        return upper ? x.at(j, i) : x.at(i, j);
    };
    for (int j = 0; j < x.n; j++) {
        auto d = S::re(at(j, j));
        if (!(d > 0))
            return j + 1;
        at(j, j) = S::make(sqrt(d));
        for (int i = j + 1; i < x.n; i++)
            at(i, j) = S::scale(at(i, j), 1 / sqrt(d));
        for (int k = j + 1; k < x.n; k++)
            for (int i = k; i < x.n; i++) {
                auto l = upper ? S::conj(at(i, j)) : at(i, j);
                auto r = upper ? at(k, j) : S::conj(at(k, j));
                if (upper) // of U^H
                    at(i, k) = S::add(at(i, k), S::scale(S::mul(at(i, j), S::conj(at(k, j))), -1));
                else
                    at(i, k) = S::add(at(i, k), S::scale(S::mul(l, r), -1));
            }
    }
    return 0;
}

// A B - I, scaled
template <class T, class M> static double residual_of_inverse(M &a, M &x)
{
    double most = 0;
    for (int j = 0; j < a.n; j++)
        for (int i = 0; i < a.n; i++) {
            T sum = sl::scalar<T>::make(i == j ? -1 : 0);
            for (int k = 0; k < a.n; k++)
                sum = sl::scalar<T>::add(sum, times(a.at(i, k), x.at(k, j)));
            most = !(size_of(sum) <= most) ? size_of(sum) : most;
        }
    return most / (a.n * eps<T>() * norm(a) * norm(x));
}

// Every fifth matrix is bad.
template <class M> static void spoil(M &x, int op, int k)
{
    typedef sl::scalar<std::remove_reference_t<decltype(x.at(0, 0))>> S;
    const int j = k % max(1, x.n);
    for (int i = 0; i < x.n && op >= LOWER; i++)
        x.at(i, i) = S::make(2 * x.n + 2);
    if (k % 5 != 2 || x.n == 0)
        return;
    if (op >= LOWER)
        x.at(j, j) = S::make(k % 2 ? NAN : -1);
    else
        for (int i = 0; i < x.n; i++)
            x.at(i, j) = S::make(0);
}

template <class T, int N> static void check_small(int op)
{
    batch<T> b;
    vector<int> counts;
    for (int k = 0; k < (N > 16 ? 5 : N > 8 ? 9 : 17); k++) {
        b.add(k % 13 == 0 ? 0 : N - rand() % 8, 0);
        auto &x = b.each.back();
        x.n = x.m;
        x.a.assign((size_t)x.lda * x.n + 1, T());
        for (T &e : x.a)
            e = random_number<T>();
        spoil(x, op, k);
        counts.push_back(x.n);
    }
    batch<T> before = b;
    integers ipiv(counts);
    vector<int> info(counts.size() + 1, -7);
    sl_matrices A = b.list();
    const int64_t first = sl_above(&A, N), count = sl_above(&A, N - 8) - first;
    run_small<T, N>(op, {A, ipiv.list(), first, count, info.data()});
    bool right = info.back() == -7 && first == 0;
    double worst = 0, outside = 0;
    for (size_t k = 0; k < counts.size(); k++) {
        auto &x = b.each[k], &y = before.each[k];
        vector<int> rows(counts[k] + 1, -7);
        const char uplo = op == LOWER ? 'L' : op == UPPER ? 'U' : 'G';
        outside = max(outside, distance(x, y, false, uplo));
        auto factors = y;
        int expected = op >= LOWER ? cholesky(factors, op == UPPER)
                                   : reference(y.m, y.n, factors.a, y.lda, rows);
        right = right && info[k] == (counts[k] == 0 ? -7 : expected);
        right = right && (op != FACTOR || ipiv.each[k] == rows);
        if (op == FACTOR || (op >= LOWER && expected == 0))
            worst = max(worst, distance(x, factors, true, uplo) / eps<T>() / 1e3);
        if (op == INVERT && expected == 0)
            worst = max(worst, residual_of_inverse<T>(y, x));
    }
    ok(right && worst < 30 && outside == 0, "%s, orders %d to %d, %d bytes: error %.2g, %s",
       names[op], N - 7, N, (int)sizeof(T), worst,
       outside == 0 ? "the rest stays" : "the rest changed");
}

// ---- LU by blocks --------------------------------------------------------------------------

template <class T, int NB, int R, bool UNITS> static void run_whole(const sl::middle_list<T> &call)
{
    typedef sl::middle_shared<T, NB, UNITS> shared;
    const int threads = ((call.m + R - 1) / R + 31) / 32 * 32;
    const int bytes =
        shared::bytes_without_l(threads, call.m) + shared::size_of_l(NB, call.m) * (int)sizeof(T);
    for (int64_t i = 0; i < call.count; i++)
        run_cluster<memory>(1, threads, [&](memory &s) {
            const sl::middle_matrix<T> matrix = call.matrix(i);
            if (matrix.n > 0)
                sl::middle_lu<T, NB, R, UNITS>(matrix, s.bytes, bytes).factor();
        });
}
template <class T> static void check_middle(bool whole, const vector<vector<int>> &sizes)
{
    batch<T> b;
    vector<int> counts;
    for (auto &size : sizes) {
        b.add(size[0], size[1]);
        counts.push_back(min(size[0], size[1]));
    }
    for (int i = 0; i < b.each[1].m; i++) // singular
        b.each[1].at(i, 3) = T();
    batch<T> before = b;
    integers ipiv(counts);
    vector<int> info(counts.size() + 1, -7);
    sl_matrices A = b.list();
    sl::middle_list<T> all = {A.m, A.n,  sl_above(&A, 0), A, ipiv.list(), 0, info.data(), 0,
                              0,   false};
    host_steps<T> steps;
    if (whole)
        run_whole<T, 8, 1, true>(all);
    else
        sl::by_pairs<T>(all, 0, steps);
    bool right = info.back() == -7;
    double worst = 0, outside = 0;
    for (size_t k = 0; k < counts.size(); k++) {
        auto &x = b.each[k], &y = before.each[k];
        vector<int> rows(counts[k] + 1, -7);
        outside = max(outside, distance(x, y, false));
        int expected = reference(y.m, y.n, y.a, y.lda, rows);
        right = right && info[k] == (counts[k] == 0 ? -7 : expected) && ipiv.each[k] == rows;
        worst = max(worst, distance(x, y, true) / eps<T>() / 1e3);
    }
    ok(right && worst < 30 && outside == 0, "getrf to %d x %d %s, %d bytes: error %.2g, %s", A.m,
       A.n, whole ? "whole" : "by blocks", (int)sizeof(T), worst,
       outside == 0 ? "the rest stays" : "the rest changed");
}

// ---- Solutions -----------------------------------------------------------------------------

enum kind { WITH_L, WITH_U, PLAIN, TRANSPOSED, CONJUGATE, UNIT };
static const char *const kinds[] = {"potrs L", "potrs U", "getrs N", "getrs T", "getrs C", "getri"};

/* With the factors of b.each[0], of b.each[1] or the unit matrix. */
template <class T> static void solve_in_memory(int kind, batch<T> &b, vector<int> &ipiv)
{
    typedef sl::solve_block<T> block;
    auto &f = b.each[0], &x = b.each[1];
    const int groups = (x.n + block::COLUMNS - 1) / block::COLUMNS;
    run_cluster<typename block::shared>(groups, block::THREADS, [&](typename block::shared &s) {
        const int first = (int)blockIdx.x * block::COLUMNS;
        block solver({f.a.data(), f.n, f.n, f.lda}, {x.a.data(), x.m, x.n, x.lda}, first, s);
        if (kind == UNIT)
            solver.set_unit(first);
        if (kind <= WITH_U)
            solver.by_cholesky(kind == WITH_U);
        else
            solver.by_lu(kind == TRANSPOSED || kind == CONJUGATE, kind == CONJUGATE, ipiv.data());
    });
}
template <class T, int N>
static void run_small_solve(const sl::small_solve_call &call, bool by_rows)
{
    typedef sl::solve_by_columns<T, (N > 16 ? 32 : 16)> by_columns;
    struct nothing {
    };
    if (by_rows)
        run_cluster<nothing>(1, sl::SMALL_THREADS,
                             [&](nothing &) { sl::solve_by_rows<T, N>(call).run(); });
    else
        run_cluster<typename by_columns::shared>(2, 32, [&](typename by_columns::shared &s) {
            for (int first = 0; first < call.columns; first += 32)
                by_columns(call, first, s).run();
        });
}
/* Others of the warp have no matrix, or one whose info is not 0. */
template <class T>
static void solve_in_registers(int kind, batch<T> &b, vector<int> &ipiv, bool by_rows)
{
    typedef sl::small_solve_call call;
    const bool transposed = kind == TRANSPOSED || kind == CONJUGATE;
    auto &f = b.each[0], &x = b.each[1];
    const int infos[] = {0, 1};
    const call c = {
        .A = {nullptr, nullptr, f.a.data(), 0, f.n, f.n, f.lda, 2},
        .B = {nullptr, nullptr, x.a.data(), 0, x.m, x.n, x.lda, 2},
        .f = kind <= WITH_U ? sl::factors_of_cholesky(kind == WITH_U)
                            : sl::factors_of_lu(transposed, kind == CONJUGATE),
        .first = true,
        .second = true,
        .unit_matrix = kind == UNIT,
        .P = {nullptr, nullptr, ipiv.data(), 0, f.n, 1, f.n, 2},
        .interchanges = kind <= WITH_U ? call::NONE
                        : transposed   ? call::AFTER
                                       : call::BEFORE,
        .infos = infos,
        .skip = 0,
        .columns = x.n,
    };
    if (f.n <= 8)
        run_small_solve<T, 8>(c, by_rows);
    else if (f.n <= 16)
        run_small_solve<T, 16>(c, by_rows);
    else
        run_small_solve<T, 32>(c, by_rows);
}

enum way { IN_MEMORY, BY_ROWS, BY_COLUMNS };
static const char *const ways[] = {"", " by rows", " by columns"};

template <class T> static void check_solution(int kind, int n, int nrhs, enum way way)
{
    typedef sl::scalar<T> S;
    if (kind == UNIT && way != IN_MEMORY)
        nrhs = n;
    batch<T> b;
    b.add(n, n);
    b.add(n, nrhs);
    auto a = b.each[0], &f = b.each[0], &x = b.each[1];
    for (int i = 0; i < n; i++) {
        a.at(i, i) = S::make(2 * n);
        for (int j = 0; j < i && kind <= WITH_U; j++)
            a.at(i, j) = S::conj(a.at(j, i));
    }
    for (int i = 0; i < n && kind > WITH_U; i++) // rows must move
        for (int j = 0; j < n / 2; j++)
            std::swap(a.at(i, j), a.at(i, n - 1 - j));
    f.a = a.a;
    auto rhs = x;
    for (int i = 0; i < n && kind == UNIT; i++)
        for (int j = 0; j < nrhs; j++)
            rhs.at(i, j) = S::make(i == j);
    vector<int> ipiv(n);
    if (kind <= WITH_U)
        cholesky(f, kind == WITH_U);
    else
        reference(n, n, f.a, f.lda, ipiv);
    if (way != IN_MEMORY)
        solve_in_registers(kind, b, ipiv, way == BY_ROWS);
    else
        solve_in_memory<T>(kind, b, ipiv);
    double worst = 0;
    for (int j = 0; j < nrhs; j++)
        for (int i = 0; i < n; i++) {
            T sum = S::scale(rhs.at(i, j), -1);
            for (int k = 0; k < n; k++) {
                T e = kind == TRANSPOSED  ? a.at(k, i)
                      : kind == CONJUGATE ? S::conj(a.at(k, i))
                                          : a.at(i, k);
                sum = S::add(sum, times(e, x.at(k, j)));
            }
            worst = !(size_of(sum) <= worst) ? size_of(sum) : worst;
        }
    worst /= n * eps<T>() * norm(a) * max(norm(x), 1e-30);
    double outside = distance(x, rhs, false);
    ok(worst < 30 && (kind == UNIT || outside == 0),
       "%s, order %d, %d columns%s, %d bytes: residual %.2g, %s", kinds[kind], n, nrhs, ways[way],
       (int)sizeof(T), worst, outside == 0 ? "the rest stays" : "the rest changed");
}

template <class T> static void check_type(bool few)
{
    for (int op = FACTOR; op <= UPPER; op++) {
        check_small<T, 8>(op);
        if (few)
            continue;
        check_small<T, 16>(op);
        check_small<T, 24>(op);
        check_small<T, 32>(op);
    }
    check_middle<T>(true, {{40, 40}, {33, 33}, {0, 5}, {12, 20}, {45, 3}});
    if (!few)
        check_middle<T>(false, {{90, 90}, {70, 70}, {57, 57}, {40, 85}, {80, 21}, {66, 66}});
    for (int kind = WITH_L; kind <= UNIT; kind++) {
        check_solution<T>(kind, 35, 18, IN_MEMORY);
        check_solution<T>(kind, 7, 7, BY_ROWS);
        check_solution<T>(kind, 12, 9, BY_COLUMNS);
        if (few)
            continue;
        check_solution<T>(kind, 1, 1, IN_MEMORY);
        check_solution<T>(kind, 32, 3, IN_MEMORY);
        check_solution<T>(kind, 70, 5, IN_MEMORY);
        check_solution<T>(kind, 1, 1, BY_ROWS);
        check_solution<T>(kind, 16, 1, BY_ROWS);
        check_solution<T>(kind, 32, 2, BY_ROWS);
        check_solution<T>(kind, 29, 33, BY_COLUMNS);
        check_solution<T>(kind, 32, 32, BY_COLUMNS);
    }
}

// All sizes take minutes: in two types.
int main()
{
    check_type<double>(quick());
    check_type<cuComplex>(true);
    if (!quick()) {
        check_type<float>(true);
        check_type<cuDoubleComplex>(false);
    }
    return done_testing();
}
