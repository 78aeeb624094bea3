/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values and vectors in two stages: A = Q1 B P1^H with an upper band B, B = Q2 D P2^H with
 * a real bidiagonal matrix D, and D = X S Y^T. Then U = Q1 Q2 X and V = P1 P2 Y. A matrix that is
 * much higher than wide is factored first, A = F R, and R has the values (Chan, ACM Trans. Math.
 * Softw. 8, 1982). Of a wide one, A^H has the same values, and U and V in turns. */

#include "src/eigen/stedc.h"
#include "svd.h"

/* QR first pays from m = 1.6 n on, by counts of operations. */
static bool qr_first(int64_t m, int64_t n)
{
    return (double)m >= 1.6 * (double)n && m > n;
}

/* The data of one operation; n is the smaller side of the matrix. */
struct svd {
    starling_sequence *seq;
    starling_precision prec;
    int64_t n, kd, nb;        /* band; block columns of stage 1 */
    starling_matrix *F;       /* the high matrix, for its QR factorization; NULL: none */
    struct sl_cholqr cholqr;  /* the same by Cholesky; empty: none */
    starling_matrix *A, *R;   /* of stage 1 */
    starling_matrix *given;   /* the user's, if it is F or A; NULL: a copy is */
    starling_matrix *E;       /* the superdiagonal; the diagonal is in S */
    starling_matrix *V2, *P2; /* reflectors of stage 2 */
    struct sl_stedc bdsdc;    /* with X and Y, the vectors of the halves of the bidiagonal matrix */
    starpu_data_handle_t sigma;
};

/* The vectors of the wanted sides. */
static int make_bdsdc(struct svd *s, bool left, bool right, int64_t key)
{
    starling_precision real = sl_real_precision(s->prec);
    int64_t n = s->n, nb;
    int info = 0;
    starling_stedc_tile_size(real, n, NULL, &nb);
    s->bdsdc = (struct sl_stedc){.svd = true,
                                 .seq = s->seq,
                                 .prec = real,
                                 .n = n,
                                 .width = nb,
                                 .columns = starling_unmtr_tile_size(s->prec, n, n),
                                 .unfound = key};
    if (left)
        info = starling_matrix_create(&s->bdsdc.side[SL_LEFT_VECTORS].Z, real, n, n, n, nb);
    if (info == 0 && right)
        info = starling_matrix_create(&s->bdsdc.side[SL_RIGHT_VECTORS].Z, real, n, n, n, nb);
    return info;
}

/* F and A. A matrix in the block columns of stage 1 is worked on where it is. */
static int make_first(struct svd *s, starling_matrix *A)
{
    int64_t n = s->n, m = SL_MAX(A->m, A->n);
    bool qr = qr_first(m, n);
    starling_matrix **first = qr ? &s->F : &s->A;
    int info = 0;
    if (s->cholqr.Q1)
        return starling_matrix_create(&s->A, s->prec, n, n, n, s->nb);
    if (A->m >= A->n && A->mt == 1 && SL_MIN(n, A->nb) == SL_MIN(n, s->nb))
        *first = s->given = A;
    else
        info = starling_matrix_create(first, s->prec, m, n, m, s->nb);
    if (info == 0 && qr)
        info = starling_matrix_create(&s->A, s->prec, n, n, n, s->nb);
    return info;
}

/* m: rows of the matrix of stage 1 */
static int make(struct svd *s, int64_t m, bool left, bool right, int64_t key)
{
    starling_precision real = sl_real_precision(s->prec);
    int64_t n = s->n;
    int64_t v_nb =
        sl_chase_tile_size(s->prec, n, s->kd, sl_gb2bd_elements(m, n, left || right));
    s->sigma = sl_temporary(2, 1, sizeof(double));
    int info = starling_matrix_create(&s->R, s->prec, n, n, n, s->nb);
    if (info == 0)
        info = starling_matrix_create(&s->E, real, n, 1, n, 1);
    if (info == 0 && (left || right))
        info = starling_matrix_create(&s->V2, s->prec, n, n, n, v_nb);
    if (info == 0 && (left || right))
        info = starling_matrix_create(&s->P2, s->prec, n, n, n, v_nb);
    if (info == 0 && (left || right))
        info = make_bdsdc(s, left, right, key);
    return info;
}

static void end(struct svd *s)
{
    starling_matrix *all[] = {s->F,
                              s->A,
                              s->R,
                              s->E,
                              s->V2,
                              s->P2,
                              s->bdsdc.side[SL_LEFT_VECTORS].Z,
                              s->bdsdc.side[SL_RIGHT_VECTORS].Z};
    sl_stedc_end(&s->bdsdc);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i] && all[i] != s->given)
            sl_matrix_free(s->seq, all[i]);
    sl_cholqr_free(&s->cholqr, s->seq);
    sl_temporary_free(s->seq, s->sigma);
}

