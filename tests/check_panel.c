/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU of panels that are high enough for several cores, alone and in matrices of several of them
 * (check_lu.c has the low ones), in every precision:
 *  - interchanges and info are LAPACK's, |P A - L U| scaled is below 30, nothing outside the
 *    matrix is written;
 *  - the same for singular matrices, among them columns of zeros and of equals; for a column so
 *    small that the inverse of its pivot overflows all but the interchanges, for OpenBLAS takes
 *    that inverse;
 *  - a NaN or an infinity anywhere is in the factors at the end, as one of both, and the
 *    interchanges are within the matrix;
 *  - STARPU_LIMIT_MAX_SUBMITTED_TASKS, under which a worker must not submit tasks, is no harm;
 *  - the bits are the same with one worker, with two, and with more than there are cores. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

/* Factors x in columns of nb, in tiles of mb rows. */
static int factor(struct array *x, int64_t mb, int64_t nb, int64_t *ipiv)
{
    starling_matrix *A = wrap(x, mb, nb);
    int info = starling_getrf(A), got = starling_matrix_get_ipiv(A, ipiv);
    starling_matrix_destroy(A);
    return got != 0 ? got : info;
}

static void hold_lapack(struct cases *cases, struct array *x, int64_t mb, int64_t nb,
                        const char *kind, bool same_ipiv)
{
    int64_t n = x->n, *ipiv = calloc((size_t)n, sizeof *ipiv);
    int *expected = calloc((size_t)n, sizeof *expected);
    struct array y = array_new(x->prec, x->m, n, x->lda - x->m);
    memcpy(y.block, x->block, x->size);
    wide *a = wide_of(x, 'G');
    array_save(x);
    int info = factor(x, mb, nb, ipiv), lapack = lapack_getrf(&y, expected);
    bool same = true;
    for (int64_t i = 0; i < n && same_ipiv; i++)
        same &= ipiv[i] == expected[i];
    double r = lu_residual(x, ipiv, a);
    hold(cases, info == lapack && same && residual_right(r) && array_intact(x, 'G'),
         "%c m=%d n=%d mb=%d nb=%d %s: info %d, LAPACK %d, interchanges %s, residual %g%s",
         letter(x->prec), (int)x->m, (int)n, (int)mb, (int)nb, kind, info, lapack,
         same ? "as LAPACK" : "differ", r, array_intact(x, 'G') ? "" : ", wrote outside");
    array_free(&y);
    free(a);
    free(ipiv);
    free(expected);
}

/* Heights around the ends of chunks (512 rows), widths around leaves (8 columns); panels in
 * block columns and, gathered, in tiles. */
static void factors(starling_precision prec)
{
    static const int64_t shapes[][4] = {
        {513, 1, 513, 1},       {1023, 8, 1023, 8},     {1024, 9, 1024, 9},
        {1025, 17, 1025, 17},   {1536, 64, 1536, 64},   {2600, 100, 2600, 100},
        {1100, 90, 1100, 40},   {1300, 130, 100, 100},  {700, 700, 700, 200},
        {40000, 12, 40000, 12}, {33000, 20, 33000, 7},
    };
    struct cases cases = {0};
    for (int i = 0; i < (quick() ? 9 : 11); i++)
        for (int pad = 0; pad < 2; pad++) {
            struct array x = array_new(prec, shapes[i][0], shapes[i][1], pad);
            array_random(&x, 'G', (uint64_t)i + 1);
            hold_lapack(&cases, &x, shapes[i][2], shapes[i][3], "random", true);
            array_free(&x);
        }
    ok(all_held(&cases), "%c: high panels are factored as by LAPACK", letter(prec));
}

enum { M = 1200, N = 20, KINDS = 7 };

/* An element of the matrix of a kind, from a random one. */
static wide special_element(int kind, starling_precision prec, int64_t i, int64_t j, wide v)
{
    double tiny = prec == STARLING_S || prec == STARLING_C ? 1e-39 : 1e-309;
    switch (kind) {
    case 0: return 0;
    case 1: return j == 0 ? 0 : v;
    case 2: return j == 7 || j == 13 ? 0 : v;
    case 3: return i < 5 ? v : 0;            /* rank 5, with exact zeros */
    case 4: return 1 + (i >= M / 2);         /* equal elements: the first of the largest */
    case 5: return i == (M - 1 - j * 37) % M; /* a permutation */
    default: return j == 9 ? tiny * v : v;
    }
}

