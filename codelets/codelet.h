/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The header of a kernel file: the tile of a buffer, and SL_CODELET, which defines a
 * codelet. */

#ifndef SL_CODELET_H
#define SL_CODELET_H

#include "config.h"
#include "precision.h"
#include "kernel.h"

#define TILE(buffer) ((scalar_t *)STARPU_MATRIX_GET_PTR(buffer))
#define TILE_M(buffer) ((int)STARPU_MATRIX_GET_NX(buffer))
#define TILE_N(buffer) ((int)STARPU_MATRIX_GET_NY(buffer))
#define TILE_LD(buffer) ((int)STARPU_MATRIX_GET_LD(buffer))

/* How many of these tiles stand side by side in one array, from the first one on. A GPU takes them
 * as one, which saves calls. */
static inline int sl_side_by_side(void *tiles[], int64_t count)
{
    int n = 1;
    for (; n < count; n++) {
        void *tile = tiles[n - 1];
        size_t columns = STARPU_MATRIX_GET_LD(tile) * (size_t)STARPU_MATRIX_GET_NY(tile);
        uintptr_t next = STARPU_MATRIX_GET_PTR(tile) + columns * STARPU_MATRIX_GET_ELEMSIZE(tile);
        if (STARPU_MATRIX_GET_PTR(tiles[n]) != next ||
            STARPU_MATRIX_GET_LD(tiles[n]) != STARPU_MATRIX_GET_LD(tile))
            break;
    }
    return n;
}

/* The columns of so many tiles that stand side by side; all but the last one have nb. */
static inline int sl_columns_together(void *tiles[], int64_t count, int64_t nb)
{
    return (int)((count - 1) * nb) + TILE_N(tiles[count - 1]);
}

/* The symbol of a performance model names precision, operation and BLAS library. */
#define SL_CODELET_(op, ...)                                                           \
    static struct starpu_perfmodel op##_model = {                                            \
        SL_MODEL,                                                                            \
        .symbol = "starling_" SL_STRING(SL_LETTER) #op "_" SL_BLAS_NAME,                     \
        .footprint = sl_footprint,                                                           \
    };                                                                                       \
    struct starpu_codelet SL_X(SL_PASTE(op, _, cl)) = {                                      \
        .name = SL_STRING(SL_LETTER) #op,                                                    \
        .color = SL_COLOUR_##op,                                                                 \
        __VA_ARGS__                                                                          \
        .nbuffers = STARPU_VARIABLE_NBUFFERS,                                                \
        .model = &op##_model,                                                                \
    }
#define SL_CODELET(op) SL_CODELET_(op, .cpu_funcs = {cpu_##op}, SL_CUDA_FUNCS(cuda_##op))
#define SL_CODELET_CPU(op) SL_CODELET_(op, .cpu_funcs = {cpu_##op},)
#define SL_CODELET_CUDA(op) SL_CODELET_(op, SL_CUDA_FUNCS(cuda_##op))

#ifdef STARLING_CUDA
#include <starpu_cublas_v2.h>
#include "codelets/cuda/cuda_kernels.h"
/* A kernel fails only by a CUDA or cuBLAS error. The first one is kept. */
static inline void sl_cuda_check(struct sl_args *args, int status)
{
    if (args->status == 0)
        args->status = status;
}
static inline cublasOperation_t cublas_trans(starling_trans t)
{
    return t == STARLING_NOTRANS ? CUBLAS_OP_N : t == STARLING_TRANS ? CUBLAS_OP_T : CUBLAS_OP_C;
}
static inline cublasFillMode_t cublas_uplo(starling_uplo u)
{
    return u == STARLING_LOWER ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}
static inline cublasSideMode_t cublas_side(starling_side s)
{
    return s == STARLING_LEFT ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
}
static inline cublasDiagType_t cublas_diag(starling_diag d)
{
    return d == STARLING_UNIT ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}
#endif

#ifdef SL_KERNEL_USES_BLAS
#include <cblas.h>
#include <lapacke.h>
static inline CBLAS_TRANSPOSE cblas_trans(starling_trans t)
{
    return t == STARLING_NOTRANS ? CblasNoTrans : t == STARLING_TRANS ? CblasTrans : CblasConjTrans;
}
static inline CBLAS_UPLO cblas_uplo(starling_uplo u)
{
    return u == STARLING_LOWER ? CblasLower : CblasUpper;
}
static inline CBLAS_SIDE cblas_side(starling_side s)
{
    return s == STARLING_LEFT ? CblasLeft : CblasRight;
}
static inline CBLAS_DIAG cblas_diag(starling_diag d)
{
    return d == STARLING_UNIT ? CblasUnit : CblasNonUnit;
}
#endif

#endif
