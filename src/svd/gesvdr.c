/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The k largest singular values and their vectors by a random subspace (Halko, Martinsson and
 * Tropp, SIAM Review 53, 2011, algorithms 4.4 and 5.1): Q has an orthonormal basis of the columns
 * of (A A^H)^q A G with a Gaussian matrix G of k + p columns. QR between products keeps what small
 * values contribute. Then A^H Q = V S W^H, U = Q W. */

#include "polar.h"

/* The data of one operation. Y and G are cut as rows and columns of A are, for products; high and
 * wide are in block columns, for QR. */
struct gesvdr {
    starling_sequence *seq;
    starling_precision prec;
    int64_t l, nb;
    starling_matrix *G, *Y, *wide, *high, *S, *V, *WT;
};

static int make(struct gesvdr *s, starling_matrix *A)
{
    int64_t m = A->m, n = A->n, l = s->l, nb;
    starling_geqrf_tile_size(s->prec, m, l, NULL, &nb);
    s->nb = SL_MIN(nb, l);
    int info = starling_matrix_create(&s->G, s->prec, n, l, A->nb, s->nb);
    if (info == 0)
        info = starling_matrix_create(&s->Y, s->prec, m, l, A->mb, s->nb);
    if (info == 0)
        info = starling_matrix_create(&s->wide, s->prec, n, l, n, s->nb);
    if (info == 0)
        info = starling_matrix_create(&s->high, s->prec, m, l, m, s->nb);
    if (info == 0)
        info = starling_matrix_create(&s->S, sl_real_precision(s->prec), l, 1, l, 1);
    if (info == 0)
        info = starling_matrix_create(&s->V, s->prec, n, l, n, s->nb);
    if (info == 0)
        info = starling_matrix_create(&s->WT, s->prec, l, l, s->nb, s->nb);
    return info;
}

static void end(struct gesvdr *s)
{
    starling_matrix *all[] = {s->G, s->Y, s->wide, s->high, s->S, s->V, s->WT};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(s->seq, all[i]);
}

/* Y = orthonormal columns with the span of those of Y. `columns` has its shape in block columns. */
static int orthonormal(struct gesvdr *s, starling_matrix *columns, starling_matrix *Y)
{
    starling_matrix *Q;
    int info = starling_matrix_create(&Q, s->prec, Y->m, Y->n, SL_MAX(1, Y->m), s->nb);
    if (info != 0)
        return info;
    info = starling_lacpy_submit(STARLING_GENERAL, Y, columns, s->seq);
    if (info == 0)
        info = sl_geqrf_tasks(columns, NULL, s->seq);
    if (info == 0)
        info = starling_ungqr_submit(columns, Q, s->seq);
    if (info == 0)
        info = starling_lacpy_submit(STARLING_GENERAL, Q, Y, s->seq);
    sl_matrix_free(s->seq, Q);
    return info;
}

/* Y = an orthonormal basis of the columns of (A A^H)^q A G, G = A^H Y */
static int find_range(struct gesvdr *s, starling_matrix *A, int64_t q, uint64_t seed)
{
    const starling_trans no = STARLING_NOTRANS, tr = STARLING_CONJTRANS;
    int info = 0;
    sl_gaussian(seed, s->G, s->seq);
    for (int64_t step = 0; step <= q && info == 0; step++) {
        info = starling_gemm_submit(no, no, 1, A, s->G, 0, s->Y, s->seq);
        if (info == 0)
            info = orthonormal(s, s->high, s->Y);
        if (info == 0)
            info = starling_gemm_submit(tr, no, 1, A, s->Y, 0, s->G, s->seq);
        if (info == 0 && step < q)
            info = orthonormal(s, s->wide, s->G);
    }
    return info;
}

/* The common elements of two matrices. */
static void copy_common(starling_matrix *A, starling_matrix *B, starling_sequence *seq)
{
    int64_t m = SL_MIN(A->m, B->m), n = SL_MIN(A->n, B->n);
    for (int64_t j = 0; j < n; j += SL_MIN(A->nb - j % A->nb, B->nb - j % B->nb))
        for (int64_t i = 0; i < m; i += SL_MIN(A->mb - i % A->mb, B->mb - i % B->mb))
            sl_insert_common(seq, sl_tile_of(A, i / A->mb, j / A->nb),
                             sl_tile_of(B, i / B->mb, j / B->nb));
    sl_write_back_all(seq, B);
}

