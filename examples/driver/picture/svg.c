/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* SVG files: see svg.h. */

#include <math.h>
#include <string.h>
#include "picture/svg.h"

/* Whether XML allows the character, which UTF-8 would write in so many bytes at least. */
static bool allowed(unsigned code, int length)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool control = code < 0x20 && code != '\t' && code != '\n';
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code >= least[length] && code < 0x110000 && !control && !surrogate &&
           code != 0xfffe && code != 0xffff;
}

/* The bytes of the UTF-8 character at p; 0: it is none, or none that XML allows. */
static int character(const unsigned char *p)
{
    int length = 1;
    unsigned code = *p;
    if (code >= 0x80) {
        length = code < 0xc0 || code >= 0xf8 ? 0 : code < 0xe0 ? 2 : code < 0xf0 ? 3 : 4;
        code &= 0x7fu >> length;
    }
    for (int i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) /* the NUL at the end is no such byte */
            return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    return length > 0 && allowed(code, length) ? length : 0;
}

/* Text between tags; what XML cannot hold becomes a question mark. */
static void put_text(FILE *f, const char *text)
{
    while (*text) {
        int length = character((const unsigned char *)text);
        switch (*text) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        default:
            if (length == 0)
                fputc('?', f);
            else
                fwrite(text, 1, (size_t)length, f);
        }
        text += length > 0 ? length : 1;
    }
}

/* An attribute, to a hundredth of a pixel and without the zeros that say nothing. */
static void put_number(FILE *f, const char *name, double value)
{
    double rounded = round(100 * value) / 100;
    fprintf(f, " %s=\"%.8g\"", name, rounded == 0 ? 0 : rounded);
}

/* Starts an element. Names and classes come from the program and need no escape. */
static void open_element(struct svg *s, const char *name, const char *class)
{
    fprintf(s->file, "<%s", name);
    if (class)
        fprintf(s->file, " class=\"%s\"", class);
}

static void close_element(struct svg *s, const char *name, const char *hover)
{
    if (!hover) {
        fputs("/>\n", s->file);
        return;
    }
    fputs("><title>", s->file);
    put_text(s->file, hover);
    fprintf(s->file, "</title></%s>\n", name);
}

int svg_open(struct svg *s, const char *path, double width, double height, const char *title,
             const char *style, char *err, size_t errlen)
{
    if (output_open(&s->output, path, err, errlen) != 0)
        return -1;
    s->file = s->output.file;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\"", s->file);
    put_number(s->file, "width", width);
    put_number(s->file, "height", height);
    fprintf(s->file, " viewBox=\"0 0 %g %g\">\n<title>", width, height);
    put_text(s->file, title);
    fprintf(s->file, "</title>\n<style>\n%s</style>\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", style);
    return 0;
}

int svg_close(struct svg *s, char *err, size_t errlen)
{
    fputs("</svg>\n", s->file);
    return output_close(&s->output, err, errlen);
}

void svg_group(struct svg *s, const char *class, double x, double y)
{
    open_element(s, "g", class);
    if (x != 0 || y != 0)
        fprintf(s->file, " transform=\"translate(%g,%g)\"", x, y);
    fputs(">\n", s->file);
}

void svg_end_group(struct svg *s)
{
    fputs("</g>\n", s->file);
}

void svg_rect(struct svg *s, const char *class, double x, double y, double width,
              double height, const char *hover)
{
    open_element(s, "rect", class);
    put_number(s->file, "x", x);
    put_number(s->file, "y", y);
    put_number(s->file, "width", width);
    put_number(s->file, "height", height);
    close_element(s, "rect", hover);
}

void svg_line(struct svg *s, const char *class, double x1, double y1, double x2, double y2)
{
    open_element(s, "line", class);
    put_number(s->file, "x1", x1);
    put_number(s->file, "y1", y1);
    put_number(s->file, "x2", x2);
    put_number(s->file, "y2", y2);
    close_element(s, "line", NULL);
}

void svg_polyline(struct svg *s, const char *class, int points, const double *x,
                  const double *y)
{
    open_element(s, "polyline", class);
    fputs(" points=\"", s->file);
    for (int i = 0; i < points; i++)
        fprintf(s->file, "%s%.2f,%.2f", i > 0 ? " " : "", x[i], y[i]);
    fputs("\"", s->file);
    close_element(s, "polyline", NULL);
}

void svg_circle(struct svg *s, const char *class, double x, double y, double radius,
                const char *hover)
{
    open_element(s, "circle", class);
    put_number(s->file, "cx", x);
    put_number(s->file, "cy", y);
    put_number(s->file, "r", radius);
    close_element(s, "circle", hover);
}

void svg_text(struct svg *s, const char *class, double x, double y, const char *text)
{
    open_element(s, "text", class);
    put_number(s->file, "x", x);
    put_number(s->file, "y", y);
    fputs(">", s->file);
    put_text(s->file, text);
    fputs("</text>\n", s->file);
}

void svg_pattern(struct svg *s, const char *id, bool upright, const char *ink,
                 const char *paper)
{
    fprintf(s->file,
            "<pattern id=\"%s\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"%s>"
            "<rect width=\"4\" height=\"4\" fill=\"%s\"/>"
            "<rect width=\"1.6\" height=\"4\" fill=\"%s\"/></pattern>\n",
            id, upright ? "" : " patternTransform=\"rotate(45)\"", paper, ink);
}

double svg_step(double range, int ticks)
{
    static const double round_numbers[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(range / ticks)));
    for (int i = 0; i < 3; i++)
        if (range / (round_numbers[i] * power) <= ticks)
            return round_numbers[i] * power;
    return 10 * power;
}

void svg_seconds(double seconds, char *text, size_t size)
{
    if (!(fabs(seconds) > 0)) /* the NaN as well: "nan s" */
        snprintf(text, size, "%.0f s", seconds);
    else if (fabs(seconds) >= 0.9995)
        snprintf(text, size, "%.4g s", seconds);
    else if (fabs(seconds) >= 0.9995e-3)
        snprintf(text, size, "%.3g ms", 1e3 * seconds);
    else
        snprintf(text, size, "%.3g \302\265s", 1e6 * seconds);
}
