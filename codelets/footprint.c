/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The footprint of tasks: tasks of equal footprint share one performance model. */

#include "kernel.h"

/* FNV-1a hash of the data sizes and the variant. */
uint32_t sl_footprint(struct starpu_task *task)
{
    const struct sl_args *args = task->cl_arg;
    uint32_t size = args->size != 0 ? args->size : starpu_task_data_footprint(task);
    uint32_t parts[2] = {size, args->variant}, hash = 2166136261u;
    for (size_t i = 0; i < sizeof parts; i++)
        hash = (hash ^ ((const unsigned char *)parts)[i]) * 16777619u;
    return hash;
}
