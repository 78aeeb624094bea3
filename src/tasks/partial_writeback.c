/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Early write-back of rows of a matrix in main memory. The first rows of a block column are
 * final long before the last ones, but StarPU moves only whole tiles. So finished rows are
 * copied on the GPU to a slab: a matrix whose tiles are rows of the user's array. The slab
 * is written back while tasks go on with the columns. Together the slabs are the value of
 * the matrix, until a task writes it. The tiles themselves need no write-back then. */

#include <stdlib.h>
#include "src/runtime/tuning.h"
#include "tasks.h"

struct sl_early_rows {
    struct sl_attachment head;
    struct slab {
        starling_matrix *rows;
        struct slab *before;
    } *last;
    int64_t end; /* rows before this one are in slabs */
};

bool sl_early_rows_pay(const starling_matrix *A)
{
    double size = (double)sl_sizeof(A->prec) * (double)A->m * (double)A->n;
    return A->mt == 1 && A->home == STARPU_MAIN_RAM && A->grid.p == 0 && !A->shared &&
           sl_has_cuda() && SL_EARLY_ROWS_ROOM * size <= sl_cuda_memory();
}

/* ---- Attached to a matrix ---------------------------------------------------------------- */

static void free_slabs(struct sl_attachment *attachment, starling_sequence *seq)
{
    struct sl_early_rows *early = (struct sl_early_rows *)attachment;
    for (struct slab *slab = early->last, *before; slab; slab = before) {
        before = slab->before;
        if (seq) {
            sl_matrix_free(seq, slab->rows);
        } else {
            starling_matrix_sync(slab->rows); /* in simulation destroy cannot wait for copies */
            starling_matrix_destroy(slab->rows);
        }
        free(slab);
    }
    free(early);
}

/* The array becomes the value of the tiles. */
static void settle(starling_matrix *A, struct sl_attachment *attachment)
{
    sl_detach(A, attachment);
    for (int64_t j = 0; j < A->nt; j++)
        if (starpu_data_acquire_on_node(A->tile[j], A->home, STARPU_W) == 0)
            starpu_data_release_on_node(A->tile[j], A->home);
    free_slabs(attachment, NULL);
}

/* The slabs are no longer A's value. What is on its way still arrives, before tasks submitted from
 * here on write A. */
static void forget(starling_matrix *A, struct sl_attachment *attachment, starling_sequence *seq)
{
    bool ordered = !sl_record_only(seq);
    sl_detach(A, attachment);
    for (struct slab *slab = ((struct sl_early_rows *)attachment)->last; slab; slab = slab->before)
        for (int64_t j = 0; j < A->nt && ordered; j++)
            ordered = sl_submit_order(seq, slab->rows->tile[j], STARPU_RW, sl_tile_of(A, 0, j));
    free_slabs(attachment, ordered ? seq : NULL); /* NULL: wait for them */
}

static const struct sl_attachment_kind early_rows_kind = {forget, settle, free_slabs};

/* ---- Making them -------------------------------------------------------------------------- */

static struct slab *make_slab(const starling_matrix *A, int64_t from, int64_t end)
{
    struct slab *slab = calloc(1, sizeof *slab);
    starling_matrix like = {
        .prec = A->prec, .m = end - from, .n = A->n, .mb = end - from, .nb = A->nb,
        .a = A->a + sl_sizeof(A->prec) * (size_t)from, .lda = A->lda, .home = A->home,
        .distribution = A->distribution};
    if (!slab || sl_matrix_make(&slab->rows, &like) != 0) {
        free(slab);
        return NULL;
    }
    return slab;
}

static void has_arrived(void *handle)
{
    starpu_data_release_on_node(handle, STARPU_MAIN_RAM);
}

void sl_early_rows_add(struct sl_early_rows **rows, starling_matrix *A, int64_t end,
                       starling_sequence *seq)
{
    struct sl_early_rows *early = *rows ? *rows : calloc(1, sizeof *early);
    struct slab *slab = early ? make_slab(A, early->end, end) : NULL;
    *rows = early;
    if (!slab) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        return;
    }
    for (int64_t j = 0; j < A->nt; j++)
        sl_insert_rows(seq, sl_tile_of(A, 0, j), early->end, sl_tile_of(slab->rows, 0, j));
    /* starpu_data_wont_use() may look at a handle after it is freed, so it is not used here. */
    for (int64_t j = 0; j < A->nt; j++)
        starpu_data_acquire_on_node_cb(slab->rows->tile[j], STARPU_MAIN_RAM, STARPU_R, has_arrived,
                                       slab->rows->tile[j]);
    slab->before = early->last;
    early->last = slab;
    early->end = end;
}

bool sl_early_rows_attach(struct sl_early_rows *rows, starling_matrix *A, starling_sequence *seq)
{
    if (!rows)
        return false;
    bool all = rows->end == A->m && !sl_failed(seq) && !sl_record_only(seq);
    rows->head.kind = &early_rows_kind;
    sl_attach(A, &rows->head);
    if (!all)
        forget(A, &rows->head, seq);
    return all;
}
