/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The kernels of chains: they call those of the parts. */

#include "chain.h"

static void run_part(struct sl_part *part, starpu_cpu_func_t kernel, void *tiles[],
                     struct sl_args *chain)
{
    struct sl_args *args = sl_part_args(part);
    const int *place = sl_part_places(part);
    void *own[SL_MAX(1, args->data)];
    for (int i = 0; i < args->data; i++)
        own[i] = tiles[place[i]];
    args->number = chain->number;
    kernel(own, args);
    if (chain->status == 0)
        chain->status = args->status;
}

void sl_cpu_chain(void *tiles[], void *arg)
{
    struct sl_chain_args *chain = arg;
    struct sl_part *part = sl_part_first(chain);
    for (int i = 0; i < chain->parts; i++, part = sl_part_next(part))
        run_part(part, part->cl->cpu_funcs[0], tiles, &chain->head);
}

#ifdef STARLING_CUDA
#include "codelets/cuda/streams.h"

void sl_cuda_chain(void *tiles[], void *arg)
{
    struct sl_chain_args *chain = arg;
    struct sl_part *part = sl_part_first(chain);
    sl_cuda_one_stream(true);
    for (int i = 0; i < chain->parts; i++, part = sl_part_next(part))
        run_part(part, part->cl->cuda_funcs[0], tiles, &chain->head);
    sl_cuda_one_stream(false);
}
#endif
