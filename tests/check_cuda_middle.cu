// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of batched Cholesky factorizations of middle orders on CUDA
// (codelets/batched/cuda_middle_potrf.h) without StarPU, in TAP: residuals matrix by
// matrix, info of bad matrices among good ones, and a rest that stays. With --bench,
// times beside cuSOLVER. Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_middle [--quick] [--bench] [--type sdcz] [--n N]

#include "codelets/batched/cuda_middle_potrf.h"
#include "codelets/kind.h"
#include "cuda_batch.cuh"
#include "cuda_times.cuh"

#define TYPE(x, X, T, HOST)                                                                        \
    template <> struct type<T> {                                                                   \
        typedef HOST host;                                                                         \
        static constexpr const char *name = #x;                                                    \
        static constexpr auto potrf = sl_cuda_##x##potrf_middle;                                   \
        static constexpr auto potrf_ref = cusolverDn##X##potrfBatched;                             \
    };
TYPE(s, S, float, float)
TYPE(d, D, double, double)
TYPE(c, C, cuComplex, std::complex<float>)
TYPE(z, Z, cuDoubleComplex, std::complex<double>)

static int chosen; // kind of thread block (codelets/kind.h), 0: by the order

// A random matrix has a norm near 1.2 sqrt(n), a complex one 1.7 sqrt(n): with this
// diagonal it is positive definite, and its other elements count.
static double diagonal(int n)
{
    return 2 * sqrt((double)n) + 1;
}

// The scaled residual of the factor f of matrix k; of a large one at a sample of its
// elements.
template <class T>
static double residual(bool upper, const batch<T> &a, const std::vector<typename type<T>::host> &f,
                       int64_t k)
{
    const int n = a.n, every = n <= 70 ? 1 : n < 200 ? 5 : 37;
    const double eps =
        sizeof(typename type<T>::host) <= 4 || type<T>::name[0] == 'c' ? 5.96e-8 : 1.11e-16;
    auto lower = [&](const std::vector<typename type<T>::host> &x, int i, int j) {
        return upper ? std::conj(widen(x[a.at(k, j, i)])) : widen(x[a.at(k, i, j)]);
    };
    double most = 0;
    for (int j = 0; j < n; j++)
        for (int i = j + j % every; i < n; i += every) {
            wide sum = lower(a.a, i, j);
            for (int l = 0; l <= j; l++)
                sum -= lower(f, i, l) * std::conj(lower(f, j, l));
            most = larger(most, std::abs(sum));
        }
    return most / (n * eps * diagonal(n));
}

template <class T> static void check_order(bool upper, int n, int pad, int64_t count)
{
    batch<T> a(n, pad, count);
    a.set_diagonals(diagonal(n));
    const auto good = a.a;
    // every seventh one is bad, in another column
    std::vector<int> expected(count, 0);
    for (int64_t k = 3; k < count; k += 7) {
        int j = (int)((k / 7 * 29 + 5) % n);
        expected[k] = j + 1;
        a.a[a.at(k, j, j)] = (typename type<T>::host)(k % 3 == 0 ? NAN : k % 3 == 1 ? 0.0 : -1.0);
    }
    const auto before = a.a;
    a.up();
    CUDA(type<T>::potrf(stream, chosen, upper, n, count, a.p, a.lda, a.stride, a.dinfo));
    a.down();
    const auto factors = a.a;
    a.a = good;
    double worst = 0;
    bool infos = true, rest = true;
    for (int64_t k = 0; k < count; k++) {
        infos = infos && a.info[k] == expected[k];
        if (expected[k] == 0)
            worst = larger(worst, residual<T>(upper, a, factors, k));
        for (int64_t e = 0; e < a.stride; e++) {
            int i = (int)(e % a.lda), j = (int)(e / a.lda);
            bool inside = i < n && j < n && (upper ? i <= j : i >= j);
            size_t w = k * a.stride + e;
            rest = rest && (inside || memcmp(&factors[w], &before[w], sizeof before[w]) == 0);
        }
    }
    char what[200];
    snprintf(what, sizeof what,
             "%spotrf of kind %d, %c n=%d pad=%d count=%lld: residual %.2g, infos %s, rest %s",
             type<T>::name, chosen, upper ? 'U' : 'L', n, pad, (long long)count, worst,
             infos ? "right" : "wrong", rest ? "stays" : "changed");
    check(worst < 30 && infos && rest, what);
}

// Diagonal matrices, some of whose pivots are denormal.
template <class T> static void check_tiny()
{
    const double tiny = type<T>::name[0] == 's' || type<T>::name[0] == 'c' ? 1e-40 : 1e-310;
    for (int upper = 0; upper < 2; upper++) {
        batch<T> a(70, 0, 3);
        typedef typename batch<T>::H H;
        for (size_t e = 0; e < a.a.size(); e++) {
            const size_t i = e % 70, j = e / 70 % 70;
            a.a[e] = narrow<H>(i != j ? 0 : i % 3 == 1 ? tiny : 1);
        }
        const auto before = a.a;
        a.up();
        CUDA(type<T>::potrf(stream, chosen, upper, 70, 3, a.p, 70, a.stride, a.dinfo));
        a.down();
        double worst = 0;
        for (size_t e = 0; e < a.a.size(); e++)
            if (before[e] != H(0))
                worst =
                    larger(worst, std::abs(widen(a.a[e]) / sqrt(std::abs(widen(before[e]))) - 1.0));
        char what[100];
        snprintf(what, sizeof what,
                 "%spotrf of kind %d, %c of denormal pivots: info %d, error %.2g", type<T>::name,
                 chosen, upper ? 'U' : 'L', a.info[2], worst);
        check(a.info[0] == 0 && a.info[1] == 0 && a.info[2] == 0 && worst < 1e-6, what);
    }
}

