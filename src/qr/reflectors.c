/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The triangles T of a factored matrix, for later products with Q: one datum for each panel,
 * attached to the matrix. The diagonal of T is tau. */

#include <complex.h>
#include <stdlib.h>
#include "qr.h"

struct sl_reflectors {
    struct sl_attachment head;
    int64_t steps, order; /* panels, and reflectors of all of them */
    int64_t below;        /* V begins so many rows below the diagonal: under a band */
    bool by_rows;  /* of LQ, not of QR */
    bool only_tau; /* T has only its diagonal */
    bool reversed; /* V stands in J A J */
    starpu_data_handle_t T[];
};

static void free_reflectors(struct sl_attachment *attachment, starling_sequence *seq)
{
    struct sl_reflectors *r = (struct sl_reflectors *)attachment;
    for (int64_t k = 0; k < r->steps; k++)
        if (seq) {
            sl_temporary_free(seq, r->T[k]);
        } else {
            sl_data_settle(r->T[k], STARPU_W);
            sl_data_discard(r->T[k]);
        }
    free(r);
}

static const struct sl_attachment_kind reflectors_kind = {.free = free_reflectors};

static struct sl_reflectors *attached(const starling_matrix *A)
{
    return (struct sl_reflectors *)sl_attached(A, &reflectors_kind);
}

static starpu_data_handle_t *reflectors(const starling_matrix *A, bool by_rows)
{
    struct sl_reflectors *r = attached(A);
    return r && r->by_rows == by_rows && r->below == 0 ? r->T : NULL;
}

starpu_data_handle_t *sl_reflectors_of(const starling_matrix *A)
{
    return reflectors(A, false);
}

starpu_data_handle_t *sl_row_reflectors_of(const starling_matrix *A)
{
    return reflectors(A, true);
}

starpu_data_handle_t *sl_band_reflectors_of(const starling_matrix *A, int64_t *kd)
{
    struct sl_reflectors *r = attached(A);
    *kd = r ? r->below : 0;
    return r && r->below > 0 ? r->T : NULL;
}

struct sl_panel sl_reflectors_panel(starling_matrix *A, int64_t k, starpu_data_handle_t *T)
{
    struct sl_reflectors *r = attached(A);
    struct sl_panel s = sl_panel_of(A, k);
    s.offset += r->below;
    s.above += r->below;
    s.order = SL_MIN(A->nb, r->order - k * A->nb);
    *T = r->T[k];
    return s;
}

int64_t sl_reflectors_steps(const starling_matrix *A)
{
    return attached(A)->steps;
}

static void forget(starling_matrix *A, starling_sequence *seq)
{
    struct sl_reflectors *r = attached(A);
    if (r) {
        sl_detach(A, &r->head);
        free_reflectors(&r->head, seq);
    }
}

int sl_reflectors_make(starling_matrix *A, bool by_rows, int64_t below)
{
    int64_t order = SL_MAX(0, SL_MIN(A->m - below, A->n)), nb = by_rows ? A->mb : A->nb;
    int64_t steps = order / nb + (order % nb != 0);
    struct sl_reflectors *r = attached(A);
    if (r && r->by_rows == by_rows && r->below == below) {
        r->only_tau = r->reversed = false;
        return 0;
    }
    forget(A, NULL);
    r = calloc(1, sizeof *r + (size_t)steps * sizeof *r->T);
    if (!r)
        return STARLING_ENOMEM;
    *r = (struct sl_reflectors){
        .head = {.kind = &reflectors_kind}, .steps = steps, .order = order, .below = below,
        .by_rows = by_rows};
    for (int64_t k = 0; k < steps; k++) {
        int64_t count = SL_MIN(nb, order - k * nb);
        r->T[k] = sl_temporary(count, count, sl_sizeof(A->prec));
    }
    sl_attach(A, &r->head);
    return 0;
}

void sl_reflectors_move(starling_sequence *seq, starling_matrix *A, starling_matrix *B,
                        bool by_rows)
{
    struct sl_reflectors *r = attached(A);
    forget(B, seq);
    sl_detach(A, &r->head);
    r->by_rows = by_rows;
    sl_attach(B, &r->head);
}

void sl_reflectors_complete(starling_matrix *A, starling_sequence *seq)
{
    struct sl_reflectors *r = attached(A);
    for (int64_t k = 0; k < r->steps && r->only_tau; k++) {
        starpu_data_handle_t T;
        struct sl_panel s = sl_reflectors_panel(A, k, &T);
        sl_insert_larft(seq, INT32_MAX, &s, T);
    }
    if (!sl_failed(seq) && !sl_record_only(seq)) /* else these tasks may not run */
        r->only_tau = false;
}

void sl_reflectors_reverse(starling_matrix *A)
{
    attached(A)->reversed = true;
}

bool sl_reflectors_are_reversed(const starling_matrix *A)
{
    return attached(A)->reversed;
}

void sl_reflectors_only_tau(starling_matrix *A)
{
    attached(A)->only_tau = true;
}

/* Copies tau from or to the diagonals of T, in main memory. */
static int with_tau(starling_matrix *A, char *tau, enum starpu_data_access_mode mode)
{
    int ret = 0;
    struct sl_reflectors *r = attached(A);
    size_t size = sl_sizeof(A->prec);
    ptrdiff_t step = r->reversed ? -(ptrdiff_t)size : (ptrdiff_t)size;
    if (r->reversed && r->order > 0)
        tau += size * (size_t)(r->order - 1);
    bool entered = sl_runtime_enter_for(A);
    for (int64_t k = 0; k < r->steps && ret == 0; k++) {
        ret = sl_acquire(r->T[k], mode);
        if (ret != 0)
            break;
        char *t = (char *)starpu_matrix_get_local_ptr(r->T[k]);
        size_t next = (starpu_matrix_get_local_ld(r->T[k]) + 1) * size; /* on the diagonal */
        uint32_t order = starpu_matrix_get_nx(r->T[k]);
        for (uint32_t i = 0; i < order && !SL_SIMULATED; i++, tau += step, t += next)
            memcpy(mode == STARPU_R ? tau : t, mode == STARPU_R ? t : tau, size);
        starpu_data_release(r->T[k]);
    }
    if (entered)
        sl_runtime_leave();
    return ret == 0 ? 0 : STARLING_ERUNTIME;
}

#define SL_TAU "an array for tau of each reflector"

int starling_matrix_get_tau(starling_matrix *A, void *tau)
{
    SL_ARG(1, A, A != NULL && attached(A) != NULL,
           "a matrix that starling_geqrf(), starling_gelqf() or starling_he2hb() has factored");
    SL_ARG(2, tau, tau != NULL || attached(A)->steps == 0, SL_TAU);
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = with_tau(A, tau, STARPU_R);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}

int sl_reflectors_fill_tau(starling_matrix *A, const void *tau)
{
    attached(A)->only_tau = true;
    return with_tau(A, (char *)(uintptr_t)tau, STARPU_W);
}

int sl_reflectors_set_tau(starling_matrix *A, bool by_rows, int64_t below, const void *tau)
{
    int info = sl_reflectors_make(A, by_rows, below);
    return info != 0 ? info : sl_reflectors_fill_tau(A, tau);
}

int starling_matrix_set_tau(starling_matrix *A, const void *tau)
{
    SL_ARG(1, A, A != NULL && sl_qr_tiles(A), SL_QR_TILES);
    SL_ARG(2, tau, tau != NULL || SL_MIN(A->m, A->n) == 0, SL_TAU);
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = sl_reflectors_set_tau(A, false, 0, tau);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}
