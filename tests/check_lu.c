/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU with partial pivoting, in every precision, for matrices of all shapes cut into square
 * tiles and into block columns, sizes around tile boundaries, padded leading dimensions:
 *  - |P A - L U| / (n |A| eps) is below 30, and nothing outside the matrix is written;
 *  - ipiv is LAPACK's in the same precision, bit for bit, and so is info;
 *  - getrs solves with A, its transpose and its conjugate transpose, |B - op(A) X| scaled
 *    below 30, also with factors and interchanges that LAPACK made; gesv does both;
 *  - getri inverts, |I - A X| scaled below 30, and takes only a factored matrix;
 *  - exact singularity is reported as the first zero pivot with the factorization complete;
 *    a NaN ends up in the factors, and the sequence goes on. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

struct lu {
    starling_precision prec;
    int64_t m, n, nb, pad;
    bool columns; /* block columns, else square tiles */
};

static void describe(const struct lu *c, char text[100])
{
    snprintf(text, 100, "%cgetrf m=%d n=%d nb=%d pad=%d %s", letter(c->prec), (int)c->m,
             (int)c->n, (int)c->nb, (int)c->pad, c->columns ? "columns" : "tiles");
}

/* Factors x and compares with LAPACK. */
static void hold_factors(struct cases *cases, const struct lu *c, struct array *x,
                         const char *kind)
{
    char text[100];
    int64_t k = c->m < c->n ? c->m : c->n;
    int64_t *ipiv = calloc((size_t)k + 1, sizeof *ipiv);
    int *expected = calloc((size_t)k + 1, sizeof *expected);
    struct array y = array_new(c->prec, c->m, c->n, c->pad);
    memcpy(y.block, x->block, x->size);
    wide *a = wide_of(x, 'G');
    array_save(x);
    starling_matrix *A = wrap(x, c->columns && c->m > 0 ? c->m : c->nb, c->nb);
    int info = starling_getrf(A), got = starling_matrix_get_ipiv(A, ipiv);
    starling_matrix_destroy(A);
    int lapack = k > 0 ? lapack_getrf(&y, expected) : 0;
    describe(c, text);
    hold(cases, info == lapack && got == 0, "%s %s: info %d, LAPACK %d", text, kind, info,
         lapack);
    bool same = true;
    for (int64_t i = 0; i < k; i++)
        same &= ipiv[i] == expected[i];
    hold(cases, same, "%s %s: interchanges are not LAPACK's", text, kind);
    double r = lu_residual(x, ipiv, a);
    hold(cases, residual_right(r), "%s %s: |PA - LU| scaled %g", text, kind, r);
    hold(cases, array_intact(x, 'G'), "%s %s: wrote outside", text, kind);
    array_free(&y);
    free(a);
    free(ipiv);
    free(expected);
}

static const int64_t sizes[] = {0, 1, 2, 7, 8, 9, 16, 23, 40};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void factors(starling_precision prec)
{
    struct cases cases = {0};
    for (int i = 0; i < SIZES; i++)
        for (int j = 0; j < SIZES; j++)
            for (int columns = 0; columns < 2; columns++)
                for (int pad = 0; pad < 4; pad += 3) {
                    struct lu c = {prec, sizes[i], sizes[j], 8, pad, columns};
                    struct array x = array_new(prec, c.m, c.n, pad);
                    array_random(&x, 'G', (uint64_t)(i * 10 + j + 1));
                    hold_factors(&cases, &c, &x, "random");
                    array_free(&x);
                }
    int64_t large[][3] = {{300, 300, 64}, {257, 100, 32}, {100, 257, 32}, {130, 130, 1}};
    for (int i = 0; i < (quick() ? 2 : 4); i++)
        for (int columns = 0; columns < 2; columns++) {
            struct lu c = {prec, large[i][0], large[i][1], large[i][2], 1, columns};
            struct array x = array_new(prec, c.m, c.n, 1);
            array_random(&x, 'G', 5);
            hold_factors(&cases, &c, &x, "random");
            array_free(&x);
        }
    ok(all_held(&cases), "%c: factors and interchanges are LAPACK's", letter(prec));
}

