/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The eigenvectors of a node, for a block of columns: those of both halves times those of
 * D + rho z z^T. The halves are block columns of the workspace, so a sum over blocks; each half of
 * the rows leaves out the columns that are zero there. Columns that are deflated are copied. */

#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "merge.h"

/* C = W(rows, from ... end - 1) U(from ... end - 1, :), with `width` columns in a block of W. */
static void multiply(void *w[], int64_t width, int64_t row, int rows, int64_t from, int64_t end,
                     const real_t *u, int ldu, real_t *c, int ldc, int columns)
{
    real_t beta = 0;
    for (int64_t b = from / width, at = from; at < end; b++) {
        int64_t next = SL_MIN(end, (b + 1) * width);
        int ld = TILE_LD(w[b]);
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, columns, (int)(next - at), 1,
                      TILE(w[b]) + row + (at - b * width) * ld, ld, u + at, ldu, beta, c, ldc);
        beta = 1;
        at = next;
    }
    for (int64_t j = 0; j < columns && beta == 0; j++)
        for (int64_t i = 0; i < rows; i++)
            c[i + j * ldc] = 0;
}

/* The products are in the first columns; each goes to its place. Others are copies of W. */
static void spread(void *w[], const struct sl_stedc_args *p, int poles, const int *order, int count,
                   real_t *z, int ldz, int width)
{
    size_t size = sizeof *z * (size_t)p->order;
    for (int64_t j = width - 1; j >= 0; j--) {
        void *tile = w[order[j] / p->width];
        if (order[j] < poles && --count < j)
            memcpy(z + j * ldz, z + (int64_t)count * ldz, size);
        else if (order[j] >= poles)
            memcpy(z + j * ldz, TILE(tile) + p->row + order[j] % p->width * TILE_LD(tile), size);
    }
}

static void cpu_stedc_product(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    struct merge m = merge_of(tiles[0], tiles[1]);
    void **w = tiles + 5;
    const int *order = (const int *)STARPU_MATRIX_GET_PTR(tiles[2]) + p->column;
    const real_t *u = TILE(tiles[3]) + p->row;
    real_t *z = TILE(tiles[4]) + p->row;
    int ldu = TILE_LD(tiles[3]), ldz = TILE_LD(tiles[4]), width = TILE_N(tiles[4]), count = 0;
    for (int j = 0; j < width; j++)
        count += order[j] < m.poles;
    multiply(w, p->width, p->row, (int)p->upper, 0, m.above, u, ldu, z, ldz, count);
    multiply(w, p->width, p->row + p->upper, (int)(p->order - p->upper), m.only_above, m.poles, u,
             ldu, z + p->upper, ldz, count);
    spread(w, p, m.poles, order, count, z, ldz, width);
}

SL_CODELET_CPU(stedc_product);
