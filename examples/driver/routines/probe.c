/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals by random probing. Compiled once a precision. Only CBLAS is used here, nothing of the
 * library under test. Norms are loops of our own: those of LAPACKE return an error code for an
 * array with a NaN, which looks like a norm, and overflow where a sum does.
 *
 * All norms are infinity norms. An error e in one element is then as large in |R X| / |X| as in
 * |R|. In the one-norm it would be n times smaller. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "run.h"
#include "routines/residual.h"

#define cblas_xtrmm SL_PASTE(cblas_, SL_LETTER, trmm)

enum { PROBES = 4 };
static const scalar_t one = 1, zero = 0, minus_one = -1, half = (real_t)0.5;

/* ---- Norms --------------------------------------------------------------------------------- */

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

static double largest(const struct part *A, double power)
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
    double value = largest(A, 0.5); /* |re + i im| of the largest numbers overflows */
    int e = 0;
    if (isfinite(value))
        frexp(value, &e);
    return e > most ? -most : e < -most ? most : -e;
}

double CASE(growth)(int64_t m, int64_t n, const scalar_t *a, const scalar_t *factors, int64_t lda)
{
    int64_t k = m < n ? m : n;
    struct part A = {STARLING_GENERAL, .m = m, .n = n, .a = a, .lda = lda};
    struct part U = {STARLING_UPPER, .m = k, .n = n, .a = factors, .lda = lda};
    if (k == 0)
        return NAN;
    double power = ldexp(1, CASE(exponent)(&A));
    double of_a = largest(&A, power), of_u = largest(&U, power);
    if (of_a == 0 && of_u == 0)
        return 1;
    double value = of_u / of_a;
    return isfinite(value) ? value : INFINITY;
}

/* ---- Products with thin arrays ----------------------------------------------------------------- */

/* A thin m x PROBES array: numbers in (-1/2, 1/2) times a power of two, or zeros. Numbers have five
 * bits, so that products with small integers, as of Wilkinson's matrix and its factors, are exact. */
static scalar_t *thin(int64_t m, double power)
{
    scalar_t *x = calloc((size_t)(m > 0 ? m : 1) * PROBES, sizeof *x);
    uint64_t state = 88172645463325252u;
    for (int64_t i = 0; x && power != 0 && i < m * PROBES; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17; /* xorshift64 */
        x[i] = (real_t)((((double)(state >> 60) + 0.5) / 16 - 0.5) * power);
    }
    return x;
}

/* Y = alpha op(A) X + beta Y, op(A) m x n. */
static void apply(CBLAS_TRANSPOSE trans, int64_t m, int64_t n, scalar_t alpha,
                  const scalar_t *a, int64_t lda, const scalar_t *x, scalar_t beta,
                  scalar_t *y)
{
    cblas_xgemm(CblasColMajor, trans, CblasNoTrans, (int)m, PROBES, (int)n, SADDR(alpha), a,
                (int)lda, x, (int)(n > 1 ? n : 1), SADDR(beta), y, (int)(m > 1 ? m : 1));
}

/* Y = alpha A X + beta Y with a Hermitian A. */
static void apply_hermitian(starling_uplo uplo, int64_t n, scalar_t alpha, const scalar_t *a,
                            int64_t lda, const scalar_t *x, scalar_t beta, scalar_t *y)
{
    cblas_xhemm(CblasColMajor, CblasLeft, uplo_of(uplo), (int)n, PROBES, SADDR(alpha), a,
                (int)lda, x, (int)n, SADDR(beta), y, (int)n);
}

/* X = op(A) X with a triangular A. */
static void apply_triangle(starling_uplo uplo, CBLAS_TRANSPOSE trans, starling_diag diag,
                           int64_t n, const scalar_t *a, int64_t lda, scalar_t *x)
{
    cblas_xtrmm(CblasColMajor, CblasLeft, uplo_of(uplo), trans,
                diag == STARLING_UNIT ? CblasUnit : CblasNonUnit, (int)n, PROBES, SADDR(one),
                a, (int)lda, x, (int)n);
}

