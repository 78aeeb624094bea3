/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Stage 2 of symmetric and Hermitian eigenproblems: hb2st, unmtr_hb2st. */

#include "routines/routines.h"

/* AB, D, E, V2. */
static void hb2st_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->kd + 1, p->n);
    operand[1] = real_column(p->n);
    operand[2] = real_column(p->n > 1 ? p->n - 1 : 0);
    operand[3] = shape_of(GENERAL, p->n, p->n);
}

static double hb2st_flops(const struct problem *p)
{
    return starling_flops_hb2st(p->prec, (double)p->n, (double)p->kd);
}

static int hb2st_submit(const struct call *call, starling_sequence *seq)
{
    return starling_hb2st_submit(call->matrix[0], call->matrix[1], call->matrix[2],
                                 call->matrix[3], seq);
}

const struct routine routine_hb2st = {
    .name = "hb2st",
    .summary = "Hermitian band matrix to tridiagonal form; in LAPACK hbtrd, sbtrd",
    .has = HAS_KD,
    .tiles = TILES_OF_SWEEPS,
    .shapes = hb2st_shapes,
    .flops = hb2st_flops,
    .submit = hb2st_submit,
    .numerics = NUMERICS(hb2st),
};

/* The same, and C. */
static void unmtr_hb2st_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    hb2st_shapes(p, operand);
    operand[4] = shape_of(GENERAL, p->n, p->nrhs);
    operand[4].nb = p->nb_c;
}

static double unmtr_hb2st_flops(const struct problem *p)
{
    return starling_flops_unmtr_hb2st(p->prec, (double)p->n, (double)p->nrhs);
}

static int unmtr_hb2st_submit(const struct call *call, starling_sequence *seq)
{
    return starling_unmtr_hb2st_submit(call->p->transa, call->p->kd, call->matrix[3],
                                       call->matrix[4], seq);
}

const struct routine routine_unmtr_hb2st = {
    .name = "unmtr_hb2st",
    .summary = "product with the Q of hb2st; C has nrhs columns",
    .has = HAS_KD | HAS_NRHS | HAS_TRANS,
    .tiles = TILES_OF_SWEEPS,
    .transposed = STARLING_CONJTRANS,
    .shapes = unmtr_hb2st_shapes,
    .flops = unmtr_hb2st_flops,
    .submit = unmtr_hb2st_submit,
    .after = &routine_hb2st,
    .numerics = NUMERICS(unmtr_hb2st),
};
