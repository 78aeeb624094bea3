// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of QR on CUDA (codelets/qr/cuda_geqrf.h) without StarPU, in TAP; with --bench, times beside
// cuSOLVER's. Q is made by cuSOLVER's orgqr from V and tau, so that the factors are LAPACK's.
// Residuals ||A - Q R|| / (m ||A|| eps), ||Q^H Q - I|| / (m eps) and ||Q - (I - V T V^H)|| / (m
// eps) (Frobenius) are compared with 30, padding bit by bit. Exit status: 0 all passed, 1 not, 77
// without a GPU.
//
//   check_cuda_geqrf [--quick] [--bench] [--type sdcz] [--size M N]

#include "codelets/qr/cuda_geqrf.h"
#include "cuda_matrix.cuh"
#include "cuda_times.cuh"

template <class T> struct qr_of;
#define QR_OF(x, X, T, orgqr_)                                                                   \
    template <> struct qr_of<T> {                                                                \
        static constexpr auto work = sl_cuda_##x##geqrf_work;                                    \
        static constexpr auto geqrf = sl_cuda_##x##geqrf;                                        \
        static constexpr auto inner_work = sl_cuda_##x##inner_work;                              \
        static constexpr auto inner = sl_cuda_##x##inner;                                        \
        static constexpr auto larft_work = sl_cuda_##x##larft_work;                              \
        static constexpr auto larft = sl_cuda_##x##larft;                                        \
        static constexpr auto geqrf_ref = cusolverDn##X##geqrf;                                  \
        static constexpr auto geqrf_ref_size = cusolverDn##X##geqrf_bufferSize;                  \
        static constexpr auto orgqr = cusolverDn##X##orgqr_;                                     \
        static constexpr auto orgqr_size = cusolverDn##X##orgqr_##_bufferSize;                   \
    };
QR_OF(s, S, float, orgqr)
QR_OF(d, D, double, orgqr)
QR_OF(c, C, cuComplex, ungqr)
QR_OF(z, Z, cuDoubleComplex, ungqr)
#undef QR_OF

// ---- The factorization, and what must hold of it -------------------------------------------

template <class T> static void copy_part(const T *from, int ld, matrix<T> &to)
{
    if (to.m > 0 && to.n > 0)
        CUDA(cudaMemcpy2DAsync(to.p, to.ld * sizeof(T), from, ld * sizeof(T), to.m * sizeof(T),
                               to.n, cudaMemcpyDefault, stream));
}

