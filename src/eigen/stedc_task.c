/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The data of divide and conquer, and the insertion of its tasks. How many columns a merge leaves
 * is known only when it runs, so tasks are inserted for all columns. */

#include <stdlib.h>
#include "stedc.h"

/* ---- Data ---------------------------------------------------------------------------------- */

static int64_t columns_of(const struct sl_stedc *s, int64_t j)
{
    return SL_MIN(s->width, s->n - j * s->width);
}
static int64_t first_row(const struct sl_stedc *s, int64_t j)
{
    return SL_MIN(s->n, j * s->width);
}
static int64_t order_of(const struct sl_stedc *s, const struct sl_merge *m)
{
    return first_row(s, m->end) - first_row(s, m->begin);
}

static starpu_data_handle_t numbers(const struct sl_stedc *s, int64_t m, int64_t n)
{
    return sl_temporary(m, n, sl_sizeof(s->prec));
}

static bool has_vectors(const struct sl_stedc *s)
{
    return s->side[SL_RIGHT_VECTORS].Z || s->side[SL_LEFT_VECTORS].Z;
}

static int make_workspaces(const struct sl_stedc *s, struct sl_vectors *v)
{
    int info = 0;
    if (v->Z && s->blocks > 1)
        info = starling_matrix_create(&v->W, s->prec, s->n, s->n, s->n, s->width);
    if (info == 0 && v->W && s->columns > s->width)
        info = starling_matrix_create(&v->wide, s->prec, s->n, s->n, s->n, s->columns);
    return info;
}

/* Of a leaf, and of a product, which has U. LAPACK's stedc wants (leaf + 5) leaf + 1. */
static void make_rooms(struct sl_stedc *s)
{
    int64_t leaf = SL_MIN(s->n, s->width), work = SL_STEDC_WORK * s->n, places = 4 * s->n;
    if (s->svd) {
        work = SL_MAX(work, sl_bdsdc_work(leaf));
        places = SL_MAX(places, sl_bdsdc_places(leaf));
    } else if (has_vectors(s)) {
        work = SL_MAX(work, (leaf + 5) * leaf + 1);
        places = SL_MAX(places, 5 * leaf + 3);
    }
    s->work = sl_workspace(s->prec, work);
    s->places = sl_temporary(places, 1, sizeof(int));
    if (has_vectors(s))
        s->room = sl_workspace(s->prec, s->n * (SL_STEDC_WORK + SL_MAX(leaf, s->columns)));
}

int sl_stedc_make(struct sl_stedc *s)
{
    int info = 0;
    if (starling_ncuda() == 1)
        s->chain = sl_cl_stedc_merge[s->prec];
    s->blocks = (s->n + s->width - 1) / s->width;
    s->edges = calloc((size_t)s->blocks, sizeof *s->edges);
    s->roots = calloc((size_t)s->blocks, sizeof *s->roots);
    s->products = calloc((size_t)s->blocks, sizeof *s->products);
    if (!s->edges || !s->roots || !s->products)
        return sl_error("starling_stedc", STARLING_ENOMEM, NULL);
    for (enum sl_side side = 0; side < SL_SIDES && info == 0; side++)
        info = make_workspaces(s, &s->side[side]);
    if (info != 0)
        return info;
    s->T = numbers(s, s->n, 2);
    make_rooms(s);
    for (int64_t j = 0; j < s->blocks; j++)
        s->edges[j] = numbers(s, columns_of(s, j), 2);
    return 0;
}

void sl_stedc_free(struct sl_stedc *s)
{
    for (int64_t j = 0; j < s->blocks && s->edges; j++)
        sl_temporary_free(s->seq, s->edges[j]);
    sl_temporary_free(s->seq, s->T);
    sl_temporary_free(s->seq, s->work);
    sl_temporary_free(s->seq, s->room);
    sl_temporary_free(s->seq, s->places);
    sl_temporary_free(s->seq, s->values);
    for (enum sl_side side = 0; side < SL_SIDES; side++) {
        if (s->side[side].W)
            sl_matrix_free(s->seq, s->side[side].W);
        if (s->side[side].wide)
            sl_matrix_free(s->seq, s->side[side].wide);
    }
    free(s->edges);
    free(s->roots);
    free(s->products);
}

