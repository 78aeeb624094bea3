/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvectors of (quasi-)triangular matrices, right and left, in all precisions, with windows of
 * any size. The library is linked statically: a window of some rows shows borders that cut pairs in
 * small matrices.
 *  - |T x - lambda x| is small for each vector, also if substitution would overflow, and all are
 * finite;
 *  - vectors have LAPACK's norm, and are LAPACK's where they are well conditioned;
 *  - with Q they are those of Q T Q^H, and selected ones are those of all;
 *  - elements below the diagonal blocks are not read, and what is around the arrays stays;
 *  - bad arguments are told by position and name. */

#include "lapack_api.h"
#include "nonsymmetric.h"
#include "src/nonsymmetric/nonsymmetric.h"
#include "tap.h"

/* ---- Matrices -------------------------------------------------------------------------------- */

enum kind {
    MILD,   /* eigenvalues apart, small elements above */
    RANDOM, /* its vectors grow with the order */
    ZERO,
    IDENTITY,
    JORDAN,   /* one block */
    REPEATED, /* eigenvalues 0, 1, 2, 0, 1, 2 ... */
    CLOSE,    /* eigenvalues 1 + i eps */
    GROWTH,   /* differences of 1e-10, and 1 above: vectors grow beyond the range */
    STEEP,    /* the same with 1e10 above, and 1e-10 */
    GRADED,   /* from 1 to 1e-300; single precision: 1e-36 */
    GROWING,  /* from 1e-300 to 1 */
    HUGE_ONES,
    TINY_ONES,
    KINDS
};
static const char *const kind_name[KINDS] = {"mild",     "random", "zero",   "identity", "Jordan",
                                             "repeated", "close",  "growth", "steep",    "graded",
                                             "growing",  "huge",   "tiny"};

static bool is_single(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C;
}

static wide element(enum kind kind, starling_precision prec, int64_t n, int64_t i, int64_t j,
                    uint64_t *seed)
{
    bool single = is_single(prec), diagonal = i == j;
    double least = single ? -36 : -300, random = uniform(seed), step = single ? 1e-4 : 1e-10;
    wide value = random + (is_complex(prec) ? I * uniform(seed) : 0);
    switch (kind) {
    case MILD:
        return diagonal ? 1 + (double)i + value / 4 : value / (double)n;
    case ZERO:
        return 0;
    case IDENTITY:
        return diagonal;
    case JORDAN:
        return diagonal ? 2 : j == i + 1;
    case REPEATED:
        return diagonal ? (double)(i % 3) : value;
    case CLOSE:
        return diagonal ? 1 + (double)i * epsilon(prec) : value;
    case GROWTH:
        return diagonal ? 1 + (double)i * step : j == i + 1 ? 1 : 0;
    case STEEP:
        return diagonal ? (double)(i % 7) * step : value / step;
    case GRADED:
        return value * pow(10, least * (double)j / (double)n);
    case GROWING:
        return value * pow(10, least * (1 - (double)i / (double)n));
    case HUGE_ONES:
        return value * (single ? 1e35 : 1e305);
    case TINY_ONES:
        return value * (single ? 1e-22 : 1e-280); /* LAPACK replaces smaller pivots */
    default:
        return value;
    }
}

/* Which pairs a real matrix has. */
enum pairs { NONE, ALL_PAIRS, ODD_PAIRS, SOME_PAIRS };

static bool begins_pair(enum pairs pairs, int64_t i)
{
    return pairs == ALL_PAIRS   ? i % 2 == 0
           : pairs == ODD_PAIRS ? i % 2 == 1
                                : pairs == SOME_PAIRS && i % 5 == 2;
}

