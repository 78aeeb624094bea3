/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Substitution with a triangle that is cut into columns of tiles, as factorizations leave it. */

#include "blas3.h"
#include "src/tasks/panel_sweep.h"

/* No transpose: the unknowns of a step update the other rows. Transpose: the other rows
 * update the unknowns of a step. */
void sl_substitute(starling_uplo uplo, starling_trans trans, starling_matrix *A, bool triangular,
                   starling_matrix *B, starling_sequence *seq)
{
    int64_t steps = sl_panel_steps(A);
    bool lower = uplo == STARLING_LOWER, no = trans == STARLING_NOTRANS;
    for (int64_t n = 0; n < steps && !sl_failed(seq); n++) {
        int64_t k = lower == no ? n : steps - 1 - n;
        int urgent = (int)SL_MIN(INT32_MAX, steps - n);
        struct sl_panel s = sl_panel_of(A, k);
        int64_t first = lower ? s.i + 1 : 0, end = lower ? A->mt : s.i;
        struct sl_inverse inverse = {NULL, NULL};
        sl_step(seq, n);
        if (lower) { /* an inverse of U would not be accurate: see solve_kernel.c */
            inverse = sl_inverse_create(A, s.order, SL_MIN(B->nb, B->n));
            sl_insert_trtri_diag(seq, urgent, uplo, STARLING_UNIT, sl_tile_of(A, s.i, k),
                                 s.L, s.above, s.order, inverse);
        }
        for (int64_t v = 0; v < (triangular ? k + 1 : B->nt); v++) {
            sl_tile Bkv = sl_tile_of(B, s.i, v);
            for (int64_t i = first; i < end && !no; i++) /* Bkv -= Aik^x Biv */
                sl_insert_gemm(seq, urgent, trans, STARLING_NOTRANS, -1, sl_tile_of(A, i, k),
                               sl_tile_of(B, i, v), 1, Bkv);
            sl_insert_solve(seq, urgent, &s, uplo, trans, inverse, B, v);
            for (int64_t i = first; i < end && no; i++) /* Biv -= Aik Bkv */
                sl_insert_gemm(seq, urgent, trans, STARLING_NOTRANS, -1, sl_tile_of(A, i, k),
                               Bkv, 1, sl_tile_of(B, i, v));
        }
        sl_inverse_free(seq, &inverse);
    }
}
