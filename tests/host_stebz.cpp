// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Multisection for GPUs (cuda_multisect.cuh) on the host (host_block.h), with several
// numbers of lanes: each eigenvalue is right but for some units, by quotients in long double
// precision (Barth, Martin and Wilkinson, Numer. Math. 9, 1967), and each singular value of a bidiagonal
// matrix but for some units relative to itself, also of a matrix graded from 1 to 1e-290.

#include "host_block.h"
typedef void *cudaStream_t;

static double __hiloint2double(int high, int low)
{
    uint64_t bits = (uint64_t)(unsigned)high << 32 | (unsigned)low;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static double __longlong_as_double(int64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
namespace sl
{
using std::fabs;
using std::fma;
using std::fmax;
} // namespace sl
#include "codelets/eigen/cuda_stebz.cuh"
#include "codelets/svd/cuda_bdsbz.cuh"
#include "tap.h"

enum { THREADS = 32, POINTS = 64 };

static double number()
{
    return rand() / (double)RAND_MAX * 2 - 1;
}

// The largest element is 1.
enum kind { RANDOM, WILKINSON, TOEPLITZ, IDENTITY, ZERO, GRADED, KINDS };
static const char *const names[] = {"random",   "Wilkinson", "Toeplitz",
                                    "identity", "zero",      "graded"};

template <class T> struct matrix {
    int n;
    std::vector<T> d, e;

    matrix(int kind, int n_) : n(n_), d(n_), e(n_)
    {
        srand(5);
        for (int i = 0; i < n; i++) {
            d[i] = kind == RANDOM      ? number()
                   : kind == WILKINSON ? std::abs((n - 1) / 2.0 - i) / std::max(1.0, (n - 1) / 2.0)
                   : kind == TOEPLITZ  ? -1
                   : kind == IDENTITY  ? 1
                   : kind == GRADED    ? pow(10, -30.0 * i / n)
                                       : 0;
            e[i] = kind == RANDOM      ? number()
                   : kind == WILKINSON ? 1 / std::max(1.0, (n - 1) / 2.0)
                   : kind == TOEPLITZ  ? 1
                   : kind == GRADED    ? pow(10, -30.0 * (i + 0.5) / n)
                                       : -0.0;
        }
    }
    int below(long double x) const
    {
        int count = 0;
        long double q = 1;
        for (int i = 0; i < n; i++) {
            long double e2 = i > 0 ? (long double)e[i - 1] * e[i - 1] : 0;
            q = d[i] - x - e2 / q;
            if (fabsl(q) < 1e-4000L)
                q = -1e-4000L;
            count += q < 0;
        }
        return count;
    }
    double eigenvalue(int j) const
    {
        long double low = -4, high = 4;
        for (int step = 0; step < 66; step++) {
            long double middle = (low + high) / 2;
            (below(middle) > j ? high : low) = middle;
        }
        return high;
    }
};

// The first `count` eigenvalues, in units.
template <class T> static void check(const char *name, int kind, int n, int lanes, int count)
{
    matrix<T> t(kind, n);
    double unit = std::numeric_limits<T>::epsilon(), worst = 0;
    std::vector<sl_sturm_row> row(sl_sturm_rows(n));
    std::vector<int> counts(POINTS);
    std::vector<T> value(n);
    sl::stebz_call<T> call = {{n, (int)row.size(), row.data(), POINTS, counts.data(), lanes},
                              t.d.data(), t.e.data(), unit, value.data()};
    typedef sl::section_shared<sl_sturm_row> shared;
    run_cluster<shared>(((int)row.size() + THREADS - 1) / THREADS, THREADS,
                        [&](shared &) { sl::make_rows(call); });
    run_cluster<shared>(POINTS / sl::SL_SHIFTS / THREADS, THREADS,
                        [&](shared &s) { sl::first_counts(call, s); });
    run_cluster<shared>((count * lanes + THREADS - 1) / THREADS, THREADS,
                        [&](shared &s) { sl::multisect(call, s); });
    for (int j = 0; j < count; j++) {
        double error = fabs((double)value[j] - t.eigenvalue(j)) / unit;
        worst = worst >= error ? worst : error;
    }
    ok(worst < 8, "%s, %s, n %d, %d lanes: error %g units", name, names[kind], n, lanes, worst);
}

// Singular values of a bidiagonal matrix, whose largest element is scaled as bdsbz_scale does it.
struct bidiagonal {
    int n;
    std::vector<double> t; // d_1, e_1, d_2 ... d_n

    bidiagonal(int kind, int n_) : n(n_), t(2 * n_ - 1)
    {
        srand(7);
        for (int i = 0; i < 2 * n - 1; i++)
            t[i] = ldexp(kind == RANDOM     ? std::abs(number())
                         : kind == TOEPLITZ ? 1
                         : kind == IDENTITY ? (i % 2 ? 0 : 1)
                         : kind == GRADED   ? pow(10, -145.0 * i / n)
                                            : 0,
                         SL_BDSBZ_LARGEST - 1);
        for (double &x : t)
            x = std::max(x, std::numeric_limits<double>::min());
    }
    int below(long double x) const
    {
        long double u = x;
        int above = u < 0;
        for (double y : t) {
            u = x - y * (y / u);
            above += u < 0;
        }
        return n - above;
    }
};

static void check_singular(int kind, int n, int shift, int lanes, int count)
{
    bidiagonal b(kind, n);
    std::vector<double> row(sl_bdsbz_rows(n)), value(n);
    std::vector<int> counts(POINTS);
    std::copy(b.t.begin(), b.t.end(), row.end() - (2 * n - 1));
    sl::bdsbz_call call = {{n, (int)row.size(), row.data(), POINTS, counts.data(), lanes},
                           shift, sl_bdsbz_top(shift), value.data()};
    typedef sl::section_shared<double> shared;
    run_cluster<shared>(POINTS / sl::SL_SHIFTS / THREADS, THREADS,
                        [&](shared &s) { sl::first_counts(call, s); });
    run_cluster<shared>((count * lanes + THREADS - 1) / THREADS, THREADS,
                        [&](shared &s) { sl::multisect(call, s); });
    int wrong = 0;
    long double error = ldexp(2, shift - 52) + ldexp(4 + n, -52);
    for (int j = 0; j < count; j++)
        wrong += b.t[0] > SL_BDSBZ_LEAST // not of zeros
                     ? !(b.below(value[j] * (1 - error)) <= j && b.below(value[j] * (1 + error)) > j)
                     : !(value[j] < SL_BDSBZ_LEAST);
    ok(wrong == 0, "singular values, %s, n %d, shift %d, %d lanes: %d wrong", names[kind], n, shift,
       lanes, wrong);
}

int main()
{
    const char *level = getenv("STARLING_CHECK");
    bool quick = level && !strcmp(level, "quick");
    for (int kind = 0; kind < KINDS; kind++)
        check<double>("d", kind, quick ? 5 : 17, 4, quick ? 5 : 17);
    for (int kind : {RANDOM, TOEPLITZ, IDENTITY, ZERO, GRADED})
        check_singular(kind, quick ? 5 : 17, 0, 4, quick ? 5 : 17);
    check_singular(RANDOM, 9, SL_BDSBZ_SINGLE_SHIFT, 8, 9);
    check_singular(RANDOM, 1, 0, 32, 1);
    check<float>("s", RANDOM, 9, 8, 9);
    check<double>("d", RANDOM, 1, 32, 1);
    check<double>("d", RANDOM, 2, 16, 2);
    if (!quick) {
        check_singular(GRADED, 33, 0, 1, 33);
        check_singular(RANDOM, 1050, 0, 8, 4); // the rows are read in two parts
        check<double>("d", GRADED, 33, 1, 33);
        check<double>("d", WILKINSON, 33, 2, 33);
        check<float>("s", TOEPLITZ, 24, 2, 24);
        check<double>("d", RANDOM, 2100, 8, 4); // the rows are read in two parts
    }
    return done_testing();
}