/* ---- Residuals --------------------------------------------------------------------------------- */

/* The scaled residual of m x columns R beside n x columns X, column by column:
 *   the largest |r| / (size eps anorm |x|),
 * where anorm was taken of A times `power`, and R and X were multiplied by it. Infinite where
 * something is not finite. */
static double scaled(int64_t size, double anorm, double power, int64_t columns, int64_t m,
                     const scalar_t *r, int64_t ldr, int64_t n, const scalar_t *x, int64_t ldx)
{
    double eps = sizeof(real_t) == 4 ? FLT_EPSILON / 2 : DBL_EPSILON / 2, worst = 0;
    for (int64_t j = 0; j < columns; j++) {
        struct part R = {STARLING_GENERAL, .m = m, .n = 1, .a = r + j * ldr, .lda = ldr};
        struct part X = {STARLING_GENERAL, .m = n, .n = 1, .a = x + j * ldx, .lda = ldx};
        double error = largest(&R, 1);
        double unit = (double)size * eps * anorm * (largest(&X, 1) / power);
        double value = error == 0 && isfinite(unit) ? 0 : error / unit;
        worst = residual_larger(worst, isfinite(error) && isfinite(unit) ? value : INFINITY);
    }
    return worst;
}

/* What a residual by probing is made of: Y becomes the residual's product with X. */
struct probe {
    const struct problem *p;
    scalar_t *const *before, *const *after;
    const int64_t *ld, *ipiv;
    double power; /* X is random numbers times this */
    scalar_t *x, *y;
};

/* Of Y, where anorm was taken of terms multiplied by the power of the probe. */
static double scaled_probe(const struct probe *t, int64_t m, double anorm)
{
    const struct problem *p = t->p;
    int64_t size = m > p->n ? m : p->n;
    if (strchr(p->routine->options, 'k') && p->k > size)
        size = p->k;
    return scaled(size, anorm, t->power, PROBES, m, t->y, m, p->n, t->x, p->n);
}

static struct part hermitian(const struct problem *p, const scalar_t *a, int64_t lda)
{
    return (struct part){p->uplo, .hermitian = true, .m = p->n, .n = p->n, .a = a, .lda = lda};
}

/* A factorization is linear in A: the power that brings A near 1. Other operands are made of moderate
 * numbers. */
static double probe_power(const struct problem *p, scalar_t *const before[3], const int64_t ld[3])
{
    const char *name = p->routine->name;
    struct part A = {STARLING_GENERAL, .m = p->m, .n = p->n, .a = before[0], .lda = ld[0]};
    if (strcmp(name, "potrf") == 0)
        A = hermitian(p, before[0], ld[0]);
    else if (!strchr(p->routine->options, 'p'))
        return 1;
    return ldexp(1, CASE(exponent)(&A));
}

/* The norm of op(A), which is m x n, for operand `index` before the run. */
static double norm_of(const struct probe *t, int index, starling_trans trans, int64_t m, int64_t n)
{
    bool no = trans == STARLING_NOTRANS;
    struct part A = {STARLING_GENERAL, .m = no ? m : n, .n = no ? n : m, .a = t->before[index],
                     .lda = t->ld[index]};
    return CASE(norm)(&A, trans, t->power);
}

/* (A - L L^H) X or (A - U^H U) X */
static double residual_potrf(const struct probe *t)
{
    const struct problem *p = t->p;
    const scalar_t *l = t->after[0];
    int64_t ld = t->ld[0];
    bool lower = p->uplo == STARLING_LOWER;
    struct part A = hermitian(p, t->before[0], ld);
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(p->n * PROBES));
    apply_triangle(p->uplo, lower ? CblasConjTrans : CblasNoTrans, STARLING_NONUNIT, p->n, l, ld,
                   t->y);
    apply_triangle(p->uplo, lower ? CblasNoTrans : CblasConjTrans, STARLING_NONUNIT, p->n, l, ld,
                   t->y);
    apply_hermitian(p->uplo, p->n, one, A.a, ld, t->x, minus_one, t->y);
    return scaled_probe(t, p->n, CASE(norm)(&A, STARLING_NOTRANS, t->power));
}