/* Matrices on which LU is hard or fails. */
static void special(starling_precision prec)
{
    enum { N = 33, KINDS = 7 };
    static const char *const kind[KINDS] = {"zero",      "zero column", "rank 5", "graded",
                                            "wilkinson", "permutation", "badly scaled"};
    struct cases cases = {0};
    for (int t = 0; t < KINDS; t++)
        for (int columns = 0; columns < 2; columns++) {
            struct lu c = {prec, N, N, 8, 1, columns};
            struct array x = array_new(prec, N, N, 1), r = array_new(prec, N, N, 0);
            array_random(&r, 'G', 3);
            for (int64_t j = 0; j < N; j++)
                for (int64_t i = 0; i < N; i++) {
                    wide v = array_get(&r, i, j);
                    double small = prec == STARLING_S || prec == STARLING_C ? 1e-15 : 1e-150;
                    v = t == 0   ? 0
                        : t == 1 ? (j == 11 ? 0 : v)
                        : t == 2 ? (i < 5 ? v : 0) /* integers keep the zeros exact */
                        : t == 3 ? v * pow(2, -(double)(i + j) / 2)
                        : t == 4 ? (i == j || j == N - 1 ? 1 : i > j ? -1 : 0)
                        : t == 5 ? (i == (j * 7 + 3) % N)
                                 : v * (i % 2 ? small : 1 / small);
                    array_set(&x, i, j, v);
                }
            hold_factors(&cases, &c, &x, kind[t]);
            array_free(&x);
            array_free(&r);
        }
    ok(all_held(&cases), "%c: singular, graded, growing and badly scaled matrices",
       letter(prec));
}

/* |B - op(A) X| scaled, for every way to solve. */
static void solutions(starling_precision prec)
{
    static const starling_trans trans[] = {STARLING_NOTRANS, STARLING_TRANS, STARLING_CONJTRANS};
    static const int64_t orders[] = {1, 7, 8, 9, 40, 100}, nrhs[] = {0, 1, 5, 20};
    struct cases cases = {0};
    for (int o = 0; o < 6; o++)
        for (int r = 0; r < 4; r++)
            for (int t = 0; t < 3; t++)
                for (int way = 0; way < 3; way++)
                    for (int columns = 0; columns < 2; columns++) {
                        if (way == 0 && t > 0)
                            continue; /* gesv has no transposes */
                        int64_t n = orders[o], nb = 8, mb = columns ? n : nb;
                        int info = 0;
                        struct array x = array_new(prec, n, n, 2), b = array_new(prec, n, nrhs[r], 1);
                        array_random(&x, 'G', 7);
                        array_random(&b, 'G', 8);
                        wide *a = wide_of(&x, 'G'), *w = wide_of(&b, 'G'), *at = wide_zeros(n, n);
                        for (int64_t i = 0; i < n; i++)
                            for (int64_t j = 0; j < n; j++)
                                at[i + j * n] = t == 0   ? a[i + j * n]
                                                : t == 1 ? a[j + i * n]
                                                         : conj(a[j + i * n]);
                        int *ipiv32 = calloc((size_t)(n > 0 ? n : 1), sizeof *ipiv32);
                        int64_t *ipiv = calloc((size_t)(n > 0 ? n : 1), sizeof *ipiv);
                        if (way == 2)
                            info = lapack_getrf(&x, ipiv32);
                        starling_matrix *A = wrap(&x, mb, nb), *B = wrap(&b, mb, 6);
                        for (int64_t i = 0; i < n; i++)
                            ipiv[i] = ipiv32[i];
                        info = info != 0 ? info
                               : way == 0 ? starling_gesv(A, B)
                               : way == 1 ? starling_getrf(A)
                                          : starling_matrix_set_ipiv(A, ipiv);
                        if (info == 0 && way > 0)
                            info = starling_getrs(trans[t], A, B);
                        starling_matrix_destroy(A);
                        starling_matrix_destroy(B);
                        double e = solve_residual(at, &b, w);
                        hold(&cases, info == 0 && residual_right(e),
                             "%c n=%d nrhs=%d trans=%c %s %s: info %d, residual %g", letter(prec),
                             (int)n, (int)nrhs[r], trans[t], columns ? "columns" : "tiles",
                             way == 0 ? "gesv" : way == 1 ? "getrf, getrs" : "LAPACK's factors",
                             info, e);
                        free(a);
                        free(w);
                        free(at);
                        free(ipiv);
                        free(ipiv32);
                        array_free(&x);
                        array_free(&b);
                    }
    ok(all_held(&cases), "%c: solutions", letter(prec));
}

