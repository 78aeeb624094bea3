/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Models that have yet to learn. StarPU's know a task after ten of its size on each kind of
 * worker; until then they ask for more, though a core may take a hundred times as long as a GPU
 * and everybody wait for it. So rates are kept, of operations at any size: where cores were far
 * behind they need not be tried at another size. The first of an operation is a GPU's, and the
 * others wait for it; the second is a core's. */

#include "policy.h"

/* Workers that were so many times slower do not learn. */
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

/* A task of the operation is on its way to be measured on a kind of worker. */
static bool is_tried(const struct policy *p, const struct starpu_codelet *cl, enum kind kind)
{
    for (unsigned d = 0; d < p->devices; d++) {
        const struct device *device = &p->device[d];
        if (device->kind != kind)
            continue;
        if (has_one(&device->ready, cl, kind))
            return true;
        for (unsigned i = 0; i < device->workers; i++) {
            const struct worker *w = &p->worker[device->worker[i]];
            if (has_one(&w->plan, cl, kind))
                return true;
            for (unsigned t = 0; t < MOST_BEGUN; t++)
                if (w->trial[t].task && w->trial[t].cl == cl)
                    return true;
        }
    }
    return false;
}

bool sl_must_learn(struct policy *p, const struct entry *e, enum kind kind)
{
    enum kind other = kind == CORE ? GPU : CORE;
    if (!isnan(e->length[kind]) || p->calibrate || isinf(e->length[other]))
        return isnan(e->length[kind]);
    double here = guess(p, e->task, kind), there = e->length[other];
    if (isnan(there))
        there = guess(p, e->task, other);
    if (kind == CORE && isnan(there))
        return false;
    return isnan(here) ? !is_tried(p, e->task->cl, kind) : !(there > 0 && here > hopeless * there);
}

bool sl_guess(struct policy *p, struct entry *e)
{
    for (int k = 0; k < KINDS; k++)
        if (isnan(e->length[k]))
            e->length[k] = guess(p, e->task, (enum kind)k);
    if (isnan(e->length[CORE])) /* one is at it */
        e->length[CORE] = INFINITY;
    return !isnan(e->length[GPU]);
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
    w->trial[w->given % MOST_BEGUN] = isnan(length)
        ? (struct trial){task, task->cl, starpu_timing_now()} : (struct trial){NULL, NULL, 0};
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
        note(p, trial->cl, w->device->kind, work(trial->task) / time);
    trial->task = NULL;
}
