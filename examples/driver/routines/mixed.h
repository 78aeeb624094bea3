/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What gesv_mixed and posv_mixed share: the numbers among their results, and what they
 * tell. */

#ifndef MIXED_H
#define MIXED_H

#include "routines/routines.h"

enum { MIXED_ITER, MIXED_BERR, MIXED_VALUES };

int64_t mixed_values(const struct problem *p);
void mixed_tell(const struct call *call, char *text, size_t size);

#endif
