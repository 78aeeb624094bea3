/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One-stage reductions to tridiagonal and bidiagonal form: hetrd, gebrd. */

#include <string.h>
#include "routines/routines.h"

/* The matrix, and the two diagonals. */
static void hetrd_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
    operand[1] = real_column(p->n);
    operand[2] = real_column(p->n > 1 ? p->n - 1 : 0);
}

static double hetrd_flops(const struct problem *p)
{
    return starling_flops_hetrd(p->prec, (double)p->n);
}

static int hetrd_submit(const struct call *call, starling_sequence *seq)
{
    return starling_hetrd_submit(call->p->uplo, call->matrix[0], call->matrix[1],
                                 call->matrix[2], seq);
}

const struct routine routine_hetrd = {
    .name = "hetrd",
    .summary =
        "a Hermitian matrix to tridiagonal form in one stage; in LAPACK also sytrd",
    .has = HAS_UPLO | GIVES_TAU,
    .tiles = TILES_OF_QR,
    .shapes = hetrd_shapes,
    .flops = hetrd_flops,
    .submit = hetrd_submit,
    .peer = &hetrd_peer,
    .numerics = NUMERICS(hetrd),
};

static void gebrd_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    int64_t least = p->m < p->n ? p->m : p->n;
    operand[0] = shape_of(GENERAL, p->m, p->n);
    operand[0].by_rows = p->m < p->n;
    operand[1] = real_column(least);
    operand[2] = real_column(least > 1 ? least - 1 : 0);
}

static double gebrd_flops(const struct problem *p)
{
    return starling_flops_gebrd(p->prec, (double)p->m, (double)p->n);
}

static int gebrd_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gebrd_submit(call->matrix[0], call->matrix[1], call->matrix[2],
                                 seq);
}

/* tau of Q, then of P */
static int gebrd_tau(const struct call *call, void *tau)
{
    const struct problem *p = call->p;
    starling_matrix *A = call->matrix[0];
    size_t least = (size_t)(p->m < p->n ? p->m : p->n), size = size_of_element(p->prec);
    int info = starling_gebrd_get_tau(STARLING_OF_Q, A, tau);
    return info != 0
               ? info
               : starling_gebrd_get_tau(STARLING_OF_P, A, (char *)tau + least * size);
}

const struct routine routine_gebrd = {
    .name = "gebrd",
    .summary = "a general matrix to bidiagonal form in one stage",
    .has = HAS_M | HAS_GENERAL_MATRIX | GIVES_TAU | TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = gebrd_shapes,
    .flops = gebrd_flops,
    .submit = gebrd_submit,
    .tau = gebrd_tau,
    .peer = &gebrd_peer,
    .numerics = NUMERICS(gebrd),
};
