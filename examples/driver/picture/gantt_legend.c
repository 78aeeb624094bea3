/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The legend of a picture of a run: kernels with their shares of the work, then what else is
 * drawn with its share of all workers' time. */

#include <math.h>
#include <stdlib.h>
#include "picture/gantt_draw.h"

enum { COLUMNS = 4, LINE = 22, ABOVE = 52, BELOW = 18, SWATCH = 16 };

/* The largest share comes first. */
static int by_share(const void *a, const void *b)
{
    const struct kernel *const *x = a, *const *y = b;
    return ((*x)->busy_s < (*y)->busy_s) - ((*x)->busy_s > (*y)->busy_s);
}

static int64_t merged(const struct schedule *s)
{
    int64_t several = 0;
    for (int64_t i = 0; i < s->bars; i++)
        several += s->bar[i].count > 1;
    return several;
}

static int kernel_lines(const struct gantt *g)
{
    return (g->schedule.kernels + COLUMNS - 1) / COLUMNS;
}

double gantt_legend_height(const struct gantt *g)
{
    return ABOVE + (kernel_lines(g) + 2) * LINE + BELOW;
}

static void swatch(struct gantt *g, const char *class, double x, double y)
{
    svg_rect(&g->svg, class, x, y - 11, SWATCH, 13, NULL);
}

static double column_x(int column)
{
    return GANTT_LEFT + column * (GANTT_PLOT / COLUMNS);
}

static void draw_kernels(struct gantt *g, double y)
{
    const struct schedule *s = &g->schedule;
    const struct kernel **sorted = calloc((size_t)s->kernels + 1, sizeof(struct kernel *));
    double busy_s = 0;
    for (int k = 0; k < s->kernels && sorted; k++) {
        sorted[k] = &s->kernel[k];
        busy_s += s->kernel[k].busy_s;
    }
    if (sorted)
        qsort(sorted, (size_t)s->kernels, sizeof *sorted, by_share);
    for (int k = 0; k < s->kernels && sorted; k++) {
        char class[24], text[128];
        double x = column_x(k % COLUMNS), at = y + k / COLUMNS * LINE;
        snprintf(class, sizeof class, "k%d", (int)(sorted[k] - s->kernel));
        swatch(g, class, x, at);
        snprintf(text, sizeof text, "%.16s: %lld, %.1f %% of work", sorted[k]->name,
                 (long long)sorted[k]->tasks, gantt_percent(sorted[k]->busy_s, busy_s));
        svg_text(&g->svg, NULL, x + SWATCH + 8, at, text);
    }
    free(sorted);
}

/* Idle, in the scheduler, waiting for data, the critical path. */
static void draw_rest(struct gantt *g, double y)
{
    static const char *const class[] = {"row", "sched", "fetch"};
    static const char *const what[] = {"idle", "in the scheduler", "waiting for data"};
    const struct schedule *s = &g->schedule;
    double whole_s = g->span_s * s->run->workers, part_s[3] = {whole_s, 0, 0};
    for (int r = 0; r < s->run->workers; r++) {
        part_s[1] += s->row[r].sched_s;
        part_s[2] += s->row[r].fetch_s;
        part_s[0] -= s->row[r].busy_s + s->row[r].sched_s + s->row[r].fetch_s;
    }
    for (int i = 0; i < 3; i++) {
        char text[64];
        swatch(g, class[i], column_x(i), y);
        snprintf(text, sizeof text, "%s: %.1f %% of the time", what[i],
                 gantt_percent(fmax(part_s[i], 0), whole_s));
        svg_text(&g->svg, NULL, column_x(i) + SWATCH + 8, y, text);
    }
    swatch(g, "critical", column_x(3), y);
    svg_text(&g->svg, NULL, column_x(3) + SWATCH + 8, y, "critical path of this run");
}

/* What cannot be seen. */
static void draw_note(struct gantt *g, double y)
{
    const struct schedule *s = &g->schedule;
    char text[200];
    int64_t lost = s->run->tasks - s->ran;
    int used = snprintf(text, sizeof text, "%lld task%s", (long long)s->run->tasks,
                        s->run->tasks == 1 ? "" : "s");
    if (lost > 0)
        used += snprintf(text + used, sizeof text - (size_t)used,
                         ", %lld of them without times, which are left out", (long long)lost);
    if (merged(s) > 0)
        snprintf(text + used, sizeof text - (size_t)used,
                 "; short ones are drawn together, as high as the part of their time that is "
                 "work");
    svg_text(&g->svg, "note", GANTT_LEFT, y, text);
}

void gantt_legend(struct gantt *g)
{
    double y = g->bottom + ABOVE;
    draw_kernels(g, y);
    draw_rest(g, y + kernel_lines(g) * LINE);
    draw_note(g, y + (kernel_lines(g) + 1) * LINE);
}
