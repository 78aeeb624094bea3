// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of LU of batches of middle-sized matrices on CUDA (codelets/batched/cuda_middle_getrf.h)
// without StarPU, in TAP. Residuals matrix by matrix, the multipliers of partial pivoting, info of
// singular matrices among others, padding that stays, neighbours of infinities and NaN. Matrices of
// -1, 0 and 1 without rounding, full of ties, are compared element by element with LAPACK's way.
// With --bench, times beside cuBLAS. Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_middle_lu [--quick] [--bench] [--type sdcz] [--size M N]

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include "codelets/batched/cuda_middle_getrf.h"
#include "codelets/kind.h"
#include "cuda_times.cuh"

template <class T> struct type;
#define TYPE(x, X, T, HOST, REAL)                                                                  \
    template <> struct type<T> {                                                                   \
        typedef HOST host;                                                                         \
        typedef REAL real;                                                                         \
        static constexpr const char *name = #x;                                                    \
        static constexpr bool complex = sizeof(HOST) > sizeof(REAL);                               \
        static constexpr auto getrf = sl_cuda_##x##getrf_middle;                                   \
        static constexpr auto getrf_ref = cublas##X##getrfBatched;                                 \
    };
TYPE(s, S, float, float, float)
TYPE(d, D, double, double, double)
TYPE(c, C, cuComplex, std::complex<float>, float)
TYPE(z, Z, cuDoubleComplex, std::complex<double>, double)

static starling_precision precision_of(const char *name)
{
    return (starling_precision)(strchr("sdcz", name[0]) - "sdcz");
}

template <class R> static R cabs1(R x)
{
    return std::abs(x);
}
template <class R> static R cabs1(std::complex<R> x)
{
    return std::abs(x.real()) + std::abs(x.imag());
}
// x i^power, of the real ones the real part of i^(2 power)
template <class R> static R turn(R x, int power)
{
    return power % 2 ? -x : x;
}
template <class R> static std::complex<R> turn(std::complex<R> x, int power)
{
    for (; power > 0; power--)
        x = {-x.imag(), x.real()};
    return x;
}

static int chosen; // kind of thread block (codelets/kind.h), 0: by the order

static unsigned random_bits()
{
    static uint64_t state = 12345;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33);
}
static void set_random(float &x)
{
    x = (float)random_bits() / 1073741824.f - 1;
}
static void set_random(double &x)
{
    x = random_bits() / 1073741824. - 1;
}
template <class R> static void set_random(std::complex<R> &x)
{
    R re, im;
    set_random(re);
    set_random(im);
    x = {re, im};
}

