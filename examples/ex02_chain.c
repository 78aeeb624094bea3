/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Several operations as one graph. Functions that end in _submit only say what is to be done,
 * in a sequence; a task starts as soon as the tiles that it needs are ready, whichever
 * operation it belongs to. Here a matrix is made, factored, solved with and multiplied by, and
 * the program waits once, at the end:
 *
 *   A = random, F = A, F = L L^T, X = F^-1 B, R = B - A X, |R| small
 *
 *   cc ex02_chain.c $(pkg-config --cflags --libs starling) -o ex02 && ./ex02 */

#include <stdio.h>
#include <starling.h>

enum { N = 600, NRHS = 100, NB = 100 };

static int fail(const char *what, int info)
{
    fprintf(stderr, "%s: %d, %s\n", what, info, starling_strerror(info));
    return 1;
}

/* A matrix whose tiles Starling allocates where they are first written. */
static starling_matrix *matrix(int64_t n)
{
    starling_matrix *A = NULL;
    int info = starling_matrix_create(&A, STARLING_D, N, n, NB, NB);
    if (info != 0)
        fail("starling_matrix_create", info);
    return A;
}

int main(void)
{
    int info = starling_init();
    if (info != 0)
        return fail("starling_init", info);

    starling_matrix *A = matrix(N), *F = matrix(N), *X = matrix(NRHS), *R = matrix(NRHS);
    starling_sequence *seq = NULL;
    info = starling_sequence_create(&seq);
    if (!A || !F || !X || !R || info != 0)
        return fail("starting", info);

    /* Both triangles of A, so that it can be multiplied; N on its diagonal. */
    starling_random_hermitian_submit(STARLING_GENERAL, N, 1, A, seq);
    starling_random_submit(2, X, seq);
    starling_lacpy_submit(STARLING_GENERAL, A, F, seq);
    starling_lacpy_submit(STARLING_GENERAL, X, R, seq);

    starling_potrf_submit(STARLING_LOWER, F, seq);
    starling_potrs_submit(STARLING_LOWER, F, X, seq);
    starling_gemm_submit(STARLING_NOTRANS, STARLING_NOTRANS, -1, A, X, 1, R, seq);

    /* One place to look for failures: of the first operation that failed. */
    info = starling_sequence_wait(seq);
    if (info != 0)
        return fail("the graph", info);

    /* Norms wait for the operations submitted on their matrix. */
    double r = 0, a = 0, x = 0;
    starling_lange(STARLING_ONE_NORM, R, &r);
    starling_lange(STARLING_ONE_NORM, A, &a);
    starling_lange(STARLING_ONE_NORM, X, &x);
    double residual = r / (a * x * N * 2.2e-16);
    printf("|B - A X| / (|A| |X| n eps) = %.2g\n", residual);

    starling_sequence_destroy(seq);
    starling_matrix_destroy(A);
    starling_matrix_destroy(F);
    starling_matrix_destroy(X);
    starling_matrix_destroy(R);
    starling_finalize();
    return residual < 30 ? 0 : 1;
}
