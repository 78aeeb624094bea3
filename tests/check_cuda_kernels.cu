// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of the CUDA tile kernels (codelets/blas3/cuda_blas3.h, codelets/cholesky/cuda_potrf.h) without StarPU, in TAP; with
// --bench, their times beside cuBLAS's and cuSOLVER's (cuda_kernels_times.cuh). Residuals
// are computed on the GPU by gemm, with matrices rebuilt from what the kernels returned, and
// scaled as LAPACK's tests do; unused triangles and padding hold NaN and are compared bit by
// bit. Exit status: 0 all passed, 1 not, 77 without a GPU.
//
//   check_cuda_kernels [--quick] [--bench] [--type sdcz] [--n N]

#include <thread>
#include "cuda_kernels_times.cuh"
#include "codelets/blas3/cuda_trsv.h"

// The larger residual; NaN is the worst and stays so.
static double worse(double x, double y)
{
    return x > y || std::isnan(x) ? x : y;
}

static cublasFillMode_t fill_mode(part uplo)
{
    return uplo == LOWER ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

static const char *name_of(part uplo)
{
    return uplo == LOWER ? "lower" : "upper";
}

// ---- Cholesky and the inverses of diagonal blocks ------------------------------------

// D against the clean triangle L: L_jj D_j = I for each block, exact zeros in the
// other triangle. Returns the largest scaled residual, or infinity.
template <class T>
static double check_inverses(part uplo, const matrix<T> &L, const matrix<T> &D)
{
    double worst = 0;
    for (int j = 0; j < L.n; j += SL_CUDA_IB) {
        int b = std::min(SL_CUDA_IB, L.n - j);
        matrix<T> l = L.block(j, j, b, b), d = D.block(0, j, b, b), r(b, b);
        multiply(make<T>(1), CUBLAS_OP_N, l, CUBLAS_OP_N, d, make<T>(0), r);
        add_diagonal(r, -1);
        worst = worse(worst, norm(r) / (b * eps<T>() * norm(l) * norm(d)));
        take_part(uplo == LOWER ? UPPER : LOWER, d, r, make<T>(0), REPLACED);
        if (!(norm(r) == 0))
            worst = INFINITY;
    }
    return worst;
}

// Factors A, with inverses in D or, where D is null, without. Returns info.
template <class T>
static int factor(part uplo, matrix<T> &a, const matrix<T> *D, const matrix<T> &work)
{
    matrix<int> info(1, 1);
    CUDA(type<T>::potrf(handle, fill_mode(uplo), a.n, a.p, a.ld, D ? D->p : nullptr,
                        D ? D->ld : 0, work.p, info.p));
    return info.template host<int>()[0];
}

template <class T> static void check_potrf(part uplo, int n, int pad)
{
    matrix<T> full(n, n), a(n, n, pad), before(n, n, pad), again(n, n, pad), L(n, n),
        copy_of_full(n, n);
    matrix<T> D(SL_CUDA_IB, n, pad), work((int)type<T>::potrf_work(n), 1);
    cublasOperation_t first = uplo == LOWER ? CUBLAS_OP_N : CUBLAS_OP_C,
                      second = uplo == LOWER ? CUBLAS_OP_C : CUBLAS_OP_N;
    char what[200];
    definite(full, n);
    copy_of_full.copy(full);
    double norm_a = norm(full);

    take_part(uplo, full, before, nan_of<T>(), IMAGINARY);
    a.copy(before);
    int info = factor(uplo, a, &D, work);
    bool outside = same_outside(uplo, a, before);
    take_part(uplo, a, L, make<T>(0));
    double inv = check_inverses(uplo, L, D);
    multiply(make<T>(-1), first, L, second, L, make<T>(1), full);
    double res = norm(full) / (n * norm_a * eps<T>());

    // without D a factor of its own, for which other launches may be faster
    again.copy(before);
    int bare = factor<T>(uplo, again, nullptr, work);
    outside = outside && same_outside(uplo, again, before);
    take_part(uplo, again, L, make<T>(0));
    multiply(make<T>(-1), first, L, second, L, make<T>(1), copy_of_full);
    double bare_res = norm(copy_of_full) / (n * norm_a * eps<T>());

    snprintf(what, sizeof what,
             "%spotrf %s n=%d lda=%d: info %d %d, residual %.2g, %.2g without D, inverses %.2g%s",
             type<T>::name, name_of(uplo), n, a.ld, info, bare, res, bare_res, inv,
             outside ? "" : ", wrote outside");
    check(info == 0 && bare == 0 && res < threshold && bare_res < threshold && inv < threshold &&
              outside,
          what);
}

// ---- Matrices that are not positive definite -----------------------------------------

// info of a good matrix with v in place of element (i, j) and of that of order `second` on the
// diagonal, if there is one.
template <class T>
static int info_of(part uplo, const matrix<T> &good, int i, int j, T v, int second)
{
    int n = good.n;
    matrix<T> a(n, n), D(SL_CUDA_IB, n), work((int)type<T>::potrf_work(n), 1);
    take_part(uplo, good, a, nan_of<T>());
    T *at = uplo == LOWER ? a.block(i, j, 1, 1).p : a.block(j, i, 1, 1).p;
    CUDA(cudaMemcpyAsync(at, &v, sizeof v, cudaMemcpyDefault, stream));
    if (second < n)
        CUDA(cudaMemcpyAsync(a.block(second, second, 1, 1).p, &v, sizeof v, cudaMemcpyDefault,
                             stream));
    return factor(uplo, a, &D, work);
}

// One element of the triangle replaced: info must name the first bad minor.
template <class T> static void check_indefinite(part uplo, int n)
{
    matrix<T> good(n, n);
    definite(good, n + 1);
    int bad = 0, asked_for = 0;
    const int at[] = {1,   2,   8,   9,   31,  32,  33,  63,   64,   65,    127, 128,
                      129, 256, 257, 511, 512, 513, 999, 1024, 1025, n - 1, n};
    for (int k : at) {
        if (k < 1 || k > n)
            continue;
        int i = k - 1, none = n;
        const double values[] = {-1, 0, NAN};
        for (double v : values) {
            // zero on the diagonal makes the pivot negative, except for the first: zero
            asked_for++;
            bad += info_of<T>(uplo, good, i, i, make<T>(v), none) != k;
        }
        asked_for += 2;
        // a second failure later must not show
        bad += info_of<T>(uplo, good, i, i, make<T>(-1), std::min(n, i + 70)) != k;
        int row = std::min(n - 1, i + 3);
        if (row > i)
            bad += info_of<T>(uplo, good, row, i, nan_of<T>(), none) != row + 1;
    }
    char what[100];
    snprintf(what, sizeof what, "%spotrf %s n=%d: info of %d broken matrices, %d wrong",
             type<T>::name, name_of(uplo), n, asked_for, bad);
    check(bad == 0, what);
}

// ---- Triangular solves ---------------------------------------------------------------

// Solves with the triangle A, of which `clean` is a copy with zeros elsewhere: the residual,
// and whether padding stayed, NaN of other bits than what the work space holds.
template <class T>
static double solve_residual(cublasSideMode_t side, part uplo, cublasOperation_t trans,
                             cublasDiagType_t diag, int other, const matrix<T> &a,
                             const matrix<T> &clean, const matrix<T> &D, bool &padding)
{
    bool left = side == CUBLAS_SIDE_LEFT;
    int order = a.n, m = left ? order : other, n = left ? other : order;
    matrix<T> b(m, n, 3), x(m, n, 3), work((int)type<T>::trsm_work(side, m, n), 1);
    T alpha = make<T>(0.75, -0.5), minus = make<T>(-1);
    b.set(std::vector<T>(b.bytes() / sizeof(T), nan_of<T>()));
    randomize(b, order + 7);
    x.copy(b);
    CUDA(type<T>::trsm(handle, side, fill_mode(uplo), trans, diag, m, n, alpha, a.p, a.ld,
                       D.p, D.ld, x.p, x.ld, work.p));
    padding = same_outside(ALL, b, x);
    if (left)
        multiply(minus, trans, clean, CUBLAS_OP_N, x, alpha, b);
    else
        multiply(minus, CUBLAS_OP_N, x, trans, clean, alpha, b);
    return norm(b) / (norm(clean) * norm(x) * order * eps<T>());
}

template <class T> static void check_trsm(part uplo, bool unit, int n, int other)
{
    matrix<T> full(n, n), a(n, n, 5), clean(n, n), D(SL_CUDA_IB, n, n % 2);
    cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    char what[160];
    well_conditioned(full, n);
    take_part(uplo, full, a, nan_of<T>(), unit ? REPLACED : KEPT);
    take_part(uplo, full, clean, make<T>(0), unit ? ONES : KEPT);
    CUDA(type<T>::trtri_diag(handle, fill_mode(uplo), diag, n, a.p, a.ld, D.p, D.ld));
    double inv = check_inverses(uplo, clean, D), worst = 0;
    bool padding = true, ok;
    for (cublasSideMode_t side : {CUBLAS_SIDE_RIGHT, CUBLAS_SIDE_LEFT})
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
            double r = solve_residual(side, uplo, op, diag, other, a, clean, D, ok);
            worst = worse(worst, r);
            padding = padding && ok;
        }
    snprintf(what, sizeof what,
             "%strsm %s %s n=%d nrhs=%d: 6 residuals %.2g, inverses %.2g%s", type<T>::name,
             name_of(uplo), unit ? "unit" : "non-unit", n, other, worst, inv,
             padding ? "" : ", wrote outside");
    check(worst < threshold && inv < threshold && padding, what);
}

