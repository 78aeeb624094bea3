/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Systems with an indefinite matrix: sysv, symmetric, and hesv, Hermitian. */

#include "routines/routines.h"

static void sysv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static double sysv_flops(const struct problem *p)
{
    return starling_flops_sytrf(p->prec, (double)p->n) +
           starling_flops_sytrs(p->prec, (double)p->n, (double)p->nrhs);
}

static int sysv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_sysv_submit(call->p->uplo, call->matrix[0], call->matrix[1], seq);
}

static int hesv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_hesv_submit(call->p->uplo, call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_sysv = {
    .name = "sysv",
    .summary = "L D L^T of an indefinite symmetric matrix, and solution",
    .has = HAS_NRHS | HAS_UPLO,
    .tiles = TILES_OF_LDL,
    .shapes = sysv_shapes,
    .flops = sysv_flops,
    .submit = sysv_submit,
    .numerics = NUMERICS(sysv),
};

const struct routine routine_hesv = {
    .name = "hesv",
    .summary = "L D L^H of an indefinite Hermitian matrix, and solution",
    .has = HAS_NRHS | HAS_UPLO,
    .tiles = TILES_OF_LDL,
    .shapes = sysv_shapes,
    .flops = sysv_flops,
    .submit = hesv_submit,
    .numerics = NUMERICS(hesv),
};
