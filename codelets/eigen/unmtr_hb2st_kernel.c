/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The diamonds of a group of sweeps times a block column: C = op(Q) C. BLAS would be slow, for it
 * reads and writes C for each diamond. Here C is taken in narrow strips, which stay in cache, and
 * the sums of a diamond stay in registers, as in the fused rotations of Van Zee, van de Geijn and
 * Quintana-Orti (ACM Trans. Math. Softw. 40, 2014). */

#include <string.h>
#include "diamond.h"

#define BYTES 16
#define NAME(f) SL_PASTE(f, _, 16)
#define TARGET
#include "diamond_strip.h"
#ifdef __x86_64__
#undef BYTES
#undef NAME
#undef TARGET
#define BYTES 32
#define NAME(f) SL_PASTE(f, _, 32)
#define TARGET __attribute__((target("avx2,fma")))
#include "diamond_strip.h"
#undef BYTES
#undef NAME
#undef TARGET
#define BYTES 64
#define NAME(f) SL_PASTE(f, _, 64)
#define TARGET __attribute__((target("avx512f")))
#include "diamond_strip.h"
#endif

/* The longest vectors that the processor has. */
static __typeof__(&multiply_16) best_multiply(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return multiply_64;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return multiply_32;
#endif
    return multiply_16;
}

static void cpu_unmtr_hb2st(void *tiles[], void *arg)
{
    const struct sl_diamond_args *p = arg;
    uintptr_t room = STARPU_MATRIX_GET_PTR(tiles[1]) + SL_VECTOR_BYTES - 1;
    best_multiply()(p, tiles[0], TILE_N(tiles[2]), TILE(tiles[2]), TILE_LD(tiles[2]),
                    (void *)(room - room % SL_VECTOR_BYTES));
}

SL_CODELET_CPU(unmtr_hb2st);
