// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of LU on CUDA (codelets/lu/cuda_getrf.h) without StarPU, in TAP; with --bench, times
// beside cuSOLVER's (cuda_getrf_times.cuh). Pivots are compared with those of a plain
// elimination on the host, residuals ||P A - L U|| / (n ||A|| eps) (Frobenius) with 30,
// padding bit by bit. Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_getrf [--quick] [--bench] [--type sdcz] [--size M N]

#include "cuda_factored.cuh"
#include "cuda_getrf_times.cuh"

// How many of the first pivots are those of a plain elimination on the host, which takes a
// second for 10^9 updates of an element; -1 where it would take minutes.
template <class T> static int pivots_as_on_host(const matrix<T> &original, const factored<T> &f)
{
    typedef typename type<T>::host H;
    int m = original.m, n = original.n, k = std::min(m, n), same = 0;
    if ((double)m * n * k > 3e9)
        return -1;
    std::vector<int> ipiv(k);
    eliminate<H>(m, n, original.template host<H>(), original.ld, ipiv);
    while (same < k && ipiv[same] == f.ipiv[same])
        same++;
    return same;
}

// What makes it a factorization with partial pivoting, at any size, is the residual and that
// no multiplier is above 1 (in |re| + |im|, so that of moduli sqrt 2 is allowed). Pivots are
// the host's too, but in single precision, where rounding may choose among nearly equal ones.
template <class T> static void check_random(int m, int n, int pad)
{
    constexpr bool single = sizeof(typename type<T>::real) == 4;
    constexpr bool complex = sizeof(T) > sizeof(typename type<T>::real);
    matrix<T> original(m, n, pad);
    char what[200], pivots[60] = "pivots not compared";
    randomize(original, m + n);
    factored<T> f(original);
    double res = f.valid() ? f.residual(original) : NAN, largest = f.largest();
    int k = std::min(m, n), same = pivots_as_on_host(original, f);
    if (same >= 0)
        snprintf(pivots, sizeof pivots, "%d of %d pivots the host's%s", same, k,
                 single ? " (all in double precision)" : "");
    bool padding = f.padding_intact(original);
    snprintf(what, sizeof what,
             "%sgetrf %d x %d lda=%d: info %d, residual %.2g, largest multiplier %.7g, %s%s",
             type<T>::name, m, n, original.ld, f.info, res, largest, pivots,
             padding ? "" : ", wrote outside");
    check(f.info == 0 && res < threshold && largest <= (complex ? 1.4143 : 1.0000001) &&
              padding && (same == k || same < 0 || single),
          what);
}

// A zero column z (from 0), or nothing but zeros (z < 0), or rank r.
template <class T> static void check_singular(int m, int n, int z, int r)
{
    typedef typename type<T>::host H;
    matrix<T> a(m, n);
    char what[160];
    randomize(a, 5);
    std::vector<H> v = a.template host<H>();
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            if (z < 0 || j == z)
                v[i + (size_t)j * m] = 0;
            else if (r > 0) // exact in every precision: the last columns repeat the first
                v[i + (size_t)j * m] = v[i + (size_t)(j % r) * m];
    a.set(v);
    std::vector<int> ipiv(std::min(m, n));
    int info = eliminate<H>(m, n, v, m, ipiv);
    factored<T> f(a);
    double res = f.valid() ? f.residual(a) : NAN;
    // with repeated columns, what is left of one is rounding errors or zero
    bool ok = r > 0 ? true : f.info == info && f.ipiv == ipiv;
    snprintf(what, sizeof what, "%sgetrf %d x %d, %s %d: info %d (%d), residual %.2g",
             type<T>::name, m, n, r > 0 ? "rank" : "zero column", r > 0 ? r : z, f.info,
             info, res);
    check(ok && res < threshold, what);
}

// Ties: the first one of equal magnitude is the pivot.
template <class T> static void check_ties(int m, int n)
{
    typedef typename type<T>::host H;
    matrix<T> a(m, n);
    std::vector<H> v((size_t)m * n);
    for (int j = 0; j < n; j++) // columns of +-1 whose elimination is exact
        for (int i = 0; i < m; i++)
            v[i + (size_t)j * m] = __builtin_popcount(i & (j * 37 % 64)) % 2 ? -1 : 1;
    a.set(v);
    std::vector<int> ipiv(std::min(m, n));
    int info = eliminate<H>(m, n, v, m, ipiv);
    factored<T> f(a);
    char what[120];
    snprintf(what, sizeof what, "%sgetrf %d x %d with ties: info %d (%d)", type<T>::name, m,
             n, f.info, info);
    check(f.info == info && f.ipiv == ipiv, what);
}

