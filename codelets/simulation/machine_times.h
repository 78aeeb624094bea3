/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Times of kernels on a described machine (schedulers/machines/README), for simulations.
 * This file needs no StarPU. Other programs of the laboratory use it too. */

#ifndef SL_MACHINE_TIMES_H
#define SL_MACHINE_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "src/starling.h"

/* The properties of a task on which its time depends. op: the name of the codelet without
 * the precision. width: columns of the tile that it writes. */
struct sl_kernel {
    starling_precision prec;
    const char *op;
    bool gpu;
    int64_t width;
    double flops, bytes;
};

typedef struct sl_machine sl_machine;
/* NULL: err has a sentence with FILE:LINE. */
sl_machine *sl_machine_read(const char *path, char *err, size_t errlen);
void sl_machine_free(sl_machine *m);
/* Microseconds; NaN: no line of the description gives a time. */
double sl_machine_time(const sl_machine *m, const struct sl_kernel *k);

/* Settings of a simulation from the environment. STARLING_MACHINE: the path of a
 * description; without it machine is NULL. STARLING_NOISE: a standard deviation in percent.
 * STARLING_NOISE_SEED: its seed. False: err has a sentence. */
struct sl_simulation {
    sl_machine *machine;
    double noise; /* standard deviation; 0.2 is 20 % */
    uint64_t seed;
};
bool sl_simulation_read(struct sl_simulation *s, char *err, size_t errlen);

/* A random factor with mean 1 and this standard deviation. It depends only on seed and
 * task. Its logarithm is normally distributed. */
double sl_machine_noise(double deviation, uint64_t seed, uint64_t task);

#endif
