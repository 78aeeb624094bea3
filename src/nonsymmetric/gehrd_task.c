/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The data of the reduction to Hessenberg form, and the insertion of its tasks. */

#include "nonsymmetric.h"
#include "src/qr/qr.h"
#include "src/runtime/tuning.h"

struct sl_gehrd sl_gehrd_make(int64_t ilo, int64_t ihi, starling_matrix *A, starling_sequence *seq)
{
    int64_t panel = SL_MIN(SL_ONE_STAGE_PANEL, SL_MAX(1, SL_MIN(A->nb, A->n)));
    size_t size = sl_sizeof(A->prec);
    int64_t on_gpu = sl_on_one_gpu(A) ? sl_work_gehrd_panel[A->prec](A->m, panel, A->nt) : 0;
    int64_t on_cores = panel * (SL_TEAM_CHUNKS + 1) + A->m * sl_most_chunks(A->m, SL_VECTOR_ROWS);
    int64_t together = sl_on_one_gpu(A) ? A->nt : 1;
    return (struct sl_gehrd){
        .A = A,
        .seq = seq,
        .ilo = ilo,
        .ihi = ihi,
        .panel = panel,
        .together = together,
        .on_gpu = sl_on_one_gpu(A),
        .workers = sl_one_gpu_workers(A),
        .YV = sl_temporary(A->m, 2 * panel, size),
        .T = sl_temporary(panel, 2 * panel, size),
        .parts = sl_workspace(A->prec, sl_on_one_gpu(A) ? on_gpu : on_cores),
        .work = sl_workspace(A->prec, 3 * panel * SL_MIN(A->n, together * A->nb)),
    };
}

void sl_gehrd_free(struct sl_gehrd *r)
{
    sl_temporary_free(r->seq, r->YV);
    sl_temporary_free(r->seq, r->T);
    sl_temporary_free(r->seq, r->parts);
    sl_temporary_free(r->seq, r->work);
}

static int priority_of(const struct sl_gehrd *r, int64_t k)
{
    return (int)SL_MIN(INT32_MAX, 2 * (r->A->nt - k));
}

/* Two products with each half of the rows behind the panel. */
static double panel_flops(const struct sl_gehrd *r, int64_t first, int64_t count)
{
    double rows = (double)(r->ihi - first - 1), k = (double)count;
    return starling_flops_gemm(r->A->prec, rows, k, rows) +
           starling_flops_gemm(r->A->prec, (double)first + 1, k, rows) +
           5 * starling_flops_gemm(r->A->prec, rows, k, k / 2);
}

void sl_insert_gehrd_panel(const struct sl_gehrd *r, int64_t k, int64_t first, int64_t count,
                           bool begins)
{
    starling_matrix *A = r->A;
    starpu_data_handle_t tau;
    sl_reflectors_panel(A, k, &tau);
    int64_t rows = SL_MAX(1, r->ihi - first - 1);
    int chunks = sl_chunks_of(rows, SL_VECTOR_ROWS).count;
    struct sl_team *team = sl_team_create(r->seq, count > 0 ? chunks / 2 : 0);
    struct sl_gehrd_args args = {
        .head = {.variant = count == 0, .size = sl_size_class(rows, count)},
        .first = first,
        .count = count,
        .end = r->ihi,
        .column = k * A->nb,
        .nb = A->nb,
        .begins = begins,
        .team = team,
    };
    int64_t behind = count > 0 ? (r->ihi - 1) / A->nb - k : 0;
    bool taken = sl_submit(&(struct sl_task){
        .seq = r->seq,
        .cl = sl_cl_gehrd_panel[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority_of(r, k) + 1,
        .at = sl_tile_of(A, 0, k),
        .gpu_only = r->on_gpu,
        .cpu_only = !r->on_gpu,
        .workers = r->workers,
        .flops = panel_flops(r, first, count),
        .data = {{A->tile[k], STARPU_RW},
                 {r->YV, STARPU_W},
                 {r->T, STARPU_W},
                 {tau, begins ? STARPU_W : STARPU_RW},
                 {r->parts, STARPU_SCRATCH}},
        .list = {{A->tile + k + 1, SL_MAX(0, behind), STARPU_R}},
    });
    sl_team_ask(r->seq, team, taken, chunks);
}

void sl_insert_gehrd_update(const struct sl_gehrd *r, int64_t k, int64_t first, int64_t count,
                            int64_t j)
{
    starling_matrix *A = r->A;
    int64_t end = SL_MIN(A->nt, j + r->together), columns = SL_MIN(A->n, end * A->nb) - j * A->nb;
    double rows = (double)(r->ihi - first - 1), n = (double)columns, c = (double)count;
    bool square = end * A->nb <= r->ihi;
    struct sl_gehrd_args args = {
        .head = {.variant = (uint32_t)(2 * (j == k) + square),
                 .size = sl_size_class((int64_t)rows, columns)},
        .first = first,
        .count = count,
        .end = r->ihi,
        .column = j * A->nb,
        .nb = A->nb,
    };
    sl_submit(&(struct sl_task){
        .seq = r->seq,
        .cl = sl_cl_gehrd_update[A->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority_of(r, k),
        .at = sl_tile_of(A, 0, j),
        .gpu_only = r->on_gpu,
        .cpu_only = !r->on_gpu,
        .workers = r->workers,
        .flops = 2 * starling_flops_gemm(A->prec, rows, n, c) +
                 starling_flops_gemm(A->prec, (double)r->ihi, n, c),
        .data = {{r->YV, STARPU_R}, {r->T, STARPU_R}, {r->work, STARPU_SCRATCH}},
        .list = {{A->tile + j, end - j, STARPU_RW}},
    });
}

bool sl_gehrd_pays(const starling_matrix *A)
{
    if (sl_gpus() > 0)
        return A->n >= SL_GEEV_GEHRD && sl_cl_gehrd_panel[A->prec]->cuda_funcs[0];
    return A->n >= SL_GEEV_GEHRD_CORES && starpu_cpu_worker_get_count() > 1;
}
