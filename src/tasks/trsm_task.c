/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts triangular solves. On a GPU a solve with a tile is limited by latency. So the
 * diagonal blocks of order SL_IB are inverted once for each tile, and solves become
 * products (cuda_trsm.cu). */

#include "tasks.h"

struct sl_inverse sl_inverse_create(starling_matrix *A, int64_t order, int64_t vectors)
{
    if (!sl_has_cuda() || order == 0)
        return (struct sl_inverse){NULL, NULL};
    size_t size = sl_sizeof(A->prec);
    return (struct sl_inverse){
        .blocks = vectors > 0 ? sl_temporary(SL_IB, order, size) : NULL,
        .work = sl_temporary(SL_IB + 1, SL_MAX(64, SL_MAX(order, vectors)) + 1, size),
    };
}

void sl_inverse_free(starling_sequence *seq, struct sl_inverse *inverse)
{
    sl_temporary_free(seq, inverse->blocks);
    sl_temporary_free(seq, inverse->work);
    *inverse = (struct sl_inverse){NULL, NULL};
}

void sl_insert_trtri_diag(starling_sequence *seq, int priority, starling_uplo uplo,
                          starling_diag diag, sl_tile A, starpu_data_handle_t a, int64_t offset,
                          int64_t order, struct sl_inverse inverse)
{
    if (!inverse.blocks)
        return;
    struct sl_trsm_args args = {
        .head = {.variant = (uint32_t)(uplo * 256 + diag)},
        .offset = offset,
        .order = order,
        .uplo = uplo,
        .diag = diag,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_trtri_diag[A.of->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = A,
        .flops = starling_flops_potrf(A.of->prec, (double)SL_MIN(SL_IB, order)) *
                 (double)((order + SL_IB - 1) / SL_IB),
        .data = {{a, STARPU_R}, {inverse.blocks, STARPU_W}},
    });
}

void sl_insert_trsm(starling_sequence *seq, int priority, starling_side side, starling_uplo uplo,
                    starling_trans trans, starling_diag diag, double _Complex alpha, sl_tile A,
                    struct sl_inverse inverse, sl_tile B)
{
    starling_precision prec = B.of->prec;
    struct sl_trsm_args args = {
        .head = {((uint32_t)side * 128 + uplo) * 16384 + (uint32_t)trans * 128 + diag},
        .side = side,
        .uplo = uplo,
        .trans = trans,
        .diag = diag,
        .alpha = alpha,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_trsm[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = B,
        .flops = starling_flops_trsm(prec, side, sl_rows(B), sl_cols(B)),
        .data = {{sl_handle(A), STARPU_R},
                 {sl_handle(B), STARPU_RW},
                 {inverse.blocks, STARPU_R},
                 {inverse.work, STARPU_SCRATCH}},
    });
}

void sl_insert_trsv(starling_sequence *seq, double _Complex alpha, int count,
                    const struct sl_triangle *triangle, int64_t order, struct sl_list A,
                    starling_matrix *B)
{
    struct sl_trsv_args args = {
        .head = {.size = (uint32_t)SL_MIN(UINT32_MAX, order)},
        .order = order,
        .count = count,
        .work = -1,
        .alpha = alpha,
    };
    starpu_data_handle_t work = NULL;
    for (int k = 0; k < count; k++) {
        args.triangle[k] = triangle[k];
        args.head.variant = (args.head.variant * 128 + triangle[k].uplo) * 128 + triangle[k].trans;
    }
    if (seq->inverses && (B->prec == STARLING_S || B->prec == STARLING_C)) {
        work = sl_workspace(B->prec, sl_trsv_work(order));
        args.head.variant ^= SL_INVERSES_VARIANT;
        args.work = 1;
    }
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_trsv[B->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = 1,
        .at = sl_tile_of(B, 0, 0),
        .flops = count * starling_flops_trsm(B->prec, STARLING_LEFT, (double)order, 1),
        .data = {{B->tile[0], STARPU_RW}, {work, STARPU_SCRATCH}},
        .list = {A, sl_column_from(sl_tile_of(B, 1, 0), STARPU_RW)},
        .gpu_only = true,
    });
    sl_temporary_free(seq, work);
}
