/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Bulges on their way through a window, and the product U of their reflectors (Braman, Byers and
 * Mathias, The multishift QR algorithm, part I, SIAM J. Matrix Anal. Appl. 23, 2002). A bulge has
 * two shifts. Bulges stand two columns apart: the last row of a reflector's columns gets its value
 * one step later (Karlsson, Kressner and Lang, Optimally packed chains of bulges in multishift QR
 * algorithms, ACM Trans. Math. Softw. 40, 2014). So the reflectors go from window to window, too.
 * Buffers: U, the shifts (real parts, then imaginary ones), the reflectors, room for the window; in
 * the list, its tiles. */

#include <float.h>
#include <stdlib.h>
#define SL_KERNEL_USES_BLAS
#include "robust.h"
#include "window.h"

/* I - tau v v^H, v = (1, v2, v3) */
struct reflector {
    scalar_t tau, v2, v3;
};

struct chase {
    const struct sl_hseqr_args *p;
    int64_t origin, ld; /* the first row and column of h */
    scalar_t *h;        /* the window, and the column before it */
    scalar_t *u;
    int64_t ldu;
    const real_t *re, *im;
    struct reflector *reflector;
    void (*from_right)(const struct reflector *r, int order, int64_t rows, scalar_t *x, scalar_t *y,
                       scalar_t *z);
    real_t small, precision;
};

/* H(i,j), where rows and columns count in the whole matrix. */
#define H(i, j) (s->h[(i)-s->origin + ((j)-s->origin) * s->ld])

/* ---- Reflectors
 * ---------------------------------------------------------------------------------- */

