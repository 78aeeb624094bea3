/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from the Cholesky factors of each matrix of a chunk. B stays where info says that there is no
 * factor. */

#define SL_KERNEL_USES_BLAS
#include "chunk.h"

static void cpu_potrs_batched(void *tiles[], void *arg)
{
    const struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    for (int64_t i = 0; i < c.count; i++) {
        struct sl_place a = a_of(&c, i), b = b_of(&c, i);
        if (!c.info || c.info[i] == 0)
            LAPACKE_x(potrs_work)(LAPACK_COL_MAJOR, (char)p->uplo, a.n, b.n, a.a, a.lda, b.a,
                                  b.lda);
    }
}

#ifdef STARLING_CUDA
#include "cuda_places.h"
#include "cuda_solve.h"

static void cuda_potrs_batched(void *tiles[], void *arg)
{
    struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    if (have_places(&c)) {
        sl_cuda_check(&p->head, sl_cuda_x(potrs_places)(
                                    starpu_cuda_get_local_stream(), p->uplo == STARLING_UPPER,
                                    matrices_of(&c, tiles, SL_BATCH_A),
                                    matrices_of(&c, tiles, SL_BATCH_B), c.info));
        return;
    }
    sl_cuda_check(&p->head, sl_cuda_x(potrs_batched)(
                                starpu_cublas_get_local_handle(), p->uplo == STARLING_UPPER,
                                (int)p->n, (int)p->nrhs, c.count, CU(c.a), (int)p->lda, c.stride_a,
                                CU(c.b), (int)p->ldb, c.stride_b, c.info, c.work));
}
#endif

SL_CODELET(potrs_batched);