/* |I - A X| / (n |A| |X| eps), LAPACK's test of an inverse. */
static void inverses(starling_precision prec)
{
    static const int64_t orders[] = {0, 1, 7, 8, 9, 40, 100};
    struct cases cases = {0};
    for (int o = 0; o < 7; o++)
        for (int columns = 0; columns < 2; columns++) {
            int64_t n = orders[o], nb = 8;
            struct array x = array_new(prec, n, n, 2);
            array_random(&x, 'G', 7);
            array_save(&x);
            wide *a = wide_of(&x, 'G'), *identity = wide_zeros(n, n), *p = wide_zeros(n, n);
            for (int64_t i = 0; i < n; i++)
                identity[i + i * n] = 1;
            starling_matrix *A = wrap(&x, columns && n > 0 ? n : nb, nb);
            int info = starling_getrf(A);
            info = info != 0 ? info : starling_getri(A);
            int again = starling_getri(A);
            starling_matrix_destroy(A);
            wide *inverse = wide_of(&x, 'G');
            wide_gemm('N', 'N', n, n, n, 1, a, inverse, 0, p);
            double e = scaled(prec, wide_difference(p, identity, n, n), n,
                              wide_norm(a, n, n) * wide_norm(inverse, n, n));
            hold(&cases, info == 0 && again == -1 && residual_right(e) && array_intact(&x, 'G'),
                 "%cgetri n=%d %s: info %d, then %d, residual %g", letter(prec), (int)n,
                 columns ? "columns" : "tiles", info, again, e);
            free(a);
            free(identity);
            free(p);
            free(inverse);
            array_free(&x);
        }
    ok(all_held(&cases), "%c: inverses", letter(prec));
}

/* A NaN reaches the factors; the sequence is not stopped by a zero pivot. */
static void surfacing(starling_precision prec)
{
    enum { N = 20 };
    struct cases cases = {0};
    for (int columns = 0; columns < 2; columns++) {
        struct array x = array_new(prec, N, N, 0), z = array_new(prec, N, N, 0);
        array_random(&x, 'G', 1);
        array_set(&x, 13, 11, NAN);
        starling_matrix *A = wrap(&x, columns ? N : 8, 8), *Z = wrap(&z, columns ? N : 8, 8);
        int info = starling_getrf(A);
        starling_matrix_sync(A);
        bool nan = false;
        for (int64_t i = 0; i < N * N; i++)
            nan |= array_get(&x, i % N, i / N) != array_get(&x, i % N, i / N);
        hold(&cases, info >= 0 && nan, "%s: a NaN is lost", columns ? "columns" : "tiles");

        starling_sequence *seq;
        starling_sequence_create(&seq);
        starling_laset_submit(STARLING_GENERAL, 0, 0, Z, seq);
        starling_getrf_submit(Z, seq);
        starling_random_submit(1, Z, seq);
        info = starling_sequence_destroy(seq);
        starling_matrix_sync(Z);
        hold(&cases, info == 1 && array_get(&z, 0, N - 1) != 0, "%s: zero matrix: info %d",
             columns ? "columns" : "tiles", info);
        starling_matrix_destroy(A);
        starling_matrix_destroy(Z);
        array_free(&x);
        array_free(&z);
    }
    ok(all_held(&cases), "%c: a NaN surfaces, a zero pivot does not stop", letter(prec));
}

static void arguments(void)
{
    struct cases cases = {0};
    starling_matrix *A = NULL, *B = NULL, *C = NULL, *D = NULL;
    int64_t ipiv[10] = {0};
    starling_matrix_create(&A, STARLING_D, 10, 10, 4, 4);
    starling_matrix_create(&B, STARLING_D, 10, 3, 4, 4);
    starling_matrix_create(&C, STARLING_D, 10, 3, 10, 3); /* another cut */
    starling_matrix_create(&D, STARLING_D, 10, 10, 4, 5); /* tiles that are not square */
    hold(&cases, starling_getrf(NULL) == -1, "no matrix");
    hold(&cases, starling_getrf(D) == -1, "tiles of 4 x 5");
    hold(&cases, starling_getrs(STARLING_NOTRANS, A, B) == -2, "not factored");
    hold(&cases, starling_matrix_get_ipiv(A, ipiv) == -1, "no interchanges yet");
    hold(&cases, starling_matrix_set_ipiv(A, ipiv) == -2, "interchanges with row 0");
    for (int i = 0; i < 10; i++)
        ipiv[i] = i + 1;
    hold(&cases, starling_matrix_set_ipiv(A, ipiv) == 0, "interchanges");
    ipiv[3] = 11;
    hold(&cases, starling_matrix_set_ipiv(A, ipiv) == -2, "interchanges with row 11");
    hold(&cases, starling_getrs((starling_trans)'X', A, B) == -1, "trans = X");
    hold(&cases, starling_getrs(STARLING_NOTRANS, A, C) == -3, "B is cut otherwise");
    hold(&cases, starling_getrs(STARLING_NOTRANS, A, A) == -3, "B = A");
    hold(&cases, starling_gesv(A, NULL) == -2, "no B");
    hold(&cases, starling_gesv(B, A) == -1, "A is not square");
    ok(all_held(&cases), "bad arguments");
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(C);
    starling_matrix_destroy(D);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        factors(precisions[p]);
        special(precisions[p]);
        solutions(precisions[p]);
        inverses(precisions[p]);
        surfacing(precisions[p]);
    }
    arguments();
    return done_testing();
}
