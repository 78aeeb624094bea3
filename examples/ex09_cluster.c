/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves A X = B with a Hermitian positive definite A on a grid of processes, here 2 x 2, order 250. The
 * result is checked: |B - A X| / (n |A| |X| eps).
 *
 *   mpicc ex09_cluster.c $(pkg-config --cflags --libs starling) -lstarling-mpi -o ex09
 *   mpirun -np 4 ./ex09 2 2 250 */

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include "starling_mpi.h"

/* A matrix of n x columns on the grid. Its elements depend only on the seed. */
static starling_matrix *matrix(int64_t n, int64_t columns, int p, int q, uint64_t seed)
{
    starling_matrix *A;
    if (starling_mpi_matrix_create(&A, STARLING_D, n, columns, 100, 100, p, q, 0) != 0 ||
        starling_random(seed, A) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return A;
}

int main(int argc, char **argv)
{
    int threads;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &threads);
    int p = argc > 1 ? atoi(argv[1]) : 1, q = argc > 2 ? atoi(argv[2]) : 1;
    int64_t n = argc > 3 ? atoll(argv[3]) : 500;
    int info = starling_mpi_init(MPI_COMM_WORLD);
    if (info != 0) {
        fprintf(stderr, "starling_mpi_init: %s\n", starling_strerror(info));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (p < 1 || q < 1 || n < 1 || p * q > starling_mpi_size()) {
        fprintf(stderr, "usage: mpirun -np P*Q %s P Q ORDER\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    starling_matrix *A = matrix(n, n, p, q, 1), *L = matrix(n, n, p, q, 1);
    starling_matrix *B = matrix(n, 10, p, q, 2), *X = matrix(n, 10, p, q, 2);
    starling_random_hermitian(STARLING_LOWER, (double)n, 1, A); /* its lower triangle */
    starling_random_hermitian(STARLING_LOWER, (double)n, 1, L);

    info = starling_posv(STARLING_LOWER, L, X);
    double a, x, r = 1e300;
    if (info == 0 && starling_lanhe(STARLING_ONE_NORM, STARLING_LOWER, A, &a) == 0 &&
        starling_lange(STARLING_ONE_NORM, X, &x) == 0 &&
        starling_hemm(STARLING_LEFT, STARLING_LOWER, -1, A, X, 1, B) == 0 && /* B = B - A X */
        starling_lange(STARLING_ONE_NORM, B, &r) == 0)
        r /= (double)n * a * x * DBL_EPSILON;
    if (starling_mpi_rank() == 0)
        printf("order %lld on %d x %d processes: %s, |B - A X| / (n |A| |X| eps) = %.2g\n",
               (long long)n, p, q, starling_strerror(info), r);

    starling_matrix_destroy(A);
    starling_matrix_destroy(L);
    starling_matrix_destroy(B);
    starling_matrix_destroy(X);
    starling_mpi_finalize();
    starling_finalize();
    MPI_Finalize();
    return r < 30 ? 0 : 1;
}
