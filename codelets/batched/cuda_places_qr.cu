/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR of matrices of varying shapes: small ones whole, others by panels, all matrices of a class of
 * sizes at once. */

#include <algorithm>
#include "cuda_geqrf_launch.cuh"
#include "cuda_places.h"

namespace sl
{

/* ---- Up to 32 rows and columns -------------------------------------------------------------- */

template <class T, int N> static int small_class(cudaStream_t stream, const sl_qr &p, size_class x)
{
    const geqrf_list<T> call = {p, x.first, x.count, N};
    return x.count > 0 ? launch_small<T, N>(stream, call) : (int)cudaSuccess;
}
template <class T> static int small_qrs(cudaStream_t stream, const sl_qr &p)
{
    /* rectangles are beside squares of order 33 */
    int err = small_class<T, 32>(stream, p, size_class(p.A, SL_SMALL + 1, 16));
    if (err == cudaSuccess)
        err = small_class<T, 16>(stream, p, size_class(p.A, 16, 8));
    return err == cudaSuccess ? small_class<T, 8>(stream, p, size_class(p.A, 8, 0)) : err;
}

/* ---- By panels ------------------------------------------------------------------------------- */

template <class T, int R>
__global__ static void __launch_bounds__(panel_rest<T, R>::THREADS) rest_kernel(panel_list<T> call)
{
    const qr_panel<T> panel = call.panel(blockIdx.x);
    if (panel.x.n > 0)
        panel_rest<T, R>(panel.x, call.right(blockIdx.x)).update(blockIdx.y);
}
/* What a panel of at most m rows does to at most `columns` columns right of it. */
template <class T>
static int update_rest(cudaStream_t stream, int m, int columns, int64_t count,
                       const panel_list<T> &call)
{
    return by_rows(m, [&](auto rows) {
        typedef panel_rest<T, rows()> rest;
        const dim3 grid((unsigned)count, (columns + rest::COLUMNS - 1) / rest::COLUMNS);
        rest_kernel<T, rows()><<<grid, rest::THREADS, 0, stream>>>(call);
        return (int)cudaGetLastError();
    });
}

/* The matrices of a class. */
template <class T> static int by_panels(cudaStream_t stream, const sl_qr &p, const size_class &x)
{
    const int steps = std::min(x.largest, std::min(p.A.m, p.A.n)),
              columns = p.W ? steps : std::min(x.largest, p.A.n);
    int err = cudaSuccess, width;
    for (int k = 0; k < steps && err == cudaSuccess; k += width) {
        const int rows = x.largest - k, rest = columns - k - 1;
        const int64_t count = std::min(x.count, sl_above(&p.A, k) - x.first);
        width = columns_of_panel<T>(rows);
        const panel_list<T> call = {p, x.first, SL_SMALL, k, width};
        err = factor_panel<T>(stream, rows, count, call);
        if (err == cudaSuccess && rest > 0)
            err = update_rest<T>(stream, rows, rest, count, call);
    }
    return err;
}
template <class T> static int middle_qrs(cudaStream_t stream, const sl_qr &p)
{
    static const int most[] = {SL_GEQRF_BATCHED_ROWS, 512, 256, 128, 64, SL_SMALL};
    int err = cudaSuccess;
    for (int c = 0; most[c] > SL_SMALL && err == cudaSuccess; c++) {
        const size_class x(p.A, most[c], most[c + 1]);
        if (x.count > 0)
            err = by_panels<T>(stream, p, x);
    }
    return err;
}

template <class T> static int geqrf(cudaStream_t stream, const sl_qr &p)
{
    const int err = middle_qrs<T>(stream, p);
    return err == cudaSuccess ? small_qrs<T>(stream, p) : err;
}

} // namespace sl

#define SL_CUDA_PLACES(x, T)                                                                       \
    extern "C" int sl_cuda_##x##geqrf_places(cudaStream_t stream, const sl_qr *p)                  \
    {                                                                                              \
        return sl::geqrf<T>(stream, *p);                                                           \
    }
SL_CUDA_PLACES(s, float)
SL_CUDA_PLACES(d, double)
SL_CUDA_PLACES(c, cuComplex)
SL_CUDA_PLACES(z, cuDoubleComplex)
