/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The data of algorithms that go through the Schur form of a matrix by windows, hseqr and trsen,
 * and the insertion of their tasks. */

#include <stdlib.h>
#include <string.h>
#include "nonsymmetric.h"
#include "src/runtime/tuning.h"

/* Tasks of windows come first, then those that the next window needs, then the rest of H. */
enum { PRIORITY_Z, PRIORITY_FAR, PRIORITY_NEAR, PRIORITY_WINDOW };

_Static_assert(SL_HSEQR_BULGES <= SL_MOST_BULGES && SL_HSEQR_BULGES_WITH_GPUS <= SL_MOST_BULGES,
               "kernels have room for so many bulges");
_Static_assert(SL_HSEQR_GROUPED <= SL_HSEQR_WINDOWS, "a kernel has room for so many windows");

/* ---- Data ---------------------------------------------------------------------------------- */

/* Rows or columns of a far task. */
static int64_t far_of(int64_t tile)
{
    return tile * (sl_gpus() > 0 ? SL_HSEQR_FAR_WITH_GPUS : SL_HSEQR_FAR);
}

/* Tiles that windows on cores reach soon go to main memory as soon as a GPU has written them. */
static void keep_near_diagonal(starling_matrix *H)
{
    for (int64_t j = 0; j < H->nt; j++)
        for (int64_t i = SL_MAX(0, j - SL_HSEQR_NEAR); i <= j + 1 && i < H->mt; i++)
            starpu_data_set_wt_mask(sl_handle(sl_tile_of(H, i, j)), 1 << STARPU_MAIN_RAM);
}

int sl_hseqr_matrices(struct sl_hseqr_problem *problem, starling_precision prec, int64_t n, bool z)
{
    int64_t tile = SL_HSEQR_TILE, rows = far_of(tile);
    int info = starling_matrix_create(&problem->H, prec, n, n, tile, tile);
    if (info == 0 && sl_gpus() > 0)
        keep_near_diagonal(problem->H);
    return info == 0 && z ? starling_matrix_create(&problem->Z, prec, n, n, rows, tile) : info;
}

void sl_hseqr_matrices_free(struct sl_hseqr_problem *problem, starling_sequence *seq)
{
    if (problem->H)
        sl_matrix_free(seq, problem->H);
    if (problem->Z)
        sl_matrix_free(seq, problem->Z);
}

int64_t sl_hseqr_packets = 0, sl_hseqr_grouped = 0;

void sl_hseqr_make_shifts(struct sl_hseqr *s)
{
    s->shifts = sl_temporary(s->order, 2, sl_sizeof(sl_real_precision(s->prec)));
}

void sl_hseqr_end_packet(struct sl_hseqr *s, int64_t i)
{
    struct sl_hseqr_packet *packet = &s->packet[i];
    bool before = i > 0 && packet[-1].shifts == packet->shifts;
    bool behind = i + 1 < s->packets && packet[1].shifts == packet->shifts;
    sl_temporary_free(s->seq, packet->reflectors);
    if (!before && !behind)
        sl_temporary_free(s->seq, packet->shifts);
    s->packets--;
    memmove(packet, packet + 1, sizeof *packet * (size_t)(s->packets - i));
}

