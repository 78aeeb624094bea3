/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Pictures of runs: see gantt.h. From top to bottom: title, where the steps of the algorithm
 * begin, the rows, the time, the legend (gantt_legend.c). */

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "picture/gantt.h"
#include "picture/gantt_draw.h"
#include "options/words.h"

/* As many shapes as keep the file well under 3 MB, at some 150 bytes each. */
enum { MOST_BARS = 12000, MOST_WAITS = 4000 };

/* Room for all rows where they can be at least 6 pixels high. */
enum { ROWS_HEIGHT = 930, LEAST_PITCH = 6, MOST_PITCH = 30, TOP = 98 };

static const char style[] =
    "text{" SVG_FONT ";font-size:12px;fill:#4a5560}\n"
    ".title{font-size:18px;font-weight:600;fill:#1b2430}\n"
    ".head{font-weight:600;fill:#1b2430;stroke:#fff;stroke-width:4;paint-order:stroke}\n"
    ".end{text-anchor:end}\n.mid{text-anchor:middle}\n"
    ".note{font-size:11.5px;fill:#6b7682}\n"
    ".row{fill:#eef1f4}\n.grid{stroke:#d3d9e0}\n.axis{stroke:#8a949e}\n"
    ".step{stroke:#8a949e}\n"
    ".fetch{fill:url(#fetch)}\n.sched{fill:url(#sched)}\n"
    ".critical{fill:none;stroke:#111;stroke-width:1.3}\n"
    ".bound{stroke:#111;stroke-width:1.5;stroke-dasharray:6 4}\n"
    ".halo{stroke:#fff;stroke-width:3;stroke-opacity:.8}\n";

double gantt_x(const struct gantt *g, double seconds)
{
    return GANTT_LEFT + (g->span_s > 0 ? seconds / g->span_s * GANTT_PLOT : 0);
}

/* GPUs and cores are set apart. */
static double row_y(const struct gantt *g, int row)
{
    const struct schedule *s = &g->schedule;
    bool apart = row > 0 && !s->run->worker[s->row[row].worker].gpu &&
                 s->run->worker[s->row[0].worker].gpu;
    return TOP + row * g->pitch + (apart ? 8 : 0);
}

/* The rows, the places below them and the scale. */
static void lay_out(struct gantt *g, double bound_s)
{
    int rows = g->schedule.run->workers;
    double pitch = rows > 0 ? floor(ROWS_HEIGHT / (double)rows) : MOST_PITCH;
    g->pitch = fmin(fmax(pitch, LEAST_PITCH), MOST_PITCH);
    g->height = g->pitch - (g->pitch >= 14 ? 4 : 1);
    g->bottom = rows > 0 ? row_y(g, rows - 1) + g->pitch : TOP + MOST_PITCH;
    g->bound_s = bound_s;
    g->span_s = fmax(g->schedule.span_s, bound_s > 0 && isfinite(bound_s) ? bound_s : 0);
}

static bool has_processes(const struct recording *run)
{
    return run->workers > 0 && run->worker[run->workers - 1].process > 0;
}

/* "GPU 2", "core 11", in process 3 "3: core 11", and the part of the time that is work, at both ends of a row. Of several
 * workers of one GPU the first has its name. */
static void draw_labels(struct gantt *g, int r, int in_group)
{
    const struct row *row = &g->schedule.row[r];
    const struct worker *w = &g->schedule.run->worker[row->worker];
    const struct worker *above = in_group > 0 ? &g->schedule.run->worker[row[-1].worker] : NULL;
    int stride = (int)ceil(13 / g->pitch); /* labels do not touch */
    double y = row_y(g, r) + g->height / 2 + 4;
    char text[64], process[32] = "";
    if (in_group % stride != 0)
        return;
    if (has_processes(g->schedule.run))
        snprintf(process, sizeof process, "%d: ", w->process);
    snprintf(text, sizeof text, w->gpu ? "%sGPU %d" : "%score %d", process,
             w->gpu ? w->device : in_group);
    if (!above || !w->gpu || above->device != w->device)
        svg_text(&g->svg, "end", GANTT_LEFT - 8, y, text);
    if (g->span_s > 0) {
        snprintf(text, sizeof text, "%.0f %%", 100 * row->busy_s / g->span_s);
        svg_text(&g->svg, "end", GANTT_WIDTH - 12, y, text);
    }
}

