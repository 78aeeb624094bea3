/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A factorization by sl_cuda_xgetrf and what must hold of it, and a plain elimination on the
 * host that it is compared with.
 */
#ifndef TESTS_CUDA_FACTORED_CUH
#define TESTS_CUDA_FACTORED_CUH

#include "cuda_matrix.cuh"

// ---- References on the host ----------------------------------------------------------

static float cabs1(float v)
{
    return fabsf(v);
}
static double cabs1(double v)
{
    return fabs(v);
}
template <class R> static R cabs1(std::complex<R> v)
{
    return std::fabs(v.real()) + std::fabs(v.imag());
}

// Where rows come from after all interchanges.
static std::vector<int> composed(int m, const std::vector<int> &ipiv, int k)
{
    std::vector<int> from(m);
    for (int i = 0; i < m; i++)
        from[i] = i;
    for (int j = 0; j < k; j++)
        std::swap(from[j], from[ipiv[j] - 1]);
    return from;
}

// Plain elimination; only the pivots are of interest.
template <class H>
static int eliminate(int m, int n, std::vector<H> a, int ld, std::vector<int> &ipiv)
{
    int info = 0;
    for (int j = 0; j < std::min(m, n); j++) {
        H *col = &a[(size_t)j * ld];
        int p = j;
        for (int i = j + 1; i < m; i++)
            if (cabs1(col[i]) > cabs1(col[p]))
                p = i;
        ipiv[j] = p + 1;
        if (cabs1(col[p]) == 0) {
            info = info ? info : j + 1;
            continue;
        }
        for (int c = 0; c < n; c++)
            std::swap(a[j + (size_t)c * ld], a[p + (size_t)c * ld]);
        H r = H(1) / col[j];
        for (int i = j + 1; i < m; i++)
            col[i] *= r;
        for (int c = j + 1; c < n; c++) {
            H u = a[j + (size_t)c * ld], *to = &a[(size_t)c * ld];
            for (int i = j + 1; i < m; i++)
                to[i] -= col[i] * u;
        }
    }
    return info;
}

// ---- The factorization ---------------------------------------------------------------

template <class T>
__global__ void permute_kernel(int m, const int *from, const T *src, int lds, T *dst, int ldd)
{
    int j = blockIdx.y;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
        dst[i + (size_t)j * ldd] = src[from[i] + (size_t)j * lds];
}
// Row i of dst = row from[i] of src.
template <class T>
static void permute(const std::vector<int> &from, const matrix<T> &src, matrix<T> &dst)
{
    matrix<int> rows(dst.m, 1);
    rows.set(from);
    permute_kernel<<<dim3((dst.m + 255) / 256, dst.n), 256, 0, stream>>>(
        dst.m, rows.p, src.p, src.ld, dst.p, dst.ld);
    CUDA(cudaStreamSynchronize(stream));
}

template <class T> struct factored {
    matrix<T> a;
    std::vector<int> ipiv;
    int info;
    // the factorization of `original`, which stays
    explicit factored(const matrix<T> &original)
        : a(original.m, original.n, original.ld - std::max(original.m, 1)),
          ipiv(std::max(1, std::min(a.m, a.n)))
    {
        matrix<T> work((int)type<T>::getrf_work(a.m, a.n), 1);
        matrix<int> pivots((int)ipiv.size(), 1), status(1, 1);
        a.ld = original.ld;
        a.copy(original);
        CUDA(type<T>::getrf(handle, a.m, a.n, a.p, a.ld, pivots.p, work.p, status.p));
        ipiv = pivots.template host<int>();
        info = status.template host<int>()[0];
    }
    bool valid() const
    {
        for (int j = 0; j < std::min(a.m, a.n); j++)
            if (ipiv[j] < j + 1 || ipiv[j] > a.m)
                return false;
        return true;
    }
    double residual(const matrix<T> &original) const
    {
        int k = std::min(a.m, a.n);
        matrix<T> l(a.m, k), u(k, a.n), r(a.m, a.n);
        take_part(LOWER, a, l, make<T>(0), ONES);
        take_part(UPPER, a, u, make<T>(0));
        permute(composed(a.m, ipiv, k), original, r);
        subtract_product(l, u, r);
        double size = norm(original);
        return norm(r) / (size > 0 ? a.n * size * eps<T>() : 1);
    }
    // the largest multiplier in absolute value
    double largest() const
    {
        typedef typename type<T>::host H;
        std::vector<H> v = a.template host<H>();
        double x = 0;
        for (int j = 0; j < std::min(a.m, a.n); j++)
            for (int i = j + 1; i < a.m; i++)
                x = std::max(x, (double)std::abs(v[i + (size_t)j * a.ld]));
        return x;
    }
    bool padding_intact(const matrix<T> &original) const
    {
        return same_outside(ALL, a, original);
    }
};

#endif /* TESTS_CUDA_FACTORED_CUH */
