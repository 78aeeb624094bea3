/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Blocks of bulge chasing in one pass over each column; BLAS would need two passes and many calls.
 * Included by codelets/vectors.h. A complex column is a real one of twice the length: a x is
 * Re(a) x + Im(a) (i x), and x^H b is x . b + i (i x) . b, where i x has been made before. */

#define LANES NAME(lanes)
typedef real_t LANES __attribute__((vector_size(BYTES), aligned(sizeof(real_t)), may_alias));
enum { NAME(WIDTH) = BYTES / sizeof(real_t) };

/* b = b - a x - c y, n reals */
TARGET static inline void NAME(subtract)(int n, const real_t *a, struct turned x, const real_t *c,
                                         struct turned y, real_t *b)
{
    int i = 0;
    for (; i + NAME(WIDTH) <= n; i += NAME(WIDTH))
#pragma GCC unroll 2
        for (int p = 0; p < PARTS; p++)
            *(LANES *)(b + i) -= a[p] * *(const LANES *)(x.part[p] + i) +
                                 c[p] * *(const LANES *)(y.part[p] + i);
    for (; i < n; i++)
#pragma GCC unroll 2
        for (int p = 0; p < PARTS; p++)
            b[i] -= a[p] * x.part[p][i] + c[p] * y.part[p][i];
}

/* b = b - a y, sums = h^H b */
TARGET static inline void NAME(subtract_and_sum)(int n, const real_t *a, struct turned y,
                                                 struct turned h, real_t *b, real_t sums[PARTS])
{
    LANES sum[PARTS] = {{0}};
    int i = 0;
    for (; i + NAME(WIDTH) <= n; i += NAME(WIDTH)) {
        LANES x = *(LANES *)(b + i);
#pragma GCC unroll 2
        for (int p = 0; p < PARTS; p++)
            x -= a[p] * *(const LANES *)(y.part[p] + i);
#pragma GCC unroll 2
        for (int p = 0; p < PARTS; p++)
            sum[p] += x * *(const LANES *)(h.part[p] + i);
        *(LANES *)(b + i) = x;
    }
    for (int p = 0; p < PARTS; p++) {
        sums[p] = 0;
        for (int l = 0; l < NAME(WIDTH); l++)
            sums[p] += sum[p][l];
    }
    for (; i < n; i++) {
#pragma GCC unroll 2
        for (int p = 0; p < PARTS; p++)
            b[i] -= a[p] * y.part[p][i];
#pragma GCC unroll 2
        for (int p = 0; p < PARTS; p++)
            sums[p] += b[i] * h.part[p][i];
    }
}

/* B = H^H (B - y v^H) with `columns` columns; H has kd rows. */
TARGET static void NAME(both_sides)(int kd, int columns, struct turned y, const scalar_t *v,
                                    struct turned h, scalar_t tau, scalar_t *b, int ld)
{
    const real_t none[PARTS] = {0};
    for (int j = 0; j < columns; j++) {
        scalar_t a = SL_CONJ(v[j]), sum;
        real_t *column = (real_t *)(b + j * ld);
        NAME(subtract_and_sum)(PARTS * kd, (real_t *)&a, y, h, column, (real_t *)&sum);
        sum *= SL_CONJ(tau);
        NAME(subtract)(PARTS * kd, (real_t *)&sum, h, none, h, column);
    }
}

/* The lower triangle of D = D - v y^H - y v^H */
TARGET static void NAME(he2)(int kd, const scalar_t *v, const scalar_t *y, struct turned tv,
                             struct turned ty, scalar_t *d, int ld)
{
    for (int j = 0; j < kd; j++) {
        scalar_t a = SL_CONJ(y[j]), c = SL_CONJ(v[j]), *column = d + j * ld + j;
        NAME(subtract)(PARTS * (kd - j), (real_t *)&a, from_row(tv, j), (real_t *)&c,
                       from_row(ty, j), (real_t *)column);
        *column = SL_REAL(*column);
    }
}

#undef LANES
