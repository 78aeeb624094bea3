/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts a step of a solution with a triangle that is cut into columns. */

#include "panel_sweep.h"

double sl_solve_flops(const struct sl_panel *s, starling_precision prec, int64_t rest,
                          int64_t columns)
{
    return starling_flops_trsm(prec, STARLING_LEFT, (double)s->order, (double)columns) +
           starling_flops_gemm(prec, (double)rest, (double)columns, (double)s->order);
}

void sl_insert_solve(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starling_uplo uplo, starling_trans trans, struct sl_inverse inverse,
                     starling_matrix *B, int64_t v)
{
    starling_precision prec = B->prec;
    sl_tile T = sl_tile_of(s->A, s->i, s->k), X = sl_tile_of(B, s->i, v);
    int64_t rest = uplo == STARLING_UPPER ? s->offset : sl_rows(X) - s->offset - s->order;
    /* There is no idle core to help if there are as many columns of tiles as cores. */
    int chunks = rest > 0 ? sl_solve_chunks(trans, s->order, rest).count : 0;
    bool alone = B->nt >= (int64_t)starpu_cpu_worker_get_count();
    struct sl_team *team = sl_team_create(seq, alone ? 0 : chunks / 2);
    struct sl_solve_args args = {
        .head = {.variant = (uint32_t)(uplo * 256 + trans),
                 .size = sl_size_class(rest, sl_cols(X))},
        .offset = s->offset, .uplo = uplo, .trans = trans, .inverse = inverse.blocks != NULL,
        .team = team,
    };
    bool taken = sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_solve[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = X, .flops = sl_solve_flops(s, prec, rest, sl_cols(X)),
        .data = {{sl_handle(T), STARPU_R}, {sl_handle(X), STARPU_RW},
                 {inverse.blocks, STARPU_R}, {inverse.work, STARPU_SCRATCH}},
    });
    sl_team_ask(seq, team, taken, chunks);
}
