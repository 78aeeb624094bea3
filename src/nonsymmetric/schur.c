/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The Schur form of a general matrix, A = Q T Q^H: the Hessenberg form by LAPACK, in the calling
 * thread, or with a GPU or many cores by gehrd, then hseqr. */

#include <stdlib.h>
#include "nonsymmetric.h"
#include "src/qr/qr.h"
#include "src/runtime/tuning.h"

static int (*const schur_of[])(struct sl_schur *) = {sl_sschur, sl_dschur, sl_cschur, sl_zschur};
static void (*const unscale_of[])(struct sl_schur *) = {sl_sunscale, sl_dunscale, sl_cunscale,
                                                        sl_zunscale};

int sl_schur_make(struct sl_schur_problem *p, const starling_matrix *A, bool q)
{
    size_t n = (size_t)A->n, size = sl_sizeof(A->prec);
    struct sl_schur *s = &p->schur;
    s->n = s->lda = s->ldq = (int)A->n;
    s->stop = p->gehrd                   ? SL_AT_BALANCED
              : A->n > SL_GEEV_BY_LAPACK ? SL_AT_HESSENBERG_FORM
                                         : SL_AT_SCHUR_FORM;
    p->nb = A->nb;
    p->q = q;
    s->a = malloc(sl_square_with_room(n, size));
    bool q_by_lapack = q && (!p->gehrd || s->permuted); /* perhaps, if rows may be permuted */
    s->q = q_by_lapack ? malloc(sl_square_with_room(n, size)) : NULL;
    s->w = malloc(2 * n * size);
    s->balance = malloc(n * sl_sizeof(STARLING_D));
    bool there = s->a && s->w && s->balance && (s->q || !q_by_lapack);
    return there ? 0 : sl_error(p->routine, STARLING_ENOMEM, NULL);
}

void sl_schur_free(struct sl_schur_problem *p)
{
    sl_hseqr_matrices_free(&p->hseqr, p->seq);
    free(p->schur.a);
    free(p->schur.q);
    free(p->schur.w);
    free(p->schur.balance);
}

/* An array of the problem as a matrix in block columns. It is not page-locked, for it is used once.
 */
static int matrix_over(const struct sl_schur_problem *p, starling_precision prec, void *a,
                       starling_matrix **M)
{
    int64_t n = p->schur.n;
    return sl_matrix_make(M, &(starling_matrix){.prec = prec,
                                                .m = n,
                                                .n = n,
                                                .mb = n,
                                                .nb = p->nb,
                                                .a = a,
                                                .lda = n,
                                                .home = STARPU_MAIN_RAM});
}

/* The array becomes A, by tasks. Waits. */
static int read_matrix(struct sl_schur_problem *p, starling_matrix *A)
{
    starling_matrix *M;
    int info = matrix_over(p, A->prec, p->schur.a, &M);
    if (info != 0)
        return info;
    for (int64_t j = 0; j < A->nt; j++)
        sl_insert_lacpy(p->seq, STARLING_GENERAL, sl_tile_of(A, 0, j), sl_tile_of(M, 0, j));
    return starling_matrix_destroy(M);
}

/* B = the array a, by tasks. Waits. */
static int write_matrix(struct sl_schur_problem *p, void *a, starling_matrix *B)
{
    starling_matrix *M;
    int info = matrix_over(p, B->prec, a, &M);
    if (info != 0)
        return info;
    sl_hseqr_copy(M, B, p->seq);
    return starling_matrix_destroy(M);
}

/* H and Q in the tiles of hseqr, from arrays. */
static int copy_hessenberg(struct sl_schur_problem *p)
{
    int info = write_matrix(p, p->schur.a, p->hseqr.H);
    return info == 0 && p->hseqr.Z ? write_matrix(p, p->schur.q, p->hseqr.Z) : info;
}

/* The same from the balanced matrix, by tasks. */
static int make_hessenberg(struct sl_schur_problem *p, starling_precision prec)
{
    const struct sl_schur *s = &p->schur;
    struct sl_hseqr_problem *h = &p->hseqr;
    starling_matrix *A = NULL, *Q = NULL;
    int info = starling_matrix_create(&A, prec, s->n, s->n, s->n, p->nb);
    if (info == 0 && h->Z)
        info = starling_matrix_create(&Q, prec, s->n, s->n, s->n, p->nb);
    if (info == 0)
        info = write_matrix(p, s->a, A);
    if (info == 0)
        info = sl_gehrd_tasks(s->ilo, s->ihi, A, p->seq);
    if (info == 0 && Q)
        info = sl_ungqr_tasks(A, Q, p->seq);
    if (info == 0)
        sl_hseqr_copy(A, h->H, p->seq);
    if (info == 0 && Q)
        sl_hseqr_copy(Q, h->Z, p->seq);
    if (A)
        sl_matrix_free(p->seq, A);
    if (Q)
        sl_matrix_free(p->seq, Q);
    return info;
}

/* T, w and Q from H and Q. */
static int iterate(struct sl_schur_problem *p, starling_precision prec)
{
    struct sl_schur *s = &p->schur;
    struct sl_hseqr_problem *h = &p->hseqr;
    *h = (struct sl_hseqr_problem){.schur = s->form, .ilo = s->ilo, .ihi = s->ihi, .w = s->w};
    int info = sl_hseqr_matrices(h, prec, s->n, p->q);
    if (info == 0)
        info = s->stop == SL_AT_BALANCED ? make_hessenberg(p, prec) : copy_hessenberg(p);
    free(s->a);
    free(s->q);
    s->a = s->q = NULL;
    if (info == 0)
        info = sl_hseqr_tasks(h, p->seq);
    unscale_of[prec](s);
    return info;
}

int sl_schur_solve(struct sl_schur_problem *p, starling_matrix *A, int64_t key)
{
    struct sl_schur *s = &p->schur;
    int info = read_matrix(p, A), failed;
    if (info != 0 || sl_failed(p->seq))
        return info;
    sl_sequence_rest(p->seq); /* LAPACK works in this thread, with BLAS' threads */
    failed = schur_of[A->prec](s);
    if (failed < 0)
        return sl_error(p->routine, STARLING_ENOMEM, NULL);
    if (failed > 0)
        sl_numerical_failure(p->seq, key + failed, true);
    else if (s->stop != SL_AT_SCHUR_FORM)
        info = iterate(p, A->prec);
    return info;
}

void sl_schur_unscale_values(struct sl_schur_problem *p, starling_precision prec)
{
    unscale_of[prec](&p->schur);
}

int sl_schur_copy_t(struct sl_schur_problem *p, starling_matrix *T)
{
    if (!p->hseqr.H)
        return starling_matrix_set(T, p->schur.a, p->schur.lda);
    sl_hseqr_copy(p->hseqr.H, T, p->seq);
    return 0;
}

int sl_schur_copy_q(struct sl_schur_problem *p, starling_matrix *Q)
{
    if (!p->hseqr.Z)
        return starling_matrix_set(Q, p->schur.q, p->schur.ldq);
    sl_hseqr_copy(p->hseqr.Z, Q, p->seq);
    return 0;
}
