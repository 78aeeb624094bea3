/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Pictures: every file is well-formed XML whatever names and texts it was given; every task
 * that ran is in one bar, whose text counts it; rows are GPUs, then cores, by their numbers;
 * tasks of a row never hide each other; the critical path is the chain that ended last; waiting
 * is counted once and never under a task; 100,000 tasks take less than 3 MB; what is not
 * measured is left out; a failure to write is a sentence. */

#include <ctype.h>
#include <math.h>
#include "picture/curves.h"
#include "picture/gantt.h"
#include "analysis/schedule.h"
#include "picture/svg.h"
#include "tap.h"

static const char path[] = "check_gantt.svg";
static const char *const kernels[] = {"dgemm", "dherk", "d<trsm> & \"co\"", "dpotrf"};

static int64_t random_below(uint64_t *state, int64_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
    return (int64_t)(*state >> 33) % n;
}

/* A recording of so many workers, the last few of them GPUs, without times. */
static struct recording make(int64_t tasks, int cores, int gpus)
{
    struct recording r = {.tasks = tasks, .workers = cores + gpus};
    r.task = calloc((size_t)tasks + 1, sizeof *r.task);
    r.worker = calloc((size_t)r.workers + 1, sizeof *r.worker);
    for (int w = 0; w < r.workers; w++) { /* the last GPU has the first number */
        r.worker[w] = (struct worker){.gpu = w >= cores,
                                      .device = w < cores ? w : cores + gpus - 1 - w};
        snprintf(r.worker[w].name, sizeof r.worker[w].name, "<%s %d> & more",
                 w < cores ? "CPU" : "CUDA", r.worker[w].device);
    }
    for (int64_t i = 0; i < tasks; i++)
        r.task[i] = (starling_task){.name = kernels[i % 4], .color = 0x123456, .i = i,
                                    .step = i / 10, .cpu_s = 1e-3, .cuda_s = NAN, .worker = -1,
                                    .pop_s = {NAN, NAN}, .fetch_s = {NAN, NAN},
                                    .run_s = {NAN, NAN}};
    return r;
}

static void run_at(struct recording *r, int64_t task, int worker, double from, double to)
{
    r->task[task].worker = worker;
    r->task[task].run_s[0] = from;
    r->task[task].run_s[1] = to;
    r->time_s = fmax(r->time_s, to);
}

/* Tasks of random lengths without gaps, or with some. */
static void fill(struct recording *r, uint64_t seed)
{
    double *free_s = calloc((size_t)r->workers + 1, sizeof *free_s);
    for (int64_t i = 0; i < r->tasks; i++) {
        int w = (int)random_below(&seed, r->workers);
        double gap = random_below(&seed, 3) ? 0 : 1e-4 * (double)random_below(&seed, 10);
        double from = free_s[w] + gap;
        free_s[w] = from + 1e-4 * (double)random_below(&seed, 30);
        run_at(r, i, w, from, free_s[w]);
    }
    free(free_s);
}

static void discard(struct recording *r)
{
    free(r->task);
    free(r->worker);
}

/* The whole file, to be freed. */
static char *contents(size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    *size = 0;
    if (f && fseek(f, 0, SEEK_END) == 0) {
        *size = (size_t)ftell(f);
        rewind(f);
        text = calloc(*size + 1, 1);
        *size = fread(text, 1, *size, f);
    }
    if (f)
        fclose(f);
    return text ? text : calloc(1, 1);
}

/* Past a reference at an ampersand; NULL: it is none. */
static const char *entity(const char *p)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (int i = 0; i < 4; i++)
        if (strncmp(p, known[i], strlen(known[i])) == 0)
            return p + strlen(known[i]);
    return NULL;
}

