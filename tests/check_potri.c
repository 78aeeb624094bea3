/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* trtri, lauum and potri, in all precisions, both triangles, sizes around the tile:
 *  - the results of matrix objects, of sequences and of arrays are what solves and products in
 * double precision give, element by element;
 *  - the other triangle, padding and what is around stay, and so does a unit diagonal;
 *  - memory behind the array is not read;
 *  - a zero on the diagonal gives its index, and A stays; a sequence stops with it;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum routine { TRTRI, TRTRI_UNIT, LAUUM, POTRI, ROUTINES };
static const char *const names[] = {"trtri", "trtri, unit diagonal,", "lauum", "potri"};
enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

static starling_diag diag_of(enum routine routine)
{
    return routine == TRTRI_UNIT ? STARLING_UNIT : STARLING_NONUNIT;
}

static int submit(enum routine routine, starling_uplo uplo, starling_matrix *A,
                  starling_sequence *seq)
{
    return routine == LAUUM   ? starling_lauum_submit(uplo, A, seq)
           : routine == POTRI ? starling_potri_submit(uplo, A, seq)
                              : starling_trtri_submit(uplo, diag_of(routine), A, seq);
}

static int run(enum routine routine, starling_uplo uplo, starling_matrix *A)
{
    return routine == LAUUM   ? starling_lauum(uplo, A)
           : routine == POTRI ? starling_potri(uplo, A)
                              : starling_trtri(uplo, diag_of(routine), A);
}

static int on_array(enum routine routine, starling_uplo uplo, struct array *x)
{
    char u = (char)(uplo == STARLING_LOWER ? 'l' : 'u'), d = routine == TRTRI_UNIT ? 'u' : 'n';
    return routine == LAUUM   ? API(x->prec, lauum, u, x->n, x->a, x->lda)
           : routine == POTRI ? API(x->prec, potri, u, x->n, x->a, x->lda)
                              : API(x->prec, trtri, u, d, x->n, x->a, x->lda);
}

/* info */
static int apply(enum form form, enum routine routine, starling_uplo uplo, struct array *x,
                 int64_t nb)
{
    if (form == ARRAYS)
        return on_array(routine, uplo, x);
    starling_matrix *A = wrap(x, nb, nb);
    starling_sequence *seq;
    int info;
    if (form == OBJECTS)
        info = run(routine, uplo, A);
    else {
        info = starling_sequence_create(&seq) + submit(routine, uplo, A, seq);
        info = info != 0 ? info : starling_sequence_wait(seq);
        starling_sequence_destroy(seq);
    }
    starling_matrix_destroy(A);
    return info;
}

/* A triangle whose inverse is of moderate size. */
static void fill(struct array *x, starling_uplo uplo, bool unit)
{
    array_random(x, (int)uplo, 5);
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            if (inside((int)uplo, i, j))
                array_set(x, i, j,
                          i == j ? unit ? 7 : 2 + fabs(creal(array_get(x, i, j)))
                                 : array_get(x, i, j) / (double)x->n);
}

/* The triangle, with ones where they are implicit; zeros beside it. */
static wide *triangle_of(const struct array *x, starling_uplo uplo, bool unit)
{
    wide *t = wide_of(x, (int)uplo);
    for (int64_t i = 0; i < x->n && unit; i++)
        t[i + i * x->n] = 1;
    return t;
}

/* The result in double precision. */
static wide *expected(enum routine routine, starling_uplo uplo, const struct array *x)
{
    int64_t n = x->n;
    bool lower = uplo == STARLING_LOWER;
    wide *t = triangle_of(x, uplo, routine == TRTRI_UNIT), *inverse = wide_zeros(n, n);
    wide *product = wide_zeros(n, n);
    for (int64_t i = 0; i < n; i++)
        inverse[i + i * n] = 1;
    wide_trsm('L', (char)uplo, 'N', 'N', n, n, 1, t, inverse);
    wide *f = routine == LAUUM ? t : inverse;
    wide_gemm(lower ? 'C' : 'N', lower ? 'N' : 'C', n, n, n, 1, f, f, 0, product);
    wide *result = routine == LAUUM || routine == POTRI ? product : inverse;
    for (int i = 0; i < 3; i++) {
        wide *other = i == 0 ? t : i == 1 ? inverse : product;
        if (other != result)
            free(other);
    }
    return result;
}

static double largest_difference(const struct array *x, starling_uplo uplo, bool unit,
                                 const wide *y)
{
    double most = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->n; i++)
            if (inside((int)uplo, i, j) && !(unit && i == j)) {
                double d = cabs(array_get(x, i, j) - y[i + j * x->n]);
                most = residual_larger(most, d);
            }
    return most;
}

static void check(struct cases *cases, starling_precision prec, enum routine routine,
                  starling_uplo uplo, enum form form, int64_t n, int64_t nb)
{
    struct array x = array_new(prec, n, n, 3);
    bool unit = routine == TRTRI_UNIT;
    fill(&x, uplo, unit);
    array_save(&x);
    wide *y = expected(routine, uplo, &x);
    int info = apply(form, routine, uplo, &x, nb);
    double difference = largest_difference(&x, uplo, unit, y);
    bool intact = array_intact(&x, (int)uplo);
    for (int64_t i = 0; i < n && unit; i++)
        intact &= array_get(&x, i, i) == 7;
    hold(cases, info == 0 && intact && difference <= 30 * (double)(n + 1) * epsilon(prec),
         "%c%s %c, form %d, n=%ld nb=%ld: info %d, difference %g%s", letter(prec), names[routine],
         (char)uplo, form, (long)n, (long)nb, info, difference, intact ? "" : ", more is changed");
    free(y);
    array_free(&x);
}

