/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A tile of normally distributed numbers, by the formula of Box and Muller (Ann. Math. Stat. 29,
 * 1958) from the uniform ones of random.h. They depend on the seed and the position in the matrix.
 */

#include "args.h"
#include "codelets/auxiliary/random.h"
#include "codelets/codelet.h"

static scalar_t element(uint64_t seed, int64_t i, int64_t j)
{
    double r = sqrt(-2 * log(sl_uniform(seed, i, j, 0) + 0.5));
    double angle = 6.283185307179586 * sl_uniform(seed, i, j, 1);
#ifdef SL_COMPLEX
    return (real_t)(r * cos(angle)) + I * (real_t)(r * sin(angle));
#else
    return (real_t)(r * cos(angle));
#endif
}

static void cpu_gaussian(void *tiles[], void *arg)
{
    const struct sl_gaussian_args *p = arg;
    int64_t m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            TILE(tiles[0])[i + j * lda] = element(p->seed, p->row + i, p->column + j);
}

SL_CODELET_CPU(gaussian);
