/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Roots of the secular equation 1 + rho sum z_i^2 / (d_i - x) = 0, which are the eigenvalues of
 * D + rho z z^T. Each is found by rational interpolation, as in LAPACK's laed4 (R.-C. Li, LAPACK
 * Working Note 89, 1993), within bounds that always hold. Also the product over these roots, for
 * each pole, of (d_i - root_j) / (d_i - d_j), from which exact_z() makes z.
 *
 * Nothing here depends on whether products are contracted: square roots are of absolute values. */

#include "merge.h"
#include "secular.h"

enum { STEPS = 100 }; /* interpolation needs about 5; then the bounds have met by bisection */

/* The search for one root: x is its distance from the origin. */
struct search {
    int poles, p; /* interpolated are the sums over poles 0 ... p and p + 1 ... */
    bool last;    /* no pole is above the root */
    const real_t *d, *z;
    real_t origin, least; /* least: 1 / rho */
    real_t low, high, x;
    real_t psi, phi, dpsi, dphi, w; /* sums, derivatives, and the value at x */
};

static void evaluate(struct search *s, real_t x)
{
    s->x = x;
    secular_sums(0, s->p + 1, s->d, s->z, s->origin, x, &s->psi, &s->dpsi);
    secular_sums(s->p + 1, s->poles, s->d, s->z, s->origin, x, &s->phi, &s->dphi);
    s->w = s->least + s->psi + s->phi;
    if (s->w < 0)
        s->low = x;
    else
        s->high = x;
}

/* The value is zero but for rounding. */
static bool is_root(const struct search *s)
{
    const real_t eps = (real_t)(sizeof(real_t) == sizeof(float) ? 0x1p-24 : 0x1p-53);
    return fabs((double)s->w) <= 8 * eps * (s->least + fabs((double)s->psi) + fabs((double)s->phi));
}

/* A point between the bounds; their ratio is large if one is a pole. */
static real_t between(const struct search *s)
{
    if (s->low == 0)
        return s->high / 16;
    if (s->high == 0)
        return s->low / 16;
    return s->low + (s->high - s->low) / 2;
}

/* A solution of c y^2 - a y + b = 0. */
static real_t quadratic(real_t a, real_t b, real_t c, bool larger)
{
    real_t root = (real_t)sqrt(fabs((double)(a * a - 4 * b * c)));
    if (larger)
        return a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root);
    return a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
}

/* The step to the root of an interpolation with the poles on both sides. fixed: the weight of
 * the nearer pole is its true one; else both weights are from the derivatives. */
static real_t step(const struct search *s, bool fixed)
{
    real_t dp = (s->d[s->p] - s->origin) - s->x, dq = (s->d[s->p + 1] - s->origin) - s->x;
    real_t gap = s->d[s->p] - s->d[s->p + 1], slope = s->dpsi + s->dphi;
    real_t zp = s->z[s->p] / dp, zq = s->z[s->p + 1] / dq, c;
    if (!fixed)
        c = s->w - dp * s->dpsi - dq * s->dphi;
    else if (s->origin == s->d[s->p])
        c = s->w - dq * slope - gap * zp * zp;
    else
        c = s->w - dp * slope + gap * zq * zq;
    real_t a = (dp + dq) * s->w - dp * dq * slope, b = dp * dq * s->w;
    if (s->last)
        c = (real_t)fabs((double)c);
    real_t y = c == 0 ? b / a : quadratic(a, b, c, s->last);
    return y * s->w < 0 ? y : -s->w / slope;
}

/* The first guess: the poles on both sides, and the others as they are in the middle. */
static real_t guess(const struct search *s)
{
    real_t dp = s->d[s->p] - s->origin, dq = s->d[s->p + 1] - s->origin;
    real_t zp = s->z[s->p] * s->z[s->p], zq = s->z[s->p + 1] * s->z[s->p + 1];
    real_t c = s->w - zp / (dp - s->x) - zq / (dq - s->x);
    /* c + zp / (dp - x) + zq / (dq - x) = 0, where dp or dq is zero */
    real_t a = c * (dp + dq) + zp + zq, b = zp * dq + zq * dp;
    return c == 0 ? b / a : quadratic(a, b, c, s->last);
}

