/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from the LU factors of each matrix of a chunk. B stays where info says that U is singular. */

#define SL_KERNEL_USES_BLAS
#include "chunk.h"

static void cpu_getrs_batched(void *tiles[], void *arg)
{
    const struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    for (int64_t i = 0; i < c.count; i++) {
        struct sl_place a = a_of(&c, i), b = b_of(&c, i);
        if (!c.info || c.info[i] == 0)
            LAPACKE_x(getrs_work)(LAPACK_COL_MAJOR, (char)p->trans, a.n, b.n, a.a, a.lda,
                                  ipiv_of(&c, i), b.a, b.lda);
    }
}

#ifdef STARLING_CUDA
#include "cuda_places.h"
#include "cuda_solve.h"

static void cuda_getrs_batched(void *tiles[], void *arg)
{
    struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    if (have_places(&c)) {
        sl_cuda_check(&p->head,
                      sl_cuda_x(getrs_places)(
                          starpu_cuda_get_local_stream(), cublas_trans(p->trans),
                          matrices_of(&c, tiles, SL_BATCH_A), matrices_of(&c, tiles, SL_BATCH_IPIV),
                          matrices_of(&c, tiles, SL_BATCH_B), c.info));
        return;
    }
    sl_cuda_check(&p->head, sl_cuda_x(getrs_batched)(
                                starpu_cublas_get_local_handle(), cublas_trans(p->trans), (int)p->n,
                                (int)p->nrhs, c.count, CU(c.a), (int)p->lda, c.stride_a, c.ipiv,
                                CU(c.b), (int)p->ldb, c.stride_b, c.info, c.work));
}
#endif

/* potrs has the same. */
int64_t SL_X(solve_batched_work)(int64_t n, int64_t nrhs, int64_t count)
{
#ifdef STARLING_CUDA
    return count > 0
               ? (int64_t)(sl_cuda_solve_work(n, nrhs, count, sizeof(scalar_t)) / sizeof(scalar_t))
               : 0;
#else
    return 0 * n * nrhs * count;
#endif
}

SL_CODELET(getrs_batched);
