/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves an eigenproblem by heevd, by heevx for a range or, with a mass, by hegvd, and
 * judges the wanted eigenvectors with BLAS. Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <starpu.h>
#include "routines/probe.h"
#include "analysis/progress.h"
#include "eig.h"

/* A and M as read; Z, which is A first; B, which is M first and then its factor; X, the
 * vectors of a range. Y and R are for the residuals. M, B and Y: with a mass only; Y
 * and R: with vectors only. */
struct arrays {
    int64_t n, count; /* count: wanted eigenvalues */
    scalar_t *a, *m, *z, *b, *x, *y, *r;
    real_t *w;
    real_t *values;    /* the wanted ones, in W */
    scalar_t *vectors; /* theirs, in Z or X */
};

/* heevx makes only what is wanted. */
static bool is_part(const struct eig_problem *problem)
{
    return !problem->mass.values && problem->count < problem->a.n;
}

static starling_job job_of(const struct eig_problem *problem)
{
    return problem->vectors ? STARLING_VECTORS : STARLING_VALUES;
}

/* The matrices; B with a mass and X for a range, else NULL. */
struct matrices {
    const struct eig_problem *problem;
    starling_matrix *Z, *B, *W, *X;
};

static void submit(const void *matrices, starling_sequence *seq)
{
    const struct matrices *a = matrices;
    const struct eig_problem *problem = a->problem;
    int64_t m;
    if (a->B)
        starling_hegvd_submit(1, job_of(problem), STARLING_LOWER, a->Z, a->B, a->W,
                              seq);
    else if (is_part(problem))
        starling_heevx_submit(job_of(problem), STARLING_BY_INDEX, STARLING_LOWER, a->Z,
                              0, 0, problem->first + 1, problem->first + problem->count,
                              &m, a->W, a->X, seq);
    else
        starling_heevd_submit(job_of(problem), STARLING_LOWER, a->Z, a->W, seq);
}

/* In block columns, with a mass in square tiles. */
static int solve_in_tiles(const struct eig_problem *problem, struct arrays *x)
{
    int64_t n = x->n, nb = problem->nb;
    struct matrices a = {.problem = problem};
    if (nb == 0 && x->m)
        nb = starling_tile_size(SL_PREC, n, n);
    else if (nb == 0)
        starling_he2hb_tile_size(SL_PREC, n, &nb, NULL);
    int info = starling_matrix_wrap(&a.Z, SL_PREC, n, n, x->z, n, x->m ? nb : n, nb);
    if (info == 0 && x->m)
        info = starling_matrix_wrap(&a.B, SL_PREC, n, n, x->b, n, nb, nb);
    if (info == 0)
        info = starling_matrix_wrap(&a.W, SL_REAL_PREC, n, 1, x->w, n, n, 1);
    if (info == 0 && x->x)
        info = starling_matrix_wrap(&a.X, SL_PREC, n, x->count, x->x, n, n, nb);
    if (info == 0)
        info = progress_run(problem->progress, "eigenvalues", submit, &a);
    starling_matrix_destroy(a.Z);
    starling_matrix_destroy(a.B);
    starling_matrix_destroy(a.W);
    starling_matrix_destroy(a.X);
    return info;
}

/* A and the wanted W times a power of two, so that products with large numbers do not
 * overflow. */
static void bring_near_one(struct arrays *x)
{
    struct part A = {STARLING_GENERAL, .m = x->n, .n = x->n, .a = x->a, .lda = x->n};
    real_t power = (real_t)ldexp(1, CASE(exponent)(&A));
    for (int64_t i = 0; i < x->n * x->n; i++)
        x->a[i] *= power;
    for (int64_t j = 0; j < x->count; j++)
        x->values[j] *= power;
}

