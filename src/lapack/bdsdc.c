/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* bdsdc on arrays. Compiled for s and d. */

#include "lapack.h"

int API(bdsdc)(int64_t n, real_t *d, const real_t *e, real_t *u, int64_t ldu, real_t *v,
               int64_t ldv)
{
    SIZE(1, n);
    LD(5, ldu, n);
    LD(7, ldv, n);
    if (n == 0)
        return 0;
    SL_ARG(2, d, d != NULL, "an array");
    SL_ARG(3, e, e != NULL || n == 1, "an array");
    SL_ARG(4, u, u != NULL, "an array");
    SL_ARG(6, v, v != NULL, "an array");
    if (is_direct_pair(n, d, e))
        return direct_end_behind(__func__, n,
                                 SL_X(direct_bdsdc)((int)n, d, e, u, (int)ldu, v, (int)ldv));
    struct call call = {0};
    starling_stedc_tile_size(SL_PREC, n, &call.mb, &call.nb);
    starling_matrix *D = wrap(&call, n, 1, d, n);
    starling_matrix *E = wrap(&call, n - 1, 1, e, n);
    starling_matrix *U = wrap(&call, n, n, u, ldu);
    starling_matrix *V = wrap(&call, n, n, v, ldv);
    FINISH(call, starling_bdsdc(D, E, U, V));
}
