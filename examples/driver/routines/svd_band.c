/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The stages of singular values: ge2gb, gb2bd. */

#include "routines/routines.h"

/* A, and the reflectors of rows. */
static void ge2gb_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->m, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->n);
}

static double ge2gb_flops(const struct problem *p)
{
    return starling_flops_ge2gb(p->prec, (double)p->m, (double)p->n, (double)p->kd);
}

static int ge2gb_submit(const struct call *call, starling_sequence *seq)
{
    return starling_ge2gb_submit(call->p->kd, call->matrix[0], call->matrix[1], seq);
}

/* tau of Q1, n elements, then of P1 */
static int ge2gb_tau(const struct call *call, void *tau)
{
    const struct problem *p = call->p;
    char *of_p = (char *)tau + (size_t)p->n * size_of_element(p->prec);
    int info = starling_matrix_get_tau(call->matrix[0], tau);
    return info == 0 && p->n > p->kd ? starling_matrix_get_tau(call->matrix[1], of_p)
                                     : info;
}

const struct routine routine_ge2gb = {
    .name = "ge2gb",
    .summary = "a matrix that is not wider than high to an upper band",
    .has = HAS_M | HAS_KD | HAS_GENERAL_MATRIX | GIVES_TAU,
    .tiles = TILES_OF_BAND,
    .shapes = ge2gb_shapes,
    .flops = ge2gb_flops,
    .submit = ge2gb_submit,
    .tau = ge2gb_tau,
    .numerics = NUMERICS(ge2gb),
};

/* The same of a square A, then D, E, V2, P2. */
static void gb2bd_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    int64_t width = starling_hb2st_tile_size(p->prec, p->n, p->kd);
    ge2gb_shapes(p, operand);
    operand[2] = real_column(p->n);
    operand[3] = real_column(p->n > 1 ? p->n - 1 : 0);
    operand[4] = operand[5] = shape_of(GENERAL, p->n, p->n);
    operand[4].nb = operand[5].nb = width;
}

static double gb2bd_flops(const struct problem *p)
{
    return starling_flops_gb2bd(p->prec, (double)p->n, (double)p->kd);
}

static int gb2bd_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gb2bd_submit(call->p->kd, call->matrix[0], call->matrix[1],
                                 call->matrix[2], call->matrix[3], call->matrix[4],
                                 call->matrix[5], seq);
}

const struct routine routine_gb2bd = {
    .name = "gb2bd",
    .summary = "the band of ge2gb to bidiagonal form; in LAPACK gbbrd",
    .has = HAS_KD,
    .tiles = TILES_OF_BAND,
    .shapes = gb2bd_shapes,
    .flops = gb2bd_flops,
    .submit = gb2bd_submit,
    .after = &routine_ge2gb,
    .numerics = NUMERICS(gb2bd),
};
