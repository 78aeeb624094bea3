/*
 * Matrix Market files: a reader and a writer of dense matrices.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Format: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market exchange formats:
 * initial design, NISTIR 5935, 1996.
 */
#ifndef MM_H
#define MM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mm_symmetry { MM_GENERAL, MM_SYMMETRIC, MM_HERMITIAN, MM_SKEW_SYMMETRIC };

/*
 * A matrix as read from a file, or to be written to one.
 * Element (i, j), from 0, is values[i + j * m]; when is_complex it is the pair
 * values[2 * (i + j * m)] and the double after it, so that `values` may be used as
 * double _Complex. Both triangles are filled whatever the symmetry.
 */
struct mm {
    int64_t m, n;
    bool is_complex;
    enum mm_symmetry symmetry;
    int64_t entries; /* stored in the file: one triangle, or the non-zeros */
    double *values;  /* never NULL after a successful read, even when m or n is 0 */
};

/*
 * Reads a file, or standard input when path is "-": coordinate or array; real, integer
 * or complex; general, symmetric, hermitian or skew-symmetric; compressed by gzip or not.
 * Numbers are finite, in single precision too where `single` is set. Returns 0, or -1 with
 * 'FILE:LINE: sentence' (or 'FILE: reason') in err and an empty matrix in out.
 */
int mm_read(const char *path, bool single, struct mm *out, char *err, size_t errlen);

/*
 * Writes a matrix in array format to a file, or to standard output when path is "-",
 * with 17 significant digits so that reading gives back the same bits. A symmetric,
 * hermitian or skew-symmetric matrix is written by its lower triangle; `entries` is not
 * looked at. `comment` may be NULL; each of its lines becomes a comment line. Returns
 * 0, or -1 with a sentence in err; then the file is what it was (output.h).
 */
int mm_write(const char *path, const struct mm *a, const char *comment, char *err,
             size_t errlen);

/* Frees the values and empties the matrix. */
void mm_free(struct mm *a);

/* The first row of column j that a file stores: 0 when general, else j or j + 1. */
int64_t mm_first_row(enum mm_symmetry symmetry, int64_t j);

/* The number of entries that an array file stores; m * n must fit in 64 bits. */
int64_t mm_stored(enum mm_symmetry symmetry, int64_t m, int64_t n);

/* The name of a symmetry in a banner. */
const char *mm_symmetry_name(enum mm_symmetry symmetry);

#endif
