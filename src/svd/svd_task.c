/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of singular value problems. */

#include <stdlib.h>
#include "svd.h"

/* Tiles from ... to - 1 of A, in block columns */
static struct sl_list tiles_of(starling_matrix *A, int64_t from, int64_t to)
{
    return (struct sl_list){&A->tile[SL_MIN(from, A->nt)], SL_MAX(0, SL_MIN(to, A->nt) - from),
                            STARPU_R};
}

/* The reflectors of a panel, and the first row of all of them. */
static int64_t top_of(const struct sl_two_sided *p, enum sl_two_sides side)
{
    return sl_two_sided_first(p) + (side == SL_ROWS ? p->kd : 0);
}
static int64_t count_of(const struct sl_two_sided *p, enum sl_two_sides side)
{
    return SL_MAX(0, SL_MIN(p->kd, p->A->n - top_of(p, side)));
}

/* Columns of X and Z of the earlier panels; a panel of rows has one of columns before it. The last
 * panel of rows may have fewer reflectors. */
static int64_t earlier_of(const struct sl_two_sided *p, enum sl_two_sides side)
{
    int64_t rows = SL_MIN(p->done, p->A->n - p->kd - p->k * p->A->nb);
    return p->done + SL_MAX(0, rows) + (side == SL_ROWS ? p->kd : 0);
}

/* Where the reflectors of a panel are, and the other factor of its update. */
static starpu_data_handle_t reflectors_of(const struct sl_two_sided *p, enum sl_two_sides side)
{
    return side == SL_ROWS ? p->Z : p->X;
}
static starpu_data_handle_t other_of(const struct sl_two_sided *p, enum sl_two_sides side)
{
    return side == SL_ROWS ? p->X : p->Z;
}

/* X, Z, R and T get their first value from the first panel. */
static enum starpu_data_access_mode written(bool later)
{
    return later ? STARPU_RW : STARPU_W;
}

/* Tasks on similar heights have one model; the variant tells those with deferred updates. */
static struct sl_ge2gb_args args_of(const struct sl_two_sided *p, enum sl_two_sides side)
{
    int64_t first = sl_two_sided_first(p);
    return (struct sl_ge2gb_args){
        .head = {.variant = (uint32_t)(2 * p->done + (side == SL_ROWS)),
                 .size = sl_size_class(p->A->m - first, p->kd)},
        .rows = side == SL_ROWS, .kd = p->kd, .nb = p->A->nb, .done = p->done, .first = first,
        .top = top_of(p, side), .count = count_of(p, side), .earlier = earlier_of(p, side),
        .rest = side == SL_ROWS ? p->A->m : p->A->n,
    };
}

void sl_insert_ge2gb_panel(starling_sequence *seq, const struct sl_two_sided *p,
                           enum sl_two_sides side)
{
    starling_matrix *V = side == SL_ROWS ? p->R : p->A;
    starling_precision prec = V->prec;
    sl_tile P = sl_tile_of(V, 0, p->k);
    int64_t top = top_of(p, side), earlier = earlier_of(p, side);
    struct sl_he2hb_args args = {
        .head = {.variant = (uint32_t)earlier, .size = sl_size_class(V->m - top, p->kd)},
        .grows = true, .kd = p->kd, .block = p->k * V->nb, .nb = V->nb, .done = p->done,
        .earlier = earlier,
        .count = count_of(p, side), .top = top, .below = top};
    double rows = (double)(V->m - top), kd = (double)p->kd;
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_he2hb_panel[prec], .args = &args, .args_size = sizeof args,
        .priority = p->priority, .at = P, .gpu_only = sl_has_cuda(),
        .flops = starling_flops_geqrf(prec, rows, (double)args.count) +
                 starling_flops_gemm(prec, rows, kd, (double)earlier),
        .data = {{sl_handle(P), STARPU_RW},
                 {reflectors_of(p, side), written(earlier > 0)},
                 {p->T[side], written(p->done > 0)}, {p->work, STARPU_SCRATCH},
                 {earlier > 0 ? other_of(p, side) : NULL, STARPU_R}},
    });
}

