/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the interchanges of a panel on a column whose tiles belong to several processes. */

#include <stdlib.h>
#include "lu.h"

/* One part of a column: the tiles of a row of processes. Others than row 0 write packs[row - 1]. */
static void insert_part(starling_sequence *seq, int priority, const struct sl_panel *s, int64_t j,
                        int row, starpu_data_handle_t *packs, int count, starpu_data_handle_t *part)
{
    starling_matrix *A = s->A;
    sl_tile top = sl_tile_of(A, s->i, j), first = sl_tile_of(A, s->i + row, j);
    int64_t tiles = 0;
    starpu_data_handle_t work = row > 0 ? NULL : sl_workspace(A->prec, A->nb * SL_MIN(A->nb, A->n));
    struct sl_exchange_args args = {
        .head = {.variant = row == 0, .size = sl_size_class(sl_panel_rows(s), sl_cols(top))},
        .pivots = (int)s->order,
        .mb = (int)A->mb,
        .rows = A->grid.p,
        .row = row,
        .packs = row > 0 ? 1 : count,
    };
    for (int64_t i = first.i; i < A->mt; i += A->grid.p)
        part[tiles++] = sl_handle(sl_tile_of(A, i, j));
    args.tiles = (int)tiles;
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_exchange[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = first,
        .data = {{s->ipiv, STARPU_R},
                 {row > 0 ? sl_handle(top) : work, row > 0 ? STARPU_R : STARPU_SCRATCH}},
        .list = {{row > 0 ? packs + row - 1 : packs, args.packs, row > 0 ? STARPU_W : STARPU_R},
                 {part, tiles, STARPU_RW}},
    });
    sl_temporary_free(seq, work);
}

void sl_insert_exchange(starling_sequence *seq, int priority, const struct sl_panel *s, int64_t j)
{
    starling_matrix *A = s->A;
    int rows = (int)SL_MIN(A->grid.p, A->mt - s->i); /* that have tiles */
    starpu_data_handle_t *packs = malloc((size_t)(rows + A->mt) * sizeof *packs);
    if (!packs) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        return;
    }
    for (int row = 1; row < rows; row++) {
        packs[row - 1] = sl_temporary(s->order, sl_cols(sl_tile_of(A, 0, j)), sl_sizeof(A->prec));
        insert_part(seq, priority, s, j, row, packs, rows - 1, packs + rows);
    }
    insert_part(seq, priority, s, j, 0, packs, rows - 1, packs + rows);
    for (int row = 1; row < rows; row++)
        sl_temporary_free(seq, packs[row - 1]);
    free(packs);
}
