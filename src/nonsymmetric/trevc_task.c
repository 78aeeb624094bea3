/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The data of eigenvectors of a triangular matrix, and the insertion of their tasks. */

#include <stdlib.h>
#include "nonsymmetric.h"
#include "src/runtime/tuning.h"

/* ---- Data ---------------------------------------------------------------------------------- */

static int64_t rows_of(const struct sl_trevc *s, int64_t i)
{
    return s->cut[i + 1] - s->cut[i];
}
static int64_t real_size(const struct sl_trevc *s)
{
    return (int64_t)sl_sizeof(sl_real_precision(s->prec));
}

/* Row i of S is this row of T. */
static int64_t row_of_t(const struct sl_trevc *s, int64_t i)
{
    return s->problem->left ? s->n - 1 - i : i;
}
/* Whether rows i - 1 and i of S are a pair. */
static bool is_cut_by(const struct sl_trevc *s, int64_t i)
{
    int64_t second = s->problem->left ? row_of_t(s, i - 1) : i;
    return i > 0 && i < s->n && s->problem->row[second].second;
}
static enum sl_part_of_vector part_at(const struct sl_trevc *s, int64_t i)
{
    return is_cut_by(s, i)       ? SL_IMAGINARY_PART
           : is_cut_by(s, i + 1) ? SL_REAL_PART
                                 : SL_WHOLE_VECTOR;
}

static void cut_into_windows(struct sl_trevc *s)
{
    for (int64_t i = 0; i <= s->blocks; i++) {
        s->cut[i] = SL_MIN(s->n, i * s->window);
        if (is_cut_by(s, s->cut[i]))
            s->cut[i]--;
    }
}

/* Writes which vectors block j has. */
static int find_vectors(struct sl_trevc *s, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    const struct sl_row_of_schur *row = s->problem->row;
    int64_t c = 0;
    for (int64_t i = s->cut[j]; i < s->cut[j + 1]; i++)
        v->count += row[row_of_t(s, i)].wanted;
    if (v->count == 0)
        return 0;
    v->place = sl_temporary(v->count, 2, sizeof(int));
    if (starpu_data_acquire(v->place, STARPU_W) != 0)
        return sl_error("starling_trevc3", STARLING_ERUNTIME, NULL);
    int *place = starpu_data_get_local_ptr(v->place);
    for (int64_t i = s->cut[j]; i < s->cut[j + 1]; i++)
        if (row[row_of_t(s, i)].wanted) {
            place[c] = (int)(i - s->cut[j]);
            place[c + v->count] = (int)part_at(s, i);
            c++;
        }
    starpu_data_release(v->place);
    return 0;
}

static int make_vectors(struct sl_trevc *s, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    int info = find_vectors(s, j);
    if (info != 0 || v->count == 0)
        return info;
    v->X = calloc((size_t)j + 1, sizeof *v->X);
    v->state = calloc((size_t)j + 1, sizeof *v->state);
    if (!v->X || !v->state)
        return sl_error("starling_trevc3", STARLING_ENOMEM, NULL);
    for (int64_t i = 0; i <= j; i++) {
        v->X[i] = sl_temporary(rows_of(s, i), v->count, sl_sizeof(s->prec));
        v->state[i] = sl_temporary(v->count, SL_PIECE_STATE, sizeof(int));
    }
    info = starling_matrix_create(&v->V, s->prec, s->n, v->count, s->n, v->count);
    if (info == 0 && s->problem->multiply)
        info = starling_matrix_create(&v->W, s->prec, s->n, v->count, s->n, v->count);
    return info;
}

/* Where the vectors are in V: in the order of T. */
static void number_vectors(struct sl_trevc *s)
{
    int64_t to = 0;
    for (int64_t i = 0; i < s->blocks; i++) {
        struct sl_trevc_vectors *v = &s->block[s->problem->left ? s->blocks - 1 - i : i];
        v->to = to;
        to += v->count;
    }
}

/* Multiples of 64 */
static int64_t usual_window(int64_t n)
{
    int64_t columns = SL_TREVC_COLUMNS_EACH * SL_MAX(1, (int64_t)starpu_cpu_worker_get_count());
    int64_t window = (n / columns + 32) / 64 * 64;
    if (sl_gpus() > 0)
        return SL_TREVC_WINDOW_WITH_GPUS;
    return SL_MIN(SL_TREVC_WINDOW_AT_MOST, SL_MAX(SL_TREVC_WINDOW, window));
}

