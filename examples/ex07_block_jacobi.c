/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Conjugate gradients with a block-Jacobi preconditioner. The B points of a line have
 * strong springs between them, weak ones to the next line and to a wall. The inverses
 * of the blocks of all lines are one batch.
 *
 *   cc ex07_block_jacobi.c $(pkg-config --cflags --libs starling) -o ex07 && ./ex07 */

#include <stdio.h>
#include <stdlib.h>
#include <starling.h>

enum { LINES = 2000, B = 24, N = LINES * B };
static const double across = 1, wall = 0.01;
static double along[N + 1]; /* the spring from point i - 1 to point i, 0 to the first
                               one of a line */
static double diagonal[N], inverse[N * B];
static int info[LINES];

static void multiply(const double *x, double *y) /* y = A x */
{
    for (int i = 0; i < N; i++) {
        double sum = diagonal[i] * x[i];
        sum -= i > 0 ? along[i] * x[i - 1] : 0;
        sum -= i < N - 1 ? along[i + 1] * x[i + 1] : 0;
        y[i] = sum - across * ((i >= B ? x[i - B] : 0) + (i < N - B ? x[i + B] : 0));
    }
}

/* z = M^-1 r with the blocks of A on its diagonal as M, or without them z = r */
static void precondition(int blocks, const double *r, double *z)
{
    for (int i = 0, first; i < N; i++) {
        z[i] = blocks ? 0 : r[i];
        for (int j = first = i - i % B; blocks && j < first + B; j++)
            z[i] += inverse[j * B + i % B] * r[j];
    }
}

static double dot(const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Steps until |r| is 1e-10 of |b|; -1: too many. */
static int solve(int blocks)
{
    static double x[N], r[N], z[N], p[N], q[N];
    double rho = 1, size;
    for (int i = 0; i < N; i++) {
        x[i] = p[i] = 0;
        r[i] = i % 7 - 3; /* b */
    }
    size = dot(r, r);
    for (int step = 0; step < 20000; step++) {
        if (dot(r, r) <= 1e-20 * size)
            return step;
        precondition(blocks, r, z);
        double before = rho, alpha;
        rho = dot(r, z);
        for (int i = 0; i < N; i++)
            p[i] = z[i] + (step > 0 ? rho / before : 0) * p[i];
        multiply(p, q);
        alpha = rho / dot(p, q);
        for (int i = 0; i < N; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
    }
    return -1;
}

int main(void)
{
    srand(1);
    for (int i = 0; i < N; i++)
        along[i] = i % B > 0 ? 1000 * (0.1 + (double)rand() / RAND_MAX) : 0;
    for (int i = 0; i < N; i++) { /* column i % B of a block */
        double *column = inverse + i * B + i % B;
        column[0] = diagonal[i] =
            wall + along[i] + along[i + 1] + ((i >= B) + (i < N - B)) * across;
        if (i % B > 0)
            column[-1] = -along[i];
        if (i % B < B - 1)
            column[1] = -along[i + 1];
    }
    int result = starling_dinv_strided_batched(B, inverse, B, B * B, info, LINES);
    for (int k = 0; k < LINES && result == 0; k++)
        result = info[k];
    int plain = solve(0), blocks = solve(1);
    printf("%s; %d unknowns: %d steps, %d with %d inverses of order %d\n",
           starling_strerror(result), N, plain, blocks, LINES, B);
    starling_finalize();
    return result == 0 && blocks > 0 && blocks < plain / 4 ? 0 : 1;
}
