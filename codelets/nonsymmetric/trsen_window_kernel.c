/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Moves the selected eigenvalues of a window of T to its front, in their order, by LAPACK's swaps
 * of neighbouring diagonal blocks (Bai and Demmel, On swapping diagonal blocks in real Schur form,
 * Linear Algebra Appl. 186, 1993), and makes the orthogonal U of them. Buffers: U, an int that
 * becomes 1 if two blocks are too close to be swapped, room for the window; in the list, its tiles.
 */

#define SL_KERNEL_USES_BLAS
#include "window.h"

struct window {
    int n;
    scalar_t *t, *u, *work;
    int ldu;
};

static bool is_selected(const struct sl_hseqr_args *p, int i)
{
    return p->selected[i / 64] >> (i % 64) & 1;
}

static int order_of_block(const struct window *w, int i)
{
    bool pair = SL_PARTS == 1 && i + 1 < w->n && w->t[i + 1 + (size_t)i * (size_t)w->n] != 0;
    return 1 + pair;
}

static int move(struct window *w, int from, int to)
{
    int first = from + 1, last = to + 1;
#ifdef SL_COMPLEX
    return LAPACKE_x(trexc_work)(LAPACK_COL_MAJOR, 'V', w->n, w->t, w->n, w->u, w->ldu, first,
                                 last);
#else
    return LAPACKE_x(trexc_work)(LAPACK_COL_MAJOR, 'V', w->n, w->t, w->n, w->u, w->ldu, &first,
                                 &last, w->work);
#endif
}

static void cpu_trsen_window(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    struct tiles t = {tiles + 3, p};
    int *failed = (int *)STARPU_VARIABLE_GET_PTR(tiles[1]), info = 0, front = 0;
    scalar_t *room = (scalar_t *)STARPU_VECTOR_GET_PTR(tiles[2]);
    int n = (int)(p->end - p->first);
    struct window w = {n, room, TILE(tiles[0]), room + (size_t)n * (size_t)n, TILE_LD(tiles[0])};
    copy_window(t, false, p->first, p->end, p->first, p->end, w.t, n);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', n, n, 0, 1, w.u, w.ldu);
    for (int i = 0, order; i < n && info == 0; i += order) {
        order = order_of_block(&w, i);
        if (!is_selected(p, i))
            continue;
        if (i > front)
            info = move(&w, i, front);
        front += order;
    }
    if (info != 0)
        *failed = 1;
    copy_window(t, true, p->first, p->end, p->first, p->end, w.t, n);
}

SL_CODELET_CPU(trsen_window);