// Matrices on the host, with a copy on the device.
template <class T> struct batch {
    typedef typename type<T>::host H;
    typedef typename type<T>::real R;
    int m, n, lda, least;
    int64_t stride, pivots, count;
    std::vector<H> a;
    std::vector<int> ipiv, info;
    T *p;
    int *dipiv, *dinfo;
    batch(int m_, int n_, int pad, int64_t count_)
        : m(m_), n(n_), lda(m_ + pad), least(std::min(m_, n_)), stride((int64_t)lda * n_ + pad),
          pivots(least + pad), count(count_), a(stride * count_), ipiv(pivots * count_, -1),
          info(count_, -1)
    {
        for (auto &x : a)
            set_random(x);
        CUDA(cudaMalloc(&p, sizeof(T) * a.size()));
        CUDA(cudaMalloc(&dipiv, sizeof(int) * ipiv.size()));
        CUDA(cudaMalloc(&dinfo, sizeof(int) * info.size()));
    }
    ~batch()
    {
        cudaFree(p);
        cudaFree(dipiv);
        cudaFree(dinfo);
    }
    H &at(int64_t k, int i, int j)
    {
        return a[k * stride + i + (size_t)j * lda];
    }
    // Columns of a directed graph's incidence matrix, which is totally unimodular, with rows and
    // columns turned.
    void set_network(int64_t k)
    {
        std::vector<int> powers(m);
        for (int &x : powers)
            x = random_bits() % 4;
        for (int j = 0; j < n; j++) {
            int from = random_bits() % m, power = random_bits() % 4;
            int to = random_bits() % 5 == 0 ? m : random_bits() % m;
            for (int i = 0; i < m; i++) {
                R x = from == to ? 0 : i == from ? 1 : i == to ? -1 : 0;
                at(k, i, j) = turn(H(x), powers[i] + power);
            }
        }
    }
    void factor()
    {
        CUDA(cudaMemcpy(p, a.data(), sizeof(T) * a.size(), cudaMemcpyHostToDevice));
        CUDA(cudaMemset(dipiv, 0xff, sizeof(int) * ipiv.size()));
        CUDA(cudaMemset(dinfo, 0xff, sizeof(int) * info.size()));
        CUDA(cudaDeviceSynchronize());
        CUDA(type<T>::getrf(handle, chosen, m, n, count, p, lda, stride, dipiv, pivots, dinfo));
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy(a.data(), p, sizeof(T) * a.size(), cudaMemcpyDeviceToHost));
        CUDA(cudaMemcpy(ipiv.data(), dipiv, sizeof(int) * ipiv.size(), cudaMemcpyDeviceToHost));
        CUDA(cudaMemcpy(info.data(), dinfo, sizeof(int) * info.size(), cudaMemcpyDeviceToHost));
    }
    // LAPACK's way, of exact matrices
    void factor_on_host(int64_t k)
    {
        info[k] = 0;
        for (int j = 0; j < least; j++) {
            int best = j;
            for (int i = j; i < m; i++)
                if (cabs1(at(k, i, j)) > cabs1(at(k, best, j)))
                    best = i;
            ipiv[k * pivots + j] = best + 1;
            for (int c = 0; c < n; c++)
                std::swap(at(k, j, c), at(k, best, c));
            H pivot = at(k, j, j);
            if (cabs1(pivot) == 0) {
                if (info[k] == 0)
                    info[k] = j + 1;
                continue;
            }
            for (int i = j + 1; i < m; i++)
                if (cabs1(at(k, i, j)) != 0) {
                    at(k, i, j) /= pivot;
                    for (int c = j + 1; c < n; c++)
                        if (cabs1(at(k, j, c)) != 0)
                            at(k, i, c) -= at(k, i, j) * at(k, j, c);
                }
        }
    }
};

static double larger(double a, double b)
{
    return b > a || b != b ? b : a;
}

// The scaled residual of matrix k of a, factored in f, in the first `columns` columns only: -1
// where pivots are out of range, infinite where a multiplier is too large.
template <class T> static double residual(batch<T> &a, batch<T> &f, int64_t k, int columns)
{
    typedef typename type<T>::host H;
    const int m = a.m;
    const double eps = std::numeric_limits<typename type<T>::real>::epsilon() / 2;
    std::vector<int> row(m);
    std::vector<H> sum(m);
    double most = 0, size = 0;
    for (int i = 0; i < m; i++)
        row[i] = i;
    for (int i = 0; i < a.least; i++) {
        const int at = f.ipiv[k * f.pivots + i] - 1;
        if (at < i || at >= m)
            return -1;
        std::swap(row[i], row[at]);
    }
    for (int j = 0; j < columns; j++) {
        double column = 0;
        for (int i = 0; i < m; i++) {
            sum[i] = a.at(k, row[i], j);
            column += std::abs(sum[i]);
            if (i > j && j < a.least &&
                !(cabs1(f.at(k, i, j)) <= (type<T>::complex ? 2 : 1) + 4 * eps))
                return INFINITY;
        }
        for (int l = 0; l <= j && l < a.least; l++) {
            const H u = f.at(k, l, j);
            sum[l] -= u;
            for (int i = l + 1; i < m; i++)
                sum[i] -= f.at(k, i, l) * u;
        }
        for (int i = 0; i < m; i++)
            most = larger(most, std::abs(sum[i]));
        size = larger(size, column);
    }
    return most == 0 ? 0 : most / (std::max(m, a.n) * eps * size);
}

// Where `before` and f differ outside the matrices.
template <class T> static bool padding_stays(batch<T> &before, batch<T> &f)
{
    for (int64_t k = 0; k < f.count; k++) {
        for (int64_t e = 0; e < f.stride; e++)
            if (e % f.lda >= f.m || e / f.lda >= f.n) {
                const size_t w = k * f.stride + e;
                if (memcmp(&f.a[w], &before.a[w], sizeof f.a[w]) != 0)
                    return false;
            }
        for (int64_t e = f.least; e < f.pivots; e++)
            if (f.ipiv[k * f.pivots + e] != -1)
                return false;
    }
    return true;
}

