/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesv_mixed and posv_mixed, on objects and on arrays, in d and z, both triangles:
 *  - a well conditioned system is solved by refinement: iter > 0, the residual and the backward
 * error are those of full precision, A and B stay, and so does what is around X;
 *  - ipiv is that of LAPACK's factorization in the lower precision, or in full precision if iter <
 * 0;
 *  - condition 1e10: GMRES for a column, full precision for several, whose factors are then in A;
 *  - a number beyond the range of the lower precision is -2, a factorization that fails -3, and the
 *    solution or info that of full precision: singular, indefinite, NaN, infinite;
 *  - a tuned value says that it takes longer: -1, and the solution of full precision;
 *  - right-hand sides that are zero, or are in the lower precision, where LAPACK has -31, too;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

enum form { TILES, COLUMNS, ARRAYS };
enum { LU = 'G' }; /* in place of a triangle */
static const char *const form_name[] = {"tiles", "columns", "arrays"};
static const starling_precision wide_precisions[] = {STARLING_D, STARLING_Z};

/* A system, and what a call gave. */
struct run {
    enum form form;
    int uplo;
    int64_t nb;
    struct array a, b, x;
    int64_t *ipiv;      /* arrays and LU only */
    wide *full, *right; /* A and B before */
    int info, iter;
    double berr;
};

static void call(struct run *r)
{
    struct array *a = &r->a, *b = &r->b, *x = &r->x;
    bool is_z = a->prec == STARLING_Z, lu = r->uplo == LU;
    r->iter = 99;
    r->berr = -1;
    if (r->form == ARRAYS) {
        r->info = lu && is_z ? starling_zcgesv(a->n, b->n, a->a, a->lda, r->ipiv, b->a, b->lda,
                                               x->a, x->lda, &r->iter)
                  : lu   ? starling_dsgesv(a->n, b->n, a->a, a->lda, r->ipiv, b->a, b->lda, x->a,
                                           x->lda, &r->iter)
                  : is_z ? starling_zcposv((char)r->uplo, a->n, b->n, a->a, a->lda, b->a, b->lda,
                                           x->a, x->lda, &r->iter)
                         : starling_dsposv((char)r->uplo, a->n, b->n, a->a, a->lda, b->a, b->lda,
                                           x->a, x->lda, &r->iter);
        return;
    }
    int64_t mb = r->form == COLUMNS ? a->n + 1 : r->nb;
    starling_matrix *A = wrap(a, mb, r->nb), *B = wrap(b, mb, r->nb + 1),
                    *X = wrap(x, mb, r->nb + 1);
    r->info = lu ? starling_gesv_mixed(A, B, X, &r->iter, &r->berr)
                 : starling_posv_mixed((starling_uplo)r->uplo, A, B, X, &r->iter, &r->berr);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(X);
}

/* The system A X = B with random B, of which the numbers of a in the triangle are A. */
static struct run begin(enum form form, int uplo, struct array a, int64_t nrhs, int64_t nb)
{
    struct run r = {.form = form, .uplo = uplo, .nb = nb, .a = a};
    r.b = array_new(a.prec, a.n, nrhs, 1);
    r.x = array_new(a.prec, a.n, nrhs, 2);
    r.ipiv = calloc((size_t)a.n + 1, sizeof *r.ipiv);
    array_random(&r.b, 'G', 41);
    return r;
}

static void run(struct run *r)
{
    r->full = r->uplo == LU ? wide_of(&r->a, 'G') : wide_hermitian(&r->a, r->uplo);
    r->right = wide_of(&r->b, 'G');
    array_save(&r->a);
    array_save(&r->b);
    array_save(&r->x);
    call(r);
}

static void end(struct run *r)
{
    array_free(&r->a);
    array_free(&r->b);
    array_free(&r->x);
    free(r->ipiv);
    free(r->full);
    free(r->right);
}

