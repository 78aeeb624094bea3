/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Reads the times of kernels from the description of a machine
 * (schedulers/machines/README). An error is a sentence with FILE:LINE. */

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine_file.h"

/* A line of the file, which is read word by word. */
struct line {
    const char *path;
    int number, depth; /* depth: number of files around this one */
    char *rest, *err;
    size_t errlen;
};

static bool refuse(const struct line *l, const char *what, const char *word)
{
    snprintf(l->err, l->errlen, "%s:%d: %s%s%s", l->path, l->number, what, word ? " " : "",
             word ? word : "");
    return false;
}

static char *next_word(struct line *l)
{
    return strtok_r(NULL, " \t\r\n", &l->rest);
}

static bool positive(const char *word, double *value)
{
    char *end;
    *value = word ? strtod(word, &end) : NAN;
    return word && end != word && *end == '\0' && *value > 0 && isfinite(*value);
}

static int kind_of(const char *word)
{
    return !word ? -1 : strcmp(word, "core") == 0 ? 0 : strcmp(word, "gpu") == 0 ? 1 : -1;
}

/* Adds a point. It replaces an earlier one of the same work. */
static bool add_point(sl_machine *m, struct sl_point p)
{
    for (size_t i = 0; i < m->points; i++) {
        const struct sl_point *q = &m->point[i];
        if (q->operation == p.operation && q->prec == p.prec && q->kind == p.kind &&
            q->width == p.width && q->work == p.work) {
            m->point[i] = p;
            return true;
        }
    }
    if (m->points == m->room) {
        size_t room = 2 * m->room + 64;
        struct sl_point *larger = realloc(m->point, room * sizeof *larger);
        if (!larger)
            return false;
        m->point = larger;
        m->room = room;
    }
    m->point[m->points++] = p;
    return true;
}

/* SIZE:MICROSECONDS ..., where SIZE is the order of tiles or the height of panels. */
static bool read_points(sl_machine *m, struct line *l, struct sl_point p)
{
    int count = 0;
    for (char *word = next_word(l); word; word = next_word(l), count++) {
        char *colon = strchr(word, ':');
        double size;
        if (colon)
            *colon = '\0';
        if (!colon || !positive(word, &size) || !positive(colon + 1, &p.us))
            return refuse(l, "not SIZE:MICROSECONDS:", word);
        p.work = sl_operations[p.operation].work((starling_precision)p.prec, size,
                                              p.width > 0 ? (double)p.width : size);
        if (!(p.work > 0))
            return refuse(l, "a panel is at least as high as wide:", word);
        if (!add_point(m, p))
            return refuse(l, "no memory", NULL);
    }
    return count > 0 || refuse(l, "no times", NULL);
}

/* time PRECISION OPERATION KIND POINTS, panel PRECISION OPERATION KIND WIDTH POINTS */
static bool read_times(sl_machine *m, struct line *l, bool panel)
{
    const char *prec = next_word(l), *op = next_word(l), *kind = next_word(l);
    const char *letter = prec && prec[0] && !prec[1] ? strchr("sdcz", prec[0]) : NULL;
    double width = 0;
    struct sl_point p = {.operation = op ? sl_find_operation(op) : -1, .kind = kind_of(kind)};
    if (!letter)
        return refuse(l, "not a precision (s, d, c or z):", prec);
    if (p.operation < 0)
        return refuse(l, "not an operation:", op);
    if (p.kind < 0)
        return refuse(l, "neither core nor gpu:", kind);
    if (panel && !(positive(next_word(l), &width) && width == floor(width) && width <= INT_MAX))
        return refuse(l, "a panel needs its width, a whole number", NULL);
    p.prec = (int)(letter - "sdcz");
    p.width = (int64_t)width;
    return read_points(m, l, p);
}

static bool read_memory(sl_machine *m, struct line *l)
{
    int kind = kind_of(next_word(l));
    if (kind < 0)
        return refuse(l, "neither core nor gpu", NULL);
    if (!positive(next_word(l), &m->memory[kind].rate) ||
        !positive(next_word(l), &m->memory[kind].start))
        return refuse(l, "memory needs GB/s and microseconds", NULL);
    return true;
}

