/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A in the lower precision, on a tile or one triangle of it, whose diagonal counts as real.
 * Buffers: B, A, and if it is asked for an integer: whether a number was beyond the range of the
 * lower precision, as in LAPACK's lag2s. A NaN is not. */

#include <float.h>
#include "codelets/codelet.h"
#include "args.h"

static bool beyond(scalar_t a)
{
#ifdef SL_COMPLEX
    return fabs(creal(a)) > (double)FLT_MAX || fabs(cimag(a)) > (double)FLT_MAX;
#else
    return fabs(a) > (double)FLT_MAX;
#endif
}

static void cpu_narrow(void *tiles[], void *arg)
{
    const struct sl_convert_args *p = arg;
    int64_t m = TILE_M(tiles[0]), n = TILE_N(tiles[0]);
    bool over = false;
    for (int64_t j = 0; j < n; j++) {
        low_t *b = (low_t *)STARPU_MATRIX_GET_PTR(tiles[0]) + j * TILE_LD(tiles[0]);
        const scalar_t *a = TILE(tiles[1]) + j * TILE_LD(tiles[1]);
        int64_t first = p->uplo == STARLING_LOWER ? SL_MIN(j, m) : 0;
        int64_t end = p->uplo == STARLING_UPPER ? SL_MIN(j + 1, m) : m;
        if (p->uplo != STARLING_GENERAL && j < m) {
            scalar_t diagonal = SL_REAL(a[j]);
            b[j] = (low_t)diagonal;
            over |= beyond(diagonal);
            first += p->uplo == STARLING_LOWER;
            end -= p->uplo == STARLING_UPPER;
        }
        for (int64_t i = first; i < end; i++) {
            b[i] = (low_t)a[i];
            over |= beyond(a[i]);
        }
    }
    if (p->head.data > 2)
        *(int *)STARPU_MATRIX_GET_PTR(tiles[2]) = over;
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_narrow(void *tiles[], void *arg)
{
    struct sl_convert_args *p = arg;
    int *info = p->head.data > 2 ? (int *)STARPU_MATRIX_GET_PTR(tiles[2]) : NULL;
    sl_cuda_check(&p->head, sl_cuda_x(narrow)(
                                sl_cuda_stream(), (char)p->uplo, TILE_M(tiles[0]),
                                TILE_N(tiles[0]), CU(TILE(tiles[1])), TILE_LD(tiles[1]),
                                (void *)STARPU_MATRIX_GET_PTR(tiles[0]), TILE_LD(tiles[0]), info));
}
#endif

SL_CODELET(narrow);
