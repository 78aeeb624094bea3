// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Device code of eigenvectors of triangular matrices and of matrices in tiles, on the host
// (host_block.h), in all types:
//  - (S - lambda) x = b with a diagonal window: each row is right but for rounding errors, also
//  where
//    substitution would overflow, and numbers are below 2^size;
//  - the scales before a product, pieces in one scale, and norms, beside long double precision;
//  - elements of a rectangle in tiles, and of a flipped one.

#include "host_block.h"
typedef void *cudaStream_t;
namespace sl
{
using std::fabs;
using std::fma;
using std::fmaf;
using std::frexp;
using std::ldexp;
using std::sqrt;
} // namespace sl
#include "codelets/nonsymmetric/cuda_trevc.cuh"
#include "codelets/nonsymmetric/cuda_trevc_solve.cuh"
#include <complex>
#include <limits>
#include "tap.h"

typedef std::complex<long double> wide;
enum { THREADS = 64 };

template <class T> using real_of = typename sl::scalar<T>::real;
template <class T> constexpr bool is_real = std::is_same<T, real_of<T>>::value;

static double uniform()
{
    return rand() / (double)RAND_MAX * 2 - 1;
}
template <class T> static T random_number(double size = 1)
{
    real_of<T> re = (real_of<T>)(uniform() * size);
    return sl::scalar<T>::make(re, (real_of<T>)(uniform() * size));
}
template <class T> static wide value(T a)
{
    return wide(sl::scalar<T>::re(a), sl::scalar<T>::im(a));
}
static long double magnitude(wide a)
{
    return std::abs(a.real()) + std::abs(a.imag());
}
static long double worse(long double x, long double most)
{
    return most != most || x <= most ? most : x; // NaN stays
}

// ---- Solution ---------------------------------------------------------------------------------

enum kind { MILD, RANDOM, ZERO, GROWTH, STEEP, HUGE_ONES, TINY_ONES, KINDS };
static const char *const names[] = {"mild", "random", "zero", "growth", "steep", "huge", "tiny"};

template <class T> struct window {
    int n;
    std::vector<T> s;
    std::vector<int> pair; // 1, 2: of the first and the second row of a pair
    window(int kind, bool pairs, int n_) : n(n_), s(n_ * n_), pair(n_)
    {
        const bool single = sizeof(real_of<T>) == sizeof(float);
        const double step = single ? 1e-4 : 1e-10;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                double size = kind == HUGE_ONES   ? (single ? 1e35 : 1e305)
                              : kind == TINY_ONES ? (single ? 1e-22 : 1e-280)
                              : kind == STEEP     ? 1 / step
                                                  : 1;
                T x = random_number<T>(kind == ZERO ? 0 : size);
                if (kind == MILD)
                    x = i == j ? sl::scalar<T>::make((real_of<T>)(1 + i))
                               : random_number<T>(1.0 / n);
                if (kind == GROWTH)
                    x = sl::scalar<T>::make((real_of<T>)(i == j ? 1 + i * step : i + 1 == j));
                if (kind == STEEP && i == j)
                    x = sl::scalar<T>::make((real_of<T>)(i % 7 * step));
                s[i + j * n] = i <= j ? x : sl::scalar<T>::make(0);
            }
        if constexpr (is_real<T>)
            for (int i = 1; i + 1 < n && pairs; i += 3) {
                T &above = s[i + (i + 1) * n];
                above = above == 0 ? 1 : above;
                s[i + 1 + i * n] = -above * (i % 2 ? 2 : (T)0.25);
                s[i + 1 + (i + 1) * n] = s[i + i * n];
                pair[i] = 1;
                pair[i + 1] = 2;
            }
    }
    wide at(int i, int j) const
    {
        return value(s[i + j * n]);
    }
    wide eigenvalue(int i) const
    {
        return pair[i] == 1 ? wide(at(i, i).real(), std::sqrt(std::abs(at(i, i + 1).real())) *
                                                        std::sqrt(std::abs(at(i + 1, i).real())))
                            : at(i, i);
    }
};

