/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values and vectors by gesvd, judged with BLAS. Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <starpu.h>
#include "routines/probe.h"
#include "routines/residual.h"
#include "analysis/progress.h"
#include "svd.h"

/* A as read, and its copy X, which is destroyed; k is the smaller side. U, V^H and R,
 * for the residuals: with vectors only. */
struct arrays {
    int64_t m, n, k;
    scalar_t *a, *x, *u, *vt, *r;
    real_t *s;
};

/* gesvd, watched. */
static int run(const struct svd_problem *problem, starling_matrix *A,
               starling_matrix *S, starling_matrix *U, starling_matrix *VT)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    struct progress *progress =
        problem->progress ? progress_begin(seq, "singular values") : NULL;
    starling_gesvd_submit(A, S, U, VT, seq);
    progress_submitted(progress);
    info = starling_sequence_wait(seq);
    progress_end(progress);
    starling_sequence_destroy(seq);
    return info;
}

static int solve_in_tiles(const struct svd_problem *problem, struct arrays *x)
{
    int64_t m = x->m, n = x->n, k = x->k, nb = problem->nb;
    starling_matrix *A = NULL, *S = NULL, *U = NULL, *VT = NULL;
    if (nb == 0)
        starling_geqrf_tile_size(SL_PREC, m, n, NULL, &nb);
    int info = starling_matrix_wrap(&A, SL_PREC, m, n, x->x, m, m, nb);
    if (info == 0)
        info = starling_matrix_wrap(&S, SL_REAL_PREC, k, 1, x->s, k, k, 1);
    if (info == 0 && x->u)
        info = starling_matrix_wrap(&U, SL_PREC, m, k, x->u, m, m, nb);
    if (info == 0 && x->vt)
        info = starling_matrix_wrap(&VT, SL_PREC, k, n, x->vt, k, k, nb);
    if (info == 0)
        info = run(problem, A, S, U, VT);
    starling_matrix_destroy(A);
    starling_matrix_destroy(S);
    starling_matrix_destroy(U);
    starling_matrix_destroy(VT);
    return info;
}

static double one_norm(int64_t m, int64_t n, const scalar_t *a)
{
    struct part A = {STARLING_GENERAL, .m = m, .n = n, .a = a, .lda = m};
    return CASE(norm)(&A, STARLING_TRANS, 1); /* |A|_1 = |A^T|_inf */
}

/* error / (n eps scale); 0 where there is no error, be the scale 0 or not. */
static double scaled(int64_t n, double error, double scale)
{
    return error == 0 ? 0 : error / ((double)n * CASE(epsilon)() * scale);
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
    return scaled(m, one_norm(k, k, r), 1);
}

/* A and S are multiplied by a power of two, so that products do not overflow. U
 * becomes U S. */
static void judge(struct arrays *x, struct svd_solution *s)
{
    const scalar_t one = 1, minus_one = -1;
    int64_t m = x->m, n = x->n, k = x->k;
    struct part A = {STARLING_GENERAL, .m = m, .n = n, .a = x->a, .lda = m};
    real_t power = (real_t)ldexp(1, CASE(exponent)(&A));
    s->orthogonality = residual_larger(orthogonality(false, m, k, x->u, x->r),
                                       orthogonality(true, n, k, x->vt, x->r));
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < m; i++)
            x->u[i + j * m] *= x->s[j] * power;
    for (int64_t i = 0; i < m * n; i++)
        x->r[i] = x->a[i] *= power;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)m, (int)n, (int)k,
                  SADDR(minus_one), x->u, (int)m, x->vt, (int)k, SADDR(one), x->r,
                  (int)m);
    s->residual = scaled(m > n ? m : n, one_norm(m, n, x->r), one_norm(m, n, x->a));
}

static bool export_values(const struct arrays *x, struct mm *out)
{
    *out = (struct mm){.m = x->k, .n = 1, .symmetry = MM_GENERAL};
    out->values = malloc(sizeof *out->values * (size_t)(x->k + 1));
    for (int64_t j = 0; out->values && j < x->k; j++)
        out->values[j] = x->s[j];
    return out->values != NULL;
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

static scalar_t *array(int64_t m, int64_t n, bool needed)
{
    return needed ? malloc(sizeof(scalar_t) * (size_t)(m * n + 1)) : NULL;
}

static void solve(const struct svd_problem *problem, struct arrays *x,
                  struct svd_solution *s)
{
    memcpy(x->x, x->a, sizeof *x->x * (size_t)(x->m * x->n));
    double start = starpu_timing_now();
    s->info = solve_in_tiles(problem, x);
    s->time_s = 1e-6 * (starpu_timing_now() - start);
    s->flops = starling_flops_gesvd(
        SL_PREC, problem->vectors ? STARLING_VECTORS : STARLING_VALUES, (double)x->m,
        (double)x->n);
}

void CASE(svd)(const struct svd_problem *problem, struct svd_solution *s)
{
    int64_t m = problem->a.m, n = problem->a.n, k = m < n ? m : n;
    bool vectors = problem->vectors;
    struct arrays x = {
        .m = m,
        .n = n,
        .k = k,
        .a = CASE(copy_of)(&problem->a),
        .x = array(m, n, true),
        .u = array(m, k, vectors),
        .vt = array(k, n, vectors),
        .r = array(m, n, vectors),
        .s = malloc(sizeof(real_t) * (size_t)(k + 1)),
    };
    bool memory = x.a && x.x && x.s && (!vectors || (x.u && x.vt && x.r));
    s->info = memory ? 0 : STARLING_ENOMEM;
    if (memory && k > 0)
        solve(problem, &x, s);
    if (s->info == 0 &&
        (!export_values(&x, &s->s) ||
         (vectors && !(CASE(export)(x.u, m, k, &s->u) && export_v(&x, &s->v)))))
        s->info = STARLING_ENOMEM;
    if (s->info == 0 && vectors && k > 0)
        judge(&x, s);
    free(x.a);
    free(x.x);
    free(x.u);
    free(x.vt);
    free(x.r);
    free(x.s);
}
