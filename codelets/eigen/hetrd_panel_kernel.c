/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A panel of the reduction of the lower triangle of a Hermitian matrix to tridiagonal form
 * (Dongarra, Sorensen and Hammarling, J. Comput. Appl. Math. 27, 1989). Its reflectors v give W, so
 * that the matrix behind the panel becomes A - V W^H - W V^H. A column of the panel gets the
 * updates by the reflectors before it, then y = A v - V (W^H v) - W (V^H v),   w = tau y - 1/2
 * |tau|^2 (y^H v) v, where A is the matrix before the panel. The product A v reads the triangle
 * behind, which the memory limits: a team shares its columns, and each chunk has a sum of its own.
 * V stands on both sides of W, so that [V W] and [W V] are factors of one product. */

#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/qr/panel_loop.h"

#ifdef SL_COMPLEX
#define xhemv cblas_x(hemv)
#else
#define xhemv cblas_x(symv)
#endif

enum { FIXED = 5 }; /* data before the list of tiles */

struct panel {
    const struct sl_hetrd_args *p;
    void **tiles; /* the panel's one, FIXED - 1 others, and those to its right */
    struct panel_loop loop;
    int n, column, j; /* the order; the column in work, in the matrix and in the panel */
    scalar_t *a, *v, *w;
    int lda, ldv, ldw;
    scalar_t *x, *z; /* a row of V and one of W; sums W^H v, V^H v and y^H v */
    scalar_t *sums;  /* of A v, of each group of columns */
    int group;       /* columns of a group */
    scalar_t tau, half;
};

static const scalar_t one = 1, minus_one = -1;

/* a = a - V w^H - W v^H */
static void update_column(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->loop, chunk, &first);
    scalar_t *a = q->a + first + (int64_t)q->j * q->lda;
    cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, q->j, SADDR(minus_one), q->v + first, q->ldv,
                  q->z, 1, SADDR(one), a, 1);
    cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, q->j, SADDR(minus_one), q->w + first, q->ldw,
                  q->x, 1, SADDR(one), a, 1);
}

enum { TOGETHER = 4 / SL_PARTS }; /* columns that share a read and a write of y */

#define SL_VECTORS "codelets/eigen/both_products.h"
#include "codelets/vectors.h"

/* y = y + A v with `columns` columns from the diagonal down; a is the element (c, c) */
static void multiply_lower(const struct panel *q, const scalar_t *a, int lda, int c, int columns,
                           const scalar_t *v, scalar_t *y)
{
    xhemv(CblasColMajor, CblasLower, columns, SADDR(one), a, lda, v + c, 1, SADDR(one), y + c, 1);
    int below = c + columns, rows = q->n - below;
    const scalar_t *b = a + columns;
    SL_BEST(both_products)(rows, columns, b, lda, v + c, y + below, v + below, y + c);
}

/* A v of a group of columns */
static void multiply(void *arg, int group)
{
    struct panel *q = arg;
    int first = q->column + 1, from = first + group * q->group, end = SL_MIN(q->n, from + q->group);
    const scalar_t *v = q->v + (int64_t)q->j * q->ldv;
    scalar_t *y = q->sums + (int64_t)group * q->n;
    memset(y + from, 0, sizeof *y * (size_t)(q->n - from));
    for (int c = from, next; c < end; c = next) {
        int64_t t = (c - q->p->column) / q->p->nb, begin = q->p->column + t * q->p->nb;
        void *tile = q->tiles[t == 0 ? 0 : FIXED - 1 + t];
        next = (int)SL_MIN(SL_MIN(end, begin + q->p->nb), c + SL_PRODUCT_COLUMNS);
        multiply_lower(q, TILE(tile) + c + (c - begin) * TILE_LD(tile), TILE_LD(tile), c, next - c,
                       v, y);
    }
}

/* w = the sum of all groups, and W^H v, V^H v, w^H v */
static void sum_groups(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->loop, chunk, &first), top = q->column + 1, j = q->j;
    const scalar_t *v = q->v + first + (int64_t)j * q->ldv;
    scalar_t *w = q->w + first + (int64_t)j * q->ldw;
    memcpy(w, q->sums + first, sizeof *w * (size_t)rows);
    for (int g = 1; top + g * q->group < first + rows; g++) {
        int from = SL_MAX(first, top + g * q->group);
        const scalar_t *y = q->sums + (int64_t)g * q->n;
        for (int i = from; i < first + rows; i++)
            w[i - first] += y[i];
    }
    loop_project(&q->loop, chunk, 0, rows, j, q->w + first, q->ldw, v);
    loop_project(&q->loop, chunk, j, rows, j, q->v + first, q->ldv, v);
    loop_project(&q->loop, chunk, 2 * j, rows, 1, w, rows, v);
}

/* w = tau (w - V z1 - W z2) + half v */
static void correct(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->loop, chunk, &first), j = q->j;
    scalar_t *w = q->w + first + (int64_t)j * q->ldw;
    if (j > 0) {
        cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, j, SADDR(minus_one), q->v + first, q->ldv,
                      q->z, 1, SADDR(one), w, 1);
        cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, j, SADDR(minus_one), q->w + first, q->ldw,
                      q->z + j, 1, SADDR(one), w, 1);
    }
    panel_scale(rows, q->tau, w);
    cblas_x(axpy)(rows, SADDR(q->half), q->v + first + (int64_t)j * q->ldv, 1, w, 1);
}

