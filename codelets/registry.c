/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The codelets and workspaces of every operation by precision. */

#include "kernel.h"

#define CODELET(name, ...)                                                                         \
    extern struct starpu_codelet sl_s##name##_cl, sl_d##name##_cl, sl_c##name##_cl,                \
        sl_z##name##_cl;                                                                           \
    struct starpu_codelet *const sl_cl_##name[4] = {&sl_s##name##_cl, &sl_d##name##_cl,            \
                                                    &sl_c##name##_cl, &sl_z##name##_cl};
#define CODELET_REAL(name, ...)                                                                    \
    extern struct starpu_codelet sl_s##name##_cl, sl_d##name##_cl;                                 \
    struct starpu_codelet *const sl_cl_##name[4] = {&sl_s##name##_cl, &sl_d##name##_cl};
#define CODELET_WIDE(name, ...)                                                                    \
    extern struct starpu_codelet sl_d##name##_cl, sl_z##name##_cl;                                 \
    struct starpu_codelet *const sl_cl_##name[4] = {NULL, &sl_d##name##_cl, NULL, &sl_z##name##_cl};
#define CODELET_NARROW(name, ...)                                                                  \
    extern struct starpu_codelet sl_s##name##_cl;                                                  \
    struct starpu_codelet *const sl_cl_##name[4] = {&sl_s##name##_cl};
#define WORK(name)                                                                                 \
    sl_work_query sl_s##name##_work, sl_d##name##_work, sl_c##name##_work, sl_z##name##_work;      \
    sl_work_query *const sl_work_##name[4] = {sl_s##name##_work, sl_d##name##_work,                \
                                              sl_c##name##_work, sl_z##name##_work};
#include "codelets.def"
