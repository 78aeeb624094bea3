/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Models that have yet to learn. StarPU's know a task after ten of its size on each kind of
 * worker; until then they ask for more, though a core may take a hundred times as long as a GPU
 * and everybody wait for it. So rates are kept, of operations at any size: where cores were far
 * behind they need not be tried at another size. GPUs come first; when they have measured one of
 * an operation and are busy a core tries one, and others follow once that has ended. */

#include "policy.h"

/* Cores that were so many times slower than GPUs do not learn. */
static const double hopeless = 8;

/* What an operation's rate is measured by; its data where the program does not say. */
static double work(struct starpu_task *task)
{
    double bytes = 1;
    if (task->flops > 0)
        return task->flops;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b));
    return bytes;
}

/* The place of an operation, or a free one; NULL: too many. */
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

/* What a task should take on a kind of worker, as at other sizes; NaN: it was never there. */
static double guess(struct policy *p, struct starpu_task *task, enum kind kind)
{
    const struct operation *o = operation_of(p, task->cl);
    return o && o->cl && o->rate[kind] > 0 ? work(task) / o->rate[kind] : NAN;
}

static bool has_one(const struct queue *q, const struct starpu_codelet *cl, enum kind kind)
{
    for (unsigned i = 0; i < q->count; i++)
        if (q->heap[i].task->cl == cl && isnan(q->heap[i].length[kind]))
            return true;
    return false;
}

/* A core is to measure a task of the operation. */
static bool is_tried(const struct policy *p, const struct starpu_codelet *cl)
{
    const struct device *cores = &p->device[0];
    if (has_one(&cores->ready, cl, CORE))
        return true;
    for (unsigned i = 0; i < cores->workers; i++) {
        const struct worker *w = &p->worker[cores->worker[i]];
        if (has_one(&w->bound, cl, CORE))
            return true;
        for (unsigned t = 0; t < MOST_BEGUN; t++)
            if (w->trial[t].task && w->trial[t].cl == cl)
                return true;
    }
    return false;
}

bool sl_must_learn(struct policy *p, const struct entry *e, enum kind kind)
{
    if (!isnan(e->length[kind]) || kind == GPU || p->calibrate || isinf(e->length[GPU]))
        return isnan(e->length[kind]);
    double core = guess(p, e->task, CORE), gpu = e->length[GPU];
    if (isnan(gpu))
        gpu = guess(p, e->task, GPU);
    if (isnan(core) || isnan(gpu))
        return !isnan(gpu) && !is_tried(p, e->task->cl);
    return !(gpu > 0 && core > hopeless * gpu);
}

double sl_core_length(struct policy *p, struct starpu_task *task)
{
    double length = guess(p, task, CORE);
    return isnan(length) ? INFINITY : length;
}

static void note(struct policy *p, const struct starpu_codelet *cl, enum kind kind, double rate)
{
    struct operation *o = operation_of(p, cl);
    if (!o)
        return;
    o->cl = cl;
    o->rate[kind] = fmax(o->rate[kind], rate);
}

void sl_note(struct policy *p, const struct entry *e)
{
    for (int k = 0; k < KINDS; k++)
        if (isfinite(e->length[k]) && e->length[k] > 0)
            note(p, e->task->cl, (enum kind)k, work(e->task) / e->length[k]);
}

void sl_trial_begins(struct worker *w, struct starpu_task *task, double length)
{
    struct trial *trial = &w->trial[w->begins % MOST_BEGUN];
    *trial = (struct trial){NULL, NULL, 0, 0};
    if (isnan(length))
        *trial = (struct trial){task, task->cl, work(task), starpu_timing_now()};
}

struct trial *sl_trial_of(struct worker *w, const struct starpu_task *task)
{
    for (unsigned t = 0; t < MOST_BEGUN; t++)
        if (w->trial[t].task == task)
            return &w->trial[t];
    return NULL;
}

void sl_trial_ends(struct policy *p, struct worker *w, struct trial *trial)
{
    double time = fmax(1e-3, starpu_timing_now() - trial->begin);
    if (w->device)
        note(p, trial->cl, w->device->kind, trial->work / time);
    trial->task = NULL;
}