int sl_hseqr_make(struct sl_hseqr *s, const struct sl_hseqr_problem *problem,
                  starling_sequence *seq)
{
    starling_matrix *H = problem->H;
    int64_t bulges = sl_gpus() > 0 ? SL_HSEQR_BULGES_WITH_GPUS : SL_HSEQR_BULGES;
    int64_t chase = sl_gpus() > 0 ? SL_HSEQR_WINDOW_WITH_GPUS : SL_HSEQR_WINDOW;
    int64_t cores = starpu_cpu_worker_get_count();
    int64_t packets = sl_gpus() > 0 ? cores - 1 : cores / SL_HSEQR_CORES;
    int64_t grouped = sl_gpus() > 0 ? SL_HSEQR_GROUPED : 1;
    if (sl_hseqr_packets > 0)
        packets = sl_hseqr_packets;
    if (sl_hseqr_grouped > 0)
        grouped = SL_MIN(SL_HSEQR_WINDOWS, sl_hseqr_grouped);
    int64_t order = SL_MAX(SL_HSEQR_SMALL, chase), window, far, width;
    *s = (struct sl_hseqr){
        .problem = problem,
        .seq = seq,
        .prec = H->prec,
        .n = H->n,
        .nb = H->nb,
        .bulges = bulges,
        .most_packets = SL_MAX(1, SL_MIN(SL_HSEQR_PACKETS, packets)),
        .rows_of_packet = sl_hseqr_packets > 0 ? chase : 2 * chase + grouped * (chase - 2 * bulges),
        .deflation = sl_gpus() > 0 ? SL_HSEQR_DEFLATION_WITH_GPUS : SL_HSEQR_DEFLATION,
        .many = sl_gpus() > 0 ? SL_HSEQR_MANY_WITH_GPUS : SL_HSEQR_MANY,
        .chase = chase,
        .grouped = grouped,
        .far = far_of(H->nb),
        .top = problem->ilo - 1,
        .bottom = problem->ihi,
        .order = SL_MIN(2 * order, H->n)}; /* of a window that has grown */
    window = s->order + 1;
    width = SL_MIN(s->far, s->n);
    far = window * width;
    if (sl_gpus() > 0) /* two copies; the far tasks of larger windows make them in parts */
        far = 2 * SL_MIN(window, chase + (grouped - 1) * (chase - 2 * bulges - 1)) * width;
    s->room = sl_workspace(s->prec, SL_MAX(window * window, sl_hseqr_room(chase)));
    s->far_room = sl_workspace(s->prec, far);
    sl_hseqr_make_shifts(s);
    s->told = sl_temporary(SL_OF_DEFLATE, 1, sizeof(int));
    starpu_variable_data_register(&s->row, -1, 0, sizeof(int));
    return 0;
}

void sl_hseqr_free(struct sl_hseqr *s)
{
    sl_temporary_free(s->seq, s->room);
    sl_temporary_free(s->seq, s->far_room);
    sl_temporary_free(s->seq, s->shifts);
    sl_temporary_free(s->seq, s->told);
    sl_temporary_free(s->seq, s->row);
}

/* ---- Tasks --------------------------------------------------------------------------------- */

/* Inserts a task whose last data are the tiles of A that have elements of these rows and columns.
 * It reads and writes them if it does not say else. */
static void insert(starling_sequence *seq, struct starpu_codelet *cl, struct sl_hseqr_args args,
                   starling_matrix *A, int64_t first_row, int64_t end_row, int64_t first,
                   int64_t end, struct sl_task task)
{
    int64_t top = first_row / A->mb, left = first / A->nb, right = (end - 1) / A->nb, count = 0;
    args.height = (end_row - 1) / A->mb - top + 1;
    args.mb = SL_MIN(A->mb, A->m);
    args.nb = SL_MIN(A->nb, A->n);
    args.row = top * A->mb;
    args.column = left * A->nb;
    starpu_data_handle_t *tile = malloc(sizeof *tile * (size_t)(args.height * (right - left + 1)));
    if (!tile) {
        sl_sequence_error(seq, sl_error("starling_hseqr", STARLING_ENOMEM, NULL));
        return;
    }
    for (int64_t j = left; j <= right; j++)
        for (int64_t i = top; i < top + args.height; i++)
            tile[count++] = A->tile[i + j * A->mt];
    task.seq = seq;
    task.cl = cl;
    task.args = &args;
    task.args_size = sizeof args;
    if (!task.at.of)
        task.at = sl_tile_of(A, top, left);
    task.list[0].handle = tile;
    task.list[0].count = count;
    if (task.list[0].mode == 0)
        task.list[0].mode = STARPU_RW;
    sl_submit(&task);
    free(tile);
}

void sl_hseqr_copy(starling_matrix *A, starling_matrix *B, starling_sequence *seq)
{
    bool store = B->mt > 1; /* A is in block columns, else B is, and becomes whole */
    starling_matrix *X = store ? A : B, *T = store ? B : A;
    for (int64_t j = 0; j < X->nt; j++) {
        struct sl_hseqr_args args = {
            .from = j * X->nb, .to = SL_MIN(X->n, (j + 1) * X->nb), .store = store};
        bool all = args.from % T->nb == 0 && (args.to == T->n || args.to % T->nb == 0);
        sl_tile x = sl_tile_of(X, 0, j);
        struct sl_task task = {.data = {{sl_handle(x), store ? STARPU_R : STARPU_W}}};
        task.list[0].mode = !store ? STARPU_R : all ? STARPU_W : STARPU_RW;
        if (!store)
            task.at = x;
        insert(seq, sl_cl_hseqr_copy[X->prec], args, T, 0, X->m, args.from, args.to, task);
    }
}