template <class T> static void check_size(int m, int n)
{
    typedef typename type<T>::host H;
    const int64_t entries = (int64_t)m * n;
    const int64_t count = entries < 5000 ? 100 : entries < 20000 ? 30 : 8;
    batch<T> a(m, n, m % 3 + (m % 3 == 0 ? 2 : 0), count), f(m, n, a.lda - m, count);
    enum { RANDOM, NETWORK, SINGULAR, INFINITE };
    auto kind = [&](int64_t k) {
        return k % 7 == 3 ? SINGULAR : k % 7 == 5 ? INFINITE : k % 2 ? NETWORK : RANDOM;
    };
    auto zero = [&](int64_t k) { return (int)(a.least - 1 - k / 7 * 37 % a.least); };
    auto other_zero = [&](int64_t k) { return std::min(zero(k) + 40, a.least - 1); };
    for (int64_t k = 0; k < count; k++) {
        if (kind(k) == NETWORK)
            a.set_network(k);
        if (kind(k) == SINGULAR)
            for (int i = 0; i < m; i++)
                a.at(k, i, zero(k)) = a.at(k, i, other_zero(k)) = 0;
        if (kind(k) == INFINITE)
            a.at(k, (int)(k * 5 % m), (int)(k * 3 % n)) = H(k % 4 ? NAN : INFINITY);
    }
    f.a = a.a;
    f.factor();
    double worst = 0;
    int infos = 0, networks = 0;
    batch<T> e(m, n, a.lda - m, 1);
    for (int64_t k = 0; k < count; k++) {
        if (kind(k) == RANDOM || kind(k) == SINGULAR) {
            infos += f.info[k] != (kind(k) == RANDOM ? 0 : zero(k) + 1);
            double r = k < 4 || m < 256 ? residual(a, f, k, n) : 0; /* the host is slow */
            worst = larger(worst, r < 0 ? INFINITY : r);
        } else if (kind(k) == NETWORK) {
            std::copy_n(a.a.begin() + k * a.stride, a.stride, e.a.begin());
            e.factor_on_host(0);
            bool same = e.info[0] == f.info[k];
            for (int i = 0; i < a.least; i++)
                same = same && e.ipiv[i] == f.ipiv[k * f.pivots + i];
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++)
                    same = same && e.at(0, i, j) == f.at(k, i, j);
            networks += !same;
        }
    }
    const bool rest = padding_stays(a, f);
    char what[200];
    snprintf(what, sizeof what,
             "%sgetrf of kind %d, %d x %d, %lld times: residual %.2g, %d infos and %d exact ones "
             "wrong, the rest %s",
             type<T>::name, chosen, m, n, (long long)count, worst, infos, networks,
             rest ? "stays" : "changed");
    check(worst < 30 && infos == 0 && networks == 0 && rest, what);
}

template <class T> static void check_type()
{
    std::vector<std::pair<int, int>> sizes;
    for (int n = 33; n <= 70; n++)
        if (!asked.quick || n % 5 == 0)
            sizes.push_back({n, n});
    for (int n : {1, 7, 32, 95, 96, 127, 128, 129, 160, 161, 193, 224, 255, 256, 257, 300, 513})
        sizes.push_back({n, n});
    for (auto size : {std::pair<int, int>{64, 40},
                      {40, 64},
                      {100, 33},
                      {33, 100},
                      {35, 200},
                      {200, 35},
                      {128, 127},
                      {127, 128},
                      {130, 300},
                      {300, 130},
                      {511, 20},
                      {20, 511},
                      {129, 161},
                      {161, 129},
                      {500, 97},
                      {150, 700},
                      {300, 700},
                      {700, 300},
                      {1024, 40},
                      {50, 1500}})
        sizes.push_back(size);
    if (!asked.quick)
        for (int n : {511, 512, 769, 1000, 1024})
            sizes.push_back({n, n});
    if (asked.n != 0)
        sizes.assign(1, {asked.m, asked.n});
    for (auto size : sizes)
        check_size<T>(size.first, size.second);
    for (chosen = 1; chosen <= SL_GETRF_KINDS; chosen++)
        for (auto size : sizes) {
            const bool edge = size.first % 32 < 2 || size.first % 32 == 31 || size.first % 100 == 0;
            if (asked.n != 0 || (edge && size.second <= 700))
                check_size<T>(size.first, size.second);
        }
    chosen = 0;
}

// ---- Times -------------------------------------------------------------------------------------

