/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* P A = L U of a panel, recursively by columns: factor the left half, update the right
 * half, factor the right half (Toledo, SIAM J. Matrix Anal. Appl. 18, 1997; Gustavson, IBM
 * J. Res. Dev. 41, 1997). A leaf of a few columns is factored left-looking, column by
 * column. Loops over rows are cut into chunks. Their ends depend on m alone, so a member of
 * the team finds its rows in its cache. Loops over columns are cut too, except in a panel
 * of one chunk of rows. */

#define SL_KERNEL_USES_BLAS
#include "panel.h"
#include "codelets/blas3/triangle.h"

struct panel {
    struct sl_team *team;
    scalar_t *a;
    int m, lda, rows, columns, *ipiv, info; /* rows and columns of a chunk */
};

/* A loop over the columns from j on: `left` columns, and `right` columns after them. */
struct loop {
    struct panel *p;
    int j, left, right;
    int largest[SL_TEAM_CHUNKS]; /* row of the largest element, by chunk */
};

static scalar_t *at(const struct panel *p, int i, int j)
{
    return p->a + i + (int64_t)j * p->lda;
}

/* x = x / pivot: by division, as in LAPACK, if the reciprocal overflows or underflows. */
static void divide(int n, scalar_t *x, scalar_t pivot)
{
    if (pivot == 0)
        return;
    if (has_reciprocal(pivot)) {
        scalar_t inverse = 1 / pivot;
        cblas_x(scal)(n, SADDR(inverse), x, 1);
    } else {
        for (int i = 0; i < n; i++)
            x[i] /= pivot;
    }
}

/* The number of rows of a chunk from row `from` on. first: the first one. */
static int rows_of(const struct panel *p, int chunk, int from, int *first)
{
    *first = SL_MAX(from, chunk * p->rows);
    return SL_MIN(p->m, (chunk + 1) * p->rows) - *first;
}

static void over_rows(struct loop *l, int from, void (*work)(void *, int))
{
    struct panel *p = l->p;
    sl_team_run(p->team, from / p->rows, (p->m + p->rows - 1) / p->rows, work, l);
}

/* The index of the first largest of m > 0 numbers. If there is a NaN, BLAS libraries
 * differ. So if BLAS finds a NaN or a zero, all numbers are compared again as in the
 * reference BLAS, which skips NaNs. */
static int largest_of(int m, const scalar_t *x)
{
    int largest = SL_MAX(0, SL_MIN(m - 1, (int)cblas_ix(amax)(m, x, 1)));
    if (size_of(x[largest]) > 0)
        return largest;
    largest = 0;
    for (int i = 1; i < m; i++)
        if (size_of(x[i]) > size_of(x[largest]) || isnan(size_of(x[largest])))
            largest = i;
    return largest;
}

/* Column j + left of a leaf that begins at j. First the column before it is divided by its
 * pivot. Then A -= L u, and the largest element of the result. If right is 0, only the
 * division is left. */
static void column(void *arg, int chunk)
{
    const scalar_t one = 1, minus_one = -1;
    struct loop *l = arg;
    struct panel *p = l->p;
    int c = l->j + l->left, first, m = rows_of(p, chunk, c, &first);
    if (l->left > 0)
        divide(m, at(p, first, c - 1), *at(p, c - 1, c - 1));
    if (l->right == 0)
        return;
    if (l->left > 0)
        cblas_x(gemv)(CblasColMajor, CblasNoTrans, m, l->left, SADDR(minus_one),
                    at(p, first, l->j), p->lda, at(p, l->j, c), 1, SADDR(one), at(p, first, c),
                    1);
    l->largest[chunk] = m > 0 ? first + largest_of(m, at(p, first, c)) : first;
}

/* The first largest element of column c. A NaN on the diagonal is kept as the pivot. */
static int choose_pivot(const struct loop *l, int c)
{
    const struct panel *p = l->p;
    int pivot = c;
    for (int chunk = c / p->rows; chunk * p->rows < p->m; chunk++)
        if (size_of(*at(p, l->largest[chunk], c)) > size_of(*at(p, pivot, c)))
            pivot = l->largest[chunk];
    return pivot;
}

/* u = L^-1 a above the diagonal of column c of a leaf. A call of BLAS would be slower. */
static void substitute(const struct panel *p, int j, int c)
{
    scalar_t *u = at(p, j, c);
    for (int k = 0; k < c - j; k++) {
        const scalar_t *l = at(p, j, j + k);
        for (int i = k + 1; i < c - j; i++)
            u[i] -= l[i] * u[k];
    }
}

