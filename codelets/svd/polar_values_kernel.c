/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values from the eigenvalues of -H, ascending, where A = U H: s = -w, and 0 where a
 * rounding error made an eigenvalue of H negative. */

#include "codelets/codelet.h"

static void cpu_polar_values(void *tiles[], void *arg)
{
    real_t *s = TILE(tiles[0]);
    (void)arg;
    for (int64_t j = 0; j < TILE_M(tiles[0]); j++)
        s[j] = s[j] < 0 ? -s[j] : 0;
}

SL_CODELET_CPU(polar_values);