/* What is idle: the rows without their tasks. */
static void draw_rows(struct gantt *g)
{
    const struct schedule *s = &g->schedule;
    if (g->span_s > 0)
        svg_text(&g->svg, "note end", GANTT_WIDTH - 12, TOP - 10, "busy");
    for (int r = 0, in_group = 0; r < s->run->workers; r++, in_group++) {
        const struct row *row = &s->row[r];
        const struct worker *w = &s->run->worker[row->worker];
        char hover[256];
        if (r > 0 && (w->gpu != s->run->worker[s->row[r - 1].worker].gpu ||
                      w->process != s->run->worker[s->row[r - 1].worker].process))
            in_group = 0;
        snprintf(hover, sizeof hover,
                 "%s: %s\nbusy %.1f %%, in the scheduler %.1f %%, waiting for data "
                 "%.1f %%", w->name, words_count(row->tasks, "task").text,
                 gantt_percent(row->busy_s, g->span_s), gantt_percent(row->sched_s, g->span_s),
                 gantt_percent(row->fetch_s, g->span_s));
        svg_rect(&g->svg, "row", GANTT_LEFT, row_y(g, r), GANTT_PLOT, g->height, hover);
        draw_labels(g, r, in_group);
    }
}

/* Round times under the rows, in the unit that the largest has. */
static void draw_axis(struct gantt *g)
{
    double unit = g->span_s >= 1 ? 1 : g->span_s >= 1e-3 ? 1e-3 : 1e-6;
    const char *name = unit == 1 ? "s" : unit == 1e-3 ? "ms" : "\302\265s";
    svg_line(&g->svg, "axis", GANTT_LEFT, g->bottom, GANTT_LEFT + GANTT_PLOT, g->bottom);
    if (g->span_s <= 0)
        return;
    double step = svg_step(g->span_s / unit, 11);
    for (int i = 0; i * step * unit <= g->span_s * (1 + 1e-9); i++) {
        char text[32];
        double x = gantt_x(g, i * step * unit);
        snprintf(text, sizeof text, "%.10g", i * step);
        svg_line(&g->svg, "grid", x, TOP - 2, x, g->bottom);
        svg_line(&g->svg, "axis", x, g->bottom, x, g->bottom + 5);
        svg_text(&g->svg, "mid", x, g->bottom + 18, text);
    }
    svg_text(&g->svg, "note end", GANTT_LEFT - 16, g->bottom + 18, name);
}

/* The first start of each step; NaN: none. */
static double *step_starts(const struct schedule *s, int64_t *steps)
{
    *steps = 0;
    for (int64_t i = 0; i < s->ran; i++)
        if (s->run->task[s->order[i].task].step >= *steps)
            *steps = s->run->task[s->order[i].task].step + 1;
    if (*steps > s->run->tasks) /* numbers that no loop gives */
        *steps = 0;
    double *start = calloc((size_t)*steps + 1, sizeof *start);
    for (int64_t k = 0; start && k < *steps; k++)
        start[k] = NAN;
    for (int64_t i = 0; start && i < s->ran; i++) {
        int64_t k = s->run->task[s->order[i].task].step;
        if (k >= 0 && k < *steps)
            start[k] = fmin(start[k], s->order[i].start_s); /* of NaN and x: x */
    }
    return start;
}

/* Numbers are multiples of a round stride, and left out where they would touch. */
static void draw_steps(struct gantt *g)
{
    int64_t steps;
    double *start = step_starts(&g->schedule, &steps);
    int64_t stride = steps > 40 ? (int64_t)svg_step((double)steps, 40) : 1;
    double free_x = GANTT_LEFT - 12, tick_x = 0; /* where the next may be */
    if (steps > 0)
        svg_text(&g->svg, "note end", GANTT_LEFT - 16, TOP - 10, "step");
    for (int64_t k = 0; start && k < steps; k++) {
        char text[24];
        double x = gantt_x(g, start[k]);
        int length = snprintf(text, sizeof text, "%lld", (long long)k);
        double half = length * 12 * SVG_LETTER / 2;
        bool named = k % stride == 0 && x - half >= free_x;
        if (isnan(start[k]) || (!named && x < tick_x))
            continue;
        svg_line(&g->svg, "step", x, TOP - (named ? 7 : 4), x, TOP - 1);
        tick_x = x + 2;
        if (named) {
            svg_text(&g->svg, "mid", x, TOP - 10, text);
            free_x = x + half + 6;
        }
    }
    free(start);
}

