/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Condition numbers and scalings in all precisions, as objects in several tiles and as arrays:
 *  - gecon, pocon and trcon give LAPACK's rcond within a factor of 2, never less than the true one;
 *  - a multiple of A has the same rcond, at both ends of the range, too;
 *  - singular factors give 0, a NaN or an infinity in them gives info 1, and a norm that is none is
 * told;
 *  - geequ and poequ give LAPACK's factors, ratios and info. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

#define LAPACK(p, name, ...)                                                                       \
    ((p) == STARLING_S   ? LAPACKE_s##name(LAPACK_COL_MAJOR, __VA_ARGS__)                          \
     : (p) == STARLING_D ? LAPACKE_d##name(LAPACK_COL_MAJOR, __VA_ARGS__)                          \
     : (p) == STARLING_C ? LAPACKE_c##name(LAPACK_COL_MAJOR, __VA_ARGS__)                          \
                         : LAPACKE_z##name(LAPACK_COL_MAJOR, __VA_ARGS__))

static bool is_single(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C;
}

/* A number in the real precision, and what a function has left there. */
union real {
    float s;
    double d;
};
static double real_value(starling_precision prec, const union real *x)
{
    return is_single(prec) ? (double)x->s : x->d;
}

/* ---- Matrices ------------------------------------------------------------------------------ */

/* GE: factored by LU; PO: by Cholesky; TR: a triangle. */
enum kind { GE, PO, TR };
struct test {
    enum kind kind;
    starling_precision prec;
    char norm, uplo, diag; /* uplo: L or U */
    int64_t n, nb;
    bool columns;   /* block columns: LU */
    double power;   /* A is multiplied by it */
    struct array a; /* A, then its factors */
    wide *exact;    /* A */
    double anorm;
};

/* Random; rows that shrink make it ill-conditioned. */
static struct array fill(const struct test *t, double shrink)
{
    struct array a = array_new(t->prec, t->n, t->n, 2);
    if (t->kind == PO)
        array_spd(&a, 'G', 3 + (uint64_t)t->n);
    else
        array_random(&a, 'G', 5 + (uint64_t)t->n);
    for (int64_t j = 0; j < t->n; j++)
        for (int64_t i = 0; i < t->n; i++) {
            double factor = pow(shrink, (double)i) * (t->kind == PO ? pow(shrink, (double)j) : 1);
            wide x = array_get(&a, i, j);
            if (t->kind == PO && i == j)
                x = creal(x);
            if (t->kind == TR && i == j)
                x += 1.5;
            array_set(&a, i, j, x * factor * t->power);
        }
    return a;
}

static wide *exact_of(const struct test *t)
{
    wide *a = t->kind == GE   ? wide_of(&t->a, 'G')
              : t->kind == PO ? wide_hermitian(&t->a, t->uplo)
                              : wide_of(&t->a, t->uplo);
    for (int64_t i = 0; i < t->n && t->kind == TR && t->diag == 'U'; i++)
        a[i + i * t->n] = 1;
    return a;
}

/* 1 / (|A| |A^-1|) by an inverse in double precision */
static double true_rcond(const struct test *t)
{
    int n = (int)t->n;
    size_t size = sizeof(wide) * (size_t)(n * n);
    wide *inverse = malloc(size + 1);
    int *ipiv = malloc(sizeof *ipiv * (size_t)(n + 1));
    for (int i = 0; i < n * n; i++)
        inverse[i] = t->exact[i] / t->power;
    int info = n == 0 ? 0 : LAPACKE_zgetrf(LAPACK_COL_MAJOR, n, n, inverse, n, ipiv);
    if (info == 0 && n > 0)
        info = LAPACKE_zgetri(LAPACK_COL_MAJOR, n, inverse, n, ipiv);
    double norm = wide_lange(t->norm, inverse, n, n) / t->power;
    free(inverse);
    free(ipiv);
    return info == 0 ? 1 / (t->anorm * norm) : 0;
}

/* rcond of the factors in `a` by LAPACK. */
static double lapack_rcond(const struct test *t)
{
    union real rcond = {.d = -1};
    int n = (int)t->n, lda = (int)t->a.lda;
    if (t->kind == GE)
        LAPACK(t->prec, gecon, t->norm, n, t->a.a, lda, t->anorm, (void *)&rcond);
    else if (t->kind == PO)
        LAPACK(t->prec, pocon, t->uplo, n, t->a.a, lda, t->anorm, (void *)&rcond);
    else
        LAPACK(t->prec, trcon, t->norm, t->uplo, t->diag, n, t->a.a, lda, (void *)&rcond);
    return real_value(t->prec, &rcond);
}

static int array_rcond(const struct test *t, double *rcond)
{
    union real value = {.d = -1};
    int info = t->kind == GE
                   ? API(t->prec, gecon, t->norm, t->n, t->a.a, t->a.lda, t->anorm, (void *)&value)
               : t->kind == PO
                   ? API(t->prec, pocon, t->uplo, t->n, t->a.a, t->a.lda, t->anorm, (void *)&value)
                   : API(t->prec, trcon, t->norm, t->uplo, t->diag, t->n, t->a.a, t->a.lda,
                         (void *)&value);
    *rcond = real_value(t->prec, &value);
    return info;
}

static int object_rcond(struct test *t, double *rcond)
{
    starling_matrix *A = wrap(&t->a, t->columns ? t->n + 1 : t->nb, t->nb);
    starling_norm norm = (starling_norm)t->norm;
    *rcond = -1;
    int info = t->kind == GE ? starling_gecon(norm, A, t->anorm, rcond)
               : t->kind == PO
                   ? starling_pocon((starling_uplo)t->uplo, A, t->anorm, rcond)
                   : starling_trcon(norm, (starling_uplo)t->uplo, (starling_diag)t->diag, A, rcond);
    starling_matrix_destroy(A);
    return info;
}

static int factor(struct test *t)
{
    int64_t *ipiv = malloc(sizeof *ipiv * (size_t)(t->n + 1));
    int info = t->kind == GE   ? API(t->prec, getrf, t->n, t->n, t->a.a, t->a.lda, ipiv)
               : t->kind == PO ? API(t->prec, potrf, t->uplo, t->n, t->a.a, t->a.lda)
                               : 0;
    free(ipiv);
    return info;
}

static void begin(struct test *t, double shrink)
{
    t->a = fill(t, shrink);
    t->exact = exact_of(t);
    t->anorm = wide_lange(t->norm, t->exact, t->n, t->n);
}

static void end(struct test *t)
{
    array_free(&t->a);
    free(t->exact);
}

static void one(struct cases *cases, struct test *t, double shrink)
{
    double objects, arrays;
    begin(t, shrink);
    double exact = true_rcond(t);
    int failed = factor(t);
    array_save(&t->a);
    double lapack = lapack_rcond(t);
    int info = object_rcond(t, &objects), info2 = array_rcond(t, &arrays);
    double slack =
        1 + 100 * (double)t->n * epsilon(t->prec) / (exact + epsilon(t->prec)); /* of factors */
    bool empty = t->n == 0;
    if (empty)
        lapack = exact = 1;
    hold(cases,
         failed == 0 && info == 0 && info2 == 0 && objects * 2 >= lapack && objects <= lapack * 2 &&
             objects * slack >= exact && objects <= 10 * exact * slack &&
             fabs(arrays - objects) <= 1e-2 * objects * slack && array_intact(&t->a, 0),
         "%c%s norm=%c uplo=%c diag=%c n=%d nb=%d%s shrink=%g power=%g: info %d %d %d, rcond %g, "
         "%g, "
         "LAPACK %g, true %g",
         letter(t->prec),
         t->kind == GE   ? "gecon"
         : t->kind == PO ? "pocon"
                         : "trcon",
         t->norm, t->uplo, t->diag, (int)t->n, (int)t->nb, t->columns ? " columns" : "", shrink,
         t->power, failed, info, info2, objects, arrays, lapack, exact);
    end(t);
}

static const int64_t orders[] = {0, 1, 2, 5, 13, 23, 29};
enum { ORDERS = sizeof orders / sizeof orders[0] };

static void against_lapack(starling_precision prec, enum kind kind)
{
    struct cases cases = {0};
    const double shrinks[] = {1, 0.8};
    double far = is_single(prec) ? 0x1p100 : 0x1p900;
    const double powers[] = {1, 1 / far, far};
    for (int o = 0; o < ORDERS; o++)
        for (int64_t nb = 4; nb <= 11; nb += 7)
            for (int v = 0; v < 8; v++) /* norm, uplo, diag or block columns */
                for (int s = 0; s < 2; s++)
                    for (int p = 0; p < (v == 0 ? 3 : 1); p++) {
                        struct test t = {kind,
                                         prec,
                                         .norm = v & 1 ? 'I' : 'O',
                                         .uplo = v & 2 ? 'U' : 'L',
                                         .diag = v & 4 ? 'U' : 'N',
                                         .n = orders[o],
                                         .nb = nb,
                                         .columns = kind == GE && v & 4,
                                         .power = powers[p]};
                        if ((kind == GE && v & 2) || (kind == PO && v & 5) ||
                            (kind == TR && v & 4 && p > 0))
                            continue;
                        one(&cases, &t, shrinks[s]);
                    }
    ok(all_held(&cases), "%c%s: %d condition numbers", letter(prec),
       kind == GE   ? "gecon"
       : kind == PO ? "pocon"
                    : "trcon",
       cases.run);
}

/* ---- Singular, not finite, wrong norms ------------------------------------------------------ */

/* A zero in place p of the diagonal of the factors; two equal rows; what is not finite. */
static void singular(starling_precision prec)
{
    struct cases cases = {0};
    const double bad[] = {0, NAN, INFINITY};
    for (int kind = 0; kind < 3; kind++)
        for (int64_t p = 0; p < 9; p += 4)
            for (int b = 0; b < 3; b++)
                for (int columns = 0; columns < (kind == GE ? 2 : 1); columns++) {
                    struct test t = {(enum kind)kind,    prec,      'O', 'L', 'N', .n = 9, .nb = 4,
                                     .columns = columns, .power = 1};
                    double objects, arrays;
                    begin(&t, 1);
                    factor(&t);
                    array_set(&t.a, p, p, bad[b]);
                    int info = object_rcond(&t, &objects), info2 = array_rcond(&t, &arrays);
                    bool zero = bad[b] == 0;
                    hold(&cases,
                         zero ? info == 0 && info2 == 0 && objects == 0 && arrays == 0
                              : info == 1 && info2 == 1 && isnan(objects) && isnan(arrays),
                         "%c %s factors with %g at %d: info %d %d, rcond %g %g", letter(prec),
                         kind == GE   ? "LU"
                         : kind == PO ? "Cholesky"
                                      : "triangular",
                         bad[b], (int)p, info, info2, objects, arrays);
                    end(&t);
                }
    for (int64_t n = 2; n <= 30; n += 4) { /* all ones: U is one row */
        struct test t = {GE, prec, 'I', 'L', 'N', .n = n, .nb = 4, .power = 1};
        double objects, arrays;
        begin(&t, 1);
        for (int64_t i = 0; i < n * n; i++)
            array_set(&t.a, i % n, i / n, 1);
        factor(&t);
        t.anorm = (double)n;
        int info = object_rcond(&t, &objects), info2 = array_rcond(&t, &arrays);
        hold(&cases,
             info == 0 && info2 == 0 && objects == 0 && arrays == 0 && lapack_rcond(&t) == 0,
             "%c ones of order %d: info %d %d, rcond %g %g", letter(prec), (int)n, info, info2,
             objects, arrays);
        end(&t);
    }
    ok(all_held(&cases), "%c: singular and not finite factors", letter(prec));
}

static void wrong_norms(starling_precision prec)
{
    struct cases cases = {0};
    const double wrong[] = {-1, NAN, INFINITY};
    listen_to_errors();
    for (int kind = 0; kind < 2; kind++)
        for (int w = 0; w < 4; w++) {
            struct test t = {(enum kind)kind, prec, 'O', 'L', 'N', .n = 5, .nb = 4, .power = 1};
            double objects, arrays;
            begin(&t, 1);
            factor(&t);
            t.anorm = w < 3 ? wrong[w] : 0;
            told(0, 0);
            int info = object_rcond(&t, &objects);
            bool said = told(3, w < 3);
            int info2 = array_rcond(&t, &arrays);
            hold(&cases, info == (w < 3 ? -3 : 0) && info2 == (w < 3 ? -5 : 0) && (w == 3 || said),
                 "anorm=%g: info %d %d: %s", t.anorm, info, info2, last_message());
            hold(&cases, w < 3 ? told(5, 1) : true, "anorm=%g: %s", t.anorm, last_message());
            hold(&cases, w == 1 ? isnan(objects) && isnan(arrays) : objects == 0 && arrays == 0,
                 "anorm=%g: rcond %g %g", t.anorm, objects, arrays);
            end(&t);
        }
    starling_set_error_handler(NULL, NULL);
    ok(all_held(&cases), "%c: norms that are none, and 0", letter(prec));
}

/* ---- geequ and poequ ------------------------------------------------------------------------ */

static double real_at(starling_precision prec, const void *x, int64_t i)
{
    return is_single(prec) ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

static bool same(starling_precision prec, const void *x, const void *y, int64_t n)
{
    bool equal = true;
    for (int64_t i = 0; i < n; i++) {
        double a = real_at(prec, x, i), b = real_at(prec, y, i);
        equal &= fabs(a - b) <= 4 * epsilon(prec) * fabs(b);
    }
    return equal;
}

/* zero: a row (> 0) or a column (< 0) of zeros, 0: none. wide: elements far apart. */
static void geequ(struct cases *cases, starling_precision prec, int64_t m, int64_t n, int64_t zero,
                  bool wide_range)
{
    struct array a = array_new(prec, m, n, 3), r[2], c[2], k[2];
    array_random(&a, 'G', (uint64_t)(m + 7 * n));
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            double factor = !wide_range ? 1 : pow(10, (double)((i * 7 + j * 5) % 61) - 30);
            array_set(&a, i, j, i + 1 == zero || j + 1 == -zero ? 0 : array_get(&a, i, j) * factor);
        }
    array_save(&a);
    for (int l = 0; l < 2; l++) {
        r[l] = array_new(real_of(prec), m + 1, 1, 0);
        c[l] = array_new(real_of(prec), n + 1, 1, 0);
        k[l] = array_new(real_of(prec), 3, 1, 0);
    }
    size_t size = element_size(real_of(prec));
    char *ours = k[0].a, *theirs = k[1].a;
    int info = API(prec, geequ, m, n, a.a, a.lda, r[0].a, c[0].a, (void *)ours,
                   (void *)(ours + size), (void *)(ours + 2 * size));
    int expected = LAPACK(prec, geequ, (int)m, (int)n, a.a, (int)a.lda, r[1].a, c[1].a,
                          (void *)theirs, (void *)(theirs + size), (void *)(theirs + 2 * size));
    bool right = info == expected && same(prec, ours + 2 * size, theirs + 2 * size, 1);
    if (info == 0 && m > 0 && n > 0)
        right = right && same(prec, r[0].a, r[1].a, m) && same(prec, c[0].a, c[1].a, n) &&
                same(prec, ours, theirs, 2);
    hold(cases, right && array_intact(&a, 0),
         "%cgeequ m=%d n=%d zero=%d%s: info %d, LAPACK %d, ratios %g %g, LAPACK %g %g",
         letter(prec), (int)m, (int)n, (int)zero, wide_range ? " wide" : "", info, expected,
         real_at(prec, ours, 0), real_at(prec, ours, 1), real_at(prec, theirs, 0),
         real_at(prec, theirs, 1));
    for (int l = 0; l < 2; l++) {
        array_free(&r[l]);
        array_free(&c[l]);
        array_free(&k[l]);
    }
    array_free(&a);
}

/* negative: the place of an element of the diagonal that is not positive, 0: none */
static void poequ(struct cases *cases, starling_precision prec, int64_t n, int64_t negative,
                  double value)
{
    struct array a = array_new(prec, n, n, 1), s[2], k[2];
    array_spd(&a, 'G', (uint64_t)n);
    for (int64_t i = 0; i < n; i++)
        array_set(&a, i, i,
                  i + 1 == negative ? value : array_get(&a, i, i) * pow(10, (double)(i % 19) - 9));
    size_t size = element_size(real_of(prec));
    for (int l = 0; l < 2; l++) {
        s[l] = array_new(real_of(prec), n + 1, 1, 0);
        k[l] = array_new(real_of(prec), 2, 1, 0);
    }
    char *ours = k[0].a, *theirs = k[1].a;
    int info = API(prec, poequ, n, a.a, a.lda, s[0].a, (void *)ours, (void *)(ours + size));
    int expected = LAPACK(prec, poequ, (int)n, a.a, (int)a.lda, s[1].a, (void *)theirs,
                          (void *)(theirs + size));
    hold(cases,
         info == expected && same(prec, ours + size, theirs + size, 1) &&
             (info != 0 || (same(prec, s[0].a, s[1].a, n) && same(prec, ours, theirs, 1))),
         "%cpoequ n=%d, %g at %d: info %d, LAPACK %d", letter(prec), (int)n, value, (int)negative,
         info, expected);
    for (int l = 0; l < 2; l++) {
        array_free(&s[l]);
        array_free(&k[l]);
    }
    array_free(&a);
}

static void scalings(starling_precision prec)
{
    struct cases cases = {0};
    const int64_t sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {2, 1}, {7, 5}, {5, 7}, {31, 31}};
    for (int s = 0; s < 8; s++)
        for (int w = 0; w < 2; w++) {
            int64_t m = sizes[s][0], n = sizes[s][1];
            geequ(&cases, prec, m, n, 0, w);
            if (m == 0 || n == 0)
                continue;
            geequ(&cases, prec, m, n, 1, w);
            geequ(&cases, prec, m, n, m, w);
            geequ(&cases, prec, m, n, -1, w);
            geequ(&cases, prec, m, n, -n, w);
        }
    for (int o = 0; o < ORDERS; o++) {
        poequ(&cases, prec, orders[o], 0, 0);
        if (orders[o] > 0) {
            poequ(&cases, prec, orders[o], 1, 0);
            poequ(&cases, prec, orders[o], orders[o], -1);
        }
    }
    ok(all_held(&cases), "%c: %d scalings as LAPACK's", letter(prec), cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        for (int kind = 0; kind < 3; kind++)
            against_lapack(precisions[p], (enum kind)kind);
        singular(precisions[p]);
        wrong_norms(precisions[p]);
        scalings(precisions[p]);
    }
    return done_testing();
}