/* max |b - A x| / (|A| |x| + |b|) of the columns, in the infinity norm. */
static double backward_error(const struct run *r)
{
    int64_t n = r->a.n, nrhs = r->b.n;
    wide *x = wide_of(&r->x, 'G'), *rest = wide_of(&r->b, 'G');
    double norm = n > 0 ? wide_lange('I', r->full, n, n) : 0, most = 0;
    if (n > 0 && nrhs > 0)
        wide_gemm('N', 'N', n, nrhs, n, -1, r->full, x, 1, rest);
    for (int64_t j = 0; j < nrhs; j++) {
        double of[3] = {0};
        for (int64_t i = j * n; i < (j + 1) * n; i++) {
            of[0] = fmax(of[0], cabs(rest[i]));
            of[1] = fmax(of[1], cabs(x[i]));
            of[2] = fmax(of[2], cabs(r->right[i]));
        }
        if (of[0] > 0)
            most = fmax(most, of[0] / (norm * of[1] + of[2]));
    }
    free(x);
    free(rest);
    return most;
}

/* What holds for each solution. refined: without factors in full precision. */
static void hold_solution(struct cases *cases, const struct run *r, bool refined, const char *what)
{
    int64_t n = r->a.n, nrhs = r->b.n;
    int region = r->uplo == LU ? 'G' : r->uplo;
    double residual = n > 0 && nrhs > 0 ? solve_residual(r->full, &r->x, r->right) : 0;
    double berr = backward_error(r), eps = epsilon(r->a.prec),
           bound = sqrt(fmax(1, (double)n)) * eps;
    char text[160];
    snprintf(text, sizeof text, "%c %s %s '%c' n=%d nrhs=%d nb=%d", letter(r->a.prec), what,
             form_name[r->form], r->uplo, (int)n, (int)nrhs, (int)r->nb);
    hold(cases, r->info == 0 && refined == (r->iter >= 0), "%s: info %d, iter %d", text, r->info,
         r->iter);
    hold(cases, residual_right(residual), "%s: residual %g, iter %d", text, residual, r->iter);
    hold(cases, array_intact(&r->b, 0) && array_intact(&r->x, 'G'), "%s: B or beside X", text);
    hold(cases, array_intact(&r->a, refined ? 0 : region), "%s: A was written, iter %d", text,
         r->iter);
    if (refined)
        hold(cases, berr <= bound, "%s: backward error %g, allowed %g", text, berr, bound);
    if (r->form != ARRAYS)
        hold(cases, refined ? fabs(r->berr - berr) <= 4 * bound : isnan(r->berr),
             "%s: berr %g, it is %g", text, r->berr, berr);
}

/* The interchanges and LAPACK's; of A, or of A in the lower precision. */
static void hold_ipiv(struct cases *cases, const struct run *r, bool lower)
{
    starling_precision prec = r->a.prec == STARLING_D ? STARLING_S : STARLING_C;
    int64_t n = r->a.n, differ = 0;
    struct array f = array_new(lower ? prec : r->a.prec, n, n, 0);
    int *ipiv = calloc((size_t)n + 1, sizeof *ipiv);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            array_set(&f, i, j, r->full[i + j * n]);
    if (n > 0)
        lapack_getrf(&f, ipiv);
    for (int64_t i = 0; i < n; i++)
        differ += r->ipiv[i] != ipiv[i];
    hold(cases, differ == 0, "%c n=%d: %d interchanges differ from LAPACK's", letter(r->a.prec),
         (int)n, (int)differ);
    if (!lower && n > 0) {
        double residual = lu_residual(&r->a, r->ipiv, r->full);
        hold(cases, residual_right(residual), "%c n=%d: factors in A, residual %g",
             letter(r->a.prec), (int)n, residual);
    }
    free(ipiv);
    array_free(&f);
}

/* ---- Well conditioned ----------------------------------------------------------------------- */

/* Random; Hermitian: positive definite. */
static struct array matrix(starling_precision prec, int uplo, int64_t n)
{
    struct array a = array_new(prec, n, n, 1);
    if (uplo != LU)
        array_spd(&a, uplo, (uint64_t)n + 3);
    else
        array_random(&a, 'G', (uint64_t)n + 7);
    for (int64_t i = 0; i < n && uplo == LU; i++)
        array_set(&a, i, i, array_get(&a, i, i) + 3);
    return a;
}

