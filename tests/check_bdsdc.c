/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* bdsdc on matrices that are hard for it, in both real precisions and all forms; also by chains of tasks. The
 * library is linked statically: it has these on GPUs alone.
 *  - B V = U diag(D), and U and V are orthogonal;
 *  - D descends and is what LAPACK's bdsqr gives;
 *  - E is not changed;
 *  - a NaN or Inf gives its index;
 *  - bad arguments are told by position and name. */

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "src/svd/svd.h"
#include "tap.h"

/* ---- Matrices ------------------------------------------------------------------------------ */

enum kind {
    RANDOM,    /* uniform */
    TOEPLITZ,  /* 1, and 1 above */
    IDENTITY,
    ZERO,
    EQUAL,     /* 1 + eps random, and eps random above: of an orthogonal matrix */
    NEARLY,    /* the same with 1e4 eps */
    CLUSTERED, /* 1 + random / 1e10, random / 1e10 above */
    SIGNS,     /* 1 or -1, and nothing above */
    HOLES,     /* random, zeros on the diagonal */
    SPLIT,     /* random, zeros above */
    SHIFT,     /* 0, and 1 above */
    LAST_ZERO, /* the last row is zero */
    GRADED,    /* from 1 to 1e-300; single precision: 1e-36 */
    GROWING,   /* from 1e-300 to 1 */
    KAHAN,     /* s^i, and -c s^i above */
    DEMMEL,    /* two large elements, the others tiny, of the same size */
    GLUED,     /* Wilkinson's numbers, several times, with small elements between */
    HUGE_ONES, /* near the largest number */
    TINY_ONES, /* near the smallest */
    KINDS
};
static const char *const names[KINDS] = {
    "random", "toeplitz",  "identity", "zero",    "equal", "nearly equal", "clustered",
    "signs",  "holes",     "split",    "shift",   "last row zero", "graded", "growing",
    "Kahan",  "Demmel",    "glued",    "huge",    "tiny"};

/* What depends on the precision. */
struct scales {
    double range, eps;
};

static double diagonal(enum kind kind, int64_t n, int64_t i, struct scales s, uint64_t *seed)
{
    switch (kind) {
    case TOEPLITZ: case IDENTITY: return 1;
    case ZERO: case SHIFT: return 0;
    case EQUAL: return 1 + uniform(seed) * 4 * s.eps;
    case NEARLY: return 1 + uniform(seed) * 1e4 * s.eps;
    case CLUSTERED: return 1 + uniform(seed) * 1e-10;
    case SIGNS: return uniform(seed) < 0 ? -1 : 1;
    case HOLES: return i % 3 == 1 ? 0 : uniform(seed);
    case LAST_ZERO: return i == n - 1 ? 0 : uniform(seed);
    case GRADED: return pow(10, -s.range * (double)i / (double)n);
    case GROWING: return pow(10, -s.range * (double)(n - 1 - i) / (double)n);
    case KAHAN: return pow(0.6, (double)i);
    case DEMMEL: return i == 0 || i == n / 2 ? 1 : pow(10, -s.range / 3) * (1 + uniform(seed) / 2);
    case GLUED: return fabs(10 - (double)(i % 21));
    case HUGE_ONES: return uniform(seed) * pow(10, s.range);
    case TINY_ONES: return uniform(seed) * pow(10, -s.range);
    default: return uniform(seed);
    }
}

static double superdiagonal(enum kind kind, int64_t n, int64_t i, struct scales s, uint64_t *seed)
{
    switch (kind) {
    case TOEPLITZ: case SHIFT: return 1;
    case IDENTITY: case ZERO: case SIGNS: return 0;
    case EQUAL: return uniform(seed) * 4 * s.eps;
    case NEARLY: return uniform(seed) * 1e4 * s.eps;
    case CLUSTERED: return uniform(seed) * 1e-10;
    case SPLIT: return i % 4 == 3 ? 0 : uniform(seed);
    case GRADED: return pow(10, -s.range * ((double)i + 0.5) / (double)n);
    case GROWING: return pow(10, -s.range * ((double)(n - 1 - i) - 0.5) / (double)n);
    case KAHAN: return -0.8 * pow(0.6, (double)i);
    case DEMMEL: return pow(10, -s.range / 3) * (1 + uniform(seed) / 2);
    case GLUED: return i % 21 == 20 ? 1e-8 : 1;
    case HUGE_ONES: return uniform(seed) * pow(10, s.range);
    case TINY_ONES: return uniform(seed) * pow(10, -s.range);
    default: return uniform(seed);
    }
}