/* "37 tasks: dgemm 35, dherk 2" */
static void describe_bar(const struct gantt *g, const struct bar *bar, char *text, size_t size)
{
    const struct schedule *s = &g->schedule;
    char busy[32], whole[32], from[32];
    size_t used = (size_t)snprintf(text, size, "%lld tasks:", (long long)bar->count);
    for (int k = 0; k < s->kernels; k++) {
        int64_t count = 0;
        for (int64_t i = bar->first; i < bar->first + bar->count; i++)
            count += s->order[i].kernel == k;
        if (count > 0 && used < size)
            used += (size_t)snprintf(text + used, size - used, " %s %lld,", s->kernel[k].name,
                                     (long long)count);
    }
    svg_seconds(bar->busy_s, busy, sizeof busy);
    svg_seconds(bar->end_s - bar->start_s, whole, sizeof whole);
    svg_seconds(bar->start_s, from, sizeof from);
    if (used > size - 100) /* so many names do not fit */
        used = size - 100;
    snprintf(text + used - 1, size - used + 1, "\n%s of %s, from %s", busy, whole, from);
}

/* "dgemm (3, 1), step 0", how long and how long the model says. */
static void describe_task(const struct gantt *g, const struct placed *p, char *text,
                          size_t size)
{
    const starling_task *t = &g->schedule.run->task[p->task];
    double model = g->schedule.run->worker[t->worker].gpu ? t->cuda_s : t->cpu_s;
    char took[32], from[32], predicted[32], says[48] = "";
    svg_seconds(t->run_s[1] - t->run_s[0], took, sizeof took);
    svg_seconds(t->run_s[0], from, sizeof from);
    svg_seconds(model, predicted, sizeof predicted);
    if (isfinite(model))
        snprintf(says, sizeof says, ", predicted %s", predicted);
    snprintf(text, size, "%s (%lld, %lld), step %lld\n%s%s\nfrom %s", t->name,
             (long long)t->i, (long long)t->j, (long long)t->step, took, says, from);
}

static void draw_bars(struct gantt *g)
{
    const struct schedule *s = &g->schedule;
    for (const struct bar *bar = s->bar; bar < s->bar + s->bars; bar++) {
        char class[24], hover[400];
        double x = gantt_x(g, bar->start_s), width = gantt_x(g, bar->end_s) - x;
        double span_s = bar->end_s - bar->start_s;
        double height = span_s > 0 ? g->height * bar->busy_s / span_s : g->height;
        if (bar->count > 1)
            describe_bar(g, bar, hover, sizeof hover);
        else
            describe_task(g, &s->order[bar->first], hover, sizeof hover);
        snprintf(class, sizeof class, "k%d", bar->kernel);
        width = width > 3 ? width - 0.6 : fmax(width, 0.4); /* neighbours remain apart */
        height = fmax(height, 1);
        svg_rect(&g->svg, class, x, row_y(g, bar->row) + g->height - height, width, height,
                 hover);
    }
}

/* Time in the scheduler and time without data, where they can be seen; counts them, and draws
 * them where `draw`. */
static int64_t waits(struct gantt *g, double narrow_s, bool draw)
{
    static const char *const class[] = {"sched", "fetch"};
    static const char *const what[] = {"in the scheduler", "waiting for data"};
    const struct schedule *s = &g->schedule;
    int64_t count = 0;
    for (const struct placed *p = s->order; p < s->order + s->ran; p++)
        for (int kind = 0; kind < 2; kind++) {
            const double *at = kind == 0 ? p->sched_s : p->fetch_s;
            char hover[128], took[32];
            if (!(at[1] - at[0] >= narrow_s) || !(at[1] > at[0]))
                continue;
            count++;
            if (!draw)
                continue;
            double x = gantt_x(g, at[0]);
            svg_seconds(at[1] - at[0], took, sizeof took);
            snprintf(hover, sizeof hover, "%s %s, for %.64s", took, what[kind],
                     s->kernel[p->kernel].name);
            svg_rect(&g->svg, class[kind], x, row_y(g, p->row), gantt_x(g, at[1]) - x,
                     g->height, hover);
        }
    return count;
}

