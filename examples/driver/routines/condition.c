/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Condition numbers, gecon, pocon, sycon, hecon, trcon, refinement, gerfs, porfs, and expert drivers,
 * gesvx, posvx. They wait between graphs, so they have no graph of their own. */

#include "routines/condition.h"

#include <stdlib.h>

/* ---- Condition numbers ----------------------------------------------------------- */

static int64_t one_value(const struct problem *p)
{
    (void)p;
    return 1;
}

static void gecon_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->n, p->n);
}

/* A usual estimate is five solutions. */
static double gecon_flops(const struct problem *p)
{
    return starling_flops_getrs(p->prec, (double)p->n, 5);
}

static int gecon_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return starling_gecon(condition_norm(call->p), call->matrix[0], CONDITION_ANORM,
                          call->values);
}

const struct routine routine_gecon = {
    .name = "gecon",
    .summary = "condition estimate from the LU factors of a matrix of norm 1",
    .has = HAS_MB | HAS_NORM | HAS_GENERAL_MATRIX | RUNS_AT_ONCE,
    .tiles = TILES_OF_LU,
    .shapes = gecon_shapes,
    .flops = gecon_flops,
    .values = one_value,
    .submit = gecon_submit,
    .after = &routine_getrf,
    .numerics = NUMERICS(gecon),
};

static void pocon_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(DEFINITE, p->n, p->n);
}

static double pocon_flops(const struct problem *p)
{
    return starling_flops_potrs(p->prec, (double)p->n, 5);
}

static int pocon_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return starling_pocon(call->p->uplo, call->matrix[0], CONDITION_ANORM,
                          call->values);
}

const struct routine routine_pocon = {
    .name = "pocon",
    .summary = "condition estimate from the Cholesky factor of a matrix of norm 1",
    .has = HAS_UPLO | HAS_DEFINITE_MATRIX | RUNS_AT_ONCE,
    .shapes = pocon_shapes,
    .flops = pocon_flops,
    .values = one_value,
    .submit = pocon_submit,
    .after = &routine_potrf,
    .numerics = NUMERICS(pocon),
};

static void sycon_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(HERMITIAN, p->n, p->n);
}

static double sycon_flops(const struct problem *p)
{
    return starling_flops_sytrs(p->prec, (double)p->n, 5);
}

static int sycon_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return starling_sycon(call->p->uplo, call->matrix[0], CONDITION_ANORM,
                          call->values);
}

static int hecon_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return starling_hecon(call->p->uplo, call->matrix[0], CONDITION_ANORM,
                          call->values);
}

const struct routine routine_sycon = {
    .name = "sycon",
    .summary = "condition estimate from the factors of sytrf of a matrix of norm 1",
    .has = HAS_UPLO | GIVES_IPIV | RUNS_AT_ONCE,
    .tiles = TILES_OF_LDL,
    .shapes = sycon_shapes,
    .flops = sycon_flops,
    .values = one_value,
    .submit = sycon_submit,
    .after = &routine_sytrf,
    .numerics = NUMERICS(sycon),
};

const struct routine routine_hecon = {
    .name = "hecon",
    .summary = "condition estimate from the factors of hetrf of a matrix of norm 1",
    .has = HAS_UPLO | GIVES_IPIV | RUNS_AT_ONCE,
    .tiles = TILES_OF_LDL,
    .shapes = sycon_shapes,
    .flops = sycon_flops,
    .values = one_value,
    .submit = hecon_submit,
    .after = &routine_hetrf,
    .numerics = NUMERICS(hecon),
};

static void trcon_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(TRIANGULAR, p->n, p->n);
}

static double trcon_flops(const struct problem *p)
{
    return starling_flops_trsm(p->prec, STARLING_LEFT, (double)p->n, 5);
}

static int trcon_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    (void)seq;
    return starling_trcon(condition_norm(p), p->uplo, p->diag, call->matrix[0],
                          call->values);
}

const struct routine routine_trcon = {
    .name = "trcon",
    .summary = "condition estimate of a triangle",
    .has = HAS_UPLO | HAS_DIAG | HAS_NORM | RUNS_AT_ONCE,
    .shapes = trcon_shapes,
    .flops = trcon_flops,
    .values = one_value,
    .submit = trcon_submit,
    .numerics = NUMERICS(trcon),
};

