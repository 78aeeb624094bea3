/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/**
 * @file starling_mpi.h
 * Starling on several machines, by StarPU-MPI. Other matrices than those of this header are each
 * process's own.
 */

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

/** @defgroup mpi Several processes, by MPI
 *
 * All processes call the same functions with the same arguments in the same order, but for the
 * addresses of their local arrays. All get the same info. If arguments differ, or one process has a
 * bad argument, no process submits tasks, and all get a negative info.
 *
 * A matrix on a grid of p x q processes has tile (i, j), counted from 0, in row i mod p and column
 * j mod q of the grid. The grid has the processes `first`, first + 1, ... of the communicator, row by
 * row. The routines that take such matrices are listed in doc/clusters.md.
 *
 * Link with -lstarling-mpi -lstarling, by the MPI's compiler.
 * @{ */

/**
 * Begins, with the processes of a communicator, and starts the library if it does not run.
 * Collective. MPI_Init_thread() must have given MPI_THREAD_MULTIPLE. A process that fails later, by
 * its runtime or its memory, ends all processes of comm with a sentence: they would wait for its
 * messages forever.
 * @param comm   the processes
 * @return 0, STARLING_ERUNTIME, or what starling_init() returns
 */
STARLING_MPI_API int starling_mpi_init(MPI_Comm comm);

/**
 * Ends it, before MPI_Finalize(). Collective. Matrices and sequences must be destroyed before. The
 * library goes on in each process alone.
 */
STARLING_MPI_API int starling_mpi_finalize(void);

/**
 * This process's number in the communicator.
 * @return the number from 0 on, or -1 outside of starling_mpi_init() and starling_mpi_finalize()
 */
STARLING_MPI_API int starling_mpi_rank(void);

/**
 * The processes of the communicator.
 * @return their number, or 0 outside of starling_mpi_init() and starling_mpi_finalize()
 */
STARLING_MPI_API int starling_mpi_size(void);

/**
 * A matrix on a grid of processes, zero at first. Collective, as is starling_matrix_destroy().
 * @param A      the new matrix
 * @param prec   its precision
 * @param m,n    its rows and columns
 * @param mb,nb  rows and columns of a tile; 0: the library's choice
 * @param p,q    rows and columns of the grid
 * @param first  the first process of the grid
 * @return 0, -i, or STARLING_EGRID if the processes pass different arguments
 */
STARLING_MPI_API int starling_mpi_matrix_create(starling_matrix **A, starling_precision prec,
                                                int64_t m, int64_t n, int64_t mb, int64_t nb, int p,
                                                int q, int first);

/**
 * A matrix in block columns on a grid of 1 x q processes, zero at first. Each process has `beside` of
 * them side by side, then the next one: column j of tiles is in process (j / beside) mod q. A panel of LU
 * or QR goes to another process before the next one begins, but for those side by side. With 1 this is
 * starling_mpi_matrix_create(). he2hb is slow on other matrices than that.
 * @param A      the new matrix
 * @param prec   its precision
 * @param m,n    its rows and columns
 * @param nb     columns of a tile; 0: the library's choice
 * @param beside columns of tiles side by side; at most n / (8 q nb), or processes wait at the end
 * @param q      processes
 * @param first  the first one
 * @return 0, -i, or STARLING_EGRID if the processes pass different arguments
 */
STARLING_MPI_API int starling_mpi_matrix_create_columns(starling_matrix **A,
                                                        starling_precision prec, int64_t m,
                                                        int64_t n, int64_t nb, int beside, int q,
                                                        int first);

/**
 * The same as starling_mpi_matrix_create() in place, on local arrays. The array of a process has its
 * tiles, in the order of the matrix and without gaps. This is ScaLAPACK's layout with sources 0, if
 * its grid is by rows. A matrix on a grid of 1 x 1 is an ordinary array in process `first`:
 * starling_lacpy() copies it to and from the others. The array is current after
 * starling_matrix_destroy().
 * @param A      the new matrix
 * @param prec   its precision
 * @param m,n    its rows and columns
 * @param a      this process's array; NULL out of the grid
 * @param lda    its leading dimension, at least max(1, its rows)
 * @param mb,nb  rows and columns of a tile; 0: the library's choice
 * @param p,q    rows and columns of the grid
 * @param first  the first process of the grid
 * @return 0, -i, or STARLING_EGRID if the processes pass different arguments
 */
STARLING_MPI_API int starling_mpi_matrix_wrap(starling_matrix **A, starling_precision prec,
                                              int64_t m, int64_t n, void *a, int64_t lda,
                                              int64_t mb, int64_t nb, int p, int q, int first);

/**
 * The size of a local array, as ScaLAPACK's numroc.
 * @param n      a dimension of the matrix
 * @param nb     the same of a tile
 * @param row    a row or column of the grid, from 0
 * @param rows   rows or columns of the grid
 * @return the elements of n that belong to this row or column
 */
STARLING_MPI_API int64_t starling_mpi_local(int64_t n, int64_t nb, int row, int rows);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