// One right-hand side, in a kernel of its own (cuda_trsv.h).
static int trsv(cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n,
                float alpha, const matrix<float> &a, float *x, float *work)
{
    return sl_cuda_strsv(stream, uplo, trans, diag, n, alpha, a.p, a.ld, x, work);
}
static int trsv(cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n,
                cuComplex alpha, const matrix<cuComplex> &a, cuComplex *x, cuComplex *work)
{
    return sl_cuda_ctrsv(stream, uplo, trans, diag, n, alpha, a.p, a.ld, x, work);
}

template <class T> static void check_trsv(part uplo, bool unit, int n)
{
    matrix<T> full(n, n), a(n, n, 5), clean(n, n), work(n + 1, 1);
    cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    double worst = 0;
    bool padding = true;
    char what[160];
    well_conditioned(full, n);
    take_part(uplo, full, a, nan_of<T>(), unit ? REPLACED : KEPT);
    take_part(uplo, full, clean, make<T>(0), unit ? ONES : KEPT);
    for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
        matrix<T> b(n, 1, 3), x(n, 1, 3);
        T alpha = make<T>(0.75, -0.5);
        b.set(std::vector<T>(b.bytes() / sizeof(T), nan_of<T>()));
        randomize(b, n + 7);
        x.copy(b);
        CUDA(trsv(fill_mode(uplo), op, diag, n, alpha, a, x.p, work.p));
        padding = padding && same_outside(ALL, b, x);
        multiply(make<T>(-1), op, clean, CUBLAS_OP_N, x, alpha, b);
        worst = worse(worst, norm(b) / (norm(clean) * norm(x) * n * eps<T>()));
    }
    snprintf(what, sizeof what, "%strsv %s %s n=%d: 3 residuals %.2g%s", type<T>::name,
             name_of(uplo), unit ? "unit" : "non-unit", n, worst,
             padding ? "" : ", wrote outside");
    check(worst < threshold && padding, what);
}