void sl_insert_ge2gb_row(starling_sequence *seq, const struct sl_two_sided *p)
{
    struct sl_ge2gb_args args = args_of(p, SL_ROWS);
    args.end = p->A->n;
    sl_tile R = sl_tile_of(p->R, 0, p->k);
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_ge2gb_row[R.of->prec], .args = &args, .args_size = sizeof args,
        .priority = p->priority, .at = R,
        .data = {{sl_handle(R), written(p->done > 0)}},
        .list = {tiles_of(p->A, args.top / p->A->nb, p->A->nt)},
    });
}

static int64_t share_begin(const struct sl_two_sided *p, int s, int shares)
{
    int64_t from = sl_two_sided_first(p) + p->kd;
    return from + (p->A->n - from) * s / shares;
}

struct sl_band_share sl_two_sided_share(const struct sl_two_sided *p, int s, int shares)
{
    if (p->owners > 1)
        return sl_band_owned(p->A, p->owners, s, share_begin(p, 0, shares), p->A->n);
    return sl_band_owned(p->A, 1, 0, share_begin(p, s, shares), share_begin(p, s + 1, shares));
}

void sl_insert_ge2gb_product(starling_sequence *seq, const struct sl_two_sided *p,
                             enum sl_two_sides side, const struct sl_band_share *share, int i,
                             int shares)
{
    starling_matrix *A = p->A;
    starling_precision prec = A->prec;
    struct sl_ge2gb_args *args =
        malloc(sizeof *args + (size_t)(A->nt + 1) * sizeof args->tile[0]);
    starpu_data_handle_t *tile = malloc((size_t)A->nt * sizeof *tile);
    if (!args || !tile) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        free(args);
        free(tile);
        return;
    }
    *args = args_of(p, side);
    int64_t from = sl_two_sided_first(p) + p->kd, columns = A->n - from;
    double rows = (double)(A->m - args->top), count = (double)args->count;
    double others = (double)(side == SL_ROWS ? A->m : A->n) - (double)from;
    args->column = share->first;
    args->end = share->end;
    args->part = shares > 1;
    args->first_earlier = args->earlier * i / shares;
    args->end_earlier = args->earlier * (i + 1) / shares;
    int64_t tiles = sl_band_tiles(A, share, tile, args->tile);
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_ge2gb_product[prec], .args = args,
        .args_size = sizeof *args + (size_t)(tiles + 1) * sizeof args->tile[0],
        .priority = p->priority, .at = sl_tile_of(A, 0, share->first / A->nb),
        .flops = (starling_flops_gemm(prec, rows, count, (double)columns) +
                  starling_flops_gemm(prec, rows + others, count, (double)args->earlier)) / shares,
        .data = {{share->Y, STARPU_W}, {reflectors_of(p, side), STARPU_R},
                 {p->work, STARPU_SCRATCH},
                 {args->earlier > 0 ? other_of(p, side) : NULL, STARPU_R}},
        .list = {{tile, tiles, STARPU_R}},
    });
    free(args);
    free(tile);
}

void sl_insert_ge2gb_sum(starling_sequence *seq, const struct sl_two_sided *p,
                         enum sl_two_sides side, int shares, const starpu_data_handle_t *share)
{
    starling_precision prec = p->A->prec;
    struct sl_ge2gb_args args = args_of(p, side);
    double rows = (double)((side == SL_ROWS ? p->A->m : p->A->n) - args.first - p->kd);
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_ge2gb_sum[prec], .args = &args, .args_size = sizeof args,
        .priority = p->priority, .at = sl_tile_of(p->A, 0, p->k),
        .flops = starling_flops_gemm(prec, rows, (double)args.count, (double)args.count) / 2,
        .data = {{other_of(p, side), written(args.earlier > 0)}, {p->T[side], STARPU_R}},
        .list = {{share, shares, STARPU_R}},
    });
}

void sl_insert_ge2gb_update(starling_sequence *seq, int priority, const struct sl_two_sided *p,
                            int64_t j)
{
    starling_matrix *A = p->A;
    sl_tile Aj = sl_tile_of(A, 0, j);
    int64_t top = (p->k + 1) * A->nb, rows = A->m - top, count = earlier_of(p, SL_COLUMNS);
    struct sl_column_args args = {
        .head = {.variant = 1, .size = sl_size_class(rows, sl_cols(Aj))},
        .first = j * A->nb, .nb = A->nb, .top = top, .count = count, .full = true};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_her2k_column[A->prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = Aj,
        .flops = starling_flops_gemm(A->prec, (double)rows, (double)sl_cols(Aj), (double)count),
        .data = {{sl_handle(Aj), STARPU_RW}, {p->X, STARPU_R}, {p->Z, STARPU_R}},
    });
}

