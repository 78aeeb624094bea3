/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A diagonal block of the tridiagonal matrix: its eigenvalues, and the first and last row of its
 * eigenvectors, by the implicit QL method (Martin and Wilkinson, Numer. Math. 12, 1968). */

#include <float.h>
#include <string.h>
#include "codelets/codelet.h"
#include "args.h"

enum { STEPS = 30 }; /* an eigenvalue, on average, as in LAPACK's steqr */

/* The matrix has norm 1, so squares of smaller numbers are as good as zero. */
static const real_t epsilon = (real_t)(sizeof(real_t) == sizeof(float) ? FLT_EPSILON : DBL_EPSILON);
static const real_t tiny = (real_t)(sizeof(real_t) == sizeof(float) ? FLT_MIN / FLT_EPSILON
                                                                     : DBL_MIN / DBL_EPSILON);

/* The last row of the unreduced block that begins in row l. */
static int end_of_block(int l, int n, const real_t *d, const real_t *e)
{
    while (l < n - 1 && e[l] * e[l] > tiny &&
           fabs((double)e[l]) > epsilon / 2 * (fabs((double)d[l]) + fabs((double)d[l + 1])))
        l++;
    return l;
}

/* A QL step with Wilkinson's shift on rows l ... end. */
static void ql_step(int l, int end, real_t *d, real_t *e, real_t *first, real_t *last)
{
    real_t *row[] = {first, last};
    real_t half = (d[l + 1] - d[l]) / (2 * e[l]), root = (real_t)hypot(half, 1);
    real_t g = d[end] - d[l] + e[l] / (half + (half < 0 ? -root : root));
    real_t s = 1, c = 1, shift = 0;
    for (int i = end - 1; i >= l; i--) {
        real_t f = s * e[i], b = c * e[i], square = f * f + g * g;
        if (square <= tiny) { /* the block falls apart here */
            e[i + 1] = e[end] = 0;
            d[i + 1] -= shift;
            return;
        }
        e[i + 1] = (real_t)sqrt(square);
        s = f / e[i + 1];
        c = g / e[i + 1];
        g = d[i + 1] - shift;
        real_t r = (d[i] - g) * s + 2 * c * b;
        shift = s * r;
        d[i + 1] = g + shift;
        g = c * r - b;
        for (int k = 0; k < 2; k++) {
            real_t x = row[k][i], y = row[k][i + 1];
            row[k][i + 1] = s * x + c * y;
            row[k][i] = c * x - s * y;
        }
    }
    d[l] -= shift;
    e[l] = g;
    e[end] = 0;
}

/* By insertion: they are nearly in order. */
static void sort(int n, real_t *d, real_t *first, real_t *last)
{
    real_t *x[] = {d, first, last};
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && d[j] < d[j - 1]; j--)
            for (int k = 0; k < 3; k++) {
                real_t swap = x[k][j];
                x[k][j] = x[k][j - 1];
                x[k][j - 1] = swap;
            }
}

static void cpu_sterf_leaf(void *tiles[], void *arg)
{
    struct sl_stedc_args *p = arg;
    const real_t *diagonal = TILE(tiles[0]) + p->row, *below = diagonal + TILE_LD(tiles[0]);
    real_t *d = TILE(tiles[1]), *first = TILE(tiles[2]), *last = first + TILE_LD(tiles[2]);
    real_t *e = TILE(tiles[3]);
    int n = TILE_M(tiles[2]), steps = STEPS * n;
    memcpy(d, diagonal, sizeof *d * (size_t)n);
    memcpy(e, below, sizeof *e * (size_t)n);
    e[n - 1] = 0;
    for (int i = 0; i < n; i++) {
        first[i] = i == 0;
        last[i] = i == n - 1;
    }
    for (int l = 0, end; l < n; l++)
        while ((end = end_of_block(l, n, d, e)) > l && p->head.status == 0) {
            if (steps-- == 0)
                p->head.status = STARLING_ERUNTIME;
            ql_step(l, end, d, e, first, last);
        }
    sort(n, d, first, last);
}

SL_CODELET_CPU(sterf_leaf);