// The largest has more thread blocks than run at a time.
template <class T> static void check_all_trsv()
{
    for (int n : {1, 2, 63, 64, 65, 128, 129, 1000, 5003, 50000})
        if ((!asked.quick || n <= 1000) && (n < 50000 || sizeof(T) == 4))
            for (bool unit : {false, true})
                for (part uplo : {UPPER, LOWER})
                    check_trsv<T>(uplo, unit, n);
}
template <> void check_all_trsv<double>()
{
}
template <> void check_all_trsv<cuDoubleComplex>()
{
}

template <class T> __global__ void gaussian_kernel(int m, T *a, int ld, int shift, double s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    double d = (i + shift - j) / 8.0;
    if (i < m)
        a[i + (size_t)j * ld] = make<T>(exp(-d * d) + (i + shift == j ? s : 0));
}

// Inverted blocks are only as good as the matrix allows: a tile below the diagonal of a
// nearly singular matrix, a Gaussian kernel with a small shift, must still be solved to
// a residual small beside the matrix.
template <class T> static void check_hard(int n)
{
    matrix<T> a(n, n), L(n, n), b(n, n), x(n, n), D(SL_CUDA_IB, n);
    matrix<T> work((int)type<T>::potrf_work(n), 1);
    matrix<T> twork((int)type<T>::trsm_work(CUBLAS_SIDE_RIGHT, n, n), 1);
    dim3 grid((n + 127) / 128, n);
    double s = eps<T>() * 1000;
    gaussian_kernel<<<grid, 128, 0, stream>>>(n, a.p, n, 0, s);
    gaussian_kernel<<<grid, 128, 0, stream>>>(n, b.p, n, n, s);
    double norm_a = norm(a);
    int info = factor(LOWER, a, &D, work);
    take_part(LOWER, a, L, make<T>(0));
    x.copy(b);
    CUDA(type<T>::trsm(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C,
                       CUBLAS_DIAG_NON_UNIT, n, n, make<T>(1), L.p, n, D.p, D.ld, x.p, n,
                       twork.p));
    multiply(make<T>(-1), CUBLAS_OP_N, x, CUBLAS_OP_C, L, make<T>(1), b);
    double res = norm(b) / (n * norm_a * eps<T>());
    char what[100];
    snprintf(what, sizeof what, "%strsm n=%d beside a nearly singular tile: info %d, %.2g",
             type<T>::name, n, info, res);
    check(info == 0 && res < threshold, what);
}

