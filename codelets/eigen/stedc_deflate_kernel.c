/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Deflation of D + rho z z^T, or of an arrow, by the rules of LAPACK's laed2 and lasd2. A value of
 * a half is one of the merge if its component of z is negligible. If two values are close, a
 * rotation of their vectors makes one component zero. Vectors that are rotated one after the other
 * are a chain.
 *
 * Each half of an arrow has the right vector of a row that was taken out. That of the upper half
 * gets this row back: its pole is zero. That of the lower half, which the last half lacks, stays: a
 * rotation of both right vectors makes its component of z zero.
 *
 * Columns that stay go to the workspace by where they are zero: below, nowhere, above. */

#include "merge.h"
#include "order.h"

/* The columns of both halves; order: by ascending eigenvalue. */
struct halves {
    int n, upper;
    bool svd, lower_row; /* whether a row of the lower half was taken out */
    real_t rho, tol;
    real_t *d, *z, *first, *last;
    int *order;
    int *type; /* which rows are not zero */
};
enum { ABOVE, EVERYWHERE, BELOW, TYPES };

static void gather(void *values[], void *edges[], int64_t blocks, struct halves *h)
{
    const real_t *upper = TILE(values[0]), *lower = TILE(values[1]);
    int j = 0;
    for (int64_t b = 0; b < blocks; b++) {
        const real_t *edge = TILE(edges[b]);
        int width = TILE_M(edges[b]), ld = TILE_LD(edges[b]);
        for (int i = 0; i < width; i++, j++) {
            bool above = j < h->upper;
            h->d[j] = above ? upper[j] : lower[j - h->upper];
            h->z[j] = above ? edge[i + ld] : edge[i]; /* the rows at the cut */
            h->first[j] = above ? edge[i] : 0;
            h->last[j] = above ? 0 : edge[i + ld];
            h->type[j] = above ? ABOVE : BELOW;
        }
    }
}

/* z is the row that was taken out, with the elements a and b, times the right vectors. */
static void multiply_row(struct halves *h, real_t a, real_t b)
{
    for (int j = 0; j < h->n; j++)
        h->z[j] *= j < h->upper ? a : b;
    h->rho = 1;
}

/* z of norm 1 and rho > 0; below: the element of the subdiagonal at the cut. */
static void normalise(struct halves *h, real_t below)
{
    for (int j = 0; j < h->n; j++)
        h->z[j] *= (real_t)(j >= h->upper && below < 0 ? -M_SQRT1_2 : M_SQRT1_2);
    h->rho = (real_t)fabs(2 * below);
}

static real_t largest(const real_t *x, int n)
{
    real_t most = 0;
    for (int i = 0; i < n; i++)
        most = SL_MAX(most, (real_t)fabs(x[i]));
    return most;
}

/* Makes z[a] zero by a rotation of columns a and b. Components near the underflow count as zero,
 * for their quotients have large errors. */
struct rotation {
    real_t size, c, s;
};
static struct rotation rotation_of(const struct halves *h, int a, int b)
{
    const real_t least = (real_t)(sizeof(real_t) == sizeof(float) ? 0x1p-100 : 0x1p-960);
    real_t size = (real_t)hypot(h->z[a], h->z[b]);
    if (size <= least)
        return (struct rotation){0, 1, 0};
    return (struct rotation){size, h->z[b] / size, -h->z[a] / size};
}
/* left: left singular vectors turn, too. */
static void turn(struct halves *h, int a, int b, struct rotation r, bool left, struct merge *m)
{
    real_t c = r.c, s = r.s, *row[] = {h->first, h->last};
    for (int i = 0; i < 2; i++) {
        real_t x = row[i][a], y = row[i][b];
        row[i][a] = c * x + s * y;
        row[i][b] = c * y - s * x;
    }
    h->z[a] = 0;
    h->z[b] = r.size;
    if (h->type[a] != h->type[b])
        h->type[b] = EVERYWHERE;
    m->number[SL_COSINE][a] = c;
    m->number[SL_SINE][a] = s;
    m->number[SL_LEFT_COSINE][a] = left ? c : 1;
    m->number[SL_LEFT_SINE][a] = left ? s : 0;
    m->place[SL_NEXT][a] = b;
    m->place[SL_PREVIOUS][b] = a;
}

/* The same if the change of the matrix is below tol. */
static bool rotate(struct halves *h, int a, int b, struct merge *m)
{
    struct rotation r = rotation_of(h, a, b);
    real_t *d = h->d, c = r.c, s = r.s, gap = d[b] - d[a];
    if ((real_t)fabs(gap * c * s) > h->tol)
        return false;
    real_t da = d[a] * c * c + d[b] * s * s, db = d[a] * s * s + d[b] * c * c;
    turn(h, a, b, r, true, m);
    d[a] = da;
    d[b] = db;
    return true;
}

/* What is negligible. Errors are told by n eps, so 64 eps would be much for a few columns. The
 * elements of the bidiagonal matrix are at most 1: squares of what is not negligible do not
 * underflow. */
