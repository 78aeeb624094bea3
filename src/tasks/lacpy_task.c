/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts copies of tiles, their initialisation and their scaling. A task that writes only
 * a triangle has read-write access, because the rest of the tile stays. */

#include "tasks.h"

/* workers: as in sl_task. */
static void insert(starling_sequence *seq, struct starpu_codelet *const cl[4],
                   struct sl_laset_args args, starpu_data_handle_t source, sl_tile A,
                   enum starpu_data_access_mode mode, uint32_t *workers)
{
    args.head = (struct sl_args){.variant = (uint32_t)args.uplo};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = cl[A.of->prec], .args = &args, .args_size = sizeof args, .at = A,
        .data = {{sl_handle(A), mode}, {source, STARPU_R}}, .workers = workers,
    });
}

void sl_insert_lacpy(starling_sequence *seq, starling_uplo uplo, sl_tile A, sl_tile B)
{
    insert(seq, sl_cl_lacpy, (struct sl_laset_args){.uplo = uplo}, sl_handle(A), B,
           uplo == STARLING_GENERAL ? STARPU_W : STARPU_RW, NULL);
}

void sl_insert_triangle(starling_sequence *seq, starling_uplo uplo, int64_t first, sl_tile A,
                        sl_tile B)
{
    int64_t last = SL_MIN(sl_rows(A), first + sl_cols(A));
    struct sl_laset_args args = {.uplo = uplo, .row = first, .above = first};
    struct sl_laset_args rest = {.uplo = STARLING_GENERAL, .rows = first};
    args.rows = (uplo == STARLING_LOWER ? sl_rows(A) : last) - first;
    insert(seq, sl_cl_lacpy, args, sl_handle(A), B, STARPU_RW, NULL);
    if (uplo == STARLING_UPPER && first > 0)
        insert(seq, sl_cl_lacpy, rest, sl_handle(A), B, STARPU_RW, NULL);
}

void sl_insert_omatcopy(starling_sequence *seq, sl_tile A, sl_tile B)
{
    struct sl_laset_args args = {.uplo = STARLING_GENERAL};
    insert(seq, sl_cl_omatcopy, args, sl_handle(A), B, STARPU_W, NULL);
}

void sl_insert_rows(starling_sequence *seq, sl_tile A, int64_t from, sl_tile B)
{
    struct sl_laset_args args = {.uplo = STARLING_GENERAL, .above = from};
    insert(seq, sl_cl_lacpy, args, sl_handle(A), B, STARPU_W, sl_owner_workers(B));
}

void sl_insert_columns(starling_sequence *seq, sl_tile A, int64_t from, sl_tile B, int64_t to,
                       int64_t count)
{
    struct sl_laset_args args = {.uplo = STARLING_GENERAL, .from = from, .to = to, .columns = count};
    insert(seq, sl_cl_lacpy, args, sl_handle(A), B, count == sl_cols(B) ? STARPU_W : STARPU_RW, NULL);
}

void sl_insert_into_rows(starling_sequence *seq, starpu_data_handle_t A, int64_t rows, sl_tile B,
                         int64_t row)
{
    struct sl_laset_args args = {.uplo = STARLING_GENERAL, .row = row, .rows = rows};
    insert(seq, sl_cl_lacpy, args, A, B, STARPU_W, NULL);
}

void sl_insert_columns_from(starling_sequence *seq, starling_matrix *A, int64_t first,
                            starling_matrix *B)
{
    int64_t count = SL_MIN(B->n, A->n - first);
    for (int64_t c = 0, next; c < count; c = next) {
        int64_t from = first + c, to = c / B->nb * B->nb;
        next = SL_MIN(SL_MIN(count, to + B->nb), c + A->nb - from % A->nb);
        sl_insert_columns(seq, sl_tile_of(A, 0, from / A->nb), from % A->nb,
                          sl_tile_of(B, 0, c / B->nb), c - to, next - c);
    }
}

/* The elements from ... to - 1 of one dimension that tiles a and b have in common. */
struct range {
    int64_t from, to;
};
static struct range common(int64_t a, int64_t a_size, int64_t b, int64_t b_size)
{
    return (struct range){SL_MAX(a, b), SL_MIN(a + a_size, b + b_size)};
}

void sl_insert_common(starling_sequence *seq, sl_tile A, sl_tile B)
{
    int64_t a_row = A.i * A.of->mb, a_column = A.j * A.of->nb;
    int64_t b_row = B.i * B.of->mb, b_column = B.j * B.of->nb;
    struct range rows = common(a_row, sl_rows(A), b_row, sl_rows(B));
    struct range columns = common(a_column, sl_cols(A), b_column, sl_cols(B));
    struct sl_laset_args args = {
        .uplo = STARLING_GENERAL, .above = rows.from - a_row, .from = columns.from - a_column,
        .row = rows.from - b_row, .to = columns.from - b_column,
        .rows = rows.to - rows.from, .columns = columns.to - columns.from,
    };
    bool all = args.rows == sl_rows(B) && args.columns == sl_cols(B);
    insert(seq, sl_cl_lacpy, args, sl_handle(A), B, all ? STARPU_W : STARPU_RW, NULL);
}

void sl_insert_laset(starling_sequence *seq, starling_uplo uplo, double _Complex alpha,
                     double _Complex beta, sl_tile A)
{
    int64_t d = A.j * A.of->nb - A.i * A.of->mb;
    bool all = uplo == STARLING_LOWER   ? sl_cols(A) - 1 + d <= 0
               : uplo == STARLING_UPPER ? sl_rows(A) - 1 <= d
                                        : true;
    struct sl_laset_args args = {.uplo = all ? STARLING_GENERAL : uplo, .diagonal = d,
                                 .alpha = alpha, .beta = beta};
    insert(seq, sl_cl_laset, args, NULL, A, all ? STARPU_W : STARPU_RW, NULL);
}

void sl_insert_zero_rows(starling_sequence *seq, int64_t above, sl_tile A)
{
    struct sl_laset_args args = {.uplo = STARLING_GENERAL, .above = above};
    insert(seq, sl_cl_laset, args, NULL, A, above == 0 ? STARPU_W : STARPU_RW, NULL);
}

void sl_insert_lascl(starling_sequence *seq, bool hermitian, starling_uplo uplo,
                      double _Complex alpha, sl_tile A)
{
    struct sl_laset_args args = {.uplo = uplo, .hermitian = hermitian, .alpha = alpha};
    insert(seq, sl_cl_lascl, args, NULL, A, STARPU_RW, NULL);
}

void sl_insert_lacp2(starling_sequence *seq, sl_tile A, sl_tile B)
{
    struct sl_args args = {0};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_lacp2[B.of->prec], .args = &args, .args_size = sizeof args,
        .at = B, .data = {{sl_handle(B), STARPU_W}, {sl_handle(A), STARPU_R}},
    });
}

void sl_geadd(double alpha, starling_matrix *A, double beta, starling_matrix *B,
              starling_sequence *seq)
{
    struct sl_geadd_args args = {.alpha = alpha, .beta = beta};
    for (int64_t j = 0; j < B->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < B->mt; i++) {
            sl_tile Bij = sl_tile_of(B, i, j);
            sl_submit(&(struct sl_task){
                .seq = seq,
                .cl = sl_cl_geadd[B->prec],
                .args = &args,
                .args_size = sizeof args,
                .at = Bij,
                .data = {{sl_handle(Bij), STARPU_RW}, {sl_handle(sl_tile_of(A, i, j)), STARPU_R}},
            });
        }
}
