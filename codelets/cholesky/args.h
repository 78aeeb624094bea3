/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of the Cholesky factorization of a tile. */

#ifndef SL_CHOLESKY_ARGS_H
#define SL_CHOLESKY_ARGS_H

#include "codelets/kernel.h"

struct sl_potrf_args {
    struct sl_args head;
    starling_uplo uplo;
    bool inverse; /* there is a handle for the inverted blocks */
};

#endif
