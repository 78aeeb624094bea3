/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of stage 2. */

#include "eigen.h"

/* The tiles of A that have the columns from ... to - 1, which may be none. */
static struct sl_list columns_of(starling_matrix *A, int64_t from, int64_t to,
                                 enum starpu_data_access_mode mode)
{
    int64_t first = SL_MIN(from / A->nb, A->nt), end = (SL_MIN(to, A->n) + A->nb - 1) / A->nb;
    return (struct sl_list){&A->tile[first], SL_MAX(0, end - first), mode};
}

void sl_insert_band_copy(starling_sequence *seq, starling_matrix *AB, sl_tile W)
{
    int64_t column = W.j * W.of->nb;
    struct sl_band_args args = {
        .n = AB->n, .kd = SL_MIN(AB->m, W.of->m) - 1, .width = AB->nb, .column = column,
        .first = column / AB->nb * AB->nb,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_band_copy[W.of->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = W,
        .data = {{sl_handle(W), STARPU_W}},
        .list = {columns_of(AB, column, column + sl_cols(W), STARPU_R)},
    });
}

void sl_insert_band_diagonals(starling_sequence *seq, const struct sl_chase *plan,
                              starling_matrix *D, starling_matrix *E)
{
    starling_matrix *W = plan->W;
    struct sl_band_args args = {
        .n = D->m, .kd = plan->kd, .width = W->nb, .upper = plan->upper};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_band_diagonals[W->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = sl_tile_of(D, 0, 0),
        .data = {{D->tile[0], STARPU_W}, {D->m > 1 ? E->tile[0] : NULL, STARPU_W}},
        .list = {columns_of(W, 0, W->n, STARPU_R)},
    });
    sl_write_back(seq, sl_tile_of(D, 0, 0));
    if (D->m > 1)
        sl_write_back(seq, sl_tile_of(E, 0, 0));
}

void sl_insert_chase(starling_sequence *seq, const struct sl_chase *plan,
                     struct sl_hb2st_args *args, starpu_data_handle_t carried)
{
    starling_matrix *W = plan->W, *V2 = plan->V2, *P2 = plan->P2;
    struct starpu_codelet *cl = plan->upper ? sl_cl_gb2bd[W->prec] : sl_cl_hb2st[W->prec];
    int64_t from = W->n, to = 0, steps = 0;
    for (int64_t g = 0; g < args->sweeps; g++) {
        int64_t s = args->sweep + g;
        struct sl_steps range = sl_hb2st_steps(args, g);
        if (range.from >= range.to)
            continue;
        steps += range.to - range.from;
        from = SL_MIN(from, range.from == 0 ? s : s + 1 + range.from * args->kd);
        to = SL_MAX(to, s + 1 + (range.to + plan->upper) * args->kd);
    }
    if (steps == 0)
        return;
    starpu_data_handle_t work = sl_workspace(W->prec, SL_CHASE_WORK * args->kd);
    double block = (double)args->kd;
    args->head = (struct sl_args){
        .variant = args->vectors, .size = sl_size_class(steps, args->kd)};
    args->column = from / W->nb * W->nb;
    int64_t v_tile = V2 ? args->sweep / V2->nb : 0;
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = cl, .args = args, .args_size = sizeof *args,
        .priority = (int)SL_MAX(0, INT32_MAX - args->sweep),
        .at = sl_tile_of(W, 0, from / W->nb),
        .flops = starling_flops_gemm(W->prec, block, block, sl_chase_work(plan) * (double)steps),
        .data = {{carried, args->step == 0 ? STARPU_W : STARPU_RW}, {work, STARPU_SCRATCH},
                 {V2 ? sl_handle(sl_tile_of(V2, 0, v_tile)) : NULL, STARPU_RW},
                 {P2 ? sl_handle(sl_tile_of(P2, 0, v_tile)) : NULL, STARPU_RW}},
        .list = {columns_of(W, from, to, STARPU_RW)},
    });
    sl_temporary_free(seq, work);
}

void sl_insert_hb2st_band(starling_sequence *seq, int64_t kd, starling_matrix *AB,
                          starling_matrix *D, starling_matrix *E, starling_matrix *V2)
{
    starling_precision prec = AB->prec;
    starpu_data_handle_t band = sl_temporary(2 * kd, AB->n + kd, sl_sizeof(prec));
    starpu_data_handle_t flags = sl_temporary(AB->n + 1, 1, sizeof(int));
    struct sl_hb2st_band_args args = {
        .n = AB->n, .kd = kd, .ab_tiles = AB->nt, .ab_width = AB->nb,
        .v_tiles = V2 ? V2->nt : 0, .v_width = V2 ? V2->nb : 1,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_hb2st_band[prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = sl_tile_of(D, 0, 0),
        .flops = starling_flops_hb2st(prec, (double)AB->n, (double)kd),
        .data = {{band, STARPU_SCRATCH}, {flags, STARPU_SCRATCH}, {D->tile[0], STARPU_W},
                 {E->tile[0], STARPU_W}},
        .list = {columns_of(AB, 0, AB->n, STARPU_R),
                 V2 ? columns_of(V2, 0, V2->n, STARPU_RW) : (struct sl_list){0}},
    });
    sl_temporary_free(seq, band);
    sl_temporary_free(seq, flags);
    sl_write_back(seq, sl_tile_of(D, 0, 0));
    sl_write_back(seq, sl_tile_of(E, 0, 0));
}