struct solve_shared {
    double room[2 * 64];
};

// The largest error of a row by its terms, in units of eps and rows.
template <class T> static double solution_error(const window<T> &s, bool begin)
{
    typedef real_of<T> real;
    const int n = s.n;
    const real eps = std::numeric_limits<real>::epsilon(), tiny = std::numeric_limits<real>::min();
    std::vector<T> x(n * n);
    std::vector<int> place(2 * n), state(2 * n);
    real largest = 0;
    long double most = 0;
    for (int i = 0; i < n * n; i++) {
        largest = std::max(largest, sl::part(sl::number_of(s.s[i])));
        x[i] = begin ? sl::scalar<T>::make(NAN) : random_number<T>();
    }
    for (int c = 0; c < n; c++) {
        place[c] = c;
        place[c + n] = s.pair[c] == 1   ? SL_REAL_PART
                       : s.pair[c] == 2 ? SL_IMAGINARY_PART
                                        : SL_WHOLE_VECTOR;
        state[c] = begin ? 12345 : -3;
        state[c + n] = begin ? 12345 : 0;
    }
    const std::vector<T> b = x;
    const real smallest = tiny * (n / eps);
    sl::trevc_solve_call<T> call = {n,        n,          begin,       smallest,     s.s.data(),
                                    n,        s.s.data(), n,           place.data(), &largest,
                                    x.data(), n,          state.data()};
    run_cluster<solve_shared>(n, 32, [&](solve_shared &shared) {
        sl::solve_vector(call, (int)blockIdx.x, (real *)shared.room);
    });
    for (int c = 0; c < n; c++) {
        const bool pair = s.pair[c] == 1;
        if (s.pair[c] == 2) {
            most =
                worse(state[c] == state[c - 1] && state[c + n] == state[c + n - 1] ? 0 : NAN, most);
            continue;
        }
        std::vector<wide> v(n), right(n);
        const int scale = state[c] - (begin ? 0 : -3);
        const wide lambda = s.eigenvalue(c);
        for (int i = 0; i < n; i++) {
            v[i] = value(x[i + c * n]) + (pair ? wide(0, 1) * value(x[i + (c + 1) * n]) : wide(0));
            wide before =
                value(b[i + c * n]) + (pair ? wide(0, 1) * value(b[i + (c + 1) * n]) : wide(0));
            right[i] = begin ? wide(0) : before * std::ldexp(1.0L, scale);
            const long double limit =
                std::ldexp(1.0L, std::min(state[c + n], (int)sl::robust<real>::most));
            most = worse(std::abs(v[i].real()) <= limit && std::abs(v[i].imag()) <= limit ? 0 : NAN,
                         most);
        }
        const long double one = std::ldexp(1.0L, scale); // or the larger one of a pair
        if (begin && one >= tiny)
            most = worse(
                std::max(magnitude(v[c]), pair ? magnitude(v[c + 1]) : 0) >= one * 0.99L ? 0 : NAN,
                most);
        const long double pivot =
            std::max((long double)smallest, (long double)eps * magnitude(lambda));
        for (int i = 0, rows; i < n; i += rows) {
            long double error = 0, terms = 0;
            rows = s.pair[i] == 1 ? 2 : 1;
            for (int k = i; k < i + rows; k++) {
                wide sum = -right[k] - lambda * v[k];
                terms += magnitude(right[k]) + magnitude(lambda) * magnitude(v[k]) +
                         4 * pivot * magnitude(v[k]) / eps;
                for (int j = i; j < n; j++) {
                    sum += s.at(k, j) * v[j];
                    terms += magnitude(s.at(k, j)) * magnitude(v[j]);
                }
                error += magnitude(sum);
            }
            // numbers below the range are rounded to multiples of the least one
            terms += (long double)tiny * (1 + (long double)largest) * n;
            if (rows == 2) // complete pivoting: by the largest element of the block
                terms += magnitude(s.at(i, i + 1)) * (magnitude(v[i]) + magnitude(v[i + 1]));
            most = worse(error / terms / eps / n, most);
        }
    }
    return (double)most;
}

