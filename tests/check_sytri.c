/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inverses and condition numbers from L D L^T and L D L^H, in all precisions, both triangles,
 * orders around the block column and around what the calling thread does alone:
 *  - |A X - I| is small, on objects, in sequences and arrays; the other triangle and what is around
 * stay;
 *  - rcond is not below the true one, and at most 10 times as large;
 *  - of a singular D, info is LAPACK's, A stays and rcond is 0;
 *  - a matrix that was inverted has no factors any more;
 *  - bad arguments are told by position and name. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

struct shape {
    starling_precision prec;
    bool hermitian;
    char uplo;
    int64_t n, nb;
};
#define FORMAT "%c%s uplo=%c n=%ld nb=%ld"
#define VALUES(s)                                                                                  \
    letter((s)->prec), (s)->hermitian ? "he" : "sy", (s)->uplo, (long)(s)->n, (long)(s)->nb

static struct array matrix_of(const struct shape *s, bool singular)
{
    struct array x = array_new(s->prec, s->n, s->n, 2);
    array_random(&x, s->uplo, (uint64_t)(s->n + 7));
    for (int64_t i = 0, k = s->n / 2; i < s->n && singular; i++) {
        bool swap = (s->uplo == 'L') == (i < k); /* element (i, k) is the other triangle's */
        array_set(&x, swap ? k : i, swap ? i : k, 0);
    }
    array_save(&x);
    return x;
}

static wide *full(const struct shape *s, const struct array *x)
{
    return s->hermitian ? wide_hermitian(x, s->uplo) : wide_symmetric(x, s->uplo);
}

/* Factors, condition number and inverse of x. */
static int invert(const struct shape *s, enum form form, struct array *x, double anorm,
                  double *rcond, bool *forgotten)
{
    int64_t n = s->n, *ipiv = calloc((size_t)n + 1, sizeof *ipiv);
    starling_uplo uplo = (starling_uplo)s->uplo;
    float single = -1;
    int info, next;
    if (form == ARRAYS) {
        void *number =
            s->prec == STARLING_S || s->prec == STARLING_C ? (void *)&single : (void *)rcond;
        info = s->hermitian ? API(s->prec, hetrf, s->uplo, n, x->a, x->lda, ipiv)
                            : API(s->prec, sytrf, s->uplo, n, x->a, x->lda, ipiv);
        info += s->hermitian
                    ? API(s->prec, hecon, s->uplo, n, x->a, x->lda, ipiv, (float)anorm, number)
                    : API(s->prec, sycon, s->uplo, n, x->a, x->lda, ipiv, (float)anorm, number);
        info += s->hermitian ? API(s->prec, hetri, s->uplo, n, x->a, x->lda, ipiv)
                             : API(s->prec, sytri, s->uplo, n, x->a, x->lda, ipiv);
        *rcond = single >= 0 ? (double)single : *rcond;
        *forgotten = true;
        free(ipiv);
        return info;
    }
    starling_matrix *A = wrap(x, n > 0 ? n : 1, s->nb);
    info = s->hermitian ? starling_hetrf(uplo, A) : starling_sytrf(uplo, A);
    info += s->hermitian ? starling_hecon(uplo, A, anorm, rcond)
                         : starling_sycon(uplo, A, anorm, rcond);
    if (form == OBJECTS)
        next = s->hermitian ? starling_hetri(uplo, A) : starling_sytri(uplo, A);
    else if (s->hermitian)
        SUBMITTED(next, starling_hetri_submit(uplo, A, seq));
    else
        SUBMITTED(next, starling_sytri_submit(uplo, A, seq));
    *forgotten = n == 0 || starling_matrix_get_sytrf_ipiv(A, ipiv) == -1;
    starling_matrix_destroy(A);
    free(ipiv);
    return info + next;
}

static void check(struct cases *cases, const struct shape *s)
{
    for (int f = 0; f < FORMS; f++) {
        int64_t n = s->n;
        struct array x = matrix_of(s, false);
        wide *a = full(s, &x), *unit = wide_zeros(n, n);
        double anorm = wide_norm(a, n, n), rcond = -1;
        bool forgotten;
        int info = invert(s, (enum form)f, &x, anorm, &rcond, &forgotten);
        wide *inverse = full(s, &x);
        double norm = wide_norm(inverse, n, n), right = n > 0 ? 1 / (anorm * norm) : 1;
        for (int64_t j = 0; j < n; j++)
            unit[j + j * n] = -1;
        if (n > 0)
            wide_gemm('N', 'N', n, n, n, 1, a, inverse, 1, unit);
        double error = scaled(s->prec, wide_norm(unit, n, n), n, anorm * norm);
        bool number = rcond >= 0.9 * right && rcond <= 10 * right,
             stays = array_intact(&x, s->uplo);
        hold(cases, info == 0 && residual_right(error) && number && stays && forgotten,
             FORMAT " form %d: info %d, residual %g, rcond %g for %g%s%s", VALUES(s), f, info,
             error, rcond, right, stays ? "" : ", more is changed",
             forgotten ? "" : ", still factored");
        free(a);
        free(unit);
        free(inverse);
        array_free(&x);
    }
}

static int lapack_info(const struct shape *s, const struct array *f, const int64_t *ipiv)
{
    int64_t n = s->n;
    for (int64_t k = 0; k < n; k++) { /* the loop of LAPACK's sytri */
        int64_t i = s->uplo == 'L' ? k : n - 1 - k;
        if (ipiv[i] > 0 && array_get(f, i, i) == 0)
            return (int)i + 1;
    }
    return 0;
}

