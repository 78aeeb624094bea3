/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* y = alpha A x + beta y with a general or Hermitian matrix A, which is one array. Buffers: the
 * first tiles of the arrays of y, x and A. There is no CPU kernel. */

#include "args.h"
#include "codelets/codelet.h"

#ifdef STARLING_CUDA
static int multiply(cublasHandle_t handle, const struct sl_matvec_args *p, const scalar_t *a,
                    int lda, const scalar_t *x, scalar_t *y)
{
    scalar_t alpha = (scalar_t)p->alpha, beta = (scalar_t)p->beta;
    cublasFillMode_t uplo =
        p->uplo == STARLING_LOWER ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
    if (p->uplo == STARLING_GENERAL)
        return cublas_x(gemv)(handle, CUBLAS_OP_N, (int)p->m, (int)p->n, CS(alpha), CU(a), lda,
                              CU(x), 1, CS(beta), CU(y), 1);
#ifdef SL_COMPLEX
    return cublas_x(hemv)(handle, uplo, (int)p->n, CS(alpha), CU(a), lda, CU(x), 1, CS(beta), CU(y),
                          1);
#else
    return cublas_x(symv)(handle, uplo, (int)p->n, CS(alpha), CU(a), lda, CU(x), 1, CS(beta), CU(y),
                          1);
#endif
}

static void cuda_matvec(void *tiles[], void *arg)
{
    struct sl_matvec_args *p = arg;
    sl_cuda_check(&p->head, multiply(sl_cuda_handle(), p, TILE(tiles[2]),
                                     TILE_LD(tiles[2]), TILE(tiles[1]), TILE(tiles[0])));
}
#endif

SL_CODELET_CUDA(matvec);