/* Its column of W */
static void product(struct panel *q)
{
    int first = q->column + 1, rows = q->n - first, j = q->j, groups;
    scalar_t dot = 0;
    q->group = SL_MAX(SL_PRODUCT_COLUMNS, (rows + SL_HETRD_GROUPS - 1) / SL_HETRD_GROUPS);
    groups = (rows + q->group - 1) / q->group;
    sl_team_run(q->p->team, 0, groups, multiply, q);
    loop_over(&q->loop, first, q->n, sum_groups, q);
    loop_sum(&q->loop, 2 * j + 1, q->z);
    for (int i = 0; i < j; i++)
        dot += 2 * SL_REAL(SL_CONJ(q->z[i]) * q->z[j + i]);
    dot = q->tau * SL_CONJ(q->tau) * (SL_REAL(q->z[2 * j]) - dot);
    q->half = -dot / 2;
    memset(q->w + (int64_t)j * q->ldw, 0, sizeof *q->w * (size_t)first);
    loop_over(&q->loop, first, q->n, correct, q);
}

static void reduce(struct panel *q, scalar_t *tau, int next)
{
    for (q->j = 0; q->j < q->p->count; q->j++) {
        int j = q->j;
        q->column = (int)q->p->first + j;
        for (int i = 0; i < j; i++) {
            q->x[i] = SL_CONJ(q->v[q->column + (int64_t)i * q->ldv]);
            q->z[i] = SL_CONJ(q->w[q->column + (int64_t)i * q->ldw]);
        }
        if (j > 0)
            loop_over(&q->loop, q->column, q->n, update_column, q);
        q->a[q->column + (int64_t)j * q->lda] = SL_REAL(q->a[q->column + (int64_t)j * q->lda]);
        q->tau = tau[(int64_t)j * next] = panel_reflector(
            q->column + 1, q->n, q->a + (int64_t)j * q->lda, q->v + (int64_t)j * q->ldv);
        product(q);
    }
}

static void cpu_hetrd_panel(void *tiles[], void *arg)
{
    const struct sl_hetrd_args *p = arg;
    int column = (int)(p->first - p->column), order = TILE_N(tiles[2]), ld = TILE_LD(tiles[2]);
    int k = (int)p->count, most = 2 * k + 1;
    scalar_t *tau = TILE(tiles[2]), *work = TILE(tiles[3]);
    struct panel q = {
        .p = p,
        .tiles = tiles,
        .n = TILE_M(tiles[0]),
        .loop = {.team = p->team, .least = SL_VECTOR_ROWS, .parts = work + k + most, .most = most},
        .a = TILE(tiles[0]) + (int64_t)column * TILE_LD(tiles[0]),
        .lda = TILE_LD(tiles[0]),
        .v = TILE(tiles[1]),
        .ldv = TILE_LD(tiles[1]),
        .w = TILE(tiles[1]) + k * TILE_LD(tiles[1]),
        .ldw = TILE_LD(tiles[1]),
        .x = work,
        .z = work + k,
        .sums = TILE(tiles[4]),
    };
    if (p->begins)
        LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'A', order, order, 0, 0, tau, ld);
    sl_team_open(p->team);
    reduce(&q, tau + (int64_t)column * (ld + 1), ld + 1);
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', q.n - (int)p->first - k, k, q.v + p->first + k,
                          q.ldv, q.w + p->first + k + k * q.ldw, q.ldw);
    sl_team_close(p->team);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/qr/panel_tiles.h"
#include "cuda_hetrd.h"

static void cuda_hetrd_panel(void *tiles[], void *arg)
{
    struct sl_hetrd_args *p = arg;
    cudaStream_t stream = sl_cuda_stream();
    int64_t column = p->first - p->column;
    int order = TILE_N(tiles[2]), ld = TILE_LD(tiles[2]), n = TILE_M(tiles[0]);
    int count = (int)((n - p->column + p->nb - 1) / p->nb);
    void *all[SL_MAX(1, count)];
    for (int t = 0; t < count; t++)
        all[t] = tiles[t == 0 ? 0 : FIXED - 1 + t];
    int ldv = TILE_LD(tiles[1]), k = (int)p->count, below = (int)p->first + k;
    scalar_t *tau = TILE(tiles[2]), *work = TILE(tiles[3]), *v = TILE(tiles[1]);
    if (p->begins)
        sl_cuda_check(&p->head, sl_cuda_x(laset)(stream, 'G', 0, order, order, CV((scalar_t)0),
                                                 CV((scalar_t)0), CU(tau), ld));
    sl_panel_tiles(&p->head, stream, all, count, work);
    struct sl_cuda_hetrd q = {
        .count = (int)p->count,
        .first = (int)p->first,
        .n = n,
        .a = TILE(tiles[0]) + column * TILE_LD(tiles[0]),
        .lda = TILE_LD(tiles[0]),
        .v = v,
        .ldv = ldv,
        .w = v + k * ldv,
        .ldw = ldv,
        .tau = tau + column * (ld + 1),
        .next_tau = ld + 1,
        .tiles = count,
        .column = (int)p->column,
        .nb = (int)p->nb,
        .work = work,
    };
    sl_cuda_check(&p->head, sl_cuda_x(hetrd_panel)(stream, &q));
    sl_cuda_check(&p->head, sl_cuda_x(lacpy)(stream, 'G', n - below, k, CU(v + below), ldv,
                                             CU(v + below + 2 * k * ldv), ldv));
}
#endif

/* Of a matrix of order m in so many tiles. */
int64_t SL_X(hetrd_panel_work)(int64_t m, int64_t n, int64_t tiles)
{
    (void)n;
#ifdef STARLING_CUDA
    return (int64_t)(sl_cuda_x(panel_work)(m, m, tiles) / sizeof(scalar_t));
#else
    return 0 * m * tiles;
#endif
}

SL_CODELET(hetrd_panel);
