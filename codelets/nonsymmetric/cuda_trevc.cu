/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvectors of triangular matrices: kernels and their calls. */

#include "codelets/cuda/cuda_each.cuh"
#include "cuda_trevc.cuh"
#include "cuda_trevc_solve.cuh"

namespace sl
{

enum { SOLVE_WARPS = 4 };

template <class T> __global__ static void solve_kernel(trevc_solve_call<T> c)
{
    extern __shared__ double rows_of_vectors[];
    const int warp = (int)threadIdx.x / 32, column = (int)blockIdx.x * SOLVE_WARPS + warp;
    if (column < c.columns)
        solve_vector(c, column,
                     (typename scalar<T>::real *)rows_of_vectors + 2 * (int64_t)warp * c.rows);
}

template <class T> static int solve(cudaStream_t stream, const trevc_solve_call<T> &c)
{
    const size_t shared = 2 * SOLVE_WARPS * (size_t)c.rows * sizeof(typename scalar<T>::real);
    if (c.columns > 0)
        solve_kernel<T>
            <<<(c.columns + SOLVE_WARPS - 1) / SOLVE_WARPS, 32 * SOLVE_WARPS, shared, stream>>>(c);
    return cudaGetLastError();
}

template <class T>
__global__ static void largest_kernel(int m, int n, int rows, const T *a, int lda,
                                      typename scalar<T>::real *largest)
{
    __shared__ trevc_shared<typename scalar<T>::real> shared;
    find_largest(m, n, rows, a, lda, shared, largest);
}
template <class T> __global__ static void scale_kernel(trevc_scale_call<T> u)
{
    scale_column(u, (int)blockIdx.x);
}
template <class T> __global__ static void finish_kernel(trevc_finish_call<T> f)
{
    __shared__ trevc_shared<typename scalar<T>::real> shared;
    finish_vector(f, (int)blockIdx.x, shared);
}
template <class T> __global__ static void normalize_kernel(trevc_norm_call<T> c)
{
    __shared__ trevc_shared<double> shared;
    normalize_vector(c, (int)blockIdx.x, shared);
}

template <class T>
static int finish(cudaStream_t stream, trevc_finish_call<T> f, const sl_cuda_piece *piece,
                  void *room)
{
    int error = cudaMemcpyAsync(room, piece, sizeof *piece * (size_t)f.pieces,
                                cudaMemcpyHostToDevice, stream);
    if (error == cudaSuccess)
        finish_kernel<T><<<f.v.columns, TREVC_THREADS, 0, stream>>>(f);
    return error != cudaSuccess ? error : (int)cudaGetLastError();
}

} // namespace sl

#define DEFINE(x, T, R)                                                                            \
    extern "C" int sl_cuda_##x##flip_tiles(cudaStream_t stream, const sl_cuda_tiles *t, int m,     \
                                           int n, T *b, int ldb)                                   \
    {                                                                                              \
        const sl_cuda_tiles tiles = *t;                                                            \
        return sl::launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {                \
            sl::flip_element(tiles, m, n, i, j, b, ldb);                                           \
        });                                                                                        \
    }                                                                                              \
    extern "C" int sl_cuda_##x##trevc_largest(cudaStream_t stream, int m, int n, int rows,         \
                                              const T *a, int lda, R *largest)                     \
    {                                                                                              \
        sl::largest_kernel<T><<<1, sl::TREVC_THREADS, 0, stream>>>(m, n, rows, a, lda, largest);   \
        return cudaGetLastError();                                                                 \
    }                                                                                              \
    extern "C" int sl_cuda_##x##trevc_solve(                                                       \
        cudaStream_t stream, const sl_cuda_vectors *v, bool begin, int64_t order, int rows,        \
        const T *s, int lds, const T *t, int ldt, const R *largest, T *X, int ldx, int *state)     \
    {                                                                                              \
        const R smallest = sl::robust<R>::tiny * ((R)order / sl::robust<R>::ulp);                  \
        return sl::solve<T>(stream, {v->columns, rows, begin, smallest, s, lds, t, ldt, v->place,  \
                                     largest, X, ldx, state});                                     \
    }                                                                                              \
    extern "C" int sl_cuda_##x##trevc_scale(                                                       \
        cudaStream_t stream, int columns, bool first, int m, int k, const R *largest, const T *B,  \
        int ldb, const int *from, T *X, int ldx, int *to, T *copy, int ldcopy)                     \
    {                                                                                              \
        const sl::trevc_scale_call<T> u = {columns, first, m,   k,  largest, B,     ldb,           \
                                           from,    X,     ldx, to, copy,    ldcopy};              \
        sl::scale_kernel<T><<<columns, sl::TREVC_THREADS, 0, stream>>>(u);                         \
        return cudaGetLastError();                                                                 \
    }                                                                                              \
    extern "C" int sl_cuda_##x##trevc_finish(cudaStream_t stream, const sl_cuda_vectors *v, int n, \
                                             int pieces, const sl_cuda_piece *piece, void *room,   \
                                             T *V, int ldv)                                        \
    {                                                                                              \
        return sl::finish<T>(stream, {*v, n, pieces, (const sl_cuda_piece *)room, V, ldv}, piece,  \
                             room);                                                                \
    }                                                                                              \
    extern "C" int sl_cuda_##x##trevc_normalize(cudaStream_t stream, const sl_cuda_vectors *v,     \
                                                bool euclid, const R *balance, int ilo, int ihi,   \
                                                int n, T *V, int ldv)                              \
    {                                                                                              \
        const sl::trevc_norm_call<T> c = {*v, euclid, balance, ilo, ihi, n, V, ldv};               \
        sl::normalize_kernel<T><<<v->columns, sl::TREVC_THREADS, 0, stream>>>(c);                  \
        return cudaGetLastError();                                                                 \
    }
DEFINE(s, float, float)
DEFINE(d, double, double)
DEFINE(c, cuComplex, float)
DEFINE(z, cuDoubleComplex, double)
