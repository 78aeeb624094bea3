/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The best control of a rod that would grow too hot: x' = A x + B u, where A is heat
 * conduction with a source, and u heats or cools a part. u = -B^T X x makes the
 * system stable at the least cost, the integral of x^T x + u^T u, where X solves
 * Riccati's equation A^T X + X A - X B B^T X + I = 0. The n stable Schur vectors
 * (dgees) [U1; U2] of the matrix [A, -B B^T; -I, -A^T] give X = U2 U1^-1 (Laub, A Schur
 * method for solving algebraic Riccati equations, IEEE Trans. Automatic Control 24,
 * 1979).
 *
 *   cc ex11_control.c $(pkg-config --cflags --libs starling) -lm -o ex11 && ./ex11 */

#include <math.h>
#include <stdio.h>
#include <starling.h>

enum { N = 60, M = 2 * N };
static double a[N * N], b[N], h[M * M], u[M * M], x[N * N], u1[N * N], closed[N * N];
static double wr[M], wi[M];

static int stable(const double *re, const double *im)
{
    (void)im;
    return *re < 0;
}

/* The largest real part of the eigenvalues: below 0, the system comes to rest. */
static double growth(const double *matrix)
{
    double most = -INFINITY;
    if (starling_dgeev('N', 'N', N, matrix, N, wr, wi, NULL, 1, NULL, 1) != 0)
        return NAN;
    for (int i = 0; i < N; i++)
        most = fmax(most, wr[i]);
    return most;
}

/* The largest element of Riccati's equation, over that of X. */
static double riccati(const double *bx)
{
    double most = 0, size = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            double sum = (i == j) - bx[i] * bx[j];
            for (int k = 0; k < N; k++)
                sum += a[k + i * N] * x[k + j * N] + x[i + k * N] * a[k + j * N];
            most = fmax(most, fabs(sum));
            size = fmax(size, fabs(x[i + j * N]));
        }
    return most / size;
}

int main(void)
{
    double step = 1.0 / (N + 1), bx[N];
    for (int i = 0; i < N; i++) {
        a[i + i * N] = 0.01 * -2 / (step * step) + 0.5; /* the source is 0.5 */
        if (i > 0)
            a[i + (i - 1) * N] = a[i - 1 + i * N] = 0.01 / (step * step);
        b[i] = fabs((i + 1) * step - 0.4) < 0.1;
    }
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            h[i + j * M] = a[i + j * N];
            h[i + (j + N) * M] = -b[i] * b[j];
            h[i + N + j * M] = -(i == j);
            h[i + N + (j + N) * M] = -a[j + i * N];
        }
    int64_t sdim;
    int info = starling_dgees('V', 'S', stable, M, h, M, &sdim, wr, wi, u, M);
    if (info != 0 || sdim != N) {
        fprintf(stderr, "no stable subspace: %s\n", starling_strerror(info));
        return 1;
    }
    for (int j = 0; j < N; j++) /* X is symmetric: U1^T X = U2^T */
        for (int i = 0; i < N; i++) {
            u1[j + i * N] = u[i + j * M];
            x[j + i * N] = u[i + N + j * M];
        }
    int64_t pivot[N];
    if ((info = starling_dgesv(N, N, u1, N, pivot, x, N)) != 0)
        return 1;
    for (int j = 0; j < N; j++) {
        bx[j] = 0;
        for (int i = 0; i < N; i++)
            bx[j] += b[i] * x[i + j * N];
    }
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            closed[i + j * N] = a[i + j * N] - b[i] * bx[j];
    double before = growth(a), after = growth(closed), error = riccati(bx);
    printf("largest real part: %.4f without control, %.4f with it\n", before, after);
    printf("Riccati's equation: error %.1e\n", error);
    return before > 0 && after < 0 && error < 1e-8 ? 0 : 1;
}
