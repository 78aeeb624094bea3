/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LAPACK's ipiv of a factored matrix, for later solutions: one datum, attached to the matrix. */

#include <stdlib.h>
#include "ldl.h"

struct pivots {
    struct sl_attachment head;
    starpu_data_handle_t ipiv;
};

static void free_pivots(struct sl_attachment *attachment, starling_sequence *seq)
{
    struct pivots *p = (struct pivots *)attachment;
    if (seq) {
        sl_temporary_free(seq, p->ipiv);
    } else {
        sl_data_settle(p->ipiv, STARPU_W);
        sl_data_discard(p->ipiv);
    }
    free(p);
}

static const struct sl_attachment_kind pivots_kind = {.free = free_pivots};

starpu_data_handle_t sl_ldl_pivots_of(const starling_matrix *A)
{
    struct pivots *p = (struct pivots *)sl_attached(A, &pivots_kind);
    return p ? p->ipiv : NULL;
}

int sl_ldl_pivots_make(starling_matrix *A)
{
    if (sl_ldl_pivots_of(A))
        return 0;
    struct pivots *p = malloc(sizeof *p);
    if (!p)
        return STARLING_ENOMEM;
    *p = (struct pivots){{.kind = &pivots_kind}, sl_temporary(SL_MAX(1, A->n), 1, sizeof(int))};
    sl_attach(A, &p->head);
    return 0;
}

void sl_ldl_pivots_forget(starling_matrix *A, starling_sequence *seq)
{
    struct sl_attachment *pivots = sl_attached(A, &pivots_kind);
    if (pivots && !sl_record_only(seq)) {
        sl_detach(A, pivots);
        free_pivots(pivots, seq);
    }
}

/* Copies all numbers from or to StarPU's datum, in main memory. */
static int with_ipiv(starling_matrix *A, int64_t *ipiv, enum starpu_data_access_mode mode)
{
    starpu_data_handle_t pivots = sl_ldl_pivots_of(A);
    if (A->n == 0)
        return 0;
    bool entered = sl_runtime_enter_for(A);
    int ret = starpu_data_acquire(pivots, mode);
    if (ret == 0) {
        int *all = (int *)starpu_matrix_get_local_ptr(pivots);
        for (int64_t i = 0; i < A->n && !SL_SIMULATED; i++)
            if (mode == STARPU_R)
                ipiv[i] = all[i];
            else
                all[i] = (int)ipiv[i];
        starpu_data_release(pivots);
    }
    if (entered)
        sl_runtime_leave();
    return ret == 0 ? 0 : STARLING_ERUNTIME;
}

/* Rows are counted from where the factorization begins. */
bool sl_valid_ldl_ipiv(starling_uplo uplo, int64_t n, const int64_t *ipiv)
{
    bool lower = uplo == STARLING_LOWER, valid = true;
    for (int64_t k = 0; k < n && valid; k++) {
        int64_t at = lower ? k : n - 1 - k, p = ipiv[at], pair = p < 0;
        int64_t row = pair ? -(p + 1) : p - 1; /* in memory; no overflow */
        valid = row >= 0 && row < n && k + pair < n;
        if (!valid)
            break;
        row = lower ? row : n - 1 - row;
        valid = row >= k + pair && (!pair || ipiv[lower ? at + 1 : at - 1] == p);
        k += pair;
    }
    return valid;
}

int starling_matrix_get_sytrf_ipiv(starling_matrix *A, int64_t *ipiv)
{
    SL_ARG(1, A, A != NULL && sl_ldl_pivots_of(A) != NULL,
           "a matrix that starling_sytrf() or starling_hetrf() has factored");
    SL_ARG(2, ipiv, ipiv != NULL || A->n == 0, "an array of n numbers");
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = with_ipiv(A, ipiv, STARPU_R);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}

int starling_matrix_set_sytrf_ipiv(starling_uplo uplo, starling_matrix *A, const int64_t *ipiv)
{
    SL_ARG(1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_ARG(2, A, A != NULL && sl_ldl_tiles(A), SL_LDL_TILES);
    SL_ARG(3, ipiv, ipiv != NULL || A->n == 0, "an array of n numbers");
    SL_ARG(3, ipiv, sl_valid_ldl_ipiv(uplo, A->n, ipiv), SL_VALID_LDL_IPIV);
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = sl_ldl_pivots_make(A);
    if (info == 0)
        info = with_ipiv(A, (int64_t *)(uintptr_t)ipiv, STARPU_W);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}
