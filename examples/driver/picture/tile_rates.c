/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling machine --plot`: how fast each kind of worker multiplies tiles, by their order. */

#include <stdio.h>
#include "command.h"
#include "picture/curves.h"
#include "report/versions.h"

/* Seconds after which no larger tile is begun; a tile of the next size takes eight times the
 * time of this one. */
static const double patience = 1.0;

/* Powers of two, and between them what is three quarters of the next. */
static struct curve measure(const char *name, int cores, double largest)
{
    struct curve c = {.name = name};
    double spent = 0;
    for (double size = 64; size <= largest && c.points < CURVE_POINTS && spent < patience;
         size *= 2)
        for (int half = 0; half < 2 && size * (1 + 0.5 * half) <= largest; half++) {
            int64_t n = (int64_t)(size * (1 + 0.5 * half));
            double took = 0, rate = cores > 0 ? tile_rate_cores(STARLING_D, n, cores, &took)
                                              : tile_rate_gpu(STARLING_D, n);
            spent += took;
            if (!(rate > 0) || c.points == CURVE_POINTS)
                continue;
            c.size[c.points] = (double)n;
            c.rate[c.points++] = rate;
        }
    return c;
}

int plot_tile_rates(const char *path, char *err, size_t errlen)
{
    struct curve curve[3];
    int curves = 0, cores = starling_ncpu();
    char all[64], host[128], subtitle[256];
    int64_t order = 100000, choice = starling_tile_size(STARLING_D, order, order);
    machine_name(host, sizeof host);
    snprintf(all, sizeof all, "%d cores, a tile each", cores);
    snprintf(subtitle, sizeof subtitle, "double precision, %s, on %s; the library's choice is "
             "that for a matrix of order %lld", blas_version(), host, (long long)order);
    if (cores > 0)
        curve[curves++] = measure("1 core", 1, 1024);
    if (cores > 1)
        curve[curves++] = measure(all, cores, 1024);
    if (starling_ncuda() > 0)
        curve[curves++] = measure("1 GPU", 0, 4096);
    return curves_write(path, "Rate of gemm on tiles", subtitle, curve, curves, (double)choice,
                        err, errlen);
}
