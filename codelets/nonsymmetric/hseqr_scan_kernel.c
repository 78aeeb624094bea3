/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where the last active block of H begins: after the last zero of the subdiagonal. Buffers: an int
 * for the row; in the list, the tiles of the diagonal, and those below them. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_hseqr_scan(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    int64_t count = (p->bottom - 1 - p->row) / p->nb + 1,
            k = p->bottom - 1; /* tiles of the diagonal */
    for (; k > p->top; k--) {
        int64_t t = (k - 1 - p->row) / p->nb, j = (k - 1 - p->row) % p->nb;
        void *tile = tiles[1 + t];
        int64_t i = j + 1;
        if (i == p->nb) {
            tile = tiles[1 + count + t];
            i = 0;
        }
        if (TILE(tile)[i + j * TILE_LD(tile)] == 0)
            break;
    }
    *(int *)STARPU_VARIABLE_GET_PTR(tiles[0]) = (int)k;
}

SL_CODELET_CPU(hseqr_scan);
