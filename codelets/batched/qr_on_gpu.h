/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R for each matrix of a chunk on a GPU, as LAPACK's geqrf, by the kernels for its order. */

#ifndef SL_QR_ON_GPU_H
#define SL_QR_ON_GPU_H

#include "codelets/qr/cuda_geqrf.h"
#include "cuda_geqrf_batched.h"
#include "large_on_gpu.h"

/* V, T, and the workspace of a large matrix. */
static inline int64_t room_of_large(int64_t m, int64_t n)
{
    int64_t k = SL_MIN(m, n);
    return large_part(m * k) + large_part(k * k) + (int64_t)sl_cuda_x(geqrf_work)((int)m, (int)n);
}

/* Elements of the workspace; count 0: no GPU. */
static inline int64_t qr_on_gpu_work(int64_t m, int64_t n, int64_t count)
{
    return count == 0 ? 0
           : m > SL_GEQRF_BATCHED_ROWS
               ? large_work(room_of_large(m, n), count)
               : (int64_t)sl_cuda_x(geqrf_batched_work)((int)m, (int)n, count);
}

/* Each matrix by the kernels for a panel; tau is the diagonal of T. */
static inline void large_qr_on_gpu(struct sl_args *args, int m, int n, int64_t count, scalar_t *A,
                                   int lda, int64_t stride, scalar_t *tau, int64_t stride_tau,
                                   scalar_t *work)
{
    int k = SL_MIN(m, n);
    for (int64_t i = 0; i < count; i++) {
        cublasHandle_t handle = handle_of(i);
        cudaStream_t stream = starpu_cuda_get_local_stream(); /* if there is no handle */
        scalar_t *V = large_work_of(work, room_of_large(m, n), i),
                 *T = V + large_part((int64_t)m * k), *rest = T + large_part((int64_t)k * k);
        sl_cuda_check(args, sl_cuda_x(geqrf)(handle, m, n, CU(A + i * stride), lda, CU(T), k, CU(V),
                                             m, CU(rest)));
        sl_cuda_check(args, cublasGetStream(handle, &stream));
        sl_cuda_check(args, cudaMemcpy2DAsync(tau + i * stride_tau, sizeof *T, T,
                                              sizeof *T * (size_t)(k + 1), sizeof *T, (size_t)k,
                                              cudaMemcpyDeviceToDevice, stream));
    }
    end_of_handles();
}

static inline void qr_on_gpu(struct sl_args *args, int m, int n, int64_t count, scalar_t *A,
                             int lda, int64_t stride, scalar_t *tau, int64_t stride_tau,
                             scalar_t *work)
{
    if (m > SL_GEQRF_BATCHED_ROWS)
        large_qr_on_gpu(args, m, n, count, A, lda, stride, tau, stride_tau, work);
    else
        sl_cuda_check(args,
                      sl_cuda_x(geqrf_batched)(starpu_cublas_get_local_handle(), m, n, count, CU(A),
                                               lda, stride, CU(tau), stride_tau, CU(work)));
}

#endif
