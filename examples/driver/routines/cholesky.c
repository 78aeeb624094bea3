/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky: potrf, potrs, posv; inverses: trtri, lauum, potri. */

#include "routines/mixed.h"

static void potrf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(DEFINITE, p->n, p->n);
}

static double potrf_flops(const struct problem *p)
{
    return starling_flops_potrf(p->prec, (double)p->n);
}

static int potrf_submit(const struct call *call, starling_sequence *seq)
{
    return starling_potrf_submit(call->p->uplo, call->matrix[0], seq);
}

static const char *const potrf_operations[] = {"gemm",  "herk",       "trsm",
                                               "potrf", "trtri_diag", NULL};
static const struct captured potrf_captured = {.n = 6, .operation = potrf_operations};

const struct routine routine_potrf = {
    .name = "potrf",
    .summary = "Cholesky factorization",
    .has = HAS_UPLO | HAS_DEFINITE_MATRIX,
    .shapes = potrf_shapes,
    .flops = potrf_flops,
    .submit = potrf_submit,
    .numerics = NUMERICS(potrf),
    .peer = &potrf_peer,
    .mg = &potrf_mg,
    .captured = &potrf_captured,
};

static void potrs_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(FACTOR, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static double potrs_flops(const struct problem *p)
{
    return starling_flops_potrs(p->prec, (double)p->n, (double)p->nrhs);
}

static int potrs_submit(const struct call *call, starling_sequence *seq)
{
    return starling_potrs_submit(call->p->uplo, call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_potrs = {
    .name = "potrs",
    .summary = "solution with the Cholesky factor",
    .has = HAS_NRHS | HAS_UPLO,
    .shapes = potrs_shapes,
    .flops = potrs_flops,
    .submit = potrs_submit,
    .numerics = NUMERICS(potrs),
    .peer = &potrs_peer,
};

static void posv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(DEFINITE, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static double posv_flops(const struct problem *p)
{
    return potrf_flops(p) + potrs_flops(p);
}

static int posv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_posv_submit(call->p->uplo, call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_posv = {
    .name = "posv",
    .summary = "Cholesky factorization and solution",
    .has = HAS_NRHS | HAS_UPLO | HAS_DEFINITE_MATRIX,
    .shapes = posv_shapes,
    .flops = posv_flops,
    .submit = posv_submit,
    .numerics = NUMERICS(posv),
    .peer = &posv_peer,
};

static void posv_mixed_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    posv_shapes(p, operand);
    operand[2] = operand[1];
}

static int posv_mixed_submit(const struct call *call, starling_sequence *seq)
{
    int iter = 0;
    (void)seq;
    int info = starling_posv_mixed(call->p->uplo, call->matrix[0], call->matrix[1],
                                   call->matrix[2], &iter, &call->values[MIXED_BERR]);
    call->values[MIXED_ITER] = iter;
    return info;
}

const struct routine routine_posv_mixed = {
    .name = "posv_mixed",
    .summary = "posv with a factor in a lower precision, and refinement",
    .has = HAS_NRHS | HAS_UPLO | HAS_DEFINITE_MATRIX | RUNS_AT_ONCE | TAKES_A_COPY,
    .shapes = posv_mixed_shapes,
    .flops = posv_flops,
    .values = mixed_values,
    .submit = posv_mixed_submit,
    .tell = mixed_tell,
    .numerics = WIDE_NUMERICS(posv_mixed),
};

static void trtri_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(TRIANGULAR, p->n, p->n);
}

static double trtri_flops(const struct problem *p)
{
    return starling_flops_trtri(p->prec, (double)p->n);
}

static int trtri_submit(const struct call *call, starling_sequence *seq)
{
    return starling_trtri_submit(call->p->uplo, call->p->diag, call->matrix[0], seq);
}

const struct routine routine_trtri = {
    .name = "trtri",
    .summary = "inverse of a triangle",
    .has = HAS_UPLO | HAS_DIAG,
    .shapes = trtri_shapes,
    .flops = trtri_flops,
    .submit = trtri_submit,
    .numerics = NUMERICS(trtri),
    .peer = &trtri_peer,
};

static void lauum_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(FACTOR, p->n, p->n);
}

static double lauum_flops(const struct problem *p)
{
    return starling_flops_lauum(p->prec, (double)p->n);
}

static int lauum_submit(const struct call *call, starling_sequence *seq)
{
    return starling_lauum_submit(call->p->uplo, call->matrix[0], seq);
}

const struct routine routine_lauum = {
    .name = "lauum",
    .summary = "L^H L or U U^H of a triangle",
    .has = HAS_UPLO,
    .shapes = lauum_shapes,
    .flops = lauum_flops,
    .submit = lauum_submit,
    .numerics = NUMERICS(lauum),
};

static double potri_flops(const struct problem *p)
{
    return starling_flops_potri(p->prec, (double)p->n);
}

static int potri_submit(const struct call *call, starling_sequence *seq)
{
    return starling_potri_submit(call->p->uplo, call->matrix[0], seq);
}

const struct routine routine_potri = {
    .name = "potri",
    .summary = "inverse from the Cholesky factor",
    .has = HAS_UPLO | HAS_DEFINITE_MATRIX,
    .shapes = potrf_shapes,
    .flops = potri_flops,
    .submit = potri_submit,
    .after = &routine_potrf,
    .numerics = NUMERICS(potri),
    .peer = &potri_peer,
};