/* Past the tag at p, whose name goes onto the stack or comes off it; NULL: it is wrong. */
static const char *tag(const char *p, char stack[][16], int *depth)
{
    bool closing = p[1] == '/', declaration = p[1] == '?';
    const char *name = p + 1 + (closing || declaration);
    int length = (int)strspn(name, "abcdefghijklmnopqrstuvwxyz");
    for (p = name + length; *p && *p != '>'; p++) {
        if (*p == '<' || *p == '&')
            return NULL;
        if (*p == '"') { /* an attribute's value */
            p = strpbrk(p + 1, "\"<&");
            if (!p || *p != '"')
                return NULL;
        }
    }
    if (!*p || length == 0 || length > 15 || *depth > 30)
        return NULL;
    if (closing)
        return --*depth >= 0 && strncmp(stack[*depth], name, (size_t)length) == 0 &&
                       stack[*depth][length] == 0 ? p + 1 : NULL;
    if (!declaration && p[-1] != '/')
        snprintf(stack[(*depth)++], 16, "%.*s", length, name);
    return p + 1;
}

/* Elements are closed in order, within one root, and only text is between them. */
static bool well_formed(const char *p)
{
    char stack[32][16];
    int depth = 0;
    while (p && *p) {
        unsigned char c = (unsigned char)*p;
        if (c == '<')
            p = tag(p, stack, &depth);
        else if (c == '&')
            p = entity(p);
        else if ((c < ' ' && c != '\n') || c == 0xff || (depth == 0 && !isspace(c)))
            return false;
        else
            p++;
    }
    return p && depth == 0;
}

/* The tasks that the bars' texts tell of. */
static int64_t tasks_told(const char *text)
{
    int64_t told = 0;
    for (const char *p = text; (p = strstr(p, "<rect class=\"k")); p++) {
        const char *end = strchr(p, '>');
        if (!end || end[-1] == '/' || strncmp(end, "><title>", 8) != 0)
            continue; /* of the legend */
        char *after;
        int64_t several = strtoll(end + 8, &after, 10);
        told += after > end + 8 && strncmp(after, " tasks:", 7) == 0 ? several : 1;
    }
    return told;
}

static double height(const char *text)
{
    const char *p = strstr(text, " height=\"");
    return p ? strtod(p + 9, NULL) : NAN;
}

/* Writes, reads again and asks what is asked of every picture. */
static char *drawn(const struct recording *r, double bound_s, const char *what)
{
    char err[200] = "";
    size_t size;
    int status = gantt_write(path, r, "a <b> & \"c\"", "\001 \377 \303\251 ]]>", bound_s, err,
                             sizeof err);
    char *text = contents(&size);
    ok(status == 0 && strlen(text) == size && well_formed(text), "%s: well-formed %s", what,
       err);
    return text;
}

static void every_task(void)
{
    static const int64_t tasks[] = {0, 1, 2, 100, 5000};
    for (int i = 0; i < 5; i++) {
        struct recording r = make(tasks[i], 3, 2);
        char what[32];
        fill(&r, 7);
        snprintf(what, sizeof what, "%d tasks", (int)tasks[i]);
        char *text = drawn(&r, NAN, what);
        is_integer(tasks_told(text), tasks[i], "every task is in one bar");
        ok(!strstr(text, ">bound "), "no bound is drawn where there is none");
        ok((strstr(text, "No task ran.") != NULL) == (tasks[i] == 0),
           "that none ran is said where none did");
        free(text);
        discard(&r);
    }
    struct recording none = {0};
    free(drawn(&none, 1, "no workers"));
}

static void large(void)
{
    struct recording r = make(100000, 64, 8);
    fill(&r, 3);
    char *text = drawn(&r, r.time_s / 2, "100,000 tasks");
    is_integer(tasks_told(text), 100000, "every one is in a bar");
    ok(strlen(text) < 3000000, "%d bytes", (int)strlen(text));
    ok(height(text) <= 1200, "%g pixels high", height(text));
    ok(strstr(text, ">bound ") != NULL, "the bound is named");
    free(text);
    discard(&r);
    r = make(100000, 1, 0);
    fill(&r, 4);
    for (int64_t i = 0; i < r.tasks; i++) { /* a wait before each */
        r.task[i].fetch_s[0] = r.task[i].run_s[0] - 1e-4;
        r.task[i].fetch_s[1] = r.task[i].run_s[0];
    }
    text = drawn(&r, NAN, "100,000 tasks of one worker");
    ok(tasks_told(text) == 100000 && strlen(text) < 3000000, "%d bytes", (int)strlen(text));
    free(text);
    discard(&r);
}