template <class T> static void check_solutions(const char *name, bool quick)
{
    for (int kind = 0; kind < KINDS; kind++) {
        double most = 0;
        for (int n : {1, 2, 5, quick ? 9 : 34})
            for (int pairs = 0; pairs <= is_real<T>; pairs++)
                for (int begin = 0; begin < 2; begin++) {
                    srand(n);
                    most = (double)worse(solution_error(window<T>(kind, pairs, n), begin), most);
                }
        ok(most < 8, "%s: solutions, %s, error %.3g", name, names[kind], most);
    }
}

// ---- Scales -----------------------------------------------------------------------------------

template <class T> static void check_scales(const char *name)
{
    typedef real_of<T> real;
    typedef sl::trevc_shared<real> shared;
    const int w = 5, m = 70, k = 40, most = sl::robust<real>::most;
    int wrong = 0;
    for (int first = 0; first < 2; first++) {
        std::vector<T> b(k * w), x(m * w), copy(k * w);
        for (T &e : b)
            e = random_number<T>();
        for (T &e : x)
            e = random_number<T>();
        const std::vector<T> before = x;
        const int from[] = {0, -7, -2, 0, -9, 1, most, 5, most - 2, -100000};
        int to[] = {0, -2, -7, 0, -3, 1, 1, most, most, -100000};
        const std::vector<int> old(to, to + 2 * w);
        real largest = 3;
        sl::trevc_scale_call<T> u = {w,    (bool)first, m, k,  &largest,    b.data(), k,
                                     from, x.data(),    m, to, copy.data(), k};
        run_cluster<shared>(w, THREADS, [&](shared &) { sl::scale_column(u, (int)blockIdx.x); });
        for (int c = 0; c < w; c++) {
            const int f = first ? from[c] : old[c], size = first ? -100000 : old[c + w];
            // 2^2 > largest, 40 terms, and a sum
            const int product = from[c + w] + to[c] - from[c] + 2 + 6 + (is_real<T> ? 0 : 1);
            wrong += !(to[c] <= std::min(from[c], f));
            wrong += !(to[c + w] == std::max(product, size + to[c] - f) + 1);
            wrong += !(to[c + w] <= most && (to[c] == std::min(from[c], f) || to[c + w] == most));
            for (int i = 0; i < k; i++)
                wrong += value(copy[i + c * k]) !=
                         value(b[i + c * k]) * std::ldexp(1.0L, to[c] - from[c]);
            for (int i = 0; i < m; i++)
                wrong += value(x[i + c * m]) !=
                         value(before[i + c * m]) * std::ldexp(1.0L, first ? 0 : to[c] - f);
        }
    }
    ok(wrong == 0, "%s: scales, %d wrong", name, wrong);
}

// ---- Vectors ----------------------------------------------------------------------------------

// Columns of a block: a real matrix has a pair in columns 1 and 2.
template <class T> static std::vector<int> places(int w)
{
    std::vector<int> place(2 * w);
    for (int c = 0; c < w; c++)
        place[c + w] = !is_real<T> || w < 3 ? SL_WHOLE_VECTOR
                       : c == 1             ? SL_REAL_PART
                       : c == 2             ? SL_IMAGINARY_PART
                                            : SL_WHOLE_VECTOR;
    return place;
}

