/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Permutes the rows of a column of tiles: row r goes to row to[r], or if inverse, row to[r]
 * goes to row r. */

#include <string.h>
#include "args.h"
#include "column.h"

/* Copies `follow` rows a of a column to w, row r to place to[r] ... */
static void scatter(int follow, const int *to, int first, const scalar_t *a, scalar_t *w)
{
    for (int r = 0; r < follow; r++)
        w[to[r] - first] = a[r];
}

/* ... and from there. */
static void gather(int follow, const int *to, int first, const scalar_t *w, scalar_t *a)
{
    for (int r = 0; r < follow; r++)
        a[r] = w[to[r] - first];
}

static void cpu_laswp(void *tiles[], void *arg)
{
    struct sl_laswp_args *p = arg;
    const int *to = (const int *)STARPU_MATRIX_GET_PTR(tiles[0]) + p->first;
    struct column c = column_of(tiles, 2, &p->head, p->offset);
    scalar_t *w = TILE(tiles[1]);
    int ld, follow, first = (int)p->first;
    for (int j = 0; j < c.n; j++)
        for (int copy = 0; copy < 2; copy++)
            for (int i = 0; i < c.m; i += follow) {
                scalar_t *a = column_row(&c, i, &ld, &follow) + (int64_t)j * ld;
                if (!copy && !p->inverse)
                    scatter(follow, to + i, first, a, w);
                else if (copy && p->inverse)
                    gather(follow, to + i, first, w, a);
                else
                    memcpy(copy ? a : w + i, copy ? w + i : a, sizeof *a * (size_t)follow);
            }
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"

/* Permutes through the workspace, as many columns at a time as it holds. */
static void cuda_through(struct sl_laswp_args *p, const struct column *c, const int *to,
                         scalar_t *w, int64_t elements)
{
    cudaStream_t stream = sl_cuda_stream();
    int columns = (int)SL_MAX(1, SL_MIN(c->n, elements / SL_MAX(1, c->m)));
    int ld, follow, first = (int)p->first;
    for (int j = 0; j < c->n; j += columns)
        for (int copy = 0; copy < 2; copy++)
            for (int i = 0; i < c->m; i += follow) {
                int n = SL_MIN(columns, c->n - j);
                scalar_t *a = column_row(c, i, &ld, &follow) + (int64_t)j * ld;
                if (p->inverse == copy) /* one copy permutes, the other does not */
                    sl_cuda_check(&p->head, sl_cuda_x(rows)(stream, !copy, follow, n, to + i, first,
                                                          CU(copy ? w : a), copy ? c->m : ld,
                                                          CU(copy ? a : w), copy ? ld : c->m));
                else
                    sl_cuda_check(&p->head, sl_cuda_x(lacpy)(stream, 'G', follow, n,
                                                           CU(copy ? w + i : a), copy ? c->m : ld,
                                                           CU(copy ? a : w + i), copy ? ld : c->m));
            }
}

static void cuda_laswp(void *tiles[], void *arg)
{
    struct sl_laswp_args *p = arg;
    const int *to = (const int *)STARPU_MATRIX_GET_PTR(tiles[0]) + p->first;
    struct column c = column_of(tiles, 2, &p->head, p->offset);
    int ld, follow, status = CUBLAS_STATUS_NOT_SUPPORTED;
    scalar_t *a = column_row(&c, 0, &ld, &follow);
    if (c.count == 1)
        status = sl_cuda_x(permute)(sl_cuda_handle(), p->inverse, c.m, c.n, CU(a), ld,
                                  to, (int)p->first);
    if (status == CUBLAS_STATUS_NOT_SUPPORTED)
        cuda_through(p, &c, to, TILE(tiles[1]), TILE_M(tiles[1]));
    else
        sl_cuda_check(&p->head, status);
}
#endif

SL_CODELET(laswp);