static double product(const struct sl_hseqr *s, int64_t m, int64_t n, int64_t k)
{
    return starling_flops_gemm(s->prec, (double)m, (double)n, (double)k);
}

/* Waits for an array of int. NULL: the sequence has failed. */
static const int *acquire(struct sl_hseqr *s, starpu_data_handle_t handle)
{
    bool there = !sl_failed(s->seq) && starpu_data_acquire(handle, STARPU_R) == 0;
    return there ? starpu_data_get_local_ptr(handle) : NULL;
}

bool sl_hseqr_begin(struct sl_hseqr *s)
{
    starling_matrix *H = s->problem->H;
    if (starpu_data_acquire(s->row, STARPU_W) != 0)
        return false;
    *(int *)starpu_data_get_local_ptr(s->row) = 0;
    starpu_data_release(s->row);
    for (int64_t j = 0; j < H->nt; j++)
        insert(s->seq, sl_cl_hseqr_begin[s->prec], (struct sl_hseqr_args){0}, H, 0, s->n, j * H->nb,
               SL_MIN(s->n, (j + 1) * H->nb), (struct sl_task){.data = {{s->row, STARPU_RW}}});
    const int *bad = acquire(s, s->row);
    bool finite = bad && *bad == 0;
    if (bad)
        starpu_data_release(s->row);
    return finite;
}

