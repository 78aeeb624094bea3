/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A share of Y = A V with the reflectors V of a panel, where A lacks the updates by the earlier
 * panels of the block column. The share is that of some columns of A. If A is only its lower
 * triangle, their part below the diagonal multiplies V, and so does its conjugate transpose. If
 * A is full, these columns are rows, too, and give these rows of Y. What A lacks is subtracted
 * by columns X1 and Z1 of earlier panels: X1 (Z1^H V). */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/tuning.h"

static const scalar_t one = 1, zero = 0, minus_one = -1;

/* Where the data of the task are. */
struct product {
    int k, ld, ldy; /* reflectors; leading dimensions of X and Z, and of Y */
    int count;      /* columns of X1 and Z1 */
    int64_t top, m; /* first row of V, and end of the rows */
    const scalar_t *v, *x1, *z1;
    scalar_t *y, *work;
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
        .tile = tiles + (earlier ? 4 : 3),
    };
}

/* Y = Y + A V with n columns of the lower triangle from the diagonal down: m rows. By blocks of
 * rows, for a block is used twice. V and Y begin in the first of these rows. */
static void columns(int m, int n, int k, const scalar_t *a, int lda, const scalar_t *v, int ldv,
                    scalar_t *y, int ldy)
{
#ifdef SL_COMPLEX
    cblas_x(hemm)
#else
    cblas_x(symm)
#endif
        (CblasColMajor, CblasLeft, CblasLower, n, k, SADDR(one), a, lda, v, ldv, SADDR(one), y,
         ldy);
    for (int64_t i = n; i < m; i += SL_PRODUCT_ROWS) {
        int rows = (int)SL_MIN(SL_PRODUCT_ROWS, m - i);
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, k, n, SADDR(one), a + i, lda,
                      v, ldv, SADDR(one), y + i, ldy);
        cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, n, k, rows, SADDR(one), a + i,
                      lda, v + i, ldv, SADDR(one), y, ldy);
    }
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
    int rows = (int)(q.m - q.top);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', rows, q.k, 0, 0, q.y + q.top, q.ldy);
    for (int64_t j = p->first, next; j < p->end; j = next, q.tile++) {
        int64_t start = j - j % p->nb; /* of the tile */
        int lda = TILE_LD(*q.tile), n = (int)(SL_MIN(p->end, start + p->nb) - j);
        const scalar_t *a = TILE(*q.tile) + (j - start) * lda;
        next = j + n;
        if (p->full)
            cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, n, q.k, rows, SADDR(one),
                          a + q.top, lda, q.v + q.top, q.ld, SADDR(zero), q.y + j, q.ldy);
        else
            columns((int)(q.m - j), n, q.k, a + j, lda, q.v + j, q.ld, q.y + j, q.ldy);
    }
    if (q.count > 0)
        correct(&q);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_gemm.h"

static void cuda_correct(struct sl_args *args, cublasHandle_t handle, const struct product *q)
{
    int m = (int)(q->m - q->top);
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, q->count, q->k, m, CS(one),
                                      CU(q->z1 + q->top), q->ld, CU(q->v + q->top), q->ld,
                                      CS(zero), CU(q->work), q->count));
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, q->k, q->count,
                                      CS(minus_one), CU(q->x1 + q->top), q->ld, CU(q->work),
                                      q->count, CS(one), CU(q->y + q->top), q->ldy));
}

/* Tiles that stand side by side in one array are one product, which is faster. A is full. If they are
 * all of A, it is its own conjugate transpose, and without transposition cuBLAS reads it faster. */
static void cuda_he2hb_product(void *tiles[], void *arg)
{
    struct sl_he2hb_args *p = arg;
    struct product q = product_of(p, tiles);
    int rows = (int)(q.m - q.top);
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    if (p->first > q.top || p->end < q.m) /* other shares have the other rows */
        sl_cuda_check(&p->head, sl_cuda_x(laset)(starpu_cuda_get_local_stream(), 'G', 0, rows, q.k,
                                                 CV(zero), CV(zero), CU(q.y + q.top), q.ldy));
    for (int64_t j = p->first, next; j < p->end; j = next) {
        int lda = TILE_LD(*q.tile);
        int64_t start = j - j % p->nb;
        const scalar_t *a = TILE(*q.tile) + (j - start) * lda;
        int together = sl_side_by_side(q.tile, (p->end - start + p->nb - 1) / p->nb);
        next = SL_MIN(p->end, start + together * p->nb);
        cublasOperation_t op = next - j == rows ? CUBLAS_OP_N : CUBLAS_OP_C;
        q.tile += together;
        sl_cuda_check(&p->head,
                      sl_cuda_xgemm(handle, op, CUBLAS_OP_N, (int)(next - j), q.k, rows,
                                    CS(one), CU(a + q.top), lda, CU(q.v + q.top), q.ld, CS(zero),
                                    CU(q.y + j), q.ldy));
    }
    if (q.count > 0)
        cuda_correct(&p->head, handle, &q);
}
#endif

SL_CODELET(he2hb_product);