static const int uplos[] = {LU, 'L', 'U'};

static void well_conditioned(starling_precision prec)
{
    static const int64_t orders[] = {0, 1, 2, 5, 31, 32, 33, 97, 130}, columns[] = {0, 1, 6};
    static const struct {
        enum form form;
        int64_t nb;
    } ways[] = {{TILES, 32}, {TILES, 5}, {COLUMNS, 32}, {COLUMNS, 7}, {ARRAYS, 0}};
    struct cases cases = {0};
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++)
        for (int c = 0; c < 3; c++)
            for (int u = 0; u < 3; u++)
                for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
                    if ((quick() && (o + w) % 2) || (uplos[u] != LU && ways[w].form == COLUMNS))
                        continue;
                    struct run r = begin(ways[w].form, uplos[u], matrix(prec, uplos[u], orders[o]),
                                         columns[c], ways[w].nb);
                    run(&r);
                    /* For a small n LAPACK's criterion may be below the roundings of R. */
                    bool refined = orders[o] >= 16 || r.iter != -31;
                    hold_solution(&cases, &r, refined, "random");
                    hold(&cases, orders[o] < 5 || columns[c] == 0 || !refined || r.iter > 0,
                         "n=%d: iter %d", (int)orders[o], r.iter);
                    if (r.form == ARRAYS && r.uplo == LU)
                        hold_ipiv(&cases, &r, refined);
                    end(&r);
                }
    ok(all_held(&cases), "%c: well conditioned, %d checks", letter(prec), cases.run);
}

/* Of the orders that the library cuts into tiles by itself. */
static void large(starling_precision prec)
{
    struct cases cases = {0};
    for (int u = 0; u < 3; u++) {
        struct run r = begin(ARRAYS, uplos[u], matrix(prec, uplos[u], 401), 3, 0);
        run(&r);
        hold_solution(&cases, &r, true, "random");
        if (r.uplo == LU)
            hold_ipiv(&cases, &r, true);
        end(&r);
    }
    ok(all_held(&cases), "%c: several tiles of arrays", letter(prec));
}

/* ---- Ill conditioned ------------------------------------------------------------------------ */

/* x = x - 2 v v^H x / |v|^2 for the rows (by columns of a) or the columns of a. */
static void reflect(int64_t n, const wide *v, bool rows, wide *a)
{
    double size = 0;
    for (int64_t i = 0; i < n; i++)
        size += creal(v[i] * conj(v[i]));
    for (int64_t l = 0; l < n; l++) {
        wide sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += rows ? conj(v[i]) * a[i + l * n] : a[l + i * n] * v[i];
        for (int64_t i = 0; i < n; i++)
            *(rows ? &a[i + l * n] : &a[l + i * n]) -= 2 * sum / size * (rows ? v[i] : conj(v[i]));
    }
}

/* Two reflections of a diagonal: all singular values are 1 but one, 1 / condition; Hermitian: these
 * are eigenvalues, */
static struct array conditioned(starling_precision prec, int uplo, int64_t n, double condition)
{
    struct array a = array_new(prec, n, n, 1);
    wide *full = wide_zeros(n, n), *v = wide_zeros(n, 2);
    uint64_t seed = 11;
    for (int64_t i = 0; i < n; i++)
        full[i + i * n] = i == n / 2 ? 1 / condition : 1;
    for (int64_t i = 0; i < 2 * n; i++) {
        double re = uniform(&seed), im = uniform(&seed);
        v[i] = re + (is_complex(prec) ? im : 0) * I;
    }
    reflect(n, v, true, full);
    reflect(n, uplo == LU ? v + n : v, false, full);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            if (inside(uplo, i, j))
                array_set(&a, i, j, full[i + j * n]);
    free(full);
    free(v);
    return a;
}

/* Refinement alone is too slow. GMRES corrects one column, with the factors of LU: those of
 * Cholesky may not exist. Several columns are solved with factors in full precision. */
