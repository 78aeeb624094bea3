/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gepolar in all precisions, square, high and empty matrices, regular, singular and at the ends of
 * the range:
 *  - |A - U H| and |U^H U - I| are small, also where A is singular or zero;
 *  - H is Hermitian to the last bit, and its eigenvalues are LAPACK's singular values of A, none of
 * them negative beyond rounding;
 *  - objects, sequences, which cannot estimate the condition, and arrays agree, with H and without;
 *  - what is around stays;
 *  - a NaN or an infinity gives its column as info;
 *  - bad arguments are told by position and name. */

#include "lapack_api.h"
#include "rectangles.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

/* h = NULL: H is not wanted. */
static int gepolar(enum form form, struct array *a, int64_t nb, struct array *h)
{
    if (form == ARRAYS)
        return API(a->prec, gepolar, a->m, a->n, a->a, a->lda, h ? h->a : NULL, h ? h->lda : 1);
    starling_matrix *A = wrap(a, positive(a->m), nb), *H = h ? wrap(h, nb + 1, nb + 2) : NULL;
    int info;
    if (form == OBJECTS)
        info = starling_gepolar(A, H);
    else
        SUBMITTED(info, starling_gepolar_submit(A, H, seq));
    starling_matrix_destroy(A);
    starling_matrix_destroy(H);
    return info;
}

/* |A - U H| / |A| */
static double residual(const struct array *u, const struct array *h, const wide *a, double norm)
{
    int64_t m = u->m, n = u->n;
    wide *wu = wide_of(u, STARLING_GENERAL), *wh = wide_of(h, STARLING_GENERAL);
    wide *r = wide_zeros(m, n);
    for (int64_t i = 0; i < m * n; i++)
        r[i] = a[i] / norm;
    for (int64_t i = 0; i < n * n; i++)
        wh[i] /= norm;
    if (n > 0)
        wide_gemm('N', 'N', m, n, n, -1, wu, wh, 1, r);
    double error = scaled(u->prec, wide_norm(r, m, n), m, 1);
    free(wu);
    free(wh);
    free(r);
    return n > 0 ? error : 0;
}

static bool is_hermitian(const struct array *h)
{
    bool all = true;
    for (int64_t j = 0; j < h->n; j++)
        for (int64_t i = 0; i < h->n; i++)
            all = all && array_get(h, i, j) == conj(array_get(h, j, i));
    return all;
}

/* Of the eigenvalues of H from the singular values of A: the largest, scaled. */
static double spectrum(const struct array *h, const wide *a, int64_t m, double norm)
{
    int64_t n = h->n;
    double *s = values_of(a, m, n, norm), *w = calloc((size_t)n + 1, sizeof *w), most = s ? 0 : NAN;
    wide *wh = wide_of(h, STARLING_GENERAL);
    for (int64_t i = 0; i < n * n; i++)
        wh[i] /= norm;
    if (n > 0 && wide_heev(n, wh, w) != 0)
        most = NAN;
    for (int64_t j = 0; j < n && s; j++)
        most = residual_larger(most, fabs(s[j] - w[n - 1 - j]));
    free(s);
    free(w);
    free(wh);
    return scaled(h->prec, most, m, 1);
}

static void check_one(struct cases *cases, enum form form, starling_precision prec, enum kind kind,
                      int64_t m, int64_t n, int64_t nb)
{
    struct array a = rectangle(prec, kind, m, n), h = array_new(prec, n, n, 1);
    struct array u = rectangle(prec, kind, m, n);
    wide *exact = wide_of(&a, STARLING_GENERAL);
    double norm = wide_norm(exact, m, n);
    norm = norm > 0 ? norm : 1;
    array_save(&h);
    int info = gepolar(form, &a, nb, &h), alone = gepolar(form, &u, nb, NULL);
    bool empty = n == 0;
    double error = empty ? 0 : residual(&a, &h, exact, norm), values = spectrum(&h, exact, m, norm);
    double off = residual_larger(orthogonality(&a, false), orthogonality(&u, false));
    bool intact = array_intact(&a, STARLING_GENERAL) && array_intact(&h, STARLING_GENERAL);
    hold(cases,
         info == 0 && alone == 0 && intact && is_hermitian(&h) && residual_right(error) &&
             residual_right(off) && residual_right(values),
         "%cgepolar form %d, %s, m=%ld, n=%ld, nb=%ld: info %d and %d, |A - U H| %g, |U^H U - I| "
         "%g, "
         "values %g%s%s",
         letter(prec), form, kind_name[kind], (long)m, (long)n, (long)nb, info, alone, error, off,
         values, intact ? "" : ", more is changed", is_hermitian(&h) ? "" : ", H is not Hermitian");
    free(exact);
    array_free(&a);
    array_free(&u);
    array_free(&h);
}

