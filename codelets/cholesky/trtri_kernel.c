/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = A^-1, a triangular tile; and whether there is a zero on its diagonal. On a GPU the inverse is
 * the solution with an identity, by the inverted diagonal blocks that solves have, too. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static void cpu_trtri_check(void *tiles[], void *arg)
{
    int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[1]), n = TILE_N(tiles[0]), i = 0;
    const scalar_t *a = TILE(tiles[0]);
    (void)arg;
    while (i < n && a[i + (int64_t)i * TILE_LD(tiles[0])] != 0)
        i++;
    *info = i < n ? i + 1 : 0;
}

static void cpu_trtri(void *tiles[], void *arg)
{
    struct sl_trtri_args *p = arg;
    LAPACKE_x(trtri_work)(LAPACK_COL_MAJOR, (char)p->uplo, (char)p->diag, TILE_N(tiles[0]),
                          TILE(tiles[0]), TILE_LD(tiles[0]));
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_blas3.h"

static void cuda_trtri_check(void *tiles[], void *arg)
{
    struct sl_trtri_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_x(first_zero)(sl_cuda_stream(), TILE_N(tiles[0]),
                                        CU(TILE(tiles[0])), TILE_LD(tiles[0]),
                                        (int *)STARPU_VARIABLE_GET_PTR(tiles[1])));
}

/* The triangle of the copy replaces that of A; a unit diagonal stays what it is. */
static void put_back(struct sl_trtri_args *p, cudaStream_t stream, int n, const scalar_t *copy,
                     scalar_t *a, int lda)
{
    int unit = p->diag == STARLING_UNIT, lower = p->uplo == STARLING_LOWER;
    int64_t from = unit ? lower ? 1 : n : 0, to = unit ? lower ? 1 : lda : 0;
    sl_cuda_check(&p->head, sl_cuda_x(lacpy)(stream, (char)p->uplo, n - unit, n - unit,
                                             CU(copy + from), n, CU(a + to), lda));
}

static void cuda_trtri(void *tiles[], void *arg)
{
    struct sl_trtri_args *p = arg;
    int n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    scalar_t *a = TILE(tiles[0]), *copy = TILE(tiles[3]);
    cublasHandle_t handle = sl_cuda_begin(SL_EARLY);
    cudaStream_t stream = sl_cuda_stream(); /* where there is no handle */
    sl_cuda_check(&p->head, cublasGetStream(handle, &stream));
    sl_cuda_check(&p->head, sl_cuda_x(laset)(stream, 'G', 0, n, n, CV((scalar_t)0),
                                             CV((scalar_t)1), CU(copy), n));
    sl_cuda_check(&p->head,
                  sl_cuda_x(trsm)(handle, CUBLAS_SIDE_LEFT, cublas_uplo(p->uplo), CUBLAS_OP_N,
                                  cublas_diag(p->diag), n, n, CV((scalar_t)1), CU(a), lda,
                                  CU(TILE(tiles[1])), TILE_LD(tiles[1]), CU(copy), n,
                                  CU(TILE(tiles[2]))));
    put_back(p, stream, n, copy, a, lda);
    sl_cuda_continue(SL_EARLY, SL_OWN);
}
#endif

SL_CODELET(trtri_check);
SL_CODELET(trtri);
