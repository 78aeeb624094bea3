/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Rows of block columns that come home before the rest (sl_early_rows_add, src/tasks/tasks.h). On GPUs LU of
 * a matrix in main memory does so: what it leaves in the user's array, whatever follows it in the
 * same sequence, is what it leaves of a matrix that comes home as a whole, for the application has
 * a handle of it; in all precisions, tall, wide and square. (Cores beside GPUs round otherwise, and
 * may find other pivots: then what nothing follows must be factors.) Then the same by hand, without
 * LU. On cores rows and columns are the same memory: then this shows only that nothing is lost or left.
 * The library is linked statically, for its own functions. */

#include <complex.h>
#include <math.h>
#include <string.h>
#include "src/tasks/tasks.h"
#include "reference.h"
#include "tap.h"

enum after { NOTHING, LOWER, SHARED, AGAIN, SOLVED, GOT, SET, FAILED, GONE, AFTERS };
static const char *const after_names[AFTERS] = {
    "nothing", "a triangle written", "a handle asked for, a triangle written", "factored", "solved",
    "read", "written", "factored in a sequence that had failed", "destroyed before all is done"};

static int fail(starling_matrix *A)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    bool bad = starling_laset_submit((starling_uplo)'x', 1, 2, A, seq) < 0;
    starling_getrf_submit(A, seq);
    bad &= starling_sequence_wait(seq) < 0;
    return info + !bad + starling_sequence_destroy(seq);
}

/* What follows the factorization of A, and its value in the user's array; the interchanges. */
static int then(enum after after, starling_matrix *A, struct array *x, starling_matrix *B,
                int64_t *ipiv, starling_sequence *seq)
{
    int info = 0;
    struct array y = array_new(x->prec, x->m, x->n, 0);
    if (after == AGAIN)
        info = starling_getrf_submit(A, seq);
    if (after == SOLVED && A->m == A->n)
        info = starling_getrs_submit(STARLING_NOTRANS, A, B, seq);
    if (after == SHARED)
        info = starling_matrix_tile(A, 0, 0) == NULL;
    if (after == LOWER || after == SHARED)
        info += starling_laset_submit(STARLING_LOWER, 1, 2, A, seq);
    if (after == GONE) {
        info += starling_matrix_destroy(A);
        A = NULL;
    }
    info += starling_sequence_wait(seq);
    if (after == NOTHING && ipiv)
        info += starling_matrix_get_ipiv(A, ipiv);
    if (after == FAILED)
        info += fail(A);
    if (after == GOT) {
        info += starling_matrix_get(A, y.a, y.lda);
        info += starling_matrix_set(A, y.a, y.lda);
    }
    if (after == SET) {
        array_random(&y, 'G', 3);
        info += starling_matrix_set(A, y.a, y.lda);
    }
    info += starling_matrix_destroy(A);
    array_free(&y);
    return info;
}

static bool near(const struct array *x, const struct array *y, double tolerance)
{
    double most = 0, difference = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++) {
            double d = cabs(array_get(x, i, j) - array_get(y, i, j));
            difference = residual_larger(difference, d);
            most = residual_larger(most, cabs(array_get(y, i, j)));
        }
    return difference <= tolerance * epsilon(x->prec) * (double)x->m * most;
}

