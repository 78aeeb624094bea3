/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solution of A X = B with the Cholesky factor of A: two triangular solves; and posv, the
 * factorization and the solution as one graph. */

#include "src/blas3/blas3.h"

/* The arguments of potrs and posv. */
static int check_arguments(const char *routine, starling_uplo uplo, starling_matrix *A,
                           starling_matrix *B, starling_sequence *seq)
{
    SL_ARG_OF(routine, 4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B);
    SL_SEQ_ARG_OF(routine, seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG_OF(routine, seq, 2, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_SEQ_ARG_OF(routine, seq, 3, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG_OF(routine, seq, 3, B, B->m == A->n && sl_same_cut(B->mt, B->mb, A->nt, A->nb),
                  "of %lld rows in tiles of %lld", (long long)A->n, (long long)A->nb);
    return 0;
}

int starling_potrs_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq)
{
    int info = check_arguments(__func__, uplo, A, B, seq);
    if (info != 0)
        return info;
    /* L Y = B, L^H X = Y, with L = U^H if U is stored */
    bool lower = uplo == STARLING_LOWER;
    const struct sl_triangle factor[] = {
        {uplo, lower ? STARLING_NOTRANS : STARLING_CONJTRANS, STARLING_NONUNIT},
        {uplo, lower ? STARLING_CONJTRANS : STARLING_NOTRANS, STARLING_NONUNIT}};
    if (sl_is_trsv(A, B)) {
        sl_operation(seq);
        sl_trsv(1, 2, factor, A, B, seq);
        return 0;
    }
    for (int f = 0; f < 2; f++)
        starling_trsm_submit(STARLING_LEFT, uplo, factor[f].trans, STARLING_NONUNIT, 1, A, B, seq);
    return 0;
}

int starling_potrs(starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_potrs_submit(uplo, A, B, seq));
}

int starling_posv_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                         starling_sequence *seq)
{
    int info = check_arguments(__func__, uplo, A, B, seq);
    if (info != 0)
        return info;
    starling_potrf_submit(uplo, A, seq);
    starling_potrs_submit(uplo, A, B, seq);
    return 0;
}

/* B stays as it is where A is not positive definite: the solution is submitted once that is known. */
static int factor_and_solve(const char *routine, starling_uplo uplo, starling_matrix *A,
                            starling_matrix *B, starling_sequence *seq)
{
    int info = check_arguments(routine, uplo, A, B, seq);
    if (info != 0)
        return info;
    starling_potrf_submit(uplo, A, seq);
    sl_sequence_idle(seq);
    return sl_has_failed(seq) ? 0 : starling_potrs_submit(uplo, A, B, seq);
}

int starling_posv(starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(factor_and_solve(__func__, uplo, A, B, seq));
}
