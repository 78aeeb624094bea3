/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of QR factorizations: small matrices in one launch; others by panels, and by cuBLAS'
 * products of all matrices at once with the block reflector of a panel. */

#include "cuda_geqrf_batched.h"
#include "cuda_geqrf_launch.cuh"

namespace sl
{

/* ---- cuBLAS: C = alpha op(A) B + beta C of so many matrices -------------------------------- */

#define SL_GEMM_STRIDED(T, name)                                                                   \
    static cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t trans, int m, int n, int k,     \
                               double alpha, const T *A, int lda, int64_t stride_a, const T *B,    \
                               int ldb, int64_t stride_b, double beta, T *C, int ldc,              \
                               int64_t stride_c, int count)                                        \
    {                                                                                              \
        typedef scalar<T>::real real;                                                              \
        const T times = scalar<T>::make((real)alpha), plus = scalar<T>::make((real)beta);          \
        return name(h, trans, CUBLAS_OP_N, m, n, k, &times, A, lda, stride_a, B, ldb, stride_b,    \
                    &plus, C, ldc, stride_c, count);                                               \
    }
SL_GEMM_STRIDED(float, cublasSgemmStridedBatched)
SL_GEMM_STRIDED(double, cublasDgemmStridedBatched)
SL_GEMM_STRIDED(cuComplex, cublasCgemmStridedBatched)
SL_GEMM_STRIDED(cuDoubleComplex, cublasZgemmStridedBatched)

/* ---- Orders up to 32 ----------------------------------------------------------------------- */

template <class T> static int small_geqrf(cudaStream_t stream, const geqrf_call<T> &call)
{
    const int most = max(call.m, call.n);
    return most <= 8    ? launch_small<T, 8>(stream, call)
           : most <= 16 ? launch_small<T, 16>(stream, call)
                        : launch_small<T, 32>(stream, call);
}

/* ---- By panels ----------------------------------------------------------------------------- */

/* Matrices at a time: their workspaces stay in the cache where they are small; not measured. */
enum { QR_WORK = 1 << 23, QR_MATRICES = 32768 };

/* The workspace of one matrix. */
struct qr_work {
    int64_t v, t, w; /* elements of V, T, and of V^H A */
    qr_work(int m, int n) : v(0), t(0), w(0)
    {
        const int nb = MIDDLE_QR_COLUMNS;
        if (n > 1) {
            v = ((int64_t)m * nb + 1) / 2 * 2;
            t = nb * nb;
            w = (int64_t)nb * n;
        }
    }
    int64_t of_one() const
    {
        return v + t + 2 * w;
    }
    int at_a_time(int64_t count) const
    {
        const int64_t most =
            of_one() == 0 ? QR_MATRICES : QR_WORK / of_one(); /* one column: none */
        return (int)min(count, max((int64_t)1, min((int64_t)QR_MATRICES, most)));
    }
};

template <class T> struct panels {
    cublasHandle_t h;
    cudaStream_t stream;
    geqrf_call<T> p;
    T *V, *t, *W;
    qr_work work;

    /* A(k :, k + columns :) = (I - V T V^H)^H A(k :, k + columns :) of `count` matrices */
    int update(int k, int columns, int count) const
    {
        const int rows = p.m - k, rest = p.n - k - columns;
        T *A = p.A + k + (int64_t)(k + columns) * p.lda, *TW = W + work.w;
        int status = gemm(h, CUBLAS_OP_C, columns, rest, rows, 1, V, rows, work.v, A, p.lda,
                          p.stride, 0, W, columns, 2 * work.w, count);
        if (status == 0)
            status = gemm(h, CUBLAS_OP_C, columns, rest, columns, 1, t, MIDDLE_QR_COLUMNS, work.t,
                          W, columns, 2 * work.w, 0, TW, columns, 2 * work.w, count);
        return status != 0 ? status
                           : gemm(h, CUBLAS_OP_N, rows, rest, columns, -1, V, rows, work.v, TW,
                                  columns, 2 * work.w, 1, A, p.lda, p.stride, count);
    }
    int factor(int count) const
    {
        const int steps = min(p.m, p.n);
        int status = 0, columns;
        for (int k = 0; k < steps && status == 0; k += columns) {
            columns = min(columns_of_panel<T>(p.m - k), steps - k);
            const bool last = k + columns == p.n;
            const panel_call<T> call = {p.m - k,
                                        columns,
                                        p.A + k + (int64_t)k * p.lda,
                                        p.lda,
                                        p.stride,
                                        p.tau + k,
                                        p.stride_tau,
                                        V,
                                        work.v,
                                        last ? nullptr : t,
                                        work.t};
            status = factor_panel<T>(stream, call.m, count, call);
            if (status == 0 && !last)
                status = update(k, columns, count);
        }
        return status;
    }
};

template <class T> static int geqrf(cublasHandle_t h, geqrf_call<T> call, T *work)
{
    const qr_work one(call.m, call.n);
    cudaStream_t stream = nullptr;
    cublasStatus_t status = cublasGetStream(h, &stream);
    if (status != CUBLAS_STATUS_SUCCESS || min(call.m, call.n) == 0 || call.count == 0)
        return status;
    if (max(call.m, call.n) <= 32)
        return small_geqrf(stream, call);
    const int some = one.at_a_time(call.count);
    int result = 0;
    for (int64_t i = 0; i < call.count && result == 0; i += some) {
        geqrf_call<T> p = call;
        p.A += i * p.stride;
        p.tau += i * p.stride_tau;
        const panels<T> part = {
            h, stream, p, work, work + some * one.v, work + some * (one.v + one.t), one};
        result = part.factor((int)min((int64_t)some, call.count - i));
    }
    return result;
}
static size_t geqrf_work(int m, int n, int64_t count)
{
    const qr_work one(m, n);
    if (max(m, n) <= 32 || min(m, n) == 0 || count == 0)
        return 0;
    return (size_t)(one.at_a_time(count) * one.of_one());
}

} // namespace sl

#define SL_CUDA_GEQRF_BATCHED(x, T)                                                                \
    extern "C" size_t sl_cuda_##x##geqrf_batched_work(int m, int n, int64_t count)                 \
    {                                                                                              \
        return sl::geqrf_work(m, n, count);                                                        \
    }                                                                                              \
    extern "C" int sl_cuda_##x##geqrf_batched(cublasHandle_t h, int m, int n, int64_t count, T *A, \
                                              int lda, int64_t stride, T *tau, int64_t stride_tau, \
                                              T *work)                                             \
    {                                                                                              \
        return sl::geqrf<T>(h, {m, n, count, A, lda, stride, tau, stride_tau}, work);              \
    }
SL_CUDA_GEQRF_BATCHED(s, float)
SL_CUDA_GEQRF_BATCHED(d, double)
SL_CUDA_GEQRF_BATCHED(c, cuComplex)
SL_CUDA_GEQRF_BATCHED(z, cuDoubleComplex)
