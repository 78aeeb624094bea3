/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The pseudo-inverse of Moore and Penrose by singular values: A = U S V^H, A^+ = V S^+ U^H. */

#include "svd.h"

/* The data of one operation. */
struct pinv {
    starling_matrix *S, *U, *VT;
    starpu_data_handle_t inverse;
};

/* The rows of A^+ are cut as the columns of V^H are, and its columns as the rows of U. */
static int make(struct pinv *s, const starling_matrix *A, const starling_matrix *P)
{
    int64_t k = SL_MIN(A->m, A->n), nb = SL_MIN(A->nb, k);
    s->inverse = sl_temporary(k, 1, sl_sizeof(A->prec));
    int info = starling_matrix_create(&s->S, sl_real_precision(A->prec), k, 1, k, 1);
    if (info == 0)
        info = starling_matrix_create(&s->U, A->prec, A->m, k, P->nb, nb);
    if (info == 0)
        info = starling_matrix_create(&s->VT, A->prec, k, A->n, nb, P->mb);
    return info;
}

static void end(struct pinv *s, starling_sequence *seq)
{
    starling_matrix *all[] = {s->S, s->U, s->VT};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(seq, all[i]);
    sl_temporary_free(seq, s->inverse);
}

static int solve(struct pinv *s, starling_matrix *A, starling_matrix *P, double rcond,
                 int64_t *rank, starling_sequence *seq)
{
    starling_trans tr = STARLING_CONJTRANS;
    int info = sl_gesvd_tasks(A, s->S, s->U, s->VT, sl_operation(seq), seq);
    if (info != 0)
        return info;
    sl_insert_pinv_values(seq, A->prec, s->S, rcond, s->inverse, rank);
    sl_scale_rows(s->inverse, s->VT, seq); /* V^H = S^+ V^H */
    return starling_gemm_submit(tr, tr, 1, s->VT, s->U, 0, P, seq);
}

int starling_pinv_submit(starling_matrix *A, double rcond, starling_matrix *P, int64_t *rank,
                         starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_qr_tiles(A), SL_QR_TILES);
    SL_SEQ_ARG(seq, 2, rcond, rcond == rcond, "a number");
    SL_SEQ_ARG(seq, 3, P, P != NULL && P != A && P->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 3, P, P->m == A->n && P->n == A->m, "%lld x %lld", (long long)A->n,
               (long long)A->m);
    SL_SEQ_ARG(seq, 4, rank, rank != NULL, "where the rank goes");
    *rank = 0;
    if (A->m == 0 || A->n == 0)
        return 0;
    struct pinv s = {NULL};
    int info = make(&s, A, P);
    if (info == 0)
        info = solve(&s, A, P, rcond < 0 ? -(double)SL_MAX(A->m, A->n) : rcond, rank, seq);
    end(&s, seq);
    sl_write_back_all(seq, P);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_pinv(starling_matrix *A, double rcond, starling_matrix *P, int64_t *rank)
{
    SL_SYNCHRONOUS(starling_pinv_submit(A, rcond, P, rank, seq));
}
