/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Bulges on their way down a Hessenberg matrix (Braman, Byers and Mathias, The multishift QR
 * algorithm, part I, SIAM J. Matrix Anal. Appl. 23, 2002). A bulge has two shifts. Bulges stand two
 * columns apart: the last row of a reflector's columns gets its value one step later (Karlsson,
 * Kressner and Lang, Optimally packed chains of bulges in multishift QR algorithms, ACM Trans.
 * Math. Softw. 40, 2014). The file that includes this one has included BLAS. */

#ifndef SL_BULGES_H
#define SL_BULGES_H

#include "args.h"
#include "robust.h"

enum {
    SL_BULGE_ROOM = SL_VECTOR_BYTES / (int)sizeof(scalar_t)
}; /* numbers of the longest vector */

/* I - tau v v^H, v = (1, v2, v3) */
struct reflector {
    scalar_t tau, v2, v3;
};

/* Bulges in rows top ... bottom - 1 of H. Rows and columns count in the whole matrix. h, rows and u
 * have SL_BULGE_ROOM rows and columns more, without NaN. */
struct chase {
    int64_t top, bottom;
    int64_t first, end;    /* rows from first on and columns before end change, and are in h */
    int64_t bulges, start; /* the column of the last one of them at the beginning */
    scalar_t *h, *rows;    /* columns of h from by_rows on are in `rows`, by rows */
    int64_t ld, by_rows;
    scalar_t *u; /* the columns from first_of_u on are multiplied by the reflectors */
    int64_t ldu, first_of_u, rows_of_u;
    bool full;             /* U has no zeros that are known; else it was the identity */
    const real_t *re, *im; /* the shifts */
    struct reflector *reflector;
    real_t small, precision;
};

/* H(i,j), where rows and columns count in the whole matrix. */
#define H(i, j) (s->h[(i)-s->first + ((j)-s->first) * s->ld])

/* x y, without a look at infinities */
static inline scalar_t times(scalar_t x, scalar_t y)
{
#ifdef SL_COMPLEX
    scalar_t z;
    __real__ z = __real__ x * __real__ y - __imag__ x * __imag__ y;
    __imag__ z = __real__ x * __imag__ y + __imag__ x * __real__ y;
    return z;
#else
    return x * y;
#endif
}

static inline real_t square(scalar_t x)
{
    return SL_REAL(times(x, SL_CONJ(x)));
}

/* ---- Reflectors --------------------------------------------------------------------------------
 */

/* The reflector that makes (x, y, z) a multiple of the first unit vector; *x becomes the factor. */
static struct reflector reflect(scalar_t *x, scalar_t y, scalar_t z)
{
    const real_t most = sizeof(real_t) == sizeof(float) ? (real_t)0x1p50 : (real_t)0x1p400;
    real_t a = magnitude(*x), b = magnitude(y), c = magnitude(z), size = SL_MAX(a, SL_MAX(b, c));
    struct reflector r;
    if (size < most && size > 1 / most && (b != 0 || c != 0)) {
        real_t sum = square(*x) + square(y) + square(z);
        real_t norm = sizeof(real_t) == sizeof(float) ? sqrtf((float)sum) : (real_t)sqrt(sum);
        real_t beta = SL_REAL(*x) >= 0 ? -norm : norm;
        scalar_t other = *x - beta, factor = SL_CONJ(other) * (1 / square(other));
        r = (struct reflector){-other * (1 / beta), times(y, factor), times(z, factor)};
        *x = beta;
        return r;
    }
    scalar_t rest[2] = {y, z};
    LAPACKE_x(larfg_work)(3, x, rest, 1, &r.tau);
    r.v2 = rest[0];
    r.v3 = rest[1];
    return r;
}

/* The first column of (H - shift 1) (H - shift 2), without its length; H is the block from row k
 * on, of order 2 or 3. */
