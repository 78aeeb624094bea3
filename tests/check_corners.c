/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What reference BLAS and LAPACK leave alone, or do not look at, in four precisions, for matrix
 * objects of several tiles and the LAPACK-style functions:
 *  - gemm, symm, hemm, syrk, syr2k, herk and her2k with alpha = 0 or k = 0 write nothing if beta = 1,
 *    also not the imaginary part of the diagonal, and beta C otherwise, bit by bit; beta = 0 clears
 *    infinities and NaNs; A and B, all NaN, are not looked at; trsm and trmm with alpha = 0 clear B;
 *  - a product with beta = 0 does not look at C, and herk and her2k make the diagonal real;
 *  - gesv and posv with info > 0 leave B, small or large, and gesv's A and ipiv are getrf's;
 *  - getri with info > 0 leaves A; arrays of empty problems may be NULL;
 *  - LU reports no zero pivot where a column has a NaN and another number but zero. */

#include <math.h>
#include <stdlib.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

/* beta c in the array's own precision, rounded as BLAS does; a real beta multiplies both parts. */
static wide product(starling_precision prec, wide beta, bool real, wide c)
{
    bool single = prec == STARLING_S || prec == STARLING_C;
    volatile double re = creal(beta) * creal(c), im = creal(beta) * cimag(c);
    if (single)
        re = (float)re, im = (float)im;
    if (real)
        return CMPLX(re, im);
    volatile double re2 = cimag(beta) * cimag(c), im2 = cimag(beta) * creal(c);
    if (single)
        return CMPLX((float)re - (float)re2, (float)im + (float)im2);
    return CMPLX(re - re2, im + im2);
}

static bool same_part(double x, double y)
{
    return (isnan(x) && isnan(y)) || memcmp(&x, &y, sizeof x) == 0;
}

/* The same bits, or both not a number. */
static bool same(const struct array *x, const struct array *y)
{
    bool all = true;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++) {
            wide a = array_get(x, i, j), b = array_get(y, i, j);
            all &= same_part(creal(a), creal(b)) && same_part(cimag(a), cimag(b));
        }
    return all;
}

static struct array copy_of(const struct array *x)
{
    struct array y = array_new(x->prec, x->m, x->n, x->lda - (x->m > 1 ? x->m : 1));
    memcpy(y.block, x->block, x->size);
    array_save(&y);
    return y;
}

/* ---- Quick returns ----------------------------------------------------------------------- */

enum { M = 9, N = 7, K = 5, NB = 4 };
enum routine { GEMM, SYMM, HEMM, SYRK, SYR2K, HERK, HER2K }; /* the last two have real scalars */
static const char *const names[] = {"gemm", "symm", "hemm", "syrk", "syr2k", "herk", "her2k"};

struct quick_case {
    enum routine routine;
    int k;
    wide alpha, beta;
    char uplo, trans;
    bool object;
};

/* Numbers, negative zeros, an infinity and a NaN; random imaginary parts on the diagonal. */
static struct array special(starling_precision prec, int64_t m, int64_t n)
{
    struct array c = array_new(prec, m, n, 2);
    array_random(&c, 'G', 11);
    array_set(&c, 0, 0, CMPLX(-0.0, 0.5));
    array_set(&c, 1, 0, CMPLX(NAN, 1));
    array_set(&c, 1, 1, CMPLX(-0.0, -0.0));
    array_set(&c, 2, 1, CMPLX(INFINITY, -0.0));
    array_set(&c, 0, 2, CMPLX(1, NAN));
    array_set(&c, 1, 2, CMPLX(-INFINITY, 2));
    array_save(&c);
    return c;
}

/* What changes of C. */
static int region_of(const struct quick_case *q)
{
    return q->routine <= HEMM ? 'G' : q->uplo;
}

/* A and B for a C of m x N. */
static void operands(starling_precision prec, const struct quick_case *q, int64_t m,
                     struct array *a, struct array *b)
{
    bool no = q->trans == 'N';
    int64_t rows = no ? m : q->k, columns = no ? q->k : m;
    bool product = q->routine == SYMM || q->routine == HEMM;
    *a = product ? array_new(prec, m, m, 1) : array_new(prec, rows, columns, 1);
    *b = product              ? array_new(prec, m, N, 0)
         : q->routine == GEMM ? array_new(prec, q->k, N, 0)
                              : array_new(prec, rows, columns, 0);
}

