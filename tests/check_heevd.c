/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* heevd in all precisions, both triangles, orders around the block column and the band, and matrices
 * whose eigenvalues are clustered, graded, zero or at the ends of the range:
 *  - |A - Z W Z^H| and |Z^H Z - I| are small, W ascends and is near LAPACK's;
 *  - values alone are near those with vectors;
 *  - the other triangle of A, NaN here, has no influence;
 *  - objects, sequences and arrays agree, and what is around stays;
 *  - a NaN or an infinity gives its column as info, at once;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "spectra.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

static int arrays(starling_precision prec, char job, char uplo, struct array *a, void *w)
{
    switch (prec) {
    case STARLING_S:
        return starling_ssyevd(job, uplo, a->n, a->a, a->lda, w);
    case STARLING_D:
        return starling_dsyevd(job, uplo, a->n, a->a, a->lda, w);
    case STARLING_C:
        return starling_cheevd(job, uplo, a->n, a->a, a->lda, w);
    default:
        return starling_zheevd(job, uplo, a->n, a->a, a->lda, w);
    }
}

static int solve(enum form form, char job, char uplo, int64_t nb, struct array *a, struct array *w)
{
    int64_t n = a->n;
    if (form == ARRAYS)
        return arrays(a->prec, job, uplo, a, w->a);
    starling_matrix *A = wrap(a, n > 0 ? n : 1, nb), *W = wrap(w, n > 0 ? n : 1, 1);
    starling_sequence *seq;
    int info;
    if (form == OBJECTS)
        info = starling_heevd((starling_job)job, (starling_uplo)uplo, A, W);
    else {
        info = starling_sequence_create(&seq);
        info = info != 0 ? info
                         : starling_heevd_submit((starling_job)job, (starling_uplo)uplo, A, W, seq);
        info = info != 0 ? info : starling_sequence_wait(seq);
        starling_sequence_destroy(seq);
    }
    starling_matrix_destroy(A);
    starling_matrix_destroy(W);
    return info;
}

/* ---- Results ------------------------------------------------------------------------------- */

static bool ascends(const struct array *w)
{
    for (int64_t j = 1; j < w->m; j++)
        if (!(creal(array_get(w, j - 1, 0)) <= creal(array_get(w, j, 0))))
            return false;
    return true;
}

/* |A - Z W Z^H| and |Z^H Z - I|; a is overwritten. Numbers near the end of the range are divided by
 * the norm first. */
static double residual(const struct array *z, const struct array *w, wide *a, double norm)
{
    int64_t n = z->n;
    wide *v = wide_of(z, STARLING_GENERAL), *vw = wide_zeros(n, n), *unit = wide_zeros(n, n);
    double unit_size = norm > 0 ? norm : 1;
    for (int64_t j = 0; j < n; j++) {
        unit[j + j * n] = -1;
        for (int64_t i = 0; i < n; i++) {
            vw[i + j * n] = v[i + j * n] * (creal(array_get(w, j, 0)) / unit_size);
            a[i + j * n] /= unit_size;
        }
    }
    if (n > 0) {
        wide_gemm('N', 'C', n, n, n, -1, vw, v, 1, a);
        wide_gemm('C', 'N', n, n, n, 1, v, v, 1, unit);
    }
    double error = residual_larger(scaled(z->prec, wide_norm(a, n, n), n, n > 0),
                                   scaled(z->prec, wide_norm(unit, n, n), n, n > 0));
    free(v);
    free(vw);
    free(unit);
    return error;
}

/* The largest difference from LAPACK's eigenvalues, scaled. */
static double difference(const struct array *w, const wide *a, starling_precision prec, double norm)
{
    int64_t n = w->m;
    double unit_size = norm > 0 ? norm : 1, most = 0;
    wide *copy = wide_zeros(n, n);
    double *x = calloc((size_t)n + 1, sizeof *x);
    for (int64_t i = 0; i < n * n; i++)
        copy[i] = a[i] / unit_size;
    if (wide_heev(n, copy, x) != 0)
        most = NAN;
    for (int64_t j = 0; j < n; j++)
        most = residual_larger(most, fabs(x[j] - creal(array_get(w, j, 0)) / unit_size));
    free(copy);
    free(x);
    return scaled(prec, most, n, n > 0);
}

static void check(struct cases *cases, starling_precision prec, enum kind kind, char uplo, int64_t n,
                  int64_t nb)
{
    struct array first = {0};
    for (int f = 0; f < FORMS; f++)
        for (const char *job = "VN"; *job; job++) {
            struct array a = matrix(prec, kind, uplo, n), w = array_new(real_of(prec), n, 1, 1);
            wide *exact = wide_hermitian(&a, uplo), *copy = wide_hermitian(&a, uplo);
            double norm = wide_norm(exact, n, n);
            array_save(&w);
            int info = solve((enum form)f, *job, uplo, nb, &a, &w);
            double values = difference(&w, exact, prec, norm);
            double error = *job == 'V' ? residual(&a, &w, copy, norm) : 0;
            bool intact = array_intact(&a, STARLING_GENERAL) && array_intact(&w, STARLING_GENERAL);
            bool same = f != SEQUENCE || *job == 'N' || !one_kind() ||
                        memcmp(a.block, first.block, a.size) == 0;
            hold(cases,
                 info == 0 && intact && same && ascends(&w) && residual_right(values) &&
                     residual_right(error),
                 "%cheevd %c %c form %d, %s, n=%ld, nb=%ld: info %d, residual %g, eigenvalues %g%s%s%s",
                 letter(prec), *job, uplo, f, kind_name[kind], (long)n, (long)nb, info, error, values,
                 intact ? "" : ", more is changed", same ? "" : ", other bits",
                 ascends(&w) ? "" : ", not in order");
            free(exact);
            free(copy);
            array_free(&w);
            if (f == OBJECTS && *job == 'V')
                first = a;
            else
                array_free(&a);
        }
    array_free(&first);
}