static void ill_conditioned(starling_precision prec)
{
    struct cases cases = {0};
    int by_gmres = 0;
    for (int u = 0; u < 3; u++)
        for (int form = TILES; form <= ARRAYS; form++)
            for (int64_t nrhs = 1; nrhs <= 4; nrhs += 3) {
                if (uplos[u] != LU && form == COLUMNS)
                    continue;
                struct run r = begin((enum form)form, uplos[u],
                                     conditioned(prec, uplos[u], 100, 1e10), nrhs, 24);
                run(&r);
                hold_solution(&cases, &r, r.iter >= 0, "condition 1e10");
                bool refined = r.uplo == LU && nrhs == 1;
                hold(&cases, refined ? r.iter > 0 : r.uplo != LU || r.iter == -31,
                     "condition 1e10, '%c' nrhs %d: iter %d", r.uplo, (int)nrhs, r.iter);
                by_gmres += r.iter > 0;
                if (r.form == ARRAYS && r.uplo == LU)
                    hold_ipiv(&cases, &r, r.iter >= 0);
                end(&r);
            }
    hold(&cases, by_gmres >= 3, "GMRES has solved %d systems", by_gmres);
    ok(all_held(&cases), "%c: ill conditioned, %d checks", letter(prec), cases.run);
}

/* A condition that Cholesky in the lower precision survives, and that is too much for refinement
 * by itself in some of the orders. */
static void between(starling_precision prec)
{
    struct cases cases = {0};
    for (int u = 0; u < 3; u++)
        for (int64_t n = 20; n <= 140; n += 30)
            for (double condition = 1e4; condition < 1e9; condition *= 10) {
                struct run r =
                    begin(TILES, uplos[u], conditioned(prec, uplos[u], n, condition), 1, 48);
                run(&r);
                hold_solution(&cases, &r, r.iter >= 0, "condition between");
                hold(&cases, condition > 2e6 || r.iter > 0, "'%c' n=%d condition %g: iter %d",
                     r.uplo, (int)n, condition, r.iter);
                end(&r);
            }
    ok(all_held(&cases), "%c: conditions from 1e4 to 1e8, %d checks", letter(prec), cases.run);
}

/* ---- What the lower precision cannot do ----------------------------------------------------- */

enum trouble {
    LARGE_A,
    LARGE_B,
    INFINITE_A,
    SINGULAR,
    NEAR,
    INDEFINITE,
    NAN_A,
    NAN_B,
    SMALL_B,
    ZERO_B,
    SMALL_A,
    TROUBLES
};
static const char *const trouble_name[] = {"A beyond the range",
                                           "B beyond the range",
                                           "an infinity in A",
                                           "singular",
                                           "singular in the lower precision",
                                           "indefinite",
                                           "NaN in A",
                                           "NaN in B",
                                           "small B",
                                           "B = 0",
                                           "small A"};

/* Makes it of a well conditioned system. Element (k, k) of A decides. */
static void spoil(enum trouble trouble, struct run *r, int64_t k)
{
    struct array *a = &r->a, *b = &r->b;
    int64_t n = a->n;
    switch (trouble) {
    case LARGE_A:
        array_set(a, k, k, 1e200);
        break;
    case LARGE_B:
        array_set(b, k, 0, 1e200);
        break;
    case INFINITE_A:
        array_set(a, k, k, INFINITY);
        break;
    case SINGULAR: /* a row and a column of zeros */
    case NEAR:     /* the smallest eigenvalue is lost in the lower precision */
        for (int64_t i = 0; i < n; i++) {
            if (inside(r->uplo, i, k))
                array_set(a, i, k, 0);
            if (inside(r->uplo, k, i))
                array_set(a, k, i, 0);
        }
        array_set(a, k, k, trouble == NEAR ? 1e-60 : 0);
        break;
    case INDEFINITE:
        array_set(a, k, k, -1);
        break;
    case NAN_A:
        array_set(a, k, k, NAN);
        break;
    case NAN_B:
        array_set(b, k, 0, NAN);
        break;
    case SMALL_B: /* zero in the lower precision */
        array_scale(b, 1e-120);
        break;
    case ZERO_B:
        array_scale(b, 0);
        break;
    case SMALL_A:
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                if (inside(r->uplo, i, j))
                    array_set(a, i, j, 1e-60 * array_get(a, i, j));
        break;
    case TROUBLES:
        break;
    }
}

