/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LAPACK's potrf, with a test that finds NaN. */

#ifndef SL_MINOR_H
#define SL_MINOR_H

#include "codelets/codelet.h"

/* Returns info. BLAS libraries test a pivot with d <= 0, which a NaN passes; then it is on the
 * diagonal. */
static inline int SL_X(chol)(starling_uplo uplo, int n, scalar_t *a, int lda)
{
    int info = LAPACKE_x(potrf_work)(LAPACK_COL_MAJOR, (char)uplo, n, a, lda);
    int known = info > 0 ? info - 1 : n;
    for (int i = 0; i < known; i++)
        if (!(SL_REAL(a[i + (int64_t)i * lda]) > 0))
            return i + 1;
    return info;
}

#endif