static void find(struct search *s)
{
    bool fixed = !s->last;
    real_t next = guess(s);
    for (int n = 0; n < STEPS; n++) {
        if (!(s->low < next && next < s->high) || n > STEPS / 2)
            next = between(s);
        if (!(s->low < next && next < s->high)) /* no number is between them */
            return;
        real_t before = s->w;
        evaluate(s, next);
        if (is_root(s))
            return;
        if (!s->last && before * s->w > 0 && fabs((double)s->w) > fabs((double)before) / 10)
            fixed = !fixed;
        next = s->x + step(s, fixed);
        if (next == s->x)
            return;
    }
}

/* Root j of a merge as a distance. */
static real_t root_of(const struct merge *m, int j, real_t rho)
{
    const real_t *d = m->number[SL_POLE], *z = m->number[SL_Z];
    int k = m->poles;
    real_t square = 0;
    struct search s = {.poles = k, .p = j, .last = j == k - 1, .d = d, .z = z, .origin = d[j],
                       .least = 1 / rho};
    for (int i = 0; i < k && s.last; i++)
        square += z[i] * z[i];
    if (k == 1)
        return rho * square;
    s.high = s.last ? rho * square : d[j + 1] - d[j];
    if (s.last) {
        s.p = k - 2;
        evaluate(&s, s.high / 2);
        find(&s);
        return s.x;
    }
    real_t gap = s.high;
    evaluate(&s, gap / 2);
    if (s.w < 0) { /* the root is nearer to the upper pole */
        s.origin = d[j + 1];
        s.low = -(gap - s.x);
        s.high = 0;
        s.x = s.low;
    }
    find(&s);
    return s.x;
}

/* product_i = product over roots j of (d_i - root_j) / (d_i - d_j); if j = i, no denominator. */
static void multiply(const struct merge *m, int64_t column, int count, const real_t *distance,
                     real_t *product)
{
    const real_t *d = m->number[SL_POLE];
    for (int i = 0; i < m->poles; i++)
        product[i] = 1;
    for (int64_t j = column; j < column + count; j++) {
        real_t x = distance[j - column], origin = origin_of(m, j, x), pole = d[j];
        int i = 0;
        for (; i + SL_LANES <= m->poles; i += SL_LANES) {
            lanes y = *(const lanes *)(d + i), below = y - pole;
            if (j >= i && j < i + SL_LANES)
                below[j - i] = 1;
            *(lanes *)(product + i) *= ((y - origin) - x) / below;
        }
        for (; i < m->poles; i++)
            product[i] *= ((d[i] - origin) - x) / (i == j ? 1 : d[i] - pole);
    }
}

/* Values, and distances in a second column. */
static void cpu_stedc_roots(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    struct merge m = merge_of(tiles[0], tiles[1]);
    real_t *value = TILE(tiles[2]), *distance = value + TILE_LD(tiles[2]);
    int width = TILE_M(tiles[2]);
    int count = (int)SL_MAX(0, SL_MIN(width, m.poles - p->column)); /* the others are deflated */
    real_t rho = (real_t)fabs(2 * TILE(tiles[4])[p->row + p->upper - 1 + TILE_LD(tiles[4])]);
    for (int i = 0; i < width; i++) {
        int64_t j = p->column + i;
        distance[i] = i < count ? root_of(&m, (int)j, rho) : 0;
        value[i] = i < count ? origin_of(&m, j, distance[i]) + distance[i] : m.number[SL_POLE][j];
    }
    multiply(&m, p->column, count, distance, TILE(tiles[3]));
}

SL_CODELET_CPU(stedc_roots);
