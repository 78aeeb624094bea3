/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The contribution of an m x n tile to a norm, as m + n doubles:
 *   M  [0]: largest absolute value
 *   O  [j]: sum of column j          I  [n + i]: sum of row i       (both are always set)
 *   F  [0], [1]: scale and sum of squares, |tile|_F = scale sqrt(sum), LAPACK's lassq
 * A tile on the diagonal of a Hermitian matrix stands for both its triangles; its sums of
 * rows and columns are the same and stand in [j]. A NaN gives a NaN. */

#include <string.h>
#include "codelet.h"

static void add_square(double x, double *scale, double *sum)
{
    if (x == 0)
        return;
    if (!(x <= *scale)) { /* also taken by a NaN, which then stays */
        *sum = 1 + *sum * (*scale / x) * (*scale / x);
        *scale = x;
    } else if (x == *scale) /* also two infinities */
        *sum += 1;
    else
        *sum += (x / *scale) * (x / *scale);
}

static void add(starling_norm norm, double x, double weight, double *row, double *column,
                double *sums)
{
    if (norm == STARLING_MAX_NORM)
        sums[0] = x > sums[0] || x != x ? x : sums[0];
    else if (norm == STARLING_FROBENIUS_NORM)
        for (int twice = 0; twice < weight; twice++)
            add_square(x, &sums[0], &sums[1]);
    else {
        *column += x;
        if (row)
            *row += x;
    }
}

static void cpu_norm(void *tiles[], void *arg)
{
    const struct sl_norm_args *p = arg;
    const scalar_t *a = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    double *sums = (double *)STARPU_MATRIX_GET_PTR(tiles[1]);
    memset(sums, 0, sizeof(double) * (size_t)(m + n));
    for (int j = 0; j < n; j++) {
        bool general = p->shape == SL_SHAPE_GENERAL;
        int first = p->shape == SL_SHAPE_LOWER ? j : 0;
        int end = p->shape == SL_SHAPE_UPPER ? j + 1 : m;
        for (int i = first; i < end; i++) {
            scalar_t x = a[i + (int64_t)j * lda];
            double size = !general && i == j ? fabs((double)SL_REAL(x)) : (double)SL_ABS(x);
            double *row = general ? &sums[n + i] : i == j ? NULL : &sums[i];
            add(p->norm, size, !general && i != j ? 2 : 1, row, &sums[j], sums);
        }
    }
}

SL_CODELET_CPU(norm, 0xd5dbdb);
