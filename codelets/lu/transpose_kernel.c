/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Converts a block column to transposed tiles, or back: transposes each of its square tiles in
 * place. */

#define SL_KERNEL_USES_BLAS
#include "update.h"

void SL_X(transpose_column)(const struct column *c)
{
    enum { BLOCK = SL_TRANSPOSE_BLOCK };
    int ld, follow, rows = square_rows(c), n = c->n;
    for (int t = 0; t < rows; t += n) {
        scalar_t *a = column_row(c, t, &ld, &follow);
        for (int first = 0; first < n; first += BLOCK)
            for (int j = 1; j < n; j++)
                if (first < j)
                    cblas_x(swap)(SL_MIN(BLOCK, j - first), a + first + (int64_t)j * ld, 1,
                                a + j + (int64_t)first * ld, ld);
    }
}

static void cpu_transpose(void *tiles[], void *arg)
{
    struct column c = column_of(tiles, 0, arg, 0);
    SL_X(transpose_column)(&c);
}

#ifdef STARLING_CUDA
void SL_X(cuda_transpose_column)(struct sl_args *args, cublasHandle_t handle,
                            const struct column *c)
{
    int ld, follow;
    scalar_t *a = column_row(c, 0, &ld, &follow);
    sl_cuda_check(args, sl_cuda_x(transpose)(handle, square_rows(c) / c->n, c->n, CU(a), ld));
}

/* It runs beside the first panel, which is in another stream. */
static void cuda_transpose(void *tiles[], void *arg)
{
    struct column c = column_of(tiles, 0, arg, 0);
    SL_X(cuda_transpose_column)(arg, sl_cuda_begin(SL_BULK), &c);
    sl_cuda_continue(SL_BULK, SL_OWN);
}
#endif

SL_CODELET(transpose);
