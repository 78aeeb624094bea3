/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* heevx: parts of the spectrum by index and by value, in all precisions and forms, on matrices
 * whose eigenvalues are clustered, graded, zero or at the ends of the range:
 *  - |A Z - Z W| and |Z^H Z - I| are small, W ascends and is near LAPACK's;
 *  - *m is the number of eigenvalues in the range, which is open below and closed above;
 *  - columns of Z behind the last eigenvector, and what is around, stay;
 *  - a NaN gives its column as info;
 *  - bad arguments are told by position and name, a range by value in a sequence among them. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "spectra.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

struct wanted {
    char range;
    double vl, vu;
    int64_t il, iu;
};

static int arrays(char job, char uplo, const struct wanted *r, struct array *a, int64_t *m,
                  struct array *w, struct array *z)
{
    switch (a->prec) {
    case STARLING_S:
        return starling_ssyevx(job, r->range, uplo, a->n, a->a, a->lda, (float)r->vl, (float)r->vu,
                               r->il, r->iu, 0, m, w->a, z->a, z->lda);
    case STARLING_D:
        return starling_dsyevx(job, r->range, uplo, a->n, a->a, a->lda, r->vl, r->vu, r->il, r->iu,
                               0, m, w->a, z->a, z->lda);
    case STARLING_C:
        return starling_cheevx(job, r->range, uplo, a->n, a->a, a->lda, (float)r->vl, (float)r->vu,
                               r->il, r->iu, 0, m, w->a, z->a, z->lda);
    default:
        return starling_zheevx(job, r->range, uplo, a->n, a->a, a->lda, r->vl, r->vu, r->il, r->iu,
                               0, m, w->a, z->a, z->lda);
    }
}

static int solve(enum form form, char job, char uplo, const struct wanted *r, int64_t nb,
                 struct array *a, int64_t *m, struct array *w, struct array *z)
{
    int64_t rows = a->n > 0 ? a->n : 1;
    if (form == ARRAYS)
        return arrays(job, uplo, r, a, m, w, z);
    starling_matrix *A = wrap(a, rows, nb), *W = wrap(w, rows, 1), *Z = wrap(z, rows, nb);
    starling_sequence *seq;
    int info;
    if (form == OBJECTS)
        info = starling_heevx((starling_job)job, (starling_range)r->range, (starling_uplo)uplo, A,
                              r->vl, r->vu, r->il, r->iu, m, W, job == 'V' ? Z : NULL);
    else {
        info = starling_sequence_create(&seq);
        if (info == 0)
            info = starling_heevx_submit((starling_job)job, (starling_range)r->range,
                                         (starling_uplo)uplo, A, r->vl, r->vu, r->il, r->iu, m, W,
                                         job == 'V' ? Z : NULL, seq);
        info = info != 0 ? info : starling_sequence_wait(seq);
        starling_sequence_destroy(seq);
    }
    starling_matrix_destroy(A);
    starling_matrix_destroy(W);
    starling_matrix_destroy(Z);
    return info;
}

/* ---- Results ------------------------------------------------------------------------------- */

/* A problem, with the eigenvalues that LAPACK finds. */
struct problem {
    starling_precision prec;
    enum kind kind;
    char uplo;
    int64_t n, nb;
    struct array a;
    wide *exact;    /* A divided by its norm, so that products do not overflow */
    double norm;    /* 1 for the zero matrix */
    double *values; /* of `exact` */
};

static struct problem problem_make(starling_precision prec, enum kind kind, char uplo, int64_t n,
                                   int64_t nb)
{
    struct problem p = {prec, kind, uplo,
                        n,    nb,   matrix(prec, kind, uplo, n),
                        NULL, 1,    calloc((size_t)n + 1, sizeof(double))};
    p.exact = wide_hermitian(&p.a, uplo);
    double norm = wide_norm(p.exact, n, n);
    p.norm = norm > 0 ? norm : 1;
    for (int64_t i = 0; i < n * n; i++)
        p.exact[i] /= p.norm;
    wide *copy = wide_zeros(n, n);
    for (int64_t i = 0; i < n * n; i++)
        copy[i] = p.exact[i];
    if (n > 0 && wide_heev(n, copy, p.values) != 0)
        p.values[0] = NAN;
    free(copy);
    return p;
}