/* D, E and room for U and V. */
struct problem {
    starling_precision prec;
    int64_t n;
    struct array d, e, u, v;
    double *d0, *e0; /* as they were, rounded to the precision */
    double norm;
};

static struct problem problem_new(starling_precision prec, enum kind kind, int64_t n)
{
    struct problem p = {.prec = prec, .n = n, .d = array_new(prec, n, 1, 0),
                        .e = array_new(prec, n > 0 ? n - 1 : 0, 1, 0),
                        .u = array_new(prec, n, n, 3), .v = array_new(prec, n, n, 1)};
    bool single = prec == STARLING_S;
    struct scales s = {single ? 36 : 300, single ? FLT_EPSILON : DBL_EPSILON};
    uint64_t seed = 11 + (uint64_t)n;
    p.d0 = calloc((size_t)n + 1, sizeof(double));
    p.e0 = calloc((size_t)n + 1, sizeof(double));
    for (int64_t i = 0; i < n; i++) {
        array_set(&p.d, i, 0, diagonal(kind, n, i, s, &seed));
        p.norm = fmax(p.norm, fabs(p.d0[i] = creal(array_get(&p.d, i, 0))));
    }
    for (int64_t i = 0; i + 1 < n; i++) {
        array_set(&p.e, i, 0, superdiagonal(kind, n, i, s, &seed));
        p.norm = fmax(p.norm, fabs(p.e0[i] = creal(array_get(&p.e, i, 0))));
    }
    array_save(&p.d);
    array_save(&p.e);
    array_save(&p.u);
    array_save(&p.v);
    return p;
}

static void problem_free(struct problem *p)
{
    array_free(&p->d);
    array_free(&p->e);
    array_free(&p->u);
    array_free(&p->v);
    free(p->d0);
    free(p->e0);
}

/* ---- Results ------------------------------------------------------------------------------- */

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS, CHAINS = FORMS };

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int solve(enum form form, struct problem *p, int64_t nb)
{
    int64_t n = p->n, ldu = p->u.lda, ldv = p->v.lda;
    if (form == ARRAYS)
        return p->prec == STARLING_S
                   ? starling_sbdsdc(n, p->d.a, p->e.a, p->u.a, ldu, p->v.a, ldv)
                   : starling_dbdsdc(n, p->d.a, p->e.a, p->u.a, ldu, p->v.a, ldv);
    starling_matrix *D = wrap(&p->d, most(1, n), 1), *E = wrap(&p->e, most(1, n), 1);
    starling_matrix *U = wrap(&p->u, most(1, n), nb), *V = wrap(&p->v, most(1, n), nb);
    int info;
    if (form == OBJECTS)
        info = starling_bdsdc(D, E, U, V);
    else {
        starling_sequence *seq;
        info = starling_sequence_create(&seq);
        info = info != 0        ? info
               : form == CHAINS ? sl_bdsdc_by(true, D, E, U, V, seq)
                                : starling_bdsdc_submit(D, E, U, V, seq);
        int end = starling_sequence_destroy(seq);
        info = info != 0 ? info : end;
    }
    starling_matrix_destroy(D);
    starling_matrix_destroy(E);
    starling_matrix_destroy(U);
    starling_matrix_destroy(V);
    return info;
}

