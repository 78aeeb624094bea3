/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Starling on several machines, by StarPU-MPI. Link with -lstarling-mpi.
 *
 * All processes call the same functions with the same arguments in the same order, but for the
 * addresses of their local arrays. Matrices of this header are spread over the processes;
 * starling.h's functions that are listed in doc/clusters.md take them like any matrix. All
 * processes get the same info. Other matrices are each process's own. */

#ifndef STARLING_MPI_H
#define STARLING_MPI_H

#include <mpi.h>
#include "starling.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define STARLING_MPI_API __attribute__((visibility("default")))
#else
#define STARLING_MPI_API
#endif

/* Begins, with the processes of comm, after MPI_Init_thread() with MPI_THREAD_MULTIPLE. Collective.
 * Starts the library if it does not run. Returns 0, STARLING_ERUNTIME, or what starling_init()
 * does. A process that fails later, by its runtime or its memory, ends all processes of comm with a
 * sentence: they would wait for its messages forever. */
STARLING_MPI_API int starling_mpi_init(MPI_Comm comm);
/* Ends it, before MPI_Finalize(). Collective. Matrices and sequences must be destroyed before. The
 * library goes on in each process alone. */
STARLING_MPI_API int starling_mpi_finalize(void);

/* This process's number in comm, and how many there are; -1 and 0 outside of init and finalize. */
STARLING_MPI_API int starling_mpi_rank(void);
STARLING_MPI_API int starling_mpi_size(void);

/* A matrix of m x n elements in tiles of mb x nb, zero at first, on a grid of p x q processes. Tile
 * (i, j), counted from 0, is in row i mod p and column j mod q of the grid. The grid has the
 * processes `first`, first + 1, ..., first + p q - 1 of comm, row by row. mb, nb = 0: the library's
 * choice. Collective, like starling_matrix_destroy(). */
STARLING_MPI_API int starling_mpi_matrix_create(starling_matrix **A, starling_precision prec,
                                                int64_t m, int64_t n, int64_t mb, int64_t nb, int p,
                                                int q, int first);
/* The same in place, on local arrays: the array of a process has its tiles, in the order of the
 * matrix and without gaps. This is ScaLAPACK's layout with sources 0, if its grid is by rows. lda
 * is the leading dimension of this process's array, at least max(1, its rows). Processes out of the
 * grid pass NULL. A matrix on a grid of 1 x 1 is an ordinary array in process `first`:
 * starling_lacpy() copies it to and from the others. The array is current after
 * starling_matrix_destroy(). */
STARLING_MPI_API int starling_mpi_matrix_wrap(starling_matrix **A, starling_precision prec,
                                              int64_t m, int64_t n, void *a, int64_t lda,
                                              int64_t mb, int64_t nb, int p, int q, int first);
/* Elements of a dimension of n in pieces of nb that belong to row or column `row` of `rows`: the
 * size of a local array (ScaLAPACK's numroc). */
STARLING_MPI_API int64_t starling_mpi_local(int64_t n, int64_t nb, int row, int rows);

#ifdef __cplusplus
}
#endif

#endif