static int run_arrays(const struct quick_case *q, struct array *a, struct array *b, struct array *c)
{
    starling_precision prec = c->prec;
    int64_t m = c->m, n = c->n;
    double re = creal(q->alpha), real_beta = creal(q->beta);
    switch (q->routine) {
    case GEMM:
        return API(prec, gemm, q->trans, 'n', m, n, q->k, q->alpha, a->a, a->lda, b->a, b->lda,
                   q->beta, c->a, c->lda);
    case SYMM:
        return API(prec, symm, 'l', q->uplo, m, n, q->alpha, a->a, a->lda, b->a, b->lda, q->beta,
                   c->a, c->lda);
    case HEMM:
        return API(prec, hemm, 'l', q->uplo, m, n, q->alpha, a->a, a->lda, b->a, b->lda, q->beta,
                   c->a, c->lda);
    case SYRK:
        return API(prec, syrk, q->uplo, q->trans, n, q->k, q->alpha, a->a, a->lda, q->beta, c->a,
                   c->lda);
    case SYR2K:
        return API(prec, syr2k, q->uplo, q->trans, n, q->k, q->alpha, a->a, a->lda, b->a, b->lda,
                   q->beta, c->a, c->lda);
    case HERK:
        return API(prec, herk, q->uplo, q->trans, n, q->k, re, a->a, a->lda, real_beta, c->a,
                   c->lda);
    default:
        return API(prec, her2k, q->uplo, q->trans, n, q->k, q->alpha, a->a, a->lda, b->a, b->lda,
                   real_beta, c->a, c->lda);
    }
}

static int run_objects(const struct quick_case *q, starling_matrix *A, starling_matrix *B,
                       starling_matrix *C)
{
    starling_uplo uplo = (starling_uplo)q->uplo;
    starling_trans trans = (starling_trans)q->trans;
    double re = creal(q->alpha), real_beta = creal(q->beta);
    switch (q->routine) {
    case GEMM:
        return starling_gemm(trans, STARLING_NOTRANS, q->alpha, A, B, q->beta, C);
    case SYMM:
        return starling_symm(STARLING_LEFT, uplo, q->alpha, A, B, q->beta, C);
    case HEMM:
        return starling_hemm(STARLING_LEFT, uplo, q->alpha, A, B, q->beta, C);
    case SYRK:
        return starling_syrk(uplo, trans, q->alpha, A, q->beta, C);
    case SYR2K:
        return starling_syr2k(uplo, trans, q->alpha, A, B, q->beta, C);
    case HERK:
        return starling_herk(uplo, trans, re, A, real_beta, C);
    default:
        return starling_her2k(uplo, trans, q->alpha, A, B, real_beta, C);
    }
}

/* The routine's C = alpha op(A) op(B) + beta C; info. */
static int run(const struct quick_case *q, struct array *a, struct array *b, struct array *c)
{
    if (!q->object)
        return run_arrays(q, a, b, c);
    starling_matrix *A = wrap(a, NB, NB), *B = wrap(b, NB, NB), *C = wrap(c, NB, NB);
    int info = run_objects(q, A, B, C);
    starling_matrix_destroy(A), starling_matrix_destroy(B), starling_matrix_destroy(C);
    return info;
}

static void quick_case(struct cases *cases, starling_precision prec, const struct quick_case *q)
{
    int region = region_of(q);
    int64_t m = region == 'G' ? M : N;
    bool hermitian = q->routine >= HERK;
    struct array a, b, c = special(prec, m, N), e = copy_of(&c);
    operands(prec, q, m, &a, &b);
    wide beta = is_complex(prec) ? q->beta : creal(q->beta);
    for (int64_t j = 0; j < N && beta != 1; j++)
        for (int64_t i = 0; i < m; i++)
            if (inside(region, i, j)) {
                wide old = array_get(&e, i, j);
                old = hermitian && i == j ? creal(old) : old;
                array_set(&e, i, j,
                          beta == 0 ? 0 : product(prec, beta, hermitian || !is_complex(prec), old));
            }
    int info = run(q, &a, &b, &c);
    hold(cases, info == 0 && same(&c, &e) && array_intact(&c, region),
         "%c%s uplo=%c trans=%c k=%d alpha=%g beta=%g%+gi, %s: info %d", letter(prec),
         names[q->routine], q->uplo, q->trans, q->k, creal(q->alpha), creal(q->beta),
         cimag(q->beta), q->object ? "objects" : "arrays", info);
    if (beta == 1)
        hold(cases, array_intact(&c, 0), "%c%s wrote", letter(prec), names[q->routine]);
    array_free(&a), array_free(&b), array_free(&c), array_free(&e);
}

