/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the parts of a picture of a run share: gantt.c draws it, gantt_legend.c explains it. */

#ifndef GANTT_DRAW_H
#define GANTT_DRAW_H

#include "analysis/schedule.h"
#include "picture/svg.h"

/* In pixels: the picture, and where times are. */
enum { GANTT_WIDTH = 1200, GANTT_LEFT = 78, GANTT_PLOT = 1064 };

struct gantt {
    struct svg svg;
    struct schedule schedule;
    double bound_s, span_s;       /* span: what the width stands for */
    double pitch, height, bottom; /* of rows and of the bars in them; under the last row */
};

double gantt_x(const struct gantt *g, double seconds);

static inline double gantt_percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* Under the axis; its height includes the axis' own labels. */
double gantt_legend_height(const struct gantt *g);
void gantt_legend(struct gantt *g);

#endif
