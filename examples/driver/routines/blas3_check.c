/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of BLAS of matrices, and these by BLAS. Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"

static const scalar_t one = 1, zero = 0, minus_one = -1, half = (real_t)0.5,
                      minus_half = (real_t)-0.5;

static CBLAS_SIDE side_of(starling_side side)
{
    return side == STARLING_LEFT ? CblasLeft : CblasRight;
}

/* (C - (-op(A) op(B) + C0/2)) X */
static double probe_gemm(const struct probe *t)
{
    const struct problem *p = t->r->p;
    scalar_t *z = CASE(thin)(p->k, 0);
    if (!z)
        return NAN;
    CASE(apply)
    (CblasNoTrans, p->m, p->n, one, t->r->after[2], t->r->ld[2], t->x, zero, t->y);
    CASE(apply)
    (CblasNoTrans, p->m, p->n, -half, t->r->before[2], t->r->ld[2], t->x, one, t->y);
    CASE(apply)
    (trans_of(p->transb), p->k, p->n, one, t->r->before[1], t->r->ld[1], t->x, zero, z);
    CASE(apply)
    (trans_of(p->transa), p->m, p->k, one, t->r->before[0], t->r->ld[0], z, one, t->y);
    free(z);
    double anorm = CASE(norm_of)(t, 0, p->transa, p->m, p->k) *
                   CASE(norm_of)(t, 1, p->transb, p->k, p->n);
    return CASE(scaled_probe)(
        t, p->m, anorm + CASE(norm_of)(t, 2, STARLING_NOTRANS, p->m, p->n));
}

static double residual_gemm(const struct result *r)
{
    return CASE(probe)(r, 1, probe_gemm);
}

static int blas_gemm(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    cblas_x(gemm)(CblasColMajor, trans_of(p->transa), trans_of(p->transb), (int)p->m,
                  (int)p->n, (int)p->k, SADDR(minus_one), x->a[0], (int)x->ld[0],
                  x->a[1], (int)x->ld[1], SADDR(half), x->a[2], (int)x->ld[2]);
    return 0;
}

const struct numerics CASE(gemm_numerics) = {residual_gemm, blas_gemm};

/* Y = alpha A X + beta Y with a matrix A of which a triangle is stored. */
static void apply_triangle_of(bool hermitian, starling_uplo uplo, int64_t n,
                              scalar_t alpha, const scalar_t *a, int64_t lda,
                              const scalar_t *x, scalar_t beta, scalar_t *y)
{
    if (hermitian)
        CASE(apply_hermitian)(uplo, n, alpha, a, lda, x, beta, y);
    else
        cblas_x(symm)(CblasColMajor, CblasLeft, uplo_of(uplo), (int)n, PROBES,
                      SADDR(alpha), a, (int)lda, x, (int)n, SADDR(beta), y, (int)n);
}

/* (C - (-A B + C0/2)) X or (C - (-B A + C0/2)) X */
static double probe_product(const struct probe *t, bool hermitian)
{
    const struct result *r = t->r;
    const struct problem *p = r->p;
    bool left = p->side == STARLING_LEFT;
    int64_t order = left ? p->m : p->n;
    struct part A = {p->uplo,    .hermitian = true, .m = order,
                     .n = order, .a = r->before[0], .lda = r->ld[0]};
    scalar_t *z = CASE(thin)(order, 0);
    if (!z)
        return NAN;
    CASE(apply)(CblasNoTrans, p->m, p->n, one, r->after[2], r->ld[2], t->x, zero, t->y);
    CASE(apply)
    (CblasNoTrans, p->m, p->n, minus_half, r->before[2], r->ld[2], t->x, one, t->y);
    if (left) {
        CASE(apply)
        (CblasNoTrans, p->m, p->n, one, r->before[1], r->ld[1], t->x, zero, z);
        apply_triangle_of(hermitian, p->uplo, order, one, A.a, A.lda, z, one, t->y);
    } else {
        apply_triangle_of(hermitian, p->uplo, order, one, A.a, A.lda, t->x, zero, z);
        CASE(apply)
        (CblasNoTrans, p->m, p->n, one, r->before[1], r->ld[1], z, one, t->y);
    }
    free(z);
    double anorm = CASE(norm)(&A, STARLING_NOTRANS, t->power) *
                   CASE(norm_of)(t, 1, STARLING_NOTRANS, p->m, p->n);
    return CASE(scaled_probe)(
        t, p->m, anorm + CASE(norm_of)(t, 2, STARLING_NOTRANS, p->m, p->n));
}

