/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The inverse from the factors P A = L U: A^-1 = U^-1 L^-1 P. First L Y = I, where Y is
 * unit lower triangular, then U X = Y, where X is another matrix. Column j of A is then
 * column P(j) of X. The number of operations is LAPACK's. */

#include "src/blas3/blas3.h"
#include "lu.h"

/* A(:, j) = X(:, to[j]), a task for each pair of tiles in the same row. */
static void permute_columns(starpu_data_handle_t permutation, starling_matrix *X,
                            starling_matrix *A, starling_sequence *seq)
{
    for (int64_t w = 0; w < X->nt && !sl_failed(seq); w++)
        for (int64_t v = 0; v < A->nt; v++)
            for (int64_t i = 0; i < A->mt; i++)
                sl_insert_permute_columns(seq, permutation, sl_tile_of(X, i, w), sl_tile_of(A, i, v));
}

int starling_getri_submit(starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(2, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL && A->m == A->n && sl_pivots_of(A) != NULL, SL_FACTORED);
    starling_matrix *X;
    int info = starling_matrix_create(&X, A->prec, A->m, A->n, A->mb, A->nb);
    if (info != 0)
        return sl_sequence_error(seq, info);
    starling_laset_submit(STARLING_GENERAL, 0, 1, X, seq);
    sl_substitute(STARLING_LOWER, STARLING_NOTRANS, A, true, X, seq);
    sl_substitute(STARLING_UPPER, STARLING_NOTRANS, A, false, X, seq);
    starpu_data_handle_t permutation = sl_permutation_of(A, seq);
    permute_columns(permutation, X, A, seq);
    sl_temporary_free(seq, permutation);
    sl_matrix_free(seq, X);
    sl_pivots_forget(seq, A);
    return 0;
}

int starling_getri(starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_getri_submit(A, seq));
}
