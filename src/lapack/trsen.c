/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* trsen on arrays. */

#include "values.h"

static int solve(char job, const int *select, int64_t n, scalar_t *t, int64_t ldt, scalar_t *q,
                 int64_t ldq, scalar_t *w, int64_t *m, real_t *s, real_t *sep)
{
    struct call call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)};
    starling_matrix *T = wrap(&call, n, n, t, ldt), *W = wrap(&call, n, VALUE_ARRAYS, w, n);
    starling_matrix *Q = q ? wrap(&call, n, n, q, ldq) : NULL;
    double of_values = 0, of_subspace = 0;
    int info = 0;
    if (call.info == 0)
        info = starling_trsen((starling_sense)job, T, Q, select, W, m, &of_values, &of_subspace);
    if (job == 'E' || job == 'B')
        *s = (real_t)of_values;
    if (job == 'V' || job == 'B')
        *sep = (real_t)of_subspace;
    return finish(&call, info);
}

int API(trsen)(char job, char compq, const int *select, int64_t n, scalar_t *t, int64_t ldt,
               scalar_t *q, int64_t ldq, SL_EIGENVALUES, int64_t *m, real_t *s, real_t *sep)
{
    char what = letter(job);
    bool values = what == 'E' || what == 'B', subspace = what == 'V' || what == 'B';
    bool vectors = letter(compq) == 'V';
    SL_ARG(1, job, what == 'N' || values || subspace, "N, E, V or B");
    SL_ARG(2, compq, vectors || letter(compq) == 'N', "N or V");
    SL_ARG(3, select, n <= 0 || select != NULL, "an array");
    SIZE(4, n);
    SL_ARG(5, t, n == 0 || t != NULL, "an array");
    LD(6, ldt, n);
    SL_ARG(7, q, !vectors || n == 0 || q != NULL, "an array");
    LD(8, ldq, vectors ? n : 1);
    CHECK_VALUES(9);
    SL_ARG(9 + VALUE_ARRAYS, m, m != NULL, "where the number of eigenvalues goes");
    SL_ARG(10 + VALUE_ARRAYS, s, !values || s != NULL, "where the condition number goes");
    SL_ARG(11 + VALUE_ARRAYS, sep, !subspace || sep != NULL, "where the condition number goes");
    *m = 0;
    if (n == 0 && values)
        *s = 1;
    if (n == 0 && subspace)
        *sep = 0;
    if (n == 0)
        return 0;
    if (is_direct_and_finite('G', n, n, t, ldt))
        return direct_end(__func__,
                          SL_X(direct_trsen)(what, vectors ? 'V' : 'N', select, (int)n, t, (int)ldt,
                                             q, (int)ldq, SL_VALUES, m, s, sep));
    scalar_t *x = values_begin(n, SL_VALUES);
    if (!x)
        return sl_error(__func__, STARLING_ENOMEM, NULL);
    int info = solve(what, select, n, t, ldt, vectors ? q : NULL, ldq, x, m, s, sep);
    return values_end(x, n, SL_VALUES, info);
}