static void shapes(starling_precision prec)
{
    static const int64_t list[][3] = {{0, 0, 4},      {5, 0, 3},     {1, 1, 1},     {9, 1, 4},
                                      {2, 2, 2},      {3, 2, 1},     {17, 17, 5},   {47, 47, 16},
                                      {64, 64, 64},   {65, 65, 7},   {101, 97, 32}, {151, 30, 8},
                                      {130, 130, 50}, {211, 131, 64}};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int form = 0; form < FORMS; form++)
            if (!quick() || list[i][0] < 100)
                check_one(&cases, (enum form)form, prec, RANDOM, list[i][0], list[i][1],
                          list[i][2]);
    ok(all_held(&cases), "%cgepolar: %d results", letter(prec), cases.run);
}

static void spectra(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = RANDOM + 1; kind < KINDS; kind++)
        for (int form = 0; form < FORMS; form++) {
            check_one(&cases, (enum form)form, prec, (enum kind)kind, 1, 1, 1);
            check_one(&cases, (enum form)form, prec, (enum kind)kind, 2, 2, 1);
            check_one(&cases, (enum form)form, prec, (enum kind)kind, 3, 3, 2);
            check_one(&cases, (enum form)form, prec, (enum kind)kind, 60, 60, 20);
            check_one(&cases, (enum form)form, prec, (enum kind)kind, 90, 71, 16);
        }
    ok(all_held(&cases), "%cgepolar of special matrices: %d results", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int form = 0; form < FORMS; form++)
        for (int infinite = 0; infinite < 2; infinite++) {
            struct array a = rectangle(prec, RANDOM, 56, 40), h = array_new(prec, 40, 40, 0);
            array_set(&a, 40, 6, infinite ? INFINITY : NAN);
            array_set(&a, 3, 39, NAN);
            int info = gepolar((enum form)form, &a, 3, &h);
            hold(&cases, info == 7, "%cgepolar form %d with %s in column 7: info %d", letter(prec),
                 form, infinite ? "an infinity" : "a NaN", info);
            array_free(&a);
            array_free(&h);
        }
    ok(all_held(&cases), "%cgepolar: %d matrices that are not finite", letter(prec), cases.run);
}

static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = array_new(STARLING_Z, 6, 4, 0), h = array_new(STARLING_Z, 4, 4, 0);
    struct array d = array_new(STARLING_D, 4, 4, 0);
    starling_matrix *A = wrap(&a, 6, 2), *tiles = wrap(&a, 3, 2), *H = wrap(&h, 2, 2);
    starling_matrix *D = wrap(&d, 2, 2);
    a.m = 3;
    starling_matrix *broad = wrap(&a, 3, 2);
    starling_complex_double *x = a.a, *y = h.a;
    listen_to_errors();
    BAD(1, starling_gepolar(NULL, H));
    BAD(1, starling_gepolar(tiles, H));
    BAD(1, starling_gepolar(broad, H));
    BAD(2, starling_gepolar(A, A));
    BAD(2, starling_gepolar(A, D));
    BAD(2, starling_gepolar(A, broad));
    BAD(3, starling_gepolar_submit(A, H, NULL));
    BAD(1, starling_zgepolar(-1, 4, x, 6, y, 4));
    BAD(2, starling_zgepolar(6, -4, x, 6, y, 4));
    BAD(2, starling_zgepolar(3, 4, x, 6, y, 4));
    BAD(3, starling_zgepolar(6, 4, NULL, 6, y, 4));
    BAD(4, starling_zgepolar(6, 4, x, 5, y, 4));
    BAD(6, starling_zgepolar(6, 4, x, 6, y, 3));
    BAD(6, starling_zgepolar(6, 4, x, 6, NULL, 0));
    starling_matrix *all[] = {A, tiles, H, D, broad};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    a.m = 6;
    array_free(&a);
    array_free(&h);
    array_free(&d);
    ok(all_held(cases), "arguments: %d calls", cases->run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        shapes(precisions[p]);
        spectra(precisions[p]);
        not_finite(precisions[p]);
    }
    arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
