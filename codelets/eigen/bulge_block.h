/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Blocks of bulge chasing in one pass over each column; BLAS would need two passes and many calls.
 * Included by codelets/vectors.h. A complex column is a real one of twice the length: a x is
 * Re(a) x + Im(a) (i x), and x^H b is x . b + i (i x) . b, where i x has been made before. */

#define LANES NAME(lanes)
typedef real_t LANES __attribute__((vector_size(BYTES), aligned(sizeof(real_t)), may_alias));
enum { NAME(WIDTH) = BYTES / sizeof(real_t) };

/* b = b - the sum of `terms` vectors a x, n reals */
TARGET static inline void NAME(subtract)(int n, int terms, const real_t *a, const real_t *const *x,
                                         real_t *b)
{
    int i = 0;
    for (; i + NAME(WIDTH) <= n; i += NAME(WIDTH)) {
        LANES rest = *(LANES *)(b + i);
#pragma GCC unroll 4
        for (int t = 0; t < terms; t++)
            rest -= a[t] * *(const LANES *)(x[t] + i);
        *(LANES *)(b + i) = rest;
    }
    for (; i < n; i++)
#pragma GCC unroll 4
        for (int t = 0; t < terms; t++)
            b[i] -= a[t] * x[t][i];
}

/* b = b - a y, sums = h^H b */
TARGET static inline void NAME(subtract_and_sum)(int n, const real_t *a, struct turned y,
                                                 struct turned h, real_t *b, real_t sums[SL_PARTS])
{
    LANES sum[SL_PARTS] = {{0}};
    int i = 0;
    for (; i + NAME(WIDTH) <= n; i += NAME(WIDTH)) {
        LANES x = *(LANES *)(b + i);
#pragma GCC unroll 2
        for (int p = 0; p < SL_PARTS; p++)
            x -= a[p] * *(const LANES *)(y.part[p] + i);
#pragma GCC unroll 2
        for (int p = 0; p < SL_PARTS; p++)
            sum[p] += x * *(const LANES *)(h.part[p] + i);
        *(LANES *)(b + i) = x;
    }
    for (int p = 0; p < SL_PARTS; p++) {
        sums[p] = 0;
        for (int l = 0; l < NAME(WIDTH); l++)
            sums[p] += sum[p][l];
    }
    for (; i < n; i++) {
#pragma GCC unroll 2
        for (int p = 0; p < SL_PARTS; p++)
            b[i] -= a[p] * y.part[p][i];
#pragma GCC unroll 2
        for (int p = 0; p < SL_PARTS; p++)
            sums[p] += b[i] * h.part[p][i];
    }
}

/* B = H^H (B - y v^H) with `columns` columns; H has kd rows. */
TARGET static void NAME(both_sides)(int kd, int columns, struct turned y, const scalar_t *v,
                                    struct turned h, scalar_t tau, scalar_t *b, int ld)
{
    for (int j = 0; j < columns; j++) {
        scalar_t a = SL_CONJ(v[j]), sum;
        real_t *column = (real_t *)(b + j * ld);
        NAME(subtract_and_sum)(SL_PARTS * kd, (real_t *)&a, y, h, column, (real_t *)&sum);
        sum *= SL_CONJ(tau);
        NAME(subtract)(SL_PARTS * kd, SL_PARTS, (real_t *)&sum, h.part, column);
    }
}

/* The lower triangle of D = D - v y^H - y v^H */
TARGET static inline void NAME(he2)(int kd, const scalar_t *v, const scalar_t *y, struct turned tv,
                             struct turned ty, scalar_t *d, int ld)
{
    for (int j = 0; j < kd; j++) {
        scalar_t a[2] = {SL_CONJ(y[j]), SL_CONJ(v[j])}, *column = d + j * ld + j;
        const real_t *x[2 * SL_PARTS];
        for (int p = 0; p < SL_PARTS; p++) {
            x[p] = tv.part[p] + SL_PARTS * j;
            x[SL_PARTS + p] = ty.part[p] + SL_PARTS * j;
        }
        NAME(subtract)(SL_PARTS * (kd - j), 2 * SL_PARTS, (real_t *)a, x, (real_t *)column);
        *column = SL_REAL(*column);
    }
}

/* B = B - x w^H - y v^H with `columns` columns of kd rows */
TARGET static inline void NAME(ge2)(int kd, int columns, struct turned x, const scalar_t *w,
                                    struct turned y, const scalar_t *v, scalar_t *b, int ld)
{
    const real_t *both[2 * SL_PARTS];
    for (int p = 0; p < SL_PARTS; p++) {
        both[p] = x.part[p];
        both[SL_PARTS + p] = y.part[p];
    }
    for (int j = 0; j < columns; j++) {
        scalar_t a[2] = {SL_CONJ(w[j]), SL_CONJ(v[j])};
        NAME(subtract)(SL_PARTS * kd, 2 * SL_PARTS, (real_t *)a, both, (real_t *)(b + j * ld));
    }
}

#undef LANES