static void special(starling_precision prec)
{
    static const char *const name[KINDS] = {"zero",   "first column zero", "two columns zero",
                                            "rank 5", "equal elements",    "permutation",
                                            "a tiny column"};
    struct cases cases = {0};
    for (int kind = 0; kind < KINDS; kind++) {
        struct array x = array_new(prec, M, N, 1);
        array_random(&x, 'G', 3);
        for (int64_t j = 0; j < N; j++)
            for (int64_t i = 0; i < M; i++)
                array_set(&x, i, j, special_element(kind, prec, i, j, array_get(&x, i, j)));
        hold_lapack(&cases, &x, M, N, name[kind], kind < KINDS - 1);
        array_free(&x);
    }
    ok(all_held(&cases), "%c: singular and badly scaled panels", letter(prec));
}

/* value at row i of column j, or in all of it (i < 0) */
static void hold_surfacing(struct cases *cases, starling_precision prec, int64_t i, int64_t j,
                           double value)
{
    int64_t ipiv[N];
    struct array x = array_new(prec, M, N, 0);
    array_random(&x, 'G', 4);
    for (int64_t r = 0; r < M; r++)
        if (i < 0 || r == i)
            array_set(&x, r, j, value);
    int info = factor(&x, M, N, ipiv);
    bool surfaced = false, valid = true;
    for (int64_t e = 0; e < M * N; e++)
        surfaced |= !isfinite(cabs(array_get(&x, e % M, e / M)));
    for (int64_t k = 0; k < N; k++)
        valid &= ipiv[k] > k && ipiv[k] <= M;
    hold(cases, info >= 0 && surfaced && valid, "%c: %g at %d, %d: info %d, %s, interchanges %s",
         letter(prec), value, (int)i, (int)j, info, surfaced ? "seen" : "lost",
         valid ? "valid" : "outside");
    array_free(&x);
}

static void surfacing(starling_precision prec)
{
    static const int64_t rows[] = {-1, 0, 10, 511, 512, M - 1}, columns[] = {0, 5, 7, 8, N - 1};
    struct cases cases = {0};
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 5; c++) {
            hold_surfacing(&cases, prec, rows[r], columns[c], NAN);
            hold_surfacing(&cases, prec, rows[r], columns[c], INFINITY);
        }
    ok(all_held(&cases), "%c: NaN and infinity surface, interchanges are valid", letter(prec));
}

/* The factors with that many workers, in the same process. */
static void factor_with(const char *workers, struct array *x, int64_t nb, int64_t *ipiv)
{
    array_random(x, 'G', 9);
    setenv("STARPU_NCPU", workers, 1);
    int info = starling_init();
    info = info != 0 ? info : factor(x, x->m, nb, ipiv);
    if (info != 0 || starling_finalize() != 0) {
        printf("Bail out! %s workers: info %d\n", workers, info);
        exit(99);
    }
}

static void same_bits(void)
{
    enum { ROWS = 3000, COLUMNS = 200, NB = 64 };
    static const char *const workers[] = {"2", "3", "4", "2"};
    struct cases cases = {0};
    for (int p = 0; p < 4; p++) {
        int64_t ipiv[2][COLUMNS];
        struct array x = array_new(precisions[p], ROWS, COLUMNS, 0);
        struct array y = array_new(precisions[p], ROWS, COLUMNS, 0);
        factor_with("1", &x, NB, ipiv[0]);
        for (int w = 0; w < (quick() ? 2 : 4); w++) {
            factor_with(workers[w], &y, NB, ipiv[1]);
            hold(&cases,
                 memcmp(x.a, y.a, ROWS * COLUMNS * element_size(x.prec)) == 0 &&
                     memcmp(ipiv[0], ipiv[1], sizeof ipiv[0]) == 0,
                 "%c: %s workers, other bits than with 1", letter(x.prec), workers[w]);
        }
        array_free(&x);
        array_free(&y);
    }
    ok(all_held(&cases), "the same bits with 1, 2, 3 and 4 workers");
}

/* With as few tasks at a time as StarPU lets one ask for. */
static int limited(void)
{
    int64_t ipiv[N];
    struct array x = array_new(STARLING_D, M, N, 0);
    array_random(&x, 'G', 4);
    int info = factor(&x, M, 7, ipiv);
    array_free(&x);
    return info != 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return limited();
    for (int p = 0; p < 4; p++) {
        factors(precisions[p]);
        special(precisions[p]);
        surfacing(precisions[p]);
    }
    if (starling_finalize() == 0 && starling_ncuda() == 0 && starling_finalize() == 0)
        same_bits();
    setenv("STARPU_LIMIT_MAX_SUBMITTED_TASKS", "1", 1);
    setenv("STARPU_LIMIT_MIN_SUBMITTED_TASKS", "0", 1);
    ok(run_child("limited") == 0, "StarPU's limit of submitted tasks holds");
    return done_testing();
}