template <class T> static void check_nan(int m, int n, int i, int j)
{
    matrix<T> a(m, n);
    T bad = make<T>(NAN);
    char what[120];
    randomize(a, 9);
    CUDA(cudaMemcpyAsync(a.p + i + (size_t)j * m, &bad, sizeof bad, cudaMemcpyDefault,
                         stream));
    factored<T> f(a);
    double size = norm(f.a);
    snprintf(what, sizeof what, "%sgetrf %d x %d, NaN at (%d, %d): norm %g", type<T>::name, m,
             n, i, j, size);
    check(f.valid() && std::isnan(size), what);
}

// laswp both ways against a host loop, and the update of a block column.
template <class T> static void check_laswp(int m, int n, int k)
{
    matrix<T> a(m, n, 3), b(m, n, 3);
    matrix<int> pivots(std::max(1, k), 1), perm(std::max(1, 2 * k), 1);
    std::vector<int> ipiv(std::max(1, k));
    char what[120];
    srand(m + k);
    for (int j = 0; j < k; j++) // often near, so that rows move several times
        ipiv[j] = j + 1 + rand() % (rand() % 3 ? std::min(m - j, 8) : m - j);
    pivots.set(ipiv);
    randomize(a, 3);
    b.copy(a);
    CUDA(sl_cuda_laswp_setup(handle, k, pivots.p, perm.p));
    CUDA(type<T>::laswp(handle, 0, n, a.p, a.ld, k, perm.p));
    std::vector<T> x = a.template host<T>(), y = b.template host<T>(), z = y;
    std::vector<int> from = composed(m, ipiv, k);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            z[i + (size_t)j * a.ld] = y[from[i] + (size_t)j * a.ld];
    bool there = memcmp(x.data(), z.data(), a.bytes()) == 0;
    CUDA(type<T>::laswp(handle, 1, n, a.p, a.ld, k, perm.p));
    x = a.template host<T>();
    bool back = memcmp(x.data(), y.data(), a.bytes()) == 0;
    snprintf(what, sizeof what, "%slaswp of %d x %d, %d pivots%s%s", type<T>::name, m, n, k,
             there ? "" : ", wrong", back ? "" : ", not undone");
    check(there && back, what);
}

// Any permutation both ways, of columns that fit in the shared memory of a cluster or do not.
template <class T> static void check_permute(int m, int n)
{
    const int first = 7;
    matrix<T> a(m, n, 3), b(m, n, 3);
    matrix<int> places(m, 1);
    std::vector<int> to(m);
    char what[120];
    srand(m);
    for (int i = 0; i < m; i++)
        to[i] = first + i;
    for (int i = m - 1; i > 0; i--)
        std::swap(to[i], to[rand() % (i + 1)]);
    places.set(to);
    randomize(a, 5);
    b.copy(a);
    int status = type<T>::permute(handle, 0, m, n, a.p, a.ld, places.p, first);
    std::vector<T> x = a.template host<T>(), y = b.template host<T>(), z = y;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            z[to[i] - first + (size_t)j * a.ld] = y[i + (size_t)j * a.ld];
    cudaDeviceProp device;
    CUDA(cudaGetDeviceProperties(&device, 0));
    size_t most = device.sharedMemPerBlockOptin < 1 << 17 ? 1 << 19 : 1 << 20;
    bool fits = m * sizeof(T) <= most;
    bool there = status == 0 && memcmp(x.data(), z.data(), a.bytes()) == 0;
    bool back = type<T>::permute(handle, 1, m, n, a.p, a.ld, places.p, first) == status;
    x = a.template host<T>();
    back = back && memcmp(x.data(), y.data(), a.bytes()) == 0;
    bool one = m * sizeof(T) <= device.sharedMemPerBlockOptin; // thread block has a column
    bool none = status == CUBLAS_STATUS_NOT_SUPPORTED && (!fits || (device.major < 9 && !one));
    snprintf(what, sizeof what, "%spermute of %d x %d: %s", type<T>::name, m, n,
             none ? "not supported" : !there ? "wrong" : back ? "done and undone" : "not undone");
    check((none || (fits && there)) && back, what);
}