/* Interchanges rows c and pivot of the leaf. */
static void interchange(const struct panel *p, int c, int pivot, int j, int n)
{
    for (int k = j; k < j + n; k++) {
        scalar_t *a = at(p, c, k), *b = at(p, pivot, k), other = *a;
        *a = *b;
        *b = other;
    }
}

static void leaf(struct panel *p, int j, int n)
{
    struct loop l = {.p = p, .j = j};
    for (int c = j; c <= j + n; c++) {
        l.left = c - j;
        l.right = j + n - c;
        if (l.right > 0)
            substitute(p, j, c);
        over_rows(&l, c, column);
        if (l.right == 0)
            break;
        int pivot = choose_pivot(&l, c);
        p->ipiv[c] = pivot + 1;
        if (*at(p, pivot, c) == 0 && p->info == 0)
            p->info = c + 1;
        if (pivot != c)
            interchange(p, c, pivot, j, n);
    }
}

/* The number of columns of a chunk, of n in all. */
static int columns_of(const struct panel *p, int n, int chunk)
{
    return SL_MIN(p->columns, n - chunk * p->columns);
}

static void over_columns(struct loop *l, int n, void (*work)(void *, int))
{
    int columns = l->p->columns;
    sl_team_run(l->p->team, 0, (n + columns - 1) / columns, work, l);
}

/* Applies the interchanges of the left half to the right half, and U = L^-1 A. */
static void solve_right(void *arg, int chunk)
{
    const scalar_t one = 1;
    const struct loop *l = arg;
    const struct panel *p = l->p;
    int c = l->j + l->left + chunk * p->columns, n = columns_of(p, l->right, chunk);
    LAPACKE_x(laswp_work)(LAPACK_COL_MAJOR, n, at(p, 0, c), p->lda, l->j + 1, l->j + l->left,
                        p->ipiv, 1);
    cblas_x(trsm)(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, l->left, n,
                SADDR(one), at(p, l->j, l->j), p->lda, at(p, l->j, c), p->lda);
}

/* A -= L U below it. */
static void update_right(void *arg, int chunk)
{
    const scalar_t one = 1, minus_one = -1;
    const struct loop *l = arg;
    const struct panel *p = l->p;
    int c = l->j + l->left, first, m = rows_of(p, chunk, c, &first);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, l->right, l->left,
                SADDR(minus_one), at(p, first, l->j), p->lda, at(p, l->j, c), p->lda,
                SADDR(one), at(p, first, c), p->lda);
}

/* Applies the interchanges of the right half to the left half. */
static void interchange_left(void *arg, int chunk)
{
    const struct loop *l = arg;
    const struct panel *p = l->p;
    LAPACKE_x(laswp_work)(LAPACK_COL_MAJOR, columns_of(p, l->left, chunk),
                        at(p, 0, l->j + chunk * p->columns), p->lda, l->j + l->left + 1,
                        l->j + l->left + l->right, p->ipiv, 1);
}

/* Factors n columns from column j on, from row j down. */
static void factor(struct panel *p, int j, int n)
{
    if (n <= SL_PANEL_LEAF) {
        leaf(p, j, n);
        return;
    }
    int left = (n / 2 + SL_PANEL_LEAF - 1) / SL_PANEL_LEAF * SL_PANEL_LEAF;
    struct loop l = {.p = p, .j = j, .left = left, .right = n - left};
    factor(p, j, left);
    over_columns(&l, l.right, solve_right);
    over_rows(&l, j + left, update_right);
    factor(p, j + left, n - left);
    over_columns(&l, l.left, interchange_left);
}

int SL_X(panel)(struct sl_team *team, int m, int n, scalar_t *a, int lda, int *ipiv)
{
    struct sl_chunks rows = sl_panel_chunks(m);
    int pivots = SL_MIN(m, n), columns = (n + SL_TEAM_CHUNKS - 1) / SL_TEAM_CHUNKS;
    struct panel p = {.team = team, .a = a, .m = m, .lda = lda, .rows = rows.each,
                      .columns = rows.count > 1 ? SL_MAX(SL_PANEL_COLUMNS, columns) : SL_MAX(1, n),
                      .ipiv = ipiv};
    struct loop beyond = {.p = &p, .j = 0, .left = pivots, .right = n - pivots};
    factor(&p, 0, pivots);
    over_columns(&beyond, beyond.right, solve_right); /* of a wide panel */
    return p.info;
}
