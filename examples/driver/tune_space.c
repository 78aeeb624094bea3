/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The space that `starling tune` searches: a table of parameters, and a table of rules
 * that prune values before they are measured. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <starpu.h>
#include "machine/memory.h"
#include "tune.h"

/* clang-format off */
static const struct parameter parameters[] = {
    {"potrf.nb", "potrf", NULL, {64, 96, 128, 160, 192, 256, 320, 384, 512, 768},
     {512, 768, 1024, 1536, 2048, 3072, 4096}, {500, 1000, 2000, 4000}, {2048, 4096, 8192, 16384, 32768}, false},
    {"getrf.nb", "getrf", NULL, {32, 48, 64, 96, 128, 192, 256, 384, 512},
     {256, 384, 512, 768, 1024, 1536}, {500, 1000, 2000, 4000}, {2048, 4096, 8192, 16384, 32768}, false},
    {"geqrf.nb", "geqrf", NULL, {32, 48, 64, 96, 128, 192, 256, 384},
     {128, 256, 384, 512, 768, 1024}, {500, 1000, 2000, 4000}, {2048, 4096, 8192, 16384, 32768}, false},
    {"he2hb.panels", "he2hb", "heevd", {1, 2, 3, 4, 6, 8},
     {2, 4, 8, 12, 16, 24, 32}, {500, 1000, 2000, 4000}, {4096, 8192, 16384, 32768}, false},
    {"batched.kib", "getrf_batched", NULL, {64, 128, 256, 512, 1024, 2048, 4096},
     {4096, 8192, 16384, 32768, 65536, 131072}, {8, 16, 32, 64, 128, 256}, {8, 16, 32, 64, 128, 256}, false},
    {"potrf_batched.kind", "potrf_batched", NULL, {0}, {0}, {0},
     {48, 64, 96, 128, 192, 256, 384, 512, 768, 1024}, true},
    {"getrf_batched.kind", "getrf_batched", NULL, {0}, {0}, {0},
     {48, 64, 96, 128, 192, 256, 384, 512, 768, 1024}, true},
};
/* clang-format on */
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

/* Orders that kinds are for */
enum { KINDS_FROM = 33, KINDS_TO = 1024 };

static bool asked(const struct parameter *p, const char *word)
{
    if (p->kinds && starling_tuning_kind(p->name, STARLING_D, KINDS_FROM, 0, NULL) < 1)
        return false;
    return !word || strcmp(word, p->routine) == 0 || strcmp(word, p->name) == 0 ||
           (p->whole && strcmp(word, p->whole) == 0);
}

const struct parameter *tune_parameter(const char *word, const struct parameter *after)
{
    const struct parameter *p = after ? after + 1 : parameters;
    while (p < parameters + PARAMETERS && !asked(p, word))
        p++;
    return p < parameters + PARAMETERS ? p : NULL;
}

/* ---- Rules ----------------------------------------------------------------------- */

static bool is_batch(const struct problem *p)
{
    return p->routine->has & HAS_BATCH;
}

/* GPUs do the work where there are some. */
static int workers(void)
{
    return starling_ncuda() > 0 ? starling_ncuda() : starling_ncpu();
}

static bool too_wide(const struct problem *p)
{
    return !is_batch(p) && p->nb > p->n;
}

/* Of a triangle, if there are several tile rows. */
static bool few_tiles(const struct problem *p)
{
    double rows = ceil((double)p->m / (double)p->mb);
    double columns = ceil((double)(is_batch(p) ? p->batch : p->n) / (double)p->nb);
    return (rows > 1 ? rows * (columns + 1) / 2 : columns) < workers();
}

static bool many_tasks(const struct problem *p)
{
    return count_tasks(p) > 1e5;
}

/* Each worker of a GPU has up to three tiles of a product, and the next three. */
static bool large_tiles(const struct problem *p)
{
    double rows = (double)(p->mb < p->m ? p->mb : p->m), columns = (double)p->nb;
    double tile = rows * columns * (is_batch(p) ? (double)p->n : 1) *
                  (double)size_of_element(p->prec);
    for (unsigned node = 0; node < starpu_memory_nodes_get_count(); node++) {
        starpu_ssize_t room = starpu_memory_get_total(node);
        double share = (double)(int)starpu_cuda_worker_get_count() /
                       (starling_ncuda() > 0 ? starling_ncuda() : 1);
        if (starpu_node_get_kind(node) == STARPU_CUDA_RAM && room > 0 &&
            6 * tile * share > (double)room)
            return true;
    }
    return false;
}

