/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors: heevd, and some of them: heevx. */

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
    .mg = &heevd_mg,
};

static int64_t wanted(const struct problem *p)
{
    return p->iu - p->il + 1;
}

/* The matrix, the eigenvalues, and the eigenvectors. */
static void heevx_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    heevd_shapes(p, operand);
    if (p->job == STARLING_VECTORS)
        operand[2] = shape_of(GENERAL, p->n, wanted(p));
}

static double heevx_flops(const struct problem *p)
{
    return starling_flops_heevx(p->prec, p->job, (double)p->n, (double)wanted(p));
}

static int heevx_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    int64_t m;
    return starling_heevx_submit(p->job, STARLING_BY_INDEX, p->uplo, call->matrix[0], 0, 0, p->il,
                                 p->iu, &m, call->matrix[1], call->matrix[2], seq);
}

const struct routine routine_heevx = {
    .name = "heevx",
    .summary = "some eigenvalues and eigenvectors of a Hermitian matrix; in LAPACK also syevx",
    .has = HAS_UPLO | HAS_JOB | HAS_RANGE,
    .tiles = TILES_OF_BAND,
    .shapes = heevx_shapes,
    .flops = heevx_flops,
    .submit = heevx_submit,
    .numerics = NUMERICS(heevx),
    .peer = &heevx_peer,
};
