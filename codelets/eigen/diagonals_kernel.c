/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The real parts of the diagonal of a matrix in block columns, and of the one above or below it. */

#include "args.h"
#include "codelets/codelet.h"

static real_t element(void *tiles[], int64_t nb, int64_t i, int64_t j)
{
    const scalar_t *a = TILE(tiles[j / nb]);
    return SL_REAL(a[i + j % nb * TILE_LD(tiles[j / nb])]);
}

static void cpu_diagonals(void *tiles[], void *arg)
{
    const struct sl_diagonals_args *p = arg;
    int first = p->off > 0 ? 2 : 1; /* an empty E has no tile */
    real_t *d = (real_t *)TILE(tiles[0]), *e = p->off > 0 ? (real_t *)TILE(tiles[1]) : NULL;
    for (int64_t j = 0; j < p->n; j++)
        d[j] = element(tiles + first, p->nb, j, j);
    for (int64_t j = 0; j < p->off; j++)
        e[j] = p->upper ? element(tiles + first, p->nb, j, j + 1)
                        : element(tiles + first, p->nb, j + 1, j);
}

#ifdef STARLING_CUDA
#include "cuda_hetrd.h"

static void cuda_diagonals(void *tiles[], void *arg)
{
    struct sl_diagonals_args *p = arg;
    cudaStream_t stream = sl_cuda_stream();
    int first = p->off > 0 ? 2 : 1;
    real_t *d = (real_t *)TILE(tiles[0]), *e = p->off > 0 ? (real_t *)TILE(tiles[1]) : NULL;
    for (int64_t j = 0; j < p->n; j += p->nb) { /* row j of a tile with columns from j on */
        void *tile = tiles[first + j / p->nb];
        scalar_t *a = TILE(tile) + j;
        int ld = TILE_LD(tile), n = (int)SL_MIN(p->nb, p->n - j);
        sl_cuda_check(&p->head, sl_cuda_x(diagonal)(stream, n, CU(a), ld, d + j));
        if (p->upper && j == 0) /* column 0 has no element above the diagonal */
            sl_cuda_check(&p->head, sl_cuda_x(diagonal)(stream, n - 1, CU(a + ld), ld, e));
        else if (p->upper)
            sl_cuda_check(&p->head, sl_cuda_x(diagonal)(stream, n, CU(a - 1), ld, e + j - 1));
        else
            sl_cuda_check(&p->head, sl_cuda_x(diagonal)(stream, (int)SL_MIN(n, p->off - j),
                                                        CU(a + 1), ld, e + j));
    }
}
#endif

SL_CODELET(diagonals);
