/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorization and solution: for all precisions, both triangles, orders around tile
 * boundaries and padded leading dimensions,
 *  - the factor's residual |A - L L^H| / (n |A| eps) is below LAPACK's threshold, and it is
 *    LAPACK's factor up to rounding (the matrices are well conditioned);
 *  - potrs and posv solve with a small residual, posv leaves the factor in A;
 *  - the imaginary part of the diagonal is ignored, the other triangle (NaN), the padding and
 *    the memory around the arrays do not change in a bit. */

#include <stdlib.h>
#include "reference.h"
#include "tap.h"

struct shape {
    starling_precision prec;
    char uplo;
    int64_t n, nb, pad;
};

#define SHAPE_FORMAT "%c uplo=%c n=%d nb=%d pad=%d"
#define SHAPE_VALUES(s) letter((s)->prec), (s)->uplo, (int)(s)->n, (int)(s)->nb, (int)(s)->pad

static struct array spd_matrix(const struct shape *s)
{
    struct array x = array_new(s->prec, s->n, s->n, s->pad);
    array_spd(&x, s->uplo, (uint64_t)(s->n * 100 + s->nb));
    array_save(&x);
    return x;
}

/* The factor in f is that of a, by itself and compared with LAPACK's. */
static void hold_factor(struct cases *cases, const struct shape *s, const struct array *f,
                        const wide *a)
{
    int n = (int)s->n;
    double residual = cholesky_residual(s->uplo, f, a);
    hold(cases, residual_right(residual), SHAPE_FORMAT ": residual %g", SHAPE_VALUES(s), residual);

    wide *ours = wide_of(f, s->uplo), *lapack = wide_zeros(n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (inside(s->uplo, i, j))
                lapack[i + j * n] = a[i + j * n];
    int info = wide_potrf(s->uplo, n, lapack);
    double error = scaled(s->prec, wide_difference(ours, lapack, n, n), n,
                          wide_norm(lapack, n, n));
    hold(cases, info == 0 && residual_right(error), SHAPE_FORMAT ": from LAPACK's factor %g",
         SHAPE_VALUES(s), error);
    hold(cases, array_intact(f, s->uplo), SHAPE_FORMAT ": wrote outside the triangle",
         SHAPE_VALUES(s));
    free(ours);
    free(lapack);
}

static void factor(struct cases *cases, const struct shape *s)
{
    struct array x = spd_matrix(s);
    wide *a = wide_hermitian(&x, s->uplo);
    starling_matrix *A = wrap(&x, s->nb, s->nb);
    int info = starling_potrf((starling_uplo)s->uplo, A);
    starling_matrix_destroy(A);
    if (hold(cases, info == 0, SHAPE_FORMAT ": potrf returns %d", SHAPE_VALUES(s), info))
        hold_factor(cases, s, &x, a);
    free(a);
    array_free(&x);
}

/* posv, or potrf and potrs, with nrhs right-hand sides in tiles of cb columns. */
static void solve(struct cases *cases, const struct shape *s, int64_t nrhs, int64_t cb,
                  bool at_once)
{
    const char *how = at_once ? "posv" : "potrs";
    starling_uplo uplo = (starling_uplo)s->uplo;
    struct array x = spd_matrix(s), y = array_new(s->prec, s->n, nrhs, s->pad);
    array_random(&y, 'G', (uint64_t)nrhs + 7);
    array_save(&y);
    wide *a = wide_hermitian(&x, s->uplo), *b = wide_of(&y, 'G');
    starling_matrix *A = wrap(&x, s->nb, s->nb), *B = wrap(&y, s->nb, cb);

    int info = at_once ? starling_posv(uplo, A, B) : starling_potrf(uplo, A);
    if (!at_once && info == 0)
        info = starling_potrs(uplo, A, B);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);

    hold(cases, info == 0, "%s " SHAPE_FORMAT " nrhs=%d cb=%d: returns %d", how,
         SHAPE_VALUES(s), (int)nrhs, (int)cb, info);
    double residual = solve_residual(a, &y, b);
    hold(cases, residual_right(residual), "%s " SHAPE_FORMAT " nrhs=%d cb=%d: residual %g", how,
         SHAPE_VALUES(s), (int)nrhs, (int)cb, residual);
    hold(cases, array_intact(&y, 'G'), "%s " SHAPE_FORMAT " nrhs=%d cb=%d: wrote around B",
         how, SHAPE_VALUES(s), (int)nrhs, (int)cb);
    hold_factor(cases, s, &x, a);
    free(a);
    free(b);
    array_free(&x);
    array_free(&y);
}

