/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A share of Y = A V with the reflectors V of a panel, where A lacks the updates by the earlier
 * panels of the block column. The share is that of some columns of A. If A is only its lower
 * triangle, their part below the diagonal multiplies V, and so does its conjugate transpose. If
 * A is full, these columns are rows, too, and give these rows of Y. What A lacks is subtracted
 * by columns X1 and Z1 of earlier panels: X1 (Z1^H V). */

#define SL_KERNEL_USES_BLAS
#include <string.h>
#include "args.h"
#include "codelets/codelet.h"
#include "columns.h"
#include "codelets/tuning.h"

static const scalar_t one = 1, zero = 0, minus_one = -1;

static struct columns first_columns(const struct sl_he2hb_args *p)
{
    return (struct columns){.j = p->first, .number = p->tile};
}

/* Where the data of the task are. */
struct product {
    int k, ld, ldy; /* reflectors; leading dimensions of X and Z, and of Y */
    int count;      /* columns of X1 and Z1 */
    int64_t top, m; /* first row of V, and end of the rows */
    const scalar_t *v, *x1, *z1;
    scalar_t *y, *work;
    size_t room; /* bytes of work */
    void **tile; /* of A */
};

/* Buffers: Y, X, a workspace, Z if there are earlier panels, and the tiles of A. */
static struct product product_of(const struct sl_he2hb_args *p, void *tiles[])
{
    int ld = TILE_LD(tiles[1]);
    bool earlier = p->earlier > 0;
    return (struct product){
        .k = (int)p->count,
        .count = (int)(p->end_earlier - p->first_earlier),
        .ld = ld,
        .ldy = TILE_LD(tiles[0]),
        .top = p->block + p->done + p->kd,
        .m = TILE_M(tiles[1]),
        .v = TILE(tiles[1]) + 2 * p->done * ld,
        .x1 = TILE(tiles[1]) + p->first_earlier * ld,
        .z1 = earlier ? TILE(tiles[3]) + p->first_earlier * ld : NULL,
        .y = TILE(tiles[0]),
        .work = TILE(tiles[2]),
        .room = (size_t)TILE_M(tiles[2]) * (size_t)TILE_N(tiles[2]) * sizeof(scalar_t),
        .tile = tiles + (earlier ? 4 : 3),
    };
}

#ifdef SL_COMPLEX
/* Y = Y + A V with columns of the lower triangle. By blocks of rows, for a block is used twice. */
static void lower(const struct sl_he2hb_args *p, struct product *q)
{
    for (struct columns c = first_columns(p); next_columns(p->nb, p->end, false, &q->tile, &c);) {
        const scalar_t *v = q->v + c.j;
        scalar_t *y = q->y + c.j;
        cblas_x(hemm)(CblasColMajor, CblasLeft, CblasLower, c.n, q->k, SADDR(one), c.a + c.j, c.lda,
                      v, q->ld, SADDR(one), y, q->ldy);
        for (int64_t i = c.j + c.n; i < q->m; i += SL_PRODUCT_COMPLEX_ROWS) {
            int rows = (int)SL_MIN(SL_PRODUCT_COMPLEX_ROWS, q->m - i);
            cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, q->k, c.n, SADDR(one),
                          c.a + i, c.lda, v, q->ld, SADDR(one), q->y + i, q->ldy);
            cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, c.n, q->k, rows, SADDR(one),
                          c.a + i, c.lda, q->v + i, q->ld, SADDR(one), y, q->ldy);
        }
    }
}
#else
/* V and Y from the first column of the share on: `count` strips of columns. */
struct strips {
    int count;
    int64_t rows;
    void *v, *y;
};

#define SL_VECTORS "codelets/eigen/lower_product.h"
#include "codelets/vectors.h"

