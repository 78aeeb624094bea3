/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* sb2st (complex: hb2st) on arrays. */

#include "src/eigen/eigen.h"
#include "lapack.h"

#ifdef SL_COMPLEX
#define API_BAND(name) API(hb##name)
#else
#define API_BAND(name) API(sb##name)
#endif

int API_BAND(2st)(char vect, int64_t n, int64_t kd, const scalar_t *ab, int64_t ldab, real_t *d,
                  real_t *e, scalar_t *v, int64_t ldv)
{
    char vc = letter(vect);
    SL_ARG(1, vect, vc == 'N' || vc == 'V', "N or V");
    SIZE(2, n);
    SIZE(3, kd);
    LD(5, ldab, kd + 1);
    LD(9, ldv, vc == 'V' ? n : 1);
    if (n == 0)
        return 0;
    SL_ARG(4, ab, ab != NULL, "an array");
    SL_ARG(6, d, d != NULL, "an array");
    SL_ARG(7, e, e != NULL || n == 1, "an array");
    SL_ARG(8, v, v != NULL || vc == 'N', "an array");
    struct call call = {.mb = kd + 1, .nb = SL_MIN(n, SL_BAND_COLUMNS)};
    starling_matrix *AB = wrap(&call, kd + 1, n, ab, ldab), *V2 = NULL;
    call.mb = n;
    call.nb = starling_hb2st_tile_size(SL_PREC, n, kd);
    if (vc == 'V')
        V2 = wrap(&call, n, n, v, ldv);
    starling_matrix *D = wrap_real(&call, n, d), *E = wrap_real(&call, n - 1, e);
    FINISH(call, starling_hb2st(AB, D, E, V2));
}
