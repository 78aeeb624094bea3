/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Chains of reflectors, by vectors. Included by codelets/vectors.h. A complex product f x is
 * Re(f) x + Im(f) (i x). */

#include "codelets/reals.h"

enum { NAME(LANES) = NAME(REALS) / SL_PARTS }; /* numbers of a vector */

/* x, and i x if it is complex */
struct NAME(number) {
    NAME(reals) part[SL_PARTS];
};

TARGET static inline struct NAME(number) NAME(number_of)(NAME(reals) x)
{
    struct NAME(number) n = {{x}};
#ifdef SL_COMPLEX
    n.part[1] = NAME(times_i)(x);
#endif
    return n;
}

/* f in lanes where the mask is not 0 */
TARGET static inline NAME(reals) NAME(part)(real_t f, NAME(integers) mask)
{
    return (NAME(reals))((NAME(integers))(f - (NAME(reals)){0}) & mask);
}

/* f x in these lanes; 0 in the others */
TARGET static inline NAME(reals) NAME(times)(scalar_t f, NAME(integers) mask, struct NAME(number) x)
{
    NAME(reals) product = NAME(part)((real_t)SL_REAL(f), mask) * x.part[0];
#ifdef SL_COMPLEX
    product += NAME(part)((real_t)cimag(f), mask) * x.part[1];
#endif
    return product;
}

/* The number of each lane. */
TARGET static inline NAME(integers) NAME(lanes)(void)
{
    NAME(integers) lane = {0};
#pragma GCC unroll 16
    for (int i = 0; i < NAME(REALS); i++)
        lane[i] = i / SL_PARTS;
    return lane;
}

/* Vectors 0, 1, 2, ... times reflectors `high`, ..., `low`. Reflector b has three vectors, from 2 b
 * on, and the lanes whose number in `lane` is less than bound + 2 b sign. The next reflector waits
 * for only one product and one difference. */
TARGET static inline void NAME(apply)(const struct factors *factors, int64_t high, int64_t low,
                                      NAME(integers) lane, int64_t bound, int64_t sign, real_t *x,
                                      int64_t step)
{
    const NAME(integers) zero = {0}, all = ~zero;
    NAME(reals) third = *(const NAME(reals) *)(x + (2 * high + 2) * step);
    for (int64_t b = high; b >= low; b--) {
        const struct factors *f = factors + b;
        NAME(integers) mask = lane - (integer_t)(bound + 2 * b * sign) < zero;
        NAME(reals) *first = (NAME(reals) *)(x + 2 * b * step);
        NAME(reals) *second = (NAME(reals) *)(x + (2 * b + 1) * step);
        const struct NAME(number) p = NAME(number_of)(*first), q = NAME(number_of)(*second),
                                  r = NAME(number_of)(third);
        NAME(reals) sum = NAME(times)(f->tau, all, p) + NAME(times)(f->tau2, all, q);
        sum = (NAME(reals))((NAME(integers))sum & mask);
        const struct NAME(number) s = NAME(number_of)(sum + NAME(times)(f->tau3, mask, r));
        *(NAME(reals) *)(x + (2 * b + 2) * step) = third - NAME(times)(f->v3, all, s);
        *second = q.part[0] - NAME(times)(f->v2, all, s);
        third = p.part[0] - sum - NAME(times)(f->tau3, mask, r);
    }
    *(NAME(reals) *)(x + 2 * low * step) = third;
}

/* Columns of x times the reflectors of a chain. That number b has rows first + b first_step ...
 * end + b end_step - 1; in rows before, its columns are zero. */
TARGET static void NAME(from_right)(const struct factors *f, int64_t count, struct rows r,
                                    scalar_t *x, int64_t ld)
{
    int64_t end = r.end + (r.end_moves ? 2 * (count - 1) : 0);
    for (int64_t i = SL_MAX(0, r.first) / NAME(LANES) * NAME(LANES); i < end; i += NAME(LANES)) {
        int64_t rest = i + NAME(LANES) - 1 - r.first;
        int64_t high = r.first_moves ? SL_MIN(count - 1, rest / 2) : count - 1;
        int64_t low = r.end_moves && i >= r.end ? (i - r.end) / 2 + 1 : 0;
        NAME(apply)
        (f, high, low, NAME(lanes)(), r.end - i, r.end_moves, (real_t *)(x + i), ld * SL_PARTS);
    }
}

/* Rows 0 ... rows - 1, and some more, of as many columns as a vector has numbers become vectors, or
 * the other way. */
TARGET static inline void NAME(turn)(bool back, int64_t rows, real_t *x, int64_t ld,
                                     NAME(reals) * vector)
{
    for (int64_t i = 0; i < rows; i += NAME(LANES)) {
        NAME(reals) block[NAME(LANES)];
#pragma GCC unroll 16
        for (int l = 0; l < NAME(LANES); l++)
            block[l] = back ? vector[i + l] : *(const NAME(reals) *)(x + i * SL_PARTS + l * ld);
        NAME(transpose)(SL_PARTS, block);
#pragma GCC unroll 16
        for (int l = 0; l < NAME(LANES); l++)
            if (back)
                *(NAME(reals) *)(x + i * SL_PARTS + l * ld) = block[l];
            else
                vector[i + l] = block[l];
    }
}

/* Columns of H, from first on, are stored by rows, or those before `end` by columns again. Numbers
 * are in blocks of as many columns as a vector has. */
TARGET static void NAME(store_rows)(struct chase *s, bool back, int64_t first, int64_t end)
{
    int64_t j = back ? s->by_rows : (first + NAME(LANES) - 1) / NAME(LANES) * NAME(LANES);
    if (!back)
        s->by_rows = j;
    for (; j < end; j += NAME(LANES)) {
        int64_t rows = SL_MIN(s->ld - NAME(LANES), j + NAME(LANES) + 1);
        NAME(turn)
        (back, rows, (real_t *)(s->h + j * s->ld), s->ld * SL_PARTS,
         (NAME(reals) *)(s->rows + j * s->ld));
        if (back)
            s->by_rows = j + NAME(LANES);
    }
}

/* Rows of H times the reflectors of a chain, from row `row` on. That number b has columns
 * first + 2 b ... */
TARGET static void NAME(from_left)(const struct chase *s, const struct factors *f, int64_t count,
                                   int64_t row, int64_t first)
{
    NAME(reals) room[2 * SL_MOST_BULGES + 1 + 2 * NAME(LANES)] __attribute__((aligned(BYTES)));
    int64_t skip = row % NAME(LANES), end = s->end - s->first;
    for (int64_t j = first / NAME(LANES) * NAME(LANES); j < end; j += NAME(LANES)) {
        bool by_rows = j >= s->by_rows;
        int64_t high = SL_MIN(count - 1, (j + NAME(LANES) - 1 - first) / 2);
        int64_t rows = skip + 2 * high + 3;
        real_t *block = (real_t *)(s->h + row - skip + j * s->ld);
        NAME(reals) *vector = by_rows ? (NAME(reals) *)(s->rows + j * s->ld) + row : room + skip;
        if (!by_rows)
            NAME(turn)(false, rows, block, s->ld * SL_PARTS, room);
        NAME(apply)(f, high, 0, -NAME(lanes)(), 1 + j - first, -1, (real_t *)vector, NAME(REALS));
        if (!by_rows)
            NAME(turn)(true, rows, block, s->ld * SL_PARTS, room);
    }
}
