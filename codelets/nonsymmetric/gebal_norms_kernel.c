/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What tells whether gebal would change a matrix, of one block column. Buffers: its numbers
 * (args_of_balance.h), the block column. */

#include <string.h>
#include "args.h"
#include "robust.h"

static double square_of(scalar_t x)
{
    double re = SL_REAL(x), sum = re * re;
#ifdef SL_COMPLEX
    sum += cimag(x) * cimag(x);
#endif
    return sum;
}

/* The norms of a column. Its squares are added to those of its rows. */
static struct sl_column_norms norms_of(const scalar_t *a, int n, double *row)
{
    enum { PARTS = 8 }; /* sums that do not wait for each other */
    double square[PARTS] = {0}, size[PARTS] = {0}, most[PARTS] = {0};
    struct sl_column_norms of = {0};
    for (int i = 0, count; i < n; i += count) {
        count = SL_MIN(PARTS, n - i);
        for (int k = 0; k < count; k++) {
            double x = square_of(a[i + k]);
            row[i + k] += x;
            square[k] += x;
            size[k] += sqrt(x);
            most[k] = SL_MAX(most[k], x);
        }
    }
    for (int k = 0; k < PARTS; k++) {
        of.squares += square[k];
        of.sizes += size[k];
        of.largest = SL_MAX(of.largest, most[k]);
    }
    return of;
}

static void cpu_gebal_norms(void *tiles[], void *arg)
{
    const struct sl_gebal_args *p = arg;
    int n = TILE_M(tiles[1]), ld = TILE_LD(tiles[1]);
    const scalar_t *a = TILE(tiles[1]);
    double *row = (double *)STARPU_MATRIX_GET_PTR(tiles[0]);
    struct sl_column_norms *column = sl_norms_of_columns(row, n);
    memset(row, 0, (size_t)n * sizeof *row);
    for (int j = 0; j < TILE_N(tiles[1]); j++, a += ld) {
        column[j] = norms_of(a, n, row);
        column[j].own = square_of(a[p->first + j]);
    }
}

#ifdef STARLING_CUDA
#include "cuda_gebal.h"

static void cuda_gebal_norms(void *tiles[], void *arg)
{
    struct sl_gebal_args *p = arg;
    double *row = (double *)STARPU_MATRIX_GET_PTR(tiles[0]);
    int n = TILE_M(tiles[1]);
    sl_cuda_check(&p->head,
                  sl_cuda_x(gebal_norms)(sl_cuda_stream(), n, TILE_N(tiles[1]), CU(TILE(tiles[1])),
                                         TILE_LD(tiles[1]), (int)p->first, row,
                                         sl_norms_of_columns(row, n)));
}
#endif

SL_CODELET(gebal_norms);
