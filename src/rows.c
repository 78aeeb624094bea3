/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Rows of a matrix in main memory that come home before the rest. The first rows of a block column
 * are final long before the last ones, and StarPU moves a tile as a whole. So they are copied on
 * their GPU to a matrix of their own, whose tiles are rows of the user's array, and come home
 * while tasks go on with the columns. Together such rows are the matrix' value there, which saves
 * what its own tiles would take to come, until something else is written to it. */

#include "internal.h"

bool sl_comes_by_rows(const starling_matrix *A)
{
    double room = 1.5 * (double)sl_sizeof(A->prec) * (double)A->m * (double)A->n; /* with copies */
    return A->mt == 1 && A->home == STARPU_MAIN_RAM && !A->shared && sl_has_cuda() &&
           sl_cuda_holds(room);
}

starling_matrix *sl_rows_of(const starling_matrix *A, int64_t from, int64_t end)
{
    starling_matrix *rows = NULL, like = {
        .prec = A->prec, .m = end - from, .n = A->n, .mb = end - from, .nb = A->nb,
        .a = A->a + sl_sizeof(A->prec) * (size_t)from, .lda = A->lda, .home = A->home};
    sl_matrix_make(&rows, &like);
    return rows;
}

static void is_home(void *handle)
{
    starpu_data_release_on_node(handle, STARPU_MAIN_RAM);
}

/* Not by starpu_data_wont_use(), which may look at a handle that is freed meanwhile. */
void sl_rows_come(starling_matrix *rows)
{
    for (int64_t j = 0; j < rows->nt; j++)
        starpu_data_acquire_on_node_cb(rows->tile[j], STARPU_MAIN_RAM, STARPU_R, is_home,
                                       rows->tile[j]);
}

void sl_rows_forget(starling_sequence *seq, starling_matrix *A)
{
    static struct starpu_codelet after_cl = {.where = STARPU_NOWHERE, .nbuffers = 2};
    for (starling_matrix *rows = A->rows, *next; rows; rows = next) {
        next = rows->next;
        for (int64_t j = 0; j < A->nt; j++)
            starpu_task_insert(&after_cl, STARPU_RW, rows->tile[j], STARPU_RW, A->tile[j], 0);
        sl_matrix_free(seq, rows);
    }
    A->rows = NULL;
}

void sl_rows_land(starling_matrix *A)
{
    starling_matrix *rows = A->rows;
    A->rows = NULL;
    for (int64_t j = 0; rows && j < A->nt; j++)
        if (starpu_data_acquire_on_node(A->tile[j], A->home, STARPU_W) == 0)
            starpu_data_release_on_node(A->tile[j], A->home);
    for (starling_matrix *next; rows; rows = next) {
        next = rows->next;
        starling_matrix_sync(rows); /* in simulation destroy cannot wait for a copy on its way */
        starling_matrix_destroy(rows);
    }
}
