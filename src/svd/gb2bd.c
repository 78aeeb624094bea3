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
    double others = sl_gb2bd_elements(A->m, A->n, V2 != NULL);
    if (sl_chase_on_gpu(A->prec, A->n, width, V2 ? V2->nt : 0, others)) {
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

#define COLUMN "real, %lld x 1, in one tile"
#define REDUCED "a matrix that starling_ge2gb() has reduced to this band, and its R"

/* Whether X has the shape of V2 and P2. */
static bool is_room(const starling_matrix *A, const starling_matrix *X)
{
    return X && X != A && X->prec == A->prec && X->m == A->n && X->n == A->n && X->mt <= 1;
}

int starling_gb2bd_submit(int64_t kd, starling_matrix *A, starling_matrix *R, starling_matrix *D,
                          starling_matrix *E, starling_matrix *V2, starling_matrix *P2,
                          starling_sequence *seq)
{
    int64_t width;
    SL_ARG(8, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, kd, kd > 0, "at least 1");
    SL_SEQ_ARG(seq, 2, A, A && A->m >= A->n && sl_reflectors_of(A) != NULL, REDUCED);
    SL_SEQ_ARG(seq, 3, R, sl_is_beside(A, R), SL_BESIDE, (long long)A->n, (long long)A->n);
    SL_SEQ_ARG(seq, 3, R, sl_band_reflectors_of(R, &width) && width == kd, REDUCED);
    int64_t n = A->n, beside = SL_MAX(n - 1, 0);
    SL_SEQ_ARG(seq, 4, D, sl_is_column(D, A->prec, n), COLUMN, (long long)n);
    SL_SEQ_ARG(seq, 5, E, E != D && sl_is_column(E, A->prec, beside), COLUMN, (long long)beside);
    SL_SEQ_ARG(seq, 6, V2, !V2 || (V2 != R && is_room(A, V2)),
               "NULL, or another matrix of the precision of A, %lld x %lld, in block columns",
               (long long)n, (long long)n);
    SL_SEQ_ARG(seq, 7, P2, !V2 == !P2, "NULL if V2 is, and only then");
    SL_SEQ_ARG(seq, 7, P2, !P2 || (P2 != R && P2 != V2 && is_room(A, P2) && P2->nb == V2->nb),
               "another matrix, of the shape and the block columns of V2");
    sl_operation(seq);
    if (n == 0)
        return 0;
    int info = sl_gb2bd_tasks(kd, A, R, D, E, V2, P2, seq);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_gb2bd(int64_t kd, starling_matrix *A, starling_matrix *R, starling_matrix *D,
                   starling_matrix *E, starling_matrix *V2, starling_matrix *P2)
{
    SL_SYNCHRONOUS(starling_gb2bd_submit(kd, A, R, D, E, V2, P2, seq));
}