static void names(void)
{
    struct recording r = make(4, 2, 2);
    for (int64_t i = 0; i < 4; i++)
        run_at(&r, i, (int)i, 0, 1);
    r.task[3].run_s[1] = NAN;
    char *text = drawn(&r, NAN, "names");
    const char *order[] = {"&lt;CUDA 0&gt; &amp; more", "&lt;CUDA 1&gt;", "&lt;CPU 0&gt;",
                           "&lt;CPU 1&gt;"};
    bool sorted = true;
    for (int i = 0; i < 3; i++) {
        const char *a = strstr(text, order[i]), *b = strstr(text, order[i + 1]);
        sorted = sorted && a && b && a < b;
    }
    ok(sorted, "rows are GPUs by number, then cores; their names are escaped");
    ok(strstr(text, "d&lt;trsm&gt; &amp; \"co\" (2, 0)") != NULL, "so are those of kernels");
    ok(strstr(text, "<title>a &lt;b&gt; &amp; \"c\"</title>") &&
           strstr(text, ">? ? \303\251 ]]&gt;<"),
       "and titles; what is no character becomes a question mark");
    ok(strstr(text, "1 s, predicted 1 ms") != NULL,
       "a core's task shows the prediction");
    is_integer(tasks_told(text), 3, "a task without times is not drawn");
    ok(strstr(text, "1 of them without times") != NULL, "and that is said");
    free(text);
    discard(&r);
}

/* On a GPU: the second overlaps the first, the third lies within the fourth, which ends with
 * the fifth. */
static void overlaps(void)
{
    struct recording r = make(5, 0, 1);
    struct schedule s;
    const double times[5][2] = {{0, 2}, {1.5, 3}, {4, 5}, {3.5, 6}, {3, 6}};
    bool apart = true;
    for (int i = 0; i < 5; i++)
        run_at(&r, i, 0, times[i][0], times[i][1]);
    ok(schedule_of(&r, &s) && s.ran == 5, "overlapping tasks");
    for (int64_t i = 0; i < s.ran; i++)
        apart = apart && s.order[i].end_s >= s.order[i].start_s &&
                (i == 0 || s.order[i].start_s >= s.order[i - 1].end_s);
    ok(apart, "they are apart");
    ok(s.order[0].end_s == 2 && s.order[1].start_s == 2 && s.order[2].start_s == 4 &&
           s.order[3].start_s == 5 && s.order[3].end_s == 6, "each has the end that it had");
    ok(fabs(s.row[0].busy_s - 5) < 1e-12, "no time is counted twice: %g", s.row[0].busy_s);
    schedule_free(&s);
    char *text = drawn(&r, NAN, "overlapping tasks");
    is_integer(tasks_told(text), 5, "all are drawn");
    free(text);
    discard(&r);
}