/* The tiles of V2 that a group has. */
static struct sl_list reflectors_of(starling_matrix *V2, int64_t sweep, int64_t sweeps,
                                    int64_t *v_column, int64_t *width)
{
    *width = V2->nb;
    *v_column = sweep % V2->nb;
    return columns_of(V2, sweep, sweep + sweeps, STARPU_R);
}

/* Flops of all diamonds of a group times so many columns. */
static double diamond_flops(const struct sl_diamond_args *args, starling_precision prec,
                            double columns)
{
    double steps = (double)sl_hb2st_count(args->n, args->kd, args->sweep);
    double rows = (double)(args->kd + SL_DIAMOND_SWEEPS - 1), sweeps = (double)args->sweeps;
    return 2 * starling_flops_gemm(prec, rows, columns, sweeps * steps);
}

starpu_data_handle_t sl_insert_larft_hb2st(starling_sequence *seq, struct sl_diamond_args *args,
                                           starling_matrix *V2)
{
    starling_precision prec = V2->prec;
    int64_t rows = sl_diamond_rows(args->kd) * sl_diamond_places(args);
    starpu_data_handle_t D = sl_temporary(SL_DIAMOND_SWEEPS, rows, sl_sizeof(prec));
    struct sl_list tiles =
        reflectors_of(V2, args->sweep, args->sweeps, &args->v_column, &args->width);
    args->head = (struct sl_args){
        .variant = args->trans, .size = sl_size_class(args->n - args->sweep, args->sweeps)};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_larft_hb2st[prec], .args = args, .args_size = sizeof *args,
        .priority = 1, .at = sl_tile_of(V2, 0, args->sweep / V2->nb),
        .flops = diamond_flops(args, prec, SL_DIAMOND_SWEEPS) / 4,
        .data = {{D, STARPU_W}},
        .list = {tiles},
    });
    return D;
}

void sl_insert_unmtr_hb2st(starling_sequence *seq, struct sl_diamond_args *args,
                           starpu_data_handle_t D, sl_tile C)
{
    starling_precision prec = C.of->prec;
    int64_t bytes = (args->n * 2 + 1) * SL_VECTOR_BYTES;
    starpu_data_handle_t work = sl_workspace(prec, bytes / (int64_t)sl_sizeof(prec));
    args->head = (struct sl_args){
        .variant = args->trans,
        .size = sl_size_class(args->n - args->sweep, args->sweeps * 1024 + sl_cols(C))};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_unmtr_hb2st[prec], .args = args, .args_size = sizeof *args,
        .at = C, .flops = diamond_flops(args, prec, (double)sl_cols(C)),
        .data = {{D, STARPU_R}, {work, STARPU_SCRATCH}, {sl_handle(C), STARPU_RW}},
    });
    sl_temporary_free(seq, work);
}

void sl_insert_form_hb2st(starling_sequence *seq, struct sl_block_args *args, starling_matrix *V2,
                          starpu_data_handle_t Q)
{
    starling_precision prec = V2->prec;
    double order = (double)sl_block_order(args), kd = (double)args->kd;
    double reflectors = (double)(args->sweeps * args->steps * sl_block_count(args));
    starpu_data_handle_t work = sl_workspace(prec, args->kd + sl_block_order(args));
    struct sl_list tiles =
        reflectors_of(V2, args->sweep, args->sweeps, &args->v_column, &args->width);
    args->head = (struct sl_args){.size = sl_size_class(args->n - args->sweep, args->sweeps)};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_form_hb2st[prec], .args = args, .args_size = sizeof *args,
        .priority = 1, .at = sl_tile_of(V2, 0, args->sweep / V2->nb),
        .flops = 2 * starling_flops_gemm(prec, kd, order, reflectors),
        .data = {{Q, STARPU_W}, {work, STARPU_SCRATCH}},
        .list = {tiles},
    });
    sl_temporary_free(seq, work);
}

void sl_insert_multiply_hb2st(starling_sequence *seq, struct sl_block_args *args,
                              starpu_data_handle_t Q, sl_tile C)
{
    starling_precision prec = C.of->prec;
    int64_t order = sl_block_order(args);
    starpu_data_handle_t work = sl_workspace(prec, order * sl_cols(C));
    args->head = (struct sl_args){
        .variant = args->trans,
        .size = sl_size_class(args->n - args->sweep, args->sweeps * 1024 + sl_cols(C))};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_multiply_hb2st[prec], .args = args, .args_size = sizeof *args,
        .at = C,
        .flops = starling_flops_gemm(prec, (double)order, (double)sl_cols(C),
                                     (double)(order * sl_block_count(args))),
        .data = {{Q, STARPU_R}, {work, STARPU_SCRATCH}, {sl_handle(C), STARPU_RW}},
    });
    sl_temporary_free(seq, work);
}
