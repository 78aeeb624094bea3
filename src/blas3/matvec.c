/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A product of a matrix and a vector as one task. */

#include <stdlib.h>
#include "blas3.h"

bool sl_is_matvec(const starling_matrix *A, const starling_matrix *x, const starling_matrix *y)
{
    return A->m > 0 && A->n > 0 && x->n == 1 && sl_is_one_array(A) && sl_is_one_array(x) &&
           sl_is_one_array(y) && sl_cl_matvec[A->prec]->cuda_funcs[0];
}

static bool is_stored(starling_uplo uplo, int64_t i, int64_t j)
{
    return uplo == STARLING_GENERAL || (uplo == STARLING_LOWER ? i >= j : i <= j);
}

starpu_data_handle_t *sl_stored_tiles(starling_uplo uplo, const starling_matrix *A, int64_t *count)
{
    starpu_data_handle_t *tile = malloc((size_t)(A->mt * A->nt + 1) * sizeof *tile);
    *count = 0;
    for (int64_t j = 0; j < A->nt && tile; j++)
        for (int64_t i = 0; i < A->mt; i++)
            if (is_stored(uplo, i, j))
                tile[(*count)++] = A->tile[i + j * A->mt];
    return tile;
}

void sl_matvec(starling_uplo uplo, double alpha, starling_matrix *A, starling_matrix *x,
               double beta, starling_matrix *y, starling_sequence *seq)
{
    struct sl_matvec_args args = {
        .head = {.variant = (uint32_t)uplo, .size = (uint32_t)SL_MIN(UINT32_MAX, A->n)},
        .m = A->m,
        .n = A->n,
        .uplo = uplo,
        .alpha = alpha,
        .beta = beta,
    };
    int64_t tiles;
    starpu_data_handle_t *tile = sl_stored_tiles(uplo, A, &tiles);
    if (!tile) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        return;
    }
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_matvec[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = 1,
        .at = sl_tile_of(y, 0, 0),
        .flops = starling_flops_gemm(A->prec, (double)A->m, 1, (double)A->n),
        .data = {{y->tile[0], STARPU_RW}, {x->tile[0], STARPU_R}},
        .list = {{tile, tiles, STARPU_R},
                 sl_column_from(sl_tile_of(y, 1, 0), STARPU_RW),
                 sl_column_from(sl_tile_of(x, 1, 0), STARPU_R)},
        .gpu_only = true,
    });
    free(tile);
}