// ---- Denormal numbers ----------------------------------------------------------------

// Bidiagonal triangles with ones, so that all is exact: rows from `from` on times 2^e, which
// makes denormal numbers of them or of their squares.
template <class T> struct tiny {
    typedef typename type<T>::host host;
    static const int SQUARE = sizeof(typename type<T>::real) == 4 ? -140 : -1060;
    int n, from, e;

    double scale(int i) const
    {
        return std::ldexp(1, i < from ? 0 : e);
    }
    double lower(int i, int j) const
    {
        return i == j || i == j + 1 ? scale(i) : 0;
    }
    double element(part uplo, int i, int j) const
    {
        return uplo == LOWER ? lower(i, j) : lower(j, i);
    }
    // the sum of row i of op(A), or of column i
    double sum(part uplo, bool transposed, bool row, int i) const
    {
        double sum = 0;
        for (int j = std::max(0, i - 1); j < std::min(n, i + 2); j++)
            sum += transposed == row ? element(uplo, j, i) : element(uplo, i, j);
        return sum;
    }
};

// A = L L^H with L = 2^(e / 2) times a bidiagonal triangle: the factor is exactly that.
template <class T> static void check_tiny_potrf(part uplo, int n)
{
    typedef typename type<T>::host host;
    tiny<T> L = {n, 0, tiny<T>::SQUARE / 2};
    matrix<T> a(n, n), D(SL_CUDA_IB, n), work((int)type<T>::potrf_work(n), 1);
    std::vector<host> v((size_t)n * n, host(NAN));
    for (int j = 0; j < n; j++)
        for (int i = std::max(0, j - 1); i < n; i++) {
            double sum = 0;
            for (int k = std::max(0, j - 1); k <= std::min(i, j); k++)
                sum += L.lower(i, k) * L.lower(j, k);
            if (i >= j)
                v[uplo == LOWER ? i + (size_t)j * n : j + (size_t)i * n] = host(sum);
        }
    a.set(v);
    int info = factor(uplo, a, &D, work), wrong = 0;
    v = a.template host<host>();
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++)
            wrong += !(v[uplo == LOWER ? i + (size_t)j * n : j + (size_t)i * n] ==
                       host(L.lower(i, j)));
    char what[120];
    snprintf(what, sizeof what, "%spotrf %s n=%d of denormal numbers: info %d, %d wrong",
             type<T>::name, name_of(uplo), n, info, wrong);
    check(info == 0 && wrong == 0, what);
}

