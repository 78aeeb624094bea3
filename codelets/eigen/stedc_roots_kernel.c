/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The roots of a merge for a block of columns, and the product over these roots, for
 * each pole, of (d_i - root_j) / (d_i - d_j), from which exact_z() makes z. The same with squares
 * for singular values. */

#include "merge.h"
#include "secular.h"

static real_t sum_of_squares(int count, const real_t *z)
{
    real_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += z[i] * z[i];
    return sum;
}

#define SL_SEARCH static
#include "search.h"

/* product_i = product over roots j of (d_i - root_j) / (d_i - d_j); if j = i, no
 * denominator. */
static inline void multiply_by(bool svd, const struct merge *m, int64_t column, int count,
                               const real_t *distance, real_t *product)
{
    const real_t *d = m->number[SL_POLE];
    for (int i = 0; i < m->poles; i++)
        product[i] = 1;
    for (int64_t j = column; j < column + count; j++) {
        real_t x = distance[j - column], origin = origin_of(m, j, x), pole = d[j];
        int i = 0;
        for (; i + SL_LANES <= m->poles; i += SL_LANES) {
            lanes above, below;
            lanes_between(svd, d + i, origin, x, &above);
            lanes_between(svd, d + i, pole, 0, &below);
            if (j >= i && j < i + SL_LANES)
                below[j - i] = 1;
            *(lanes *)(product + i) *= above / below;
        }
        for (; i < m->poles; i++)
            product[i] *= between_roots(svd, d[i], origin, x) /
                          (i == j ? 1 : between_roots(svd, d[i], pole, 0));
    }
}
static void multiply(bool svd, const struct merge *m, int64_t column, int count,
                     const real_t *distance, real_t *product)
{
    if (svd)
        multiply_by(true, m, column, count, distance, product);
    else
        multiply_by(false, m, column, count, distance, product);
}

/* Where the element of the subdiagonal at the cut is in T; NULL: rho is 1. */
static const real_t *cut_of(void *T, const struct sl_stedc_args *p)
{
    return p->svd ? NULL : TILE(T) + p->row + p->upper - 1 + TILE_LD(T);
}

/* Values, and distances in a second column. */
static void cpu_stedc_roots(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    struct merge m = merge_of(tiles[0], tiles[1]);
    const real_t *d = m.number[SL_POLE], *z = m.number[SL_Z];
    real_t *value = TILE(tiles[2]), *distance = value + TILE_LD(tiles[2]);
    int width = TILE_M(tiles[2]);
    int count = (int)SL_MAX(0, SL_MIN(width, m.poles - p->column)); /* the others are deflated */
    const real_t *cut = cut_of(tiles[4], p);
    real_t rho = cut ? (real_t)fabs(2 * *cut) : 1;
    for (int i = 0; i < width; i++) {
        int j = (int)p->column + i;
        distance[i] = i < count ? secular_root(p->svd, m.poles, j, d, z, rho) : 0;
        value[i] = i < count ? origin_of(&m, j, distance[i]) + distance[i] : d[j];
    }
    multiply(p->svd, &m, p->column, count, distance, TILE(tiles[3]));
}

#ifdef STARLING_CUDA
static void cuda_stedc_roots(void *tiles[], void *arg)
{
    struct sl_stedc_args *p = arg;
    struct sl_cuda_merge m = cuda_merge_without_blocks(tiles[0], tiles[1], p, TILE_M(tiles[2]));
    sl_cuda_check(&p->head,
                  sl_cuda_x(stedc_roots)(sl_cuda_stream(), &m, cut_of(tiles[4], p),
                                         TILE(tiles[2]), TILE_LD(tiles[2]), TILE(tiles[3])));
}
#endif

SL_CODELET(stedc_roots);
