/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gels of the matrices of a chunk, by lanes. W = Q R is A or A^H, and high:
 *   W X = B, least squares:      X = R^-1 (Q^H B)
 *   W^H X = B, minimum norm:     X = Q (R^-H B)
 * Included by codelets/vectors.h. */

#include "qr_lanes.h"
#include "solve_lanes.h"

/* W, rows x cols, with its factors; it was multiplied by f^2. */
#define QR_FACTORS struct NAME(qr_factors)
QR_FACTORS
{
    int rows, cols;
    LANES(*x)[SL_PARTS], (*tau)[SL_PARTS], f;
};

/* H(j) B, or H(j)^H B */
TARGET static inline void NAME(multiply)(const QR_FACTORS *w, int j, bool adjoint, int nrhs,
                                         LANES (*b)[SL_PARTS])
{
    LANES t[SL_PARTS];
    t[0] = w->tau[j][0];
    if (SL_PARTS == 2)
        t[SL_PARTS - 1] = adjoint ? -w->tau[j][SL_PARTS - 1] : w->tau[j][SL_PARTS - 1];
    NAME(reflect)
    (w->rows - j, nrhs, (const LANES(*)[SL_PARTS])w->x + j + j * w->rows, t, b + j, w->rows);
}

/* X in the place of B */
TARGET static void NAME(sides)(const QR_FACTORS *w, bool least, int nrhs, LANES (*b)[SL_PARTS])
{
    const LANES(*r)[SL_PARTS] = (const LANES(*)[SL_PARTS])w->x;
    int rows = w->rows, cols = w->cols;
    for (int j = 0; j < cols && least; j++)
        NAME(multiply)(w, j, true, nrhs, b);
    NAME(substitute)
    ((struct triangle){.upper = true, .transposed = !least, .conjugate = !least}, cols, r, rows,
     nrhs, b, rows);
    for (int j = cols - 1; j >= 0 && !least; j--)
        NAME(multiply)(w, j, false, nrhs, b);
}

/* The same in any range: lanes of B are multiplied by powers of 2 before. Afterwards X is
 * multiplied by that of W and divided by that of B; the residual below it is divided. X = 0 where W
 * is 0. */
TARGET static void NAME(scaled_sides)(const QR_FACTORS *w, const real_t size[NAME(WIDTH)],
                                      bool least, int nrhs, LANES (*b)[SL_PARTS])
{
    int rows = w->rows, solution = least ? w->cols : rows;
    real_t sum[NAME(WIDTH)];
    LANES f = {0}, one = {0};
    for (int c = 0; c < nrhs && !least; c++)
        for (int i = w->cols; i < rows; i++)
            for (int p = 0; p < SL_PARTS; p++)
                b[i + c * rows][p] = (LANES){0};
    NAME(sum)(rows * nrhs, (const LANES(*)[SL_PARTS])b, sum);
    NAME(center)(rows * nrhs, sum, &f, b);
    NAME(sides)(w, least, nrhs, b);
    one += 1;
    for (int c = 0; c < nrhs; c++) {
        NAME(scale)(solution, w->f / f, b + c * rows);
        NAME(scale)(rows - solution, one / f, b + solution + c * rows);
    }
    for (int l = 0; l < NAME(WIDTH); l++)
        for (int i = 0; i < rows * nrhs && size[l] == 0; i++)
            for (int p = 0; p < SL_PARTS; p++)
                ((real_t *)&b[i][p])[l] = 0;
}

/* All matrices of a group, with so many right-hand sides each; without any, A stays. */
TARGET static void NAME(gels_all)(const struct chunk *chunk, const struct group *group, int sides,
                                  void *room)
{
    LANES tau[MOST_IN_LANES][SL_PARTS], b[MOST_IN_LANES * NAME(SIDES)][SL_PARTS];
    int m = group->m, n = group->n;
    bool wide = m < n, least = (chunk->args->trans == STARLING_NOTRANS) != wide;
    enum region region = wide ? ADJOINT : FULL;
    QR_FACTORS w = {.rows = SL_MAX(m, n), .cols = SL_MIN(m, n), .x = room, .tau = tau};
    const LANES(*x)[SL_PARTS] = room;
    for (int64_t k = 0; k < group->count && sides == 0; k++)
        chunk->info[in_group(group, k)] = 0;
    for (int64_t k = 0; k < group->count && sides > 0; k += NAME(WIDTH)) {
        struct NAME(places) at = NAME(places_of)(a_of, chunk, group, k);
        struct NAME(places) at_b = NAME(places_of)(b_of, chunk, group, k);
        int info[NAME(WIDTH)];
        real_t size[NAME(WIDTH)];
        NAME(load)(region, m, n, at, w.x);
        NAME(sum)(m * n, x, size);
        NAME(center)(m * n, size, &w.f, w.x);
        NAME(factor)(w.rows, w.cols, w.x, tau);
        NAME(regular)(w.rows, w.cols, x, info);
        NAME(store)(region, m, n, 0, at.count, x, at);
        for (int c = 0; c < sides; c += NAME(SIDES)) {
            int nrhs = SL_MIN(NAME(SIDES), sides - c);
            NAME(load)(FULL, w.rows, nrhs, at_b, b);
            NAME(scaled_sides)(&w, size, least, nrhs, b);
            NAME(store)(FULL, w.rows, nrhs, 0, at.count, (const LANES(*)[SL_PARTS])b, at_b);
            for (int l = 0; l < NAME(WIDTH); l++)
                at_b.a[l] += NAME(SIDES) * at_b.lda[l];
        }
        for (int l = 0; l < at.count; l++)
            chunk->info[in_group(group, k + l)] = size[l] == 0 ? 0 : info[l];
    }
}

#undef QR_FACTORS
#undef FACTORS
#undef NUMBERS
#undef LANES
