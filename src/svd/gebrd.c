/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A matrix to a real bidiagonal one in one stage, A = Q B P^H, by panels: the reflectors V of its
 * columns and U of its rows need Y and X, and then A = A - V Y^H - X U^H behind it (Dongarra,
 * Sorensen and Hammarling, J. Comput. Appl. Math. 27, 1989). Two products with A for each column
 * read all of it behind, so a panel is one task that all workers share. The reflectors of rows are
 * columns of R. If A is wider than high, A^H = P B^H Q^H is reduced. */

#include <stdlib.h>
#include "svd.h"

/* What a reduced A has: matrices with the reflectors of Q and of P. Q = NULL: A itself. */
struct bidiagonal {
    struct sl_attachment head;
    starling_matrix *Q, *P;
};

static void free_matrix(starling_matrix *A, starling_sequence *seq)
{
    if (A && seq)
        sl_matrix_free(seq, A);
    else if (A)
        starling_matrix_destroy(A);
}

static void free_bidiagonal(struct sl_attachment *attachment, starling_sequence *seq)
{
    struct bidiagonal *b = (struct bidiagonal *)attachment;
    free_matrix(b->Q, seq);
    free_matrix(b->P, seq);
    free(b);
}

/* A gets other elements: its reflectors are lost. */
static void written(starling_matrix *A, struct sl_attachment *attachment, starling_sequence *seq)
{
    sl_detach(A, attachment);
    free_bidiagonal(attachment, seq);
}

static const struct sl_attachment_kind bidiagonal_kind = {.written = written,
                                                          .free = free_bidiagonal};

static void forget(starling_matrix *A, starling_sequence *seq)
{
    struct sl_attachment *before = sl_attached(A, &bidiagonal_kind);
    if (before)
        written(A, before, seq);
}

/* The matrix with the reflectors of Q or of P; NULL: there is none. */
static starling_matrix *reflectors_of(starling_vect vect, starling_matrix *A)
{
    struct bidiagonal *b = A ? (struct bidiagonal *)sl_attached(A, &bidiagonal_kind) : NULL;
    return !b ? NULL : vect == STARLING_OF_P ? b->P : b->Q ? b->Q : A;
}

/* H is not wider than high; R is square, in the same block columns. */
static void reduce(starling_matrix *H, starling_matrix *R, starling_sequence *seq)
{
    struct sl_gebrd r = sl_gebrd_make(H, R, seq);
    for (int64_t k = 0; k < H->nt && !sl_failed(seq); k++) {
        int64_t first = k * H->nb, end = SL_MIN(first + H->nb, H->n);
        sl_step(seq, k);
        for (int64_t c = first, count; c < end; c += count) {
            count = SL_MIN(r.panel, end - c);
            sl_insert_gebrd_panel(&r, k, c, count); /* V, Y, U, X */
            for (int64_t j = k; j < H->nt; j += r.together)
                sl_insert_gebrd_update(&r, k, c, count, j); /* A = A - V Y^H - X U^H */
        }
    }
    sl_reflectors_only_tau(H);
    sl_reflectors_only_tau(R);
    sl_gebrd_free(&r);
}

int sl_gebrd_tasks(starling_matrix *A, starling_matrix *D, starling_matrix *E,
                   starling_sequence *seq)
{
    bool wide = A->m < A->n;
    struct bidiagonal *b = calloc(1, sizeof *b);
    starling_matrix *H = A, *R = NULL;
    int info = b ? 0 : sl_error("starling_gebrd", STARLING_ENOMEM, NULL);
    forget(A, seq);
    if (info == 0 && wide)
        info = sl_adjoint_make(A, &H);
    if (info == 0)
        info = starling_matrix_create(&R, A->prec, H->n, H->n, SL_MAX(1, H->n), H->nb);
    if (info == 0 && (sl_reflectors_make(H, false, 0) != 0 || sl_reflectors_make(R, false, 1) != 0))
        info = sl_error("starling_gebrd", STARLING_ENOMEM, NULL);
    if (info == 0) {
        if (wide)
            sl_to_adjoint(A, H, seq);
        reduce(H, R, seq);
        if (D->m > 0)
            sl_insert_diagonals(seq, H, true, D, E);
        if (wide)
            sl_from_adjoint(H, A, seq);
        sl_write_back_all(seq, A);
        *b = (struct bidiagonal){{.kind = &bidiagonal_kind}, wide ? R : NULL, wide ? H : R};
        sl_attach(A, &b->head);
        return 0;
    }
    free_matrix(R, seq);
    free_matrix(H != A ? H : NULL, seq);
    free(b);
    return sl_sequence_error(seq, info);
}

