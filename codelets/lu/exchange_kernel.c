/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The interchanges of a step on a column of tiles that several rows of processes own. Row 0 of them
 * has the step's tile, the top. A pivot's row comes up to the top, and the row that leaves the top
 * goes down. So each other row gets the top, and sends a pack: the rows that come up, in their
 * places. */

#include "args.h"
#include "codelets/codelet.h"

/* The tiles of a task: each `rows`-th of the column, from number `row` on. */
struct part {
    const struct sl_exchange_args *p;
    void **tiles;
    const int *from,
        *to; /* the row that becomes row j of the top, and that it becomes (sl_moves) */
    int columns;
};

static struct part part_of(const struct sl_exchange_args *p, void *ipiv, void **tiles)
{
    const int *moves = (const int *)STARPU_MATRIX_GET_PTR(ipiv) + p->pivots;
    return (struct part){p, tiles, moves, moves + p->pivots, TILE_N(tiles[0])};
}

/* Whether a row of the column is here and below the pivots. */
static bool has(const struct part *a, int row)
{
    return row >= a->p->pivots && row / a->p->mb % a->p->rows == a->p->row;
}

static scalar_t *element(const struct part *a, int row, int column)
{
    void *tile = a->tiles[row / a->p->mb / a->p->rows];
    return TILE(tile) + row % a->p->mb + (int64_t)column * TILE_LD(tile);
}

/* The rows of the top that go down to this part. */
static void take_down(const struct part *a, const scalar_t *top, int ld)
{
    for (int column = 0; column < a->columns; column++)
        for (int j = 0; j < a->p->pivots; j++)
            if (has(a, a->to[j]))
                *element(a, a->to[j], column) = top[j + (int64_t)column * ld];
}

/* The rows of this part that come up, in `pack`, which may be the top. */
static void send_up(const struct part *a, scalar_t *pack, int ld)
{
    for (int column = 0; column < a->columns; column++)
        for (int j = 0; j < a->p->pivots; j++)
            if (has(a, a->from[j]))
                pack[j + (int64_t)column * ld] = *element(a, a->from[j], column);
}

/* The rows of the top from other rows of the top, and from the packs of the other processes. */
static void fill_top(const struct part *a, const scalar_t *before, int ldb, void **packs)
{
    scalar_t *top = TILE(a->tiles[0]);
    for (int column = 0; column < a->columns; column++, top += TILE_LD(a->tiles[0]))
        for (int j = 0; j < a->p->pivots; j++) {
            int row = a->from[j], from = row / a->p->mb % a->p->rows;
            if (row < a->p->pivots)
                top[j] = before[row + (int64_t)column * ldb];
            else if (from > 0)
                top[j] = TILE(packs[from - 1])[j + (int64_t)column * TILE_LD(packs[from - 1])];
        }
}

/* The buffers: ipiv; row 0: a workspace and the packs; others: the top and the pack; the tiles. */
static void cpu_exchange(void *tiles[], void *arg)
{
    const struct sl_exchange_args *p = arg;
    struct part a = part_of(p, tiles[0], tiles + 2 + p->packs);
    if (p->row > 0) {
        send_up(&a, TILE(tiles[2]), TILE_LD(tiles[2]));
        take_down(&a, TILE(tiles[1]), TILE_LD(tiles[1]));
        return;
    }
    scalar_t *before = TILE(tiles[1]);
    for (int column = 0; column < a.columns; column++)
        for (int j = 0; j < p->pivots; j++)
            before[j + (int64_t)column * p->pivots] = *element(&a, j, column);
    send_up(&a, TILE(a.tiles[0]), TILE_LD(a.tiles[0]));
    fill_top(&a, before, p->pivots, tiles + 2);
    take_down(&a, before, p->pivots);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "cuda_getrf.h"

/* The rows of these tiles that are below the pivots, and the pack: as send_up() and take_down(). */
static void cuda_move(struct sl_exchange_args *p, const struct part *a, int count, bool up,
                      scalar_t *pack, int ld)
{
    cudaStream_t stream = sl_cuda_stream();
    for (int t = 0; t < count; t++) {
        int first = (p->row + t * p->rows) * p->mb, above = SL_MAX(0, p->pivots - first);
        sl_cuda_check(&p->head,
                      sl_cuda_x(exchange)(stream, up, p->pivots, a->columns, up ? a->from : a->to,
                                          first + above, TILE_M(a->tiles[t]) - above,
                                          CU(TILE(a->tiles[t]) + above), TILE_LD(a->tiles[t]),
                                          CU(pack), ld));
    }
}

static void cuda_exchange(void *tiles[], void *arg)
{
    struct sl_exchange_args *p = arg;
    struct part a = part_of(p, tiles[0], tiles + 2 + p->packs);
    cudaStream_t stream = sl_cuda_stream();
    int k = p->pivots, n = a.columns, count = p->tiles;
    if (p->row > 0) {
        cuda_move(p, &a, count, true, TILE(tiles[2]), TILE_LD(tiles[2]));
        cuda_move(p, &a, count, false, TILE(tiles[1]), TILE_LD(tiles[1]));
        return;
    }
    scalar_t *before = TILE(tiles[1]), *top = TILE(a.tiles[0]);
    int ld = TILE_LD(a.tiles[0]);
    sl_cuda_check(&p->head, sl_cuda_x(lacpy)(stream, 'G', k, n, CU(top), ld, CU(before), k));
    cuda_move(p, &a, count, true, top, ld);
    sl_cuda_check(&p->head, sl_cuda_x(exchange)(stream, true, k, n, a.from, 0, k, CU(before), k,
                                                CU(top), ld));
    for (int row = 1; row <= p->packs; row++)
        sl_cuda_check(&p->head, sl_cuda_x(exchange_pack)(stream, k, n, a.from, p->mb, p->rows, row,
                                                         CU(TILE(tiles[1 + row])),
                                                         TILE_LD(tiles[1 + row]), CU(top), ld));
    cuda_move(p, &a, count, false, before, k);
}
#endif

SL_CODELET(exchange);
