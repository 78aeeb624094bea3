/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices on several processes, by mpirun from tests/check_mpi.test: results are those of one
 * process, bit by bit. Each process computes the whole for itself, too, and compares. */

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "src/mpi/starling_mpi.h"
#include "tap.h"

static int rank, size;

/* Whether it holds in all processes. */
static bool everywhere(bool condition)
{
    int all = condition;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return all;
}

/* Process 0 alone writes lines of TAP. */
static void ok_everywhere(bool condition, const char *what, int p, int q, int cases)
{
    bool all = everywhere(condition);
    if (rank == 0)
        ok(all, "%s, grid %d x %d, %d cases", what, p, q, cases);
}

/* The whole of A in every process, from process to process. */
static void gather(struct array *whole, starling_matrix *A)
{
    for (int to = 0; to < size; to++) {
        starling_matrix *B;
        starling_mpi_matrix_wrap(&B, whole->prec, whole->m, whole->n, to == rank ? whole->a : NULL,
                                 whole->lda, starling_matrix_mb(A), starling_matrix_nb(A), 1, 1,
                                 to);
        starling_lacpy(STARLING_GENERAL, A, B);
        starling_matrix_destroy(B);
    }
}

static bool same(const struct array *x, const struct array *y)
{
    bool equal = true;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            equal &= array_get(x, i, j) == array_get(y, i, j);
    return equal;
}

/* A Hermitian positive definite matrix, factored by all processes and by each one. */
static bool potrf(starling_precision prec, starling_uplo uplo, int64_t n, int64_t nb, int p, int q)
{
    starling_matrix *A, *B;
    struct array x = array_new(prec, n, n, 0), y = array_new(prec, n, n, 0);
    bool held = starling_mpi_matrix_create(&A, prec, n, n, nb, nb, p, q, 0) == 0;
    held &= starling_matrix_create(&B, prec, n, n, nb, nb) == 0;
    held &= starling_random_hermitian(uplo, (double)n, 7, A) == 0;
    held &= starling_random_hermitian(uplo, (double)n, 7, B) == 0;
    held &= starling_potrf(uplo, A) == 0 && starling_potrf(uplo, B) == 0;
    gather(&x, A);
    starling_matrix_get(B, y.a, y.lda);
    held &= same(&x, &y);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    array_free(&x);
    array_free(&y);
    return held;
}

int main(int argc, char **argv)
{
    int given, p = argc > 1 ? atoi(argv[1]) : 1, q = argc > 2 ? atoi(argv[2]) : 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    if (starling_mpi_init(MPI_COMM_WORLD) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    rank = starling_mpi_rank();
    size = starling_mpi_size();

    struct cases cases = {0};
    static const int64_t sizes[][2] = {{0, 4}, {1, 4}, {7, 3}, {40, 8}, {61, 10}};
    for (int pr = 0; pr < 4; pr++)
        for (int u = 0; u < 2; u++)
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
                hold(&cases,
                     potrf(precisions[pr], u ? STARLING_UPPER : STARLING_LOWER, sizes[s][0],
                           sizes[s][1], p, q),
                     "process %d: %cpotrf, uplo %d, n=%ld nb=%ld", rank, letter(precisions[pr]), u,
                     (long)sizes[s][0], (long)sizes[s][1]);
    ok_everywhere(all_held(&cases), "potrf", p, q, cases.run);

    starling_mpi_finalize();
    bool left = starling_finalize() == 0;
    ok_everywhere(left, "nothing is left", p, q, 1);
    MPI_Finalize();
    return rank == 0 ? done_testing() : 0;
}