static void problem_free(struct problem *p)
{
    array_free(&p->a);
    free(p->exact);
    free(p->values);
}

/* |A Z - Z W| and |Z^H Z - I| of m columns. */
static double residual(const struct problem *p, const struct array *z, const struct array *w,
                       int64_t m)
{
    int64_t n = p->n;
    wide *v = wide_zeros(n, m), *r = wide_zeros(n, m), *unit = wide_zeros(m, m);
    for (int64_t j = 0; j < m; j++) {
        unit[j + j * m] = -1;
        for (int64_t i = 0; i < n; i++) {
            v[i + j * n] = array_get(z, i, j);
            r[i + j * n] = v[i + j * n] * (creal(array_get(w, j, 0)) / p->norm);
        }
    }
    if (n > 0 && m > 0) {
        wide_gemm('N', 'N', n, m, n, 1, p->exact, v, -1, r);
        wide_gemm('C', 'N', m, m, n, 1, v, v, 1, unit);
    }
    double error = residual_larger(scaled(p->prec, wide_norm(r, n, m), n, 1),
                                   scaled(p->prec, wide_norm(unit, m, m), n, 1));
    free(v);
    free(r);
    free(unit);
    return error;
}

/* The largest difference from LAPACK's eigenvalues from `first` on; NaN if they do not ascend. */
static double difference(const struct problem *p, const struct array *w, int64_t first, int64_t m)
{
    double most = 0;
    for (int64_t j = 0; j < m; j++) {
        double x = creal(array_get(w, j, 0));
        most = residual_larger(most, fabs(x / p->norm - p->values[first + j]));
        if (j > 0 && !(creal(array_get(w, j - 1, 0)) <= x))
            most = NAN;
    }
    return scaled(p->prec, most, p->n, 1);
}

/* Columns behind m are still NaN. */
static bool untouched(const struct array *z, int64_t m)
{
    for (int64_t j = m; j < z->n; j++)
        for (int64_t i = 0; i < z->m; i++)
            if (!isnan(creal(array_get(z, i, j))))
                return false;
    return true;
}

/* first, count: what LAPACK has in the range. */
static void check(struct cases *cases, const struct problem *p, enum form form, char job,
                  const struct wanted *r, int64_t first, int64_t count)
{
    int64_t n = p->n, m = -1, columns = form == ARRAYS || count == n ? count : count + 1;
    struct array a = array_new(p->prec, n, n, 2), w = array_new(real_of(p->prec), n, 1, 1);
    struct array z = array_new(p->prec, n, columns, 3);
    memcpy(a.block, p->a.block, a.size);
    array_save(&a);
    array_save(&w);
    array_save(&z);
    int info = solve(form, job, p->uplo, r, p->nb, &a, &m, &w, &z);
    bool intact = array_intact(&a, STARLING_GENERAL) && array_intact(&w, STARLING_GENERAL) &&
                  array_intact(&z, STARLING_GENERAL) && untouched(&z, job == 'V' ? count : 0);
    double values = NAN, error = NAN;
    if (info == 0 && m == count) {
        values = difference(p, &w, first, m);
        error = job == 'V' ? residual(p, &z, &w, m) : 0;
    }
    hold(cases,
         info == 0 && m == count && intact && residual_right(values) && residual_right(error),
         "%cheevx %c %c %c form %d, %s, n=%ld, nb=%ld, (%g, %g] %ld:%ld: info %d, %ld of %ld, "
         "residual %g, eigenvalues %g%s",
         letter(p->prec), job, r->range, p->uplo, form, kind_name[p->kind], (long)n, (long)p->nb,
         r->vl, r->vu, (long)r->il, (long)r->iu, info, (long)m, (long)count, error, values,
         intact ? "" : ", more is changed");
    array_free(&a);
    array_free(&w);
    array_free(&z);
}

