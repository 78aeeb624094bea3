/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Refinement and expert drivers in all precisions, on systems with small integers, of which
 * solutions are known exactly:
 *  - gerfs and porfs take a solution with three digits to a berr of some eps; ferr is a bound of
 * the true error, and no more than some times LAPACK's; objects in any tiles and arrays agree;
 *  - columns do not depend on each other: one with a NaN has NaNs, its neighbours are right;
 *  - gesvx and posvx give LAPACK's info, equed, scaled A and B, rcond, growth and X, with fact = N,
 * E, F;
 *  - info is i for singular and not definite matrices, n + 1 for ill-conditioned ones. */

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

static double real_at(const struct array *x, int64_t i)
{
    return creal(array_get(x, i, 0));
}

static double size_of(wide z)
{
    return fabs(creal(z)) + fabs(cimag(z));
}

/* ---- Systems ------------------------------------------------------------------------------- */

enum { MOST = 6 };
/* op(A) X = B of order n; Cholesky with uplo L or U, LU with uplo G. */
struct test {
    starling_precision prec;
    char uplo, trans;
    int64_t n, nrhs;
    struct array a, af, b, x, ferr, berr, exact;
    int64_t *ipiv;
    int *lapack_ipiv;
};

static double integer(uint64_t *seed, int most)
{
    return floor(uniform(seed) * (most + 0.999));
}

static wide number(starling_precision prec, uint64_t *seed, int most)
{
    double re = integer(seed, most), im = is_complex(prec) ? integer(seed, most) : 0;
    return re + im * I;
}

static void make_matrix(struct test *t, uint64_t *seed)
{
    for (int64_t j = 0; j < t->n; j++)
        for (int64_t i = 0; i < t->n; i++)
            array_set(&t->a, i, j, number(t->prec, seed, 4));
    for (int64_t j = 0; j < t->n && t->uplo != 'G'; j++) {
        array_set(&t->a, j, j, 8. * (double)t->n); /* definite */
        for (int64_t i = 0; i < j; i++)
            array_set(&t->a, i, j, conj(array_get(&t->a, j, i)));
    }
}

/* B = op(A) X */
static void make_right_side(struct test *t)
{
    wide *a = wide_of(&t->a, 'G'), *x = wide_of(&t->exact, 'G'), *b = wide_zeros(t->n, t->nrhs);
    if (t->n > 0 && t->nrhs > 0)
        wide_gemm(t->trans, 'N', t->n, t->nrhs, t->n, 1, a, x, 0, b);
    for (int64_t i = 0; i < t->n * t->nrhs; i++)
        array_set(&t->b, i % t->n, i / t->n, b[i]);
    free(a);
    free(x);
    free(b);
}

static struct test begin(starling_precision prec, char uplo, char trans, int64_t n, int64_t nrhs)
{
    struct test t = {.prec = prec, .uplo = uplo, .trans = trans, .n = n, .nrhs = nrhs};
    uint64_t seed = (uint64_t)(11 + n + 100 * nrhs);
    t.a = array_new(prec, n, n, 2);
    t.af = array_new(prec, n, n, 1);
    t.b = array_new(prec, n, nrhs, 3);
    t.x = array_new(prec, n, nrhs, 0);
    t.exact = array_new(prec, n, nrhs, 0);
    t.ferr = array_new(real_of(prec), nrhs, 1, 0);
    t.berr = array_new(real_of(prec), nrhs, 1, 0);
    t.ipiv = malloc(sizeof *t.ipiv * (size_t)(n + 1));
    t.lapack_ipiv = malloc(sizeof *t.lapack_ipiv * (size_t)(n + 1));
    make_matrix(&t, &seed);
    for (int64_t i = 0; i < n * nrhs; i++)
        array_set(&t.exact, i % n, i / n, number(prec, &seed, 5));
    make_right_side(&t);
    return t;
}

static void end(struct test *t)
{
    struct array *all[] = {&t->a, &t->af, &t->b, &t->x, &t->exact, &t->ferr, &t->berr};
    for (int i = 0; i < 7; i++)
        array_free(all[i]);
    free(t->ipiv);
    free(t->lapack_ipiv);
}

