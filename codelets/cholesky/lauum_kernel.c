/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L^H L or A = U U^H, a tile in place; the diagonal counts as real, as in LAPACK. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "direct.h"

static void cpu_lauum(void *tiles[], void *arg)
{
    struct sl_trtri_args *p = arg;
    SL_X(direct_lauum)(p->uplo, TILE_N(tiles[0]), TILE(tiles[0]), TILE_LD(tiles[0]));
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"

/* A = W^H W or W W^H, one triangle. */
static int square(cublasHandle_t handle, starling_uplo uplo, int n, const scalar_t *w, scalar_t *a,
                  int lda)
{
    bool lower = uplo == STARLING_LOWER;
    const real_t one = 1, zero = 0;
#ifdef SL_COMPLEX
    return cublas_x(herk)(handle, cublas_uplo(uplo), lower ? CUBLAS_OP_C : CUBLAS_OP_N, n, n, &one,
                          CU(w), n, &zero, CU(a), lda);
#else
    return cublas_x(syrk)(handle, cublas_uplo(uplo), lower ? CUBLAS_OP_T : CUBLAS_OP_N, n, n, &one,
                          CU(w), n, &zero, CU(a), lda);
#endif
}

/* With a copy of the triangle, zeros beside it. */
static void cuda_lauum(void *tiles[], void *arg)
{
    struct sl_trtri_args *p = arg;
    int n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    scalar_t *a = TILE(tiles[0]), *w = TILE(tiles[1]);
    cublasHandle_t handle = sl_cuda_handle();
    cudaStream_t stream = sl_cuda_stream();
    sl_cuda_check(&p->head, sl_cuda_x(laset)(stream, 'G', 0, n, n, CV((scalar_t)0), CV((scalar_t)0),
                                             CU(w), n));
    sl_cuda_check(&p->head, sl_cuda_x(lacpy)(stream, (char)p->uplo, n, n, CU(a), lda, CU(w), n));
    sl_cuda_check(&p->head,
                  sl_cuda_x(lascl)(stream, 1, (char)p->uplo, n, n, CV((scalar_t)1), CU(w), n));
    sl_cuda_check(&p->head, square(handle, p->uplo, n, w, a, lda));
}
#endif

SL_CODELET(lauum);
