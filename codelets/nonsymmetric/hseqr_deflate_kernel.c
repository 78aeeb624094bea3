/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Aggressive early deflation in the window at the end of an active block. Buffers: U, what the task
 * tells, the shifts (real parts, then imaginary ones), and the tiles. */

#include <float.h>
#define SL_KERNEL_USES_BLAS
#include "window_schur.h"
#include "window.h"

/* Numbers near the diagonal, against cycles; here the window is as it was. */
static void exceptional(const struct window *w, struct shifts *s)
{
    for (int i = w->n - 1; i >= 2; i -= 2) {
        real_t below = sum_of_parts(T(i, i - 1));
        scalar_t centre = T(i, i);
#ifdef SL_COMPLEX
        scalar_t other = T(i - 1, i - 1);
        real_t more = (real_t)0.75 * below, above = (real_t)0.75 * sum_of_parts(T(i - 1, i - 2));
        add_pair(s, (real_t)creal(centre) + more, (real_t)cimag(centre),
                 (real_t)creal(other) + above, (real_t)cimag(other));
#else
        real_t size = below + sum_of_parts(T(i - 1, i - 2));
        real_t re = (real_t)0.75 * size + centre, im = (real_t)0.66 * size;
        add_pair(s, re, im, re, -im);
#endif
    }
}

/* ---- The task ----------------------------------------------------------------------------------
 */

static void solve(struct window *w, const struct sl_hseqr_args *p, struct tiles t, int *told,
                  struct shifts *s)
{
    copy_window(t, false, p->first, p->end, p->first, p->end, w->t, w->n);
    if (p->exceptional)
        exceptional(w, s);
    w->found = schur(w);
    told[SL_UNFOUND] = w->found;
    if (w->found != 0)
        return;
    deflate(w);
    if (w->active == 0)
        w->spike = 0;
    if (!p->exceptional)
        eigenvalues(w, s);
    told[SL_DEFLATED] = w->n - w->active;
    told[SL_SHIFTS] = s->count;
    told[SL_CHANGED] = w->active < w->n;
    if (!told[SL_CHANGED])
        return;
    if (w->active > 1)
        restore(w);
    else
        w->spike *= SL_CONJ(V(0, 0));
    copy_window(t, true, p->first, p->end, p->first, p->end, w->t, w->n);
    if (p->first > p->top)
        copy_window(t, true, p->first, p->first + 1, p->first - 1, p->first, &w->spike, 1);
}

static void cpu_hseqr_deflate(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    struct tiles t = {tiles + 3, p};
    int *told = (int *)STARPU_MATRIX_GET_PTR(tiles[1]);
    real_t *shift = (real_t *)STARPU_MATRIX_GET_PTR(tiles[2]);
    bool single = sizeof(real_t) == sizeof(float);
    struct window w = {
        .n = (int)(p->end - p->first),
        .v = TILE(tiles[0]),
        .ldv = TILE_LD(tiles[0]),
        .precision = (real_t)(single ? FLT_EPSILON : DBL_EPSILON),
    };
    struct shifts s = {
        .re = shift, .im = shift + STARPU_MATRIX_GET_LD(tiles[2]), .wanted = (int)p->wanted};
    w.small = (real_t)((single ? FLT_MIN : DBL_MIN) / w.precision * (double)(p->bottom - p->top));
    if (p->first > p->top)
        copy_window(t, false, p->first, p->first + 1, p->first - 1, p->first, &w.spike, 1);
    memset(told, 0, SL_OF_DEFLATE * sizeof *told);
    if (make_room(&w))
        solve(&w, p, t, told, &s);
    else
        told[SL_UNFOUND] = -1;
    free_room(&w);
}

SL_CODELET_CPU(hseqr_deflate);
