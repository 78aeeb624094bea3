/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values of bidiagonal matrices, in both real precisions, by bisection in groups of
 * several sizes, and by LAPACK in one task. The library is linked statically, for this stage is not
 * public.
 *  - by bisection each value is right relative to itself, down to 1e-300 of the largest: as many
 * are below and above it as counts in long double precision tell, which has exponents for squares;
 *  - so it is beside LAPACK's implicit QR without shifts, in double precision;
 *  - values descend, and zeros are zero;
 *  - all groups give the same bits;
 *  - a NaN or an infinity is told as n values that were not found. */

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
    RANDOM,
    DOWN,      /* graded, from 1 to 1e-300; in single precision to 1e-36 */
    UP,        /* the other way */
    ANY_ORDER, /* random exponents in that range */
    STEEP,     /* small d, large e: the smallest value is far below all elements */
    KAHAN,     /* s^i and -c s^i */
    TOEPLITZ,  /* 1, 1 */
    GLUED,     /* Wilkinson's matrix as d, e of 1, and small ones between */
    EQUAL,     /* all values are 3 */
    ZERO,
    ZERO_IN_D,
    ZERO_IN_E,
    LAST_IS_ZERO,
    TINY_ONES, /* near the smallest number */
    HUGE_ONES, /* near the largest */
    KINDS
};
static const char *const names[KINDS] = {"random",
                                         "graded downwards",
                                         "graded upwards",
                                         "graded in any order",
                                         "steep",
                                         "Kahan's",
                                         "Toeplitz",
                                         "glued Wilkinson",
                                         "equal values",
                                         "zero",
                                         "zeros in d",
                                         "zeros in e",
                                         "the last d is zero",
                                         "tiny",
                                         "huge"};

static double diagonal(enum kind kind, int64_t n, int64_t i, double range, uint64_t *seed)
{
    double place = (double)i / (double)n;
    switch (kind) {
    case DOWN:
        return pow(10, -range * place);
    case UP:
        return pow(10, -range * (1 - place));
    case ANY_ORDER:
        return pow(10, -range * fabs(uniform(seed)));
    case STEEP:
        return 0.5;
    case KAHAN:
        return pow(0.7, (double)(i % 50));
    case TOEPLITZ:
        return 1;
    case GLUED:
        return fabs(10 - (double)(i % 21));
    case EQUAL:
        return i % 2 ? 3 : -3;
    case ZERO:
        return 0;
    case ZERO_IN_D:
        return i % 7 == 3 ? 0 : uniform(seed);
    case LAST_IS_ZERO:
        return i == n - 1 ? 0 : uniform(seed);
    case TINY_ONES:
        return uniform(seed) * pow(10, -range);
    case HUGE_ONES:
        return uniform(seed) * pow(10, range);
    default:
        return uniform(seed);
    }
}

static double superdiagonal(enum kind kind, int64_t n, int64_t i, double range, uint64_t *seed)
{
    double place = ((double)i + 0.5) / (double)n;
    switch (kind) {
    case DOWN:
        return pow(10, -range * place);
    case UP:
        return pow(10, -range * (1 - place));
    case ANY_ORDER:
        return pow(10, -range * fabs(uniform(seed)));
    case STEEP:
        return 8;
    case KAHAN:
        return -sqrt(0.51) * pow(0.7, (double)(i % 50));
    case TOEPLITZ:
        return 1;
    case GLUED:
        return i % 21 == 20 ? 1e-8 : 1;
    case EQUAL:
    case ZERO:
        return 0;
    case ZERO_IN_E:
        return i % 4 == 3 ? 0 : uniform(seed);
    case TINY_ONES:
        return uniform(seed) * pow(10, -range);
    case HUGE_ONES:
        return uniform(seed) * pow(10, range);
    default:
        return uniform(seed);
    }
}

/* D, E, and both as they were, rounded to the precision. */
struct problem {
    starling_precision prec;
    int64_t n;
    struct array d, e;
    double *d0, *e0, largest;
};

