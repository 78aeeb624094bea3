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

/* From which size on Starling is not slower, measured beside OpenBLAS' LAPACK: doc/drop-in.md. What
 * is not in the list is never faster on cores. */
static const struct {
    const char *routine;
    struct sl_sizes on_cores;
} built_in[] = {
    {"potrf", {400, 400}},          {"posv", {400, 400}},           {"getrf", {300, 300}},
    {"gesv", {300, 300}},           {"geqrf", {200, 200}},          {"gelqf", {200, 200}},
    {"orgqr", {200, 200}},          {"orglq", {200, 200}},          {"ormqr", {300, 300}},
    {"ormlq", {300, 300}},          {"gels", {200, 200}},           {"syev", {1000, 200}},
    {"syevd", {1000, 2828}},        {"syevr", {1000, 300}},         {"syevx", {1000, 200}},
    {"sygv", {2000, 200}},          {"gesvd", {500, 200}},          {"gesdd", {500, 2000}},
    {"gecon", {130, 130}},          {"gerfs", {400, 400}},          {"porfs", {300, 300}},
    {"syev_2stage", {100, NEVER}},  {"syevd_2stage", {100, NEVER}}, {"syevr_2stage", {100, NEVER}},
    {"syevx_2stage", {100, NEVER}}, {"sygv_2stage", {200, NEVER}},
    {"sytrf", {500, 500}},          {"sysv", {500, 500}},           {"geev", {500, 500}},
    {"trevc", {300, 300}},          {"trevc3", {300, 300}},         {"geevx", {500, 500}},
    {"gees", {500, 500}},           {"geesx", {500, 500}},          {"trsen", {300, 300}},
    {"hseqr", {500, 500}},
};
enum { WITH_GPUS = 2000 };
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
    if (size < 0 && !blas && has_gpu())
        size = WITH_GPUS;
    if (size >= 0)
        return (struct sl_sizes){size, size};
    for (size_t i = 0; i < sizeof built_in / sizeof built_in[0]; i++)
        if (is_called(routine, built_in[i].routine, strlen(built_in[i].routine)))
            return built_in[i].on_cores;
    return (struct sl_sizes){NEVER, NEVER};
}

double sl_start_seconds(void)
{
    if (getenv("STARLING_LAPACK_CROSSOVER"))
        return 0;
    return has_gpu() ? START_WITH_GPUS : START_ON_CORES;
}