/* (P A - L U) X: the interchanges are made in A X, and L U is applied as its two trapezia. */
static double residual_getrf(const struct probe *t)
{
    const struct problem *p = t->p;
    const scalar_t *lu = t->after[0], *x = t->x;
    int64_t m = p->m, n = p->n, k = m < n ? m : n, ld = t->ld[0];
    scalar_t *z = thin(k, 0), *y = t->y;
    if (!z)
        return NAN;
    apply(CblasNoTrans, m, n, one, t->before[0], ld, x, zero, y);
    for (int64_t i = 0; i < k; i++)
        cblas_xswap(PROBES, y + i, (int)m, y + t->ipiv[i] - 1, (int)m);
    /* Z = U X with U = (U1 U2) */
    for (int64_t j = 0; j < PROBES; j++)
        memcpy(z + j * k, x + j * n, sizeof *z * (size_t)k);
    apply_triangle(STARLING_UPPER, CblasNoTrans, STARLING_NONUNIT, k, lu, ld, z);
    cblas_xgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)k, PROBES, (int)(n - k),
                SADDR(one), lu + k * ld, (int)ld, x + k, (int)n, SADDR(one), z, (int)k);
    /* Y -= L Z with L = (L1; L2) */
    cblas_xgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)(m - k), PROBES, (int)k,
                SADDR(minus_one), lu + k, (int)ld, z, (int)k, SADDR(one), y + k, (int)m);
    apply_triangle(STARLING_LOWER, CblasNoTrans, STARLING_UNIT, k, lu, ld, z);
    for (int64_t j = 0; j < PROBES; j++)
        for (int64_t i = 0; i < k; i++)
            y[i + j * m] -= z[i + j * k];
    free(z);
    return scaled_probe(t, m, norm_of(t, 0, STARLING_NOTRANS, m, n));
}

/* (C - (-op(A) op(B) + C0/2)) X */
static double residual_gemm(const struct probe *t)
{
    const struct problem *p = t->p;
    scalar_t *z = thin(p->k, 0);
    if (!z)
        return NAN;
    apply(CblasNoTrans, p->m, p->n, one, t->after[2], t->ld[2], t->x, zero, t->y);
    apply(CblasNoTrans, p->m, p->n, -half, t->before[2], t->ld[2], t->x, one, t->y);
    apply(trans_of(p->transb), p->k, p->n, one, t->before[1], t->ld[1], t->x, zero, z);
    apply(trans_of(p->transa), p->m, p->k, one, t->before[0], t->ld[0], z, one, t->y);
    free(z);
    double anorm = norm_of(t, 0, p->transa, p->m, p->k) * norm_of(t, 1, p->transb, p->k, p->n);
    return scaled_probe(t, p->m, anorm + norm_of(t, 2, STARLING_NOTRANS, p->m, p->n));
}

/* Whether the diagonal of C is real, as BLAS makes it. Products with C do not look at that. */
static bool is_diagonal_real(int64_t n, const scalar_t *c, int64_t ld)
{
    for (int64_t i = 0; i < n; i++)
        if (SL_REAL(c[i + i * ld]) != c[i + i * ld])
            return false;
    return true;
}

