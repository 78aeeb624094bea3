/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gees and geesx on arrays. */

#include <string.h>
#include "values.h"

#define SELECT SL_PASTE(starling_, SL_LETTER, select)

/* A selection as LAPACK has it, as starling_gees() has it. */
struct selection {
    SELECT *select;
};
static int by_pointer(double re, double im, void *data)
{
    const struct selection *s = data;
    real_t x[2] = {(real_t)re, (real_t)im};
#ifdef SL_COMPLEX
    scalar_t w;
    memcpy(&w, x, sizeof w);
    return s->select(&w);
#else
    return s->select(&x[0], &x[1]);
#endif
}

static int solve(const char *routine, bool expert, struct selection s, char sense, int64_t n,
                 scalar_t *a, int64_t lda, int64_t *sdim, SL_EIGENVALUES, scalar_t *vs,
                 int64_t ldvs, real_t *rconde, real_t *rcondv)
{
    if (is_direct_and_finite('G', n, n, a, lda))
        return direct_end(routine,
                          SL_X(direct_gees)(vs ? 'V' : 'N', s.select, sense, (int)n, a, (int)lda,
                                            sdim, SL_VALUES, vs, (int)ldvs, rconde, rcondv));
    scalar_t *x = values_begin(n, SL_VALUES);
    if (!x)
        return sl_error(routine, STARLING_ENOMEM, NULL);
    struct call call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)};
    starling_matrix *A = wrap(&call, n, n, a, lda), *W = wrap(&call, n, VALUE_ARRAYS, x, n);
    starling_matrix *Z = vs ? wrap(&call, n, n, vs, ldvs) : NULL;
    starling_select *select = s.select ? by_pointer : NULL;
    double of_values = 0, of_subspace = 0;
    int info = 0;
    if (call.info == 0 && expert)
        info = starling_geesx(A, W, Z, select, &s, (starling_sense)sense, sdim, &of_values,
                              &of_subspace);
    else if (call.info == 0)
        info = starling_gees(A, W, Z, select, &s, sdim);
    if (sense == 'E' || sense == 'B')
        *rconde = (real_t)of_values;
    if (sense == 'V' || sense == 'B')
        *rcondv = (real_t)of_subspace;
    return values_end(x, n, SL_VALUES, finish(&call, info));
}

int API(gees)(char jobvs, char sort, SELECT *select, int64_t n, scalar_t *a, int64_t lda,
              int64_t *sdim, SL_EIGENVALUES, scalar_t *vs, int64_t ldvs)
{
    bool vectors = letter(jobvs) == 'V', sorted = letter(sort) == 'S';
    SL_ARG(1, jobvs, vectors || letter(jobvs) == 'N', "N or V");
    SL_ARG(2, sort, sorted || letter(sort) == 'N', "N or S");
    SL_ARG(3, select, !sorted || select != NULL, "a function");
    SIZE(4, n);
    SL_ARG(5, a, n == 0 || a != NULL, "an array");
    LD(6, lda, n);
    SL_ARG(7, sdim, sdim != NULL, "where the number of eigenvalues goes");
    CHECK_VALUES(8);
    SL_ARG(8 + VALUE_ARRAYS, vs, !vectors || n == 0 || vs != NULL, "an array");
    LD(9 + VALUE_ARRAYS, ldvs, vectors ? n : 1);
    *sdim = 0;
    if (n == 0)
        return 0;
    struct selection s = {sorted ? select : NULL};
    return solve(__func__, false, s, 'N', n, a, lda, sdim, SL_VALUES, vectors ? vs : NULL, ldvs,
                 NULL, NULL);
}

int API(geesx)(char jobvs, char sort, SELECT *select, char sense, int64_t n, scalar_t *a,
               int64_t lda, int64_t *sdim, SL_EIGENVALUES, scalar_t *vs, int64_t ldvs,
               real_t *rconde, real_t *rcondv)
{
    bool vectors = letter(jobvs) == 'V', sorted = letter(sort) == 'S';
    char what = letter(sense);
    bool values = what == 'E' || what == 'B', subspace = what == 'V' || what == 'B';
    SL_ARG(1, jobvs, vectors || letter(jobvs) == 'N', "N or V");
    SL_ARG(2, sort, sorted || letter(sort) == 'N', "N or S");
    SL_ARG(3, select, !sorted || select != NULL, "a function");
    SL_ARG(4, sense, what == 'N' || (sorted && (values || subspace)),
           "N, or with sort S also E, V or B");
    SIZE(5, n);
    SL_ARG(6, a, n == 0 || a != NULL, "an array");
    LD(7, lda, n);
    SL_ARG(8, sdim, sdim != NULL, "where the number of eigenvalues goes");
    CHECK_VALUES(9);
    SL_ARG(9 + VALUE_ARRAYS, vs, !vectors || n == 0 || vs != NULL, "an array");
    LD(10 + VALUE_ARRAYS, ldvs, vectors ? n : 1);
    SL_ARG(11 + VALUE_ARRAYS, rconde, !values || rconde != NULL, "where the condition number goes");
    SL_ARG(12 + VALUE_ARRAYS, rcondv, !subspace || rcondv != NULL,
           "where the condition number goes");
    *sdim = 0;
    if (n == 0 && values)
        *rconde = 0;
    if (n == 0 && subspace)
        *rcondv = 0;
    if (n == 0)
        return 0;
    struct selection s = {sorted ? select : NULL};
    return solve(__func__, true, s, what, n, a, lda, sdim, SL_VALUES, vectors ? vs : NULL, ldvs,
                 rconde, rcondv);
}
