/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The Schur form of a general matrix, A = Q T Q^H: balancing, the Hessenberg form by gehrd if
 * sl_gehrd_pays(), else by LAPACK in the calling thread, then hseqr. Tasks find out whether there is
 * anything to balance. If there is not, gehrd takes A from where it is. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
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
    s->w = calloc(2 * n, size);
    s->balance = malloc(n * sl_sizeof(STARLING_D));
    return s->w && s->balance ? 0 : sl_error(p->routine, STARLING_ENOMEM, NULL);
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

/* ---- Whether there is anything to balance ------------------------------------------------------
 */

/* The numbers of all block columns. */
struct norms {
    double *row; /* the squares of each row */
    struct sl_column_norms *column;
};

/* Nothing to permute, norms of rows and columns that differ by less than a factor of 2 if gebal
 * would scale, and numbers in geev's range. false: perhaps, or numbers that are not finite. */
static bool is_balanced(const struct sl_schur *s, const struct norms *of, double smallest)
{
    bool scales = s->balanc == 'S' || s->balanc == 'B', balanced = true;
    double largest = 0;
    for (int64_t j = 0; j < s->n && balanced; j++) {
        const struct sl_column_norms *c = &of->column[j];
        double most = SL_MAX(of->row[j], c->squares), least = SL_MIN(of->row[j], c->squares);
        double alone = c->own * (1 + 4 * DBL_EPSILON); /* an element, by any order of roundings */
        balanced = least > SL_MAX(alone, DBL_MIN / DBL_EPSILON) && most < DBL_MAX &&
                   (!scales || most < 3.9 * least);
        largest = SL_MAX(largest, c->largest);
    }
    return balanced && sqrt(largest) > 2 * smallest && sqrt(largest) < 1 / smallest;
}

/* What gebal and geev tell of a matrix that they do not change. */
static void put_balance(struct sl_schur *s, starling_precision prec, const struct norms *of)
{
    s->balanced = true;
    s->ilo = 1;
    s->ihi = s->n;
    s->factor = 1;
    for (int64_t j = 0; j < s->n; j++) {
        sl_set_element(sl_real_precision(prec), s->balance, j, 1);
        s->norm = SL_MAX(s->norm, of->column[j].sizes);
    }
}

static void insert_norms(starling_sequence *seq, starling_matrix *A, int64_t j,
                         starpu_data_handle_t norms)
{
    struct sl_gebal_args args = {.first = j * A->nb};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_gebal_norms[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .at = sl_tile_of(A, 0, j),
        .data = {{norms, STARPU_W}, {sl_handle(sl_tile_of(A, 0, j)), STARPU_R}},
    });
}

/* Waits for the numbers of block column j. */
static void add_norms(starling_sequence *seq, const starling_matrix *A, int64_t j,
                      starpu_data_handle_t norms, const struct norms *of)
{
    int64_t n = A->n, first = j * A->nb;
    if (sl_failed(seq) || starpu_data_acquire(norms, STARPU_R) != 0)
        return;
    double *row = starpu_data_get_local_ptr(norms);
    for (int64_t i = 0; i < n; i++)
        of->row[i] += row[i];
    memcpy(of->column + first, sl_norms_of_columns(row, n),
           sizeof *of->column * (size_t)SL_MIN(A->nb, n - first));
    starpu_data_release(norms);
}

/* Waits. */
static int find_balance(struct sl_schur_problem *p, starling_matrix *A)
{
    size_t n = (size_t)A->n;
    bool single = A->prec == STARLING_S || A->prec == STARLING_C;
    starpu_data_handle_t *norms = malloc((size_t)A->nt * sizeof *norms);
    struct norms of = {calloc(n, sizeof *of.row), calloc(n, sizeof *of.column)};
    bool there = norms && of.row && of.column;
    for (int64_t j = 0; there && j < A->nt; j++) {
        norms[j] = sl_temporary(sl_balance_numbers(A->n, SL_MIN(A->nb, A->n)), 1, sizeof(double));
        insert_norms(p->seq, A, j, norms[j]);
    }
    for (int64_t j = 0; there && j < A->nt; j++) {
        add_norms(p->seq, A, j, norms[j], &of);
        sl_temporary_free(p->seq, norms[j]);
    }
    if (there && !sl_failed(p->seq) && is_balanced(&p->schur, &of, sl_geev_smallest(single)))
        put_balance(&p->schur, A->prec, &of);
    free(norms);
    free(of.row);
    free(of.column);
    return there ? 0 : sl_error(p->routine, STARLING_ENOMEM, NULL);
}

/* ---- The Hessenberg form ------------------------------------------------------------------------
 */

/* An array becomes A, by tasks. Waits. */
static int read_matrix(struct sl_schur_problem *p, starling_matrix *A)
{
    struct sl_schur *s = &p->schur;
    size_t size = sl_square_with_room((size_t)A->n, sl_sizeof(A->prec));
    bool q = p->q && (!p->gehrd || s->permuted); /* perhaps, if rows may be permuted */
    starling_matrix *M;
    s->a = malloc(size);
    s->q = q ? malloc(size) : NULL;
    if (!s->a || (q && !s->q))
        return sl_error(p->routine, STARLING_ENOMEM, NULL);
    int info = matrix_over(p, A->prec, s->a, &M);
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

/* The same from the balanced matrix, by tasks. B: it is this one; NULL: it is in an array. */
static int make_hessenberg(struct sl_schur_problem *p, starling_precision prec, starling_matrix *B)
{
    const struct sl_schur *s = &p->schur;
    struct sl_hseqr_problem *h = &p->hseqr;
    starling_matrix *A = NULL, *Q = NULL;
    int info = starling_matrix_create(&A, prec, s->n, s->n, s->n, p->nb);
    if (info == 0 && h->Z)
        info = starling_matrix_create(&Q, prec, s->n, s->n, s->n, p->nb);
    if (info == 0 && B)
        sl_hseqr_copy(B, A, p->seq);
    else if (info == 0)
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

/* T, w and Q from H and Q, or from the balanced matrix B. */
static int iterate(struct sl_schur_problem *p, starling_precision prec, starling_matrix *B)
{
    struct sl_schur *s = &p->schur;
    struct sl_hseqr_problem *h = &p->hseqr;
    *h = (struct sl_hseqr_problem){.schur = s->form, .ilo = s->ilo, .ihi = s->ihi, .w = s->w};
    int info = sl_hseqr_matrices(h, prec, s->n, p->q);
    if (info == 0)
        info = s->stop == SL_AT_BALANCED ? make_hessenberg(p, prec, B) : copy_hessenberg(p);
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
    int info = find_balance(p, A), failed;
    if (info != 0 || sl_failed(p->seq))
        return info;
    if (p->gehrd && s->balanced)
        return iterate(p, A->prec, A);
    info = read_matrix(p, A);
    if (info != 0 || sl_failed(p->seq))
        return info;
    sl_sequence_rest(p->seq); /* LAPACK works in this thread, with BLAS' threads */
    failed = schur_of[A->prec](s);
    if (failed < 0)
        return sl_error(p->routine, STARLING_ENOMEM, NULL);
    if (failed > 0)
        sl_numerical_failure(p->seq, key + failed, true);
    else if (s->stop != SL_AT_SCHUR_FORM)
        info = iterate(p, A->prec, NULL);
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