/* |D - LAPACK's| / (|B| n eps); a NaN or a wrong order is a NaN. */
static double value_error(const struct problem *p)
{
    size_t n = (size_t)p->n;
    double *d = malloc(sizeof *d * (n + 1)), *e = malloc(sizeof *e * (n + 1)), off = 0;
    memcpy(d, p->d0, sizeof *d * n);
    memcpy(e, p->e0, sizeof *e * n);
    if (n > 0 && LAPACKE_dbdsqr(LAPACK_COL_MAJOR, 'U', (int)n, 0, 0, 0, d, e, NULL, 1, NULL, 1,
                                NULL, 1) != 0)
        off = NAN;
    for (int64_t i = 0; i < p->n; i++) {
        double x = creal(array_get(&p->d, i, 0));
        off = residual_larger(off, fabs(x - d[i]));
        if (!(x >= (i + 1 < p->n ? creal(array_get(&p->d, i + 1, 0)) : 0)))
            off = NAN;
    }
    free(d);
    free(e);
    return scaled(p->prec, off, most(1, p->n), p->norm);
}

/* The largest element of |B V - U D|, scaled. */
static double residual(const struct problem *p)
{
    double off = 0;
    int64_t n = p->n;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            double x = p->d0[i] * creal(array_get(&p->v, i, j)) -
                       creal(array_get(&p->d, j, 0)) * creal(array_get(&p->u, i, j));
            if (i + 1 < n)
                x += p->e0[i] * creal(array_get(&p->v, i + 1, j));
            off = residual_larger(off, fabs(x));
        }
    return scaled(p->prec, off, most(1, n), p->norm);
}

/* |Z^T Z - I| in the one norm, scaled. */
static double orthogonality(const struct problem *p, const struct array *a)
{
    int64_t n = p->n;
    wide *z = wide_of(a, STARLING_GENERAL), *y = wide_zeros(n, n);
    for (int64_t i = 0; i < n; i++)
        y[i + i * n] = -1;
    wide_gemm('T', 'N', n, n, n, 1, z, z, 1, y);
    double off = n > 0 ? wide_norm(y, n, n) : 0;
    free(z);
    free(y);
    return scaled(p->prec, off, most(1, n), 1);
}

static void check(struct cases *cases, starling_precision prec, enum kind kind, enum form form,
                  int64_t n, int64_t nb)
{
    struct problem p = problem_new(prec, kind, n);
    int info = solve(form, &p, nb);
    double values = value_error(&p), off = residual(&p);
    double left = orthogonality(&p, &p.u), right = orthogonality(&p, &p.v);
    bool intact = array_intact(&p.d, STARLING_GENERAL) && array_intact(&p.e, 0) &&
                  array_intact(&p.u, STARLING_GENERAL) && array_intact(&p.v, STARLING_GENERAL);
    hold(cases, info == 0 && intact && residual_right(values) && residual_right(off) &&
                    left <= 10 && right <= 10,
         "%cbdsdc %s form %d, n=%ld, nb=%ld: info %d, values %g, residual %g, orthogonality %g %g%s",
         letter(prec), names[kind], (int)form, (long)n, (long)nb, info, values, off, left, right,
         intact ? "" : ", more is changed");
    problem_free(&p);
}

static void results(starling_precision prec)
{
    static const int64_t sizes[] = {0, 1, 2, 3, 7, 8, 9, 31, 63, 64, 65, 131, 257};
    for (int kind = 0; kind < KINDS; kind++) {
        struct cases cases = {0};
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            int64_t n = sizes[s];
            if (quick() && n > 200)
                continue;
            check(&cases, prec, (enum kind)kind, (enum form)(s % 4), n, 8);
            check(&cases, prec, (enum kind)kind, (enum form)((s + 1) % 4), n, 64);
            if (n < 40)
                check(&cases, prec, (enum kind)kind, OBJECTS, n, 1);
        }
        if (!quick() || kind % 2 == 0)
            check(&cases, prec, (enum kind)kind, OBJECTS, quick() ? 301 : 601, 37);
        if (!quick() || kind % 2 == 1)
            check(&cases, prec, (enum kind)kind, OBJECTS, quick() ? 301 : 601, 256);
        ok(all_held(&cases), "%cbdsdc, %s, %d cases", letter(prec), names[kind], cases.run);
    }
}

