/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* An upper band to a real bidiagonal matrix, B = Q2 D P2^H, by bulge chasing: two reflectors a step
 * (Lang, SIAM J. Sci. Comput. 14, 1993, for the symmetric case; Haidar, Kurzak and Luszczek, SC13,
 * 2013). On cores by the groups of sweeps of hb2st.c; on a GPU, one task does it all. */

#include "svd.h"

int sl_gb2bd_tasks(int64_t kd, starling_matrix *A, starling_matrix *R, starling_matrix *D,
                   starling_matrix *E, starling_matrix *V2, starling_matrix *P2,
                   starling_sequence *seq)
{
    int64_t width = sl_band_width(A->n, kd);
    if (sl_chase_on_gpu(A->n, width, V2 ? V2->nt : 0)) {
        sl_insert_gb2bd_band(seq, kd, A, R, D, E, V2, P2);
        return 0;
    }
    struct sl_chase plan = sl_chase_plan(A->prec, true, A->n, kd, V2 ? V2->nb : 0);
    int info = sl_chase_windows(&plan, A->prec);
    if (info != 0)
        return info;
    plan.V2 = V2;
    plan.P2 = P2;
    for (int64_t w = 0; w < plan.W->nt; w++)
        sl_insert_gb_copy(seq, &plan, kd, A, R, w); /* W = the band, with room around */
    sl_chase_all(&plan, seq);                   /* W = Q2^H W P2 */
    sl_insert_band_diagonals(seq, &plan, D, E);
    sl_matrix_free(seq, plan.W);
    return 0;
}