static void orders(starling_precision prec)
{
    static const int64_t shapes[][2] = {{0, 4},   {1, 1},   {1, 8},   {2, 1},   {2, 4},    {3, 2},
                                        {5, 5},   {7, 4},   {16, 16}, {17, 16}, {31, 8},   {47, 13},
                                        {64, 32}, {65, 32}, {97, 96}, {150, 64}, {211, 48}, {257, 300}};
    struct cases cases = {0};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (const char *uplo = "LU"; *uplo; uplo++)
            if (!quick() || shapes[s][0] < 160)
                check(&cases, prec, RANDOM, *uplo, shapes[s][0], shapes[s][1]);
    ok(all_held(&cases), "%cheevd: %d results", letter(prec), cases.run);
}

static void spectra(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = RANDOM + 1; kind < KINDS; kind++) {
        check(&cases, prec, (enum kind)kind, kind % 2 ? 'L' : 'U', 43, 16);
        check(&cases, prec, (enum kind)kind, kind % 2 ? 'U' : 'L', quick() ? 90 : 190, 32);
    }
    ok(all_held(&cases), "%cheevd of special matrices: %d results", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int infinite = 0; infinite < 2; infinite++)
        for (const char *uplo = "LU"; *uplo; uplo++)
            for (int64_t n = 20; n <= 100; n += 80) {
                struct array a = matrix(prec, RANDOM, *uplo, n);
                double w[100];
                int64_t i = *uplo == 'L' ? n - 2 : 5, j = *uplo == 'L' ? 5 : n - 2;
                array_set(&a, i, j, infinite ? INFINITY : NAN);
                array_set(&a, n - 1, n - 1, NAN);
                int info = arrays(prec, 'V', *uplo, &a, w);
                hold(&cases, info == j + 1, "%cheevd %c with %s in column %ld: info %d", letter(prec),
                     *uplo, infinite ? "an infinity" : "a NaN", (long)j + 1, info);
                array_free(&a);
            }
    ok(all_held(&cases), "%cheevd: %d matrices that are not finite", letter(prec), cases.run);
}

static void arguments(void)
{
    struct cases cases = {0};
    struct array x = array_new(STARLING_Z, 6, 6, 0), y = array_new(STARLING_D, 6, 6, 0);
    array_random(&x, STARLING_GENERAL, 1);
    array_random(&y, STARLING_GENERAL, 1);
    starling_matrix *A = wrap(&x, 6, 4), *tiles = wrap(&x, 3, 3), *D = wrap(&y, 6, 4);
    y.n = 1;
    starling_matrix *W = wrap(&y, 6, 1), *cut = wrap(&y, 3, 1);
    y.m = 5;
    starling_matrix *little = wrap(&y, 5, 1);
    x.n = 1;
    starling_matrix *C = wrap(&x, 6, 1);
    const starling_job V = STARLING_VECTORS;
    const starling_uplo L = STARLING_LOWER;
    double w[6];
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    BAD(1, starling_heevd((starling_job)'x', L, A, W));
    BAD(2, starling_heevd(V, STARLING_GENERAL, A, W));
    BAD(3, starling_heevd(V, L, NULL, W));
    BAD(3, starling_heevd(V, L, tiles, W));
    BAD(3, starling_heevd(V, L, C, W));
    BAD(4, starling_heevd(V, L, A, NULL));
    BAD(4, starling_heevd(V, L, A, C));
    BAD(4, starling_heevd(V, L, A, D));
    BAD(4, starling_heevd(V, L, A, cut));
    BAD(4, starling_heevd(V, L, A, little));
    BAD(5, starling_heevd_submit(V, L, A, W, NULL));
    BAD(1, starling_zheevd('x', 'l', 6, x.a, 6, w));
    BAD(2, starling_zheevd('v', 'g', 6, x.a, 6, w));
    BAD(3, starling_zheevd('v', 'l', -1, x.a, 6, w));
    BAD(4, starling_zheevd('v', 'l', 6, NULL, 6, w));
    BAD(5, starling_zheevd('v', 'l', 6, x.a, 5, w));
    BAD(6, starling_zheevd('v', 'l', 6, x.a, 6, NULL));
    starling_matrix *all[] = {A, tiles, D, W, cut, little, C};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    x.n = 6, y.m = 6, y.n = 6;
    array_free(&x);
    array_free(&y);
    ok(all_held(&cases), "arguments: %d calls", cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        orders(precisions[p]);
        spectra(precisions[p]);
        not_finite(precisions[p]);
    }
    arguments();
    return done_testing();
}
