/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The other triangle's part of a block column of a Hermitian matrix: from triangle `uplo`, which
 * is in this block column and in those to its right (upper) or to its left (lower). The diagonal
 * becomes real. An upper part begins in row `top`. */

#include "args.h"
#include "codelets/codelet.h"

enum { BLOCK = 32 };

/* B = A^H: m x n elements of B, by blocks. */
static void transpose(int64_t m, int64_t n, const scalar_t *a, int64_t lda, scalar_t *b,
                      int64_t ldb)
{
    for (int64_t j0 = 0; j0 < n; j0 += BLOCK)
        for (int64_t i0 = 0; i0 < m; i0 += BLOCK)
            for (int64_t j = j0; j < SL_MIN(j0 + BLOCK, n); j++)
                for (int64_t i = i0; i < SL_MIN(i0 + BLOCK, m); i++)
                    b[i + j * ldb] = (scalar_t)SL_CONJ(a[j + i * lda]);
}

/* The diagonal block: the other triangle of B, which has order n. */
static void mirror(starling_uplo uplo, int64_t n, scalar_t *b, int64_t ldb)
{
    for (int64_t j = 0; j < n; j++) {
        b[j + j * ldb] = SL_REAL(b[j + j * ldb]);
        for (int64_t i = j + 1; i < n; i++)
            if (uplo == STARLING_UPPER)
                b[i + j * ldb] = (scalar_t)SL_CONJ(b[j + i * ldb]);
            else
                b[j + i * ldb] = (scalar_t)SL_CONJ(b[i + j * ldb]);
    }
}

/* Where the rows begin that come from tile s of the list. */
static int64_t row_of(const struct sl_column_args *p, int s)
{
    return (p->uplo == STARLING_UPPER ? p->first + p->nb : p->top) + (s - 1) * p->nb;
}

static void cpu_he_column(void *tiles[], void *arg)
{
    const struct sl_column_args *p = arg;
    int n = TILE_N(tiles[0]), ld = TILE_LD(tiles[0]);
    scalar_t *b = TILE(tiles[0]);
    mirror(p->uplo, n, b + p->first, ld);
    for (int s = 1; s < p->head.data; s++)
        transpose(TILE_N(tiles[s]), n, TILE(tiles[s]) + p->first, TILE_LD(tiles[s]),
                  b + row_of(p, s), ld);
}

#ifdef STARLING_CUDA
#include "cuda_he2hb.h"

/* Tiles that stand side by side are one. cuBLAS allows the result as the second operand, which is
 * not read. */
static void cuda_he_column(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0;
    struct sl_column_args *p = arg;
    int n = TILE_N(tiles[0]), ld = TILE_LD(tiles[0]);
    scalar_t *b = TILE(tiles[0]);
    sl_cuda_check(&p->head, sl_cuda_x(he_block)(sl_cuda_stream(), (char)p->uplo, n,
                                                CU(b + p->first), ld));
    for (int s = 1, together; s < p->head.data; s += together) {
        together = sl_side_by_side(tiles + s, p->head.data - s);
        int m = sl_columns_together(tiles + s, together, p->nb);
        scalar_t *rows = b + row_of(p, s);
        sl_cuda_check(&p->head, cublas_x(geam)(sl_cuda_handle(), CUBLAS_OP_C,
                                               CUBLAS_OP_N, m, n, CS(one),
                                               CU(TILE(tiles[s]) + p->first), TILE_LD(tiles[s]),
                                               CS(zero), CU(rows), ld, CU(rows), ld));
    }
}
#endif

SL_CODELET(he_column);