struct sl_workspace_of_merge sl_stedc_workspace(const struct sl_stedc *s, enum sl_side side,
                                                const struct sl_merge *m)
{
    const struct sl_vectors *v = &s->side[side];
    if (m->depth == 0 && v->wide)
        return (struct sl_workspace_of_merge){v->wide, 0, v->wide->nt};
    return (struct sl_workspace_of_merge){v->W, m->begin, m->end};
}

void sl_stedc_merge_begin(struct sl_stedc *s, struct sl_merge *m)
{
    int64_t n = order_of(s, m);
    m->numbers = numbers(s, n, SL_MERGE_NUMBERS);
    m->places = sl_temporary(n + 1, SL_MERGE_PLACES, sizeof(int));
    m->values = numbers(s, n, 2);
    m->order = sl_temporary(n, 1, sizeof(int));
    for (int64_t j = m->begin; j < m->end; j++) {
        s->roots[j] = numbers(s, columns_of(s, j), 2);
        s->products[j] = numbers(s, n, 1);
    }
}

void sl_stedc_merge_end(struct sl_stedc *s, struct sl_merge *m)
{
    starpu_data_handle_t all[] = {m->upper, m->lower, m->numbers, m->places, m->order};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        sl_temporary_free(s->seq, all[i]);
    for (int64_t j = m->begin; j < m->end; j++) {
        sl_temporary_free(s->seq, s->roots[j]);
        sl_temporary_free(s->seq, s->products[j]);
    }
}

/* ---- Tasks --------------------------------------------------------------------------------- */

/* Deep nodes first. The tasks without Z are short, and others wait for them. */
enum { VALUES = 64 };

/* column: of the matrix, the first one of the task. */
static struct sl_stedc_args args_of(const struct sl_stedc *s, const struct sl_merge *m,
                                    int64_t column)
{
    return (struct sl_stedc_args){
        .head = {.variant = s->svd},
        .svd = s->svd,
        .descending = s->svd && m->depth == 0,
        .row = first_row(s, m->begin),
        .order = order_of(s, m),
        .upper = first_row(s, m->middle) - first_row(s, m->begin),
        .column = column - first_row(s, m->begin),
        .width = s->width,
        .blocks = m->end - m->begin,
        .products = m->end - m->begin,
    };
}

static struct sl_list list_of(const struct sl_merge *m, const starpu_data_handle_t *handle)
{
    return (struct sl_list){handle + m->begin, m->end - m->begin, STARPU_R};
}

void sl_insert_stedc_scale(struct sl_stedc *s, starling_matrix *D, starling_matrix *E, int64_t key)
{
    starpu_data_handle_t info;
    struct sl_stedc_args args = {.svd = s->svd, .order = s->n, .width = s->width};
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    sl_submit(&(struct sl_task){
        .seq = s->seq, .cl = sl_cl_stedc_scale[s->prec], .args = &args, .args_size = sizeof args,
        .priority = 2 * VALUES,
        .data = {{D->tile[0], STARPU_R}, {s->T, STARPU_W}, {info, STARPU_W},
                 {s->n > 1 ? E->tile[0] : NULL, STARPU_R}},
    });
    sl_submit_info(s->seq, info, key, true);
    sl_temporary_free(s->seq, info);
}

starpu_data_handle_t sl_insert_stebz(struct sl_stedc *s)
{
    double n = (double)s->n, bits = s->prec == STARLING_S ? 24 : 53;
    struct sl_stebz_args args = {.n = s->n};
    starpu_data_handle_t values = numbers(s, s->n, 1);
    starpu_data_handle_t rows = sl_temporary(sl_sturm_rows((int)s->n), 1,
                                             sizeof(struct sl_sturm_row));
    starpu_data_handle_t counts = sl_temporary(SL_STEBZ_POINTS, 1, sizeof(int));
    sl_submit(&(struct sl_task){
        .seq = s->seq, .cl = sl_cl_stebz[s->prec], .args = &args, .args_size = sizeof args,
        .priority = VALUES, .flops = 5 * n * n * bits, .gpu_only = true,
        .data = {{s->T, STARPU_R}, {values, STARPU_W}, {rows, STARPU_SCRATCH},
                 {counts, STARPU_SCRATCH}},
    });
    sl_temporary_free(s->seq, rows);
    sl_temporary_free(s->seq, counts);
    return values;
}

