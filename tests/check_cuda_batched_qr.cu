// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of batched QR factorizations, least squares and minimum norm on CUDA
// (codelets/batched/cuda_geqrf_batched.h, cuda_gels.h) without StarPU, in TAP: A - Q R and
// Q^H Q - I, residuals of solutions, info of singular matrices, numbers at the ends of the range, a
// NaN that harms no neighbour, and a rest that stays. With --bench, times beside cuBLAS. Exit
// status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_batched_qr [--quick] [--bench] [--type sdcz] [--n N]

#include "codelets/batched/cuda_gels.h"
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
        static constexpr auto gels_begin = sl_cuda_##x##gels_begin;                                \
        static constexpr auto gels_end = sl_cuda_##x##gels_end;                                    \
        static constexpr auto gels_ref = cublas##X##gelsBatched;                                   \
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

// ---- Least squares and minimum norm -----------------------------------------------------------

// gels as the kernel of batches calls it, with its workspace.
template <class T> struct least_squares {
    int rows, columns;
    numbers<T> tau, W, work;
    int *exponents;
    sl_gels p;
    least_squares(int m, int n, int nrhs, bool adjoint, int64_t count, T *a, int lda,
                  int64_t stride, T *b, int ldb, int64_t stride_b, int *infos)
        : rows(std::max(m, n)), columns(std::min(m, n)), tau(columns * count),
          W(m < n ? (int64_t)rows * columns * count : 0), work(type<T>::work(rows, columns, count))
    {
        CUDA(cudaMalloc(&exponents, 2 * sizeof(int) * count));
        p = {{nullptr, nullptr, a, stride, m, n, lda, count},
             {nullptr, nullptr, b, stride_b, rows, nrhs, ldb, count},
             adjoint,
             m < n ? W.p : nullptr,
             (int64_t)rows * columns,
             tau.p,
             columns,
             exponents,
             infos};
    }
    ~least_squares()
    {
        cudaFree(exponents);
    }
    void run()
    {
        const bool is_wide = p.A.m < p.A.n;
        CUDA(type<T>::gels_begin(stream, &p));
        CUDA(type<T>::geqrf(handle, rows, columns, p.A.count, is_wide ? W.p : (T *)p.A.first,
                            is_wide ? rows : p.A.lda, is_wide ? p.stride_w : p.A.stride, tau.p,
                            columns, work.p));
        CUDA(type<T>::gels_end(stream, &p));
    }
};

// |op(A)^H (op(A) X - B)| / (|A| (|A| |X| + |B|)) of least squares; |op(A) X - B| / (|A| |X|) of
// minimum norm, and the part of X that is orthogonal to the rows of op(A) / |X|, from the factors f
// of A, which are those of QR where it is high; scaled.
template <class T>
static double solution_residual(int m, int n, int nrhs, bool adjoint, const batch<T> &a,
                                const batch<T> &f, const batch<T> &b, const batch<T> &x, int64_t k,
                                const typename type<T>::host *tau, double scale_a, double scale_b,
                                double scale_x)
{
    const int rows = adjoint ? n : m, columns = adjoint ? m : n, high = std::max(m, n),
              steps = std::min(m, n);
    const double eps = is_single<T>() ? 5.96e-8 : 1.11e-16;
    auto op = [&](int i, int j) {
        return adjoint ? std::conj(a.get(k, j, i)) / scale_a : a.get(k, i, j) / scale_a;
    };
    auto v = [&](int i, int j) { return m < n ? std::conj(f.get(k, j, i)) : f.get(k, i, j); };
    double size = 0, worst = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            size += std::norm(op(i, j));
    size = sqrt(size);
    for (int c = 0; c < nrhs; c++) {
        double size_x = 0, size_b = 0, error = 0;
        std::vector<wide> r(rows), y(high);
        for (int j = 0; j < columns; j++) {
            y[j] = x.get(k, j, c) / scale_x;
            size_x += std::norm(y[j]);
        }
        for (int i = 0; i < rows; i++) {
            r[i] = -b.get(k, i, c) / scale_b;
            size_b += std::norm(r[i]);
            for (int j = 0; j < columns; j++)
                r[i] += op(i, j) * y[j];
        }
        size_x = sqrt(size_x);
        if (rows >= columns) {
            for (int j = 0; j < columns; j++) {
                wide sum = 0;
                for (int i = 0; i < rows; i++)
                    sum += std::conj(op(i, j)) * r[i];
                error += std::norm(sum);
            }
            worst =
                larger(worst, sqrt(error) / (size * (size * size_x + sqrt(size_b)) * high * eps));
            continue;
        }
        for (wide e : r)
            error += std::norm(e);
        worst = larger(worst, sqrt(error) / (size * size_x * high * eps));
        for (int l = 0; l < steps; l++) { // Q^H X
            wide w = y[l];
            for (int i = l + 1; i < high; i++)
                w += std::conj(v(i, l)) * y[i];
            w *= std::conj(widen(tau[l]));
            y[l] -= w;
            for (int i = l + 1; i < high; i++)
                y[i] -= w * v(i, l);
        }
        error = 0;
        for (int i = steps; i < high; i++)
            error += std::norm(y[i]);
        worst = larger(worst, sqrt(error) / (size_x * high * eps));
    }
    return worst;
}

