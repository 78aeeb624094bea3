/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The diamonds of a group of sweeps times a block column: C = op(Q) C. BLAS would be slow, for it
 * reads and writes C for each diamond. Here C is taken in narrow strips, which stay in cache. The
 * sums of a diamond stay in registers, as in the fused rotations of Van Zee, van de Geijn and
 * Quintana-Orti (ACM Trans. Math. Softw. 40, 2014). */

#include <string.h>
#include "diamond.h"

#define SL_VECTORS "codelets/eigen/diamond_strip.h"
#include "codelets/vectors.h"

static void cpu_unmtr_hb2st(void *tiles[], void *arg)
{
    const struct sl_diamond_args *p = arg;
    uintptr_t room = STARPU_MATRIX_GET_PTR(tiles[1]) + SL_VECTOR_BYTES - 1;
    SL_BEST(multiply)(p, tiles[0], TILE_N(tiles[2]), TILE(tiles[2]), TILE_LD(tiles[2]),
                      (void *)(room - room % SL_VECTOR_BYTES));
}

SL_CODELET_CPU(unmtr_hb2st);
