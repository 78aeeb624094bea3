/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values and vectors by gesvd, or the largest of them by gesvdr, judged with
 * BLAS. Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <starpu.h>
#include "routines/probe.h"
#include "routines/residual.h"
#include "analysis/progress.h"
#include "svd.h"

/* A as read, and its copy X, which is destroyed; k is the smaller side, or how many
 * values are wanted. U, V^H and R, for the residuals: with vectors only. */
struct arrays {
    int64_t m, n, k;
    scalar_t *a, *x, *u, *vt, *r;
    real_t *s;
};

/* U and VT: NULL without vectors. */
struct matrices {
    starling_matrix *A, *S, *U, *VT;
};

static void submit(const void *matrices, starling_sequence *seq)
{
    const struct matrices *a = matrices;
    starling_gesvd_submit(a->A, a->S, a->U, a->VT, seq);
}

/* For gesvdr: more dimensions than values, steps, and the seed. */
enum { BEYOND = 10, STEPS = 2, SEED = 1 };

static void submit_largest(const void *matrices, starling_sequence *seq)
{
    const struct matrices *a = matrices;
    starling_gesvdr_submit(a->A, BEYOND, STEPS, SEED, a->S, a->U, a->VT, seq);
}

static int solve_in_tiles(const struct svd_problem *problem, struct arrays *x)
{
    int64_t m = x->m, n = x->n, k = x->k, nb = problem->nb;
    bool largest = problem->rank > 0;
    struct matrices a = {.A = NULL};
    if (nb == 0 && largest)
        nb = starling_gemm_tile_size(SL_PREC, m, k, n);
    if (nb == 0)
        starling_geqrf_tile_size(SL_PREC, m, n, NULL, &nb);
    int info = starling_matrix_wrap(&a.A, SL_PREC, m, n, x->x, m, largest ? nb : m, nb);
    if (info == 0)
        info = starling_matrix_wrap(&a.S, SL_REAL_PREC, k, 1, x->s, k, k, 1);
    if (info == 0 && x->u)
        info = starling_matrix_wrap(&a.U, SL_PREC, m, k, x->u, m, m, nb);
    if (info == 0 && x->vt)
        info = starling_matrix_wrap(&a.VT, SL_PREC, k, n, x->vt, k, k, nb);
    if (info == 0)
        info = progress_run(problem->progress, "singular values",
                            largest ? submit_largest : submit, &a);
    starling_matrix_destroy(a.A);
    starling_matrix_destroy(a.S);
    starling_matrix_destroy(a.U);
    starling_matrix_destroy(a.VT);
    return info;
}

/* |X^H X - I| of m x k columns, or |X X^H - I| of k x m rows; R is workspace. */
static double orthogonality(bool rows, int64_t m, int64_t k, const scalar_t *x,
                            scalar_t *r)
{
    const scalar_t one = 1, zero = 0;
    int ld = (int)(rows ? k : m);
    cblas_x(gemm)(CblasColMajor, rows ? CblasNoTrans : CblasConjTrans,
                  rows ? CblasConjTrans : CblasNoTrans, (int)k, (int)k, (int)m,
                  SADDR(one), x, ld, x, ld, SADDR(zero), r, (int)k);
    for (int64_t j = 0; j < k; j++)
        r[j + j * k] -= 1;
    return CASE(relative)(m, CASE(one_norm)(k, k, r), 1);
}

/* R = U^H A - S V^H, k x n: small for a good U and V of any subspace */
static double subspace_residual(struct arrays *x, real_t power)
{
    const scalar_t one = 1, minus_one = -1;
    int64_t m = x->m, n = x->n, k = x->k;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < k; i++)
            x->r[i + j * k] = x->s[i] * power * x->vt[i + j * k];
    for (int64_t i = 0; i < m * n; i++)
        x->a[i] *= power;
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, (int)k, (int)n, (int)m,
                  SADDR(one), x->u, (int)m, x->a, (int)m, SADDR(minus_one), x->r,
                  (int)k);
    return CASE(relative)(m > n ? m : n, CASE(one_norm)(k, n, x->r),
                          CASE(one_norm)(m, n, x->a));
}

/* The sum of squares of S beside that of the elements of A, both divided by the
 * largest. */
static double share_of(const struct arrays *x)
{
    double all = 0, some = 0, most = (double)x->s[0];
    for (int64_t i = 0; i < x->m * x->n && most > 0; i++)
        all += (double)(SL_ABS(x->a[i]) / most) * (double)(SL_ABS(x->a[i]) / most);
    for (int64_t j = 0; j < x->k && most > 0; j++)
        some += (double)(x->s[j] / most) * (double)(x->s[j] / most);
    return most > 0 ? some / all : 1;
}

