/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The time of a task in simulation: start + flops / rate, or start + bytes / bandwidth of a
 * task that has no flops. Workers, memories and links are the simulated machine's; the rates
 * are those of one machine, whatever is simulated: a core of a Xeon X5650 and a Tesla M2070,
 * fitted to what StarPU ships of them (chol_model_*.mirage: single precision, tiles of 320,
 * 640 and 960; gemm within 3 %, potrf within 20 %). Double precision takes twice the time, as
 * there (dlu_model_gemm). Not measured: trtri_diag and getrf, taken for a potrf, update and
 * solve, taken for gemm and trsm, and bandwidths. */

#include <string.h>
#include "tasks.h"

struct rate {
    double start, gflops; /* microseconds, single precision */
};
static const struct {
    const char *op;
    struct rate core, gpu;
} operations[] = {
    {"gemm", {1, 20.2}, {100, 650}},
    {"herk", {1, 20.2}, {50, 650}},
    {"trsm", {1, 19.2}, {460, 150}},
    {"potrf", {200, 15.6}, {1870, 82}},
    {"trtri_diag", {200, 15.6}, {1870, 82}},
    {"getrf", {200, 15.6}, {1870, 82}},
    {"update", {1, 19.2}, {460, 600}},
    {"solve", {1, 19.2}, {460, 150}},
};
static const struct rate memory[] = {{1, 5}, {10, 100}}; /* core, GPU; GB/s */

/* Codelets are called by their precision and operation, such as dgemm. */
double sl_simulated_time(struct starpu_task *task, struct starpu_perfmodel_arch *arch,
                         unsigned implementation)
{
    const char *name = task->cl->name;
    bool gpu = arch->devices[0].type == STARPU_CUDA_WORKER;
    (void)implementation;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (task->flops > 0 && strcmp(name + 1, operations[i].op) == 0) {
            struct rate rate = gpu ? operations[i].gpu : operations[i].core;
            double twice = name[0] == 'd' || name[0] == 'z' ? 2 : 1;
            return rate.start + 1e-3 * twice * task->flops / rate.gflops;
        }
    double bytes = 0;
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); i++)
        bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, i));
    return memory[gpu].start + 1e-3 * bytes / memory[gpu].gflops;
}