static struct reflector first_reflector(const struct chase *s, int64_t k, int order, int64_t bulge)
{
    const real_t *re = s->re + 2 * bulge, *im = s->im + 2 * bulge;
    scalar_t h11 = H(k, k), h21 = H(k + 1, k), h22 = H(k + 1, k + 1), h12 = H(k, k + 1);
    scalar_t h31 = order == 3 ? H(k + 2, k) : 0, h13 = 0, h23 = 0, h32 = 0, h33 = 0, x, y, z = 0;
    if (order == 3) {
        h13 = H(k, k + 2);
        h23 = H(k + 1, k + 2);
        h32 = H(k + 2, k + 1);
        h33 = H(k + 2, k + 2);
    }
#ifdef SL_COMPLEX
    scalar_t one = re[0] + I * im[0], two = re[1] + I * im[1];
    real_t size = sum_of_parts(h11 - two) + sum_of_parts(h21) + sum_of_parts(h31);
#else
    scalar_t one = re[0], two = re[1];
    real_t size = (real_t)(fabs(h11 - two) + fabs(im[1]) + fabs(h21) + fabs(h31));
#endif
    if (size == 0)
        return (struct reflector){0};
    h21 /= size;
    h31 /= size;
    x = (h11 - one) * ((h11 - two) / size) + h12 * h21 + h13 * h31;
#ifndef SL_COMPLEX
    x -= im[0] * (im[1] / size);
#endif
    y = h21 * (h11 + h22 - one - two) + h23 * h31;
    if (order == 3)
        z = h31 * (h11 + h33 - one - two) + h21 * h32;
    return reflect(&x, y, z);
}

/* Whether a bulge in column k has become zero there, because one of its reflectors was I. */
static inline bool has_collapsed(const struct chase *s, int64_t k, int64_t bulge)
{
    const struct reflector *r = &s->reflector[bulge];
    scalar_t below = H(k + 3, k + 2);
    return below != 0 && times(times(r->tau, r->v3), below) == 0;
}

/* The reflector of the bulge in column k. Its columns had the last reflector in all rows but the
 * last. */
static void next_reflector(struct chase *s, int64_t k, int order, int64_t bulge)
{
    struct reflector *r = &s->reflector[bulge];
    if (k == s->top - 1) {
        *r = first_reflector(s, k + 1, order, bulge);
        return;
    }
    if (order == 2) {
        *r = reflect(&H(k + 1, k), H(k + 2, k), 0);
        H(k + 2, k) = 0;
        return;
    }
    bool collapsed = has_collapsed(s, k, bulge);
    scalar_t sum = times(times(r->tau, r->v3), H(k + 3, k + 2));
    H(k + 3, k + 1) = -times(sum, SL_CONJ(r->v2));
    H(k + 3, k + 2) -= times(sum, SL_CONJ(r->v3));
    scalar_t x = H(k + 1, k), y = H(k + 2, k);
    *r = reflect(&x, y, -sum);
    if (collapsed) { /* it can begin again here, if what it makes in column k is negligible */
        struct reflector again = first_reflector(s, k + 1, 3, bulge);
        scalar_t part = SL_CONJ(again.tau) * (H(k + 1, k) + SL_CONJ(again.v2) * H(k + 2, k));
        real_t near =
            sum_of_parts(H(k, k)) + sum_of_parts(H(k + 1, k + 1)) + sum_of_parts(H(k + 2, k + 2));
        if (sum_of_parts(H(k + 2, k) - part * again.v2) + sum_of_parts(part * again.v3) <=
            s->precision * near) {
            x = H(k + 1, k) - part;
            *r = again;
        }
    }
    H(k + 1, k) = x;
    H(k + 2, k) = 0;
    H(k + 3, k) = 0;
}

/* Sets H(k+1,k) = 0 if it is negligible, by the test of Ahues and Tisseur (LAPACK Working Note
 * 122). */
static void test_subdiagonal(struct chase *s, int64_t k)
{
    if (H(k + 1, k) == 0)
        return;
    real_t below = sum_of_parts(H(k + 1, k)), above = sum_of_parts(H(k, k + 1));
    real_t near = sum_of_parts(H(k, k)) + sum_of_parts(H(k + 1, k + 1));
    for (int64_t j = k - 1; near == 0 && j >= SL_MAX(s->first, SL_MAX(s->top, k - 3)); j--)
        near += sum_of_parts(H(k, j));
    for (int64_t i = k + 2; near == 0 && i <= SL_MIN(SL_MIN(s->bottom, s->end) - 1, k + 4); i++)
        near += sum_of_parts(H(i, k + 1));
    if (below > SL_MAX(s->small, s->precision * near))
        return;
    real_t distance = sum_of_parts(H(k, k) - H(k + 1, k + 1)), size = sum_of_parts(H(k + 1, k + 1));
    real_t most = SL_MAX(below, above), least = SL_MIN(below, above);
    real_t h11 = SL_MAX(size, distance), h22 = SL_MIN(size, distance), sum = h11 + most;
    real_t product = h22 * (h11 / sum);
    if (product == 0 || least * (most / sum) <= SL_MAX(s->small, s->precision * product))
        H(k + 1, k) = 0;
}