static bool has_nan(const struct array *x)
{
    bool nan = false;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            nan |= isnan(creal(array_get(x, i, j)));
    return nan;
}

/* info and iter as they should be. */
static void hold_trouble(struct cases *cases, enum trouble trouble, const struct run *r, int64_t k)
{
    bool lu = r->uplo == LU;
    static const int lost[TROUBLES] = {
        [LARGE_A] = -2, [LARGE_B] = -2, [INFINITE_A] = -2, [SINGULAR] = -3,
        [NEAR] = -3,    [SMALL_A] = -3, [NAN_B] = -31,     [SMALL_B] = -31};
    char text[120];
    snprintf(text, sizeof text, "%c %s, %s '%c' n=%d", letter(r->a.prec), trouble_name[trouble],
             form_name[r->form], r->uplo, (int)r->a.n);
    int iter = lost[trouble];
    if (trouble == NAN_A)
        iter = lu ? -31 : -3;
    else if (trouble == INDEFINITE)
        iter = lu ? 0 : -3;
    int info = trouble == SINGULAR || (!lu && (trouble == INDEFINITE || trouble == NAN_A))
                   ? (int)k + 1
                   : 0;
    if (!lu && trouble == INFINITE_A)
        info = r->info; /* of dpotrf, which is another test's */
    hold(cases, iter != 0 ? r->iter == iter : r->iter >= 0, "%s: iter %d, expected %d", text,
         r->iter, iter);
    hold(cases, r->info == info, "%s: info %d, expected %d", text, r->info, info);
    hold(cases, array_intact(&r->b, 0) && array_intact(&r->x, 'G'), "%s: B or beside X", text);
    bool right = info == 0 && trouble != INFINITE_A && trouble != NAN_A && trouble != NAN_B;
    if (right)
        hold_solution(cases, r, r->iter >= 0, trouble_name[trouble]);
    if (trouble == NAN_B || (lu && trouble == NAN_A))
        hold(cases, has_nan(&r->x), "%s: no NaN in X", text);
    if (lu && r->form == ARRAYS && trouble == SINGULAR)
        hold_ipiv(cases, r, false);
}