/* Whether the path goes on from one bar to the next, or seems to. */
static bool goes_on(const struct schedule *s, const struct bar *bar, double pixel_s)
{
    const struct bar *next = bar + 1;
    return next < s->bar + s->bars && next->critical && next->row == bar->row &&
           (s->order[next->first].follows || next->start_s - bar->end_s < pixel_s);
}

/* An outline goes around all that the path does on a worker before it leaves it. */
static void draw_critical(struct gantt *g, double pixel_s)
{
    const struct schedule *s = &g->schedule;
    for (const struct bar *bar = s->bar; bar < s->bar + s->bars; bar++) {
        if (!bar->critical)
            continue;
        double x = gantt_x(g, bar->start_s);
        while (goes_on(s, bar, pixel_s))
            bar++;
        svg_rect(&g->svg, "critical", x, row_y(g, bar->row),
                 fmax(gantt_x(g, bar->end_s) - x, 0.4), g->height, NULL);
    }
}

/* No schedule can end before this. */
static void draw_bound(struct gantt *g)
{
    char text[64], time[32];
    if (!(g->bound_s > 0) || !isfinite(g->bound_s))
        return;
    double x = gantt_x(g, g->bound_s);
    svg_seconds(g->bound_s, time, sizeof time);
    snprintf(text, sizeof text, "bound %s", time);
    svg_line(&g->svg, "halo", x, TOP - 24, x, g->bottom);
    svg_line(&g->svg, "bound", x, TOP - 24, x, g->bottom);
    svg_text(&g->svg, x > GANTT_WIDTH / 2 ? "head end" : "head", x, TOP - 29, text);
}

static void draw(struct gantt *g, const char *title, const char *subtitle)
{
    double pixel_s = g->span_s / GANTT_PLOT, narrow_s = pixel_s;
    fputs("<defs>\n", g->svg.file);
    svg_pattern(&g->svg, "fetch", false, "#8d97a3", "#fff");
    svg_pattern(&g->svg, "sched", true, "#333b44", "#fff");
    fputs("</defs>\n", g->svg.file);
    svg_text(&g->svg, "title", 20, 32, title);
    svg_text(&g->svg, NULL, 20, 53, subtitle);
    draw_rows(g);
    draw_axis(g);
    draw_steps(g);
    schedule_merge(&g->schedule, pixel_s, MOST_BARS);
    while (waits(g, narrow_s, false) > MOST_WAITS)
        narrow_s *= 1.25;
    waits(g, narrow_s, true);
    draw_bars(g);
    draw_critical(g, pixel_s);
    draw_bound(g);
    if (g->schedule.ran == 0)
        svg_text(&g->svg, "mid head", GANTT_LEFT + GANTT_PLOT / 2.0,
                 (TOP + g->bottom) / 2 + 4, "No task ran.");
    gantt_legend(g);
}

/* The style of all pictures and this one's kernels. To be freed; NULL: no memory. */
static char *kernel_style(const struct schedule *s)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return NULL;
    fputs(style, f);
    for (int k = 0; k < s->kernels; k++)
        fprintf(f, ".k%d{fill:#%06x}\n", k, (unsigned)s->kernel[k].color);
    return fclose(f) == 0 ? text : NULL;
}

int gantt_write(const char *path, const struct recording *run, const char *title,
                const char *subtitle, double bound_s, char *err, size_t errlen)
{
    struct gantt g = {0};
    char *css = NULL;
    int status = -1;
    snprintf(err, errlen, "cannot write %s: %s", path, strerror(ENOMEM));
    if (schedule_of(run, &g.schedule)) {
        lay_out(&g, bound_s);
        css = kernel_style(&g.schedule);
    }
    if (css && svg_open(&g.svg, path, GANTT_WIDTH, g.bottom + gantt_legend_height(&g), title,
                        css, err, errlen) == 0) {
        draw(&g, title, subtitle);
        status = svg_close(&g.svg, err, errlen);
    }
    free(css);
    schedule_free(&g.schedule);
    return status;
}
