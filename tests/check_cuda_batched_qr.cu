// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of batched QR factorizations on CUDA (codelets/batched/cuda_geqrf_batched.h) without
// StarPU, in TAP: A - Q R and Q^H Q - I, numbers at the ends of the range, a NaN that harms no
// neighbour, and a rest that stays. With --bench, times beside cuBLAS. Exit status: 0 all passed, 1
// not, 77 without a GPU.
//
//   check_cuda_batched_qr [--quick] [--bench] [--type sdcz] [--n N]

#include "codelets/batched/cuda_geqrf_batched.h"
#include "cuda_batch.cuh"
#include "cuda_times.cuh"

#define TYPE(x, X, T, HOST)                                                                        \
    template <> struct type<T> {                                                                   \
        typedef HOST host;                                                                         \
        static constexpr const char *name = #x;                                                    \
        static constexpr auto work = sl_cuda_##x##geqrf_batched_work;                              \
        static constexpr auto geqrf = sl_cuda_##x##geqrf_batched;                                  \
        static constexpr auto geqrf_ref = cublas##X##geqrfBatched;                                 \
    };
TYPE(s, S, float, float)
TYPE(d, D, double, double)
TYPE(c, C, cuComplex, std::complex<float>)
TYPE(z, Z, cuDoubleComplex, std::complex<double>)

template <class T> static bool is_single()
{
    return type<T>::name[0] == 's' || type<T>::name[0] == 'c';
}

// Numbers on the device, with a copy here.
template <class T> struct numbers {
    std::vector<typename type<T>::host> x;
    T *p;
    explicit numbers(size_t count) : x(count), p(nullptr)
    {
        CUDA(cudaMalloc(&p, sizeof(T) * std::max(count, (size_t)1)));
    }
    ~numbers()
    {
        cudaFree(p);
    }
    void down()
    {
        CUDA(cudaMemcpy(x.data(), p, sizeof(T) * x.size(), cudaMemcpyDeviceToHost));
    }
};

// |A - Q R| / |A| column by column, and |H^H H - I| of each reflector, scaled. f: factors of matrix
// k, which was A times `scale`.
template <class T>
static double residual(int m, int n, const batch<T> &a, const batch<T> &f, int64_t k,
                       const typename type<T>::host *tau, double scale)
{
    const int steps = std::min(m, n);
    const double eps = is_single<T>() ? 5.96e-8 : 1.11e-16;
    double worst = 0;
    std::vector<wide> x(m);
    for (int j = 0; j < steps; j++) {
        double square = 1;
        for (int i = j + 1; i < m; i++)
            square += std::norm(f.get(k, i, j));
        const wide t = widen(tau[j]);
        worst = larger(worst, std::abs(std::norm(t) * square - 2 * t.real()) / (m * eps));
    }
    for (int j = 0; j < n; j += n <= 70 ? 1 : n / 9) {
        double size = 0, error = 0;
        for (int i = 0; i < m; i++)
            x[i] = i <= j ? f.get(k, i, j) / scale : 0;
        for (int l = std::min(j, steps - 1); l >= 0; l--) {
            wide w = x[l];
            for (int i = l + 1; i < m; i++)
                w += std::conj(f.get(k, i, l)) * x[i];
            w *= widen(tau[l]);
            x[l] -= w;
            for (int i = l + 1; i < m; i++)
                x[i] -= w * f.get(k, i, l);
        }
        for (int i = 0; i < m; i++) {
            const wide exact = a.get(k, i, j) / scale;
            size += std::norm(exact);
            error += std::norm(x[i] - exact);
        }
        if (size > 0 || error != 0)
            worst = larger(worst, sqrt(error / size) / (m * eps));
    }
    return worst;
}

