/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values through the polar factor (Higham and Papadimitriou, Parallel Comput. 20, 1994;
 * Nakatsukasa and Higham, SIAM J. Sci. Comput. 35, 2013): A = Q H, H = V S V^H, U = Q V.
 * Eigenvalues of -H in ascending order are -S in descending order. Of a wide matrix, A^H has the
 * same values, and U and V in turns. */

#include "polar.h"

/* The data of one operation; W is A or A^H, not wider than high, and k its width. */
struct gesvdp {
    starling_sequence *seq;
    bool high;
    int64_t k;
    starling_matrix *W, *H, *U;
};

static int make(struct gesvdp *s, starling_matrix *A, bool left)
{
    int64_t k = s->k, nb, longer = SL_MAX(A->m, A->n);
    starling_he2hb_tile_size(A->prec, k, &nb, NULL);
    int info = starling_matrix_create(&s->H, A->prec, k, k, k, nb);
    if (info == 0)
        info = starling_matrix_create(&s->W, A->prec, longer, k, longer, nb);
    if (info == 0 && left)
        info = starling_matrix_create(&s->U, A->prec, longer, k, longer, nb);
    return info;
}

static void end(struct gesvdp *s)
{
    starling_matrix *all[] = {s->H, s->W, s->U};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(s->seq, all[i]);
}

/* U = W V in block columns, with V = H in square tiles */
static int multiply(struct gesvdp *s)
{
    starling_matrix *V;
    int info = starling_matrix_create(&V, s->H->prec, s->k, s->k, s->H->nb, s->H->nb);
    if (info != 0)
        return info;
    info = starling_lacpy_submit(STARLING_GENERAL, s->H, V, s->seq);
    if (info == 0)
        info =
            starling_gemm_submit(STARLING_NOTRANS, STARLING_NOTRANS, 1, s->W, V, 0, s->U, s->seq);
    sl_matrix_free(s->seq, V);
    return info;
}

static int solve(struct gesvdp *s, starling_matrix *A, starling_matrix *S, starling_matrix *U,
                 starling_matrix *VT, double *error)
{
    starling_job job = U || VT ? STARLING_VECTORS : STARLING_VALUES;
    starling_matrix *left = s->high ? U : VT, *right = s->high ? VT : U;
    int64_t key = sl_operation(s->seq);
    sl_insert_frobenius(s->seq, A, NULL, NULL, key, NULL); /* which column of A is not finite */
    int info = sl_copy_op(!s->high, A, s->W, s->seq);
    if (info == 0) /* W = Q H */
        info = sl_gepolar_tasks(s->W, -1, s->H, error, key + A->n, s->seq);
    if (info == 0) /* -H = V (-S) V^H */
        info = sl_heevd_tasks(job, STARLING_LOWER, s->H, S, key + A->n, s->seq);
    if (info != 0)
        return info;
    sl_insert_polar_values(s->seq, sl_tile_of(S, 0, 0));
    sl_write_back_all(s->seq, S);
    if (left)
        info = multiply(s);
    if (info == 0 && left)
        info = sl_copy_op(!s->high, s->U, left, s->seq);
    if (info == 0 && right)
        info = sl_copy_op(s->high, s->H, right, s->seq);
    if (left)
        sl_write_back_all(s->seq, left);
    if (right)
        sl_write_back_all(s->seq, right);
    return info;
}

int starling_gesvdp_submit(starling_matrix *A, starling_matrix *S, starling_matrix *U,
                           starling_matrix *VT, double *error, starling_sequence *seq)
{
    SL_ARG(6, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_qr_tiles(A), SL_QR_TILES);
    int64_t m = A->m, n = A->n;
    struct gesvdp s = {.seq = seq, .high = m >= n, .k = SL_MIN(m, n)};
    SL_SEQ_ARG(seq, 2, S, sl_is_column(S, A->prec, s.k),
               "a real column of %lld numbers in one tile", (long long)s.k);
    SL_SEQ_ARG(seq, 3, U, !U || (U != A && U->prec == A->prec), SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 3, U, !U || (U->m == m && U->n == s.k), "%lld x %lld", (long long)m,
               (long long)s.k);
    SL_SEQ_ARG(seq, 4, VT, !VT || (VT != A && VT != U && VT->prec == A->prec), SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 4, VT, !VT || (VT->m == s.k && VT->n == n), "%lld x %lld", (long long)s.k,
               (long long)n);
    SL_SEQ_ARG(seq, 5, error, error != NULL, "where the error goes");
    *error = 0;
    if (s.k == 0)
        return 0;
    int info = make(&s, A, s.high ? U != NULL : VT != NULL);
    if (info == 0)
        info = solve(&s, A, S, U, VT, error);
    end(&s);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_gesvdp(starling_matrix *A, starling_matrix *S, starling_matrix *U, starling_matrix *VT,
                    double *error)
{
    SL_SYNCHRONOUS(starling_gesvdp_submit(A, S, U, VT, error, seq));
}
