/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The inverses of the diagonal blocks of order SL_IB of a triangular tile: block j goes to
 * columns j SL_IB ... of an SL_IB x n array, its unused triangle zero. */

#define SL_KERNEL_USES_BLAS
#include "codelet.h"

void SL_X(invert_blocks)(starling_uplo uplo, starling_diag diag, int n, const scalar_t *a,
                         int lda, scalar_t *d, int ldd)
{
    for (int j = 0; j < n; j += SL_IB) {
        int nb = SL_MIN(SL_IB, n - j);
        for (int c = 0; c < nb; c++)
            for (int r = 0; r < SL_IB; r++) {
                bool inside = r < nb && (uplo == STARLING_LOWER ? r >= c : r <= c);
                scalar_t value = inside ? a[j + r + (int64_t)(j + c) * lda] : 0;
                d[r + (int64_t)(j + c) * ldd] = diag == STARLING_UNIT && r == c ? 1 : value;
            }
        if (LAPACKE_xtrtri_work(LAPACK_COL_MAJOR, (char)uplo, (char)diag, nb,
                                d + (int64_t)j * ldd, ldd) > 0)
            for (int c = 0; c < nb; c++) /* a zero on the diagonal: infinities, as trsm gives */
                for (int r = uplo == STARLING_LOWER ? c : 0;
                     r < (uplo == STARLING_LOWER ? nb : c + 1); r++)
                    d[r + (int64_t)(j + c) * ldd] = (real_t)INFINITY;
    }
}

static void cpu_trtri_diag(void *tiles[], void *arg)
{
    const struct sl_trsm_args *p = arg;
    SL_X(invert_blocks)(p->uplo, p->diag, (int)p->order, TILE(tiles[0]) + p->offset,
                        TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]));
}

#ifdef STARLING_CUDA
static void cuda_trtri_diag(void *tiles[], void *arg)
{
    const struct sl_trsm_args *p = arg;
    cublasHandle_t handle = sl_cuda_ahead_begin(SL_URGENT); /* all solves with the triangle wait for it */
    sl_cuda_check(&p->head,
                  sl_cuda_xtrtri_diag(handle, cublas_uplo(p->uplo), cublas_diag(p->diag),
                                      (int)p->order, CU(TILE(tiles[0]) + p->offset),
                                      TILE_LD(tiles[0]), CU(TILE(tiles[1])), TILE_LD(tiles[1])));
    sl_cuda_ahead_end(SL_URGENT);
}
#endif

SL_CODELET(trtri_diag, 0x5a2d82);