static struct problem problem_new(starling_precision prec, enum kind kind, int64_t n)
{
    struct problem p = {
        .prec = prec, .n = n, .d = array_new(prec, n, 1, 0), .e = array_new(prec, n, 1, 0)};
    double range = prec == STARLING_S ? 36 : 300;
    uint64_t seed = 23 + (uint64_t)n;
    p.d0 = calloc((size_t)n + 1, sizeof(double));
    p.e0 = calloc((size_t)n + 1, sizeof(double));
    for (int64_t i = 0; i < n; i++) {
        array_set(&p.d, i, 0, diagonal(kind, n, i, range, &seed));
        array_set(&p.e, i, 0, i + 1 < n ? superdiagonal(kind, n, i, range, &seed) : NAN);
        p.d0[i] = creal(array_get(&p.d, i, 0));
        p.e0[i] = i + 1 < n ? creal(array_get(&p.e, i, 0)) : 0;
        p.largest = fmax(p.largest, fmax(fabs(p.d0[i]), fabs(p.e0[i])));
    }
    array_save(&p.d);
    array_save(&p.e);
    return p;
}

static void problem_free(struct problem *p)
{
    array_free(&p->d);
    array_free(&p->e);
    free(p->d0);
    free(p->e0);
}

/* ---- Results ------------------------------------------------------------------------------- */

static int solve(struct problem *p, int64_t group)
{
    int64_t n = p->n;
    starling_sequence *seq;
    starling_matrix *D = wrap(&p->d, n, 1), *E = wrap(&p->e, n, 1);
    int info = starling_sequence_create(&seq);
    if (info == 0)
        info = sl_bdsqr_by(group, D, E, sl_operation(seq), seq);
    int end = starling_sequence_destroy(seq);
    starling_matrix_destroy(D);
    starling_matrix_destroy(E);
    return info != 0 ? info : end;
}

/* How many singular values are below x: pivots of B^T B - x^2 I (Fernando, SIAM J. Matrix Anal.
 * Appl. 20, 1998). */
static int64_t below(const struct problem *p, long double x)
{
    const long double least = 1e-4000L;
    long double s = -x * x;
    int64_t count = 0;
    for (int64_t i = 0; i < p->n; i++) {
        long double pivot = (long double)p->d0[i] * p->d0[i] + s;
        pivot = fabsl(pivot) < least ? -least : pivot;
        count += pivot < 0;
        s = s / pivot * p->e0[i] * p->e0[i] - x * x;
    }
    return count;
}

/* Whether value j, in ascending order, is x but for so much. */
static bool is_value(const struct problem *p, int64_t j, long double x, long double error)
{
    return (x <= error || below(p, x - error) <= j) && below(p, x + error) > j;
}

static double value(const struct problem *p, int64_t j)
{
    return creal(array_get(&p->d, p->n - 1 - j, 0));
}

/* The values that differ by more than n units relative to themselves, those that are zero by more
 * than the least number that can be told from it; or by more than n units relative to the largest
 * element. */
static int64_t wrong_values(const struct problem *p, bool relative)
{
    double unit = epsilon(p->prec) * (2 + (double)p->n);
    double smallest = p->prec == STARLING_S ? FLT_TRUE_MIN : DBL_TRUE_MIN;
    int64_t wrong = 0;
    for (int64_t j = 0; j < p->n; j++) {
        double x = value(p, j);
        long double size = relative && x > 0 ? (long double)x * unit
                           : relative        ? (long double)p->largest * 0x1p-997L
                                             : (long double)p->largest * 4 * unit;
        wrong +=
            !(x >= 0 && is_value(p, j, x, size + smallest)) || (j > 0 && !(value(p, j - 1) <= x));
    }
    return wrong;
}

/* The largest difference relative to a value from LAPACK's implicit QR, which takes steps without
 * shifts where they matter, if there are vectors. Both precisions have normal numbers for the
 * values that are compared, and LAPACK has them also for these times n^2 eps. */
