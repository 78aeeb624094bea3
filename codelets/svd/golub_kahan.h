/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Counts of singular values. A bidiagonal matrix B of order n has the singular values s; the matrix
 * T of order 2 n with a diagonal of zeros and d_1, e_1, d_2, e_2 ... d_n beside it has the
 * eigenvalues s and -s (Golub and Kahan, SIAM J. Numer. Anal. 2, 1965). With these numbers t_1, t_2
 * ... the pivots of x I - T are u_1 = x and u_(i+1) = x - t_i^2 / u_i. As many of them are negative
 * as eigenvalues are above x.
 *
 * Computed pivots are those of a matrix whose t_i differ by some ulps, and so do its singular
 * values, each relative to itself (Demmel and Kahan, SIAM J. Sci. Stat. Comput. 11, 1990; Fernando,
 * SIAM J. Matrix Anal. Appl. 20, 1998). There are no squares: t (t / u) is not too large and not
 * too small for the ranges below. A pivot of zero makes the next one infinite and the one after it
 * x. So no t_i may be zero.
 *
 * CUDA kernels include this file, and C kernels by codelets/vectors.h. They define SL_COUNT, which
 * stands before each function, NAME and TARGET. They also define, with NAME:
 *   shift, count                a double and an integer, or vectors of them
 *   subtract_product(x, t, y)   x - t y
 *   sign(u)                     1 where u is negative, 0 elsewhere */

/* Counts at some points at a time: divisions of one go on while the other waits. */
enum { NAME(SHIFTS) = 2 };

/* x, u, and the number of negative pivots so far. Before the first row, which is 0, u is 1. */
struct NAME(pivots) {
    NAME(shift) x[NAME(SHIFTS)], u[NAME(SHIFTS)];
    NAME(count) negative[NAME(SHIFTS)];
};

/* The next SL_STURM_STEPS pivots. */
SL_COUNT TARGET void NAME(next_pivots)(struct NAME(pivots) * p, const double *t)
{
    for (int i = 0; i < SL_STURM_STEPS; i++)
        for (int k = 0; k < NAME(SHIFTS); k++) {
            p->u[k] = NAME(subtract_product)(p->x[k], t[i], t[i] / p->u[k]);
            p->negative[k] = p->negative[k] + NAME(sign)(p->u[k]);
        }
}
