/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR factorizations A = Q R of the matrices of a batch, and least squares and minimum norm with
 * them. */

#include "batched.h"

/* The times of tasks depend on these numbers, or, if orders vary, on the work of the chunk. */
static struct sl_args head_of(starling_trans trans, const starling_batch *A)
{
    uint32_t shape = A->each ? 0 : (uint32_t)A->m << 12 ^ (uint32_t)A->n;
    return (struct sl_args){.variant = (uint32_t)trans << 24 ^ shape};
}

static double flops_of_factor(starling_precision prec, struct sl_place a, struct sl_place b)
{
    (void)b;
    return starling_flops_geqrf(prec, a.m, a.n);
}
/* A factorization, a product with Q, and a substitution */
static double flops_of_solution(starling_precision prec, struct sl_place a, struct sl_place b)
{
    double rows = SL_MAX(a.m, a.n), columns = SL_MIN(a.m, a.n);
    if (columns == 0 || b.n == 0)
        return 0;
    return starling_flops_geqrf(prec, rows, columns) +
           starling_flops_unmqr(prec, STARLING_LEFT, rows, b.n, columns) +
           starling_flops_trsm(prec, STARLING_LEFT, columns, b.n);
}

static void factor(starling_batch *A, starling_batch *tau, starling_sequence *seq)
{
    sl_batched(&(struct sl_batched){
        .seq = seq,
        .cl = sl_cl_geqrf_batched[A->prec],
        .args = {.head = head_of(STARLING_NOTRANS, A), .m = A->m, .n = A->n, .lda = A->lda},
        .work = sl_work_geqrf_batched[A->prec],
        .rows = A->m,
        .columns = A->n,
        .flops = flops_of_factor,
        .use = {[SL_BATCH_A] = {A, STARPU_RW}, [SL_BATCH_TAU] = {tau, STARPU_W}}});
}

/* Whether a matrix has more columns than rows. */
static bool is_one_wide(const starling_batch *A)
{
    bool wide = !A->each && A->m < A->n;
    for (int64_t i = 0; A->each && i < A->count && !wide; i++)
        wide = A->each[i].m < A->each[i].n;
    return wide;
}

static void solve(starling_trans trans, starling_batch *A, starling_batch *B, starling_batch *infos,
                  starling_sequence *seq)
{
    sl_batched(&(struct sl_batched){.seq = seq,
                                    .cl = sl_cl_gels_batched[A->prec],
                                    .args = {.head = head_of(trans, A),
                                             .trans = trans,
                                             .m = A->m,
                                             .n = A->n,
                                             .nrhs = B->n,
                                             .lda = A->lda,
                                             .ldb = B->lda},
                                    .work = is_one_wide(A) ? sl_work_gels_varying[A->prec]
                                                           : sl_work_gels_batched[A->prec],
                                    .rows = A->m,
                                    .columns = A->n,
                                    .work_b = is_one_wide(A) ? sl_work_gels_wide_sides[A->prec]
                                                             : sl_work_gels_sides[A->prec],
                                    .flops = flops_of_solution,
                                    .use = {[SL_BATCH_A] = {A, STARPU_RW},
                                            [SL_BATCH_B] = {B, STARPU_RW},
                                            [SL_BATCH_INFO] = {infos, STARPU_W}}});
}

int starling_geqrf_batched_submit(starling_batch *A, starling_batch *tau, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_BATCH_OF_MATRICES(1, A);
    SL_SEQ_ARG(seq, 2, tau, sl_go_with(tau, A),
               "a batch of the precision of A, with as many matrices in the same chunks");
    SL_SEQ_ARG(seq, 2, tau, sl_not_tau(tau, A) < 0,
               "a batch of min(m, n) x 1 matrices; matrix %lld is another one",
               (long long)sl_not_tau(tau, A));
    sl_operation(seq);
    factor(A, tau, seq);
    return 0;
}

int starling_geqrf_batched(starling_batch *A, starling_batch *tau)
{
    SL_SYNCHRONOUS(starling_geqrf_batched_submit(A, tau, seq));
}

int starling_gels_batched_submit(starling_trans trans, starling_batch *A, starling_batch *B,
                                 starling_batch *infos, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, trans, sl_is_trans_of_q(trans, A && sl_is_complex(A->prec)), SL_QR_TRANS);
    SL_BATCH_OF_MATRICES(2, A);
    SL_BATCH_SIDES(3, B);
    SL_BATCH_INFOS(4, infos);
    sl_operation(seq);
    solve(trans, A, B, infos, seq);
    return 0;
}

int starling_gels_batched(starling_trans trans, starling_batch *A, starling_batch *B,
                          starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_gels_batched_submit(trans, A, B, infos, seq));
}