template <class T> struct bench {
    int m, n;
    int64_t count;
    T *a, *full, **pointers;
    int *ipiv, *info;

    bench(int m_, int n_, int64_t count_) : m(m_), n(n_), count(count_)
    {
        const int64_t some = std::min<int64_t>(count, 100);
        batch<T> b(m, n, 0, some);
        std::vector<T *> host(count);
        CUDA(cudaMalloc(&a, bytes()));
        CUDA(cudaMalloc(&full, bytes()));
        CUDA(cudaMalloc(&pointers, sizeof(T *) * count));
        CUDA(cudaMalloc(&ipiv, sizeof(int) * std::min(m, n) * count));
        CUDA(cudaMalloc(&info, sizeof(int) * count));
        for (int64_t k = 0; k < count; k++)
            host[k] = a + k * m * n;
        CUDA(cudaMemcpy(pointers, host.data(), sizeof(T *) * count, cudaMemcpyHostToDevice));
        for (int64_t k = 0; k < count; k += some)
            CUDA(cudaMemcpy(full + k * m * n, b.a.data(),
                            sizeof(T) * m * n * std::min(some, count - k), cudaMemcpyHostToDevice));
        CUDA(cudaDeviceSynchronize());
    }
    ~bench()
    {
        for (void *x : {(void *)a, (void *)full, (void *)pointers, (void *)ipiv, (void *)info})
            cudaFree(x);
    }
    size_t bytes() const
    {
        return sizeof(T) * m * n * count;
    }
    double flops() const
    {
        const double k = std::min(m, n), l = std::max(m, n);
        return (type<T>::complex ? 4 : 1) * (k * k * l - k * k * k / 3) * (double)count;
    }
    template <class Call> double time(Call call)
    {
        return time_ms(
            [&] { CUDA(cudaMemcpyAsync(a, full, bytes(), cudaMemcpyDeviceToDevice, stream)); },
            call);
    }
    void print(const char *who, double ms, double than)
    {
        printf("# %s %4d x %4d x %7lld  %-22s %9.3f ms %5.2f x  %6.0f GB/s %7.0f GF/s\n",
               type<T>::name, m, n, (long long)count, who, ms, than / ms,
               2e-6 * (double)bytes() / ms, 1e-6 * flops() / ms);
        fflush(stdout);
    }
};

template <class T> static void bench_type()
{
    struct {
        int m, n;
        int64_t count;
    } sizes[] = {{48, 48, 150000},  {64, 64, 100000},  {96, 96, 50000},   {128, 128, 30000},
                 {160, 160, 20000}, {192, 192, 15000}, {256, 256, 10000}, {384, 384, 4000},
                 {512, 512, 2000},  {1000, 1000, 400}, {1024, 1024, 256}, {128, 32, 50000},
                 {256, 32, 50000},  {512, 32, 20000},  {1000, 32, 4000}};
    for (auto &s : sizes) {
        if (asked.n != 0 && (s.m != asked.m || s.n != asked.n))
            continue;
        bench<T> b(s.m, s.n, sizeof(T) == 16 ? s.count / 2 : s.count);
        const auto factor = [&](int kind) {
            CUDA(type<T>::getrf(handle, kind, b.m, b.n, b.count, b.a, b.m, (int64_t)b.m * b.n,
                                b.ipiv, std::min(b.m, b.n), b.info));
        };
        const double ours = b.time([&] { factor(0); });
        double theirs = NAN;
        if (b.m == b.n)
            theirs = b.time([&] {
                CUDA(
                    type<T>::getrf_ref(handle, b.n, b.pointers, b.n, b.ipiv, b.info, (int)b.count));
            });
        if (b.m == b.n)
            b.print("cuBLAS", theirs, theirs);
        b.print("", ours, theirs);
        for (int kind = 1; kind <= SL_GETRF_KINDS; kind++) {
            starling_kind about;
            CUDA(sl_cuda_getrf_kind(precision_of(type<T>::name), b.m, kind, &about));
            if (about.rows >= b.m)
                b.print(("kind " + std::to_string(kind) + (about.own ? ", its own" : "")).c_str(),
                        b.time([&] { factor(kind); }), theirs);
        }
    }
}

int main(int argc, char **argv)
{
    return run_types(
        parse(argc, argv, "--size", "M N", {&asked.m, &asked.n}),
        [](auto x) { check_type<decltype(x)>(); }, [](auto x) { bench_type<decltype(x)>(); });
}
