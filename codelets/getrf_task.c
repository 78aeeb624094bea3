/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of an LU factorization and of solutions with it. */

#include <math.h>
#include "gang.h"
#include "tasks.h"

static int64_t rows_left(const struct sl_lu_step *s)
{
    return s->A->m - s->k * s->A->nb;
}

/* On GPUs the rows of a column that are still to be interchanged are in turned tiles, where they
 * are contiguous: memory then reads and writes little else (Volkov and Demmel, SC 2008, of a matrix
 * stored by rows). The column's first update turns them, or a task of its own before, rows of U are
 * turned back when they are made, the others when the column is factored. */
static bool turns(const starling_matrix *A)
{
    enum { LEAST = 32 }; /* products of smaller tiles are too many */
    return sl_has_cuda() && A->mt == 1 && A->nb >= LEAST && A->nb <= SL_SWAP_ROWS &&
           A->nb <= SL_IB && 2 * A->nb <= A->m;
}

/* A column narrower than the others stays as it is. */
static bool is_turned(const struct sl_lu_step *s, int64_t j)
{
    return s->turned && (j + 1) * s->A->nb <= s->A->n;
}

/* A GPU that has the matrix has nothing else to do while it factors the first panel. The second
 * column is factored together with its only update. */
bool sl_lu_turns_first(starling_matrix *A, int64_t j)
{
    struct sl_lu_step s = {.A = A, .turned = turns(A)};
    return is_turned(&s, j) && A->home > STARPU_MAIN_RAM && j > 1;
}

/* Before its update by that step and those joined with it. */
static bool was_turned(const struct sl_lu_step *s, int64_t j)
{
    return is_turned(s, j) && (s->k > 0 || sl_lu_turns_first(s->A, j));
}

struct sl_lu_step sl_lu_step_of(starling_matrix *A, int64_t k)
{
    int64_t row = k * A->nb, i = row / A->mb;
    return (struct sl_lu_step){
        .A = A, .k = k, .i = i, .offset = row - i * A->mb,
        .pivots = SL_MIN(A->nb, SL_MIN(A->m, A->n) - row), .ipiv = A->ipiv[k],
        .L = sl_handle(sl_tile_of(A, i, k)), .above = row - i * A->mb, .turned = turns(A),
    };
}

void sl_lu_step_copy(struct sl_lu_step *s)
{
    s->L = sl_temporary(rows_left(s), s->pivots, sl_sizeof(s->A->prec));
    s->above = 0;
    s->copied = true;
}

void sl_lu_step_free(starling_sequence *seq, struct sl_lu_step *s)
{
    for (; s; s = s->joined) {
        sl_inverse_free(seq, &s->inverse);
        if (s->copied)
            sl_temporary_free(seq, s->L);
        s->copied = false;
    }
}

/* The steps that are joined with s, in order, s itself the last one; how many they are. */
static int all_joined(const struct sl_lu_step *s, const struct sl_lu_step *steps[SL_JOINED])
{
    int count = 0;
    for (const struct sl_lu_step *step = s; step; step = step->joined)
        count++;
    for (int i = count; i > 0; s = s->joined)
        steps[--i] = s;
    return count;
}

/* Each row is followed through all interchanges of its part. */
void sl_moves(int64_t pivots, const int *ipiv, int *moves)
{
    for (int first = 0; first < pivots; first += SL_SWAP_ROWS) {
        int part = (int)SL_MIN(SL_SWAP_ROWS, pivots - first);
        int *from = moves + 2 * first, *to = from + part;
        const int *pivot = ipiv + first;
        for (int j = 0; j < part; j++)
            from[j] = pivot[j] - 1 - first;
        for (int i = 0; i < part; i++) {
            int at = i, j = 0;
            for (; j < part && pivot[j] - 1 - first != at; j++)
                if (j == at)
                    at = pivot[j] - 1 - first;
            if (j < part)
                from[j] = i;
            to[i] = j < part ? -1 : at;
        }
    }
}

/* Models of the times: one a height and width rather than one a step, which would be measured
 * once a factorization. Heights within a quarter of an octave count as one. */
static uint32_t size_class(int64_t rows, int64_t columns)
{
    return 1 + (uint32_t)(4 * log2((double)SL_MAX(1, rows))) + 256 * (uint32_t)columns;
}

/* Several steps at once are another task than one. */
static uint32_t several(int steps)
{
    return steps > 1 ? (uint32_t)steps : 0;
}

/* A vector of elements: one size for all steps, so that StarPU keeps the memory. */
static starpu_data_handle_t workspace(starling_precision prec, int64_t elements)
{
    return elements > 0 ? sl_temporary(elements, 1, sl_sizeof(prec)) : NULL;
}

