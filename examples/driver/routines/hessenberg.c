/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The reduction to Hessenberg form: gehrd, unmhr, unghr. */

#include "routines/routines.h"

static int64_t order_of(const struct problem *p)
{
    bool right = (p->routine->has & HAS_SIDE) && p->side == STARLING_RIGHT;
    return p->routine->has & HAS_M && !right ? p->m : p->n;
}

static void gehrd_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, order_of(p), order_of(p));
}

static double gehrd_flops(const struct problem *p)
{
    return starling_flops_gehrd(p->prec, (double)p->n);
}

static int gehrd_submit(const struct call *call, starling_sequence *seq)
{
    int64_t n = order_of(call->p);
    return starling_gehrd_submit(1, n, call->matrix[0], seq);
}

const struct routine routine_gehrd = {
    .name = "gehrd",
    .summary = "a general matrix to Hessenberg form",
    .has = HAS_GENERAL_MATRIX | GIVES_TAU,
    .tiles = TILES_OF_QR,
    .shapes = gehrd_shapes,
    .flops = gehrd_flops,
    .submit = gehrd_submit,
    .numerics = NUMERICS(gehrd),
};

/* The reduced matrix, and C. */
static void unmhr_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    gehrd_shapes(p, operand);
    operand[1] = shape_of(GENERAL, p->m, p->n);
    operand[1].by_rows = p->side == STARLING_RIGHT;
}

static double unmhr_flops(const struct problem *p)
{
    double reflectors = (double)order_of(p) - 1;
    return starling_flops_unmqr(p->prec, p->side, (double)p->m, (double)p->n,
                                reflectors > 0 ? reflectors : 0);
}

static int unmhr_submit(const struct call *call, starling_sequence *seq)
{
    return starling_unmhr_submit(call->p->side, call->p->transa, call->matrix[0],
                                 call->matrix[1], seq);
}

const struct routine routine_unmhr = {
    .name = "unmhr",
    .summary = "product with Q of gehrd; in LAPACK also ormhr",
    .has = HAS_M | HAS_SIDE | HAS_TRANS | GIVES_TAU,
    .tiles = TILES_OF_QR,
    .transposed = STARLING_CONJTRANS,
    .shapes = unmhr_shapes,
    .flops = unmhr_flops,
    .submit = unmhr_submit,
    .after = &routine_gehrd,
    .numerics = NUMERICS(unmhr),
};

/* The reduced matrix, and Q. */
static void unghr_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    gehrd_shapes(p, operand);
    operand[1] = shape_of(GENERAL, p->n, p->n);
}

static double unghr_flops(const struct problem *p)
{
    double order = p->n > 1 ? (double)p->n - 1 : 0;
    return starling_flops_ungqr(p->prec, order, order, order);
}

static int unghr_submit(const struct call *call, starling_sequence *seq)
{
    return starling_unghr_submit(call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_unghr = {
    .name = "unghr",
    .summary = "Q of gehrd; in LAPACK also orghr",
    .has = GIVES_TAU,
    .tiles = TILES_OF_QR,
    .shapes = unghr_shapes,
    .flops = unghr_flops,
    .submit = unghr_submit,
    .after = &routine_gehrd,
    .numerics = NUMERICS(unghr),
};
