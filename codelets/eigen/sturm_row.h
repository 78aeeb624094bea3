/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A tridiagonal matrix as Sturm counts have it (sturm.h): workspace of C and CUDA kernels. */

#ifndef SL_STURM_ROW_H
#define SL_STURM_ROW_H

/* The diagonal, and the square of the element before it. */
struct sl_sturm_row {
    double d, e2;
};

/* Minors are scaled after so many rows. The number of rows is a multiple of twice that. */
enum { SL_STURM_STEPS = 8 };
static inline int sl_sturm_rows(int n)
{
    return (n + 2 * SL_STURM_STEPS - 1) / (2 * SL_STURM_STEPS) * (2 * SL_STURM_STEPS);
}

#endif