/* T, with NaN below its diagonal blocks. */
static struct array schur(starling_precision prec, enum kind kind, enum pairs pairs, int64_t n)
{
    struct array t = array_new(prec, n, n, 3);
    uint64_t seed = (uint64_t)(n * 31 + kind);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j; i++)
            array_set(&t, i, j, element(kind, prec, n, i, j, &seed));
    for (int64_t i = 0; i + 1 < n && !is_complex(prec); i++) {
        array_set(&t, i + 1, i, 0);
        if (begins_pair(pairs, i)) { /* [a b; c a], b c < 0 */
            wide b = array_get(&t, i, i + 1), a = array_get(&t, i, i);
            if (b == 0)
                array_set(&t, i, i + 1, b = kind == ZERO ? 1 : 0.5);
            array_set(&t, i + 1, i, kind == MILD ? -b / 3 : -b * (i % 3 == 0 ? 2 : 0.25));
            array_set(&t, i + 1, i + 1, a);
            if (i + 2 < n)
                array_set(&t, i + 2, i + 1, 0);
            i++;
        }
    }
    array_save(&t);
    return t;
}

/* T with zeros below, and its eigenvalues, which are to be freed. */
static wide *wide_schur(const struct array *t, wide **value)
{
    int64_t n = t->n;
    wide *a = wide_zeros(n, n);
    *value = wide_zeros(n, 1);
    for (int64_t j = 0; j < n; j++) {
        (*value)[j] = array_get(t, j, j);
        for (int64_t i = 0; i < n && i <= j + !is_complex(t->prec); i++)
            a[i + j * n] = array_get(t, i, j);
    }
    for (int64_t j = 0; j + 1 < n; j++)
        if (a[j + 1 + j * n] != 0) {
            double b = creal(a[j + (j + 1) * n]), c = creal(a[j + 1 + j * n]);
            (*value)[j] += I * sqrt(fabs(b)) * sqrt(fabs(c));
            (*value)[j + 1] = conj((*value)[j]);
        }
    return a;
}

