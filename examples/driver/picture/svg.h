/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Pictures as SVG files: shapes, text and the axes of plots. A file stands alone: no script,
 * no font and no style sheet but its own. Whatever text comes in, well-formed XML goes out.
 * Nothing here prints or exits; a failure to write is reported once, by svg_close. */

#ifndef SVG_H
#define SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "files/output.h"

struct svg {
    FILE *file;
    struct output output;
};

/* Begins a picture of this size in pixels, white, which replaces the file when it is closed.
 * `style` is CSS for the classes that the shapes name. 0, or -1 with a sentence in err, and then
 * there is nothing to close. */
int svg_open(struct svg *s, const char *path, double width, double height, const char *title,
             const char *style, char *err, size_t errlen);
/* 0, or -1 with a sentence about the first failure to write. */
int svg_close(struct svg *s, char *err, size_t errlen);

/* A font of the system's, in which a letter is this part of its size wide, at most. */
#define SVG_FONT "font-family:system-ui,'Segoe UI','DejaVu Sans',Helvetica,Arial,sans-serif"
#define SVG_LETTER 0.62

/* What is drawn until the group ends is moved by (x, y). */
void svg_group(struct svg *s, const char *class, double x, double y);
void svg_end_group(struct svg *s);

/* `hover` is what a browser shows under the mouse, NULL: nothing. */
void svg_rect(struct svg *s, const char *class, double x, double y, double width,
              double height, const char *hover);
void svg_line(struct svg *s, const char *class, double x1, double y1, double x2, double y2);
void svg_polyline(struct svg *s, const char *class, int points, const double *x,
                  const double *y);
void svg_circle(struct svg *s, const char *class, double x, double y, double radius,
                const char *hover);
/* (x, y) is the start of the base line, or what the class' text-anchor says. */
void svg_text(struct svg *s, const char *class, double x, double y, const char *text);
/* Diagonal lines, or upright ones, of a colour on another, as fill:url(#id). */
void svg_pattern(struct svg *s, const char *id, bool upright, const char *ink,
                 const char *paper);

/* A round distance of ticks (1, 2 or 5 times a power of ten): at most `ticks` of them in
 * `range`, which is above 0. */
double svg_step(double range, int ticks);

/* Seconds as people say them: "1.234 s", "56.7 ms", "8.9 us" (a micro sign), "0 s". */
void svg_seconds(double seconds, char *text, size_t size);

#endif
