/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geev and geevx on arrays. */

#include "values.h"

static bool valid(char job)
{
    return job == 'N' || job == 'V';
}

/* The arguments from n on, at this position, to ldvr. */
static int check(const char *routine, int at, int64_t n, const scalar_t *a, int64_t lda,
                 SL_EIGENVALUES, bool left, const scalar_t *vl, int64_t ldvl, bool right,
                 const scalar_t *vr, int64_t ldvr)
{
    int vectors = at + 2 + VALUE_ARRAYS; /* the last array of eigenvalues */
    SIZE_OF(routine, at, n);
    SL_ARG_OF(routine, at + 1, a, n == 0 || a != NULL, "an array");
    LD_OF(routine, at + 2, lda, n);
    CHECK_VALUES_OF(routine, at + 3);
    SL_ARG_OF(routine, vectors + 1, vl, !left || n == 0 || vl != NULL, "an array");
    LD_OF(routine, vectors + 2, ldvl, left ? n : 1);
    SL_ARG_OF(routine, vectors + 3, vr, !right || n == 0 || vr != NULL, "an array");
    LD_OF(routine, vectors + 4, ldvr, right ? n : 1);
    return 0;
}

/* The arrays of a call; vl, vr: NULL if they are not wanted. */
struct spectrum {
    struct call call;
    starling_matrix *A, *VL, *VR, *W;
};

static struct spectrum begin_spectrum(int64_t n, const scalar_t *a, int64_t lda, scalar_t *x,
                                      scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr)
{
    struct spectrum s = {.call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)}};
    s.A = wrap(&s.call, n, n, a, lda);
    s.VL = vl ? wrap(&s.call, n, n, vl, ldvl) : NULL;
    s.VR = vr ? wrap(&s.call, n, n, vr, ldvr) : NULL;
    s.W = wrap(&s.call, n, VALUE_ARRAYS, x, n);
    return s;
}

int API(geev)(char jobvl, char jobvr, int64_t n, const scalar_t *a, int64_t lda, SL_EIGENVALUES,
              scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr)
{
    bool left = letter(jobvl) == 'V', right = letter(jobvr) == 'V';
    SL_ARG(1, jobvl, valid(letter(jobvl)), "N or V");
    SL_ARG(2, jobvr, valid(letter(jobvr)), "N or V");
    int info = check(__func__, 3, n, a, lda, SL_VALUES, left, vl, ldvl, right, vr, ldvr);
    if (info != 0 || n == 0)
        return info;
    vl = left ? vl : NULL;
    vr = right ? vr : NULL;
    if (is_direct_and_finite('G', n, n, a, lda))
        return direct_end(__func__,
                          SL_X(direct_geev)(left ? 'V' : 'N', right ? 'V' : 'N', (int)n, a,
                                            (int)lda, SL_VALUES, vl, (int)ldvl, vr, (int)ldvr));
    scalar_t *x = values_begin(n, SL_VALUES);
    if (!x)
        return sl_error(__func__, STARLING_ENOMEM, NULL);
    struct spectrum s = begin_spectrum(n, a, lda, x, vl, ldvl, vr, ldvr);
    info = finish(&s.call, s.call.info == 0 ? starling_geev(s.A, s.W, s.VL, s.VR) : 0);
    return values_end(x, n, SL_VALUES, info);
}

/* ---- geevx --------------------------------------------------------------------------------- */

#define TO_REAL(n, from, to)                                                                       \
    for (int64_t i_ = 0; (to) && i_ < (n); i_++)                                                   \
    (to)[i_] = (real_t)(from)[i_]