/* Whether QR by Cholesky is tried: if the caller waits anyway, and at most n columns of Q are wanted. It
 * has 3 m n^2 operations against 2, and 2 against 4 of the product with vectors. On cores the rates are
 * alike, and it pays only with vectors and from m = 8 n on: two cores. */
static bool try_cholesky(const struct svd *s, const starling_matrix *A, const starling_matrix *left)
{
    bool waits = s->seq->calls && !SL_SIMULATED && !sl_record_only(s->seq);
    int64_t m = SL_MAX(A->m, A->n), n = s->n;
    if (!waits || !qr_first(m, n) || (left && SL_MIN(left->m, left->n) != n))
        return false;
    return starling_ncuda() > 0 || (left && m / 8 >= n);
}

/* The matrix of stage 1: A, A^H, or R of one of them. */
static int load(struct svd *s, starling_matrix *A)
{
    if (s->cholqr.Q1)
        return starling_lacpy_submit(STARLING_GENERAL, s->cholqr.R1, s->A, s->seq);
    int info = s->given ? 0 : sl_copy_op(A->m < A->n, A, s->F ? s->F : s->A, s->seq);
    if (info == 0 && s->F)
        info = sl_geqrf_tasks(s->F, NULL, s->seq);
    for (int64_t j = 0; s->F && j < s->A->nt && info == 0; j++)
        sl_insert_ge_upper(s->seq, s->F, s->A, j);
    return info;
}

/* C = Q2 X, in block columns of the precision of A */
static int vectors_of_band(struct svd *s, enum sl_side side, starling_matrix *V2,
                           starling_matrix **C)
{
    int64_t n = s->n, nb = starling_unmtr_tile_size(s->prec, n, n);
    starling_matrix *X;
    int info = starling_matrix_create(&X, s->bdsdc.prec, n, n, n, nb);
    if (info != 0)
        return info;
    sl_stedc_vectors(&s->bdsdc, side, 0, X);
    *C = X;
    if (X->prec != s->prec) {
        info = starling_matrix_create(C, s->prec, n, n, n, nb);
        for (int64_t j = 0; j < X->nt && info == 0; j++)
            sl_insert_lacp2(s->seq, sl_tile_of(X, 0, j), sl_tile_of(*C, 0, j));
        sl_matrix_free(s->seq, X);
    }
    if (info != 0)
        return info;
    return sl_unmtr_hb2st_tasks(STARLING_NOTRANS, s->kd, V2, *C, s->seq);
}

/* C = Q diag(C, I) with `columns` columns, for a Q as high as A or higher than C */
static int multiply(struct svd *s, starling_matrix *A, int64_t columns, starling_matrix **C)
{
    if (A->m > (*C)->m) {
        starling_matrix *Z, *before = *C;
        int info = starling_matrix_create(&Z, s->prec, A->m, columns, A->m, before->nb);
        if (info == 0)
            info = starling_laset_submit(STARLING_GENERAL, 0, 1, Z, s->seq);
        if (info != 0)
            return info;
        for (int64_t j = 0; j < before->nt; j++)
            sl_insert_common(s->seq, sl_tile_of(before, 0, j), sl_tile_of(Z, 0, j));
        *C = Z;
        sl_matrix_free(s->seq, before);
    }
    sl_unmqr_tasks(STARLING_LEFT, STARLING_NOTRANS, A, false, *C, s->seq);
    return 0;
}

/* `out` = vectors on the side of the reflectors in V2 and in A; if first, with Q of the QR factorization
 * before. */
static int vectors(struct svd *s, enum sl_side side, starling_matrix *V2, starling_matrix *A,
                   bool first, bool adjoint, starling_matrix *out)
{
    int64_t columns = adjoint ? out->m : out->n;
    starling_matrix *C = NULL;
    int info = vectors_of_band(s, side, V2, &C);
    if (info == 0)
        info = multiply(s, A, first ? s->n : columns, &C);
    if (info == 0 && first)
        info = s->F ? multiply(s, s->F, columns, &C) : sl_cholqr_multiply(&s->cholqr, &C, s->seq);
    if (info == 0)
        info = sl_copy_op(adjoint, C, out, s->seq);
    sl_write_back_all(s->seq, out);
    if (C)
        sl_matrix_free(s->seq, C);
    return info;
}

