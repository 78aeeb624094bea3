/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The time of a task in simulation. STARLING_MACHINE names the description of a machine
 * (schedulers/machines/README); tools/simulate sets it. Without it, the time is start +
 * flops / rate, or start + bytes / bandwidth for a task without flops. The rates are then
 * those of a core of a Xeon X5650 and of a Tesla M2070, fitted to StarPU's models of mirage
 * in single precision (chol_model_*.mirage). Double precision takes twice the time. Guesses
 * are: trtri_diag and getrf run at the rate of potrf, update and solve at that of gemm and
 * trsm; also the bandwidths.
 *
 * Noise: with STARLING_NOISE=20 the time of each task is random, with a standard deviation
 * of 20 % of the expected time. STARLING_NOISE_SEED chooses the random numbers. StarPU asks
 * for the time again when it begins the task, and gets the random time. A scheduler asks
 * before, and gets the expected time. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "machine_times.h"
#include "codelets/kernel.h"

static const struct {
    const char *op;
    double rate[4]; /* core: start, rate; GPU: start, rate */
} operations[] = {
#define CODELET(name, colour, ...) {#name, {__VA_ARGS__}},
#define WORK(name)
#include "codelets/codelets.def"
};
static const double memory[2][2] = {{1, 5}, {10, 100}}; /* core, GPU: start, GB/s */

/* The operation of a codelet, whose name begins with the precision, as in dgemm. */
static double builtin_time(const char *name, const struct sl_kernel *k)
{
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        const double *rate = operations[i].rate + 2 * k->gpu;
        if (k->flops > 0 && rate[1] > 0 && strcmp(k->op, operations[i].op) == 0) {
            double twice = name[0] == 'd' || name[0] == 'z' ? 2 : 1;
            return rate[0] + 1e-3 * twice * k->flops / rate[1];
        }
    }
    return memory[k->gpu][0] + 1e-3 * k->bytes / memory[k->gpu][1];
}

/* Reads the settings once. False: the machine cannot be read. */
static struct sl_simulation simulation;

static bool read_simulation(void)
{
    static bool done, good;
    char err[400];
    if (!done && !(good = sl_simulation_read(&simulation, err, sizeof err)))
        fprintf(stderr, "STARLING_MACHINE: %s\n", err);
    done = true;
    return good;
}

/* The properties of a task on which its time depends: the bytes of its data without
 * workspaces, and the width of the last tile that it writes. */
static struct sl_kernel kernel_of(struct starpu_task *task, bool gpu)
{
    const char *name = task->cl->name, *letter = strchr("sdcz", name[0]);
    struct sl_kernel k = {.op = name + 1, .gpu = gpu, .flops = task->flops,
                          .prec = letter ? (starling_precision)(letter - "sdcz") : STARLING_D};
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); i++) {
        starpu_data_handle_t handle = STARPU_TASK_GET_HANDLE(task, i);
        enum starpu_data_access_mode mode = STARPU_TASK_GET_MODE(task, i);
        if (!(mode & STARPU_SCRATCH))
            k.bytes += (double)starpu_data_get_size(handle);
        if ((mode & STARPU_W) && starpu_data_get_interface_id(handle) !=
                                     STARPU_VARIABLE_INTERFACE_ID) /* a matrix */
            k.width = starpu_matrix_get_ny(handle);
    }
    return k;
}

/* StarPU calls this for the codelet zero (zero_kernel.c), in simulation too. */
void sl_simulated_kernel(void *tiles[], void *arg)
{
    (void)tiles, (void)arg;
}

double sl_simulated_time(struct starpu_task *task, struct starpu_perfmodel_arch *arch,
                         unsigned implementation)
{
    (void)implementation;
    if (!read_simulation())
        return NAN; /* then StarPU ends the program */
    const struct sl_args *args = task->cl_arg; /* NULL: zero, for a tile that was not written */
    struct sl_kernel k = kernel_of(task, arch->devices[0].type == STARPU_CUDA_WORKER);
    double us = simulation.machine ? sl_machine_time(simulation.machine, &k)
                                 : builtin_time(task->cl->name, &k);
    if (simulation.noise > 0 && starpu_task_get_current() == task)
        us *= sl_machine_noise(simulation.noise, simulation.seed,
                               args ? (uint64_t)args->number : 0);
    return us;
}