static void check_zero(struct cases *cases, starling_precision prec, enum routine routine,
                       starling_uplo uplo, enum form form, int64_t zero)
{
    const int64_t n = 20;
    struct array x = array_new(prec, n, n, 2);
    fill(&x, uplo, false);
    array_set(&x, zero, zero, 0);
    array_set(&x, n - 1, n - 1, 0);
    array_save(&x);
    int info = apply(form, routine, uplo, &x, 6);
    hold(cases, info == zero + 1 && (form == SEQUENCE || array_intact(&x, 0)),
         "%c%s %c, form %d, zero at %ld: info %d", letter(prec), names[routine], (char)uplo, form,
         (long)zero, info);
    array_free(&x);
}

/* An array whose last element is the last of a page; nobody may read the page behind it. */
static void at_the_end_of_memory(starling_precision prec)
{
    const int64_t n = 24;
    const size_t page = 65536; /* a multiple of all page sizes */
    size_t size = (size_t)(n * n) * element_size(prec);
    struct cases cases = {0};
    struct array x = array_new(prec, n, n, 0);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!hold(&cases, pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0, "mmap"))
        return;
    for (int routine = 0; routine < ROUTINES; routine++)
        for (int u = 0; u < 2; u++) {
            starling_uplo uplo = u == 0 ? STARLING_LOWER : STARLING_UPPER;
            struct array last = x;
            fill(&x, uplo, routine == TRTRI_UNIT);
            last.a = memcpy(pages + page - size, x.a, size);
            wide *y = expected((enum routine)routine, uplo, &x);
            int info = on_array((enum routine)routine, uplo, &last);
            double difference = largest_difference(&last, uplo, routine == TRTRI_UNIT, y);
            hold(&cases, info == 0 && difference <= 30 * (double)(n + 1) * epsilon(prec),
                 "%c%s %c: info %d, difference %g", letter(prec), names[routine], (char)uplo, info,
                 difference);
            free(y);
        }
    munmap(pages, 2 * page);
    array_free(&x);
    ok(all_held(&cases), "%c: arrays at the end of memory, %d cases", letter(prec), cases.run);
}

static void results(starling_precision prec)
{
    static const int64_t sizes[][2] = {{1, 4},  {4, 4},   {5, 4},  {13, 4},
                                       {16, 5}, {70, 16}, {33, 40}};
    for (int routine = 0; routine < ROUTINES; routine++) {
        struct cases cases = {0}, zeros = {0};
        for (int form = 0; form < FORMS; form++)
            for (int u = 0; u < 2; u++) {
                starling_uplo uplo = u == 0 ? STARLING_LOWER : STARLING_UPPER;
                for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
                    check(&cases, prec, (enum routine)routine, uplo, (enum form)form, sizes[s][0],
                          sizes[s][1]);
                for (int64_t zero = 0; zero < 20; zero += 7)
                    if (routine == TRTRI || routine == POTRI)
                        check_zero(&zeros, prec, (enum routine)routine, uplo, (enum form)form,
                                   zero);
            }
        ok(all_held(&cases), "%c%s: %d results", letter(prec), names[routine], cases.run);
        if (zeros.run > 0)
            ok(all_held(&zeros), "%c%s: a zero on the diagonal, %d cases", letter(prec),
               names[routine], zeros.run);
    }
}

static void arguments(void)
{
    struct cases cases = {0};
    struct array x = array_new(STARLING_D, 6, 6, 0), y = array_new(STARLING_D, 6, 5, 0);
    starling_matrix *A = wrap(&x, 3, 3), *cut = wrap(&x, 3, 2), *wide = wrap(&y, 3, 3);
    starling_sequence *seq;
    double *a = x.a;
    starling_sequence_create(&seq);
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    const starling_uplo L = STARLING_LOWER, bad = (starling_uplo)'x';
    const starling_diag N = STARLING_NONUNIT;
    BAD(1, starling_trtri(bad, N, A));
    BAD(2, starling_trtri(L, (starling_diag)'x', A));
    BAD(3, starling_trtri(L, N, NULL));
    BAD(3, starling_trtri(L, N, cut));
    BAD(3, starling_trtri(L, N, wide));
    BAD(4, starling_trtri_submit(L, N, A, NULL));
    BAD(1, starling_lauum(bad, A));
    BAD(2, starling_lauum(L, NULL));
    BAD(2, starling_lauum(L, cut));
    BAD(3, starling_lauum_submit(L, A, NULL));
    BAD(1, starling_potri(bad, A));
    BAD(2, starling_potri(L, wide));
    BAD(3, starling_potri_submit(L, A, NULL));
    BAD(1, starling_dtrtri('x', 'n', 6, a, 6));
    BAD(2, starling_dtrtri('l', 'x', 6, a, 6));
    BAD(3, starling_dtrtri('l', 'n', -1, a, 6));
    BAD(4, starling_dtrtri('l', 'n', 6, NULL, 6));
    BAD(5, starling_dtrtri('l', 'n', 6, a, 5));
    BAD(1, starling_dlauum('g', 6, a, 6));
    BAD(2, starling_dlauum('u', -1, a, 6));
    BAD(3, starling_dpotri('u', 6, NULL, 6));
    BAD(4, starling_dpotri('u', 6, a, 5));
    hold(&cases, starling_dpotri('u', 0, NULL, 1) == 0, "potri n=0");
    hold(&cases, starling_dtrtri('u', 'n', 0, NULL, 1) == 0, "trtri n=0");
    starling_sequence_destroy(seq);
    starling_matrix_destroy(A);
    starling_matrix_destroy(cut);
    starling_matrix_destroy(wide);
    array_free(&x);
    array_free(&y);
    ok(all_held(&cases), "arguments, %d cases", cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        results(precisions[p]);
        at_the_end_of_memory(precisions[p]);
    }
    arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