static bool read_file(sl_machine *m, struct line *l);

/* include FILE, in the folder of the including file */
static bool read_include(sl_machine *m, struct line *l)
{
    const char *slash = strrchr(l->path, '/'), *name = next_word(l);
    int directory = slash ? (int)(slash + 1 - l->path) : 0;
    char path[4096];
    struct line inner = {.path = path, .depth = l->depth + 1, .err = l->err,
                         .errlen = l->errlen};
    if (!name || inner.depth > 8)
        return refuse(l, "includes no file, or itself", NULL);
    snprintf(path, sizeof path, "%.*s%s", directory, l->path, name);
    return read_file(m, &inner);
}

/* tools/simulate reads the lines of workers and links. */
static bool read_line(sl_machine *m, struct line *l, char *text)
{
    char *comment = strchr(text, '#');
    if (comment)
        *comment = '\0';
    const char *word = strtok_r(text, " \t\r\n", &l->rest);
    if (!word)
        return true;
    if (strcmp(word, "time") == 0 || strcmp(word, "panel") == 0)
        return read_times(m, l, word[0] == 'p');
    if (strcmp(word, "include") == 0)
        return read_include(m, l);
    return strcmp(word, "memory") != 0 || read_memory(m, l);
}

static bool read_file(sl_machine *m, struct line *l)
{
    FILE *file = fopen(l->path, "r");
    char *text = NULL;
    size_t size = 0;
    bool good = true;
    while (good && file && getline(&text, &size, file) >= 0) {
        l->number++;
        good = read_line(m, l, text);
    }
    if (!file || ferror(file)) { /* a directory can be opened, but not read */
        snprintf(l->err, l->errlen, "cannot read %s: %s", l->path, strerror(errno));
        good = false;
    }
    free(text);
    if (file)
        fclose(file);
    return good;
}

static int by_curve(const void *a, const void *b)
{
    const struct sl_point *p = a, *q = b;
    if (p->prec != q->prec)
        return p->prec - q->prec;
    if (p->operation != q->operation)
        return p->operation - q->operation;
    if (p->kind != q->kind)
        return p->kind - q->kind;
    if (p->width != q->width)
        return p->width < q->width ? -1 : 1;
    return p->work < q->work ? -1 : p->work > q->work;
}

static void index_points(sl_machine *m)
{
    size_t at = 0;
    qsort(m->point, m->points, sizeof *m->point, by_curve);
    for (int prec = 0; prec < SL_PRECISIONS; prec++)
        for (int op = 0; op < SL_OPERATIONS; op++)
            for (int kind = 0; kind <= SL_KINDS; kind++) {
                m->first[prec][op][kind] = at;
                while (kind < SL_KINDS && at < m->points && m->point[at].prec == prec &&
                       m->point[at].operation == op && m->point[at].kind == kind)
                    at++;
            }
}

sl_machine *sl_machine_read(const char *path, char *err, size_t errlen)
{
    struct line l = {.path = path, .err = err, .errlen = errlen};
    sl_machine *m = calloc(1, sizeof *m);
    if (!m) {
        snprintf(err, errlen, "no memory");
        return NULL;
    }
    m->memory[0].rate = 5, m->memory[0].start = 1; /* defaults, without a line of the file */
    m->memory[1].rate = 100, m->memory[1].start = 10;
    if (read_file(m, &l)) {
        index_points(m);
        return m;
    }
    sl_machine_free(m);
    return NULL;
}

void sl_machine_free(sl_machine *m)
{
    if (m)
        free(m->point);
    free(m);
}

bool sl_simulation_read(struct sl_simulation *s, char *err, size_t errlen)
{
    const char *path = getenv("STARLING_MACHINE"), *noise = getenv("STARLING_NOISE");
    const char *seed = getenv("STARLING_NOISE_SEED");
    *s = (struct sl_simulation){.noise = noise ? 1e-2 * strtod(noise, NULL) : 0,
                                .seed = seed ? strtoull(seed, NULL, 10) : 0};
    if (path && *path)
        s->machine = sl_machine_read(path, err, errlen);
    return s->machine || !path || !*path;
}
