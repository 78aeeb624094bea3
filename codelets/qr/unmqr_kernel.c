/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A block reflector times a tile: C = op(Q) C or C op(Q), with Q = I - V T V^H. C1 is the part of C
 * that meets the triangle V1 of V, and C2 is the rest:
 *   left   W = op(T) (V1^H C1 + V2^H C2), C1 = C1 - V1 W, C2 = C2 - V2 W
 *   right  W = (C1 V1 + C2 V2) op(T), C1 = C1 - W V1^H, C2 = C2 - W V2^H */

#define SL_KERNEL_USES_BLAS
#include "reflector.h"

/* W = V1^H W, V1 W, W V1 or W V1^H */
static void times_triangle(const struct reflector *q, CBLAS_SIDE side, CBLAS_TRANSPOSE trans, int m,
                           int n, scalar_t *w)
{
    const scalar_t one = 1;
    cblas_x(trmm)(CblasColMajor, side, CblasLower, trans, CblasUnit, m, n, SADDR(one), q->v, q->ldv,
                  w, m);
}

/* A = A - B */
static void subtract_block(int m, int n, scalar_t *a, int lda, const scalar_t *b)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            a[i + j * lda] -= b[i + j * m];
}

static void apply_left(const struct reflector *q, CBLAS_TRANSPOSE trans, int n, scalar_t *c,
                       int ldc, scalar_t *w)
{
    const scalar_t one = 1, minus_one = -1;
    const scalar_t *v2 = q->v + q->count;
    scalar_t *c2 = c + q->count;
    int k = q->count, rest = q->rows - k;
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', k, n, c, ldc, w, k);
    times_triangle(q, CblasLeft, CblasConjTrans, k, n, w);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, k, n, rest, SADDR(one), v2, q->ldv,
                  c2, ldc, SADDR(one), w, k);
    cblas_x(trmm)(CblasColMajor, CblasLeft, CblasUpper, trans, CblasNonUnit, k, n, SADDR(one), q->t,
                  q->ldt, w, k);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rest, n, k, SADDR(minus_one), v2,
                  q->ldv, w, k, SADDR(one), c2, ldc);
    times_triangle(q, CblasLeft, CblasNoTrans, k, n, w);
    subtract_block(k, n, c, ldc, w);
}

static void apply_right(const struct reflector *q, CBLAS_TRANSPOSE trans, int m, scalar_t *c,
                        int ldc, scalar_t *w)
{
    const scalar_t one = 1, minus_one = -1;
    const scalar_t *v2 = q->v + q->count;
    scalar_t *c2 = c + (int64_t)q->count * ldc;
    int k = q->count, rest = q->rows - k;
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', m, k, c, ldc, w, m);
    times_triangle(q, CblasRight, CblasNoTrans, m, k, w);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, k, rest, SADDR(one), c2, ldc, v2,
                  q->ldv, SADDR(one), w, m);
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, trans, CblasNonUnit, m, k, SADDR(one),
                  q->t, q->ldt, w, m);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, m, rest, k, SADDR(minus_one), w, m,
                  v2, q->ldv, SADDR(one), c2, ldc);
    times_triangle(q, CblasRight, CblasConjTrans, m, k, w);
    subtract_block(m, k, c, ldc, w);
}

void SL_X(apply_reflector)(const struct reflector *q, starling_side side, starling_trans trans,
                           int n, scalar_t *c, int ldc, scalar_t *work)
{
    if (side == STARLING_LEFT)
        apply_left(q, cblas_trans(trans), n, c, ldc, work);
    else
        apply_right(q, cblas_trans(trans), n, c, ldc, work);
}

