/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of the factorization A = L D L^T of indefinite matrices, and of solutions with it. */

#ifndef SL_LDL_ARGS_H
#define SL_LDL_ARGS_H

#include "codelets/kernel.h"

struct sl_ldl_args { /* ldl_panel, ldl_update, ldl_solve */
    struct sl_args head;
    bool hermitian; /* A = L D L^H; else A = L D L^T */
    starling_uplo uplo;
    int64_t n, nb;      /* order of A, and columns of a block */
    int64_t first, end; /* of a step: the columns of its block (ldl.h) */
    int64_t block;      /* the number of the first block of A among the data, in memory */
    bool begins;        /* ldl_panel: it is the first one */
};

#endif
