/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The area bound (Agullo, Beaumont, Eyraud-Dubois, Kumar, IPDPS 2016) is the least time
 * in which cores and GPUs can run all tasks, whatever their order. With two kinds of
 * workers a sort solves this linear program: cores take the tasks that GPUs accelerate
 * least, until both end together. Tasks are summed up in classes of acceleration, which
 * are always sorted. */

#include <math.h>
#include "area.h"

void policy_area_add(struct area *a, double core, double gpu, int count)
{
    if (!(gpu > 0 && isfinite(gpu)))
        return;
    a->work += count * gpu;
    if (!(core > 0 && isfinite(core)))
        return;
    int i = (int)(4 * log2(core / gpu));
    struct area_class *c = &a->class[i < 0              ? 0
                                     : i < AREA_CLASSES ? i
                                                        : AREA_CLASSES - 1];
    c->core += count * core;
    c->gpu += count * gpu;
    c->count += (unsigned long)count;
    if (c->count == 0) /* no rest of rounding errors */
        c->core = c->gpu = 0;
    a->shared += (unsigned long)count;
}

struct area_share policy_area_share(const struct area *a, unsigned cores, unsigned gpus)
{
    struct area_share share = {0};
    double on_cores = 0, on_gpus = 0;
    for (int i = 0; i < AREA_CLASSES; i++)
        on_gpus += a->class[i].gpu;
    for (int i = 0; i < AREA_CLASSES && cores > 0; i++) {
        const struct area_class *c = &a->class[i];
        if (c->count == 0)
            continue;
        /* x: the part of this class for which cores and GPUs end together, that is
         * (on_cores + x core) / cores = (on_gpus - x gpu) / gpus */
        double x =
            (on_gpus * cores - on_cores * gpus) / (c->core * gpus + c->gpu * cores);
        if (x <= 0)
            break;
        share.ratio = c->core / c->gpu;
        share.length = c->core / (double)c->count;
        x = fmin(x, 1);
        on_cores += x * c->core;
        on_gpus -= x * c->gpu;
        share.common = on_gpus > 0 ? (1 - x) * c->gpu / on_gpus : 0;
        if (x < 1)
            break;
    }
    share.time = gpus > 0 ? on_gpus / gpus : 0;
    return share;
}
