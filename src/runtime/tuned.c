/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The values of parameters: those of tuning.h, and those of files, which have one line for each
 * (doc/tuning.md). A new parameter is a line of the table and of enum sl_parameter. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "codelets/kind.h"
#include "codelets/device.h"
#include "tuned.h"
#include "tuning.h"

enum { MOST_STEPS = 6, MOST_LINES = 1024, PATH = 1024 };

static const struct parameter {
    const char *name;
    int64_t least, most; /* allowed values */
    struct sl_tile_step cores[MOST_STEPS], gpus[MOST_STEPS];
    struct sl_tile_step gpus_z[MOST_STEPS]; /* empty: as gpus */
    double power;                           /* the steps are by n / GPUs^power */
} parameters[SL_PARAMETERS] = {
    /* clang-format off */
    [SL_TUNED_TILE] = {"potrf.nb", SL_FEWEST_ROWS, 16384, {SL_TILES_ON_CORES}, {SL_TILES_WITH_GPUS}, {SL_TILES_WITH_GPUS_Z}},
    [SL_TUNED_COLUMNS] = {"getrf.nb", 8, 16384, {SL_COLUMNS_ON_CORES}, {SL_COLUMNS_WITH_GPUS},
                          .power = SL_COLUMNS_GPU_POWER},
    [SL_TUNED_QR_COLUMNS] = {"geqrf.nb", 8, 16384, {SL_QR_COLUMNS_ON_CORES}, {SL_QR_COLUMNS_WITH_GPUS},
                             {SL_QR_COLUMNS_WITH_GPUS_Z}},
    [SL_TUNED_BAND_PANELS] = {"he2hb.panels", 1, 64, {SL_BAND_PANELS_ON_CORES}, {SL_BAND_PANELS_WITH_GPUS}},
    [SL_TUNED_STEDC_COLUMNS] = {"stedc.nb", 32, 16384, {SL_STEDC_COLUMNS_ON_CORES},
                                {SL_STEDC_COLUMNS_WITH_GPUS}},
    [SL_TUNED_VECTOR_COLUMNS] = {"unmtr.nb", 32, 16384, {{0, SL_VECTOR_COLUMNS_ON_CORES}},
                                 {{0, SL_VECTOR_COLUMNS_OF_ALL_GPUS}}},
    [SL_TUNED_CHUNK] = {"batched.kib", 1, 1 << 20, {{0, SL_CHUNK_KIB_ON_CORES}}, {{0, SL_CHUNK_KIB_WITH_GPUS}}},
    /* 0: the kernels choose */
    [SL_TUNED_POTRF_KIND] = {"potrf_batched.kind", 0, SL_POTRF_KINDS},
    [SL_TUNED_GETRF_KIND] = {"getrf_batched.kind", 0, SL_GETRF_KINDS},
    [SL_TUNED_GESV_MIXED] = {"gesv.mixed", 0, 1, {{0, 1}}, {{0, 1}}},
    [SL_TUNED_POSV_MIXED] = {"posv.mixed", 0, 1, {{0, 1}}, {{0, 1}}},
    /* clang-format on */
};

/* ---- Files ------------------------------------------------------------------------------- */

/* For orders from `first` to `last`. */
struct line {
    const struct parameter *parameter;
    unsigned types; /* a bit for each precision */
    int64_t first, last, value;
};

static struct table {
    struct line line[MOST_LINES];
    int count;
} of_user, installed;

/* These workers as files name them: 2xcores, 1xNVIDIA_H200. */
static char workers[160];
static int gpus;

/* A line for the workers `whose`. False: `why` tells what is wrong. */
static bool parse(const char *text, struct line *l, char whose[160], char *why, size_t size)
{
    char name[32], types[8];
    long long first, last, value;
    int end = -1;
    if (sscanf(text, "%31s %159s %7s %lld %lld %lld %n", name, whose, types, &first, &last, &value,
               &end) < 6 ||
        (text[end] && text[end] != '#')) {
        snprintf(why, size,
                 "a line has a parameter, workers, types, the first and the last n, a value");
        return false;
    }
    *l = (struct line){.first = first, .last = last, .value = value};
    for (int i = 0; i < SL_PARAMETERS; i++)
        if (strcmp(parameters[i].name, name) == 0)
            l->parameter = &parameters[i];
    const char *bad = types + strspn(types, "sdcz");
    for (int t = 0; t < 4; t++)
        l->types |= strchr(types, "sdcz"[t]) ? 1u << t : 0;
    if (!l->parameter)
        snprintf(why, size, "there is no parameter '%s'", name);
    else if (*bad)
        snprintf(why, size, "there is no type '%c'", *bad);
    else if (value < l->parameter->least || value > l->parameter->most)
        snprintf(why, size, "%s is %lld, and must be from %lld to %lld", name, value,
                 (long long)l->parameter->least, (long long)l->parameter->most);
    else
        return true;
    return false;
}

