/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of singular value problems. */

#ifndef SL_SVD_ARGS_H
#define SL_SVD_ARGS_H

#include "codelets/eigen/args.h"

/* A step of stage 1 on the block column, and block row, that begin with element `first` of the
 * diagonal. Block columns are nb wide. */
struct sl_ge2gb_args { /* ge2gb_row, ge2gb_product, ge2gb_sum, gb_copy */
    struct sl_args head;
    int64_t first, nb;
    int64_t column; /* product: of V, that of the share; gb_copy: of the matrix, that of the window */
    int64_t n, kd;  /* gb_copy: order and superdiagonals of the band */
    int64_t tiles;  /* gb_copy: number of tiles of A in the list, the others are of B */
};

struct sl_bdsqr_args {
    struct sl_args head;
    int64_t n;
};

#endif
