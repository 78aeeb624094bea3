/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Auxiliary routines: lange, lanhe, lacpy, laset. What they count is the elements that
 * they read or write. */

#include "routines/auxiliary.h"

static double elements(starling_uplo uplo, double m, double n)
{
    double k = m < n ? m : n;
    return uplo == STARLING_LOWER   ? k * m - k * (k - 1) / 2
           : uplo == STARLING_UPPER ? k * (k + 1) / 2 + (n - k) * m
                                    : m * n;
}

static void general_shape(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->m, p->n);
}

static double all_elements(const struct problem *p)
{
    return elements(STARLING_GENERAL, (double)p->m, (double)p->n);
}

static double elements_of_part(const struct problem *p)
{
    return elements(p->uplo, (double)p->m, (double)p->n);
}

static int64_t one_value(const struct problem *p)
{
    (void)p;
    return 1;
}

static int lange_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return starling_lange(call->p->norm, call->matrix[0], call->values);
}

const struct routine routine_lange = {
    .name = "lange",
    .summary = "norm of a general matrix (an element counts as one operation)",
    .has = HAS_M | HAS_NORM | COUNTS_ELEMENTS | RUNS_AT_ONCE,
    .shapes = general_shape,
    .flops = all_elements,
    .values = one_value,
    .submit = lange_submit,
    .numerics = NUMERICS(lange),
};

static void lanhe_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
}

static int lanhe_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return starling_lanhe(call->p->norm, call->p->uplo, call->matrix[0], call->values);
}

const struct routine routine_lanhe = {
    .name = "lanhe",
    .summary = "norm of a Hermitian matrix (an element counts as one operation)",
    .has = HAS_UPLO | HAS_NORM | COUNTS_ELEMENTS | RUNS_AT_ONCE,
    .shapes = lanhe_shapes,
    .flops = elements_of_part,
    .values = one_value,
    .submit = lanhe_submit,
    .numerics = NUMERICS(lanhe),
};

static void lacpy_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->m, p->n);
    operand[1] = shape_of(GENERAL, p->m, p->n);
}

static int lacpy_submit(const struct call *call, starling_sequence *seq)
{
    return starling_lacpy_submit(call->p->uplo, call->matrix[0], call->matrix[1], seq);
}

static const char *const lacpy_operations[] = {"lacpy", NULL};
static const struct captured lacpy_captured = {.n = 2, .operation = lacpy_operations};

const struct routine routine_lacpy = {
    .name = "lacpy",
    .summary = "B = A, all or a triangle (an element counts as one operation)",
    .has = HAS_M | HAS_UPLO_OR_ALL | COUNTS_ELEMENTS,
    .shapes = lacpy_shapes,
    .flops = elements_of_part,
    .submit = lacpy_submit,
    .numerics = NUMERICS(lacpy),
    .captured = &lacpy_captured,
};

static int laset_submit(const struct call *call, starling_sequence *seq)
{
    return starling_laset_submit(call->p->uplo, LASET_OFF_DIAGONAL, LASET_DIAGONAL,
                                 call->matrix[0], seq);
}

const struct routine routine_laset = {
    .name = "laset",
    .summary =
        "A = 1/2, on the diagonal -1, all or a triangle (an element counts as one)",
    .has = HAS_M | HAS_UPLO_OR_ALL | COUNTS_ELEMENTS,
    .shapes = general_shape,
    .flops = elements_of_part,
    .submit = laset_submit,
    .numerics = NUMERICS(laset),
};
