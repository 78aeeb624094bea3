// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of batches on CUDA whose matrices have orders and places of their own
// (codelets/batched/cuda_places.h) without StarPU, in TAP: residuals matrix by matrix, multipliers,
// info of bad matrices among good ones, and what is around each matrix. With --bench, times.
// Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_places [--quick] [--bench] [--type sdcz] [--n N]     N: the largest order

#include "codelets/batched/cuda_middle.h"
#include "codelets/batched/cuda_places.h"
#include "codelets/batched/cuda_solve.h"
#include "cuda_batch.cuh"
#include "cuda_times.cuh"

#define TYPE(x, T, HOST, COMPLEX, EPS)                                                             \
    template <> struct type<T> {                                                                   \
        typedef HOST host;                                                                         \
        static constexpr const char *name = #x;                                                    \
        static constexpr bool is_complex = COMPLEX;                                                \
        static constexpr double eps = EPS;                                                         \
        static constexpr auto potrf_small = sl_cuda_##x##potrf_small_places;                       \
        static constexpr auto potrf_middle = sl_cuda_##x##potrf_middle_places;                     \
        static constexpr auto getrf_small = sl_cuda_##x##getrf_small_places;                       \
        static constexpr auto getrf_middle = sl_cuda_##x##getrf_middle_places;                     \
        static constexpr auto inv_small = sl_cuda_##x##inv_small_places;                           \
        static constexpr auto potrs = sl_cuda_##x##potrs_places;                                   \
        static constexpr auto getrs = sl_cuda_##x##getrs_places;                                   \
        static constexpr auto getri = sl_cuda_##x##getri_places;                                   \
        static constexpr auto potrs_cublas = sl_cuda_##x##potrs_batched;                           \
        static constexpr auto getrs_cublas = sl_cuda_##x##getrs_batched;                           \
    };
TYPE(s, float, float, false, 5.96e-8)
TYPE(d, double, double, false, 1.11e-16)
TYPE(c, cuComplex, std::complex<float>, true, 5.96e-8)
TYPE(z, cuDoubleComplex, std::complex<double>, true, 1.11e-16)

// Memory on the device
template <class X> struct device_array {
    X *p = nullptr;
    size_t count;
    explicit device_array(size_t count_) : count(count_)
    {
        CUDA(cudaMalloc(&p, sizeof(X) * (count + 1)));
    }
    device_array(const device_array &) = delete;
    ~device_array()
    {
        cudaFree(p);
    }
    void up(const void *from)
    {
        CUDA(cudaMemcpy(p, from, sizeof(X) * count, cudaMemcpyHostToDevice));
        CUDA(cudaDeviceSynchronize());
    }
    void down(void *to)
    {
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy(to, p, sizeof(X) * count, cudaMemcpyDeviceToHost));
    }
};

// Matrices m[i] x n[i], random with all that is around them, one after the other.
template <class T> struct varying {
    typedef typename type<T>::host H;
    std::vector<int> m, n, lda;
    std::vector<size_t> at;
    std::vector<H> a;
    std::vector<sl_place> places;
    device_array<T> *memory = nullptr;
    device_array<sl_place> *on_device = nullptr;
    varying(const std::vector<int> &m_, const std::vector<int> &n_) : m(m_), n(n_)
    {
        size_t end = 0;
        for (size_t k = 0; k < m.size(); k++) {
            lda.push_back(std::max(1, m[k] + (int)(k % 3)));
            at.push_back(end);
            end += (size_t)lda[k] * n[k] + k % 2;
        }
        a.resize(end);
        for (auto &x : a)
            x = narrow<H>(wide(uniform(), uniform()));
        memory = new device_array<T>(end);
        for (size_t k = 0; k < m.size(); k++)
            places.push_back({memory->p + at[k], m[k], n[k], lda[k], 0});
        sl_sort_places(places.data(), (int64_t)places.size());
        on_device = new device_array<sl_place>(places.size());
        on_device->up(places.data());
        up();
    }
    varying(const varying &) = delete;
    ~varying()
    {
        delete memory;
        delete on_device;
    }
    wide get(size_t k, int i, int j) const
    {
        return widen(a[at[k] + i + (size_t)j * lda[k]]);
    }
    void set(size_t k, int i, int j, wide x)
    {
        a[at[k] + i + (size_t)j * lda[k]] = narrow<H>(x);
    }
    sl_matrices list() const
    {
        return {on_device->p,
                places.data(),
                nullptr,
                0,
                *std::max_element(m.begin(), m.end()),
                *std::max_element(n.begin(), n.end()),
                0,
                (int64_t)m.size()};
    }
    void up()
    {
        memory->up(a.data());
    }
    void down()
    {
        memory->down(a.data());
    }
};

