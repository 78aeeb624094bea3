// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of multisection on CUDA (codelets/eigen/cuda_stebz.h, codelets/svd/cuda_bdsbz.h) without
// StarPU, in TAP: eigenvalues and singular values by counts in long double precision, their order, and
// the same bits from two calls. With --bench, times for some numbers of points. Exit status: 0 all
// passed, 1 not, 77 without a GPU.
//
//   check_cuda_stebz [--quick] [--bench] [--type sd] [--n N]

#include <algorithm>
#include <cmath>
#include <limits>
#include "codelets/eigen/cuda_stebz.h"
#include "codelets/svd/cuda_bdsbz.h"
#include "cuda_times.cuh"

template <class T> struct type;
template <> struct type<float> {
    static constexpr auto stebz = sl_cuda_sstebz;
    static constexpr const char *name = "s";
};
template <> struct type<double> {
    static constexpr auto stebz = sl_cuda_dstebz;
    static constexpr const char *name = "d";
};

static double uniform()
{
    static uint64_t state = 12345;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0 * 2 - 1;
}

enum kind { RANDOM, GLUED, TOEPLITZ, IDENTITY, ZERO, GRADED, CLUSTERED, KINDS };
static const char *const names[] = {"random", "glued Wilkinson", "Toeplitz", "identity", "zero",
                                    "graded", "clustered"};

// No element is larger than 1.
static double diagonal(int kind, int n, int i)
{
    switch (kind) {
    case RANDOM: return uniform();
    case GLUED: return fabs(10 - i % 21) / 10;
    case TOEPLITZ: return -1;
    case IDENTITY: return 1;
    case GRADED: return pow(10, -30.0 * i / n);
    case CLUSTERED: return 1 - 1e-10 * fabs(uniform());
    default: return 0;
    }
}
static double subdiagonal(int kind, int n, int i)
{
    switch (kind) {
    case RANDOM: return uniform();
    case GLUED: return i % 21 == 20 ? 1e-9 : 0.1;
    case TOEPLITZ: return 1;
    case GRADED: return pow(10, -30.0 * (i + 0.5) / n);
    case CLUSTERED: return 1e-10 * uniform();
    default: return -0.0;
    }
}

// A matrix, its eigenvalues, and workspace.
template <class T> struct matrix {
    int n, points;
    std::vector<T> t, value;
    T *t_device, *value_device;
    sl_sturm_row *row;
    int *count;

    matrix(int kind, int n_, int points_) : n(n_), points(points_), t(2 * (size_t)n_), value(n_)
    {
        for (int i = 0; i < n; i++) {
            t[i] = T(diagonal(kind, n, i));
            t[n + i] = T(subdiagonal(kind, n, i));
        }
        CUDA(cudaMalloc(&t_device, sizeof(T) * 2 * n));
        CUDA(cudaMalloc(&value_device, sizeof(T) * n));
        CUDA(cudaMalloc(&row, sizeof *row * sl_sturm_rows(n)));
        CUDA(cudaMalloc(&count, sizeof *count * points));
        CUDA(cudaMemcpy(t_device, t.data(), sizeof(T) * 2 * n, cudaMemcpyHostToDevice));
        CUDA(cudaMemset(value_device, 0xff, sizeof(T) * n));
        CUDA(cudaDeviceSynchronize()); // kernels on the stream do not wait for these
    }
    matrix(const matrix &) = delete;
    ~matrix()
    {
        for (void *p : {(void *)t_device, (void *)value_device, (void *)row, (void *)count})
            cudaFree(p);
    }
    static double unit()
    {
        return std::numeric_limits<T>::epsilon();
    }
    int solve()
    {
        return type<T>::stebz(stream, n, t_device, n, unit(), row, count, points, value_device);
    }
    void get()
    {
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy(value.data(), value_device, sizeof(T) * n, cudaMemcpyDeviceToHost));
    }
    int below(long double x) const
    {
        const long double least = std::numeric_limits<long double>::min();
        long double q = 1;
        int changes = 0;
        for (int i = 0; i < n; i++) {
            long double e = i > 0 ? t[n + i - 1] : 0;
            q = t[i] - x - e * e / q;
            q = fabsl(q) < least ? -least : q;
            changes += q < 0;
        }
        return changes;
    }
    // Whether eigenvalue j is this one but for so many units.
    bool is(int j, double units) const
    {
        long double x = value[j], most = units * unit();
        return below(x - most) <= j && below(x + most) > j;
    }
};

enum { UNITS = 8, POINTS = 65536 };

template <class T> static void check_matrix(int kind, int n)
{
    char text[120];
    matrix<T> m(kind, n, POINTS), again(kind, n, POINTS);
    again.t = m.t; // random numbers go on
    CUDA(cudaMemcpy(again.t_device, m.t.data(), sizeof(T) * 2 * n, cudaMemcpyHostToDevice));
    CUDA(cudaDeviceSynchronize());
    CUDA(m.solve());
    CUDA(again.solve());
    m.get();
    again.get();
    int wrong = 0, checked = 0, step = std::max(1, n / 100);
    for (int j = 0; j < n; j += step, checked++)
        wrong += !m.is(j, UNITS);
    for (int j = 1; j < n; j++)
        wrong += !(m.value[j - 1] <= m.value[j] + UNITS * m.unit());
    wrong += memcmp(m.value.data(), again.value.data(), sizeof(T) * n) != 0;
    snprintf(text, sizeof text, "%s %s, n = %d: %d eigenvalues, %d wrong", type<T>::name,
             names[kind], n, checked, wrong);
    check(wrong == 0, text);
}