/* (C - (-op(A) op(A)^H + C0/2)) X */
static double residual_herk(const struct probe *t)
{
    const struct problem *p = t->p;
    bool no = p->transa == STARLING_NOTRANS;
    const scalar_t *a = t->before[0], *c = t->after[2];
    struct part C = hermitian(p, t->before[2], t->ld[2]);
    scalar_t *z = thin(p->k, 0);
    if (!z)
        return NAN;
    apply_hermitian(p->uplo, p->n, one, c, C.lda, t->x, zero, t->y);
    apply_hermitian(p->uplo, p->n, -half, C.a, C.lda, t->x, one, t->y);
    apply(no ? CblasConjTrans : CblasNoTrans, p->k, p->n, one, a, t->ld[0], t->x, zero, z);
    apply(no ? CblasNoTrans : CblasConjTrans, p->n, p->k, one, a, t->ld[0], z, one, t->y);
    free(z);
    if (!is_diagonal_real(p->n, c, C.lda))
        return INFINITY;
    starling_trans other = no ? STARLING_CONJTRANS : STARLING_NOTRANS;
    double anorm = norm_of(t, 0, p->transa, p->n, p->k) * norm_of(t, 0, other, p->k, p->n);
    return scaled_probe(t, p->n, anorm + CASE(norm)(&C, STARLING_NOTRANS, t->power));
}

/* (op(A) X + B) V or (X op(A) + B) V */
static double residual_trsm(const struct probe *t)
{
    const struct problem *p = t->p;
    bool left = p->side == STARLING_LEFT;
    int64_t order = left ? p->m : p->n;
    struct part A = {p->uplo, .unit = p->diag == STARLING_UNIT, .m = order, .n = order,
                     .a = t->before[0], .lda = t->ld[0]};
    struct part X = {STARLING_GENERAL, .m = p->m, .n = p->n, .a = t->after[1], .lda = t->ld[1]};
    if (left) {
        apply(CblasNoTrans, p->m, p->n, one, X.a, X.lda, t->x, zero, t->y);
        apply_triangle(p->uplo, trans_of(p->transa), p->diag, order, A.a, A.lda, t->y);
    } else {
        scalar_t *z = thin(order, 0);
        if (!z)
            return NAN;
        memcpy(z, t->x, sizeof *z * (size_t)(order * PROBES));
        apply_triangle(p->uplo, trans_of(p->transa), p->diag, order, A.a, A.lda, z);
        apply(CblasNoTrans, p->m, p->n, one, X.a, X.lda, z, zero, t->y);
        free(z);
    }
    apply(CblasNoTrans, p->m, p->n, one, t->before[1], t->ld[1], t->x, one, t->y);
    return scaled_probe(t, p->m, CASE(norm)(&A, p->transa, t->power) *
                                     CASE(norm)(&X, STARLING_NOTRANS, t->power));
}

/* ---- Solutions ----------------------------------------------------------------------------------- */

/* Y = X and B times a power of two, for each column the one by which the largest of X times 2^e is
 * near 1: no product with A times 2^-e overflows then. NULL: out of memory. */
