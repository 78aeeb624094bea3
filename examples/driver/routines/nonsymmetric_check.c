/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residuals of geev, geevx, hseqr, gees, trsen and trevc3, and the same by LAPACK.
 * Compiled once a type.
 */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/nonsymmetric.h"
#include "routines/probe.h"
#include "routines/residual.h"

/* The eigenvalues as LAPACK's arguments. */
#ifdef SL_COMPLEX
#define PARTS(w, ld) w
#else
#define PARTS(w, ld) w, (w) + (ld)
#endif

/* Eigenvalue j. */
static double _Complex value_at(const struct result *r, int64_t j)
{
    const scalar_t *w = r->after[1];
#ifdef SL_COMPLEX
    return w[j];
#else
    return (double)w[j] + (double)w[j + r->ld[1]] * I;
#endif
}

/* NaN unless conjugates of a real matrix stand side by side, the positive one first. */
static double in_pairs(const struct result *r)
{
    int64_t n = r->p->n;
    for (int64_t j = 0; j < n && SL_PARTS == 1; j++)
        if (cimag(value_at(r, j)) != 0) {
            if (cimag(value_at(r, j)) < 0 || j + 1 == n ||
                value_at(r, j + 1) != conj(value_at(r, j)))
                return NAN;
            j++;
        }
    return 0;
}

/* Z = D X or D^H X, where a pair of a real matrix is a diagonal block [re im; -im re].
 * X and D were multiplied by powers of two, so Z is multiplied by that of D. */
static void apply_values(const struct result *r, bool adjoint, const scalar_t *x,
                         scalar_t *z)
{
    int64_t n = r->p->n;
    for (int64_t c = 0; c < PROBES; c++, x += n, z += n)
        for (int64_t j = 0; j < n; j++) {
            double _Complex w = adjoint ? conj(value_at(r, j)) : value_at(r, j);
#ifdef SL_COMPLEX
            z[j] = (scalar_t)w * x[j];
#else
            real_t re = (real_t)creal(w), im = (real_t)cimag(w);
            z[j] = re * x[j];
            bool first = (im > 0) != adjoint; /* of a pair */
            if (im != 0 && first && j + 1 < n)
                z[j] += im * x[j + 1];
            else if (im != 0 && !first && j > 0)
                z[j] += im * x[j - 1];
#endif
        }
}

/* The largest difference of the length of a vector from 1, over n eps; of the vectors
 * in an operand. */
static double lengths(const struct result *r, int operand)
{
    int64_t n = r->p->n;
    double error = 0;
    for (int64_t j = 0; j < n; j++) {
        const scalar_t *v = (const scalar_t *)r->after[operand] + j * r->ld[operand];
        bool pair = SL_PARTS == 1 && cimag(value_at(r, j)) > 0 && j + 1 < n;
        double sum = 0;
        for (int64_t i = 0; i < n; i++) {
            double next = pair ? (double)SL_ABS(v[i + r->ld[operand]]) : 0;
            sum += (double)SL_ABS(v[i]) * (double)SL_ABS(v[i]) + next * next;
        }
        error =
            residual_larger(error, fabs(sqrt(sum) - 1) / ((double)n * CASE(epsilon)()));
        j += pair;
    }
    return error;
}

/* (A V - V D) X with the right vectors V in operand 2, or (A^H V - V D^H) X with the
 * left ones in operand 3 */
static double vectors_of(const struct probe *t, bool left)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    const int at = left ? 3 : 2;
    int64_t n = r->p->n;
    scalar_t *z = CASE(thin)(n, 0), *v = CASE(thin)(n, 0), *y = t->y;
    double error = NAN;
    if (z && v) {
        apply_values(r, left, t->x, z);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[at], r->ld[at], z, zero, y);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[at], r->ld[at], t->x, zero, v);
        CASE(apply)
        (left ? CblasConjTrans : CblasNoTrans, n, n, one, r->before[0], r->ld[0], v,
         minus_one, y);
        struct part V = CASE(general)(n, n, r->after[at], r->ld[at]);
        starling_trans trans = left ? STARLING_TRANS : STARLING_NOTRANS;
        error = CASE(scaled_probe)(t, n,
                                   CASE(norm_of)(t, 0, trans, n, n) *
                                       CASE(norm)(&V, STARLING_NOTRANS, 1));
    }
    free(z);
    free(v);
    return error;
}

