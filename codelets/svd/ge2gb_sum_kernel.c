/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* W or Y of a panel: the sum of the shares, times T. Buffers: the result, which is Z or X; T; and the
 * shares. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/growing.h"

static void cpu_ge2gb_sum(void *tiles[], void *arg)
{
    const scalar_t one = 1;
    const struct sl_ge2gb_args *p = arg;
    int64_t from = p->first + p->kd, m = TILE_M(tiles[0]), ld = TILE_LD(tiles[0]);
    int k = (int)p->count, ldt = TILE_LD(tiles[1]);
    scalar_t *y = TILE(tiles[0]) + p->earlier * ld;
    for (int64_t j = 0; j < k; j++)
        for (int s = 2; s < p->head.data; s++) {
            const scalar_t *x = TILE(tiles[s]) + j * TILE_LD(tiles[s]);
            for (int64_t i = from; i < m; i++)
                y[i + j * ld] = s == 2 ? x[i] : y[i + j * ld] + x[i];
        }
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit,
                  (int)(m - from), k, SADDR(one), TILE(tiles[1]) + p->done * (ldt + 1), ldt,
                  y + from, (int)ld);
    sl_grown(tiles[0], p->earlier + k);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

/* T is zero below its diagonal, so that it is a square in products, which are faster. */
static void cuda_ge2gb_sum(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0;
    struct sl_ge2gb_args *p = arg;
    int64_t from = p->first + p->kd;
    int m = (int)(TILE_M(tiles[0]) - from), ld = TILE_LD(tiles[0]), ldt = TILE_LD(tiles[1]);
    int k = (int)p->count;
    for (int s = 2; s < p->head.data; s++)
        sl_cuda_check(&p->head,
                      sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_N, CUBLAS_OP_N, m,
                                    k, k, CS(one), CU(TILE(tiles[s]) + from), TILE_LD(tiles[s]),
                                    CU(TILE(tiles[1]) + p->done * (ldt + 1)), ldt,
                                    CS(s == 2 ? zero : one),
                                    CU(TILE(tiles[0]) + from + p->earlier * ld), ld));
    sl_grown(tiles[0], p->earlier + k);
}
#endif

SL_CODELET(ge2gb_sum);