/* ---- Refinement: A, its factors, B, X ---------------------------------------------
 */

static void refinement_shapes(const struct problem *p, enum operand kind,
                              struct shape operand[OPERANDS])
{
    operand[0] = shape_of(kind, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->n);
    operand[2] = shape_of(GENERAL, p->n, p->nrhs);
    operand[3] = shape_of(GENERAL, p->n, p->nrhs);
}

static void gerfs_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    refinement_shapes(p, GENERAL, operand);
}

static void porfs_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    refinement_shapes(p, DEFINITE, operand);
}

/* Two residuals, one correction, and five solutions for ferr. */
static double refinement_flops(const struct problem *p)
{
    double n = (double)p->n, nrhs = (double)p->nrhs;
    return 2 * starling_flops_gemm(p->prec, n, nrhs, n) +
           starling_flops_getrs(p->prec, n, 6 * nrhs);
}

/* The factors, and the solution. */
static int gesolve_submit(const struct call *call, starling_sequence *seq)
{
    starling_matrix *const *x = call->matrix;
    starling_lacpy_submit(STARLING_GENERAL, x[0], x[1], seq);
    starling_lacpy_submit(STARLING_GENERAL, x[2], x[3], seq);
    starling_getrf_submit(x[1], seq);
    return starling_getrs_submit(call->p->transa, x[1], x[3], seq);
}

static int posolve_submit(const struct call *call, starling_sequence *seq)
{
    starling_matrix *const *x = call->matrix;
    starling_lacpy_submit(call->p->uplo, x[0], x[1], seq);
    starling_lacpy_submit(STARLING_GENERAL, x[2], x[3], seq);
    starling_potrf_submit(call->p->uplo, x[1], seq);
    return starling_potrs_submit(call->p->uplo, x[1], x[3], seq);
}

DECLARE_NUMERICS(gesolve)
DECLARE_NUMERICS(posolve)
static const struct routine gesolve = {
    .name = "gesolve", .submit = gesolve_submit, .numerics = NUMERICS(gesolve)};
static const struct routine posolve = {
    .name = "posolve", .submit = posolve_submit, .numerics = NUMERICS(posolve)};

static int refine(const struct call *call, bool lu)
{
    const struct problem *p = call->p;
    starling_matrix *const *x = call->matrix;
    double *bounds = malloc(sizeof *bounds * (2 * (size_t)p->nrhs + 1));
    int info = !bounds ? STARLING_ENOMEM
               : lu    ? starling_gerfs(p->transa, x[0], x[1], x[2], x[3], bounds,
                                        bounds + p->nrhs)
                       : starling_porfs(p->uplo, x[0], x[1], x[2], x[3], bounds,
                                        bounds + p->nrhs);
    free(bounds);
    return info;
}

static int gerfs_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return refine(call, true);
}

static int porfs_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return refine(call, false);
}

const struct routine routine_gerfs = {
    .name = "gerfs",
    .summary = "refinement of a solution by LU, and its error bounds",
    .has = HAS_NRHS | HAS_TRANS | HAS_MB | HAS_GENERAL_MATRIX | RUNS_AT_ONCE,
    .tiles = TILES_OF_LU,
    .shapes = gerfs_shapes,
    .flops = refinement_flops,
    .submit = gerfs_submit,
    .after = &gesolve,
    .numerics = NUMERICS(gerfs),
};

const struct routine routine_porfs = {
    .name = "porfs",
    .summary = "refinement of a solution by Cholesky, and its error bounds",
    .has = HAS_NRHS | HAS_UPLO | HAS_DEFINITE_MATRIX | RUNS_AT_ONCE,
    .shapes = porfs_shapes,
    .flops = refinement_flops,
    .submit = porfs_submit,
    .after = &posolve,
    .numerics = NUMERICS(porfs),
};

/* ---- Expert drivers, which are there for arrays only -------------------------------
 */

