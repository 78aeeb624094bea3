/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A program for the log of the drop-in library: four systems of one order, LU factorizations of two
 * orders, one of which comes once, and one Cholesky factorization. With -DSTUB it is the LAPACK
 * behind the library: each call takes 50 ms and does nothing. */

#ifdef STUB

#define _POSIX_C_SOURCE 199309L
#include <stddef.h>
#include <time.h>

static void wait_50_ms(int *info)
{
    const struct timespec t = {.tv_nsec = 50000000};
    nanosleep(&t, NULL);
    *info = 0;
}

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b,
            const int *ldb, int *info)
{
    (void)n, (void)nrhs, (void)a, (void)lda, (void)ipiv, (void)b, (void)ldb;
    wait_50_ms(info);
}

void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info)
{
    (void)m, (void)n, (void)a, (void)lda, (void)ipiv;
    wait_50_ms(info);
}

void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t length)
{
    (void)uplo, (void)n, (void)a, (void)lda, (void)length;
    wait_50_ms(info);
}

#else

#include <stddef.h>

enum { N = 120 };

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b,
            const int *ldb, int *info);
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t length);

static double a[N * N], b[N];
static int ipiv[N];

static void identity(void)
{
    for (int i = 0; i < N * N; i++)
        a[i] = i % (N + 1) == 0;
}

int main(void)
{
    const int n = N, half = N / 2, one = 1;
    int info, failed = 0;
    for (int i = 0; i < 4; i++) {
        identity();
        dgesv_(&half, &one, a, &n, ipiv, b, &n, &info);
        failed |= info != 0;
    }
    for (int i = 0; i < 4; i++) {
        const int *order = i < 3 ? &half : &n;
        identity();
        dgetrf_(order, order, a, &n, ipiv, &info);
        failed |= info != 0;
    }
    identity();
    dpotrf_("L", &n, a, &n, &info, 1);
    return failed || info != 0;
}

#endif
