/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values and vectors of a bidiagonal matrix by divide and conquer: B = U diag(D) V^T. The
 * tree and its tasks are those of src/eigen/stedc.c. */

#include "src/eigen/stedc.h"
#include "svd.h"

int sl_bdsdc_by(bool chains, starling_matrix *D, starling_matrix *E, starling_matrix *U,
                starling_matrix *V, starling_sequence *seq)
{
    struct sl_stedc s = {.svd = true,
                         .seq = seq,
                         .prec = D->prec,
                         .n = D->m,
                         .width = V->nb,
                         .chain = chains ? sl_cl_stedc_merge[D->prec] : NULL};
    s.side[SL_RIGHT_VECTORS].Z = V;
    s.side[SL_LEFT_VECTORS].Z = U;
    return sl_stedc_solve(&s, D, E);
}

int starling_bdsdc_submit(starling_matrix *D, starling_matrix *E, starling_matrix *U,
                          starling_matrix *V, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_D_E_ARGS(seq, D, E);
#define VECTORS_ARG(position, Z)                                                                   \
    SL_SEQ_ARG(seq, position, Z,                                                                   \
               Z && Z->prec == D->prec && Z->m == D->m && Z->n == D->m && Z->mt <= 1,              \
               "a matrix of the precision of D, %lld x %lld, in block columns", (long long)D->m,   \
               (long long)D->m);                                                                   \
    SL_SEQ_ARG(seq, position, Z, SL_MIN(Z->n, Z->nb) <= SL_BDSDC_MOST_COLUMNS,                     \
               "a matrix in block columns of at most %d", SL_BDSDC_MOST_COLUMNS)
    VECTORS_ARG(3, U);
    VECTORS_ARG(4, V);
    SL_SEQ_ARG(seq, 4, V, V != U && V->nt == U->nt && SL_MIN(V->n, V->nb) == SL_MIN(U->n, U->nb),
               "another matrix, in block columns of the width of those of U");
    return sl_bdsdc_by(false, D, E, U, V, seq);
}

int starling_bdsdc(starling_matrix *D, starling_matrix *E, starling_matrix *U, starling_matrix *V)
{
    SL_SYNCHRONOUS(starling_bdsdc_submit(D, E, U, V, seq));
}