/* ---- Cases --------------------------------------------------------------------------------- */

static void by_index(struct cases *cases, const struct problem *p, int64_t il, int64_t iu)
{
    struct wanted r = {'I', 0, 0, il, iu};
    for (int f = 0; f < FORMS; f++)
        for (const char *job = "VN"; *job; job++)
            if (*job == 'V' || f == OBJECTS)
                check(cases, p, (enum form)f, *job, &r, il - 1, iu - il + 1);
}

/* Between eigenvalues il - 1 and il, and iu and iu + 1, if they are apart there; else all. */
static void by_value(struct cases *cases, const struct problem *p, int64_t il, int64_t iu)
{
    const double *x = p->values, apart = (double)p->n * 100 * epsilon(p->prec);
    struct wanted r = {'V', -INFINITY, INFINITY, 0, 0};
    int64_t first = 0, end = p->n;
    if (il > 1 && x[il - 1] - x[il - 2] > apart) {
        first = il - 1;
        r.vl = (x[il - 1] + x[il - 2]) / 2 * p->norm;
    }
    if (iu < p->n && x[iu] - x[iu - 1] > apart) {
        end = iu;
        r.vu = (x[iu] + x[iu - 1]) / 2 * p->norm;
    }
    for (int f = 0; f < FORMS; f++)
        for (const char *job = "VN"; *job && f != SEQUENCE; job++)
            check(cases, p, (enum form)f, *job, &r, first, end - first);
}

/* No eigenvalue is below -|A|. */
static void empty(struct cases *cases, const struct problem *p)
{
    struct wanted r = {'V', -INFINITY, -1.05 * p->norm, 0, 0};
    for (int f = 0; f < FORMS; f++)
        if (f != SEQUENCE)
            check(cases, p, (enum form)f, 'V', &r, 0, 0);
}

static void all(struct cases *cases, const struct problem *p)
{
    struct wanted r = {'A', 5, 1, -7, -8}; /* these have no meaning */
    for (int f = 0; f < FORMS; f++)
        check(cases, p, (enum form)f, 'V', &r, 0, p->n);
    check(cases, p, OBJECTS, 'N', &r, 0, p->n);
}

static void orders(starling_precision prec)
{
    static const int64_t shapes[][2] = {{1, 8},  {2, 1},   {3, 2},   {7, 4},    {16, 16},
                                        {31, 8}, {47, 13}, {97, 96}, {300, 64}, {521, 128}};
    struct cases cases = {0};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (const char *uplo = "LU"; *uplo; uplo++) {
            int64_t n = shapes[s][0];
            starling_precision only = *uplo == 'L' ? STARLING_S : STARLING_Z;
            if (quick() && (n > 300 || (n == 300 && prec != only)))
                continue;
            struct problem p = problem_make(prec, RANDOM, *uplo, n, shapes[s][1]);
            by_index(&cases, &p, 1, 1);
            by_index(&cases, &p, n, n);
            by_index(&cases, &p, n / 3 + 1, 2 * n / 3 + 1 < n ? 2 * n / 3 + 1 : n);
            by_index(&cases, &p, 1, n);
            by_value(&cases, &p, n / 4 + 1, n / 2 + 1);
            empty(&cases, &p);
            all(&cases, &p);
            problem_free(&p);
        }
    ok(all_held(&cases), "%cheevx: %d results", letter(prec), cases.run);
}

static void spectra(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = RANDOM + 1; kind < KINDS; kind++)
        for (int large = 0; large < 2; large++) {
            int64_t n = large ? quick() ? 270 : 390 : 43;
            if (quick() && large && (kind + (int)prec) % 4 != 0)
                continue;
            struct problem p = problem_make(prec, (enum kind)kind, (kind + large) % 2 ? 'L' : 'U',
                                            n, large ? 64 : 16);
            by_index(&cases, &p, n / 5, n / 2);
            by_index(&cases, &p, n, n);
            by_value(&cases, &p, n / 3, 2 * n / 3);
            empty(&cases, &p);
            problem_free(&p);
        }
    ok(all_held(&cases), "%cheevx of special matrices: %d results", letter(prec), cases.run);
}

