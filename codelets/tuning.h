/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The measured constants of kernels on cores, and of the choice between kernels on GPUs. Each has
 * one line: what it trades, and where it was measured. cuda_gemm.c and device code (.cu, .cuh)
 * have theirs at the top of each file. Chunks and blocks also decide the order of sums, so other
 * values change the last bits of results. */

#ifndef SL_KERNEL_TUNING_H
#define SL_KERNEL_TUNING_H

/* ---- Worker teams (worker_team.h) ---------------------------------------------------------- */

/* Fewest rows of a chunk: fast BLAS against parallelism; two cores. */
#define SL_CHUNK_ROWS 512
/* Fewest pivots of a chunk in a transposed solve, whose rows are long: as above; two cores. */
#define SL_CHUNK_PIVOTS 128
/* Fewest right-hand sides of a chunk in a triangular solve: as above; two cores. */
#define SL_CHUNK_COLUMNS 64
/* Waits in a loop before a member yields its core: fast start against other threads; two cores. */
#define SL_TEAM_SPINS 1000

/* ---- LU ------------------------------------------------------------------------------------ */

/* Most panels that update a column together: traffic of memory against a late panel; one H200. */
#define SL_MOST_GROUPED 4
/* Columns of a panel factored one by one: calls of BLAS against fast BLAS; one core. */
#define SL_PANEL_LEAF 8
/* Fewest columns of a chunk in a panel: calls against parallelism; two cores. */
#define SL_PANEL_COLUMNS 16
/* From so many rows on a GPU multiplies with U transposed: a copy against a faster kernel; H200. */
#define SL_ROWS_OF_TRANSPOSED 8192
/* Columns that a GPU permutes at a time: workspace against launches; one H200. */
#define SL_LASWP_COLUMNS 64
/* Order of the blocks in which a core transposes a tile: they stay in the cache; not measured. */
#define SL_TRANSPOSE_BLOCK 32

/* ---- QR and the reduction to a band -------------------------------------------------------- */

/* Columns of V whose T is made one by one: calls of BLAS against fast BLAS; one core. */
#define SL_LARFT_LEAF 8
/* Rows and columns of the blocks in which a core reads a lower triangle that multiplies few columns:
 * blocks stay in the second cache; two cores. */
#define SL_PRODUCT_ROWS 192
#define SL_PRODUCT_COLUMNS 48
/* The same by BLAS: rows that a core multiplies with V and their transpose with V, too, while they are
 * in cache; two cores. */
#define SL_PRODUCT_COMPLEX_ROWS 768
/* Columns of a lower triangle that a core updates as one, with what is above their diagonal: fast BLAS
 * against operations; not measured. */
#define SL_TRIANGLE_COLUMNS 64

/* Fewest rows, or columns of the matrix, of a chunk in a panel with products with vectors: fast BLAS
 * against parallelism; two cores. */
#define SL_VECTOR_ROWS 128
/* Groups of columns of a product of a triangle with a vector, which a team shares: balance against their
 * sum; two cores. */
#define SL_HETRD_GROUPS 16

/* ---- The Schur form of a window of hseqr ------------------------------------------------------ */

/* Active blocks up to this order are LAPACK's; the window of deflation of larger ones, the most shifts
 * of a sweep, and the percentage of eigenvalues of a window that are many: products in chains against
 * operations one by one; one core. */
#define SL_WINDOW_BY_LAPACK 48
#define SL_WINDOW_OF_WINDOW 16
#define SL_WINDOW_SHIFTS 16
#define SL_WINDOW_MANY 40

/* ---- Triangular solves --------------------------------------------------------------------- */

/* Largest triangle without reciprocals that is not halved again: calls of BLAS; not measured. */
#define SL_TRIANGLE_LEAF 16

#endif
