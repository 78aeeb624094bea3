/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices from files, and whether this release can work on them. */

#ifndef MATRIX_FILE_H
#define MATRIX_FILE_H

#include "mm.h"

/* Reads a matrix of finite numbers. 0, or -1 after a sentence in err; mm_free is due. */
int read_finite(const char *path, struct mm *a, char *err, size_t errlen);

/* The same for one that Cholesky takes: square, and symmetric (real) or hermitian. */
int read_hermitian(const char *path, struct mm *a, char *err, size_t errlen);

#endif