static double probe_hemm(const struct probe *t)
{
    return probe_product(t, true);
}

static double probe_symm(const struct probe *t)
{
    return probe_product(t, false);
}

static double residual_hemm(const struct result *r)
{
    return CASE(probe)(r, 1, probe_hemm);
}

static double residual_symm(const struct result *r)
{
    return CASE(probe)(r, 1, probe_symm);
}

static int blas_symm(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    cblas_x(symm)(CblasColMajor, side_of(p->side), uplo_of(p->uplo), (int)p->m,
                  (int)p->n, SADDR(minus_one), x->a[0], (int)x->ld[0], x->a[1],
                  (int)x->ld[1], SADDR(half), x->a[2], (int)x->ld[2]);
    return 0;
}

static int blas_hemm(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    cblas_xhemm(CblasColMajor, side_of(p->side), uplo_of(p->uplo), (int)p->m, (int)p->n,
                SADDR(minus_one), x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1],
                SADDR(half), x->a[2], (int)x->ld[2]);
    return 0;
}

const struct numerics CASE(hemm_numerics) = {residual_hemm, blas_hemm};
const struct numerics CASE(symm_numerics) = {residual_symm, blas_symm};

/* Whether the diagonal of C is real, as BLAS makes it. Products with C do not look at
 * that. */
static bool is_diagonal_real(int64_t n, const scalar_t *c, int64_t ld)
{
    for (int64_t i = 0; i < n; i++)
        if (SL_REAL(c[i + i * ld]) != c[i + i * ld])
            return false;
    return true;
}

/* (C - (-op(A) op(A)^H + C0/2)) X */
static double probe_herk(const struct probe *t)
{
    const struct problem *p = t->r->p;
    bool no = p->transa == STARLING_NOTRANS;
    const scalar_t *a = t->r->before[0], *c = t->r->after[2];
    struct part C = CASE(hermitian)(p, t->r->before[2], t->r->ld[2]);
    scalar_t *z = CASE(thin)(p->k, 0);
    if (!z)
        return NAN;
    CASE(apply_hermitian)(p->uplo, p->n, one, c, C.lda, t->x, zero, t->y);
    CASE(apply_hermitian)(p->uplo, p->n, -half, C.a, C.lda, t->x, one, t->y);
    CASE(apply)
    (no ? CblasConjTrans : CblasNoTrans, p->k, p->n, one, a, t->r->ld[0], t->x, zero,
     z);
    CASE(apply)
    (no ? CblasNoTrans : CblasConjTrans, p->n, p->k, one, a, t->r->ld[0], z, one, t->y);
    free(z);
    if (!is_diagonal_real(p->n, c, C.lda))
        return INFINITY;
    starling_trans other = no ? STARLING_CONJTRANS : STARLING_NOTRANS;
    double anorm = CASE(norm_of)(t, 0, p->transa, p->n, p->k) *
                   CASE(norm_of)(t, 0, other, p->k, p->n);
    return CASE(scaled_probe)(t, p->n,
                              anorm + CASE(norm)(&C, STARLING_NOTRANS, t->power));
}

static double residual_herk(const struct result *r)
{
    return CASE(probe)(r, 1, probe_herk);
}

static int blas_herk(const struct host_arrays *x)
{
    const struct problem *p = x->p;
#ifdef SL_COMPLEX
    cblas_x(herk)(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), (int)p->n,
                  (int)p->k, -1, x->a[0], (int)x->ld[0], (real_t)0.5, x->a[2],
                  (int)x->ld[2]);
#else
    cblas_x(syrk)(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), (int)p->n,
                  (int)p->k, minus_one, x->a[0], (int)x->ld[0], half, x->a[2],
                  (int)x->ld[2]);
#endif
    return 0;
}

const struct numerics CASE(herk_numerics) = {residual_herk, blas_herk};

