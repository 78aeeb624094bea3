/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of singular value problems. */

#include "svd.h"

/* Tiles from ... to - 1 of A, in block columns */
static struct sl_list tiles_of(starling_matrix *A, int64_t from, int64_t to)
{
    return (struct sl_list){&A->tile[SL_MIN(from, A->nt)], SL_MAX(0, SL_MIN(to, A->nt) - from),
                            STARPU_R};
}

/* Tasks on similar heights have one model. */
static struct sl_ge2gb_args args_of(const starling_matrix *A, int64_t k, int64_t columns)
{
    return (struct sl_ge2gb_args){.head = {.size = sl_size_class(A->m - k * A->nb, columns)},
                                  .first = k * A->nb, .nb = A->nb};
}

void sl_insert_ge2gb_row(starling_sequence *seq, int priority, starling_matrix *A,
                         starling_matrix *R, int64_t k)
{
    struct sl_ge2gb_args args = args_of(A, k, A->nb);
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_ge2gb_row[A->prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = sl_tile_of(R, 0, k),
        .data = {{sl_handle(sl_tile_of(R, 0, k)), STARPU_W}},
        .list = {tiles_of(A, k + 1, A->nt)},
    });
}

void sl_insert_ge2gb_product(starling_sequence *seq, int priority, starling_matrix *A, int64_t k,
                             int64_t from, int64_t to, starpu_data_handle_t V,
                             starpu_data_handle_t Y)
{
    struct sl_ge2gb_args args = args_of(A, k, (to - from) * A->nb);
    int64_t columns = SL_MIN(to * A->nb, A->n) - from * A->nb;
    args.column = (from - k - 1) * A->nb;
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_ge2gb_product[A->prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = sl_tile_of(A, 0, from),
        .flops = starling_flops_gemm(A->prec, (double)(A->m - args.first - A->nb),
                                     (double)A->nb, (double)columns),
        .data = {{Y, STARPU_W}, {V, STARPU_R}}, .list = {tiles_of(A, from, to)},
    });
}

void sl_insert_ge2gb_sum(starling_sequence *seq, int priority, starling_matrix *A, int64_t k,
                         int shares, const starpu_data_handle_t *share, starpu_data_handle_t T,
                         starpu_data_handle_t Y)
{
    struct sl_ge2gb_args args = args_of(A, k, A->nb);
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_ge2gb_sum[A->prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = sl_tile_of(A, 0, k),
        .flops = starling_flops_gemm(A->prec, (double)(A->m - args.first - A->nb),
                                     (double)A->nb, (double)A->nb) / 2,
        .data = {{Y, STARPU_W}, {T, STARPU_R}}, .list = {{share, shares, STARPU_R}},
    });
}

void sl_insert_ge2gb_update(starling_sequence *seq, int priority, starling_matrix *A, int64_t k,
                            int64_t j, starpu_data_handle_t Y, starpu_data_handle_t V)
{
    sl_tile Aj = sl_tile_of(A, 0, j);
    int64_t top = (k + 1) * A->nb, rows = A->m - top, count = SL_MIN(A->nb, A->n - top);
    struct sl_column_args args = {
        .head = {.variant = 1, .size = sl_size_class(rows, sl_cols(Aj))},
        .first = j * A->nb - top, .nb = A->nb, .top = top, .count = count, .full = true};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_her2k_column[A->prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = Aj,
        .flops = starling_flops_gemm(A->prec, (double)rows, (double)sl_cols(Aj), (double)count),
        .data = {{sl_handle(Aj), STARPU_RW}, {Y, STARPU_R}, {V, STARPU_R}},
    });
}

void sl_insert_ge_upper(starling_sequence *seq, starling_matrix *A, starling_matrix *B, int64_t j)
{
    sl_tile Bj = sl_tile_of(B, 0, j);
    struct sl_ge2gb_args args = {.first = j * B->nb};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_ge_upper[A->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = Bj,
        .data = {{sl_handle(Bj), STARPU_W}, {sl_handle(sl_tile_of(A, 0, j)), STARPU_R}},
    });
}

void sl_insert_gb_copy(starling_sequence *seq, const struct sl_chase *plan, starling_matrix *A,
                       starling_matrix *R, int64_t w)
{
    sl_tile W = sl_tile_of(plan->W, 0, w);
    int64_t first = w * plan->width, end = SL_MIN(first + sl_cols(W), A->n), nb = A->nb;
    int64_t from = first / nb, to = (end + nb - 1) / nb; /* no tiles behind the last column */
    struct sl_list diagonal = tiles_of(A, from, to);
    struct sl_ge2gb_args args = {.column = first, .n = A->n, .kd = plan->kd, .nb = nb,
                                 .tiles = diagonal.count};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_gb_copy[A->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = W, .data = {{sl_handle(W), STARPU_W}},
        .list = {diagonal, tiles_of(R, SL_MAX(0, from - 1), to - 1)},
    });
}

void sl_insert_bdsqr(starling_sequence *seq, starling_matrix *D, starling_matrix *E, int64_t key)
{
    int64_t n = D->m;
    struct sl_bdsqr_args args = {.n = n};
    starpu_data_handle_t info, work = sl_workspace(D->prec, 4 * n);
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_bdsqr[D->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = sl_tile_of(D, 0, 0),
        .data = {{D->tile[0], STARPU_RW}, {E->tile[0], n > 1 ? STARPU_RW : STARPU_W},
                 {info, STARPU_W}, {work, STARPU_SCRATCH}},
    });
    sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
    sl_temporary_free(seq, work);
}