template <class T> static double pieces_error(bool left)
{
    typedef real_of<T> real;
    typedef sl::trevc_shared<real> shared;
    const int w = 4, pieces = 3, n = 50, rows[] = {7, 1, 30}, known = 38, ld = 33;
    std::vector<int> place = places<T>(w), state[pieces];
    std::vector<T> x[pieces], v(n * w, sl::scalar<T>::make(NAN));
    sl_cuda_piece piece[pieces];
    long double most = 0;
    for (int p = 0; p < pieces; p++) {
        x[p].resize(ld * w);
        state[p].resize(2 * w);
        for (T &e : x[p])
            e = random_number<T>();
        for (int c = 0; c < w; c++)
            state[p][c] =
                place[c + w] == SL_IMAGINARY_PART ? state[p][c - 1] : -5 * p + 3 * c * (p == 1);
        piece[p] = {x[p].data(), state[p].data(), rows[p], ld};
    }
    sl::trevc_finish_call<T> f = {{w, place.data(), left}, n, pieces, piece, v.data(), n};
    run_cluster<shared>(w, THREADS, [&](shared &s) { sl::finish_vector(f, (int)blockIdx.x, s); });
    for (int c = 0; c < w; c++) {
        const int count = place[c + w] == SL_REAL_PART ? 2 : 1;
        std::vector<wide> exact(2 * n);
        long double largest = 0;
        if (place[c + w] == SL_IMAGINARY_PART)
            continue;
        for (int p = 0, row = 0; p < pieces; p++)
            for (int i = 0; i < rows[p]; i++, row++) {
                for (int k = 0; k < count; k++)
                    exact[row + k * n] =
                        value(x[p][i + (c + k) * ld]) * std::ldexp(1.0L, -state[p][c]);
                largest = std::max(largest, magnitude(exact[row]) + magnitude(exact[row + n]));
            }
        for (int k = 0; k < count; k++)
            for (int i = 0; i < n; i++) {
                const int column = left ? w - 1 - c - k : c + k, row = left ? n - 1 - i : i;
                const wide e = exact[i + k * n] / largest;
                most = worse(magnitude(value(v[row + column * n]) - e), most);
                most = worse(i < known || value(v[row + column * n]) == wide(0) ? 0 : NAN, most);
            }
    }
    return (double)(most / std::numeric_limits<real>::epsilon());
}

template <class T> static double norm_error(bool left, bool euclid, double size)
{
    typedef real_of<T> real;
    typedef sl::trevc_shared<double> shared;
    const int w = 4, n = 90, ilo = 4, ihi = 80;
    std::vector<int> place = places<T>(w);
    std::vector<T> x(n * w);
    std::vector<real> balance(n);
    std::vector<wide> exact(n * w);
    long double most = 0;
    for (int i = 0; i < n * w; i++) {
        x[i] = random_number<T>(size);
        exact[i] = value(x[i]);
    }
    for (int i = 0; i < n; i++)
        balance[i] =
            i + 1 < ilo || i >= ihi ? (real)(1 + rand() % n) : (real)std::ldexp(1, rand() % 9 - 4);
    for (int c = 0; c < w; c++) { // gebak
        for (int i = ilo - 1; i < ihi; i++)
            exact[i + c * n] *= left ? 1 / (long double)balance[i] : (long double)balance[i];
        for (int i = ilo - 2; i >= 0; i--)
            std::swap(exact[i + c * n], exact[(int)balance[i] - 1 + c * n]);
        for (int i = ihi; i < n; i++)
            std::swap(exact[i + c * n], exact[(int)balance[i] - 1 + c * n]);
    }
    sl::trevc_norm_call<T> call = {
        {w, place.data(), left}, euclid, balance.data(), ilo, ihi, n, x.data(), n};
    run_cluster<shared>(w, THREADS,
                        [&](shared &s) { sl::normalize_vector(call, (int)blockIdx.x, s); });
    for (int c = 0, count; c < w;
         c += count) { // in the result pairs are at 1 and 2, from both sides
        count = is_real<T> && c == 1 ? 2 : 1;
        std::vector<wide> v(n), u(n);
        long double norm = 0, large = -1;
        wide turn = 1;
        for (int i = 0; i < n; i++) {
            u[i] = exact[i + c * n] + (count == 2 ? wide(0, 1) * exact[i + (c + 1) * n] : wide(0));
            v[i] = value(x[i + c * n]) +
                   (count == 2 ? wide(0, 1) * value(x[i + (c + 1) * n]) : wide(0));
            norm = euclid ? std::hypot(norm, std::abs(u[i])) : std::max(norm, magnitude(u[i]));
            if (std::norm(u[i]) > large && (!is_real<T> || count == 2) && euclid) {
                large = std::norm(u[i]);
                turn = std::conj(u[i]) / std::abs(u[i]);
            }
        }
        for (int i = 0; i < n; i++)
            most = worse(magnitude(v[i] - u[i] * turn / norm), most);
    }
    return (double)(most / std::numeric_limits<real>::epsilon());
}