static void cpu_unmqr(void *tiles[], void *arg)
{
    const struct sl_qr_args *p = arg;
    bool left = p->side == STARLING_LEFT;
    struct reflector q = {
        .rows = TILE_M(tiles[0]) - (int)p->above,
        .count = TILE_M(tiles[1]),
        .v = TILE(tiles[0]) + p->above,
        .ldv = TILE_LD(tiles[0]),
        .t = TILE(tiles[1]),
        .ldt = TILE_LD(tiles[1]),
    };
    SL_X(apply_reflector)
    (&q, p->side, p->trans, left ? TILE_N(tiles[2]) : TILE_M(tiles[2]),
     TILE(tiles[2]) + p->offset * (left ? 1 : TILE_LD(tiles[2])), TILE_LD(tiles[2]),
     TILE(tiles[3]));
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_gemm.h"

void SL_X(cuda_reflectors_alone)(struct sl_args *args, cublasHandle_t handle, int m, int k,
                                 const scalar_t *v, int ldv, scalar_t *to, int ldt)
{
    cudaStream_t stream = sl_cuda_stream(); /* if there is no handle */
    sl_cuda_check(args, cublasGetStream(handle, &stream));
    sl_cuda_check(args, sl_cuda_x(lacpy)(stream, 'L', m, k, CU(v), ldv, CU(to), ldt));
    sl_cuda_check(args, sl_cuda_x(laset)(stream, 'U', 0, k, k, CV((scalar_t)0), CV((scalar_t)1),
                                         CU(to), ldt));
}

/* A part of V: all of it, or its triangle without R, or the rows below it. */
struct part {
    const scalar_t *v;
    int ldv, first, rows;
};

/* The products with all of V: W = V^H C or C V, then C = C - V W or C - W V^H. */
static void product(struct sl_args *args, cublasHandle_t handle, bool left, bool after,
                    const struct part *part, int k, int n, scalar_t *c, int ldc, scalar_t *w)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const cublasOperation_t no = CUBLAS_OP_N, adjoint = CUBLAS_OP_C;
    int ldw = left ? k : n;
    c += (int64_t)part->first * (left ? 1 : ldc);
    const scalar_t beta = part->first > 0 ? one : zero;
    if (left && !after)
        sl_cuda_check(args, sl_cuda_xgemm(handle, adjoint, no, k, n, part->rows, CS(one),
                                          CU(part->v), part->ldv, CU(c), ldc, CS(beta), CU(w),
                                          ldw));
    else if (left)
        sl_cuda_check(args, sl_cuda_xgemm(handle, no, no, part->rows, n, k, CS(minus_one),
                                          CU(part->v), part->ldv, CU(w), ldw, CS(one), CU(c),
                                          ldc));
    else if (!after)
        sl_cuda_check(args, sl_cuda_xgemm(handle, no, no, n, k, part->rows, CS(one), CU(c), ldc,
                                          CU(part->v), part->ldv, CS(beta), CU(w), ldw));
    else
        sl_cuda_check(args, sl_cuda_xgemm(handle, no, adjoint, n, part->rows, k, CS(minus_one),
                                          CU(w), ldw, CU(part->v), part->ldv, CS(one), CU(c),
                                          ldc));
}

/* W2 = op(T) W or W op(T); T is zero below its diagonal. */
static void times_t(struct sl_args *args, cublasHandle_t handle, bool left, starling_trans trans,
                    const scalar_t *t, int ldt, int k, int n, const scalar_t *w, scalar_t *w2)
{
    const scalar_t one = 1, zero = 0;
    cublasOperation_t op = trans == STARLING_NOTRANS ? CUBLAS_OP_N : CUBLAS_OP_C;
    if (left)
        sl_cuda_check(args, sl_cuda_xgemm(handle, op, CUBLAS_OP_N, k, n, k, CS(one), CU(t), ldt,
                                          CU(w), k, CS(zero), CU(w2), k));
    else
        sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, op, n, k, k, CS(one), CU(w), n,
                                          CU(t), ldt, CS(zero), CU(w2), n));
}

static void cuda_unmqr(void *tiles[], void *arg)
{
    struct sl_qr_args *p = arg;
    bool left = p->side == STARLING_LEFT;
    int rows = TILE_M(tiles[0]) - (int)p->above, ldv = TILE_LD(tiles[0]), ldc = TILE_LD(tiles[2]);
    int k = TILE_M(tiles[1]), n = left ? TILE_N(tiles[2]) : TILE_M(tiles[2]);
    const scalar_t *v = TILE(tiles[0]) + p->above;
    scalar_t *c = TILE(tiles[2]) + p->offset * (left ? 1 : ldc);
    scalar_t *w = TILE(tiles[3]), *w2 = w + (int64_t)n * k, *v1 = w2 + (int64_t)n * k;
    struct part parts[2] = {{v, ldv, 0, rows}, {v + k, ldv, k, rows - k}};
    int count = 1;
    enum sl_stream stream = p->soon ? SL_EARLY : SL_BULK;
    cublasHandle_t handle = sl_cuda_begin(stream);
    if (!p->alone) {
        SL_X(cuda_reflectors_alone)(&p->head, handle, k, k, v, ldv, v1, k);
        parts[0] = (struct part){v1, k, 0, k};
        count += rows > k;
    }
    for (int i = 0; i < count; i++)
        product(&p->head, handle, left, false, &parts[i], k, n, c, ldc, w);
    times_t(&p->head, handle, left, p->trans, TILE(tiles[1]), TILE_LD(tiles[1]), k, n, w, w2);
    for (int i = 0; i < count; i++)
        product(&p->head, handle, left, true, &parts[i], k, n, c, ldc, w2);
    sl_cuda_continue(stream, SL_OWN);
}
#endif

SL_CODELET(unmqr);
