/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* L D L^T of an indefinite symmetric matrix, and L D L^H of a Hermitian one: factors,
 * solutions, inverses. */

#include "routines/routines.h"

static void sytrf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
}

static void sysv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    sytrf_shapes(p, operand);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static double sytrf_flops(const struct problem *p)
{
    return starling_flops_sytrf(p->prec, (double)p->n);
}

static double sytrs_flops(const struct problem *p)
{
    return starling_flops_sytrs(p->prec, (double)p->n, (double)p->nrhs);
}

static double sysv_flops(const struct problem *p)
{
    return sytrf_flops(p) + sytrs_flops(p);
}

/* As many as for the inverse from a Cholesky factor. */
static double sytri_flops(const struct problem *p)
{
    return starling_flops_potri(p->prec, (double)p->n);
}

#define SUBMIT_FACTORS(name)                                                           \
    static int name##_submit(const struct call *call, starling_sequence *seq)          \
    {                                                                                  \
        return starling_##name##_submit(call->p->uplo, call->matrix[0], seq);          \
    }
SUBMIT_FACTORS(sytrf)
SUBMIT_FACTORS(hetrf)
SUBMIT_FACTORS(sytri)
SUBMIT_FACTORS(hetri)

#define SUBMIT_SOLUTION(name)                                                          \
    static int name##_submit(const struct call *call, starling_sequence *seq)          \
    {                                                                                  \
        return starling_##name##_submit(call->p->uplo, call->matrix[0],                \
                                        call->matrix[1], seq);                         \
    }
SUBMIT_SOLUTION(sytrs)
SUBMIT_SOLUTION(hetrs)
SUBMIT_SOLUTION(sysv)
SUBMIT_SOLUTION(hesv)

/* The routine that runs before it on the same matrix; operands are those of shape_name.
 */
#define LDL(op, words, shape_name, options, first)                                     \
    const struct routine routine_##op = {                                              \
        .name = #op,                                                                   \
        .summary = words,                                                              \
        .has = HAS_UPLO | options,                                                     \
        .tiles = TILES_OF_LDL,                                                         \
        .shapes = shape_name##_shapes,                                                 \
        .flops = shape_name##_flops,                                                   \
        .submit = op##_submit,                                                         \
        .after = first,                                                                \
        .numerics = NUMERICS(op),                                                      \
    };
#define sytrs_shapes sysv_shapes
#define sytri_shapes sytrf_shapes
LDL(sytrf, "L D L^T of an indefinite symmetric matrix", sytrf, GIVES_IPIV, NULL)
LDL(sytrs, "solution with the factors of sytrf", sytrs, HAS_NRHS, &routine_sytrf)
LDL(sysv, "L D L^T of an indefinite symmetric matrix, and solution", sysv, HAS_NRHS,
    NULL)
LDL(sytri, "inverse from the factors of sytrf", sytri, TAKES_A_COPY | USES_UP_IPIV,
    &routine_sytrf)
LDL(hetrf, "L D L^H of an indefinite Hermitian matrix", sytrf, GIVES_IPIV, NULL)
LDL(hetrs, "solution with the factors of hetrf", sytrs, HAS_NRHS, &routine_hetrf)
LDL(hesv, "L D L^H of an indefinite Hermitian matrix, and solution", sysv, HAS_NRHS,
    NULL)
LDL(hetri, "inverse from the factors of hetrf", sytri, TAKES_A_COPY | USES_UP_IPIV,
    &routine_hetrf)
