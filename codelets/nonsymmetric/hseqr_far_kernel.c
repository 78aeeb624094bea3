/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The rest of the rows of a window, H = U^H H, and the rest of its columns, H = H U. Buffers: U,
 * and room for copies; in the list, the tiles. */

#define SL_KERNEL_USES_BLAS
#include "far.h"

/* copies: how often they need room. */
static struct far far_of(void *tiles[], const struct sl_hseqr_args *p, int copies)
{
    int64_t order = p->end - p->first, room = (int64_t)TILE_M(tiles[1]) * TILE_N(tiles[1]);
    return (struct far){{tiles + 2, p}, (int)order,     TILE_LD(tiles[0]),
                        TILE(tiles[0]), TILE(tiles[1]), room / (copies * order)};
}

static void cpu_hseqr_rows(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    const struct far f = far_of(tiles, p, 1);
    all_rows(&f, p->from, p->to);
}

static void cpu_hseqr_columns(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    const struct far f = far_of(tiles, p, 1);
    all_columns(&f, p->from, p->to);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

/* One product for all tiles, between two copies. */
static void cuda_rows(struct sl_args *args, const struct far *f, int64_t from, int64_t to)
{
    const struct sl_hseqr_args *p = f->t.p;
    int count = (int)(to - from);
    scalar_t *result = f->copy + f->order * f->most;
    sl_cuda_check(args,
                  cuda_copy_window(f->t, false, p->first, p->end, from, to, f->copy, f->order));
    sl_cuda_check(args, sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_C, CUBLAS_OP_N, f->order, count,
                                      f->order, CS(one), CU(f->u), f->ldu, CU(f->copy), f->order,
                                      CS(zero), CU(result), f->order));
    sl_cuda_check(args, cuda_copy_window(f->t, true, p->first, p->end, from, to, result, f->order));
}

static void cuda_columns(struct sl_args *args, const struct far *f, int64_t from, int64_t to)
{
    const struct sl_hseqr_args *p = f->t.p;
    int count = (int)(to - from);
    scalar_t *result = f->copy + f->order * f->most;
    sl_cuda_check(args, cuda_copy_window(f->t, false, from, to, p->first, p->end, f->copy, count));
    sl_cuda_check(args, sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_N, CUBLAS_OP_N, count, f->order,
                                      f->order, CS(one), CU(f->copy), count, CU(f->u), f->ldu,
                                      CS(zero), CU(result), count));
    sl_cuda_check(args, cuda_copy_window(f->t, true, from, to, p->first, p->end, result, count));
}

static void cuda_hseqr_rows(void *tiles[], void *arg)
{
    struct sl_hseqr_args *p = arg;
    const struct far f = far_of(tiles, p, 2);
    for (int64_t j = p->from; j < p->to; j += f.most)
        cuda_rows(&p->head, &f, j, SL_MIN(p->to, j + f.most));
}

static void cuda_hseqr_columns(void *tiles[], void *arg)
{
    struct sl_hseqr_args *p = arg;
    const struct far f = far_of(tiles, p, 2);
    for (int64_t i = p->from; i < p->to; i += f.most)
        cuda_columns(&p->head, &f, i, SL_MIN(p->to, i + f.most));
}
#endif

SL_CODELET(hseqr_rows);
SL_CODELET(hseqr_columns);