/* Whether the other triangle is what it was, to the last bit. */
static bool is_other_kept(const struct result *r, int index)
{
    const scalar_t *before = r->before[index], *after = r->after[index];
    int64_t n = r->p->n, ld = r->ld[index];
    bool lower = r->p->uplo == STARLING_LOWER;
    for (int64_t j = 0; j < n; j++) {
        int64_t first = j * ld + (lower ? 0 : j + 1), count = lower ? j : n - j - 1;
        if (memcmp(before + first, after + first, sizeof *after * (size_t)count) != 0)
            return false;
    }
    return true;
}

/* (C - (-op(A) op(A)^T + C0/2)) X */
static double probe_syrk(const struct probe *t)
{
    const struct result *r = t->r;
    const struct problem *p = r->p;
    bool no = p->transa == STARLING_NOTRANS;
    int64_t n = p->n, k = p->k, lda = r->ld[0], ldc = r->ld[2];
    struct part C = CASE(hermitian)(p, r->before[2], ldc);
    scalar_t *z = CASE(thin)(k, 0);
    if (!z)
        return NAN;
    apply_triangle_of(false, p->uplo, n, one, r->after[2], ldc, t->x, zero, t->y);
    apply_triangle_of(false, p->uplo, n, minus_half, C.a, ldc, t->x, one, t->y);
    CASE(apply)
    (no ? CblasTrans : CblasNoTrans, k, n, one, r->before[0], lda, t->x, zero, z);
    CASE(apply)
    (no ? CblasNoTrans : CblasTrans, n, k, one, r->before[0], lda, z, one, t->y);
    free(z);
    if (!is_other_kept(r, 2))
        return INFINITY;
    starling_trans other = no ? STARLING_TRANS : STARLING_NOTRANS;
    double anorm =
        CASE(norm_of)(t, 0, p->transa, n, k) * CASE(norm_of)(t, 0, other, k, n);
    return CASE(scaled_probe)(t, n, anorm + CASE(norm)(&C, STARLING_NOTRANS, t->power));
}

static double residual_syrk(const struct result *r)
{
    return CASE(probe)(r, 1, probe_syrk);
}

static int blas_syrk(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    cblas_x(syrk)(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), (int)p->n,
                  (int)p->k, SADDR(minus_one), x->a[0], (int)x->ld[0], SADDR(half),
                  x->a[2], (int)x->ld[2]);
    return 0;
}

const struct numerics CASE(syrk_numerics) = {residual_syrk, blas_syrk};

/* (C - (-op(A) op(B)^H - op(B) op(A)^H + C0/2)) X, or with ^T */
static double probe_rank_2k(const struct probe *t, bool hermitian)
{
    const struct result *r = t->r;
    const struct problem *p = r->p;
    bool no = p->transa == STARLING_NOTRANS;
    starling_trans x = hermitian ? STARLING_CONJTRANS : STARLING_TRANS;
    starling_trans op = no ? STARLING_NOTRANS : x, other = no ? x : STARLING_NOTRANS;
    int64_t n = p->n, k = p->k;
    struct part C = CASE(hermitian)(p, r->before[2], r->ld[2]);
    scalar_t *z = CASE(thin)(k, 0);
    if (!z)
        return NAN;
    apply_triangle_of(hermitian, p->uplo, n, one, r->after[2], C.lda, t->x, zero, t->y);
    apply_triangle_of(hermitian, p->uplo, n, minus_half, C.a, C.lda, t->x, one, t->y);
    for (int i = 0; i < 2; i++) { /* op(A) op(B)^H X, op(B) op(A)^H X */
        CASE(apply)
        (trans_of(other), k, n, one, r->before[1 - i], r->ld[1 - i], t->x, zero, z);
        CASE(apply)(trans_of(op), n, k, one, r->before[i], r->ld[i], z, one, t->y);
    }
    free(z);
    if (!is_other_kept(r, 2) || (hermitian && !is_diagonal_real(n, r->after[2], C.lda)))
        return INFINITY;
    double anorm = CASE(norm_of)(t, 0, op, n, k) * CASE(norm_of)(t, 1, other, k, n) +
                   CASE(norm_of)(t, 1, op, n, k) * CASE(norm_of)(t, 0, other, k, n);
    return CASE(scaled_probe)(t, n, anorm + CASE(norm)(&C, STARLING_NOTRANS, t->power));
}

static double probe_her2k(const struct probe *t)
{
    return probe_rank_2k(t, true);
}

static double probe_syr2k(const struct probe *t)
{
    return probe_rank_2k(t, false);
}