static bool no_memory(const struct problem *p)
{
    char err[400];
    return !memory_for_case(p, &(struct plan){.repeat = 1}, err, sizeof err);
}

/* The first one is of candidates, the others are of problems. Those of kinds follow. */
static const struct {
    const char *words;
    bool (*prunes)(const struct problem *p);
} rules[] = {
    {"the same tiles as of a value before", NULL},
    {"a tile wider than the matrix", too_wide},
    {"fewer tiles than workers", few_tiles},
    {"more than 100000 tasks", many_tasks},
    {"tiles too large for a GPU", large_tiles},
    {"not enough memory", no_memory},
};
enum { RULES = sizeof rules / sizeof rules[0] };

const char *tune_rule(int rule)
{
    return rule < RULES ? rules[rule].words : tune_kind_rule(rule - RULES);
}
bool tune_rule_of_kinds(int rule)
{
    return rule >= RULES;
}
enum { NO_MEMORY = RULES };

/* Rule + 1; 0: the value is tried. */
static int pruned_by(const struct target *t, const struct problem *p, int64_t value)
{
    if (t->parameter->kinds) {
        int rule = tune_kind_pruned(t->kind, t->kinds, &t->kind[value - 1], t->n);
        return rule > 0 ? RULES + rule : no_memory(p) ? NO_MEMORY : 0;
    }
    for (int i = 0; i < t->count; i++)
        if (t->candidate[i].nb == p->nb)
            return 1;
    for (int r = 1; r < RULES; r++)
        if (rules[r].prunes(p))
            return r + 1;
    return 0;
}

/* ---- Targets --------------------------------------------------------------------- */

struct problem tune_problem(struct session *s, const struct target *t,
                            const struct candidate *c)
{
    static int64_t zero[1], n[1], batch[1];
    static char type[2], variant[24];
    char line[300];
    const struct routine *routine = find_routine(t->parameter->routine);
    const char *where = t->parameter->kinds                                   ? "device"
                        : starling_ncuda() == 0 || (routine->has & HAS_BATCH) ? "host"
                        : starling_ncuda() == 1                               ? "device"
                                                                              : "tiles";
    n[0] = t->n, batch[0] = t->batch, type[0] = t->type[0];
    s->routine = routine;
    s->variant = t->parameter->kinds ? variant : NULL;
    snprintf(variant, sizeof variant, c->value > 0 ? "kind=%lld" : "kind=own",
             (long long)c->value);
    s->v = (struct values){.type = type,
                           .n = {1, n},
                           .batch = {1, batch},
                           .nb = {1, zero},
                           .lda = {1, zero},
                           .matrix = "rand",
                           .where = where,
                           .seed = 1,
                           .repeat = 5,
                           .warmup = 3,
                           .ncpu = -1,
                           .ncuda = -1};
    snprintf(line, sizeof line, "%s %s %s %lld %lld %lld", t->parameter->name,
             starling_tuning_workers(), t->type, (long long)t->n, (long long)t->n,
             (long long)c->value);
    starling_tuning_set(c->value > 0 ? line : NULL);
    struct combinations all = all_combinations(s);
    combinations_next(&all);
    return problem_at(s, &all);
}

/* A GPU has enough to do: some waves of thread blocks, and each is busy for a while. More data take
 * most of the time to make. */
enum { KIB_OF_KINDS = 1 << 19, LEAST_OF_KINDS = 256 };
/* So many matrices that all workers have some of the largest chunks. */
static int64_t batch_of(const struct target *t, const int64_t *values,
                        starling_precision prec)
{
    int64_t kib = 1, all = 4 * (starling_ncpu() + starling_ncuda());
    for (int i = 0; i < TUNE_MOST; i++)
        kib = values[i] > kib ? values[i] : kib;
    if (t->parameter->kinds) /* all are on a GPU */
        kib = KIB_OF_KINDS, all = 1;
    int64_t one =
        (kib << 10) / (int64_t)size_of_element(prec) / (t->n > 0 ? t->n * t->n : 1);
    int64_t least = t->parameter->kinds ? LEAST_OF_KINDS : 1;
    return all * (one > least ? one : least);
}

/* Their numbers, as a list of values. What the library would take is known when it has
 * its own value. */
