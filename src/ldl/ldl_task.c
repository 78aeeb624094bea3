/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of L D L^T. */

#include "ldl.h"

/* Columns of a panel: it may take one from the next block. */
static int64_t most_columns(const starling_matrix *A)
{
    return SL_MIN(A->nb, A->n) + 1;
}

starpu_data_handle_t sl_ldl_work(const starling_matrix *A)
{
    return sl_temporary(A->n, 2 * most_columns(A) + 1, sl_sizeof(A->prec));
}

starpu_data_handle_t sl_ldl_solve_work(const starling_matrix *A)
{
    return sl_temporary(A->n, most_columns(A), sl_sizeof(A->prec));
}

/* The block column of step k. */
static int64_t block_of(const struct sl_ldl *f, int64_t k)
{
    return f->uplo == STARLING_LOWER ? k : f->A->nt - 1 - k;
}

/* The arguments of step k's block. */
static struct sl_ldl_args args_of(const struct sl_ldl *f, int64_t k, bool begins)
{
    const starling_matrix *A = f->A;
    int64_t b = block_of(f, k), first = b * A->nb, end = SL_MIN(A->n, first + A->nb);
    bool lower = f->uplo == STARLING_LOWER;
    return (struct sl_ldl_args){
        .head = {.variant = (uint32_t)(f->uplo * 2 + f->hermitian),
                 .size = sl_size_class(A->n - k * A->nb, A->nb)},
        .hermitian = f->hermitian,
        .uplo = f->uplo,
        .n = A->n,
        .nb = A->nb,
        .first = lower ? first : A->n - end,
        .end = lower ? end : A->n - first,
        .begins = begins,
    };
}

void sl_insert_ldl_panel(const struct sl_ldl *f, int64_t k)
{
    starling_matrix *A = f->A;
    int64_t steps = A->nt - k, rows = A->n - k * A->nb;
    struct sl_ldl_args args = args_of(f, k, k == 0);
    args.block = f->uplo == STARLING_LOWER ? k : 0;
    enum starpu_data_access_mode mode = k == 0 ? STARPU_W : STARPU_RW;
    sl_submit(&(struct sl_task){
        .seq = f->seq,
        .cl = sl_cl_ldl_panel[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .at = sl_tile_of(A, 0, block_of(f, k)),
        .flops =
            starling_flops_gemm(A->prec, (double)SL_MAX(0, rows), (double)A->nb, (double)A->nb) / 2,
        .data = {{f->work, STARPU_W},
                 {f->info, mode},
                 {sl_ldl_pivots_of(A), mode},
                 {f->end, STARPU_W},
                 {f->before, STARPU_R}},
        .list = {{A->tile + args.block, steps, STARPU_RW}},
    });
}

void sl_insert_ldl_update(const struct sl_ldl *f, int64_t k, int64_t j)
{
    starling_matrix *A = f->A;
    int64_t rows = A->n - j * A->nb;
    struct sl_ldl_args args = args_of(f, j, k == 0);
    args.block = block_of(f, j);
    sl_submit(&(struct sl_task){
        .seq = f->seq,
        .cl = sl_cl_ldl_update[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = (int)SL_MIN(INT32_MAX - 1, A->nt - j), /* the highest column first */
        .at = sl_tile_of(A, 0, args.block),
        .flops =
            starling_flops_gemm(A->prec, (double)SL_MAX(0, rows), (double)A->nb, (double)A->nb),
        .data = {{f->work, STARPU_R},
                 {f->end, STARPU_R},
                 {A->tile[args.block], STARPU_RW},
                 {f->before, STARPU_R}},
    });
}

void sl_insert_ldl_solve(starling_sequence *seq, bool hermitian, starling_uplo uplo,
                         starling_matrix *A, starpu_data_handle_t work, sl_tile B)
{
    struct sl_ldl_args args = {
        .head = {.variant = (uint32_t)(uplo * 2 + hermitian), .size = sl_size_class(A->n, A->nb)},
        .hermitian = hermitian,
        .uplo = uplo,
        .n = A->n,
        .nb = A->nb,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_ldl_solve[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .at = B,
        .flops = starling_flops_sytrs(A->prec, (double)A->n, (double)sl_cols(B)),
        .data = {{sl_handle(B), STARPU_RW},
                 {work, STARPU_SCRATCH},
                 {sl_ldl_pivots_of(A), STARPU_R}},
        .list = {{A->tile, A->nt, STARPU_R}},
    });
}