static double right_vectors(const struct probe *t)
{
    return vectors_of(t, false) + in_pairs(t->r);
}

static double probe_vectors(const struct probe *t)
{
    return residual_larger(right_vectors(t), lengths(t->r, 2));
}

/* |sum of values - trace| / (n eps |A|), and the sum of their squares. */
static double values_alone(const struct result *r)
{
    int64_t n = r->p->n, ld = r->ld[0];
    const scalar_t *a = r->before[0];
    struct part A = CASE(general)(n, n, a, ld);
    double power = ldexp(1, CASE(exponent)(&A)), squares = 0;
    double _Complex first = 0, second = 0;
    for (int64_t j = 0; j < n; j++) {
        double _Complex w = value_at(r, j) * power;
        first += w - (double _Complex)a[j + j * ld] * power;
        second += w * w;
        for (int64_t i = 0; i < n; i++) {
            double _Complex x = a[i + j * ld] * power;
            second -= x * (double _Complex)a[j + i * ld] * power;
            squares += creal(x) * creal(x) + cimag(x) * cimag(x);
        }
    }
    return residual_larger(CASE(relative)(n, cabs(first), sqrt(squares)),
                           CASE(relative)(n, cabs(second), squares)) +
           in_pairs(r);
}

static double residual_geev(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    if (r->p->job == STARLING_VALUES)
        return values_alone(r);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_vectors);
}

static int lapack_geev(const struct host_arrays *x)
{
    int n = (int)x->p->n, ld = (int)x->ld[0];
    bool vectors = x->p->job == STARLING_VECTORS;
    scalar_t none[1], *w = x->a[1], *v = vectors ? x->a[2] : none;
    char job = vectors ? 'V' : 'N';
    int ldv = vectors ? (int)x->ld[2] : 1;
#ifdef SL_COMPLEX
    return LAPACKE_x(geev)(LAPACK_COL_MAJOR, 'N', job, n, x->a[0], ld, w, none, 1, v,
                           ldv);
#else
    return LAPACKE_x(geev)(LAPACK_COL_MAJOR, 'N', job, n, x->a[0], ld, w, w + x->ld[1],
                           none, 1, v, ldv);
#endif
}

const struct numerics CASE(geev_numerics) = {residual_geev, lapack_geev};

/* ---- geevx ------------------------------------------------------------- */

/* The factors of the balancing, for rows of A: rows were permuted by interchanges, from
 * the ends. NAN: with a row that does not exist. */
static double *factors_of(const struct result *r)
{
    int64_t n = r->p->n, ilo = (int64_t)*GEEVX_ILO(r->values, n),
            ihi = (int64_t)*GEEVX_IHI(r->values, n);
    const double *scale = GEEVX_SCALE(r->values, n);
    double *d = malloc(sizeof *d * (size_t)(n + 1));
    for (int64_t i = 0; i < n && d; i++)
        d[i] = i + 1 >= ilo && i + 1 <= ihi ? scale[i] : 1;
    for (int64_t k = 0; k < n && d; k++) {
        int64_t i = k + 1 < ilo ? ilo - 2 - k : k, other;
        if (i + 1 >= ilo && i + 1 <= ihi)
            continue;
        if (!(scale[i] >= 1 && scale[i] <= (double)n))
            d[i] = NAN;
        other = isnan(d[i]) ? i : (int64_t)scale[i] - 1;
        double kept = d[i];
        d[i] = d[other];
        d[other] = kept;
    }
    return d;
}

/* Element i of vector j, of a real pair re + i im. */
static double _Complex vector_at(const struct result *r, int operand, int64_t i,
                                 int64_t j)
{
    int64_t ld = r->ld[operand];
    const scalar_t *v = r->after[operand];
    double im = SL_PARTS == 2 ? 0 : cimag(value_at(r, j));
    return im > 0 ? (double)SL_REAL(v[i + j * ld]) +
                        I * (double)SL_REAL(v[i + (j + 1) * ld])
           : im < 0 ? (double)SL_REAL(v[i + (j - 1) * ld]) -
                          I * (double)SL_REAL(v[i + j * ld])
                    : (double _Complex)v[i + j * ld];
}