template <class T> struct factored {
    int m, n, k;
    matrix<T> a, t, v, tau;
    // the factorization of `original`, which stays
    explicit factored(const matrix<T> &original)
        : m(original.m), n(original.n), k(std::min(m, n)), a(m, n, original.ld - m), t(k, k, 2),
          v(m, k, 1), tau(1, k)
    {
        matrix<T> work((int)qr_of<T>::work(m, n), 1);
        a.copy(original);
        CUDA(qr_of<T>::geqrf(handle, m, n, a.p, a.ld, t.p, t.ld, v.p, v.ld, work.p));
        CUDA(cudaMemcpy2DAsync(tau.p, sizeof(T), t.p, (t.ld + 1) * sizeof(T), sizeof(T), k,
                               cudaMemcpyDefault, stream));
        CUDA(cudaStreamSynchronize(stream));
    }
    // the first columns of Q, by cuSOLVER
    void form(matrix<T> &q) const
    {
        int size = 0;
        matrix<int> info(1, 1);
        copy_part(a.p, a.ld, q);
        CUDA(qr_of<T>::orgqr_size(solver, m, k, k, q.p, q.ld, tau.p, &size));
        matrix<T> work(std::max(1, size), 1);
        CUDA(qr_of<T>::orgqr(solver, m, k, k, q.p, q.ld, tau.p, work.p, size, info.p));
        CUDA(cudaStreamSynchronize(stream));
    }
    double residual(const matrix<T> &original, const matrix<T> &q) const
    {
        matrix<T> r(k, n), e(m, n);
        take_part(UPPER, a, r, make<T>(0));
        copy_part(original.p, original.ld, e);
        double size = norm(e);
        subtract_product(q, r, e);
        return norm(e) / (size > 0 ? m * size * eps<T>() : 1);
    }
    double orthogonality(const matrix<T> &q) const
    {
        matrix<T> g(k, k);
        multiply(make<T>(1), CUBLAS_OP_C, q, CUBLAS_OP_N, q, make<T>(0), g);
        add_diagonal(g, -1);
        return norm(g) / (m * eps<T>());
    }
    // how far the first columns of I - V T V^H are from Q
    double reflectors(const matrix<T> &q) const
    {
        matrix<T> top(k, k), x(k, k), w(m, k), whole(k, k);
        copy_part(v.p, v.ld, top);
        copy_part(t.p, t.ld, whole);
        multiply(make<T>(1), CUBLAS_OP_N, whole, CUBLAS_OP_C, top, make<T>(0), x);
        copy_part(q.p, q.ld, w);
        multiply(make<T>(1), CUBLAS_OP_N, v, CUBLAS_OP_N, x, make<T>(1), w);
        add_diagonal(w, -1);
        return norm(w) / (m * eps<T>());
    }
    // T by larft from V and tau, against this T
    double by_larft() const
    {
        matrix<T> other(k, k), mine(k, k), id(k, k), work((int)qr_of<T>::larft_work(k), 1);
        copy_part(t.p, t.ld, mine);
        CUDA(cudaMemcpy2DAsync(other.p, (k + 1) * sizeof(T), tau.p, sizeof(T), sizeof(T), k,
                               cudaMemcpyDefault, stream));
        CUDA(qr_of<T>::larft(handle, m, k, v.p, v.ld, other.p, k, work.p));
        double size = norm(mine);
        CUDA(cudaMemsetAsync(id.p, 0, id.bytes(), stream));
        add_diagonal(id, 1);
        subtract_product(other, id, mine);
        return norm(mine) / (size > 0 ? m * size * eps<T>() : 1);
    }
    // V has ones, zeros and the elements of A; T is zero below its diagonal; R's diagonal is real
    bool shape() const
    {
        typedef typename type<T>::host H;
        std::vector<H> x = a.template host<H>(), y = v.template host<H>(), z = t.template host<H>();
        bool good = true;
        for (int j = 0; j < k; j++) {
            for (int i = 0; i < m; i++)
                good &= y[i + (size_t)j * v.ld] == (i > j ? x[i + (size_t)j * a.ld] : H(i == j));
            for (int i = j + 1; i < k; i++)
                good &= z[i + (size_t)j * t.ld] == H(0);
            good &= std::imag(x[j + (size_t)j * a.ld]) == 0;
        }
        return good;
    }
};

template <class T> static void check_all(const matrix<T> &original, const char *about)
{
    char what[260];
    factored<T> f(original);
    matrix<T> q(f.m, f.k);
    f.form(q);
    double residual = f.residual(original, q), orthogonal = f.orthogonality(q);
    double reflectors = f.reflectors(q), larft = f.by_larft();
    bool shape = f.shape(), padding = same_outside(ALL, f.a, original);
    snprintf(what, sizeof what,
             "%sgeqrf %d x %d lda=%d, %s: residual %.2g, orthogonality %.2g, V and T %.2g, "
             "larft %.2g%s%s",
             type<T>::name, f.m, f.n, original.ld, about, residual, orthogonal, reflectors, larft,
             shape ? "" : ", wrong zeros, ones or diagonal", padding ? "" : ", wrote outside");
    check(residual < threshold && orthogonal < threshold && reflectors < threshold &&
              larft < threshold && shape && padding,
          what);
}

template <class T> static void check_random(int m, int n, int pad)
{
    matrix<T> a(m, n, pad);
    randomize(a, m + n);
    check_all(a, "random");
}