/* Reads lines and closes the file. Returns how many are ignored; one notice tells of them. */
static int read_lines(FILE *file, const char *name, struct table *table, struct sl_said *said)
{
    char *text = NULL, whose[160], why[200], first[300] = "";
    size_t capacity = 0;
    int number = 0, ignored = 0;
    while (getline(&text, &capacity, file) > 0) {
        struct line l;
        number++;
        if (text[strspn(text, " \t\r\n")] == 0 || text[strspn(text, " \t")] == '#')
            continue;
        bool good = parse(text, &l, whose, why, sizeof why);
        if (good && strcmp(whose, workers) != 0)
            continue;
        if (good && table->count < MOST_LINES)
            table->line[table->count++] = l;
        else if (ignored++ == 0)
            snprintf(first, sizeof first, "line %d: %s", number, good ? "too many lines" : why);
    }
    free(text);
    fclose(file);
    if (ignored > 0)
        sl_notice(said, "%.600s, %s; %s ignored", name, first,
                  ignored > 1 ? "this line and others are" : "the line is");
    return ignored;
}

/* A file that is missing has no lines. */
static void read_file(const char *path, struct table *table, struct sl_said *said)
{
    FILE *file = fopen(path, "r");
    table->count = 0;
    if (file)
        read_lines(file, path, table, said);
}

/* The installed file of this device. Its name has no spaces. */
static void installed_path(const char *device, char path[PATH])
{
    const char *folder = getenv("STARLING_TUNING_FOLDER");
    snprintf(path, PATH, "%s/%s.txt", folder && folder[0] ? folder : SL_TUNING_FOLDER, device);
}

static void name_workers(char device[128])
{
    snprintf(device, 128, "cores");
    if (gpus > 0)
        sl_cuda_name(starpu_worker_get_devid(starpu_worker_get_by_type(STARPU_CUDA_WORKER, 0)),
                     device, 128);
    for (char *c = device; *c; c++)
        *c = *c == ' ' || *c == '/' ? '_' : *c;
    snprintf(workers, sizeof workers, "%dx%s", gpus > 0 ? gpus : (int)starpu_cpu_worker_get_count(),
             device);
}

/* ---- Values ------------------------------------------------------------------------------ */

/* -1: the table has none. */
static int64_t in_table(const struct table *table, const struct parameter *p,
                        starling_precision prec, int64_t n)
{
    for (const struct line *l = table->line + table->count;
         l-- > table->line;) /* the last one counts */
        if (l->parameter == p && (l->types >> prec & 1) && l->first <= n && n <= l->last)
            return l->value;
    return -1;
}

static int64_t built_in(const struct parameter *p, starling_precision prec, int64_t n)
{
    double order = gpus > 1 ? (double)n / pow(gpus, p->power) : (double)n;
    const struct sl_tile_step *step = gpus <= 0                                   ? p->cores
                                      : prec == STARLING_Z && p->gpus_z[0].nb > 0 ? p->gpus_z
                                                                                  : p->gpus;
    while (order < (double)step->least)
        step++;
    return step->nb;
}

int64_t sl_tuned(enum sl_parameter parameter, starling_precision prec, int64_t n)
{
    const struct parameter *p = &parameters[parameter];
    int64_t value = in_table(&of_user, p, prec, n);
    value = value >= 0 ? value : in_table(&installed, p, prec, n);
    return value >= 0 ? value : built_in(p, prec, n);
}

/* ---- Small problems ------------------------------------------------------------------------ */

/* Up to these orders every matrix is. A small problem takes less time than to look into tables. */
static int64_t always_direct[4];

static bool is_direct(starling_precision prec, int64_t n)
{
    return n <= (gpus > 0 ? SL_CALLER_LARGEST_BESIDE_GPU : sl_tuned(SL_TUNED_TILE, prec, n));
}

static void find_always_direct(void)
{
    for (int prec = 0; prec < 4; prec++) {
        int64_t n = 0;
        while (n < SL_CALLER_LARGEST && is_direct((starling_precision)prec, n + 1))
            n++;
        always_direct[prec] = n;
    }
}

bool sl_tuned_direct(starling_precision prec, int64_t n)
{
    return n <= always_direct[prec] || is_direct(prec, n);
}

/* ---- From files ---------------------------------------------------------------------------- */

void sl_tuned_start(int number_of_gpus, struct sl_said *said)
{
    char device[128], path[PATH];
    gpus = number_of_gpus;
    name_workers(device);
    installed_path(device, path);
    read_file(path, &installed, said);
    sl_folder_tuning(path, sizeof path);
    read_file(path, &of_user, said);
    find_always_direct();
}

const char *sl_tuned_workers(void)
{
    return workers;
}

bool sl_tuned_set(const char *lines, struct sl_said *said)
{
    struct table table = {.count = 0};
    FILE *file = lines && lines[0] ? fmemopen((void *)(uintptr_t)lines, strlen(lines), "r") : NULL;
    if (file && read_lines(file, "the argument", &table, said) > 0)
        return false;
    of_user = table;
    find_always_direct();
    return true;
}
