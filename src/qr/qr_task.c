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

/* Elements for columns without a pivot row; on GPUs for all that a panel needs. */
static starpu_data_handle_t panel_workspace(const struct sl_panel *s, int64_t columns)
{
    starling_precision prec = s->A->prec;
    int64_t elements = (columns - s->order) * s->order;
    if (sl_has_cuda())
        elements = SL_MAX(elements, sl_work_geqrf[prec](sl_panel_rows(s), columns, 1));
    return sl_workspace(prec, elements);
}

/* Where a GPU puts V alone if no other task reads it. NULL: there are no GPUs. */
static starpu_data_handle_t reflectors_workspace(const struct sl_panel *s)
{
    if (!sl_has_cuda())
        return NULL;
    return sl_temporary(sl_panel_rows(s), s->order, sl_sizeof(s->A->prec));
}

void sl_insert_geqrf(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starpu_data_handle_t T, const struct sl_rank *rank)
{
    sl_tile A = tile_of(s);
    starling_precision prec = s->A->prec;
    starpu_data_handle_t work = panel_workspace(s, sl_cols(A)), info = NULL;
    starpu_data_handle_t alone = s->copied ? NULL : reflectors_workspace(s);
    if (rank)
        starpu_variable_data_register(&info, -1, 0, sizeof(int));
    struct sl_qr_args args = {.head = head_of(s, 0, sl_cols(A)), .above = s->offset,
                              .alone = s->copied};
    struct sl_task t = {
        .seq = seq, .cl = sl_cl_geqrf[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = A,
        .flops = starling_flops_geqrf(prec, (double)sl_panel_rows(s), (double)sl_cols(A)),
        .data = {{sl_handle(A), STARPU_RW}, {T, STARPU_W}},
    };
    args.copy = s->copied ? sl_add_datum(&t, s->L, STARPU_W)
                          : sl_add_datum(&t, alone, STARPU_SCRATCH);
    args.info = sl_add_datum(&t, info, STARPU_W);
    args.work = sl_add_datum(&t, work, STARPU_SCRATCH);
    sl_submit(&t);
    if (rank) {
        sl_insert_clear_info(seq, rank->sigma, info);
        sl_submit_info(seq, info, rank->key + s->k * s->A->nb, true);
    }
    sl_temporary_free(seq, info);
    sl_temporary_free(seq, alone);
    sl_temporary_free(seq, work);
}

void sl_insert_larft(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starpu_data_handle_t T)
{
    starling_precision prec = s->A->prec;
    int64_t on_gpu = sl_has_cuda() ? 2 * s->order * s->order : 0;
    starpu_data_handle_t work = sl_workspace(prec, SL_MAX(s->order, on_gpu));
    starpu_data_handle_t alone = reflectors_workspace(s);
    struct sl_qr_args args = {.head = head_of(s, 0, s->order), .above = s->above};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_larft[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = tile_of(s),
        .flops = starling_flops_gemm(prec, (double)s->order, (double)s->order,
                                     (double)sl_panel_rows(s)) / 2,
        .data = {{s->L, STARPU_R}, {T, STARPU_RW}, {work, STARPU_SCRATCH},
                 {alone, STARPU_SCRATCH}},
    });
    sl_temporary_free(seq, alone);
    sl_temporary_free(seq, work);
}

void sl_insert_unmqr(starling_sequence *seq, int priority, starling_side side, starling_trans trans,
                     const struct sl_panel *s, starpu_data_handle_t T, sl_tile C)
{
    bool left = side == STARLING_LEFT;
    starling_precision prec = C.of->prec;
    int64_t rows = sl_panel_rows(s), vectors = left ? sl_cols(C) : sl_rows(C);
    int64_t on_gpu = sl_has_cuda() ? (vectors + (s->copied ? 0 : s->order)) * s->order : 0;
    starpu_data_handle_t work = sl_workspace(prec, s->order * vectors + on_gpu);
    struct sl_qr_args args = {
        .head = head_of(s, (uint32_t)side * 256 + trans, vectors), .above = s->above,
        .offset = s->offset, .alone = s->copied, .soon = s->plan && C.j == s->k + 1,
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

void sl_insert_flip(starling_sequence *seq, starling_matrix *A)
{
    struct sl_flip_args args = {.m = A->m, .n = A->n, .mb = A->mb, .nb = A->nb, .mt = A->mt};
    if (A->m > 0 && A->n > 0)
        sl_submit(&(struct sl_task){
            .seq = seq, .cl = sl_cl_flip[A->prec], .args = &args, .args_size = sizeof args,
            .priority = INT32_MAX, .at = sl_tile_of(A, 0, 0),
            .gpu_only = sl_on_one_gpu(A), .cpu_only = !sl_on_one_gpu(A),
            .workers = sl_one_gpu_workers(A),
            .list = {{A->tile, A->mt * A->nt, STARPU_RW}},
        });
}
