/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values by bisection: what its tasks and device code share. T is that of golub_kahan.h.
 * It is scaled by a power of two, so that its largest element is between 2^-23 and 2^-22. Then no
 * square overflows that matters beside a singular value, and singular values down to 2^-1020 can be
 * told from zero. Elements below the smallest normal number are replaced by it.
 *
 * Points are doubles, the k-th one has the bits k << SHIFT. So their distances are relative to
 * them. The last interval of a singular value is one unit long. */

#ifndef SL_BDSBZ_H
#define SL_BDSBZ_H

#include <stdint.h>
#include "codelets/eigen/sturm_row.h"

/* The exponent of the largest element, and the most that a singular value can have. */
enum { SL_BDSBZ_LARGEST = -22, SL_BDSBZ_MOST = -21 };
/* Smaller ones are zero. */
#define SL_BDSBZ_LEAST 0x1p-1020
/* Bits of a double that results in single precision do not need. */
enum { SL_BDSBZ_SINGLE_SHIFT = 28 };
/* The point 2^SL_BDSBZ_MOST */
static inline int64_t sl_bdsbz_top(int shift)
{
    return (int64_t)(1023 + SL_BDSBZ_MOST) << (52 - shift);
}

/* Rows of T: at least one 0, which gives a pivot x, then d_1, e_1, d_2 ... d_n. Behind them is the
 * exponent of the power of two that undoes the scaling. */
static inline int sl_bdsbz_rows(int n)
{
    return sl_sturm_rows(2 * n);
}

#endif