static void copy(const struct array *from, struct array *to)
{
    for (int64_t j = 0; j < from->n; j++)
        for (int64_t i = 0; i < from->m; i++)
            array_set(to, i, j, array_get(from, i, j));
}

/* max |x - exact| / max |x| of column j */
static double true_error(const struct test *t, int64_t j)
{
    double most = 0, error = 0;
    for (int64_t i = 0; i < t->n; i++) {
        wide x = array_get(&t->x, i, j);
        most = residual_larger(most, size_of(x));
        error = residual_larger(error, size_of(x - array_get(&t->exact, i, j)));
    }
    return error == 0 ? 0 : error / most;
}

/* ---- Refinement ---------------------------------------------------------------------------- */

static int factor(struct test *t)
{
    copy(&t->a, &t->af);
    int info = t->uplo == 'G' ? API(t->prec, getrf, t->n, t->n, t->af.a, t->af.lda, t->ipiv)
                              : API(t->prec, potrf, t->uplo, t->n, t->af.a, t->af.lda);
    for (int64_t i = 0; i < t->n && t->uplo == 'G'; i++)
        t->lapack_ipiv[i] = (int)t->ipiv[i];
    return info;
}

/* A solution with three digits. */
static void rough(struct test *t)
{
    uint64_t seed = 7;
    for (int64_t j = 0; j < t->nrhs; j++)
        for (int64_t i = 0; i < t->n; i++)
            array_set(&t->x, i, j, array_get(&t->exact, i, j) * (1 + 1e-3 * uniform(&seed)));
}

static int lapack_refine(struct test *t)
{
    int n = (int)t->n, nrhs = (int)t->nrhs;
    if (t->uplo == 'G')
        return LAPACK(t->prec, gerfs, t->trans, n, nrhs, t->a.a, (int)t->a.lda, t->af.a,
                      (int)t->af.lda, t->lapack_ipiv, t->b.a, (int)t->b.lda, t->x.a, (int)t->x.lda,
                      t->ferr.a, t->berr.a);
    return LAPACK(t->prec, porfs, t->uplo, n, nrhs, t->a.a, (int)t->a.lda, t->af.a, (int)t->af.lda,
                  t->b.a, (int)t->b.lda, t->x.a, (int)t->x.lda, t->ferr.a, t->berr.a);
}

static int array_refine(struct test *t)
{
    if (t->uplo == 'G')
        return API(t->prec, gerfs, t->trans, t->n, t->nrhs, t->a.a, t->a.lda, t->af.a, t->af.lda,
                   t->ipiv, t->b.a, t->b.lda, t->x.a, t->x.lda, t->ferr.a, t->berr.a);
    return API(t->prec, porfs, t->uplo, t->n, t->nrhs, t->a.a, t->a.lda, t->af.a, t->af.lda, t->b.a,
               t->b.lda, t->x.a, t->x.lda, t->ferr.a, t->berr.a);
}

static int object_refine(struct test *t, int64_t nb, bool columns)
{
    double ferr[MOST], berr[MOST];
    bool lu = t->uplo == 'G';
    starling_matrix *A = wrap(&t->a, lu ? nb + 2 : nb + 1, nb + 1),
                    *AF = wrap(&t->af, columns ? t->n + 1 : nb, nb), *B = wrap(&t->b, 3, 2),
                    *X = wrap(&t->x, 5, 2);
    if (lu)
        starling_matrix_set_ipiv(AF, t->ipiv);
    int info = lu ? starling_gerfs((starling_trans)t->trans, A, AF, B, X, ferr, berr)
                  : starling_porfs((starling_uplo)t->uplo, A, AF, B, X, ferr, berr);
    starling_matrix_destroy(A);
    starling_matrix_destroy(AF);
    starling_matrix_destroy(B);
    starling_matrix_destroy(X);
    for (int64_t j = 0; j < t->nrhs && info == 0; j++) {
        array_set(&t->ferr, j, 0, ferr[j]);
        array_set(&t->berr, j, 0, berr[j]);
    }
    return info;
}