/* S = the singular values of the bidiagonal matrix D: D = X S Y^T, or values alone. */
static int solve_bidiagonal(struct svd *s, starling_matrix *S, bool vectors, int64_t key)
{
    if (!vectors)
        return sl_bdsqr_tasks(S, s->E, key, s->seq);
    int info = sl_stedc_begin(&s->bdsdc, S, s->E, key);
    if (info == 0)
        sl_stedc_values(&s->bdsdc, 0, S);
    return info;
}

/* All stages, once there is memory. left and right may be NULL. */
static int solve(struct svd *s, starling_matrix *A, starling_matrix *S, starling_matrix *left,
                 starling_matrix *right, int64_t key)
{
    bool high = A->m >= A->n;
    sl_insert_sigma(s->seq, SL_SHAPE_GENERAL, 0, A, s->sigma, key);
    for (int64_t j = 0; j < A->nt; j++)
        sl_insert_rescale(s->seq, s->sigma, false, sl_tile_of(A, 0, j));
    if (try_cholesky(s, A, left))
        sl_cholqr_tasks(!high, A, key, &s->cholqr, s->seq);
    int info = make_first(s, A);
    if (info == 0)
        info = load(s, A);
    if (info == 0) /* A = Q1 B P1^H */
        info = sl_ge2gb_tasks(s->kd, s->A, s->R, s->seq);
    if (info == 0) /* B = Q2 D P2^H */
        info = sl_gb2bd_tasks(s->kd, s->A, s->R, S, s->E, s->V2, s->P2, s->seq);
    if (info == 0)
        info = solve_bidiagonal(s, S, left || right, key + A->n);
    if (info != 0)
        return info;
    sl_insert_rescale(s->seq, s->sigma, true, sl_tile_of(S, 0, 0));
    sl_write_back(s->seq, sl_tile_of(S, 0, 0));
    if (left) /* Q1 Q2 X */
        info = vectors(s, SL_LEFT_VECTORS, s->V2, s->A, s->F || s->cholqr.Q1, !high, left);
    if (info == 0 && right) /* P1 P2 Y */
        info = vectors(s, SL_RIGHT_VECTORS, s->P2, s->R, false, high, right);
    return info;
}

/* An empty matrix has vectors of zero, of which U and VT have all. */
static int empty(starling_matrix *U, starling_matrix *VT, starling_sequence *seq)
{
    int info = U ? starling_laset_submit(STARLING_GENERAL, 0, 1, U, seq) : 0;
    if (info == 0 && VT)
        info = starling_laset_submit(STARLING_GENERAL, 0, 1, VT, seq);
    return info;
}

int sl_gesvd_tasks(starling_matrix *A, starling_matrix *S, starling_matrix *U, starling_matrix *VT,
                   int64_t key, starling_sequence *seq)
{
    struct svd s = {.seq = seq, .prec = A->prec, .n = SL_MIN(A->m, A->n)};
    if (s.n == 0)
        return empty(U, VT, seq);
    starling_he2hb_tile_size(s.prec, s.n, &s.nb, &s.kd);
    starling_matrix *left = A->m >= A->n ? U : VT, *right = A->m >= A->n ? VT : U;
    int64_t m = SL_MAX(A->m, A->n);
    int info = make(&s, qr_first(m, s.n) ? s.n : m, left, right, key + A->n);
    if (info == 0)
        info = solve(&s, A, S, left, right, key);
    end(&s);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_gesvd_submit(starling_matrix *A, starling_matrix *S, starling_matrix *U,
                          starling_matrix *VT, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_qr_tiles(A), SL_QR_TILES);
    int64_t m = A->m, n = A->n, k = SL_MIN(m, n);
    SL_SEQ_ARG(seq, 2, S, sl_is_column(S, A->prec, k), "a real column of %lld numbers in one tile",
               (long long)k);
    SL_SEQ_ARG(seq, 3, U, !U || (U != A && U->prec == A->prec), SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 3, U, !U || (U->m == m && (U->n == k || U->n == m)),
               "%lld x %lld or %lld x %lld", (long long)m, (long long)k, (long long)m,
               (long long)m);
    SL_SEQ_ARG(seq, 4, VT, !VT || (VT != A && VT != U && VT->prec == A->prec), SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 4, VT, !VT || (VT->n == n && (VT->m == k || VT->m == n)),
               "%lld x %lld or %lld x %lld", (long long)k, (long long)n, (long long)n,
               (long long)n);
    return sl_gesvd_tasks(A, S, U, VT, sl_operation(seq), seq);
}

int starling_gesvd(starling_matrix *A, starling_matrix *S, starling_matrix *U, starling_matrix *VT)
{
    SL_SYNCHRONOUS(starling_gesvd_submit(A, S, U, VT, seq));
}
