/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* stedc and sterf on matrices that are hard for them, in both real precisions and all forms; sterf
 * also by bisection, and stedc by chains of tasks. The library is linked statically: it has these on
 * GPUs alone.
 *  - T Z = Z diag(D), and Z is orthogonal;
 *  - D ascends and is what LAPACK's sterf gives, with and without vectors;
 *  - E is not changed;
 *  - a NaN or Inf gives its index;
 *  - bad arguments are told by position and name. */

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "src/eigen/eigen.h"
#include "tap.h"

/* ---- Matrices ------------------------------------------------------------------------------ */

enum kind {
    RANDOM,    /* uniform */
    TOEPLITZ,  /* (1, 2, 1) */
    WILKINSON, /* W+: pairs of eigenvalues that agree in all digits */
    GLUED,     /* W21+, several times, with small elements between */
    CLEMENT,   /* integers as eigenvalues */
    IDENTITY,
    ZERO,
    GRADED,    /* from 1 to 1e-300; single precision: 1e-36 */
    HUGE_ONES, /* near the largest number */
    TINY_ONES, /* near the smallest */
    SPLIT,     /* random, every fourth element of E is zero */
    CLUSTERED, /* 1 + random / 1e10 */
    NEGATIVE,  /* E < 0 */
    KINDS
};
static const char *const names[KINDS] = {"random", "toeplitz", "wilkinson", "glued", "clement",
                                         "identity", "zero", "graded", "huge", "tiny", "split",
                                         "clustered", "negative"};

static double diagonal(enum kind kind, int64_t n, int64_t i, double range, uint64_t *seed)
{
    switch (kind) {
    case TOEPLITZ: return 2;
    case WILKINSON: return fabs((double)(n - 1) / 2 - (double)i);
    case GLUED: return fabs(10 - (double)(i % 21));
    case CLEMENT: case ZERO: return 0;
    case IDENTITY: return 1;
    case GRADED: return pow(10, -range * (double)i / (double)n);
    case HUGE_ONES: return uniform(seed) * pow(10, range);
    case TINY_ONES: return uniform(seed) * pow(10, -range);
    case CLUSTERED: return 1 + uniform(seed) * 1e-10;
    default: return uniform(seed);
    }
}

static double subdiagonal(enum kind kind, int64_t n, int64_t i, double range, uint64_t *seed)
{
    switch (kind) {
    case TOEPLITZ: case WILKINSON: return 1;
    case GLUED: return i % 21 == 20 ? 1e-8 : 1;
    case CLEMENT: return sqrt((double)(i + 1) * (double)(n - 1 - i));
    case IDENTITY: case ZERO: return 0;
    case GRADED: return pow(10, -range * ((double)i + 0.5) / (double)n);
    case HUGE_ONES: return uniform(seed) * pow(10, range);
    case TINY_ONES: return uniform(seed) * pow(10, -range);
    case SPLIT: return i % 4 == 3 ? 0 : uniform(seed);
    case CLUSTERED: return uniform(seed) * 1e-10;
    case NEGATIVE: return -1 - uniform(seed);
    default: return uniform(seed);
    }
}

/* D, E and room for Z. */
struct problem {
    starling_precision prec;
    int64_t n;
    struct array d, e, z;
    double *d0, *e0; /* as they were, rounded to the precision */
    double norm;
};

static struct problem problem_new(starling_precision prec, enum kind kind, int64_t n)
{
    struct problem p = {.prec = prec, .n = n, .d = array_new(prec, n, 1, 0),
                        .e = array_new(prec, n > 0 ? n - 1 : 0, 1, 0),
                        .z = array_new(prec, n, n, 3)};
    double range = prec == STARLING_S ? 36 : 300;
    uint64_t seed = 11 + (uint64_t)n;
    p.d0 = calloc((size_t)n + 1, sizeof(double));
    p.e0 = calloc((size_t)n + 1, sizeof(double));
    for (int64_t i = 0; i < n; i++) {
        array_set(&p.d, i, 0, diagonal(kind, n, i, range, &seed));
        p.norm = fmax(p.norm, fabs(p.d0[i] = creal(array_get(&p.d, i, 0))));
    }
    for (int64_t i = 0; i + 1 < n; i++) {
        array_set(&p.e, i, 0, subdiagonal(kind, n, i, range, &seed));
        p.norm = fmax(p.norm, fabs(p.e0[i] = creal(array_get(&p.e, i, 0))));
    }
    array_save(&p.d);
    array_save(&p.e);
    array_save(&p.z);
    return p;
}