template <class T> static void check_vectors(const char *name)
{
    const bool single = sizeof(real_of<T>) == sizeof(float);
    double most = 0;
    for (int left = 0; left < 2; left++)
        most = (double)worse(pieces_error<T>(left), most);
    ok(most < 4, "%s: pieces in one scale, error %.3g eps", name, most);
    most = 0;
    for (int left = 0; left < 2; left++)
        for (int euclid = 0; euclid < 2; euclid++)
            for (double size : {1.0, single ? 1e-30 : 1e-290, single ? 1e30 : 1e290})
                most = (double)worse(norm_error<T>(left, euclid, size), most);
    ok(most < 8, "%s: norms, error %.3g eps", name, most);
}

// ---- Tiles ------------------------------------------------------------------------------------

template <class T> static void check_tiles(const char *name)
{
    const int mb = 5, nb = 3, ld = 7, height = 3, width = 4, rows = 9, columns = 8, row = 3,
              column = 2;
    std::vector<T> a(ld * nb * height * width), b(rows * columns), back(columns * rows);
    sl_cuda_tiles t = {mb, nb, height, row, column, {}};
    int wrong = 0, bad = 0, bad_before = 0;
    for (int k = 0; k < height * width; k++)
        t.tile[k] = {a.data() + k * ld * nb, ld};
    auto at = [&](int i, int j) -> T & { // element of the rectangle
        i += row;
        j += column;
        return a[(i / mb + j / nb * height) * ld * nb + i % mb + j % nb * ld];
    };
    for (T &e : a)
        e = random_number<T>();
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            sl::copy_element(t, false, i, j, b.data(), rows);
    for (int j = 0; j < rows; j++) // the transposed one is columns x rows
        for (int i = 0; i < columns; i++)
            sl::flip_element(t, columns, rows, i, j, back.data(), columns);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            wrong += value(b[i + j * rows]) != value(at(i, j));
            wrong += value(back[columns - 1 - j + (rows - 1 - i) * columns]) !=
                     std::conj(value(at(i, j)));
            b[i + j * rows] = random_number<T>();
            sl::copy_element(t, true, i, j, b.data(), rows);
            wrong += value(b[i + j * rows]) != value(at(i, j));
        }
    at(8, 1) = sl::scalar<T>::make(NAN); // below the subdiagonal
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) {
                const wide before = value(at(i, j));
                sl::begin_element<T>(t, 2, i, j, pass ? &bad : &bad_before);
                const bool is_below = i > j + 3;
                const wide now = value(at(i, j));
                wrong += is_below ? now != wide(0) : now != before && before == before;
            }
        at(4, 1) = sl::scalar<T>::make((real_of<T>)INFINITY);
    }
    wrong += bad_before != 0 || bad != 1;
    ok(wrong == 0, "%s: elements of tiles, %d wrong", name, wrong);
}

template <class T> static void check(const char *name, bool quick)
{
    check_tiles<T>(name);
    check_scales<T>(name);
    check_vectors<T>(name);
    check_solutions<T>(name, quick);
}

int main()
{
    const char *level = getenv("STARLING_CHECK");
    bool quick = level && !strcmp(level, "quick");
    check<float>("s", quick);
    check<double>("d", quick);
    check<cuComplex>("c", quick);
    check<cuDoubleComplex>("z", quick);
    return done_testing();
}
