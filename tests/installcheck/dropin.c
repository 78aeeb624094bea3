/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A program that knows nothing of Starling, linked to the liblapack.so.3 that was installed: one routine
 * that Starling has, one that it has not, and one of BLAS. */

#include <math.h>
#include <stddef.h>

enum { N = 90 };

void dposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b,
            const int *ldb, int *info, size_t length);
void dpbtrf_(const char *uplo, const int *n, const int *kd, double *ab, const int *ldab, int *info,
             size_t length);
double dasum_(const int *n, const double *x, const int *incx);

int main(void)
{
    static double a[N * N], b[N], band[N];
    const int n = N, one = 1, none = 0;
    int solved, factored;
    for (int i = 0; i < N; i++) { /* (1 + N) x = 1 + N */
        for (int j = 0; j < N; j++)
            a[i + j * N] = i == j ? N + 1 : 0;
        b[i] = N + 1;
        band[i] = 4;
    }
    dposv_("L", &n, &one, a, &n, b, &n, &solved, 1);
    dpbtrf_("L", &n, &none, band, &one, &factored, 1);
    return solved == 0 && factored == 0 && fabs(dasum_(&n, b, &one) - N) < 1e-12 &&
                   fabs(dasum_(&n, band, &one) - 2 * N) < 1e-12
               ? 0
               : 1;
}
