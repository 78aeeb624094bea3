/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The next panel of rows of A becomes a panel of columns of B: B = A^H. Buffers: the tile of B, and the
 * block columns of A, from that on which has the first column behind the triangle. */

#include "args.h"
#include "codelets/codelet.h"

/* The columns of A that are in a tile, or in some that stand side by side. */
struct columns {
    int64_t j, n; /* the first one, a column of the matrix */
    int lda;
    const scalar_t *a; /* the panel's first row of it */
};

static struct columns columns_of(const struct sl_ge2gb_args *p, void *tiles[], int t, int together)
{
    int64_t start = (p->top / p->nb + t - 1) * p->nb, j = SL_MAX(start, p->top);
    int64_t end = start + (together - 1) * p->nb + TILE_N(tiles[t + together - 1]);
    int lda = TILE_LD(tiles[t]);
    return (struct columns){j, end - j, lda, TILE(tiles[t]) + p->first + (j - start) * lda};
}

enum { BLOCK = 32 };

static void cpu_ge2gb_row(void *tiles[], void *arg)
{
    const struct sl_ge2gb_args *p = arg;
    int64_t ldb = TILE_LD(tiles[0]);
    for (int t = 1; t < p->head.data; t++) {
        struct columns c = columns_of(p, tiles, t, 1);
        scalar_t *b = TILE(tiles[0]) + c.j + p->done * ldb;
        for (int64_t j0 = 0; j0 < c.n; j0 += BLOCK)
            for (int64_t i = 0; i < p->kd; i++)
                for (int64_t j = j0; j < SL_MIN(j0 + BLOCK, c.n); j++)
                    b[j + i * ldb] = (scalar_t)SL_CONJ(c.a[i + j * c.lda]);
    }
}

#ifdef STARLING_CUDA
/* cuBLAS allows the result as the second operand, which is not read. */
static void cuda_ge2gb_row(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0;
    struct sl_ge2gb_args *p = arg;
    int ldb = TILE_LD(tiles[0]);
    for (int t = 1, together; t < p->head.data; t += together) {
        together = sl_side_by_side(tiles + t, p->head.data - t);
        struct columns c = columns_of(p, tiles, t, together);
        scalar_t *b = TILE(tiles[0]) + c.j + p->done * ldb;
        sl_cuda_check(&p->head, cublas_x(geam)(starpu_cublas_get_local_handle(), CUBLAS_OP_C,
                                               CUBLAS_OP_N, (int)c.n, (int)p->kd, CS(one), CU(c.a),
                                               c.lda, CS(zero), CU(b), ldb, CU(b), ldb));
    }
}
#endif

SL_CODELET(ge2gb_row);