// Pivots, one row after the other, each at its place
struct pivots {
    std::vector<size_t> at;
    std::vector<int> rows;
    std::vector<sl_place> places;
    device_array<int> memory;
    device_array<sl_place> on_device;
    static size_t sum(const std::vector<int> &counts)
    {
        size_t all = 0;
        for (int c : counts)
            all += c;
        return all;
    }
    explicit pivots(const std::vector<int> &counts)
        : rows(sum(counts)), memory(rows.size()), on_device(counts.size())
    {
        size_t end = 0;
        for (int c : counts) {
            at.push_back(end);
            places.push_back({memory.p + end, c, 1, std::max(1, c), 0});
            end += c;
        }
        on_device.up(places.data());
    }
    sl_matrices list() const
    {
        return {on_device.p, places.data(), nullptr, 0, 0, 1, 0, (int64_t)at.size()};
    }
};

enum operation { POTRF_L, POTRF_U, GETRF, INV, POTRS_L, POTRS_U, GETRS_N, GETRS_T, GETRS_C, GETRI };
static const char *const names[] = {"potrf L", "potrf U", "getrf",   "inv",     "potrs L",
                                    "potrs U", "getrs N", "getrs T", "getrs C", "getri"};
static bool is_cholesky(int op)
{
    return op == POTRF_L || op == POTRF_U || op == POTRS_L || op == POTRS_U;
}
static bool is_upper(int op)
{
    return op == POTRF_U || op == POTRS_U;
}
static bool has_sides(int op)
{
    return op >= POTRS_L && op <= GETRS_C;
}

// Streams beside the tests' own
static struct several {
    cudaStream_t all[SL_PLACES_STREAMS];
    cudaEvent_t here[SL_PLACES_STREAMS];
    void begin()
    {
        if (!all[0])
            for (int i = 0; i < SL_PLACES_STREAMS; i++) {
                CUDA(cudaEventCreateWithFlags(&here[i], cudaEventDisableTiming));
                CUDA(cudaStreamCreateWithFlags(&all[i], cudaStreamNonBlocking));
            }
        for (cudaStream_t s : all)
            wait(stream, s, here[0]);
    }
    void end()
    {
        for (int i = 0; i < SL_PLACES_STREAMS; i++)
            wait(all[i], stream, here[i]);
    }
    static void wait(cudaStream_t from, cudaStream_t to, cudaEvent_t event)
    {
        CUDA(cudaEventRecord(event, from));
        CUDA(cudaStreamWaitEvent(to, event, 0));
    }
} several;

// As the kernels of batches call them.
template <class T> struct calls {
    sl_matrices A, P, B;
    int *info;
    T *work;
    void factor(int op)
    {
        several.begin();
        if (is_cholesky(op)) {
            CUDA(type<T>::potrf_middle(several.all, is_upper(op), A, info));
            CUDA(type<T>::potrf_small(stream, is_upper(op), A, info));
        } else {
            CUDA(type<T>::getrf_middle(several.all, A, P, info));
            if (op == INV)
                CUDA(type<T>::inv_small(stream, A, info));
            else
                CUDA(type<T>::getrf_small(stream, A, P, info));
        }
        several.end();
    }
    void run(int op)
    {
        const cublasOperation_t trans = op == GETRS_N   ? CUBLAS_OP_N
                                        : op == GETRS_T ? CUBLAS_OP_T
                                                        : CUBLAS_OP_C;
        factor(op);
        if (op == INV || op == GETRI)
            CUDA(type<T>::getri(handle, A, P, op == INV ? SL_SMALL : 0, info, work));
        if (op == POTRS_L || op == POTRS_U)
            CUDA(type<T>::potrs(handle, op == POTRS_U, A, B, info, work));
        else if (has_sides(op))
            CUDA(type<T>::getrs(handle, trans, A, P, B, info, work));
    }
};

// The matrix of a problem: for Cholesky one triangle is there
template <class T> static wide element(int op, const varying<T> &a, size_t k, int i, int j)
{
    if (op == GETRS_T || op == GETRS_C) {
        const wide x = a.get(k, j, i);
        return op == GETRS_C ? std::conj(x) : x;
    }
    if (!is_cholesky(op))
        return a.get(k, i, j);
    if (i == j)
        return a.get(k, i, i).real();
    return (i > j) == is_upper(op) ? std::conj(a.get(k, j, i)) : a.get(k, i, j);
}

