/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A panel of the reduction of a high matrix to upper bidiagonal form (Dongarra, Sorensen and
 * Hammarling, J. Comput. Appl. Math. 27, 1989). Reflectors v of its columns and u of its rows give
 * y and x, so that the matrix behind the panel becomes A - V Y^H - X U^H. In step i column i of
 * this matrix has the reflector v, with y = tau (A^H v - Y (V^H v) - U (X^H v)); then row i has u,
 * with x = tau (A u - V (Y^H u) - X (U^H u)). Here A is the matrix before the panel. Both products
 * with A read all of it behind the panel, which the memory limits: a team shares its columns, of
 * which each chunk has a sum of its own for A u. Rows are columns of R, conjugated; the tasks of
 * the updates copy them to A. */

#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/qr/block_columns.h"
#include "codelets/qr/panel_loop.h"

enum { FIXED = 6 }; /* data before taup and the list of tiles */

/* Vectors of the panel, side by side: of all rows, or of all columns. */
struct vectors {
    scalar_t *a;
    int ld;
};

struct panel {
    const struct sl_gebrd_args *p;
    struct block_columns A;
    struct panel_loop rows, columns;
    int m, n, at, i; /* the step in the matrix and in the panel */
    struct vectors V, X, Y, U, R;
    scalar_t *a;     /* column i of A */
    scalar_t *s, *t; /* two vectors for a panel's vectors */
    scalar_t *sums;  /* of A u, of each chunk of columns */
    scalar_t tau;
};

static const scalar_t one = 1, minus_one = -1, zero = 0;

static scalar_t *column_of(const struct vectors *x, int i)
{
    return x->a + (int64_t)i * x->ld;
}

/* y = y - X s, with the first k columns of X, in some rows */
static void subtract(const struct vectors *x, int first, int rows, int k, const scalar_t *s,
                     scalar_t *y)
{
    if (k > 0)
        cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, k, SADDR(minus_one), x->a + first, x->ld,
                      s, 1, SADDR(one), y, 1);
}

/* s = a conjugated row of k vectors */
static void row_of(const struct vectors *x, int row, int k, scalar_t *s)
{
    for (int i = 0; i < k; i++)
        s[i] = SL_CONJ(x->a[row + (int64_t)i * x->ld]);
}

/* a = a - V s - X t */
static void update_column(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->rows, chunk, &first);
    subtract(&q->V, first, rows, q->i, q->s, q->a + first);
    subtract(&q->X, first, rows, q->i, q->t, q->a + first);
}

/* V^H v and X^H v */
static void project_column(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->rows, chunk, &first), i = q->i;
    const scalar_t *v = column_of(&q->V, i) + first;
    loop_project(&q->rows, chunk, 0, rows, i, q->V.a + first, q->V.ld, v);
    loop_project(&q->rows, chunk, i, rows, i, q->X.a + first, q->X.ld, v);
}

/* y = tau (A^H v - Y s - U t), and row i of the matrix, conjugated, in R */
static void multiply_columns(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, count = loop_rows(&q->columns, chunk, &first), i = q->i;
    scalar_t *y = column_of(&q->Y, i), *r = column_of(&q->R, i);
    for (int64_t t = tile_of(&q->A, first); t <= tile_of(&q->A, first + count - 1); t++) {
        struct piece s = piece_of(&q->A, t, first, first + count);
        cblas_x(gemv)(CblasColMajor, CblasConjTrans, q->m - q->at, s.columns, SADDR(one),
                      s.a + q->at, s.lda, column_of(&q->V, i) + q->at, 1, SADDR(zero), y + s.from,
                      1);
        for (int64_t c = 0; c < s.columns; c++)
            r[s.from + c] = SL_CONJ(s.a[q->at + c * s.lda]);
    }
    subtract(&q->Y, first, count, i, q->s, y + first);
    subtract(&q->U, first, count, i, q->t, y + first);
    panel_scale(count, q->tau, y + first);
}

/* r = r - Y s - U t */
static void update_row(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, count = loop_rows(&q->columns, chunk, &first);
    scalar_t *r = column_of(&q->R, q->i) + first;
    subtract(&q->Y, first, count, q->i + 1, q->s, r);
    subtract(&q->U, first, count, q->i, q->t, r);
}

