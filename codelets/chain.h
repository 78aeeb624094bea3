/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A chain is one task that runs the kernels of several tasks, its parts, one after another
 * (src/runtime/chain.c). Its arguments are one block of memory, which can be copied: struct
 * sl_chain_args and the parts. A part is struct sl_part, the arguments of its own, and the place
 * of each of its data among the data of the chain. */

#ifndef SL_CHAIN_H
#define SL_CHAIN_H

#include <stdalign.h>
#include <stddef.h>
#include "kernel.h"

struct sl_chain_args {
    alignas(max_align_t) struct sl_args head;
    int parts;
};
struct sl_part {
    alignas(max_align_t) const struct starpu_codelet *cl;
    size_t args_size, places_size; /* bytes behind this, multiples of the alignment */
};

static inline size_t sl_aligned(size_t size)
{
    return (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}
static inline struct sl_part *sl_part_first(struct sl_chain_args *chain)
{
    return (void *)(chain + 1);
}
static inline struct sl_args *sl_part_args(struct sl_part *part)
{
    return (void *)(part + 1);
}
static inline int *sl_part_places(struct sl_part *part)
{
    return (void *)((char *)(part + 1) + part->args_size);
}
static inline struct sl_part *sl_part_next(struct sl_part *part)
{
    return (void *)((char *)(part + 1) + part->args_size + part->places_size);
}

/* The kernels of every chain. */
void sl_cpu_chain(void *tiles[], void *arg);
void sl_cuda_chain(void *tiles[], void *arg);

#define SL_CODELET_CHAIN(op)                                                                       \
    SL_CODELET_(op, .cpu_funcs = {sl_cpu_chain}, SL_CUDA_FUNCS(sl_cuda_chain))

#endif
