/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "config.h"
#include "crossover.h"

#define NEVER INFINITY

enum { WITH_GPUS = 2000 };

/* From which size on Starling is not slower, measured beside OpenBLAS' LAPACK: doc/drop-in.md. What
 * is not in the list is never faster on cores, and with GPUs from WITH_GPUS on, a guess. */
static const struct {
    const char *routine;
    struct sl_sizes on_cores;
    double with_gpus;
} built_in[] = {
    {"potrf", {400, 400}, 1000},         {"posv", {400, 400}, 1000},
    {"getrf", {300, 300}, 500},          {"gesv", {300, 300}, 500},
    {"geqrf", {200, 200}, 500},          {"gelqf", {200, 200}, 500},
    {"orgqr", {200, 200}, 500},          {"orglq", {200, 200}, 500},
    {"ormqr", {300, 300}, 500},          {"ormlq", {300, 300}, 500},
    {"gels", {200, 200}, 500},           {"syev", {1000, 200}, 500},
    {"syevd", {1000, 2828}, 500},        {"syevr", {1000, 1000}, 500},
    {"syevx", {1000, 200}, 500},         {"sygv", {2000, 200}, 500},
    {"gesvd", {1000, 200}, 500},         {"gesdd", {1000, 2000}, 500},
    {"gecon", {130, 130}, NEVER},        {"gerfs", {400, 400}, 200},
    {"porfs", {300, 300}, 200},          {"syev_2stage", {100, NEVER}, 500},
    {"syevd_2stage", {100, NEVER}, 500}, {"syevr_2stage", {100, NEVER}, 500},
    {"syevx_2stage", {100, NEVER}, 500}, {"sygv_2stage", {200, NEVER}, 500},
    {"sytrf", {500, 500}, WITH_GPUS},    {"sysv", {500, 500}, 1000},
    {"geev", {500, 500}, 500},           {"trevc", {300, 300}, 500},
    {"trevc3", {300, 300}, 500},         {"geevx", {500, 500}, 500},
    {"gees", {500, 500}, 500},           {"geesx", {500, 500}, 500},
    {"trsen", {300, 300}, 500},          {"hseqr", {500, 500}, 500},
    {"potri", {NEVER, NEVER}, 500},      {"lauum", {NEVER, NEVER}, 500},
    {"getri", {NEVER, NEVER}, 500},      {"gelsd", {NEVER, NEVER}, 500},
    {"sygvd", {NEVER, NEVER}, 500},      {"sygst", {NEVER, NEVER}, 500},
    {"gehrd", {NEVER, NEVER}, 500},      {"orgtr", {NEVER, NEVER}, 500},
    {"orghr", {NEVER, NEVER}, 500},      {"potrs", {NEVER, NEVER}, 1000},
    {"trtri", {NEVER, NEVER}, 1000},     {"getrs", {NEVER, NEVER}, 1000},
    {"gesvx", {NEVER, NEVER}, 1000},     {"posvx", {NEVER, NEVER}, 1000},
    {"sytrd", {NEVER, NEVER}, 1000},     {"gebrd", {NEVER, NEVER}, 1000},
    {"ormtr", {NEVER, NEVER}, 1000},     {"bdsdc", {NEVER, NEVER}, 1000},
    {"sposv", {NEVER, NEVER}, 1000},     {"cposv", {NEVER, NEVER}, 1000},
};
static const double START_ON_CORES = 0.25, START_WITH_GPUS = 2;

static bool has_gpu(void)
{
#ifdef STARLING_CUDA
    const char *count = getenv("STARPU_NCUDA");
    return access("/dev/nvidiactl", F_OK) == 0 && !(count && strcmp(count, "0") == 0);
#else
    return false;
#endif
}

/* The names are equal; un and he are or and sy in complex precisions. */
static bool is_called(const char *routine, const char *name, size_t length)
{
    bool complex = strncmp(routine, "un", 2) == 0 || strncmp(routine, "he", 2) == 0;
    const char *real = routine[0] == 'u' ? "or" : "sy";
    if (strlen(routine) != length)
        return false;
    return strncmp(routine, name, length) == 0 || (complex && strncmp(real, name, 2) == 0 &&
                                                   strncmp(routine + 2, name + 2, length - 2) == 0);
}

/* The value of a routine in "potrf=1000,2000"; a number without a name is for all of LAPACK, "blas"
 * is all of BLAS. -1: it is not there. */
static double wish(const char *text, const char *routine, bool blas)
{
    double size = -1;
    while (text && *text) {
        const char *equal = strchr(text, '='), *comma = strchr(text, ',');
        bool named = equal && (!comma || equal < comma);
        const char *value = named ? equal + 1 : text;
        char *end;
        double number = strtod(value, &end);
        size_t length = named ? (size_t)(equal - text) : 0;
        bool holds =
            named ? is_called(routine, text, length) || (blas && is_called("blas", text, length))
                  : !blas;
        if (end != value && number >= 0 && holds)
            size = number;
        text = comma ? comma + 1 : NULL;
    }
    return size;
}

struct sl_sizes sl_crossover(const char *routine, bool blas)
{
    double size = wish(getenv("STARLING_LAPACK_CROSSOVER"), routine, blas);
    if (size >= 0)
        return (struct sl_sizes){size, size};
    bool gpu = !blas && has_gpu();
    for (size_t i = 0; i < sizeof built_in / sizeof built_in[0]; i++)
        if (is_called(routine, built_in[i].routine, strlen(built_in[i].routine)))
            return gpu ? (struct sl_sizes){built_in[i].with_gpus, built_in[i].with_gpus}
                       : built_in[i].on_cores;
    size = gpu ? WITH_GPUS : NEVER;
    return (struct sl_sizes){size, size};
}

double sl_start_seconds(void)
{
    if (getenv("STARLING_LAPACK_CROSSOVER"))
        return 0;
    return has_gpu() ? START_WITH_GPUS : START_ON_CORES;
}