void sl_insert_stedc_unscale(struct sl_stedc *s, int64_t first, starling_matrix *D)
{
    struct sl_stedc_args args = {.descending = s->svd, .order = s->n, .column = first};
    sl_submit(&(struct sl_task){
        .seq = s->seq, .cl = sl_cl_stedc_unscale[s->prec], .args = &args, .args_size = sizeof args,
        .priority = VALUES, .at = sl_tile_of(D, 0, 0),
        .data = {{D->tile[0], STARPU_W}, {s->T, STARPU_R}, {s->values, STARPU_R}},
    });
}

/* Cores make the vectors of a leaf in a matrix of its order, so that no zeros go to a GPU. These
 * are moved to block column j. */
static void move_vectors(struct sl_stedc *s, int64_t j, const starpu_data_handle_t *vectors)
{
    for (enum sl_side side = 0; side < SL_SIDES; side++) {
        if (vectors[side])
            sl_insert_into_rows(s->seq, vectors[side], columns_of(s, j),
                                sl_tile_of(s->side[side].Z, 0, j), first_row(s, j));
        sl_temporary_free(s->seq, vectors[side]);
    }
}

/* The same of a bidiagonal matrix. */
static starpu_data_handle_t insert_bdsdc_leaf(struct sl_stedc *s, int64_t j, int depth)
{
    int64_t columns = columns_of(s, j);
    double n = (double)columns;
    struct sl_bdsdc_args args = {
        .row = first_row(s, j), .columns = columns, .rows = columns - (j + 1 < s->blocks),
        .descending = depth == 0, .right = s->side[SL_RIGHT_VECTORS].Z != NULL,
        .left = s->side[SL_LEFT_VECTORS].Z != NULL,
    };
    starpu_data_handle_t info, values = numbers(s, columns, 2), vectors[SL_SIDES] = {0};
    for (enum sl_side side = 0; side < SL_SIDES; side++)
        if (s->side[side].Z)
            vectors[side] = numbers(s, columns, columns);
    starpu_data_handle_t right = vectors[SL_RIGHT_VECTORS], left = vectors[SL_LEFT_VECTORS];
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    sl_submit(&(struct sl_task){
        .seq = s->seq, .cl = sl_cl_bdsdc_leaf[s->prec], .args = &args, .args_size = sizeof args,
        .priority = VALUES + depth, .flops = 8.0 / 3 * n * n * n,
        .data = {{s->T, STARPU_R}, {values, STARPU_W}, {s->edges[j], STARPU_W},
                 {s->work, STARPU_SCRATCH}, {s->places, STARPU_SCRATCH}, {info, STARPU_W},
                 {right ? right : left, STARPU_W}, {right ? left : NULL, STARPU_W}},
    });
    sl_submit_info(s->seq, info, s->unfound, true);
    sl_temporary_free(s->seq, info);
    move_vectors(s, j, vectors);
    return values;
}

starpu_data_handle_t sl_insert_stedc_leaf(struct sl_stedc *s, int64_t j, int depth)
{
    if (s->svd)
        return insert_bdsdc_leaf(s, j, depth);
    bool wanted = has_vectors(s);
    int64_t columns = columns_of(s, j);
    double n = (double)columns;
    struct sl_stedc_args args = {.row = first_row(s, j)};
    starpu_data_handle_t values = numbers(s, columns, 2);
    starpu_data_handle_t vectors[SL_SIDES] = {wanted ? numbers(s, columns, columns) : NULL};
    struct sl_task task = {
        .seq = s->seq, .args = &args, .args_size = sizeof args, .priority = VALUES + depth,
        .data = {{s->T, STARPU_R}, {values, STARPU_W}, {s->edges[j], STARPU_W},
                 {s->work, STARPU_SCRATCH}},
    };
    task.cl = wanted ? sl_cl_stedc_leaf[s->prec] : sl_cl_sterf_leaf[s->prec];
    if (wanted) {
        task.data[4] = (struct sl_datum){s->places, STARPU_SCRATCH};
        task.data[5] = (struct sl_datum){vectors[SL_RIGHT_VECTORS], STARPU_W};
        task.flops = 4.0 / 3 * n * n * n;
    }
    sl_submit(&task);
    move_vectors(s, j, vectors);
    return values;
}

/* A task of the values of a merge. */
static void insert_values(struct sl_stedc *s, const struct sl_merge *m, struct starpu_codelet *cl,
                          int64_t j, struct sl_task task)
{
    struct sl_stedc_args args = args_of(s, m, first_row(s, j));
    task.seq = s->seq;
    task.cl = cl;
    task.args = &args;
    task.args_size = sizeof args;
    task.priority = VALUES + m->depth;
    task.gpu_only = true;
    sl_submit(&task);
}

