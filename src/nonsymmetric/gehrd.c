/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q H Q^H with an upper Hessenberg H, by panels: the reflectors of a panel I - V T V^H need
 * Y = A V T, then the columns behind it are updated from both sides (Quintana-Orti and van de
 * Geijn, ACM Trans. Math. Softw. 32, 2006). A product A v for each column reads all of A behind it,
 * so a panel is one task that all workers share. */

#include "nonsymmetric.h"
#include "src/qr/qr.h"
#include "src/runtime/tuning.h"

/* Block column k: panels of its columns, as far as they are not triangular already. */
static void reduce_block(const struct sl_gehrd *r, int64_t k)
{
    starling_matrix *A = r->A;
    int64_t first = SL_MAX(k * A->nb, r->ilo - 1), end = SL_MIN((k + 1) * A->nb, r->ihi - 1);
    bool begins = true;
    do {
        int64_t count = SL_MAX(0, SL_MIN(r->panel, end - first));
        sl_insert_gehrd_panel(r, k, first, count, begins); /* V, T, Y = A V T */
        for (int64_t j = k; j < A->nt && count > 0; j += r->together)
            sl_insert_gehrd_update(r, k, first, count, j); /* A = (I - V T V^H)^H (A - Y V^H) */
        first += r->panel;
        begins = false;
    } while (first < end);
}

int sl_gehrd_tasks(int64_t ilo, int64_t ihi, starling_matrix *A, starling_sequence *seq)
{
    if (sl_reflectors_make(A, false, 1) != 0)
        return sl_sequence_error(seq, sl_error("starling_gehrd", STARLING_ENOMEM, NULL));
    struct sl_gehrd r = sl_gehrd_make(ilo, ihi, A, seq);
    int64_t steps = sl_reflectors_steps(A);
    for (int64_t k = 0; k < steps && !sl_failed(seq); k++) {
        sl_step(seq, k);
        reduce_block(&r, k);
    }
    sl_reflectors_only_tau(A);
    sl_write_back_all(seq, A);
    sl_gehrd_free(&r);
    return 0;
}

#define HESSENBERG "a matrix that starling_gehrd() has reduced"
static bool is_reduced(const starling_matrix *A)
{
    int64_t below;
    return A && A->m == A->n && sl_band_reflectors_of(A, &below) && below == 1;
}

int starling_gehrd_submit(int64_t ilo, int64_t ihi, starling_matrix *A, starling_sequence *seq)
{
    int64_t n = A ? A->n : 0;
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, ilo, ilo >= 1 && ilo <= SL_MAX(1, n), "from 1 to %lld", (long long)n);
    SL_SEQ_ARG(seq, 2, ihi, ihi >= SL_MIN(ilo, n) && ihi <= n, "from ilo to %lld", (long long)n);
    SL_SEQ_ARG(seq, 3, A, sl_square_columns(A), SL_BLOCK_COLUMNS);
    sl_operation(seq);
    return sl_gehrd_tasks(ilo, ihi, A, seq);
}

int starling_gehrd(int64_t ilo, int64_t ihi, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_gehrd_submit(ilo, ihi, A, seq));
}

int starling_unmhr_submit(starling_side side, starling_trans trans, starling_matrix *A,
                          starling_matrix *C, starling_sequence *seq)
{
    return sl_unmqr_checked(__func__, side, trans, A, is_reduced(A), HESSENBERG, C, seq);
}

int starling_unmhr(starling_side side, starling_trans trans, starling_matrix *A, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_unmhr_submit(side, trans, A, C, seq));
}

int starling_unghr_submit(starling_matrix *A, starling_matrix *Q, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, is_reduced(A), HESSENBERG);
    SL_SEQ_ARG(seq, 2, Q, Q && Q != A && Q->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 2, Q, sl_square_columns(Q) && Q->n == A->n, SL_BLOCK_COLUMNS);
    return sl_ungqr_tasks(A, Q, seq);
}

int starling_unghr(starling_matrix *A, starling_matrix *Q)
{
    SL_SYNCHRONOUS(starling_unghr_submit(A, Q, seq));
}