static void problem_free(struct problem *p)
{
    array_free(&p->d);
    array_free(&p->e);
    array_free(&p->z);
    free(p->d0);
    free(p->e0);
}

/* ---- Results ------------------------------------------------------------------------------- */

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };
enum way { STERF, STEDC, BISECTION, CHAINS, WAYS };
static const char *const way_name[] = {"sterf", "stedc", "sterf by bisection",
                                      "stedc by chains"};

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int solve(enum form form, enum way way, struct problem *p, int64_t nb)
{
    bool single = p->prec == STARLING_S, vectors = way == STEDC || way == CHAINS;
    int64_t n = p->n, ldz = p->z.lda;
    if (way == BISECTION || way == CHAINS)
        form = SEQUENCE;
    if (form == ARRAYS && vectors)
        return single ? starling_sstedc(n, p->d.a, p->e.a, p->z.a, ldz)
                      : starling_dstedc(n, p->d.a, p->e.a, p->z.a, ldz);
    if (form == ARRAYS)
        return single ? starling_ssterf(n, p->d.a, p->e.a) : starling_dsterf(n, p->d.a, p->e.a);
    starling_matrix *D = wrap(&p->d, most(1, n), 1), *E = wrap(&p->e, most(1, n), 1);
    starling_matrix *Z = wrap(&p->z, most(1, n), nb);
    int info;
    if (form == OBJECTS)
        info = vectors ? starling_stedc(D, E, Z) : starling_sterf(D, E);
    else {
        starling_sequence *seq;
        info = starling_sequence_create(&seq);
        info = info != 0            ? info
               : way == CHAINS      ? sl_stedc_by(true, D, E, Z, seq)
               : vectors            ? starling_stedc_submit(D, E, Z, seq)
               : way == BISECTION   ? sl_sterf_tasks_by(true, D, E, seq)
                                    : starling_sterf_submit(D, E, seq);
        int end = starling_sequence_destroy(seq);
        info = info != 0 ? info : end;
    }
    starling_matrix_destroy(D);
    starling_matrix_destroy(E);
    starling_matrix_destroy(Z);
    return info;
}

/* |D - LAPACK's| / (|T| n eps); a NaN or a wrong order is a NaN. */
static double value_error(const struct problem *p)
{
    double *d = malloc(sizeof *d * (size_t)(p->n + 1)), *e = malloc(sizeof *e * (size_t)(p->n + 1));
    double off = 0;
    memcpy(d, p->d0, sizeof *d * (size_t)p->n);
    memcpy(e, p->e0, sizeof *e * (size_t)p->n);
    if (p->n > 0 && LAPACKE_dsterf((int)p->n, d, e) != 0)
        off = NAN;
    for (int64_t i = 0; i < p->n; i++) {
        double x = creal(array_get(&p->d, i, 0));
        off = residual_larger(off, fabs(x - d[i]));
        if (i > 0 && !(creal(array_get(&p->d, i - 1, 0)) <= x))
            off = NAN;
    }
    free(d);
    free(e);
    return scaled(p->prec, off, most(1, p->n), p->norm);
}

/* The largest element of |T Z - Z D|, scaled. */
static double residual(const struct problem *p)
{
    double off = 0;
    int64_t n = p->n;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            double x = (p->d0[i] - creal(array_get(&p->d, j, 0))) * creal(array_get(&p->z, i, j));
            if (i > 0)
                x += p->e0[i - 1] * creal(array_get(&p->z, i - 1, j));
            if (i + 1 < n)
                x += p->e0[i] * creal(array_get(&p->z, i + 1, j));
            off = residual_larger(off, fabs(x));
        }
    return scaled(p->prec, off, most(1, n), p->norm);
}

