/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals by random probing. Compiled once a precision. Only CBLAS is used here,
 * nothing of the library under test. Norms are loops of our own: those of LAPACKE
 * return an error code for an array with a NaN, which looks like a norm, and overflow
 * where a sum does.
 *
 * All norms are infinity norms. An error e in one element is then as large in |R X| /
 * |X| as in |R|. In the one-norm it would be n times smaller. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

static const scalar_t one = 1, minus_one = -1;

/* ---- Norms ----------------------------------------------------------------------- */

struct part CASE(general)(int64_t m, int64_t n, const scalar_t *a, int64_t lda)
{
    return (struct part){STARLING_GENERAL, .m = m, .n = n, .a = a, .lda = lda};
}

struct part CASE(hermitian)(const struct problem *p, const scalar_t *a, int64_t lda)
{
    return (struct part){p->uplo, .hermitian = true, .m = p->n, .n = p->n,
                         .a = a,  .lda = lda};
}

/* The rows of column j that are looked at: from *first to before the one returned. */
static int64_t rows_of(const struct part *A, int64_t j, int64_t *first)
{
    *first = A->uplo == STARLING_LOWER ? j : 0;
    return A->uplo == STARLING_UPPER && j + 1 < A->m ? j + 1 : A->m;
}

static double size_at(const struct part *A, int64_t i, int64_t j, double power)
{
    return A->unit && i == j ? power : SL_ABS(A->a[i + j * A->lda] * power);
}

double CASE(largest)(const struct part *A, double power)
{
    double value = 0;
    for (int64_t j = 0; j < A->n; j++) {
        int64_t i, end = rows_of(A, j, &i);
        for (; i < end; i++)
            value = residual_larger(value, size_at(A, i, j, power));
    }
    return value;
}

double CASE(norm)(const struct part *A, starling_trans trans, double power)
{
    bool no = trans == STARLING_NOTRANS;
    int64_t count = no ? A->m : A->n;
    double norm = 0, *sum = calloc((size_t)(count > 0 ? count : 1), sizeof *sum);
    if (!sum)
        return NAN;
    for (int64_t j = 0; j < A->n; j++) {
        int64_t i, end = rows_of(A, j, &i);
        for (; i < end; i++) {
            double size = size_at(A, i, j, power);
            sum[no ? i : j] += size;
            if (A->hermitian && i != j) /* in the other triangle, too */
                sum[no ? j : i] += size;
        }
    }
    for (int64_t i = 0; i < count; i++)
        norm = residual_larger(norm, sum[i]);
    free(sum);
    return norm;
}

int CASE(exponent)(const struct part *A)
{
    const int most = sizeof(real_t) == 4 ? 100 : 1000;
    double value =
        CASE(largest)(A, 0.5); /* |re + i im| of the largest numbers overflows */
    int e = 0;
    if (isfinite(value))
        frexp(value, &e);
    return e > most ? -most : e < -most ? most : -e;
}

double CASE(growth)(int64_t m, int64_t n, const scalar_t *a, const scalar_t *factors,
                    int64_t lda)
{
    int64_t k = m < n ? m : n;
    struct part A = {STARLING_GENERAL, .m = m, .n = n, .a = a, .lda = lda};
    struct part U = {STARLING_UPPER, .m = k, .n = n, .a = factors, .lda = lda};
    if (k == 0)
        return NAN;
    double power = ldexp(1, CASE(exponent)(&A));
    double of_a = CASE(largest)(&A, power), of_u = CASE(largest)(&U, power);
    if (of_a == 0 && of_u == 0)
        return 1;
    double value = of_u / of_a;
    return isfinite(value) ? value : INFINITY;
}

/* ---- Products with thin arrays --------------------------------------------------- */

/* Numbers have five bits, so that products with small integers, as of Wilkinson's
 * matrix and its factors, are exact. */
scalar_t *CASE(thin)(int64_t m, double power)
{
    scalar_t *x =
        calloc((size_t)(m + 4) * PROBES, sizeof *x); /* gemv reads behind it */
    uint64_t state = 88172645463325252u;
    for (int64_t i = 0; x && power != 0 && i < m * PROBES; i++) {
        state ^= state << 13, state ^= state >> 7,
            state ^= state << 17; /* xorshift64 */
        x[i] = (real_t)((((double)(state >> 60) + 0.5) / 16 - 0.5) * power);
    }
    return x;
}

void CASE(apply)(CBLAS_TRANSPOSE trans, int64_t m, int64_t n, scalar_t alpha,
                 const scalar_t *a, int64_t lda, const scalar_t *x, scalar_t beta,
                 scalar_t *y)
{
    cblas_x(gemm)(CblasColMajor, trans, CblasNoTrans, (int)m, PROBES, (int)n,
                  SADDR(alpha), a, (int)lda, x, (int)(n > 1 ? n : 1), SADDR(beta), y,
                  (int)(m > 1 ? m : 1));
}