// Random orthonormal columns, by cuSOLVER.
template <class T> static void orthonormal(matrix<T> &a, uint64_t seed)
{
    int size = 0, other = 0;
    matrix<T> tau(1, a.n);
    matrix<int> info(1, 1);
    randomize(a, seed);
    CUDA(qr_of<T>::geqrf_ref_size(solver, a.m, a.n, a.p, a.ld, &size));
    CUDA(qr_of<T>::orgqr_size(solver, a.m, a.n, a.n, a.p, a.ld, tau.p, &other));
    size = std::max(size, other);
    matrix<T> work(size, 1);
    CUDA(qr_of<T>::geqrf_ref(solver, a.m, a.n, a.p, a.ld, tau.p, work.p, size, info.p));
    CUDA(qr_of<T>::orgqr(solver, a.m, a.n, a.n, a.p, a.ld, tau.p, work.p, size, info.p));
    CUDA(cudaStreamSynchronize(stream));
}

template <class T> __global__ void grade_kernel(int m, T *a, int ld, int n, double condition)
{
    typedef typename type<T>::real R;
    double s = pow(condition, n > 1 ? -(double)blockIdx.x / (n - 1) : 0.0);
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        R *part = (R *)&a[i + (size_t)blockIdx.x * ld];
        for (unsigned e = 0; e < sizeof(T) / sizeof(R); e++)
            part[e] = (R)(part[e] * s);
    }
}

// A matrix of that condition: singular values 1 ... 1 / condition, times `scale`.
template <class T> static void check_condition(int m, int n, double condition, double scale)
{
    matrix<T> u(m, n), w(n, n), a(m, n, 1);
    char about[80];
    orthonormal(u, 3);
    orthonormal(w, 4);
    grade_kernel<<<n, 128, 0, stream>>>(m, u.p, u.ld, n, condition);
    multiply(make<T>(scale), CUBLAS_OP_N, u, CUBLAS_OP_C, w, make<T>(0), a);
    snprintf(about, sizeof about, "condition %g, norm %g", condition, scale);
    check_all(a, about);
}

// Changes elements on the host, f(i, j, element).
template <class T, class F> static void check_changed(int m, int n, const char *about, F f)
{
    typedef typename type<T>::host H;
    matrix<T> a(m, n, 2);
    randomize(a, 5);
    std::vector<H> v = a.template host<H>(), before = v;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            v[i + (size_t)j * a.ld] = f(i, j, before);
    a.set(v);
    check_all(a, about);
}

template <class T> static void check_singular(int m, int n)
{
    typedef typename type<T>::host H;
    typedef typename type<T>::real R;
    typedef const std::vector<H> &all;
    const int ld = m + 2;
    const R tiny = std::numeric_limits<R>::min(), huge = std::numeric_limits<R>::max() / 1000;
    check_changed<T>(m, n, "zero", [=](int, int, all) { return H(0); });
    check_changed<T>(m, n, "a zero column", [=](int i, int j, all a) {
        return j == n / 2 ? H(0) : a[i + (size_t)j * ld];
    });
    check_changed<T>(m, n, "two columns the same", [=](int i, int j, all a) {
        return a[i + (size_t)(j == n - 1 ? 0 : j) * ld];
    });
    check_changed<T>(m, n, "rank 3", [=](int i, int j, all a) {
        return a[i + (size_t)(j % 3) * ld];
    });
    check_changed<T>(m, n, "columns of the identity", [=](int i, int j, all) {
        return H(i == j);
    });
    check_changed<T>(m, n, "one row that is not zero", [=](int i, int j, all a) {
        return i == m - 1 ? a[i + (size_t)j * ld] : H(0);
    });
    check_changed<T>(m, n, "rows of very different sizes", [=](int i, int j, all a) {
        return a[i + (size_t)j * ld] * (R)std::pow(0.5, i % 40);
    });
    // norms of these are taken in double precision, which has no room beyond its own range
    if (sizeof(R) == 4) {
        check_changed<T>(m, n, "near underflow", [=](int i, int j, all a) {
            return a[i + (size_t)j * ld] * (tiny * 1000000);
        });
        check_changed<T>(m, n, "near overflow", [=](int i, int j, all a) {
            return a[i + (size_t)j * ld] * (huge / m);
        });
    } else {
        check_condition<T>(m, n, 10, 1e-150);
        check_condition<T>(m, n, 10, 1e150);
    }
}

