/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What routines in mixed precision tell: how many steps, or why there were none. */

#include <stdio.h>
#include "routines/mixed.h"

int64_t mixed_values(const struct problem *p)
{
    (void)p;
    return MIXED_VALUES;
}

void mixed_tell(const struct call *call, char *text, size_t size)
{
    int iter = (int)call->values[MIXED_ITER];
    if (iter >= 0)
        snprintf(text, size, "iter = %d (steps), backward error %.2g", iter,
                 call->values[MIXED_BERR]);
    else
        snprintf(text, size, "iter = %d (%s), solved in full precision", iter,
                 iter == -1   ? "the lower precision takes longer"
                 : iter == -2 ? "numbers beyond the lower precision"
                 : iter == -3 ? "no factorization in the lower precision"
                              : "no convergence");
}
