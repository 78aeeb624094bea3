/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves op(A) X = B with the factors P A = L U. A X = B is L U X = P B, and A^x X = B is
 * U^x L^x P X = B, where x is T or H. gesv factors and solves in one graph. */

#include "src/blas3/blas3.h"
#include "lu.h"

/* B = P B or P^T B */
static void permute(starling_matrix *A, bool inverse, starling_matrix *B, starling_sequence *seq)
{
    starpu_data_handle_t permutation = sl_permutation_of(A, seq);
    for (int64_t v = 0; v < B->nt && permutation; v++) /* NULL: A is empty */
        sl_insert_laswp(seq, permutation, inverse, 0, sl_tile_of(B, 0, v));
    sl_temporary_free(seq, permutation);
}

static bool fits(const starling_matrix *A, const starling_matrix *B)
{
    return B->m == A->n && sl_same_cut(B->mt, B->mb, A->mt, A->mb);
}
#define FITS "of %lld rows in tiles of %lld, as A"

int starling_getrs_submit(starling_trans trans, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B);
    SL_SEQ_ARG(seq, 1, trans, sl_valid_trans(trans), "N, T or C");
    SL_SEQ_ARG(seq, 2, A, A != NULL && A->m == A->n && sl_pivots_of(A) != NULL, SL_FACTORED);
    SL_SEQ_ARG(seq, 3, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 3, B, fits(A, B), FITS, (long long)A->n, (long long)A->mb);
    bool no = trans == STARLING_NOTRANS;
    const struct sl_triangle L = {STARLING_LOWER, trans, STARLING_UNIT},
                             U = {STARLING_UPPER, trans, STARLING_NONUNIT},
                             factor[] = {no ? L : U, no ? U : L};
    sl_operation(seq);
    if (no)
        permute(A, false, B, seq);
    if (sl_is_trsv(A, B))
        sl_trsv(1, 2, factor, A, B, seq);
    else
        for (int f = 0; f < 2; f++)
            sl_substitute(factor[f].uplo, trans, A, false, B, seq);
    if (!no)
        permute(A, true, B, seq);
    return 0;
}

int starling_getrs(starling_trans trans, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_getrs_submit(trans, A, B, seq));
}

/* Checks the arguments of gesv, and factors. */
static int factor(const char *routine, starling_matrix *A, starling_matrix *B,
                  starling_sequence *seq)
{
    SL_ARG_OF(routine, 3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B);
    SL_SEQ_ARG_OF(routine, seq, 1, A, A != NULL && A->m == A->n, "a square matrix");
    SL_SEQ_ARG_OF(routine, seq, 1, A, sl_lu_tiles(A), SL_LU_TILES);
    SL_SEQ_ARG_OF(routine, seq, 2, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG_OF(routine, seq, 2, B, fits(A, B), FITS, (long long)A->n, (long long)A->mb);
    return starling_getrf_submit(A, seq);
}

int starling_gesv_submit(starling_matrix *A, starling_matrix *B, starling_sequence *seq)
{
    int info = factor(__func__, A, B, seq);
    return info != 0 ? info : starling_getrs_submit(STARLING_NOTRANS, A, B, seq);
}

/* B stays as it was if A is singular: the solution is submitted only after the
 * factorization. */
static int factor_and_solve(const char *routine, starling_matrix *A, starling_matrix *B,
                            starling_sequence *seq)
{
    int info = factor(routine, A, B, seq);
    if (info != 0)
        return info;
    sl_sequence_idle(seq);
    return sl_has_failed(seq) ? 0 : starling_getrs_submit(STARLING_NOTRANS, A, B, seq);
}

int starling_gesv(starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(factor_and_solve(__func__, A, B, seq));
}