static void troubles(starling_precision prec)
{
    for (int trouble = 0; trouble < TROUBLES; trouble++) {
        struct cases cases = {0};
        for (int u = 0; u < 3; u++)
            for (int form = TILES; form <= ARRAYS; form++)
                for (int64_t n = 11; n <= 70; n += 59) {
                    if (uplos[u] != LU && form == COLUMNS)
                        continue;
                    struct run r =
                        begin((enum form)form, uplos[u], matrix(prec, uplos[u], n), 2, 16);
                    spoil((enum trouble)trouble, &r, n - 3);
                    run(&r);
                    hold_trouble(&cases, (enum trouble)trouble, &r, n - 3);
                    end(&r);
                }
        ok(all_held(&cases), "%c: %s, %d checks", letter(prec), trouble_name[trouble], cases.run);
    }
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static struct cases cases;
#define BAD(position, call) refuse(&cases, position, call, #call)

static void object_arguments(void)
{
    struct array a = array_new(STARLING_D, 6, 6, 0), b = array_new(STARLING_D, 6, 6, 0);
    struct array c = array_new(STARLING_D, 6, 6, 0), s = array_new(STARLING_S, 6, 6, 0);
    struct array h = array_new(STARLING_D, 5, 6, 0), v = array_new(STARLING_D, 6, 5, 0);
    struct array *all[] = {&a, &b, &c, &s, &h, &v};
    for (int i = 0; i < 6; i++) {
        array_random(all[i], 'G', 3);
        array_save(all[i]);
    }
    starling_matrix *A = wrap(&a, 2, 2), *B = wrap(&b, 2, 3), *X = wrap(&c, 2, 3),
                    *S = wrap(&s, 2, 2);
    starling_matrix *high = wrap(&h, 2, 2), *narrow = wrap(&v, 2, 3), *wide = wrap(&v, 2, 4);
    int iter;
    double berr;
    listen_to_errors();
    cases = (struct cases){0};
    BAD(1, starling_gesv_mixed(NULL, B, X, &iter, &berr));
    BAD(1, starling_gesv_mixed(S, B, X, &iter, &berr));
    BAD(1, starling_gesv_mixed(high, B, X, &iter, &berr));
    BAD(1, starling_gesv_mixed(B, A, X, &iter, &berr));
    BAD(2, starling_gesv_mixed(A, NULL, X, &iter, &berr));
    BAD(2, starling_gesv_mixed(A, A, X, &iter, &berr));
    BAD(2, starling_gesv_mixed(A, S, X, &iter, &berr));
    BAD(2, starling_gesv_mixed(A, high, X, &iter, &berr));
    BAD(3, starling_gesv_mixed(A, B, NULL, &iter, &berr));
    BAD(3, starling_gesv_mixed(A, B, A, &iter, &berr));
    BAD(3, starling_gesv_mixed(A, B, B, &iter, &berr));
    BAD(3, starling_gesv_mixed(A, B, S, &iter, &berr));
    BAD(3, starling_gesv_mixed(A, B, narrow, &iter, &berr));
    BAD(3, starling_gesv_mixed(A, narrow, wide, &iter, &berr));
    BAD(4, starling_gesv_mixed(A, B, X, NULL, &berr));
    BAD(5, starling_gesv_mixed(A, B, X, &iter, NULL));
    BAD(1, starling_posv_mixed((starling_uplo)'X', A, B, X, &iter, &berr));
    BAD(2, starling_posv_mixed(STARLING_LOWER, S, B, X, &iter, &berr));
    BAD(2, starling_posv_mixed(STARLING_LOWER, B, A, X, &iter, &berr));
    BAD(3, starling_posv_mixed(STARLING_LOWER, A, high, X, &iter, &berr));
    BAD(4, starling_posv_mixed(STARLING_LOWER, A, B, B, &iter, &berr));
    BAD(5, starling_posv_mixed(STARLING_LOWER, A, B, X, NULL, &berr));
    BAD(6, starling_posv_mixed(STARLING_LOWER, A, B, X, &iter, NULL));
    starling_matrix *made[] = {A, B, X, S, high, narrow, wide};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++)
        starling_matrix_destroy(made[i]);
    for (int i = 0; i < 6; i++) {
        hold(&cases, array_intact(all[i], 0), "array %d was written", i);
        array_free(all[i]);
    }
    ok(all_held(&cases), "arguments of objects: %d calls", cases.run);
}