#define COLUMN "a column of %lld real numbers in one tile"
#define BIDIAGONAL "a matrix that starling_gebrd() has reduced"
#define Q_OR_P "Q or P"
static bool valid(starling_vect vect)
{
    return vect == STARLING_OF_Q || vect == STARLING_OF_P;
}

int starling_gebrd_submit(starling_matrix *A, starling_matrix *D, starling_matrix *E,
                          starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A && (A->m < A->n ? sl_lq_tiles(A) : sl_qr_tiles(A)),
               "m >= n: in block columns; m < n: in block rows");
    int64_t n = SL_MIN(A->m, A->n), beside = SL_MAX(n - 1, 0);
    SL_SEQ_ARG(seq, 2, D, D != A && sl_is_column(D, A->prec, n), COLUMN, (long long)n);
    SL_SEQ_ARG(seq, 3, E, E != A && E != D && sl_is_column(E, A->prec, beside), COLUMN,
               (long long)beside);
    sl_operation(seq);
    return sl_gebrd_tasks(A, D, E, seq);
}

int starling_gebrd(starling_matrix *A, starling_matrix *D, starling_matrix *E)
{
    SL_SYNCHRONOUS(starling_gebrd_submit(A, D, E, seq));
}

int starling_gebrd_get_tau(starling_vect vect, starling_matrix *A, void *tau)
{
    SL_ARG(1, vect, valid(vect), Q_OR_P);
    SL_ARG(2, A, reflectors_of(vect, A) != NULL, BIDIAGONAL);
    int64_t n = SL_MIN(A->m, A->n);
    size_t size = sl_sizeof(A->prec);
    SL_ARG(3, tau, tau != NULL || n == 0, "an array of min(m, n) elements");
    starling_matrix *V = reflectors_of(vect, A);
    if (n > 0 && V->m == V->n && V->m == n) /* of R: it has one reflector less */
        memset((char *)tau + size * (size_t)(n - 1), 0, size);
    return n == 0 ? 0 : starling_matrix_get_tau(V, tau);
}

int starling_unmbr_submit(starling_vect vect, starling_side side, starling_trans trans,
                          starling_matrix *A, starling_matrix *C, starling_sequence *seq)
{
    SL_ARG(6, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, vect, valid(vect), Q_OR_P);
    SL_SEQ_ARG(seq, 2, side, side == STARLING_LEFT || side == STARLING_RIGHT, "L or R");
    SL_SEQ_ARG(seq, 3, trans, sl_is_qr_trans(trans, A), SL_QR_TRANS);
    starling_matrix *V = reflectors_of(vect, A);
    SL_SEQ_ARG(seq, 4, A, V != NULL, BIDIAGONAL);
    SL_SEQ_ARG(seq, 5, C, C && C != A && C->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 5, C, sl_fits_q(side, V->m, C), SL_FITS_Q, (long long)V->m, (long long)V->m);
    sl_operation(seq);
    sl_unmqr_tasks(side, trans, V, false, C, seq);
    return 0;
}

int starling_unmbr(starling_vect vect, starling_side side, starling_trans trans, starling_matrix *A,
                   starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_unmbr_submit(vect, side, trans, A, C, seq));
}

/* X = the first columns of the Q of V */
static int form(starling_matrix *V, starling_matrix *X, starling_sequence *seq)
{
    int info = starling_laset_submit(STARLING_GENERAL, 0, 1, X, seq);
    sl_operation(seq);
    if (info == 0)
        sl_unmqr_tasks(STARLING_LEFT, STARLING_NOTRANS, V, true, X, seq);
    return info;
}

int starling_ungbr_submit(starling_vect vect, starling_matrix *A, starling_matrix *X,
                          starling_sequence *seq)
{
    bool p = vect == STARLING_OF_P;
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, vect, valid(vect), Q_OR_P);
    starling_matrix *V = reflectors_of(vect, A), *XH;
    SL_SEQ_ARG(seq, 2, A, V != NULL, BIDIAGONAL);
    SL_SEQ_ARG(seq, 3, X, X && X != A && X->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 3, X, sl_fits_q(p ? STARLING_RIGHT : STARLING_LEFT, V->m, X), SL_FITS_Q,
               (long long)V->m, (long long)V->m);
    SL_SEQ_ARG(seq, 3, X, (p ? X->m : X->n) <= V->m, "not more than %lld rows or columns",
               (long long)V->m);
    if (!p)
        return form(V, X, seq);
    int info = sl_adjoint_make(X, &XH);
    if (info != 0)
        return sl_sequence_error(seq, info);
    info = form(V, XH, seq);
    sl_from_adjoint(XH, X, seq);
    sl_matrix_free(seq, XH);
    return info;
}

int starling_ungbr(starling_vect vect, starling_matrix *A, starling_matrix *X)
{
    SL_SYNCHRONOUS(starling_ungbr_submit(vect, A, X, seq));
}
