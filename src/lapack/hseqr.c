/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* hseqr on arrays. */

#include <stdlib.h>
#include "lapack.h"

#ifdef SL_COMPLEX
#define VALUES 8 /* the position of the last array of eigenvalues */
#else
#define VALUES 9
#endif

static int solve(bool vectors, char compz, int64_t n, int64_t ilo, int64_t ihi, scalar_t *h,
                 int64_t ldh, scalar_t *w, scalar_t *z, int64_t ldz)
{
    struct call call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)};
    starling_matrix *H = wrap(&call, n, n, h, ldh);
    starling_matrix *Z = compz != 'N' ? wrap(&call, n, n, z, ldz) : NULL;
    starling_matrix *W = wrap(&call, n, VALUES - 7, w, n);
    if (call.info == 0 && compz == 'I')
        call.info = starling_laset(STARLING_GENERAL, 0, 1, Z);
    FINISH(call, starling_hseqr(vectors ? STARLING_VECTORS : STARLING_VALUES, H, ilo, ihi, W, Z));
}

#ifdef SL_COMPLEX
int API(hseqr)(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, scalar_t *h, int64_t ldh,
               scalar_t *w, scalar_t *z, int64_t ldz)
#else
int API(hseqr)(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, scalar_t *h, int64_t ldh,
               scalar_t *wr, scalar_t *wi, scalar_t *z, int64_t ldz)
#endif
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
#ifdef SL_COMPLEX
    SL_ARG(8, w, n == 0 || w != NULL, "an array");
#else
    SL_ARG(8, wr, n == 0 || wr != NULL, "an array");
    SL_ARG(9, wi, n == 0 || wi != NULL, "an array");
#endif
    SL_ARG(VALUES + 1, z, how == 'N' || n == 0 || z != NULL, "an array");
    LD(VALUES + 2, ldz, how == 'N' ? 1 : n);
    if (n == 0)
        return 0;
#ifdef SL_COMPLEX
    return solve(what == 'S', how, n, ilo, ihi, h, ldh, w, z, ldz);
#else
    scalar_t *w = malloc(2 * (size_t)n * sizeof *w);
    if (!w)
        return sl_error(__func__, STARLING_ENOMEM, NULL);
    int info = solve(what == 'S', how, n, ilo, ihi, h, ldh, w, z, ldz);
    for (int64_t i = 0; i < n && info >= 0; i++) {
        wr[i] = w[i];
        wi[i] = w[i + n];
    }
    free(w);
    return info;
#endif
}