// A panel of k columns and the update of n more must be the factorization of both. Where L is
// substituted with, U beside it has large elements, which must not be taken for L's.
// The update in parts, each of which leaves its product to the last one, as steps that are joined.
template <class T>
static void check_update(int m, int n, int k, bool inverse, bool transposed = false, int parts = 1)
{
    matrix<T> all(m, k + n), left(m, k), D(SL_CUDA_IB, k), whole(m, k + n);
    matrix<T> work((int)type<T>::solve_work(k, n), 1), l(m, k), u(k, n), r(m, n), ut(n, k);
    matrix<int> pivots(k, 1), perm(2 * k, 1);
    const T one = make<T>(1), minus = make<T>(-1);
    char what[120];
    randomize(all, 11);
    CUDA(cudaMemcpyAsync(left.p, all.p, left.bytes(), cudaMemcpyDefault, stream));
    if (!inverse) {
        auto large = left.template host<typename type<T>::host>();
        for (auto &x : large)
            x *= 1 / std::sqrt(std::numeric_limits<typename type<T>::real>::min());
        left.set(large);
    }
    factored<T> f(left);
    whole.copy(all);
    T *B = whole.p + (size_t)k * m;
    int tiles = transposed ? m / n : 0, part = k / parts;
    bool wants_ut = inverse && part <= std::min(SL_CUDA_SWAP_ROWS, SL_CUDA_IB);
    CUDA(type<T>::transpose(handle, tiles, n, B, m));
    for (int before = 0; before < k; before += part) {
        T *L = f.a.p + before + (size_t)before * f.a.ld;
        std::vector<int> ipiv(f.ipiv);
        for (int i = 0; i < part; i++)
            ipiv[i] = f.ipiv[before + i] - before;
        pivots.set(ipiv);
        CUDA(sl_cuda_laswp_setup(handle, part, pivots.p, perm.p));
        CUDA(type<T>::trtri_diag(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT, part, L,
                                 f.a.ld, D.p, D.ld));
        CUDA(type<T>::solve(handle, n, part, before, L, f.a.ld, inverse ? D.p : nullptr, D.ld,
                            perm.p, std::max(0, tiles * n - before), B + before, m,
                            wants_ut ? ut.p + (size_t)before * n : nullptr,
                            inverse ? work.p : nullptr));
    }
    if (transposed) // the rows of U are not
        CUDA(type<T>::transpose(handle, tiles - k / n, n, B + k, m));
    if (m > k)
        CUDA(type<T>::gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m - k, n, k, &minus, f.a.p + k,
                           f.a.ld, B, m, &one, B + k, m));
    // L [U; 0] + [0; B2] = P B
    take_part(LOWER, f.a, l, make<T>(0), ONES);
    CUDA(cudaMemcpy2DAsync(u.p, k * sizeof(T), B, m * sizeof(T), k * sizeof(T), n,
                           cudaMemcpyDefault, stream));
    permute(composed(m, f.ipiv, k), all.block(0, k, m, n), r);
    double size = norm(r);
    subtract_product(l, u, r);
    matrix<T> rest(m, n);
    CUDA(cudaMemsetAsync(rest.p, 0, rest.bytes(), stream));
    if (m > k)
        CUDA(cudaMemcpy2DAsync(rest.p + k, m * sizeof(T), B + k, m * sizeof(T),
                               (m - k) * sizeof(T), n, cudaMemcpyDefault, stream));
    matrix<T> id(n, n);
    CUDA(cudaMemsetAsync(id.p, 0, id.bytes(), stream));
    add_diagonal(id, 1);
    subtract_product(rest, id, r);
    double res = norm(r) / (k * size * eps<T>());
    std::vector<T> there = u.template host<T>(), across = ut.template host<T>();
    bool same = true;
    for (int i = 0; i < k && wants_ut; i++)
        for (int j = 0; j < n; j++)
            same &= memcmp(&there[i + (size_t)j * k], &across[j + (size_t)i * n], sizeof(T)) == 0;
    snprintf(what, sizeof what, "%sgetrf_solve %d x %d by %d in %d%s: %.2g%s", type<T>::name, m, n,
             k, parts, inverse ? transposed ? ", transposed" : "" : ", no inverse", res,
             same ? "" : ", U^T is not U transposed");
    check(res < threshold && same, what);
}

// Tiles transposed by transpose and by a host loop, and transposed back; what is around them stays.
template <class T> static void check_transpose(int m, int n)
{
    matrix<T> a(m, n, 3);
    char what[120];
    int tiles = m / n;
    randomize(a, 13);
    std::vector<T> before = a.template host<T>(), expected = before;
    for (int i = 0; i < tiles * n; i++)
        for (int j = 0; j < n; j++)
            expected[i / n * n + j + (size_t)(i % n) * a.ld] = before[i + (size_t)j * a.ld];
    CUDA(type<T>::transpose(handle, tiles, n, a.p, a.ld));
    std::vector<T> x = a.template host<T>();
    bool there = memcmp(x.data(), expected.data(), a.bytes()) == 0;
    CUDA(type<T>::transpose(handle, tiles, n, a.p, a.ld));
    x = a.template host<T>();
    bool back = memcmp(x.data(), before.data(), a.bytes()) == 0;
    snprintf(what, sizeof what, "%stranspose of %d x %d%s%s", type<T>::name, m, n,
             there ? "" : ", wrong", back ? "" : ", not transposed back");
    check(there && back, what);
}