// A value that is not finite ends in a result; columns before it are what they would be.
template <class T> static void check_not_finite(int m, int n, int i, int j, double value)
{
    matrix<T> a(m, n), whole(m, n), first(m, j), there(m, j);
    T bad = make<T>(value);
    char what[200];
    randomize(a, 9);
    whole.copy(a);
    CUDA(cudaMemcpyAsync(a.p + i + (size_t)j * m, &bad, sizeof bad, cudaMemcpyDefault, stream));
    factored<T> f(a), g(whole);
    copy_part(g.a.p, g.a.ld, first);
    copy_part(f.a.p, f.a.ld, there);
    matrix<T> id(j, j), last(m, n - j);
    CUDA(cudaMemsetAsync(id.p, 0, id.bytes(), stream));
    add_diagonal(id, 1);
    copy_part(f.a.p + (size_t)j * m, m, last);
    double size = norm(first), rest = norm(last);
    if (j > 0)
        subtract_product(there, id, first);
    double off = j > 0 ? norm(first) / (m * size * eps<T>()) : 0;
    snprintf(what, sizeof what,
             "%sgeqrf %d x %d, %g at (%d, %d): the columns before it are off by %.2g, norm of the "
             "others %g",
             type<T>::name, m, n, value, i, j, off, rest);
    check(off < 1000 && !std::isfinite(rest), what);
}

// C = V^H B, against cuBLAS.
template <class T> static void check_inner(int rows, int m, int n)
{
    matrix<T> v(rows, m, 1), b(rows, n, 2), c(m, n), d(m, n), id(n, n);
    matrix<T> work((int)qr_of<T>::inner_work(), 1);
    char what[100];
    randomize(v, m);
    randomize(b, n);
    CUDA(cudaMemsetAsync(id.p, 0, id.bytes(), stream));
    add_diagonal(id, 1);
    CUDA(qr_of<T>::inner(handle, rows, m, n, v.p, v.ld, b.p, b.ld, c.p, c.ld, work.p));
    multiply(make<T>(1), CUBLAS_OP_C, v, CUBLAS_OP_N, b, make<T>(0), d);
    subtract_product(c, id, d);
    double off = norm(d) / (rows * eps<T>());
    snprintf(what, sizeof what, "%sinner %d rows, %d x %d: %.2g off", type<T>::name, rows, m, n, off);
    check(off < threshold, what);
}

template <class T> static void check_arguments()
{
    matrix<T> a(2, 5), work((int)qr_of<T>::work(5, 5), 1);
    char what[100];
    auto geqrf = [&](int m, int n, int lda, int ldt, int ldv) {
        return qr_of<T>::geqrf(handle, m, n, a.p, lda, a.p, ldt, a.p, ldv, work.p);
    };
    const int bad = CUBLAS_STATUS_INVALID_VALUE;
    bool good = geqrf(0, 5, 1, 1, 1) == 0 && geqrf(5, 0, 5, 1, 5) == 0 &&
                geqrf(-1, 5, 1, 1, 1) == bad && geqrf(5, 5, 4, 5, 5) == bad &&
                geqrf(5, 5, 5, 4, 5) == bad && geqrf(5, 5, 5, 5, 4) == bad &&
                qr_of<T>::larft(handle, 5, 0, a.p, 5, a.p, 1, work.p) == 0 &&
                qr_of<T>::larft(handle, 2, 3, a.p, 2, a.p, 3, work.p) == bad;
    snprintf(what, sizeof what, "%sgeqrf: nothing to do, and bad arguments", type<T>::name);
    check(good, what);
}