template <class T> static void check_type()
{
    const int all[] = {1, 2, 3, 16, 17, 257, 683, 2048, 2049, 5000, 12347, 30000};
    for (int n : all)
        if ((!asked.quick || n < 1000) && (!asked.n || n == asked.n))
            for (int kind = 0; kind < KINDS; kind++)
                check_matrix<T>(kind, n);
}

template <class T> static void bench_type()
{
    const int all[] = {1024, 4096, 8192, 16384, 32768};
    for (int n : all)
        if (!asked.n || n == asked.n)
            for (int points = 8192; points <= 262144; points *= 2) {
                matrix<T> m(RANDOM, n, points);
                double ms = time_ms([] {}, [&] { CUDA(m.solve()); });
                printf("# %s n = %d, %d points: %.3f ms\n", type<T>::name, n, points, ms);
            }
}

// ---- Singular values ----------------------------------------------------------------------------

// The rows of a bidiagonal matrix as the device code takes them, graded to 1e-290 if asked.
struct bidiagonal {
    int n, points, rows;
    std::vector<double> t, value;
    double *t_device, *value_device;
    int *count;

    bidiagonal(int kind, int n_, int points_)
        : n(n_), points(points_), rows(sl_bdsbz_rows(n_)), t(rows), value(n_)
    {
        int first = rows - (2 * n - 1);
        for (int i = first; i < rows; i++) {
            int k = (i - first) / 2;
            double x = (i - first) % 2 ? subdiagonal(kind, n, k) : diagonal(kind, n, k);
            if (kind == GRADED)
                x = pow(10, -145.0 * (i - first) / n);
            t[i] = std::max(ldexp(fabs(x), SL_BDSBZ_LARGEST - 1), std::numeric_limits<double>::min());
        }
        CUDA(cudaMalloc(&t_device, sizeof(double) * rows));
        CUDA(cudaMalloc(&value_device, sizeof(double) * n));
        CUDA(cudaMalloc(&count, sizeof *count * points));
        CUDA(cudaMemcpy(t_device, t.data(), sizeof(double) * rows, cudaMemcpyHostToDevice));
        CUDA(cudaMemset(value_device, 0xff, sizeof(double) * n));
        CUDA(cudaDeviceSynchronize());
    }
    bidiagonal(const bidiagonal &) = delete;
    ~bidiagonal()
    {
        for (void *p : {(void *)t_device, (void *)value_device, (void *)count})
            cudaFree(p);
    }
    int solve(int shift)
    {
        return sl_cuda_bdsbz(stream, n, shift, t_device, count, points, value_device);
    }
    void get()
    {
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy(value.data(), value_device, sizeof(double) * n, cudaMemcpyDeviceToHost));
    }
    int below(long double x) const
    {
        long double u = 1;
        int above = 0;
        for (int i = 0; i < rows; i++) {
            u = x - t[i] * (t[i] / u);
            above += u < 0;
        }
        return n - above;
    }
    // Whether value j is this one but for so much of itself; zeros are not above the least number.
    bool is(int j, long double error) const
    {
        long double x = value[j];
        return x < SL_BDSBZ_LEAST ? below(SL_BDSBZ_LEAST) > j
                                  : below(x * (1 - error)) <= j && below(x * (1 + error)) > j;
    }
};

static void check_singular(int kind, int n, int shift)
{
    char text[120];
    bidiagonal b(kind, n, POINTS);
    long double error = ldexp(2, shift - 52) + ldexp(8 + n, -52);
    CUDA(b.solve(shift));
    b.get();
    std::vector<double> before = b.value;
    CUDA(b.solve(shift));
    b.get();
    int wrong = 0, checked = 0, step = std::max(1, n / 100);
    for (int j = 0; j < n; j += step, checked++)
        wrong += !b.is(j, error);
    for (int j = 1; j < n; j++)
        wrong += !(b.value[j - 1] <= b.value[j] * (1 + (double)error));
    wrong += memcmp(b.value.data(), before.data(), sizeof(double) * n) != 0;
    snprintf(text, sizeof text, "%s, n = %d, shift %d: %d singular values, %d wrong", names[kind], n,
             shift, checked, wrong);
    check(wrong == 0, text);
}

static void singular_values()
{
    const int all[] = {1, 2, 3, 8, 9, 17, 257, 1023, 1024, 1025, 5000, 12347};
    for (int n : all)
        if ((!asked.quick || n < 1000) && (!asked.n || n == asked.n))
            for (int kind = 0; kind < KINDS; kind++) {
                check_singular(kind, n, 0);
                check_singular(kind, n, SL_BDSBZ_SINGLE_SHIFT);
            }
}

static void bench_singular()
{
    const int all[] = {512, 1024, 4096, 8192, 16384, 32768};
    for (int n : all)
        if (!asked.n || n == asked.n)
            for (int points = 8192; points <= 262144; points *= 2) {
                bidiagonal b(RANDOM, n, points);
                double ms = time_ms([] {}, [&] { CUDA(b.solve(0)); });
                printf("# singular values, n = %d, %d points: %.3f ms\n", n, points, ms);
            }
}

int main(int argc, char **argv)
{
    if (!parse(argc, argv, "--n", "N", {&asked.n}))
        return 2;
    if (!open_device())
        return 77;
    for_each_real_type([](auto zero) {
        typedef decltype(zero) T;
        asked.bench ? bench_type<T>() : check_type<T>();
    });
    asked.bench ? bench_singular() : singular_values();
    return finish();
}
