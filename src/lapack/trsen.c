/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* trsen on arrays. */

#include <stdlib.h>
#include "lapack.h"

#ifdef SL_COMPLEX
#define VALUES_PARAMETER scalar_t *w
#define VALUES 1
#else
#define VALUES_PARAMETER scalar_t *wr, scalar_t *wi
#define VALUES 2
#endif

static int solve(char job, const int *select, int64_t n, scalar_t *t, int64_t ldt, scalar_t *q,
                 int64_t ldq, scalar_t *w, int64_t *m, real_t *s, real_t *sep)
{
    struct call call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)};
    starling_matrix *T = wrap(&call, n, n, t, ldt), *W = wrap(&call, n, VALUES, w, n);
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
               scalar_t *q, int64_t ldq, VALUES_PARAMETER, int64_t *m, real_t *s, real_t *sep)
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
#ifdef SL_COMPLEX
    SL_ARG(9, w, n == 0 || w != NULL, "an array");
#else
    SL_ARG(9, wr, n == 0 || wr != NULL, "an array");
    SL_ARG(10, wi, n == 0 || wi != NULL, "an array");
#endif
    SL_ARG(9 + VALUES, m, m != NULL, "where the number of eigenvalues goes");
    SL_ARG(10 + VALUES, s, !values || s != NULL, "where the condition number goes");
    SL_ARG(11 + VALUES, sep, !subspace || sep != NULL, "where the condition number goes");
    *m = 0;
    if (n == 0 && values)
        *s = 1;
    if (n == 0 && subspace)
        *sep = 0;
    if (n == 0)
        return 0;
#ifdef SL_COMPLEX
    return solve(what, select, n, t, ldt, vectors ? q : NULL, ldq, w, m, s, sep);
#else
    scalar_t *w = malloc(2 * (size_t)n * sizeof *w);
    if (!w)
        return sl_error(__func__, STARLING_ENOMEM, NULL);
    int info = solve(what, select, n, t, ldt, vectors ? q : NULL, ldq, w, m, s, sep);
    for (int64_t i = 0; i < n && info >= 0; i++) {
        wr[i] = w[i];
        wi[i] = w[i + n];
    }
    free(w);
    return info;
#endif
}
