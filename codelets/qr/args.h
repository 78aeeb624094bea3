/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of QR: panels, and block reflectors. */

#ifndef SL_QR_ARGS_H
#define SL_QR_ARGS_H

#include "codelets/kernel.h"

struct sl_qr_args { /* geqrf, larft, unmqr */
    struct sl_args head;
    int64_t above;  /* rows of the tile of V above the panel */
    int64_t offset; /* unmqr: of the first row, or column, in the tile of C */
    bool alone; /* V is a copy with ones on the diagonal and zeros above it; geqrf makes it */
    bool soon;      /* unmqr: C is factored next */
    /* geqrf: positions of data; -1: the task has no such datum */
    int copy; /* for V alone */
    int info; /* the first zero on the diagonal of R, from 1; the panel is high */
    int work;
    /* unmqr: C = op(Q) C or C op(Q) */
    starling_side side;
    starling_trans trans;
};

struct sl_flip_args {
    struct sl_args head;
    int64_t m, n, mb, nb; /* the matrix and its tiles */
    int64_t mt;           /* tiles of a block column */
};

#endif
