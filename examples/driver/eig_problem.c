/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves an eigenproblem by heevd or, with a mass, by hegvd, and judges the eigenvectors with BLAS.
 * Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <starpu.h>
#include "routines/probe.h"
#include "analysis/progress.h"
#include "eig.h"

#ifdef SL_COMPLEX
#define HEGVD SL_PASTE(starling_, SL_LETTER, hegvd)
#else
#define HEGVD SL_PASTE(starling_, SL_LETTER, sygvd)
#endif

/* A and M as read; Z, which is A first; B, which is M first and then its factor. Y and R are
 * for the residuals. M, B and Y: with a mass only; Y and R: with vectors only. */
struct arrays {
    int64_t n;
    scalar_t *a, *m, *z, *b, *y, *r;
    real_t *w;
};

/* heevd, watched. */
static int solve_standard(const struct eig_problem *problem, struct arrays *x)
{
    int64_t n = x->n, nb = problem->nb;
    starling_matrix *Z = NULL, *W = NULL;
    starling_sequence *seq = NULL;
    if (nb == 0)
        starling_he2hb_tile_size(SL_PREC, n, &nb, NULL);
    int info = starling_matrix_wrap(&Z, SL_PREC, n, n, x->z, n, n, nb);
    if (info == 0)
        info = starling_matrix_wrap(&W, SL_REAL_PREC, n, 1, x->w, n, n, 1);
    if (info == 0)
        info = starling_sequence_create(&seq);
    if (info == 0) {
        struct progress *progress =
            problem->progress ? progress_begin(seq, "eigenvalues") : NULL;
        starling_heevd_submit(problem->vectors ? STARLING_VECTORS : STARLING_VALUES,
                              STARLING_LOWER, Z, W, seq);
        progress_submitted(progress);
        info = starling_sequence_wait(seq);
        progress_end(progress);
    }
    starling_sequence_destroy(seq);
    starling_matrix_destroy(Z);
    starling_matrix_destroy(W);
    return info;
}

static double one_norm(int64_t n, const scalar_t *a)
{
    struct part A = {STARLING_GENERAL, .m = n, .n = n, .a = a, .lda = n};
    return CASE(norm)(&A, STARLING_TRANS, 1); /* |A|_1 = |A^T|_inf */
}

/* error / (n eps scale); 0 where there is no error, be the scale 0 or not. */
static double scaled(int64_t n, double error, double scale)
{
    return error == 0 ? 0 : error / ((double)n * CASE(epsilon)() * scale);
}

/* A and W times a power of two, so that products with large numbers do not overflow. */
static void bring_near_one(struct arrays *x)
{
    struct part A = {STARLING_GENERAL, .m = x->n, .n = x->n, .a = x->a, .lda = x->n};
    real_t power = (real_t)ldexp(1, CASE(exponent)(&A));
    for (int64_t i = 0; i < x->n * x->n; i++)
        x->a[i] *= power;
    for (int64_t j = 0; j < x->n; j++)
        x->w[j] *= power;
}

/* R = A Z - M Z W, and R = Z^H M Z - I. A and W are multiplied by a number. */
static void judge(struct arrays *x, struct eig_solution *s)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    int64_t n = x->n, i, j;
    const scalar_t *mz = x->m ? x->y : x->z;
    bring_near_one(x);
    if (x->m)
        cblas_xhemm(CblasColMajor, CblasLeft, CblasLower, (int)n, (int)n, SADDR(one), x->m,
                    (int)n, x->z, (int)n, SADDR(zero), x->y, (int)n);
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++)
            x->r[i + j * n] = mz[i + j * n] * x->w[j];
    cblas_xhemm(CblasColMajor, CblasLeft, CblasLower, (int)n, (int)n, SADDR(one), x->a, (int)n,
                x->z, (int)n, SADDR(minus_one), x->r, (int)n);
    double unit = one_norm(n, x->a), square = 1;
    if (x->m) {
        double z = one_norm(n, x->z), m = one_norm(n, x->m);
        unit = (unit + m * fmax(fabs(x->w[0]), fabs(x->w[n - 1]))) * z;
        square = m * z * z;
    }
    s->residual = scaled(n, one_norm(n, x->r), unit);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, (int)n, (int)n, (int)n, SADDR(one),
                  x->z, (int)n, mz, (int)n, SADDR(zero), x->r, (int)n);
    for (j = 0; j < n; j++)
        x->r[j + j * n] -= 1;
    s->orthogonality = scaled(n, one_norm(n, x->r), square);
}

static double flops(const struct eig_problem *problem, double n)
{
    starling_job job = problem->vectors ? STARLING_VECTORS : STARLING_VALUES;
    double trsm = starling_flops_trsm(SL_PREC, STARLING_LEFT, n, n);
    double standard = starling_flops_heevd(SL_PREC, job, n);
    return problem->mass.values ? standard + starling_flops_potrf(SL_PREC, n) +
                                      (problem->vectors ? 3 : 2) * trsm
                                : standard;
}

static void solve(const struct eig_problem *problem, struct arrays *x, struct eig_solution *s)
{
    int64_t n = x->n;
    memcpy(x->z, x->a, sizeof *x->z * (size_t)(n * n));
    if (x->m)
        memcpy(x->b, x->m, sizeof *x->b * (size_t)(n * n));
    double start = starpu_timing_now();
    s->info = x->m ? HEGVD(1, problem->vectors ? 'V' : 'N', 'L', n, x->z, n, x->b, n, x->w)
                   : solve_standard(problem, x);
    s->time_s = 1e-6 * (starpu_timing_now() - start);
    s->flops = flops(problem, (double)n);
}

/* Those that are wanted, for files. */
static bool export_values(const struct eig_problem *p, const real_t *w, struct mm *out)
{
    *out = (struct mm){.m = p->count, .n = 1, .symmetry = MM_GENERAL};
    out->values = malloc(sizeof *out->values * (size_t)(p->count + 1));
    for (int64_t j = 0; out->values && j < p->count; j++)
        out->values[j] = w[p->first + j];
    return out->values != NULL;
}

static scalar_t *square(int64_t n, bool needed)
{
    return needed ? malloc(sizeof(scalar_t) * (size_t)(n * n + 1)) : NULL;
}

void CASE(eig)(const struct eig_problem *problem, struct eig_solution *s)
{
    int64_t n = problem->a.n;
    bool mass = problem->mass.values != NULL, vectors = problem->vectors;
    struct arrays x = {
        .n = n, .a = CASE(copy_of)(&problem->a), .m = mass ? CASE(copy_of)(&problem->mass) : NULL,
        .z = square(n, true), .b = square(n, mass), .y = square(n, mass && vectors),
        .r = square(n, vectors), .w = malloc(sizeof(real_t) * (size_t)(n + 1)),
    };
    bool memory = x.a && x.z && x.w && (!mass || (x.m && x.b)) &&
                  (!vectors || (x.r && (!mass || x.y)));
    s->info = memory ? 0 : STARLING_ENOMEM;
    if (memory && n > 0)
        solve(problem, &x, s);
    if (s->info == 0 &&
        (!export_values(problem, x.w, &s->w) ||
         (vectors && !CASE(export)(x.z + n * problem->first, n, problem->count, &s->z))))
        s->info = STARLING_ENOMEM;
    if (s->info == 0 && vectors && n > 0)
        judge(&x, s);
    free(x.a);
    free(x.m);
    free(x.z);
    free(x.b);
    free(x.y);
    free(x.r);
    free(x.w);
}