template <class T> static void check_type()
{
    const bool single = sizeof(typename type<T>::real) == 4;
    const int small[][2] = {{1, 1},     {1, 7},     {7, 1},     {5, 3},     {3, 5},   {31, 31},
                            {32, 32},   {33, 32},   {32, 33},   {63, 64},   {64, 64}, {65, 64},
                            {64, 65},   {100, 33},  {128, 128}, {129, 128}, {20, 300},
                            {300, 20},  {257, 255}, {500, 500}, {1000, 100}};
    const int large[][2] = {{1000, 700}, {3000, 512}, {20000, 200}, {32768, 64}, {100001, 33}};
    if (asked.m > 0)
        return check_random<T>(asked.m, asked.n, 0);
    check_arguments<T>();
    for (int rows : {1, 63, 1000, 16384, 70000})
        for (int columns : {1, 32, 64, 100, 800}) // the last ones are too many
            if (rows <= 1000 || !asked.quick)
                check_inner<T>(rows, columns, columns / 2 + 1);
    for (auto &s : small)
        check_random<T>(s[0], s[1], (s[0] + s[1]) % 3);
    for (auto &s : large)
        if (!asked.quick)
            check_random<T>(s[0], s[1], s[1] % 3);
    for (double condition : {1e1, 1e2, 1e3, 1e4, 1e6, 1e7, 1e8, 1e10, 1e12, 1e16})
        if (!single || condition < 1e9)
            check_condition<T>(700, 130, condition, 1);
    check_condition<T>(130, 130, single ? 1e4 : 1e9, 1);
    check_singular<T>(300, 40);
    check_singular<T>(90, 90);
    if (!asked.quick)
        check_singular<T>(9000, 70);
    for (double value : {(double)NAN, (double)INFINITY}) {
        check_not_finite<T>(40, 40, 25, 20, value);
        check_not_finite<T>(3000, 150, 2000, 100, value);
        check_not_finite<T>(100, 100, 99, 99, value);
        check_not_finite<T>(100, 70, 0, 0, value);
    }
}

// ---- Times -------------------------------------------------------------------------------

template <class T> static void bench_size(int m, int n)
{
    matrix<T> full(m, n), a(m, n), t(n, n), v(m, n), work((int)qr_of<T>::work(m, n), 1), tau(1, n);
    matrix<int> info(1, 1);
    int size;
    randomize(full, 1);
    CUDA(qr_of<T>::geqrf_ref_size(solver, m, n, a.p, m, &size));
    matrix<T> theirs(size, 1);
    double vendor = time_ms([&] { a.copy(full); }, [&] {
        CUDA(qr_of<T>::geqrf_ref(solver, m, n, a.p, m, tau.p, theirs.p, size, info.p));
    });
    double mine = time_ms([&] { a.copy(full); }, [&] {
        CUDA(qr_of<T>::geqrf(handle, m, n, a.p, m, t.p, n, v.p, m, work.p));
    });
    CUDA(cudaMemsetAsync(full.p, 0, full.bytes(), stream)); // Householder's method in all leaves
    double plain = time_ms([&] { a.copy(full); }, [&] {
        CUDA(qr_of<T>::geqrf(handle, m, n, a.p, m, t.p, n, v.p, m, work.p));
    });
    printf("# %s %7d %4d  %8.3f %8.3f  %.2f x   %8.3f\n", type<T>::name, m, n, vendor, mine,
           vendor / mine, plain);
    fflush(stdout);
}

template <class T> static void bench_type()
{
    const int sizes[][2] = {{2048, 64},   {32768, 64},  {4096, 512},    {8192, 512},
                            {16384, 512}, {32768, 512}, {1048576, 256}, {1048576, 64}};
    printf("#         m    n  cusolver  ours (ms)    of a zero matrix\n");
    if (asked.m > 0)
        return bench_size<T>(asked.m, asked.n);
    for (auto &s : sizes)
        bench_size<T>(s[0], s[1]);
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