/* ---- Failures ------------------------------------------------------------------------------ */

static void not_finite(starling_precision prec)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    struct cases cases = {0};
    for (int b = 0; b < 3; b++)
        for (int64_t at = 0; at < 70; at += 23)
            for (int above = 0; above < 2; above++) {
                struct problem p = problem_new(prec, RANDOM, 300);
                array_set(above ? &p.e : &p.d, at, 0, bad[b]);
                array_set(&p.d, 200, 0, NAN);
                int info = solve((enum form)(b % FORMS), &p, 32);
                hold(&cases, info == at + 1, "%cbdsdc, %g at %ld of %c: info %d", letter(prec),
                     bad[b], (long)at, above ? 'E' : 'D', info);
                problem_free(&p);
            }
    ok(all_held(&cases), "%cbdsdc: a NaN or Inf, %d cases", letter(prec), cases.run);
}

static void arguments(void)
{
    struct cases cases = {0};
    struct array d = array_new(STARLING_D, 6, 1, 0), e = array_new(STARLING_D, 5, 1, 0);
    struct array u = array_new(STARLING_D, 6, 6, 0), v = array_new(STARLING_D, 6, 6, 0);
    struct array c = array_new(STARLING_Z, 6, 1, 0);
    starling_matrix *D = wrap(&d, 6, 1), *E = wrap(&e, 6, 1), *U = wrap(&u, 6, 2);
    starling_matrix *V = wrap(&v, 6, 2), *wider = wrap(&v, 6, 3), *tiles = wrap(&v, 2, 2);
    starling_matrix *cut = wrap(&d, 3, 1), *complex_d = wrap(&c, 6, 1);
    starling_sequence *seq;
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    BAD(1, starling_bdsdc(NULL, E, U, V));
    BAD(1, starling_bdsdc(cut, E, U, V));
    BAD(1, starling_bdsdc(complex_d, E, U, V));
    BAD(2, starling_bdsdc(D, NULL, U, V));
    BAD(2, starling_bdsdc(D, D, U, V));
    BAD(3, starling_bdsdc(D, E, NULL, V));
    BAD(3, starling_bdsdc(D, E, D, V));
    BAD(3, starling_bdsdc(D, E, tiles, V));
    BAD(4, starling_bdsdc(D, E, U, NULL));
    BAD(4, starling_bdsdc(D, E, U, E));
    BAD(4, starling_bdsdc(D, E, U, U));
    BAD(4, starling_bdsdc(D, E, U, wider));
    BAD(5, starling_bdsdc_submit(D, E, U, V, NULL));
    BAD(1, starling_dbdsdc(-1, d.a, e.a, u.a, 6, v.a, 6));
    BAD(2, starling_dbdsdc(6, NULL, e.a, u.a, 6, v.a, 6));
    BAD(3, starling_dbdsdc(6, d.a, NULL, u.a, 6, v.a, 6));
    BAD(4, starling_dbdsdc(6, d.a, e.a, NULL, 6, v.a, 6));
    BAD(5, starling_dbdsdc(6, d.a, e.a, u.a, 5, v.a, 6));
    BAD(6, starling_dbdsdc(6, d.a, e.a, u.a, 6, NULL, 6));
    BAD(7, starling_dbdsdc(6, d.a, e.a, u.a, 6, v.a, 5));
    hold(&cases, starling_sequence_create(&seq) == 0 &&
                     starling_bdsdc_submit(D, D, U, V, seq) == -2 &&
                     starling_sequence_destroy(seq) == -2,
         "a bad argument in a sequence");
    starling_matrix *all[] = {D, E, U, V, wider, tiles, cut, complex_d};
    for (int i = 0; i < 8; i++)
        starling_matrix_destroy(all[i]);
    array_free(&d);
    array_free(&e);
    array_free(&u);
    array_free(&v);
    array_free(&c);
    ok(all_held(&cases), "arguments, %d cases", cases.run);
}

int main(void)
{
    for (int p = 0; p < 2; p++) { /* s and d */
        results(precisions[p]);
        not_finite(precisions[p]);
    }
    arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
