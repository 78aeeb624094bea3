/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A task of one's own between Starling's operations. The tiles of a matrix are StarPU handles
 * (starling_matrix_tile); a task inserted on one runs after the operations submitted before on
 * that tile and before those submitted later, without any waiting:
 *
 *   A = A + shift I by a codelet of ours, between random_hermitian and potrf
 *
 * Without the shift the matrix is indefinite and potrf would fail. The program itself calls
 * StarPU:
 *
 *   cc ex04_own_codelet.c $(pkg-config --cflags --libs starling starpu-1.4) -o ex04 && ./ex04 */

#include <stdio.h>
#include <starling.h>
#include <starpu.h>

enum { N = 300, NB = 64 };

/* The kernel: adds the shift to the diagonal of a tile. Tiles use StarPU's matrix interface:
 * NX rows, NY columns, stored by columns with leading dimension LD. */
static void add_to_diagonal(void *tiles[], void *arg)
{
    double shift, *a = (double *)STARPU_MATRIX_GET_PTR(tiles[0]);
    size_t n = STARPU_MATRIX_GET_NX(tiles[0]), ld = STARPU_MATRIX_GET_LD(tiles[0]);
    starpu_codelet_unpack_args(arg, &shift);
    for (size_t i = 0; i < n; i++)
        a[i + i * ld] += shift;
}

static struct starpu_codelet add_to_diagonal_cl = {
    .name = "add_to_diagonal",
    .cpu_funcs = {add_to_diagonal},
    .nbuffers = 1,
    .modes = {STARPU_RW},
};

static int fail(const char *what, int info)
{
    fprintf(stderr, "%s: %d, %s\n", what, info, starling_strerror(info));
    return 1;
}

/* A factorization of a random matrix with a shift; returns potrf's info. */
static int factor(starling_matrix *A, double shift)
{
    starling_sequence *seq = NULL;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    starling_random_hermitian_submit(STARLING_LOWER, 0, 1, A, seq);

    /* A sequence keeps StarPU's workers awake from its first task until it is waited for, so
     * that tasks of one's own run at once. */
    for (int64_t k = 0; k < starling_matrix_nt(A); k++)
        if (starpu_task_insert(&add_to_diagonal_cl, STARPU_RW, starling_matrix_tile(A, k, k),
                               STARPU_VALUE, &shift, sizeof shift, 0) != 0)
            info = STARLING_ERUNTIME;

    starling_potrf_submit(STARLING_LOWER, A, seq);
    int end = starling_sequence_destroy(seq);
    return info != 0 ? info : end;
}

int main(void)
{
    starling_matrix *A = NULL;
    int info = starling_init();
    if (info != 0)
        return fail("starling_init", info);
    info = starling_matrix_create(&A, STARLING_D, N, N, NB, NB);
    if (info != 0)
        return fail("starling_matrix_create", info);

    int without = factor(A, 0), with = factor(A, N);
    printf("potrf without the shift: %d (%s)\n", without, starling_strerror(without));
    printf("potrf with the shift:    %d (%s)\n", with, starling_strerror(with));

    starling_matrix_destroy(A);
    starling_finalize();
    return without > 0 && with == 0 ? 0 : 1;
}
