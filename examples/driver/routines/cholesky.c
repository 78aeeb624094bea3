/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky: potrf, potrs, posv. */

#include "routines/routines.h"

static void potrf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(DEFINITE, p->n, p->n);
}

static double potrf_flops(const struct problem *p)
{
    return starling_flops_potrf(p->prec, (double)p->n);
}

static int potrf_submit(const struct call *call, starling_sequence *seq)
{
    return starling_potrf_submit(call->p->uplo, call->matrix[0], seq);
}

static const char *const potrf_operations[] = {"gemm",  "herk",       "trsm",
                                               "potrf", "trtri_diag", NULL};
static const struct captured potrf_captured = {.n = 6, .operation = potrf_operations};

const struct routine routine_potrf = {
    .name = "potrf",
    .summary = "Cholesky factorization",
    .has = HAS_UPLO | HAS_DEFINITE_MATRIX,
    .shapes = potrf_shapes,
    .flops = potrf_flops,
    .submit = potrf_submit,
    .numerics = NUMERICS(potrf),
    .peer = &potrf_peer,
    .mg = &potrf_mg,
    .captured = &potrf_captured,
};

static void potrs_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(FACTOR, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static double potrs_flops(const struct problem *p)
{
    return starling_flops_potrs(p->prec, (double)p->n, (double)p->nrhs);
}

static int potrs_submit(const struct call *call, starling_sequence *seq)
{
    return starling_potrs_submit(call->p->uplo, call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_potrs = {
    .name = "potrs",
    .summary = "solution with the Cholesky factor",
    .has = HAS_NRHS | HAS_UPLO,
    .shapes = potrs_shapes,
    .flops = potrs_flops,
    .submit = potrs_submit,
    .numerics = NUMERICS(potrs),
    .peer = &potrs_peer,
};

static void posv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(DEFINITE, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static double posv_flops(const struct problem *p)
{
    return potrf_flops(p) + potrs_flops(p);
}

static int posv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_posv_submit(call->p->uplo, call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_posv = {
    .name = "posv",
    .summary = "Cholesky factorization and solution",
    .has = HAS_NRHS | HAS_UPLO | HAS_DEFINITE_MATRIX,
    .shapes = posv_shapes,
    .flops = posv_flops,
    .submit = posv_submit,
    .numerics = NUMERICS(posv),
    .peer = &posv_peer,
};
