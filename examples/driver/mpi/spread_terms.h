/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Products and norms of matrices of which each process has its tiles. For files compiled once a
 * precision. Only MPI is used, nothing of the library under test. Thin arrays have PROBES columns
 * in double precision, and are the same in all processes. */

#ifndef SPREAD_TERMS_H
#define SPREAD_TERMS_H

#include "routines/probe.h"
#include "run.h"

/* The local tiles of a matrix, and what of it counts. */
struct piece {
    int64_t m, n, mb, nb;
    struct grid grid;
    const scalar_t *a;
    int64_t ld;
    starling_uplo uplo;        /* a triangle, or all of it */
    bool unit;                 /* its diagonal is one */
    bool symmetric, hermitian; /* the other triangle is its mirror image */
};

/* What a residual is made of: thin arrays of `rows` rows. */
enum { X, Y, Z, W, THIN };
struct terms {
    const struct problem *p;
    struct piece before[OPERANDS], after[OPERANDS];
    const int64_t *ipiv;
    const scalar_t *tau;
    const double *values; /* of the routine */
    int64_t rows;
    wide_t *thin[THIN];
    bool right; /* false: something is wrong that no product shows */
};

/* A as a triangle, and as the matrix of which a triangle is stored. */
struct piece CASE(triangle)(struct piece A, starling_uplo uplo, starling_diag diag);
struct piece CASE(mirrored)(struct piece A, starling_uplo uplo, bool hermitian);

/* to = alpha op(A) from + beta to */
void CASE(multiply)(struct terms *t, int to, double alpha, struct piece A, starling_trans op,
                    int from, double beta);
/* The infinity norm of op(A). */
double CASE(spread_norm)(struct piece A, starling_trans op);
/* Whether the diagonal has no imaginary parts. */
bool CASE(spread_diagonal_is_real)(struct piece A);
/* A norm of A, by loops over elements. */
double CASE(spread_norm_of)(struct piece A, starling_norm norm);
/* z = Q z, or Q^H z, with the reflectors in block columns A, which begin `below` rows below the
 * diagonal. */
void CASE(spread_q)(struct terms *t, struct piece A, int64_t below, bool transposed, int z);
/* to = B from, where the rows of AB are the diagonal and the subdiagonals of a Hermitian B. */
void CASE(multiply_band)(struct terms *t, int to, struct piece AB, int from);
/* The largest |y| / (size eps scale |x|) of the columns; infinite where one is not finite. */
double CASE(spread_scaled)(const struct terms *t, double scale, int64_t m, int y, int64_t n, int x);

#endif
