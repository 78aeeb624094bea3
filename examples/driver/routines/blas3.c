/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS of matrices. alpha = -1, beta = 1/2: exact in every precision. */

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

/* All of A has numbers: those of the other triangle are not looked at. */
static void hemm_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    int64_t order = p->side == STARLING_LEFT ? p->m : p->n;
    operand[0] = shape_of(GENERAL, order, order);
    operand[1] = shape_of(GENERAL, p->m, p->n);
    operand[2] = shape_of(GENERAL, p->m, p->n);
}

static double hemm_flops(const struct problem *p)
{
    return starling_flops_hemm(p->prec, p->side, (double)p->m, (double)p->n);
}

static int hemm_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_hemm_submit(p->side, p->uplo, -1, call->matrix[0], call->matrix[1],
                                0.5, call->matrix[2], seq);
}

const struct routine routine_hemm = {
    .name = "hemm",
    .summary = "C = -A B + C/2 or -B A + C/2, A Hermitian (real: symm)",
    .has = HAS_M | HAS_UPLO | HAS_SIDE,
    .tiles = TILES_OF_SIDE,
    .shapes = hemm_shapes,
    .flops = hemm_flops,
    .submit = hemm_submit,
    .numerics = NUMERICS(hemm),
    .peer = &hemm_peer,
};

static int symm_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_symm_submit(p->side, p->uplo, -1, call->matrix[0], call->matrix[1],
                                0.5, call->matrix[2], seq);
}

const struct routine routine_symm = {
    .name = "symm",
    .summary = "C = -A B + C/2 or -B A + C/2, A symmetric",
    .has = HAS_M | HAS_UPLO | HAS_SIDE,
    .tiles = TILES_OF_SIDE,
    .shapes = hemm_shapes,
    .flops = hemm_flops,
    .submit = symm_submit,
    .numerics = NUMERICS(symm),
    .peer = &symm_peer,
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

/* As syrk: the other triangle of C has to stay. */
static void her2k_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    syrk_shapes(p, operand);
    operand[1] = operand[0];
}

static double her2k_flops(const struct problem *p)
{
    return starling_flops_her2k(p->prec, (double)p->n, (double)p->k);
}

static int her2k_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_her2k_submit(p->uplo, p->transa, -1, call->matrix[0],
                                 call->matrix[1], 0.5, call->matrix[2], seq);
}

const struct routine routine_her2k = {
    .name = "her2k",
    .summary = "C = -op(A) op(B)^H - op(B) op(A)^H + C/2, one triangle (real: syr2k)",
    .has = HAS_K | HAS_UPLO | HAS_TRANSA,
    .transposed = STARLING_CONJTRANS,
    .shapes = her2k_shapes,
    .flops = her2k_flops,
    .submit = her2k_submit,
    .numerics = NUMERICS(her2k),
    .peer = &her2k_peer,
};

static int syr2k_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_syr2k_submit(p->uplo, p->transa, -1, call->matrix[0],
                                 call->matrix[1], 0.5, call->matrix[2], seq);
}

const struct routine routine_syr2k = {
    .name = "syr2k",
    .summary = "C = -op(A) op(B)^T - op(B) op(A)^T + C/2, one triangle",
    .has = HAS_K | HAS_UPLO | HAS_TRANSA,
    .transposed = STARLING_TRANS,
    .shapes = her2k_shapes,
    .flops = her2k_flops,
    .submit = syr2k_submit,
    .numerics = NUMERICS(syr2k),
    .peer = &syr2k_peer,
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

static int trmm_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    return starling_trmm_submit(p->side, p->uplo, p->transa, p->diag, -1,
                                call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_trmm = {
    .name = "trmm",
    .summary = "B = -op(A) B or -B op(A), A triangular",
    .has = HAS_M | HAS_UPLO | HAS_TRANSA | HAS_SIDE | HAS_DIAG,
    .tiles = TILES_OF_SIDE,
    .shapes = trsm_shapes,
    .flops = trsm_flops,
    .submit = trmm_submit,
    .numerics = NUMERICS(trmm),
    .peer = &trmm_peer,
};
