/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = alpha A on a tile or one triangle of it; alpha = 0 clears, whatever A holds. On the
 * diagonal of a Hermitian matrix the imaginary part is nothing, whatever A holds. */

#include "codelet.h"

static void cpu_lascal(void *tiles[], void *arg)
{
    const struct sl_laset_args *p = arg;
    scalar_t *a = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    scalar_t alpha = SL_NARROW(p->alpha);
    for (int j = 0; j < n; j++) {
        int first = p->uplo == STARLING_LOWER ? j : 0;
        int end = p->uplo == STARLING_UPPER ? SL_MIN(j + 1, m) : m;
        for (int i = first; i < end; i++) {
            scalar_t *x = &a[i + (int64_t)j * lda];
            scalar_t value = p->hermitian && i == j ? SL_REAL(*x) : *x;
            *x = alpha == 0 ? 0 : alpha * value;
        }
    }
}

#ifdef STARLING_CUDA
static void cuda_lascal(void *tiles[], void *arg)
{
    const struct sl_laset_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_xlascal(starpu_cuda_get_local_stream(), p->hermitian, (char)p->uplo,
                                  TILE_M(tiles[0]), TILE_N(tiles[0]),
                                  CV(SL_NARROW(p->alpha)), CU(TILE(tiles[0])),
                                  TILE_LD(tiles[0])));
}
#endif

SL_CODELET(lascal, 0x69717c);
