/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The triangles T of a factored matrix, for later products with Q: one datum for each panel,
 * attached to the matrix. The diagonal of T is tau. */

#include <complex.h>
#include <stdlib.h>
#include "qr.h"

struct sl_reflectors {
    struct sl_attachment head;
    int64_t steps;
    bool only_tau; /* T has only its diagonal */
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
            starpu_data_unregister_no_coherency(r->T[k]);
        }
    free(r);
}

static const struct sl_attachment_kind reflectors_kind = {.free = free_reflectors};

static struct sl_reflectors *attached(const starling_matrix *A)
{
    return (struct sl_reflectors *)sl_attached(A, &reflectors_kind);
}

starpu_data_handle_t *sl_reflectors_of(const starling_matrix *A)
{
    struct sl_reflectors *r = attached(A);
    return r ? r->T : NULL;
}

int sl_reflectors_make(starling_matrix *A)
{
    int64_t steps = sl_panel_steps(A);
    struct sl_reflectors *r = attached(A);
    if (r) {
        r->only_tau = false;
        return 0;
    }
    r = calloc(1, sizeof *r + (size_t)steps * sizeof *r->T);
    if (!r)
        return STARLING_ENOMEM;
    *r = (struct sl_reflectors){.head = {.kind = &reflectors_kind}, .steps = steps};
    for (int64_t k = 0; k < steps; k++) {
        int64_t order = sl_panel_of(A, k).order;
        r->T[k] = sl_temporary(order, order, sl_sizeof(A->prec));
    }
    sl_attach(A, &r->head);
    return 0;
}

void sl_reflectors_complete(starling_matrix *A, starling_sequence *seq)
{
    struct sl_reflectors *r = attached(A);
    for (int64_t k = 0; k < r->steps && r->only_tau; k++) {
        struct sl_panel s = sl_panel_of(A, k);
        sl_insert_larft(seq, INT32_MAX, &s, r->T[k]);
    }
    r->only_tau = false;
}

/* Copies tau from or to the diagonals of T, in main memory. */
static int with_tau(starling_matrix *A, char *tau, enum starpu_data_access_mode mode)
{
    int ret = 0;
    size_t size = sl_sizeof(A->prec);
    starpu_data_handle_t *T = sl_reflectors_of(A);
    bool entered = sl_runtime_enter_for(A);
    for (int64_t k = 0; k < sl_panel_steps(A) && ret == 0; k++) {
        int64_t order = sl_panel_of(A, k).order;
        ret = starpu_data_acquire(T[k], mode);
        if (ret != 0)
            break;
        char *t = (char *)starpu_matrix_get_local_ptr(T[k]);
        size_t next = (starpu_matrix_get_local_ld(T[k]) + 1) * size; /* on the diagonal */
        for (int64_t i = 0; i < order && !SL_SIMULATED; i++, tau += size, t += next)
            memcpy(mode == STARPU_R ? tau : t, mode == STARPU_R ? t : tau, size);
        starpu_data_release(T[k]);
    }
    if (entered)
        sl_runtime_leave();
    return ret == 0 ? 0 : STARLING_ERUNTIME;
}

#define SL_TAU "an array of min(m, n) elements"

int starling_matrix_get_tau(starling_matrix *A, void *tau)
{
    SL_ARG(1, A, A != NULL && sl_reflectors_of(A) != NULL, SL_QR_FACTORED);
    SL_ARG(2, tau, tau != NULL || sl_panel_steps(A) == 0, SL_TAU);
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = with_tau(A, tau, STARPU_R);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}

int starling_matrix_set_tau(starling_matrix *A, const void *tau)
{
    SL_ARG(1, A, A != NULL && sl_qr_tiles(A), SL_QR_TILES);
    SL_ARG(2, tau, tau != NULL || sl_panel_steps(A) == 0, SL_TAU);
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = sl_reflectors_make(A);
    if (info == 0) {
        info = with_tau(A, (char *)(uintptr_t)tau, STARPU_W);
        attached(A)->only_tau = true;
    }
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}