/* On matrix objects, whose real numbers are in double precision. NULL: not wanted. */
static int geevx_of_matrices(char balanc, char sense, int64_t n, scalar_t *a, int64_t lda,
                             scalar_t *x, scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr,
                             int64_t *ilo, int64_t *ihi, real_t *scale, real_t *abnrm,
                             real_t *rconde, real_t *rcondv)
{
    double norm = 0, *numbers = calloc(3 * (size_t)n, sizeof *numbers);
    if (!numbers)
        return sl_error("starling_geevx", STARLING_ENOMEM, NULL);
    struct spectrum s = begin_spectrum(n, a, lda, x, vl, ldvl, vr, ldvr);
    int info = 0;
    if (s.call.info == 0)
        info = starling_geevx((starling_balance)balanc, (starling_sense)sense, s.A, s.W, s.VL, s.VR,
                              ilo, ihi, numbers, &norm, numbers + n, numbers + 2 * n);
    info = finish(&s.call, info);
    if (info >= 0) {
        *abnrm = (real_t)norm;
        TO_REAL(n, numbers, scale);
        TO_REAL(n, numbers + n, rconde);
        TO_REAL(n, numbers + 2 * n, rcondv);
    }
    free(numbers);
    return info;
}

int API(geevx)(char balanc, char jobvl, char jobvr, char sense, int64_t n, scalar_t *a, int64_t lda,
               SL_EIGENVALUES, scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr, int64_t *ilo,
               int64_t *ihi, real_t *scale, real_t *abnrm, real_t *rconde, real_t *rcondv)
{
    enum { LAST = 9 + VALUE_ARRAYS + 2 }; /* the position of ldvr */
    bool left = letter(jobvl) == 'V', right = letter(jobvr) == 'V';
    char how = letter(balanc), what = letter(sense);
    bool values = what == 'E' || what == 'B', subspace = what == 'V' || what == 'B';
    SL_ARG(1, balanc, how == 'N' || how == 'P' || how == 'S' || how == 'B', "N, P, S or B");
    SL_ARG(2, jobvl, valid(letter(jobvl)), "N or V");
    SL_ARG(3, jobvr, valid(letter(jobvr)), "N or V");
    SL_ARG(4, sense, what == 'N' || what == 'V' || (values && left && right),
           "N, V, or with left and right vectors also E or B");
    int info = check(__func__, 5, n, a, lda, SL_VALUES, left, vl, ldvl, right, vr, ldvr);
    if (info != 0)
        return info;
    SL_ARG(LAST + 1, ilo, ilo != NULL, "where the number goes");
    SL_ARG(LAST + 2, ihi, ihi != NULL, "where the number goes");
    SL_ARG(LAST + 3, scale, n == 0 || scale != NULL, "an array");
    SL_ARG(LAST + 4, abnrm, abnrm != NULL, "where the norm goes");
    SL_ARG(LAST + 5, rconde, !values || n == 0 || rconde != NULL, "an array");
    SL_ARG(LAST + 6, rcondv, !subspace || n == 0 || rcondv != NULL, "an array");
    *ilo = 1;
    *ihi = n;
    *abnrm = 0;
    if (n == 0)
        return 0;
    vl = left ? vl : NULL;
    vr = right ? vr : NULL;
    if (n <= SL_DIRECT_LARGEST && SL_X(direct_unscaled)((int)n, (int)n, a, (int)lda) &&
        is_direct_and_finite('G', n, n, a, lda))
        return direct_end(__func__,
                          SL_X(direct_geevx)(how, left ? 'V' : 'N', right ? 'V' : 'N', what, (int)n,
                                             a, (int)lda, SL_VALUES, vl, (int)ldvl, vr, (int)ldvr,
                                             ilo, ihi, scale, abnrm, rconde, rcondv));
    scalar_t *x = values_begin(n, SL_VALUES);
    if (!x)
        return sl_error(__func__, STARLING_ENOMEM, NULL);
    info = geevx_of_matrices(how, what, n, a, lda, x, vl, ldvl, vr, ldvr, ilo, ihi, scale, abnrm,
                             values ? rconde : NULL, subspace ? rcondv : NULL);
    return values_end(x, n, SL_VALUES, info);
}
