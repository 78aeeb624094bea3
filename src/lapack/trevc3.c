/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* trevc3 on arrays. */

#include <stdlib.h>
#include "src/nonsymmetric/nonsymmetric.h"
#include "lapack.h"

/* An array for vectors, if they are wanted. */
struct vectors {
    bool wanted;
    scalar_t *v;
    int64_t ld;
};

static int one_side(struct vectors side, bool left, bool multiply, starling_matrix *T,
                    const struct sl_row_of_schur *row, int64_t count, struct call *call,
                    starling_sequence *seq)
{
    starling_matrix *V = side.wanted ? wrap(call, T->n, count, side.v, side.ld) : NULL;
    struct sl_trevc_problem problem = {
        .T = T, .row = row, .V = V, .left = left, .multiply = multiply};
    if (!V)
        return call->info;
    int info = sl_trevc_tasks(&problem, seq);
    sl_write_back_all(seq, V);
    return info;
}

static int both_sides(struct vectors left, struct vectors right, bool multiply, starling_matrix *T,
                      const struct sl_row_of_schur *row, int64_t count, struct call *call)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    info = one_side(left, true, multiply, T, row, count, call, seq);
    if (info == 0)
        info = one_side(right, false, multiply, T, row, count, call, seq);
    int end = starling_sequence_destroy(seq);
    return info != 0 ? info : end;
}

/* How many vectors are wanted: both of a pair, if either is. */
static int64_t count_vectors(const int *select, int64_t n, const scalar_t *t, int64_t ldt)
{
    int64_t count = 0;
    for (int64_t j = 0, order; j < n; j += order) {
        bool pair = SL_PARTS == 1 && j + 1 < n && t[j + 1 + j * ldt] != 0;
        order = 1 + pair;
        if (!select || select[j] || (pair && select[j + 1]))
            count += order;
    }
    return count;
}

static int too_few(const char *routine, int64_t mm, int64_t wanted)
{
    return sl_bad_argument(routine, 11, "mm", SL_VALUE(mm),
                           "at least %lld, the vectors that are wanted", (long long)wanted);
}

int API(trevc3)(char side, char howmny, const int *select, int64_t n, const scalar_t *t,
                int64_t ldt, scalar_t *vl, int64_t ldvl, scalar_t *vr, int64_t ldvr, int64_t mm,
                int64_t *m)
{
    char which = letter(side), how = letter(howmny);
    bool some = how == 'S', left = which == 'L' || which == 'B',
         right = which == 'R' || which == 'B';
    SL_ARG(1, side, left || right, "R, L or B");
    SL_ARG(2, howmny, some || how == 'A' || how == 'B', "A, B or S");
    SL_ARG(3, select, !some || n <= 0 || select != NULL, "an array");
    SIZE(4, n);
    SL_ARG(5, t, n == 0 || t != NULL, "an array");
    LD(6, ldt, n);
    SL_ARG(7, vl, !left || n == 0 || vl != NULL, "an array");
    LD(8, ldvl, left ? n : 1);
    SL_ARG(9, vr, !right || n == 0 || vr != NULL, "an array");
    LD(10, ldvr, right ? n : 1);
    SL_ARG(12, m, m != NULL, "where the number of vectors goes");
    *m = 0;
    if (n == 0)
        return 0;
    select = some ? select : NULL;
    if (is_direct_and_finite('G', n, n, t, ldt)) {
        *m = count_vectors(select, n, t, ldt);
        if (*m <= mm)
            return direct_end(__func__, SL_X(direct_trevc3)(which, how, select, (int)n, t, (int)ldt,
                                                            vl, (int)ldvl, vr, (int)ldvr, (int)*m));
        sl_blas_leave_small();
        return too_few(__func__, mm, *m);
    }
    struct call call = {.mb = n, .nb = starling_unmtr_tile_size(SL_PREC, n, n)};
    starling_matrix *T = wrap(&call, n, n, t, ldt);
    if (call.info != 0)
        return finish(&call, 0);
    struct sl_row_of_schur *row = sl_schur_rows(T, select, m, NULL);
    int info = STARLING_ENOMEM;
    if (row && *m > mm)
        info = too_few(__func__, mm, *m);
    else if (row)
        info = *m == 0
                   ? 0
                   : both_sides((struct vectors){left, vl, ldvl}, (struct vectors){right, vr, ldvr},
                                how == 'B', T, row, *m, &call);
    free(row);
    return finish(&call, info);
}
