/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors of general matrices: geev, geevx. Their Schur form:
 * gees. That of Hessenberg ones: hseqr; then its order and its vectors: trsen, trevc3.
 */

#include <stdlib.h>
#include "command.h"
#include "routines/nonsymmetric.h"
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

/* The same with left vectors, too. */
static void geevx_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    geev_shapes(p, operand);
    operand[3] = operand[2];
}

static int64_t geevx_values(const struct problem *p)
{
    return GEEVX_VALUES(p->n);
}

static double geevx_flops(const struct problem *p)
{
    return starling_flops_geev(p->prec, has_vectors(p) ? 2 : 0, (double)p->n);
}

static int geevx_submit(const struct call *call, starling_sequence *seq)
{
    int64_t n = call->p->n, ilo, ihi;
    double *x = call->values, abnrm = 0;
    bool vectors = has_vectors(call->p);
    int info = starling_geevx_submit(
        STARLING_BALANCE_BOTH, vectors ? STARLING_SENSE_BOTH : STARLING_SENSE_NONE,
        call->matrix[0], call->matrix[1], call->matrix[3], call->matrix[2], &ilo, &ihi,
        GEEVX_SCALE(x, n), &abnrm, vectors ? GEEVX_RCONDE(x, n) : NULL,
        vectors ? GEEVX_RCONDV(x, n) : NULL, seq);
    if (abnrm > 0) { /* else nothing was balanced: A is zero, or the sequence has failed */
        *GEEVX_ILO(x, n) = (double)ilo;
        *GEEVX_IHI(x, n) = (double)ihi;
    }
    return info;
}

const struct routine routine_geevx = {
    .name = "geevx",
    .summary = "the same after balancing, with left vectors and condition numbers",
    .has = HAS_JOB | HAS_GENERAL_MATRIX | TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = geevx_shapes,
    .values = geevx_values,
    .flops = geevx_flops,
    .submit = geevx_submit,
    .numerics = NUMERICS(geevx),
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

/* A swap of neighbours on the diagonal is a rotation of two columns of T and of Z, and
 * of two rows of T. If half of the eigenvalues are selected, in no order, a quarter of
 * the pairs are swapped. */
static double trsen_flops(const struct problem *p)
{
    double n = (double)p->n, multiplications = n * n * n, additions = n * n * n / 2;
    bool real = p->prec == STARLING_S || p->prec == STARLING_D;
    return real ? multiplications + additions : 6 * multiplications + 2 * additions;
}

static bool is_negative(const struct problem *p, const void *w, int64_t j)
{
    switch (p->prec) {
    case STARLING_S:
        return ((const float *)w)[j] < 0;
    case STARLING_D:
        return ((const double *)w)[j] < 0;
    case STARLING_C:
        return ((const float *)w)[2 * j] < 0;
    default:
        return ((const double *)w)[2 * j] < 0;
    }
}

static int trsen_submit(const struct call *call, starling_sequence *seq)
{
    const struct problem *p = call->p;
    int64_t n = p->n, m;
    int *select = calloc((size_t)n + 1, sizeof *select);
    void *w = calloc((size_t)n + 1, 2 * size_of_element(p->prec));
    int info = select && w ? 0 : STARLING_ENOMEM;
    if (info == 0 && n > 0 && !SIMULATED)
        info = starling_matrix_get(call->matrix[1], w, n);
    for (int64_t j = 0; j < n && info == 0; j++)
        select[j] = is_negative(p, w, j);
    if (info == 0)
        info =
            starling_trsen_submit(STARLING_SENSE_NONE, call->matrix[0], call->matrix[2],
                                  select, call->matrix[1], &m, NULL, NULL, seq);
    free(select);
    free(w);
    return info;
}

const struct routine routine_trsen = {
    .name = "trsen",
    .summary = "the Schur form of hseqr with negative real parts in front",
    .has = TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = geev_shapes,
    .flops = trsen_flops,
    .submit = trsen_submit,
    .after = &routine_hseqr,
    .numerics = NUMERICS(trsen),
};

static double trevc3_flops(const struct problem *p)
{
    return starling_flops_trevc3(p->prec, STARLING_BACK_TRANSFORM, (double)p->n);
}

static int trevc3_submit(const struct call *call, starling_sequence *seq)
{
    return starling_trevc3_submit(STARLING_BACK_TRANSFORM, call->matrix[0], NULL,
                                  call->matrix[2], seq);
}

const struct routine routine_trevc3 = {
    .name = "trevc3",
    .summary = "right eigenvectors of the Schur form of hseqr, times its Schur vectors",
    .has = TAKES_A_COPY,
    .tiles = TILES_OF_QR,
    .shapes = geev_shapes,
    .flops = trevc3_flops,
    .submit = trevc3_submit,
    .after = &routine_hseqr,
    .numerics = NUMERICS(trevc3),
};