/* Y = A V with columns of the lower triangle, in rows from the first one of these columns on. */
static void lower(const struct sl_he2hb_args *p, struct product *q)
{
    uintptr_t room = (uintptr_t)q->work + SL_VECTOR_BYTES - 1;
    struct strips strips = {.rows = q->m - p->first};
    SL_BEST(begin)(&strips, q->k, q->v + p->first, q->ld, (void *)(room - room % SL_VECTOR_BYTES));
    for (struct columns c = first_columns(p); next_columns(p->nb, p->end, false, &q->tile, &c);)
        SL_BEST(columns)(&strips, c.j - p->first, c.n, c.a + c.j, c.lda);
    SL_BEST(end)(&strips, q->k, q->y + p->first, q->ldy);
}
#endif

/* Y = A V with columns of a full matrix, which are rows, too. */
static void full(const struct sl_he2hb_args *p, struct product *q)
{
    for (struct columns c = first_columns(p); next_columns(p->nb, p->end, false, &q->tile, &c);)
        cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, c.n, q->k, (int)(q->m - q->top),
                      SADDR(one), c.a + q->top, c.lda, q->v + q->top, q->ld, SADDR(zero),
                      q->y + c.j, q->ldy);
}

/* Y = Y - X1 (Z1^H V) */
static void correct(const struct product *q)
{
    int m = (int)(q->m - q->top);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, q->count, q->k, m, SADDR(one),
                  q->z1 + q->top, q->ld, q->v + q->top, q->ld, SADDR(zero), q->work, q->count);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, q->k, q->count, SADDR(minus_one),
                  q->x1 + q->top, q->ld, q->work, q->count, SADDR(one), q->y + q->top, q->ldy);
}

static void cpu_he2hb_product(void *tiles[], void *arg)
{
    const struct sl_he2hb_args *p = arg;
    struct product q = product_of(p, tiles);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', (int)(q.m - q.top), q.k, 0, 0, q.y + q.top, q.ldy);
    (p->full ? full : lower)(p, &q);
    if (q.count > 0)
        correct(&q);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "cuda_columns.h"

static void cuda_correct(struct sl_args *args, cublasHandle_t handle, const struct product *q)
{
    int m = (int)(q->m - q->top);
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, q->count, q->k, m, CS(one),
                                      CU(q->z1 + q->top), q->ld, CU(q->v + q->top), q->ld, CS(zero),
                                      CU(q->work), q->count));
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, q->k, q->count,
                                      CS(minus_one), CU(q->x1 + q->top), q->ld, CU(q->work),
                                      q->count, CS(one), CU(q->y + q->top), q->ldy));
}

/* A is full. If its tiles stand side by side, it is its own conjugate transpose, and without
 * transposition cuBLAS reads it faster. */
static void cuda_he2hb_product(void *tiles[], void *arg)
{
    struct sl_he2hb_args *p = arg;
    struct product q = product_of(p, tiles);
    int rows = (int)(q.m - q.top);
    cublasHandle_t handle = sl_cuda_handle();
    if (p->part) /* other shares have the other rows */
        sl_cuda_check(&p->head, sl_cuda_x(laset)(sl_cuda_stream(), 'G', 0, rows, q.k,
                                                 CV(zero), CV(zero), CU(q.y + q.top), q.ldy));
    struct columns all = first_columns(p), c = all;
    void **tile = q.tile;
    if (next_columns(p->nb, p->end, true, &tile, &c) && c.n == rows)
        sl_cuda_check(&p->head,
                      sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, c.n, q.k, rows, CS(one),
                                    CU(c.a + q.top), c.lda, CU(q.v + q.top), q.ld, CS(zero),
                                    CU(q.y + c.j), q.ldy));
    else
        sl_cuda_check(&p->head,
                      sl_cuda_adjoint(handle, sl_cuda_stream(), all, p->nb, p->end, q.tile,
                                      &(struct adjoint){q.top, rows, q.k, q.ld, q.ldy, q.v, q.y,
                                                        q.work, q.room}));
    if (q.count > 0)
        cuda_correct(&p->head, handle, &q);
}
#endif

SL_CODELET(he2hb_product);