/* A random unitary matrix. */
static void set_unitary(struct array *q, uint64_t seed)
{
    int64_t n = q->n;
    wide *a = wide_zeros(n, n), *tau = wide_zeros(n, 1), *x = wide_zeros(n, n);
    for (int64_t i = 0; i < n * n; i++)
        a[i] = uniform(&seed) + (is_complex(q->prec) ? I * uniform(&seed) : 0);
    for (int64_t i = 0; i < n; i++)
        x[i + i * n] = 1;
    if (n > 0) {
        wide_factor(false, n, n, a, tau);
        wide_multiply(false, 'L', 'N', n, n, n, a, tau, x);
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            array_set(q, i, j, x[i + j * n]);
    free(a);
    free(tau);
    free(x);
}

/* ---- Results --------------------------------------------------------------------------------- */

/* One side by the library's own function, with a window of so many rows, and block columns of nb.
 */
static int by_windows(bool left, bool multiply, int64_t window, int64_t nb, struct array *t,
                      struct array *v)
{
    int64_t n = t->n, count;
    if (n == 0)
        return 0;
    starling_matrix *T = wrap(t, n, nb), *V = wrap(v, n, nb + 1);
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    struct sl_row_of_schur *row = sl_schur_rows(T, NULL, &count, seq);
    struct sl_trevc_problem problem = {
        .T = T, .row = row, .V = V, .left = left, .multiply = multiply, .window = window};
    info = info == 0 ? sl_trevc_tasks(&problem, seq) : info;
    int end = starling_sequence_destroy(seq);
    free(row);
    starling_matrix_destroy(T);
    starling_matrix_destroy(V);
    return info != 0 ? info : end;
}

static int by_arrays(bool left, bool multiply, struct array *t, struct array *v)
{
    int64_t m = 0, n = t->n;
    void *l = left ? v->a : NULL, *r = left ? NULL : v->a;
    int info = API(t->prec, trevc3, left ? 'l' : 'R', multiply ? 'b' : 'A', NULL, n, t->a, t->lda,
                   l, v->lda, r, v->lda, n, &m);
    return info == 0 && m != n ? 1000 : info;
}

static void check_one(struct cases *cases, starling_precision prec, enum kind kind,
                      enum pairs pairs, bool left, bool multiply, int64_t window, int64_t n)
{
    struct array t = schur(prec, kind, pairs, n), v = array_new(prec, n, n, 2),
                 q = array_new(prec, n, n, 0);
    wide *value, *a = wide_schur(&t, &value);
    if (multiply) {
        set_unitary(&q, 5);
        set_unitary(&v, 5);
    }
    array_save(&v);
    int info = window > 0 ? by_windows(left, multiply, window, window + 3, &t, &v)
                          : by_arrays(left, multiply, &t, &v);
    wide *x = vectors_of(&v, value);
    if (multiply && n > 0) { /* vectors of T again */
        wide *y = wide_zeros(n, n), *unitary = wide_of(&q, STARLING_GENERAL);
        wide_gemm('C', 'N', n, n, n, 1, unitary, x, 0, y);
        free(x);
        free(unitary);
        x = y;
    }
    double error = eigen_residual(prec, left, n, a, n, value, x),
           norm = norm_error(false, &v, value), like = 0;
    if (kind == MILD && n > 0) {
        struct array reference = array_new(prec, n, n, 0);
        struct array u = schur(prec, kind, pairs, n);
        if (multiply)
            set_unitary(&reference, 5);
        like = lapack_trevc(left ? 'L' : 'R', multiply ? 'B' : 'A', &u, &reference) == 0
                   ? element_error(&v, &reference) / (double)n
                   : NAN;
        array_free(&u);
        array_free(&reference);
    }
    double scale = multiply ? 3 + sqrt((double)n) : 3; /* rounding errors of the product */
    bool intact = array_intact(&t, 0) && array_intact(&v, STARLING_GENERAL);
    hold(cases,
         info == 0 && intact && residual_right(error / scale) && residual_right(norm / 4) &&
             residual_right(like),
         "%ctrevc3 %s%s, %s, pairs %d, n=%ld, window=%ld: info %d, residual %g, norm %g, LAPACK's "
         "%g%s",
         letter(prec), left ? "left" : "right", multiply ? " with Q" : "", kind_name[kind], pairs,
         (long)n, (long)window, info, error, norm, like, intact ? "" : ", more is changed");
    free(a);
    free(x);
    free(value);
    array_free(&t);
    array_free(&v);
    array_free(&q);
}

static void all_kinds(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = 0; kind < KINDS; kind++)
        for (int pairs = NONE; pairs <= (is_complex(prec) ? NONE : SOME_PAIRS); pairs++)
            for (int left = 0; left < 2; left++) {
                check_one(&cases, prec, (enum kind)kind, (enum pairs)pairs, left, false, 7, 60);
                check_one(&cases, prec, (enum kind)kind, (enum pairs)pairs, left, true, 50, 101);
                if (!quick())
                    check_one(&cases, prec, (enum kind)kind, (enum pairs)pairs, left, false, 0,
                              200);
            }
    ok(all_held(&cases), "%ctrevc3: %d results of special matrices", letter(prec), cases.run);
}

static void shapes(starling_precision prec)
{
    static const int64_t order[] = {0, 1, 2, 3, 5, 31, 32, 33, 34, 64, 67, 97};
    static const int64_t large[] = {127, 128, 129, 255, 256, 257};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (int pairs = NONE; pairs <= (is_complex(prec) ? NONE : SOME_PAIRS); pairs++)
            for (int form = 0; form < 4; form++) {
                check_one(&cases, prec, MILD, (enum pairs)pairs, form % 2, form / 2, 0, order[i]);
                check_one(&cases, prec, RANDOM, (enum pairs)pairs, form % 2, form / 2, 2 + form,
                          order[i] / 2);
                check_one(&cases, prec, RANDOM, (enum pairs)pairs, form % 2, form / 2, 33,
                          order[i]);
            }
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        check_one(&cases, prec, MILD,
                  is_complex(prec) ? NONE
                  : i % 2          ? ODD_PAIRS
                                   : ALL_PAIRS,
                  i % 3 == 0, i % 2, 0, large[i]);
    ok(all_held(&cases), "%ctrevc3: %d results of all orders", letter(prec), cases.run);
}

