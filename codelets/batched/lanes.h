/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices in the lanes of vectors: lane l of x[i + j m] has element (i, j) of matrix l; the real
 * part, and then, if numbers are complex, the imaginary part. For files that codelets/vectors.h
 * includes, with lanes_common.h before. */

#define LANES NAME(lanes)
typedef real_t LANES __attribute__((vector_size(BYTES), may_alias));
enum { NAME(WIDTH) = BYTES / sizeof(real_t) };
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

/* m x n matrices. A column is read in few matrices at a time: if they are apart by a power of two,
 * a cache has room for some lines only. */
TARGET static void NAME(load)(enum region region, int m, int n, struct NAME(places) at,
                              LANES (*x)[SL_PARTS])
{
    const bool adjoint = is_adjoint(region);
    for (int c = 0; c < n; c++)
        for (int first = 0; first < NAME(WIDTH); first += NAME(TOGETHER)) {
            for (int r = first_row(region, c); r < end_row(region, c, m); r++) {
                real_t *to = (real_t *)x[adjoint ? c + r * n : r + c * m];
#pragma GCC unroll 8
                for (int l = first; l < first + NAME(TOGETHER); l++) {
                    const real_t *from = (const real_t *)(at.a[l] + r);
                    to[l] = from[0];
                    if (SL_PARTS == 2)
                        to[NAME(WIDTH) + l] = adjoint ? -from[SL_PARTS - 1] : from[SL_PARTS - 1];
                }
            }
            for (int l = first; l < first + NAME(TOGETHER); l++)
                at.a[l] += at.lda[l];
        }
}

/* Lanes begin ... end - 1 */
TARGET static void NAME(store)(enum region region, int m, int n, int begin, int end,
                               const LANES (*x)[SL_PARTS], struct NAME(places) at)
{
    const bool adjoint = is_adjoint(region);
    for (int c = 0; c < n; c++)
        for (int first = begin; first < end; first += NAME(TOGETHER)) {
            int last = SL_MIN(end, first + NAME(TOGETHER));
            for (int r = first_row(region, c); r < end_row(region, c, m); r++) {
                const real_t *from = (const real_t *)x[adjoint ? c + r * n : r + c * m];
#pragma GCC unroll 8
                for (int l = first; l < last; l++) {
                    real_t *to = (real_t *)(at.a[l] + r);
                    to[0] = from[l];
                    if (SL_PARTS == 2)
                        to[SL_PARTS - 1] = adjoint ? -from[NAME(WIDTH) + l] : from[NAME(WIDTH) + l];
                }
            }
            for (int l = first; l < last; l++)
                at.a[l] += at.lda[l];
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

/* |re| + |im| */
TARGET static inline void NAME(sizes)(const LANES x[SL_PARTS], real_t size[NAME(WIDTH)])
{
    const real_t *re = (const real_t *)x, *im = re + NAME(WIDTH);
    for (int l = 0; l < NAME(WIDTH); l++)
        size[l] = FABS(re[l]) + (SL_PARTS == 2 ? FABS(im[l]) : 0);
}

/* info is 0, or the first element on the diagonal that is 0, from 1. Returns whether it is 0 for
 * all. */
TARGET static inline bool NAME(regular)(int m, int n, const LANES (*x)[SL_PARTS],
                                        int info[NAME(WIDTH)])
{
    bool all = true;
    for (int l = 0; l < NAME(WIDTH); l++)
        info[l] = 0;
    for (int j = SL_MIN(m, n) - 1; j >= 0; j--) {
        const real_t *u = (const real_t *)x[j + j * m];
        for (int l = 0; l < NAME(WIDTH); l++)
            if (u[l] == 0 && (SL_PARTS == 1 || u[NAME(WIDTH) + l] == 0)) {
                info[l] = j + 1;
                all = false;
            }
    }
    return all;
}
