/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geevx in all precisions:
 *  - eigenvalues and vectors have small residuals with each way of balancing;
 *  - of random matrices of double precision, ilo, ihi, scale, abnrm and the condition numbers are
 * LAPACK's;
 *  - a becomes the Schur form of the balanced matrix, if vectors are wanted;
 *  - arrays and objects agree;
 *  - bad arguments are told by position and name. */

#include "lapack_api.h"
#include "schur.h"
#include "special.h"
#include "tap.h"

struct numbers {
    int64_t ilo, ihi;
    double abnrm, *scale, *e, *v; /* e, v: rconde, rcondv */
};

static struct numbers numbers_new(int64_t n)
{
    double *x = calloc(3 * (size_t)n + 1, sizeof *x);
    return (struct numbers){0, 0, 0, x, x + n, x + 2 * n};
}

static int arrays(char balanc, char jobvl, char jobvr, char sense, struct array *a, struct array *w,
                  struct array *l, struct array *r, struct numbers *x)
{
    int64_t n = a->n;
    float *f = calloc(3 * (size_t)n + 1, sizeof *f), norm = 0, *ws = w->a;
    double *wd = w->a;
    int info = -99;
#define TAIL(scale, abnrm, e, v) l->a, l->lda, r->a, r->lda, &x->ilo, &x->ihi, scale, abnrm, e, v
    if (a->prec == STARLING_S)
        info = starling_sgeevx(balanc, jobvl, jobvr, sense, n, a->a, a->lda, ws, ws + n,
                               TAIL(f, &norm, f + n, f + 2 * n));
    else if (a->prec == STARLING_D)
        info = starling_dgeevx(balanc, jobvl, jobvr, sense, n, a->a, a->lda, wd, wd + n,
                               TAIL(x->scale, &x->abnrm, x->e, x->v));
    else if (a->prec == STARLING_C)
        info = starling_cgeevx(balanc, jobvl, jobvr, sense, n, a->a, a->lda, w->a,
                               TAIL(f, &norm, f + n, f + 2 * n));
    else
        info = starling_zgeevx(balanc, jobvl, jobvr, sense, n, a->a, a->lda, w->a,
                               TAIL(x->scale, &x->abnrm, x->e, x->v));
    if (a->prec == STARLING_S || a->prec == STARLING_C) {
        x->abnrm = norm;
        for (int64_t i = 0; i < 3 * n; i++)
            x->scale[i] = f[i];
    }
    free(f);
    return info;
}

static int objects(char balanc, char jobvl, char jobvr, char sense, struct array *a,
                   struct array *w, struct array *l, struct array *r, struct numbers *x)
{
    int64_t n = a->n > 0 ? a->n : 1;
    starling_matrix *A = wrap(a, n, 31), *W = wrap(w, 10, 1), *L = wrap(l, n, 40),
                    *R = wrap(r, n, 23);
    int info = starling_geevx((starling_balance)balanc, (starling_sense)sense, A, W,
                              jobvl == 'V' ? L : NULL, jobvr == 'V' ? R : NULL, &x->ilo, &x->ihi,
                              x->scale, &x->abnrm, x->e, x->v);
    starling_matrix_destroy(A);
    starling_matrix_destroy(W);
    starling_matrix_destroy(L);
    starling_matrix_destroy(R);
    return info;
}

/* The largest relative difference from LAPACK's numbers; w of both are in the same order only if
 * the iterations went the same way, so condition numbers are compared by eigenvalue. Those of vectors are
 * estimates, which depend on the order. */
static double difference(struct array *before, char balanc, char sense, const wide *value,
                         const struct numbers *x)
{
    int n = (int)before->n, ilo, ihi, info;
    size_t order = (size_t)n;
    double *scale = calloc(3 * order, sizeof *scale), *e = scale + n, *v = e + n, norm, most = 0;
    wide *other = wide_zeros(n, 1);
    double *d = before->a, *w = calloc(2 * order, sizeof *w);
    double *l = calloc(4 * order * order, sizeof *l), *r = l + 2 * order * order;
    void *lz = l, *rz = r, *wz = other;
    if (before->prec == STARLING_D) {
        info = LAPACKE_dgeevx(LAPACK_COL_MAJOR, balanc, 'V', 'V', sense, n, d, (int)before->lda, w,
                              w + n, l, n, r, n, &ilo, &ihi, scale, &norm, e, v);
        for (int i = 0; i < n; i++)
            other[i] = w[i] + I * w[i + n];
    } else
        info = LAPACKE_zgeevx(LAPACK_COL_MAJOR, balanc, 'V', 'V', sense, n, before->a,
                              (int)before->lda, wz, lz, n, rz, n, &ilo, &ihi, scale, &norm, e, v);
    if (info != 0 || ilo != x->ilo || ihi != x->ihi || !(fabs(norm - x->abnrm) <= 1e-12 * norm))
        most = NAN;
    for (int i = 0; i < n; i++) {
        int near = 0;
        for (int j = 0; j < n; j++)
            if (cabs(value[i] - other[j]) < cabs(value[i] - other[near]))
                near = j;
        if (scale[i] != x->scale[i])
            most = NAN;
        if (sense == 'E' || sense == 'B')
            most = residual_larger(most, fabs(x->e[i] / e[near] - 1));
        if (sense == 'V' || sense == 'B')
            most = residual_larger(most, fabs(x->v[i] / v[near] - 1) / (n > 100 ? 1000 : 1));
    }
    free(scale);
    free(other);
    free(w);
    free(l);
    return most;
}

