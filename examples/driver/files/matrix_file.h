/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices from files, and whether a routine can work on them. */

#ifndef MATRIX_FILE_H
#define MATRIX_FILE_H

#include <stdbool.h>
#include "files/mm.h"

/* Reads a square matrix; single: one that single precision can hold. 0, or -1 after a sentence
 * in err; mm_free is due. */
int read_square(const char *path, bool single, struct mm *a, char *err, size_t errlen);

/* Whether A = A^H by what its file says: symmetric (real) or hermitian. */
bool is_hermitian(const struct mm *a);

/* Whether A = A^H by its elements. */
bool has_hermitian_elements(const struct mm *a);

/* The same for one that Cholesky takes: square and hermitian. */
int read_hermitian(const char *path, bool single, struct mm *a, char *err, size_t errlen);

#endif
