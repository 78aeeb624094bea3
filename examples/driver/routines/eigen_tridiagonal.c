/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a tridiagonal matrix: stedc with eigenvectors, sterf without. */

#include "routines/routines.h"

/* The diagonal, the subdiagonal, and the eigenvectors. */
static void sterf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->n, 1);
    operand[1] = shape_of(GENERAL, p->n > 0 ? p->n - 1 : 0, 1);
}

static void stedc_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    sterf_shapes(p, operand);
    operand[2] = shape_of(GENERAL, p->n, p->n);
}

/* If no eigenvalue is deflated. */
static double stedc_flops(const struct problem *p)
{
    double n = (double)p->n;
    return 4.0 / 3 * n * n * n;
}

static int stedc_submit(const struct call *call, starling_sequence *seq)
{
    return starling_stedc_submit(call->matrix[0], call->matrix[1], call->matrix[2],
                                 seq);
}

const struct routine routine_stedc = {
    .name = "stedc",
    .summary =
        "eigenvalues and eigenvectors of a tridiagonal matrix by divide and conquer",
    .tiles = TILES_OF_STEDC,
    .shapes = stedc_shapes,
    .flops = stedc_flops,
    .submit = stedc_submit,
    .numerics = REAL_NUMERICS(stedc),
};

/* Ten for each eigenvalue and row, as LAPACK's counts of operations have it. */
static double sterf_flops(const struct problem *p)
{
    return 10 * (double)p->n * (double)p->n;
}

static int sterf_submit(const struct call *call, starling_sequence *seq)
{
    return starling_sterf_submit(call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_sterf = {
    .name = "sterf",
    .summary = "eigenvalues of a tridiagonal matrix",
    .tiles = TILES_OF_STEDC,
    .shapes = sterf_shapes,
    .flops = sterf_flops,
    .submit = sterf_submit,
    .numerics = REAL_NUMERICS(sterf),
};
