/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors of a general matrix: A = Q H Q^H by LAPACK, in the calling thread,
 * or with a GPU by gehrd, the Schur form T of H by hseqr, then the eigenvectors of T, times Q. */

#include <stdlib.h>
#include "nonsymmetric.h"
#include "src/qr/qr.h"
#include "src/runtime/tuning.h"

static int (*const schur_of[])(struct sl_schur *) = {sl_sschur, sl_dschur, sl_cschur, sl_zschur};
static void (*const unscale_of[])(struct sl_schur *) = {sl_sunscale, sl_dunscale, sl_cunscale,
                                                        sl_zunscale};

/* The data of one operation. T and B are matrices of the library, for tasks use them later. */
struct geev {
    struct sl_schur schur;         /* arrays for LAPACK */
    struct sl_hseqr_problem hseqr; /* H and Q, large ones */
    int64_t nb;                    /* columns of a block column of A */
    starling_matrix *T;
    starling_matrix *B; /* the balancing */
    struct sl_row_of_schur *row;
    starling_sequence *seq;
};

/* The columns of W. */
static int64_t parts(const starling_matrix *A)
{
    return sl_is_complex(A->prec) ? 1 : 2;
}

static int make(struct geev *g, const starling_matrix *A, bool vectors, bool gehrd)
{
    size_t n = (size_t)A->n, size = sl_sizeof(A->prec);
    struct sl_schur *s = &g->schur;
    s->n = s->lda = s->ldq = (int)A->n;
    s->stop = gehrd                      ? SL_AT_BALANCED
              : A->n > SL_GEEV_BY_LAPACK ? SL_AT_HESSENBERG_FORM
                                         : SL_AT_SCHUR_FORM;
    g->nb = A->nb;
    s->a = malloc(n * n * size);
    s->q = vectors && !gehrd ? malloc(n * n * size) : NULL;
    s->w = malloc(2 * n * size);
    s->balance = malloc(n * sl_sizeof(STARLING_D));
    if (!s->a || !s->w || !s->balance || (vectors && !gehrd && !s->q))
        return sl_error("starling_geev", STARLING_ENOMEM, NULL);
    if (!vectors)
        return 0;
    int info = starling_matrix_create(&g->T, A->prec, A->n, A->n, A->n, A->nb);
    if (info == 0)
        info = starling_matrix_create(&g->B, sl_real_precision(A->prec), A->n, 1, A->n, 1);
    return info;
}

static void end(struct geev *g)
{
    sl_hseqr_matrices_free(&g->hseqr, g->seq);
    if (g->T)
        sl_matrix_free(g->seq, g->T);
    if (g->B)
        sl_matrix_free(g->seq, g->B);
    free(g->schur.a);
    free(g->schur.q);
    free(g->schur.w);
    free(g->schur.balance);
    free(g->row);
}

/* Not if tasks are only recorded, or simulated. */
static bool has_numbers(const starling_sequence *seq)
{
    return !SL_SIMULATED && !sl_record_only(seq);
}

/* H and Q in the tiles of hseqr, from arrays. */
static int copy_hessenberg(const struct sl_schur *s, struct sl_hseqr_problem *p)
{
    int info = starling_matrix_set(p->H, s->a, s->lda);
    return info == 0 && p->Z ? starling_matrix_set(p->Z, s->q, s->ldq) : info;
}

/* The same from the balanced matrix, by tasks. */
static int make_hessenberg(struct geev *g, starling_precision prec)
{
    const struct sl_schur *s = &g->schur;
    struct sl_hseqr_problem *p = &g->hseqr;
    starling_matrix *A = NULL, *Q = NULL;
    int info = starling_matrix_create(&A, prec, s->n, s->n, s->n, g->nb);
    if (info == 0 && p->Z)
        info = starling_matrix_create(&Q, prec, s->n, s->n, s->n, g->nb);
    if (info == 0)
        info = starling_matrix_set(A, s->a, s->lda);
    if (info == 0)
        info = sl_gehrd_tasks(s->ilo, s->ihi, A, g->seq);
    if (info == 0 && Q)
        info = sl_ungqr_tasks(A, Q, g->seq);
    if (info == 0)
        sl_hseqr_copy(A, p->H, g->seq);
    if (info == 0 && Q)
        sl_hseqr_copy(Q, p->Z, g->seq);
    if (A)
        sl_matrix_free(g->seq, A);
    if (Q)
        sl_matrix_free(g->seq, Q);
    return info;
}

/* T, w and Q from H and Q. */
static int iterate(struct geev *g, starling_precision prec)
{
    struct sl_schur *s = &g->schur;
    struct sl_hseqr_problem *p = &g->hseqr;
    bool vectors = g->T;
    *p = (struct sl_hseqr_problem){.schur = vectors, .ilo = s->ilo, .ihi = s->ihi, .w = s->w};
    int info = sl_hseqr_matrices(p, prec, s->n, vectors);
    if (info == 0)
        info = s->stop == SL_AT_BALANCED ? make_hessenberg(g, prec) : copy_hessenberg(s, p);
    free(s->a);
    free(s->q);
    s->a = s->q = NULL;
    if (info == 0)
        info = sl_hseqr_tasks(p, g->seq);
    unscale_of[prec](s);
    return info;
}

