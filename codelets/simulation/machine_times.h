/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Times of kernels on a described machine (schedulers/machines/README), for simulations. It
 * needs no StarPU: the laboratory's own programs use it too. */

#ifndef SL_MACHINE_TIMES_H
#define SL_MACHINE_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "src/starling.h"

/* A task as far as its time depends on it. op: as codelets are called, without their precision;
 * width: columns of the tile it writes. */
struct sl_kernel {
    starling_precision prec;
    const char *op;
    bool gpu;
    int64_t width;
    double flops, bytes;
};

typedef struct sl_machine sl_machine;
/* NULL: a sentence with FILE:LINE is in err. */
sl_machine *sl_machine_read(const char *path, char *err, size_t errlen);
void sl_machine_free(sl_machine *m);
/* Microseconds; NaN: the description says nothing that would help. */
double sl_machine_time(const sl_machine *m, const struct sl_kernel *k);

/* What the environment asks of a simulation: STARLING_MACHINE, a description's path (machine is
 * NULL without); STARLING_NOISE, a standard deviation in per cent; STARLING_NOISE_SEED. False:
 * a sentence is in err. */
struct sl_simulation {
    sl_machine *machine;
    double noise; /* of 1 */
    uint64_t seed;
};
bool sl_simulation_read(struct sl_simulation *s, char *err, size_t errlen);

/* A factor with mean 1 and the given standard deviation, the same for the same seed and task;
 * its logarithm is normally distributed. */
double sl_machine_noise(double deviation, uint64_t seed, uint64_t task);

#endif
