/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A program that calls LAPACKE, by columns and by rows: systems, eigenvalues and singular values.
 * It ends with 0 if all results are right. */

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, NRHS = 2 };

static double uniform(void)
{
    return (double)rand() / RAND_MAX - 0.5;
}

static int wrong(const char *what, int info, double error)
{
    if (info == 0 && error < 1e-9)
        return 0;
    printf("%s: info %d, error %g\n", what, info, error);
    return 1;
}

/* max |A X - B|; element (i, j) is at i s + j t */
static double rest(int s, int t, const double *a, const double *x, const double *b, int sx, int tx)
{
    double most = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < NRHS; j++) {
            double sum = -b[i * sx + j * tx];
            for (int k = 0; k < N; k++)
                sum += a[i * s + k * t] * x[k * sx + j * tx];
            most = fmax(most, fabs(sum));
        }
    return most;
}

static int systems(int order)
{
    static double a[N * N], f[N * N], b[N * NRHS], x[N * NRHS];
    lapack_int ipiv[N];
    int columns = order == LAPACK_COL_MAJOR, ldb = columns ? N : NRHS;
    int s = columns ? 1 : N, t = columns ? N : 1, sx = columns ? 1 : NRHS, tx = columns ? N : 1;
    for (int i = 0; i < N * N; i++)
        f[i] = a[i] = uniform();
    for (int i = 0; i < N * NRHS; i++)
        x[i] = b[i] = uniform();
    int info = LAPACKE_dgesv(order, N, NRHS, f, N, ipiv, x, ldb);
    return wrong("dgesv", info, rest(s, t, a, x, b, sx, tx));
}

/* A v = w v for the symmetric A of one triangle. */
static int eigenvalues(int order)
{
    static double a[N * N], v[N * N], w[N];
    double most = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            v[i + j * N] = v[j + i * N] = a[i + j * N] = a[j + i * N] = uniform();
    int info = LAPACKE_dsyev(order, 'V', 'L', N, v, N, w);
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++)
                sum += a[i + j * N] * (order == LAPACK_COL_MAJOR ? v[j + k * N] : v[k + j * N]);
            sum -= w[k] * (order == LAPACK_COL_MAJOR ? v[i + k * N] : v[k + i * N]);
            most = fmax(most, fabs(sum));
        }
    return wrong("dsyev", info, most);
}

/* The sum of squares of singular values is that of the elements. */
static int singular_values(int order)
{
    static double a[N * N];
    double s[N], superb[N], squares = 0;
    for (int i = 0; i < N * N; i++) {
        a[i] = uniform();
        squares += a[i] * a[i];
    }
    int info = LAPACKE_dgesvd(order, 'N', 'N', N, N, a, N, s, NULL, 1, NULL, 1, superb);
    for (int i = 0; i < N; i++)
        squares -= s[i] * s[i];
    return wrong("dgesvd", info, fabs(squares));
}

int main(void)
{
    int bad = 0;
    for (int i = 0; i < 2; i++) {
        int order = i == 0 ? LAPACK_COL_MAJOR : LAPACK_ROW_MAJOR;
        bad += systems(order) + eigenvalues(order) + singular_values(order);
    }
    return bad;
}