static void find_kinds(struct target *t, starling_precision prec,
                       int64_t values[TUNE_MOST])
{
    const char *name = t->parameter->name;
    int count = starling_tuning_kind(name, prec, t->n, 0, NULL);
    starling_tuning_set(NULL);
    for (t->kinds = 0; t->kinds < count && t->kinds < TUNE_MOST; t->kinds++) {
        values[t->kinds] = t->kinds + 1;
        if (starling_tuning_kind(name, prec, t->n, t->kinds + 1, &t->kind[t->kinds]) <
            0)
            t->kind[t->kinds] = (starling_kind){.rows = 0}; /* and is left out */
    }
}

static int64_t own_kind(const struct target *t)
{
    for (int i = 0; i < t->kinds; i++)
        if (t->kind[i].own)
            return i + 1;
    return 0;
}

static void make_target(struct target *t)
{
    int64_t numbers[TUNE_MOST] = {0};
    const int64_t *values = t->parameter->kinds    ? numbers
                            : starling_ncuda() > 0 ? t->parameter->gpus
                                                   : t->parameter->cores;
    struct session s = {.routine = NULL};
    starling_precision prec = (starling_precision)(strchr("sdcz", t->type[0]) - "sdcz");
    if (t->parameter->kinds)
        find_kinds(t, prec, numbers);
    t->batch = batch_of(t, values, prec);
    t->count = 0;
    for (int i = -1; i < TUNE_MOST && (i < 0 || values[i] > 0); i++) {
        struct candidate c = {.value = i < 0 ? 0 : values[i], .time_s = NAN};
        struct problem p = tune_problem(&s, t, &c);
        c.nb = !t->parameter->kinds ? p.nb : i < 0 ? own_kind(t) : c.value;
        c.pruned = i >= 0 ? pruned_by(t, &p, c.value) : no_memory(&p) ? NO_MEMORY : 0;
        t->candidate[t->count++] = c;
    }
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Half-way to the next order in the list, but no further than sqrt(2) times. */
static void set_range(struct target *t, const int64_t *n, int64_t i, int64_t orders)
{
    double below = i > 0 ? (double)n[i - 1] / (double)n[i] : 0,
           above = i + 1 < orders ? (double)n[i + 1] / (double)n[i] : 2;
    t->first = (int64_t)floor((double)n[i] * sqrt(fmax(below, 0.5))) + 1;
    t->last = (int64_t)floor((double)n[i] * sqrt(fmin(above, 2)));
}

struct target *tune_targets(const struct tune_values *v,
                            const struct parameter *parameter, struct target *list,
                            int *count)
{
    const int64_t *n = starling_ncuda() > 0 ? parameter->n_gpus : parameter->n_cores;
    bool real = is_real(find_routine(parameter->routine));
    int64_t orders = 0;
    while (v->n.count == 0 && orders < TUNE_MOST && n[orders] > 0)
        orders++;
    if (v->n.count > 0) {
        qsort(v->n.v, (size_t)v->n.count, sizeof *v->n.v, ascending);
        n = v->n.v;
        orders = v->n.count;
    }
    for (const char *type = v->type; *type; type++)
        for (int64_t i = 0; i < orders; i++) {
            if ((real && strchr("cz", *type)) || (i > 0 && n[i] == n[i - 1]) ||
                (parameter->kinds && (n[i] < KINDS_FROM || n[i] > KINDS_TO)))
                continue;
            struct target *more = realloc(list, sizeof *list * (size_t)(*count + 1));
            if (!more) {
                free(list);
                *count = -1;
                return NULL;
            }
            list = more;
            list[*count] =
                (struct target){.parameter = parameter, .type = {*type}, .n = n[i]};
            set_range(&list[*count], n, i, orders);
            make_target(&list[(*count)++]);
        }
    return list;
}

struct candidate *tune_best(struct target *t)
{
    static const double worth = 1.03;
    struct candidate *best = &t->candidate[0];
    for (struct candidate *c = t->candidate; c < t->candidate + t->count; c++) {
        if (isnan(c->time_s) && c->pruned == 0)
            return NULL;
        if (c->pruned == 0 && worth * c->time_s < t->candidate[0].time_s &&
            c->time_s < best->time_s)
            best = c;
    }
    return best;
}

const char *tune_value_name(const struct parameter *parameter)
{
    return parameter->kinds ? "kind" : "nb";
}
