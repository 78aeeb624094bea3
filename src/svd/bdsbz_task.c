/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of bisection for singular values. */

#include "svd.h"

starpu_data_handle_t sl_insert_bdsbz_scale(starling_sequence *seq, starling_matrix *D,
                                           starling_matrix *E, int64_t key)
{
    int64_t n = D->m;
    struct sl_bdsbz_args args = {.n = n};
    starpu_data_handle_t info, T = sl_temporary(sl_bdsbz_rows((int)n) + 1, 1, sizeof(double));
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_bdsbz_scale[D->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .data = {{D->tile[0], STARPU_R},
                 {T, STARPU_W},
                 {info, STARPU_W},
                 {n > 1 ? E->tile[0] : NULL, STARPU_R}},
    });
    sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
    return T;
}

void sl_insert_bdsbz(starling_sequence *seq, starling_precision prec, starpu_data_handle_t T,
                     starling_matrix *W, int64_t i)
{
    int64_t count = SL_MIN(W->mb, W->m - i * W->mb);
    struct sl_bdsbz_args args = {.n = W->m, .first = i * W->mb, .count = count};
    double bits = prec == STARLING_S ? 34 : 62;
    starpu_data_handle_t counts = W->mt == 1 ? sl_temporary(SL_STEBZ_POINTS, 1, sizeof(int)) : NULL;
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_bdsbz[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .at = sl_tile_of(W, i, 0),
        .gpu_only = W->mt == 1,
        .cpu_only = W->mt > 1,
        .flops = 2 * (double)W->m * 4 * (double)count * bits,
        .data = {{T, STARPU_R}, {W->tile[i], STARPU_W}, {counts, STARPU_SCRATCH}},
    });
    sl_temporary_free(seq, counts);
}

void sl_insert_bdsbz_order(starling_sequence *seq, starpu_data_handle_t T, starling_matrix *W,
                           starling_matrix *D)
{
    struct sl_bdsbz_args args = {.n = D->m};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_bdsbz_order[D->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .at = sl_tile_of(D, 0, 0),
        .data = {{D->tile[0], STARPU_W}, {T, STARPU_R}},
        .list = {{W->tile, W->mt, STARPU_R}},
    });
}