void CASE(apply_hermitian)(starling_uplo uplo, int64_t n, scalar_t alpha,
                           const scalar_t *a, int64_t lda, const scalar_t *x,
                           scalar_t beta, scalar_t *y)
{
    cblas_xhemm(CblasColMajor, CblasLeft, uplo_of(uplo), (int)n, PROBES, SADDR(alpha),
                a, (int)lda, x, (int)n, SADDR(beta), y, (int)n);
}

void CASE(apply_triangle)(starling_uplo uplo, CBLAS_TRANSPOSE trans, starling_diag diag,
                          int64_t n, const scalar_t *a, int64_t lda, scalar_t *x)
{
    cblas_x(trmm)(CblasColMajor, CblasLeft, uplo_of(uplo), trans,
                  diag == STARLING_UNIT ? CblasUnit : CblasNonUnit, (int)n, PROBES,
                  SADDR(one), a, (int)lda, x, (int)n);
}

/* ---- Residuals ------------------------------------------------------------------- */

double CASE(epsilon)(void)
{
    return sizeof(real_t) == 4 ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
}

double CASE(one_norm)(int64_t m, int64_t n, const scalar_t *a)
{
    struct part A = {STARLING_GENERAL, .m = m, .n = n, .a = a, .lda = m};
    return CASE(norm)(&A, STARLING_TRANS, 1); /* |A|_1 = |A^T|_inf */
}

double CASE(relative)(int64_t n, double error, double scale)
{
    return error == 0 ? 0 : error / ((double)n * CASE(epsilon)() * scale);
}

double CASE(scaled)(int64_t size, double anorm, double power, int64_t columns,
                    int64_t m, const scalar_t *r, int64_t ldr, int64_t n,
                    const scalar_t *x, int64_t ldx)
{
    double eps = CASE(epsilon)(), worst = 0;
    for (int64_t j = 0; j < columns; j++) {
        struct part R = {STARLING_GENERAL, .m = m, .n = 1, .a = r + j * ldr,
                         .lda = ldr};
        struct part X = {STARLING_GENERAL, .m = n, .n = 1, .a = x + j * ldx,
                         .lda = ldx};
        double error = CASE(largest)(&R, 1);
        double unit = (double)size * eps * anorm * (CASE(largest)(&X, 1) / power);
        double value = error == 0 && isfinite(unit) ? 0 : error / unit;
        worst = residual_larger(worst,
                                isfinite(error) && isfinite(unit) ? value : INFINITY);
    }
    return worst;
}

double CASE(scaled_probe)(const struct probe *t, int64_t m, double anorm)
{
    const struct problem *p = t->r->p;
    int64_t size = m > p->n ? m : p->n;
    if ((p->routine->has & HAS_K) && p->k > size)
        size = p->k;
    return CASE(scaled)(size, anorm, t->power, PROBES, m, t->y, m, p->n, t->x, p->n);
}

double CASE(norm_of)(const struct probe *t, int index, starling_trans trans, int64_t m,
                     int64_t n)
{
    bool no = trans == STARLING_NOTRANS;
    struct part A =
        CASE(general)(no ? m : n, no ? n : m, t->r->before[index], t->r->ld[index]);
    return CASE(norm)(&A, trans, t->power);
}

double CASE(probe)(const struct result *r, double power,
                   double (*product)(const struct probe *t))
{
    const struct problem *p = r->p;
    if (p->n == 0 || p->m == 0)
        return 0;
    struct probe t = {r, power, CASE(thin)(p->n, power), CASE(thin)(p->m, 0)};
    double error = t.x && t.y ? product(&t) : NAN;
    free(t.x);
    free(t.y);
    return error;
}

void CASE(reflect)(scalar_t tau, int64_t m, int64_t first, const scalar_t *v,
                   scalar_t *z)
{
    for (int64_t j = 0; j < PROBES; j++) {
        scalar_t *x = z + j * m, sum = 0;
        for (int64_t i = first; i < m; i++)
            sum += SL_CONJ(v[i]) * x[i];
        sum *= tau;
        for (int64_t i = first; i < m; i++)
            x[i] -= sum * v[i];
    }
}

