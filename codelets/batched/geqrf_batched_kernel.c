/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R for each matrix of a chunk, as LAPACK's geqrf. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"

#define SL_VECTORS "codelets/batched/geqrf_lanes.h"
#include "codelets/vectors.h"

/* LAPACK has blocks of at most 64 columns. */
static int room_of_lapack(int m, int n)
{
    return is_small(m, n) ? 0 : n * SL_MIN(n, 64);
}

static void by_lapack(const struct chunk *c, int64_t i)
{
    struct sl_place a = a_of(c, i);
    LAPACKE_x(geqrf_work)(LAPACK_COL_MAJOR, a.m, a.n, a.a, a.lda, tau_of(c, i).a, c->work,
                          room_of_lapack(a.m, a.n));
}

static void cpu_geqrf_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    by_groups(&c, SL_BEST(qr_all), by_lapack);
}

#ifdef STARLING_CUDA
#include "codelets/qr/cuda_geqrf.h"
#include "cuda_geqrf_batched.h"
#include "large_on_gpu.h"

/* V, T, and the workspace of a large matrix. */
static int64_t room_of_large(int64_t m, int64_t n)
{
    int64_t k = SL_MIN(m, n);
    return large_part(m * k) + large_part(k * k) + (int64_t)sl_cuda_x(geqrf_work)((int)m, (int)n);
}

/* Each matrix by the kernels for a panel; tau is the diagonal of T. */
static void large_on_gpu(struct sl_batched_args *p, const struct chunk *c)
{
    int m = (int)p->m, n = (int)p->n, k = SL_MIN(m, n), lda = (int)p->lda;
    for (int64_t i = 0; i < c->count; i++) {
        cublasHandle_t handle = handle_of(i);
        cudaStream_t stream = starpu_cuda_get_local_stream(); /* if there is no handle */
        scalar_t *V = large_work_of(c->work, room_of_large(m, n), i),
                 *T = V + large_part((int64_t)m * k), *work = T + large_part((int64_t)k * k);
        sl_cuda_check(&p->head, sl_cuda_x(geqrf)(handle, m, n, CU(c->a + i * c->stride_a), lda,
                                                 CU(T), k, CU(V), m, CU(work)));
        sl_cuda_check(&p->head, cublasGetStream(handle, &stream));
        sl_cuda_check(&p->head, cudaMemcpy2DAsync(c->tau + i * c->stride_tau, sizeof *T, T,
                                                  sizeof *T * (size_t)(k + 1), sizeof *T, (size_t)k,
                                                  cudaMemcpyDeviceToDevice, stream));
    }
    end_of_handles();
}

static void cuda_geqrf_batched(void *tiles[], void *arg)
{
    struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    if (p->m > SL_GEQRF_BATCHED_ROWS)
        large_on_gpu(p, &c);
    else
        sl_cuda_check(&p->head,
                      sl_cuda_x(geqrf_batched)(starpu_cublas_get_local_handle(), (int)p->m,
                                               (int)p->n, c.count, CU(c.a), (int)p->lda, c.stride_a,
                                               CU(c.tau), c.stride_tau, CU(c.work)));
}
#endif

/* LAPACK's workspace of one matrix on a core; count 0: no GPU. */
int64_t SL_X(geqrf_batched_work)(int64_t m, int64_t n, int64_t count)
{
    int64_t elements = room_of_lapack((int)m, (int)n);
#ifdef STARLING_CUDA
    int64_t on_gpu = m > SL_GEQRF_BATCHED_ROWS
                         ? large_work(room_of_large(m, n), count)
                         : (int64_t)sl_cuda_x(geqrf_batched_work)((int)m, (int)n, count);
    elements = SL_MAX(elements, count > 0 ? on_gpu : 0);
#else
    (void)count;
#endif
    return elements;
}

SL_CODELET(geqrf_batched);
