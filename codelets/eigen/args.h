/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of symmetric and Hermitian eigenproblems. */

#ifndef SL_EIGEN_ARGS_H
#define SL_EIGEN_ARGS_H

#include "codelets/kernel.h"
#include "places.h"

/* ---- The tridiagonal matrix ---------------------------------------------------------------- */

/* Real numbers of workspace for each column of the node; a product has U behind them. */
enum { SL_STEDC_WORK = 6 };

struct sl_stedc_args {
    struct sl_args head;
    int64_t row;    /* of the node in the matrix: its first one */
    int64_t order;  /* of the node */
    int64_t upper;  /* of its upper half */
    int64_t column; /* the first of this block in the node */
    int64_t width;  /* of the block columns; the last one may have less */
    int64_t blocks; /* of the list */
};

#endif
