/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of the Cholesky factorization of a tile, and of the inverse of a triangle. */

#ifndef SL_CHOLESKY_ARGS_H
#define SL_CHOLESKY_ARGS_H

#include "codelets/kernel.h"

struct sl_potrf_args {
    struct sl_args head;
    starling_uplo uplo;
    bool inverse; /* there is a handle for the inverted blocks */
};
struct sl_trtri_args { /* trtri, lauum; trtri_check uses none */
    struct sl_args head;
    starling_uplo uplo;
    starling_diag diag;
};

#endif
