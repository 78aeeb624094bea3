/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves a system and judges the solution with BLAS and the library's condition estimate:
 * a Hermitian matrix by Cholesky, and where it is not positive definite, as any other
 * matrix, by LU. Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <starpu.h>
#include "routines/probe.h"
#include "files/matrix_file.h"
#include "analysis/progress.h"
#include "routines/residual.h"
#include "solve.h"

/* One system in memory: A X = B, and F, a copy of A that becomes its factors. */
struct arrays {
    int64_t n, nrhs;
    scalar_t *a, *f, *b, *x;
};

/* B = A X for X of ones. False: an element of B is beyond the precision's range. */
static bool make_right_hand_side(struct arrays *y)
{
    scalar_t one = 1, zero = 0;
    int n = (int)y->n;
    for (int64_t i = 0; i < y->n * y->nrhs; i++)
        y->x[i] = 1;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, n, (int)y->nrhs, n, SADDR(one), y->a, n,
                y->x, n, SADDR(zero), y->b, n);
    struct part B = {STARLING_GENERAL, .m = y->n, .n = y->nrhs, .a = y->b, .lda = y->n};
    return isfinite(CASE(norm)(&B, STARLING_NOTRANS, 0.5));
}

/* posv or gesv */
struct matrices {
    bool lu;
    starling_matrix *F, *X;
};

static void submit(const void *matrices, starling_sequence *seq)
{
    const struct matrices *a = matrices;
    if (a->lu)
        starling_gesv_submit(a->F, a->X, seq);
    else
        starling_posv_submit(STARLING_LOWER, a->F, a->X, seq);
}

/* F and X from A and B by one of the two methods; s->info. */
static void factor_and_solve(const struct system *system, struct arrays *y, struct solution *s)
{
    int64_t n = y->n, mb, nb = system->nb;
    struct matrices a = {.lu = s->lu};
    if (s->lu) {
        mb = -1;
        lu_tiles(SL_PREC, n, n, &mb, &nb);
    } else
        mb = nb = nb > 0 ? nb : starling_tile_size(SL_PREC, n, n);
    memcpy(y->f, y->a, sizeof *y->f * (size_t)(n * n));
    memcpy(y->x, y->b, sizeof *y->x * (size_t)(n * y->nrhs));
    s->info = starling_matrix_wrap(&a.F, SL_PREC, n, n, y->f, n, mb, nb);
    if (s->info == 0)
        s->info = starling_matrix_wrap(&a.X, SL_PREC, n, y->nrhs, y->x, n, mb, nb);
    if (s->info == 0) {
        double start = starpu_timing_now();
        s->info = progress_run(system->progress, s->lu ? "LU" : "Cholesky", submit, &a);
        s->time_s = 1e-6 * (starpu_timing_now() - start);
    }
    starling_matrix_destroy(a.F);
    starling_matrix_destroy(a.X);
}

#define STARLING_X(name) SL_PASTE(starling_, SL_LETTER, name)

/* An estimate of the reciprocal condition number, from the factors, which are overwritten. A
 * and the factors are multiplied by powers of two first, so that no norm overflows. A NaN after a
 * failure of the estimator, as it is for factors with a NaN. */
static double reciprocal_condition(struct arrays *y, const struct part *A, bool lu)
{
    int64_t n = y->n;
    int e = CASE(exponent)(A), info;
    e -= e % 2; /* L of L L^T takes half of it */
    real_t rcond = 0, power = (real_t)ldexp(1, lu ? e : e / 2);
    real_t anorm = (real_t)CASE(norm)(A, STARLING_TRANS, ldexp(1, e)); /* |A|_1 = |A^T|_inf */
    for (int64_t j = 0; j < n; j++) /* U, or the lower triangle L */
        for (int64_t i = lu ? 0 : j; i < (lu ? j + 1 : n); i++)
            y->f[i + j * n] *= power;
    if (lu)
        info = STARLING_X(gecon)('1', n, y->f, n, anorm, &rcond);
    else
        info = STARLING_X(pocon)('L', n, y->f, n, anorm, &rcond);
    return info == 0 ? rcond : NAN;
}

/* The largest |x_i - 1|, where the solution is known to be ones. */
static double forward_error(const struct arrays *y)
{
    double error = 0;
    for (int64_t i = 0; i < y->n * y->nrhs; i++)
        error = residual_larger(error, SL_ABS(y->x[i] - 1));
    return error;
}

/* Residual, condition, growth and error; B and F are overwritten. */
static void judge(const struct system *system, struct arrays *y, struct solution *s)
{
    int64_t n = y->n;
    struct part A = {STARLING_GENERAL, .m = n, .n = n, .a = y->a, .lda = n};
    s->residual = CASE(solve_residual)(&A, STARLING_NOTRANS, y->nrhs, y->x, n, y->b, n);
    s->growth = s->lu ? CASE(growth)(n, n, y->a, y->f, n) : NAN;
    s->error = system->b.values ? NAN : forward_error(y);
    s->rcond = reciprocal_condition(y, &A, s->lu);
}

static double flops(const struct arrays *y, bool lu)
{
    double n = (double)y->n, nrhs = (double)y->nrhs;
    return lu ? starling_flops_getrf(SL_PREC, n, n) + starling_flops_getrs(SL_PREC, n, nrhs)
              : starling_flops_potrf(SL_PREC, n) + starling_flops_potrs(SL_PREC, n, nrhs);
}

static void solve(const struct system *system, struct arrays *y, struct solution *s)
{
    s->lu = !is_hermitian(&system->a);
    solve_tell_method(system, s);
    factor_and_solve(system, y, s);
    if (!s->lu && s->info > 0) {
        s->not_definite = s->info;
        s->lu = true;
        solve_tell_method(system, s);
        factor_and_solve(system, y, s);
    }
    s->flops = flops(y, s->lu);
    if (s->info == 0 && s->nrhs > 0)
        solve_tell_time(system, s);
    if (s->info == 0)
        judge(system, y, s);
}

void CASE(solve)(const struct system *system, struct solution *s)
{
    int64_t n = system->a.n, nrhs = system->b.values ? system->b.n : 1;
    size_t size = sizeof(scalar_t) * (size_t)(n * nrhs + 1);
    struct arrays y = {
        .n = n, .nrhs = nrhs, .a = CASE(copy_of)(&system->a),
        .f = malloc(sizeof(scalar_t) * (size_t)(n * n + 1)),
        .b = system->b.values ? CASE(copy_of)(&system->b) : malloc(size), .x = malloc(size),
    };
    s->nrhs = nrhs;
    s->info = STARLING_ENOMEM;
    if (y.a && y.f && y.b && y.x && n == 0)
        s->info = 0;
    else if (y.a && y.f && y.b && y.x) {
        s->overflows = !system->b.values && !make_right_hand_side(&y);
        if (!s->overflows)
            solve(system, &y, s);
        else
            s->info = 0;
    }
    if (s->info == 0 && !CASE(export)(y.x, n, nrhs, &s->x))
        s->info = STARLING_ENOMEM;
    free(y.a);
    free(y.f);
    free(y.b);
    free(y.x);
}
