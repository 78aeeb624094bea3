/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Triangular solves. op(A) X = alpha B: block substitution, beginning with the unknowns
 * that depend on no other. X op(A) = alpha B is the same with rows and columns exchanged. */

#include <stdlib.h>
#include "blas3.h"

/* An application's StarPU may drive a GPU though this library has no CUDA kernels. */
bool sl_is_trsv(const starling_matrix *A, const starling_matrix *B)
{
    return A->n > 0 && B->n == 1 && sl_is_one_array(A) && sl_is_one_array(B) &&
           sl_cl_trsv[B->prec]->cuda_funcs[0];
}

/* Whether the tile has elements of the triangle. */
static bool is_in(sl_tile t, const struct sl_triangle *triangle)
{
    int64_t row = t.i * t.of->mb, column = t.j * t.of->nb;
    return triangle->uplo == STARLING_LOWER ? row + sl_rows(t) > column
                                            : row < column + sl_cols(t);
}

void sl_trsv(double _Complex alpha, int count, const struct sl_triangle *triangle,
             starling_matrix *A, starling_matrix *B, starling_sequence *seq)
{
    starpu_data_handle_t *tile = malloc((size_t)(A->mt * A->nt) * sizeof *tile);
    int64_t tiles = 0;
    if (!tile) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        return;
    }
    for (int64_t j = 0; j < A->nt; j++)
        for (int64_t i = 0; i < A->mt; i++) {
            sl_tile t = sl_tile_of(A, i, j);
            if (is_in(t, &triangle[0]) || is_in(t, &triangle[count - 1]))
                tile[tiles++] = sl_handle(t);
        }
    sl_step(seq, 0);
    sl_insert_trsv(seq, alpha, count, triangle, A->n, (struct sl_list){tile, tiles, STARPU_R}, B);
    free(tile);
}

static void trsm_tasks(starling_side side, starling_uplo uplo, starling_trans trans,
                       starling_diag diag, double _Complex alpha, starling_matrix *A,
                       starling_matrix *B, starling_sequence *seq)
{
    bool left = side == STARLING_LEFT, no = trans == STARLING_NOTRANS;
    /* If op(A) is lower, the first unknown (left) or the last one (right) depends on no
     * other. */
    bool forward = ((uplo == STARLING_LOWER) == no) == left;
    int64_t steps = A->nt, vectors = left ? B->nt : B->mt;

    for (int64_t s = 0; s < steps && !sl_failed(seq); s++) {
        int64_t k = forward ? s : steps - 1 - s;
        double _Complex scale = s == 0 ? alpha : 1;
        sl_tile Akk = sl_tile_of(A, k, k);
        int priority = (int)SL_MIN(steps - s, INT32_MAX);
        sl_step(seq, s);

        struct sl_inverse inverse = sl_inverse_create(
            A, sl_cols(Akk), left ? SL_MIN(B->nb, B->n) : SL_MIN(B->mb, B->m));
        sl_insert_trtri_diag(seq, priority, uplo, diag, Akk, sl_handle(Akk), 0, sl_cols(Akk),
                             inverse);
        for (int64_t v = 0; v < vectors; v++) { /* Bkv = scale op(Akk)^-1 Bkv */
            sl_tile Bkv = left ? sl_tile_of(B, k, v) : sl_tile_of(B, v, k);
            sl_insert_trsm(seq, priority, side, uplo, trans, diag, scale, Akk, inverse, Bkv);
        }
        sl_inverse_free(seq, &inverse);

        for (int64_t r = s + 1; r < steps; r++) {
            int64_t i = forward ? r : steps - 1 - r;
            /* The tile of A that couples unknowns i and k. */
            sl_tile Aik = left == no ? sl_tile_of(A, i, k) : sl_tile_of(A, k, i);
            for (int64_t v = 0; v < vectors; v++) {
                int urgent = (int)SL_MIN(steps - r, INT32_MAX);
                if (left) /* Biv = scale Biv - op(A)ik Bkv */
                    sl_insert_gemm(seq, urgent, trans, STARLING_NOTRANS, -1, Aik,
                                   sl_tile_of(B, k, v), scale, sl_tile_of(B, i, v));
                else /* Bvi = scale Bvi - Bvk op(A)ki */
                    sl_insert_gemm(seq, urgent, STARLING_NOTRANS, trans, -1,
                                   sl_tile_of(B, v, k), Aik, scale, sl_tile_of(B, v, i));
            }
        }
    }
}

int starling_trsm_submit(starling_side side, starling_uplo uplo, starling_trans trans,
                         starling_diag diag, double _Complex alpha, starling_matrix *A,
                         starling_matrix *B, starling_sequence *seq)
{
    SL_ARG(8, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B);
    SL_SEQ_ARG(seq, 1, side, side == STARLING_LEFT || side == STARLING_RIGHT, "L or R");
    SL_SEQ_ARG(seq, 2, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 3, trans, sl_valid_trans(trans), "N, T or C");
    SL_SEQ_ARG(seq, 4, diag, diag == STARLING_UNIT || diag == STARLING_NONUNIT, "N or U");
    SL_SEQ_ARG(seq, 6, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_SEQ_ARG(seq, 7, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    bool left = side == STARLING_LEFT;
    SL_SEQ_ARG(seq, 7, B,
               (left ? B->m : B->n) == A->n && sl_same_cut(left ? B->mt : B->nt,
                                                           left ? B->mb : B->nb, A->nt, A->nb),
               "of %lld %s in tiles of %lld", (long long)A->n, left ? "rows" : "columns",
               (long long)A->nb);
    SL_SEQ_SAME(seq, alpha);
    sl_operation(seq);
    if (sl_scalar(B->prec, alpha) == 0) /* as in BLAS, A is not read */
        return starling_laset_submit(STARLING_GENERAL, 0, 0, B, seq);
    if (left && sl_is_trsv(A, B))
        sl_trsv(alpha, 1, &(struct sl_triangle){uplo, trans, diag}, A, B, seq);
    else
        trsm_tasks(side, uplo, trans, diag, alpha, A, B, seq);
    return 0;
}

int starling_trsm(starling_side side, starling_uplo uplo, starling_trans trans,
                  starling_diag diag, double _Complex alpha, starling_matrix *A,
                  starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_trsm_submit(side, uplo, trans, diag, alpha, A, B, seq));
}
