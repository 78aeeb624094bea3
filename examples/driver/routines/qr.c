/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR: geqrf, unmqr, ungqr. LQ: gelqf, unmlq, unglq. */

#include "routines/qr.h"

/* The factored matrix. */
static struct shape factored(const struct problem *p)
{
    struct shape A = is_lq(p) ? shape_of(GENERAL, q_width(p), q_order(p))
                              : shape_of(GENERAL, q_order(p), q_width(p));
    A.by_rows = is_lq(p);
    return A;
}

static void geqrf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = factored(p);
}

static double geqrf_flops(const struct problem *p)
{
    return starling_flops_geqrf(p->prec, (double)q_order(p), (double)q_width(p));
}

static int geqrf_submit(const struct call *call, starling_sequence *seq)
{
    return starling_geqrf_submit(call->matrix[0], seq);
}

const struct routine routine_geqrf = {
    .name = "geqrf",
    .summary = "QR factorization",
    .has = HAS_M | HAS_GENERAL_MATRIX | GIVES_TAU,
    .tiles = TILES_OF_QR,
    .shapes = geqrf_shapes,
    .flops = geqrf_flops,
    .submit = geqrf_submit,
    .numerics = NUMERICS(geqrf),
    .peer = &geqrf_peer,
};

/* The factored matrix, and C. */
static void unmqr_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = factored(p);
    operand[1] = shape_of(GENERAL, p->m, p->n);
    operand[1].by_rows = p->side == STARLING_RIGHT;
}

static double unmqr_flops(const struct problem *p)
{
    return starling_flops_unmqr(p->prec, p->side, (double)p->m, (double)p->n,
                                (double)q_reflectors(p));
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
    .has = HAS_M | HAS_K | HAS_SIDE | HAS_TRANS | GIVES_TAU,
    .tiles = TILES_OF_QR,
    .transposed = STARLING_CONJTRANS,
    .shapes = unmqr_shapes,
    .flops = unmqr_flops,
    .submit = unmqr_submit,
    .after = &routine_geqrf,
    .numerics = NUMERICS(unmqr),
};

/* The factored matrix, and columns or rows of Q. */
static void ungqr_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = factored(p);
    operand[1] = shape_of(GENERAL, p->m, p->n);
    operand[1].by_rows = is_lq(p);
}

static double ungqr_flops(const struct problem *p)
{
    double rows = (double)(is_lq(p) ? p->n : p->m),
           columns = (double)(is_lq(p) ? p->m : p->n);
    return starling_flops_ungqr(p->prec, rows, columns, (double)q_reflectors(p));
}

static int ungqr_submit(const struct call *call, starling_sequence *seq)
{
    return starling_ungqr_submit(call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_ungqr = {
    .name = "ungqr",
    .summary =
        "columns of Q of a QR factorization with k columns; in LAPACK also orgqr",
    .has = HAS_M | HAS_K | GIVES_TAU,
    .tiles = TILES_OF_QR,
    .shapes = ungqr_shapes,
    .flops = ungqr_flops,
    .submit = ungqr_submit,
    .after = &routine_geqrf,
    .numerics = NUMERICS(ungqr),
};

/* The matrix, and B: as many rows as the larger side of A. */
static void gels_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = factored(p);
    operand[1] = shape_of(GENERAL, p->m > p->n ? p->m : p->n, p->nrhs);
}

static double gels_flops(const struct problem *p)
{
    double order = (double)q_order(p), width = (double)q_width(p), vectors = (double)p->nrhs;
    return starling_flops_geqrf(p->prec, order, width) +
           starling_flops_unmqr(p->prec, STARLING_LEFT, order, vectors, width) +
           starling_flops_trsm(p->prec, STARLING_LEFT, width, vectors);
}

static int gels_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gels_submit(call->p->transa, call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_gels = {
    .name = "gels",
    .summary = "least squares, or the solution of minimum norm",
    .has = HAS_M | HAS_NRHS | HAS_TRANS | HAS_GENERAL_MATRIX | REFLECTORS_OF_EITHER,
    .tiles = TILES_OF_QR,
    .transposed = STARLING_CONJTRANS,
    .shapes = gels_shapes,
    .flops = gels_flops,
    .submit = gels_submit,
    .numerics = NUMERICS(gels),
    .peer = &gels_peer,
};

static int gelqf_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gelqf_submit(call->matrix[0], seq);
}

const struct routine routine_gelqf = {
    .name = "gelqf",
    .summary = "LQ factorization",
    .has = HAS_M | HAS_GENERAL_MATRIX | GIVES_TAU | REFLECTORS_IN_ROWS | TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = geqrf_shapes,
    .flops = geqrf_flops,
    .submit = gelqf_submit,
    .numerics = NUMERICS(gelqf),
};

static int unmlq_submit(const struct call *call, starling_sequence *seq)
{
    return starling_unmlq_submit(call->p->side, call->p->transa, call->matrix[0],
                                 call->matrix[1], seq);
}

const struct routine routine_unmlq = {
    .name = "unmlq",
    .summary =
        "product with Q of an LQ factorization with k rows; in LAPACK also ormlq",
    .has = HAS_M | HAS_K | HAS_SIDE | HAS_TRANS | GIVES_TAU | REFLECTORS_IN_ROWS |
           TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .transposed = STARLING_CONJTRANS,
    .shapes = unmqr_shapes,
    .flops = unmqr_flops,
    .submit = unmlq_submit,
    .after = &routine_gelqf,
    .numerics = NUMERICS(unmlq),
};

static int unglq_submit(const struct call *call, starling_sequence *seq)
{
    return starling_unglq_submit(call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_unglq = {
    .name = "unglq",
    .summary = "rows of Q of an LQ factorization with k rows; in LAPACK also orglq",
    .has = HAS_M | HAS_K | GIVES_TAU | REFLECTORS_IN_ROWS | TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = ungqr_shapes,
    .flops = ungqr_flops,
    .submit = unglq_submit,
    .after = &routine_gelqf,
    .numerics = NUMERICS(unglq),
};
