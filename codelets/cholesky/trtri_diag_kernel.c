/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The inverses of the diagonal blocks of order SL_IB of a triangular tile: block j goes to
 * columns j SL_IB ... of an SL_IB x n array, its unused triangle zero. Only GPUs use them. */

#define SL_KERNEL_USES_BLAS
#include <string.h>
#include "inverse.h"

/* By substitution, column by column: a zero on the diagonal spoils what it spoils in a solve. */
static void invert_singular(starling_uplo uplo, starling_diag diag, int n, const scalar_t *a,
                            int lda, scalar_t *d, int ldd)
{
    for (int c = 0; c < n; c++) {
        int first = uplo == STARLING_LOWER ? c : 0;
        int rows = uplo == STARLING_LOWER ? n - c : c + 1;
        scalar_t *column = d + (int64_t)c * ldd;
        memset(column, 0, sizeof *column * (size_t)n);
        column[c] = 1;
        cblas_x(trsv)(CblasColMajor, cblas_uplo(uplo), CblasNoTrans, cblas_diag(diag), rows,
                    a + first + (int64_t)first * lda, lda, column + first, 1);
    }
}

/* A block that is not singular, but without a finite inverse, becomes an identity with a mark: cuda_inverse.cuh. */
static void mark_lost(starling_uplo uplo, int n, scalar_t *d, int ldd)
{
    for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++)
            d[r + (int64_t)c * ldd] = r == c;
    scalar_t *mark = n == 1 ? d + 1 : uplo == STARLING_UPPER ? d + n - 1 : d + (int64_t)(n - 1) * ldd;
    *mark = -(real_t)0;
}

static bool is_finite(int n, const scalar_t *d, int ldd)
{
    bool finite = true;
    for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++)
            finite &= isfinite(creal(d[r + (int64_t)c * ldd])) &&
                      isfinite(cimag(d[r + (int64_t)c * ldd]));
    return finite;
}

void SL_X(invert_blocks)(starling_uplo uplo, starling_diag diag, int n, const scalar_t *a,
                         int lda, scalar_t *d, int ldd)
{
    for (int j = 0; j < n; j += SL_IB) {
        int nb = SL_MIN(SL_IB, n - j);
        const scalar_t *block = a + j + (int64_t)j * lda;
        scalar_t *inverse = d + (int64_t)j * ldd;
        for (int c = 0; c < nb; c++)
            for (int r = 0; r < SL_IB; r++) {
                bool inside = r < nb && (uplo == STARLING_LOWER ? r >= c : r <= c);
                scalar_t value = inside ? block[r + (int64_t)c * lda] : 0;
                inverse[r + (int64_t)c * ldd] = diag == STARLING_UNIT && r == c ? 1 : value;
            }
        if (LAPACKE_x(trtri_work)(LAPACK_COL_MAJOR, (char)uplo, (char)diag, nb, inverse, ldd) > 0)
            invert_singular(uplo, diag, nb, block, lda, inverse, ldd);
        else if (diag == STARLING_NONUNIT && !is_finite(nb, inverse, ldd))
            mark_lost(uplo, nb, inverse, ldd);
    }
}

static void cpu_trtri_diag(void *tiles[], void *arg)
{
    struct sl_trsm_args *p = arg;
    SL_X(invert_blocks)(p->uplo, p->diag, (int)p->order, TILE(tiles[0]) + p->offset,
                        TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]));
}

#ifdef STARLING_CUDA
static void cuda_trtri_diag(void *tiles[], void *arg)
{
    struct sl_trsm_args *p = arg;
    cublasHandle_t handle = sl_cuda_begin(SL_URGENT); /* all solves with the triangle wait for it */
    sl_cuda_check(&p->head,
                  sl_cuda_x(trtri_diag)(handle, cublas_uplo(p->uplo), cublas_diag(p->diag),
                                      (int)p->order, CU(TILE(tiles[0]) + p->offset),
                                      TILE_LD(tiles[0]), CU(TILE(tiles[1])), TILE_LD(tiles[1])));
    sl_cuda_continue(SL_URGENT, SL_OWN);
}
#endif

SL_CODELET(trtri_diag);
