/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geev and geevx on arrays. */

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

/* ---- geevx
 * ------------------------------------------------------------------------------------------ */

#define TO_REAL(n, from, to)                                                                       \
    for (int64_t i_ = 0; (to) && i_ < (n); i_++)                                                   \
    (to)[i_] = (real_t)(from)[i_]

/* numbers: 3 n, for scale, rconde and rcondv */
static int solve_expert(starling_balance balanc, starling_sense sense, bool left, bool right,
                        int64_t n, scalar_t *a, int64_t lda, scalar_t *w, scalar_t *vl,
                        int64_t ldvl, scalar_t *vr, int64_t ldvr, int64_t *ilo, int64_t *ihi,
                        double *abnrm, double *numbers)
{
    struct call call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)};
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *VL = left ? wrap(&call, n, n, vl, ldvl) : NULL;
    starling_matrix *VR = right ? wrap(&call, n, n, vr, ldvr) : NULL;
    starling_matrix *W = wrap(&call, n, VALUES - 5, w, n);
    FINISH(call, starling_geevx(balanc, sense, A, W, VL, VR, ilo, ihi, numbers, abnrm, numbers + n,
                                numbers + 2 * n));
}

#ifdef SL_COMPLEX
int API(geevx)(char balanc, char jobvl, char jobvr, char sense, int64_t n, scalar_t *a, int64_t lda,
               scalar_t *w, scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr, int64_t *ilo,
               int64_t *ihi, real_t *scale, real_t *abnrm, real_t *rconde, real_t *rcondv)
#else
int API(geevx)(char balanc, char jobvl, char jobvr, char sense, int64_t n, scalar_t *a, int64_t lda,
               scalar_t *wr, scalar_t *wi, scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr,
               int64_t *ilo, int64_t *ihi, real_t *scale, real_t *abnrm, real_t *rconde,
               real_t *rcondv)
#endif
{
    bool left = letter(jobvl) == 'V', right = letter(jobvr) == 'V';
    char how = letter(balanc), what = letter(sense);
    bool values = what == 'E' || what == 'B', subspace = what == 'V' || what == 'B';
    SL_ARG(1, balanc, how == 'N' || how == 'P' || how == 'S' || how == 'B', "N, P, S or B");
    SL_ARG(2, jobvl, valid(letter(jobvl)), "N or V");
    SL_ARG(3, jobvr, valid(letter(jobvr)), "N or V");
    SL_ARG(4, sense, what == 'N' || what == 'V' || (values && left && right),
           "N, V, or with left and right vectors also E or B");
    SIZE(5, n);
    SL_ARG(6, a, n == 0 || a != NULL, "an array");
    LD(7, lda, n);
#ifdef SL_COMPLEX
    SL_ARG(8, w, n == 0 || w != NULL, "an array");
#else
    SL_ARG(8, wr, n == 0 || wr != NULL, "an array");
    SL_ARG(9, wi, n == 0 || wi != NULL, "an array");
#endif
    SL_ARG(VALUES + 3, vl, !left || n == 0 || vl != NULL, "an array");
    LD(VALUES + 4, ldvl, left ? n : 1);
    SL_ARG(VALUES + 5, vr, !right || n == 0 || vr != NULL, "an array");
    LD(VALUES + 6, ldvr, right ? n : 1);
    SL_ARG(VALUES + 7, ilo, ilo != NULL, "where the number goes");
    SL_ARG(VALUES + 8, ihi, ihi != NULL, "where the number goes");
    SL_ARG(VALUES + 9, scale, n == 0 || scale != NULL, "an array");
    SL_ARG(VALUES + 10, abnrm, abnrm != NULL, "where the norm goes");
    SL_ARG(VALUES + 11, rconde, !values || n == 0 || rconde != NULL, "an array");
    SL_ARG(VALUES + 12, rcondv, !subspace || n == 0 || rcondv != NULL, "an array");
    double norm = 0, *numbers = calloc(3 * (size_t)n + 1, sizeof *numbers);
    scalar_t *x = malloc((2 * (size_t)n + 1) * sizeof *x);
    int info = STARLING_ENOMEM;
    *ilo = 1;
    *ihi = n;
    if (!numbers || !x)
        sl_error(__func__, STARLING_ENOMEM, NULL);
    else
        info = n == 0 ? 0
                      : solve_expert((starling_balance)how, (starling_sense)what, left, right, n, a,
                                     lda, x, vl, ldvl, vr, ldvr, ilo, ihi, &norm, numbers);
    if (info >= 0) {
        *abnrm = (real_t)norm;
        TO_REAL(n, numbers, scale);
        TO_REAL(values ? n : 0, numbers + n, rconde);
        TO_REAL(subspace ? n : 0, numbers + 2 * n, rcondv);
    }
    for (int64_t i = 0; i < n && info >= 0; i++) {
#ifdef SL_COMPLEX
        w[i] = x[i];
#else
        wr[i] = x[i];
        wi[i] = x[i + n];
#endif
    }
    free(numbers);
    free(x);
    return info;
}
