/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvd of high and wide matrices, which QR comes before:
 *  - QR is by Cholesky if the condition allows it, and else by reflectors, as the tasks tell: all
 *    conditions, zero, repeated, nearly equal, graded and badly scaled columns, and the ends of the
 * range;
 *  - results are as good as those that check_gesvd demands, with vectors of each side or without;
 *  - without a caller that waits, or if Q is square, it is by reflectors;
 *  - the failure of an operation before is not lost. */

#include "gesvd_results.h"

/* ---- High matrices ------------------------------------------------------------------------- */

enum columns { OF_CONDITION, ZERO_COLUMNS, GRADED_COLUMNS, BADLY_SCALED, NEAR_COLUMNS };

/* m x n with these columns, or its adjoint. size: the condition, the smallest factor of a column,
 * or the difference of two columns. */
static struct array high_matrix(starling_precision prec, enum columns columns, double size,
                                bool wide, int64_t m, int64_t n)
{
    struct array a = array_new(prec, wide ? n : m, wide ? m : n, 2);
    struct array x = array_new(prec, m, n, 0);
    array_random(&x, STARLING_GENERAL, 5);
    if (columns == OF_CONDITION)
        set_by_values(&x, SPREAD, 1 / size);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            starling_complex_double z = array_get(&x, i, j);
            if (columns == ZERO_COLUMNS && j % 3 == 1)
                z = 0;
            else if (columns == GRADED_COLUMNS || columns == BADLY_SCALED)
                z *= pow(size, (double)((j * 7) % n) / (double)n);
            else if (columns == NEAR_COLUMNS && j % 2 == 1)
                z = array_get(&x, i, j - 1) + size * z;
            array_set(&a, wide ? j : i, wide ? i : j, wide ? conj(z) : z);
        }
    array_free(&x);
    array_save(&a);
    return a;
}

/* The path is known if the condition is far from 1 / sqrt(eps). On a GPU, triangular solves may
 * lose digits before. */
static enum path expected_path(starling_precision prec, enum columns columns, double size)
{
    double limit = 1 / sqrt(epsilon(prec));
    if (columns == OF_CONDITION)
        return size < (starling_ncuda() > 0 ? 20 : limit / 10) ? CHOLESKY
               : size > 10 * limit                             ? REFUSED
                                                               : ANY;
    if (columns == NEAR_COLUMNS || starling_ncuda() > 0)
        return columns == ZERO_COLUMNS ? REFUSED : ANY;
    return columns == BADLY_SCALED ? CHOLESKY : REFUSED; /* scales of columns do not matter */
}

static void check_path(struct cases *cases, struct array a, const char *name, const char *job,
                       enum path expected)
{
    bool wide = a.m < a.n;
    char side = job[wide ? 1 : 0]; /* the vectors that Q multiplies */
    starling_precision prec = a.prec;
    bool tried = side == 'S' || (side == 'N' && starling_ncuda() > 0);
    check_matrix(cases, CALLER, a, name, job[0], job[1], 16);
    expected = tried ? expected : REFLECTORS;
    hold(cases, last_path == expected || (expected == ANY && last_path >= CHOLESKY),
         "%cgesvd %s, %s%s: %s, not %s", letter(prec), job, name, wide ? ", wide" : "",
         path_name[last_path], path_name[expected]);
}

static void high(starling_precision prec)
{
    static const struct {
        enum columns columns;
        double size, single;
        const char *name;
    } list[] = {{OF_CONDITION, 10, 10, "condition 10"},
                {OF_CONDITION, 1e3, 1e3, "condition 1e3"},
                {OF_CONDITION, 1e6, 1e6, "condition 1e6"},
                {OF_CONDITION, 1e7, 1e7, "condition 1e7"},
                {OF_CONDITION, 1e9, 1e9, "condition 1e9"},
                {OF_CONDITION, 1e15, 1e15, "condition 1e15"},
                {ZERO_COLUMNS, 0, 0, "zero columns"},
                {GRADED_COLUMNS, 1e-300, 1e-37, "columns from 1 to the least number"},
                {BADLY_SCALED, 1e-12, 1e-9, "badly scaled columns"},
                {NEAR_COLUMNS, 1e-6, 1e-2, "nearly equal columns"}};
    static const enum kind kinds[] = {ZERO, HALF, TINY, HUGE};
    static const char *const jobs[] = {"SS", "NN", "SN", "NS", "AS", "SA"};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int wide = 0; wide < 2; wide++)
            for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++) {
                double size = is_single(prec) ? list[i].single : list[i].size;
                enum path path = expected_path(prec, list[i].columns, size);
                int64_t m = i % 2 == 0 && i < 6 && j == 0 && !quick() ? 1700 : 300, n = m / 8 - 1;
                check_path(&cases, high_matrix(prec, list[i].columns, size, wide, m, n),
                           list[i].name, jobs[j], path);
            }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (const char *job = "SN"; *job; job++) {
            char both[] = {*job, *job, 0};
            check_path(&cases, rectangle(prec, kinds[i], 280, 33), kind_name[kinds[i]], both,
                       i < 2 ? REFUSED : CHOLESKY);
            check_one(&cases, GESDD, prec, kinds[i], *job, *job, 280, 33, 1);
            check_one(&cases, OBJECTS, prec, kinds[i], *job, *job, 33, 280, 20);
        }
    check_matrix(&cases, SEQUENCE, high_matrix(prec, OF_CONDITION, 10, false, 300, 36),
                 "of a sequence", 'S', 'S', 16);
    hold(&cases, last_path == REFLECTORS, "%cgesvd_submit: %s", letter(prec), path_name[last_path]);
    ok(all_held(&cases), "%cgesvd of high matrices: %d results", letter(prec), cases.run);
}

/* A singular matrix is factored before, in the same sequence. */
static void after_failure(void)
{
    struct array a = rectangle(STARLING_D, RANDOM, 300, 30), s = array_new(STARLING_D, 30, 1, 0);
    struct array u = array_new(STARLING_D, 300, 30, 0), zero = rectangle(STARLING_D, ZERO, 40, 40);
    starling_matrix *A = wrap(&a, 300, 16), *S = wrap(&s, 30, 1), *U = wrap(&u, 300, 16);
    starling_matrix *Z = wrap(&zero, 40, 20);
    starling_sequence *seq = NULL;
    starling_sequence_create(&seq);
    starling_sequence_use_caller(seq, true);
    starling_getrf_submit(Z, seq);
    starling_gesvd_submit(A, S, U, NULL, seq);
    int info = starling_sequence_wait(seq);
    ok(info == 1, "info %d of LU before gesvd", info);
    starling_sequence_destroy(seq);
    starling_matrix *all[] = {A, S, U, Z};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&zero);
}

int main(void)
{
    for (int p = 0; p < 4; p++)
        high(precisions[p]);
    after_failure();
    return done_testing();
}
