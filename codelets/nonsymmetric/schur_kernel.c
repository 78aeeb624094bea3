/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The Schur form of a matrix by LAPACK, after scaling and balancing as in geev. It is for the
 * calling thread, so BLAS may use all its threads. */

#include <stdlib.h>
#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "robust.h"

#ifdef SL_COMPLEX
#define UNGHR LAPACKE_x(unghr_work)
#else
#define UNGHR LAPACKE_x(orghr_work)
#endif

/* A power of two that brings the largest element into geev's range; 1: it is there. */
static double range_factor(double most)
{
    bool single = sizeof(real_t) == sizeof(float);
    double small = sqrt(single ? FLT_MIN : DBL_MIN) / (single ? FLT_EPSILON : DBL_EPSILON);
    bool is_small = most > 0 && most<small, is_large = most> 1 / small;
    return is_small   ? exp2(ceil(log2(small / most)))
           : is_large ? exp2(floor(log2(1 / small / most)))
                      : 1;
}

/* Eigenvalues, and T and Q if they are wanted. */
static int iterate(struct sl_schur *s, scalar_t *work, int size)
{
    char job = s->form ? 'S' : 'E', compz = s->q ? 'V' : 'N';
    int n = s->n, ldq = s->q ? s->ldq : 1;
    scalar_t *w = s->w;
#ifdef SL_COMPLEX
    return LAPACKE_x(hseqr_work)(LAPACK_COL_MAJOR, job, compz, n, s->ilo, s->ihi, s->a, s->lda, w,
                                 s->q, ldq, work, size);
#else
    return LAPACKE_x(hseqr_work)(LAPACK_COL_MAJOR, job, compz, n, s->ilo, s->ihi, s->a, s->lda, w,
                                 w + n, s->q, ldq, work, size);
#endif
}

/* The largest workspace that one of the steps wants. */
static int work_size(struct sl_schur *s)
{
    scalar_t want[3] = {1, 1, 1};
    int n = s->n, most = n;
    LAPACKE_x(gehrd_work)(LAPACK_COL_MAJOR, n, 1, n, s->a, s->lda, NULL, &want[0], -1);
    if (s->q)
        UNGHR(LAPACK_COL_MAJOR, n, 1, n, s->q, s->ldq, NULL, &want[1], -1);
    s->ilo = 1;
    s->ihi = n;
    iterate(s, &want[2], -1);
    for (int i = 0; i < 3; i++)
        most = SL_MAX(most, (int)SL_REAL(want[i]));
    return most;
}

static double one_norm(const struct sl_schur *s)
{
    double most = 0;
    for (int j = 0; j < s->n; j++) {
        const scalar_t *a = (const scalar_t *)s->a + (size_t)j * (size_t)s->lda;
        double sum = 0;
        for (int i = 0; i < s->n; i++)
            sum += (double)SL_ABS(a[i]);
        most = SL_MAX(most, sum);
    }
    return most;
}

static double square_of(scalar_t x)
{
    double re = SL_REAL(x), sum = re * re;
#ifdef SL_COMPLEX
    sum += cimag(x) * cimag(x);
#endif
    return sum;
}

/* The squares of a column, added to those of its rows. Returns their sum. */
static double add_squares(const scalar_t *a, int n, double *row)
{
    enum { PARTS = 8 }; /* sums that do not wait for each other */
    double part[PARTS] = {0}, sum = 0;
    for (int i = 0, count; i < n; i += count) {
        count = SL_MIN(PARTS, n - i);
        for (int k = 0; k < count; k++) {
            double x = square_of(a[i + k]);
            row[i + k] += x;
            part[k] += x;
        }
    }
    for (int k = 0; k < PARTS; k++)
        sum += part[k];
    return sum;
}

/* Whether gebal would change nothing, which it finds out slowly: there is nothing to permute, and
 * norms of rows and columns differ by less than a factor of 2. false: perhaps. */