/* Selected vectors are those of all. */
static void selections(starling_precision prec)
{
    struct cases cases = {0};
    for (int64_t n = 1; n < 200; n += 66)
        for (int left = 0; left < 2; left++) {
            enum pairs pairs = is_complex(prec) ? NONE : SOME_PAIRS;
            struct array t = schur(prec, MILD, pairs, n), all = array_new(prec, n, n, 0);
            struct array some = array_new(prec, n, n, 1);
            int *select = calloc((size_t)n, sizeof *select);
            int64_t m = 0, c = 0, few;
            double most = 0;
            for (int64_t i = 0; i < n; i++)
                select[i] = i % 4 == 3;
            int info = by_arrays(left, false, &t, &all);
            void *l = left ? some.a : NULL, *r = left ? NULL : some.a;
            if (info == 0)
                info = API(prec, trevc3, left ? 'L' : 'R', 's', select, n, t.a, t.lda, l, some.lda,
                           r, some.lda, n, &m);
            for (int64_t i = 0; i < n; i++) {
                bool first = pairs == SOME_PAIRS && begins_pair(pairs, i) && i + 1 < n;
                bool second = pairs == SOME_PAIRS && i > 0 && begins_pair(pairs, i - 1);
                if (!select[i] && !(first && select[i + 1]) && !(second && select[i - 1]))
                    continue;
                for (int64_t k = 0; k < n; k++)
                    most =
                        residual_larger(most, cabs(array_get(&all, k, i) - array_get(&some, k, c)));
                c++;
            }
            hold(&cases, info == 0 && c == m && residual_right(most / epsilon(prec) / (double)n),
                 "%ctrevc3 S, left %d, n=%ld: info %d, %ld of %ld vectors, difference %g",
                 letter(prec), left, (long)n, info, (long)m, (long)c, most);
            if (m > 0) {
                info = API(prec, trevc3, left ? 'L' : 'R', 's', select, n, t.a, t.lda, l, some.lda,
                           r, some.lda, m - 1, &few);
                hold(&cases, info == -11 && few == m && told(11, 1),
                     "%ctrevc3 with few columns: info %d, m %ld", letter(prec), info, (long)few);
            }
            free(select);
            array_free(&t);
            array_free(&all);
            array_free(&some);
        }
    ok(all_held(&cases), "%ctrevc3: %d selections", letter(prec), cases.run);
}

