/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of an operation on batches. */

#include <math.h>
#include "codelets/kind.h"
#include "batched.h"

static bool is_there(const struct sl_use *use)
{
    return use->batch && !sl_is_empty(use->batch);
}
/* Whether the matrices of an operand have shapes of their own. */
static bool varies(const struct sl_batched *call, enum sl_operand u)
{
    return is_there(&call->use[u]) && call->use[u].batch->each;
}

/* Of all matrices of a chunk */
static double flops_of(const struct sl_batched *call, int64_t begin, int64_t end)
{
    const starling_batch *A = call->use[SL_BATCH_A].batch, *B = call->use[SL_BATCH_B].batch;
    bool one = !varies(call, SL_BATCH_A) && !varies(call, SL_BATCH_B);
    double flops = 0;
    for (int64_t i = begin; i < (one ? begin + 1 : end); i++)
        flops +=
            call->flops(A->prec, sl_place_of(A, i), B ? sl_place_of(B, i) : (struct sl_place){0});
    return one ? flops * (double)(end - begin) : flops;
}

/* Tasks write what is at the places, but read these. */
static enum starpu_data_access_mode mode_of(const struct sl_use *use)
{
    return sl_on_device(use->batch) && use->mode == STARPU_W ? STARPU_RW : use->mode;
}

/* The places of an operand, or where one that stays is in main memory */
static void tell_place(struct sl_batched_args *args, enum sl_operand u, const starling_batch *A,
                       int64_t begin)
{
    args->each[u] = A->each ? A->each + begin : NULL;
    args->first[u] = sl_stays(A) && !A->each ? sl_place_of(A, begin).a : NULL;
    if (u == SL_BATCH_IPIV)
        args->pivots = A->stride;
}

/* Elements of the workspace, which solutions have after factorizations */
static int64_t work_of(const struct sl_batched *call, int64_t on_gpu)
{
    const starling_batch *B = call->use[SL_BATCH_B].batch;
    int64_t work = call->work ? call->work(call->rows, call->columns, on_gpu) : 0;
    if (call->work_b && is_there(&call->use[SL_BATCH_B]))
        work = SL_MAX(work, call->work_b(B->m, B->n, on_gpu));
    return work;
}

sl_work_query *sl_work_of_solutions(const starling_batch *A, const starling_batch *ipiv,
                                    const starling_batch *B)
{
    bool places = A->each || (ipiv && ipiv->each) || (B && B->each);
    return places ? NULL : sl_work_solve_batched[A->prec];
}

static void insert(struct sl_batched *call, int64_t c)
{
    const starling_batch *A = call->use[SL_BATCH_A].batch;
    int64_t begin = sl_first_of_chunk(A, c), end = sl_first_of_chunk(A, c + 1), on_gpu = 0;
    starpu_data_handle_t work = NULL;
    struct sl_task task = {.seq = call->seq,
                           .cl = call->cl,
                           .args = &call->args,
                           .args_size = sizeof call->args,
                           .flops = flops_of(call, begin, end)};
    call->args.count = end - begin;
    for (int u = 0; u < SL_BATCH_OPERANDS; u++) {
        starling_batch *operand = call->use[u].batch;
        call->args.buffer[u] = -1;
        if (!is_there(&call->use[u]))
            continue;
        sl_tile chunk = sl_tile_of(operand->store, 0, c);
        call->args.buffer[u] = sl_add_datum(&task, sl_handle(chunk), mode_of(&call->use[u]));
        if (!task.at.of || call->use[u].mode == STARPU_RW)
            task.at = chunk;
        tell_place(&call->args, (enum sl_operand)u, operand, begin);
        task.cpu_only |= sl_stays(operand);
        if (sl_on_device(operand)) {
            task.gpu_only = true;
            task.workers = sl_node_workers(operand->node);
        }
    }
    if (!task.at.of)
        return; /* nothing has elements */
    if (varies(call, SL_BATCH_A) || varies(call, SL_BATCH_B))
        call->args.head.size =
            sl_size_class((int64_t)task.flops, 1 + (int64_t)log2((double)(end - begin)));
    if (sl_has_cuda() && !task.cpu_only)
        on_gpu = end - begin;
    work = sl_workspace(A->prec, work_of(call, on_gpu));
    call->args.buffer[SL_BATCH_WORK] = sl_add_datum(&task, work, STARPU_SCRATCH);
    sl_submit(&task);
    sl_temporary_free(call->seq, work);
    for (int u = 0; u < SL_BATCH_OPERANDS; u++)
        if (is_there(&call->use[u]) && call->use[u].mode != STARPU_R &&
            !sl_on_device(call->use[u].batch))
            sl_write_back(call->seq, sl_tile_of(call->use[u].batch->store, 0, c));
}

/* Above the numbers of `variant`, which fit below for orders of kinds. Times depend on it, too. */
enum { KIND_BIT = 27 };
void sl_set_kind(struct sl_batched *call, enum sl_parameter parameter, const starling_batch *A)
{
    int64_t most = SL_MAX(A->m, A->n);
    _Static_assert(SL_KIND_LEAST == SL_SMALL + 1 && (int)SL_KIND_MOST == (int)SL_MIDDLE_ROWS,
                   "orders of kernels");
    if (A->each || most > SL_KIND_MOST)
        return;
    call->args.kind = (int)sl_tuned(parameter, A->prec, most);
    call->args.head.variant |= (uint32_t)call->args.kind << KIND_BIT;
}

void sl_batched(struct sl_batched *call)
{
    const starling_batch *A = call->use[SL_BATCH_A].batch;
    int node = -1; /* of places */
    for (int u = 0; u < SL_BATCH_OPERANDS; u++) {
        starling_batch *operand = call->use[u].batch;
        int info = operand ? sl_batch_cut(operand, A) : 0;
        if (is_there(&call->use[u]) && sl_on_device(operand)) {
            if (node >= 0 && node != operand->node)
                info = sl_error("starling_batch", STARLING_EDEVICE, "pointers to two devices");
            node = operand->node;
        }
        if (info != 0)
            sl_sequence_error(call->seq, info);
    }
    for (int64_t c = 0; !sl_failed(call->seq) && c < A->store->nt; c++)
        insert(call, c);
}
