/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Roots of the secular equation 1 + rho sum z_i^2 / (d_i - x) = 0, which are the
 * eigenvalues of D + rho z z^T. Each is found by rational interpolation, as in LAPACK's
 * laed4 (R.-C. Li, LAPACK Working Note 89, 1993), within bounds that always hold.
 *
 * With svd it is 1 + sum z_i^2 / (d_i^2 - x^2) = 0, for the singular values of D with the row z
 * (Jessup and Sorensen, SIAM J. Matrix Anal. Appl. 15, 1994). Interpolated is a function of x^2,
 * and the steps are those of x.
 *
 * Nothing here depends on whether products are contracted: square roots are of absolute values.
 *
 * C and CUDA kernels include this file. They define real_t, SL_SEARCH, which stands before each
 * function, and two sums over poles:
 *   secular_sums(svd, from, end, d, z, origin, distance, sum, slope)   as in secular.h
 *   sum_of_squares(count, z) */

enum { STEPS = 100 }; /* interpolation needs about 5; then the bounds have met by bisection */

/* The search for one root: x is its distance from the origin. */
struct search {
    bool svd;
    int poles, p; /* interpolated are the sums over poles 0 ... p and p + 1 ... */
    bool last;    /* no pole is above the root */
    const real_t *d, *z;
    real_t origin, least; /* least: 1 / rho */
    real_t low, high, x;
    real_t psi, phi, dpsi, dphi, w; /* sums, derivatives, and the value at x */
};

SL_SEARCH void evaluate(struct search *s, real_t x)
{
    s->x = x;
    secular_sums(s->svd, 0, s->p + 1, s->d, s->z, s->origin, x, &s->psi, &s->dpsi);
    secular_sums(s->svd, s->p + 1, s->poles, s->d, s->z, s->origin, x, &s->phi, &s->dphi);
    s->w = s->least + s->psi + s->phi;
    if (s->w < 0)
        s->low = x;
    else
        s->high = x;
}

/* The value is zero but for rounding. */
SL_SEARCH bool is_root(const struct search *s)
{
    const real_t eps = (real_t)(sizeof(real_t) == sizeof(float) ? 0x1p-24 : 0x1p-53);
    return fabs((double)s->w) <= 8 * eps * (s->least + fabs((double)s->psi) + fabs((double)s->phi));
}

/* A point between the bounds; their ratio is large if one is a pole. */
SL_SEARCH real_t between(const struct search *s)
{
    if (s->low == 0)
        return s->high / 16;
    if (s->high == 0)
        return s->low / 16;
    return s->low + (s->high - s->low) / 2;
}

/* A solution of c y^2 - a y + b = 0. */
SL_SEARCH real_t quadratic(real_t a, real_t b, real_t c, bool larger)
{
    real_t root = (real_t)sqrt(fabs((double)(a * a - 4 * b * c)));
    if (larger)
        return a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root);
    return a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
}

/* Pole i minus the origin plus x, or the same of their squares. */
SL_SEARCH real_t pole_from(const struct search *s, int i, real_t x)
{
    real_t below = (s->d[i] - s->origin) - x;
    return s->svd ? below * ((s->d[i] + s->origin) + x) : below;
}

/* The change of x by a step of x, or of its square. */
SL_SEARCH real_t change(const struct search *s, real_t x, real_t y)
{
    real_t root = s->origin + x;
    return s->svd ? y / (root + (real_t)sqrt(fabs((double)(root * root + y)))) : y;
}

/* The step to the root of an interpolation with the poles on both sides. fixed: the
 * weight of the nearer pole is its true one; else both weights are from the
 * derivatives. */
SL_SEARCH real_t step(const struct search *s, bool fixed)
{
    real_t dp = pole_from(s, s->p, s->x), dq = pole_from(s, s->p + 1, s->x);
    real_t gap = s->d[s->p] - s->d[s->p + 1], slope = s->dpsi + s->dphi;
    if (s->svd)
        gap *= s->d[s->p] + s->d[s->p + 1];
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
    return change(s, s->x, y * s->w < 0 ? y : -s->w / slope);
}

/* The first guess: the poles on both sides, and the others as they are in the middle.
 */
SL_SEARCH real_t guess(const struct search *s)
{
    real_t dp = pole_from(s, s->p, 0), dq = pole_from(s, s->p + 1, 0);
    real_t zp = s->z[s->p] * s->z[s->p], zq = s->z[s->p + 1] * s->z[s->p + 1];
    real_t c = s->w - zp / pole_from(s, s->p, s->x) - zq / pole_from(s, s->p + 1, s->x);
    /* c + zp / (dp - x) + zq / (dq - x) = 0, where dp or dq is zero */
    real_t a = c * (dp + dq) + zp + zq, b = zp * dq + zq * dp;
    return change(s, 0, c == 0 ? b / a : quadratic(a, b, c, s->last));
}

SL_SEARCH void find(struct search *s)
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

/* Root j as a distance: from pole j if it is positive, from pole j + 1 if it is
 * negative. */
SL_SEARCH real_t secular_root(bool svd, int poles, int j, const real_t *d, const real_t *z,
                              real_t rho)
{
    struct search s;
    bool last = j == poles - 1;
    s.svd = svd;
    s.origin = d[j];
    real_t top = last ? change(&s, 0, rho * sum_of_squares(poles, z)) : d[j + 1] - d[j];
    if (poles == 1)
        return top;
    s.poles = poles;
    s.p = last ? poles - 2 : j;
    s.last = last;
    s.d = d;
    s.z = z;
    s.least = 1 / rho;
    s.low = 0;
    s.high = top;
    evaluate(&s, top / 2);
    if (s.w < 0 && !last) { /* the root is nearer to the upper pole */
        s.origin = d[j + 1];
        s.low = -(top - s.x);
        s.high = 0;
        s.x = s.low;
    }
    find(&s);
    return s.x;
}