template <class T>
static void check_gels(int m, int n, int nrhs, bool adjoint, int pad, int64_t count)
{
    const int high = std::max(m, n), steps = std::min(m, n), order = std::max(high, nrhs),
              sides = adjoint ? n : m;
    const double large = is_single<T>() ? 0x1p110 : 0x1p1000,
                 tiny = is_single<T>() ? 0x1p-110 : 0x1p-1000;
    batch<T> a(high, pad, count), f(high, pad, count), b(order, pad, count), x(order, pad, count);
    auto scale_of = [&](int64_t k) { return k % 5 == 1 ? large : k % 5 == 2 ? tiny : 1.0; };
    auto scale_of_b = [&](int64_t k) { return k % 10 < 5 ? scale_of(k) : 1.0; };
    auto zero_of = [&](int64_t k) { return k % 5 == 3 ? k % steps : -1; }; // a zero line
    const int64_t bad = count / 2 / 5 * 5, zero = 4;                       // a NaN, and zeros alone
    for (int64_t k = 0; k < count; k++) {
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                a.set(k, i, j,
                      k == zero || (m < n ? i : j) == zero_of(k) ? 0
                                                                 : scale_of(k) * a.get(k, i, j));
        for (int j = 0; j < nrhs; j++)
            for (int i = 0; i < high; i++)
                b.set(k, i, j, i < sides ? scale_of_b(k) * b.get(k, i, j) : NAN);
    }
    a.set(bad, m / 2, n / 2, NAN);
    f.a = a.a;
    x.a = b.a;
    f.up();
    x.up();
    least_squares<T> solve(m, n, nrhs, adjoint, count, f.p, f.lda, f.stride, x.p, x.lda, x.stride,
                           f.dinfo);
    CUDA(cudaMemset(f.dinfo, 0, sizeof(int) * count));
    CUDA(cudaDeviceSynchronize());
    solve.run();
    f.down();
    x.down();
    solve.tau.down();
    double worst = 0;
    bool rest = true, infos = true, special = std::isnan(std::abs(x.get(bad, 0, 0)));
    for (int64_t k = 0; k < count; k++) {
        const bool singular = zero_of(k) >= 0 && steps > 1 && k != bad;
        infos = infos && f.info[k] == (singular ? zero_of(k) + 1 : 0);
        for (int j = 0; j < nrhs && (k == zero || (zero_of(k) >= 0 && !singular)); j++)
            for (int i = 0; i < high; i++)
                special = special && x.get(k, i, j) == wide(0);
        if (!singular && k != bad && k != zero && zero_of(k) < 0 &&
            (high <= 130 || k < 6 || k == count - 1))
            worst = larger(worst, solution_residual(m, n, nrhs, adjoint, a, f, b, x, k,
                                                    &solve.tau.x[k * steps], scale_of(k),
                                                    scale_of_b(k), scale_of_b(k) / scale_of(k)));
        for (int64_t e = 0; e < a.stride; e++)
            if (e % a.lda >= m || e / a.lda >= n)
                rest = rest &&
                       memcmp(&f.a[k * a.stride + e], &a.a[k * a.stride + e], sizeof a.a[e]) == 0;
        for (int64_t e = 0; e < b.stride; e++)
            if (e % b.lda >= high || e / b.lda >= nrhs)
                rest = rest &&
                       memcmp(&x.a[k * b.stride + e], &b.a[k * b.stride + e], sizeof b.a[e]) == 0;
    }
    char what[200];
    snprintf(what, sizeof what,
             "%sgels %s m=%d n=%d nrhs=%d pad=%d count=%lld: residual %.2g, infos %s, special "
             "matrices %s, rest %s",
             type<T>::name, adjoint ? "adjoint" : "plain", m, n, nrhs, pad, (long long)count, worst,
             infos ? "right" : "wrong", special ? "right" : "wrong", rest ? "stays" : "changed");
    check(worst < 30 && infos && special && rest, what);
}

