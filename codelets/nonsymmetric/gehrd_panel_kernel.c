/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A panel of the reduction to Hessenberg form (Quintana-Orti and van de Geijn, Improving the
 * performance of reduction to Hessenberg form, ACM Trans. Math. Softw. 32, 2006). Its reflectors
 * are I - V T V^H, and Y = A V T. Column j of the panel gets the updates by the reflectors before
 * it: a = a - Y v^H with row v of V,   a = (I - V T^H V^H) a. Its own reflector gives a column y =
 * tau (A v - Y V^H v), where A is the matrix before the panel. The product A v reads all columns
 * behind, which the memory limits: a team shares them, for long columns are read faster than strips
 * of rows, and each chunk has a sum of its own. The updates need Y^H V, too. */

#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/qr/block_columns.h"
#include "codelets/qr/panel_loop.h"

enum { FIXED = 5 }; /* data before the list of tiles */

struct panel {
    const struct sl_gehrd_args *p;
    struct block_columns A;
    int top, end; /* rows of the reflectors */
    int column;   /* the one in work */
    scalar_t *a, *v, *y, *t;
    int lda, ldv, ldy, ldt;
    struct panel_loop loop;
    scalar_t *w;    /* a vector for V */
    scalar_t *sums; /* of A v, of each chunk of columns */
};

static const scalar_t one = 1, minus_one = -1, zero = 0;

/* y = tau (A v - Y V^H v), where V^H v is in w */
static void correct(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->loop, chunk, &first), j = q->column;
    scalar_t *y = q->y + first + (int64_t)j * q->ldy, tau = q->t[j + (int64_t)j * q->ldt];
    loop_sum_vectors(&q->loop, chunk, q->loop.chunks.count, q->sums, q->end - q->top, y);
    if (j > 0)
        cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, j, SADDR(minus_one), q->y + first, q->ldy,
                      q->w, 1, SADDR(one), y, 1);
    panel_scale(rows, tau, y);
}

/* a = a - Y v^H, and V^H a; w has the row of V. */
static void from_right(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->loop, chunk, &first), j = q->column;
    scalar_t *a = q->a + first + (int64_t)j * q->lda;
    cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, j, SADDR(minus_one), q->y + first, q->ldy,
                  q->w, 1, SADDR(one), a, 1);
    loop_project(&q->loop, chunk, 0, rows, j, q->v + first, q->ldv, a);
}

/* a = a - V w */
static void from_left(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->loop, chunk, &first), j = q->column;
    cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, j, SADDR(minus_one), q->v + first, q->ldv,
                  q->w, 1, SADDR(one), q->a + first + (int64_t)j * q->lda, 1);
}

/* A v with columns of A, and V^H v with as many rows */
static void multiply(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, count = loop_rows(&q->loop, chunk, &first), j = q->column, rows = q->end - q->top;
    const scalar_t *v = q->v + (int64_t)j * q->ldv;
    scalar_t *sum = q->sums + (int64_t)chunk * rows;
    columns_product(&q->A, q->top, rows, SL_MAX(first, q->top + j), first + count, v, sum);
    loop_project(&q->loop, chunk, 0, count, j, q->v + first, q->ldv, v + first);
}

/* Y = A V T in the rows above the reflectors */
static void multiply_above(void *arg, int chunk)
{
    struct panel *q = arg;
    int first, rows = loop_rows(&q->loop, chunk, &first), k = (int)q->p->count;
    scalar_t *y = q->y + first, beta = 0;
    for (int64_t t = 0; t <= tile_of(&q->A, q->end - 1); t++) {
        struct piece s = piece_of(&q->A, t, q->top, q->end);
        if (s.columns > 0) {
            cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, k, s.columns, SADDR(one),
                          s.a + first, s.lda, q->v + s.from, q->ldv, SADDR(beta), y, q->ldy);
            beta = 1;
        }
    }
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, rows, k,
                  SADDR(one), q->t, q->ldt, y, q->ldy);
}

