// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of batches of small matrices on CUDA (codelets/batched/cuda_small.h) without StarPU, in
// TAP: every order, residuals matrix by matrix, the pivots of partial pivoting, info of bad
// matrices among good ones, and padding that stays. With --bench, times beside cuBLAS and cuSOLVER.
// Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_small [--quick] [--bench] [--type sdcz] [--n N]

#include "codelets/batched/cuda_small.h"
#include "cuda_batch.cuh"
#include "cuda_times.cuh"

#define TYPE(x, X, T, HOST)                                                                        \
    template <> struct type<T> {                                                                   \
        typedef HOST host;                                                                         \
        static constexpr const char *name = #x;                                                    \
        static constexpr auto getrf = sl_cuda_##x##getrf_small;                                    \
        static constexpr auto inv = sl_cuda_##x##inv_small;                                        \
        static constexpr auto potrf = sl_cuda_##x##potrf_small;                                    \
        static constexpr auto getrf_ref = cublas##X##getrfBatched;                                 \
        static constexpr auto inv_ref = cublas##X##matinvBatched;                                  \
        static constexpr auto potrf_ref = cusolverDn##X##potrfBatched;                             \
    };
TYPE(s, S, float, float)
TYPE(d, D, double, double)
TYPE(c, C, cuComplex, std::complex<float>)
TYPE(z, Z, cuDoubleComplex, std::complex<double>)

static double cabs1(wide x)
{
    return fabs(x.real()) + fabs(x.imag());
}

enum operation { GETRF, INV, LOWER, UPPER };
static const char *const names[] = {"getrf", "inv", "potrf L", "potrf U"};

template <class T> static void call(int op, batch<T> &b)
{
    if (op == GETRF)
        CUDA(type<T>::getrf(stream, b.n, b.count, b.p, b.lda, b.stride, b.dipiv, b.n, b.dinfo));
    else if (op == INV)
        CUDA(type<T>::inv(stream, b.n, b.count, b.p, b.lda, b.stride, b.dinfo));
    else
        CUDA(type<T>::potrf(stream, op == UPPER, b.n, b.count, b.p, b.lda, b.stride, b.dinfo));
}

// The scaled residual of matrix k; infinite where a multiplier is above 1.
template <class T> static double residual(int op, const batch<T> &a, const batch<T> &f, int64_t k)
{
    const int n = a.n;
    const double eps =
        sizeof(typename type<T>::host) == 4 || sizeof(T) == 8 && type<T>::name[0] == 'c' ? 5.96e-8
                                                                                         : 1.11e-16;
    std::vector<int> row(n);
    double most = 0, size = 0, inverse = 0;
    for (int i = 0; i < n; i++)
        row[i] = i;
    for (int i = 0; op == GETRF && i < n; i++)
        std::swap(row[i], row[f.ipiv[k * n + i] - 1]);
    for (int j = 0; j < n; j++) {
        double column = 0, column_a = 0;
        for (int i = 0; i < n; i++) {
            wide sum = 0;
            column += std::abs(f.get(k, i, j));
            column_a += std::abs(a.get(k, i, j));
            if ((op == LOWER && i < j) || (op == UPPER && i > j))
                continue;
            if (op == GETRF) {
                sum = a.get(k, row[i], j);
                for (int l = 0; l <= i && l <= j; l++)
                    sum -= (l == i ? 1 : f.get(k, i, l)) * f.get(k, l, j);
                if (i > j &&
                    cabs1(f.get(k, i, j)) >
                        (type<T>::name[0] == 'c' || type<T>::name[0] == 'z' ? 2.0001 : 1.0001))
                    return INFINITY;
            } else if (op == INV) {
                sum = i == j ? -1 : 0;
                for (int l = 0; l < n; l++)
                    sum += a.get(k, i, l) * f.get(k, l, j);
            } else {
                sum = a.get(k, i, j);
                for (int l = 0; l <= std::min(i, j); l++)
                    sum -= op == LOWER ? f.get(k, i, l) * std::conj(f.get(k, j, l))
                                       : std::conj(f.get(k, l, i)) * f.get(k, l, j);
            }
            most = larger(most, std::abs(sum));
        }
        size = larger(size, column_a);
        inverse = larger(inverse, column);
    }
    return most / (n * eps * size * (op == INV ? inverse : 1));
}

