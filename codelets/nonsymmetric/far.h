/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The rest of the rows of a window, H = U^H H, and the rest of its columns, H = H U, on a core. The
 * file that includes this one has included BLAS. */

#ifndef SL_FAR_H
#define SL_FAR_H

#include "window.h"

static const scalar_t one = 1, zero = 0;

/* Where a task has its numbers. */
struct far {
    struct tiles t;
    int order, ldu;
    const scalar_t *u;
    scalar_t *copy;
    int64_t most; /* rows or columns that are done together */
};

/* Columns from ... to - 1 of the window's rows, at most f->most of them. */
static void rows(const struct far *f, int64_t from, int64_t to)
{
    const struct sl_hseqr_args *p = f->t.p;
    struct part x = {0};
    copy_window(f->t, false, p->first, p->end, from, to, f->copy, f->order);
    for (int64_t j = from; j < to; j += x.columns)
        for (int64_t i = p->first; i < p->end; i += x.rows) {
            x = part_at(f->t, i, p->end, j, to);
            cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, (int)x.rows, (int)x.columns,
                          f->order, SADDR(one), f->u + (i - p->first) * f->ldu, f->ldu,
                          f->copy + (j - from) * f->order, f->order, SADDR(zero), x.a, (int)x.ld);
        }
}

/* Rows from ... to - 1 of the window's columns. */
static void columns(const struct far *f, int64_t from, int64_t to)
{
    const struct sl_hseqr_args *p = f->t.p;
    int count = (int)(to - from);
    struct part x = {0};
    copy_window(f->t, false, from, to, p->first, p->end, f->copy, count);
    for (int64_t j = p->first; j < p->end; j += x.columns)
        for (int64_t i = from; i < to; i += x.rows) {
            x = part_at(f->t, i, to, j, p->end);
            cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)x.rows, (int)x.columns,
                          f->order, SADDR(one), f->copy + i - from, count,
                          f->u + (j - p->first) * f->ldu, f->ldu, SADDR(zero), x.a, (int)x.ld);
        }
}

static void all_rows(const struct far *f, int64_t from, int64_t to)
{
    for (int64_t j = from; j < to; j += f->most)
        rows(f, j, SL_MIN(to, j + f->most));
}

static void all_columns(const struct far *f, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i += f->most)
        columns(f, i, SL_MIN(to, i + f->most));
}

#endif
