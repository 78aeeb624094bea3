/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The first and the last row of the eigenvectors, or right singular vectors, of a merge, for a
 * block of columns. They need only the same rows of both halves, so the merges can run before the
 * products that make all rows. */

#include "merge.h"
#include "secular.h"

struct products {
    real_t square, first, last; /* u^T u, and the rows times u */
};

/* u_i = z_i / (d_i - root), or z_i / (d_i^2 - root^2) */
static inline struct products multiply_by(bool svd, const struct merge *m, const real_t *z,
                                          real_t origin, real_t distance)
{
    const real_t *d = m->number[SL_POLE], *f = m->number[SL_FIRST], *l = m->number[SL_LAST];
    lanes square = {0}, first = {0}, last = {0};
    int i = 0;
    for (; i + SL_LANES <= m->poles; i += SL_LANES) {
        lanes u;
        lanes_between(svd, d + i, origin, distance, &u);
        u = *(const lanes *)(z + i) / u;
        square += u * u;
        first += u * *(const lanes *)(f + i);
        last += u * *(const lanes *)(l + i);
    }
    struct products sum = {sum_of(square), sum_of(first), sum_of(last)};
    for (; i < m->poles; i++) {
        real_t u = z[i] / between_roots(svd, d[i], origin, distance);
        sum.square += u * u;
        sum.first += u * f[i];
        sum.last += u * l[i];
    }
    return sum;
}

static struct products multiply(bool svd, const struct merge *m, const real_t *z, real_t origin,
                                real_t distance)
{
    return svd ? multiply_by(true, m, z, origin, distance)
               : multiply_by(false, m, z, origin, distance);
}

static void cpu_stedc_rows(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    struct merge m = merge_of(tiles[0], tiles[1]);
    const real_t *distance = TILE(tiles[2]) + TILE_LD(tiles[2]) + p->column;
    const int *order = (const int *)STARPU_MATRIX_GET_PTR(tiles[3]) + p->column;
    real_t *first = TILE(tiles[4]), *last = first + TILE_LD(tiles[4]), *z = TILE(tiles[5]);
    exact_z(&m, tiles + 6, p->blocks, z);
    for (int i = 0; i < TILE_M(tiles[4]); i++) {
        int j = order[i];
        struct products sum = {1, m.number[SL_FIRST][j], m.number[SL_LAST][j]};
        if (j < m.poles)
            sum = multiply(p->svd, &m, z, origin_of(&m, j, distance[i]), distance[i]);
        first[i] = sum.first / (real_t)sqrt(sum.square);
        last[i] = sum.last / (real_t)sqrt(sum.square);
    }
}

#ifdef STARLING_CUDA
static void cuda_stedc_rows(void *tiles[], void *arg)
{
    struct sl_stedc_args *p = arg;
    struct sl_cuda_merge m =
        cuda_merge_of(tiles[0], tiles[1], tiles[5], p, TILE_M(tiles[4]), tiles + 6, 0);
    m.distance = TILE(tiles[2]) + TILE_LD(tiles[2]);
    m.index = (const int *)STARPU_MATRIX_GET_PTR(tiles[3]);
    if (m.block)
        sl_cuda_check(&p->head, sl_cuda_x(stedc_rows)(sl_cuda_stream(), &m,
                                                      TILE(tiles[4]), TILE_LD(tiles[4])));
    free((void *)(uintptr_t)m.block);
}
#endif

SL_CODELET(stedc_rows);
