/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR factorizations A = Q R of the matrices of a batch, and least squares and minimum norm with
 * them. */

#include "batched.h"

/* The times of tasks depend on these numbers. */
static struct sl_args head_of(starling_trans trans, const starling_batch *A)
{
    return (struct sl_args){.variant =
                                (uint32_t)trans << 24 ^ (uint32_t)A->m << 12 ^ (uint32_t)A->n};
}

static void factor(starling_batch *A, starling_batch *tau, starling_sequence *seq)
{
    starling_precision prec = A->store->prec;
    sl_batched(&(struct sl_batched){
        .seq = seq,
        .cl = sl_cl_geqrf_batched[prec],
        .args = {.head = head_of(STARLING_NOTRANS, A), .m = A->m, .n = A->n, .lda = A->lda},
        .work = sl_work_geqrf_batched[prec],
        .rows = A->m,
        .columns = A->n,
        .flops = starling_flops_geqrf(prec, (double)A->m, (double)A->n),
        .use = {[SL_BATCH_A] = {A, STARPU_RW}, [SL_BATCH_TAU] = {tau, STARPU_W}}});
}

/* A factorization, a product with Q, and a substitution */
static double flops(const starling_batch *A, double nrhs)
{
    starling_precision prec = A->store->prec;
    double rows = (double)SL_MAX(A->m, A->n), columns = (double)SL_MIN(A->m, A->n);
    return starling_flops_geqrf(prec, rows, columns) +
           starling_flops_unmqr(prec, STARLING_LEFT, rows, nrhs, columns) +
           starling_flops_trsm(prec, STARLING_LEFT, columns, nrhs);
}

static void solve(starling_trans trans, starling_batch *A, starling_batch *B, starling_batch *infos,
                  starling_sequence *seq)
{
    bool empty = sl_is_empty(A) || sl_is_empty(B);
    sl_batched(&(struct sl_batched){.seq = seq,
                                    .cl = sl_cl_gels_batched[A->store->prec],
                                    .args = {.head = head_of(trans, A),
                                             .trans = trans,
                                             .m = A->m,
                                             .n = A->n,
                                             .nrhs = B->n,
                                             .lda = A->lda,
                                             .ldb = B->lda},
                                    .work = sl_work_gels_batched[A->store->prec],
                                    .rows = empty ? 0 : SL_MAX(A->m, A->n),
                                    .columns = B->n,
                                    .flops = empty ? 0 : flops(A, (double)B->n),
                                    .use = {[SL_BATCH_A] = {empty ? NULL : A, STARPU_RW},
                                            [SL_BATCH_B] = {B, STARPU_RW},
                                            [SL_BATCH_INFO] = {infos, STARPU_W}}});
}

/* Whether they are m x n, of the precision of A, as many in the same chunks. */
static bool fits(const starling_batch *B, int64_t m, int64_t n, const starling_batch *A)
{
    return B != NULL && B != A && B->store->prec == A->store->prec && B->m == m && B->n == n &&
           sl_batched_alike(A, B);
}

int starling_geqrf_batched_submit(starling_batch *A, starling_batch *tau, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL && !sl_is_int(A), SL_A_BATCH);
    SL_SEQ_ARG(seq, 2, tau, fits(tau, SL_MIN(A->m, A->n), 1, A),
               "a batch of the precision of A, %lld x 1, with as many matrices in the same chunks",
               (long long)SL_MIN(A->m, A->n));
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
    SL_SEQ_ARG(seq, 1, trans, sl_is_qr_trans(trans, A ? A->store : NULL), SL_QR_TRANS);
    SL_SEQ_ARG(seq, 2, A, A != NULL && !sl_is_int(A), SL_A_BATCH);
    SL_SEQ_ARG(seq, 3, B, B != NULL && fits(B, SL_MAX(A->m, A->n), B->n, A), SL_SIDES_OF_A,
               (long long)SL_MAX(A->m, A->n));
    SL_SEQ_ARG(seq, 4, infos, sl_are_ints_of(infos, 1, A), SL_INTS_OF_A, 1LL);
    sl_operation(seq);
    solve(trans, A, B, infos, seq);
    return 0;
}

int starling_gels_batched(starling_trans trans, starling_batch *A, starling_batch *B,
                          starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_gels_batched_submit(trans, A, B, infos, seq));
}