/* |rconde - |u^H v| / (|D u| |D^-1 v|)| / (n eps): the vectors of the balanced matrix.
 * Those of vectors are distances. */
static double condition_numbers(const struct result *r)
{
    int64_t n = r->p->n;
    const double *rconde = GEEVX_RCONDE(r->values, n),
                 *rcondv = GEEVX_RCONDV(r->values, n);
    double *d = factors_of(r), most = d ? 0 : NAN;
    for (int64_t j = 0; j < n && d; j++) {
        double left = 0, right = 0;
        double _Complex sum = 0;
        for (int64_t i = 0; i < n; i++) {
            double _Complex u = d[i] * vector_at(r, 3, i, j),
                            v = vector_at(r, 2, i, j) / d[i];
            sum += conj(u) * v;
            left += creal(u) * creal(u) + cimag(u) * cimag(u);
            right += creal(v) * creal(v) + cimag(v) * cimag(v);
        }
        double s = cabs(sum) / sqrt(left) / sqrt(right);
        most = residual_larger(most, CASE(relative)(n, fabs(rconde[j] - s), 1));
        most = residual_larger(most, rcondv[j] >= 0 && isfinite(rcondv[j]) ? 0 : NAN);
    }
    free(d);
    return most;
}

static double probe_geevx(const struct probe *t)
{
    double error = residual_larger(probe_vectors(t), vectors_of(t, true));
    return residual_larger(error, lengths(t->r, 3));
}

static double residual_geevx(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    if (r->p->job == STARLING_VALUES)
        return values_alone(r);
    double numbers = condition_numbers(r);
    return residual_larger(CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_geevx),
                           numbers);
}

static int lapack_geevx(const struct host_arrays *x)
{
    int n = (int)x->p->n, ld = (int)x->ld[0], ilo, ihi;
    bool vectors = x->p->job == STARLING_VECTORS;
    scalar_t none[1], *w = x->a[1], *vl = vectors ? x->a[3] : none;
    scalar_t *vr = vectors ? x->a[2] : none;
    char job = vectors ? 'V' : 'N', sense = vectors ? 'B' : 'N';
    int ldl = vectors ? (int)x->ld[3] : 1, ldr = vectors ? (int)x->ld[2] : 1;
    real_t abnrm, *room = malloc(sizeof *room * (size_t)(3 * n + 1));
    int info = LAPACK_WORK_MEMORY_ERROR;
    if (room)
        info = LAPACKE_x(geevx)(LAPACK_COL_MAJOR, 'B', job, job, sense, n, x->a[0], ld,
                                PARTS(w, x->ld[1]), vl, ldl, vr, ldr, &ilo, &ihi, room,
                                &abnrm, room + n, room + 2 * n);
    for (int i = 0; i < (vectors ? 3 * n : n) && x->values && info == 0; i++)
        x->values[i] = (double)room[i];
    if (x->values && info == 0) {
        *GEEVX_ILO(x->values, n) = ilo;
        *GEEVX_IHI(x->values, n) = ihi;
    }
    free(room);
    return info;
}

const struct numerics CASE(geevx_numerics) = {residual_geevx, lapack_geevx};

/* ---- hseqr ------------------------------------------------------------- */

/* Of LAPACK's hseqr, what is below the subdiagonal is no part of H. */
static void clear_below(int64_t n, scalar_t *h, int64_t ld)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 2; i < n; i++)
            h[i + j * ld] = 0;
}

/* (Z^H Z - I) X; y gets Z X. */
static double orthogonality(const struct probe *t, const scalar_t *z, int64_t ld,
                            scalar_t *y)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    int64_t n = t->r->p->n;
    memcpy(t->y, t->x, sizeof *y * (size_t)(n * PROBES));
    CASE(apply)(CblasNoTrans, n, n, one, z, ld, t->x, zero, y);
    CASE(apply)(CblasConjTrans, n, n, one, z, ld, y, minus_one, t->y);
    return CASE(scaled)(n, 1, 1, PROBES, n, t->y, n, n, t->x, n);
}