/* form 0: arrays; 1, 2: objects in tiles, in block columns. */
static void refine_one(struct cases *cases, struct test *t, int64_t nb, int form)
{
    double theirs[MOST];
    rough(t);
    int expected = t->n > 0 && t->nrhs > 0 ? lapack_refine(t) : 0;
    for (int64_t j = 0; j < t->nrhs; j++)
        theirs[j] = real_at(&t->ferr, j);
    rough(t);
    struct array *kept[] = {&t->a, &t->af, &t->b};
    for (int i = 0; i < 3; i++)
        array_save(kept[i]);
    array_save(&t->x);
    int info = form == 0 ? array_refine(t) : object_refine(t, nb, form == 2);
    bool intact = array_intact(&t->x, 'G');
    for (int i = 0; i < 3; i++)
        intact = intact && array_intact(kept[i], 0);
    hold(cases, info == 0 && expected == 0 && intact,
         "%c%s uplo=%c trans=%c n=%d nrhs=%d nb=%d form=%d: info %d", letter(t->prec),
         t->uplo == 'G' ? "gerfs" : "porfs", t->uplo, t->trans, (int)t->n, (int)t->nrhs, (int)nb,
         form, info);
    for (int64_t j = 0; j < t->nrhs && info == 0; j++) {
        double error = true_error(t, j), ferr = real_at(&t->ferr, j), berr = real_at(&t->berr, j);
        if (t->n == 0)
            theirs[j] = 0;
        hold(cases, berr <= 4 * epsilon(t->prec) && error <= ferr && ferr <= 4 * theirs[j],
             "%c%s uplo=%c trans=%c n=%d nrhs=%d nb=%d form=%d column %d: error %g, ferr %g "
             "(LAPACK %g), "
             "berr %g",
             letter(t->prec), t->uplo == 'G' ? "gerfs" : "porfs", t->uplo, t->trans, (int)t->n,
             (int)t->nrhs, (int)nb, form, (int)j, error, ferr, theirs[j], berr);
    }
}

static const int64_t orders[] = {0, 1, 2, 5, 13, 29};
enum { ORDERS = sizeof orders / sizeof orders[0] };

static void refinement(starling_precision prec)
{
    struct cases cases = {0};
    for (int o = 0; o < ORDERS; o++)
        for (int v = 0; v < 5; v++) /* LU: N, T, C; Cholesky: L, U */
            for (int64_t nrhs = 0; nrhs <= 5; nrhs += nrhs == 0 ? 1 : 4) {
                struct test t = begin(prec, "GGGLU"[v], "NTCNN"[v], orders[o], nrhs);
                hold(&cases, factor(&t) == 0, "%c factors n=%d", letter(prec), (int)t.n);
                for (int64_t nb = 4; nb <= 32; nb += 28)
                    for (int form = 0; form < (v < 3 ? 3 : 2); form++)
                        refine_one(&cases, &t, nb, form);
                end(&t);
            }
    ok(all_held(&cases), "%c: %d refined solutions", letter(prec), cases.run);
}

static void column_with_nan(starling_precision prec)
{
    struct cases cases = {0};
    for (int v = 0; v < 2; v++) {
        struct test t = begin(prec, "GL"[v], 'N', 13, 3);
        factor(&t);
        rough(&t);
        array_set(&t.b, 4, 1, NAN);
        int info = object_refine(&t, 4, false);
        hold(&cases, info == 0 && isnan(real_at(&t.berr, 1)) && isnan(real_at(&t.ferr, 1)),
             "%c info %d, berr %g, ferr %g of a NaN", letter(prec), info, real_at(&t.berr, 1),
             real_at(&t.ferr, 1));
        for (int64_t j = 0; j < 3; j += 2)
            hold(&cases,
                 real_at(&t.berr, j) <= 4 * epsilon(prec) &&
                     true_error(&t, j) <= real_at(&t.ferr, j),
                 "%c beside a NaN: berr %g, ferr %g, error %g", letter(prec), real_at(&t.berr, j),
                 real_at(&t.ferr, j), true_error(&t, j));
        end(&t);
    }
    ok(all_held(&cases), "%c: a NaN stays in its column", letter(prec));
}

