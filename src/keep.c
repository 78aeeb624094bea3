/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Right-hand sides that are what they were where a matrix cannot be factored, as LAPACK leaves
 * them. The solution is submitted while the factorization runs, and B is copied meanwhile, to be put
 * back if need be. A large B takes longer to copy than the wait for the factorization costs. */

#include <stdlib.h>
#include "internal.h"

/* Bytes of B that are copied. On two cores the wait took 3 to 8 us, of 21 to 34 for order 10 and
 * 500 for order 200; the copy took 0.7 us, and 10 where B is a square of order 200. */
enum { MOST = 1 << 18 };

void *sl_keep(starling_matrix *B, starling_sequence *seq)
{
    size_t size = sl_sizeof(B->prec) * (size_t)B->m * (size_t)B->n;
    void *copy = size <= MOST && size > 0 && !SL_SIMULATED ? malloc(size) : NULL;
    if (copy && starling_matrix_get(B, copy, B->m) != 0) {
        free(copy);
        copy = NULL;
    }
    if (!copy)
        sl_sequence_idle(seq);
    return copy;
}

void sl_put_back(void *copy, starling_matrix *B, starling_sequence *seq)
{
    if (!copy)
        return;
    sl_sequence_idle(seq);
    if (sl_has_failed(seq))
        starling_matrix_set(B, copy, B->m);
    free(copy);
}
