/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The area bound (Agullo, Beaumont, Eyraud-Dubois, Kumar, IPDPS 2016): the least time T in
 * which cores and GPUs can do all tasks, without regard to their order. For two kinds of
 * workers the linear program is solved by a sort: cores take the tasks that GPUs accelerate
 * least, until both end together. Tasks are summed up in classes of acceleration, so that the
 * sort is free. */

#include <math.h>
#include "area.h"

void sl_area_add(struct area *a, double core, double gpu, int count)
{
    if (!(gpu > 0 && isfinite(gpu)))
        return;
    a->work += count * gpu;
    if (!(core > 0 && isfinite(core)))
        return;
    int class = (int)(4 * log2(core / gpu));
    class = class < 0 ? 0 : class < AREA_CLASSES ? class : AREA_CLASSES - 1;
    a->core[class] += count * core;
    a->gpu[class] += count * gpu;
    a->count[class] += count;
    a->shared += (unsigned long)count;
}

struct area_share sl_area_share(const struct area *a, unsigned cores, unsigned gpus)
{
    struct area_share share = {0};
    double on_cores = 0, on_gpus = 0;
    for (int i = 0; i < AREA_CLASSES; i++)
        on_gpus += a->gpu[i];
    for (int i = 0; i < AREA_CLASSES && cores > 0; i++) {
        if (!(a->core[i] > 0 && a->gpu[i] > 0))
            continue;
        /* the part x of this class for which (on_cores + x core) / cores = (on_gpus - x gpu) /
         * gpus */
        double x = (on_gpus * cores - on_cores * gpus) /
                   (a->core[i] * gpus + a->gpu[i] * cores);
        if (x <= 0)
            break;
        share.ratio = a->core[i] / a->gpu[i];
        share.length = a->core[i] / a->count[i];
        x = fmin(x, 1);
        on_cores += x * a->core[i];
        on_gpus -= x * a->gpu[i];
        share.common = on_gpus > 0 ? (1 - x) * a->gpu[i] / on_gpus : 0;
        if (x < 1)
            break;
    }
    share.time = gpus > 0 ? on_gpus / gpus : 0;
    return share;
}
