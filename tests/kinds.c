/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* For LD_PRELOAD: compiled kinds of a GPU that is not there, so that `starling tune --dry-run` has
 * some to prune. */

#include <string.h>
#include "starling.h"

enum { KINDS = 5 };

int starling_tuning_kind(const char *parameter, starling_precision prec, int64_t n, int64_t kind,
                         starling_kind *about)
{
    static const starling_kind kinds[KINDS] = {
        {1024, 32, 512, 128, 140000, 1, 512, 65536, 232448, true},
        {448, 16, 128, 96, 27000, 5, 320, 65536, 232448, false},
        {1024, 16, 512, 96, 300000, 0, 1024, 65536, 232448, false},
        {1024, 32, 512, 128, 140000, 1, 512, 65536, 232448, false},
        {1024, 8, 64, 64, 10000, 1, 1024, 65536, 232448, false},
    };
    (void)prec, (void)n;
    if (strcmp(parameter, "potrf_batched.kind") != 0)
        return 0;
    if (kind > 0)
        *about = kinds[kind - 1];
    return KINDS;
}