template <class T> static void check_shape(int m, int n, int pad, int64_t count)
{
    const int steps = std::min(m, n);
    const double large = is_single<T>() ? 0x1p110 : 0x1p1000,
                 tiny = is_single<T>() ? 0x1p-110 : 0x1p-900;
    batch<T> a(std::max(m, n), pad, count);
    const int64_t apart = steps + pad;
    numbers<T> tau(apart * count), work(type<T>::work(m, n, count));
    auto scale_of = [&](int64_t k) { return k % 5 == 1 ? large : k % 5 == 2 ? tiny : 1.0; };
    for (int64_t k = 0; k < count; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                a.set(k, i, j, k % 5 == 3 && j % 3 == 1 ? 0 : scale_of(k) * a.get(k, i, j));
    const int64_t bad = count / 2 / 5 * 5; // of scale 1
    a.set(bad, m / 2, 0, NAN);
    batch<T> f = batch<T>(std::max(m, n), pad, count);
    f.a = a.a;
    f.up();
    CUDA(type<T>::geqrf(handle, m, n, count, f.p, f.lda, f.stride, tau.p, apart, work.p));
    f.down();
    tau.down();
    double worst = 0;
    bool rest = true, nan = steps == 0 || std::isnan(std::abs(f.get(bad, 0, 0)));
    for (int64_t k = 0; k < count; k++) {
        const bool looked = n <= 70 || k < 5 || k == count - 1;
        if (k != bad && looked)
            worst = larger(worst, residual(m, n, a, f, k, &tau.x[k * apart], scale_of(k)));
        for (int64_t e = 0; e < a.stride; e++) {
            const bool inside = e % a.lda < m && e / a.lda < n;
            const size_t w = k * a.stride + e;
            rest = rest && (inside || memcmp(&f.a[w], &a.a[w], sizeof a.a[w]) == 0);
        }
    }
    char what[200];
    snprintf(what, sizeof what,
             "%sgeqrf m=%d n=%d pad=%d count=%lld: residual %.2g, NaN %s, rest %s", type<T>::name,
             m, n, pad, (long long)count, worst, nan ? "stays" : "lost",
             rest ? "stays" : "changed");
    check(worst < 30 && nan && rest, what);
}

template <class T> static void check_type()
{
    static const int shapes[][2] = {{1, 1},    {7, 3},     {3, 7},     {8, 8},     {9, 5},
                                    {16, 16},  {17, 31},   {32, 32},   {32, 1},    {1, 32},
                                    {33, 33},  {33, 1},    {40, 100},  {64, 64},   {65, 65},
                                    {70, 20},  {128, 128}, {129, 60},  {200, 300}, {257, 257},
                                    {513, 40}, {512, 512}, {600, 100}, {1024, 70}, {1024, 1}};
    for (auto &s : shapes)
        if ((asked.n == 0 || s[1] == asked.n) && (!asked.quick || (s[0] + s[1]) % 3 != 1))
            check_shape<T>(s[0], s[1], s[0] % 3, s[0] <= 70 ? 130 : s[0] <= 300 ? 12 : 6);
    if (asked.n == 0 && !asked.quick && type<T>::name[0] == 'd') {
        check_shape<T>(5, 4, 0, 300000); // more than a grid's y or z may have
        check_shape<T>(33, 3, 0, 70000);
    }
}

// ---- Times -----------------------------------------------------------------------------------

template <class T> static void bench_type()
{
    static const struct {
        int m, n, count;
    } sizes[] = {{8, 8, 1000000},   {16, 16, 400000}, {24, 24, 100000}, {32, 32, 100000},
                 {64, 64, 20000},   {128, 128, 5000}, {256, 256, 2000}, {512, 512, 640},
                 {1024, 1024, 100}, {512, 32, 2000},  {1000, 16, 2000}};
    printf("#              m x n    count      ours    vendor (ms)        GB/s   GF/s\n");
    for (auto size : sizes) {
        const int m = size.m, n = size.n, period = 100;
        if (asked.n != 0 && n != asked.n)
            continue;
        const int64_t count = size.count, s = (int64_t)m * n;
        numbers<T> a(s * count), full(s * count), tau(n * count), work(type<T>::work(m, n, count));
        std::vector<typename type<T>::host> random(s * period);
        for (auto &x : random)
            x = narrow<typename type<T>::host>(wide(uniform(), uniform()));
        for (int64_t k = 0; k < count; k += period)
            CUDA(cudaMemcpy(full.p + k * s, random.data(), sizeof(T) * s * period,
                            cudaMemcpyHostToDevice));
        T **pa, **pt;
        CUDA(cudaMalloc(&pa, sizeof(T *) * count));
        CUDA(cudaMalloc(&pt, sizeof(T *) * count));
        std::vector<T *> ha(count), ht(count);
        for (int64_t k = 0; k < count; k++) {
            ha[k] = a.p + k * s;
            ht[k] = tau.p + k * n;
        }
        CUDA(cudaMemcpy(pa, ha.data(), sizeof(T *) * count, cudaMemcpyHostToDevice));
        CUDA(cudaMemcpy(pt, ht.data(), sizeof(T *) * count, cudaMemcpyHostToDevice));
        CUDA(cudaDeviceSynchronize());
        auto reset = [&] {
            CUDA(cudaMemcpyAsync(a.p, full.p, sizeof(T) * s * count, cudaMemcpyDeviceToDevice,
                                 stream));
        };
        int info;
        const double theirs = time_ms(
            reset, [&] { CUDA(type<T>::geqrf_ref(handle, m, n, pa, m, pt, &info, (int)count)); });
        const double ours = time_ms(
            reset, [&] { CUDA(type<T>::geqrf(handle, m, n, count, a.p, m, s, tau.p, n, work.p)); });
        const bool is_real = std::is_floating_point<typename type<T>::host>::value;
        const double flops = (is_real ? 1 : 4) * 2e-6 * n * n * (m - n / 3.0) * (double)count;
        printf("# %sgeqrf %5d x %4d %8lld  %8.3f  %8.3f  %.2f x  %6.0f %6.0f\n", type<T>::name, m,
               n, (long long)count, ours, theirs, theirs / ours,
               2e-6 * (double)sizeof(T) * (double)s * (double)count / ours, flops / ours);
        fflush(stdout);
        cudaFree(pa);
        cudaFree(pt);
    }
}

int main(int argc, char **argv)
{
    return run_types(
        parse(argc, argv, "--n", "N", {&asked.n}), [](auto x) { check_type<decltype(x)>(); },
        [](auto x) { bench_type<decltype(x)>(); });
}