static void array_arguments(void)
{
    double a[16] = {1}, b[16] = {1}, x[16] = {0};
    int64_t ipiv[4];
    int iter;
    cases = (struct cases){0};
    BAD(1, starling_dsgesv(-1, 1, a, 4, ipiv, b, 4, x, 4, &iter));
    BAD(2, starling_dsgesv(4, -1, a, 4, ipiv, b, 4, x, 4, &iter));
    BAD(3, starling_dsgesv(4, 1, NULL, 4, ipiv, b, 4, x, 4, &iter));
    BAD(4, starling_dsgesv(4, 1, a, 3, ipiv, b, 4, x, 4, &iter));
    BAD(5, starling_dsgesv(4, 1, a, 4, NULL, b, 4, x, 4, &iter));
    BAD(6, starling_dsgesv(4, 1, a, 4, ipiv, NULL, 4, x, 4, &iter));
    BAD(7, starling_dsgesv(4, 1, a, 4, ipiv, b, 3, x, 4, &iter));
    BAD(8, starling_dsgesv(4, 1, a, 4, ipiv, b, 4, NULL, 4, &iter));
    BAD(9, starling_dsgesv(4, 1, a, 4, ipiv, b, 4, x, 3, &iter));
    BAD(10, starling_dsgesv(4, 1, a, 4, ipiv, b, 4, x, 4, NULL));
    BAD(1, starling_dsposv('G', 4, 1, a, 4, b, 4, x, 4, &iter));
    BAD(2, starling_dsposv('L', -1, 1, a, 4, b, 4, x, 4, &iter));
    BAD(3, starling_dsposv('L', 4, -1, a, 4, b, 4, x, 4, &iter));
    BAD(4, starling_dsposv('L', 4, 1, NULL, 4, b, 4, x, 4, &iter));
    BAD(5, starling_dsposv('L', 4, 1, a, 3, b, 4, x, 4, &iter));
    BAD(6, starling_dsposv('L', 4, 1, a, 4, NULL, 4, x, 4, &iter));
    BAD(7, starling_dsposv('L', 4, 1, a, 4, b, 3, x, 4, &iter));
    BAD(8, starling_dsposv('L', 4, 1, a, 4, b, 4, NULL, 4, &iter));
    BAD(9, starling_dsposv('L', 4, 1, a, 4, b, 4, x, 3, &iter));
    BAD(10, starling_dsposv('u', 4, 1, a, 4, b, 4, x, 4, NULL));
    hold(&cases, starling_dsgesv(0, 1, NULL, 1, NULL, NULL, 1, NULL, 1, &iter) == 0 && iter == 0,
         "n = 0");
    starling_set_error_handler(NULL, NULL);
    ok(all_held(&cases), "arguments of arrays: %d calls", cases.run);
}

/* The lower precision may fail: the handler hears of the failure of the whole alone. */
static void silence(void)
{
    struct run r = begin(TILES, 'L', matrix(STARLING_D, 'L', 40), 1, 16);
    spoil(NEAR, &r, 20);
    cases = (struct cases){0};
    listen_to_errors();
    run(&r);
    hold(&cases, r.info == 0 && r.iter == -3 && last_message()[0] == 0,
         "info %d, iter %d, heard %s", r.info, r.iter, last_message());
    end(&r);
    starling_set_error_handler(NULL, NULL);
    ok(all_held(&cases), "a failure in the lower precision is no error");
}

/* Tuned values for all orders; 0: mixed precision takes longer. */
static bool tune(int value)
{
    char lines[400];
    const char *workers = starling_tuning_workers();
    snprintf(lines, sizeof lines, "gesv.mixed %s dz 1 1000000 %d\nposv.mixed %s dz 1 1000000 %d\n",
             workers, value, workers, value);
    return starling_tuning_set(lines) == 0;
}

static void not_faster(starling_precision prec)
{
    struct cases cases = {0};
    hold(&cases, tune(0), "values are taken");
    for (int u = 0; u < 3; u++)
        for (int form = TILES; form <= ARRAYS; form++) {
            if (uplos[u] != LU && form == COLUMNS)
                continue;
            struct run r = begin((enum form)form, uplos[u], matrix(prec, uplos[u], 70), 2, 24);
            run(&r);
            hold_solution(&cases, &r, false, "not faster");
            hold(&cases, r.iter == -1, "'%c': iter %d", r.uplo, r.iter);
            if (r.form == ARRAYS && r.uplo == LU)
                hold_ipiv(&cases, &r, false);
            end(&r);
        }
    hold(&cases, tune(1), "values are taken");
    ok(all_held(&cases), "%c: not faster, %d checks", letter(prec), cases.run);
}

int main(void)
{
    ok(tune(1), "mixed precision for all orders"); /* whatever this machine's file says */
    silence();
    for (int i = 0; i < 2; i++) {
        well_conditioned(wide_precisions[i]);
        large(wide_precisions[i]);
        ill_conditioned(wide_precisions[i]);
        between(wide_precisions[i]);
        troubles(wide_precisions[i]);
        not_faster(wide_precisions[i]);
    }
    object_arguments();
    array_arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