static double residual_her2k(const struct result *r)
{
    return CASE(probe)(r, 1, probe_her2k);
}

static double residual_syr2k(const struct result *r)
{
    return CASE(probe)(r, 1, probe_syr2k);
}

static int blas_syr2k(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    cblas_x(syr2k)(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), (int)p->n,
                   (int)p->k, SADDR(minus_one), x->a[0], (int)x->ld[0], x->a[1],
                   (int)x->ld[1], SADDR(half), x->a[2], (int)x->ld[2]);
    return 0;
}

static int blas_her2k(const struct host_arrays *x)
{
#ifdef SL_COMPLEX
    const struct problem *p = x->p;
    cblas_x(her2k)(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), (int)p->n,
                   (int)p->k, SADDR(minus_one), x->a[0], (int)x->ld[0], x->a[1],
                   (int)x->ld[1], (real_t)0.5, x->a[2], (int)x->ld[2]);
    return 0;
#else
    return blas_syr2k(x);
#endif
}

const struct numerics CASE(her2k_numerics) = {residual_her2k, blas_her2k};
const struct numerics CASE(syr2k_numerics) = {residual_syr2k, blas_syr2k};

/* (op(A) X + B) V or (X op(A) + B) V. trsm makes X of B, trmm B of X. */
static double probe_triangle(const struct probe *t, const scalar_t *x,
                             const scalar_t *b)
{
    const struct problem *p = t->r->p;
    bool left = p->side == STARLING_LEFT;
    int64_t order = left ? p->m : p->n;
    struct part A = {p->uplo,
                     .unit = p->diag == STARLING_UNIT,
                     .m = order,
                     .n = order,
                     .a = t->r->before[0],
                     .lda = t->r->ld[0]};
    struct part X = {STARLING_GENERAL, .m = p->m, .n = p->n, .a = x,
                     .lda = t->r->ld[1]};
    if (left) {
        CASE(apply)(CblasNoTrans, p->m, p->n, one, X.a, X.lda, t->x, zero, t->y);
        CASE(apply_triangle)
        (p->uplo, trans_of(p->transa), p->diag, order, A.a, A.lda, t->y);
    } else {
        scalar_t *z = CASE(thin)(order, 0);
        if (!z)
            return NAN;
        memcpy(z, t->x, sizeof *z * (size_t)(order * PROBES));
        CASE(apply_triangle)
        (p->uplo, trans_of(p->transa), p->diag, order, A.a, A.lda, z);
        CASE(apply)(CblasNoTrans, p->m, p->n, one, X.a, X.lda, z, zero, t->y);
        free(z);
    }
    CASE(apply)
    (CblasNoTrans, p->m, p->n, one, b, t->r->ld[1], t->x, one, t->y);
    return CASE(scaled_probe)(t, p->m,
                              CASE(norm)(&A, p->transa, t->power) *
                                  CASE(norm)(&X, STARLING_NOTRANS, t->power));
}

static double probe_trsm(const struct probe *t)
{
    return probe_triangle(t, t->r->after[1], t->r->before[1]);
}

static double probe_trmm(const struct probe *t)
{
    return probe_triangle(t, t->r->before[1], t->r->after[1]);
}

static double residual_trsm(const struct result *r)
{
    return CASE(probe)(r, 1, probe_trsm);
}

static int blas_trsm(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    cblas_x(trsm)(
        CblasColMajor, side_of(p->side), uplo_of(p->uplo), trans_of(p->transa),
        p->diag == STARLING_UNIT ? CblasUnit : CblasNonUnit, (int)p->m, (int)p->n,
        SADDR(minus_one), x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1]);
    return 0;
}

const struct numerics CASE(trsm_numerics) = {residual_trsm, blas_trsm};

static double residual_trmm(const struct result *r)
{
    return CASE(probe)(r, 1, probe_trmm);
}

static int blas_trmm(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    cblas_x(trmm)(
        CblasColMajor, side_of(p->side), uplo_of(p->uplo), trans_of(p->transa),
        p->diag == STARLING_UNIT ? CblasUnit : CblasNonUnit, (int)p->m, (int)p->n,
        SADDR(minus_one), x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1]);
    return 0;
}

const struct numerics CASE(trmm_numerics) = {residual_trmm, blas_trmm};
