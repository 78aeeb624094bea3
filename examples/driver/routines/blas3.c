/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS of matrices: gemm, herk, syrk, trsm. alpha = -1, beta = 1/2: exact in every
 * precision. */

#include "routines/routines.h"

static void gemm_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    bool na = p->transa == STARLING_NOTRANS, nb = p->transb == STARLING_NOTRANS;
    operand[0] = shape_of(GENERAL, na ? p->m : p->k, na ? p->k : p->m);
    operand[1] = shape_of(GENERAL, nb ? p->k : p->n, nb ? p->n : p->k);
    operand[2] = shape_of(GENERAL, p->m, p->n);
}

static double gemm_flops(const struct problem *p)
{
    return starling_flops_gemm(p->prec, (double)p->m, (double)p->n, (double)p->k);
}

static int gemm_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_gemm_submit(p->transa, p->transb, -1, call->matrix[0],
                                call->matrix[1], 0.5, call->matrix[2], seq);
}

const struct routine routine_gemm = {
    .name = "gemm",
    .summary = "C = -op(A) op(B) + C/2",
    .has = HAS_M | HAS_K | HAS_TRANSA | HAS_TRANSB,
    .shapes = gemm_shapes,
    .flops = gemm_flops,
    .submit = gemm_submit,
    .numerics = NUMERICS(gemm),
    .peer = &gemm_peer,
};

static void herk_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    bool no = p->transa == STARLING_NOTRANS;
    operand[0] = shape_of(GENERAL, no ? p->n : p->k, no ? p->k : p->n);
    operand[2] = shape_of(DEFINITE, p->n, p->n);
}

static double herk_flops(const struct problem *p)
{
    return starling_flops_herk(p->prec, (double)p->n, (double)p->k);
}

static int herk_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_herk_submit(p->uplo, p->transa, -1, call->matrix[0], 0.5,
                                call->matrix[2], seq);
}

const struct routine routine_herk = {
    .name = "herk",
    .summary = "C = -op(A) op(A)^H + C/2, one triangle (real: syrk)",
    .has = HAS_K | HAS_UPLO | HAS_TRANSA,
    .transposed = STARLING_CONJTRANS,
    .shapes = herk_shapes,
    .flops = herk_flops,
    .submit = herk_submit,
    .numerics = NUMERICS(herk),
    .peer = &herk_peer,
};

/* All of C has numbers: those of the other triangle have to stay. */
static void syrk_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    herk_shapes(p, operand);
    operand[2].kind = GENERAL;
}

static int syrk_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_syrk_submit(p->uplo, p->transa, -1, call->matrix[0], 0.5,
                                call->matrix[2], seq);
}

const struct routine routine_syrk = {
    .name = "syrk",
    .summary = "C = -op(A) op(A)^T + C/2, one triangle",
    .has = HAS_K | HAS_UPLO | HAS_TRANSA,
    .transposed = STARLING_TRANS,
    .shapes = syrk_shapes,
    .flops = herk_flops,
    .submit = syrk_submit,
    .numerics = NUMERICS(syrk),
    .peer = &syrk_peer,
};

static void trsm_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    int64_t order = p->side == STARLING_LEFT ? p->m : p->n;
    operand[0] = shape_of(TRIANGULAR, order, order);
    operand[1] = shape_of(GENERAL, p->m, p->n);
}

static double trsm_flops(const struct problem *p)
{
    return starling_flops_trsm(p->prec, p->side, (double)p->m, (double)p->n);
}

static int trsm_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_trsm_submit(p->side, p->uplo, p->transa, p->diag, -1,
                                call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_trsm = {
    .name = "trsm",
    .summary = "op(A) X = -B or X op(A) = -B, A triangular",
    .has = HAS_M | HAS_UPLO | HAS_TRANSA | HAS_SIDE | HAS_DIAG,
    .shapes = trsm_shapes,
    .flops = trsm_flops,
    .submit = trsm_submit,
    .numerics = NUMERICS(trsm),
    .peer = &trsm_peer,
};
