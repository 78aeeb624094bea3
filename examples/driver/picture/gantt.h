/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The picture of a run: a row a worker, a bar a task. */

#ifndef GANTT_H
#define GANTT_H

#include <stddef.h>
#include "analysis/recording.h"

/*
 * Writes the picture of a recorded run as SVG. Tasks narrower than a pixel are drawn together,
 * as one bar as high as the part of its time that is work. `bound_s` is marked unless NaN.
 * Returns 0, or -1 with a sentence in err.
 */
int gantt_write(const char *path, const struct recording *run, const char *title,
                const char *subtitle, double bound_s, char *err, size_t errlen);

#endif
