/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Pictures of rates by tile size: a panel a kind of worker. */

#ifndef CURVES_H
#define CURVES_H

#include <stddef.h>

enum { CURVE_POINTS = 16 };

struct curve {
    const char *name;
    int points;
    double size[CURVE_POINTS], rate[CURVE_POINTS]; /* order of a tile, ascending; flop/s */
};

/* Writes the curves side by side as SVG, with `mark`, a size, in each. 0, or -1 with a
 * sentence in err. */
int curves_write(const char *path, const char *title, const char *subtitle,
                 const struct curve *curve, int curves, double mark, char *err, size_t errlen);

#endif
