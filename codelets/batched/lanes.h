/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices in the lanes of vectors: lane l of x[i + j m] has element (i, j) of matrix l; the real
 * part, and then, if numbers are complex, the imaginary part. For files that codelets/vectors.h
 * includes, with lanes_common.h before. */

#include "codelets/gather.h"

enum { NAME(TOGETHER) = NAME(WIDTH) < 8 ? NAME(WIDTH) : 8 };

/* The matrix of each lane */
struct NAME(places) {
    int count; /* lanes beyond have the last matrix again */
    scalar_t *a[NAME(WIDTH)];
    int64_t lda[NAME(WIDTH)];
};

/* Matrices of a group, from number k on, of one operand */
TARGET static inline struct NAME(places)
    NAME(places_of)(struct sl_place operand(const struct chunk *, int64_t),
                    const struct chunk *chunk, const struct group *group, int64_t k)
{
    struct NAME(places) at = {.count = (int)SL_MIN(NAME(WIDTH), group->count - k)};
    for (int l = 0; l < NAME(WIDTH); l++) {
        struct sl_place a = operand(chunk, in_group(group, k + SL_MIN(l, at.count - 1)));
        at.a[l] = a.a;
        at.lda[l] = a.lda;
    }
    return at;
}

/* Whether all columns of m rows are one array, and are wanted. */
TARGET static inline bool NAME(are_whole)(enum region region, int m, const struct NAME(places) * at)
{
    bool whole = region == FULL;
    for (int l = 0; l < NAME(WIDTH); l++)
        whole = whole && at->lda[l] == m;
    return whole;
}

/* Row r of column c in x; a column of an adjoint region has a row of x. */
TARGET static inline void NAME(conjugate_column)(int rows, const LANES (*from)[SL_PARTS],
                                                 int step_from, LANES (*to)[SL_PARTS], int step_to)
{
    for (int r = 0; r < rows; r++) {
        to[r * step_to][0] = from[r * step_from][0];
        if (SL_PARTS == 2)
            to[r * step_to][SL_PARTS - 1] = -from[r * step_from][SL_PARTS - 1];
    }
}

/* m x n matrices */
TARGET static void NAME(load)(enum region region, int m, int n, struct NAME(places) at,
                              LANES (*x)[SL_PARTS])
{
    int columns = NAME(are_whole)(region, m, &at) ? 1 : n, rows = m * n / SL_MAX(1, columns);
    for (int c = 0; c < columns; c++) {
        LANES row[MOST_IN_LANES][SL_PARTS], (*to)[SL_PARTS] = x + c * m;
        int first = first_row(region, c), count = end_row(region, c, rows) - first;
        const real_t *from[NAME(WIDTH)];
        for (int l = 0; l < NAME(WIDTH); l++)
            from[l] = (const real_t *)(at.a[l] + first + c * at.lda[l]);
        NAME(gather)(count * SL_PARTS, from, is_adjoint(region) ? row[0] : to[first]);
        if (is_adjoint(region))
            NAME(conjugate_column)(count, (const LANES(*)[SL_PARTS])row, 1, x + c + first * n, n);
    }
}

/* Lanes begin ... end - 1 */
TARGET static void NAME(store)(enum region region, int m, int n, int begin, int end,
                               const LANES (*x)[SL_PARTS], struct NAME(places) at)
{
    int columns = NAME(are_whole)(region, m, &at) ? 1 : n, rows = m * n / SL_MAX(1, columns);
    for (int c = 0; c < columns; c++) {
        LANES row[MOST_IN_LANES][SL_PARTS];
        const LANES(*from)[SL_PARTS] = x + c * m;
        int first = first_row(region, c), count = end_row(region, c, rows) - first;
        real_t *to[NAME(WIDTH)];
        for (int l = 0; l < NAME(WIDTH); l++)
            to[l] = (real_t *)(at.a[l] + first + c * at.lda[l]);
        if (is_adjoint(region))
            NAME(conjugate_column)(count, x + c + first * n, n, row, 1);
        NAME(scatter)(count * SL_PARTS, is_adjoint(region) ? row[0] : from[first], begin, end, to);
    }
}

