/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A diagonal block of the bidiagonal matrix: its singular values and vectors, and the first and
 * last row of the right ones. Unless it is the last block its last row is zero. This row has the
 * first value, SL_NO_ROW, and the last unit vector as its left vector. Then the other rows have one
 * column more. Rotations of each column with the last one make that column zero, from the right to
 * the left.
 *
 * LAPACK solves the square matrix by divide and conquer; if that fails, by implicit QR. Buffers:
 * the matrix, values, the rows, a workspace, integers, info, right vectors and left ones, which may
 * be missing. */

#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

/* The workspace: the matrix, rotations, a vector, the vectors of the square matrix, and LAPACK's.
 */
struct room {
    real_t *d, *e, *c, *s, *x, *u, *vt, *rest;
};
static struct room room_of(void *work, int64_t n)
{
    real_t *w = TILE(work);
    return (struct room){w,         w + n,     w + 2 * n,         w + 3 * n,
                         w + 4 * n, w + 5 * n, w + 5 * n + n * n, w + 5 * n + 2 * n * n};
}

/* The rows of the block, which become square. What is near the underflow counts as zero, for its
 * quotients have large errors. */
static void load(const struct sl_bdsdc_args *p, void *T, const struct room *r)
{
    const real_t least = (real_t)(sizeof(real_t) == sizeof(float) ? 0x1p-100 : 0x1p-960);
    const real_t *diagonal = TILE(T) + p->row, *above = diagonal + TILE_LD(T);
    memcpy(r->d, diagonal, sizeof(real_t) * (size_t)p->rows);
    memcpy(r->e, above, sizeof(real_t) * (size_t)p->rows);
    real_t last = p->rows < p->columns && p->rows > 0 ? r->e[p->rows - 1] : 0;
    for (int64_t i = p->rows - 1; i >= 0 && p->rows < p->columns; i--) {
        real_t size = (real_t)hypot(r->d[i], last);
        r->c[i] = size > least ? r->d[i] / size : 1;
        r->s[i] = size > least ? last / size : 0;
        r->d[i] = size > least ? size : 0;
        if (i > 0) {
            last = -r->s[i] * r->e[i - 1];
            r->e[i - 1] *= r->c[i];
        }
    }
}

static lapack_int solve(const struct sl_bdsdc_args *p, void *T, const struct room *r, lapack_int *k)
{
    lapack_int n = (lapack_int)p->rows, info = 0;
    load(p, T, r);
    if (n > 0)
        info = LAPACKE_x(bdsdc_work)(LAPACK_COL_MAJOR, 'U', 'I', n, r->d, r->e, r->u, n, r->vt, n,
                                     NULL, NULL, r->rest, k);
    if (info == 0)
        return 0;
    load(p, T, r);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', n, n, 0, 1, r->u, n);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', n, n, 0, 1, r->vt, n);
    return LAPACKE_x(bdsqr_work)(LAPACK_COL_MAJOR, 'U', n, n, n, 0, r->d, r->e, r->vt, n, r->u, n,
                                 NULL, 1, r->rest);
}

/* x = right vector j of the square matrix, with the rotations, or that of the row if j is -1. */
static void right_vector(const struct sl_bdsdc_args *p, const struct room *r, int64_t j, real_t *x)
{
    int64_t n = p->rows;
    for (int64_t i = 0; i < n; i++)
        x[i] = j >= 0 ? r->vt[j + i * n] : 0;
    if (n == p->columns)
        return;
    x[n] = j >= 0 ? 0 : 1;
    for (int64_t i = 0; i < n; i++) {
        real_t y = x[i];
        x[i] = r->c[i] * y - r->s[i] * x[n];
        x[n] = r->s[i] * y + r->c[i] * x[n];
    }
}

static void left_vector(const struct sl_bdsdc_args *p, const struct room *r, int64_t j, real_t *x)
{
    int64_t n = p->rows;
    for (int64_t i = 0; i < n; i++)
        x[i] = j >= 0 ? r->u[i + j * n] : 0;
    if (n < p->columns)
        x[n] = j >= 0 ? 0 : 1;
}

static void cpu_bdsdc_leaf(void *tiles[], void *arg)
{
    const struct sl_bdsdc_args *p = arg;
    int64_t n = p->columns;
    struct room r = room_of(tiles[3], n);
    real_t *value = TILE(tiles[1]), *first = TILE(tiles[2]), *last = first + TILE_LD(tiles[2]);
    void *right = p->right ? tiles[6] : NULL, *left = p->left ? tiles[6 + p->right] : NULL;
    *(int *)STARPU_VARIABLE_GET_PTR(tiles[5]) =
        solve(p, tiles[0], &r, (lapack_int *)STARPU_MATRIX_GET_PTR(tiles[4]));
    for (int64_t j = 0; j < n; j++) {
        int64_t from = p->descending ? j : n - 1 - j; /* LAPACK's values descend */
        if (from == p->rows)
            from = -1;
        real_t *x = right ? TILE(right) + j * TILE_LD(right) : r.x;
        right_vector(p, &r, from, x);
        first[j] = x[0];
        last[j] = x[n - 1];
        value[j] = from >= 0 ? r.d[from] : SL_NO_ROW;
        if (left)
            left_vector(p, &r, from, TILE(left) + j * TILE_LD(left));
    }
}

SL_CODELET_CPU(bdsdc_leaf);