/* ---- Chains of reflectors ----------------------------------------------------------------------
 */

/* What a product needs of a reflector: tau, tau v2, tau v3, v2 and v3 from the left, some of them
 * conjugate. */
struct factors {
    scalar_t tau, tau2, tau3, v2, v3;
};

/* Rows first ... end - 1 of the columns of reflector 0; those of the next one begin or end two rows
 * later, if they move. */
struct rows {
    int64_t first, end;
    bool first_moves, end_moves;
};

#define SL_VECTORS "codelets/nonsymmetric/bulge_vectors.h"
#include "codelets/vectors.h"

/* x, y and z times a reflector. */
static inline void apply(const struct factors *f, scalar_t *x, scalar_t *y, scalar_t *z)
{
    scalar_t sum = times(f->tau, *x) + times(f->tau2, *y) + times(f->tau3, *z);
    *x -= sum;
    *y -= times(f->v2, sum);
    *z -= times(f->v3, sum);
}

/* The last row of three columns, which has changed by the next bulge, and then the first column. */
static inline void meet(const struct factors *right, const struct factors *left, scalar_t *h,
                        int64_t ld)
{
    apply(right, h + 2, h + 2 + ld, h + 2 + 2 * ld);
    apply(left, h, h + 1, h + 2);
}

/* H and U times the reflectors of bulges from ... to; the first of these is in column k. */
static void apply_chain(struct chase *s, int64_t k, int64_t from, int64_t to)
{
    struct factors right[SL_MOST_BULGES], left[SL_MOST_BULGES];
    int64_t count = to - from + 1, moved = k - 2 * from - s->start;
    for (int64_t b = 0; b < count; b++) {
        struct reflector r = s->reflector[from + b];
        scalar_t tau2 = times(r.tau, r.v2), tau3 = times(r.tau, r.v3);
        right[b] = (struct factors){r.tau, tau2, tau3, SL_CONJ(r.v2), SL_CONJ(r.v3)};
        left[b] = (struct factors){SL_CONJ(r.tau), SL_CONJ(tau2), SL_CONJ(tau3), r.v2, r.v3};
    }
    struct rows of_h = {.end = k + 3 - s->first, .end_moves = true};
    SL_BEST(from_right)(right, count, of_h, &H(s->first, k + 1), s->ld);
    for (int64_t b = count - 1; b >= 0; b--)
        meet(&right[b], &left[b], &H(k + 1 + 2 * b, k + 1 + 2 * b), s->ld);
    SL_BEST(from_left)(s, left, count, k + 1 - s->first, k + 2 - s->first);
    struct rows of_u = {.end = s->rows_of_u};
    if (!s->full) { /* the rows of U that are not zero in these columns */
        of_u.first = k - 1 - moved - s->first_of_u;
        of_u.first_moves = true;
        of_u.end = SL_MIN(of_u.end, s->start + moved + 2 * s->bulges + 2 - s->first_of_u);
    }
    SL_BEST(from_right)(right, count, of_u, s->u + (k + 1 - s->first_of_u) * s->ldu, s->ldu);
}

/* The bulges are in columns step, step + 2, ...; each moves by one column. */
static void move_by_one(struct chase *s, int64_t step)
{
    int64_t last = s->bottom - 1;
    int64_t from = SL_MAX(0, (s->top - step) / 2),
            to = SL_MIN(s->bulges - 1, (last - 2 - step) / 2);
    SL_BEST(store_rows)(s, true, 0, step + 2 * to + 4 - s->first);
    while (to >= from) {
        int64_t b = to, k;
        do {
            k = step + 2 * b;
            next_reflector(s, k, k == last - 2 ? 2 : 3, b--);
            /* a bulge that begins in H sees what the ones before it did */
        } while (b >= from && k - 2 >= s->top && !has_collapsed(s, k - 2, b));
        apply_chain(s, k, b + 1, to);
        for (int64_t c = to; c > b; c--)
            if (step + 2 * c >= s->top)
                test_subdiagonal(s, step + 2 * c);
        to = b;
    }
}

/* All bulges move by some columns. */
static void move_bulges(struct chase *s, int64_t steps)
{
    SL_BEST(store_rows)(s, false, s->start + 2 * s->bulges + 2 - s->first, s->end - s->first);
    for (int64_t i = 0; i < steps; i++)
        move_by_one(s, s->start + i);
    SL_BEST(store_rows)(s, true, 0, s->end - s->first);
}

#undef H
#endif
