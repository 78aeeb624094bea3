/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values and vectors: gesvd. */

#include "routines/routines.h"

/* The matrix, its singular values, and the vectors: as many as there are values. */
static void gesvd_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    int64_t k = p->m < p->n ? p->m : p->n;
    operand[0] = shape_of(GENERAL, p->m, p->n);
    operand[1] = real_column(k);
    if (p->job == STARLING_VECTORS) {
        operand[2] = shape_of(GENERAL, p->m, k);
        operand[3] = shape_of(GENERAL, k, p->n);
    }
}

static double gesvd_flops(const struct problem *p)
{
    return starling_flops_gesvd(p->prec, p->job, (double)p->m, (double)p->n);
}

static int gesvd_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gesvd_submit(call->matrix[0], call->matrix[1], call->matrix[2],
                                 call->matrix[3], seq);
}

const struct routine routine_gesvd = {
    .name = "gesvd",
    .summary = "singular values, and as many singular vectors; in LAPACK gesdd",
    .has = HAS_M | HAS_JOB | HAS_GENERAL_MATRIX,
    .tiles = TILES_OF_QR,
    .shapes = gesvd_shapes,
    .flops = gesvd_flops,
    .submit = gesvd_submit,
    .numerics = NUMERICS(gesvd),
    .peer = &gesvd_peer,
    .gesvdp = &gesvdp_peer,
};