/* R = A Z - M Z W, and R = Z^H M Z - I. A and W are multiplied by a number. */
static void judge(struct arrays *x, struct eig_solution *s)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    int64_t n = x->n, count = x->count, i, j;
    const scalar_t *z = x->vectors, *mz = x->m ? x->y : z;
    bring_near_one(x);
    if (x->m)
        cblas_xhemm(CblasColMajor, CblasLeft, CblasLower, (int)n, (int)count,
                    SADDR(one), x->m, (int)n, z, (int)n, SADDR(zero), x->y, (int)n);
    for (j = 0; j < count; j++)
        for (i = 0; i < n; i++)
            x->r[i + j * n] = mz[i + j * n] * x->values[j];
    cblas_xhemm(CblasColMajor, CblasLeft, CblasLower, (int)n, (int)count, SADDR(one),
                x->a, (int)n, z, (int)n, SADDR(minus_one), x->r, (int)n);
    double unit = CASE(one_norm)(n, n, x->a), square = 1;
    if (x->m) {
        double of_z = CASE(one_norm)(n, count, z), of_m = CASE(one_norm)(n, n, x->m);
        unit =
            (unit + of_m * fmax(fabs(x->values[0]), fabs(x->values[count - 1]))) * of_z;
        square = of_m * of_z * of_z;
    }
    s->residual = CASE(relative)(n, CASE(one_norm)(n, count, x->r), unit);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, (int)count, (int)count,
                  (int)n, SADDR(one), z, (int)n, mz, (int)n, SADDR(zero), x->r,
                  (int)count);
    for (j = 0; j < count; j++)
        x->r[j + j * count] -= 1;
    s->orthogonality = CASE(relative)(n, CASE(one_norm)(count, count, x->r), square);
}

static double flops(const struct eig_problem *problem, double n)
{
    double columns = is_part(problem) ? (double)problem->count : n;
    double standard = starling_flops_heevx(SL_PREC, job_of(problem), n, columns);
    double back =
        problem->vectors ? starling_flops_trsm(SL_PREC, STARLING_LEFT, n, n) : 0;
    return problem->mass.values ? standard + starling_flops_potrf(SL_PREC, n) +
                                      starling_flops_hegst(SL_PREC, n) + back
                                : standard;
}

static void solve(const struct eig_problem *problem, struct arrays *x,
                  struct eig_solution *s)
{
    int64_t n = x->n;
    memcpy(x->z, x->a, sizeof *x->z * (size_t)(n * n));
    if (x->m)
        memcpy(x->b, x->m, sizeof *x->b * (size_t)(n * n));
    double start = starpu_timing_now();
    s->info = solve_in_tiles(problem, x);
    s->time_s = 1e-6 * (starpu_timing_now() - start);
    s->flops = flops(problem, (double)n);
}

void CASE(eig)(const struct eig_problem *problem, struct eig_solution *s)
{
    int64_t n = problem->a.n, count = problem->count;
    bool mass = problem->mass.values != NULL, vectors = problem->vectors;
    bool part = is_part(problem);
    struct arrays x = {
        .n = n,
        .count = count,
        .a = CASE(copy_of)(&problem->a),
        .m = mass ? CASE(copy_of)(&problem->mass) : NULL,
        .z = CASE(array)(n, n, true),
        .b = CASE(array)(n, n, mass),
        .x = CASE(array)(n, count, vectors && part),
        .y = CASE(array)(n, count, mass && vectors),
        .r = CASE(array)(n, count, vectors),
        .w = malloc(sizeof(real_t) * (size_t)(n + 1)),
    };
    bool memory = x.a && x.z && x.w && (!mass || (x.m && x.b)) &&
                  (!vectors || (x.r && (!mass || x.y) && (!part || x.x)));
    s->info = memory ? 0 : STARLING_ENOMEM;
    if (memory && n > 0)
        solve(problem, &x, s);
    if (memory) {
        x.values = x.w + (part ? 0 : problem->first);
        x.vectors = part ? x.x : x.z + n * problem->first;
    }
    if (s->info == 0 && (!CASE(export_real)(x.values, count, &s->w) ||
                         (vectors && !CASE(export)(x.vectors, n, count, &s->z))))
        s->info = STARLING_ENOMEM;
    if (s->info == 0 && vectors && n > 0)
        judge(&x, s);
    free(x.a);
    free(x.m);
    free(x.z);
    free(x.b);
    free(x.x);
    free(x.y);
    free(x.r);
    free(x.w);
}
