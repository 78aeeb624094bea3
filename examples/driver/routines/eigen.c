/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Symmetric and Hermitian eigenproblems: he2hb. */

#include "routines/routines.h"

/* The matrix, and its band. */
static void he2hb_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->kd + 1, p->n);
}

static double he2hb_flops(const struct problem *p)
{
    return starling_flops_he2hb(p->prec, (double)p->n, (double)p->kd);
}

static int he2hb_submit(const struct call *call, starling_sequence *seq)
{
    return starling_he2hb_submit(call->p->uplo, call->p->kd, call->matrix[0],
                                 call->matrix[1], seq);
}

const struct routine routine_he2hb = {
    .name = "he2hb",
    .summary = "a Hermitian matrix to a band; in LAPACK also sytrd_sy2sb",
    .has = HAS_UPLO | HAS_KD | GIVES_TAU,
    .tiles = TILES_OF_BAND,
    .shapes = he2hb_shapes,
    .flops = he2hb_flops,
    .submit = he2hb_submit,
    .numerics = NUMERICS(he2hb),
};
