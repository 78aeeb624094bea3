/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geequ and poequ on arrays. They read A once or twice, which the calling thread does. A NaN stays
 * in the factors, as a factor. */

#include <float.h>
#include "equilibrate.h"

/* A factor that is too small or too large is brought into the range. */
static real_t inverse(real_t x)
{
    return 1 / SL_MIN(SL_MAX(x, SL_SMALLEST), 1 / SL_SMALLEST);
}

struct extremes sl_extremes(int64_t n, const real_t *x)
{
    struct extremes e = {1 / SL_SMALLEST, n > 0 ? x[0] : 0, 0};
    for (int64_t i = 0; i < n; i++) {
        e.least = x[i] < e.least || x[i] != x[i] ? x[i] : e.least;
        e.most = sl_larger(e.most, x[i]);
        if (x[i] == 0 && e.zero == 0)
            e.zero = i + 1;
    }
    return e;
}

real_t sl_ratio(struct extremes e)
{
    return SL_MAX(e.least, SL_SMALLEST) / SL_MIN(e.most, 1 / SL_SMALLEST);
}

static void invert(int64_t n, real_t *x)
{
    for (int64_t i = 0; i < n; i++)
        x[i] = inverse(x[i]);
}

int sl_scales_ge(int64_t m, int64_t n, const scalar_t *a, int64_t lda, real_t *r, real_t *c,
                 real_t *rowcnd, real_t *colcnd, real_t *amax)
{
    for (int64_t i = 0; i < m; i++)
        r[i] = 0;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            real_t size = sl_size(a[i + j * lda]);
            r[i] = sl_larger(r[i], size);
        }
    struct extremes rows = sl_extremes(m, r);
    *amax = rows.most;
    if (rows.zero > 0)
        return (int)SL_MIN(rows.zero, INT32_MAX);
    invert(m, r);
    *rowcnd = sl_ratio(rows);

    for (int64_t j = 0; j < n; j++) { /* columns of diag(R) A */
        c[j] = 0;
        for (int64_t i = 0; i < m; i++) {
            real_t size = sl_size(a[i + j * lda]) * r[i];
            c[j] = sl_larger(c[j], size);
        }
    }
    struct extremes columns = sl_extremes(n, c);
    if (columns.zero > 0)
        return (int)SL_MIN(m + columns.zero, INT32_MAX);
    invert(n, c);
    *colcnd = sl_ratio(columns);
    return 0;
}

int API(geequ)(int64_t m, int64_t n, const scalar_t *a, int64_t lda, real_t *r, real_t *c,
               real_t *rowcnd, real_t *colcnd, real_t *amax)
{
    SIZE(1, m);
    SIZE(2, n);
    LD(4, lda, m);
    SL_ARG(7, rowcnd, rowcnd != NULL, "where the ratio goes");
    SL_ARG(8, colcnd, colcnd != NULL, "where the ratio goes");
    SL_ARG(9, amax, amax != NULL, "where the largest element goes");
    *rowcnd = *colcnd = 1;
    *amax = 0;
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, r, r != NULL, "an array");
    SL_ARG(6, c, c != NULL, "an array");
    int info = sl_scales_ge(m, n, a, lda, r, c, rowcnd, colcnd, amax);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}

int sl_scales_po(int64_t n, const scalar_t *a, int64_t lda, real_t *s, real_t *scond, real_t *amax)
{
    int64_t failed = 0;
    for (int64_t i = n; i-- > 0;) {
        s[i] = (real_t)SL_REAL(a[i + i * lda]);
        failed = s[i] > 0 ? failed : i + 1;
    }
    struct extremes e = sl_extremes(n, s);
    *amax = e.most;
    if (failed > 0)
        return (int)SL_MIN(failed, INT32_MAX);
    for (int64_t i = 0; i < n; i++)
        s[i] = 1 / (real_t)sqrt(s[i]);
    *scond = (real_t)sqrt(e.least) / (real_t)sqrt(e.most);
    return 0;
}

int API(poequ)(int64_t n, const scalar_t *a, int64_t lda, real_t *s, real_t *scond, real_t *amax)
{
    SIZE(1, n);
    LD(3, lda, n);
    SL_ARG(5, scond, scond != NULL, "where the ratio goes");
    SL_ARG(6, amax, amax != NULL, "where the largest element goes");
    *scond = 1;
    *amax = 0;
    if (n == 0)
        return 0;
    SL_ARG(2, a, a != NULL, "an array");
    SL_ARG(4, s, s != NULL, "an array");
    int info = sl_scales_po(n, a, lda, s, scond, amax);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}