/* A u with columns of A, and Y^H u and U^H u with as many rows */
static void multiply_row(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, count = loop_rows(&q->columns, chunk, &first), i = q->i, next = q->at + 1;
    int rows = q->m - next;
    const scalar_t *u = column_of(&q->U, i);
    columns_product(&q->A, next, rows, first, first + count, u, q->sums + (int64_t)chunk * rows);
    loop_project(&q->columns, chunk, 0, count, i + 1, q->Y.a + first, q->Y.ld, u + first);
    loop_project(&q->columns, chunk, i + 1, count, i, q->U.a + first, q->U.ld, u + first);
}

/* x = tau (A u - V s - X t) */
static void correct_row(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->rows, chunk, &first), i = q->i;
    scalar_t *x = column_of(&q->X, i) + first;
    loop_sum_vectors(&q->rows, chunk, q->columns.chunks.count, q->sums, q->m - q->at - 1, x);
    subtract(&q->V, first, rows, i + 1, q->s, x);
    subtract(&q->X, first, rows, i, q->t, x);
    panel_scale(rows, q->tau, x);
}

static void zero_top(const struct vectors *x, int i, int rows)
{
    memset(column_of(x, i), 0, sizeof *x->a * (size_t)rows);
}

/* Column i: v and y */
static scalar_t reduce_column(struct panel *q)
{
    int i = q->i, next = q->at + 1;
    row_of(&q->Y, q->at, i, q->s);
    row_of(&q->U, q->at, i, q->t);
    if (i > 0)
        loop_over(&q->rows, q->at, q->m, update_column, q);
    q->tau = panel_reflector(q->at, q->m, q->a, column_of(&q->V, i));
    zero_top(&q->Y, i, next);
    if (next < q->n) {
        loop_over(&q->rows, q->at, q->m, project_column, q);
        loop_sum(&q->rows, 2 * i, q->s);
        memcpy(q->t, q->s + i, sizeof *q->t * (size_t)i);
        loop_over(&q->columns, next, q->n, multiply_columns, q);
    }
    return q->tau;
}

/* Row i: u and x */
static scalar_t reduce_row(struct panel *q)
{
    int i = q->i, next = q->at + 1;
    row_of(&q->V, q->at, i + 1, q->s);
    row_of(&q->X, q->at, i, q->t);
    loop_over(&q->columns, next, q->n, update_row, q);
    q->tau = panel_reflector(next, q->n, column_of(&q->R, i), column_of(&q->U, i));
    loop_over(&q->columns, next, q->n, multiply_row, q);
    loop_sum(&q->columns, 2 * i + 1, q->s);
    memcpy(q->t, q->s + i + 1, sizeof *q->t * (size_t)i);
    zero_top(&q->X, i, next);
    loop_over(&q->rows, next, q->m, correct_row, q);
    return q->tau;
}

/* Without a row, u = 0 and x = 0. */
static void no_row(struct panel *q)
{
    zero_top(&q->U, q->i, q->n);
    zero_top(&q->X, q->i, q->m);
}

/* The columns of a tile from the first one on, or from number `from` on */
static struct vectors vectors_of(void *tile, int64_t from)
{
    return (struct vectors){TILE(tile) + from * TILE_LD(tile), TILE_LD(tile)};
}

