/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of nonsymmetric eigenvalue problems. */

#ifndef SL_NONSYMMETRIC_ARGS_H
#define SL_NONSYMMETRIC_ARGS_H

#include "codelets/kernel.h"

/* Eigenvectors of an upper (quasi-)triangular T. Left vectors of T are the right ones of J T^H J,
 * which is upper triangular, too; J reverses the order. S is T or J T^H J. A vector is a column of
 * X, or two for a pair of complex eigenvalues of a real matrix. Each piece of a vector has a scale
 * of its own: what is stored is 2^exponent times the vector. */
struct sl_trevc_args {
    struct sl_args head;
    int64_t n;           /* the order of T */
    bool left;           /* S is J T^H J */
    bool diagonal;       /* solve: vectors begin in this window; update: X(i) is not yet written */
    int64_t row, column; /* window: its place in S; finish: the first row that is not zero */
    int64_t first, nb; /* window: the first column of T in the list; product: the first block column
                        * of Q; columns of a block column */
    int64_t count;     /* finish: pieces; product: columns of Q that are multiplied */
    bool euclid;       /* normalize: as geev does; else the largest element becomes 1 */
    int64_t ilo, ihi;  /* normalize: of the balancing, from 1; ihi = 0: there was none */
};

/* What the tasks know of the vectors of a block, an int array of two columns: the place of the
 * eigenvalue in its window of S, and which part of the vector the column has. */
enum sl_part_of_vector { SL_WHOLE_VECTOR, SL_REAL_PART, SL_IMAGINARY_PART };

/* The state of the pieces in a tile of X, an int array of two columns: the exponent of the scale,
 * and a size: all elements of the piece are smaller than 2^size. */
enum { SL_PIECE_EXPONENT, SL_PIECE_SIZE, SL_PIECE_STATE };

/* A panel of the reduction to Hessenberg form. Indices are those of the matrix, from 0. */
struct sl_gehrd_args {
    struct sl_args head;
    int64_t first, count; /* the first column of the panel, and its reflectors */
    int64_t end;          /* rows and columns from here on are triangular already */
    int64_t column, nb;   /* the first column of the task's tile, and columns of each tile */
    bool begins;          /* panel: the first one of its block column */
    struct sl_team *team; /* panel */
};

/* The Schur form A = Q T Q^H, in place, by LAPACK, with as many threads as BLAS has. Makes A well
 * scaled and balanced first. */
struct sl_schur {
    int n, lda, ldq;
    void *a; /* becomes T */
    void *q; /* NULL: values only, and T is not made */
    void *w; /* the n eigenvalues of A; if A is real, their real parts, then the imaginary ones */
    void *balance; /* n real numbers, of gebal */
    int ilo, ihi;  /* of the balancing */
};
/* Returns LAPACK's info of hseqr; n if a is not finite; -1: no memory. */
int sl_sschur(struct sl_schur *s), sl_dschur(struct sl_schur *s), sl_cschur(struct sl_schur *s),
    sl_zschur(struct sl_schur *s);

#endif