#define CALL(prec, name, ...)                                                          \
    ((prec) == STARLING_S   ? starling_s##name(__VA_ARGS__)                            \
     : (prec) == STARLING_D ? starling_d##name(__VA_ARGS__)                            \
     : (prec) == STARLING_C ? starling_c##name(__VA_ARGS__)                            \
                            : starling_z##name(__VA_ARGS__))

/* Copies of A, AF, B and X, without padding; ipiv and all real results. */
struct arrays {
    void *a[4], *real;
    int64_t *ipiv;
};

static int copy_arrays(const struct call *call, struct arrays *y)
{
    const struct problem *p = call->p;
    int64_t n = p->n, ld = n > 1 ? n : 1;
    int info = 0;
    for (int i = 0; i < 4; i++)
        y->a[i] =
            malloc(size_of_element(p->prec) * (size_t)(n * (i < 2 ? n : p->nrhs) + 1));
    y->ipiv = malloc(sizeof *y->ipiv * (size_t)(n + 1));
    y->real = malloc(sizeof(double) * (size_t)(2 * p->nrhs + 2 * n + 2));
    if (!y->a[0] || !y->a[1] || !y->a[2] || !y->a[3] || !y->ipiv || !y->real)
        return STARLING_ENOMEM;
    for (int i = 0; i < 4 && info == 0; i += 2)
        info = starling_matrix_get(call->matrix[i], y->a[i], ld);
    return info;
}

/* Without scaling, so that A and B stay. */
static int expert(const struct call *call, bool lu)
{
    const struct problem *p = call->p;
    struct arrays y = {.ipiv = NULL};
    int64_t n = p->n, nrhs = p->nrhs, ld = n > 1 ? n : 1;
    char equed = 'N';
    int info = copy_arrays(call, &y);
    double *real = y.real, *ferr = real + 2, *berr = ferr + nrhs, *r = berr + nrhs,
           *c = r + n;
    if (info == 0 && lu)
        info = CALL(p->prec, gesvx, 'N', (char)p->transa, n, nrhs, y.a[0], ld, y.a[1],
                    ld, y.ipiv, &equed, (void *)r, (void *)c, y.a[2], ld, y.a[3], ld,
                    (void *)real, (void *)ferr, (void *)berr, (void *)(real + 1));
    else if (info == 0)
        info = CALL(p->prec, posvx, 'N', (char)p->uplo, n, nrhs, y.a[0], ld, y.a[1], ld,
                    &equed, (void *)r, y.a[2], ld, y.a[3], ld, (void *)real,
                    (void *)ferr, (void *)berr);
    if (info == 0 || info == n + 1) {
        int set = starling_matrix_set(call->matrix[3], y.a[3], ld);
        info = set != 0 ? set : info;
    }
    for (int i = 0; i < 4; i++)
        free(y.a[i]);
    free(y.ipiv);
    free(y.real);
    return info;
}

static int gesvx_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return expert(call, true);
}

static int posvx_submit(const struct call *call, starling_sequence *seq)
{
    (void)seq;
    return expert(call, false);
}

static double gesvx_flops(const struct problem *p)
{
    return starling_flops_getrf(p->prec, (double)p->n, (double)p->n) +
           starling_flops_getrs(p->prec, (double)p->n, (double)p->nrhs) +
           refinement_flops(p);
}

static double posvx_flops(const struct problem *p)
{
    return starling_flops_potrf(p->prec, (double)p->n) +
           starling_flops_potrs(p->prec, (double)p->n, (double)p->nrhs) +
           refinement_flops(p);
}

const struct routine routine_gesvx = {
    .name = "gesvx",
    .summary =
        "LU, solution, condition, refinement and error bounds, of copies of arrays",
    .has = HAS_NRHS | HAS_TRANS | HAS_GENERAL_MATRIX | RUNS_AT_ONCE,
    .shapes = gerfs_shapes,
    .flops = gesvx_flops,
    .submit = gesvx_submit,
    .numerics = NUMERICS(gesvx),
};

const struct routine routine_posvx = {
    .name = "posvx",
    .summary = "Cholesky, solution, condition, refinement and error bounds, of copies "
               "of arrays",
    .has = HAS_NRHS | HAS_UPLO | HAS_DEFINITE_MATRIX | RUNS_AT_ONCE,
    .shapes = porfs_shapes,
    .flops = posvx_flops,
    .submit = posvx_submit,
    .numerics = NUMERICS(posvx),
};
