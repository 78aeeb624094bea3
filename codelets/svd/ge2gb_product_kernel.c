/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A share of W = A^H U or of Y = A V with the reflectors of a panel, where A lacks the updates by
 * the earlier panels of the block column. The share is that of some columns of A: they give these
 * rows of W, or with these rows of V a part of Y. What A lacks is subtracted by columns X1 and Z1
 * of earlier panels: Z1 (X1^H U) or X1 (Z1^H V). Buffers: W or Y; X or Z, whichever has the
 * reflectors; a workspace; the other one, if there are earlier panels; and tiles of A. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/eigen/columns.h"

static const scalar_t one = 1, zero = 0, minus_one = -1;

/* Where the data of the task are; v, y and the factors from row 0 on. */
struct product {
    int k, ldv, ldy, ldo;            /* reflectors; leading dimensions */
    int count;                       /* columns of earlier panels */
    int64_t top, m;                  /* first row of the reflectors, and end */
    int64_t from, end;               /* rows of the result */
    const scalar_t *v, *own, *other; /* own: the earlier columns that stand beside v */
    scalar_t *y, *work;
    size_t room; /* bytes of work */
    void **tile; /* of A */
};

static struct product product_of(const struct sl_ge2gb_args *p, void *tiles[])
{
    bool earlier = p->earlier > 0;
    int ldv = TILE_LD(tiles[1]), ldo = earlier ? TILE_LD(tiles[3]) : 1;
    void **tile = tiles + (earlier ? 4 : 3);
    return (struct product){
        .k = (int)p->count,
        .ldv = ldv,
        .ldy = TILE_LD(tiles[0]),
        .ldo = ldo,
        .count = (int)(p->end_earlier - p->first_earlier),
        .top = p->top,
        .m = TILE_M(tiles[1]),
        .from = p->first + p->kd,
        .end = p->rest,
        .v = TILE(tiles[1]) + p->earlier * ldv,
        .own = TILE(tiles[1]) + p->first_earlier * ldv,
        .other = earlier ? TILE(tiles[3]) + p->first_earlier * ldo : NULL,
        .y = TILE(tiles[0]),
        .work = TILE(tiles[2]),
        .room = (size_t)TILE_M(tiles[2]) * (size_t)TILE_N(tiles[2]) * sizeof(scalar_t),
        .tile = tile,
    };
}

static void cpu_ge2gb_product(void *tiles[], void *arg)
{
    const struct sl_ge2gb_args *p = arg;
    struct product q = product_of(p, tiles);
    int m = (int)(q.end - q.from), rows = (int)(q.m - q.top);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', m, q.k, 0, 0, q.y + q.from, q.ldy);
    for (struct columns c = {.j = p->column, .number = p->tile}; next_columns(p->nb, p->end, false, &q.tile, &c);)
        if (p->rows)
            cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, q.k, c.n, SADDR(one),
                          c.a + q.from, c.lda, q.v + c.j, q.ldv, SADDR(one), q.y + q.from, q.ldy);
        else
            cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, c.n, q.k, rows, SADDR(one),
                          c.a + q.top, c.lda, q.v + q.top, q.ldv, SADDR(one), q.y + c.j, q.ldy);
    if (q.count == 0)
        return;
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, q.count, q.k, rows, SADDR(one),
                  q.own + q.top, q.ldv, q.v + q.top, q.ldv, SADDR(zero), q.work, q.count);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, q.k, q.count, SADDR(minus_one),
                  q.other + q.from, q.ldo, q.work, q.count, SADDR(one), q.y + q.from, q.ldy);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/eigen/cuda_columns.h"

static void cuda_ge2gb_product(void *tiles[], void *arg)
{
    struct sl_ge2gb_args *p = arg;
    struct product q = product_of(p, tiles);
    int m = (int)(q.end - q.from), rows = (int)(q.m - q.top);
    const cublasOperation_t no = CUBLAS_OP_N, adjoint = CUBLAS_OP_C;
    cublasHandle_t handle = sl_cuda_handle();
    struct sl_args *args = &p->head;
    if (!p->rows && p->part) /* other shares have the other rows */
        sl_cuda_check(args, sl_cuda_x(laset)(sl_cuda_stream(), 'G', 0, m, q.k,
                                             CV(zero), CV(zero), CU(q.y + q.from), q.ldy));
    struct columns c = {.j = p->column, .number = p->tile};
    if (!p->rows)
        sl_cuda_check(args, sl_cuda_adjoint(handle, sl_cuda_stream(), c, p->nb, p->end, q.tile,
                                            &(struct adjoint){q.top, rows, q.k, q.ldv, q.ldy, q.v,
                                                              q.y, q.work, q.room}));
    while (p->rows && next_columns(p->nb, p->end, true, &q.tile, &c))
        sl_cuda_check(args, sl_cuda_xgemm(handle, no, no, m, q.k, c.n, CS(one), CU(c.a + q.from),
                                          c.lda, CU(q.v + c.j), q.ldv,
                                          CS(c.j == p->column ? zero : one), CU(q.y + q.from),
                                          q.ldy));
    if (q.count == 0)
        return;
    sl_cuda_check(args,
                  sl_cuda_xgemm(handle, adjoint, no, q.count, q.k, rows, CS(one), CU(q.own + q.top),
                                q.ldv, CU(q.v + q.top), q.ldv, CS(zero), CU(q.work), q.count));
    sl_cuda_check(args, sl_cuda_xgemm(handle, no, no, m, q.k, q.count, CS(minus_one),
                                      CU(q.other + q.from), q.ldo, CU(q.work), q.count, CS(one),
                                      CU(q.y + q.from), q.ldy));
}
#endif

SL_CODELET(ge2gb_product);
