/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of a kernel for a chunk of a batch. A column of the tile is a matrix. */

#ifndef SL_BATCHED_ARGS_H
#define SL_BATCHED_ARGS_H

#include "codelets/kernel.h"

struct sl_batched_args {
    struct sl_args head;
    starling_uplo uplo;
    int64_t m, n, lda; /* of each matrix */
};

#endif