static void quick_returns(starling_precision prec)
{
    static const struct {
        double alpha;
        int k;
    } nothing[] = {{0, K}, {0, 0}, {2, 0}};
    const wide betas[] = {1, 0, 2, -0.5, CMPLX(0.5, 2)};
    struct cases cases = {0};
    for (int r = GEMM; r <= HER2K; r++)
        for (int z = 0; z < (r == SYMM || r == HEMM ? 1 : 3); z++)
            for (int b = 0; b < (r >= HERK ? 4 : 5); b++)
                for (int form = 0; form < 8; form++) {
                    struct quick_case q = {
                        .routine = (enum routine)r,
                        .k = nothing[z].k,
                        .alpha = nothing[z].alpha,
                        .beta = betas[b],
                        .uplo = form & 1 ? 'U' : 'L',
                        .trans = !(form & 2) ? 'N'
                                 : r >= HERK ? 'C'
                                             : 'T',
                        .object = form & 4,
                    };
                    quick_case(&cases, prec, &q);
                }
    ok(all_held(&cases), "%c: products with alpha = 0 or k = 0", letter(prec));
}

static void triangular_zero(starling_precision prec, bool product)
{
    struct cases cases = {0};
    for (int form = 0; form < 3; form++) {
        struct array a = array_new(prec, M, M, 0), b = special(prec, M, N), e = copy_of(&b);
        for (int64_t j = 0; j < N; j++)
            for (int64_t i = 0; i < M; i++)
                array_set(&e, i, j, 0);
        int info;
        if (form < 2 && product) {
            info = API(prec, trmm, 'L', 'U', 'N', 'N', M, N, 0, form == 0 ? a.a : NULL, a.lda, b.a,
                       b.lda);
        } else if (form < 2) {
            info = API(prec, trsm, 'L', 'U', 'N', 'N', M, N, 0, form == 0 ? a.a : NULL, a.lda, b.a,
                       b.lda);
        } else {
            starling_matrix *A = wrap(&a, NB, NB), *B = wrap(&b, NB, NB);
            info = (product ? starling_trmm : starling_trsm)(
                STARLING_LEFT, STARLING_UPPER, STARLING_NOTRANS, STARLING_NONUNIT, 0, A, B);
            starling_matrix_destroy(A), starling_matrix_destroy(B);
        }
        hold(&cases, info == 0 && same(&b, &e) && array_intact(&b, 'G'), "form %d: info %d", form,
             info);
        array_free(&a), array_free(&b), array_free(&e);
    }
    ok(all_held(&cases), "%c: %s with alpha = 0", letter(prec), product ? "trmm" : "trsm");
}

/* beta = 0 and C all NaN; herk and her2k with beta = 1 and imaginary parts on the diagonal. */
static void products(starling_precision prec)
{
    struct cases cases = {0};
    for (int r = GEMM; r <= HER2K; r++)
        for (int object = 0; object < 2; object++)
            for (int beta = 0; beta < 2; beta++) {
                struct quick_case q = {(enum routine)r, K, 1, beta, 'L', 'N', object};
                struct array a, b, c = array_new(prec, N, N, 1);
                operands(prec, &q, N, &a, &b);
                array_random(&a, 'G', 1);
                array_random(&b, 'G', 2);
                if (beta == 1)
                    array_random(&c, 'G', 3);
                int info = run(&q, &a, &b, &c);
                bool finite = true, real = true;
                for (int64_t j = 0; j < N; j++)
                    for (int64_t i = 0; i < N; i++)
                        if (inside(region_of(&q), i, j))
                            finite &= !isnan(cabs(array_get(&c, i, j)));
                for (int64_t i = 0; i < N; i++)
                    real &= cimag(array_get(&c, i, i)) == 0;
                hold(&cases, info == 0 && finite && (real || r < HERK),
                     "%c%s beta=%d: info %d, finite %d, real diagonal %d", letter(prec), names[r],
                     beta, info, finite, real);
                array_free(&a), array_free(&b), array_free(&c);
            }
    ok(all_held(&cases), "%c: products that look at C, or not", letter(prec));
}

