/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The condition number of A from P A = L U (gecon), and the refinement of solutions (gerfs). */

#include "src/auxiliary/estimate.h"
#include "src/blas3/blas3.h"
#include "lu.h"

/* X = op(A)^-1 X, or the same of L U alone: the inverse of A is that of L U with its columns
 * permuted, which has the same norms. */
static void solve(const struct sl_system *s, starling_trans trans, bool permute, starling_matrix *X,
                  starling_sequence *seq)
{
    if (permute) {
        starling_getrs_submit(trans, s->F, X, seq);
        return;
    }
    bool no = trans == STARLING_NOTRANS;
    sl_operation(seq);
    for (int f = 0; f < 2; f++)
        sl_substitute((f == 0) == no ? STARLING_LOWER : STARLING_UPPER, trans, s->F, false, X, seq);
}

static struct sl_system system_of(starling_matrix *F)
{
    return (struct sl_system){.F = F, .uplo = STARLING_GENERAL, .solve = solve};
}

static int condition(starling_norm norm, starling_matrix *A, double anorm, double *rcond,
                     starling_sequence *seq)
{
    const struct sl_system s = system_of(A);
    return sl_rcond(&s, norm, anorm, rcond, seq);
}

static int estimate(starling_norm norm, starling_matrix *A, double anorm, double *rcond)
{
    SL_SYNCHRONOUS(condition(norm, A, anorm, rcond, seq));
}

int starling_gecon(starling_norm norm, starling_matrix *A, double anorm, double *rcond)
{
    double largest = 0;
    SL_ARG(1, norm, norm == STARLING_ONE_NORM || norm == STARLING_INF_NORM, "O or I");
    SL_ARG(2, A, A != NULL && A->m == A->n && sl_lu_tiles(A), "square, and " SL_LU_TILES);
    if (rcond)
        *rcond = anorm != anorm ? anorm : 0;
    SL_ARG(3, anorm, SL_IS_NORM(anorm), SL_A_NORM);
    SL_ARG(4, rcond, rcond != NULL, "where the number goes");
    int info = estimate(norm, A, anorm, rcond);
    if (info == 0)
        info = starling_lange(STARLING_MAX_NORM, A, &largest);
    return info == 0 ? sl_finite_rcond(__func__, largest, rcond) : info;
}

static int refine(starling_trans trans, starling_matrix *A, starling_matrix *AF, starling_matrix *B,
                  starling_matrix *X, double *ferr, double *berr, starling_sequence *seq)
{
    const struct sl_system s = system_of(AF);
    return sl_refine(&s, trans, A, B, X, ferr, berr, seq);
}

int starling_gerfs(starling_trans trans, starling_matrix *A, starling_matrix *AF,
                   starling_matrix *B, starling_matrix *X, double *ferr, double *berr)
{
    SL_ARG(1, trans, sl_valid_trans(trans), "N, T or C");
    SL_ARG(2, A, A != NULL && A->m == A->n, "a square matrix");
    SL_ARG(3, AF, AF != NULL && AF != A && AF->prec == A->prec, SL_OTHER_THAN_A);
    SL_ARG(3, AF, AF->m == AF->n && AF->n == A->n && sl_pivots_of(AF), SL_FACTORED);
    SL_ARG(4, B, B != NULL && B->prec == A->prec && B->m == A->n, SL_OF_ROWS, (long long)A->n);
    SL_ARG(5, X, X != NULL && X != B && X->prec == A->prec && X->m == A->n && X->n == B->n,
           "another matrix than B, of the same shape and precision");
    SL_ARG(6, ferr, ferr != NULL || X->n == 0, "an array");
    SL_ARG(7, berr, berr != NULL || X->n == 0, "an array");
    SL_SYNCHRONOUS(refine(trans, A, AF, B, X, ferr, berr, seq));
}