/* The updates of column j by the reflectors before it. */
static void update_column(struct panel *q, int j)
{
    q->column = j;
    for (int i = 0; i < j; i++)
        q->w[i] = SL_CONJ(q->v[q->top + j - 1 + (int64_t)i * q->ldv]);
    loop_over(&q->loop, q->top, q->end, from_right, q);
    loop_sum(&q->loop, j, q->w);
    cblas_x(trmv)(CblasColMajor, CblasUpper, CblasConjTrans, CblasNonUnit, j, q->t, q->ldt, q->w,
                  1);
    loop_over(&q->loop, q->top, q->end, from_left, q);
}

/* Columns j of Y and of T */
static void product(struct panel *q, int j, scalar_t tau)
{
    scalar_t *t = q->t + (int64_t)j * q->ldt, minus_tau = -tau;
    loop_over(&q->loop, q->top, q->end, multiply, q);
    loop_sum(&q->loop, j, q->w);
    memset(t, 0, sizeof *t * (size_t)q->p->count);
    t[j] = tau;
    loop_over(&q->loop, q->top, q->end, correct, q);
    for (int i = 0; i < j; i++)
        t[i] = minus_tau * q->w[i];
    cblas_x(trmv)(CblasColMajor, CblasUpper, CblasNoTrans, CblasNonUnit, j, q->t, q->ldt, t, 1);
}

static void reduce(struct panel *q, scalar_t *tau, int next)
{
    for (int j = 0; j < q->p->count; j++) {
        q->column = j;
        if (j > 0)
            update_column(q, j);
        tau[(int64_t)j * next] = panel_reflector(q->top + j, q->end, q->a + (int64_t)j * q->lda,
                                                 q->v + (int64_t)j * q->ldv);
        product(q, j, tau[(int64_t)j * next]);
    }
    loop_over(&q->loop, 0, q->top, multiply_above, q);
}

/* Y^H V */
static void inner(const struct panel *q)
{
    int k = (int)q->p->count;
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, k, k, q->end - q->top, SADDR(one),
                  q->y + q->top, q->ldy, q->v + q->top, q->ldv, SADDR(zero),
                  q->t + (int64_t)k * q->ldt, q->ldt);
}

static void cpu_gehrd_panel(void *tiles[], void *arg)
{
    const struct sl_gehrd_args *p = arg;
    int column = (int)(p->first - p->column), order = TILE_N(tiles[3]), ld = TILE_LD(tiles[3]);
    scalar_t *tau = TILE(tiles[3]);
    struct panel q = {
        .p = p,
        .A = {tiles[0], tiles + FIXED, p->column, p->nb},
        .top = (int)p->first + 1,
        .end = (int)p->end,
        .a = TILE(tiles[0]) + (int64_t)column * TILE_LD(tiles[0]),
        .lda = TILE_LD(tiles[0]),
        .y = TILE(tiles[1]),
        .ldy = TILE_LD(tiles[1]),
        .v = TILE(tiles[1]) + p->count * TILE_LD(tiles[1]),
        .ldv = TILE_LD(tiles[1]),
        .t = TILE(tiles[2]),
        .ldt = TILE_LD(tiles[2]),
        .w = TILE(tiles[4]),
        .loop = {.team = p->team,
                 .least = SL_VECTOR_ROWS,
                 .parts = TILE(tiles[4]) + p->count,
                 .most = (int)p->count},
        .sums = TILE(tiles[4]) + p->count * (SL_TEAM_CHUNKS + 1),
    };
    if (p->begins)
        LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'A', order, order, 0, 0, tau, ld);
    if (p->count == 0)
        return;
    sl_team_open(p->team);
    reduce(&q, tau + (int64_t)column * (ld + 1), ld + 1);
    inner(&q);
    sl_team_close(p->team);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_gemm.h"
#include "codelets/qr/panel_tiles.h"
#include "codelets/eigen/args.h"
#include "cuda_gehrd.h"

