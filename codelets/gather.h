/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Vectors whose lanes have numbers of as many arrays, and the way there and back. For files that
 * codelets/vectors.h includes. */

#include "codelets/reals.h"

#define LANES NAME(lanes)
typedef real_t LANES __attribute__((vector_size(BYTES), may_alias));
#define NUMBERS NAME(integers)
enum { NAME(WIDTH) = NAME(REALS) };

/* Vectors with numbers i ... of each of some arrays, or the other way round. The last ones of an
 * array are also in two blocks. */
TARGET static inline void NAME(gather)(int count, const real_t *const from[NAME(WIDTH)], LANES *x)
{
    for (int i = 0; i < count && count >= NAME(WIDTH); i += NAME(WIDTH)) {
        LANES block[NAME(WIDTH)];
        i = SL_MIN(i, count - NAME(WIDTH));
#pragma GCC unroll 16
        for (int l = 0; l < NAME(WIDTH); l++)
            memcpy(&block[l], from[l] + i, sizeof(LANES));
        NAME(transpose)(1, block);
#pragma GCC unroll 16
        for (int l = 0; l < NAME(WIDTH); l++)
            x[i + l] = block[l];
    }
    for (int i = 0; i < count && count < NAME(WIDTH); i++)
#pragma GCC unroll 16
        for (int l = 0; l < NAME(WIDTH); l++)
            ((real_t *)&x[i])[l] = from[l][i];
}

TARGET static inline void NAME(scatter)(int count, const LANES *x, int begin, int end,
                                        real_t *const to[NAME(WIDTH)])
{
    for (int i = 0; i < count && count >= NAME(WIDTH); i += NAME(WIDTH)) {
        LANES block[NAME(WIDTH)];
        i = SL_MIN(i, count - NAME(WIDTH));
#pragma GCC unroll 16
        for (int l = 0; l < NAME(WIDTH); l++)
            block[l] = x[i + l];
        NAME(transpose)(1, block);
#pragma GCC unroll 16
        for (int l = 0; l < NAME(WIDTH); l++)
            if (l >= begin && l < end)
                memcpy(to[l] + i, &block[l], sizeof(LANES));
    }
    for (int i = 0; i < count && count < NAME(WIDTH); i++)
        for (int l = begin; l < end; l++)
            to[l][i] = ((const real_t *)&x[i])[l];
}

/* Elements of a where a mask is set, of b elsewhere */
TARGET static inline LANES NAME(choose)(NUMBERS mask, LANES a, LANES b)
{
    return (LANES)(((NUMBERS)a & mask) | ((NUMBERS)b & ~mask));
}

TARGET static inline LANES NAME(absolute)(LANES x)
{
    const integer_t sign = (integer_t)(1ULL << (8 * sizeof(integer_t) - 1));
    return (LANES)((NUMBERS)x & ~sign);
}
