/*
 * A range of indices on the command line.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#ifndef INDEX_RANGE_H
#define INDEX_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* Reads 'il:iu', with 1 <= il <= iu. */
bool index_range(const char *text, int64_t *il, int64_t *iu);

/* What is said of other texts. */
#define INDEX_RANGE "two numbers from 1 are expected, the smaller one first, such as 1:10"

#endif
