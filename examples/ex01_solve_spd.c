/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves A X = B with a symmetric positive definite A, as with LAPACK's dposv: the same
 * arguments, column-major arrays, info as the return value. Starling starts by itself and uses
 * every core, and every GPU that StarPU knows.
 *
 *   cc ex01_solve_spd.c $(pkg-config --cflags --libs starling) -lm -o ex01 && ./ex01 1000 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <starling.h>

/* Element (i, j) of a matrix by columns with leading dimension n. */
#define AT(i, j) ((i) + (j) * n)

/* A symmetric matrix whose diagonal outweighs the rest: it is positive definite. */
static void fill(double *a, double *b, int64_t n, int64_t nrhs)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            a[AT(i, j)] = i == j ? (double)n : sin((double)(i + j + i * j % 7));
    for (int64_t j = 0; j < nrhs; j++)
        for (int64_t i = 0; i < n; i++)
            b[AT(i, j)] = cos((double)(i + 3 * j));
}

/* The largest element of B - A X. */
static double residual(const double *a, const double *x, const double *b, int64_t n,
                       int64_t nrhs)
{
    double largest = 0;
    for (int64_t j = 0; j < nrhs; j++)
        for (int64_t i = 0; i < n; i++) {
            double r = b[AT(i, j)];
            for (int64_t k = 0; k < n; k++)
                r -= a[AT(i, k)] * x[AT(k, j)];
            if (isnan(r)) /* fmax() ignores it */
                return r;
            largest = fmax(largest, fabs(r));
        }
    return largest;
}

int main(int argc, char **argv)
{
    int64_t n = argc > 1 ? atoll(argv[1]) : 500, nrhs = 2;
    if (n < 1) {
        fprintf(stderr, "the order must be positive\n");
        return 2;
    }
    size_t size = sizeof(double) * (size_t)n;
    double *a = malloc(size * (size_t)n), *factor = malloc(size * (size_t)n);
    double *b = malloc(size * (size_t)nrhs), *x = malloc(size * (size_t)nrhs);
    if (!a || !factor || !b || !x) {
        fprintf(stderr, "no memory for a matrix of order %lld\n", (long long)n);
        return 1;
    }
    fill(a, b, n, nrhs);
    memcpy(factor, a, size * (size_t)n);
    memcpy(x, b, size * (size_t)nrhs);

    /* The lower triangle of A is read and becomes the Cholesky factor; B becomes X. */
    int info = starling_dposv('L', n, nrhs, factor, n, x, n);
    double r = INFINITY;
    if (info != 0) {
        fprintf(stderr, "starling_dposv: %d, %s\n", info, starling_strerror(info));
    } else {
        int cores = starling_ncpu(), gpus = starling_ncuda();
        r = residual(a, x, b, n, nrhs);
        printf("order %lld on %d core%s and %d GPU%s: largest element of B - A X is %.1e\n",
               (long long)n, cores, cores == 1 ? "" : "s", gpus, gpus == 1 ? "" : "s", r);
    }
    starling_finalize();
    free(a);
    free(factor);
    free(b);
    free(x);
    return r < 1e-10 * (double)n ? 0 : 1;
}
