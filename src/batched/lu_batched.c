/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU factorizations P A = L U of the matrices of a batch, solutions with them, and inverses. */

#include "batched.h"

/* The times of tasks depend on these numbers, or, if orders vary, on the work of the chunk. */
static struct sl_args head_of(const starling_batch *A)
{
    return (struct sl_args){.variant = A->each ? 0 : (uint32_t)A->m << 16 | (uint32_t)A->n};
}

static double flops_of_factor(starling_precision prec, struct sl_place a, struct sl_place b)
{
    (void)b;
    return starling_flops_getrf(prec, a.m, a.n);
}
static double flops_of_solution(starling_precision prec, struct sl_place a, struct sl_place b)
{
    return starling_flops_getrs(prec, a.n, b.n);
}
static double flops_of_inverse(starling_precision prec, struct sl_place a, struct sl_place b)
{
    (void)b;
    return starling_flops_getri(prec, a.n);
}
static double flops_of_gesv(starling_precision prec, struct sl_place a, struct sl_place b)
{
    return flops_of_factor(prec, a, b) + flops_of_solution(prec, a, b);
}
static double flops_of_inv(starling_precision prec, struct sl_place a, struct sl_place b)
{
    return flops_of_factor(prec, a, b) + flops_of_inverse(prec, a, b);
}

/* An operation with ipiv and B, if they are there */
static struct sl_batched call_of(starling_batch *A, starling_batch *ipiv, starling_batch *B,
                                 starling_sequence *seq)
{
    return (struct sl_batched){.seq = seq,
                               .args = {.head = head_of(A),
                                        .trans = STARLING_NOTRANS,
                                        .m = A->m,
                                        .n = A->n,
                                        .nrhs = B ? B->n : 0,
                                        .lda = A->lda,
                                        .ldb = B ? B->lda : 0},
                               .rows = A->m,
                               .columns = A->n,
                               .work_b = sl_work_of_solutions(A, ipiv, B),
                               .use = {[SL_BATCH_A] = {A, STARPU_RW},
                                       [SL_BATCH_IPIV] = {ipiv, STARPU_R},
                                       [SL_BATCH_B] = {B, STARPU_RW}}};
}

/* A = P^T L U, and, if there is B, B = A^-1 B where info is 0 */
static void factor(starling_batch *A, starling_batch *ipiv, starling_batch *B,
                   starling_batch *infos, starling_sequence *seq)
{
    struct sl_batched call = call_of(A, ipiv, B, seq);
    call.cl = sl_cl_getrf_batched[A->prec];
    call.work = sl_work_getrf_batched[A->prec];
    call.flops = B ? flops_of_gesv : flops_of_factor;
    call.use[SL_BATCH_IPIV].mode = STARPU_W;
    call.use[SL_BATCH_INFO] = (struct sl_use){infos, STARPU_W};
    sl_set_kind(&call, SL_TUNED_GETRF_KIND, A);
    sl_batched(&call);
}

/* B = op(A)^-1 B */
static void solve(starling_trans trans, starling_batch *A, starling_batch *ipiv, starling_batch *B,
                  starling_sequence *seq)
{
    struct sl_batched call = call_of(A, ipiv, B, seq);
    if (sl_is_empty(B))
        return;
    call.cl = sl_cl_getrs_batched[A->prec];
    call.args.trans = trans;
    call.flops = flops_of_solution;
    call.use[SL_BATCH_A].mode = STARPU_R;
    sl_batched(&call);
}

/* A = A^-1, with ipiv from its factors */
static void invert(starling_batch *A, starling_batch *ipiv, starling_batch *infos,
                   starling_sequence *seq)
{
    struct sl_batched call = call_of(A, ipiv, NULL, seq);
    call.cl = sl_cl_getri_batched[A->prec];
    call.work = sl_work_getri_batched[A->prec];
    call.flops = ipiv ? flops_of_inverse : flops_of_inv;
    call.use[SL_BATCH_INFO] = (struct sl_use){infos, STARPU_W};
    if (!ipiv)
        sl_set_kind(&call, SL_TUNED_GETRF_KIND, A);
    sl_batched(&call);
}

#define TRANS_RULE "N, T or C"

int starling_getrf_batched_submit(starling_batch *A, starling_batch *ipiv, starling_batch *infos,
                                  starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_BATCH_OF_MATRICES(1, A);
    SL_BATCH_PIVOTS(2, ipiv);
    SL_SEQ_ARG(seq, 3, infos, infos != ipiv, "another batch than ipiv");
    SL_BATCH_INFOS(3, infos);
    sl_operation(seq);
    factor(A, ipiv, NULL, infos, seq);
    return 0;
}

int starling_getrf_batched(starling_batch *A, starling_batch *ipiv, starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_getrf_batched_submit(A, ipiv, infos, seq));
}

int starling_getrs_batched_submit(starling_trans trans, starling_batch *A, starling_batch *ipiv,
                                  starling_batch *B, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, trans, sl_valid_trans(trans), TRANS_RULE);
    SL_BATCH_OF_SQUARES(2, A);
    SL_BATCH_PIVOTS(3, ipiv);
    SL_BATCH_SIDES(4, B);
    sl_operation(seq);
    solve(trans, A, ipiv, B, seq);
    return 0;
}

int starling_getrs_batched(starling_trans trans, starling_batch *A, starling_batch *ipiv,
                           starling_batch *B)
{
    SL_SYNCHRONOUS(starling_getrs_batched_submit(trans, A, ipiv, B, seq));
}

int starling_gesv_batched_submit(starling_batch *A, starling_batch *ipiv, starling_batch *B,
                                 starling_batch *infos, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_BATCH_OF_SQUARES(1, A);
    SL_BATCH_PIVOTS(2, ipiv);
    SL_BATCH_SIDES(3, B);
    SL_SEQ_ARG(seq, 4, infos, infos != ipiv, "another batch than ipiv");
    SL_BATCH_INFOS(4, infos);
    sl_operation(seq);
    factor(A, ipiv, B, infos, seq);
    return 0;
}

int starling_gesv_batched(starling_batch *A, starling_batch *ipiv, starling_batch *B,
                          starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_gesv_batched_submit(A, ipiv, B, infos, seq));
}

int starling_getri_batched_submit(starling_batch *A, starling_batch *ipiv, starling_batch *infos,
                                  starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_BATCH_OF_SQUARES(1, A);
    SL_BATCH_PIVOTS(2, ipiv);
    SL_SEQ_ARG(seq, 3, infos, infos != ipiv, "another batch than ipiv");
    SL_BATCH_INFOS(3, infos);
    sl_operation(seq);
    invert(A, ipiv, infos, seq);
    return 0;
}

int starling_getri_batched(starling_batch *A, starling_batch *ipiv, starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_getri_batched_submit(A, ipiv, infos, seq));
}

int starling_inv_batched_submit(starling_batch *A, starling_batch *infos, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_BATCH_OF_SQUARES(1, A);
    SL_BATCH_INFOS(2, infos);
    sl_operation(seq);
    invert(A, NULL, infos, seq);
    return 0;
}

int starling_inv_batched(starling_batch *A, starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_inv_batched_submit(A, infos, seq));
}
