// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Cholesky factorization of one tile, and with it the inverses of its diagonal
// blocks of order SL_CUDA_IB, at no extra time on the critical path.
//
// The algorithm is the right-looking blocked one (Choi et al., ScaLAPACK, Scientific
// Programming 5, 1996), with three changes for a processor on which a column of a
// small matrix costs more time than a gigaflop of products:
//
// - One launch per block column of NB. It applies the previous block column to
//   everything right of it and, in other thread blocks of the same launch, factors
//   the current one. Each thread block of the panel factors the same diagonal block
//   for itself rather than waiting for another to do so.
// - The matrix is bordered: factoring [A; I] by columns yields [L; L^-H], so that the
//   rows of an identity, carried along as further rows of the panel, become the
//   inverse. They start anew every SL_CUDA_IB columns and live in D.
// - Within a thread block the warps have two roles. Solver warps turn NB columns into
//   factors, SW columns (a strip) at a time, each thread for one row, all of them
//   repeating the strip's small diagonal block in registers. Owner warps keep the
//   rest of the block in registers and update it, with matrix instructions in double
//   precision, while the solvers work on the next strip.
//
// Elements and how they move are in cuda_potrf_tile.cuh, a strip in cuda_potrf_strip.cuh,
// what a thread block does in cuda_potrf_step.cuh; the launches are here.
//
// Orientation: everything is written for the lower triangle. U^T is the lower factor of
// A^T, which only loads and stores know of. The border is stored conjugate.

#include "cuda_potrf_step.cuh"

