/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X(i) = X(i) - S(i,l) X(l), where the pieces of a vector get the same scale first, a smaller one
 * if the result could overflow. Buffers: S(i,l), its largest element, X(l) and its state, X(i) and
 * its state, and a tile for a scaled copy of X(l). */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "robust.h"

/* Finds the scale of each column of the result. Returns whether X(l) has it for all columns. */
static bool scales(int w, int a, int k, const int *from, int *to, int *common)
{
    bool same = true;
    for (int c = 0; c < w; c++) {
        int e = from[c], f = to[c], x, y, size;
        common[c] = SL_MIN(e, f);
        x = to[c + SL_PIECE_SIZE * w] + common[c] - f;
        y = from[c + SL_PIECE_SIZE * w] + common[c] - e;
        size = size_of_sum(x, a, k, y);
        if (size > SL_MOST) {
            int less = scale_for(size);
            common[c] += less;
            size += less;
        }
        to[c + SL_PIECE_SIZE * w] = size;
        same = same && common[c] == e;
    }
    return same;
}

static void cpu_trevc_update(void *tiles[], void *arg)
{
    const struct sl_trevc_args *p = arg;
    scalar_t *b = TILE(tiles[2]), *x = TILE(tiles[4]), *copy = TILE(tiles[6]);
    const int *from = (const int *)STARPU_MATRIX_GET_PTR(tiles[3]);
    int *to = (int *)STARPU_MATRIX_GET_PTR(tiles[5]);
    int m = TILE_M(tiles[4]), w = TILE_N(tiles[4]), k = TILE_M(tiles[2]);
    int ldb = TILE_LD(tiles[2]), ldx = TILE_LD(tiles[4]), ldcopy = TILE_LD(tiles[6]);
    int common[w];
    scalar_t minus = -1, beta = p->diagonal ? 0 : 1;
    for (int c = 0; c < w && p->diagonal; c++) {
        to[c] = from[c];
        to[c + SL_PIECE_SIZE * w] = SL_NOTHING;
    }
    int a = size_of(*(const real_t *)STARPU_MATRIX_GET_PTR(tiles[1]));
    if (!scales(w, a, k, from, to, common)) {
        for (int c = 0; c < w; c++) {
            memcpy(copy + (size_t)c * ldcopy, b + (size_t)c * ldb, (size_t)k * sizeof *b);
            if (common[c] != from[c])
                multiply_column(k, power_of_2(common[c] - from[c]), copy + (size_t)c * ldcopy);
        }
        b = copy;
        ldb = ldcopy;
    }
    for (int c = 0; c < w; c++) {
        if (common[c] != to[c] && !p->diagonal)
            multiply_column(m, power_of_2(common[c] - to[c]), x + (size_t)c * ldx);
        to[c] = common[c];
    }
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, w, k, SADDR(minus), TILE(tiles[0]),
                  TILE_LD(tiles[0]), b, ldb, SADDR(beta), x, ldx);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"
#include "cuda_trevc.h"

/* The scales are on the device, so X(l) is always copied. */
static void cuda_trevc_update(void *tiles[], void *arg)
{
    struct sl_trevc_args *p = arg;
    int m = TILE_M(tiles[4]), w = TILE_N(tiles[4]), k = TILE_M(tiles[2]);
    scalar_t minus = -1, beta = p->diagonal ? 0 : 1;
    sl_cuda_check(&p->head,
                  sl_cuda_x(trevc_scale)(
                      sl_cuda_stream(), w, p->diagonal, m, k,
                      (const real_t *)STARPU_MATRIX_GET_PTR(tiles[1]), CU(TILE(tiles[2])),
                      TILE_LD(tiles[2]), (const int *)STARPU_MATRIX_GET_PTR(tiles[3]),
                      CU(TILE(tiles[4])), TILE_LD(tiles[4]), (int *)STARPU_MATRIX_GET_PTR(tiles[5]),
                      CU(TILE(tiles[6])), TILE_LD(tiles[6])));
    sl_cuda_check(&p->head, sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_N,
                                          CUBLAS_OP_N, m, w, k, CS(minus), CU(TILE(tiles[0])),
                                          TILE_LD(tiles[0]), CU(TILE(tiles[6])), TILE_LD(tiles[6]),
                                          CS(beta), CU(TILE(tiles[4])), TILE_LD(tiles[4])));
}
#endif

SL_CODELET(trevc_update);
