/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Least squares of any rank, gelsd, and pseudo-inverses, pinv. */

#include "routines/routines.h"

/* Where the rank goes; it is there until the tasks have run. */
static int64_t rank;

/* The matrix, its singular values, and B: as many rows as the larger side of A. */
static void gelsd_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->m, p->n);
    operand[1] = real_column(p->m < p->n ? p->m : p->n);
    operand[2] = shape_of(GENERAL, p->m > p->n ? p->m : p->n, p->nrhs);
}

static double gelsd_flops(const struct problem *p)
{
    return starling_flops_gelsd(p->prec, (double)p->m, (double)p->n, (double)p->nrhs);
}

static int gelsd_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gelsd_submit(call->matrix[0], call->matrix[2], call->matrix[1], -1,
                                 &rank, seq);
}

const struct routine routine_gelsd = {
    .name = "gelsd",
    .summary = "least squares of minimum norm for a matrix of any rank",
    .has = HAS_M | HAS_NRHS | HAS_GENERAL_MATRIX,
    .tiles = TILES_OF_QR,
    .shapes = gelsd_shapes,
    .flops = gelsd_flops,
    .submit = gelsd_submit,
    .numerics = NUMERICS(gelsd),
};

/* The matrix and its pseudo-inverse. */
static void pinv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->m, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->m);
}

static double pinv_flops(const struct problem *p)
{
    return starling_flops_pinv(p->prec, (double)p->m, (double)p->n);
}

static int pinv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_pinv_submit(call->matrix[0], -1, call->matrix[1], &rank, seq);
}

const struct routine routine_pinv = {
    .name = "pinv",
    .summary = "pseudo-inverse",
    .has = HAS_M | HAS_GENERAL_MATRIX,
    .tiles = TILES_OF_QR,
    .shapes = pinv_shapes,
    .flops = pinv_flops,
    .submit = pinv_submit,
    .numerics = NUMERICS(pinv),
};