namespace sl
{

// Columns that the launches update by themselves: a rank-k update by cuBLAS, and a start anew,
// against jobs that wait for a multiprocessor; one H200.
enum { WINDOW = 512 };

// The column before which the launches that begin with `outer` end. The border ends with them.
template <class T> static int end_of_window(const tile<T> &t, int outer)
{
    const int columns = t.D ? SL_CUDA_IB : WINDOW, rest = t.n - outer;
    const bool last = rest <= (t.D ? 1 : 2) * columns;
    return last ? t.n : outer + columns;
}

// Whether this device knows early launches: 1, the number of launch attributes, or 0.
static int starts_early()
{
    int device = 0, major = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    return major >= 9;
}

template <class T, bool GIVEN>
static int launch_step(const tile<T> &t, int blocks, int rows, cudaStream_t stream)
{
    typedef layout<T> Y;
    // Set on each call, for it belongs to the current device; costs well under 1 us.
    cudaError_t err = cudaFuncSetAttribute(
        step_kernel<T, GIVEN>, cudaFuncAttributeMaxDynamicSharedMemorySize, Y::BYTES);
    if (err != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    cudaLaunchAttribute early[1] = {};
    early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks, rows);
    config.blockDim = Y::THREADS;
    config.dynamicSmemBytes = Y::BYTES;
    config.stream = stream;
    config.attrs = early;
    config.numAttrs = starts_early();
    err = cudaLaunchKernelEx(&config, step_kernel<T, GIVEN>, t);
    return err == cudaSuccess ? 0 : CUBLAS_STATUS_EXECUTION_FAILED;
}

// Thread blocks that step needs; the counterpart of find_job.
template <class T> static int count_jobs(const tile<T> &t, bool given)
{
    const int NB = shape<T>::NB;
    int border = t.col / SL_CUDA_IB * SL_CUDA_IB;
    int above = t.D ? (t.col - border) / NB : 0;
    int jobs = 1 + above + (given ? 0 : (t.n - 1 - t.col) / NB);
    if (t.first)
        return jobs;
    for (int c = t.col + NB; c < t.end; c += NB) {
        jobs += given ? 0 : ((t.n - 1 - c) / NB + 2) / 2;
        jobs += c < border + SL_CUDA_IB ? (above + 1) / 2 : 0;
    }
    return jobs;
}

template <class T>
int potrf(cublasHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, T *D, int ldd,
          T *work, int *info)
{
    typedef typename scalar<T>::real real;
    const int NB = shape<T>::NB;
    if (n < 0 || lda < max(1, n) || (D && ldd < SL_CUDA_IB) || !info)
        return CUBLAS_STATUS_INVALID_VALUE;
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    if (status != 0)
        return status;
    if (n == 0)
        return cudaMemsetAsync(info, 0, sizeof(int), stream) == cudaSuccess
                   ? 0
                   : CUBLAS_STATUS_EXECUTION_FAILED;
    bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    tile<T> t = {A, D, work, info, n, lda, ldd, upper, false, 0, true, 0};
    for (int outer = 0; outer < n; outer = t.end) {
        t.end = end_of_window(t, outer);
        for (t.col = outer; t.col < t.end; t.col += NB) {
            t.first = t.col == outer;
            status = launch_step<T, false>(t, count_jobs(t, false), 1, stream);
            if (status != 0)
                return status;
        }
        // A22 = A22 - L21 L21^H, or A22 - U12^H U12
        if (t.end < n) {
            const T *P =
                A + (upper ? outer + (size_t)t.end * lda : t.end + (size_t)outer * lda);
            status = herk(h, uplo, upper ? CUBLAS_OP_C : CUBLAS_OP_N, n - t.end,
                          t.end - outer, real(-1), P, lda, real(1),
                          A + t.end + (size_t)t.end * lda, lda);
            if (status != 0)
                return status;
        }
    }
    finish_kernel<T><<<(n + NB - 1) / NB, 256, 0, stream>>>(t, true);
    return cudaGetLastError() == cudaSuccess ? 0 : CUBLAS_STATUS_EXECUTION_FAILED;
}

template <class T>
int trtri_diag(cublasHandle_t h, cublasFillMode_t uplo, cublasDiagType_t diag, int n,
               const T *A, int lda, T *D, int ldd)
{
    const int NB = shape<T>::NB;
    if (n < 0 || lda < max(1, n) || !D || ldd < SL_CUDA_IB)
        return CUBLAS_STATUS_INVALID_VALUE;
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    if (status != 0 || n == 0)
        return status;
    bool upper = uplo == CUBLAS_FILL_MODE_UPPER, unit = diag == CUBLAS_DIAG_UNIT;
    // nothing writes A in this mode
    tile<T> t = {(T *)A, D, nullptr, nullptr, n, lda, ldd, upper, unit, 0, true, 0};
    t.end = min(n, SL_CUDA_IB);
    for (t.col = 0; t.col < t.end; t.col += NB) {
        t.first = t.col == 0;
        status = launch_step<T, true>(t, count_jobs(t, true),
                                      (n + SL_CUDA_IB - 1) / SL_CUDA_IB, stream);
        if (status != 0)
            return status;
    }
    finish_kernel<T><<<(n + NB - 1) / NB, 256, 0, stream>>>(t, false);
    return cudaGetLastError() == cudaSuccess ? 0 : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace sl

#define SL_CUDA_POTRF(x, T)                                                            \
    extern "C" size_t sl_cuda_##x##potrf_work(int n)                                   \
    {                                                                                  \
        size_t NB = sl::shape<T>::NB;                                                  \
        return (n + NB - 1) / NB * NB * NB;                                            \
    }                                                                                  \
    extern "C" int sl_cuda_##x##potrf(cublasHandle_t h, cublasFillMode_t uplo, int n,  \
                                      T *A, int lda, T *D, int ldd, T *work,           \
                                      int *info)                                       \
    {                                                                                  \
        return sl::potrf<T>(h, uplo, n, A, lda, D, ldd, work, info);                   \
    }                                                                                  \
    extern "C" int sl_cuda_##x##trtri_diag(cublasHandle_t h, cublasFillMode_t uplo,    \
                                           cublasDiagType_t diag, int n, const T *A,   \
                                           int lda, T *D, int ldd)                     \
    {                                                                                  \
        return sl::trtri_diag<T>(h, uplo, diag, n, A, lda, D, ldd);                    \
    }

SL_CUDA_POTRF(s, float)
SL_CUDA_POTRF(d, double)
SL_CUDA_POTRF(c, cuComplex)
SL_CUDA_POTRF(z, cuDoubleComplex)