static void check_lu(struct cases *cases, starling_precision prec, int64_t m, int64_t n,
                     int64_t nb, enum after after)
{
    struct array x[2], b[2];
    int64_t *ipiv = malloc(sizeof *ipiv * (size_t)SL_MIN(m, n));
    wide *a = NULL;
    int info = 0;
    for (int i = 0; i < 2; i++) {
        starling_sequence *seq;
        x[i] = array_new(prec, m, n, 5);
        b[i] = array_new(prec, m, 3, 0);
        array_random(&x[i], 'G', 7);
        array_random(&b[i], 'G', 8);
        array_save(&x[i]);
        a = i == 0 ? wide_of(&x[0], 'G') : a;
        starling_matrix *A = wrap(&x[i], m, nb), *B = wrap(&b[i], m, nb);
        info += i == 1 && !starling_matrix_tile(A, 0, 0);
        info += starling_sequence_create(&seq) + starling_getrf_submit(A, seq);
        info += then(after, A, &x[i], B, i == 0 ? ipiv : NULL, seq) + starling_sequence_destroy(seq);
        info += starling_matrix_destroy(B);
        info += !array_intact(&x[i], 'G');
    }
    bool right = one_kind()         ? near(&x[0], &x[1], 3) && near(&b[0], &b[1], 1e3)
                 : after == NOTHING ? residual_right(lu_residual(&x[0], ipiv, a))
                                    : true;
    hold(cases, info == 0 && right, "%cgetrf %ld x %ld, nb = %ld, then %s", letter(prec),
         (long)m, (long)n, (long)nb, after_names[after]);
    free(ipiv);
    free(a);
    for (int i = 0; i < 2; i++) {
        array_free(&x[i]);
        array_free(&b[i]);
    }
}

/* A is 3, and 4 on the diagonal; its rows are sent home in three parts, and then `after`. On GPUs
 * alone the rows are 7 when they leave, which tells whose value is in the array in the end. */
static void check_by_hand(struct cases *cases, starling_precision prec, enum after after)
{
    const int64_t m = 50, n = 40, end[] = {7, 8, 50};
    const bool apart = starling_ncuda() > 0 && starling_ncpu() == 0;
    const bool written = after == LOWER || after == SHARED;
    struct array x = array_new(prec, m, n, 1), y = array_new(prec, m, n, 1);
    array_random(&x, 'G', 5);
    array_random(&y, 'G', 3);
    starling_matrix *A = wrap(&x, m, 16);
    struct sl_early_rows *rows = NULL;
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (!apart)
        info += starling_laset_submit(STARLING_GENERAL, 3, 4, A, seq);
    else
        info += starling_laset_submit(STARLING_GENERAL, 7, 7, A, seq);
    for (int part = 0; part < 3; part++)
        sl_early_rows_add(&rows, A, end[part], seq);
    if (apart) /* its rows are not attached yet */
        info += starling_laset_submit(STARLING_GENERAL, 3, 4, A, seq);
    info += !sl_early_rows_attach(rows, A, seq);
    info += then(after, A, &x, NULL, NULL, seq) + starling_sequence_destroy(seq);
    for (int64_t j = 0; j < n && after != SET; j++)
        for (int64_t i = 0; i < m; i++) {
            bool arrived = after == NOTHING || after == GONE || after == SHARED;
            wide stays = apart && arrived ? 7 : 3 + (i == j);
            array_set(&y, i, j, written && i >= j ? 1 + (i == j) : stays);
        }
    hold(cases, info == 0 && near(&x, &y, 1), "%c, rows by hand, then %s", letter(prec),
         after_names[after]);
    array_free(&x);
    array_free(&y);
}

int main(void)
{
    static const enum after by_hand[] = {NOTHING, LOWER, SHARED, GOT, SET, GONE};
    for (int p = 0; p < 4; p++) {
        struct cases lu = {0}, hand = {0};
        for (int after = 0; after < AFTERS; after++) {
            check_lu(&lu, precisions[p], 300, 300, 32, after);
            check_lu(&lu, precisions[p], 420, 200, 25, after);
            check_lu(&lu, precisions[p], 200, 330, 24, after);
            if (!quick())
                check_lu(&lu, precisions[p], 1200, 1200, 128, after);
        }
        for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++)
            check_by_hand(&hand, precisions[p], by_hand[i]);
        ok(all_held(&lu), "%cgetrf, %d cases", letter(precisions[p]), lu.run);
        ok(all_held(&hand), "%c, %d cases by hand", letter(precisions[p]), hand.run);
    }
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
