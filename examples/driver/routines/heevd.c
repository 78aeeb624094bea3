/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors: heevd. */

#include "routines/routines.h"

/* The matrix, and its eigenvalues. */
static void heevd_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
    operand[1] = real_column(p->n);
}

static double heevd_flops(const struct problem *p)
{
    return starling_flops_heevd(p->prec, p->job, (double)p->n);
}

static int heevd_submit(const struct call *call, starling_sequence *seq)
{
    return starling_heevd_submit(call->p->job, call->p->uplo, call->matrix[0],
                                 call->matrix[1], seq);
}

const struct routine routine_heevd = {
    .name = "heevd",
    .summary = "eigenvalues and eigenvectors of a Hermitian matrix; in LAPACK also syevd",
    .has = HAS_UPLO | HAS_JOB,
    .tiles = TILES_OF_BAND,
    .shapes = heevd_shapes,
    .flops = heevd_flops,
    .submit = heevd_submit,
    .numerics = NUMERICS(heevd),
    .peer = &heevd_peer,
};
