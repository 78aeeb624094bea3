/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A tile of random numbers, general or of a Hermitian matrix; see random.h. */

#include "codelets/codelet.h"
#include "args.h"
#include "random.h"

static scalar_t element(uint64_t seed, int64_t i, int64_t j)
{
#ifdef SL_COMPLEX
    return (real_t)sl_uniform(seed, i, j, 0) + I * (real_t)sl_uniform(seed, i, j, 1);
#else
    return (real_t)sl_uniform(seed, i, j, 0);
#endif
}

/* The upper triangle is the conjugate of the lower one. */
static scalar_t hermitian_element(struct sl_random_args *p, int64_t i, int64_t j)
{
    if (i == j)
        return (real_t)(SL_REAL(element(p->seed, i, i)) + p->shift);
    return i > j ? element(p->seed, i, j) : SL_CONJ(element(p->seed, j, i));
}

static void cpu_random(void *tiles[], void *arg)
{
    struct sl_random_args *p = arg;
    scalar_t *a = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            int64_t gi = p->i0 + i, gj = p->j0 + j;
            if ((p->uplo == STARLING_LOWER && gi < gj) ||
                (p->uplo == STARLING_UPPER && gi > gj))
                continue;
            a[i + (int64_t)j * lda] =
                p->hermitian ? hermitian_element(p, gi, gj) : element(p->seed, gi, gj);
        }
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_random(void *tiles[], void *arg)
{
    struct sl_random_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_x(random)(sl_cuda_stream(), p->hermitian, (char)p->uplo,
                                  p->shift, p->seed, p->i0, p->j0, TILE_M(tiles[0]),
                                  TILE_N(tiles[0]), CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(random);