/* diag(8, 1, 4, 2): the eigenvalues are exact. */
static void half_open(starling_precision prec)
{
    static const struct {
        double vl, vu;
        int count;
        double first;
    } range[] = {{1, 4, 2, 2}, {0, 1, 1, 1},   {0.5, 8, 4, 1},
                 {8, 9, 0, 0}, {4, 7.5, 0, 0}, {-1, 0.9, 0, 0}};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof range / sizeof *range; i++)
        for (int f = 0; f < FORMS; f++) {
            struct array a = array_new(prec, 4, 4, 0), w = array_new(real_of(prec), 4, 1, 0);
            struct array z = array_new(prec, 4, 4, 0);
            struct wanted r = {'V', range[i].vl, range[i].vu, 0, 0};
            int64_t m = -1;
            for (int64_t k = 0; k < 16; k++)
                array_set(&a, k % 4, k / 4,
                          k % 5 == 0 ? k == 0    ? 8
                                       : k == 5  ? 1
                                       : k == 10 ? 4
                                                 : 2
                                     : 0);
            int info = f == SEQUENCE ? 0 : solve((enum form)f, 'V', 'L', &r, 2, &a, &m, &w, &z);
            if (f != SEQUENCE)
                hold(&cases,
                     info == 0 && m == range[i].count &&
                         (m == 0 || creal(array_get(&w, 0, 0)) == range[i].first),
                     "%cheevx of (%g, %g], form %d: info %d, %ld eigenvalues", letter(prec), r.vl,
                     r.vu, f, info, (long)m);
            array_free(&a);
            array_free(&w);
            array_free(&z);
        }
    ok(all_held(&cases), "%cheevx: %d ranges that are open below", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    static const struct wanted range[] = {{'I', 0, 0, 2, 5}, {'V', -1, 1, 0, 0}, {'A', 0, 0, 0, 0}};
    struct cases cases = {0};
    for (int i = 0; i < 3; i++)
        for (int f = 0; f < FORMS; f++)
            for (int64_t n = 20; n <= 300 && (f != SEQUENCE || range[i].range != 'V'); n += 280) {
                struct array a = matrix(prec, RANDOM, 'L', n),
                             w = array_new(real_of(prec), n, 1, 0);
                struct array z = array_new(prec, n, n, 0);
                int64_t m = -1;
                array_set(&a, n - 2, 5, NAN);
                int info = solve((enum form)f, 'V', 'L', &range[i], 64, &a, &m, &w, &z);
                hold(&cases, info == 6, "%cheevx %c, form %d, with a NaN in column 6: info %d",
                     letter(prec), range[i].range, f, info);
                array_free(&a);
                array_free(&w);
                array_free(&z);
            }
    ok(all_held(&cases), "%cheevx: %d matrices that are not finite", letter(prec), cases.run);
}

/* Order 0: there are no eigenvalues. */
static void nothing(void)
{
    static const struct wanted range[] = {{'I', 0, 0, 1, 0}, {'V', 1, 1, 0, 0}, {'A', 0, 0, 0, 0}};
    struct cases cases = {0};
    for (int i = 0; i < 3; i++)
        for (int f = 0; f < FORMS; f++)
            for (int p = 0; p < 4 && (f != SEQUENCE || range[i].range != 'V'); p++) {
                struct array a = array_new(precisions[p], 0, 0, 0);
                struct array w = array_new(real_of(precisions[p]), 0, 1, 0);
                struct array z = array_new(precisions[p], 0, 0, 0);
                int64_t m = -1;
                int info = solve((enum form)f, 'V', 'U', &range[i], 4, &a, &m, &w, &z);
                hold(&cases, info == 0 && m == 0,
                     "%cheevx %c of order 0, form %d: info %d, m = %ld", letter(precisions[p]),
                     range[i].range, f, info, (long)m);
                array_free(&a);
                array_free(&w);
                array_free(&z);
            }
    ok(all_held(&cases), "order 0: %d results", cases.run);
}

