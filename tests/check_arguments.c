/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Every function on objects returns -i for its bad argument i, the asynchronous form too, and says
 * in a sentence what is wrong; then nothing is written, the sequence remembers, and a failed
 * constructor leaves NULL. NULL is harmless everywhere. */

#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

/* Square matrices of order 6 in tiles of 2; what does not fit them. */
static struct {
    starling_matrix *a, *b, *c;            /* fit */
    starling_matrix *other_prec, *wide_m;  /* single precision; 5 x 6 */
    starling_matrix *other_nb, *oblong;    /* tiles of 3; tiles 2 x 3 */
    starling_matrix *whole, *columns;      /* one tile; block columns */
    struct array array[9];
} fit;
static starling_sequence *seq;
static struct cases cases;

static starling_matrix *member(int index, starling_precision prec, int64_t m, int64_t mb,
                               int64_t nb)
{
    fit.array[index] = array_new(prec, m, 6, 1);
    array_random(&fit.array[index], 'G', (uint64_t)index);
    array_save(&fit.array[index]);
    return wrap(&fit.array[index], mb, nb);
}

static void begin(void)
{
    fit.a = member(0, STARLING_D, 6, 2, 2);
    fit.b = member(1, STARLING_D, 6, 2, 2);
    fit.c = member(2, STARLING_D, 6, 2, 2);
    fit.other_prec = member(3, STARLING_S, 6, 2, 2);
    fit.wide_m = member(4, STARLING_D, 5, 2, 2);
    fit.other_nb = member(5, STARLING_D, 6, 3, 3);
    fit.oblong = member(6, STARLING_D, 6, 2, 3);
    fit.whole = member(7, STARLING_D, 6, 6, 6);
    fit.columns = member(8, STARLING_D, 6, 6, 2);
    if (starling_sequence_create(&seq) != 0)
        exit(99);
}