int sl_trevc_make(struct sl_trevc *s, const struct sl_trevc_problem *problem,
                  starling_sequence *seq)
{
    int64_t n = problem->T->n;
    int64_t window = problem->window > 0 ? problem->window : usual_window(n);
    int64_t blocks = (n + window - 1) / window;
    int info = 0;
    *s = (struct sl_trevc){
        .problem = problem, .seq = seq, .prec = problem->T->prec, .n = n, .window = window};
    s->cut = calloc((size_t)blocks + 1, sizeof *s->cut);
    s->block = calloc((size_t)blocks, sizeof *s->block);
    s->S = calloc((size_t)(blocks * blocks), sizeof *s->S);
    s->largest = calloc((size_t)(blocks * blocks), sizeof *s->largest);
    if (!s->cut || !s->block || !s->S || !s->largest)
        return sl_error("starling_trevc3", STARLING_ENOMEM, NULL);
    s->blocks = blocks;
    cut_into_windows(s);
    for (int64_t j = 0; j < blocks && info == 0; j++)
        info = make_vectors(s, j);
    number_vectors(s);
    for (int64_t j = 0; j < blocks; j++)
        for (int64_t i = 0; i <= j; i++) {
            s->S[i + j * blocks] = sl_temporary(rows_of(s, i), rows_of(s, j), sl_sizeof(s->prec));
            s->largest[i + j * blocks] = sl_temporary(1, 1, (size_t)real_size(s));
        }
    s->room = sl_temporary(s->window + 1, s->window + 1, sl_sizeof(s->prec));
    s->table = sl_temporary(4, blocks, sizeof(double));
    return info;
}

static void free_pieces(struct sl_trevc *s, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    for (int64_t i = 0; i <= j; i++) {
        if (v->X)
            sl_temporary_free(s->seq, v->X[i]);
        if (v->state)
            sl_temporary_free(s->seq, v->state[i]);
    }
    free(v->X);
    free(v->state);
    v->X = v->state = NULL;
}

void sl_trevc_free(struct sl_trevc *s)
{
    for (int64_t i = 0; i < s->blocks * s->blocks; i++) {
        sl_temporary_free(s->seq, s->S[i]);
        sl_temporary_free(s->seq, s->largest[i]);
    }
    for (int64_t j = 0; j < s->blocks; j++) {
        struct sl_trevc_vectors *v = &s->block[j];
        free_pieces(s, j);
        sl_temporary_free(s->seq, v->place);
        if (v->V)
            sl_matrix_free(s->seq, v->V);
        if (v->W)
            sl_matrix_free(s->seq, v->W);
    }
    sl_temporary_free(s->seq, s->room);
    sl_temporary_free(s->seq, s->table);
    free(s->cut);
    free(s->block);
    free(s->S);
    free(s->largest);
}

/* ---- Tasks --------------------------------------------------------------------------------- */

static starpu_data_handle_t window(const struct sl_trevc *s, int64_t i, int64_t j)
{
    return s->S[i + j * s->blocks];
}

static void insert(struct sl_trevc *s, struct starpu_codelet *cl, struct sl_trevc_args args,
                   struct sl_task task)
{
    args.n = s->n;
    args.left = s->problem->left;
    task.seq = s->seq;
    task.cl = cl;
    task.args = &args;
    task.args_size = sizeof args;
    sl_submit(&task);
}

/* Operations of a product of these sizes. */
static double product(const struct sl_trevc *s, int64_t m, int64_t n, int64_t k)
{
    return starling_flops_gemm(s->prec, (double)m, (double)n, (double)k);
}

/* Block columns of a matrix that have columns first ... end - 1. */
static struct sl_list columns(starling_matrix *A, int64_t first, int64_t end)
{
    int64_t from = first / A->nb, to = (end - 1) / A->nb;
    return (struct sl_list){A->tile + from, to - from + 1, STARPU_R};
}

void sl_insert_trevc_window(struct sl_trevc *s, int64_t i, int64_t j)
{
    starling_matrix *T = s->problem->T;
    bool left = s->problem->left; /* a row of S is a column of T */
    int64_t first = left ? s->n - s->cut[i + 1] : s->cut[j];
    struct sl_trevc_args args = {
        .head = {.variant = left},
        .row = s->cut[i],
        .column = s->cut[j],
        .first = first / T->nb * T->nb,
        .nb = T->nb,
    };
    insert(s, sl_cl_trevc_window[s->prec], args,
           (struct sl_task){
               .data = {{window(s, i, j), STARPU_W}, {s->largest[i + j * s->blocks], STARPU_W}},
               .list = {columns(T, first, left ? s->n - s->cut[i] : s->cut[j + 1])},
               .priority = (int)(2 * s->blocks),
               .gpu_only = true,
           });
}

