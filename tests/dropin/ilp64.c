/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A program with integers of 64 bits: pivots, numbers of eigenvalues and info come back in full. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 120 };

void dgesv_64_(const int64_t *n, const int64_t *nrhs, double *a, const int64_t *lda, int64_t *ipiv,
               double *b, const int64_t *ldb, int64_t *info);
void dpotrf_64_(const char *uplo, const int64_t *n, double *a, const int64_t *lda, int64_t *info,
                size_t length);
void dsyevr_64_(const char *jobz, const char *range, const char *uplo, const int64_t *n, double *a,
                const int64_t *lda, const double *vl, const double *vu, const int64_t *il,
                const int64_t *iu, const double *abstol, int64_t *m, double *w, double *z,
                const int64_t *ldz, int64_t *isuppz, double *work, const int64_t *lwork,
                int64_t *iwork, const int64_t *liwork, int64_t *info, size_t l1, size_t l2,
                size_t l3);

/* i + 1 on the diagonal, small numbers elsewhere */
static void fill(double *a)
{
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            a[i + j * N] = (i == j ? i + 1 : 0) + 1e-3 * (i + j);
}

static int fails(const char *what, int right)
{
    if (!right)
        printf("wrong: %s\n", what);
    return !right;
}

int main(void)
{
    static double a[N * N], b[N], w[N], z[N * N], work[26 * N];
    static int64_t ipiv[N], isuppz[2 * N], iwork[10 * N];
    const int64_t n = N, one = 1, lwork = 26 * N, liwork = 10 * N, il = 3, iu = 7;
    const double none = 0;
    int64_t info = -99, m = -1;
    int failed = 0;

    fill(a);
    for (int i = 0; i < N; i++) { /* rows upside down: all pivots move */
        for (int j = 0; j < N; j++)
            b[i] += a[N - 1 - i + j * N];
    }
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N / 2; i++) {
            double t = a[i + j * N];
            a[i + j * N] = a[N - 1 - i + j * N];
            a[N - 1 - i + j * N] = t;
        }
    dgesv_64_(&n, &one, a, &n, ipiv, b, &n, &info);
    double error = 0;
    for (int i = 0; i < N; i++)
        error = fmax(error, fabs(b[i] - 1));
    failed |= fails("dgesv", info == 0 && error < 1e-9 && ipiv[0] == N && ipiv[N - 1] == N);

    fill(a);
    a[4 + 4 * N] = -1;
    info = -99;
    dpotrf_64_("L", &n, a, &n, &info, 1);
    failed |= fails("info of dpotrf", info == 5);

    fill(a);
    info = -99;
    dsyevr_64_("V", "I", "L", &n, a, &n, &none, &none, &il, &iu, &none, &m, w, z, &n, isuppz, work,
               &lwork, iwork, &liwork, &info, 1, 1, 1);
    failed |= fails("dsyevr", info == 0 && m == 5 && w[0] > 2.5 && w[4] < 7.5 && w[0] < w[4]);
    return failed;
}
