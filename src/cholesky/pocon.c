/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The condition number of A from its Cholesky factor (pocon), and the refinement of solutions
 * (porfs). */

#include "src/auxiliary/estimate.h"

/* A is its own adjoint. */
static void solve(const struct sl_system *s, starling_trans trans, bool permute, starling_matrix *X,
                  starling_sequence *seq)
{
    (void)trans;
    (void)permute;
    starling_potrs_submit(s->uplo, s->F, X, seq);
}

static int condition(starling_uplo uplo, starling_matrix *A, double anorm, double *rcond,
                     starling_sequence *seq)
{
    const struct sl_system s = {.F = A, .uplo = uplo, .solve = solve};
    return sl_rcond(&s, STARLING_ONE_NORM, anorm, rcond, seq);
}

static int estimate(starling_uplo uplo, starling_matrix *A, double anorm, double *rcond)
{
    SL_SYNCHRONOUS(condition(uplo, A, anorm, rcond, seq));
}

int starling_pocon(starling_uplo uplo, starling_matrix *A, double anorm, double *rcond)
{
    double largest = 0;
    SL_ARG(1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_ARG(2, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    if (rcond)
        *rcond = anorm != anorm ? anorm : 0;
    SL_ARG(3, anorm, SL_IS_NORM(anorm), SL_A_NORM);
    SL_ARG(4, rcond, rcond != NULL, "where the number goes");
    int info = estimate(uplo, A, anorm, rcond);
    if (info == 0)
        info = starling_lanhe(STARLING_MAX_NORM, uplo, A, &largest);
    return info == 0 ? sl_finite_rcond(__func__, largest, rcond) : info;
}

static int refine(starling_uplo uplo, starling_matrix *A, starling_matrix *AF, starling_matrix *B,
                  starling_matrix *X, double *ferr, double *berr, starling_sequence *seq)
{
    const struct sl_system s = {.F = AF, .uplo = uplo, .solve = solve};
    return sl_refine(&s, STARLING_NOTRANS, A, B, X, ferr, berr, seq);
}

int starling_porfs(starling_uplo uplo, starling_matrix *A, starling_matrix *AF, starling_matrix *B,
                   starling_matrix *X, double *ferr, double *berr)
{
    SL_ARG(1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_ARG(2, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_ARG(3, AF, AF != NULL && AF != A && AF->prec == A->prec, SL_OTHER_THAN_A);
    SL_ARG(3, AF, AF->n == A->n && sl_square_tiles(AF), SL_SQUARE_TILES);
    SL_ARG(4, B, B != NULL && B->prec == A->prec && B->m == A->n, SL_OF_ROWS, (long long)A->n);
    SL_ARG(5, X, X != NULL && X != B && X->prec == A->prec && X->m == A->n && X->n == B->n,
           "another matrix than B, of the same shape and precision");
    SL_ARG(6, ferr, ferr != NULL || X->n == 0, "an array");
    SL_ARG(7, berr, berr != NULL || X->n == 0, "an array");
    SL_SYNCHRONOUS(refine(uplo, A, AF, B, X, ferr, berr, seq));
}
