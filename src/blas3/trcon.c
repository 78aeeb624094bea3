/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The condition number of a triangle. */

#include <math.h>
#include "src/auxiliary/estimate.h"

static void solve(const struct sl_system *s, starling_trans trans, bool permute, starling_matrix *X,
                  starling_sequence *seq)
{
    (void)permute;
    starling_trsm_submit(STARLING_LEFT, s->uplo, trans, s->diag, 1, s->F, X, seq);
}

static int estimate(starling_norm norm, starling_uplo uplo, starling_diag diag, starling_matrix *A,
                    double *anorm, double *rcond, starling_sequence *seq)
{
    const struct sl_system s = {.F = A, .uplo = uplo, .diag = diag, .solve = solve};
    int info = sl_norm_of_triangle(norm, uplo, diag, A, anorm, seq);
    return info == 0 && isfinite(*anorm) ? sl_rcond(&s, norm, *anorm, rcond, seq) : info;
}

static int run(starling_norm norm, starling_uplo uplo, starling_diag diag, starling_matrix *A,
               double *anorm, double *rcond)
{
    SL_SYNCHRONOUS(estimate(norm, uplo, diag, A, anorm, rcond, seq));
}

int starling_trcon(starling_norm norm, starling_uplo uplo, starling_diag diag, starling_matrix *A,
                   double *rcond)
{
    double anorm = 0;
    SL_ARG(1, norm, norm == STARLING_ONE_NORM || norm == STARLING_INF_NORM, "O or I");
    SL_ARG(2, uplo, sl_valid_uplo(uplo), "L or U");
    SL_ARG(3, diag, diag == STARLING_UNIT || diag == STARLING_NONUNIT, "N or U");
    SL_ARG(4, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_ARG(5, rcond, rcond != NULL, "where the number goes");
    *rcond = 0;
    int info = run(norm, uplo, diag, A, &anorm, rcond);
    return info == 0 ? sl_finite_rcond(__func__, anorm, rcond) : info;
}
