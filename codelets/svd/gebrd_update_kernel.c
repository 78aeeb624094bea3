/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tiles behind a panel of gebrd: A = A - V Y^H - X U^H, which is A - [V X] [Y U]^H, in the rows
 * below the panel's. Its own rows become those of R. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

enum { FIXED = 3 }; /* data before the tiles */

struct update {
    int k, first, below; /* steps; the first row of the panel, and that below it */
    int row, from,
        behind;  /* the first columns with rows of R, and with the update; the end of both */
    int m;       /* rows below the panel */
    scalar_t *a; /* row 0 of column `column` */
    int lda, column;
    const scalar_t *r;
    int ldr;
    const scalar_t *vx, *yu; /* from row `below` and row `from` on */
    int ldvx, ldyu;
};

/* `together` tiles that are one, the first of which has number j. */
static struct update update_of(const struct sl_gebrd_args *p, void *tiles[], int j, int together)
{
    void **tile = tiles + FIXED + j;
    struct update u = {
        .k = (int)p->count,
        .first = (int)p->first,
        .below = (int)(p->first + p->count),
        .m = TILE_M(tile[0]) - (int)(p->first + p->count),
        .a = TILE(tile[0]),
        .lda = TILE_LD(tile[0]),
        .column = (int)(p->column + j * p->nb),
        .r = TILE(tiles[0]) + (p->first - p->panel) * TILE_LD(tiles[0]),
        .ldr = TILE_LD(tiles[0]),
        .ldvx = TILE_LD(tiles[1]),
        .ldyu = TILE_LD(tiles[2]),
    };
    u.row = SL_MAX(u.column, u.first + 1);
    u.from = SL_MAX(u.column, u.below);
    u.behind = u.column + sl_columns_together(tile, together, p->nb);
    u.vx = TILE(tiles[1]) + u.below;
    u.yu = TILE(tiles[2]) + u.from;
    return u;
}
static scalar_t *element(const struct update *u, int row, int column)
{
    return u->a + row + (int64_t)(column - u->column) * u->lda;
}

static void cpu_gebrd_update(void *tiles[], void *arg)
{
    const struct sl_gebrd_args *p = arg;
    const scalar_t one = 1, minus_one = -1;
    for (int j = 0; j < p->head.data - FIXED; j++) {
        struct update u = update_of(p, tiles, j, 1);
        for (int c = u.row; c < u.behind; c++)
            for (int i = u.first; i < SL_MIN(u.below, c); i++)
                *element(&u, i, c) = SL_CONJ(u.r[c + (int64_t)(i - u.first) * u.ldr]);
        if (u.from < u.behind && u.m > 0)
            cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, u.m, u.behind - u.from,
                          2 * u.k, SADDR(minus_one), u.vx, u.ldvx, u.yu, u.ldyu, SADDR(one),
                          element(&u, u.below, u.from), u.lda);
    }
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"
#include "cuda_gebrd.h"

static void cuda_gebrd_update(void *tiles[], void *arg)
{
    struct sl_gebrd_args *p = arg;
    const scalar_t one = 1, minus_one = -1;
    for (int j = 0, together, count = p->head.data - FIXED; j < count; j += together) {
        together = sl_side_by_side(tiles + FIXED + j, count - j);
        struct update u = update_of(p, tiles, j, together);
        if (u.row < u.behind) /* row first + i and column row + j */
            sl_cuda_check(&p->head, sl_cuda_x(gebrd_rows)(sl_cuda_stream(), u.k, u.behind - u.row,
                                                          p->first - u.row, CU(u.r + u.row), u.ldr,
                                                          CU(element(&u, u.first, u.row)), u.lda));
        if (u.from < u.behind && u.m > 0)
            sl_cuda_check(&p->head, sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_N, CUBLAS_OP_C, u.m,
                                                  u.behind - u.from, 2 * u.k, CS(minus_one),
                                                  CU(u.vx), u.ldvx, CU(u.yu), u.ldyu, CS(one),
                                                  CU(element(&u, u.below, u.from)), u.lda));
    }
}
#endif

SL_CODELET(gebrd_update);
