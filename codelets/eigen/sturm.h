/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sturm counts: how many eigenvalues of a symmetric tridiagonal matrix T are below x. The leading
 * minors of T - x I are p_0 = 1 and p_i = (d_i - x) p_(i-1) - e_(i-1)^2 p_(i-2). Their signs change
 * as often as an eigenvalue is below x (Givens 1954; Wilkinson, The Algebraic Eigenvalue Problem,
 * 1965, chapter 5). The computed minors are those of a matrix that differs from T by some ulps in
 * each element. There is no division, and the minors of a row wait for one multiply-add only.
 *
 * The minors are scaled after every SL_STURM_STEPS rows. In between they grow by at most 13 a row
 * if |d - x| <= 12 and |e| <= 1, and shrink by 13 / e^2 at most. So e^2 to the power of
 * SL_STURM_STEPS must be a normal number: sturm_row() makes |e| at least 2^-55, which moves
 * eigenvalues by 2^-54 at most.
 *
 * C and CUDA kernels include this file. They define SL_STURM, which stands before each function, and
 *   shifts, counts               doubles and integers: one of each, or vectors of them
 *   multiply_subtract(a, b, c)   a b - c
 *   differ(a, b)                 1 where the signs of a and b differ, 0 elsewhere
 *   inverse_scale(a, b)          a power of two that brings the larger of |a|, |b| near 1 */

#include "sturm_row.h"

/* Row i from its two elements. Row 0 has no e, and rows n, n + 1 ... only fill up: their eigenvalues
 * are above all x. */
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
        s->changes += differ(next, s->p);
        s->before = s->p;
        s->p = next;
    }
    shifts factor = inverse_scale(s->p, s->before);
    s->p *= factor;
    s->before *= factor;
}
