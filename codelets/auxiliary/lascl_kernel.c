/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = alpha A on a tile or one triangle of it. If alpha is 0, A becomes zero even if it has
 * NaN. The diagonal of a Hermitian matrix counts as real. */

#include "codelets/codelet.h"
#include "args.h"

/* Multiplies complex numbers as BLAS does. C would look for infinities if the result is a
 * NaN. If alpha is real, it multiplies both parts. */
static scalar_t scaled(scalar_t alpha, scalar_t x, bool real)
{
#ifdef SL_COMPLEX
    scalar_t y;
    __real__ y = real ? __real__ alpha * __real__ x
                      : __real__ alpha * __real__ x - __imag__ alpha * __imag__ x;
    __imag__ y = real ? __real__ alpha * __imag__ x
                      : __real__ alpha * __imag__ x + __imag__ alpha * __real__ x;
    return y;
#else
    (void)real;
    return alpha * x;
#endif
}

static void cpu_lascl(void *tiles[], void *arg)
{
    struct sl_laset_args *p = arg;
    scalar_t *a = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    scalar_t alpha = SL_NARROW(p->alpha);
    for (int j = 0; j < n; j++) {
        int first = p->uplo == STARLING_LOWER ? j : 0;
        int end = p->uplo == STARLING_UPPER ? SL_MIN(j + 1, m) : m;
        for (int i = first; i < end; i++) {
            scalar_t *x = &a[i + (int64_t)j * lda];
            bool diagonal = p->hermitian && p->uplo != STARLING_GENERAL && i == j;
            scalar_t value = diagonal ? SL_REAL(*x) : *x;
            *x = alpha == 0 ? 0 : scaled(alpha, value, p->hermitian);
        }
    }
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_lascl(void *tiles[], void *arg)
{
    struct sl_laset_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_x(lascl)(sl_cuda_stream(), p->hermitian, (char)p->uplo,
                                  TILE_M(tiles[0]), TILE_N(tiles[0]),
                                  CV(SL_NARROW(p->alpha)), CU(TILE(tiles[0])),
                                  TILE_LD(tiles[0])));
}
#endif

SL_CODELET(lascl);
