/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of symmetric and Hermitian eigenproblems. */

#ifndef SL_EIGEN_ARGS_H
#define SL_EIGEN_ARGS_H

#include "codelets/kernel.h"

/* he2hb_panel, he2hb_product, he2hb_w. Panel: kd columns, of the block column that begins with
 * column `block` of the matrix. V, T and W are those of the block column; the rows of V and W are
 * those of the matrix. */
struct sl_he2hb_args {
    struct sl_args head;
    int64_t kd, block, nb;
    int64_t done;    /* columns of the block column in earlier panels */
    int64_t earlier; /* their reflectors: columns of V and W so far */
    int64_t count;   /* reflectors of this panel, which begin kd rows below its first row */
    /* he2hb_product: columns of the matrix, and columns of V and W, that this task multiplies */
    int64_t first, end, first_earlier, end_earlier;
};

struct sl_column_args { /* her2k_column, he_column, band */
    struct sl_args head;
    int64_t first; /* column of the matrix in which the tile begins */
    int64_t nb;    /* columns of a tile in the list */
    int64_t count; /* her2k_column: columns of V and W */
};

#endif
