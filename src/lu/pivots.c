/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The interchanges of a factored matrix, for later solutions: one datum for each step,
 * attached to the matrix. */

#include <stdlib.h>
#include "lu.h"

struct sl_pivots {
    struct sl_attachment head;
    int64_t steps;
    starpu_data_handle_t ipiv[];
};

static void free_pivots(struct sl_attachment *attachment, starling_sequence *seq)
{
    struct sl_pivots *p = (struct sl_pivots *)attachment;
    for (int64_t k = 0; k < p->steps; k++)
        if (seq) {
            sl_temporary_free(seq, p->ipiv[k]);
        } else {
            sl_data_settle(p->ipiv[k], STARPU_W);
            sl_data_discard(p->ipiv[k]);
        }
    free(p);
}

static const struct sl_attachment_kind pivots_kind = {.free = free_pivots};

starpu_data_handle_t *sl_pivots_of(const starling_matrix *A)
{
    struct sl_pivots *p = (struct sl_pivots *)sl_attached(A, &pivots_kind);
    return p ? p->ipiv : NULL;
}

int sl_pivots_make(starling_matrix *A)
{
    int64_t steps = sl_panel_steps(A);
    if (sl_pivots_of(A))
        return 0;
    struct sl_pivots *p = calloc(1, sizeof *p + (size_t)steps * sizeof *p->ipiv);
    if (!p)
        return STARLING_ENOMEM;
    *p = (struct sl_pivots){.head = {.kind = &pivots_kind}, .steps = steps};
    for (int64_t k = 0; k < steps; k++)
        p->ipiv[k] = sl_temporary(SL_IPIV * sl_panel_of(A, k).order, 1, sizeof(int));
    sl_attach(A, &p->head);
    return 0;
}

void sl_pivots_forget(starling_sequence *seq, starling_matrix *A)
{
    struct sl_attachment *p = sl_attached(A, &pivots_kind);
    if (!p)
        return;
    sl_detach(A, p);
    free_pivots(p, seq);
}

/* Copies all interchanges from or to StarPU's data, in main memory. */
static int with_ipiv(starling_matrix *A, int64_t *ipiv, enum starpu_data_access_mode mode)
{
    int ret = 0;
    starpu_data_handle_t *pivots = sl_pivots_of(A);
    bool entered = sl_runtime_enter_for(A);
    for (int64_t k = 0; k < sl_panel_steps(A) && ret == 0; k++) {
        int64_t first = k * A->nb, count = SL_MIN(A->nb, SL_MIN(A->m, A->n) - first);
        ret = sl_acquire(pivots[k], mode);
        if (ret != 0)
            break;
        int *step = (int *)starpu_matrix_get_local_ptr(pivots[k]);
        for (int64_t i = 0; i < count && !SL_SIMULATED; i++)
            if (mode == STARPU_R)
                ipiv[first + i] = first + step[i];
            else
                step[i] = (int)(ipiv[first + i] - first);
        if (mode != STARPU_R && !SL_SIMULATED)
            sl_moves(count, step, step + count);
        starpu_data_release(pivots[k]);
    }
    if (entered)
        sl_runtime_leave();
    return ret == 0 ? 0 : STARLING_ERUNTIME;
}

int starling_matrix_get_ipiv(starling_matrix *A, int64_t *ipiv)
{
    SL_ARG(1, A, A != NULL && sl_pivots_of(A) != NULL, "a matrix that starling_getrf() has factored");
    SL_ARG(2, ipiv, ipiv != NULL || sl_panel_steps(A) == 0, "an array of min(m, n) numbers");
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = with_ipiv(A, ipiv, STARPU_R);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}

bool sl_valid_ipiv(int64_t m, int64_t n, const int64_t *ipiv)
{
    bool valid = true;
    for (int64_t i = 0; i < SL_MIN(m, n); i++)
        valid &= ipiv[i] > i && ipiv[i] <= m;
    return valid;
}

int starling_matrix_set_ipiv(starling_matrix *A, const int64_t *ipiv)
{
    SL_ARG(1, A, A != NULL && sl_lu_tiles(A), SL_LU_TILES);
    SL_ARG(2, ipiv, ipiv != NULL || SL_MIN(A->m, A->n) == 0, "an array of min(m, n) numbers");
    SL_ARG(2, ipiv, sl_valid_ipiv(A->m, A->n, ipiv), SL_VALID_IPIV);
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = sl_pivots_make(A);
    if (info == 0)
        info = with_ipiv(A, (int64_t *)(uintptr_t)ipiv, STARPU_W);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}
