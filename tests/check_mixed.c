/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesv_mixed and posv_mixed, on objects and on arrays, in d and z, both triangles:
 *  - a well conditioned system is solved by refinement: iter > 0, the residual and the backward error are
 *    those of full precision, A and B stay, and so does what is around X;
 *  - ipiv is that of LAPACK's factorization in the lower precision, or in full precision if iter < 0;
 *  - condition 1e10: GMRES for a column, full precision for several, whose factors are then in A;
 *  - a number beyond the range of the lower precision is -2, a factorization that fails -3, and the
 *    solution or info that of full precision: singular, indefinite, NaN, infinite;
 *  - very small right-hand sides, and none;
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
    int64_t *ipiv; /* arrays and LU only */
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
        r->info = lu && is_z ? starling_zcgesv(a->n, b->n, a->a, a->lda, r->ipiv, b->a, b->lda, x->a,
                                               x->lda, &r->iter)
                  : lu       ? starling_dsgesv(a->n, b->n, a->a, a->lda, r->ipiv, b->a, b->lda, x->a,
                                               x->lda, &r->iter)
                  : is_z     ? starling_zcposv((char)r->uplo, a->n, b->n, a->a, a->lda, b->a, b->lda,
                                               x->a, x->lda, &r->iter)
                             : starling_dsposv((char)r->uplo, a->n, b->n, a->a, a->lda, b->a, b->lda,
                                               x->a, x->lda, &r->iter);
        return;
    }
    int64_t mb = r->form == COLUMNS ? a->n + 1 : r->nb;
    starling_matrix *A = wrap(a, mb, r->nb), *B = wrap(b, mb, r->nb + 1), *X = wrap(x, mb, r->nb + 1);
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
    double berr = backward_error(r), eps = epsilon(r->a.prec), bound = sqrt((double)n) * eps;
    char text[160];
    snprintf(text, sizeof text, "%c %s %s '%c' n=%d nrhs=%d nb=%d", letter(r->a.prec), what,
             form_name[r->form], r->uplo, (int)n, (int)nrhs, (int)r->nb);
    hold(cases, r->info == 0 && refined == (r->iter >= 0), "%s: info %d, iter %d", text, r->info,
         r->iter);
    hold(cases, residual_right(residual), "%s: residual %g, iter %d", text, residual, r->iter);
    hold(cases, array_intact(&r->b, 0) && array_intact(&r->x, 'G'), "%s: B or beside X", text);
    hold(cases, array_intact(&r->a, refined ? 0 : region), "%s: A was written, iter %d", text, r->iter);
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
    hold(cases, differ == 0, "%c n=%d: %d interchanges differ from LAPACK's", letter(r->a.prec), (int)n,
         (int)differ);
    if (!lower && n > 0) {
        double residual = lu_residual(&r->a, r->ipiv, r->full);
        hold(cases, residual_right(residual), "%c n=%d: factors in A, residual %g", letter(r->a.prec),
             (int)n, residual);
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
                    hold_solution(&cases, &r, true, "random");
                    hold(&cases, orders[o] < 5 || columns[c] == 0 || r.iter > 0, "n=%d: iter %d",
                         (int)orders[o], r.iter);
                    if (r.form == ARRAYS && r.uplo == LU)
                        hold_ipiv(&cases, &r, true);
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

/* Singular values from 1 to 1 / condition in a geometric series; Hermitian: eigenvalues. */
static struct array conditioned(starling_precision prec, int uplo, int64_t n, double condition)
{
    struct array a = array_new(prec, n, n, 1);
    wide *full = wide_zeros(n, n), *v = wide_zeros(n, 2);
    uint64_t seed = 11;
    for (int64_t i = 0; i < n; i++)
        full[i + i * n] = pow(condition, -(double)i / (double)(n - 1));
    for (int k = 0; k < 6; k++) {
        for (int64_t i = 0; i < 2 * n; i++) {
            double re = uniform(&seed), im = uniform(&seed);
            v[i] = re + (is_complex(prec) ? im : 0) * I;
        }
        reflect(n, v, true, full);
        reflect(n, uplo == LU ? v + n : v, false, full);
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            if (inside(uplo, i, j))
                array_set(&a, i, j, full[i + j * n]);
    free(full);
    free(v);
    return a;
}

static void ill_conditioned(starling_precision prec)
{
    struct cases cases = {0};
    for (int u = 0; u < 3; u++)
        for (int form = TILES; form <= ARRAYS; form++)
            for (int64_t nrhs = 1; nrhs <= 4; nrhs += 3) {
                if (uplos[u] != LU && form == COLUMNS)
                    continue;
                struct run r = begin((enum form)form, uplos[u], conditioned(prec, uplos[u], 100, 1e10),
                                     nrhs, 24);
                run(&r);
                fprintf(stderr, "%c %c form %d nrhs %d iter %d berr %g\n", letter(prec), uplos[u], form, (int)nrhs, r.iter, r.berr);
                hold_solution(&cases, &r, r.iter >= 0, "condition 1e10");
                end(&r);
            }
    ok(all_held(&cases), "%c: ill conditioned, %d checks", letter(prec), cases.run);
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        well_conditioned(wide_precisions[i]);
        large(wide_precisions[i]);
        ill_conditioned(wide_precisions[i]);
    }
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
