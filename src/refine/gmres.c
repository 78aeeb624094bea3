/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Corrections by GMRES with the factors M, mostly in the lower precision, as preconditioner: X(:, j) += Z y,
 * where y minimizes |r - A Z y|, and A Z = V H as in Arnoldi's method, with Z = M^-1 V. Products
 * with A are in its precision, solutions with M in the lower one; because Z is kept, their rounding
 * errors do no harm (flexible GMRES: Saad, SIAM J. Sci. Comput. 14, 1993). The residual that
 * decreases is that of the system itself. */

#include <math.h>
#include <stdlib.h>
#include "src/auxiliary/estimate.h"
#include "refine.h"

/* Vectors of a basis, and the decrease of the residual that ends a step before them. */
enum { MOST_VECTORS = 30 };
static const double enough = 1e-6;

/* The data of one step: matrices of as many rows as A, cut as R. */
struct krylov {
    struct sl_refined *s;
    int most;                     /* vectors */
    starling_matrix *V, *Z;       /* the bases */
    starling_matrix *w, *z, *low; /* vectors; the last one in the lower precision */
    starling_matrix *h[2], *square, *y;
    double _Complex H[MOST_VECTORS + 1][MOST_VECTORS]; /* R of its QR factorization */
    double _Complex g[MOST_VECTORS + 1];               /* Q^H (beta, 0, ...) */
    double _Complex cosine[MOST_VECTORS], sine[MOST_VECTORS];
};

/* ---- The small problem --------------------------------------------------------------------- */

/* The numbers of a column, after the tasks that compute them. */
static int read_column(starling_matrix *x, double _Complex *value)
{
    int info = starling_matrix_get(x, value, x->m);
    for (int64_t i = x->m - 1; i >= 0; i--)
        value[i] = sl_element(x->prec, value, i);
    return info;
}

static int write_column(double _Complex *value, starling_matrix *x)
{
    for (int64_t i = 0; i < x->m; i++)
        sl_set_element(x->prec, value, i, value[i]);
    return starling_matrix_set(x, value, x->m);
}

/* Column k of H joins the QR factorization, by rotations. Returns the norm of the residual. */
static double rotate(struct krylov *t, int k)
{
    for (int i = 0; i < k; i++) {
        double _Complex a = t->H[i][k], b = t->H[i + 1][k];
        t->H[i][k] = conj(t->cosine[i]) * a + conj(t->sine[i]) * b;
        t->H[i + 1][k] = t->cosine[i] * b - t->sine[i] * a;
    }
    double size = hypot(cabs(t->H[k][k]), cabs(t->H[k + 1][k]));
    t->cosine[k] = size > 0 ? t->H[k][k] / size : 1;
    t->sine[k] = size > 0 ? t->H[k + 1][k] / size : 0;
    t->H[k][k] = size;
    t->g[k + 1] = -t->sine[k] * t->g[k];
    t->g[k] *= conj(t->cosine[k]);
    return cabs(t->g[k + 1]);
}

/* y = R^-1 g */
static void minimize(const struct krylov *t, int count, double _Complex *y)
{
    for (int i = count - 1; i >= 0; i--) {
        y[i] = t->g[i];
        for (int k = i + 1; k < count; k++)
            y[i] -= t->H[i][k] * y[k];
        y[i] = t->H[i][i] != 0 ? y[i] / t->H[i][i] : 0;
    }
}

/* ---- The basis ----------------------------------------------------------------------------- */

/* C = alpha op(A) B + beta C */
static int multiply(struct krylov *t, starling_trans trans, double alpha, starling_matrix *A,
                    starling_matrix *B, double beta, starling_matrix *C)
{
    return starling_gemm_submit(trans, STARLING_NOTRANS, alpha, A, B, beta, C, t->s->seq);
}

/* |w|, where w is not far from 1 */
static int norm(struct krylov *t, double *value)
{
    double _Complex square = 0;
    int info = multiply(t, STARLING_CONJTRANS, 1, t->w, t->w, 0, t->square);
    if (info == 0)
        info = read_column(t->square, &square);
    *value = sqrt(creal(square));
    return info;
}

/* z = M^-1 w, column k of Z; w = A z */
static int apply(struct krylov *t, int k)
{
    starling_sequence *seq = t->s->seq;
    int info = sl_system_correct(t->s, t->w, t->low);
    if (info == 0)
        info = sl_system_add(t->s, t->low, false, t->z);
    sl_put_column(t->z, t->Z, k, seq);
    return info == 0 ? sl_system_product(t->s, 1, t->z, 0, t->w) : info;
}