/* Both sides at once, on objects and arrays. */
static void both(starling_precision prec)
{
    struct cases cases = {0};
    enum pairs pairs = is_complex(prec) ? NONE : ODD_PAIRS;
    int64_t n = 140, m = 0;
    struct array t = schur(prec, MILD, pairs, n), l = array_new(prec, n, n, 0),
                 r = array_new(prec, n, n, 0);
    struct array ol = array_new(prec, n, n, 1), right = array_new(prec, n, n, 1);
    starling_matrix *T = wrap(&t, n, 50), *L = wrap(&ol, n, 31), *R = wrap(&right, n, 140);
    int info = API(prec, trevc3, 'B', 'A', NULL, n, t.a, t.lda, l.a, l.lda, r.a, r.lda, n, &m);
    hold(&cases, info == 0 && m == n, "%ctrevc3 B A: info %d", letter(prec), info);
    SUBMITTED(info, starling_trevc3_submit(STARLING_ALL_VECTORS, T, L, R, seq));
    starling_matrix_destroy(T);
    starling_matrix_destroy(L);
    starling_matrix_destroy(R);
    double most = starling_ncuda() > 0 ? 30 : 0; /* cores and GPUs round in other ways */
    hold(&cases, info == 0 && element_error(&l, &ol) <= most && element_error(&r, &right) <= most,
         "%ctrevc3 on objects: info %d, differences %g %g", letter(prec), info,
         element_error(&l, &ol), element_error(&r, &right));
    array_free(&t);
    array_free(&l);
    array_free(&r);
    array_free(&ol);
    array_free(&right);
    ok(all_held(&cases), "%ctrevc3: both sides, in both forms", letter(prec));
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array t = schur(STARLING_Z, MILD, NONE, 6), d = array_new(STARLING_D, 6, 6, 0);
    starling_complex_double *x = t.a;
    int64_t m;
    int all[6] = {1, 1, 1, 1, 1, 1};
    starling_matrix *T = wrap(&t, 6, 2), *V = wrap(&t, 6, 3), *tiles = wrap(&t, 3, 2),
                    *D = wrap(&d, 6, 6);
    t.n = 5;
    starling_matrix *narrow = wrap(&t, 6, 2);
    t.n = 6;
    listen_to_errors();
    BAD(1, starling_ztrevc3('x', 'A', all, 6, x, 6, x, 6, x, 6, 6, &m));
    BAD(2, starling_ztrevc3('b', 'x', all, 6, x, 6, x, 6, x, 6, 6, &m));
    BAD(3, starling_ztrevc3('b', 'S', NULL, 6, x, 6, x, 6, x, 6, 6, &m));
    BAD(4, starling_ztrevc3('b', 'S', all, -1, x, 6, x, 6, x, 6, 6, &m));
    BAD(5, starling_ztrevc3('b', 'S', all, 6, NULL, 6, x, 6, x, 6, 6, &m));
    BAD(6, starling_ztrevc3('b', 'S', all, 6, x, 5, x, 6, x, 6, 6, &m));
    BAD(7, starling_ztrevc3('l', 'S', all, 6, x, 6, NULL, 6, x, 6, 6, &m));
    BAD(8, starling_ztrevc3('l', 'S', all, 6, x, 6, x, 5, x, 6, 6, &m));
    BAD(8, starling_ztrevc3('r', 'S', all, 6, x, 6, x, 0, x, 6, 6, &m));
    BAD(9, starling_ztrevc3('r', 'S', all, 6, x, 6, x, 6, NULL, 6, 6, &m));
    BAD(10, starling_ztrevc3('r', 'S', all, 6, x, 6, x, 6, x, 5, 6, &m));
    BAD(11, starling_ztrevc3('r', 'B', all, 6, x, 6, x, 6, x, 6, 5, &m));
    BAD(12, starling_ztrevc3('r', 'B', all, 6, x, 6, x, 6, x, 6, 6, NULL));
    BAD(1, starling_trevc3((starling_howmny)'S', T, NULL, V));
    BAD(2, starling_trevc3(STARLING_ALL_VECTORS, NULL, NULL, V));
    BAD(2, starling_trevc3(STARLING_ALL_VECTORS, tiles, NULL, V));
    BAD(2, starling_trevc3(STARLING_ALL_VECTORS, narrow, NULL, V));
    BAD(3, starling_trevc3(STARLING_ALL_VECTORS, T, T, V));
    BAD(3, starling_trevc3(STARLING_ALL_VECTORS, T, D, V));
    BAD(3, starling_trevc3(STARLING_ALL_VECTORS, T, tiles, V));
    BAD(4, starling_trevc3(STARLING_ALL_VECTORS, T, V, V));
    BAD(4, starling_trevc3(STARLING_ALL_VECTORS, T, V, D));
    BAD(4, starling_trevc3(STARLING_ALL_VECTORS, T, V, narrow));
    BAD(5, starling_trevc3_submit(STARLING_ALL_VECTORS, T, NULL, V, NULL));
    starling_matrix *every_one[] = {T, V, tiles, D, narrow};
    for (size_t i = 0; i < sizeof every_one / sizeof *every_one; i++)
        starling_matrix_destroy(every_one[i]);
    array_free(&t);
    array_free(&d);
    ok(all_held(cases), "%d bad arguments", cases->run);
}

int main(void)
{
    listen_to_errors();
    for (int p = 0; p < 4; p++) {
        shapes(precisions[p]);
        all_kinds(precisions[p]);
        selections(precisions[p]);
        both(precisions[p]);
    }
    arguments();
    return done_testing();
}
