/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the Cholesky factorization of a tile, and the small CPU task that reads its info:
 * on a GPU the kernel leaves info on the device, so it travels as data, without a
 * synchronisation. */

#include "tasks.h"

static void read_info(void *buffers[], void *arg)
{
    const struct sl_info_args *p = arg;
    int info = *(const int *)STARPU_VARIABLE_GET_PTR(buffers[0]);
    if (info != 0)
        sl_numerical_failure(p->head.seq, p->key + info);
}

static struct starpu_perfmodel info_model = {.type = STARPU_HISTORY_BASED,
                                             .symbol = "starling_info"};
struct starpu_codelet sl_info_cl = {
    .name = "info",
    .color = 0xbbbbbb,
    .cpu_funcs = {read_info},
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = &info_model,
};

void sl_insert_potrf(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A,
                     struct sl_inverse inverse, int64_t key)
{
    starling_precision prec = A.of->prec;
    starpu_data_handle_t info;
    starpu_variable_data_register(&info, -1, 0, sizeof(int));

    struct sl_potrf_args args = {
        .head = {seq, (uint32_t)uplo}, .uplo = uplo, .inverse = inverse.blocks != NULL,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_potrf[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = A, .flops = starling_flops_potrf(prec, sl_rows(A)),
        .data = {{sl_handle(A), STARPU_RW}, {info, STARPU_W},
                 {inverse.blocks, STARPU_W}, {inverse.work, STARPU_SCRATCH}},
    });
    struct sl_info_args check = {.head = {seq, 0}, .key = key};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = &sl_info_cl, .args = &check, .args_size = sizeof check,
        .priority = priority, .at = A, .data = {{info, STARPU_R}},
    });
    sl_temporary_free(info);
}
