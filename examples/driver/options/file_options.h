/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Options that the commands on files have in common. Their values have these fields:
 * const char *type; int64_t nb, ncpu, ncuda; bool quiet. */

#ifndef FILE_OPTIONS_H
#define FILE_OPTIONS_H

#include "options/options.h"

/* clang-format off */
#define FILE_OPTIONS(values, nb_help) \
    {.name = "type", .kind = OPTION_STRING, .meta = "T", .set = "s,d,c,z", .help = "precision: s, d, c, z (default: d, or z for complex files)", OPTION_AT(values, type)}, \
    {.name = "nb", .kind = OPTION_INTEGER, .meta = "NB", .max = 1 << 20, .fallback = "0", .help = nb_help, OPTION_AT(values, nb)}, \
    {.name = "ncpu", .kind = OPTION_INTEGER, .meta = "N", .min = -1, .max = 4096, .fallback = "-1", .help = "CPU workers; -1: all", OPTION_AT(values, ncpu)}, \
    {.name = "ncuda", .kind = OPTION_INTEGER, .meta = "N", .min = -1, .max = 64, .fallback = "-1", .help = "CUDA devices; -1: all", OPTION_AT(values, ncuda)}, \
    {.name = "quiet", .kind = OPTION_FLAG, .help = "print nothing but errors", OPTION_AT(values, quiet)},
/* clang-format on */

#endif
