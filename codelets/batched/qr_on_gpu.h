/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R for each matrix of a chunk on a GPU, as LAPACK's geqrf, by the kernels for its order. */

#ifndef SL_QR_ON_GPU_H
#define SL_QR_ON_GPU_H

#include "codelets/qr/cuda_geqrf.h"
#include "cuda_geqrf_batched.h"
#include "cuda_places.h"
#include "large_on_gpu.h"

/* V, T, and the workspace of a large matrix. */
static inline int64_t room_of_large(int64_t m, int64_t n)
{
    int64_t k = SL_MIN(m, n);
    return large_part(m * k) + large_part(k * k) + (int64_t)sl_cuda_x(geqrf_work)((int)m, (int)n);
}

/* Elements of the workspace; count 0: no GPU. If shapes vary, these are the largest numbers. */
static inline int64_t qr_on_gpu_work(int64_t m, int64_t n, int64_t count)
{
    int64_t work = 0;
    if (count > 0 && SL_MAX(m, n) > SL_GEQRF_BATCHED_ROWS)
        work = large_work(room_of_large(m, n), count);
    if (count > 0 && m <= SL_GEQRF_BATCHED_ROWS)
        work = SL_MAX(work, (int64_t)sl_cuda_x(geqrf_batched_work)((int)m, (int)n, count));
    return work;
}

/* A matrix by the kernels for a panel; tau is the diagonal of T. */
static inline void large_qr(struct sl_args *args, cublasHandle_t handle, struct sl_place a,
                            scalar_t *tau, scalar_t *work)
{
    int k = SL_MIN(a.m, a.n);
    cudaStream_t stream = sl_cuda_stream(); /* if there is no handle */
    scalar_t *V = work, *T = V + large_part((int64_t)a.m * k),
             *rest = T + large_part((int64_t)k * k);
    sl_cuda_check(
        args, sl_cuda_x(geqrf)(handle, a.m, a.n, CU(a.a), a.lda, CU(T), k, CU(V), a.m, CU(rest)));
    sl_cuda_check(args, cublasGetStream(handle, &stream));
    sl_cuda_check(args, cudaMemcpy2DAsync(tau, sizeof *T, T, sizeof *T * (size_t)(k + 1), sizeof *T,
                                          (size_t)k, cudaMemcpyDeviceToDevice, stream));
}
static inline void large_qr_on_gpu(struct sl_args *args, int m, int n, int64_t count, scalar_t *A,
                                   int lda, int64_t stride, scalar_t *tau, int64_t stride_tau,
                                   scalar_t *work)
{
    for (int64_t i = 0; i < count; i++)
        large_qr(args, handle_of(i), (struct sl_place){A + i * stride, m, n, lda, 0},
                 tau + i * stride_tau, large_work_of(work, room_of_large(m, n), i));
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
                      sl_cuda_x(geqrf_batched)(sl_cuda_handle(), m, n, count, CU(A),
                                               lda, stride, CU(tau), stride_tau, CU(work)));
}

/* Matrices of varying shapes, the largest ones first; room: of a large one. */
static inline void qr_at_places(struct sl_args *args, const struct sl_qr *p, int64_t room,
                                scalar_t *work)
{
    int64_t large = sl_above(&p->A, SL_GEQRF_BATCHED_ROWS);
    for (int64_t k = 0; k < large; k++) {
        int64_t i = sl_number_of(&p->A, k);
        struct sl_place a = sl_place_in(&p->A, i, sizeof(scalar_t));
        if (p->W && a.m < a.n)
            a = (struct sl_place){(scalar_t *)p->W + i * p->stride_w, a.n, a.m, a.n, 0};
        large_qr(args, handle_of(k), a, sl_place_in(&p->tau, i, sizeof(scalar_t)).a,
                 large_work_of(work, room, k));
    }
    if (large > 0)
        end_of_handles();
    sl_cuda_check(args, sl_cuda_x(geqrf_places)(sl_cuda_stream(), p));
}

#endif
