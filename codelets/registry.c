/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The codelets of every operation by precision, and the footprint they share. */

#include "tasks.h"

#define REGISTER(op)                                                                         \
    extern struct starpu_codelet sl_s##op##_cl, sl_d##op##_cl, sl_c##op##_cl, sl_z##op##_cl; \
    struct starpu_codelet *const sl_cl_##op[4] = {&sl_s##op##_cl, &sl_d##op##_cl,            \
                                                  &sl_c##op##_cl, &sl_z##op##_cl}

REGISTER(gemm);
REGISTER(herk);
REGISTER(trtri_diag);
REGISTER(trsm);
REGISTER(trsv);
REGISTER(potrf);
REGISTER(getrf);
REGISTER(update_getrf);
REGISTER(update);
REGISTER(solve);
REGISTER(turn);
REGISTER(laswp);
REGISTER(columns);
REGISTER(lacpy);
REGISTER(laset);
REGISTER(lascal);
REGISTER(random);
REGISTER(norm);

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