/* The synchronous call and its asynchronous form are refused for argument i. */
static void refused(int i, const char *text, int info, int submitted)
{
    hold(&cases, told(i, 2), "%s says: %s", text, last_message());
    int remembered = starling_sequence_wait(seq);
    hold(&cases, info == -i, "%s: %d, expected %d", text, info, -i);
    hold(&cases, submitted == -i && remembered == -i, "submitting %s: %d, wait %d, expected %d",
         text, submitted, remembered, -i);
}
#define BAD(i, routine, ...)                                                                 \
    refused(i, #routine "(" #__VA_ARGS__ ")", starling_##routine(__VA_ARGS__),               \
            starling_##routine##_submit(__VA_ARGS__, seq))
#define ALONE(i, call)                                                                       \
    do {                                                                                     \
        int info = call;                                                                     \
        hold(&cases, info == -(i), "%s: %d, expected %d", #call, info, -(i));                \
        hold(&cases, told(i, 1), "%s says: %s", #call, last_message());                      \
    } while (0)

#define UPLO ((starling_uplo)'X')
#define TRANS ((starling_trans)'X')
#define L STARLING_LOWER
#define G STARLING_GENERAL
#define N STARLING_NOTRANS

static void blas(void)
{
    BAD(1, gemm, TRANS, N, 1, fit.a, fit.b, 0, fit.c);
    BAD(2, gemm, N, TRANS, 1, fit.a, fit.b, 0, fit.c);
    BAD(4, gemm, N, N, 1, NULL, fit.b, 0, fit.c);
    BAD(4, gemm, N, N, 1, fit.other_prec, fit.b, 0, fit.c);
    BAD(4, gemm, N, N, 1, fit.wide_m, fit.b, 0, fit.c);
    BAD(4, gemm, N, N, 1, fit.other_nb, fit.b, 0, fit.c);
    BAD(5, gemm, N, N, 1, fit.a, NULL, 0, fit.c);
    BAD(5, gemm, N, N, 1, fit.a, fit.other_prec, 0, fit.c);
    BAD(5, gemm, N, N, 1, fit.a, fit.other_nb, 0, fit.c);
    BAD(5, gemm, N, N, 1, fit.oblong, fit.b, 0, fit.c);
    BAD(4, gemm, N, N, 1, fit.whole, fit.b, 0, fit.c);
    BAD(4, gemm, N, N, 1, fit.a, fit.b, 0, fit.whole);
    BAD(5, gemm, N, N, 1, fit.whole, fit.b, 0, fit.columns);
    BAD(7, gemm, N, N, 1, fit.a, fit.b, 0, NULL);
    BAD(7, gemm, N, N, 1, fit.a, fit.b, 0, fit.a);
    BAD(7, gemm, N, N, 1, fit.a, fit.b, 0, fit.b);

    BAD(1, herk, UPLO, N, 1, fit.a, 0, fit.c);
    BAD(2, herk, L, TRANS, 1, fit.a, 0, fit.c);
    BAD(4, herk, L, N, 1, NULL, 0, fit.c);
    BAD(4, herk, L, N, 1, fit.other_prec, 0, fit.c);
    BAD(4, herk, L, N, 1, fit.wide_m, 0, fit.c);
    BAD(6, herk, L, N, 1, fit.a, 0, NULL);
    BAD(6, herk, L, N, 1, fit.a, 0, fit.a);
    BAD(6, herk, L, N, 1, fit.a, 0, fit.oblong);
    BAD(6, herk, L, N, 1, fit.a, 0, fit.columns);
    BAD(4, herk, L, N, 1, fit.whole, 0, fit.c);
    BAD(1, syrk, UPLO, N, 1, fit.a, 0, fit.c);
    BAD(2, syrk, L, TRANS, 1, fit.a, 0, fit.c);
    BAD(4, syrk, L, N, 1, NULL, 0, fit.c);
    BAD(6, syrk, L, N, 1, fit.a, 0, NULL);

    BAD(1, hemm, (starling_side)'X', L, 1, fit.a, fit.b, 0, fit.c);
    BAD(2, hemm, STARLING_LEFT, UPLO, 1, fit.a, fit.b, 0, fit.c);
    BAD(4, hemm, STARLING_LEFT, L, 1, NULL, fit.b, 0, fit.c);
    BAD(4, hemm, STARLING_LEFT, L, 1, fit.wide_m, fit.b, 0, fit.c);
    BAD(4, hemm, STARLING_LEFT, L, 1, fit.oblong, fit.b, 0, fit.c);
    BAD(4, hemm, STARLING_LEFT, L, 1, fit.other_prec, fit.b, 0, fit.c);
    BAD(4, hemm, STARLING_LEFT, L, 1, fit.other_nb, fit.b, 0, fit.c);
    BAD(4, hemm, STARLING_LEFT, L, 1, fit.a, fit.b, 0, fit.wide_m);
    BAD(5, hemm, STARLING_RIGHT, L, 1, fit.a, fit.b, 0, fit.wide_m);
    BAD(5, hemm, STARLING_LEFT, L, 1, fit.a, NULL, 0, fit.c);
    BAD(5, hemm, STARLING_LEFT, L, 1, fit.a, fit.other_prec, 0, fit.c);
    BAD(5, hemm, STARLING_LEFT, L, 1, fit.a, fit.other_nb, 0, fit.c);
    BAD(5, hemm, STARLING_LEFT, L, 1, fit.a, fit.wide_m, 0, fit.c);
    BAD(7, hemm, STARLING_LEFT, L, 1, fit.a, fit.b, 0, NULL);
    BAD(7, hemm, STARLING_LEFT, L, 1, fit.a, fit.b, 0, fit.a);
    BAD(7, hemm, STARLING_LEFT, L, 1, fit.a, fit.b, 0, fit.b);
    BAD(1, symm, (starling_side)'X', L, 1, fit.a, fit.b, 0, fit.c);
    BAD(2, symm, STARLING_LEFT, UPLO, 1, fit.a, fit.b, 0, fit.c);
    BAD(4, symm, STARLING_LEFT, L, 1, NULL, fit.b, 0, fit.c);
    BAD(5, symm, STARLING_LEFT, L, 1, fit.a, NULL, 0, fit.c);
    BAD(7, symm, STARLING_LEFT, L, 1, fit.a, fit.b, 0, NULL);

    BAD(1, her2k, UPLO, N, 1, fit.a, fit.b, 0, fit.c);
    BAD(2, her2k, L, TRANS, 1, fit.a, fit.b, 0, fit.c);
    BAD(4, her2k, L, N, 1, NULL, fit.b, 0, fit.c);
    BAD(4, her2k, L, N, 1, fit.other_prec, fit.b, 0, fit.c);
    BAD(4, her2k, L, N, 1, fit.wide_m, fit.b, 0, fit.c);
    BAD(4, her2k, L, N, 1, fit.whole, fit.b, 0, fit.c);
    BAD(5, her2k, L, N, 1, fit.a, NULL, 0, fit.c);
    BAD(5, her2k, L, N, 1, fit.a, fit.other_prec, 0, fit.c);
    BAD(5, her2k, L, N, 1, fit.a, fit.wide_m, 0, fit.c);
    BAD(5, her2k, L, N, 1, fit.a, fit.oblong, 0, fit.c);
    BAD(7, her2k, L, N, 1, fit.a, fit.b, 0, NULL);
    BAD(7, her2k, L, N, 1, fit.a, fit.b, 0, fit.a);
    BAD(7, her2k, L, N, 1, fit.a, fit.b, 0, fit.b);
    BAD(7, her2k, L, N, 1, fit.a, fit.b, 0, fit.oblong);
    BAD(7, her2k, L, N, 1, fit.a, fit.b, 0, fit.columns);
    BAD(1, syr2k, UPLO, N, 1, fit.a, fit.b, 0, fit.c);
    BAD(2, syr2k, L, TRANS, 1, fit.a, fit.b, 0, fit.c);
    BAD(4, syr2k, L, N, 1, NULL, fit.b, 0, fit.c);
    BAD(5, syr2k, L, N, 1, fit.a, NULL, 0, fit.c);
    BAD(7, syr2k, L, N, 1, fit.a, fit.b, 0, NULL);

    BAD(1, trmm, (starling_side)'X', L, N, STARLING_UNIT, 1, fit.a, fit.b);
    BAD(2, trmm, STARLING_LEFT, UPLO, N, STARLING_UNIT, 1, fit.a, fit.b);
    BAD(3, trmm, STARLING_LEFT, L, TRANS, STARLING_UNIT, 1, fit.a, fit.b);
    BAD(4, trmm, STARLING_LEFT, L, N, (starling_diag)'X', 1, fit.a, fit.b);
    BAD(6, trmm, STARLING_LEFT, L, N, STARLING_UNIT, 1, NULL, fit.b);
    BAD(6, trmm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.oblong, fit.b);
    BAD(7, trmm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.whole, fit.b);
    BAD(7, trmm, STARLING_RIGHT, L, N, STARLING_UNIT, 1, fit.a, fit.oblong);
    BAD(7, trmm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.a, NULL);
    BAD(7, trmm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.a, fit.a);
    BAD(7, trmm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.a, fit.other_prec);

    BAD(1, trsm, (starling_side)'X', L, N, STARLING_UNIT, 1, fit.a, fit.b);
    BAD(2, trsm, STARLING_LEFT, UPLO, N, STARLING_UNIT, 1, fit.a, fit.b);
    BAD(3, trsm, STARLING_LEFT, L, TRANS, STARLING_UNIT, 1, fit.a, fit.b);
    BAD(4, trsm, STARLING_LEFT, L, N, (starling_diag)'X', 1, fit.a, fit.b);
    BAD(6, trsm, STARLING_LEFT, L, N, STARLING_UNIT, 1, NULL, fit.b);
    BAD(6, trsm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.wide_m, fit.b);
    BAD(6, trsm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.oblong, fit.b);
    BAD(6, trsm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.columns, fit.b);
    BAD(7, trsm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.whole, fit.b);
    BAD(7, trsm, STARLING_RIGHT, L, N, STARLING_UNIT, 1, fit.whole, fit.b);
    BAD(7, trsm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.a, NULL);
    BAD(7, trsm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.a, fit.a);
    BAD(7, trsm, STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.a, fit.other_prec);
    BAD(7, trsm, STARLING_RIGHT, L, N, STARLING_UNIT, 1, fit.a, fit.oblong);
}

/* In complex precisions herk and her2k have no T, syrk and syr2k no C. */
static void complex_trans(void)
{
    starling_matrix *a, *c;
    struct array x = array_new(STARLING_Z, 6, 6, 0), y = array_new(STARLING_Z, 6, 6, 0);
    a = wrap(&x, 2, 2), c = wrap(&y, 2, 2);
    BAD(2, her2k, L, STARLING_TRANS, 1, a, a, 0, c);
    BAD(2, syr2k, L, STARLING_CONJTRANS, 1, a, a, 0, c);
    BAD(2, herk, L, STARLING_TRANS, 1, a, 0, c);
    BAD(2, syrk, L, STARLING_CONJTRANS, 1, a, 0, c);
    starling_matrix_destroy(a);
    starling_matrix_destroy(c);
    hold(&cases, array_intact(&y, 0), "complex C was written");
    array_free(&x);
    array_free(&y);
}

static void cholesky(void)
{
    BAD(1, potrf, UPLO, fit.a);
    BAD(1, potrf, G, fit.a);
    BAD(2, potrf, L, NULL);
    BAD(2, potrf, L, fit.wide_m);
    BAD(2, potrf, L, fit.oblong);
    BAD(2, potrf, L, fit.columns);
    BAD(3, potrs, L, fit.whole, fit.b);
    BAD(3, posv, L, fit.whole, fit.b);
    BAD(2, lacpy, L, fit.columns, fit.b);
    BAD(1, potrs, UPLO, fit.a, fit.b);
    BAD(2, potrs, L, NULL, fit.b);
    BAD(3, potrs, L, fit.a, NULL);
    BAD(3, potrs, L, fit.a, fit.a);
    BAD(3, potrs, L, fit.a, fit.wide_m);
    BAD(3, potrs, L, fit.a, fit.other_nb);
    BAD(3, potrs, L, fit.a, fit.other_prec);
    BAD(1, posv, UPLO, fit.a, fit.b);
    BAD(2, posv, L, NULL, fit.b);
    BAD(2, posv, L, fit.wide_m, fit.b);
    BAD(3, posv, L, fit.a, NULL);
    BAD(3, posv, L, fit.a, fit.a);
    BAD(3, posv, L, fit.a, fit.wide_m);
}

static void ldl(void)
{
    int64_t ipiv[6] = {1, 2, 3, 4, 5, 6}, wrong[6] = {1, 1, 3, 4, 5, 6};
    BAD(1, sytrf, UPLO, fit.columns);
    BAD(2, sytrf, L, NULL);
    BAD(2, sytrf, L, fit.a); /* square tiles */
    BAD(2, hetrf, L, fit.wide_m);
    BAD(1, sytrs, UPLO, fit.columns, fit.whole);
    BAD(2, sytrs, L, fit.a, fit.whole);
    BAD(2, hetrs, L, fit.columns, fit.whole); /* not factored */
    BAD(1, sysv, UPLO, fit.columns, fit.whole);
    BAD(2, sysv, L, NULL, fit.whole);
    BAD(2, hesv, L, fit.a, fit.whole);
    BAD(3, sysv, L, fit.columns, NULL);
    BAD(3, sysv, L, fit.columns, fit.columns);
    BAD(3, hesv, L, fit.columns, fit.b);
    ALONE(1, starling_matrix_get_sytrf_ipiv(NULL, ipiv));
    ALONE(1, starling_matrix_get_sytrf_ipiv(fit.a, ipiv));
    ALONE(1, starling_matrix_set_sytrf_ipiv(UPLO, fit.columns, ipiv));
    ALONE(2, starling_matrix_set_sytrf_ipiv(L, fit.a, ipiv));
    ALONE(3, starling_matrix_set_sytrf_ipiv(L, fit.columns, NULL));
    ALONE(3, starling_matrix_set_sytrf_ipiv(L, fit.columns, wrong));
    ALONE(3, starling_sytrf_submit(L, fit.columns, NULL));
    ALONE(3, starling_hetrf_submit(L, fit.columns, NULL));
    ALONE(4, starling_sytrs_submit(L, fit.columns, fit.whole, NULL));
    ALONE(4, starling_hetrs_submit(L, fit.columns, fit.whole, NULL));
    ALONE(4, starling_sysv_submit(L, fit.columns, fit.whole, NULL));
    ALONE(4, starling_hesv_submit(L, fit.columns, fit.whole, NULL));
}

static void lu(void)
{
    int64_t ipiv[6] = {1, 2, 3, 4, 5, 6}, wrong[6] = {1, 1, 3, 4, 5, 6};
    BAD(1, getrf, NULL);
    BAD(1, getrf, fit.oblong);
    BAD(2, getrs, N, NULL, fit.b);
    BAD(2, getrs, N, fit.a, fit.b); /* not factored */
    BAD(1, gesv, NULL, fit.b);
    BAD(1, gesv, fit.wide_m, fit.b);
    BAD(1, gesv, fit.oblong, fit.b);
    BAD(2, gesv, fit.a, NULL);
    BAD(2, gesv, fit.a, fit.a);
    BAD(2, gesv, fit.a, fit.other_prec);
    BAD(2, gesv, fit.a, fit.wide_m);
    BAD(2, gesv, fit.a, fit.other_nb);
    BAD(1, getrf_nopiv, NULL);
    BAD(1, getrf_nopiv, fit.oblong);
    BAD(1, getrf_nopiv, fit.columns);
    BAD(1, getrs_nopiv, TRANS, fit.a, fit.b);
    BAD(2, getrs_nopiv, N, NULL, fit.b);
    BAD(2, getrs_nopiv, N, fit.wide_m, fit.b);
    BAD(3, getrs_nopiv, N, fit.a, NULL);
    BAD(3, getrs_nopiv, N, fit.a, fit.a);
    BAD(3, getrs_nopiv, N, fit.a, fit.other_nb);
    BAD(1, gesv_nopiv, NULL, fit.b);
    BAD(1, gesv_nopiv, fit.wide_m, fit.b);
    BAD(2, gesv_nopiv, fit.a, NULL);
    BAD(2, gesv_nopiv, fit.a, fit.other_prec);
    BAD(2, gesv_nopiv, fit.a, fit.wide_m);
    BAD(1, getri, NULL);
    BAD(1, getri, fit.a);
    ALONE(1, starling_matrix_get_ipiv(NULL, ipiv));
    ALONE(1, starling_matrix_get_ipiv(fit.a, ipiv));
    ALONE(1, starling_matrix_set_ipiv(NULL, ipiv));
    ALONE(1, starling_matrix_set_ipiv(fit.oblong, ipiv));
    ALONE(2, starling_matrix_set_ipiv(fit.c, NULL));
    ALONE(2, starling_matrix_set_ipiv(fit.c, wrong));
    hold(&cases, starling_matrix_set_ipiv(fit.c, ipiv) == 0, "interchanges by hand");
    ALONE(2, starling_matrix_get_ipiv(fit.c, NULL));
    BAD(1, getrs, TRANS, fit.c, fit.b);
    BAD(3, getrs, N, fit.c, NULL);
    BAD(3, getrs, N, fit.c, fit.c);
    BAD(3, getrs, N, fit.c, fit.wide_m);
}

static void conditions(void)
{
    double x[6], y[6];
    const starling_norm norm = STARLING_ONE_NORM;
    const starling_diag unit = STARLING_UNIT;
    ALONE(1, starling_gecon(STARLING_MAX_NORM, fit.a, 1, x));
    ALONE(2, starling_gecon(norm, NULL, 1, x));
    ALONE(2, starling_gecon(norm, fit.wide_m, 1, x));
    ALONE(2, starling_gecon(norm, fit.oblong, 1, x));
    ALONE(3, starling_gecon(norm, fit.a, -1, x));
    ALONE(4, starling_gecon(norm, fit.a, 1, NULL));
    ALONE(3, starling_gecon(norm, fit.a, -1, NULL));
    ALONE(1, starling_pocon(G, fit.a, 1, x));
    ALONE(2, starling_pocon(L, NULL, 1, x));
    ALONE(2, starling_pocon(L, fit.columns, 1, x));
    ALONE(3, starling_pocon(L, fit.a, -1, x));
    ALONE(4, starling_pocon(L, fit.a, 1, NULL));
    ALONE(1, starling_trcon(STARLING_FROBENIUS_NORM, L, unit, fit.a, x));
    ALONE(2, starling_trcon(norm, G, unit, fit.a, x));
    ALONE(3, starling_trcon(norm, L, (starling_diag)'X', fit.a, x));
    ALONE(4, starling_trcon(norm, L, unit, NULL, x));
    ALONE(4, starling_trcon(norm, L, unit, fit.columns, x));
    ALONE(5, starling_trcon(norm, L, unit, fit.a, NULL));
    /* fit.c has interchanges */
    ALONE(1, starling_gerfs(TRANS, fit.a, fit.c, fit.b, fit.whole, x, y));
    ALONE(2, starling_gerfs(N, NULL, fit.c, fit.b, fit.whole, x, y));
    ALONE(2, starling_gerfs(N, fit.wide_m, fit.c, fit.b, fit.whole, x, y));
    ALONE(3, starling_gerfs(N, fit.a, NULL, fit.b, fit.whole, x, y));
    ALONE(3, starling_gerfs(N, fit.c, fit.c, fit.b, fit.whole, x, y));
    ALONE(3, starling_gerfs(N, fit.a, fit.whole, fit.b, fit.whole, x, y)); /* not factored */
    ALONE(4, starling_gerfs(N, fit.a, fit.c, NULL, fit.whole, x, y));
    ALONE(4, starling_gerfs(N, fit.a, fit.c, fit.wide_m, fit.whole, x, y));
    ALONE(4, starling_gerfs(N, fit.a, fit.c, fit.other_prec, fit.whole, x, y));
    ALONE(5, starling_gerfs(N, fit.a, fit.c, fit.b, NULL, x, y));
    ALONE(5, starling_gerfs(N, fit.a, fit.c, fit.b, fit.b, x, y));
    ALONE(5, starling_gerfs(N, fit.a, fit.c, fit.b, fit.wide_m, x, y));
    ALONE(6, starling_gerfs(N, fit.a, fit.c, fit.b, fit.whole, NULL, y));
    ALONE(7, starling_gerfs(N, fit.a, fit.c, fit.b, fit.whole, x, NULL));
    ALONE(1, starling_porfs(G, fit.a, fit.c, fit.b, fit.whole, x, y));
    ALONE(2, starling_porfs(L, NULL, fit.c, fit.b, fit.whole, x, y));
    ALONE(2, starling_porfs(L, fit.columns, fit.c, fit.b, fit.whole, x, y));
    ALONE(3, starling_porfs(L, fit.a, fit.a, fit.b, fit.whole, x, y));
    ALONE(3, starling_porfs(L, fit.a, fit.columns, fit.b, fit.whole, x, y));
    ALONE(4, starling_porfs(L, fit.a, fit.c, NULL, fit.whole, x, y));
    ALONE(5, starling_porfs(L, fit.a, fit.c, fit.b, fit.b, x, y));
    ALONE(6, starling_porfs(L, fit.a, fit.c, fit.b, fit.whole, NULL, y));
    ALONE(7, starling_porfs(L, fit.a, fit.c, fit.b, fit.whole, x, NULL));
}

static void utilities(void)
{
    double x;
    BAD(1, lacpy, UPLO, fit.a, fit.b);
    BAD(2, lacpy, G, NULL, fit.b);
    BAD(3, lacpy, G, fit.a, NULL);
    BAD(3, lacpy, G, fit.a, fit.a);
    BAD(3, lacpy, G, fit.a, fit.wide_m);
    BAD(3, lacpy, G, fit.a, fit.other_prec);
    BAD(1, laset, UPLO, 0, 0, fit.a);
    BAD(4, laset, G, 0, 0, NULL);
    BAD(2, random, 1, NULL);
    BAD(1, random_hermitian, UPLO, 0, 1, fit.a);
    BAD(4, random_hermitian, L, 0, 1, NULL);
    BAD(4, random_hermitian, L, 0, 1, fit.wide_m);
    ALONE(1, starling_lange((starling_norm)'X', fit.a, &x));
    ALONE(2, starling_lange(STARLING_ONE_NORM, NULL, &x));
    ALONE(3, starling_lange(STARLING_ONE_NORM, fit.a, NULL));
    ALONE(1, starling_lanhe((starling_norm)'X', L, fit.a, &x));
    ALONE(2, starling_lanhe(STARLING_ONE_NORM, G, fit.a, &x));
    ALONE(3, starling_lanhe(STARLING_ONE_NORM, L, NULL, &x));
    ALONE(3, starling_lanhe(STARLING_ONE_NORM, L, fit.wide_m, &x));
    ALONE(4, starling_lanhe(STARLING_ONE_NORM, L, fit.a, NULL));
}

/* No sequence to submit to. */
static void no_sequence(void)
{
    ALONE(8, starling_gemm_submit(N, N, 1, fit.a, fit.b, 0, fit.c, NULL));
    ALONE(7, starling_herk_submit(L, N, 1, fit.a, 0, fit.c, NULL));
    ALONE(7, starling_syrk_submit(L, N, 1, fit.a, 0, fit.c, NULL));
    ALONE(8, starling_hemm_submit(STARLING_LEFT, L, 1, fit.a, fit.b, 0, fit.c, NULL));
    ALONE(8, starling_symm_submit(STARLING_LEFT, L, 1, fit.a, fit.b, 0, fit.c, NULL));
    ALONE(8, starling_her2k_submit(L, N, 1, fit.a, fit.b, 0, fit.c, NULL));
    ALONE(8, starling_syr2k_submit(L, N, 1, fit.a, fit.b, 0, fit.c, NULL));
    ALONE(8, starling_trmm_submit(STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.a, fit.b, NULL));
    ALONE(8, starling_trsm_submit(STARLING_LEFT, L, N, STARLING_UNIT, 1, fit.a, fit.b, NULL));
    ALONE(3, starling_potrf_submit(L, fit.a, NULL));
    ALONE(4, starling_potrs_submit(L, fit.a, fit.b, NULL));
    ALONE(4, starling_posv_submit(L, fit.a, fit.b, NULL));
    ALONE(4, starling_lacpy_submit(G, fit.a, fit.b, NULL));
    ALONE(5, starling_laset_submit(G, 0, 0, fit.a, NULL));
    ALONE(3, starling_random_submit(1, fit.a, NULL));
    ALONE(5, starling_random_hermitian_submit(L, 0, 1, fit.a, NULL));
    ALONE(2, starling_getrf_submit(fit.a, NULL));
    ALONE(4, starling_getrs_submit(N, fit.a, fit.b, NULL));
    ALONE(3, starling_gesv_submit(fit.a, fit.b, NULL));
    ALONE(2, starling_getrf_nopiv_submit(fit.a, NULL));
    ALONE(4, starling_getrs_nopiv_submit(N, fit.a, fit.b, NULL));
    ALONE(3, starling_gesv_nopiv_submit(fit.a, fit.b, NULL));
    ALONE(2, starling_getri_submit(fit.a, NULL));
    ALONE(1, starling_sequence_create(NULL));
    ALONE(1, starling_sequence_wait(NULL));
    ALONE(1, starling_sequence_use_caller(NULL, true));
    starling_progress progress;
    ALONE(1, starling_sequence_progress(NULL, &progress));
    ALONE(2, starling_sequence_progress(seq, NULL));
    const starling_task *tasks;
    ALONE(1, starling_sequence_record(NULL, STARLING_RECORD_RUN));
    ALONE(2, starling_sequence_record(seq, (starling_recording)9));
    ALONE(1, (int)starling_sequence_tasks(NULL, &tasks));
    ALONE(2, (int)starling_sequence_tasks(seq, NULL));
    hold(&cases, starling_sequence_destroy(NULL) == 0, "no sequence cannot be destroyed");
}

/* What takes a matrix, or an address, and returns no info. */
static void null(void)
{
    int64_t (*const size[])(const starling_matrix *) = {
        starling_matrix_m,  starling_matrix_n,  starling_matrix_mb,
        starling_matrix_nb, starling_matrix_mt, starling_matrix_nt};
    for (int i = 0; i < 6; i++)
        hold(&cases, size[i](NULL) == 0 && size[i](fit.oblong) > 0, "size %d", i);
    hold(&cases, starling_matrix_precision(NULL) == STARLING_S, "precision");
    hold(&cases, starling_matrix_tile(NULL, 0, 0) == NULL, "tile");
    hold(&cases, starling_matrix_destroy(NULL) == 0, "destroy");
    int64_t mb = 0, nb = 0, alone[2] = {0, 0};
    starling_getrf_tile_size(STARLING_D, 1000, 900, &mb, &nb);
    starling_getrf_tile_size(STARLING_D, 1000, 900, &alone[0], NULL);
    starling_getrf_tile_size(STARLING_D, 1000, 900, NULL, &alone[1]);
    starling_getrf_tile_size(STARLING_D, 1000, 900, NULL, NULL);
    hold(&cases, mb > 0 && nb > 0 && mb == alone[0] && nb == alone[1],
         "tiles of %lld x %lld, asked for alone %lld x %lld", (long long)mb, (long long)nb,
         (long long)alone[0], (long long)alone[1]);
    hold(&cases, told(0, 0), "what was harmless is no error: %s", last_message());
}

/* Some messages, word for word. */
static void words(void)
{
    starling_matrix *A;
    double x[9];
    static const char *const message[] = {
        "argument 6 (lda) of starling_matrix_wrap is 2, but must be at least max(1, m) = 3, and "
        "less than 2^31",
        "argument 2 (prec) of starling_matrix_create is 4, but must be STARLING_S, STARLING_D, "
        "STARLING_C or STARLING_Z",
        "argument 1 (uplo) of starling_potrf_submit is 'X', but must be L or U",
        "argument 2 (A) of starling_potrf_submit is NULL, but must be a square matrix in square "
        "tiles (mb = nb)",
        "argument 2 (A) of starling_potrf_submit is 5 x 6 in tiles of 2 x 2, d, but must be a "
        "square matrix in square tiles (mb = nb)",
        "argument 3 (B) of starling_potrs_submit is 6 x 6 in tiles of 3 x 3, d, but must be of 6 "
        "rows in tiles of 2",
        "argument 5 (lda) of starling_dlange is 1, but must be at least 3, the rows of its array, "
        "and less than 2^31",
        "argument 2 (ipiv) of starling_matrix_set_ipiv must be numbers with i <= ipiv[i - 1] <= m "
        "for i = 1, 2, ... min(m, n)",
    };
    int64_t wrong[6] = {7, 7, 7, 7, 7, 7};
    for (int i = 0; i < 8; i++) {
        int info = i == 0   ? starling_matrix_wrap(&A, STARLING_D, 3, 3, x, 2, 1, 1)
                   : i == 1 ? starling_matrix_create(&A, (starling_precision)4, 3, 3, 1, 1)
                   : i == 2 ? starling_potrf(UPLO, fit.a)
                   : i == 3 ? starling_potrf(L, NULL)
                   : i == 4 ? starling_potrf(L, fit.wide_m)
                   : i == 5 ? starling_potrs(L, fit.a, fit.other_nb)
                   : i == 6 ? starling_dlange('M', 3, 3, x, 1, x)
                            : starling_matrix_set_ipiv(fit.c, wrong);
        hold(&cases, info < 0 && strcmp(last_message(), message[i]) == 0, "got:      %s",
             last_message());
        hold(&cases, strcmp(last_message(), message[i]) == 0, "expected: %s", message[i]);
    }
    told(0, 0);
    char number[40];
    for (int i = 1; i <= 13; i++) {
        snprintf(number, sizeof number, "argument %d is wrong", i);
        hold(&cases, strcmp(starling_strerror(-i), number) == 0, "%s", starling_strerror(-i));
    }
    hold(&cases, strcmp(starling_strerror(-14), "unknown error") == 0, "%s", starling_strerror(-14));
}

#define WITHOUT_MATRIX(i, call)                                                              \
    do {                                                                                     \
        A = fit.a;                                                                           \
        ALONE(i, call);                                                                      \
        hold(&cases, !A, "%s leaves a matrix", #call);                                       \
    } while (0)

static void matrices(void)
{
    starling_matrix *A;
    double x[9];
    starling_precision prec = (starling_precision)4, D = STARLING_D;
    ALONE(1, starling_matrix_wrap(NULL, D, 3, 3, x, 3, 1, 1));
    WITHOUT_MATRIX(2, starling_matrix_wrap(&A, prec, 3, 3, x, 3, 1, 1));
    WITHOUT_MATRIX(3, starling_matrix_wrap(&A, D, -1, 3, x, 3, 1, 1));
    WITHOUT_MATRIX(4, starling_matrix_wrap(&A, D, 3, -1, x, 3, 1, 1));
    WITHOUT_MATRIX(5, starling_matrix_wrap(&A, D, 3, 3, NULL, 3, 1, 1));
    WITHOUT_MATRIX(6, starling_matrix_wrap(&A, D, 3, 3, x, 2, 1, 1));
    WITHOUT_MATRIX(6, starling_matrix_wrap(&A, D, 0, 3, x, 0, 1, 1));
    WITHOUT_MATRIX(7, starling_matrix_wrap(&A, D, 3, 3, x, 3, -1, 1));
    WITHOUT_MATRIX(8, starling_matrix_wrap(&A, D, 3, 3, x, 3, 1, -1));
    ALONE(1, starling_matrix_wrap_device(NULL, D, 3, 3, x, 3, 1, 1, 0));
    WITHOUT_MATRIX(2, starling_matrix_wrap_device(&A, prec, 3, 3, x, 3, 1, 1, 0));
    WITHOUT_MATRIX(5, starling_matrix_wrap_device(&A, D, 3, 3, NULL, 3, 1, 1, 0));
    WITHOUT_MATRIX(6, starling_matrix_wrap_device(&A, D, 3, 3, x, 2, 1, 1, 0));
    WITHOUT_MATRIX(-STARLING_EDEVICE,
                   starling_matrix_wrap_device(&A, D, 3, 3, x, 3, 1, 1, 1000));
    WITHOUT_MATRIX(-STARLING_EDEVICE, starling_matrix_wrap_device(&A, D, 3, 3, x, 3, 1, 1, -1));
    ALONE(1, starling_matrix_create(NULL, D, 3, 3, 1, 1));
    WITHOUT_MATRIX(2, starling_matrix_create(&A, prec, 3, 3, 1, 1));
    WITHOUT_MATRIX(3, starling_matrix_create(&A, D, -1, 3, 1, 1));
    WITHOUT_MATRIX(6, starling_matrix_create(&A, D, 70000, 70000, 70000, 70000));
    WITHOUT_MATRIX(4, starling_matrix_create(&A, D, 3, -1, 1, 1));
    WITHOUT_MATRIX(5, starling_matrix_create(&A, D, 3, 3, -1, 1));
    WITHOUT_MATRIX(6, starling_matrix_create(&A, D, 3, 3, 1, -1));
    ALONE(1, starling_matrix_sync(NULL));
    ALONE(1, starling_matrix_get(NULL, x, 3));
    ALONE(2, starling_matrix_get(fit.a, NULL, 6));
    ALONE(3, starling_matrix_get(fit.a, x, 5));
    ALONE(1, starling_matrix_set(NULL, x, 3));
    ALONE(2, starling_matrix_set(fit.a, NULL, 6));
    ALONE(3, starling_matrix_set(fit.a, x, 5));
}

int main(void)
{
    static const struct {
        const char *name;
        void (*check)(void);
    } groups[] = {{"matrices", matrices}, {"BLAS", blas}, {"complex transposes", complex_trans},
                  {"Cholesky", cholesky}, {"LU", lu}, {"indefinite", ldl}, {"conditions", conditions}, {"utilities", utilities},
                  {"no sequence", no_sequence}, {"NULL", null}, {"words", words}};
    enum { GROUPS = sizeof groups / sizeof groups[0] };
    begin();
    listen_to_errors();
    for (int g = 0; g < GROUPS; g++) {
        cases = (struct cases){0};
        groups[g].check();
        ok(all_held(&cases), "%s: %d checks", groups[g].name, cases.run);
    }
    starling_matrix *all[] = {fit.a, fit.b, fit.c, fit.other_prec, fit.wide_m, fit.other_nb,
                              fit.oblong, fit.whole, fit.columns};
    cases = (struct cases){0};
    for (int i = 0; i < 9; i++) {
        starling_matrix_destroy(all[i]);
        hold(&cases, array_intact(&fit.array[i], 0), "matrix %d was written", i);
        array_free(&fit.array[i]);
    }
    ok(all_held(&cases), "nothing was written");
    ok(starling_sequence_destroy(seq) == 0, "the sequence is clean");
    return done_testing();
}
