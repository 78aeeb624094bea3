/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of copies, initialisation, scaling, random numbers and norms. */

#ifndef SL_AUXILIARY_ARGS_H
#define SL_AUXILIARY_ARGS_H

#include "codelets/kernel.h"
#include "narrow.h"

struct sl_laset_args { /* lacpy, lascl, laset */
    struct sl_args head;
    starling_uplo uplo;
    bool hermitian;            /* lascl */
    int64_t above;             /* rows above: lacpy: in the source; laset: they stay */
    int64_t from, to, columns; /* lacpy: first column in the source and in the result, and their
                                  number; 0: all */
    int64_t row, rows;         /* lacpy: first row in the result, and their number; 0: all */
    int64_t diagonal; /* laset: the diagonal of the matrix is at rows j + diagonal of the tile */
    double _Complex alpha, beta;
};
struct sl_geadd_args {
    struct sl_args head;
    double alpha, beta;
};
struct sl_convert_args { /* narrow, widen */
    struct sl_args head;
    starling_uplo uplo; /* narrow: the elements that are converted */
    bool add;           /* widen: to what is there */
};
struct sl_narrow_args { /* narrow_array */
    struct sl_args head;
    starling_uplo uplo; /* the elements that are converted */
    int64_t m, n;
};
struct sl_rescale_args {
    struct sl_args head;
    int which;    /* number of the datum: 0, sigma; 1, its inverse; 2, zero or one */
    int64_t rows; /* the first rows; 0: all */
};
struct sl_random_args {
    struct sl_args head;
    bool hermitian;
    starling_uplo uplo;
    double shift;
    uint64_t seed;
    int64_t i0, j0; /* global indices of the tile's first element */
};
enum sl_shape { SL_SHAPE_GENERAL, SL_SHAPE_LOWER, SL_SHAPE_UPPER };
/* What a shape that is not general means: one half of a Hermitian tile, or all that there is,
 * perhaps with ones on the diagonal that are not stored. */
enum sl_half { SL_HERMITIAN, SL_TRIANGLE, SL_UNIT_TRIANGLE };
struct sl_norm_args {
    struct sl_args head;
    starling_norm norm;
    enum sl_shape shape;
    enum sl_half half;
    int64_t diagonal; /* of the matrix: at rows j + diagonal of the tile; 0: as in laset; others
                         only with norm M or F */
    int64_t rows;     /* the first rows; 0: all */
};
struct sl_residual_args {
    struct sl_args head;
    starling_trans trans;
    enum sl_shape shape; /* of a Hermitian tile */
};

#endif