/* (H Z - Z T) X */
static double probe_schur(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n;
    scalar_t *zx = CASE(thin)(n, 0), *tx = CASE(thin)(n, 0);
    double error = NAN;
    if (zx && tx) {
        error = orthogonality(t, r->after[2], r->ld[2], zx);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[0], r->ld[0], t->x, zero, tx);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[2], r->ld[2], tx, zero, t->y);
        CASE(apply)
        (CblasNoTrans, n, n, one, r->before[0], r->ld[0], zx, minus_one, t->y);
        double norm = CASE(norm_of)(t, 0, STARLING_NOTRANS, n, n);
        error = residual_larger(error, CASE(scaled_probe)(t, n, norm));
    }
    free(zx);
    free(tx);
    return error + in_pairs(r);
}

/* NaN unless T is triangular, of a real matrix with standard blocks of order 2, and its
 * diagonal is that of the eigenvalues. */
static double schur_form(const struct result *r)
{
    int64_t n = r->p->n, ld = r->ld[0];
    const scalar_t *t = r->after[0];
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = j + 1; i < n; i++)
            if ((i > j + 1 || SL_PARTS == 2 || cimag(value_at(r, j)) <= 0) &&
                t[i + j * ld] != 0)
                return NAN;
        if (creal(value_at(r, j)) != SL_REAL(t[j + j * ld]) ||
            (SL_PARTS == 2 && value_at(r, j) != t[j + j * ld]))
            return NAN;
        if (SL_PARTS == 1 && cimag(value_at(r, j)) > 0) {
            double below = SL_REAL(t[j + 1 + j * ld]),
                   above = SL_REAL(t[j + (j + 1) * ld]);
            double im = sqrt(fabs(below)) * sqrt(fabs(above));
            double error = CASE(relative)(1, fabs(cimag(value_at(r, j)) - im), im);
            if (below == 0 || signbit(below) == signbit(above) || !(error <= 30))
                return NAN;
        }
    }
    return 0;
}

static double residual_hseqr(const struct result *r)
{
    struct part H = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    clear_below(r->p->n, r->before[0], r->ld[0]);
    if (r->p->job == STARLING_VALUES)
        return values_alone(r);
    double form = schur_form(r);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&H)), probe_schur) + form;
}

static int lapack_hseqr(const struct host_arrays *x)
{
    int n = (int)x->p->n, ld = (int)x->ld[0];
    bool vectors = x->p->job == STARLING_VECTORS;
    scalar_t none[1], *w = x->a[1], *z = vectors ? x->a[2] : none;
    char job = vectors ? 'S' : 'E', compz = vectors ? 'I' : 'N';
    int ldz = vectors ? (int)x->ld[2] : 1, ihi = n;
    clear_below(n, x->a[0], ld);
#ifdef SL_COMPLEX
    return LAPACKE_x(hseqr)(LAPACK_COL_MAJOR, job, compz, n, 1, ihi, x->a[0], ld, w, z,
                            ldz);
#else
    return LAPACKE_x(hseqr)(LAPACK_COL_MAJOR, job, compz, n, 1, ihi, x->a[0], ld, w,
                            w + x->ld[1], z, ldz);
#endif
}

const struct numerics CASE(hseqr_numerics) = {residual_hseqr, lapack_hseqr};

/* ---- gees -------------------------------------------------------------- */

#ifdef SL_COMPLEX
static lapack_logical is_stable(const scalar_t *w)
{
    return SL_REAL(*w) < 0;
}
#else
static lapack_logical is_stable(const scalar_t *re, const scalar_t *im)
{
    (void)im;
    return *re < 0;
}
#endif

/* NaN unless all eigenvalues with negative real parts come first. */
static double sorted(const struct result *r)
{
    bool stable = true;
    for (int64_t j = 0; j < r->p->n; j++) {
        bool next = creal(value_at(r, j)) < 0;
        if (next && !stable)
            return NAN;
        stable = next;
    }
    return 0;
}

static double residual_gees(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    if (r->p->job == STARLING_VALUES)
        return values_alone(r) + sorted(r);
    double form = schur_form(r) + sorted(r);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_schur) + form;
}