// op(A) X = B and X op(A) = B with X all ones; the diagonal blocks that are not denormal are
// solved with their inverses.
template <class T> static void check_tiny_trsm(part uplo, int n, int from, int other)
{
    typedef typename type<T>::host host;
    tiny<T> t = {n, from, tiny<T>::SQUARE};
    matrix<T> a(n, n), D(SL_CUDA_IB, n);
    std::vector<host> v((size_t)n * n, host(NAN));
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (uplo == LOWER ? i >= j : i <= j)
                v[i + (size_t)j * n] = host(t.element(uplo, i, j));
    a.set(v);
    CUDA(type<T>::trtri_diag(handle, fill_mode(uplo), CUBLAS_DIAG_NON_UNIT, n, a.p, n, D.p,
                             D.ld));
    int wrong = 0;
    for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
            bool left = side == CUBLAS_SIDE_LEFT;
            int rows = left ? n : other, cols = left ? other : n;
            matrix<T> x(rows, cols), work((int)type<T>::trsm_work(side, rows, cols), 1);
            std::vector<host> b((size_t)rows * cols);
            for (int j = 0; j < cols; j++)
                for (int i = 0; i < rows; i++)
                    b[i + (size_t)j * rows] =
                        host(t.sum(uplo, op != CUBLAS_OP_N, left, left ? i : j));
            x.set(b);
            CUDA(type<T>::trsm(handle, side, fill_mode(uplo), op, CUBLAS_DIAG_NON_UNIT, rows,
                               cols, make<T>(1), a.p, n, D.p, D.ld, x.p, x.ld, work.p));
            b = x.template host<host>();
            for (host e : b)
                wrong += !(std::abs(std::complex<double>(e) - 1.0) < 1e-5);
        }
    char what[120];
    snprintf(what, sizeof what, "%strsm %s n=%d nrhs=%d, denormal from row %d on: %d wrong",
             type<T>::name, name_of(uplo), n, other, from, wrong);
    check(wrong == 0, what);
}

template <class T> static void check_tiny()
{
    for (part uplo : {UPPER, LOWER}) {
        for (int n : {1, 2, 5, 50, 300, 1100})
            if (!asked.quick || n <= 300)
                check_tiny_potrf<T>(uplo, n);
        for (int n : {1, 2, 5, 50, 300})
            check_tiny_trsm<T>(uplo, n, 0, 17);
        check_tiny_trsm<T>(uplo, 90, 40, 200);
        if (!asked.quick) {
            check_tiny_trsm<T>(uplo, 1500, 1024, 40);
            check_tiny_trsm<T>(uplo, 2048, 0, 3);
        }
    }
}

// ---- Threads, and calls with nothing to do -------------------------------------------

// What a thread of check_threads does, with a handle and a stream of its own.
template <class T>
static void factor_alone(const matrix<T> &a, const matrix<T> &D, T *work, int *info)
{
    cublasHandle_t h;
    cudaStream_t s;
    CUDA(cublasCreate(&h));
    CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    CUDA(cublasSetStream(h, s));
    CUDA(type<T>::potrf(h, CUBLAS_FILL_MODE_LOWER, a.n, a.p, a.ld, D.p, D.ld, work, info));
    CUDA(cudaStreamSynchronize(s));
    CUDA(cublasDestroy(h));
    CUDA(cudaStreamDestroy(s));
}

