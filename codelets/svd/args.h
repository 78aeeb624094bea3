/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of singular value problems. */

#ifndef SL_SVD_ARGS_H
#define SL_SVD_ARGS_H

#include "bdsbz.h"
#include "codelets/eigen/args.h"

/* Stage 1: a panel of columns, or of rows, kd wide, which begins with element `first` of the diagonal.
 * U and V are the reflectors of columns and of rows, W = A^H U T and Y = A V T. Of all panels of a block
 * column, X = [U1 Y1 U2 Y2 ...] and Z = [W1 V1 W2 V2 ...], so that A - U W^H - Y V^H = A - X Z^H. X has
 * the rows of A, and the rows of Z are the columns of A. */
struct sl_ge2gb_args { /* ge2gb_row, ge2gb_product, ge2gb_sum */
    struct sl_args head;
    bool rows;       /* the panel is one of rows */
    int64_t kd, nb;  /* nb: columns of a tile */
    int64_t first, done; /* of the columns of the tile, those in earlier panels */
    int64_t top;     /* the row of X, or of Z, where the reflectors begin */
    int64_t count;   /* reflectors */
    int64_t earlier; /* columns of X and Z before them */
    int64_t rest;    /* ge2gb_product: rows of W or of Y, those of the other side */
    /* ge2gb_product: columns of the matrix, and columns of X and Z, that this task multiplies; ge2gb_row:
     * end of the columns */
    int64_t column, end, first_earlier, end_earlier;
    bool part;      /* ge2gb_product: other tasks multiply other columns */
    int32_t tile[]; /* and struct columns */
};

struct sl_gb_args { /* gb_copy, ge_upper */
    struct sl_args head;
    int64_t n, kd;   /* order and superdiagonals of the band */
    int64_t block;   /* gb_copy: order of the triangles in A */
    int64_t nb;      /* columns of a tile of A and of R */
    int64_t column;  /* of the matrix: the first one of the window, or of the tile */
    int64_t tiles;   /* number of tiles of A in the list, the others are of R */
};

/* All of stage 2 in one task on a GPU. */
struct sl_gb2bd_band_args {
    struct sl_args head;
    int64_t n, kd, block, nb;   /* as above */
    int64_t a_tiles, b_tiles;   /* of A and of R */
    int64_t v_tiles, v_width;   /* of V2 and of P2, and their columns; no tiles: they are not wanted */
};

struct sl_pinv_args {
    struct sl_args head;
    double rcond;  /* values up to rcond times the largest one count as zero; negative: so many eps */
    int64_t *rank; /* where the number of the others goes */
};
struct sl_scale_rows_args {
    struct sl_args head;
    int64_t first; /* the first factor */
};

struct sl_frobenius_args {
    struct sl_args head;
    int64_t n, nb, mt;    /* columns of the matrix, and of a tile; tiles of a column */
    int unit, norm, first; /* positions of data; -1: there is none */
    double *result;       /* NULL, or where the norm goes, times that of `unit` */
};

struct sl_gaussian_args {
    struct sl_args head;
    uint64_t seed;
    int64_t row, column; /* of the first element */
};

struct sl_bdsqr_args {
    struct sl_args head;
    int64_t n;
};

/* Singular values first ... first + count - 1 by bisection, ascending. */
struct sl_bdsbz_args { /* bdsbz_scale, bdsbz, bdsbz_order */
    struct sl_args head;
    int64_t n;
    int64_t first, count; /* bdsbz */
};

/* The reduction to bidiagonal form. Indices are those of the matrix, from 0. */
struct sl_gebrd_args { /* gebrd_panel, gebrd_update */
    struct sl_args head;
    int64_t n;            /* columns of the matrix */
    int64_t first, count; /* the first column of the panel, and its steps */
    int64_t column, nb;   /* the first column of the task's tile, and columns of each tile */
    int64_t panel;        /* update: the first column of the panel's tile */
    bool begins, rows;    /* panel: the first one of its block column; it has reflectors of rows */
    struct sl_team *team; /* panel */
};

#endif
