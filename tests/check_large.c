/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Indexes of 64 bits: tiles with more than 2^31 elements, and orders beyond 46341, whose square has
 * more than 31 bits. It needs 10 GB and minutes, so it runs only with STARLING_CHECK=large:
 *  - geqrf of a high matrix in one tile, and unmqr of a vector: Q R x = A x;
 *  - hb2st with its reflectors in one tile, and unmtr_hb2st of a vector: Q2 T Q2^H x = B x;
 *  - sterf of order 50000: the eigenvalues of the second difference, which are known. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

/* Element (i, j), uniform in (-1/2, 1/2). */
static float element(int64_t i, int64_t j)
{
    uint64_t z = (uint64_t)i * 0x9e3779b97f4a7c15u + (uint64_t)j * 0xd1342543de82ef95u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (float)((double)(z >> 11) / 9007199254740992.0 - 0.5);
}

static double norm_of(int64_t n, const double *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static starling_matrix *one_tile(starling_precision prec, int64_t m, int64_t n, void *a)
{
    starling_matrix *A = NULL;
    if (starling_matrix_wrap(&A, prec, m, n, a, m, m, n) != 0)
        exit(99);
    return A;
}

/* y = R x, with R in the first rows of a. */
static void times_r(int64_t m, int64_t n, const float *a, const float *x, float *y)
{
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        for (int64_t j = i; j < n; j++)
            sum += (double)a[i + j * m] * (double)x[j];
        y[i] = (float)sum;
    }
}

static void high_qr(void)
{
    const int64_t m = 24000000, n = 90; /* 1.006 times 2^31 elements */
    float *a = malloc(sizeof *a * (size_t)(m * n)), *y = calloc((size_t)m, sizeof *y);
    double *exact = calloc((size_t)m, sizeof *exact);
    float x[90];
    if (!a || !y || !exact) {
        ok(true, "QR of a high matrix # SKIP no memory");
        free(a), free(y), free(exact);
        return;
    }
    for (int64_t j = 0; j < n; j++) {
        x[j] = element(-1, j);
        for (int64_t i = 0; i < m; i++) {
            a[i + j * m] = element(i, j);
            exact[i] += (double)a[i + j * m] * (double)x[j];
        }
    }
    starling_matrix *A = one_tile(STARLING_S, m, n, a), *Y = one_tile(STARLING_S, m, 1, y);
    int info = starling_geqrf(A);
    starling_matrix_sync(A);
    starling_matrix_sync(Y);
    times_r(m, n, a, x, y);
    int product = starling_unmqr(STARLING_LEFT, STARLING_NOTRANS, A, Y);
    starling_matrix_destroy(Y);
    starling_matrix_destroy(A);
    double size = norm_of(m, exact);
    for (int64_t i = 0; i < m; i++)
        exact[i] -= (double)y[i];
    double error = norm_of(m, exact) / size;
    ok(info == 0 && product == 0 && error < 1e-4, "QR of %ld x %ld in one tile: info %d, %d, error %g",
       (long)m, (long)n, info, product, error);
    free(a), free(y), free(exact);
}

/* y = B x with the band's lower triangle in ab. */
static void times_band(int64_t n, int64_t kd, const float *ab, const float *x, double *y)
{
    memset(y, 0, sizeof *y * (size_t)n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= kd && i + j < n; i++) {
            double b = (double)ab[i + j * (kd + 1)];
            y[i + j] += b * (double)x[j];
            if (i > 0)
                y[j] += b * (double)x[i + j];
        }
}

static void chased_band(void)
{
    const int64_t n = 46400, kd = 32;
    float *ab = malloc(sizeof *ab * (size_t)((kd + 1) * n)), *v = malloc(sizeof *v * (size_t)(n * n));
    float *d = calloc((size_t)n, sizeof *d), *e = calloc((size_t)n, sizeof *e);
    float *x = calloc((size_t)n, sizeof *x), *y = calloc((size_t)n, sizeof *y);
    double *exact = calloc((size_t)n, sizeof *exact);
    if (!ab || !v || !d || !e || !x || !y || !exact) {
        ok(true, "stage 2 # SKIP no memory");
        free(ab), free(v), free(d), free(e), free(x), free(y), free(exact);
        return;
    }
    for (int64_t j = 0; j < n; j++) {
        x[j] = y[j] = element(-1, j);
        for (int64_t i = 0; i <= kd; i++)
            ab[i + j * (kd + 1)] = element(i, j);
    }
    times_band(n, kd, ab, x, exact);
    starling_matrix *AB = one_tile(STARLING_S, kd + 1, n, ab), *V = one_tile(STARLING_S, n, n, v);
    starling_matrix *D = one_tile(STARLING_S, n, 1, d), *E = one_tile(STARLING_S, n - 1, 1, e);
    starling_matrix *Y = one_tile(STARLING_S, n, 1, y);
    int info = starling_hb2st(AB, D, E, V);
    if (info == 0) /* y = Q2^H x */
        info = starling_unmtr_hb2st(STARLING_CONJTRANS, kd, V, Y);
    starling_matrix_sync(D);
    starling_matrix_sync(E);
    starling_matrix_sync(Y);
    memcpy(x, y, sizeof *x * (size_t)n);
    for (int64_t i = 0; i < n; i++) /* y = T y */
        y[i] = d[i] * x[i] + (i > 0 ? e[i - 1] * x[i - 1] : 0) + (i + 1 < n ? e[i] * x[i + 1] : 0);
    if (info == 0)
        info = starling_unmtr_hb2st(STARLING_NOTRANS, kd, V, Y);
    starling_matrix *all[] = {Y, AB, V, D, E};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        starling_matrix_destroy(all[i]);
    double size = norm_of(n, exact);
    for (int64_t i = 0; i < n; i++)
        exact[i] -= (double)y[i];
    double error = norm_of(n, exact) / size;
    ok(info == 0 && error < 1e-3, "stage 2 of order %ld, V2 in one tile: info %d, error %g", (long)n,
       info, error);
    free(ab), free(v), free(d), free(e), free(x), free(y), free(exact);
}

static void eigenvalues(void)
{
    const int64_t n = 50000;
    double *d = malloc(sizeof *d * (size_t)n), *e = malloc(sizeof *e * (size_t)n), most = 0;
    for (int64_t i = 0; i < n; i++) {
        d[i] = 2;
        e[i] = -1;
    }
    int info = starling_dsterf(n, d, e);
    for (int64_t k = 0; k < n; k++)
        most = residual_larger(most, fabs(d[k] - 2 + 2 * cos(acos(-1) * (double)(k + 1) / (double)(n + 1))));
    ok(info == 0 && most < 1e-11, "eigenvalues of order %ld: info %d, error %g", (long)n, info, most);
    free(d), free(e);
}

int main(void)
{
    const char *level = getenv("STARLING_CHECK");
    if (!level || strcmp(level, "large") != 0) {
        printf("1..0 # SKIP runs with STARLING_CHECK=large\n");
        return 0;
    }
    eigenvalues();
    high_qr();
    chased_band();
    return done_testing();
}
