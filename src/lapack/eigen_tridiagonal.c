/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* sterf, stedc on arrays. Compiled for s and d. */

#include "lapack.h"

int API(sterf)(int64_t n, real_t *d, const real_t *e)
{
    SIZE(1, n);
    if (n == 0)
        return 0;
    SL_ARG(2, d, d != NULL, "an array");
    SL_ARG(3, e, e != NULL || n == 1, "an array");
    if (is_direct_pair(n, d, e))
        return direct_end_behind(__func__, n, SL_X(direct_sterf)((int)n, d, e));
    struct call call = {.mb = n, .nb = 1};
    starling_matrix *D = wrap(&call, n, 1, d, n);
    starling_matrix *E = wrap(&call, n - 1, 1, e, n);
    FINISH(call, starling_sterf(D, E));
}

int API(stedc)(int64_t n, real_t *d, const real_t *e, real_t *z, int64_t ldz)
{
    SIZE(1, n);
    LD(5, ldz, n);
    if (n == 0)
        return 0;
    SL_ARG(2, d, d != NULL, "an array");
    SL_ARG(3, e, e != NULL || n == 1, "an array");
    SL_ARG(4, z, z != NULL, "an array");
    if (is_direct_pair(n, d, e))
        return direct_end_behind(__func__, n, SL_X(direct_stedc)((int)n, d, e, z, (int)ldz));
    struct call call = {0};
    starling_stedc_tile_size(SL_PREC, n, &call.mb, &call.nb);
    starling_matrix *D = wrap(&call, n, 1, d, n);
    starling_matrix *E = wrap(&call, n - 1, 1, e, n);
    starling_matrix *Z = wrap(&call, n, n, z, ldz);
    FINISH(call, starling_stedc(D, E, Z));
}