template <class T> static void check_type()
{
    std::vector<int> orders = {1,   2,   31,  32,  96,  127, 128, 129,
                               160, 161, 255, 256, 300, 511, 512, 1000};
    for (int n = 33; n <= 70; n++)
        orders.push_back(n);
    for (chosen = 0; chosen <= SL_POTRF_KINDS; chosen++)
        for (int n : orders)
            for (int upper = 0; upper < 2; upper++)
                if (asked.n == 0 || n == asked.n)
                    if (!asked.quick || n % 3 == 0 || n == 128)
                        check_order<T>(upper, n, n % 3, n <= 70 ? 130 : n <= 161 ? 40 : 12);
    for (chosen = SL_POTRF_KINDS; chosen > 0; chosen--)
        check_tiny<T>();
    if (asked.n == 0 && !asked.quick && type<T>::name[0] == 'd')
        check_order<T>(false, 33, 0, 70000); // more than a grid's y or z may have
    check_tiny<T>();
}

// ---- Times -----------------------------------------------------------------------------------

template <class T> static void bench_type()
{
    static const struct {
        int n, count;
    } sizes[] = {{33, 200000}, {48, 150000}, {64, 100000}, {96, 50000}, {128, 30000},
                 {160, 20000}, {192, 15000}, {256, 10000}, {384, 4000}, {512, 2000}};
    printf("#            n    count      ours    vendor (ms)        GB/s   GF/s\n");
    for (auto size : sizes) {
        const int n = size.n, period = 100;
        if (asked.n != 0 && n != asked.n)
            continue;
        const int64_t count = size.count, s = (int64_t)n * n;
        batch<T> b(n, 0, period);
        b.set_diagonals(diagonal(n));
        T *a, *full;
        T **pa;
        int *info;
        const size_t bytes = sizeof(T) * s * count;
        CUDA(cudaMalloc(&a, bytes));
        CUDA(cudaMalloc(&full, bytes));
        CUDA(cudaMalloc(&pa, sizeof(T *) * count));
        CUDA(cudaMalloc(&info, sizeof(int) * count));
        b.up();
        for (int64_t k = 0; k < count; k += period)
            CUDA(cudaMemcpy(full + k * s, b.p, sizeof(T) * s * period, cudaMemcpyDeviceToDevice));
        std::vector<T *> ha(count);
        for (int64_t k = 0; k < count; k++)
            ha[k] = a + k * s;
        CUDA(cudaMemcpy(pa, ha.data(), sizeof(T *) * count, cudaMemcpyHostToDevice));
        CUDA(cudaDeviceSynchronize());
        auto reset = [&] {
            CUDA(cudaMemcpyAsync(a, full, bytes, cudaMemcpyDeviceToDevice, stream));
        };
        const double moved = 1e-6 * (double)sizeof(T) * n * (n + 1) * (double)count;
        const bool is_real = std::is_floating_point<typename type<T>::host>::value;
        const double flops = 1e-6 * (is_real ? 1 : 4) * ((double)n * n * n / 3) * (double)count;
        for (int u = 0; u < 2; u++) {
            const double theirs = time_ms(reset, [&] {
                CUDA(type<T>::potrf_ref(solver,
                                        u == 1 ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER, n,
                                        pa, n, info, (int)count));
            });
            const auto time_of = [&](int kind) {
                return time_ms(reset, [&] {
                    CUDA(type<T>::potrf(stream, kind, u == 1, n, count, a, n, s, info));
                });
            };
            const double ours = time_of(0);
            printf("# %spotrf %c %5d %8lld  %8.3f  %8.3f  %.2f x  %6.0f %6.0f\n", type<T>::name,
                   u ? 'U' : 'L', n, (long long)count, ours, theirs, theirs / ours, moved / ours,
                   flops / ours);
            for (int kind = 1; kind <= SL_POTRF_KINDS; kind++) {
                starling_kind about;
                const auto prec = (starling_precision)(strchr("sdcz", type<T>::name[0]) - "sdcz");
                CUDA(sl_cuda_potrf_kind(prec, n, kind, &about));
                if (about.rows >= n)
                    printf("#      kind %d%s %8.3f\n", kind, about.own ? ", its own" : "",
                           time_of(kind));
            }
            fflush(stdout);
        }
        for (void *p : {(void *)a, (void *)full, (void *)pa, (void *)info})
            cudaFree(p);
    }
}

int main(int argc, char **argv)
{
    return run_types(
        parse(argc, argv, "--n", "N", {&asked.n}), [](auto x) { check_type<decltype(x)>(); },
        [](auto x) { bench_type<decltype(x)>(); });
}
