/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The product of a share's columns with a panel, on the device. Compiled once a precision. */

#ifndef SL_CUDA_COLUMNS_H
#define SL_CUDA_COLUMNS_H

#include "codelets/blas3/cuda_gemm.h"
#include "columns.h"

struct adjoint {
    int64_t top; /* the first row of A and V */
    int rows, k, ldv, ldy;
    const scalar_t *v; /* from row 0 on, as y */
    scalar_t *y;
    void *work; /* `room` bytes on the device */
    size_t room;
};

/* Y = A^H V: column j of A gives row j of Y. A product with one tile is too small for a GPU, so tiles
 * are one call of cuBLAS. Those that stand side by side in one array are one product, which is
 * faster. Returns cuBLAS' or CUDA's error. */
static inline int sl_cuda_adjoint(cublasHandle_t handle, cudaStream_t stream, struct columns c,
                                  int64_t nb, int64_t end, void **tile, const struct adjoint *p)
{
    enum { MOST = 128 };
    const scalar_t one = 1, zero = 0;
    const void *a[3 * MOST], *y[MOST];
    int most = (int)SL_MIN(MOST, p->room / (3 * sizeof *a)), count = 0, lda = 0, status = 0;
    while (status == 0 && next_columns(nb, end, true, &tile, &c)) {
        if (c.n == nb && count < most && (count == 0 || c.lda == lda)) {
            lda = c.lda;
            a[count] = c.a + p->top;
            y[count++] = p->y + c.j;
        } else {
            status = sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, c.n, p->k, p->rows, CS(one),
                                   CU(c.a + p->top), c.lda, CU(p->v + p->top), p->ldv, CS(zero),
                                   CU(p->y + c.j), p->ldy);
        }
    }
    if (count == 0 || status != 0)
        return status;
    for (int i = 0; i < count; i++) {
        a[count + i] = p->v + p->top;
        a[2 * count + i] = y[i];
    }
    status = cudaMemcpyAsync(p->work, a, 3 * (size_t)count * sizeof *a, cudaMemcpyHostToDevice,
                             stream);
    if (status != 0)
        return status;
    void **on_device = p->work;
    return cublas_x(gemmBatched)(handle, CUBLAS_OP_C, CUBLAS_OP_N, (int)nb, p->k, p->rows, CS(one),
                                 (const void *)on_device, lda, (const void *)(on_device + count),
                                 p->ldv, CS(zero), (void *)(on_device + 2 * count), p->ldy, count);
}

#endif