/* w = w - V V^H w, twice as Gram and Schmidt; column k of H. V has zeros in place of later vectors.
 */
static int orthogonalize(struct krylov *t, int k)
{
    double _Complex h[2][MOST_VECTORS + 1];
    double size = NAN;
    int info = 0;
    for (int i = 0; i < 2 && info == 0; i++) {
        info = multiply(t, STARLING_CONJTRANS, 1, t->V, t->w, 0, t->h[i]);
        if (info == 0)
            info = multiply(t, STARLING_NOTRANS, -1, t->V, t->h[i], 1, t->w);
    }
    if (info == 0)
        info = norm(t, &size);
    for (int i = 0; i < 2 && info == 0; i++)
        info = read_column(t->h[i], h[i]);
    for (int i = 0; i <= k && info == 0; i++)
        t->H[i][k] = h[0][i] + h[1][i];
    t->H[k + 1][k] = size;
    return info;
}

/* w / |w| is column k of V. */
static void extend(struct krylov *t, double size, int k)
{
    sl_scale(1 / size, t->w, t->s->seq);
    sl_put_column(t->w, t->V, k, t->s->seq);
}

/* ---- A step -------------------------------------------------------------------------------- */

/* X(:, j) = X(:, j) + Z y; w is used up. y is that of r / unit. */
static int update(struct krylov *t, int count, double unit, int64_t j)
{
    starling_matrix *X = t->s->X;
    double _Complex y[MOST_VECTORS] = {0};
    minimize(t, count, y);
    for (int i = 0; i < count; i++)
        y[i] *= unit;
    int info = write_column(y, t->y);
    sl_take_column(X, j, t->w, t->s->seq);
    if (info == 0)
        info = multiply(t, STARLING_NOTRANS, 1, t->Z, t->y, 1, t->w);
    sl_put_column(t->w, X, j, t->s->seq);
    return info;
}

static int correct_column(struct krylov *t, int64_t j)
{
    starling_sequence *seq = t->s->seq;
    double unit = t->s->r[j], beta = 0, left;
    if (!isfinite(1 / unit))
        return 0;
    int count = 0, info = starling_laset_submit(STARLING_GENERAL, 0, 0, t->V, seq);
    if (info == 0)
        info = starling_laset_submit(STARLING_GENERAL, 0, 0, t->Z, seq);
    sl_take_column(t->s->R, j, t->w, seq);
    sl_scale(1 / unit, t->w, seq);
    if (info == 0)
        info = norm(t, &beta);
    t->g[0] = left = beta;
    if (!isfinite(beta) || beta == 0)
        return info;
    extend(t, beta, 0);
    while (info == 0 && count < t->most && left > enough * beta && !sl_failed(seq)) {
        info = apply(t, count);
        if (info == 0)
            info = orthogonalize(t, count);
        double size = creal(t->H[count + 1][count]);
        if (info != 0 || !isfinite(size))
            break;
        left = rotate(t, count++);
        if (size == 0)
            break;
        extend(t, size, count);
    }
    return info == 0 && count > 0 ? update(t, count, unit, j) : info;
}

static int make(struct krylov *t)
{
    const starling_matrix *R = t->s->R;
    int64_t most = t->most;
    const struct {
        starling_matrix **matrix;
        int64_t columns;
    } high[] = {{&t->V, most + 1}, {&t->Z, most}, {&t->w, 1}, {&t->z, 1}};
    const struct {
        starling_matrix **matrix;
        int64_t rows;
    } small[] = {{&t->h[0], most + 1}, {&t->h[1], most + 1}, {&t->square, 1}, {&t->y, most}};
    int info = starling_matrix_create(&t->low, t->s->low->prec, R->m, 1, R->mb, 1);
    for (int i = 0; i < 4 && info == 0; i++)
        info = starling_matrix_create(high[i].matrix, R->prec, R->m, high[i].columns, R->mb,
                                      high[i].columns);
    for (int i = 0; i < 4 && info == 0; i++)
        info = starling_matrix_create(small[i].matrix, R->prec, small[i].rows, 1, small[i].rows, 1);
    return info;
}

static void end(struct krylov *t)
{
    starling_matrix *all[] = {t->V, t->Z, t->w, t->z, t->low, t->h[0], t->h[1], t->square, t->y};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(t->s->seq, all[i]);
}

int sl_gmres_step(struct sl_refined *s)
{
    struct krylov t = {.s = s, .most = (int)SL_MIN(MOST_VECTORS, s->A->n)};
    int info = make(&t);
    for (int64_t j = 0; j < s->R->n && info == 0; j++)
        if (sl_is_open(s, j))
            info = correct_column(&t, j);
    end(&t);
    return info;
}
