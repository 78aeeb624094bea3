/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Zeros below the subdiagonal of a block column of H. Buffers: an int that becomes 1 if H has a NaN
 * or an infinity; in the list, the tiles of the block column. */

#include <string.h>
#include "args.h"
#include "robust.h"
#include "window.h"

static bool all_finite(int64_t count, const scalar_t *a)
{
    for (int64_t i = 0; i < count; i++)
        if (!isfinite(sum_of_parts(a[i] / 2))) /* half: no sum overflows */
            return false;
    return true;
}

static void cpu_hseqr_begin(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    int *bad = (int *)STARPU_VARIABLE_GET_PTR(tiles[0]);
    for (int64_t t = 0; t < p->height; t++)
        for (int64_t j = 0; j < TILE_N(tiles[1 + t]); j++) {
            int64_t m = TILE_M(tiles[1 + t]), below = p->column + j + 2 - t * p->mb;
            scalar_t *a = TILE(tiles[1 + t]) + j * TILE_LD(tiles[1 + t]);
            int64_t count = SL_MAX(0, SL_MIN(m, below));
            if (!all_finite(count, a))
                *bad = 1;
            memset(a + count, 0, (size_t)(m - count) * sizeof *a);
        }
}

#ifdef STARLING_CUDA
static void cuda_hseqr_begin(void *tiles[], void *arg)
{
    struct sl_hseqr_args *p = arg;
    struct tiles t = {tiles + 1, p};
    int *bad = (int *)STARPU_VARIABLE_GET_PTR(tiles[0]), columns = TILE_N(tiles[1]);
    int64_t end = p->row + (p->height - 1) * p->mb + TILE_M(tiles[p->height]);
    for (int64_t i = p->row, low; i < end; i = low) {
        low = end_of_tiles(i, end, p->row, p->mb, SL_CUDA_TILES);
        struct sl_cuda_tiles x = cuda_tiles_of(t, i, low - i, p->column, columns);
        sl_cuda_check(&p->head,
                      sl_cuda_x(hseqr_begin)(sl_cuda_stream(), p->column - i, &x,
                                             (int)(low - i), columns, bad));
    }
}
#endif

SL_CODELET(hseqr_begin);
