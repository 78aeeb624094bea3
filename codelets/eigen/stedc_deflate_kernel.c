/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Deflation of D + rho z z^T, by the rules of LAPACK's laed2. An eigenvalue of a half is one of the
 * merge if its component of z is negligible. If two eigenvalues are close, a rotation of their
 * vectors makes one component zero. Vectors that are rotated one after the other are a chain.
 *
 * Columns that stay go to the workspace by where they are zero: below, nowhere, above. */

#include "merge.h"
#include "order.h"

/* The columns of both halves; order: by ascending eigenvalue. */
struct halves {
    int n, upper;
    real_t rho;
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

/* Makes z[a] zero by a rotation of columns a and b, if the change of the matrix is below tol. */
static bool rotate(struct halves *h, int a, int b, real_t tol, struct merge *m)
{
    real_t size = (real_t)hypot(h->z[a], h->z[b]), c = h->z[b] / size, s = -h->z[a] / size;
    real_t *d = h->d, gap = d[b] - d[a];
    if ((real_t)fabs(gap * c * s) > tol)
        return false;
    real_t da = d[a] * c * c + d[b] * s * s, db = d[a] * s * s + d[b] * c * c;
    real_t *row[] = {h->first, h->last};
    for (int r = 0; r < 2; r++) {
        real_t x = row[r][a], y = row[r][b];
        row[r][a] = c * x + s * y;
        row[r][b] = c * y - s * x;
    }
    d[a] = da;
    d[b] = db;
    h->z[a] = 0;
    h->z[b] = size;
    if (h->type[a] != h->type[b])
        h->type[b] = EVERYWHERE;
    m->number[SL_COSINE][a] = c;
    m->number[SL_SINE][a] = s;
    m->place[SL_NEXT][a] = b;
    m->place[SL_PREVIOUS][b] = a;
    return true;
}

/* Sorts the columns into those that stay and those that are deflated, both by eigenvalue but for
 * rounding. Returns how many stay. */
static int deflate(struct halves *h, struct merge *m, int *stay, int *gone)
{
    const real_t eps = (real_t)(sizeof(real_t) == sizeof(float) ? 0x1p-24 : 0x1p-53);
    real_t tol = 8 * eps * SL_MAX(largest(h->d, h->n), largest(h->z, h->n));
    int stays = 0, goes = 0, open = -1; /* a column that may still be rotated with the next one */
    for (int i = 0; i < h->n; i++) {
        int j = h->order[i];
        if (h->rho * (real_t)fabs(h->z[j]) <= tol)
            gone[goes++] = j;
        else if (open >= 0 && rotate(h, open, j, tol, m)) {
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

static void cpu_stedc_deflate(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    int n = (int)p->order;
    struct merge m = merge_of(tiles[1], tiles[2]);
    real_t *numbers = TILE(tiles[3]);
    int *places = (int *)STARPU_MATRIX_GET_PTR(tiles[4]), *stay = places + n, *gone = stay + n;
    struct halves h = {.n = n, .upper = (int)p->upper, .d = numbers, .z = numbers + n,
                       .first = numbers + 2 * n, .last = numbers + 3 * n, .order = places,
                       .type = gone + n};
    gather(tiles + 5, tiles + 7, p->blocks, &h);
    normalise(&h, TILE(tiles[0])[p->row + p->upper - 1 + TILE_LD(tiles[0])]);
    for (int i = 0; i < n; i++) {
        h.order[i] = i;
        m.place[SL_NEXT][i] = m.place[SL_PREVIOUS][i] = -1;
    }
    sort_by(h.d, n, h.order, stay);
    m.poles = deflate(&h, &m, stay, gone);
    place(&h, &m, stay, gone);
}

SL_CODELET_CPU(stedc_deflate);