/* ---- Arguments ----------------------------------------------------------------------------- */

static void arguments(void)
{
    struct cases cases = {0};
    struct array x = array_new(STARLING_Z, 6, 6, 0), y = array_new(STARLING_D, 6, 6, 0);
    struct array z = array_new(STARLING_Z, 6, 6, 0);
    array_random(&x, STARLING_GENERAL, 1);
    array_random(&y, STARLING_GENERAL, 1);
    starling_matrix *A = wrap(&x, 6, 4), *tiles = wrap(&z, 3, 3), *D = wrap(&y, 6, 4);
    y.n = 1;
    starling_matrix *W = wrap(&y, 6, 1), *cut = wrap(&y, 3, 1);
    y.m = 5;
    starling_matrix *little = wrap(&y, 5, 1);
    z.n = 3;
    starling_matrix *Z = wrap(&z, 6, 4);
    z.m = 5;
    starling_matrix *low = wrap(&z, 5, 4);
    starling_sequence *seq;
    const starling_job V = STARLING_VECTORS, N = STARLING_VALUES;
    const starling_uplo L = STARLING_LOWER;
    const starling_range all_of = STARLING_ALL, I_ = STARLING_BY_INDEX, by = STARLING_BY_VALUE;
    double w[6];
    int64_t m = -1;
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    BAD(1, starling_heevx((starling_job)'x', I_, L, A, 0, 0, 1, 2, &m, W, Z));
    BAD(2, starling_heevx(V, (starling_range)'x', L, A, 0, 0, 1, 2, &m, W, Z));
    BAD(3, starling_heevx(V, I_, STARLING_GENERAL, A, 0, 0, 1, 2, &m, W, Z));
    BAD(4, starling_heevx(V, I_, L, NULL, 0, 0, 1, 2, &m, W, Z));
    BAD(4, starling_heevx(V, I_, L, tiles, 0, 0, 1, 2, &m, W, Z));
    BAD(6, starling_heevx(V, by, L, A, 1, 1, 1, 2, &m, W, Z));
    BAD(6, starling_heevx(N, by, L, A, 1, NAN, 1, 2, &m, W, NULL));
    BAD(7, starling_heevx(V, I_, L, A, 0, 0, 0, 2, &m, W, Z));
    BAD(7, starling_heevx(V, I_, L, A, 0, 0, 7, 7, &m, W, Z));
    BAD(8, starling_heevx(V, I_, L, A, 0, 0, 2, 1, &m, W, Z));
    BAD(8, starling_heevx(V, I_, L, A, 0, 0, 5, 7, &m, W, Z));
    BAD(9, starling_heevx(V, I_, L, A, 0, 0, 1, 2, NULL, W, Z));
    BAD(10, starling_heevx(V, I_, L, A, 0, 0, 1, 2, &m, NULL, Z));
    BAD(10, starling_heevx(V, I_, L, A, 0, 0, 1, 2, &m, cut, Z));
    BAD(10, starling_heevx(V, I_, L, A, 0, 0, 1, 2, &m, little, Z));
    BAD(11, starling_heevx(V, I_, L, A, 0, 0, 1, 2, &m, W, NULL));
    BAD(11, starling_heevx(V, I_, L, A, 0, 0, 1, 2, &m, W, A));
    BAD(11, starling_heevx(V, I_, L, A, 0, 0, 1, 2, &m, W, D));
    BAD(11, starling_heevx(V, I_, L, A, 0, 0, 1, 2, &m, W, low));
    BAD(11, starling_heevx(V, I_, L, A, 0, 0, 1, 4, &m, W, Z));
    BAD(11, starling_heevx(V, all_of, L, A, 0, 0, 0, 0, &m, W, Z));
    hold(&cases, m == -1, "*m is written: %ld", (long)m);
    BAD(11, starling_heevx(V, by, L, A, -100, 100, 0, 0, &m, W, Z));
    hold(&cases, m == 6, "the number of eigenvalues is %ld", (long)m);
    BAD(12, starling_heevx_submit(V, I_, L, A, 0, 0, 1, 2, &m, W, Z, NULL));
    starling_sequence_create(&seq);
    BAD(2, starling_heevx_submit(V, by, L, A, 0, 1, 1, 2, &m, W, Z, seq));
    starling_sequence_destroy(seq);
    BAD(1, starling_zheevx('x', 'a', 'l', 6, x.a, 6, 0, 0, 0, 0, 0, &m, w, z.a, 6));
    BAD(2, starling_zheevx('v', 'x', 'l', 6, x.a, 6, 0, 0, 0, 0, 0, &m, w, z.a, 6));
    BAD(3, starling_zheevx('v', 'a', 'g', 6, x.a, 6, 0, 0, 0, 0, 0, &m, w, z.a, 6));
    BAD(4, starling_zheevx('v', 'a', 'l', -1, x.a, 6, 0, 0, 0, 0, 0, &m, w, z.a, 6));
    BAD(5, starling_zheevx('v', 'a', 'l', 6, NULL, 6, 0, 0, 0, 0, 0, &m, w, z.a, 6));
    BAD(6, starling_zheevx('v', 'a', 'l', 6, x.a, 5, 0, 0, 0, 0, 0, &m, w, z.a, 6));
    BAD(8, starling_zheevx('v', 'v', 'l', 6, x.a, 6, 1, 1, 0, 0, 0, &m, w, z.a, 6));
    BAD(8, starling_cheevx('v', 'v', 'l', 6, x.a, 6, 1, -1, 0, 0, 0, &m, (float *)w, z.a, 6));
    BAD(9, starling_zheevx('v', 'i', 'l', 6, x.a, 6, 0, 0, 0, 2, 0, &m, w, z.a, 6));
    BAD(9, starling_zheevx('v', 'i', 'l', 6, x.a, 6, 0, 0, 7, 8, 0, &m, w, z.a, 6));
    BAD(10, starling_zheevx('v', 'i', 'l', 6, x.a, 6, 0, 0, 3, 2, 0, &m, w, z.a, 6));
    BAD(10, starling_zheevx('v', 'i', 'l', 6, x.a, 6, 0, 0, 3, 7, 0, &m, w, z.a, 6));
    BAD(10, starling_zheevx('v', 'i', 'l', 0, x.a, 6, 0, 0, 1, 1, 0, &m, w, z.a, 6));
    BAD(12, starling_zheevx('v', 'a', 'l', 6, x.a, 6, 0, 0, 0, 0, 0, NULL, w, z.a, 6));
    BAD(13, starling_zheevx('v', 'a', 'l', 6, x.a, 6, 0, 0, 0, 0, 0, &m, NULL, z.a, 6));
    BAD(14, starling_zheevx('v', 'a', 'l', 6, x.a, 6, 0, 0, 0, 0, 0, &m, w, NULL, 6));
    BAD(15, starling_zheevx('v', 'a', 'l', 6, x.a, 6, 0, 0, 0, 0, 0, &m, w, z.a, 5));
    BAD(15, starling_zheevx('n', 'a', 'l', 6, x.a, 6, 0, 0, 0, 0, 0, &m, w, NULL, 0));
    starling_matrix *mats[] = {A, tiles, D, W, cut, little, Z, low};
    for (size_t i = 0; i < sizeof mats / sizeof mats[0]; i++)
        starling_matrix_destroy(mats[i]);
    y.m = 6, y.n = 6, z.m = 6, z.n = 6;
    array_free(&x);
    array_free(&y);
    array_free(&z);
    ok(all_held(&cases), "arguments: %d calls", cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        orders(precisions[p]);
        spectra(precisions[p]);
        half_open(precisions[p]);
        not_finite(precisions[p]);
    }
    nothing();
    arguments();
    return done_testing();
}