void sl_insert_ge_upper(starling_sequence *seq, starling_matrix *A, starling_matrix *B, int64_t j)
{
    sl_tile Bj = sl_tile_of(B, 0, j);
    struct sl_gb_args args = {.column = j * B->nb};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_ge_upper[A->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = Bj,
        .data = {{sl_handle(Bj), STARPU_W}, {sl_handle(sl_tile_of(A, 0, j)), STARPU_R}},
    });
}

void sl_insert_gb_copy(starling_sequence *seq, const struct sl_chase *plan, int64_t kd,
                       starling_matrix *A, starling_matrix *R, int64_t w)
{
    sl_tile W = sl_tile_of(plan->W, 0, w);
    int64_t first = w * plan->width, end = SL_MIN(first + sl_cols(W), A->n), nb = A->nb;
    int64_t from = first / nb, to = (end + nb - 1) / nb; /* no tiles behind the last column */
    int64_t triangle = (end - 1) / kd * kd; /* the last one; R has the columns before it */
    struct sl_list diagonal = tiles_of(A, from, to);
    struct sl_gb_args args = {.column = first, .n = A->n, .kd = plan->kd, .nb = nb,
                              .tiles = diagonal.count, .block = kd};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_gb_copy[A->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = W, .data = {{sl_handle(W), STARPU_W}},
        .list = {diagonal, tiles_of(R, SL_MAX(0, first - kd) / nb, (triangle + nb - 1) / nb)},
    });
}

void sl_insert_gb2bd_band(starling_sequence *seq, int64_t kd, starling_matrix *A,
                          starling_matrix *R, starling_matrix *D, starling_matrix *E,
                          starling_matrix *V2, starling_matrix *P2)
{
    starling_precision prec = A->prec;
    int64_t n = A->n, width = sl_band_width(n, kd), rest = SL_MAX(0, n - kd);
    starpu_data_handle_t band = sl_temporary(3 * width, n + 2 * width, sl_sizeof(prec));
    starpu_data_handle_t flags = sl_temporary(n + 1, 1, sizeof(int));
    struct sl_gb2bd_band_args args = {
        .n = n, .kd = width, .block = kd, .nb = A->nb, .a_tiles = A->nt,
        .b_tiles = (rest + A->nb - 1) / A->nb,
        .v_tiles = V2 ? V2->nt : 0, .v_width = V2 ? V2->nb : 1,
    };
    struct sl_task t = {
        .seq = seq, .cl = sl_cl_gb2bd_band[prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = sl_tile_of(D, 0, 0),
        .flops = starling_flops_gemm(prec, (double)n, (double)n, 4 * (double)width),
        .data = {{band, STARPU_SCRATCH}, {flags, STARPU_SCRATCH}, {D->tile[0], STARPU_W},
                 {E->tile[0], STARPU_W}},
        .list = {tiles_of(A, 0, A->nt), tiles_of(R, 0, args.b_tiles)},
    };
    if (V2) {
        t.list[2] = (struct sl_list){V2->tile, V2->nt, STARPU_RW};
        t.list[3] = (struct sl_list){P2->tile, P2->nt, STARPU_RW};
    }
    sl_submit(&t);
    sl_temporary_free(seq, band);
    sl_temporary_free(seq, flags);
}

void sl_insert_bdsqr(starling_sequence *seq, starling_matrix *D, starling_matrix *E, int64_t key)
{
    int64_t n = D->m;
    struct sl_bdsqr_args args = {.n = n};
    starpu_data_handle_t info, work = sl_workspace(D->prec, 4 * n);
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_bdsqr[D->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = sl_tile_of(D, 0, 0),
        .data = {{D->tile[0], STARPU_RW}, {E->tile[0], n > 1 ? STARPU_RW : STARPU_W},
                 {info, STARPU_W}, {work, STARPU_SCRATCH}},
    });
    sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
    sl_temporary_free(seq, work);
}
