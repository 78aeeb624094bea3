/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU with partial pivoting: getrf, getrs, gesv, getri. LU without interchanges. */

#include <stdio.h>
#include "routines/mixed.h"

void lu_tiles(starling_precision prec, int64_t m, int64_t n, int64_t *mb, int64_t *nb)
{
    int64_t rows, columns;
    starling_getrf_tile_size(prec, m, n, &rows, &columns);
    if (*nb == 0)
        *nb = *mb > 0 && *mb < m ? *mb : columns;
    if (*mb < 0)
        *mb = rows < m ? *nb : 0;
    if (*mb == 0)
        *mb = m > 1 ? m : 1;
}

static void getrf_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->m, p->n);
}

static double getrf_flops(const struct problem *p)
{
    return starling_flops_getrf(p->prec, (double)p->m, (double)p->n);
}

static int getrf_submit(const struct call *call, starling_sequence *seq)
{
    return starling_getrf_submit(call->matrix[0], seq);
}

/* An LU of three columns has a panel and the update of the last one by it; that of the
 * second may be a task together with its factorization. */
static const char *const getrf_operations[] = {"getrf", "update", "laswp", NULL};
static const struct captured getrf_captured = {
    .panels = true, .n = 3, .operation = getrf_operations};

const struct routine routine_getrf = {
    .name = "getrf",
    .summary = "LU factorization with partial pivoting",
    .has = HAS_M | HAS_MB | HAS_GENERAL_MATRIX | GIVES_IPIV | GIVES_GROWTH |
           FINDS_ZERO_PIVOT,
    .tiles = TILES_OF_LU,
    .shapes = getrf_shapes,
    .flops = getrf_flops,
    .submit = getrf_submit,
    .numerics = NUMERICS(getrf),
    .peer = &getrf_peer,
    .mg = &getrf_mg,
    .captured = &getrf_captured,
};

static void getrs_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static double getrs_flops(const struct problem *p)
{
    return starling_flops_getrs(p->prec, (double)p->n, (double)p->nrhs);
}

static int getrs_submit(const struct call *call, starling_sequence *seq)
{
    return starling_getrs_submit(call->p->transa, call->matrix[0], call->matrix[1],
                                 seq);
}

const struct routine routine_getrs = {
    .name = "getrs",
    .summary = "solution with the LU factors",
    .has = HAS_NRHS | HAS_TRANS | HAS_MB | HAS_GENERAL_MATRIX | GIVES_IPIV |
           GIVES_GROWTH,
    .tiles = TILES_OF_LU,
    .shapes = getrs_shapes,
    .flops = getrs_flops,
    .submit = getrs_submit,
    .after = &routine_getrf,
    .numerics = NUMERICS(getrs),
    .peer = &getrs_peer,
};

static double gesv_flops(const struct problem *p)
{
    return getrf_flops(p) + getrs_flops(p);
}

static int gesv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gesv_submit(call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_gesv = {
    .name = "gesv",
    .summary = "LU factorization and solution",
    .has = HAS_NRHS | HAS_MB | HAS_GENERAL_MATRIX | GIVES_IPIV | GIVES_GROWTH |
           FINDS_ZERO_PIVOT,
    .tiles = TILES_OF_LU,
    .shapes = getrs_shapes,
    .flops = gesv_flops,
    .submit = gesv_submit,
    .numerics = NUMERICS(gesv),
    .peer = &gesv_peer,
};

static void gesv_mixed_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    getrs_shapes(p, operand);
    operand[2] = operand[1];
}

static int gesv_mixed_submit(const struct call *call, starling_sequence *seq)
{
    int iter = 0;
    (void)seq;
    int info = starling_gesv_mixed(call->matrix[0], call->matrix[1], call->matrix[2], &iter,
                                   &call->values[MIXED_BERR]);
    call->values[MIXED_ITER] = iter;
    return info;
}

const struct routine routine_gesv_mixed = {
    .name = "gesv_mixed",
    .summary = "gesv with factors in a lower precision, and refinement",
    .has = HAS_NRHS | HAS_MB | HAS_GENERAL_MATRIX | FINDS_ZERO_PIVOT | RUNS_AT_ONCE |
           TAKES_A_COPY,
    .tiles = TILES_OF_LU,
    .shapes = gesv_mixed_shapes,
    .flops = gesv_flops,
    .values = mixed_values,
    .submit = gesv_mixed_submit,
    .tell = mixed_tell,
    .numerics = WIDE_NUMERICS(gesv_mixed),
};

