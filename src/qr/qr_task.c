/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of a QR factorization and of products with Q. */

#include "qr.h"

static sl_tile tile_of(const struct sl_panel *s)
{
    return sl_tile_of(s->A, s->i, s->k);
}

/* All steps but the last have columns of one width: the height decides about the time. */
static struct sl_args head_of(const struct sl_panel *s, uint32_t variant, int64_t columns)
{
    return (struct sl_args){.variant = variant, .size = sl_size_class(sl_panel_rows(s), columns)};
}

void sl_insert_geqrf(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starpu_data_handle_t T, int64_t key)
{
    sl_tile A = tile_of(s);
    starling_precision prec = s->A->prec;
    bool finds_zero = key >= 0;
    int64_t wider = sl_cols(A) - s->order; /* columns without a pivot row */
    starpu_data_handle_t last; /* a high panel needs no work */
    if (finds_zero)
        starpu_variable_data_register(&last, -1, 0, sizeof(int));
    else
        last = sl_workspace(prec, wider * s->order);
    struct sl_qr_args args = {
        .head = head_of(s, 0, sl_cols(A)), .offset = s->offset, .finds_zero = finds_zero};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_geqrf[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = A,
        .flops = starling_flops_geqrf(prec, (double)sl_panel_rows(s), (double)sl_cols(A)),
        .data = {{sl_handle(A), STARPU_RW}, {T, STARPU_W},
                 {last, finds_zero ? STARPU_W : STARPU_SCRATCH}},
    });
    if (finds_zero)
        sl_submit_info(seq, last, key, true);
    sl_temporary_free(seq, last);
}

void sl_insert_larft(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starpu_data_handle_t T)
{
    starling_precision prec = s->A->prec;
    starpu_data_handle_t tau = sl_workspace(prec, s->order);
    struct sl_qr_args args = {.head = head_of(s, 0, s->order), .offset = s->offset};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_larft[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = tile_of(s),
        .flops = starling_flops_gemm(prec, (double)s->order, (double)s->order,
                                     (double)sl_panel_rows(s)) / 2,
        .data = {{s->L, STARPU_R}, {T, STARPU_RW}, {tau, STARPU_SCRATCH}},
    });
    sl_temporary_free(seq, tau);
}

void sl_insert_unmqr(starling_sequence *seq, int priority, starling_side side, starling_trans trans,
                     const struct sl_panel *s, starpu_data_handle_t T, sl_tile C)
{
    bool left = side == STARLING_LEFT;
    starling_precision prec = C.of->prec;
    int64_t rows = sl_panel_rows(s), vectors = left ? sl_cols(C) : sl_rows(C);
    starpu_data_handle_t work = sl_workspace(prec, s->order * vectors);
    struct sl_qr_args args = {
        .head = head_of(s, (uint32_t)side * 256 + trans, vectors), .offset = s->offset,
        .side = side, .trans = trans,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_unmqr[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = C,
        .flops = starling_flops_unmqr(prec, side, (double)(left ? rows : vectors),
                                      (double)(left ? vectors : rows), (double)s->order),
        .data = {{s->L, STARPU_R}, {T, STARPU_R}, {sl_handle(C), STARPU_RW},
                 {work, STARPU_SCRATCH}},
    });
    sl_temporary_free(seq, work);
}
