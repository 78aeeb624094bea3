/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions with the factors of as many matrices as a vector has numbers. Included after lanes.h.
 */

enum { NAME(SIDES) = 4 };

/* b = b / conj(t), or b / t; |re| + |im| of t goes first, so that no square is out of range. */
TARGET static inline void NAME(quotient)(const LANES t[SL_PARTS], bool conjugate, LANES b[SL_PARTS])
{
    if (SL_PARTS == 1)
        b[0] /= t[0];
    else {
        LANES size = NAME(size)(t), over[SL_PARTS] = {t[0] / size};
        over[SL_PARTS - 1] = (conjugate ? t[SL_PARTS - 1] : -t[SL_PARTS - 1]) / size;
        LANES square = over[0] * over[0] + over[SL_PARTS - 1] * over[SL_PARTS - 1];
        for (int p = 0; p < SL_PARTS; p++) {
            over[p] /= square;
            b[p] /= size;
        }
        NAME(product)(over, b, b);
    }
}

/* B = T^-1 B by substitution, with T in x and `sides` columns of ldb rows */
TARGET static inline void NAME(substitute)(struct triangle t, int n, const LANES (*x)[SL_PARTS],
                                           int ldx, int sides, LANES (*b)[SL_PARTS], int ldb)
{
    bool forward = t.upper == t.transposed;
    for (int k = 0; k < n; k++) {
        int j = forward ? k : n - 1 - k, end = forward ? n : j;
        for (int c = 0; c < sides && !t.unit; c++)
            NAME(quotient)(x[j + j * ldx], t.conjugate, b[j + c * ldb]);
        for (int i = forward ? j + 1 : 0; i < end; i++) {
            const LANES *at = x[t.transposed ? j + i * ldx : i + j * ldx];
            LANES y[SL_PARTS];
            y[0] = at[0];
            if (SL_PARTS == 2)
                y[SL_PARTS - 1] = t.conjugate ? -at[SL_PARTS - 1] : at[SL_PARTS - 1];
            for (int c = 0; c < sides; c++)
                NAME(subtract_product)(y, b[j + c * ldb], b[i + c * ldb]);
        }
    }
}

/* Factors of a vector of matrices of order n: A = first * second. If rows were exchanged, row i of
 * the first one is row order[l][i] of A; if columns, it is column i of the second one. */
#define FACTORS struct NAME(factors)
FACTORS
{
    int n;
    const LANES(*x)[SL_PARTS];
    struct triangle first, second;
    int(*rows)[MOST_IN_LANES], (*columns)[MOST_IN_LANES];
};

/* Row i of X becomes row order[l][i]. */
TARGET static inline void NAME(reorder)(int n, int order[NAME(WIDTH)][MOST_IN_LANES],
                                        LANES (*x)[SL_PARTS])
{
    LANES y[MOST_IN_LANES][SL_PARTS];
    memcpy(y, x, sizeof *x * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int p = 0; p < SL_PARTS; p++)
            for (int l = 0; l < NAME(WIDTH); l++)
                ((real_t *)&x[order[l][i]][p])[l] = ((const real_t *)&y[i][p])[l];
}

/* X in the place of B for matrices of a group, from number k on. B stays where info, if it is
 * there, is not 0. */
TARGET static inline void NAME(solve)(const FACTORS *f, const struct chunk *chunk,
                                      const struct group *group, int64_t k, int sides,
                                      const int info[NAME(WIDTH)])
{
    LANES b[MOST_IN_LANES * NAME(SIDES)][SL_PARTS];
    struct NAME(places) at = NAME(places_of)(b_of, chunk, group, k);
    int n = f->n;
    for (int c = 0; c < sides; c += NAME(SIDES)) {
        int some = SL_MIN(NAME(SIDES), sides - c);
        for (int s = 0; s < some && f->rows; s++)
            NAME(load_rows)(n, s, f->rows, &at, b + s * n);
        if (!f->rows)
            NAME(load)(FULL, n, some, at, b);
        NAME(substitute)(f->first, n, f->x, n, some, b, n);
        NAME(substitute)(f->second, n, f->x, n, some, b, n);
        for (int s = 0; s < some && f->columns; s++)
            NAME(reorder)(n, f->columns, b + s * n);
        NAME(store_good)(n, some, (const LANES(*)[SL_PARTS])b, &at, info);
        for (int l = 0; l < NAME(WIDTH); l++)
            at.a[l] += NAME(SIDES) * at.lda[l];
    }
}
