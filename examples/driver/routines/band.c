/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Systems with a band: gbtrf, gbtrs, gbsv, and pbtrf, pbtrs, pbsv. They are there for
 * arrays only: the first operand is LAPACK's array of a band. */

#include "routines/routines.h"

#define CALL(call, name, ...)                                                          \
    ((call)->p->prec == STARLING_S   ? starling_s##name(__VA_ARGS__)                   \
     : (call)->p->prec == STARLING_D ? starling_d##name(__VA_ARGS__)                   \
     : (call)->p->prec == STARLING_C ? starling_c##name(__VA_ARGS__)                   \
                                     : starling_z##name(__VA_ARGS__))

/* ---- LU -------------------------------------------------------------------------- */

static void gbtrf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, 2 * p->kl + p->ku + 1, p->n);
}

static void gbsv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    gbtrf_shapes(p, operand);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Without interchanges: a column of l numbers is divided, and times a row of u
 * subtracted. Behind the first columns they get shorter. */
static double gbtrf_flops(const struct problem *p)
{
    int64_t columns = least(p->m, p->n), most = p->kl > p->ku ? p->kl : p->ku;
    int64_t full = columns > most ? columns - most : 0;
    double sum = 0;
    for (int64_t j = full - (full > 0); j < columns; j++) {
        int64_t l = least(p->kl, p->m - 1 - j), u = least(p->ku, p->n - 1 - j);
        double one = starling_flops_gemm(p->prec, (double)l, (double)u + 0.5, 1);
        sum += j < full ? (double)full * one : one;
    }
    return sum;
}

static double gbtrs_flops(const struct problem *p)
{
    return starling_flops_gemm(p->prec, (double)p->n, (double)p->nrhs,
                               (double)(p->kl + p->ku) + 0.5);
}

static double gbsv_flops(const struct problem *p)
{
    return gbtrf_flops(p) + gbtrs_flops(p);
}

static int gbtrf_submit(const struct call *x, starling_sequence *seq)
{
    const struct problem *p = x->p;
    (void)seq;
    return CALL(x, gbtrf, p->m, p->n, p->kl, p->ku, x->array[0], x->ld[0], x->ipiv);
}

static int gbtrs_submit(const struct call *x, starling_sequence *seq)
{
    const struct problem *p = x->p;
    (void)seq;
    return CALL(x, gbtrs, (char)p->transa, p->n, p->kl, p->ku, p->nrhs, x->array[0],
                x->ld[0], x->ipiv, x->array[1], x->ld[1]);
}

static int gbsv_submit(const struct call *x, starling_sequence *seq)
{
    const struct problem *p = x->p;
    (void)seq;
    return CALL(x, gbsv, p->n, p->kl, p->ku, p->nrhs, x->array[0], x->ld[0], x->ipiv,
                x->array[1], x->ld[1]);
}

const struct routine routine_gbtrf = {
    .name = "gbtrf",
    .summary = "LU factorization of a band",
    .has = HAS_M | HAS_KL_KU | GIVES_IPIV | RUNS_AT_ONCE,
    .tiles = ARRAYS,
    .shapes = gbtrf_shapes,
    .flops = gbtrf_flops,
    .submit = gbtrf_submit,
    .numerics = NUMERICS(gbtrf),
};

const struct routine routine_gbtrs = {
    .name = "gbtrs",
    .summary = "solution with the LU factors of a band",
    .has = HAS_NRHS | HAS_TRANS | HAS_KL_KU | GIVES_IPIV | RUNS_AT_ONCE,
    .tiles = ARRAYS,
    .shapes = gbsv_shapes,
    .flops = gbtrs_flops,
    .submit = gbtrs_submit,
    .after = &routine_gbtrf,
    .numerics = NUMERICS(gbtrs),
};

const struct routine routine_gbsv = {
    .name = "gbsv",
    .summary = "LU factorization of a band, and solution",
    .has = HAS_NRHS | HAS_KL_KU | GIVES_IPIV | RUNS_AT_ONCE,
    .tiles = ARRAYS,
    .shapes = gbsv_shapes,
    .flops = gbsv_flops,
    .submit = gbsv_submit,
    .numerics = NUMERICS(gbsv),
};

/* ---- Cholesky -------------------------------------------------------------------- */

static void pbtrf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(BAND, p->kd + 1, p->n);
    operand[0].diagonal = p->uplo == STARLING_LOWER ? 0 : p->kd;
}

static void pbsv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    pbtrf_shapes(p, operand);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

/* A column of l numbers is divided, and a triangle of that order updated. */
static double pbtrf_flops(const struct problem *p)
{
    int64_t full = p->n > p->kd ? p->n - p->kd : 0;
    double sum = 0;
    for (int64_t j = full - (full > 0); j < p->n; j++) {
        double l = (double)least(p->kd, p->n - 1 - j);
        double one = starling_flops_gemm(p->prec, l, 0.5, 1) +
                     starling_flops_herk(p->prec, l, 1);
        sum += j < full ? (double)full * one : one;
    }
    return sum;
}

static double pbtrs_flops(const struct problem *p)
{
    return starling_flops_gemm(p->prec, (double)p->n, (double)p->nrhs,
                               2 * (double)p->kd + 1);
}

static double pbsv_flops(const struct problem *p)
{
    return pbtrf_flops(p) + pbtrs_flops(p);
}

static int pbtrf_submit(const struct call *x, starling_sequence *seq)
{
    const struct problem *p = x->p;
    (void)seq;
    return CALL(x, pbtrf, (char)p->uplo, p->n, p->kd, x->array[0], x->ld[0]);
}

static int pbtrs_submit(const struct call *x, starling_sequence *seq)
{
    const struct problem *p = x->p;
    (void)seq;
    return CALL(x, pbtrs, (char)p->uplo, p->n, p->kd, p->nrhs, x->array[0], x->ld[0],
                x->array[1], x->ld[1]);
}

static int pbsv_submit(const struct call *x, starling_sequence *seq)
{
    const struct problem *p = x->p;
    (void)seq;
    return CALL(x, pbsv, (char)p->uplo, p->n, p->kd, p->nrhs, x->array[0], x->ld[0],
                x->array[1], x->ld[1]);
}

const struct routine routine_pbtrf = {
    .name = "pbtrf",
    .summary = "Cholesky factorization of a band",
    .has = HAS_UPLO | HAS_KD | RUNS_AT_ONCE,
    .tiles = ARRAYS,
    .shapes = pbtrf_shapes,
    .flops = pbtrf_flops,
    .submit = pbtrf_submit,
    .numerics = NUMERICS(pbtrf),
};

const struct routine routine_pbtrs = {
    .name = "pbtrs",
    .summary = "solution with the Cholesky factor of a band",
    .has = HAS_NRHS | HAS_UPLO | HAS_KD | RUNS_AT_ONCE,
    .tiles = ARRAYS,
    .shapes = pbsv_shapes,
    .flops = pbtrs_flops,
    .submit = pbtrs_submit,
    .after = &routine_pbtrf,
    .numerics = NUMERICS(pbtrs),
};

const struct routine routine_pbsv = {
    .name = "pbsv",
    .summary = "Cholesky factorization of a band, and solution",
    .has = HAS_NRHS | HAS_UPLO | HAS_KD | RUNS_AT_ONCE,
    .tiles = ARRAYS,
    .shapes = pbsv_shapes,
    .flops = pbsv_flops,
    .submit = pbsv_submit,
    .numerics = NUMERICS(pbsv),
};