typedef std::vector<wide> vec;
static double norm(const vec &x)
{
    double most = 0;
    for (wide e : x)
        most = larger(most, std::abs(e));
    return most;
}
// y = M x, M(i, j) = f(i, j) for j from first(i) to last(i)
template <class F> static vec apply(int m, int n, const vec &x, F f)
{
    vec y(m);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            y[i] += f(i, j) * x[j];
    return y;
}

// Scaled residual of matrix k, by a random vector; infinite where a multiplier is above 1.
template <class T>
static double residual(int op, const varying<T> &a, const varying<T> &f, const int *ipiv, size_t k,
                       const varying<T> &b, const varying<T> &x)
{
    const int m = a.m[k], n = a.n[k], least = std::min(m, n);
    double size = 0, most = 0;
    for (int i = 0; i < m; i++) {
        double row = 0;
        for (int j = 0; j < n; j++)
            row += std::abs(element(op, a, k, i, j));
        size = larger(size, row);
    }
    auto of_a = [&](int i, int j) { return element(op, a, k, i, j); };
    if (has_sides(op)) {
        for (int c = 0; c < b.n[k]; c++) {
            vec v(n);
            for (int i = 0; i < n; i++)
                v[i] = x.get(k, i, c);
            vec r = apply(n, n, v, of_a);
            for (int i = 0; i < n; i++)
                r[i] -= b.get(k, i, c);
            most = larger(most, norm(r) / (norm(v) + 1e-300));
        }
        return most / (n * type<T>::eps * size);
    }
    vec v(n);
    for (wide &e : v)
        e = wide(uniform(), uniform());
    vec left, right = apply(m, n, v, of_a);
    if (op == INV || op == GETRI) {
        left = apply(n, n, right, [&](int i, int j) { return f.get(k, i, j); });
        for (int i = 0; i < n; i++)
            left[i] -= v[i];
        double inverse = 0;
        for (int i = 0; i < n; i++) {
            double row = 0;
            for (int j = 0; j < n; j++)
                row += std::abs(f.get(k, i, j));
            inverse = larger(inverse, row);
        }
        return norm(left) / (n * type<T>::eps * size * inverse * norm(v));
    }
    if (is_cholesky(op)) {
        auto l = [&](int i, int j) {
            return i < j ? wide(0) : is_upper(op) ? std::conj(f.get(k, j, i)) : f.get(k, i, j);
        };
        left = apply(n, n, v, [&](int i, int j) { return std::conj(l(j, i)); });
        left = apply(n, n, left, l);
    } else {
        bool limited = true;
        auto l = [&](int i, int j) { return i < j ? wide(0) : i == j ? wide(1) : f.get(k, i, j); };
        left = apply(least, n, v, [&](int i, int j) { return i > j ? wide(0) : f.get(k, i, j); });
        for (int j = 0; j < least; j++)
            for (int i = j + 1; i < m; i++) {
                const wide e = f.get(k, i, j);
                limited = limited && fabs(e.real()) + fabs(e.imag()) <= 2.0001 &&
                          (type<T>::is_complex || fabs(e.real()) <= 1.0001);
            }
        left = apply(m, least, left, l);
        for (int i = 0; i < least; i++)
            std::swap(right[i], right[ipiv[i] - 1]);
        if (!limited)
            return INFINITY;
    }
    for (int i = 0; i < m; i++)
        left[i] -= right[i];
    return norm(left) / (std::max(m, n) * type<T>::eps * size * norm(v));
}

// Whether all outside of matrix k is as before.
template <class T> static bool rest_stays(int op, const varying<T> &x, const varying<T> &before)
{
    for (size_t k = 0; k < x.m.size(); k++) {
        const size_t end = k + 1 < x.m.size() ? x.at[k + 1] : x.a.size();
        for (size_t e = x.at[k]; e < end; e++) {
            const int i = (int)((e - x.at[k]) % x.lda[k]), j = (int)((e - x.at[k]) / x.lda[k]);
            bool inside = i < x.m[k] && j < x.n[k];
            if (inside && is_cholesky(op) && x.m[k] == x.n[k])
                inside = is_upper(op) ? i <= j : i >= j;
            if (!inside && memcmp(&x.a[e], &before.a[e], sizeof x.a[e]) != 0)
                return false;
        }
    }
    return true;
}

static std::vector<int> random_sizes(int most, int count)
{
    std::vector<int> sizes(count);
    for (int &n : sizes)
        n = std::min(most, (int)((uniform() + 1) / 2 * (most + 1)));
    sizes[0] = most;
    return sizes;
}