/* The triangle's own work and the product with the rest of its tile. */
static double solve_flops(const struct sl_lu_step *s, starling_precision prec, int64_t rest,
                          int64_t columns)
{
    return starling_flops_trsm(prec, STARLING_LEFT, (double)s->pivots, (double)columns) +
           starling_flops_gemm(prec, (double)rest, (double)columns, (double)s->pivots);
}

/* Four of a factorization and two a step, or one of an update and three a step. */
_Static_assert(4 + 2 * SL_JOINED <= SL_MAX_HANDLES && 1 + 3 * SL_JOINED <= SL_MAX_HANDLES,
               "a task has room for its data");

/* NULL: the task has no such datum. */
static void add_data(struct sl_task *t, starpu_data_handle_t handle,
                     enum starpu_data_access_mode mode)
{
    int count = sl_fixed_data(t);
    t->data[count].handle = handle;
    t->data[count].mode = mode;
}

/* The update of a column by all steps that are joined with s. */
static double update_flops(const struct sl_lu_step *s, sl_tile B)
{
    double flops = 0;
    for (; s; s = s->joined)
        flops += solve_flops(s, B.of->prec, sl_rows(B) - s->offset - s->pivots, sl_cols(B));
    return flops;
}

void sl_insert_getrf(starling_sequence *seq, int priority, const struct sl_lu_step *s,
                     const struct sl_lu_step *before, int64_t key)
{
    starling_precision prec = s->A->prec;
    sl_tile A = sl_tile_of(s->A, s->i, s->k);
    int64_t rows = rows_left(s), m = s->A->m, nb = SL_MIN(s->A->nb, s->A->n);
    const struct sl_lu_step *step[SL_JOINED];
    int steps = all_joined(before, step);
    starpu_data_handle_t info, work;
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    work = workspace(prec, (s->A->mt > 1 ? m * nb : 0) +
                               (sl_has_cuda() ? sl_getrf_work(prec, m, nb) : 0));
    /* A core whose help pays has two chunks. A GPU would wait for no core. */
    int chunks = sl_panel_chunks(rows).count;
    bool alone = sl_has_cuda() || rows < sl_cols(A);
    struct sl_gang *gang = sl_gang_create(seq, alone ? 0 : chunks / 2);
    struct sl_getrf_args args = {
        .head = {.seq = seq, .variant = several(steps), .size = size_class(rows, sl_cols(A))},
        .offset = s->offset, .before = before ? step[0]->offset : 0, .steps = steps,
        .joined = s->joined != NULL, .work = work != NULL, .copy = s->copied, .gang = gang,
        .turned = before && was_turned(step[0], s->k),
    };
    struct sl_task t = {
        .seq = seq, .cl = before ? sl_cl_update_getrf[prec] : sl_cl_getrf[prec],
        .args = &args, .args_size = sizeof args, .priority = priority, .at = A,
        .flops = starling_flops_getrf(prec, (double)rows, (double)sl_cols(A)) +
                 update_flops(before, A),
        .data = {{s->ipiv, STARPU_W}, {info, STARPU_W}},
        .list = {sl_column_from(A, STARPU_RW)},
        .workers = sl_owners(A),
    };
    add_data(&t, work, STARPU_SCRATCH);
    add_data(&t, s->copied ? s->L : NULL, STARPU_W);
    for (int i = 0; i < steps; i++) {
        add_data(&t, step[i]->L, s->joined ? STARPU_RW : STARPU_R);
        add_data(&t, step[i]->ipiv, STARPU_R);
    }
    bool taken = sl_submit(&t);
    sl_gang_ask(seq, gang, taken, chunks);
    sl_temporary_free(seq, work);
    sl_submit_info(seq, info, key, false);
    sl_temporary_free(seq, info);
}

void sl_insert_update(starling_sequence *seq, int priority, const struct sl_lu_step *s,
                      int64_t j)
{
    starling_precision prec = s->A->prec;
    sl_tile B = sl_tile_of(s->A, s->i, j);
    int64_t nb = SL_MIN(s->A->nb, s->A->n);
    const struct sl_lu_step *step[SL_JOINED];
    int steps = all_joined(s, step);
    starpu_data_handle_t work = NULL;
    if (sl_has_cuda())
        work = workspace(prec, sl_update_work(prec, nb, nb, steps) +
                                   (s->A->mt > 1 ? s->A->m * nb : 0));
    struct sl_lu_args args = {
        .head = {.seq = seq, .variant = several(steps),
                 .size = size_class(rows_left(step[0]), sl_cols(B))},
        .offset = step[0]->offset, .steps = steps, .uplo = STARLING_LOWER,
        .trans = STARLING_NOTRANS, .inverse = s->inverse.blocks != NULL,
        .was_turned = was_turned(step[0], j),
        .turned = is_turned(s, j), .soon = j == s->k + 2,
    };
    struct sl_task t = {
        .seq = seq, .cl = sl_cl_update[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = B, .flops = update_flops(s, B),
        .list = {sl_column_from(B, STARPU_RW)},
        .workers = sl_owners(B),
    };
    for (int i = 0; i < steps; i++) {
        add_data(&t, step[i]->L, STARPU_R);
        add_data(&t, step[i]->ipiv, STARPU_R);
        add_data(&t, step[i]->inverse.blocks, STARPU_R);
    }
    add_data(&t, work, STARPU_SCRATCH);
    sl_submit(&t);
    sl_temporary_free(seq, work);
}

void sl_insert_turn(starling_sequence *seq, int priority, sl_tile t)
{
    struct sl_args args = {.seq = seq, .size = size_class(sl_rows(t), sl_cols(t))};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_turn[t.of->prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = t, .data = {{sl_handle(t), STARPU_RW}},
        .workers = sl_owners(t), .gpu_only = true,
    });
}

