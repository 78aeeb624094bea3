/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The Schur form of a window, by bulges in one thread: the algorithm of hseqr again, whose products
 * are chains of reflectors. Its own windows, and all small ones, are LAPACK's. */

#ifndef SL_WINDOW_SCHUR_H
#define SL_WINDOW_SCHUR_H

#include "bulges.h"
#include "deflation.h"
#include "codelets/tuning.h"

/* Rows first ... end - 1 and their columns, and U, times the orthogonal matrix of their window. */
static void multiply_rest(struct chase *s, int first, int end, const struct window *w,
                          scalar_t *work)
{
    const scalar_t one = 1, zero = 0;
    int n = w->n, right = (int)s->end - end, ld = (int)s->ld;
    scalar_t *rows = s->h + first + (int64_t)end * ld, *columns = s->h + (int64_t)first * ld;
    scalar_t *u = s->u + (int64_t)first * s->ldu;
    if (right > 0) {
        cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, n, right, n, SADDR(one), w->v,
                      w->ldv, rows, ld, SADDR(zero), work, n);
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', n, right, work, n, rows, ld);
    }
    if (first > 0) {
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, first, n, n, SADDR(one), columns,
                      ld, w->v, w->ldv, SADDR(zero), work, first);
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', first, n, work, first, columns, ld);
    }
    int m = (int)s->rows_of_u;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, n, n, SADDR(one), u, (int)s->ldu,
                  w->v, w->ldv, SADDR(zero), work, m);
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', m, n, work, m, u, (int)s->ldu);
}

/* Deflation in the last `order` rows of the active block. Returns the number of eigenvalues found,
 * -1: LAPACK found not all of the window's. */
static int deflate_end(struct chase *s, int order, struct window *w, struct shifts *shifts,
                       scalar_t *work)
{
    int first = (int)s->bottom - order, ld = (int)s->ld;
    scalar_t *block = s->h + first + (int64_t)first * ld, *left = block - ld;
    w->n = w->ldv = order;
    w->found = 0;
    w->spike = first > s->top ? *left : 0;
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', order, order, block, ld, w->t, order);
    if (schur_by_lapack(w, w->work + 2 * order, w->size) != 0)
        return -1;
    deflate(w);
    shifts->count = 0;
    shifts->held = false;
    eigenvalues(w, shifts);
    if (w->active == order)
        return 0;
    if (w->active == 0)
        w->spike = 0;
    else if (w->active == 1)
        w->spike *= SL_CONJ(V(0, 0));
    else
        restore(w);
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', order, order, w->t, order, block, ld);
    if (first > s->top)
        *left = w->spike;
    multiply_rest(s, first, (int)s->bottom, w, work);
    return order - w->active;
}

/* All bulges from the top of the active block to its end. */
static void sweep(struct chase *s, int shifts)
{
    s->bulges = shifts / 2;
    s->start = s->top + 1 - shifts;
    move_bulges(s, s->bottom - 2 - s->start);
}

/* H becomes T. false: it did not converge. */
static bool iterate(struct chase *s, struct window *w, struct shifts *shifts, scalar_t *work)
{
    int idle = 0;
    s->bottom = s->end;
    while (s->bottom > 0 && idle < 10) {
        s->top = s->bottom - 1;
        while (s->top > 0 && s->h[s->top + (s->top - 1) * s->ld] != 0)
            s->top--;
        int order = (int)(s->bottom - s->top);
        order = order > SL_WINDOW_BY_LAPACK ? SL_WINDOW_OF_WINDOW : order;
        int found = deflate_end(s, order, w, shifts, work);
        if (found < 0)
            return false;
        s->bottom -= found;
        idle = found > 0 ? 0 : idle + 1;
        bool many = 100 * found > SL_WINDOW_MANY * order;
        if (!many && s->bottom - s->top > SL_WINDOW_BY_LAPACK)
            sweep(s, shifts->count);
    }
    return s->bottom == 0;
}

/* T and V from T. false: T is as it was. */
static bool schur_by_bulges(struct window *w)
{
    int n = w->n;
    int64_t ld = (n + 2 * SL_BULGE_ROOM - 1) / SL_BULGE_ROOM * SL_BULGE_ROOM;
    size_t size = (size_t)(ld * (ld + SL_BULGE_ROOM)), bytes = 3 * size * sizeof(scalar_t);
    struct window inner = {
        .n = SL_MIN(n, SL_WINDOW_BY_LAPACK), .small = w->small, .precision = w->precision};
    real_t shift[2][SL_WINDOW_SHIFTS];
    struct reflector reflectors[SL_WINDOW_SHIFTS / 2];
    struct shifts shifts = {.re = shift[0], .im = shift[1], .wanted = SL_WINDOW_SHIFTS};
    scalar_t *room = aligned_alloc(SL_VECTOR_BYTES, bytes);
    scalar_t *work = malloc((size_t)n * (size_t)inner.n * sizeof *work);
    inner.v = malloc((size_t)inner.n * (size_t)inner.n * sizeof *inner.v);
    inner.ldv = inner.n;
    bool there = make_room(&inner) && room && work && inner.v, done = false;
    struct chase s = {
        .end = n,
        .h = room,
        .rows = room + 2 * size,
        .ld = ld,
        .u = room + size,
        .ldu = ld,
        .rows_of_u = n,
        .full = true,
        .re = shift[0],
        .im = shift[1],
        .reflector = reflectors,
        .small = w->small,
        .precision = w->precision,
    };
    if (there) {
        memset(room, 0, bytes);
        for (int j = 0; j < n; j++) {
            memcpy(s.h + j * ld, w->t + (size_t)j * (size_t)n,
                   (size_t)SL_MIN(n, j + 2) * sizeof *room);
            s.u[j + j * ld] = 1;
        }
        done = iterate(&s, &inner, &shifts, work);
    }
    if (done) {
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', n, n, s.h, (int)ld, w->t, n);
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', n, n, s.u, (int)ld, w->v, w->ldv);
    }
    free_room(&inner);
    free(inner.v);
    free(work);
    free(room);
    return done;
}

/* T and V; returns LAPACK's info. */
static int schur(struct window *w)
{
    if (w->n > SL_WINDOW_BY_LAPACK && schur_by_bulges(w))
        return 0;
    return schur_by_lapack(w, w->work + 2 * w->n, w->size);
}

#endif
