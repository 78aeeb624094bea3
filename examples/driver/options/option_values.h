/*
 * The values of options: from text to a field, and in words. For options.c only.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#ifndef OPTION_VALUES_H
#define OPTION_VALUES_H

#include "options/options.h"

/* Converts a value into its field. Returns 0, or -1 with the reason in `why`. */
int option_convert(const struct option_spec *spec, const char *text, void *field,
                   char *why, size_t whylen);

/* Frees what a field holds and empties it. */
void option_release(const struct option_spec *spec, void *field);

/* Writes what the option accepts: "an integer of at least 0". */
void option_accepts(const struct option_spec *spec, char *text, size_t size);

#endif