static void check_one(struct cases *cases, bool by_objects, starling_precision prec, enum kind kind,
                      char balanc, char jobvl, char jobvr, char sense, int64_t n)
{
    struct array a = matrix(prec, kind, n), copy = matrix(prec, kind, n);
    struct array w = array_new(prec, n, is_complex(prec) ? 1 : 2, 0);
    struct array l = array_new(prec, n, n, 2), r = array_new(prec, n, n, 1);
    wide *exact = wide_of(&a, STARLING_GENERAL);
    struct numbers x = numbers_new(n);
    double error = 0, numbers = 0;
    array_save(&l);
    array_save(&r);
    int info = by_objects ? objects(balanc, jobvl, jobvr, sense, &a, &w, &l, &r, &x)
                          : arrays(balanc, jobvl, jobvr, sense, &a, &w, &l, &r, &x);
    wide *value = values_of(&w);
    for (int side = 0; side < 2 && n > 0; side++) {
        struct array *v = side ? &r : &l;
        if ((side ? jobvr : jobvl) != 'V')
            continue;
        wide *y = vectors_of(v, value);
        error =
            residual_larger(error, eigen_residual(prec, !side, n, exact, n, value, y) / (double)n);
        free(y);
    }
    if (n > 0 && kind == RANDOM && (prec == STARLING_D || prec == STARLING_Z))
        numbers = difference(&copy, balanc, sense, value, &x);
    bool schur = (jobvl != 'V' && jobvr != 'V') || is_schur(&a, value);
    bool intact =
        array_intact(&a, jobvl == 'V' || jobvr == 'V' || sense != 'N' ? STARLING_GENERAL : 0) &&
        array_intact(&l, jobvl == 'V' ? STARLING_GENERAL : 0) &&
        array_intact(&r, jobvr == 'V' ? STARLING_GENERAL : 0);
    hold(cases,
         info == 0 && intact && schur &&
             ((balanc == 'N' && kind == UNBALANCED) || residual_right(error)) && numbers <= 1e-2,
         "%cgeevx %c %c %c %c %s, %s, n=%ld: info %d, residual %g, numbers %g%s%s", letter(prec),
         balanc, jobvl, jobvr, sense, by_objects ? "objects" : "arrays", kind_name[kind], (long)n,
         info, error, numbers, intact ? "" : ", more is changed", schur ? "" : ", no Schur form");
    free(exact);
    free(value);
    free(x.scale);
    array_free(&a);
    array_free(&copy);
    array_free(&w);
    array_free(&l);
    array_free(&r);
}

