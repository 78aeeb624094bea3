/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The update of a block column by a panel: A = A - L W^T or A - L conj(W)^T, of the triangle.
 * Data: W and L of the panel (ldl_panel_kernel.c), the end of the panel, the block column, and the
 * end of the panel before, unless the panel `begins`. */

#define SL_KERNEL_USES_BLAS
#include "ldl.h"

enum { STRIP = 16 }; /* columns of the triangle whose rows below are one product */

struct update {
    const struct sl_ldl_args *p;
    struct view A;
    const scalar_t *w, *l;
    int64_t count; /* columns of L and W */
};

/* Rows i ... of columns j ... j + k - 1, a rectangle. */
static void product(const struct update *u, int64_t i, int64_t m, int64_t j, int64_t k)
{
    const scalar_t one = 1, minus_one = -1;
    int ld, n = (int)u->p->n;
    if (m <= 0 || k <= 0)
        return;
    scalar_t *a = part_of(&u->A, i, m, j, k, &ld);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, u->p->hermitian ? CblasConjTrans : CblasTrans,
                  (int)m, (int)k, (int)u->count, SADDR(minus_one), u->l + first_row(u->p, i, m), n,
                  u->w + first_row(u->p, j, k), n, SADDR(one), a, ld);
}

static void cpu_ldl_update(void *tiles[], void *arg)
{
    const struct sl_ldl_args *p = arg;
    struct update u = {.p = p, .A = {tiles + 2, p}, .w = TILE(tiles[0])};
    int64_t from = *(int *)STARPU_VARIABLE_GET_PTR(tiles[1]);
    int64_t begin = p->begins ? 0 : *(int *)STARPU_VARIABLE_GET_PTR(tiles[3]);
    u.l = u.w + p->n * most_columns(p);
    u.count = from - begin;
    if (u.count == 0)
        return;
    int64_t first = SL_MAX(p->first, from); /* the panel has the first column, or has not */
    product(&u, p->end, p->n - p->end, first, p->end - first);
    for (int64_t j = first; j < p->end; j += STRIP) {
        int64_t stop = SL_MIN(p->end, j + STRIP);
        for (int64_t c = j; c < stop; c++) {
            product(&u, c, stop - c, c, 1);
            if (p->hermitian)
                *column_of(&u.A, c, 1, c) = SL_REAL(*column_of(&u.A, c, 1, c));
        }
        product(&u, stop, p->end - stop, j, stop - j);
    }
}

SL_CODELET_CPU(ldl_update);