/* The reflector that makes (x, y, z) a multiple of the first unit vector; *x becomes the factor. */
static struct reflector reflect(scalar_t *x, scalar_t y, scalar_t z)
{
    const real_t most = sizeof(real_t) == sizeof(float) ? (real_t)0x1p50 : (real_t)0x1p400;
    real_t a = magnitude(*x), b = magnitude(y), c = magnitude(z), size = SL_MAX(a, SL_MAX(b, c));
    struct reflector r;
    if (size < most && size > 1 / most && (b != 0 || c != 0)) {
        real_t norm = (real_t)sqrt(SL_REAL(*x * SL_CONJ(*x)) + SL_REAL(y * SL_CONJ(y)) +
                                   SL_REAL(z * SL_CONJ(z)));
        real_t beta = SL_REAL(*x) >= 0 ? -norm : norm;
        scalar_t factor = 1 / (*x - beta);
        r = (struct reflector){(beta - *x) / beta, y * factor, z * factor};
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

/* Three elements of a column times the reflector; or two. */
static inline void from_left(const struct reflector *r, int order, scalar_t *x)
{
    scalar_t sum = x[0] + times(SL_CONJ(r->v2), x[1]);
    if (order == 3)
        sum += times(SL_CONJ(r->v3), x[2]);
    sum = times(SL_CONJ(r->tau), sum);
    x[0] -= sum;
    x[1] -= times(sum, r->v2);
    if (order == 3)
        x[2] -= times(sum, r->v3);
}

/* Elements of three neighbouring columns times the reflector; or of two. */
static inline void from_right(const struct reflector *r, int order, scalar_t *x, scalar_t *y,
                              scalar_t *z)
{
    scalar_t sum = *x + times(r->v2, *y);
    if (order == 3)
        sum += times(r->v3, *z);
    sum = times(r->tau, sum);
    *x -= sum;
    *y -= times(sum, SL_CONJ(r->v2));
    if (order == 3)
        *z -= times(sum, SL_CONJ(r->v3));
}

#define SL_VECTORS "codelets/nonsymmetric/reflect_columns.h"
#include "codelets/vectors.h"

/* ---- One step of a bulge
 * ------------------------------------------------------------------------- */

/* The reflector of the bulge in column k. Its columns had the last reflector in all rows but the
 * last. */
static void next_reflector(struct chase *s, int64_t k, int order, int64_t bulge)
{
    struct reflector *r = &s->reflector[bulge];
    if (k == s->p->top - 1) {
        *r = first_reflector(s, k + 1, order, bulge);
        return;
    }
    if (order == 2) {
        *r = reflect(&H(k + 1, k), H(k + 2, k), 0);
        H(k + 2, k) = 0;
        return;
    }
    scalar_t sum = r->tau * r->v3 * H(k + 3, k + 2);
    H(k + 3, k) = -sum;
    H(k + 3, k + 1) = -sum * SL_CONJ(r->v2);
    H(k + 3, k + 2) -= sum * SL_CONJ(r->v3);
    scalar_t x = H(k + 1, k), y = H(k + 2, k), z = H(k + 3, k);
    bool collapsed = z == 0 && H(k + 3, k + 1) == 0 && H(k + 3, k + 2) != 0;
    *r = reflect(&x, y, z);
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
    const struct sl_hseqr_args *p = s->p;
    if (H(k + 1, k) == 0)
        return;
    real_t below = sum_of_parts(H(k + 1, k)), above = sum_of_parts(H(k, k + 1));
    real_t near = sum_of_parts(H(k, k)) + sum_of_parts(H(k + 1, k + 1));
    for (int64_t j = k - 1; near == 0 && j >= SL_MAX(s->origin, k - 3); j--)
        near += sum_of_parts(H(k, j));
    for (int64_t i = k + 2; near == 0 && i <= SL_MIN(p->end - 1, k + 4); i++)
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

/* The bulges are in columns step, step + 2, ...; each moves by one column. */
static void move_all(struct chase *s, int64_t step)
{
    const struct sl_hseqr_args *p = s->p;
    int64_t last = p->bottom - 1, first = p->first;
    int64_t from = SL_MAX(0, (p->top - step) / 2),
            to = SL_MIN(p->bulges - 1, (last - 2 - step) / 2);
    for (int64_t b = to; b >= from; b--) {
        int64_t k = step + 2 * b;
        int order = k == last - 2 ? 2 : 3;
        struct reflector *r = &s->reflector[b];
        next_reflector(s, k, order, b);
        s->from_right(r, order, SL_MIN(last, k + 3) + 1 - s->origin, &H(s->origin, k + 1),
                      &H(s->origin, k + 2), order == 3 ? &H(s->origin, k + 3) : NULL);
        from_left(r, order, &H(k + 1, k + 1));
        if (k >= p->top)
            test_subdiagonal(s, k);
    }
    for (int64_t b = to; b >= from; b--) {
        int64_t k = step + 2 * b;
        int order = k == last - 2 ? 2 : 3;
        struct reflector r = s->reflector[b];
        for (int64_t j = k + 2; j < p->end; j++)
            from_left(&r, order, &H(k + 1, j));
        /* the rows of U that are not zero in these columns */
        int64_t high = SL_MAX(0, k - 1 - (step - p->step) - first);
        int64_t low = SL_MIN(p->end, step + 2 * p->bulges + 2) - first;
        scalar_t *u = s->u + high + (k + 1 - first) * s->ldu;
        s->from_right(&r, order, low - high, u, u + s->ldu, order == 3 ? u + 2 * s->ldu : NULL);
    }
}

/* ---- The task
 * -------------------------------------------------------------------------------------- */

static void identity(int64_t n, scalar_t *u, int64_t ldu)
{
    for (int64_t j = 0; j < n; j++) {
        memset(u + j * ldu, 0, (size_t)n * sizeof *u);
        u[j + j * ldu] = 1;
    }
}

static void cpu_hseqr_chase(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    struct tiles t = {tiles + 4, p};
    bool single = sizeof(real_t) == sizeof(float);
    const real_t *shift = (const real_t *)STARPU_MATRIX_GET_PTR(tiles[1]) + p->shift;
    struct chase s = {
        .p = p,
        .from_right = SL_BEST(from_right),
        .origin = SL_MAX(p->top, p->step),
        .h = (scalar_t *)STARPU_VECTOR_GET_PTR(tiles[3]),
        .u = TILE(tiles[0]),
        .ldu = TILE_LD(tiles[0]),
        .re = shift,
        .im = shift + STARPU_MATRIX_GET_LD(tiles[1]),
        .reflector = (struct reflector *)STARPU_MATRIX_GET_PTR(tiles[2]),
        .precision = (real_t)(single ? FLT_EPSILON : DBL_EPSILON),
    };
    s.small = (real_t)((single ? FLT_MIN : DBL_MIN) / s.precision * (double)(p->bottom - p->top));
    s.ld = p->end - s.origin;
    copy_window(t, false, s.origin, p->end, s.origin, p->end, s.h, s.ld);
    identity(p->end - p->first, s.u, s.ldu);
    for (int64_t i = 0; i < p->steps; i++)
        move_all(&s, p->step + i);
    /* the other elements of row `origin` change with the rest of the columns */
    int64_t skip = p->first - s.origin;
    copy_window(t, true, p->first, p->end, s.origin, p->end, s.h + skip, s.ld);
}

SL_CODELET_CPU(hseqr_chase);
