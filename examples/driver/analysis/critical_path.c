/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The critical path of a recorded run, by kernels. */

#include <stdlib.h>
#include "analysis/analysis.h"
#include "analysis/schedule.h"

enum { MOST_KERNELS = 8 }; /* that are named */

static int longest_first(const void *a, const void *b)
{
    const struct kernel *x = a, *y = b;
    return (x->busy_s < y->busy_s) - (x->busy_s > y->busy_s);
}

/* What of each kernel is on the path. Returns the time in which no task of it ran. */
static double count_path(struct schedule *s)
{
    double between = s->span_s;
    for (int k = 0; k < s->kernels; k++) {
        s->kernel[k].tasks = 0;
        s->kernel[k].busy_s = 0;
    }
    for (const struct placed *p = s->order; p < s->order + s->ran; p++)
        if (p->critical) {
            s->kernel[p->kernel].tasks++;
            s->kernel[p->kernel].busy_s += p->end_s - p->start_s;
            between -= p->end_s - p->start_s;
        }
    return between > 0 ? between : 0;
}

void report_critical_path(struct report *r, const struct recording *run)
{
    struct schedule s;
    char text[600] = "";
    size_t used = 0;
    if (!schedule_of(run, &s))
        return;
    double between = count_path(&s);
    qsort(s.kernel, (size_t)s.kernels, sizeof *s.kernel, longest_first);
    for (int k = 0; k < s.kernels && k < MOST_KERNELS && s.kernel[k].tasks > 0; k++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%.40s %.3g s (%lld), ", s.kernel[k].name,
                                 s.kernel[k].busy_s, (long long)s.kernel[k].tasks);
    report_header(r, "critical path: %sbetween tasks %.3g s", text, between);
    schedule_free(&s);
}
