/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Bulges on their way through a window, and the product U of their reflectors. The reflectors go
 * from window to window, too. The window's rows and columns are multiplied as far as the next
 * window of these bulges needs its tiles. Buffers: U, the shifts (real parts, then imaginary ones),
 * the reflectors, room for the window and U; in the list, the tiles. */

#include <float.h>
#define SL_KERNEL_USES_BLAS
#include "bulges.h"
#include "far.h"

static void cpu_hseqr_chase(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    struct tiles t = {tiles + 4, p};
    bool single = sizeof(real_t) == sizeof(float);
    const real_t *shift = (const real_t *)STARPU_MATRIX_GET_PTR(tiles[1]) + p->shift;
    int64_t origin = SL_MAX(p->top, p->step), order = p->end - p->first;
    int64_t ld = (p->end - origin + 2 * SL_BULGE_ROOM - 1) / SL_BULGE_ROOM * SL_BULGE_ROOM;
    size_t size = (size_t)(ld * (ld + SL_BULGE_ROOM));
    uintptr_t address = (uintptr_t)STARPU_VECTOR_GET_PTR(tiles[3]);
    scalar_t *room =
        (scalar_t *)((address + SL_VECTOR_BYTES - 1) / SL_VECTOR_BYTES * SL_VECTOR_BYTES);
    scalar_t *u = TILE(tiles[0]);
    struct chase s = {
        .top = p->top,
        .bottom = p->bottom,
        .first = origin, /* row step is the last one of a reflector's columns */
        .end = p->end,
        .bulges = p->bulges,
        .start = p->step,
        .h = room + size,
        .ld = ld,
        .u = room,
        .rows = room + 2 * size,
        .ldu = ld,
        .first_of_u = p->first,
        .rows_of_u = order,
        .re = shift,
        .im = shift + STARPU_MATRIX_GET_LD(tiles[1]),
        .reflector = (struct reflector *)STARPU_MATRIX_GET_PTR(tiles[2]),
        .precision = (real_t)(single ? FLT_EPSILON : DBL_EPSILON),
    };
    s.small = (real_t)((single ? FLT_MIN : DBL_MIN) / s.precision * (double)(p->bottom - p->top));
    memset(room, 0, 3 * size * sizeof *room);
    copy_window(t, false, origin, p->end, origin, p->end, s.h, ld);
    for (int64_t j = 0; j < order; j++)
        s.u[j + j * ld] = 1;
    move_bulges(&s, p->steps);
    /* the other elements of row `origin` change with the rest of the columns */
    copy_window(t, true, p->first, p->end, origin, p->end, s.h + p->first - origin, ld);
    for (int64_t j = 0; j < order; j++)
        memcpy(u + j * TILE_LD(tiles[0]), s.u + j * ld, (size_t)order * sizeof *u);
    const struct far f = {t, (int)order, (int)ld, s.u, s.h, 2 * (int64_t)size / order};
    all_rows(&f, p->end, p->to);
    all_columns(&f, p->from, p->first);
}

SL_CODELET_CPU(hseqr_chase);
