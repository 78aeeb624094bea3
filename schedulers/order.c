/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which of the tasks that are ready is next: the one with the longest chain after it, its tail
 * (levels.h), but for those that can wait, which run in order of arrival. Urgent tasks first, just
 * enough others become ready to keep GPUs busy; in order of arrival many more do, of which cores
 * can take some. */

#include "policy.h"

/* Ready tasks are put in order again when less than this part of the time is left. */
static const double left_part = 0.9;

/* A task can wait if what comes after it takes less than this part of the time that all need, and
 * cores take less than that for a task of a GPU's. */
static const double tail_part = 0.5, core_part = 0.05;

/* Not where one GPU does all, cores are not known to be of use and the program has priorities. */
double sl_order_tail(const struct policy *p, struct starpu_task *task)
{
    bool one = p->map.gpus == 1 && p->area.shared == 0 && task->priority != 0;
    return one ? 0 : sl_tail(&p->levels, task);
}

/* Where most of what GPUs do is what cores should take some of, and while there is time. Then many
 * more data are in use, too: not where a tile takes longer to come than a task. */
static bool can_wait(const struct area_share *share, const struct device *d,
                     const struct entry *e)
{
    return d->kind == GPU && share->ratio > 1 && share->common > 0.5 &&
           share->length < core_part * share->time && e->tail < tail_part * share->time &&
           sl_fetch_time(d, e->task) < share->length / share->ratio;
}

/* Comes with every task: shares are computed where there can be some. */
bool sl_order_can_wait(const struct policy *p, const struct device *d, const struct entry *e)
{
    if (d->kind != GPU || p->area.shared == 0)
        return false;
    struct area_share share = sl_share(p);
    return can_wait(&share, d, e);
}

/* Puts the tails in a queue and makes it a heap again; where tasks wait in their turn, too. */
static void refresh(const struct policy *p, struct queue *q, const struct device *d,
                    const struct area_share *share)
{
    for (unsigned i = 0; i < q->count; i++) {
        struct entry e = q->heap[i];
        e.tail = sl_order_tail(p, e.task);
        e.can_wait = q == &d->ready && can_wait(share, d, &e);
        rise(q, i, e); /* the part before i is a heap */
    }
}

void sl_order_update(struct policy *p)
{
    bool longer = sl_levels_update(&p->levels);
    if (longer && sl_map_has_panels(&p->map))
        sl_levels_find_critical(&p->levels);
    struct area_share share = sl_share(p);
    if (!longer && share.time > left_part * p->left)
        return;
    p->left = share.time;
    for (unsigned d = 0; d < p->devices; d++) {
        struct device *device = &p->device[d];
        refresh(p, &device->ready, device, &share);
        refresh(p, &device->plan, device, &share);
        for (unsigned i = 0; i < device->workers; i++)
            refresh(p, &p->worker[device->worker[i]].bound, device, &share);
    }
}
