/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and right eigenvectors of general matrices: geev. Their Schur form: gees.
 * That of Hessenberg ones: hseqr. */

#include "routines/routines.h"

static bool has_vectors(const struct problem *p)
{
    return p->job == STARLING_VECTORS;
}

/* The matrix, its eigenvalues, of a real one in two columns, and the vectors. */
static void geev_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    bool real = p->prec == STARLING_S || p->prec == STARLING_D;
    operand[0] = shape_of(GENERAL, p->n, p->n);
    operand[1] = shape_of(GENERAL, p->n, real ? 2 : 1);
    if (has_vectors(p))
        operand[2] = shape_of(GENERAL, p->n, p->n);
}

static double geev_flops(const struct problem *p)
{
    return starling_flops_geev(p->prec, has_vectors(p), (double)p->n);
}

static int geev_submit(const struct call *call, starling_sequence *seq)
{
    return starling_geev_submit(call->matrix[0], call->matrix[1], NULL, call->matrix[2],
                                seq);
}

const struct routine routine_geev = {
    .name = "geev",
    .summary = "eigenvalues of a general matrix, and right eigenvectors",
    .has = HAS_JOB | HAS_GENERAL_MATRIX | TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = geev_shapes,
    .flops = geev_flops,
    .submit = geev_submit,
    .numerics = NUMERICS(geev),
    .peer = &geev_peer,
};

static double hseqr_flops(const struct problem *p)
{
    return starling_flops_hseqr(p->prec, p->job, (double)p->n);
}

static int hseqr_submit(const struct call *call, starling_sequence *seq)
{
    starling_matrix *H = call->matrix[0], *W = call->matrix[1], *Z = call->matrix[2];
    int info = Z ? starling_laset_submit(STARLING_GENERAL, 0, 1, Z, seq) : 0;
    return info != 0 ? info
                     : starling_hseqr_submit(call->p->job, H, 1, call->p->n, W, Z, seq);
}

const struct routine routine_hseqr = {
    .name = "hseqr",
    .summary = "Schur form of the Hessenberg part of a matrix, with the Schur vectors",
    .has = HAS_JOB | HAS_GENERAL_MATRIX | TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = geev_shapes,
    .flops = hseqr_flops,
    .submit = hseqr_submit,
    .numerics = NUMERICS(hseqr),
};

static double gees_flops(const struct problem *p)
{
    return starling_flops_gees(p->prec, (double)p->n);
}

/* The stable eigenvalues come first. */
static int is_stable(double re, double im, void *data)
{
    (void)im;
    (void)data;
    return re < 0;
}

static int gees_submit(const struct call *call, starling_sequence *seq)
{
    int64_t sdim;
    return starling_gees_submit(call->matrix[0], call->matrix[1], call->matrix[2],
                                is_stable, NULL, &sdim, seq);
}

const struct routine routine_gees = {
    .name = "gees",
    .summary = "Schur form of a general matrix, with negative real parts in front",
    .has = HAS_JOB | HAS_GENERAL_MATRIX | TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = geev_shapes,
    .flops = gees_flops,
    .submit = gees_submit,
    .numerics = NUMERICS(gees),
};
