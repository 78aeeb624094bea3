/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The data of the reduction to bidiagonal form in one stage, and the insertion of its tasks. */

#include "svd.h"

struct sl_gebrd sl_gebrd_make(starling_matrix *A, starling_matrix *R, starling_sequence *seq)
{
    int64_t panel = SL_MIN(SL_ONE_STAGE_PANEL, SL_MAX(1, SL_MIN(A->nb, A->n)));
    size_t size = sl_sizeof(A->prec);
    struct sl_gebrd r = {.A = A, .R = R, .seq = seq, .panel = panel};
    r.on_gpu = sl_on_one_gpu(A);
    r.workers = sl_one_gpu_workers(A);
    r.together = r.on_gpu ? A->nt : 1;
    r.VX = sl_temporary(A->m, 2 * panel, size);
    r.YU = sl_temporary(A->n, 2 * panel, size);
    int64_t on_gpu = sl_on_one_gpu(A) ? sl_work_gebrd_panel[A->prec](A->m, A->n, A->nt) : 0;
    int64_t on_cores = (2 * panel + 1) * (SL_TEAM_CHUNKS + 2) +
                       A->m * sl_most_chunks(A->n, sl_columns_of_chunk(A->m, A->n));
    r.work = sl_workspace(A->prec, r.on_gpu ? on_gpu : on_cores);
    return r;
}

void sl_gebrd_free(struct sl_gebrd *r)
{
    sl_temporary_free(r->seq, r->VX);
    sl_temporary_free(r->seq, r->YU);
    sl_temporary_free(r->seq, r->work);
}

static int priority_of(const struct sl_gebrd *r, int64_t k)
{
    return (int)SL_MIN(INT32_MAX, 2 * (r->A->nt - k));
}

void sl_insert_gebrd_panel(const struct sl_gebrd *r, int64_t k, int64_t first, int64_t count)
{
    starling_matrix *A = r->A, *R = r->R;
    bool begins = first == k * A->nb, rows = k < sl_reflectors_steps(R);
    enum starpu_data_access_mode mode = begins ? STARPU_W : STARPU_RW;
    starpu_data_handle_t tauq, taup = NULL;
    sl_reflectors_panel(A, k, &tauq);
    if (rows)
        sl_reflectors_panel(R, k, &taup);
    int64_t height = A->m - first, width = A->n - first;
    int chunks = sl_chunks_of(height, SL_VECTOR_ROWS).count;
    struct sl_team *team = sl_team_create(r->seq, chunks / 2);
    struct sl_gebrd_args args = {
        .head = {.variant = rows, .size = sl_size_class(height, count)},
        .n = A->n,
        .first = first,
        .count = count,
        .column = k * A->nb,
        .nb = A->nb,
        .begins = begins,
        .rows = rows,
        .team = team,
    };
    bool taken = sl_submit(&(struct sl_task){
        .seq = r->seq,
        .cl = sl_cl_gebrd_panel[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority_of(r, k) + 1,
        .at = sl_tile_of(A, 0, k),
        .gpu_only = r->on_gpu,
        .cpu_only = !r->on_gpu,
        .workers = r->workers,
        .flops = 2 * starling_flops_gemm(A->prec, (double)height, (double)count, (double)width) +
                 6 * starling_flops_gemm(A->prec, (double)(height + width), (double)count,
                                         (double)count / 2),
        .data = {{A->tile[k], STARPU_RW},
                 {R->tile[k], mode},
                 {r->VX, STARPU_W},
                 {r->YU, STARPU_W},
                 {tauq, mode},
                 {r->work, STARPU_SCRATCH},
                 {taup, mode}},
        .list = {{A->tile + k + 1, A->nt - k - 1, STARPU_R}},
    });
    sl_team_ask(r->seq, team, taken, chunks);
}

void sl_insert_gebrd_update(const struct sl_gebrd *r, int64_t k, int64_t first, int64_t count,
                            int64_t j)
{
    starling_matrix *A = r->A;
    int64_t rows = A->m - first - count, end = SL_MIN(A->nt, j + r->together);
    int64_t columns = SL_MIN(A->n, end * A->nb) - j * A->nb;
    struct sl_gebrd_args args = {
        .head = {.variant = j == k, .size = sl_size_class(SL_MAX(1, rows), columns)},
        .n = A->n,
        .first = first,
        .count = count,
        .column = j * A->nb,
        .nb = A->nb,
        .panel = k * A->nb,
    };
    sl_submit(&(struct sl_task){
        .seq = r->seq,
        .cl = sl_cl_gebrd_update[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority_of(r, k),
        .at = sl_tile_of(A, 0, j),
        .gpu_only = r->on_gpu,
        .cpu_only = !r->on_gpu,
        .workers = r->workers,
        .flops = 2 * starling_flops_gemm(A->prec, (double)rows, (double)columns, (double)count),
        .data = {{r->R->tile[k], STARPU_R}, {r->VX, STARPU_R}, {r->YU, STARPU_R}},
        .list = {{A->tile + j, end - j, STARPU_RW}},
    });
}
