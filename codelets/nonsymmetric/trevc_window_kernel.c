/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A window of S, which is T or J T^H J, and its largest element. Buffers: the window, this number,
 * block columns of T from column `first` on. */

#include "args.h"
#include "robust.h"

/* Element (i, j) of T. */
static scalar_t element(void *tiles[], const struct sl_trevc_args *p, int64_t i, int64_t j)
{
    void *tile = tiles[2 + (j - p->first) / p->nb];
    return TILE(tile)[i + (j - p->first) % p->nb * TILE_LD(tile)];
}

/* Below the last of so many rows of column 0 there are numbers below the diagonal blocks: they may
 * be anything. The next column has a row more. */
static int rows_of_first(const struct sl_trevc_args *p)
{
    return (int)(p->column - p->row) + (SL_PARTS == 1 ? 2 : 1);
}

static void cpu_trevc_window(void *tiles[], void *arg)
{
    const struct sl_trevc_args *p = arg;
    scalar_t *s = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), ld = TILE_LD(tiles[0]);
    int64_t end = p->n - 1;
    real_t most = 0;
    if (p->left) { /* along columns of T */
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                s[i + (size_t)j * ld] =
                    SL_CONJ(element(tiles, p, end - p->column - j, end - p->row - i));
    } else {
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                s[i + (size_t)j * ld] = element(tiles, p, p->row + i, p->column + j);
    }
    for (int j = 0; j < n; j++) {
        real_t next = largest_of(SL_MIN(m, rows_of_first(p) + j), s + (size_t)j * ld);
        most = next > most ? next : most;
    }
    *(real_t *)STARPU_MATRIX_GET_PTR(tiles[1]) = most;
}

#ifdef STARLING_CUDA
#include "cuda_trevc.h"

/* Columns first ... end - 1 of T, from row `row` on. */
static struct sl_cuda_tiles cuda_columns(void *tiles[], const struct sl_trevc_args *p, int64_t row,
                                         int64_t first, int64_t end)
{
    int64_t left = (first - p->first) / p->nb, right = (end - 1 - p->first) / p->nb;
    struct sl_cuda_tiles x = {p->n, p->nb, 1, row, first - p->first - left * p->nb, {{0}}};
    for (int64_t c = left; c <= right; c++)
        x.tile[c - left] = (struct sl_cuda_tile){TILE(tiles[2 + c]), TILE_LD(tiles[2 + c])};
    return x;
}

/* So many columns of T that each call has few tiles. */
static void cuda_trevc_window(void *tiles[], void *arg)
{
    struct sl_trevc_args *p = arg;
    cudaStream_t stream = sl_cuda_stream();
    scalar_t *s = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), ld = TILE_LD(tiles[0]);
    int64_t first = p->left ? p->n - p->row - m : p->column, end = first + (p->left ? m : n);
    int64_t last = p->n - p->column - n; /* left: the first row of T */
    for (int64_t j = first, next; j < end; j = next) {
        next = SL_MIN(end, (j / p->nb + SL_CUDA_TILES) * p->nb);
        struct sl_cuda_tiles x = cuda_columns(tiles, p, p->left ? last : p->row, j, next);
        int count = (int)(next - j);
        sl_cuda_check(&p->head,
                      p->left ? sl_cuda_x(flip_tiles)(stream, &x, count, n, CU(s + end - next), ld)
                              : sl_cuda_x(copy_tiles)(stream, false, &x, m, count,
                                                      CU(s + (j - first) * ld), ld));
    }
    sl_cuda_check(&p->head, sl_cuda_x(trevc_largest)(stream, m, n, rows_of_first(p), CU(s), ld,
                                                     (real_t *)STARPU_MATRIX_GET_PTR(tiles[1])));
}
#endif

SL_CODELET(trevc_window);
