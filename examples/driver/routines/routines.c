/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What each routine works on and how it is called: a new routine is one block here and one
 * in check.c. Operands are A, B, C in this order. */

#include <string.h>
#include "command.h"

static struct shape shape(enum operand kind, int64_t m, int64_t n)
{
    return (struct shape){kind, true, m, n};
}

static void potrf_shapes(const struct problem *p, struct shape operand[3])
{
    operand[0] = shape(DEFINITE, p->n, p->n);
}

static double potrf_flops(const struct problem *p)
{
    return starling_flops_potrf(p->prec, (double)p->n);
}

static int potrf_submit(const struct problem *p, starling_matrix *operand[3],
                        starling_sequence *seq)
{
    return starling_potrf_submit(p->uplo, operand[0], seq);
}

static void potrs_shapes(const struct problem *p, struct shape operand[3])
{
    operand[0] = shape(FACTOR, p->n, p->n);
    operand[1] = shape(GENERAL, p->n, p->nrhs);
}

static double potrs_flops(const struct problem *p)
{
    return starling_flops_potrs(p->prec, (double)p->n, (double)p->nrhs);
}

static int potrs_submit(const struct problem *p, starling_matrix *operand[3],
                        starling_sequence *seq)
{
    return starling_potrs_submit(p->uplo, operand[0], operand[1], seq);
}

static void posv_shapes(const struct problem *p, struct shape operand[3])
{
    operand[0] = shape(DEFINITE, p->n, p->n);
    operand[1] = shape(GENERAL, p->n, p->nrhs);
}

static double posv_flops(const struct problem *p)
{
    return potrf_flops(p) + potrs_flops(p);
}

static int posv_submit(const struct problem *p, starling_matrix *operand[3],
                       starling_sequence *seq)
{
    return starling_posv_submit(p->uplo, operand[0], operand[1], seq);
}

static void getrf_shapes(const struct problem *p, struct shape operand[3])
{
    operand[0] = shape(GENERAL, p->m, p->n);
}

static double getrf_flops(const struct problem *p)
{
    return starling_flops_getrf(p->prec, (double)p->m, (double)p->n);
}

static int getrf_submit(const struct problem *p, starling_matrix *operand[3],
                        starling_sequence *seq)
{
    (void)p;
    return starling_getrf_submit(operand[0], seq);
}

static void getrs_shapes(const struct problem *p, struct shape operand[3])
{
    operand[0] = shape(GENERAL, p->n, p->n);
    operand[1] = shape(GENERAL, p->n, p->nrhs);
}

static double getrs_flops(const struct problem *p)
{
    return starling_flops_getrs(p->prec, (double)p->n, (double)p->nrhs);
}

static int getrs_submit(const struct problem *p, starling_matrix *operand[3],
                        starling_sequence *seq)
{
    return starling_getrs_submit(p->transa, operand[0], operand[1], seq);
}

/* The factors of A, where A came from. */
static int getrs_prepare(starling_matrix *operand[3])
{
    int info = starling_getrf(operand[0]), lost = starling_matrix_sync(operand[0]);
    return info != 0 ? info : lost;
}

static double gesv_flops(const struct problem *p)
{
    return getrf_flops(p) + getrs_flops(p);
}

static int gesv_submit(const struct problem *p, starling_matrix *operand[3],
                       starling_sequence *seq)
{
    (void)p;
    return starling_gesv_submit(operand[0], operand[1], seq);
}

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

static void gemm_shapes(const struct problem *p, struct shape operand[3])
{
    bool na = p->transa == STARLING_NOTRANS, nb = p->transb == STARLING_NOTRANS;
    operand[0] = shape(GENERAL, na ? p->m : p->k, na ? p->k : p->m);
    operand[1] = shape(GENERAL, nb ? p->k : p->n, nb ? p->n : p->k);
    operand[2] = shape(GENERAL, p->m, p->n);
}

static double gemm_flops(const struct problem *p)
{
    return starling_flops_gemm(p->prec, (double)p->m, (double)p->n, (double)p->k);
}

/* alpha = -1, beta = 1/2: exact in every precision. */
static int gemm_submit(const struct problem *p, starling_matrix *operand[3],
                       starling_sequence *seq)
{
    return starling_gemm_submit(p->transa, p->transb, -1, operand[0], operand[1], 0.5,
                                operand[2], seq);
}

static void herk_shapes(const struct problem *p, struct shape operand[3])
{
    bool no = p->transa == STARLING_NOTRANS;
    operand[0] = shape(GENERAL, no ? p->n : p->k, no ? p->k : p->n);
    operand[2] = shape(DEFINITE, p->n, p->n);
}

static double herk_flops(const struct problem *p)
{
    return starling_flops_herk(p->prec, (double)p->n, (double)p->k);
}

static int herk_submit(const struct problem *p, starling_matrix *operand[3],
                       starling_sequence *seq)
{
    return starling_herk_submit(p->uplo, p->transa, -1, operand[0], 0.5, operand[2], seq);
}

static void trsm_shapes(const struct problem *p, struct shape operand[3])
{
    int64_t order = p->side == STARLING_LEFT ? p->m : p->n;
    operand[0] = shape(TRIANGULAR, order, order);
    operand[1] = shape(GENERAL, p->m, p->n);
}

static double trsm_flops(const struct problem *p)
{
    return starling_flops_trsm(p->prec, p->side, (double)p->m, (double)p->n);
}

static int trsm_submit(const struct problem *p, starling_matrix *operand[3],
                       starling_sequence *seq)
{
    return starling_trsm_submit(p->side, p->uplo, p->transa, p->diag, -1, operand[0],
                                operand[1], seq);
}

/* Options: m k r(nrhs) u(plo) a(transa) b(transb) t(rans) s(ide) d(iag) p(ivots)
 * x(matrix, definite) g(matrix, general) */
const struct routine routines[] = {
    {"potrf", "Cholesky factorization", "ux", potrf_shapes, potrf_flops, potrf_submit, NULL},
    {"potrs", "solution with the Cholesky factor", "ru", potrs_shapes, potrs_flops,
     potrs_submit, NULL},
    {"posv", "Cholesky factorization and solution", "rux", posv_shapes, posv_flops,
     posv_submit, NULL},
    {"getrf", "LU factorization with partial pivoting", "mgp", getrf_shapes, getrf_flops,
     getrf_submit, NULL},
    {"getrs", "solution with the LU factors", "rtgp", getrs_shapes, getrs_flops, getrs_submit,
     getrs_prepare},
    {"gesv", "LU factorization and solution", "rgp", getrs_shapes, gesv_flops, gesv_submit,
     NULL},
    {"gemm", "C = -op(A) op(B) + C/2", "mkab", gemm_shapes, gemm_flops, gemm_submit,
     NULL},
    {"herk", "C = -op(A) op(A)^H + C/2, one triangle (real: syrk)", "kua", herk_shapes,
     herk_flops, herk_submit, NULL},
    {"trsm", "op(A) X = -B or X op(A) = -B, A triangular", "muasd", trsm_shapes, trsm_flops,
     trsm_submit, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};

const struct routine *find_routine(const char *name)
{
    for (const struct routine *r = routines; r->name; r++)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}
