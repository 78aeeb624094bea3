/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Access to the elements of a matrix outside of tasks, and its properties. */

#include <string.h>
#include "sequence.h"

/* Visits every tile of this process in memory node `node`, where the caller can use it. */
static int each_tile(starling_matrix *A, int node, enum starpu_data_access_mode mode,
                     void (*visit)(sl_tile t, char *a, int64_t lda), char *a, int64_t lda)
{
    int ret = 0;
    if (sl_forked())
        return sl_error_forked("starling_matrix");
    bool entered = sl_runtime_enter_for(A);
    if (mode != STARPU_R) /* reading needs no change of attachments */
        sl_attachments_settle(A);
    for (int64_t j = 0; j < A->nt && ret == 0; j++)
        for (int64_t i = 0; i < A->mt && ret == 0; i++) {
            sl_tile t = sl_tile_of(A, i, j);
            if (sl_is_elsewhere(sl_handle(t)))
                continue;
            ret = starpu_data_acquire_on_node(sl_handle(t), node, mode);
            if (ret != 0)
                break;
            if (visit && !SL_SIMULATED)
                visit(t, a + sl_sizeof(A->prec) * (size_t)(i * A->mb + j * A->nb * lda), lda);
            starpu_data_release_on_node(sl_handle(t), node);
        }
    if (entered)
        sl_runtime_leave();
    return ret == 0 ? 0 : sl_error("starling_matrix", STARLING_ERUNTIME, NULL);
}

static void copy_columns(char *to, int64_t ldto, const char *from, int64_t ldfrom, sl_tile t)
{
    size_t size = sl_sizeof(t.of->prec);
    for (int64_t j = 0; j < sl_cols(t); j++)
        memcpy(to + size * (size_t)(j * ldto), from + size * (size_t)(j * ldfrom),
               size * (size_t)sl_rows(t));
}

static void get_tile(sl_tile t, char *a, int64_t lda)
{
    const char *tile = starpu_data_get_local_ptr(sl_handle(t));
    copy_columns(a, lda, tile, starpu_matrix_get_local_ld(sl_handle(t)), t);
}

static void set_tile(sl_tile t, char *a, int64_t lda)
{
    char *tile = starpu_data_get_local_ptr(sl_handle(t));
    copy_columns(tile, starpu_matrix_get_local_ld(sl_handle(t)), a, lda, t);
}

int starling_matrix_sync(starling_matrix *A)
{
    SL_ARG(1, A, A != NULL, SL_A_MATRIX);
    int node = A->a ? A->home : STARPU_ACQUIRE_NO_NODE;
    return each_tile(A, node, STARPU_RW, NULL, NULL, 0);
}

int starling_matrix_get(starling_matrix *A, void *a, int64_t lda)
{
    SL_ARG(1, A, A != NULL && A->grid.p == 0, SL_A_MATRIX " of this process alone");
    SL_ARG(2, a, a != NULL || A->m == 0 || A->n == 0, "an array");
    SL_ARG(3, lda, lda >= SL_MAX(1, A->m), "at least max(1, m) = %lld",
           (long long)SL_MAX(1, A->m));
    return each_tile(A, STARPU_MAIN_RAM, STARPU_R, get_tile, a, lda);
}

int starling_matrix_set(starling_matrix *A, const void *a, int64_t lda)
{
    SL_ARG(1, A, A != NULL && A->grid.p == 0, SL_A_MATRIX " of this process alone");
    SL_ARG(2, a, a != NULL || A->m == 0 || A->n == 0, "an array");
    SL_ARG(3, lda, lda >= SL_MAX(1, A->m), "at least max(1, m) = %lld",
           (long long)SL_MAX(1, A->m));
    return each_tile(A, STARPU_MAIN_RAM, STARPU_W, set_tile, (char *)(uintptr_t)a, lda);
}

starling_precision starling_matrix_precision(const starling_matrix *A)
{
    return A ? A->prec : STARLING_S;
}

int64_t starling_matrix_m(const starling_matrix *A)
{
    return A ? A->m : 0;
}

int64_t starling_matrix_n(const starling_matrix *A)
{
    return A ? A->n : 0;
}

int64_t starling_matrix_mb(const starling_matrix *A)
{
    return A ? A->mb : 0;
}

int64_t starling_matrix_nb(const starling_matrix *A)
{
    return A ? A->nb : 0;
}

int64_t starling_matrix_mt(const starling_matrix *A)
{
    return A ? A->mt : 0;
}

int64_t starling_matrix_nt(const starling_matrix *A)
{
    return A ? A->nt : 0;
}

starpu_data_handle_t starling_matrix_tile(const starling_matrix *A, int64_t i, int64_t j)
{
    bool inside = A && !sl_forked() && i >= 0 && i < A->mt && j >= 0 && j < A->nt;
    if (inside) {
        sl_runtime_keep_awake();
        starling_matrix *shared = (starling_matrix *)(uintptr_t)A;
        sl_attachments_settle(shared);
        shared->shared = true;
    }
    return inside ? A->tile[i + j * A->mt] : NULL;
}
