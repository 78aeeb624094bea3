/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of the reduction to a band. */

#include <math.h>
#include <stdlib.h>
#include "eigen.h"

static int64_t block_of(const struct sl_band_panel *p)
{
    return p->k * p->A->nb;
}

/* The row in which the reflectors of the panel begin, and the rows from there on. */
static int64_t top_of(const struct sl_band_panel *p)
{
    return block_of(p) + p->done + p->kd;
}
static double rows_of(const struct sl_band_panel *p)
{
    return (double)SL_MAX(0, p->A->m - top_of(p));
}

/* Tasks of similar height have one model; the variant tells those with deferred updates. */
static struct sl_he2hb_args args_of(const struct sl_band_panel *p)
{
    return (struct sl_he2hb_args){
        .head = {.variant = (uint32_t)p->done,
                 .size = sl_size_class((int64_t)rows_of(p), p->count)},
        .full = p->full, .grows = !p->spread, .kd = p->kd, .block = block_of(p), .nb = p->A->nb, .done = p->done,
        .earlier = sl_band_earlier(p), .count = p->count,
        .top = block_of(p) + p->done, .below = top_of(p),
    };
}

/* X, T and Z get their first value from the first panel. */
static enum starpu_data_access_mode written(const struct sl_band_panel *p)
{
    return p->done > 0 ? STARPU_RW : STARPU_W;
}

starpu_data_handle_t sl_band_workspace(const starling_matrix *A, int64_t kd)
{
    int64_t size = (int64_t)sl_sizeof(A->prec);
    int64_t elements = SL_MAX(kd * kd, 2 * SL_MIN(A->nb, A->n) * kd);
    if (sl_has_cuda())
        elements = SL_MAX(elements, SL_MAX(sl_work_geqrf[A->prec](A->m, kd, 1),
                                           sl_work_he2hb_w[A->prec](A->m, kd, 1)));
    else if (!sl_is_complex(A->prec))
        elements = SL_MAX(elements, sl_he2hb_strips(A->m, kd * size) / size);
    return sl_workspace(A->prec, elements);
}

void sl_insert_he2hb_panel(starling_sequence *seq, const struct sl_band_panel *p)
{
    sl_tile A = sl_tile_of(p->A, 0, p->k);
    starling_precision prec = p->A->prec;
    struct sl_he2hb_args args = args_of(p);
    double rows = rows_of(p), done = (double)p->done, kd = (double)p->kd;
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_he2hb_panel[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = p->priority,
        .at = A,
        .gpu_only = p->full,
        .flops = starling_flops_geqrf(prec, rows, (double)p->count) +
                 2 * starling_flops_gemm(prec, rows + kd, kd, done),
        .data = {{sl_handle(A), STARPU_RW},
                 {p->X, written(p)},
                 {p->T, written(p)},
                 {p->work, STARPU_SCRATCH},
                 {p->done > 0 ? p->Z : NULL, STARPU_R}},
    });
}

/* Share s of `shares` begins in this column: of the columns from the diagonal down, or of whole
 * ones, areas are equal. */
static int64_t share_begin(const struct sl_band_panel *p, int s, int shares)
{
    double rows = rows_of(p), rest = 1 - (double)s / shares;
    return p->A->n - (int64_t)(rows * (p->full ? rest : sqrt(rest)));
}

static int owner_of(starling_matrix *A, int owners, int64_t j)
{
    bool spread = sl_is_cluster() && A->grid.p > 0;
    return spread ? (int)(j % owners) : sl_tile_place(sl_tile_of(A, 0, j)) % owners;
}

struct sl_band_share sl_band_owned(starling_matrix *A, int owners, int owner, int64_t first,
                                   int64_t end)
{
    int64_t j = first / A->nb;
    while (j * A->nb < end && owner_of(A, owners, j) != owner)
        j++;
    return (struct sl_band_share){
        .first = SL_MAX(first, j * A->nb), .end = end, .owners = owners, .owner = owner};
}

int64_t sl_band_tiles(starling_matrix *A, const struct sl_band_share *share,
                      starpu_data_handle_t *tile, int32_t *number)
{
    int64_t tiles = 0;
    for (int64_t j = share->first / A->nb; j * A->nb < share->end; j++)
        if (owner_of(A, share->owners, j) == share->owner) {
            number[tiles] = (int32_t)j;
            tile[tiles++] = A->tile[j * A->mt];
        }
    number[tiles] = (int32_t)A->nt;
    return tiles;
}

struct sl_band_share sl_band_share(const struct sl_band_panel *p, int s, int shares, int owner)
{
    int64_t end = s + 1 < shares ? share_begin(p, s + 1, shares) : p->A->n;
    return sl_band_owned(p->A, p->owners, owner, share_begin(p, s, shares), end);
}