/* W, T and B. A failure of LAPACK ends the sequence. */
static int schur_form(struct geev *g, starling_matrix *A, starling_matrix *W, int64_t key)
{
    struct sl_schur *s = &g->schur;
    int info = starling_matrix_get(A, s->a, s->lda), failed;
    if (info != 0)
        return info;
    failed = schur_of[A->prec](s);
    if (failed < 0)
        return sl_error("starling_geev", STARLING_ENOMEM, NULL);
    if (failed == 0 && s->stop != SL_AT_SCHUR_FORM)
        info = iterate(g, A->prec);
    if (info == 0)
        info = starling_matrix_set(W, s->w, s->n);
    if (failed > 0)
        sl_numerical_failure(g->seq, key + failed, true);
    if (info == 0 && g->T && g->hseqr.H)
        sl_hseqr_copy(g->hseqr.H, g->T, g->seq);
    else if (info == 0 && g->T)
        info = starling_matrix_set(g->T, s->a, s->lda);
    if (info == 0 && g->B)
        info = starling_matrix_set(g->B, s->balance, s->n);
    return info;
}

/* The vectors of one side, in V. */
static int one_side(struct geev *g, starling_matrix *V, bool left)
{
    struct sl_trevc_problem problem = {
        .T = g->T,
        .row = g->row,
        .V = V,
        .left = left,
        .multiply = true,
        .euclid = true,
        .balance = g->B->tile[0],
        .ilo = g->schur.ilo,
        .ihi = g->schur.ihi,
    };
    int info = 0;
    if (g->hseqr.Z)
        sl_hseqr_copy(g->hseqr.Z, V, g->seq);
    else if (has_numbers(g->seq))
        info = starling_matrix_set(V, g->schur.q, g->schur.ldq);
    if (info == 0)
        info = sl_trevc_tasks(&problem, g->seq);
    sl_write_back_all(g->seq, V);
    return info;
}

static int vectors(struct geev *g, starling_matrix *VL, starling_matrix *VR)
{
    int64_t count;
    int info = 0;
    g->row = sl_schur_rows(g->T, NULL, &count, g->seq);
    if (!g->row)
        return STARLING_ENOMEM;
    if (VL)
        info = one_side(g, VL, true);
    if (VR && info == 0)
        info = one_side(g, VR, false);
    return info;
}

int sl_geev_tasks(starling_matrix *A, starling_matrix *W, starling_matrix *VL, starling_matrix *VR,
                  bool gehrd, starling_sequence *seq)
{
    struct geev g = {.seq = seq};
    int info = make(&g, A, VL || VR, gehrd);
    int64_t key = sl_operation(seq);
    if (info == 0 && has_numbers(seq))
        info = schur_form(&g, A, W, key);
    if (info == 0 && !sl_failed(seq) && g.T)
        info = vectors(&g, VL, VR);
    end(&g);
    return info;
}

/* Whether the reduction to Hessenberg form goes by tasks: their panels need a GPU's memory. */
static bool gehrd_pays(const starling_matrix *A)
{
    return A->n >= SL_GEEV_GEHRD && sl_gpus() > 0 && sl_cl_gehrd_panel[A->prec]->cuda_funcs[0];
}

#define OTHER "another matrix than A, of the same precision"
int starling_geev_submit(starling_matrix *A, starling_matrix *W, starling_matrix *VL,
                         starling_matrix *VR, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, sl_square_columns(A), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 2, W, W && W != A && W->prec == A->prec, OTHER);
    SL_SEQ_ARG(seq, 2, W, W->m == A->n && W->n == parts(A), "%lld x %lld", (long long)A->n,
               (long long)parts(A));
    SL_SEQ_ARG(seq, 3, VL, !VL || (VL != A && VL != W && VL->prec == A->prec), OTHER);
    SL_SEQ_ARG(seq, 3, VL, !VL || (sl_square_columns(VL) && VL->n == A->n), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 4, VR, !VR || (VR != A && VR != W && VR != VL && VR->prec == A->prec), OTHER);
    SL_SEQ_ARG(seq, 4, VR, !VR || (sl_square_columns(VR) && VR->n == A->n), SL_BLOCK_COLUMNS);
    if (A->n == 0 || sl_failed(seq))
        return 0;
    int info = sl_geev_tasks(A, W, VL, VR, gehrd_pays(A), seq);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_geev(starling_matrix *A, starling_matrix *W, starling_matrix *VL, starling_matrix *VR)
{
    SL_SYNCHRONOUS(starling_geev_submit(A, W, VL, VR, seq));
}
