/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR: geqrf, unmqr, ungqr. */

#include "routines/qr.h"

static void geqrf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->m, p->n);
}

static double geqrf_flops(const struct problem *p)
{
    return starling_flops_geqrf(p->prec, (double)p->m, (double)p->n);
}

static int geqrf_submit(const struct call *call, starling_sequence *seq)
{
    return starling_geqrf_submit(call->matrix[0], seq);
}

const struct routine routine_geqrf = {
    .name = "geqrf",
    .summary = "QR factorization",
    .has = HAS_M | HAS_GENERAL_MATRIX | TILES_OF_QR | GIVES_TAU,
    .shapes = geqrf_shapes,
    .flops = geqrf_flops,
    .submit = geqrf_submit,
    .numerics = NUMERICS(geqrf),
    .peer = &geqrf_peer,
};

/* The factored matrix, and C. */
static void unmqr_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, qr_rows(p), qr_columns(p));
    operand[1] = shape_of(GENERAL, p->m, p->n);
    operand[1].by_rows = p->side == STARLING_RIGHT;
}

static double unmqr_flops(const struct problem *p)
{
    return starling_flops_unmqr(p->prec, p->side, (double)p->m, (double)p->n,
                                (double)qr_order(p));
}

static int unmqr_submit(const struct call *call, starling_sequence *seq)
{
    return starling_unmqr_submit(call->p->side, call->p->transa, call->matrix[0],
                                 call->matrix[1], seq);
}

const struct routine routine_unmqr = {
    .name = "unmqr",
    .summary =
        "product with Q of a QR factorization with k columns; in LAPACK also ormqr",
    .has = HAS_M | HAS_K | HAS_SIDE | HAS_TRANS | TILES_OF_QR | GIVES_TAU,
    .transposed = STARLING_CONJTRANS,
    .shapes = unmqr_shapes,
    .flops = unmqr_flops,
    .submit = unmqr_submit,
    .after = &routine_geqrf,
    .numerics = NUMERICS(unmqr),
};

/* The factored matrix, and Q with at most as many columns as rows. */
static void ungqr_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->m, p->k);
    operand[1] = shape_of(GENERAL, p->m, p->n);
}

static double ungqr_flops(const struct problem *p)
{
    return starling_flops_ungqr(p->prec, (double)p->m, (double)p->n,
                                (double)qr_order(p));
}

static int ungqr_submit(const struct call *call, starling_sequence *seq)
{
    return starling_ungqr_submit(call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_ungqr = {
    .name = "ungqr",
    .summary =
        "columns of Q of a QR factorization with k columns; in LAPACK also orgqr",
    .has = HAS_M | HAS_K | TILES_OF_QR | GIVES_TAU,
    .shapes = ungqr_shapes,
    .flops = ungqr_flops,
    .submit = ungqr_submit,
    .after = &routine_geqrf,
    .numerics = NUMERICS(ungqr),
};