void sl_insert_he2hb_product(starling_sequence *seq, const struct sl_band_panel *p,
                             const struct sl_band_share *share, int i, int count)
{
    starling_matrix *A = p->A;
    starling_precision prec = A->prec;
    double rows = rows_of(p), columns = (double)p->count;
    size_t size = sizeof(struct sl_he2hb_args) + (size_t)(A->nt + 1) * sizeof(int32_t);
    starpu_data_handle_t *tile = malloc((size_t)A->nt * sizeof *tile);
    struct sl_he2hb_args *args = malloc(size);
    if (!tile || !args) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        free(tile);
        free(args);
        return;
    }
    *args = args_of(p);
    args->first = share->first;
    args->end = share->end;
    args->part = count > 1;
    args->first_earlier = args->earlier * i / count;
    args->end_earlier = args->earlier * (i + 1) / count;
    int64_t tiles = sl_band_tiles(A, share, tile, args->tile);
    bool earlier = p->done > 0;
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_he2hb_product[prec], .args = args,
        .args_size = sizeof *args + (size_t)(tiles + 1) * sizeof(int32_t),
        .priority = p->priority, .at = sl_tile_of(A, 0, share->first / A->nb),
        .flops = (starling_flops_gemm(prec, rows, columns, rows) +
                  4 * starling_flops_gemm(prec, rows, columns, (double)p->done)) / count,
        .data = {{share->Y, STARPU_W}, {p->X, STARPU_R}, {p->work, STARPU_SCRATCH},
                 {earlier ? p->Z : NULL, STARPU_R}},
        .list = {{tile, tiles, STARPU_R}},
    });
    free(tile);
    free(args);
}

void sl_insert_he2hb_w(starling_sequence *seq, const struct sl_band_panel *p,
                       const struct sl_band_share *share, int count)
{
    starling_precision prec = p->A->prec;
    struct sl_he2hb_args args = args_of(p);
    double rows = rows_of(p), columns = (double)p->count;
    starpu_data_handle_t *Y = malloc((size_t)(count + 1) * sizeof *Y);
    if (!Y) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        return;
    }
    for (int i = 0; i < count; i++)
        Y[i] = share[i].Y;
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_he2hb_w[prec], .args = &args, .args_size = sizeof args,
        .priority = p->priority, .at = sl_tile_of(p->A, 0, p->k),
        .flops = 2.5 * starling_flops_gemm(prec, rows, columns, columns),
        .data = {{p->Z, written(p)}, {p->X, STARPU_RW}, {p->T, STARPU_R}, {p->work, STARPU_SCRATCH}},
        .list = {{Y, count, STARPU_R}},
    });
    free(Y);
}

void sl_insert_her2k_column(starling_sequence *seq, int priority, const struct sl_band_panel *p,
                            int64_t j)
{
    sl_tile A = sl_tile_of(p->A, 0, j);
    starling_precision prec = p->A->prec;
    int64_t first = j * p->A->nb, rows = p->A->m - first;
    struct sl_column_args args = {.head = {.size = sl_size_class(rows, sl_cols(A))},
                                  .first = first, .nb = p->A->nb, .full = p->full,
                                  .top = p->mirror ? first : (p->k + 1) * p->A->nb,
                                  .count = sl_band_earlier(p)};
    double height = p->full ? (double)(p->A->m - args.top) : (double)rows - (double)sl_cols(A) / 2;
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_her2k_column[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = A,
        .flops = starling_flops_gemm(prec, height, (double)sl_cols(A), (double)args.count),
        .data = {{sl_handle(A), STARPU_RW}, {p->X, STARPU_R}, {p->Z, STARPU_R}},
    });
}

void sl_insert_he_column(starling_sequence *seq, int priority, starling_uplo uplo,
                         starling_matrix *A, int64_t top, int64_t j)
{
    sl_tile tile = sl_tile_of(A, 0, j);
    struct sl_list right = {&A->tile[j] + 1, A->nt - j - 1, STARPU_R};
    struct sl_list left = {&A->tile[top], j - top, STARPU_R};
    int64_t blocks = 1 + (uplo == STARLING_UPPER ? right.count : left.count);
    struct sl_column_args args = {
        .head = {.variant = uplo, .size = sl_size_class(blocks * A->nb, sl_cols(tile))},
        .first = j * A->nb, .nb = A->nb, .top = top * A->nb, .uplo = uplo};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_he_column[A->prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = tile, .data = {{sl_handle(tile), STARPU_RW}},
        .list = {uplo == STARLING_UPPER ? right : left},
    });
}

void sl_insert_band(starling_sequence *seq, starling_matrix *A, starling_matrix *AB, int64_t j)
{
    sl_tile tile = sl_tile_of(AB, 0, j);
    int64_t first = j * AB->nb, end = first + sl_cols(tile);
    int64_t from = first / A->nb, to = (end + A->nb - 1) / A->nb;
    struct sl_column_args args = {.first = first, .nb = A->nb};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_band[A->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = tile, .data = {{sl_handle(tile), STARPU_W}},
        .list = {{&A->tile[from], to - from, STARPU_R}},
    });
}
