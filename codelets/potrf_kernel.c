/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L L^H or A = U^H U on a tile; info = 0, or the order of the smallest bad minor. In a
 * block column this is done to its diagonal block, and the rows R below it become R L^-H; in
 * a block row the columns R to the right become U^-H R. */

#define SL_KERNEL_USES_BLAS
#include "codelet.h"

/* BLAS libraries test a pivot with d <= 0, which a NaN passes; then it is on the diagonal. */
static int first_bad(int n, const scalar_t *a, int lda, int info)
{
    int known = info > 0 ? info - 1 : n;
    for (int i = 0; i < known; i++)
        if (!(SL_REAL(a[i + (int64_t)i * lda]) > 0))
            return i + 1;
    return info;
}

static void cpu_potrf(void *tiles[], void *arg)
{
    const struct sl_potrf_args *p = arg;
    struct trapezoid a = trapezoid(tiles[0], p->head.offset);
    bool lower = p->uplo == STARLING_LOWER;
    scalar_t one = 1;
    int info = LAPACKE_xpotrf_work(LAPACK_COL_MAJOR, (char)p->uplo, a.n, a.diagonal, a.ld);
    *(int *)STARPU_VARIABLE_GET_PTR(tiles[1]) = first_bad(a.n, a.diagonal, a.ld, info);
    if (p->inverse)
        SL_X(invert_blocks)(p->uplo, STARLING_NONUNIT, a.n, a.diagonal, a.ld, TILE(tiles[2]),
                            TILE_LD(tiles[2]));
    cblas_xtrsm(CblasColMajor, lower ? CblasRight : CblasLeft, cblas_uplo(p->uplo),
                CblasConjTrans, CblasNonUnit, lower ? a.beyond : a.n, lower ? a.n : a.beyond,
                SADDR(one), a.diagonal, a.ld, a.rest, a.ld);
}

#ifdef STARLING_CUDA
static void cuda_potrf(void *tiles[], void *arg)
{
    const struct sl_potrf_args *p = arg;
    struct trapezoid a = trapezoid(tiles[0], p->head.offset);
    bool lower = p->uplo == STARLING_LOWER;
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    sl_cuda_check(&p->head,
                  sl_cuda_xpotrf(handle, cublas_uplo(p->uplo), a.n, CU(a.diagonal), a.ld,
                                 CU(TILE(tiles[2])), TILE_LD(tiles[2]), CU(TILE(tiles[3])),
                                 (int *)STARPU_VARIABLE_GET_PTR(tiles[1])));
    sl_cuda_check(&p->head,
                  sl_cuda_xtrsm(handle, lower ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT,
                                cublas_uplo(p->uplo), CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT,
                                lower ? a.beyond : a.n, lower ? a.n : a.beyond, CV(1),
                                CU(a.diagonal), a.ld, CU(TILE(tiles[2])), TILE_LD(tiles[2]),
                                CU(a.rest), a.ld, CU(TILE(tiles[3]))));
}
#endif

SL_CODELET(potrf, 0xd64541);