template <class T> static void check_all_gels()
{
    static const int shapes[][3] = {{1, 1, 1},    {2, 1, 3},     {7, 3, 1},     {16, 16, 5},
                                    {32, 31, 1},  {32, 7, 33},   {33, 33, 1},   {64, 20, 17},
                                    {70, 65, 40}, {130, 128, 1}, {300, 40, 20}, {1024, 33, 2}};
    for (auto &s : shapes)
        for (int transposed = 0; transposed < 4; transposed++) {
            const int m = s[transposed / 2], n = s[1 - transposed / 2];
            if ((asked.n == 0 || n == asked.n) && (!asked.quick || s[0] <= 70) &&
                (transposed < 2 || m != n))
                check_gels<T>(m, n, s[2], transposed % 2, s[0] % 3, s[0] <= 70 ? 60 : 12);
        }
    if (asked.n == 0 && !asked.quick && type<T>::name[0] == 'd')
        check_gels<T>(5, 4, 1, false, 0, 300000);
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
    check_all_gels<T>();
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
            CUDA(cudaMemcpy(full.p + k * s, random.data(),
                            sizeof(T) * s * std::min<int64_t>(period, count - k),
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

// Solutions with their factorizations, beside these alone and cuBLAS' gels
template <class T> static void bench_gels()
{
    static const struct {
        int m, n, nrhs, count;
    } sizes[] = {{8, 8, 1, 500000},   {16, 8, 1, 200000}, {32, 16, 1, 100000}, {32, 32, 1, 100000},
                 {32, 32, 8, 50000},  {64, 32, 1, 20000}, {128, 64, 1, 5000},  {128, 64, 32, 5000},
                 {256, 128, 1, 2000}, {512, 512, 1, 300}, {1000, 16, 1, 2000}, {1024, 256, 1, 200}};
    printf("#             m x n, columns    count      ours  QR alone    vendor (ms)\n");
    for (auto &size : sizes) {
        const int m = size.m, n = size.n, nrhs = size.nrhs;
        const int64_t count = size.count, s = (int64_t)m * n, sb = (int64_t)m * nrhs;
        if (asked.n != 0 && n != asked.n)
            continue;
        numbers<T> a(s * count), full(s * count), b(sb * count), tau(n * count),
            work(type<T>::work(m, n, count));
        std::vector<typename type<T>::host> random(s * 100);
        for (auto &x : random)
            x = narrow<typename type<T>::host>(wide(uniform(), uniform()));
        for (int64_t k = 0; k < count; k += 100)
            CUDA(cudaMemcpy(full.p + k * s, random.data(),
                            sizeof(T) * s * std::min((int64_t)100, count - k),
                            cudaMemcpyHostToDevice));
        CUDA(cudaMemset(b.p, 0, sizeof(T) * sb * count));
        T **pa, **pb;
        int *infos, info;
        CUDA(cudaMalloc(&pa, sizeof(T *) * count));
        CUDA(cudaMalloc(&pb, sizeof(T *) * count));
        CUDA(cudaMalloc(&infos, sizeof(int) * count));
        std::vector<T *> ha(count), hb(count);
        for (int64_t k = 0; k < count; k++) {
            ha[k] = a.p + k * s;
            hb[k] = b.p + k * sb;
        }
        CUDA(cudaMemcpy(pa, ha.data(), sizeof(T *) * count, cudaMemcpyHostToDevice));
        CUDA(cudaMemcpy(pb, hb.data(), sizeof(T *) * count, cudaMemcpyHostToDevice));
        CUDA(cudaDeviceSynchronize());
        auto reset = [&] {
            CUDA(cudaMemcpyAsync(a.p, full.p, sizeof(T) * s * count, cudaMemcpyDeviceToDevice,
                                 stream));
        };
        least_squares<T> solve(m, n, nrhs, false, count, a.p, m, s, b.p, m, sb, infos);
        const double ours = time_ms(reset, [&] { solve.run(); });
        const double qr = time_ms(
            reset, [&] { CUDA(type<T>::geqrf(handle, m, n, count, a.p, m, s, tau.p, n, work.p)); });
        const double theirs = time_ms(reset, [&] {
            CUDA(type<T>::gels_ref(handle, CUBLAS_OP_N, m, n, nrhs, pa, m, pb, m, &info, infos,
                                   (int)count));
        });
        printf("# %sgels %5d x %4d, %2d %8lld  %8.3f  %8.3f  %8.3f  %.2f x\n", type<T>::name, m, n,
               nrhs, (long long)count, ours, qr, theirs, theirs / ours);
        fflush(stdout);
        cudaFree(pa);
        cudaFree(pb);
        cudaFree(infos);
    }
}

int main(int argc, char **argv)
{
    return run_types(
        parse(argc, argv, "--n", "N", {&asked.n}), [](auto x) { check_type<decltype(x)>(); },
        [](auto x) {
            bench_type<decltype(x)>();
            bench_gels<decltype(x)>();
        });
}