void sl_insert_trevc_solve(struct sl_trevc *s, int64_t i, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    bool diagonal = i == j;
    insert(s, sl_cl_trevc_solve[s->prec],
           (struct sl_trevc_args){
               .head = {.variant = diagonal},
               .diagonal = diagonal,
           },
           (struct sl_task){
               .data = {{window(s, i, i), STARPU_R},
                        {window(s, j, j), STARPU_R},
                        {v->place, STARPU_R},
                        {v->X[i], diagonal ? STARPU_W : STARPU_RW},
                        {v->state[i], diagonal ? STARPU_W : STARPU_RW},
                        {s->largest[i + i * s->blocks], STARPU_R}},
               .priority = (int)(2 * i + 1),
               .flops = product(s, rows_of(s, i), v->count, rows_of(s, i)) / 2,
           });
}

void sl_insert_trevc_update(struct sl_trevc *s, int64_t i, int64_t l, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    bool first = l == j;
    enum starpu_data_access_mode mode = first ? STARPU_W : STARPU_RW;
    insert(s, sl_cl_trevc_update[s->prec],
           (struct sl_trevc_args){
               .head = {.variant = first},
               .diagonal = first,
           },
           (struct sl_task){
               .data = {{window(s, i, l), STARPU_R},
                        {s->largest[i + l * s->blocks], STARPU_R},
                        {v->X[l], STARPU_R},
                        {v->state[l], STARPU_R},
                        {v->X[i], mode},
                        {v->state[i], mode},
                        {s->room, STARPU_SCRATCH}},
               .priority = (int)(2 * i),
               .flops = product(s, rows_of(s, i), v->count, rows_of(s, l)),
           });
}

void sl_insert_trevc_finish(struct sl_trevc *s, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    insert(
        s, sl_cl_trevc_finish[s->prec],
        (struct sl_trevc_args){
            .head = {.variant = s->problem->left, .size = sl_size_class(s->cut[j + 1], v->count)},
            .count = j + 1,
        },
        (struct sl_task){
            .data = {{v->V->tile[0], STARPU_W}, {v->place, STARPU_R}, {s->table, STARPU_SCRATCH}},
            .list = {{v->X, j + 1, STARPU_R}, {v->state, j + 1, STARPU_R}},
            .at = sl_tile_of(v->V, 0, 0),
            .gpu_only = true,
        });
    free_pieces(s, j);
}

void sl_insert_trevc_product(struct sl_trevc *s, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    starling_matrix *Q = s->problem->V;
    int64_t count = s->cut[j + 1], row = s->problem->left ? s->n - count : 0;
    insert(s, sl_cl_trevc_product[s->prec],
           (struct sl_trevc_args){
               .head = {.size = sl_size_class(count, v->count)},
               .row = row,
               .count = count,
               .first = row / Q->nb,
               .nb = Q->nb,
           },
           (struct sl_task){
               .data = {{v->W->tile[0], STARPU_W}, {v->V->tile[0], STARPU_R}},
               .list = {columns(Q, row, row + count)},
               .at = sl_tile_of(v->W, 0, 0),
               .gpu_only = true,
               .flops = product(s, s->n, v->count, count),
           });
}

void sl_insert_trevc_normalize(struct sl_trevc *s, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    const struct sl_trevc_problem *p = s->problem;
    insert(s, sl_cl_trevc_normalize[s->prec],
           (struct sl_trevc_args){
               .head = {.variant = p->euclid},
               .euclid = p->euclid,
               .ilo = p->ilo,
               .ihi = p->balance ? p->ihi : 0,
           },
           (struct sl_task){
               .data = {{v->W->tile[0], STARPU_RW}, {v->place, STARPU_R}, {p->balance, STARPU_R}},
               .at = sl_tile_of(v->W, 0, 0),
               .gpu_only = true,
           });
}

void sl_insert_trevc_result(struct sl_trevc *s, int64_t j)
{
    struct sl_trevc_vectors *v = &s->block[j];
    starling_matrix *V = s->problem->V, *from = v->W ? v->W : v->V;
    for (int64_t c = 0, next; c < v->count; c = next) {
        int64_t to = v->to + c, tile = to / V->nb;
        next = SL_MIN(v->count, (tile + 1) * V->nb - v->to);
        sl_insert_columns(s->seq, sl_tile_of(from, 0, 0), c, sl_tile_of(V, 0, tile), to % V->nb,
                          next - c);
    }
}
