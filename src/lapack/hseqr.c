/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* hseqr on arrays. */

#include "values.h"

static int solve(bool vectors, char compz, int64_t n, int64_t ilo, int64_t ihi, scalar_t *h,
                 int64_t ldh, scalar_t *w, scalar_t *z, int64_t ldz)
{
    struct call call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)};
    starling_matrix *H = wrap(&call, n, n, h, ldh);
    starling_matrix *Z = compz != 'N' ? wrap(&call, n, n, z, ldz) : NULL;
    starling_matrix *W = wrap(&call, n, VALUE_ARRAYS, w, n);
    if (call.info == 0 && compz == 'I')
        call.info = starling_laset(STARLING_GENERAL, 0, 1, Z);
    FINISH(call, starling_hseqr(vectors ? STARLING_VECTORS : STARLING_VALUES, H, ilo, ihi, W, Z));
}

int API(hseqr)(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, scalar_t *h, int64_t ldh,
               SL_EIGENVALUES, scalar_t *z, int64_t ldz)
{
    char what = letter(job), how = letter(compz);
    SL_ARG(1, job, what == 'E' || what == 'S', "E or S");
    SL_ARG(2, compz, how == 'N' || (what == 'S' && (how == 'I' || how == 'V')),
           "N, or with job S also I or V");
    SIZE(3, n);
    SL_ARG(4, ilo, ilo >= 1 && ilo <= SL_MAX(1, n), "between 1 and %lld", (long long)SL_MAX(1, n));
    SL_ARG(5, ihi, ihi >= SL_MIN(ilo, n) && ihi <= n, "between %lld and %lld",
           (long long)SL_MIN(ilo, n), (long long)n);
    SL_ARG(6, h, n == 0 || h != NULL, "an array");
    LD(7, ldh, n);
    CHECK_VALUES(8);
    SL_ARG(8 + VALUE_ARRAYS, z, how == 'N' || n == 0 || z != NULL, "an array");
    LD(9 + VALUE_ARRAYS, ldz, how == 'N' ? 1 : n);
    if (n == 0)
        return 0;
    if (is_direct_and_finite('G', n, n, h, ldh))
        return direct_end(__func__, SL_X(direct_hseqr)(what, how, (int)n, (int)ilo, (int)ihi, h,
                                                       (int)ldh, SL_VALUES, z, (int)ldz));
    scalar_t *x = values_begin(n, SL_VALUES);
    if (!x)
        return sl_error(__func__, STARLING_ENOMEM, NULL);
    int info = solve(what == 'S', how, n, ilo, ihi, h, ldh, x, z, ldz);
    return values_end(x, n, SL_VALUES, info);
}