/* ---- What a failure leaves ----------------------------------------------------------------- */

/* In which form it is called. */
enum form { ARRAYS, TILES, COLUMNS, OWNED, FORMS };

static int call_gesv(enum form form, struct array *a, struct array *b, int64_t *ipiv)
{
    if (form == ARRAYS)
        return API(a->prec, gesv, a->n, b->n, a->a, a->lda, ipiv, b->a, b->lda);
    int64_t nb = a->n > 100 ? 64 : 8, mb = form == COLUMNS ? a->n : nb;
    starling_matrix *A = wrap(a, mb, nb), *B = NULL;
    if (form != OWNED)
        B = wrap(b, mb, nb);
    else if (starling_matrix_create(&B, b->prec, b->m, b->n, mb, nb) == 0)
        starling_matrix_set(B, b->a, b->lda);
    int info = starling_gesv(A, B);
    starling_matrix_get_ipiv(A, ipiv);
    if (form == OWNED)
        starling_matrix_get(B, b->a, b->lda);
    starling_matrix_destroy(A), starling_matrix_destroy(B);
    return info;
}

static int call_posv(enum form form, struct array *a, struct array *b)
{
    if (form == ARRAYS)
        return API(a->prec, posv, 'L', a->n, b->n, a->a, a->lda, b->a, b->lda);
    int64_t nb = a->n > 100 ? 64 : 8;
    starling_matrix *A = wrap(a, nb, nb), *B = wrap(b, nb, nb);
    int info = starling_posv(STARLING_LOWER, A, B);
    starling_matrix_destroy(A), starling_matrix_destroy(B);
    return info;
}

/* Column `bad` of A is zero; first as large a B as is copied, then one that is not. */
static void failed_gesv(struct cases *cases, starling_precision prec, enum form form, int64_t n,
                        int64_t nrhs, int64_t bad)
{
    struct array a = array_new(prec, n, n, 1), b = array_new(prec, n, nrhs, 2);
    int64_t *ipiv = calloc((size_t)n, sizeof *ipiv);
    int *expected = calloc((size_t)n, sizeof *expected);
    array_random(&a, 'G', 5);
    array_random(&b, 'G', 6);
    for (int64_t i = 0; i < n; i++)
        array_set(&a, i, bad, 0);
    array_save(&b);
    struct array f = copy_of(&a);
    wide *original = wide_of(&a, 'G');
    int info = call_gesv(form, &a, &b, ipiv), lapack = lapack_getrf(&f, expected);
    bool same_ipiv = true;
    for (int64_t i = 0; i < n; i++)
        same_ipiv &= ipiv[i] == expected[i];
    double residual = lu_residual(&a, ipiv, original);
    hold(cases, info == bad + 1 && lapack == info && same_ipiv && residual_right(residual),
         "%cgesv n=%d nrhs=%d form %d: info %d, LAPACK %d, ipiv %d, residual %g", letter(prec),
         (int)n, (int)nrhs, form, info, lapack, same_ipiv, residual);
    hold(cases, array_intact(&b, 0), "%cgesv n=%d nrhs=%d form %d: wrote B", letter(prec), (int)n,
         (int)nrhs, form);
    free(original), free(ipiv), free(expected);
    array_free(&a), array_free(&b), array_free(&f);
}

static void failed_posv(struct cases *cases, starling_precision prec, enum form form, int64_t n,
                        int64_t nrhs, int64_t bad)
{
    struct array a = array_new(prec, n, n, 1), b = array_new(prec, n, nrhs, 2);
    array_spd(&a, 'L', 5);
    array_random(&b, 'G', 6);
    array_set(&a, bad, bad, -1);
    array_save(&b);
    int info = call_posv(form, &a, &b);
    hold(cases, info == bad + 1 && array_intact(&b, 0), "%cposv n=%d nrhs=%d form %d: info %d",
         letter(prec), (int)n, (int)nrhs, form, info);
    array_free(&a), array_free(&b);
}

