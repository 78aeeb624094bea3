/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The inverse and the condition number of A = L D L^T or U D U^T. The inverse is the solution X of
 * A X = I: a task for each block column, which has twice the operations of LAPACK's sytri or a
 * little more, but in products. */

#include "src/auxiliary/estimate.h"
#include "ldl.h"

#define FACTORED "a matrix that starling_sytrf() or starling_hetrf() has factored"

static int invert(const char *routine, bool hermitian, starling_uplo uplo, starling_matrix *A,
                  starling_sequence *seq)
{
    starling_matrix *X;
    SL_ARG_OF(routine, 3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG_OF(routine, seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG_OF(routine, seq, 2, A, A != NULL && sl_ldl_tiles(A) && sl_ldl_pivots_of(A),
                  FACTORED);
    if (A->n == 0)
        return 0;
    int info = starling_matrix_create(&X, A->prec, A->n, A->n, A->mb, A->nb);
    if (info != 0)
        return sl_sequence_error(seq, info);
    info = starling_laset_submit(STARLING_GENERAL, 0, 1, X, seq);
    if (info == 0)
        info = (hermitian ? starling_hetrs_submit : starling_sytrs_submit)(uplo, A, X, seq);
    for (int64_t j = 0; j < A->nt && info == 0; j++)
        sl_insert_triangle(seq, uplo, j * A->nb, sl_tile_of(X, 0, j), sl_tile_of(A, 0, j));
    sl_matrix_free(seq, X);
    sl_ldl_pivots_forget(A, seq);
    return info;
}

int starling_sytri_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    return invert(__func__, false, uplo, A, seq);
}

int starling_hetri_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    return invert(__func__, true, uplo, A, seq);
}

int starling_sytri(starling_uplo uplo, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_sytri_submit(uplo, A, seq));
}

int starling_hetri(starling_uplo uplo, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_hetri_submit(uplo, A, seq));
}

/* ---- Condition numbers --------------------------------------------------------------------- */

static void solve_symmetric(const struct sl_system *s, starling_trans trans, bool permute,
                            starling_matrix *X, starling_sequence *seq)
{
    (void)trans;
    (void)permute;
    starling_sytrs_submit(s->uplo, s->F, X, seq);
}

static void solve_hermitian(const struct sl_system *s, starling_trans trans, bool permute,
                            starling_matrix *X, starling_sequence *seq)
{
    (void)trans;
    (void)permute;
    starling_hetrs_submit(s->uplo, s->F, X, seq);
}

static int condition(bool hermitian, starling_uplo uplo, starling_matrix *A, double anorm,
                     double *rcond, starling_sequence *seq)
{
    const struct sl_system s = {.F = A,
                                .uplo = uplo,
                                .symmetric = !hermitian,
                                .solve = hermitian ? solve_hermitian : solve_symmetric};
    return sl_rcond(&s, STARLING_ONE_NORM, anorm, rcond, seq);
}

static int estimate(const char *routine, bool hermitian, starling_uplo uplo, starling_matrix *A,
                    double anorm, double *rcond)
{
    SL_ARG_OF(routine, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_ARG_OF(routine, 2, A, A != NULL && sl_ldl_tiles(A) && sl_ldl_pivots_of(A), FACTORED);
    if (rcond)
        *rcond = anorm != anorm ? anorm : 0;
    SL_ARG_OF(routine, 3, anorm, SL_IS_NORM(anorm), SL_A_NORM);
    SL_ARG_OF(routine, 4, rcond, rcond != NULL, "where the number goes");
    SL_SYNCHRONOUS(condition(hermitian, uplo, A, anorm, rcond, seq));
}

int starling_sycon(starling_uplo uplo, starling_matrix *A, double anorm, double *rcond)
{
    return estimate(__func__, false, uplo, A, anorm, rcond);
}

int starling_hecon(starling_uplo uplo, starling_matrix *A, double anorm, double *rcond)
{
    return estimate(__func__, true, uplo, A, anorm, rcond);
}