/* X = H X or H^H X with the reflector of a step, in column v from row `first` on. */
static void reflect_step(int64_t n, int64_t kd, const scalar_t *v, bool transposed,
                         int64_t first, scalar_t *z)
{
    int64_t end = first + kd < n ? first + kd : n;
    for (int64_t j = 0; j < PROBES; j++) {
        scalar_t *x = z + j * n, sum = x[first];
        for (int64_t i = first + 1; i < end; i++)
            sum += SL_CONJ(v[i]) * x[i];
        sum *= transposed ? SL_CONJ(v[first]) : v[first];
        x[first] -= sum;
        for (int64_t i = first + 1; i < end; i++)
            x[i] -= sum * v[i];
    }
}

/* The reflectors of a sweep have no rows in common. */
void CASE(apply_sweeps)(int64_t n, int64_t kd, const scalar_t *v, int64_t ldv,
                        bool transposed, scalar_t *z)
{
    int64_t width = sweep_width(n, kd);
    for (int64_t k = 0; k < n - 1; k++) {
        int64_t s = transposed ? k : n - 2 - k;
        for (int64_t first = s + 1; first < n; first += width)
            reflect_step(n, width, v + s * ldv, transposed, first, z);
    }
}

bool CASE(apply_reflectors)(const struct reflectors *q, bool transposed, scalar_t *z)
{
    scalar_t *v = malloc(sizeof *v * (size_t)(q->n + 1));
    for (int64_t k = 0; k < q->count && v; k++) {
        int64_t j = transposed != q->upper ? k : q->count - 1 - k;
        int64_t first = q->upper ? j : j + q->below, begin = q->upper ? 0 : first;
        for (int64_t i = begin; i < (q->upper ? j + 1 : q->n); i++) {
            scalar_t x = q->a[i * q->step + (q->upper ? j + 1 : j) * q->next];
            v[i] = i == first ? 1 : q->rows ? SL_CONJ(x) : x;
        }
        for (int64_t i = j + 1; i < q->n && q->upper; i++)
            v[i] = 0;
        CASE(reflect)(transposed ? SL_CONJ(q->tau[j]) : q->tau[j], q->n, begin, v, z);
    }
    free(v);
    return v != NULL;
}

double CASE(orthogonality)(const struct reflectors *q)
{
    int64_t n = q->n;
    scalar_t *x = CASE(thin)(n, 1), *y = CASE(thin)(n, 0);
    double error = NAN;
    if (x && y) {
        memcpy(y, x, sizeof *y * (size_t)(n * PROBES));
        if (CASE(apply_reflectors)(q, false, y) && CASE(apply_reflectors)(q, true, y)) {
            for (int64_t i = 0; i < n * PROBES; i++)
                y[i] -= x[i];
            error = CASE(scaled)(n, 1, 1, PROBES, n, y, n, n, x, n);
        }
    }
    free(x);
    free(y);
    return error;
}

/* ---- Solutions ------------------------------------------------------------------- */

scalar_t *CASE(scale_columns)(int64_t n, int64_t nrhs, int e, const scalar_t *x,
                              int64_t ldx, scalar_t *b, int64_t ldb)
{
    scalar_t *y = malloc(sizeof *y * (size_t)(n * nrhs));
    for (int64_t j = 0; y && j < nrhs; j++) {
        struct part X = {STARLING_GENERAL, .m = n, .n = 1, .a = x + j * ldx,
                         .lda = ldx};
        int both = e + CASE(exponent)(
                           &X); /* of two factors each is in the precision's range */
        real_t first = (real_t)ldexp(1, both / 2),
               second = (real_t)ldexp(1, both - both / 2);
        for (int64_t i = 0; i < n; i++) {
            y[i + j * n] = x[i + j * ldx] * first * second;
            b[i + j * ldb] = b[i + j * ldb] * first * second;
        }
    }
    return y;
}

double CASE(solve_residual)(const struct part *A, starling_trans trans, int64_t nrhs,
                            const scalar_t *x, int64_t ldx, scalar_t *b, int64_t ldb)
{
    if (A->n == 0 || nrhs == 0)
        return 0;
    int n = (int)A->n, columns = (int)nrhs, lda = (int)A->lda, e = CASE(exponent)(A);
    scalar_t *y = CASE(scale_columns)(n, nrhs, e, x, ldx, b, ldb);
    double power = ldexp(1, e);
    if (!y)
        return NAN;
    if (A->hermitian)
        cblas_xhemm(CblasColMajor, CblasLeft, uplo_of(A->uplo), n, columns,
                    SADDR(minus_one), A->a, lda, y, n, SADDR(one), b, (int)ldb);
    else
        cblas_x(gemm)(CblasColMajor, trans_of(trans), CblasNoTrans, n, columns, n,
                      SADDR(minus_one), A->a, lda, y, n, SADDR(one), b, (int)ldb);
    double worst =
        CASE(scaled)(n, CASE(norm)(A, trans, power), power, nrhs, n, b, ldb, n, y, n);
    free(y);
    return worst;
}