/* The first columns of Y W, and the first rows of V^H */
static int vectors(struct gesvdr *s, starling_matrix *A, starling_matrix *U, starling_matrix *VT)
{
    int info = 0;
    starling_matrix *T = NULL;
    if (U) /* high may have other tiles than A has: Y's are taken */
        info = starling_matrix_create(&T, s->prec, A->m, s->l, A->mb, s->nb);
    if (info == 0 && U)
        info = starling_gemm_submit(STARLING_NOTRANS, STARLING_CONJTRANS, 1, s->Y, s->WT, 0, T,
                                    s->seq);
    if (info == 0 && U)
        copy_common(T, U, s->seq);
    if (T)
        sl_matrix_free(s->seq, T);
    if (info != 0 || !VT)
        return info;
    info = starling_matrix_create(&T, s->prec, s->l, A->n, s->nb, A->n);
    if (info != 0)
        return info;
    info = sl_copy_op(true, s->V, T, s->seq);
    if (info == 0)
        copy_common(T, VT, s->seq);
    sl_matrix_free(s->seq, T);
    return info;
}

static int solve(struct gesvdr *s, starling_matrix *A, int64_t q, uint64_t seed, starling_matrix *S,
                 starling_matrix *U, starling_matrix *VT)
{
    int64_t key = sl_operation(s->seq);
    sl_insert_frobenius(s->seq, A, NULL, NULL, key, NULL); /* which column is not finite */
    int info = find_range(s, A, q, seed);
    if (info == 0)
        info = starling_lacpy_submit(STARLING_GENERAL, s->G, s->wide, s->seq);
    if (info == 0) /* A^H Q = V S W^H */
        info = sl_gesvd_tasks(s->wide, s->S, U || VT ? s->V : NULL, U || VT ? s->WT : NULL,
                              key + A->n, s->seq);
    if (info != 0)
        return info;
    copy_common(s->S, S, s->seq);
    return vectors(s, A, U, VT);
}

int starling_gesvdr_submit(starling_matrix *A, int64_t p, int64_t q, uint64_t seed,
                           starling_matrix *S, starling_matrix *U, starling_matrix *VT,
                           starling_sequence *seq)
{
    SL_ARG(8, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL, SL_A_MATRIX);
    SL_SEQ_ARG(seq, 2, p, p >= 0, "at least 0");
    SL_SEQ_ARG(seq, 3, q, q >= 0, "at least 0");
    int64_t m = A->m, n = A->n, most = SL_MIN(m, n), k = S ? S->m : 0;
    SL_SEQ_ARG(seq, 5, S, sl_is_column(S, A->prec, k) && k <= most,
               "a real column of at most %lld numbers in one tile", (long long)most);
    SL_SEQ_ARG(seq, 6, U, !U || (U != A && U->prec == A->prec), SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 6, U, !U || (U->m == m && U->n == k), "%lld x %lld", (long long)m,
               (long long)k);
    SL_SEQ_ARG(seq, 7, VT, !VT || (VT != A && VT != U && VT->prec == A->prec), SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 7, VT, !VT || (VT->m == k && VT->n == n), "%lld x %lld", (long long)k,
               (long long)n);
    if (k == 0)
        return 0;
    struct gesvdr s = {.seq = seq, .prec = A->prec, .l = k + SL_MIN(p, most - k)};
    int info = make(&s, A);
    if (info == 0)
        info = solve(&s, A, q, seed, S, U, VT);
    end(&s);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_gesvdr(starling_matrix *A, int64_t p, int64_t q, uint64_t seed, starling_matrix *S,
                    starling_matrix *U, starling_matrix *VT)
{
    SL_SYNCHRONOUS(starling_gesvdr_submit(A, p, q, seed, S, U, VT, seq));
}