static bool is_balanced(const struct sl_schur *s)
{
    size_t n = (size_t)s->n;
    double *row = calloc(2 * n, sizeof *row), *column = row ? row + n : NULL;
    bool balanced = row != NULL;
    const scalar_t *a = s->a;
    for (size_t j = 0; j < n && balanced; j++)
        column[j] = add_squares(a + j * (size_t)s->lda, s->n, row);
    for (size_t j = 0; j < n && balanced; j++) {
        double own = square_of(a[j + j * (size_t)s->lda]);
        double most = SL_MAX(row[j], column[j]), least = SL_MIN(row[j], column[j]);
        balanced =
            least > SL_MAX(own, DBL_MIN / DBL_EPSILON) && most < SL_MIN(DBL_MAX, 3.9 * least);
    }
    free(row);
    return balanced;
}

/* gebal */
static void balance(struct sl_schur *s)
{
    real_t *factor = s->balance;
    if (is_balanced(s)) {
        s->ilo = 1;
        s->ihi = s->n;
        for (int i = 0; i < s->n; i++)
            factor[i] = 1;
    } else
        LAPACKE_x(gebal_work)(LAPACK_COL_MAJOR, s->balanc, s->n, s->a, s->lda, &s->ilo, &s->ihi,
                              s->balance);
}

static int reduce(struct sl_schur *s, scalar_t *tau, scalar_t *work, int size)
{
    int n = s->n;
    balance(s);
    s->norm = s->tells_norm ? one_norm(s) / s->factor : 0;
    if (s->stop == SL_AT_BALANCED && s->q && (s->ilo > 1 || s->ihi < n)) /* rows move */
        s->stop = SL_AT_HESSENBERG_FORM;
    if (s->stop == SL_AT_BALANCED)
        return 0;
    LAPACKE_x(gehrd_work)(LAPACK_COL_MAJOR, n, s->ilo, s->ihi, s->a, s->lda, tau, work, size);
    if (s->q) {
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'L', n, n, s->a, s->lda, s->q, s->ldq);
        UNGHR(LAPACK_COL_MAJOR, n, s->ilo, s->ihi, s->q, s->ldq, tau, work, size);
    }
    int info = s->stop == SL_AT_HESSENBERG_FORM ? 0 : iterate(s, work, size);
    if (s->q && s->permuted) /* later: LAPACK's hseqr expects rows of the identity */
        LAPACKE_x(gebak_work)(LAPACK_COL_MAJOR, 'P', 'R', n, s->ilo, s->ihi, s->balance, n, s->q,
                              s->ldq);
    return info;
}

/* The largest part of an element; NAN: not all are finite. */
static real_t largest(const struct sl_schur *s)
{
    const size_t count = (size_t)s->n * SL_PARTS;
    real_t most = 0, nothing = 0;
    for (size_t j = 0; j < (size_t)s->n; j++) {
        const real_t *a = (const real_t *)((const scalar_t *)s->a + j * (size_t)s->lda);
        for (size_t i = 0; i < count; i++) {
            real_t size = (real_t)fabs(a[i]);
            most = size > most ? size : most;
            nothing += 0 * size;
        }
    }
    return most + nothing;
}

void SL_X(unscale)(struct sl_schur *s)
{
    int numbers = (3 - SL_PARTS) * s->n;
    scalar_t *w = s->w;
    for (int i = 0; i < numbers && s->factor != 1; i++)
        w[i] /= (real_t)s->factor;
}

int SL_X(schur)(struct sl_schur *s)
{
    int n = s->n, numbers = (3 - SL_PARTS) * n; /* of w */
    scalar_t *w = s->w, *work;
    real_t most = largest(s);
    if (isnan(most)) { /* LAPACK could iterate for ever */
        for (int i = 0; i < numbers; i++)
            w[i] = NAN;
        return n;
    }
    int size = work_size(s), info;
    work = malloc(((size_t)n + (size_t)size) * sizeof *work);
    if (!work)
        return -1;
    real_t factor = (real_t)range_factor((double)most);
    if (factor != 1)
        LAPACKE_x(lascl_work)(LAPACK_COL_MAJOR, 'G', 0, 0, 1, factor, n, n, s->a, s->lda);
    s->factor = factor;
    info = reduce(s, work, work + n, size);
    if (s->stop == SL_AT_SCHUR_FORM)
        SL_X(unscale)(s);
    free(work);
    return info;
}
