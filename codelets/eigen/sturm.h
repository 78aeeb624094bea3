/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sturm counts: how many eigenvalues of a symmetric tridiagonal matrix T are below x. The leading
 * minors of T - x I are p_0 = 1 and p_i = (d_i - x) p_(i-1) - e_(i-1)^2 p_(i-2). Their sign changes
 * once for each eigenvalue below x (Givens 1954; Wilkinson, The Algebraic Eigenvalue Problem, 1965,
 * chapter 5). Computed minors are those of a matrix whose d_i - x and e_i differ by some ulps. If
 * one is zero, either sign is right, for the next one has the opposite sign of the one before.
 *
 * Quotients of minors, as in LAPACK's stebz, never overflow. But a division takes as long as ten
 * multiplications on a GPU, and all divisions of a count form a chain. Here the chain has one
 * multiply-add a row. Two minors are scaled after every SL_STURM_STEPS rows. Until then the larger
 * one grows by a factor of 13 a row at most, and shrinks by a factor of 13 / e^2 at most, where
 * |d - x| <= 12 and |e| <= 1. So e^2 to the power of SL_STURM_STEPS must not underflow: sturm_row()
 * makes |e| at least 2^-55, which moves eigenvalues by less than 2^-53. A caller that wants small
 * eigenvalues with high relative accuracy makes its rows itself, with |e| of 2^-60 or more.
 *
 * C and CUDA kernels include this file. They define SL_STURM, which stands before each function,
 * and:
 *   shifts, counts               doubles and integers: one of each, or vectors of them
 *   multiply_subtract(a, b, c)   a b - c
 *   differ(a, b)                 1 where the signs of a and b differ, 0 elsewhere
 *   inverse_scale(a, b)          a power of two that brings the larger of |a|, |b| near 1 */

#include "sturm_row.h"

/* Row i from its two elements. Row 0 has no e. Rows n, n + 1 ... fill up: their eigenvalues are
 * above all x. */
SL_STURM struct sl_sturm_row sturm_row(int n, int i, double d, double e)
{
    struct sl_sturm_row row;
    double size = fmax(fabs(e), 0x1p-55);
    row.d = i < n ? d : 8;
    row.e2 = i > 0 && i < n ? size * size : 0;
    return row;
}

/* The shift, the last two minors, and the changes of sign so far: {x, 1, 0, 0} before row 0. */
struct sturm {
    shifts x, p, before;
    counts changes;
};

/* The next SL_STURM_STEPS rows. */
SL_STURM void sturm_advance(struct sturm *s, const struct sl_sturm_row *row)
{
    for (int k = 0; k < SL_STURM_STEPS; k++) {
        shifts next = multiply_subtract(row[k].d - s->x, s->p, row[k].e2 * s->before);
        s->changes = s->changes + differ(next, s->p);
        s->before = s->p;
        s->p = next;
    }
    shifts factor = inverse_scale(s->p, s->before);
    s->p = s->p * factor;
    s->before = s->before * factor;
}
