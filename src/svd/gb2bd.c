/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* An upper band to a real bidiagonal matrix, B = Q2 D P2^H, by bulge chasing on cores: two
 * reflectors a step (Lang, SIAM J. Sci. Comput. 14, 1993, for the symmetric case; Haidar, Kurzak
 * and Luszczek, SC13, 2013), and the groups of sweeps of hb2st.c. */

#include "svd.h"

int sl_gb2bd_tasks(starling_matrix *A, starling_matrix *R, starling_matrix *D, starling_matrix *E,
                   starling_matrix *V2, starling_matrix *P2, starling_sequence *seq)
{
    struct sl_chase plan = sl_chase_plan(A->prec, true, A->n, A->nb, V2 ? V2->nb : 0);
    int info = sl_chase_windows(&plan, A->prec);
    if (info != 0)
        return info;
    plan.V2 = V2;
    plan.P2 = P2;
    for (int64_t w = 0; w < plan.W->nt; w++)
        sl_insert_gb_copy(seq, &plan, A, R, w); /* W = the band, with room around */
    sl_chase_all(&plan, seq);                   /* W = Q2^H W P2 */
    sl_insert_band_diagonals(seq, &plan, D, E);
    sl_matrix_free(seq, plan.W);
    return 0;
}
