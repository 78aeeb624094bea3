/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A scheduling policy on devices made up of two cores: StarPU runs nothing, tests call what decides.
 * Worker 0 is the cores, or the GPU's too; worker 1 the GPU's. */

#ifndef DEVICES_H
#define DEVICES_H

#include <math.h>
#include "schedulers/policy.h"
#include "tap.h"

static const double hour = 3600e6; /* in microseconds */
static struct policy policy;

static inline void forget(void)
{
    free(policy.device[1].ready.heap);
    free(policy.device[1].plan.heap);
}

/* Puts the workers on devices: 0 the cores, 1 the GPU. */
static inline void set_devices(unsigned of_first)
{
    static const struct policy empty;
    forget();
    policy = empty;
    policy.devices = 2;
    policy.device[1].kind = GPU;
    for (int w = 0; w < 2; w++) {
        struct device *d = &policy.device[w == 0 ? of_first : 1];
        policy.worker[w].device = d;
        d->worker[d->workers++] = w;
    }
}

/* ---- Models ---------------------------------------------------------------------------- */

static unsigned unknown; /* so many times more a model asks for measurements */
static double takes[2] = {100, 100}; /* on which worker */

static double cost(struct starpu_task *task, unsigned worker, unsigned implementation)
{
    (void)task;
    (void)implementation;
    if (unknown == 0)
        return takes[worker];
    unknown--;
    return NAN;
}

static void never(void *buffers[], void *arg)
{
    (void)buffers;
    (void)arg;
}

static struct starpu_perfmodel model = {
    .type = STARPU_PER_WORKER, .worker_cost_function = cost, .symbol = "check_choice"};
static struct starpu_codelet cl = {
    .cpu_funcs = {never}, .nbuffers = 0, .model = &model, .name = "choice"};

static inline struct entry entry_of(struct starpu_task *task)
{
    starpu_task_init(task);
    task->cl = &cl;
    return (struct entry){.task = task};
}

/* ---- Tasks that use data ----------------------------------------------------------------- */

static struct starpu_codelet uses_one = {
    .cpu_funcs = {never}, .nbuffers = STARPU_VARIABLE_NBUFFERS, .model = &model,
    .name = "uses_one"};

static inline void use_one(struct starpu_task *t, starpu_data_handle_t data,
                           enum starpu_data_access_mode mode)
{
    starpu_task_init(t);
    t->cl = &uses_one;
    t->nbuffers = 1;
    STARPU_TASK_SET_HANDLE(t, data, 0);
    STARPU_TASK_SET_MODE(t, mode, 0);
}

enum { TASKS = 100 };
static struct starpu_task task[TASKS];
static uint32_t second = 2; /* a mask of workers */

/* False: there are no two workers. */
static inline bool start_two(void)
{
    setenv("STARPU_NCUDA", "0", 1);
    return starpu_init(NULL) == 0 && starpu_worker_get_count() >= 2;
}

#endif