/* A task of its vectors, which writes tile t and does so many operations. */
static void insert_vectors(struct sl_stedc *s, enum sl_side side, const struct sl_merge *m,
                           struct starpu_codelet *cl, struct sl_stedc_args *args, sl_tile t,
                           double flops, struct sl_task task)
{
    args->left = side == SL_LEFT_VECTORS;
    args->head.variant += 2 * args->left;
    task.seq = s->seq;
    task.cl = cl;
    task.args = args;
    task.args_size = sizeof *args;
    task.priority = m->depth;
    task.gpu_only = true;
    task.at = t;
    task.flops = flops;
    sl_submit(&task);
}

void sl_insert_stedc_deflate(struct sl_stedc *s, const struct sl_merge *m)
{
    insert_values(s, m, sl_cl_stedc_deflate[s->prec], m->begin, (struct sl_task){
        .data = {{s->T, STARPU_R}, {m->numbers, STARPU_W}, {m->places, STARPU_W},
                 {s->work, STARPU_SCRATCH}, {s->places, STARPU_SCRATCH}, {m->upper, STARPU_R},
                 {m->lower, STARPU_R}},
        .list = {list_of(m, s->edges)},
    });
}

void sl_insert_stedc_roots(struct sl_stedc *s, const struct sl_merge *m, int64_t j)
{
    insert_values(s, m, sl_cl_stedc_roots[s->prec], j, (struct sl_task){
        .data = {{m->numbers, STARPU_R}, {m->places, STARPU_R}, {s->roots[j], STARPU_W},
                 {s->products[j], STARPU_W}, {s->T, STARPU_R}},
    });
}

void sl_insert_stedc_order(struct sl_stedc *s, const struct sl_merge *m)
{
    insert_values(s, m, sl_cl_stedc_order[s->prec], m->begin, (struct sl_task){
        .data = {{m->values, STARPU_W}, {m->order, STARPU_W}, {s->work, STARPU_SCRATCH},
                 {s->places, STARPU_SCRATCH}},
        .list = {list_of(m, s->roots)},
    });
}

void sl_insert_stedc_rows(struct sl_stedc *s, const struct sl_merge *m, int64_t j)
{
    insert_values(s, m, sl_cl_stedc_rows[s->prec], j, (struct sl_task){
        .data = {{m->numbers, STARPU_R}, {m->places, STARPU_R}, {m->values, STARPU_R},
                 {m->order, STARPU_R}, {s->edges[j], STARPU_W}, {s->work, STARPU_SCRATCH}},
        .list = {list_of(m, s->products)},
    });
}

void sl_insert_stedc_copy(struct sl_stedc *s, enum sl_side side, const struct sl_merge *m,
                          int64_t j)
{
    sl_tile W = sl_tile_of(sl_stedc_workspace(s, side, m).W, 0, j);
    struct sl_stedc_args args = args_of(s, m, j * W.of->nb);
    insert_vectors(s, side, m, sl_cl_stedc_copy[s->prec], &args, W, 0, (struct sl_task){
        .data = {{m->numbers, STARPU_R}, {m->places, STARPU_R}, {sl_handle(W), STARPU_W},
                 {s->work, STARPU_SCRATCH}},
        .list = {list_of(m, s->side[side].Z->tile)},
    });
}

void sl_insert_stedc_product(struct sl_stedc *s, enum sl_side side, const struct sl_merge *m,
                             int64_t first, sl_tile C)
{
    double n = (double)order_of(s, m), flops = n * n * (double)sl_cols(C);
    struct sl_workspace_of_merge w = sl_stedc_workspace(s, side, m);
    struct sl_list W = {w.W->tile + w.begin, w.end - w.begin, STARPU_R};
    struct sl_stedc_args args = args_of(s, m, first);
    args.width = w.W->nb;
    args.blocks = W.count;
    insert_vectors(s, side, m, sl_cl_stedc_product[s->prec], &args, C, flops, (struct sl_task){
        .data = {{m->numbers, STARPU_R}, {m->places, STARPU_R}, {m->values, STARPU_R},
                 {m->order, STARPU_R}, {sl_handle(C), STARPU_W}, {s->room, STARPU_SCRATCH}},
        .list = {list_of(m, s->products), W},
    });
}
