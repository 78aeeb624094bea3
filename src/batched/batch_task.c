/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of an operation on batches. */

#include "batched.h"

static bool is_there(const struct sl_use *use)
{
    return use->batch && !sl_is_empty(use->batch);
}

static void insert(struct sl_batched *call, int64_t c)
{
    starpu_data_handle_t work = NULL;
    struct sl_task task = {
        .seq = call->seq, .cl = call->cl, .args = &call->args, .args_size = sizeof call->args};
    for (int u = 0; u < SL_BATCH_OPERANDS; u++) {
        call->args.buffer[u] = -1;
        if (!is_there(&call->use[u]))
            continue;
        sl_tile chunk = sl_tile_of(call->use[u].batch->store, 0, c);
        call->args.buffer[u] = sl_add_datum(&task, sl_handle(chunk), call->use[u].mode);
        if (!task.at.of || call->use[u].mode == STARPU_RW)
            task.at = chunk;
    }
    work = sl_workspace(task.at.of->prec, call->work(call->rows, call->columns,
                                                     sl_has_cuda() ? sl_cols(task.at) : 0));
    call->args.buffer[SL_BATCH_WORK] = sl_add_datum(&task, work, STARPU_SCRATCH);
    task.flops = call->flops * (double)sl_cols(task.at);
    sl_submit(&task);
    sl_temporary_free(call->seq, work);
    for (int u = 0; u < SL_BATCH_OPERANDS; u++)
        if (is_there(&call->use[u]) && call->use[u].mode != STARPU_R)
            sl_write_back(call->seq, sl_tile_of(call->use[u].batch->store, 0, c));
}

void sl_batched(struct sl_batched *call)
{
    int64_t chunks = 0;
    for (int u = 0; u < SL_BATCH_OPERANDS; u++)
        if (is_there(&call->use[u]))
            chunks = call->use[u].batch->store->nt;
    for (int64_t c = 0; c < chunks && !sl_failed(call->seq); c++)
        insert(call, c);
}