static scalar_t *scale_columns(int64_t n, int64_t nrhs, int e, const scalar_t *x, int64_t ldx,
                               scalar_t *b, int64_t ldb)
{
    scalar_t *y = malloc(sizeof *y * (size_t)(n * nrhs));
    for (int64_t j = 0; y && j < nrhs; j++) {
        struct part X = {STARLING_GENERAL, .m = n, .n = 1, .a = x + j * ldx, .lda = ldx};
        int both = e + CASE(exponent)(&X); /* of two factors each is in the precision's range */
        real_t first = (real_t)ldexp(1, both / 2), second = (real_t)ldexp(1, both - both / 2);
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
    int n = (int)A->n, columns = (int)nrhs, lda = (int)A->lda, e = CASE(exponent)(A);
    scalar_t *y = scale_columns(n, nrhs, e, x, ldx, b, ldb);
    double power = ldexp(1, e);
    if (!y)
        return NAN;
    if (A->hermitian)
        cblas_xhemm(CblasColMajor, CblasLeft, uplo_of(A->uplo), n, columns, SADDR(minus_one), A->a,
                    lda, y, n, SADDR(one), b, (int)ldb);
    else
        cblas_xgemm(CblasColMajor, trans_of(trans), CblasNoTrans, n, columns, n, SADDR(minus_one),
                    A->a, lda, y, n, SADDR(one), b, (int)ldb);
    double worst = scaled(n, CASE(norm)(A, trans, power), power, nrhs, n, b, ldb, n, y, n);
    free(y);
    return worst;
}

/* The same with A = L L^H or U^H U given by its factor; the command makes that of moderate numbers. */
static double residual_potrs(const struct problem *p, const scalar_t *l, int64_t ldl,
                             const scalar_t *x, scalar_t *b, int64_t ld)
{
    struct part L = {p->uplo, .m = p->n, .n = p->n, .a = l, .lda = ldl};
    bool lower = p->uplo == STARLING_LOWER;
    double worst = NAN;
    int n = (int)p->n, nrhs = (int)p->nrhs;
    scalar_t *y = scale_columns(n, nrhs, 0, x, ld, b, ld);
    scalar_t *z = malloc(sizeof *z * (size_t)(p->n * p->nrhs));
    if (y && z) {
        memcpy(z, y, sizeof *z * (size_t)(p->n * p->nrhs));
        for (int pass = 0; pass < 2; pass++)
            cblas_xtrmm(CblasColMajor, CblasLeft, uplo_of(p->uplo),
                        (pass == 0) == lower ? CblasConjTrans : CblasNoTrans, CblasNonUnit, n, nrhs,
                        SADDR(one), l, (int)ldl, z, n);
        for (int64_t j = 0; j < nrhs; j++)
            for (int64_t i = 0; i < n; i++)
                b[i + j * ld] -= z[i + j * n];
        double anorm = CASE(norm)(&L, STARLING_NOTRANS, 1) * CASE(norm)(&L, STARLING_TRANS, 1);
        worst = scaled(n, anorm, 1, nrhs, n, b, ld, n, y, n);
    }
    free(y);
    free(z);
    return worst;
}

/* B - op(A) X for the solution itself, all its columns (no probing). */
static double residual_solution(const struct problem *p, const scalar_t *a, int64_t lda,
                                const scalar_t *x, scalar_t *b, int64_t ldb)
{
    struct part A = {STARLING_GENERAL, .m = p->n, .n = p->n, .a = a, .lda = lda};
    if (strcmp(p->routine->name, "potrs") == 0)
        return residual_potrs(p, a, lda, x, b, ldb);
    if (strcmp(p->routine->name, "posv") == 0)
        A = hermitian(p, a, lda);
    return CASE(solve_residual)(&A, p->transa, p->nrhs, x, ldb, b, ldb);
}

/* Whether the routine's result is a solution, of all of whose columns the residual is taken. */
static bool solves(const struct problem *p)
{
    static const char *const names[] = {"posv", "potrs", "gesv", "getrs"};
    for (int i = 0; i < 4; i++)
        if (strcmp(p->routine->name, names[i]) == 0)
            return p->matrix != MATRIX_SINGULAR; /* then there are only the factors */
    return false;
}

double CASE(residual)(const struct problem *p, scalar_t *const before[3],
                      scalar_t *const after[3], const int64_t ld[3], const int64_t *ipiv)
{
    const char *name = p->routine->name;
    int64_t m = strchr(p->routine->options, 'm') ? p->m : p->n;
    if (p->n == 0 || m == 0 || (solves(p) && p->nrhs == 0))
        return 0;
    double error = NAN;
    if (solves(p))
        error = residual_solution(p, before[0], ld[0], after[1], before[1], ld[1]);
    else {
        struct probe t = {p, before, after, ld, ipiv, probe_power(p, before, ld), NULL, NULL};
        t.x = thin(p->n, t.power);
        t.y = thin(m, 0);
        if (t.x && t.y)
            error = ipiv                         ? residual_getrf(&t)
                    : strcmp(name, "potrf") == 0 ? residual_potrf(&t)
                    : strcmp(name, "gemm") == 0  ? residual_gemm(&t)
                    : strcmp(name, "herk") == 0  ? residual_herk(&t)
                    : strcmp(name, "trsm") == 0  ? residual_trsm(&t)
                                                 : NAN; /* one that nobody has written a check for */
        free(t.x);
        free(t.y);
    }
    return isnan(error) ? INFINITY : error;
}