static void all_orders(starling_precision prec, char uplo)
{
    struct cases factors = {0}, solutions = {0};
    const int64_t tiles[] = {8, 1, 37};
    for (int t = 0; t < (quick() ? 1 : 3); t++) {
        int64_t nb = tiles[t];
        const int64_t orders[] = {0, 1, nb - 1, nb, nb + 1, 2 * nb, 4 * nb + 3};
        for (int o = 0; o < 7; o++)
            for (int64_t pad = 0; pad <= 3; pad += 3) {
                struct shape s = {prec, uplo, orders[o], nb, pad};
                factor(&factors, &s);
                for (int64_t nrhs = 0; nrhs <= 6; nrhs += 3)
                    solve(&solutions, &s, nrhs, 1 + nrhs / 2, pad == 0);
            }
    }
    ok(all_held(&factors), "%cpotrf uplo=%c: %d checks", letter(prec), uplo, factors.run);
    ok(all_held(&solutions), "%cpotrs, %cposv uplo=%c: %d checks", letter(prec), letter(prec),
       uplo, solutions.run);
}

/* The library's own tile size, and one tile for all. */
static void large(starling_precision prec, char uplo)
{
    struct cases cases = {0};
    struct shape chosen = {prec, uplo, quick() ? 130 : 650, 0, 5};
    factor(&cases, &chosen);
    solve(&cases, &chosen, 1, 0, true);
    struct shape single = {prec, uplo, 100, 1000, 0};
    factor(&cases, &single);
    ok(all_held(&cases), "%cpotrf uplo=%c: tiles chosen by the library, one tile",
       letter(prec), uplo);
}

/* Tiles that Starling owns; and the same bits when the same is done again by the same kind of
 * worker. */
static void owned(starling_precision prec, char uplo)
{
    struct cases cases = {0};
    struct shape s = {prec, uplo, 29, 8, 2};
    struct array x = spd_matrix(&s), y = spd_matrix(&s);
    wide *a = wide_hermitian(&x, uplo);
    for (int again = 0; again < 2; again++) {
        struct array *f = again ? &y : &x;
        starling_matrix *A = NULL;
        int info = starling_matrix_create(&A, prec, s.n, s.n, s.nb, s.nb);
        info = info != 0 ? info : starling_matrix_set(A, f->a, f->lda);
        info = info != 0 ? info : starling_potrf((starling_uplo)uplo, A);
        info = info != 0 ? info : starling_matrix_get(A, f->a, f->lda);
        starling_matrix_destroy(A);
        hold(&cases, info == 0, SHAPE_FORMAT ": owned tiles: %d", SHAPE_VALUES(&s), info);
        hold_factor(&cases, &s, f, a);
    }
    hold(&cases, !one_kind() || memcmp(x.block, y.block, x.size) == 0,
         SHAPE_FORMAT ": other bits the second time", SHAPE_VALUES(&s));
    ok(all_held(&cases), "%cpotrf uplo=%c: owned tiles, the same bits twice", letter(prec),
       uplo);
    free(a);
    array_free(&x);
    array_free(&y);
}

int main(void)
{
    for (int p = 0; p < 4; p++)
        for (int u = 0; u < 2; u++) {
            all_orders(precisions[p], "LU"[u]);
            large(precisions[p], "LU"[u]);
            owned(precisions[p], "LU"[u]);
        }
    return done_testing();
}
