/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Aggressive early deflation in a window (Braman, Byers and Mathias, The multishift QR algorithm,
 * part II, SIAM J. Matrix Anal. Appl. 23, 2002). Eigenvalues of its Schur form whose elements of
 * the spike are negligible are eigenvalues of H. The others are shifts. The element that an
 * eigenvalue has at the end of the window is that of its left eigenvector. A window that is the whole
 * block has no spike, so all of it is deflated. The file that includes this one has included BLAS.
 */

#ifndef SL_DEFLATION_H
#define SL_DEFLATION_H

#include <stdlib.h>
#include <string.h>
#include "robust.h"

#ifdef SL_COMPLEX
#define UNMHR LAPACKE_x(unmhr_work)
#else
#define UNMHR LAPACKE_x(ormhr_work)
#endif

struct window {
    int n, found,
        active;      /* its order; the first of the found eigenvalues, the number not deflated */
    scalar_t *t, *v; /* the Schur form, and its vectors */
    scalar_t *left;  /* its left eigenvectors */
    int ldv;
    scalar_t spike;
    scalar_t *work; /* 2 n for values or reflectors, then size, at least 2 n */
    int size;
    real_t small, precision;
};

#define T(i, j) (w->t[(i) + (size_t)(j) * (size_t)w->n])
#define V(i, j) (w->v[(i) + (size_t)(j) * (size_t)w->ldv])

/* Whether row i is the second one of a pair. */
static bool is_second(const struct window *w, int i)
{
    return SL_PARTS == 1 && i > 0 && T(i, i - 1) != 0;
}

static int schur_by_lapack(const struct window *w, scalar_t *work, int size)
{
#ifdef SL_COMPLEX
    return LAPACKE_x(hseqr_work)(LAPACK_COL_MAJOR, 'S', 'I', w->n, 1, w->n, w->t, w->n, w->work,
                                 w->v, w->ldv, work, size);
#else
    return LAPACKE_x(hseqr_work)(LAPACK_COL_MAJOR, 'S', 'I', w->n, 1, w->n, w->t, w->n, w->work,
                                 w->work + w->n, w->v, w->ldv, work, size);
#endif
}

/* Moves the diagonal block that begins in row `from` behind the one that ends in row `to`. */
static void move(struct window *w, int from, int to, scalar_t *work)
{
#ifdef SL_COMPLEX
    (void)work;
    LAPACKE_x(trexc_work)(LAPACK_COL_MAJOR, 'V', w->n, w->t, w->n, w->v, w->ldv, from + 1, to + 1);
#else
    int first = from + 1, last = to + 1;
    LAPACKE_x(trexc_work)(LAPACK_COL_MAJOR, 'V', w->n, w->t, w->n, w->v, w->ldv, &first, &last,
                          work);
#endif
}

/* Whether an element of the spike is negligible beside the eigenvalue that ends in row `last`. */
static bool is_negligible(const struct window *w, int last, real_t spike)
{
    real_t size = sum_of_parts(T(last, last));
    if (is_second(w, last))
        size += (real_t)(sqrt(fabs(SL_REAL(T(last, last - 1)))) *
                         sqrt(fabs(SL_REAL(T(last - 1, last)))));
    if (size == 0)
        size = sum_of_parts(w->spike);
    return sum_of_parts(w->spike) * spike <= SL_MAX(w->small, w->precision * size);
}

/* The element of the spike that an eigenvalue would have at the end: of its left eigenvector, which
 * is in column `first`, for a pair also in the next one. */
static real_t expected(const struct window *w, const scalar_t *y, int first, int count)
{
    real_t part = 0, norm = 0;
    for (int j = 0; j < count; j++, y += w->n) {
        scalar_t sum = 0;
        for (int i = first; i < w->n; i++) {
            sum += V(0, i) * y[i];
            norm += SL_REAL(y[i] * SL_CONJ(y[i]));
        }
        part += sum_of_parts(sum);
    }
    return part / (real_t)sqrt(norm);
}

/* The left eigenvectors of T. */
static void left_vectors(struct window *w)
{
    int n = w->n, m;
#ifdef SL_COMPLEX
    LAPACKE_x(trevc_work)(LAPACK_COL_MAJOR, 'L', 'A', NULL, n, w->t, n, w->left, n, NULL, 1, n, &m,
                          w->work + n, (real_t *)w->work);
#else
    LAPACKE_x(trevc_work)(LAPACK_COL_MAJOR, 'L', 'A', NULL, n, w->t, n, w->left, n, NULL, 1, n, &m,
                          w->work);
#endif
}

/* Deflates what is negligible at the end, but nothing above row `above`. */
static void deflate_last(struct window *w, int above)
{
    while (w->active > above) {
        int last = w->active - 1, count = 1 + is_second(w, last);
        real_t spike = sum_of_parts(V(0, last));
        if (count == 2)
            spike = SL_MAX(spike, sum_of_parts(V(0, last - 1)));
        if (!is_negligible(w, last, spike))
            return;
        w->active -= count;
    }
}

