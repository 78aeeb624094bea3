/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Pictures of rates by tile size: see curves.h. Panels share the axis of sizes, whose
 * logarithm is drawn; each has rates of its own, for a GPU's are a thousand times a core's. */

#include <math.h>
#include <string.h>
#include "picture/curves.h"
#include "picture/svg.h"

enum { WIDTH = 1200, HEIGHT = 460, TOP = 116, BOTTOM = 400, SPACE = 96, EDGE = 20 };

static const char style[] =
    "text{" SVG_FONT ";font-size:12px;fill:#4a5560}\n"
    ".title{font-size:18px;font-weight:600;fill:#1b2430}\n"
    ".head{font-weight:600;fill:#1b2430;stroke:#fff;stroke-width:4;paint-order:stroke}\n"
    ".panel{font-size:14px;font-weight:600;fill:#1b2430}\n"
    ".end{text-anchor:end}\n.mid{text-anchor:middle}\n"
    ".paper{fill:#f4f6f8}\n.grid{stroke:#dbe0e6}\n.axis{stroke:#8a949e}\n"
    ".line{fill:none;stroke:#2f6fc0;stroke-width:2.5;stroke-linejoin:round}\n"
    ".dot{fill:#2f6fc0;stroke:#fff;stroke-width:1.5}\n"
    ".mark{stroke:#111;stroke-width:1.5;stroke-dasharray:6 4}\n";

struct panel {
    struct svg *svg;
    const struct curve *curve;
    double left, width;       /* of the plot */
    double from, to;          /* sizes */
    double top, unit;         /* the largest rate shown, in units of flop/s */
    const char *unit_name;
};

static double x_of(const struct panel *p, double size)
{
    return p->left + log2(size / p->from) / log2(p->to / p->from) * p->width;
}

static double y_of(const struct panel *p, double rate)
{
    return BOTTOM - rate / p->unit / p->top * (BOTTOM - TOP);
}

static int best(const struct curve *c)
{
    int at = 0;
    for (int i = 1; i < c->points; i++)
        at = c->rate[i] > c->rate[at] ? i : at;
    return at;
}

static void draw_axes(struct panel *p)
{
    double step = svg_step(p->top, 6);
    char text[64];
    svg_rect(p->svg, "paper", p->left, TOP, p->width, BOTTOM - TOP, NULL);
    for (int i = 0; i * step <= p->top * (1 + 1e-9); i++) {
        double y = y_of(p, i * step * p->unit);
        svg_line(p->svg, i == 0 ? "axis" : "grid", p->left, y, p->left + p->width, y);
        snprintf(text, sizeof text, "%.6g", i * step);
        svg_text(p->svg, "end", p->left - 8, y + 4, text);
    }
    for (double size = p->from; size <= p->to; size *= 2) {
        double x = x_of(p, size);
        svg_line(p->svg, "axis", x, BOTTOM, x, BOTTOM + 5);
        snprintf(text, sizeof text, "%.0f", size);
        svg_text(p->svg, "mid", x, BOTTOM + 19, text);
    }
    svg_text(p->svg, "panel", p->left, TOP - 32, p->curve->name);
    svg_text(p->svg, NULL, p->left - 40, TOP - 12, p->unit_name);
    svg_text(p->svg, "mid", p->left + p->width / 2, BOTTOM + 42, "order of the tiles");
}

/* The line, its points and the best of them in words. */
static void draw_curve(struct panel *p)
{
    const struct curve *c = p->curve;
    double x[CURVE_POINTS], y[CURVE_POINTS];
    char text[96];
    int at = best(c);
    for (int i = 0; i < c->points; i++) {
        x[i] = x_of(p, c->size[i]);
        y[i] = y_of(p, c->rate[i]);
    }
    svg_polyline(p->svg, "line", c->points, x, y);
    for (int i = 0; i < c->points; i++) {
        snprintf(text, sizeof text, "%.0f: %.3g %s", c->size[i], c->rate[i] / p->unit,
                 p->unit_name);
        svg_circle(p->svg, "dot", x[i], y[i], 4.5, text);
    }
    if (c->points > 0) {
        bool late = x[at] > p->left + p->width / 2;
        snprintf(text, sizeof text, "%.3g %s", c->rate[at] / p->unit, p->unit_name);
        svg_text(p->svg, late ? "head end" : "head", x[at] + (late ? 4 : -4), y[at] - 12, text);
    }
}

static void draw_mark(struct panel *p, double size)
{
    char text[64];
    if (!(size >= p->from && size <= p->to))
        return;
    double x = x_of(p, size);
    double half = 24 * 12 * SVG_LETTER / 2; /* of the words, which stay above the panel */
    snprintf(text, sizeof text, "library's choice: %.0f", size);
    svg_line(p->svg, "mark", x, TOP - 6, x, BOTTOM);
    svg_text(p->svg, "mid", fmin(fmax(x, p->left + half + 24), p->left + p->width - half),
             TOP - 12, text);
}

/* A panel with its scales; the top leaves room for the best value's words. */
static void draw_panel(struct svg *svg, const struct curve *c, double left, double width,
                       double largest, double mark)
{
    double peak = c->points > 0 ? c->rate[best(c)] : 0;
    struct panel p = {.svg = svg, .curve = c, .left = left, .width = width, .from = 64,
                      .to = fmax(largest, 128), .unit = peak >= 1e13 ? 1e12 : 1e9,
                      .unit_name = peak >= 1e13 ? "Tflop/s" : "Gflop/s"};
    peak = peak > 0 ? 1.12 * peak / p.unit : 1;
    p.top = ceil(peak / svg_step(peak, 6)) * svg_step(peak, 6);
    draw_axes(&p);
    draw_mark(&p, mark);
    draw_curve(&p);
}

int curves_write(const char *path, const char *title, const char *subtitle,
                 const struct curve *curve, int curves, double mark, char *err, size_t errlen)
{
    struct svg svg;
    double width = (WIDTH - EDGE) / (double)(curves > 0 ? curves : 1), largest = mark;
    if (svg_open(&svg, path, WIDTH, HEIGHT, title, style, err, errlen) != 0)
        return -1;
    for (int i = 0; i < curves; i++)
        for (int k = 0; k < curve[i].points; k++)
            largest = fmax(largest, curve[i].size[k]);
    svg_text(&svg, "title", EDGE, 32, title);
    svg_text(&svg, NULL, EDGE, 53, subtitle);
    for (int i = 0; i < curves; i++)
        draw_panel(&svg, &curve[i], EDGE + i * width + SPACE / 2.0, width - SPACE, largest, mark);
    return svg_close(&svg, err, errlen);
}