/* Two cores: 0 on the first, then 2, which waits for 1 on the second; 3 matters to none. */
static void path_and_waits(void)
{
    static const int64_t before[] = {0, 1};
    static const bool critical[] = {false, true, true, false};
    struct recording r = make(4, 2, 0);
    struct schedule s;
    bool right = true;
    run_at(&r, 0, 0, 0, 1);
    run_at(&r, 1, 1, 0, 4);
    run_at(&r, 2, 0, 6, 8);
    run_at(&r, 3, 1, 4, 5);
    r.task[2].predecessor = before;
    r.task[2].predecessors = 2;
    r.task[2].pop_s[0] = 0.5; /* in part while 0 ran */
    r.task[2].pop_s[1] = 2;
    r.task[2].fetch_s[0] = 1.5; /* in part while in the scheduler */
    r.task[2].fetch_s[1] = 7;
    ok(schedule_of(&r, &s) && s.ran == 4, "a critical path");
    for (int64_t i = 0; i < s.ran; i++)
        right = right && s.order[i].critical == critical[s.order[i].task];
    ok(right, "it goes back to what ended last of predecessors and the worker's task before");
    ok(s.row[0].sched_s == 1 && s.row[0].fetch_s == 4 && s.row[0].busy_s == 3,
       "scheduling %g, waiting %g, work %g", s.row[0].sched_s, s.row[0].fetch_s,
       s.row[0].busy_s);
    schedule_merge(&s, 0, 100);
    is_integer(s.bars, 4, "wide tasks are bars of their own");
    schedule_merge(&s, 100, 100);
    is_integer(s.bars, 2, "narrow ones are one a row");
    schedule_free(&s);
    char *text = drawn(&r, NAN, "waits");
    ok(strstr(text, "<title>1 s in the scheduler") &&
           strstr(text, "<title>4 s waiting for data"),
       "waits are drawn with their times");
    ok(strstr(text, "<rect class=\"critical\"") != NULL, "the path is outlined");
    free(text);
    discard(&r);
}

static void failures(void)
{
    struct recording r = make(1, 1, 0);
    char err[200] = "";
    run_at(&r, 0, 0, 0, 1);
    int status = gantt_write("nowhere/there.svg", &r, "", "", NAN, err, sizeof err);
    ok(status == -1 && strncmp(err, "cannot write nowhere/there.svg: ", 32) == 0, "%s", err);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        fclose(full);
        status = gantt_write("/dev/full", &r, "", "", NAN, err, sizeof err);
        ok(status == -1 && strstr(err, "cannot write /dev/full: "), "%s", err);
    }
    discard(&r);
}

static void curves(void)
{
    struct curve c[] = {{"1 <core>", 3, {64, 128, 256}, {1e9, 3e9, 2e9}}, {"none", 0, {0}, {0}},
                        {"1 GPU", 1, {4096}, {60e12}}};
    char err[200] = "";
    size_t size;
    int status = curves_write(path, "rates", "a & b", c, 3, 192, err, sizeof err);
    char *text = contents(&size);
    ok(status == 0 && well_formed(text), "curves: well-formed");
    ok(strstr(text, "1 &lt;core&gt;") && strstr(text, ">3 Gflop/s<") &&
           strstr(text, ">60 Tflop/s<"),
       "the best of each is named");
    free(text);
    ok(curves_write("nowhere/there.svg", "", "", c, 3, 192, err, sizeof err) == -1 &&
           strstr(err, "nowhere/there.svg"), "%s", err);
}

static void numbers(void)
{
    bool fits = true;
    char text[32];
    uint64_t seed = 5;
    for (int i = 0; i < 1000; i++) {
        double range = pow(10, -9 + (double)random_below(&seed, 1800) / 100);
        double ticks = range / svg_step(range, 10);
        fits = fits && ticks > 3.9 && ticks < 10.01;
    }
    ok(fits, "from 4 to 10 ticks in every range");
    const double seconds[] = {0, 1.5, 0.25, 2e-5, 123.4};
    const char *const said[] = {"0 s", "1.5 s", "250 ms", "20 \302\265s", "123.4 s"};
    for (int i = 0; i < 5; i++) {
        svg_seconds(seconds[i], text, sizeof text);
        is_string(text, said[i], said[i]);
    }
}

int main(void)
{
    ok(well_formed("<a><b c=\"d\"/>&lt;</a>") && !well_formed("<a><b></a></b>") &&
           !well_formed("<a>&b</a>") && !well_formed("<a>") && !well_formed("<a b=\"<\"/>"),
       "this test knows XML from what is none");
    every_task();
    large();
    names();
    overlaps();
    path_and_waits();
    failures();
    curves();
    numbers();
    remove(path);
    return done_testing();
}