static int lapack_gees(const struct host_arrays *x)
{
    int n = (int)x->p->n, ld = (int)x->ld[0], sdim;
    bool vectors = x->p->job == STARLING_VECTORS;
    scalar_t none[1], *w = x->a[1], *z = vectors ? x->a[2] : none;
    char job = vectors ? 'V' : 'N';
    int ldz = vectors ? (int)x->ld[2] : 1;
#ifdef SL_COMPLEX
    return LAPACKE_x(gees)(LAPACK_COL_MAJOR, job, 'S', is_stable, n, x->a[0], ld, &sdim,
                           w, z, ldz);
#else
    return LAPACKE_x(gees)(LAPACK_COL_MAJOR, job, 'S', is_stable, n, x->a[0], ld, &sdim,
                           w, w + x->ld[1], z, ldz);
#endif
}

const struct numerics CASE(gees_numerics) = {residual_gees, lapack_gees};

/* ---- trsen ------------------------------------------------------------- */

/* The matrix before is that of hseqr. */
static double residual_trsen(const struct result *r)
{
    return residual_hseqr(r) + sorted(r);
}

#ifdef SL_COMPLEX
#define INTEGERS(work)
#else
#define INTEGERS(work) , work, 1
#endif

/* LAPACKE_dtrsen has no integers for LAPACK, which writes one. */
static int lapack_trsen(const struct host_arrays *x)
{
    int n = (int)x->p->n, size = n + 1, m, info = LAPACK_WORK_MEMORY_ERROR;
    scalar_t *w = x->a[1], *work = malloc(sizeof *work * (size_t)size);
    real_t s, sep;
    lapack_int integer[1] = {0};
    lapack_logical *select = malloc(sizeof *select * (size_t)size);
    for (int64_t j = 0; j < n && select; j++)
        select[j] = SL_REAL(w[j]) < 0;
    if (select && work)
        info = LAPACKE_x(trsen_work)(LAPACK_COL_MAJOR, 'N', 'V', select, n, x->a[0],
                                     (int)x->ld[0], x->a[2], (int)x->ld[2],
                                     PARTS(w, x->ld[1]), &m, &s, &sep, work,
                                     size INTEGERS(integer));
    (void)integer;
    free(select);
    free(work);
    return info;
}

const struct numerics CASE(trsen_numerics) = {residual_trsen, lapack_trsen};

/* ---- trevc3 ------------------------------------------------------------ */

/* NaN unless the largest element of each vector is 1, as the sum of the sizes of its
 * parts, but for rounding. The vectors were multiplied by Q, which trevc3 does before
 * it scales them. */
static double largest_is_one(const struct result *r)
{
    int64_t n = r->p->n;
    double error = 0;
    for (int64_t j = 0; j < n; j++) {
        double most = 0;
        for (int64_t i = 0; i < n; i++) {
            double _Complex v = vector_at(r, 2, i, j);
            most = residual_larger(most, fabs(creal(v)) + fabs(cimag(v)));
        }
        error = residual_larger(error, CASE(relative)(n, fabs(most - 1), 1));
    }
    return error;
}

static double probe_trevc3(const struct probe *t)
{
    return residual_larger(right_vectors(t), largest_is_one(t->r));
}

static double residual_trevc3(const struct result *r)
{
    struct part H = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    clear_below(r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&H)), probe_trevc3);
}

/* LAPACKE does not have it. */
#define LAPACK_x(name) SL_PASTE(LAPACK_, SL_LETTER, name)
#ifdef SL_COMPLEX
#define REAL_WORK(work, size) , work, &size
#else
#define REAL_WORK(work, size)
#endif

static int lapack_trevc3(const struct host_arrays *x)
{
    enum { BLOCK = 64 };
    int n = (int)x->p->n, ldt = (int)x->ld[0], ldv = (int)x->ld[2], m, none = 0,
        one = 1;
    int size = n * (1 + 2 * BLOCK) + 1, info = LAPACK_WORK_MEMORY_ERROR;
    scalar_t *work = malloc(sizeof *work * (size_t)size), vl[1];
    real_t *real = malloc(sizeof *real * (size_t)size);
    if (work && real)
        LAPACK_x(trevc3)("R", "B", &none, &n, x->a[0], &ldt, vl, &one, x->a[2], &ldv,
                         &n, &m, work, &size REAL_WORK(real, size), &info);
    free(work);
    free(real);
    return info;
}

const struct numerics CASE(trevc3_numerics) = {residual_trevc3, lapack_trevc3};
