/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of QR: panels, and block reflectors. */

#ifndef SL_QR_ARGS_H
#define SL_QR_ARGS_H

#include "codelets/kernel.h"

struct sl_qr_args { /* geqrf, larft, unmqr */
    struct sl_args head;
    bool finds_zero; /* geqrf of a high panel: info is the first zero on the diagonal of R, from 1 */
    int64_t offset; /* of the panel's first row in the tile of V */
    /* unmqr: C = op(Q) C or C op(Q) */
    starling_side side;
    starling_trans trans;
};

#endif
