/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The arguments of QR of varying shapes, and of least squares and minimum norm, on a device. */

#ifndef SL_GELS_CALL_H
#define SL_GELS_CALL_H

#include <stdbool.h>
#include "place.h"

/* A = Q R, or, where A has more columns than rows and W is not NULL, W = A^H = Q R. */
struct sl_qr {
    struct sl_matrices A, tau;
    void *W; /* as in sl_gels */
    int64_t stride_w;
};

struct sl_gels {
    struct sl_matrices A, B;
    bool adjoint;     /* op(A) = A^H */
    void *W;          /* where A^H goes, with as many rows as its leading dimension; NULL: no A has
                       * more columns than rows */
    int64_t stride_w; /* elements from one to the next */
    const void *tau;  /* of W = Q R */
    int64_t stride_tau;
    int *exponents; /* 2 A.count; for the second part, too */
    int *infos;     /* 0, or the first zero on the diagonal of R; those without elements stay */
};

#endif