/* The row and column in the middle are zero. */
static void singular(struct cases *cases, const struct shape *s)
{
    int64_t n = s->n, *ipiv = calloc((size_t)n + 1, sizeof *ipiv);
    struct array x = matrix_of(s, true);
    float single = -1;
    double rcond = -1;
    bool is_single = s->prec == STARLING_S || s->prec == STARLING_C;
    void *number = is_single ? (void *)&single : (void *)&rcond;
    int zero = s->hermitian ? API(s->prec, hetrf, s->uplo, n, x.a, x.lda, ipiv)
                            : API(s->prec, sytrf, s->uplo, n, x.a, x.lda, ipiv);
    array_save(&x);
    int info = s->hermitian ? API(s->prec, hetri, s->uplo, n, x.a, x.lda, ipiv)
                            : API(s->prec, sytri, s->uplo, n, x.a, x.lda, ipiv);
    int con = s->hermitian ? API(s->prec, hecon, s->uplo, n, x.a, x.lda, ipiv, 1, number)
                           : API(s->prec, sycon, s->uplo, n, x.a, x.lda, ipiv, 1, number);
    double got = is_single ? (double)single : rcond;
    int expected = lapack_info(s, &x, ipiv);
    hold(cases,
         zero > 0 && info > 0 && info == expected && con == 0 && got == 0 && array_intact(&x, 0),
         FORMAT " singular: sytrf %d, sytri %d, expected %d, sycon %d, rcond %g", VALUES(s), zero,
         info, expected, con, got);
    free(ipiv);
    array_free(&x);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct shape s = {STARLING_D, false, 'L', 6, 4};
    struct array x = matrix_of(&s, false), y = matrix_of(&s, false);
    int64_t pivots[6], *ipiv = pivots, wrong[6] = {9, 9, 9, 9, 9, 9};
    double *a = x.a, rcond;
    int64_t ld = x.lda;
    starling_matrix *A = wrap(&y, 6, 4);
    const starling_uplo L = STARLING_LOWER;
    listen_to_errors();
    hold(cases, starling_dsytrf('L', 6, a, ld, ipiv) == 0, "sytrf");
    told(0, 0);
    BAD(1, starling_dsytri('x', 6, a, ld, ipiv));
    BAD(2, starling_dsytri('L', -1, a, ld, ipiv));
    BAD(3, starling_dhetri('L', 6, NULL, ld, ipiv));
    BAD(4, starling_dsytri('L', 6, a, 5, ipiv));
    BAD(5, starling_dsytri('L', 6, a, ld, NULL));
    BAD(5, starling_dsytri('L', 6, a, ld, wrong));
    BAD(1, starling_dsycon('x', 6, a, ld, ipiv, 1, &rcond));
    BAD(2, starling_dsycon('L', -1, a, ld, ipiv, 1, &rcond));
    BAD(3, starling_dsycon('L', 6, NULL, ld, ipiv, 1, &rcond));
    BAD(4, starling_dsycon('L', 6, a, 5, ipiv, 1, &rcond));
    BAD(5, starling_dhecon('L', 6, a, ld, NULL, 1, &rcond));
    BAD(5, starling_dsycon('L', 6, a, ld, wrong, 1, &rcond));
    BAD(6, starling_dsycon('L', 6, a, ld, ipiv, -1, &rcond));
    BAD(6, starling_dsycon('L', 6, a, ld, ipiv, NAN, &rcond));
    BAD(7, starling_dsycon('L', 6, a, ld, ipiv, 1, NULL));
    BAD(1, starling_sytri(STARLING_GENERAL, A));
    BAD(2, starling_sytri(L, NULL));
    BAD(2, starling_hetri(L, A));
    BAD(3, starling_sytri_submit(L, A, NULL));
    BAD(2, starling_sycon(L, A, 1, &rcond));
    hold(cases, starling_sytrf(L, A) == 0, "sytrf");
    BAD(1, starling_sycon(STARLING_GENERAL, A, 1, &rcond));
    BAD(2, starling_hecon(L, NULL, 1, &rcond));
    BAD(3, starling_sycon(L, A, -1, &rcond));
    BAD(4, starling_sycon(L, A, 1, NULL));
    starling_set_error_handler(NULL, NULL);
    starling_matrix_destroy(A);
    array_free(&x);
    array_free(&y);
    ok(all_held(cases), "%d bad arguments", cases->run);
}

int main(void)
{
    static const int64_t orders[] = {0, 1, 2, 8, 9, 31, 130, 260};
    for (int p = 0; p < 4; p++)
        for (int hermitian = 0; hermitian < 2; hermitian++) {
            struct cases cases = {0};
            for (int u = 0; u < 2; u++) {
                for (size_t o = 0; o < sizeof orders / sizeof *orders - (size_t)quick(); o++)
                    check(&cases, &(struct shape){precisions[p], hermitian, "LU"[u], orders[o],
                                                  orders[o] > 100 ? 64 : 8});
                singular(&cases, &(struct shape){precisions[p], hermitian, "LU"[u], 19, 8});
                singular(&cases, &(struct shape){precisions[p], hermitian, "LU"[u], 230, 64});
            }
            ok(all_held(&cases), "%c%stri, %c%scon: %d results", letter(precisions[p]),
               hermitian ? "he" : "sy", letter(precisions[p]), hermitian ? "he" : "sy", cases.run);
        }
    arguments();
    return done_testing();
}
