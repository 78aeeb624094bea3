/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Generalized eigenproblems: hegst, hegvd. */

#include "routines/routines.h"

/* The matrix, and the Cholesky factor of the other one. */
static void hegst_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
    operand[1] = shape_of(FACTOR, p->n, p->n);
}

static double hegst_flops(const struct problem *p)
{
    return starling_flops_hegst(p->prec, (double)p->n);
}

static int hegst_submit(const struct call *call, starling_sequence *seq)
{
    return starling_hegst_submit(call->p->itype, call->p->uplo, call->matrix[0],
                                 call->matrix[1], seq);
}

const struct routine routine_hegst = {
    .name = "hegst",
    .summary = "a generalized eigenproblem to a standard one; in LAPACK also sygst",
    .has = HAS_UPLO | HAS_ITYPE,
    .shapes = hegst_shapes,
    .flops = hegst_flops,
    .submit = hegst_submit,
    .numerics = NUMERICS(hegst),
};

/* Both matrices, and the eigenvalues. */
static void hegvd_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
    operand[1] = shape_of(DEFINITE, p->n, p->n);
    operand[2] = real_column(p->n);
}

static double hegvd_flops(const struct problem *p)
{
    double n = (double)p->n;
    double back = p->job == STARLING_VALUES
                      ? 0
                      : starling_flops_trsm(p->prec, STARLING_LEFT, n, n);
    return starling_flops_potrf(p->prec, n) + starling_flops_hegst(p->prec, n) +
           starling_flops_heevd(p->prec, p->job, n) + back;
}

static int hegvd_submit(const struct call *call, starling_sequence *seq)
{
    return starling_hegvd_submit(call->p->itype, call->p->job, call->p->uplo,
                                 call->matrix[0], call->matrix[1], call->matrix[2],
                                 seq);
}

const struct routine routine_hegvd = {
    .name = "hegvd",
    .summary = "generalized eigenproblems; in LAPACK also sygvd",
    .has = HAS_UPLO | HAS_JOB | HAS_ITYPE,
    .shapes = hegvd_shapes,
    .flops = hegvd_flops,
    .submit = hegvd_submit,
    .numerics = NUMERICS(hegvd),
    .peer = &hegvd_peer,
};