static void cpu_gebrd_panel(void *tiles[], void *arg)
{
    const struct sl_gebrd_args *p = arg;
    int column = (int)(p->first - p->column), k = (int)p->count, most = 2 * k + 1;
    scalar_t *work = TILE(tiles[5]), *sums = work + 2 * most;
    void *tauq = tiles[4], *taup = p->rows ? tiles[FIXED] : NULL;
    struct panel q = {
        .p = p,
        .A = {tiles[0], tiles + FIXED + p->rows, p->column, p->nb},
        .rows = {.team = p->team, .least = SL_VECTOR_ROWS, .parts = sums, .most = most},
        .columns = {.team = p->team,
                    .least = sl_columns_of_chunk(TILE_M(tiles[0]), p->n),
                    .parts = sums,
                    .most = most},
        .m = TILE_M(tiles[0]),
        .n = (int)p->n,
        .V = vectors_of(tiles[2], 0),
        .X = vectors_of(tiles[2], k),
        .Y = vectors_of(tiles[3], 0),
        .U = vectors_of(tiles[3], k),
        .R = vectors_of(tiles[1], column),
        .s = work,
        .t = work + most,
        .sums = sums + most * SL_TEAM_CHUNKS,
    };
    if (p->begins) {
        LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'A', TILE_M(tauq), TILE_N(tauq), 0, 0, TILE(tauq),
                              TILE_LD(tauq));
        if (taup)
            LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'A', TILE_M(taup), TILE_N(taup), 0, 0,
                                  TILE(taup), TILE_LD(taup));
    }
    sl_team_open(p->team);
    for (q.i = 0; q.i < k; q.i++) {
        int64_t d = column + q.i;
        q.at = (int)p->first + q.i;
        q.a = TILE(tiles[0]) + d * TILE_LD(tiles[0]);
        TILE(tauq)[d + d * TILE_LD(tauq)] = reduce_column(&q);
        if (q.at + 1 < q.n)
            TILE(taup)[d + d * TILE_LD(taup)] = reduce_row(&q);
        else
            no_row(&q);
    }
    sl_team_close(p->team);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/qr/panel_tiles.h"
#include "cuda_gebrd.h"

static void cuda_no_tau(struct sl_args *args, void *tau)
{
    sl_cuda_check(args,
                  sl_cuda_x(laset)(sl_cuda_stream(), 'G', 0, TILE_M(tau), TILE_N(tau),
                                   CV((scalar_t)0), CV((scalar_t)0), CU(TILE(tau)), TILE_LD(tau)));
}

static void cuda_gebrd_panel(void *tiles[], void *arg)
{
    struct sl_gebrd_args *p = arg;
    cudaStream_t stream = sl_cuda_stream();
    void *tauq = tiles[4], *taup = p->rows ? tiles[FIXED] : NULL;
    int64_t column = p->first - p->column;
    int count = (int)((p->n - p->column + p->nb - 1) / p->nb);
    void *all[SL_MAX(1, count)];
    for (int t = 0; t < count; t++)
        all[t] = tiles[t == 0 ? 0 : FIXED + p->rows + t - 1];
    scalar_t *work = TILE(tiles[5]);
    if (p->begins)
        cuda_no_tau(&p->head, tauq);
    if (p->begins && taup)
        cuda_no_tau(&p->head, taup);
    sl_panel_tiles(&p->head, stream, all, count, work);
    struct vectors V = vectors_of(tiles[2], 0), X = vectors_of(tiles[2], p->count);
    struct vectors Y = vectors_of(tiles[3], 0), U = vectors_of(tiles[3], p->count);
    struct vectors R = vectors_of(tiles[1], column), A = vectors_of(tiles[0], column);
    struct sl_cuda_gebrd q = {
        .count = (int)p->count,
        .first = (int)p->first,
        .m = TILE_M(tiles[0]),
        .n = (int)p->n,
        .a = A.a,
        .lda = A.ld,
        .r = R.a,
        .ldr = R.ld,
        .v = V.a,
        .ldv = V.ld,
        .x = X.a,
        .ldx = X.ld,
        .y = Y.a,
        .ldy = Y.ld,
        .u = U.a,
        .ldu = U.ld,
        .tauq = TILE(tauq) + column * (TILE_LD(tauq) + 1),
        .next_tauq = TILE_LD(tauq) + 1,
        .taup = taup ? TILE(taup) + column * (TILE_LD(taup) + 1) : NULL,
        .next_taup = taup ? TILE_LD(taup) + 1 : 0,
        .tiles = count,
        .column = (int)p->column,
        .nb = (int)p->nb,
        .work = work,
    };
    sl_cuda_check(&p->head, sl_cuda_x(gebrd_panel)(stream, &q));
}
#endif

int64_t SL_X(gebrd_panel_work)(int64_t m, int64_t n, int64_t tiles)
{
#ifdef STARLING_CUDA
    return (int64_t)(sl_cuda_x(panel_work)(m, n, tiles) / sizeof(scalar_t));
#else
    return 0 * m * n * tiles;
#endif
}

SL_CODELET(gebrd_panel);
