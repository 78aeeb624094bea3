/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The recorded runs of all processes. */

#ifndef GATHER_H
#define GATHER_H

#include "analysis/recording.h"

/* Called by all. The first process gets all tasks and workers in place of its own; the others keep
 * theirs. Recordings must have begun at the same time. */
void gather_recording(struct recording *run);

#endif