static void getri_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(GENERAL, p->n, p->n);
}

static double getri_flops(const struct problem *p)
{
    return starling_flops_getri(p->prec, (double)p->n);
}

static int getri_submit(const struct call *call, starling_sequence *seq)
{
    return starling_getri_submit(call->matrix[0], seq);
}

const struct routine routine_getri = {
    .name = "getri",
    .summary = "inverse from the LU factors",
    .has = HAS_MB | HAS_GENERAL_MATRIX | TAKES_A_COPY | USES_UP_IPIV,
    .tiles = TILES_OF_LU,
    .shapes = getri_shapes,
    .flops = getri_flops,
    .submit = getri_submit,
    .after = &routine_getrf,
    .numerics = NUMERICS(getri),
    .peer = &getri_peer,
};

/* ---- Without interchanges: A has a large diagonal -------------------------------- */

static void getrf_nopiv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(FACTOR, p->n, p->n);
}

static double getrf_nopiv_flops(const struct problem *p)
{
    return starling_flops_getrf(p->prec, (double)p->n, (double)p->n);
}

static int getrf_nopiv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_getrf_nopiv_submit(call->matrix[0], seq);
}

const struct routine routine_getrf_nopiv = {
    .name = "getrf_nopiv",
    .summary = "LU factorization without interchanges (LAPACK: getrf)",
    .has = GIVES_GROWTH,
    .shapes = getrf_nopiv_shapes,
    .flops = getrf_nopiv_flops,
    .submit = getrf_nopiv_submit,
    .numerics = NUMERICS(getrf_nopiv),
};

static void getrs_nopiv_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    operand[0] = shape_of(FACTOR, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, p->nrhs);
}

static int getrs_nopiv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_getrs_nopiv_submit(call->p->transa, call->matrix[0],
                                       call->matrix[1], seq);
}

const struct routine routine_getrs_nopiv = {
    .name = "getrs_nopiv",
    .summary = "solution with the factors of getrf_nopiv",
    .has = HAS_NRHS | HAS_TRANS | GIVES_GROWTH,
    .shapes = getrs_nopiv_shapes,
    .flops = getrs_flops,
    .submit = getrs_nopiv_submit,
    .after = &routine_getrf_nopiv,
    .numerics = NUMERICS(getrs_nopiv),
};

static double gesv_nopiv_flops(const struct problem *p)
{
    return getrf_nopiv_flops(p) + getrs_flops(p);
}

static int gesv_nopiv_submit(const struct call *call, starling_sequence *seq)
{
    return starling_gesv_nopiv_submit(call->matrix[0], call->matrix[1], seq);
}

const struct routine routine_gesv_nopiv = {
    .name = "gesv_nopiv",
    .summary = "LU factorization without interchanges, and solution",
    .has = HAS_NRHS | GIVES_GROWTH,
    .shapes = getrs_nopiv_shapes,
    .flops = gesv_nopiv_flops,
    .submit = gesv_nopiv_submit,
    .numerics = NUMERICS(gesv_nopiv),
};

static int gesv_nopiv_refined_submit(const struct call *call, starling_sequence *seq)
{
    int iter = 0;
    (void)seq;
    int info =
        starling_gesv_nopiv_refined(call->matrix[0], call->matrix[1], call->matrix[2],
                                    &iter, &call->values[MIXED_BERR]);
    call->values[MIXED_ITER] = iter;
    return info;
}

static void gesv_nopiv_refined_tell(const struct call *call, char *text, size_t size)
{
    int iter = (int)call->values[MIXED_ITER];
    const char *why = iter >= 0    ? "steps"
                      : iter == -3 ? "a pivot was zero: with interchanges"
                                   : "no convergence: with interchanges";
    snprintf(text, size, "iter = %d (%s), backward error %.2g", iter, why,
             call->values[MIXED_BERR]);
}

const struct routine routine_gesv_nopiv_refined = {
    .name = "gesv_nopiv_refined",
    .summary = "gesv_nopiv of a copy, refined, with interchanges if need be",
    .has = HAS_NRHS | HAS_GENERAL_MATRIX | FINDS_ZERO_PIVOT | RUNS_AT_ONCE | TAKES_A_COPY,
    .shapes = gesv_mixed_shapes,
    .flops = gesv_flops,
    .values = mixed_values,
    .submit = gesv_nopiv_refined_submit,
    .tell = gesv_nopiv_refined_tell,
    .numerics = NUMERICS(gesv_nopiv_refined),
};
