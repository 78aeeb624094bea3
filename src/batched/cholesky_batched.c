/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorizations A = L L^H or A = U^H U of the matrices of a batch, and solutions with
 * them. */

#include "batched.h"

/* The times of tasks depend on these numbers, and, if orders vary, on the work of the chunk. */
static struct sl_args head_of(starling_uplo uplo, const starling_batch *A)
{
    return (struct sl_args){.variant = (uint32_t)uplo << 16 | (uint32_t)(A->each ? 0 : A->n)};
}

static double flops_of_factor(starling_precision prec, struct sl_place a, struct sl_place b)
{
    (void)b;
    return starling_flops_potrf(prec, a.n);
}
static double flops_of_solution(starling_precision prec, struct sl_place a, struct sl_place b)
{
    return starling_flops_potrs(prec, a.n, b.n);
}

static double flops_of_both(starling_precision prec, struct sl_place a, struct sl_place b)
{
    return flops_of_factor(prec, a, b) + flops_of_solution(prec, a, b);
}

/* An operation with B, if it is there */
static struct sl_batched call_of(starling_uplo uplo, starling_batch *A, starling_batch *B,
                                 starling_sequence *seq)
{
    return (struct sl_batched){.seq = seq,
                               .args = {.head = head_of(uplo, A),
                                        .uplo = uplo,
                                        .m = A->n,
                                        .n = A->n,
                                        .nrhs = B ? B->n : 0,
                                        .lda = A->lda,
                                        .ldb = B ? B->lda : 0},
                               .rows = A->n,
                               .columns = A->n,
                               .work_b = sl_work_of_solutions(A, NULL, B),
                               .use = {[SL_BATCH_B] = {B, STARPU_RW}}};
}

/* A = chol(A), and, if there is B, B = A^-1 B where info is 0 */
static void factor(starling_uplo uplo, starling_batch *A, starling_batch *B, starling_batch *infos,
                   starling_sequence *seq)
{
    struct sl_batched call = call_of(uplo, A, B, seq);
    call.cl = sl_cl_potrf_batched[A->prec];
    call.work = sl_work_potrf_batched[A->prec];
    call.flops = B ? flops_of_both : flops_of_factor;
    call.use[SL_BATCH_A] = (struct sl_use){A, STARPU_RW};
    call.use[SL_BATCH_INFO] = (struct sl_use){infos, STARPU_W};
    sl_set_kind(&call, SL_TUNED_POTRF_KIND, A);
    sl_batched(&call);
}

/* B = A^-1 B */
static void solve(starling_uplo uplo, starling_batch *A, starling_batch *B, starling_sequence *seq)
{
    struct sl_batched call = call_of(uplo, A, B, seq);
    if (sl_is_empty(B))
        return;
    call.cl = sl_cl_potrs_batched[A->prec];
    call.flops = flops_of_solution;
    call.use[SL_BATCH_A] = (struct sl_use){A, STARPU_R};
    sl_batched(&call);
}

int starling_potrf_batched_submit(starling_uplo uplo, starling_batch *A, starling_batch *infos,
                                  starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_BATCH_OF_SQUARES(2, A);
    SL_BATCH_INFOS(3, infos);
    sl_operation(seq);
    factor(uplo, A, NULL, infos, seq);
    return 0;
}

int starling_potrf_batched(starling_uplo uplo, starling_batch *A, starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_potrf_batched_submit(uplo, A, infos, seq));
}

int starling_potrs_batched_submit(starling_uplo uplo, starling_batch *A, starling_batch *B,
                                  starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_BATCH_OF_SQUARES(2, A);
    SL_BATCH_SIDES(3, B);
    sl_operation(seq);
    solve(uplo, A, B, seq);
    return 0;
}

int starling_potrs_batched(starling_uplo uplo, starling_batch *A, starling_batch *B)
{
    SL_SYNCHRONOUS(starling_potrs_batched_submit(uplo, A, B, seq));
}

int starling_posv_batched_submit(starling_uplo uplo, starling_batch *A, starling_batch *B,
                                 starling_batch *infos, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_BATCH_OF_SQUARES(2, A);
    SL_BATCH_SIDES(3, B);
    SL_BATCH_INFOS(4, infos);
    sl_operation(seq);
    factor(uplo, A, B, infos, seq);
    return 0;
}

int starling_posv_batched(starling_uplo uplo, starling_batch *A, starling_batch *B,
                          starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_posv_batched_submit(uplo, A, B, infos, seq));
}