/* ---- Expert drivers ------------------------------------------------------------------------ */

/* Arguments and results of one call; s is r, c of gesvx. */
struct expert {
    struct test t;
    struct array r, c, value; /* value: rcond, growth */
    char fact, equed;
};

static struct expert expert_begin(starling_precision prec, char uplo, char trans, char fact,
                                  int64_t n, int64_t nrhs)
{
    struct expert e = {.t = begin(prec, uplo, trans, n, nrhs), .fact = fact, .equed = '?'};
    e.r = array_new(real_of(prec), n, 1, 0);
    e.c = array_new(real_of(prec), n, 1, 0);
    e.value = array_new(real_of(prec), 2, 1, 0);
    return e;
}

static void expert_end(struct expert *e)
{
    end(&e->t);
    array_free(&e->r);
    array_free(&e->c);
    array_free(&e->value);
}

static int ours(struct expert *e)
{
    struct test *t = &e->t;
    char *rcond = e->value.a, *growth = rcond + element_size(e->value.prec);
    return t->uplo == 'G'
               ? API(t->prec, gesvx, e->fact, t->trans, t->n, t->nrhs, t->a.a, t->a.lda, t->af.a,
                     t->af.lda, t->ipiv, &e->equed, e->r.a, e->c.a, t->b.a, t->b.lda, t->x.a,
                     t->x.lda, (void *)rcond, t->ferr.a, t->berr.a, (void *)growth)
               : API(t->prec, posvx, e->fact, t->uplo, t->n, t->nrhs, t->a.a, t->a.lda, t->af.a,
                     t->af.lda, &e->equed, e->r.a, t->b.a, t->b.lda, t->x.a, t->x.lda,
                     (void *)rcond, t->ferr.a, t->berr.a);
}

static int theirs(struct expert *e)
{
    struct test *t = &e->t;
    int n = (int)t->n, nrhs = (int)t->nrhs;
    char *rcond = e->value.a, *growth = rcond + element_size(e->value.prec);
    return t->uplo == 'G'
               ? LAPACK(t->prec, gesvx, e->fact, t->trans, n, nrhs, t->a.a, (int)t->a.lda, t->af.a,
                        (int)t->af.lda, t->lapack_ipiv, &e->equed, e->r.a, e->c.a, t->b.a,
                        (int)t->b.lda, t->x.a, (int)t->x.lda, (void *)rcond, t->ferr.a, t->berr.a,
                        (void *)growth)
               : LAPACK(t->prec, posvx, e->fact, t->uplo, n, nrhs, t->a.a, (int)t->a.lda, t->af.a,
                        (int)t->af.lda, &e->equed, e->r.a, t->b.a, (int)t->b.lda, t->x.a,
                        (int)t->x.lda, (void *)rcond, t->ferr.a, t->berr.a);
}

/* How a matrix is scaled before, by powers of 2, so that its numbers stay exact. */
enum scaling { NOT, ROWS, COLUMNS, BOTH, SCALINGS };

static void scale(struct expert *e, enum scaling scaling)
{
    struct test *t = &e->t;
    for (int64_t j = 0; j < t->n; j++)
        for (int64_t i = 0; i < t->n; i++) {
            int row = (int)(i % 7) * 4 - 12, column = (int)(j % 5) * 4 - 8, power = 0;
            if (t->uplo != 'G' && scaling != NOT)
                power = row + (int)(j % 7) * 4 - 12;
            else if (scaling != NOT)
                power = (scaling & ROWS ? row : 0) + (scaling & COLUMNS ? column : 0);
            array_set(&t->a, i, j, array_get(&t->a, i, j) * ldexp(1, power));
        }
}

/* The largest |a - b| / |a| of the region, by elements. */
static double difference(const struct array *a, const struct array *b, char region)
{
    double most = 0;
    for (int64_t j = 0; j < a->n; j++)
        for (int64_t i = 0; i < a->m; i++) {
            wide x = array_get(a, i, j), y = array_get(b, i, j);
            if (inside(region, i, j) && x != y)
                most = residual_larger(most, size_of(x - y) / size_of(x));
        }
    return most;
}