static real_t tolerance(const struct halves *h)
{
    const real_t eps = (real_t)(sizeof(real_t) == sizeof(float) ? 0x1p-24 : 0x1p-53);
    real_t most = SL_MAX(largest(h->d, h->n), largest(h->z, h->n));
    return h->svd ? SL_MAX((real_t)SL_MIN(64, 8 * h->n) * eps * most, eps) : 8 * eps * most;
}

/* Columns that belong to rows are the first ones. The pole zero stays, with a component that is not
 * negligible. Returns how many columns are done. */
static int take_rows(struct halves *h, struct merge *m, int *stay, int *gone)
{
    int upper = h->order[0];
    if (h->lower_row) {
        int lower = h->order[1];
        turn(h, lower, upper, rotation_of(h, lower, upper), false, m);
        h->d[lower] = SL_NO_ROW;
        gone[0] = lower;
    }
    if ((real_t)fabs(h->z[upper]) < h->tol)
        h->z[upper] = h->z[upper] < 0 ? -h->tol : h->tol;
    stay[0] = upper;
    return h->lower_row ? 2 : 1;
}

/* Sorts the columns into those that stay and those that are deflated, both by eigenvalue but for
 * rounding. Returns how many stay. */
static int deflate(struct halves *h, struct merge *m, int *stay, int *gone)
{
    int rows = h->svd ? take_rows(h, m, stay, gone) : 0;
    int stays = SL_MIN(rows, 1), goes = rows - stays;
    int open = -1; /* a column that may still be rotated with the next one */
    for (int i = rows; i < h->n; i++) {
        int j = h->order[i];
        if (h->rho * (real_t)fabs(h->z[j]) <= h->tol)
            gone[goes++] = j;
        else if (open >= 0 && rotate(h, open, j, m)) {
            gone[goes++] = open;
            open = j;
        } else {
            if (open >= 0)
                stay[stays++] = open;
            open = j;
        }
    }
    if (open >= 0)
        stay[stays++] = open;
    if (h->svd && stays > 1) /* not too near the pole zero */
        h->d[stay[1]] = SL_MAX(h->d[stay[1]], h->tol / 2);
    return stays;
}

/* Fills in the merge: pole i is column stay[i]. */
static void place(const struct halves *h, struct merge *m, const int *stay, const int *gone)
{
    int count[TYPES] = {0}, begin[TYPES] = {0};
    for (int i = 0; i < m->poles; i++)
        count[h->type[stay[i]]]++;
    for (int t = 1; t < TYPES; t++)
        begin[t] = begin[t - 1] + count[t - 1];
    for (int i = 0; i < h->n; i++) {
        int j = i < m->poles ? stay[i] : gone[i - m->poles];
        int slot = i < m->poles ? begin[h->type[j]]++ : i;
        m->number[SL_POLE][i] = h->d[j];
        m->number[SL_Z][i] = h->z[j];
        m->number[SL_FIRST][i] = h->first[j];
        m->number[SL_LAST][i] = h->last[j];
        m->place[SL_SLOT][i] = slot;
        m->place[SL_SOURCE][slot] = j;
    }
    m->place[SL_SLOT][h->n] = m->poles;
    m->place[SL_SOURCE][h->n] = count[ABOVE] + count[EVERYWHERE];
    m->place[SL_PREVIOUS][h->n] = count[ABOVE];
}

/* The values of rows that were taken out are zero. Returns whether the lower half has one. */
static bool clear_rows(struct halves *h)
{
    bool lower = h->d[h->upper] < 0;
    h->d[0] = 0;
    h->d[h->upper] = SL_MAX(0, h->d[h->upper]);
    return lower;
}

static void cpu_stedc_deflate(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    int n = (int)p->order;
    struct merge m = merge_of(tiles[1], tiles[2]);
    real_t *numbers = TILE(tiles[3]);
    int *places = (int *)STARPU_MATRIX_GET_PTR(tiles[4]), *stay = places + n, *gone = stay + n;
    struct halves h = {.n = n, .upper = (int)p->upper, .svd = p->svd,
                       .d = numbers, .z = numbers + n,
                       .first = numbers + 2 * n, .last = numbers + 3 * n, .order = places,
                       .type = gone + n};
    gather(tiles + 5, tiles + 7, p->blocks, &h);
    const real_t *cut = TILE(tiles[0]) + p->row + p->upper - 1;
    if (p->svd)
        multiply_row(&h, cut[0], cut[TILE_LD(tiles[0])]);
    else
        normalise(&h, cut[TILE_LD(tiles[0])]);
    for (int i = 0; i < n; i++) {
        h.order[i] = i;
        m.place[SL_NEXT][i] = m.place[SL_PREVIOUS][i] = -1;
    }
    sort_by(h.d, n, h.order, stay);
    if (p->svd)
        h.lower_row = clear_rows(&h);
    h.tol = tolerance(&h);
    m.poles = deflate(&h, &m, stay, gone);
    place(&h, &m, stay, gone);
}

SL_CODELET_CPU(stedc_deflate);