/* |Z^T Z - I| in the one norm, scaled. */
static double orthogonality(const struct problem *p)
{
    int64_t n = p->n;
    wide *z = wide_of(&p->z, STARLING_GENERAL), *y = wide_zeros(n, n);
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
    for (int way = 0; way < WAYS; way++) {
        bool vectors = way == STEDC || way == CHAINS;
        struct problem p = problem_new(prec, kind, n);
        int info = solve(form, (enum way)way, &p, nb);
        double values = value_error(&p), off = vectors ? residual(&p) : 0;
        double square = vectors ? orthogonality(&p) : 0;
        bool intact = array_intact(&p.d, STARLING_GENERAL) && array_intact(&p.e, 0) &&
                      array_intact(&p.z, vectors ? STARLING_GENERAL : 0);
        hold(cases, info == 0 && intact && residual_right(values) && residual_right(off) &&
                        residual_right(square),
             "%c%s %s form %d, n=%ld, nb=%ld: info %d, values %g, residual %g, orthogonality %g%s",
             letter(prec), way_name[way], names[kind], (int)form, (long)n, (long)nb,
             info, values, off, square, intact ? "" : ", more is changed");
        problem_free(&p);
    }
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
            check(&cases, prec, (enum kind)kind, (enum form)(s % 3), n, 8);
            check(&cases, prec, (enum kind)kind, (enum form)((s + 1) % 3), n, 64);
            if (n < 40)
                check(&cases, prec, (enum kind)kind, OBJECTS, n, 1);
        }
        if (!quick() || kind % 2 == 0)
            check(&cases, prec, (enum kind)kind, OBJECTS, quick() ? 301 : 601, 37);
        if (!quick() || kind % 2 == 1)
            check(&cases, prec, (enum kind)kind, OBJECTS, quick() ? 301 : 601, 256);
        ok(all_held(&cases), "%cstedc and %csterf, %s, %d cases", letter(prec), letter(prec),
           names[kind], cases.run);
    }
}

/* ---- Failures ------------------------------------------------------------------------------ */

static void not_finite(starling_precision prec)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    struct cases cases = {0};
    for (int way = 0; way < WAYS; way++)
        for (int b = 0; b < 3; b++)
            for (int64_t at = 0; at < 70; at += 23)
                for (int below = 0; below < 2; below++) {
                    struct problem p = problem_new(prec, RANDOM, 300);
                    array_set(below ? &p.e : &p.d, at, 0, bad[b]);
                    array_set(&p.d, 200, 0, NAN);
                    int info = solve((enum form)(b % FORMS), (enum way)way, &p, 32);
                    hold(&cases, info == at + 1, "%c%s, %g at %ld of %c: info %d", letter(prec),
                         way_name[way], bad[b], (long)at, below ? 'E' : 'D', info);
                    problem_free(&p);
                }
    ok(all_held(&cases), "%cstedc and %csterf: a NaN or Inf, %d cases", letter(prec), letter(prec),
       cases.run);
}

static void arguments(void)
{
    struct cases cases = {0};
    struct array d = array_new(STARLING_D, 6, 1, 0), e = array_new(STARLING_D, 5, 1, 0);
    struct array z = array_new(STARLING_D, 6, 6, 0), c = array_new(STARLING_Z, 6, 1, 0);
    starling_matrix *D = wrap(&d, 6, 1), *E = wrap(&e, 6, 1), *Z = wrap(&z, 6, 2);
    starling_matrix *cut = wrap(&d, 3, 1), *complex_d = wrap(&c, 6, 1), *tiles = wrap(&z, 2, 2);
    starling_sequence *seq;
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    BAD(1, starling_stedc(NULL, E, Z));
    BAD(1, starling_stedc(cut, E, Z));
    BAD(1, starling_stedc(complex_d, E, Z));
    BAD(2, starling_stedc(D, NULL, Z));
    BAD(2, starling_stedc(D, D, Z));
    BAD(3, starling_stedc(D, E, NULL));
    BAD(3, starling_stedc(D, E, D));
    BAD(3, starling_stedc(D, E, tiles));
    BAD(4, starling_stedc_submit(D, E, Z, NULL));
    BAD(1, starling_sterf(NULL, E));
    BAD(2, starling_sterf(D, Z));
    BAD(3, starling_sterf_submit(D, E, NULL));
    BAD(1, starling_dsterf(-1, d.a, e.a));
    BAD(2, starling_dsterf(6, NULL, e.a));
    BAD(3, starling_dsterf(6, d.a, NULL));
    BAD(1, starling_dstedc(-1, d.a, e.a, z.a, 6));
    BAD(2, starling_dstedc(6, NULL, e.a, z.a, 6));
    BAD(3, starling_dstedc(6, d.a, NULL, z.a, 6));
    BAD(4, starling_dstedc(6, d.a, e.a, NULL, 6));
    BAD(5, starling_dstedc(6, d.a, e.a, z.a, 5));
    hold(&cases, starling_sequence_create(&seq) == 0 && starling_stedc_submit(D, D, Z, seq) == -2 &&
                     starling_sequence_destroy(seq) == -2,
         "a bad argument in a sequence");
    starling_matrix *all[] = {D, E, Z, cut, complex_d, tiles};
    for (int i = 0; i < 6; i++)
        starling_matrix_destroy(all[i]);
    array_free(&d);
    array_free(&e);
    array_free(&z);
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
