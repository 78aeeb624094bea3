/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Models without measurements. StarPU's models know a task after ten runs of its size
 * on each kind of worker. Until then they ask for more, though a core may take a
 * hundred times as long as a GPU while all wait for it. So the rates of operations are
 * kept, whatever their size. If cores were far slower than GPUs at one size, they are
 * not measured at others. GPUs are measured first. Then one core measures one task of
 * the operation while GPUs are busy, unless no core can be fast enough. Others follow
 * when it has ended. */

#include "policy.h"

/* What a rate counts: operations, or bytes if the program does not tell them. */
static double work_of(struct starpu_task *task)
{
    double bytes = 1;
    if (task->flops > 0)
        return task->flops;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b));
    return bytes;
}

/* The place of an operation, or a free one; NULL: the table is full. */
static struct operation *operation_of(struct policy *p, const struct starpu_codelet *cl)
{
    size_t first = (uintptr_t)cl / sizeof *cl;
    for (size_t i = 0; i < OPERATIONS; i++) {
        struct operation *o = &p->operation[(first + i) % OPERATIONS];
        if (o->cl == cl || !o->cl)
            return o;
    }
    return NULL;
}

/* The time of a task by the rate at other sizes; NaN: the operation never ran there. */
static double guess_length(struct policy *p, struct starpu_task *task, enum kind kind)
{
    const struct operation *o = operation_of(p, task->cl);
    return o && o->cl && o->rate[kind] > 0 ? work_of(task) / o->rate[kind] : NAN;
}

static bool waits_in(const struct queue *q, const struct starpu_codelet *cl,
                     enum kind kind)
{
    for (unsigned i = 0; i < q->count; i++)
        if (q->heap[i].task->cl == cl && isnan(q->heap[i].length[kind]))
            return true;
    return false;
}

/* A core measures a task of the operation, or will. */
static bool is_on_trial(const struct policy *p, const struct starpu_codelet *cl)
{
    const struct device *cores = &p->device[0];
    if (waits_in(&cores->ready, cl, CORE))
        return true;
    for (unsigned i = 0; i < cores->workers; i++) {
        const struct worker *w = &p->worker[cores->worker[i]];
        if (waits_in(&w->bound, cl, CORE))
            return true;
        for (unsigned t = 0; t < MOST_BEGUN; t++)
            if (w->trial[t].task && w->trial[t].cl == cl)
                return true;
    }
    return false;
}

/* Even a core of the highest rate would be far slower than the GPU. */
static bool is_hopeless(const struct starpu_task *task, double gpu)
{
    return task->flops / MOST_CORE_RATE > SLOWDOWN_LIMIT * gpu;
}

bool policy_must_calibrate(struct policy *p, const struct entry *e, enum kind kind)
{
    if (!isnan(e->length[kind]) || kind == GPU || p->calibrate ||
        !policy_uses(RULE_CALIBRATION) || isinf(e->length[GPU]))
        return isnan(e->length[kind]);
    double core = guess_length(p, e->task, CORE), gpu = e->length[GPU];
    if (isnan(gpu))
        gpu = guess_length(p, e->task, GPU);
    if (isnan(core) || isnan(gpu))
        return !isnan(gpu) && !is_hopeless(e->task, gpu) &&
               !is_on_trial(p, e->task->cl);
    return !(gpu > 0 && core > SLOWDOWN_LIMIT * gpu);
}

double policy_guess_core_length(struct policy *p, struct starpu_task *task)
{
    double length = guess_length(p, task, CORE);
    return isnan(length) ? INFINITY : length;
}

static void note_rate(struct policy *p, const struct starpu_codelet *cl, enum kind kind,
                      double rate)
{
    struct operation *o = operation_of(p, cl);
    if (!o)
        return;
    o->cl = cl;
    o->rate[kind] = fmax(o->rate[kind], rate);
}

void policy_note_rates(struct policy *p, const struct entry *e)
{
    for (int k = 0; k < KINDS; k++)
        if (isfinite(e->length[k]) && e->length[k] > 0)
            note_rate(p, e->task->cl, (enum kind)k, work_of(e->task) / e->length[k]);
}

void policy_trial_begin(struct worker *w, struct starpu_task *task, double length)
{
    struct trial *trial = &w->trial[w->begins % MOST_BEGUN];
    *trial = (struct trial){NULL, NULL, 0, 0};
    if (isnan(length))
        *trial = (struct trial){task, task->cl, work_of(task), starpu_timing_now()};
}

struct trial *policy_trial_of(struct worker *w, const struct starpu_task *task)
{
    for (unsigned t = 0; t < MOST_BEGUN; t++)
        if (w->trial[t].task == task)
            return &w->trial[t];
    return NULL;
}

void policy_trial_end(struct policy *p, struct worker *w, struct trial *trial)
{
    double time = fmax(1e-3, starpu_timing_now() - trial->begin);
    if (w->device)
        note_rate(p, trial->cl, w->device->kind, trial->work / time);
    trial->task = NULL;
}