void sl_insert_solve(starling_sequence *seq, int priority, const struct sl_lu_step *s,
                     starling_uplo uplo, starling_trans trans, struct sl_inverse inverse,
                     starling_matrix *B, int64_t v)
{
    starling_precision prec = B->prec;
    sl_tile T = sl_tile_of(s->A, s->i, s->k), X = sl_tile_of(B, s->i, v);
    int64_t rest = uplo == STARLING_UPPER ? s->offset : sl_rows(X) - s->offset - s->pivots;
    /* As many columns of tiles as cores leave nobody to help. */
    int chunks = rest > 0 ? sl_solve_chunks(trans, s->pivots, rest).count : 0;
    bool alone = B->nt >= (int64_t)starpu_cpu_worker_get_count();
    struct sl_gang *gang = sl_gang_create(seq, alone ? 0 : chunks / 2);
    struct sl_lu_args args = {
        .head = {.seq = seq, .variant = (uint32_t)(uplo * 256 + trans),
                 .size = size_class(rest, sl_cols(X))},
        .offset = s->offset, .uplo = uplo, .trans = trans, .inverse = inverse.blocks != NULL,
        .gang = gang,
    };
    bool taken = sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_solve[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = X, .flops = solve_flops(s, prec, rest, sl_cols(X)),
        .data = {{sl_handle(T), STARPU_R}, {sl_handle(X), STARPU_RW},
                 {inverse.blocks, STARPU_R}, {inverse.work, STARPU_SCRATCH}},
    });
    sl_gang_ask(seq, gang, taken, chunks);
}

starpu_data_handle_t sl_insert_compose(starling_sequence *seq, starling_matrix *A, int64_t from,
                                       int64_t end, starpu_data_handle_t after)
{
    starpu_data_handle_t permutation = sl_temporary(A->m, 1, sizeof(int));
    int64_t first = from * A->nb, steps = end - from;
    struct sl_compose_args args = {
        .head = {.seq = seq}, .first = first, .steps = steps, .each = A->nb,
        .pivots = SL_MIN(steps * A->nb, SL_MIN(A->m, A->n) - first), .follows = after != NULL,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = &sl_compose_cl, .args = &args, .args_size = sizeof args,
        .at = sl_tile_of(A, first / A->mb, from),
        .data = {{permutation, STARPU_W}, {after, STARPU_R}},
        .list = {{A->ipiv + from, steps, STARPU_R}},
    });
    return permutation;
}

void sl_insert_laswp(starling_sequence *seq, starpu_data_handle_t permutation, bool inverse,
                     int64_t first, sl_tile t)
{
    int64_t m = t.of->m, n = sl_has_cuda() ? SL_MIN(SL_LASWP_COLUMNS, sl_cols(t)) : 1;
    starpu_data_handle_t work = workspace(t.of->prec, m * n);
    struct sl_laswp_args args = {
        .head = {.seq = seq, .variant = inverse, .size = size_class(m - first, sl_cols(t))},
        .first = first, .offset = first - t.i * t.of->mb, .inverse = inverse,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_laswp[t.of->prec], .args = &args, .args_size = sizeof args,
        .at = t, .data = {{permutation, STARPU_R}, {work, STARPU_SCRATCH}},
        .list = {sl_column_from(t, STARPU_RW)},
        .workers = sl_owners(t), .gpu_only = t.of->home > STARPU_MAIN_RAM,
    });
    sl_temporary_free(seq, work);
}

void sl_insert_columns(starling_sequence *seq, starpu_data_handle_t permutation, sl_tile X,
                       sl_tile A)
{
    struct sl_columns_args args = {
        .head = {.seq = seq}, .from = X.j * X.of->nb, .to = A.j * A.of->nb,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_columns[A.of->prec], .args = &args, .args_size = sizeof args,
        .at = A, .data = {{sl_handle(A), STARPU_RW}, {sl_handle(X), STARPU_R},
                          {permutation, STARPU_R}},
    });
}