// Two threads, two streams: the same bits as alone.
template <class T> static void check_threads(int n)
{
    matrix<T> full(n, n), alone(n, n), x(n, n), y(n, n);
    matrix<T> D1(SL_CUDA_IB, n), D2(SL_CUDA_IB, n);
    size_t size = type<T>::potrf_work(n);
    matrix<T> work(2 * (int)size, 1);
    matrix<int> info(2, 1);
    char what[80];
    bool same = true;
    definite(full, 1);
    alone.copy(full);
    factor(LOWER, alone, &D1, work);
    for (int round = 0; round < 5; round++) {
        x.copy(full);
        y.copy(full);
        CUDA(cudaStreamSynchronize(stream));
        std::thread first([&] { factor_alone(x, D1, work.p, info.p); });
        std::thread second([&] { factor_alone(y, D2, work.p + size, info.p + 1); });
        first.join();
        second.join();
        for (const matrix<T> *result : {&x, &y})
            same = same_outside(NOTHING, alone, *result) && same;
    }
    snprintf(what, sizeof what, "%spotrf n=%d from two threads, the same bits",
             type<T>::name, n);
    check(same, what);
}

template <class T> static void check_empty()
{
    matrix<T> a(1, 1), D(SL_CUDA_IB, 1), work(1, 1);
    matrix<int> info(1, 1);
    auto lower = CUBLAS_FILL_MODE_LOWER;
    char what[80];
    int s1 = type<T>::potrf(handle, lower, 0, a.p, 1, D.p, D.ld, work.p, info.p);
    int h = info.template host<int>()[0];
    int s2 = type<T>::trtri_diag(handle, lower, CUBLAS_DIAG_UNIT, 0, a.p, 1, D.p, D.ld);
    int s3 = type<T>::trsm(handle, CUBLAS_SIDE_LEFT, lower, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0,
                           5, make<T>(1), a.p, 1, D.p, D.ld, a.p, 1, work.p);
    int s4 = type<T>::potrf(handle, lower, -1, a.p, 1, D.p, D.ld, work.p, info.p);
    cublasPointerMode_t mode;
    CUDA(cublasGetPointerMode(handle, &mode));
    snprintf(what, sizeof what, "%s: n = 0, a bad argument, pointer mode", type<T>::name);
    check(h == 0 && s1 == 0 && s2 == 0 && s3 == 0 && s4 == CUBLAS_STATUS_INVALID_VALUE &&
              mode == CUBLAS_POINTER_MODE_HOST,
          what);
}

// ---- All of them ---------------------------------------------------------------------

template <class T> static void check_size(int n)
{
    for (part uplo : {UPPER, LOWER})
        check_potrf<T>(uplo, n, n % 2 ? 3 : 0);
    for (bool unit : {false, true})
        for (part uplo : {UPPER, LOWER})
            check_trsm<T>(uplo, unit, n, n > 600 ? 133 : n / 2 + 1);
}

template <class T> static void check_type()
{
    const int all[] = {1,   2,   31,  32,  33,  63,   64,   65,   127, 128,
                       129, 255, 256, 257, 500, 1000, 1024, 1300, 2048};
    const int broken[] = {1, 65, 200, 1030};
    check_empty<T>();
    for (int n : all)
        if ((!asked.quick || n <= 300) && (!asked.n || n == asked.n))
            check_size<T>(n);
    for (int n : broken)
        if ((!asked.quick || n == 65) && !asked.n)
            for (part uplo : {UPPER, LOWER})
                check_indefinite<T>(uplo, n);
    check_tiny<T>();
    if (!asked.n)
        check_all_trsv<T>();
    check_hard<T>(300);
    if (!asked.quick && !asked.n) {
        check_hard<T>(1500);
        check_threads<T>(1024);
    }
}

int main(int argc, char **argv)
{
    if (!parse(argc, argv, "--n", "N", {&asked.n}))
        return 2;
    if (!open_device())
        return 77;
    for_each_type([](auto zero) {
        typedef decltype(zero) T;
        asked.bench ? bench_type<T>() : check_type<T>();
    });
    return finish();
}
