/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A tile gets the updates by a panel of the reduction to Hessenberg form: A = A - Y V^H from the
 * right, then A = (I - V T^H V^H) A from the left. The panel's own columns get only the first one,
 * in the rows above the reflectors; columns that are triangular already only the second one. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static const scalar_t one = 1, minus_one = -1, zero = 0;

struct update {
    int k; /* reflectors */
    const scalar_t *v, *y, *t;
    int ldv, ldy, ldt;
    scalar_t *c;
    int ldc, column; /* the tile, and its first column */
};

/* A = A - Y V^H in columns from ... end - 1 */
static void from_right(const struct update *u, int rows, int from, int end)
{
    if (from < end && rows > 0)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, rows, end - from, u->k,
                      SADDR(minus_one), u->y, u->ldy, u->v + from, u->ldv, SADDR(one),
                      u->c + (int64_t)(from - u->column) * u->ldc, u->ldc);
}

/* A = A - V T^H V^H A in columns from ... end - 1, and in the rows of the reflectors */
static void from_left(const struct update *u, int top, int rows, int from, int end, scalar_t *w)
{
    int n = end - from;
    scalar_t *c = u->c + top + (int64_t)(from - u->column) * u->ldc;
    if (n <= 0)
        return;
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, u->k, n, rows, SADDR(one),
                  u->v + top, u->ldv, c, u->ldc, SADDR(zero), w, u->k);
    cblas_x(trmm)(CblasColMajor, CblasLeft, CblasUpper, CblasConjTrans, CblasNonUnit, u->k, n,
                  SADDR(one), u->t, u->ldt, w, u->k);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, n, u->k, SADDR(minus_one),
                  u->v + top, u->ldv, w, u->k, SADDR(one), c, u->ldc);
}

static void cpu_gehrd_update(void *tiles[], void *arg)
{
    const struct sl_gehrd_args *p = arg;
    int top = (int)p->first + 1, behind = (int)(p->first + p->count), rows = (int)p->end;
    int column = (int)p->column, end = column + TILE_N(tiles[0]);
    struct update u = {
        .k = (int)p->count,
        .v = TILE(tiles[1]),
        .y = TILE(tiles[2]),
        .t = TILE(tiles[3]),
        .ldv = TILE_LD(tiles[1]),
        .ldy = TILE_LD(tiles[2]),
        .ldt = TILE_LD(tiles[3]),
        .c = TILE(tiles[0]),
        .ldc = TILE_LD(tiles[0]),
        .column = column,
    };
    from_right(&u, top, SL_MAX(column, top), SL_MIN(end, behind));
    from_right(&u, rows, SL_MAX(column, behind), SL_MIN(end, rows));
    from_left(&u, top, rows - top, SL_MAX(column, behind), end, TILE(tiles[4]));
}

SL_CODELET_CPU(gehrd_update);