static void failures(starling_precision prec)
{
    static const int64_t sizes[][2] = {{1, 1}, {7, 3}, {40, 41}, {140, 2}, {140, 2000}};
    struct cases cases = {0};
    for (int s = 0; s < 5; s++)
        for (int form = ARRAYS; form < FORMS; form++)
            for (int last = 0; last < 2; last++) {
                int64_t n = sizes[s][0], bad = last ? n - 1 : n / 3;
                failed_gesv(&cases, prec, (enum form)form, n, sizes[s][1], bad);
                failed_posv(&cases, prec, (enum form)form, n, sizes[s][1], bad);
            }
    ok(all_held(&cases), "%c: gesv and posv that fail leave B", letter(prec));
}

static void inverse(starling_precision prec)
{
    enum { ORDER = 20 };
    struct array a = array_new(prec, ORDER, ORDER, 1);
    int64_t ipiv[ORDER];
    array_random(&a, 'G', 5);
    array_set(&a, 11, 11, 0);
    array_save(&a);
    for (int i = 0; i < ORDER; i++)
        ipiv[i] = i + 1;
    int info = API(prec, getri, ORDER, a.a, a.lda, ipiv);
    ok(info == 12 && array_intact(&a, 0), "%c: getri with a zero on U's diagonal: info %d",
       letter(prec), info);
    array_free(&a);
}

static void nan_pivots(starling_precision prec)
{
    static const double table[][3] = {
        {2, NAN, 3}, {0, NAN, 5}, {NAN, 0, 0}, {NAN, 4, 5}, {0, 0, NAN}};
    struct cases cases = {0};
    for (int t = 0; t < 5; t++) {
        struct array a = array_new(prec, 3, 1, 0);
        int64_t ipiv = 0;
        for (int i = 0; i < 3; i++)
            array_set(&a, i, 0, table[t][i]);
        int info = API(prec, getrf, 3, 1, a.a, a.lda, &ipiv);
        /* a GPU takes the NaN of the last one */
        hold(&cases, info == (t == 4 && starling_ncuda() == 0), "column %d: info %d", t, info);
        array_free(&a);
    }
    ok(all_held(&cases), "%c: columns with a NaN", letter(prec));
}

static void empty(starling_precision prec)
{
    void *one = (char[16]){0};
    struct cases cases = {0};
    hold(&cases, API(prec, getrs, 'N', 0, 3, NULL, 1, NULL, NULL, 1) == 0, "getrs n=0");
    hold(&cases, API(prec, getrs, 'T', 3, 0, NULL, 3, NULL, NULL, 3) == 0, "getrs nrhs=0");
    hold(&cases, API(prec, potrs, 'L', 0, 3, NULL, 1, NULL, 1) == 0, "potrs n=0");
    hold(&cases, API(prec, potrs, 'U', 3, 0, NULL, 3, NULL, 3) == 0, "potrs nrhs=0");
    hold(&cases, API(prec, gesv, 0, 3, NULL, 1, NULL, NULL, 1) == 0, "gesv n=0");
    hold(&cases, API(prec, posv, 'L', 0, 3, NULL, 1, NULL, 1) == 0, "posv n=0");
    hold(&cases, API(prec, getri, 0, NULL, 1, NULL) == 0, "getri n=0");
    hold(&cases, API(prec, trsm, 'L', 'L', 'N', 'N', 0, 3, 1, NULL, 1, NULL, 1) == 0, "trsm m=0");
    hold(&cases, API(prec, gemm, 'N', 'N', 1, 1, 0, 1, NULL, 1, NULL, 1, 1, one, 1) == 0,
         "gemm k=0");
    hold(&cases, API(prec, getrf, 3, INT64_MAX, NULL, 3, NULL) == -3, "getrf n=2^63 - 1");
    hold(&cases, API(prec, getrf, INT64_MAX, 3, NULL, 3, NULL) == -4, "getrf m=2^63 - 1");
    ok(all_held(&cases), "%c: empty and impossible problems", letter(prec));
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        quick_returns(precisions[p]);
        triangular_zero(precisions[p], false);
        triangular_zero(precisions[p], true);
        products(precisions[p]);
        failures(precisions[p]);
        inverse(precisions[p]);
        nan_pivots(precisions[p]);
        empty(precisions[p]);
    }
    return done_testing();
}
