/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A matrix to an upper band, A = Q B P^H, by block columns and block rows in turns (Grosser and
 * Lang, Parallel Comput. 25, 1999). QR of a block column gives a block reflector, which updates the
 * block columns to its right. LQ of the block row, as QR of its conjugate transpose, gives another
 * one, I - V T V^H, and A = A - Y V^H with Y = A V T. */

#include "svd.h"

enum { MOST_SHARES = SL_BAND_MOST_SHARES };

/* The data of all steps. */
struct reduction {
    starling_matrix *A, *R;
    starling_sequence *seq;
    int shares; /* most tasks of a product A V */
    starpu_data_handle_t Y, share[MOST_SHARES];
};

/* The LQ factorization of block row k, and its update. */
static void row(const struct reduction *r, int priority, int64_t k)
{
    starling_matrix *A = r->A;
    starling_sequence *seq = r->seq;
    int64_t tiles = A->nt - k - 1;
    int shares = (int)SL_MIN(r->shares, tiles);
    starpu_data_handle_t T;
    struct sl_panel s = sl_reflectors_panel(r->R, k, &T);
    s.L = sl_temporary(sl_panel_rows(&s), s.order, sl_sizeof(A->prec)); /* V alone */
    s.copied = true;
    sl_insert_ge2gb_row(seq, priority, A, r->R, k); /* Rk = Ak^H */
    sl_insert_geqrf(seq, priority, &s, T, NULL);    /* Rk = Pk L^H */
    for (int i = 0; i < shares; i++)                /* Y = A V */
        sl_insert_ge2gb_product(seq, priority, A, k, k + 1 + tiles * i / shares,
                                k + 1 + tiles * (i + 1) / shares, s.L, r->share[i]);
    sl_insert_ge2gb_sum(seq, priority, A, k, shares, r->share, T, r->Y); /* Y = Y T */
    for (int64_t j = k + 1; j < A->nt; j++)                              /* A = A - Y V^H */
        sl_insert_ge2gb_update(seq, priority - (j > k + 1), A, k, j, r->Y, s.L);
    sl_temporary_free(seq, s.L);
}

static void reduce(const struct reduction *r)
{
    starling_matrix *A = r->A;
    for (int64_t k = 0; k < A->nt && !sl_failed(r->seq); k++) {
        int priority = (int)SL_MIN(INT32_MAX, 3 * (A->nt - k));
        starpu_data_handle_t T;
        struct sl_panel s = sl_reflectors_panel(A, k, &T);
        sl_step(r->seq, k);
        sl_insert_geqrf(r->seq, priority, &s, T, NULL); /* Ak = Qk R */
        for (int64_t j = k + 1; j < A->nt; j++)         /* Aj = Qk^H Aj */
            sl_insert_unmqr(r->seq, priority, STARLING_LEFT, STARLING_CONJTRANS, &s, T,
                            sl_tile_of(A, 0, j));
        if (k + 1 < A->nt)
            row(r, priority, k);
    }
}

int sl_ge2gb_tasks(starling_matrix *A, starling_matrix *R, starling_sequence *seq)
{
    if (sl_reflectors_make(A, false, 0) != 0 || sl_reflectors_make(R, false, A->nb) != 0)
        return sl_error("starling_gesvd", STARLING_ENOMEM, NULL);
    struct reduction r = {.A = A, .R = R, .seq = seq};
    int64_t width = SL_MIN(A->nb, A->n);
    r.shares = (int)SL_MAX(1, SL_MIN(starling_ncpu(), MOST_SHARES));
    r.Y = sl_temporary(A->m, width, sl_sizeof(A->prec));
    for (int i = 0; i < r.shares; i++)
        r.share[i] = sl_temporary(A->m, width, sl_sizeof(A->prec));
    reduce(&r);
    sl_temporary_free(seq, r.Y);
    for (int i = 0; i < r.shares; i++)
        sl_temporary_free(seq, r.share[i]);
    return 0;
}