template <class T> static void check_operation(int op, int most, int count)
{
    std::vector<int> n = random_sizes(most, count), m = n, nrhs = random_sizes(19, count),
                     least = n;
    for (int k = 0; k < count && op == GETRF; k += 2) // the others are square
        m[k] = random_sizes(most, 2)[1];
    for (int k = 0; k < count; k++)
        least[k] = std::min(m[k], n[k]);
    varying<T> a(m, n), f(m, n), b(n, nrhs), x(n, nrhs);
    std::vector<int> expected(count), info(count);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < least[k] && is_cholesky(op); i++)
            a.set(k, i, i, 2 * sqrt((double)n[k]) + 1);
        for (int i = 0; i < least[k] && has_sides(op); i++) // well conditioned, and rows move
            a.set(k, i, is_cholesky(op) ? i : n[k] - 1 - i, 2 * n[k]);
    }
    f.a = a.a;
    x.a = b.a;
    for (int k = 3; k < count; k += 7) {
        if (least[k] == 0)
            continue;
        const int j = k / 7 * 29 % least[k];
        expected[k] = j + 1;
        for (int i = 0; i < m[k] && !is_cholesky(op); i++)
            f.set(k, i, j, 0);
        if (is_cholesky(op))
            f.set(k, j, j, k % 3 == 0 ? NAN : k % 3 == 1 ? 0.0 : -1.0);
    }
    auto *before = new varying<T>(m, n);
    before->a = f.a;
    f.up();
    x.up();
    pivots p(least);
    device_array<int> dinfo(count);
    device_array<T> work((size_t)(op == INV || op == GETRI ? count : 0) * most * most);
    dinfo.up(info.data());
    calls<T>{f.list(), p.list(), x.list(), dinfo.p, work.p}.run(op);
    f.down();
    x.down();
    dinfo.down(info.data());
    p.memory.down(p.rows.data());
    double worst = 0;
    bool infos = true, sides = true;
    for (int k = 0; k < count; k++) {
        infos = infos && info[k] == expected[k];
        if (expected[k] == 0 && least[k] > 0)
            worst = larger(worst, residual(op, a, f, &p.rows[p.at[k]], k, b, x));
        for (int j = 0; j < nrhs[k] && expected[k] != 0 && has_sides(op); j++)
            for (int i = 0; i < n[k]; i++)
                sides = sides && x.get(k, i, j) == b.get(k, i, j);
    }
    const bool rest = rest_stays(op, f, *before) && rest_stays(INV, x, b);
    delete before;
    char what[200];
    snprintf(what, sizeof what, "%s%s, %d matrices to order %d: residual %.2g, infos %s, rest %s%s",
             type<T>::name, names[op], count, most, worst, infos ? "right" : "wrong",
             rest ? "stays" : "changed", sides ? "" : ", B of bad matrices changed");
    check(worst < 30 && infos && rest && sides, what);
}

template <class T> static void check_type()
{
    static const int sizes[][2] = {{5, 300}, {32, 700}, {70, 200}, {160, 60}, {400, 20}, {1024, 6}};
    for (int op = POTRF_L; op <= GETRI; op++)
        for (auto &size : sizes)
            if ((asked.n == 0 || asked.n == size[0]) && (!asked.quick || size[0] <= 160))
                check_operation<T>(op, size[0], size[1]);
}

// ---- Times ---------------------------------------------------------------------------------

static double flops(int op, double n)
{
    return op <= POTRF_U ? n * n * n / 3 : op == GETRF ? 2 * n * n * n / 3 : 2 * n * n * n;
}

// Orders from 1 to `most`, each equally often.
template <class T> static void bench_varying(int op, int most, int count)
{
    std::vector<int> n = random_sizes(most, count);
    double work_done = 0, moved = 0;
    varying<T> a(n, n);
    for (int k = 0; k < count; k++) {
        work_done += flops(op, n[k]) * (type<T>::is_complex ? 4 : 1);
        moved += (op <= POTRF_U ? 1.0 : 2.0) * sizeof(T) * n[k] * n[k];
        for (int i = 0; i < n[k]; i++)
            a.set(k, i, i, 2 * sqrt((double)n[k]) + 1);
    }
    a.up();
    device_array<T> full(a.a.size());
    full.up(a.a.data());
    pivots p(n);
    device_array<int> info(count);
    device_array<T> work(op == INV && most > SL_SMALL ? (size_t)count * most * most : 0);
    calls<T> call = {a.list(), p.list(), {}, info.p, work.p};
    const double ms = time_ms(
        [&] {
            CUDA(cudaMemcpyAsync(a.memory->p, full.p, sizeof(T) * full.count,
                                 cudaMemcpyDeviceToDevice, stream));
        },
        [&] { call.run(op); });
    printf("# %s%-8s orders 1 to %4d x %8d  %8.3f ms  %7.0f GF/s  %6.0f GB/s\n", type<T>::name,
           names[op], most, count, ms, 1e-6 * work_done / ms, 1e-6 * moved / ms);
    fflush(stdout);
}

