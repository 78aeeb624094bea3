/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "crossover.h"

/* doc/drop-in.md says how they were measured. */
static const struct {
    const char *routine;
    double size;
} built_in[] = {
    {"potrf", 1000}, {"potrs", 1000}, {"posv", 1000},  {"potri", 1000}, {"trtri", 1000},
    {"lauum", 1000}, {"getrf", 1000}, {"getrs", 1000}, {"gesv", 1000},  {"getri", 1000},
};
enum { OTHERS = 1000 };

/* The value of a routine in "potrf=1000,2000"; a number without a name is for all. -1: it is not
 * there. */
static double wish(const char *text, const char *routine)
{
    double size = -1;
    size_t length = strlen(routine);
    while (text && *text) {
        const char *value = text, *equal = strchr(text, '='), *comma = strchr(text, ',');
        bool named = equal && (!comma || equal < comma);
        char *end;
        if (named)
            value = equal + 1;
        double number = strtod(value, &end);
        if (end != value && number >= 0 &&
            (!named || ((size_t)(equal - text) == length && strncmp(text, routine, length) == 0)))
            size = number;
        text = comma ? comma + 1 : NULL;
    }
    return size;
}

double sl_crossover(const char *routine)
{
    double size = wish(getenv("STARLING_LAPACK_CROSSOVER"), routine);
    for (size_t i = 0; size < 0 && i < sizeof built_in / sizeof built_in[0]; i++)
        if (strcmp(built_in[i].routine, routine) == 0)
            size = built_in[i].size;
    return size < 0 ? OTHERS : size;
}