template <class T> static void check_order(int op, int n, int pad, int64_t count)
{
    batch<T> a(n, pad, count);
    if (op == LOWER || op == UPPER)
        a.set_diagonals(2 * n + 1);
    // every seventh one is bad, in another column
    std::vector<int> expected(count, 0);
    batch<T> f(n, pad, count);
    f.a = a.a;
    for (int64_t k = 3; k < count; k += 7) {
        int j = (int)(k / 7 % n);
        expected[k] = j + 1;
        for (int i = 0; i < n; i++)
            if (op == GETRF || op == INV)
                f.set(k, i, j, 0);
        if (op == LOWER || op == UPPER)
            f.set(k, j, j, k % 3 == 0 ? NAN : k % 3 == 1 ? 0.0 : -1.0);
    }
    auto before = f.a;
    f.up();
    call<T>(op, f);
    f.down();
    double worst = 0;
    bool infos = true, rest = true;
    for (int64_t k = 0; k < count; k++) {
        infos = infos && f.info[k] == expected[k];
        if (expected[k] == 0)
            worst = larger(worst, residual<T>(op, a, f, k));
        for (int64_t e = 0; e < f.stride; e++) {
            int i = (int)(e % f.lda), j = (int)(e / f.lda);
            bool inside = i < n && j < n && !(op == LOWER && i < j) && !(op == UPPER && i > j);
            size_t w = k * f.stride + e;
            rest = rest && (inside || memcmp(&f.a[w], &before[w], sizeof f.a[w]) == 0);
        }
    }
    char what[200];
    snprintf(what, sizeof what, "%s%s n=%d pad=%d count=%lld: residual %.2g, infos %s, the rest %s",
             type<T>::name, names[op], n, pad, (long long)count, worst, infos ? "right" : "wrong",
             rest ? "stays" : "changed");
    check(worst < 30 && infos && rest, what);
}

template <class T> static void check_type()
{
    for (int op = 0; op <= UPPER; op++)
        for (int n = 1; n <= SL_SMALL; n++)
            if (asked.n == 0 || n == asked.n)
                check_order<T>(op, n, n % 3, n % 4 == 0 ? 1000 : 130);
}

// ---- Times -------------------------------------------------------------------------------------

template <class T> static void bench_type()
{
    static const int orders[] = {4, 8, 16, 24, 32};
    printf("#         n    count      ours  vendor (ms)   GB/s of matrices in and out\n");
    for (int n : orders) {
        if (asked.n != 0 && n != asked.n)
            continue;
        const int64_t count = sizeof(T) == 16 ? 500000 : 1000000;
        batch<T> b(n, 0, 1000);
        T *a, *c, *full;
        T **pa, **pc;
        int *ipiv, *info;
        size_t bytes = sizeof(T) * n * n * count;
        CUDA(cudaMalloc(&a, bytes));
        CUDA(cudaMalloc(&c, bytes));
        CUDA(cudaMalloc(&full, bytes));
        CUDA(cudaMalloc(&pa, sizeof(T *) * count));
        CUDA(cudaMalloc(&pc, sizeof(T *) * count));
        CUDA(cudaMalloc(&ipiv, sizeof(int) * n * count));
        CUDA(cudaMalloc(&info, sizeof(int) * count));
        b.set_diagonals(2 * n + 1);
        for (int64_t k = 0; k < count; k += 1000)
            CUDA(cudaMemcpy(full + k * n * n, b.a.data(), sizeof(T) * n * n * 1000,
                            cudaMemcpyHostToDevice));
        std::vector<T *> ha(count), hc(count);
        for (int64_t k = 0; k < count; k++) {
            ha[k] = a + k * n * n;
            hc[k] = c + k * n * n;
        }
        CUDA(cudaMemcpy(pa, ha.data(), sizeof(T *) * count, cudaMemcpyHostToDevice));
        CUDA(cudaMemcpy(pc, hc.data(), sizeof(T *) * count, cudaMemcpyHostToDevice));
        auto reset = [&] {
            CUDA(cudaMemcpyAsync(a, full, bytes, cudaMemcpyDeviceToDevice, stream));
        };
        const int64_t s = (int64_t)n * n;
        double ours[4], theirs[4];
        ours[GETRF] =
            time_ms(reset, [&] { CUDA(type<T>::getrf(stream, n, count, a, n, s, ipiv, n, info)); });
        theirs[GETRF] = time_ms(
            reset, [&] { CUDA(type<T>::getrf_ref(handle, n, pa, n, ipiv, info, (int)count)); });
        ours[INV] = time_ms(reset, [&] { CUDA(type<T>::inv(stream, n, count, a, n, s, info)); });
        theirs[INV] = time_ms(
            reset, [&] { CUDA(type<T>::inv_ref(handle, n, pa, n, pc, n, info, (int)count)); });
        for (int u = 0; u < 2; u++) {
            ours[LOWER + u] = time_ms(
                reset, [&] { CUDA(type<T>::potrf(stream, u == 1, n, count, a, n, s, info)); });
            theirs[LOWER + u] = time_ms(reset, [&] {
                CUDA(type<T>::potrf_ref(solver,
                                        u == 1 ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER, n,
                                        pa, n, info, (int)count));
            });
        }
        for (int op = 0; op <= UPPER; op++)
            printf("# %s %-8s %4d %8lld  %8.3f %8.3f  %.2f x  %6.0f\n", type<T>::name, names[op], n,
                   (long long)count, ours[op], theirs[op], theirs[op] / ours[op],
                   2e-6 * (double)bytes / ours[op]);
        fflush(stdout);
        for (void *p : {(void *)a, (void *)c, (void *)full, (void *)pa, (void *)pc, (void *)ipiv,
                        (void *)info})
            cudaFree(p);
    }
}

int main(int argc, char **argv)
{
    return run_types(
        parse(argc, argv, "--n", "N", {&asked.n}), [](auto x) { check_type<decltype(x)>(); },
        [](auto x) { bench_type<decltype(x)>(); });
}