static double beside_lapack(const struct problem *p)
{
    int n = (int)p->n;
    double *d = calloc((size_t)n, sizeof *d), *e = calloc((size_t)n, sizeof *e);
    double *u = calloc((size_t)n, sizeof *u), worst = 0;
    double least = fmax(p->prec == STARLING_S ? FLT_MIN : 0, 1e-285 * p->largest);
    memcpy(d, p->d0, sizeof *d * (size_t)n);
    memcpy(e, p->e0, sizeof *e * (size_t)n);
    if (LAPACKE_dbdsqr(LAPACK_COL_MAJOR, 'U', n, 0, 1, 0, d, e, NULL, 1, u, 1, NULL, 1) != 0)
        worst = NAN;
    for (int64_t j = 0; j < n; j++)
        if (d[n - 1 - j] >= least)
            worst = residual_larger(worst, fabs(d[n - 1 - j] / value(p, j) - 1));
    free(d);
    free(e);
    free(u);
    return worst / (epsilon(p->prec) * (double)n);
}

static void check(struct cases *cases, starling_precision prec, enum kind kind, int64_t n)
{
    const int64_t groups[] = {0, 16, 48, (n + 15) / 16 * 16, n};
    bool distinct = kind == DOWN || kind == UP || kind == ANY_ORDER || kind == KAHAN;
    struct problem first = {.n = 0};
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        struct problem p = problem_new(prec, kind, n);
        int info = solve(&p, groups[g]);
        bool bisection = g > 0, same = true;
        int64_t wrong = wrong_values(&p, bisection);
        double lapack = bisection && distinct ? beside_lapack(&p) : 0;
        for (int64_t j = 0; j < n && g > 1; j++)
            same = same && value(&p, j) == value(&first, j);
        hold(cases,
             info == 0 && wrong == 0 && same && lapack < 30 &&
                 array_intact(&p.d, STARLING_GENERAL) && (!bisection || array_intact(&p.e, 0)),
             "%c, %s, n=%ld, groups of %ld: info %d, %ld wrong, %g from LAPACK's%s", letter(prec),
             names[kind], (long)n, (long)groups[g], info, (long)wrong, lapack,
             same ? "" : ", other bits");
        if (g == 1)
            first = p;
        else
            problem_free(&p);
    }
    problem_free(&first);
}

static void results(starling_precision prec)
{
    static const int64_t sizes[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 101, 257};
    for (int kind = 0; kind < KINDS; kind++) {
        struct cases cases = {0};
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            if (!quick() || sizes[s] < 100)
                check(&cases, prec, (enum kind)kind, sizes[s]);
        ok(all_held(&cases), "%c, %s: %d results", letter(prec), names[kind], cases.run);
    }
}

static void zeros(starling_precision prec)
{
    struct cases cases = {0};
    for (int64_t n = 2; n < 40; n += 9)
        for (int kind = ZERO; kind <= LAST_IS_ZERO; kind += LAST_IS_ZERO - ZERO) {
            struct problem p = problem_new(prec, (enum kind)kind, n);
            int info = solve(&p, 16);
            int64_t count = 0;
            for (int64_t j = 0; j < n; j++)
                count += value(&p, j) == 0;
            hold(&cases, info == 0 && count == (kind == ZERO ? n : 1),
                 "%c, %s, n=%ld: info %d, %ld zeros", letter(prec), names[kind], (long)n, info,
                 (long)count);
            problem_free(&p);
        }
    ok(all_held(&cases), "%c: zeros, %d cases", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    struct cases cases = {0};
    for (int64_t group = 0; group <= 70; group += 35)
        for (int b = 0; b < 3; b++)
            for (int beside = 0; beside < 2; beside++) {
                struct problem p = problem_new(prec, RANDOM, 70);
                array_set(beside ? &p.e : &p.d, 68, 0, bad[b]);
                int info = solve(&p, group);
                hold(&cases, info == 70, "%c, groups of %ld, %g in %c: info %d", letter(prec),
                     (long)group, bad[b], beside ? 'E' : 'D', info);
                problem_free(&p);
            }
    ok(all_held(&cases), "%c: a NaN or an infinity, %d cases", letter(prec), cases.run);
}

int main(void)
{
    for (int p = 0; p < 2; p++) { /* s and d */
        results(precisions[p]);
        zeros(precisions[p]);
        not_finite(precisions[p]);
    }
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
