/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions of A X = B with A = L D L^T or U D U^T: a task for each block column of B. sysv and
 * hesv factor and solve in one graph. */

#include "ldl.h"

/* The arguments of the solutions. */
static int check_system(const char *routine, starling_uplo uplo, starling_matrix *A, bool factored,
                        starling_matrix *B, starling_sequence *seq)
{
    SL_ARG_OF(routine, 4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG_OF(routine, seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG_OF(routine, seq, 2, A, A != NULL && sl_ldl_tiles(A), SL_LDL_TILES);
    SL_SEQ_ARG_OF(routine, seq, 2, A, !factored || sl_ldl_pivots_of(A) != NULL,
                  "a matrix that starling_sytrf() or starling_hetrf() has factored");
    SL_SEQ_ARG_OF(routine, seq, 3, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG_OF(routine, seq, 3, B, B->m == A->n && B->mt <= 1, "of %lld rows in block columns",
                  (long long)A->n);
    return 0;
}

static int solve(const char *routine, bool hermitian, starling_uplo uplo, starling_matrix *A,
                 starling_matrix *B, starling_sequence *seq)
{
    int info = check_system(routine, uplo, A, true, B, seq);
    if (info != 0 || A->n == 0)
        return info;
    starpu_data_handle_t work = sl_ldl_solve_work(A);
    sl_operation(seq);
    sl_step(seq, 0);
    for (int64_t v = 0; v < B->nt; v++)
        sl_insert_ldl_solve(seq, hermitian, uplo, A, work, sl_tile_of(B, 0, v));
    sl_temporary_free(seq, work);
    return 0;
}

/* Factors and solves. If it waits, B stays as it was where D is singular. */
static int factor_and_solve(const char *routine, bool waits, bool hermitian, starling_uplo uplo,
                            starling_matrix *A, starling_matrix *B, starling_sequence *seq)
{
    int info = check_system(routine, uplo, A, false, B, seq);
    if (info != 0)
        return info;
    info = hermitian ? starling_hetrf_submit(uplo, A, seq) : starling_sytrf_submit(uplo, A, seq);
    if (waits)
        sl_sequence_idle(seq);
    if (info != 0 || (waits && sl_has_failed(seq)))
        return info;
    return solve(routine, hermitian, uplo, A, B, seq);
}

int starling_sytrs_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq)
{
    return solve(__func__, false, uplo, A, B, seq);
}

int starling_hetrs_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq)
{
    return solve(__func__, true, uplo, A, B, seq);
}

int starling_sytrs(starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_sytrs_submit(uplo, A, B, seq));
}

int starling_hetrs(starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_hetrs_submit(uplo, A, B, seq));
}

int starling_sysv_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                         starling_sequence *seq)
{
    return factor_and_solve(__func__, false, false, uplo, A, B, seq);
}

int starling_hesv_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                         starling_sequence *seq)
{
    return factor_and_solve(__func__, false, true, uplo, A, B, seq);
}

int starling_sysv(starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(factor_and_solve(__func__, true, false, uplo, A, B, seq));
}

int starling_hesv(starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(factor_and_solve(__func__, true, true, uplo, A, B, seq));
}
