/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The rest of the rows of a window, H = U^H H, and the rest of its columns, H = H U. Buffers: U,
 * and room for a copy; in the list, the tiles. */

#define SL_KERNEL_USES_BLAS
#include "window.h"

static void cpu_hseqr_rows(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    const scalar_t *u = TILE(tiles[0]), one = 1, zero = 0;
    scalar_t *copy = (scalar_t *)STARPU_VECTOR_GET_PTR(tiles[1]);
    struct tiles t = {tiles + 2, p};
    int64_t order = p->end - p->first, ldu = TILE_LD(tiles[0]);
    struct part x = {0};
    copy_window(t, false, p->first, p->end, p->from, p->to, copy, order);
    for (int64_t j = p->from; j < p->to; j += x.columns)
        for (int64_t i = p->first; i < p->end; i += x.rows) {
            x = part_at(t, i, p->end, j, p->to);
            cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, (int)x.rows, (int)x.columns,
                          (int)order, SADDR(one), u + (i - p->first) * ldu, (int)ldu,
                          copy + (j - p->from) * order, (int)order, SADDR(zero), x.a, (int)x.ld);
        }
}

static void cpu_hseqr_columns(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    const scalar_t *u = TILE(tiles[0]), one = 1, zero = 0;
    scalar_t *copy = (scalar_t *)STARPU_VECTOR_GET_PTR(tiles[1]);
    struct tiles t = {tiles + 2, p};
    int64_t order = p->end - p->first, ldu = TILE_LD(tiles[0]), rows = p->to - p->from;
    struct part x = {0};
    copy_window(t, false, p->from, p->to, p->first, p->end, copy, rows);
    for (int64_t j = p->first; j < p->end; j += x.columns)
        for (int64_t i = p->from; i < p->to; i += x.rows) {
            x = part_at(t, i, p->to, j, p->end);
            cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)x.rows, (int)x.columns,
                          (int)order, SADDR(one), copy + i - p->from, (int)rows,
                          u + (j - p->first) * ldu, (int)ldu, SADDR(zero), x.a, (int)x.ld);
        }
}

SL_CODELET_CPU(hseqr_rows);
SL_CODELET_CPU(hseqr_columns);
