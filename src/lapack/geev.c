/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geev on arrays. */

#include <stdlib.h>
#include "lapack.h"

#ifdef SL_COMPLEX
#define VALUES 6 /* the position of the last array of eigenvalues */
#else
#define VALUES 7
#endif

static int solve(const char *routine, bool left, bool right, int64_t n, const scalar_t *a,
                 int64_t lda, scalar_t *w, scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr)
{
    if (is_direct_and_finite('G', n, n, a, lda))
        return direct_end(routine, SL_X(direct_geev)(left ? 'V' : 'N', right ? 'V' : 'N', (int)n, a,
                                                     (int)lda, w, vl, (int)ldvl, vr, (int)ldvr));
    struct call call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)};
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *VL = left ? wrap(&call, n, n, vl, ldvl) : NULL;
    starling_matrix *VR = right ? wrap(&call, n, n, vr, ldvr) : NULL;
    starling_matrix *W = wrap(&call, n, VALUES - 5, w, n);
    FINISH(call, starling_geev(A, W, VL, VR));
}

static bool valid(char job)
{
    return job == 'N' || job == 'V';
}

#ifdef SL_COMPLEX
int API(geev)(char jobvl, char jobvr, int64_t n, const scalar_t *a, int64_t lda, scalar_t *w,
              scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr)
#else
int API(geev)(char jobvl, char jobvr, int64_t n, const scalar_t *a, int64_t lda, scalar_t *wr,
              scalar_t *wi, scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr)
#endif
{
    bool left = letter(jobvl) == 'V', right = letter(jobvr) == 'V';
    SL_ARG(1, jobvl, valid(letter(jobvl)), "N or V");
    SL_ARG(2, jobvr, valid(letter(jobvr)), "N or V");
    SIZE(3, n);
    SL_ARG(4, a, n == 0 || a != NULL, "an array");
    LD(5, lda, n);
#ifdef SL_COMPLEX
    SL_ARG(6, w, n == 0 || w != NULL, "an array");
#else
    SL_ARG(6, wr, n == 0 || wr != NULL, "an array");
    SL_ARG(7, wi, n == 0 || wi != NULL, "an array");
#endif
    SL_ARG(VALUES + 1, vl, !left || n == 0 || vl != NULL, "an array");
    LD(VALUES + 2, ldvl, left ? n : 1);
    SL_ARG(VALUES + 3, vr, !right || n == 0 || vr != NULL, "an array");
    LD(VALUES + 4, ldvr, right ? n : 1);
    if (n == 0)
        return 0;
#ifdef SL_COMPLEX
    return solve(__func__, left, right, n, a, lda, w, vl, ldvl, vr, ldvr);
#else
    scalar_t *w = malloc(2 * (size_t)n * sizeof *w);
    if (!w)
        return sl_error(__func__, STARLING_ENOMEM, NULL);
    int info = solve(__func__, left, right, n, a, lda, w, vl, ldvl, vr, ldvr);
    for (int64_t i = 0; i < n && info >= 0; i++) {
        wr[i] = w[i];
        wi[i] = w[i + n];
    }
    free(w);
    return info;
#endif
}
