/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Iterative refinement of op(A) X = B with residuals in the precision of A, the componentwise
 * backward error of Oettli and Prager, and a bound of the forward error: Arioli, Demmel and Duff,
 * SIAM J. Matrix Anal. Appl. 10, 1989 (LAPACK's gerfs). With r = b - op(A) x and w = |op(A)| |x| +
 * |b|: berr = max r_i / w_i, ferr = | |op(A)^-1| (|r| + (n + 1) eps w) | / |x|, infinity norms; the
 * second term bounds the rounding errors of r. |op(A)^-1| f has the norm of op(A)^-1 diag(f). |z|
 * of a complex number is here |re| + |im|, as in LAPACK. All columns of a block go in step. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "estimate.h"

enum { MOST_STEPS = 5 }; /* as in LAPACK */

/* k columns b and x. R, W and X are cut for products with A, S for solutions. */
struct block {
    const struct sl_system *s;
    starling_trans trans;
    starling_matrix *A;
    starling_sequence *seq;
    starling_precision prec, real;
    int64_t n, k;
    const char *b;
    char *x;
    char *r; /* of A's precision */
    double *w;
    void *narrow; /* |b|, and w, as they are in W */
    bool *goes;
    starling_matrix *R, *W, *X, *S;
};

static double size_of(double _Complex z)
{
    return fabs(creal(z)) + fabs(cimag(z));
}

/* Row i of tiles of R -= op(A) X, W += |op(A)| |X|. Of a Hermitian A, tiles of one triangle also
 * stand for the other. */
static void residual_row(struct block *y, int64_t i)
{
    starling_uplo uplo = y->s->uplo;
    bool general = uplo == STARLING_GENERAL, no = y->trans == STARLING_NOTRANS;
    for (int64_t j = 0; j < y->X->mt; j++) {
        bool stored = general ? no : uplo == STARLING_LOWER ? i >= j : i <= j;
        enum sl_shape shape = general || i != j        ? SL_SHAPE_GENERAL
                              : uplo == STARLING_LOWER ? SL_SHAPE_LOWER
                                                       : SL_SHAPE_UPPER;
        sl_insert_residual(y->seq,
                           stored    ? STARLING_NOTRANS
                           : general ? y->trans
                                     : STARLING_CONJTRANS,
                           shape, stored ? sl_tile_of(y->A, i, j) : sl_tile_of(y->A, j, i),
                           sl_tile_of(y->X, j, 0), sl_tile_of(y->R, i, 0), sl_tile_of(y->W, i, 0));
    }
}

/* r = b - op(A) x, w = |op(A)| |x| + |b| */
static int residual(struct block *y)
{
    int64_t all = y->n * y->k;
    for (int64_t i = 0; i < all; i++)
        sl_set_element(y->real, y->narrow, i, size_of(sl_element(y->prec, y->b, i)));
    int info = starling_matrix_set(y->X, y->x, y->n);
    if (info == 0)
        info = starling_matrix_set(y->R, y->b, y->n);
    if (info == 0)
        info = starling_matrix_set(y->W, y->narrow, y->n);
    for (int64_t i = 0; i < y->R->mt && info == 0; i++)
        residual_row(y, i);
    if (info == 0)
        info = starling_matrix_get(y->R, y->r, y->n);
    if (info == 0)
        info = starling_matrix_get(y->W, y->narrow, y->n);
    for (int64_t i = 0; i < all; i++)
        y->w[i] = creal(sl_element(y->real, y->narrow, i));
    return info;
}

/* Where w is so small that it may have underflowed, both parts get a term. */
static double backward_error(const struct block *y, int64_t j)
{
    double least = (double)(y->n + 1) * sl_smallest(y->prec), error = 0;
    for (int64_t i = j * y->n; i < (j + 1) * y->n; i++) {
        double r = size_of(sl_element(y->prec, y->r, i)), w = y->w[i];
        bool small = w <= least / sl_epsilon(y->prec);
        error = sl_larger(error, small ? (r + least) / (w + least) : r / w);
    }
    return error;
}

/* x = x + op(A)^-1 r for the columns that go on. */
static int correct(struct block *y)
{
    int64_t all = y->n * y->k;
    for (int64_t i = 0; i < all; i++)
        if (!y->goes[i / y->n])
            sl_set_element(y->prec, y->r, i, 0);
    int info = starling_matrix_set(y->S, y->r, y->n);
    if (info != 0)
        return info;
    y->s->solve(y->s, y->trans, true, y->S, y->seq);
    info = starling_matrix_get(y->S, y->r, y->n);
    for (int64_t i = 0; i < all && info == 0; i++)
        if (y->goes[i / y->n])
            sl_set_element(y->prec, y->x, i,
                           sl_element(y->prec, y->x, i) + sl_element(y->prec, y->r, i));
    return info;
}

/* Steps as long as they halve the backward error. */
static int refine(struct block *y, double *berr)
{
    int64_t going = y->k;
    int info = 0;
    for (int64_t j = 0; j < y->k; j++) {
        y->goes[j] = true;
        berr[j] = 3; /* no backward error is larger than 1 */
    }
    for (int step = 0; info == 0; step++) {
        info = residual(y);
        for (int64_t j = 0; j < y->k && info == 0; j++) {
            double before = berr[j];
            if (!y->goes[j])
                continue;
            berr[j] = backward_error(y, j);
            y->goes[j] =
                berr[j] > sl_epsilon(y->prec) && berr[j] <= before / 2 && step < MOST_STEPS;
            going -= !y->goes[j];
        }
        if (going == 0 || info != 0 || sl_failed(y->seq))
            break;
        info = correct(y);
    }
    return info;
}

/* w becomes the f of ferr. Returns a power of two near the largest f. */
static double weigh(struct block *y, int64_t j)
{
    double eps = sl_epsilon(y->prec), terms = (double)(y->n + 1), most = 0;
    double least = terms * sl_smallest(y->prec);
    int e;
    for (int64_t i = j * y->n; i < (j + 1) * y->n; i++) {
        double f = size_of(sl_element(y->prec, y->r, i)) + terms * eps * y->w[i];
        y->w[i] = y->w[i] <= least / eps ? f + least : f;
        most = sl_larger(most, y->w[i]);
    }
    frexp(most, &e);
    return isfinite(most) ? fmin(fmax(ldexp(1, e), sl_smallest(y->prec)), 1 / sl_smallest(y->prec))
                          : 1;
}

static int bound(struct block *y, double *ferr)
{
    starling_trans opposite = y->trans == STARLING_NOTRANS ? STARLING_CONJTRANS : STARLING_NOTRANS;
    double *scale = malloc(sizeof *scale * (size_t)y->k);
    int info = scale ? 0 : sl_error("starling_gerfs", STARLING_ENOMEM, NULL);
    for (int64_t j = 0; j < y->k && info == 0; j++)
        scale[j] = weigh(y, j);
    if (info == 0) /* |op(A)^-1 diag(f)| in the infinity norm: its adjoint in the one-norm */
        info = sl_estimate(y->s, opposite, y->k, y->w, scale, ferr, y->seq);
    for (int64_t j = 0; j < y->k && info == 0; j++) {
        double size = 0;
        for (int64_t i = j * y->n; i < (j + 1) * y->n; i++)
            size = sl_larger(size, size_of(sl_element(y->prec, y->x, i)));
        if (size != 0)
            ferr[j] /= size;
    }
    free(scale);
    return info;
}

static int make(struct block *y)
{
    int64_t n = y->n, k = y->k;
    bool no = y->trans == STARLING_NOTRANS;
    int64_t rows = no ? y->A->mb : y->A->nb, columns = no ? y->A->nb : y->A->mb;
    size_t all = (size_t)(n * k);
    y->r = calloc(all, sl_sizeof(y->prec));
    y->narrow = calloc(all, sl_sizeof(y->real));
    y->w = malloc(all * sizeof *y->w);
    y->goes = malloc((size_t)k * sizeof *y->goes);
    if (!y->r || !y->narrow || !y->w || !y->goes)
        return sl_error("starling_gerfs", STARLING_ENOMEM, NULL);
    int info = starling_matrix_create(&y->R, y->prec, n, k, rows, k);
    if (info == 0)
        info = starling_matrix_create(&y->W, y->real, n, k, rows, k);
    if (info == 0)
        info = starling_matrix_create(&y->X, y->prec, n, k, columns, k);
    if (info == 0)
        info = starling_matrix_create(&y->S, y->prec, n, k, y->s->F->mb, k);
    return info;
}

static void clean(struct block *y)
{
    starling_matrix *all[] = {y->R, y->W, y->X, y->S};
    for (int i = 0; i < 4; i++)
        if (all[i])
            sl_matrix_free(y->seq, all[i]);
    free(y->r);
    free(y->narrow);
    free(y->w);
    free(y->goes);
}

int sl_refine(const struct sl_system *s, starling_trans trans, starling_matrix *A,
              starling_matrix *B, starling_matrix *X, double *ferr, double *berr,
              starling_sequence *seq)
{
    int64_t n = A->n;
    size_t size = sl_sizeof(A->prec), all = (size_t)(n * X->n);
    if (n == 0 || X->n == 0) {
        for (int64_t j = 0; j < X->n; j++)
            ferr[j] = berr[j] = 0;
        return 0;
    }
    char *b = malloc(size * all), *x = malloc(size * all);
    int info = b && x ? 0 : sl_error("starling_gerfs", STARLING_ENOMEM, NULL);
    if (info == 0)
        info = starling_matrix_get(B, b, n);
    if (info == 0)
        info = starling_matrix_get(X, x, n);
    for (int64_t j = 0; j < X->n && info == 0; j += X->nb) {
        struct block y = {
            .s = s,
            .trans = trans,
            .A = A,
            .seq = seq,
            .prec = A->prec,
            .real = sl_real_precision(A->prec),
            .n = n,
            .k = SL_MIN(X->nb, X->n - j),
            .b = b + size * (size_t)(j * n),
            .x = x + size * (size_t)(j * n),
        };
        info = make(&y);
        if (info == 0)
            info = refine(&y, berr + j);
        if (info == 0)
            info = bound(&y, ferr + j);
        clean(&y);
    }
    if (info == 0)
        info = starling_matrix_set(X, x, n);
    free(b);
    free(x);
    return info;
}