/* B is such that X is known for this scaling of A. */
static void expert_pair(struct expert pair[2], starling_precision prec, char uplo, char trans,
                        char fact, int64_t n, int64_t nrhs, enum scaling scaling)
{
    for (int l = 0; l < 2; l++) {
        pair[l] = expert_begin(prec, uplo, trans, fact, n, nrhs);
        scale(&pair[l], scaling);
        make_right_side(&pair[l].t);
    }
}

static bool within(double x, double y, double factor)
{
    return x <= y * factor && y <= x * factor;
}

/* Results of both are alike. first: they are those of a first call. */
static void compare(struct cases *cases, const struct expert *us, const struct expert *them,
                    int info, int expected, enum scaling scaling)
{
    const struct test *t = &us->t;
    double eps = epsilon(t->prec);
    char text[160];
    snprintf(text, sizeof text, "%c%s uplo=%c trans=%c fact=%c n=%d nrhs=%d scaling=%d",
             letter(t->prec), t->uplo == 'G' ? "gesvx" : "posvx", t->uplo, t->trans, us->fact,
             (int)t->n, (int)t->nrhs, scaling);
    hold(cases, info == expected && us->equed == them->equed,
         "%s: info %d, LAPACK %d, equed %c, LAPACK %c", text, info, expected, us->equed,
         them->equed);
    hold(cases,
         difference(&t->a, &them->t.a, t->uplo) <= 8 * eps &&
             difference(&t->b, &them->t.b, 'G') <= 8 * eps,
         "%s: A and B differ by %g and %g", text, difference(&t->a, &them->t.a, t->uplo),
         difference(&t->b, &them->t.b, 'G'));
    if (info != 0)
        return;
    hold(cases, within(real_at(&us->value, 0), real_at(&them->value, 0), 2),
         "%s: rcond %g, LAPACK %g", text, real_at(&us->value, 0), real_at(&them->value, 0));
    for (int64_t j = 0; j < t->nrhs; j++) {
        double error = true_error(t, j), ferr = real_at(&t->ferr, j), berr = real_at(&t->berr, j);
        hold(cases, error <= ferr && ferr <= 4 * real_at(&them->t.ferr, j) && berr <= 8 * eps,
             "%s column %d: error %g, ferr %g (LAPACK %g), berr %g (LAPACK %g)", text, (int)j,
             error, ferr, real_at(&them->t.ferr, j), berr, real_at(&them->t.berr, j));
    }
}

static double growth_of(const struct expert *e)
{
    return real_at(&e->value, 1);
}

static void one_expert(struct cases *cases, starling_precision prec, char uplo, char trans,
                       char fact, int64_t n, int64_t nrhs, enum scaling scaling)
{
    struct expert pair[2];
    expert_pair(pair, prec, uplo, trans, fact, n, nrhs, scaling);
    int info = ours(&pair[0]), expected = theirs(&pair[1]);
    compare(cases, &pair[0], &pair[1], info, expected, scaling);
    if (uplo == 'G')
        hold(cases,
             within(growth_of(&pair[0]), growth_of(&pair[1]), 1 + 100 * epsilon(prec) * (double)n),
             "%cgesvx n=%d: growth %g, LAPACK %g", letter(prec), (int)n, growth_of(&pair[0]),
             growth_of(&pair[1]));
    for (int l = 0; l < 2; l++) { /* the same factors again; B of the system before scaling */
        pair[l].fact = 'F';
        struct expert fresh = expert_begin(prec, uplo, trans, 'F', n, nrhs);
        scale(&fresh, scaling);
        make_right_side(&fresh.t);
        copy(&fresh.t.b, &pair[l].t.b);
        expert_end(&fresh);
    }
    info = ours(&pair[0]), expected = theirs(&pair[1]);
    compare(cases, &pair[0], &pair[1], info, expected, scaling);
    for (int l = 0; l < 2; l++)
        expert_end(&pair[l]);
}