int64_t sl_hseqr_scan(struct sl_hseqr *s)
{
    starling_matrix *H = s->problem->H;
    int64_t from = s->top / H->nb, count = (s->bottom - 1) / H->nb - from + 1, top = s->top;
    struct sl_hseqr_args args = {
        .nb = H->nb, .row = from * H->nb, .top = s->top, .bottom = s->bottom};
    starpu_data_handle_t *tile = malloc(sizeof *tile * (size_t)(2 * count));
    if (!tile) {
        sl_sequence_error(s->seq, sl_error("starling_hseqr", STARLING_ENOMEM, NULL));
        return top;
    }
    for (int64_t i = from; i < from + count; i++) {
        tile[i - from] = H->tile[i + i * H->mt];
        if (i + 1 < from + count)
            tile[i - from + count] = H->tile[i + 1 + i * H->mt];
    }
    sl_submit(&(struct sl_task){
        .seq = s->seq,
        .cl = sl_cl_hseqr_scan[s->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = PRIORITY_WINDOW,
        .data = {{s->row, STARPU_W}},
        .list = {{tile, 2 * count - 1, STARPU_R}},
    });
    free(tile);
    const int *row = acquire(s, s->row);
    if (row) {
        top = *row;
        starpu_data_release(s->row);
    }
    return top;
}

static void begin_window(struct sl_hseqr *s, struct sl_hseqr_window *w)
{
    w->U = sl_temporary(w->end - w->first, w->end - w->first, sl_sizeof(s->prec));
    w->above = w->first;
    w->right = w->end;
}

/* Columns of windows are multiplied from this row on, and rows before this column: the other
 * elements matter to the Schur form alone. */
static int64_t highest_row(const struct sl_hseqr *s)
{
    return s->problem->schur ? 0 : s->top;
}
static int64_t end_of_rows(const struct sl_hseqr *s)
{
    return s->problem->schur ? s->n : s->bottom;
}

/* The same in the tile of row i, or of column j. */
static int64_t top_of_tile(const struct sl_hseqr *s, int64_t i)
{
    return SL_MAX(highest_row(s), SL_MAX(0, i) / s->nb * s->nb);
}
static int64_t end_of_tile(const struct sl_hseqr *s, int64_t j)
{
    return SL_MIN(end_of_rows(s), (j / s->nb + 1) * s->nb);
}

void sl_insert_hseqr_deflate(struct sl_hseqr *s, struct sl_hseqr_window *w, int64_t wanted,
                             bool exceptional)
{
    struct sl_hseqr_args args = {
        .first = w->first,
        .end = w->end,
        .top = s->top,
        .bottom = s->bottom,
        .wanted = wanted,
        .exceptional = exceptional,
    };
    int64_t from = SL_MAX(s->top, w->first - 1); /* for the element left of the window */
    begin_window(s, w);
    insert(s->seq, sl_cl_hseqr_deflate[s->prec], args, s->problem->H, from, w->end, from, w->end,
           (struct sl_task){
               .data = {{w->U, STARPU_W}, {s->told, STARPU_W}, {s->shifts, STARPU_W}},
               .priority = PRIORITY_WINDOW,
           });
}

struct sl_hseqr_told sl_hseqr_told(struct sl_hseqr *s)
{
    struct sl_hseqr_told told = {0};
    const int *t = acquire(s, s->told);
    if (t) {
        told = (struct sl_hseqr_told){.deflated = t[SL_DEFLATED],
                                      .shifts = t[SL_SHIFTS],
                                      .unfound = t[SL_UNFOUND],
                                      .changed = t[SL_CHANGED]};
        starpu_data_release(s->told);
    }
    return told;
}

void sl_hseqr_drain(struct sl_hseqr *s)
{
    if (!sl_failed(s->seq))
        starpu_task_wait_for_n_submitted(SL_HSEQR_PENDING);
}

void sl_insert_trsen_window(struct sl_hseqr *s, struct sl_hseqr_window *w, const uint64_t *selected,
                            starpu_data_handle_t failed)
{
    struct sl_hseqr_args args = {.first = w->first, .end = w->end};
    memcpy(args.selected, selected, sizeof args.selected);
    begin_window(s, w);
    insert(s->seq, sl_cl_trsen_window[s->prec], args, s->problem->H, w->first, w->end, w->first,
           w->end,
           (struct sl_task){
               .data = {{w->U, STARPU_W}, {failed, STARPU_RW}, {s->room, STARPU_SCRATCH}},
               .priority = PRIORITY_WINDOW,
           });
}

/* ---- Far from the window --------------------------------------------------------------------- */

/* Tasks of similar sizes have one performance model. */
static struct sl_hseqr_args far_args(const struct sl_hseqr_window *w, int64_t from, int64_t to)
{
    return (struct sl_hseqr_args){
        .head = {.size = sl_size_class(to - from, (w->end - w->first + 15) / 16)},
        .first = w->first,
        .end = w->end,
        .from = from,
        .to = to,
    };
}

static starpu_data_handle_t room_of(const struct sl_hseqr *s, int priority)
{
    return priority == PRIORITY_NEAR ? s->room : s->far_room;
}

/* Near a window, cores multiply: the tiles that windows reach soon stay in main memory. */
static void insert_rows(struct sl_hseqr *s, const struct sl_hseqr_window *w, int64_t from,
                        int64_t to, int priority)
{
    int64_t order = w->end - w->first;
    insert(s->seq, sl_cl_hseqr_rows[s->prec], far_args(w, from, to), s->problem->H, w->first,
           w->end, from, to,
           (struct sl_task){
               .data = {{w->U, STARPU_R}, {room_of(s, priority), STARPU_SCRATCH}},
               .priority = priority,
               .cpu_only = priority == PRIORITY_NEAR,
               .flops = product(s, order, to - from, order),
           });
}

static void insert_columns(struct sl_hseqr *s, const struct sl_hseqr_window *w, starling_matrix *A,
                           int64_t from, int64_t to, int priority)
{
    int64_t order = w->end - w->first;
    insert(s->seq, sl_cl_hseqr_columns[s->prec], far_args(w, from, to), A, from, to, w->first,
           w->end,
           (struct sl_task){
               .data = {{w->U, STARPU_R}, {room_of(s, priority), STARPU_SCRATCH}},
               .priority = priority,
               .cpu_only = priority == PRIORITY_NEAR,
               .flops = product(s, to - from, order, order),
           });
}

/* The parts of the window's rows before column `right`, and of its columns from row `above` on. */
static void insert_near(struct sl_hseqr *s, struct sl_hseqr_window *w, int64_t above, int64_t right)
{
    for (int64_t next; w->right < right; w->right = next) {
        next = end_of_tile(s, w->right);
        insert_rows(s, w, w->right, next, PRIORITY_NEAR);
    }
    for (int64_t next; w->above > above; w->above = next) {
        next = top_of_tile(s, w->above - 1);
        insert_columns(s, w, s->problem->H, next, w->above, PRIORITY_NEAR);
    }
}

void sl_insert_hseqr_near(struct sl_hseqr *s, struct sl_hseqr_window *w, int64_t reach)
{
    insert_near(s, w, top_of_tile(s, w->first - reach), end_of_tile(s, w->end - 1 + reach));
}

/* The rows of a group, all of whose windows have near tasks as far as the last one needs them. */
static void begin_group(const struct sl_hseqr *s, struct sl_hseqr_packet *packet)
{
    struct sl_hseqr_window *w = &packet->group.window[0], *all = &packet->group.all;
    int64_t advance = s->chase - 2 * packet->bulges - 1;
    int64_t end = SL_MIN(s->bottom, w->end + (s->grouped - 1) * advance);
    all->first = w->first;
    all->above = top_of_tile(s, w->first - s->chase);
    all->right = end_of_tile(s, end - 1 + s->chase);
}

void sl_insert_hseqr_chase(struct sl_hseqr *s, struct sl_hseqr_packet *packet)
{
    struct sl_hseqr_group *group = &packet->group;
    struct sl_hseqr_window *w = &group->window[group->count++];
    int64_t step = packet->step, bulges = packet->bulges, origin = SL_MAX(s->top, step);
    int64_t end = sl_hseqr_end(s, packet);
    int64_t next = end == s->bottom ? s->bottom - 2 : end - 2 * bulges - 1;
    bool begins = sl_hseqr_is_above(s, packet);
    struct sl_hseqr_args args = {
        .first = w->first = SL_MAX(s->top, step + 1),
        .end = w->end = end,
        .top = s->top,
        .bottom = s->bottom,
        .shift = packet->shift,
        .bulges = bulges,
        .step = step,
        .steps = next - step,
    };
    begin_window(s, w);
    if (end < s->bottom) { /* the tiles of the next window */
        args.from = w->above = top_of_tile(s, w->first);
        args.to = w->right = end_of_tile(s, SL_MIN(s->bottom, next + s->chase) - 1);
    } else {
        args.from = w->first;
        args.to = end;
    }
    insert(s->seq, sl_cl_hseqr_chase[s->prec], args, s->problem->H, SL_MIN(origin, args.from), end,
           origin, args.to,
           (struct sl_task){
               .data = {{w->U, STARPU_W},
                        {packet->shifts, STARPU_R},
                        {packet->reflectors, begins ? STARPU_W : STARPU_RW},
                        {s->room, STARPU_SCRATCH}},
               .priority = PRIORITY_WINDOW,
           });
    packet->step = next;
    packet->end = end;
    if (group->count == 1)
        begin_group(s, packet);
    insert_near(s, w, group->all.above, group->all.right);
}

void sl_insert_hseqr_far(struct sl_hseqr *s, struct sl_hseqr_window *w)
{
    const struct sl_hseqr_problem *p = s->problem;
    int64_t far = s->far, above = highest_row(s), right = end_of_rows(s);
    for (int64_t j = w->right, next; j < right; j = next) {
        next = SL_MIN(right, (j / far + 1) * far);
        insert_rows(s, w, j, next, PRIORITY_FAR);
    }
    for (int64_t i = w->above, next; i > above; i = next) {
        next = SL_MAX(above, (i - 1) / far * far);
        insert_columns(s, w, p->H, next, i, PRIORITY_FAR);
    }
    for (int64_t i = 0; p->Z && i < p->Z->mt; i++)
        insert_columns(s, w, p->Z, i * p->Z->mb, SL_MIN(p->Z->m, (i + 1) * p->Z->mb), PRIORITY_Z);
    sl_temporary_free(s->seq, w->U);
    w->U = NULL;
}

/* The U of all windows of a group. */
static void insert_product(struct sl_hseqr *s, struct sl_hseqr_group *group)
{
    struct sl_hseqr_window *all = &group->all;
    struct sl_hseqr_args args = {.first = all->first, .end = all->end};
    starpu_data_handle_t U[SL_HSEQR_WINDOWS];
    all->U = sl_temporary(all->end - all->first, all->end - all->first, sl_sizeof(s->prec));
    for (int64_t i = 0; i < group->count; i++) {
        args.begin[i] = group->window[i].first;
        U[i] = group->window[i].U;
    }
    sl_submit(&(struct sl_task){
        .seq = s->seq,
        .cl = sl_cl_hseqr_product[s->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = PRIORITY_NEAR,
        .data = {{all->U, STARPU_W}, {s->room, STARPU_SCRATCH}},
        .list = {{U, group->count, STARPU_R}},
    });
    for (int64_t i = 0; i < group->count; i++)
        sl_temporary_free(s->seq, U[i]);
}

void sl_insert_hseqr_group(struct sl_hseqr *s, struct sl_hseqr_group *group)
{
    if (group->count == 0)
        return;
    group->all.end = group->window[group->count - 1].end;
    if (group->count > 1)
        insert_product(s, group);
    else
        group->all.U = group->window[0].U;
    sl_insert_hseqr_far(s, &group->all);
    group->count = 0;
}

void sl_insert_hseqr_late(struct sl_hseqr *s)
{
    if (s->late.U)
        sl_insert_hseqr_far(s, &s->late);
}
