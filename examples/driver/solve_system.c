/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves a Hermitian positive definite system and judges the solution with BLAS and LAPACK.
 * Compiled once a precision. */

#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <lapacke.h>
#include <starpu.h>
#include "cases.h"
#include "progress.h"
#include "solve.h"

#define LAPACKE_xpocon SL_PASTE(LAPACKE_, SL_LETTER, pocon)

/* The file's numbers in this precision; NULL: out of memory. */
static scalar_t *copy_of(const struct mm *file)
{
    int64_t size = file->m * file->n;
    scalar_t *a = malloc(sizeof *a * (size_t)(size > 0 ? size : 1));
    if (a)
        CASE(convert)(file, a);
    return a;
}

static bool export_solution(const scalar_t *x, int64_t n, int64_t nrhs, struct mm *out)
{
    bool is_complex = sizeof(scalar_t) > sizeof(real_t);
    int64_t size = n * nrhs;
    *out = (struct mm){.m = n, .n = nrhs, .is_complex = is_complex, .symmetry = MM_GENERAL};
    out->values = malloc(sizeof(double) * (size_t)(size > 0 ? size : 1) * (is_complex ? 2 : 1));
    for (int64_t i = 0; out->values && i < size; i++)
#ifdef SL_COMPLEX
        ((double _Complex *)out->values)[i] = x[i];
#else
        out->values[i] = x[i];
#endif
    return out->values != NULL;
}

/* R = A X (subtract = false) or R = R - A X */
static void multiply(int n, int nrhs, const scalar_t *a, const scalar_t *x, scalar_t *r,
                     bool subtract)
{
    scalar_t alpha = subtract ? -1 : 1, beta = subtract ? 1 : 0;
    cblas_xhemm(CblasColMajor, CblasLeft, CblasLower, n, nrhs, SADDR(alpha), a, n, x, n,
                SADDR(beta), r, n);
}

/* posv, watched. */
static int factor_and_solve(const struct system *system, starling_matrix *L,
                            starling_matrix *X)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    struct progress *progress = system->progress ? progress_begin(seq) : NULL;
    starling_posv_submit(STARLING_LOWER, L, X, seq);
    progress_submitted(progress);
    info = starling_sequence_wait(seq);
    progress_end(progress);
    starling_sequence_destroy(seq);
    return info;
}

static void solve(const struct system *system, scalar_t *a, scalar_t *l, scalar_t *b,
                  scalar_t *x, struct solution *s)
{
    int64_t n = system->a.n, nrhs = s->nrhs;
    starling_matrix *L = NULL, *X = NULL;
    s->info = starling_matrix_wrap(&L, SL_PREC, n, n, l, n, system->nb, system->nb);
    if (s->info == 0)
        s->info = starling_matrix_wrap(&X, SL_PREC, n, nrhs, x, n, starling_matrix_mb(L),
                                       starling_matrix_nb(L));
    if (s->info == 0) {
        double start = starpu_timing_now();
        s->info = factor_and_solve(system, L, X);
        s->time_s = 1e-6 * (starpu_timing_now() - start);
    }
    starling_matrix_destroy(L);
    starling_matrix_destroy(X);
    if (s->info != 0)
        return;

    real_t rcond = 0;
    double eps = sizeof(real_t) == 4 ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
    double anorm = LAPACKE_xlanhe(LAPACK_COL_MAJOR, '1', 'L', (int)n, a, (int)n);
    multiply((int)n, (int)nrhs, a, x, b, true);
    for (int64_t j = 0; j < nrhs; j++) {
        double r = LAPACKE_xlange(LAPACK_COL_MAJOR, '1', (int)n, 1, b + j * n, (int)n);
        double xnorm = LAPACKE_xlange(LAPACK_COL_MAJOR, '1', (int)n, 1, x + j * n, (int)n);
        double scaled = r == 0 ? 0 : r / ((double)n * eps * anorm * xnorm);
        if (!(scaled <= s->residual))
            s->residual = scaled;
    }
    LAPACKE_xpocon(LAPACK_COL_MAJOR, 'L', (int)n, l, (int)n, (real_t)anorm, &rcond);
    s->rcond = rcond;
}

void CASE(solve)(const struct system *system, struct solution *s)
{
    int64_t n = system->a.n;
    s->nrhs = system->b.values ? system->b.n : 1;
    s->flops = starling_flops_potrf(SL_PREC, (double)n) +
               starling_flops_potrs(SL_PREC, (double)n, (double)s->nrhs);
    size_t size = sizeof(scalar_t) * (size_t)(n * s->nrhs + 1);
    scalar_t *a = copy_of(&system->a), *l = copy_of(&system->a);
    scalar_t *b = system->b.values ? copy_of(&system->b) : malloc(size), *x = malloc(size);
    s->info = STARLING_ENOMEM;
    if (a && l && b && x && n == 0)
        s->info = 0;
    else if (a && l && b && x) {
        for (int64_t i = 0; i < n * s->nrhs; i++)
            x[i] = 1;
        if (!system->b.values)
            multiply((int)n, 1, a, x, b, false);
        memcpy(x, b, size - sizeof(scalar_t));
        solve(system, a, l, b, x, s);
    }
    if (s->info == 0 && !export_solution(x, n, s->nrhs, &s->x))
        s->info = STARLING_ENOMEM;
    free(a);
    free(l);
    free(b);
    free(x);
}
