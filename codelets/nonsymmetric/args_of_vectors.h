/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the tasks of eigenvectors know of them, on cores and GPUs. */

#ifndef SL_ARGS_OF_VECTORS_H
#define SL_ARGS_OF_VECTORS_H

/* Of the vectors of a block, an int array of two columns: the place of the eigenvalue in its window
 * of S, and which part of the vector the column has. */
enum sl_part_of_vector { SL_WHOLE_VECTOR, SL_REAL_PART, SL_IMAGINARY_PART };

/* The state of the pieces in a tile of X, an int array of two columns: the exponent of the scale,
 * and a size: all elements of the piece are smaller than 2^size. */
enum { SL_PIECE_EXPONENT, SL_PIECE_SIZE, SL_PIECE_STATE };

#endif