/* A and S are multiplied by a power of two, so that products do not overflow. U
 * becomes U S. */
static void judge(bool largest, struct arrays *x, struct svd_solution *s)
{
    const scalar_t one = 1, minus_one = -1;
    int64_t m = x->m, n = x->n, k = x->k;
    struct part A = {STARLING_GENERAL, .m = m, .n = n, .a = x->a, .lda = m};
    real_t power = (real_t)ldexp(1, CASE(exponent)(&A));
    s->orthogonality = residual_larger(orthogonality(false, m, k, x->u, x->r),
                                       orthogonality(true, n, k, x->vt, x->r));
    if (largest) {
        s->residual = subspace_residual(x, power);
        return;
    }
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < m; i++)
            x->u[i + j * m] *= x->s[j] * power;
    for (int64_t i = 0; i < m * n; i++)
        x->r[i] = x->a[i] *= power;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)m, (int)n, (int)k,
                  SADDR(minus_one), x->u, (int)m, x->vt, (int)k, SADDR(one), x->r,
                  (int)m);
    s->residual = CASE(relative)(m > n ? m : n, CASE(one_norm)(m, n, x->r),
                                 CASE(one_norm)(m, n, x->a));
}

/* V, the columns, from V^H. */
static bool export_v(const struct arrays *x, struct mm *out)
{
    scalar_t *v = malloc(sizeof *v * (size_t)(x->n * x->k + 1));
    for (int64_t j = 0; v && j < x->k; j++)
        for (int64_t i = 0; i < x->n; i++)
            v[i + j * x->n] = (scalar_t)SL_CONJ(x->vt[j + i * x->k]);
    bool done = v && CASE(export)(v, x->n, x->k, out);
    free(v);
    return done;
}

static double largest_flops(const struct svd_problem *problem, const struct arrays *x)
{
    int64_t least = x->m < x->n ? x->m : x->n, l = x->k + BEYOND;
    return starling_flops_gesvdr(
        SL_PREC, problem->vectors ? STARLING_VECTORS : STARLING_VALUES, (double)x->m,
        (double)x->n, (double)(l < least ? l : least), STEPS);
}

static void solve(const struct svd_problem *problem, struct arrays *x,
                  struct svd_solution *s)
{
    memcpy(x->x, x->a, sizeof *x->x * (size_t)(x->m * x->n));
    double start = starpu_timing_now();
    s->info = solve_in_tiles(problem, x);
    s->time_s = 1e-6 * (starpu_timing_now() - start);
    s->share = problem->rank > 0 && s->info == 0 ? share_of(x) : 1;
    s->flops = problem->rank > 0
                   ? largest_flops(problem, x)
                   : starling_flops_gesvd(
                         SL_PREC, problem->vectors ? STARLING_VECTORS : STARLING_VALUES,
                         (double)x->m, (double)x->n);
}

void CASE(svd)(const struct svd_problem *problem, struct svd_solution *s)
{
    int64_t m = problem->a.m, n = problem->a.n, k = m < n ? m : n;
    bool vectors = problem->vectors;
    if (problem->rank > 0 && problem->rank < k)
        k = problem->rank;
    struct arrays x = {
        .m = m,
        .n = n,
        .k = k,
        .a = CASE(copy_of)(&problem->a),
        .x = CASE(array)(m, n, true),
        .u = CASE(array)(m, k, vectors),
        .vt = CASE(array)(k, n, vectors),
        .r = CASE(array)(m > k ? m : k, n, vectors),
        .s = malloc(sizeof(real_t) * (size_t)(k + 1)),
    };
    bool memory = x.a && x.x && x.s && (!vectors || (x.u && x.vt && x.r));
    s->info = memory ? 0 : STARLING_ENOMEM;
    if (memory && k > 0)
        solve(problem, &x, s);
    if (s->info == 0 &&
        (!CASE(export_real)(x.s, k, &s->s) ||
         (vectors && !(CASE(export)(x.u, m, k, &s->u) && export_v(&x, &s->v)))))
        s->info = STARLING_ENOMEM;
    if (s->info == 0 && vectors && k > 0)
        judge(problem->rank > 0, &x, s);
    free(x.a);
    free(x.x);
    free(x.u);
    free(x.vt);
    free(x.r);
    free(x.s);
}
