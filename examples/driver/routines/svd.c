/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values and vectors: gesvd, gesvdp, gesvdr; the polar decomposition: gepolar.
 */

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

static double gesvdp_flops(const struct problem *p)
{
    return starling_flops_gesvdp(p->prec, p->job, (double)p->m, (double)p->n);
}

static int gesvdp_submit(const struct call *call, starling_sequence *seq)
{
    static double
        error; /* it is there until the tasks have run; the residual tells more */
    return starling_gesvdp_submit(call->matrix[0], call->matrix[1], call->matrix[2],
                                  call->matrix[3], &error, seq);
}

const struct routine routine_gesvdp = {
    .name = "gesvdp",
    .summary = "the same through the polar decomposition",
    .has = HAS_M | HAS_JOB | HAS_GENERAL_MATRIX,
    .tiles = TILES_OF_QR,
    .shapes = gesvd_shapes,
    .flops = gesvdp_flops,
    .submit = gesvdp_submit,
    .numerics = NUMERICS(gesvdp),
    .peer = &gesvdp_peer,
};

/* More dimensions than values, and steps: what is usual. */
enum { BEYOND = 10, STEPS = 2 };

/* k values, or all. */
static int64_t wanted(const struct problem *p)
{
    int64_t least = p->m < p->n ? p->m : p->n;
    return p->k < least ? p->k : least;
}

/* The matrix, its largest singular values, and their vectors. */
static void gesvdr_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    int64_t k = wanted(p);
    operand[0] = shape_of(GENERAL, p->m, p->n);
    operand[1] = real_column(k);
    operand[2] = shape_of(GENERAL, p->m, k);
    operand[3] = shape_of(GENERAL, k, p->n);
}

static double gesvdr_flops(const struct problem *p)
{
    int64_t least = p->m < p->n ? p->m : p->n, l = wanted(p) + BEYOND;
    return starling_flops_gesvdr(p->prec, STARLING_VECTORS, (double)p->m, (double)p->n,
                                 (double)(l < least ? l : least), STEPS);
}

static int gesvdr_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gesvdr_submit(call->matrix[0], BEYOND, STEPS, call->p->seed,
                                  call->matrix[1], call->matrix[2], call->matrix[3],
                                  seq);
}

const struct routine routine_gesvdr = {
    .name = "gesvdr",
    .summary = "the k largest singular values, and vectors, by a random subspace",
    .has = HAS_M | HAS_K | HAS_GENERAL_MATRIX,
    .tiles = SQUARE_TILES,
    .shapes = gesvdr_shapes,
    .flops = gesvdr_flops,
    .submit = gesvdr_submit,
    .numerics = NUMERICS(gesvdr),
};

/* The matrix with its longer side as rows, which U replaces, and H. */
static void gepolar_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    int64_t k = p->m < p->n ? p->m : p->n, l = p->m < p->n ? p->n : p->m;
    operand[0] = shape_of(GENERAL, l, k);
    operand[1] = shape_of(GENERAL, k, k);
}

static double gepolar_flops(const struct problem *p)
{
    return starling_flops_gepolar(p->prec, (double)(p->m < p->n ? p->n : p->m),
                                  (double)(p->m < p->n ? p->m : p->n));
}

static int gepolar_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gepolar_submit(call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_gepolar = {
    .name = "gepolar",
    .summary = "polar decomposition A = U H of a matrix that is not wider than high",
    .has = HAS_M | HAS_GENERAL_MATRIX,
    .tiles = TILES_OF_QR,
    .shapes = gepolar_shapes,
    .flops = gepolar_flops,
    .submit = gepolar_submit,
    .numerics = NUMERICS(gepolar),
};
