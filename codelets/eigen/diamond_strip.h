/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The diamonds of a group of sweeps times a strip of C. Included by codelets/vectors.h.
 * The strip is a copy of some columns of C, row by row. A row has two vectors: of neighbouring
 * columns, or, if C is complex, of their real and imaginary parts. */

#define LANES NAME(lanes)
typedef real_t LANES __attribute__((vector_size(BYTES), may_alias));
enum { NAME(COLUMNS) = 2 * BYTES / sizeof(scalar_t) };

/* w = w + v x */
TARGET static inline void NAME(add)(LANES w[2], scalar_t v, const LANES x[2])
{
#ifdef SL_COMPLEX
    real_t re = (real_t)creal(v), im = (real_t)cimag(v);
    w[0] = w[0] + re * x[0] - im * x[1];
    w[1] = w[1] + re * x[1] + im * x[0];
#else
    w[0] += v * x[0];
    w[1] += v * x[1];
#endif
}

/* C = C - V op(T) W with W = V^H C; W and op(T) W stay in registers. */
TARGET static void NAME(apply)(const struct diamond *d, LANES (*c)[2])
{
    LANES w[SL_DIAMOND_SWEEPS][2] = {{{0}}}, y[SL_DIAMOND_SWEEPS][2] = {{{0}}};
    int rows = d->rows;
    c += d->first;
    for (int i = 0; i < rows; i++) {
        LANES x[2] = {c[i][0], c[i][1]};
#pragma GCC unroll 4
        for (int k = 0; k < SL_DIAMOND_SWEEPS; k++)
            NAME(add)(w[k], (scalar_t)SL_CONJ(d->v[i][k]), x);
    }
#pragma GCC unroll 4
    for (int k = 0; k < SL_DIAMOND_SWEEPS; k++)
#pragma GCC unroll 4
        for (int j = 0; j < SL_DIAMOND_SWEEPS; j++)
            NAME(add)(y[k], d->minus_t[k][j], w[j]);
    for (int i = 0; i < rows; i++) {
        LANES x[2] = {c[i][0], c[i][1]};
#pragma GCC unroll 4
        for (int k = 0; k < SL_DIAMOND_SWEEPS; k++)
            NAME(add)(x, d->v[i][k], y[k]);
        c[i][0] = x[0];
        c[i][1] = x[1];
    }
}

/* Rows of C to the strip, and back. */
TARGET static void NAME(load)(int rows, int columns, const scalar_t *c, int64_t ldc, real_t *strip)
{
    for (int i = 0; i < rows; i++, strip += SL_PARTS * NAME(COLUMNS))
        for (int j = 0; j < columns; j++)
            for (int part = 0; part < SL_PARTS; part++)
                strip[part * NAME(COLUMNS) + j] = ((const real_t *)(c + i + j * ldc))[part];
}
TARGET static void NAME(store)(int rows, int columns, const real_t *strip, scalar_t *c, int64_t ldc)
{
    for (int i = 0; i < rows; i++, strip += SL_PARTS * NAME(COLUMNS))
        for (int j = 0; j < columns; j++)
            for (int part = 0; part < SL_PARTS; part++)
                ((real_t *)(c + i + j * ldc))[part] = strip[part * NAME(COLUMNS) + j];
}

/* All diamonds times all strips of C, from row sweep + 1 on. */
TARGET static void NAME(multiply)(const struct sl_diamond_args *p, void *diamonds, int columns,
                                  scalar_t *c, int64_t ldc, void *room)
{
    LANES(*strip)[2] = room;
    int above = (int)p->sweep + 1, rows = (int)p->n - above;
    for (int j = 0; j < columns; j += NAME(COLUMNS)) {
        int width = SL_MIN(columns - j, NAME(COLUMNS));
        if (width < NAME(COLUMNS))
            memset(room, 0, (size_t)rows * sizeof *strip);
        NAME(load)(rows, width, c + above + j * ldc, ldc, room);
        for (int64_t k = 0; k < sl_diamond_places(p); k++)
            NAME(apply)(diamond_at(p, diamonds, k), strip);
        NAME(store)(rows, width, room, c + above + j * ldc, ldc);
    }
}

#undef LANES
