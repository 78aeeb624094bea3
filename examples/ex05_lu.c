/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A general matrix is factored once, P A = L U, and the factors, which stay in its object, solve
 * with it and with its transpose:
 *
 *   A X = B (gesv),  A Y = C and A^T Z = D (getrs)
 *
 * The object of a right-hand side is cut into rows as that of the matrix is.
 *
 *   cc ex05_lu.c $(pkg-config --cflags --libs starling) -lm -o ex05 && ./ex05 */

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <starling.h>

enum { N = 500, NRHS = 2 };

static double a[N * N], factors[N * N];

static int fail(const char *what, int info)
{
    fprintf(stderr, "%s: %d, %s\n", what, info, starling_strerror(info));
    return 1;
}

/* A nonsymmetric matrix with zeros on its diagonal: without pivoting there would be no L U. */
static void fill(double *f)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i + j * N] = f[i + j * N] = i == j ? 0 : sin(1.0 + i + 2.0 * j + i * j % 11);
}

/* The largest element of B - op(A) X, where B is all ones. */
static double residual(const double *x, bool transposed)
{
    double largest = 0;
    for (int j = 0; j < NRHS; j++)
        for (int i = 0; i < N; i++) {
            double r = 1;
            for (int k = 0; k < N; k++)
                r -= a[transposed ? k + i * N : i + k * N] * x[k + j * N];
            if (isnan(r)) /* fmax() ignores it */
                return r;
            largest = fmax(largest, fabs(r));
        }
    return largest;
}

int main(void)
{
    static double x[3][N * NRHS]; /* X, Y, Z; every right-hand side is all ones */
    static const char *const system[] = {"A X = B", "A Y = C", "A^T Z = D"};
    starling_matrix *A = NULL, *X[3] = {NULL, NULL, NULL};
    int64_t mb, nb;
    bool right = true;

    int info = starling_init();
    if (info != 0)
        return fail("starling_init", info);
    fill(factors);
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < N * NRHS; i++)
            x[s][i] = 1;

    /* Square tiles or block columns: what suits this machine. */
    starling_getrf_tile_size(STARLING_D, N, N, &mb, &nb);
    info = starling_matrix_wrap(&A, STARLING_D, N, N, factors, N, mb, nb);
    for (int s = 0; s < 3 && info == 0; s++)
        info = starling_matrix_wrap(&X[s], STARLING_D, N, NRHS, x[s], N, mb, nb);
    if (info != 0)
        return fail("starling_matrix_wrap", info);

    /* info > 0: U(info, info) is exactly zero, and A is singular. */
    info = starling_gesv(A, X[0]);
    if (info == 0)
        info = starling_getrs(STARLING_NOTRANS, A, X[1]);
    if (info == 0)
        info = starling_getrs(STARLING_TRANS, A, X[2]);
    if (info != 0)
        return fail("solving", info);

    /* Their numbers are in the arrays again when the objects are destroyed. */
    starling_matrix_destroy(A);
    for (int s = 0; s < 3; s++) {
        starling_matrix_destroy(X[s]);
        double r = residual(x[s], s == 2);
        printf("%s: largest element of the residual %.1e\n", system[s], r);
        right &= r < 1e-8; /* a NaN is not */
    }
    starling_finalize();
    return right ? 0 : 1;
}