static void experts(starling_precision prec)
{
    struct cases cases = {0};
    for (int o = 1; o < ORDERS; o++)
        for (int v = 0; v < 5; v++)
            for (int f = 0; f < 2; f++)
                for (int s = 0; s < (v < 3 ? SCALINGS : 2); s++)
                    one_expert(&cases, prec, "GGGLU"[v], "NTCNN"[v], "NE"[f], orders[o],
                               o % 2 ? 3 : 1, (enum scaling)s);
    for (int v = 0; v < 2; v++) { /* empty: LAPACKE refuses an array without rows */
        struct expert e = expert_begin(prec, "GL"[v], 'N', 'E', 0, 2);
        int info = ours(&e);
        hold(&cases,
             info == 0 && e.equed == 'N' && real_at(&e.value, 0) == 1 && real_at(&e.t.ferr, 1) == 0,
             "%c empty: info %d, equed %c", letter(prec), info, e.equed);
        expert_end(&e);
    }
    ok(all_held(&cases), "%c: %d expert solutions", letter(prec), cases.run);
}

/* A zero column p gives info p, a negative diagonal too; nearly equal rows give n + 1. */
static void failures(starling_precision prec)
{
    struct cases cases = {0};
    for (int v = 0; v < 3; v++)
        for (int f = 0; f < 2; f++)
            for (int64_t p = 0; p < 13; p += 4) {
                struct expert pair[2];
                expert_pair(pair, prec, "GLU"[v], 'N', "NE"[f], 13, 2, NOT);
                for (int l = 0; l < 2; l++)
                    for (int64_t i = 0; i < 13; i++)
                        if (v == 0)
                            array_set(&pair[l].t.a, i, p, 0);
                        else if (i == p)
                            array_set(&pair[l].t.a, i, i, -1);
                int info = ours(&pair[0]), expected = theirs(&pair[1]);
                hold(&cases,
                     info == expected && info == p + 1 && real_at(&pair[0].value, 0) == 0 &&
                         (v > 0 || within(growth_of(&pair[0]), growth_of(&pair[1]), 1.001)),
                     "%c%s fact=%c p=%d: info %d, LAPACK %d, rcond %g, growth %g, LAPACK %g",
                     letter(prec), v == 0 ? "gesvx" : "posvx", "NE"[f], (int)p, info, expected,
                     real_at(&pair[0].value, 0), v == 0 ? growth_of(&pair[0]) : 0,
                     v == 0 ? growth_of(&pair[1]) : 0);
                for (int l = 0; l < 2; l++)
                    expert_end(&pair[l]);
            }
    struct expert e = expert_begin(prec, 'G', 'N', 'N', 5, 1);
    double tiny = epsilon(prec) / 8;
    for (int64_t i = 0; i < 5; i++) /* a diagonal that LU does not change */
        for (int64_t j = 0; j < 5; j++)
            array_set(&e.t.a, i, j, i != j ? 0 : i == 2 ? tiny : 1);
    for (int64_t i = 0; i < 5; i++)
        array_set(&e.t.b, i, 0, i == 2 ? tiny : 1);
    int info = ours(&e);
    double worst = 0;
    for (int64_t i = 0; i < 5; i++)
        worst = residual_larger(worst, cabs(array_get(&e.t.x, i, 0) - 1));
    hold(&cases, info == 6 && real_at(&e.value, 0) < epsilon(prec) / 2 && worst == 0,
         "%c ill-conditioned: info %d, rcond %g, error %g", letter(prec), info,
         real_at(&e.value, 0), worst);
    for (int64_t i = 0; i < 5; i++)
        array_set(&e.t.a, i, i, i == 3 ? NAN : 1);
    info = ours(&e);
    hold(&cases, info == 6 && isnan(real_at(&e.value, 0)) && isnan(real_at(&e.t.berr, 0)),
         "%c with a NaN: info %d, rcond %g, berr %g", letter(prec), info, real_at(&e.value, 0),
         real_at(&e.t.berr, 0));
    expert_end(&e);
    ok(all_held(&cases), "%c: info of singular, indefinite and ill-conditioned matrices",
       letter(prec));
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        refinement(precisions[p]);
        column_with_nan(precisions[p]);
        experts(precisions[p]);
        failures(precisions[p]);
    }
    return done_testing();
}