static void all(starling_precision prec)
{
    static const int64_t order[] = {0, 1, 2, 3, 19, 40};
    static const char *const jobs[] = {"NNN", "NVN", "VNV", "VVE", "VVB", "NNV", "VVV"};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (int b = 0; b < 4; b++)
            for (int j = 0; j < 7; j++)
                check_one(&cases, (b + j) % 2, prec, RANDOM, "NPSB"[b], jobs[j][0], jobs[j][1],
                          jobs[j][2], order[i]);
    ok(all_held(&cases), "%cgeevx: %d results", letter(prec), cases.run);
    cases = (struct cases){0};
    static const enum kind kinds[] = {REDUCIBLE, UNBALANCED, GRCAR, KAHAN, HUGE_ONES};
    for (int k = 0; k < 5; k++)
        for (int b = 0; b < 4; b++)
            check_one(&cases, b % 2, prec, kinds[k], "NPSB"[b], 'V', 'V', 'B', 30);
    check_one(&cases, false, prec, RANDOM, 'B', 'V', 'V', quick() ? 'E' : 'B', 390); /* tasks */
    ok(all_held(&cases), "%cgeevx: %d special matrices", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int64_t n = 1; n < 500; n += 200)
        for (int infinite = 0; infinite < 2; infinite++) {
            struct array a = matrix(prec, RANDOM, n), w = array_new(prec, n, 2, 0),
                         v = array_new(prec, n, n, 0);
            struct numbers x = numbers_new(n);
            array_set(&a, n / 2, n / 3, infinite ? INFINITY : NAN);
            int info = arrays('B', 'N', 'V', 'N', &a, &w, &v, &v, &x);
            hold(&cases, info == n, "%cgeevx with %s, n=%ld: info %d", letter(prec),
                 infinite ? "an infinity" : "a NaN", (long)n, info);
            free(x.scale);
            array_free(&a);
            array_free(&w);
            array_free(&v);
        }
    ok(all_held(&cases), "%cgeevx: %d matrices that are not finite", letter(prec), cases.run);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = matrix(STARLING_Z, RANDOM, 6), b = matrix(STARLING_Z, RANDOM, 6),
                 c = matrix(STARLING_Z, RANDOM, 6), column = array_new(STARLING_Z, 6, 1, 0);
    starling_complex_double *x = a.a, *y = b.a;
    starling_matrix *A = wrap(&a, 6, 2), *L = wrap(&b, 6, 3), *R = wrap(&c, 6, 3),
                    *tiles = wrap(&b, 3, 2), *W = wrap(&column, 6, 1);
    double s[6], n, e[6], v[6];
    int64_t i, j;
    told(0, 0); /* those of before */
#define Z(b, l, r, s_, n_, lda, ldl, ldr)                                                          \
    starling_zgeevx(b, l, r, s_, n_, x, lda, y, y, ldl, y, ldr, &i, &j, s, &n, e, v)
    BAD(1, Z('x', 'v', 'v', 'n', 6, 6, 6, 6));
    BAD(2, Z('b', 'x', 'v', 'n', 6, 6, 6, 6));
    BAD(3, Z('b', 'v', 'x', 'n', 6, 6, 6, 6));
    BAD(4, Z('b', 'v', 'v', 'x', 6, 6, 6, 6));
    BAD(4, Z('b', 'n', 'v', 'e', 6, 6, 6, 6));
    BAD(5, Z('b', 'v', 'v', 'n', -1, 6, 6, 6));
    BAD(7, Z('b', 'v', 'v', 'n', 6, 5, 6, 6));
    BAD(10, Z('b', 'v', 'v', 'n', 6, 6, 5, 6));
    BAD(12, Z('b', 'v', 'v', 'n', 6, 6, 6, 5));
    BAD(13, starling_zgeevx('b', 'v', 'v', 'n', 6, x, 6, y, y, 6, y, 6, NULL, &j, s, &n, e, v));
    BAD(17, starling_zgeevx('b', 'v', 'v', 'b', 6, x, 6, y, y, 6, y, 6, &i, &j, s, &n, NULL, v));
    BAD(18, starling_zgeevx('b', 'v', 'v', 'b', 6, x, 6, y, y, 6, y, 6, &i, &j, s, &n, e, NULL));
    BAD(1, starling_geevx((starling_balance)'x', STARLING_SENSE_NONE, A, W, L, R, &i, &j, s, &n, e,
                          v));
    BAD(2, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_VALUES, A, W, L, NULL, &i, &j, s,
                          &n, e, v));
    BAD(3, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_NONE, tiles, W, L, R, &i, &j, s, &n,
                          e, v));
    BAD(4, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_NONE, A, A, L, R, &i, &j, s, &n, e,
                          v));
    BAD(5, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_NONE, A, W, A, R, &i, &j, s, &n, e,
                          v));
    BAD(6, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_NONE, A, W, L, L, &i, &j, s, &n, e,
                          v));
    BAD(7, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_NONE, A, W, L, R, NULL, &j, s, &n,
                          e, v));
    BAD(10, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_NONE, A, W, L, R, &i, &j, s, NULL,
                           e, v));
    BAD(11, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_BOTH, A, W, L, R, &i, &j, s, &n,
                           NULL, v));
    BAD(12, starling_geevx(STARLING_BALANCE_BOTH, STARLING_SENSE_BOTH, A, W, L, R, &i, &j, s, &n, e,
                           NULL));
    starling_matrix *list[] = {A, L, R, tiles, W};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        starling_matrix_destroy(list[k]);
    array_free(&a);
    array_free(&b);
    array_free(&c);
    array_free(&column);
    ok(all_held(cases), "%d bad arguments", cases->run);
}

int main(void)
{
    listen_to_errors();
    for (int p = 0; p < 4; p++) {
        all(precisions[p]);
        not_finite(precisions[p]);
    }
    arguments();
    return done_testing();
}
