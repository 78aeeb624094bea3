/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The data of the reduction to tridiagonal form in one stage, and the insertion of its tasks. */

#include "eigen.h"

struct sl_hetrd sl_hetrd_make(starling_matrix *A, starling_sequence *seq)
{
    int64_t panel = SL_MIN(SL_ONE_STAGE_PANEL, SL_MAX(1, SL_MIN(A->nb, A->n)));
    size_t size = sl_sizeof(A->prec);
    int64_t on_gpu = sl_on_one_gpu(A) ? sl_work_hetrd_panel[A->prec](A->m, panel, A->nt) : 0;
    int64_t on_cores = panel + (2 * panel + 1) * (SL_TEAM_CHUNKS + 1);
    return (struct sl_hetrd){
        .A = A,
        .seq = seq,
        .panel = panel,
        .together = sl_on_one_gpu(A) ? A->nt : 1,
        .on_gpu = sl_on_one_gpu(A),
        .workers = sl_one_gpu_workers(A),
        .VW = sl_temporary(A->m, 3 * panel, size),
        .work = sl_workspace(A->prec, SL_MAX(on_gpu, on_cores)),
        .sums = sl_workspace(A->prec, A->m * SL_HETRD_GROUPS),
    };
}

void sl_hetrd_free(struct sl_hetrd *r)
{
    sl_temporary_free(r->seq, r->VW);
    sl_temporary_free(r->seq, r->work);
    sl_temporary_free(r->seq, r->sums);
}

static int priority_of(const struct sl_hetrd *r, int64_t k)
{
    return (int)SL_MIN(INT32_MAX, 2 * (r->A->nt - k));
}

void sl_insert_hetrd_panel(const struct sl_hetrd *r, int64_t k, int64_t first, int64_t count)
{
    starling_matrix *A = r->A;
    bool begins = first == k * A->nb;
    starpu_data_handle_t tau;
    sl_reflectors_panel(A, k, &tau);
    int64_t rows = A->n - first - 1;
    int chunks = sl_chunks_of(rows, SL_VECTOR_ROWS).count;
    struct sl_team *team = sl_team_create(r->seq, chunks / 2);
    struct sl_hetrd_args args = {
        .head = {.size = sl_size_class(rows, count)},
        .first = first,
        .count = count,
        .column = k * A->nb,
        .nb = A->nb,
        .begins = begins,
        .team = team,
    };
    bool taken = sl_submit(&(struct sl_task){
        .seq = r->seq,
        .cl = sl_cl_hetrd_panel[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority_of(r, k) + 1,
        .at = sl_tile_of(A, 0, k),
        .gpu_only = r->on_gpu,
        .cpu_only = !r->on_gpu,
        .workers = r->workers,
        .flops = starling_flops_gemm(A->prec, (double)rows, (double)count, (double)rows) +
                 6 * starling_flops_gemm(A->prec, (double)rows, (double)count, (double)count / 2),
        .data = {{A->tile[k], STARPU_RW},
                 {r->VW, STARPU_W},
                 {tau, begins ? STARPU_W : STARPU_RW},
                 {r->work, STARPU_SCRATCH},
                 {r->sums, STARPU_SCRATCH}},
        .list = {{A->tile + k + 1, A->nt - k - 1, STARPU_R}},
    });
    sl_team_ask(r->seq, team, taken, SL_HETRD_GROUPS);
}

void sl_insert_hetrd_update(const struct sl_hetrd *r, int64_t k, int64_t first, int64_t count,
                            int64_t j)
{
    starling_matrix *A = r->A;
    int64_t last = SL_MIN(A->nt, j + r->together);
    int64_t end = SL_MIN(A->n, last * A->nb), from = SL_MAX(j * A->nb, first + count);
    int64_t rows = A->n - from, columns = end - from;
    struct sl_hetrd_args args = {
        .head = {.variant = j == k, .size = sl_size_class(SL_MAX(1, rows), end - j * A->nb)},
        .first = first,
        .count = count,
        .column = j * A->nb,
        .nb = A->nb,
    };
    if (columns > 0)
        sl_submit(&(struct sl_task){
            .seq = r->seq,
            .cl = sl_cl_hetrd_update[A->prec],
            .args = &args,
            .args_size = sizeof args,
            .priority = priority_of(r, k),
            .at = sl_tile_of(A, 0, j),
            .gpu_only = r->on_gpu,
            .cpu_only = !r->on_gpu,
            .workers = r->workers,
            .flops = 2 * starling_flops_gemm(A->prec, (double)rows - (double)columns / 2,
                                             (double)columns, (double)count),
            .data = {{r->VW, STARPU_R}},
            .list = {{A->tile + j, last - j, STARPU_RW}},
        });
}

void sl_insert_diagonals(starling_sequence *seq, starling_matrix *A, bool upper, starling_matrix *D,
                         starling_matrix *E)
{
    struct sl_diagonals_args args = {.n = D->m, .off = E->m, .nb = A->nb, .upper = upper};
    if (D->m == 0)
        return;
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_diagonals[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .at = sl_tile_of(D, 0, 0),
        .gpu_only = sl_on_one_gpu(A),
        .cpu_only = !sl_on_one_gpu(A),
        .workers = sl_one_gpu_workers(A),
        .data = {{D->tile[0], STARPU_W}, {E->m > 0 ? E->tile[0] : NULL, STARPU_W}},
        .list = {{A->tile, A->nt, STARPU_R}},
    });
    sl_write_back(seq, sl_tile_of(D, 0, 0));
    if (E->m > 0)
        sl_write_back(seq, sl_tile_of(E, 0, 0));
}
