/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values and vectors of a bidiagonal matrix: bdsdc. */

#include "routines/routines.h"

/* The diagonal, the superdiagonal, and the left and right vectors. */
static void bdsdc_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->n, 1);
    operand[1] = shape_of(GENERAL, p->n > 0 ? p->n - 1 : 0, 1);
    operand[2] = operand[3] = shape_of(GENERAL, p->n, p->n);
}

/* If no value is deflated. */
static double bdsdc_flops(const struct problem *p)
{
    double n = (double)p->n;
    return 8.0 / 3 * n * n * n;
}

static int bdsdc_submit(const struct call *call, starling_sequence *seq)
{
    return starling_bdsdc_submit(call->matrix[0], call->matrix[1], call->matrix[2],
                                 call->matrix[3], seq);
}

const struct routine routine_bdsdc = {
    .name = "bdsdc",
    .summary = "singular values and vectors of a bidiagonal matrix by divide and conquer",
    .tiles = TILES_OF_STEDC,
    .shapes = bdsdc_shapes,
    .flops = bdsdc_flops,
    .submit = bdsdc_submit,
    .numerics = REAL_NUMERICS(bdsdc),
};
