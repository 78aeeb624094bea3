/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The eigenvectors of D + rho z z^T for a block of columns: u_i = z_i / (d_i - root), of norm 1.
 * Row i stands where the workspace has the column of pole i. Columns that are deflated are left
 * out. */

#include "merge.h"
#include "secular.h"

/* u = z / (d - root); returns its norm. */
static real_t vector_of(const struct merge *m, const real_t *z, real_t origin, real_t distance,
                        real_t *u)
{
    const real_t *d = m->number[SL_POLE];
    lanes squares = {0};
    int i = 0;
    for (; i + SL_LANES <= m->poles; i += SL_LANES) {
        lanes x = *(const lanes *)(z + i) / ((*(const lanes *)(d + i) - origin) - distance);
        *(lanes *)(u + i) = x;
        squares += x * x;
    }
    real_t square = sum_of(squares);
    for (; i < m->poles; i++) {
        u[i] = z[i] / ((d[i] - origin) - distance);
        square += u[i] * u[i];
    }
    return (real_t)sqrt(square);
}

static void cpu_stedc_vectors(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    struct merge m = merge_of(tiles[0], tiles[1]);
    const real_t *distance = TILE(tiles[2]) + TILE_LD(tiles[2]) + p->column;
    const int *order = (const int *)STARPU_MATRIX_GET_PTR(tiles[3]) + p->column;
    real_t *to = TILE(tiles[4]) + p->row, *z = TILE(tiles[5]), *u = z + p->order;
    exact_z(&m, tiles + 6, p->blocks, z);
    for (int j = 0; j < TILE_N(tiles[4]); j++) {
        if (order[j] >= m.poles)
            continue;
        real_t norm = vector_of(&m, z, origin_of(&m, order[j], distance[j]), distance[j], u);
        for (int i = 0; i < m.poles; i++)
            to[m.place[SL_SLOT][i]] = u[i] / norm;
        to += TILE_LD(tiles[4]);
    }
}

#ifdef STARLING_CUDA
static void cuda_stedc_vectors(void *tiles[], void *arg)
{
    struct sl_stedc_args *p = arg;
    struct sl_cuda_merge m = cuda_merge_of(tiles[0], tiles[1], tiles[5], p, TILE_N(tiles[4]),
                                           tiles + 6, 0);
    m.distance = TILE(tiles[2]) + TILE_LD(tiles[2]);
    m.index = (const int *)STARPU_MATRIX_GET_PTR(tiles[3]);
    if (m.block)
        sl_cuda_check(&p->head,
                      sl_cuda_x(stedc_vectors)(starpu_cuda_get_local_stream(), &m,
                                               TILE(tiles[4]) + p->row, TILE_LD(tiles[4])));
    free((void *)(uintptr_t)m.block);
}
#endif

SL_CODELET(stedc_vectors);
