/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The orthogonal blocks of a group of sweeps times a block column: C = op(Q) C. Each block needs a
 * copy of its rows of C. Q has the first steps first, so Q^H has them last. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

/* Block k in the order of the product. */
static int64_t block_of(const struct sl_block_args *p, int64_t k)
{
    return p->trans == STARLING_NOTRANS ? k : sl_block_count(p) - 1 - k;
}

static void cpu_multiply_hb2st(void *tiles[], void *arg)
{
    const struct sl_block_args *p = arg;
    const scalar_t zero = 0, one = 1;
    int ldq = TILE_LD(tiles[0]), ldc = TILE_LD(tiles[2]), n = TILE_N(tiles[2]);
    scalar_t *work = TILE(tiles[1]);
    for (int64_t k = 0; k < sl_block_count(p); k++) {
        int64_t x = block_of(p, k);
        const scalar_t *q = TILE(tiles[0]) + x * sl_block_order(p) * ldq;
        scalar_t *c = TILE(tiles[2]) + sl_block_first(p, x);
        int rows = (int)sl_block_rows(p, x);
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', rows, n, c, ldc, work, rows);
        cblas_x(gemm)(CblasColMajor, cblas_trans(p->trans), CblasNoTrans, rows, n, rows, SADDR(one),
                      q, ldq, work, rows, SADDR(zero), c, ldc);
    }
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_gemm.h"

static void cuda_multiply_hb2st(void *tiles[], void *arg)
{
    struct sl_block_args *p = arg;
    const scalar_t zero = 0, one = 1;
    int ldq = TILE_LD(tiles[0]), ldc = TILE_LD(tiles[2]), n = TILE_N(tiles[2]);
    int order = (int)sl_block_order(p);
    scalar_t *work = TILE(tiles[1]);
    for (int64_t k = 0; k < sl_block_count(p); k++) {
        int64_t x = block_of(p, k);
        scalar_t *q = TILE(tiles[0]) + x * order * ldq;
        scalar_t *c = TILE(tiles[2]) + sl_block_first(p, x);
        int rows = (int)sl_block_rows(p, x);
        sl_cuda_check(&p->head, sl_cuda_x(lacpy)(sl_cuda_stream(), 'G', rows, n,
                                                 CU(c), ldc, CU(work), order));
        sl_cuda_check(&p->head, sl_cuda_xgemm(sl_cuda_handle(),
                                              cublas_trans(p->trans), CUBLAS_OP_N, rows, n, rows,
                                              CS(one), CU(q), ldq, CU(work), order, CS(zero),
                                              CU(c), ldc));
    }
}
#endif

SL_CODELET(multiply_hb2st);