/* Moves to the end what can be deflated there. The left eigenvectors tell what is worth a move. */
static void deflate(struct window *w)
{
    const real_t doubt = 2; /* rounding errors, and what is deflated before */
    real_t *spike = (real_t *)w->work;
    if (w->spike == 0) {
        w->active = w->found;
        return;
    }
    left_vectors(w);
    for (int last = w->n - 1, first; last >= w->found; last = first - 1) {
        first = last - is_second(w, last);
        const scalar_t *y = w->left + (size_t)first * (size_t)w->n;
        spike[last] = expected(w, y, first, last - first + 1);
    }
    w->active = w->n;
    for (int last = w->n - 1, first; last >= w->found; last = first - 1) {
        first = last - is_second(w, last);
        if (!is_negligible(w, last, spike[last] / doubt))
            continue;
        if (last + 1 < w->active)
            move(w, first, w->active - 1, w->work + w->n);
        deflate_last(w, first);
    }
}

/* The rows above `active` become a Hessenberg matrix again, and the spike one number. */
static void restore(struct window *w)
{
    int n = w->n, m = w->active;
    scalar_t *x = w->work, *work = w->work + 2 * n, tau;
    for (int j = 0; j < m; j++)
        x[j] = SL_CONJ(V(0, j));
    scalar_t beta = x[0];
    LAPACKE_x(larfg_work)(m, &beta, x + 1, 1, &tau);
    x[0] = 1;
    for (int j = 0; j + 2 < n; j++)
        memset(&T(j + 2, j), 0, (size_t)(n - j - 2) * sizeof(scalar_t));
    LAPACKE_x(larfx_work)(LAPACK_COL_MAJOR, 'L', m, n, x, SL_CONJ(tau), w->t, n, work);
    LAPACKE_x(larfx_work)(LAPACK_COL_MAJOR, 'R', m, m, x, tau, w->t, n, work);
    LAPACKE_x(larfx_work)(LAPACK_COL_MAJOR, 'R', n, m, x, tau, w->v, w->ldv, work);
    LAPACKE_x(gehrd_work)(LAPACK_COL_MAJOR, n, 1, m, w->t, n, x, work, w->size);
    w->spike *= SL_CONJ(V(0, 0));
    UNMHR(LAPACK_COL_MAJOR, 'R', 'N', n, m, 1, m, w->t, n, x, w->v, w->ldv, work, w->size);
    for (int j = 0; j + 2 < n; j++)
        memset(&T(j + 2, j), 0, (size_t)(n - j - 2) * sizeof(scalar_t));
}

/* ---- Shifts ------------------------------------------------------------------------------------
 */

struct shifts {
    real_t *re, *im;
    int count, wanted;
    bool held;
    real_t re1, im1; /* without a partner yet */
};

static void add_pair(struct shifts *s, real_t re1, real_t im1, real_t re2, real_t im2)
{
    if (s->count >= s->wanted)
        return;
    s->re[s->count] = re1;
    s->im[s->count++] = im1;
    s->re[s->count] = re2;
    s->im[s->count++] = im2;
}

static void add_one(struct shifts *s, real_t re, real_t im)
{
    if (s->held)
        add_pair(s, s->re1, s->im1, re, im);
    s->held = !s->held;
    s->re1 = re;
    s->im1 = im;
}

/* Eigenvalues that are not deflated, the last ones. Conjugates are a pair. */
static void eigenvalues(const struct window *w, struct shifts *s)
{
    for (int i = w->active - 1; i >= w->found; i--)
        if (is_second(w, i)) {
            real_t re = (real_t)SL_REAL(T(i, i));
            real_t im =
                (real_t)(sqrt(fabs(SL_REAL(T(i, i - 1)))) * sqrt(fabs(SL_REAL(T(i - 1, i)))));
            add_pair(s, re, im, re, -im);
            i--;
        } else {
#ifdef SL_COMPLEX
            add_one(s, (real_t)creal(T(i, i)), (real_t)cimag(T(i, i)));
#else
            add_one(s, T(i, i), 0);
#endif
        }
    if (s->held && s->count == 0)
        add_pair(s, s->re1, s->im1, s->re1, s->im1);
}

/* ---- Room --------------------------------------------------------------------------------------
 */

/* The largest workspace that one of the steps wants; 0: no memory for the window. */
static bool make_room(struct window *w)
{
    scalar_t want[3] = {1, 1, 1}, none[1];
    int n = w->n;
    w->work = none;
    schur_by_lapack(w, &want[0], -1);
    LAPACKE_x(gehrd_work)(LAPACK_COL_MAJOR, n, 1, n, w->t, n, none, &want[1], -1);
    UNMHR(LAPACK_COL_MAJOR, 'R', 'N', n, n, 1, n, w->t, n, none, w->v, w->ldv, &want[2], -1);
    w->size = 2 * n;
    for (int i = 0; i < 3; i++)
        w->size = SL_MAX(w->size, (int)SL_REAL(want[i]));
    w->t = malloc((size_t)n * (size_t)n * sizeof *w->t);
    w->left = malloc((size_t)n * (size_t)n * sizeof *w->left);
    w->work = malloc((2 * (size_t)n + (size_t)w->size) * sizeof *w->work);
    return w->t && w->left && w->work;
}

static void free_room(struct window *w)
{
    free(w->t);
    free(w->left);
    free(w->work);
}

#endif