template <class T> static void check_empty()
{
    matrix<T> a(1, 1), work((int)type<T>::getrf_work(1, 1), 1);
    matrix<int> ints(2, 1);
    char what[100];
    int s1 = type<T>::getrf(handle, 0, 5, a.p, 1, ints.p, work.p, ints.p + 1);
    int info = ints.template host<int>()[1];
    int s2 = type<T>::getrf(handle, 5, 0, a.p, 5, ints.p, work.p, ints.p + 1);
    int s3 = type<T>::getrf(handle, 5, 5, a.p, 4, ints.p, work.p, ints.p + 1);
    int s4 = type<T>::laswp(handle, 0, 5, a.p, 1, 0, ints.p);
    int s5 = sl_cuda_laswp_setup(handle, 0, ints.p, ints.p);
    cublasPointerMode_t mode;
    CUDA(cublasGetPointerMode(handle, &mode));
    snprintf(what, sizeof what, "%s: nothing to do, a bad argument, pointer mode",
             type<T>::name);
    check(s1 == 0 && info == 0 && s2 == 0 && s3 == CUBLAS_STATUS_INVALID_VALUE && s4 == 0 &&
              s5 == 0 && mode == CUBLAS_POINTER_MODE_HOST,
          what);
}

template <class T> static void check_type()
{
    const int small[][2] = {{1, 1},    {1, 7},    {7, 1},     {5, 3},     {3, 5},
                            {31, 31},  {32, 32},  {33, 33},   {31, 64},   {64, 31},
                            {20, 300}, {300, 20}, {257, 255}, {500, 500}, {1000, 33},
                            {1000, 700}};
    const int large[][2] = {{4096, 1},    {4096, 512}, {4097, 100},   {9000, 200},
                            {13000, 64},  {20000, 96}, {40000, 40},   {50000, 24},
                            {100000, 20}, {12288, 32}, {220000, 9},   {450000, 6},
                            {30000, 72},  {70000, 20}, {150000, 12}};
    if (asked.m > 0)
        return check_random<T>(asked.m, asked.n, 0);
    check_empty<T>();
    for (auto &s : small)
        check_random<T>(s[0], s[1], (s[0] + s[1]) % 3);
    for (auto &s : large)
        if (!asked.quick)
            check_random<T>(s[0], s[1], s[1] % 3);
    check_singular<T>(100, 50, 7, 0);
    check_singular<T>(100, 50, 49, 0);
    check_singular<T>(60, 60, -1, 0);
    check_singular<T>(5000, 70, 40, 0);
    check_singular<T>(200, 90, 90, 40);
    check_ties<T>(64, 40);
    check_ties<T>(5000, 40);
    check_nan<T>(100, 100, 50, 3);
    check_nan<T>(100, 100, 99, 99);
    check_nan<T>(6000, 64, 5999, 31);
    check_nan<T>(30000, 40, 20000, 39);
    check_laswp<T>(10, 5, 10);
    check_laswp<T>(1000, 33, 300);
    check_laswp<T>(5000, 7, 2500);
    check_permute<T>(1, 3);
    check_permute<T>(100, 40);
    check_permute<T>(8192, 7);
    check_permute<T>(14528, 150);
    check_permute<T>(20001, 12);
    check_permute<T>(29057, 140);
    check_permute<T>(65536, 300);
    check_permute<T>(131073, 5);
    check_transpose<T>(5, 1);
    check_transpose<T>(100, 33);
    check_transpose<T>(70, 64);
    check_transpose<T>(5, 7);
    check_transpose<T>(2100, 1000);
    check_update<T>(17, 8, 8, true, true);
    check_update<T>(100, 33, 33, true, true);
    check_update<T>(700, 90, 90, true, true);
    check_update<T>(2048, 256, 256, true, true);
    check_update<T>(3500, 1024, 1024, true, true);
    check_update<T>(500, 90, 180, true, true, 2);
    check_update<T>(2100, 256, 1024, true, true, 4);
    check_update<T>(1000, 77, 300, true, false, 3);
    check_update<T>(1000, 77, 300, false, false, 3);
    for (bool inverse : {true, false}) {
        check_update<T>(700, 90, 1, inverse);
        check_update<T>(25, 8, 8, inverse);
        check_update<T>(300, 50, 300, inverse);
        check_update<T>(2000, 300, 256, inverse);
        if (!asked.quick)
            check_update<T>(3000, 100, 1500, inverse);
    }
}

int main(int argc, char **argv)
{
    if (!parse(argc, argv, "--size", "M N", {&asked.m, &asked.n}))
        return 2;
    if (!open_device())
        return 77;
    for_each_type([](auto zero) {
        typedef decltype(zero) T;
        asked.bench ? bench_type<T>() : check_type<T>();
    });
    return finish();
}