/* The lanes whose info is 0; without infos, all. */
TARGET static inline void NAME(store_good)(int m, int n, const LANES (*x)[SL_PARTS],
                                           const struct NAME(places) * at,
                                           const int info[NAME(WIDTH)])
{
    bool all = true;
    for (int l = 0; l < at->count; l++)
        all = all && (!info || info[l] == 0);
    if (all)
        NAME(store)(FULL, m, n, 0, at->count, x, *at);
    for (int l = 0; l < at->count && !all; l++)
        if (info[l] == 0)
            NAME(store)(FULL, m, n, l, l + 1, x, *at);
}

/* m rows of column c, in the order of each lane */
TARGET static inline void NAME(load_rows)(int m, int c, int order[NAME(WIDTH)][MOST_IN_LANES],
                                          const struct NAME(places) * at, LANES (*column)[SL_PARTS])
{
    for (int first = 0; first < NAME(WIDTH); first += NAME(TOGETHER)) {
        const scalar_t *from[NAME(TOGETHER)];
        for (int l = 0; l < NAME(TOGETHER); l++)
            from[l] = at->a[first + l] + c * at->lda[first + l];
        for (int i = 0; i < m; i++) {
            real_t *to = (real_t *)column[i] + first;
#pragma GCC unroll 8
            for (int l = 0; l < NAME(TOGETHER); l++) {
                const real_t *x = (const real_t *)(from[l] + order[first + l][i]);
                to[l] = x[0];
                if (SL_PARTS == 2)
                    to[NAME(WIDTH) + l] = x[SL_PARTS - 1];
            }
        }
    }
}

/* The order of rows of P A: ipiv is where they were exchanged. */
TARGET static inline void NAME(load_order)(const struct chunk *chunk, const struct group *group,
                                           int64_t k, int order[NAME(WIDTH)][MOST_IN_LANES])
{
    for (int l = 0; l < NAME(WIDTH); l++) {
        const int *ipiv = ipiv_of(chunk, in_group(group, SL_MIN(k + l, group->count - 1)));
        for (int i = 0; i < group->n; i++)
            order[l][i] = i;
        for (int i = 0; i < group->n; i++)
            swap_numbers(&order[l][i], &order[l][ipiv[i] - 1]);
    }
}

/* y = a b */
TARGET static inline void NAME(product)(const LANES a[SL_PARTS], const LANES b[SL_PARTS],
                                        LANES y[SL_PARTS])
{
    LANES re = a[0] * b[0];
    if (SL_PARTS == 2) {
        LANES im = a[0] * b[SL_PARTS - 1] + a[SL_PARTS - 1] * b[0];
        re -= a[SL_PARTS - 1] * b[SL_PARTS - 1];
        y[SL_PARTS - 1] = im;
    }
    y[0] = re;
}

/* s = s - a b */
TARGET static inline void NAME(subtract_product)(const LANES a[SL_PARTS], const LANES b[SL_PARTS],
                                                 LANES s[SL_PARTS])
{
    s[0] -= a[0] * b[0];
    if (SL_PARTS == 2) {
        s[0] += a[SL_PARTS - 1] * b[SL_PARTS - 1];
        s[SL_PARTS - 1] -= a[0] * b[SL_PARTS - 1];
        s[SL_PARTS - 1] -= a[SL_PARTS - 1] * b[0];
    }
}

/* |re| + |im| */
TARGET static inline LANES NAME(size)(const LANES x[SL_PARTS])
{
    LANES size = NAME(absolute)(x[0]);
    if (SL_PARTS == 2)
        size += NAME(absolute)(x[SL_PARTS - 1]);
    return size;
}

/* info is 0, or the first element on the diagonal that is 0, from 1. */
TARGET static inline void NAME(regular)(int m, int n, const LANES (*x)[SL_PARTS],
                                        int info[NAME(WIDTH)])
{
    NUMBERS first = {0};
    for (int j = SL_MIN(m, n) - 1; j >= 0; j--) {
        NUMBERS zero = NAME(size)(x[j + j * m]) == 0;
        first = (first & ~zero) | (zero & (j + 1));
    }
    for (int l = 0; l < NAME(WIDTH); l++)
        info[l] = (int)first[l];
}
