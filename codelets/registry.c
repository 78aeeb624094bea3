/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The codelets of every operation by precision, and the footprint they share. */

#include "kernel.h"

#define CODELET(name, ...)                                                                   \
    extern struct starpu_codelet sl_s##name##_cl, sl_d##name##_cl, sl_c##name##_cl,          \
        sl_z##name##_cl;                                                                     \
    struct starpu_codelet *const sl_cl_##name[4] = {&sl_s##name##_cl, &sl_d##name##_cl,      \
                                                    &sl_c##name##_cl, &sl_z##name##_cl};
#define WORK(name)                                                                           \
    int64_t sl_s##name##_work(int64_t, int64_t, int64_t), sl_d##name##_work(int64_t, int64_t, int64_t), \
        sl_c##name##_work(int64_t, int64_t, int64_t), sl_z##name##_work(int64_t, int64_t, int64_t);     \
    int64_t (*const sl_work_##name[4])(int64_t, int64_t, int64_t) = {                        \
        sl_s##name##_work, sl_d##name##_work, sl_c##name##_work, sl_z##name##_work};
#include "codelets.def"

/* A different variant is a different task: FNV-1a over data sizes and variant. */
uint32_t sl_footprint(struct starpu_task *task)
{
    const struct sl_args *args = task->cl_arg;
    uint32_t size = args->size != 0 ? args->size : starpu_task_data_footprint(task);
    uint32_t parts[2] = {size, args->variant}, hash = 2166136261u;
    for (size_t i = 0; i < sizeof parts; i++)
        hash = (hash ^ ((const unsigned char *)parts)[i]) * 16777619u;
    return hash;
}
