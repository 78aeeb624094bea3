/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Batches of square matrices for the tests of device code: on the host, with a copy on the device. A
 * test defines type<T>, whose host is T with arithmetic on the host.
 */
#ifndef TESTS_CUDA_BATCH_CUH
#define TESTS_CUDA_BATCH_CUH

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include "cuda_program.cuh"

template <class T> struct type;

typedef std::complex<double> wide;
static wide widen(float x)
{
    return x;
}
static wide widen(double x)
{
    return x;
}
template <class R> static wide widen(std::complex<R> x)
{
    return wide(x.real(), x.imag());
}
template <class H> static H narrow(wide x);
template <> float narrow<float>(wide x)
{
    return (float)x.real();
}
template <> double narrow<double>(wide x)
{
    return x.real();
}
template <> std::complex<float> narrow<std::complex<float>>(wide x)
{
    return {(float)x.real(), (float)x.imag()};
}
template <> std::complex<double> narrow<std::complex<double>>(wide x)
{
    return x;
}

static double larger(double a, double b) // a NaN is larger than all
{
    return b > a || b != b ? b : a;
}

static double uniform()
{
    static uint64_t state = 12345;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0 * 2 - 1;
}

// All elements are random at first, padding and both triangles, too.
template <class T> struct batch {
    typedef typename type<T>::host H;
    int n, lda;
    int64_t stride, count;
    std::vector<H> a;
    std::vector<int> ipiv, info;
    T *p;
    int *dipiv, *dinfo;
    batch(int n_, int pad, int64_t count_)
        : n(n_), lda(n_ + pad), stride((int64_t)lda * n_ + pad), count(count_), a(stride * count_),
          ipiv(n_ * count_), info(count_)
    {
        for (auto &x : a)
            x = narrow<H>(wide(uniform(), uniform()));
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
    size_t at(int64_t k, int i, int j) const
    {
        return k * stride + i + (size_t)j * lda;
    }
    wide get(int64_t k, int i, int j) const
    {
        return widen(a[at(k, i, j)]);
    }
    void set(int64_t k, int i, int j, wide x)
    {
        a[at(k, i, j)] = narrow<H>(x);
    }
    void set_diagonals(double x)
    {
        for (int64_t k = 0; k < count; k++)
            for (int i = 0; i < n; i++)
                set(k, i, i, x);
    }
    // to the device; the stream does not wait for the default one
    void up()
    {
        CUDA(cudaMemcpy(p, a.data(), sizeof(T) * a.size(), cudaMemcpyHostToDevice));
        CUDA(cudaMemset(dinfo, 0xff, sizeof(int) * info.size()));
        CUDA(cudaDeviceSynchronize());
    }
    void down()
    {
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy(a.data(), p, sizeof(T) * a.size(), cudaMemcpyDeviceToHost));
        CUDA(cudaMemcpy(ipiv.data(), dipiv, sizeof(int) * ipiv.size(), cudaMemcpyDeviceToHost));
        CUDA(cudaMemcpy(info.data(), dinfo, sizeof(int) * info.size(), cudaMemcpyDeviceToHost));
    }
};

#endif /* TESTS_CUDA_BATCH_CUH */