// Solutions of one order at equal distances, beside cuBLAS
template <class T> static void bench_solve(int n, int nrhs, int count)
{
    batch<T> a(n, 0, count);
    a.set_diagonals(2 * n);
    for (int64_t k = 0; k < count; k++)
        for (int i = 0; i < n; i++)
            a.ipiv[k * n + i] = i + 1;
    a.up();
    CUDA(cudaMemcpy(a.dipiv, a.ipiv.data(), sizeof(int) * a.ipiv.size(), cudaMemcpyHostToDevice));
    CUDA(cudaDeviceSynchronize());
    const int64_t s = (int64_t)n * n, sb = (int64_t)n * nrhs;
    device_array<T> b(sb * count),
        work(std::max(sl_cuda_solve_work(n, nrhs, count, sizeof(T)),
                      sl_cuda_places_work(n, nrhs, count, sizeof(T))) /
             sizeof(T));
    const int *infos = nullptr;
    CUDA(cudaMemset(b.p, 0, sizeof(T) * b.count));
    CUDA(cudaDeviceSynchronize());
    const sl_matrices A = {nullptr, nullptr, a.p, s, n, n, n, count},
                      P = {nullptr, nullptr, a.dipiv, n, n, 1, n, count},
                      B = {nullptr, nullptr, b.p, sb, n, nrhs, n, count};
    auto nothing = [] {};
    const double ours[] = {
        time_ms(nothing, [&] { CUDA(type<T>::potrs(handle, false, A, B, infos, work.p)); }),
        time_ms(nothing,
                [&] { CUDA(type<T>::getrs(handle, CUBLAS_OP_N, A, P, B, infos, work.p)); })};
    const double theirs[] = {
        time_ms(nothing,
                [&] {
                    CUDA(type<T>::potrs_cublas(handle, false, n, nrhs, count, a.p, n, s, b.p, n, sb,
                                               infos, work.p));
                }),
        time_ms(nothing, [&] {
            CUDA(type<T>::getrs_cublas(handle, CUBLAS_OP_N, n, nrhs, count, a.p, n, s, a.dipiv, b.p,
                                       n, sb, infos, work.p));
        })};
    for (int k = 0; k < 2; k++)
        printf("# %s%s of order %d, %d columns, x %d: ours %.3f, cuBLAS %.3f ms, %.2f x\n",
               type<T>::name, k ? "getrs" : "potrs", n, nrhs, count, ours[k], theirs[k],
               theirs[k] / ours[k]);
    fflush(stdout);
}

template <class T> static void bench_type()
{
    static const struct {
        int op, most, count;
    } cases[] = {{POTRF_L, 32, 1000000}, {POTRF_L, 256, 20000}, {POTRF_U, 256, 20000},
                 {POTRF_L, 512, 5000},   {GETRF, 32, 1000000},  {GETRF, 256, 10000},
                 {GETRF, 512, 5000},     {INV, 32, 1000000},    {INV, 128, 10000}};
    for (auto &c : cases)
        if (asked.n == 0 || asked.n == c.most)
            bench_varying<T>(c.op, c.most, sizeof(T) == 16 ? c.count / 2 : c.count);
    static const struct {
        int n, nrhs, count;
    } solutions[] = {{8, 1, 200000},  {16, 1, 200000},  {32, 1, 100000}, {32, 8, 100000},
                     {32, 32, 30000}, {48, 1, 50000},   {64, 1, 30000},  {64, 8, 30000},
                     {128, 1, 10000}, {128, 16, 10000}, {256, 1, 2000},  {256, 16, 2000},
                     {512, 1, 500},   {512, 32, 500},   {1024, 1, 100},
                     {2048, 1, 16},   {2048, 256, 16}};
    for (auto &s : solutions)
        if (asked.n == 0 || asked.n == s.n)
            bench_solve<T>(s.n, s.nrhs, s.count);
}

int main(int argc, char **argv)
{
    return run_types(
        parse(argc, argv, "--n", "N", {&asked.n}), [](auto x) { check_type<decltype(x)>(); },
        [](auto x) { bench_type<decltype(x)>(); });
}