/* Y = A (V T) in the rows above the reflectors */
static void cuda_above(struct sl_gehrd_args *p, cublasHandle_t handle, void *all[], int count,
                       const struct sl_cuda_gehrd *q, scalar_t *vt)
{
    int top = q->top, rows = q->end - top, k = q->count, next;
    scalar_t *y = q->y, *v = q->v;
    sl_cuda_check(&p->head,
                  sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, k, k, CS(one), CU(v + top),
                                q->ldv, CU(q->t), q->ldt, CS(zero), CU(vt), rows));
    for (int t = 0; t < count; t += next) {
        next = sl_side_by_side(all + t, count - t);
        int first = (int)(p->column + t * p->nb), from = SL_MAX(top, first);
        int end = (int)SL_MIN(p->end, first + sl_columns_together(all + t, next, p->nb));
        if (from < end)
            sl_cuda_check(
                &p->head,
                sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, top, k, end - from, CS(one),
                              CU(TILE(all[t]) + (int64_t)(from - first) * TILE_LD(all[t])),
                              TILE_LD(all[t]), CU(vt + (from - top)), rows,
                              CS(from == top ? zero : one), CU(y), q->ldy));
    }
}

/* Y^H V */
static void cuda_inner(struct sl_gehrd_args *p, cublasHandle_t handle,
                       const struct sl_cuda_gehrd *q)
{
    int k = q->count;
    scalar_t *y = q->y, *v = q->v, *t = q->t;
    sl_cuda_check(&p->head, sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, k, k, q->end - q->top,
                                          CS(one), CU(y + q->top), q->ldy, CU(v + q->top), q->ldv,
                                          CS(zero), CU(t + (int64_t)k * q->ldt), q->ldt));
}

static void cuda_gehrd_panel(void *tiles[], void *arg)
{
    struct sl_gehrd_args *p = arg;
    cudaStream_t stream = sl_cuda_stream();
    int64_t column = p->first - p->column, m = TILE_M(tiles[0]);
    int order = TILE_N(tiles[3]), ld = TILE_LD(tiles[3]);
    int count = (int)((p->end - p->column + p->nb - 1) / p->nb);
    if (p->begins)
        sl_cuda_check(&p->head, sl_cuda_x(laset)(stream, 'G', 0, order, order, CV((scalar_t)0),
                                                 CV((scalar_t)0), CU(TILE(tiles[3])), ld));
    if (p->count == 0)
        return;
    void *all[SL_MAX(1, count)];
    for (int t = 0; t < count; t++)
        all[t] = tiles[t == 0 ? 0 : FIXED - 1 + t];
    scalar_t *work = TILE(tiles[4]);
    sl_panel_tiles(&p->head, stream, all, count, work);
    struct sl_cuda_gehrd q = {
        .count = (int)p->count,
        .top = (int)p->first + 1,
        .end = (int)p->end,
        .a = TILE(tiles[0]) + column * TILE_LD(tiles[0]),
        .lda = TILE_LD(tiles[0]),
        .y = TILE(tiles[1]),
        .ldy = TILE_LD(tiles[1]),
        .v = TILE(tiles[1]) + p->count * TILE_LD(tiles[1]),
        .ldv = TILE_LD(tiles[1]),
        .t = TILE(tiles[2]),
        .ldt = TILE_LD(tiles[2]),
        .tau = TILE(tiles[3]) + column * (ld + 1),
        .next_tau = ld + 1,
        .m = m,
        .tiles = count,
        .column = (int)p->column,
        .nb = (int)p->nb,
        .work = work,
    };
    sl_cuda_check(&p->head, sl_cuda_x(gehrd_panel)(stream, &q));
    cuda_inner(p, sl_cuda_handle(), &q);
    cuda_above(p, sl_cuda_handle(), all, count, &q,
               work + sl_cuda_x(panel_work)(m, m, count) / sizeof *work);
}
#endif

/* Of an m x m matrix in so many tiles, and V T. */
int64_t SL_X(gehrd_panel_work)(int64_t m, int64_t n, int64_t tiles)
{
#ifdef STARLING_CUDA
    return (int64_t)(sl_cuda_x(panel_work)(m, m, tiles) / sizeof(scalar_t)) + m * n;
#else
    return 0 * m * n * tiles;
#endif
}

SL_CODELET(gehrd_panel);
