/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The generator of starling_random(), with the same bits on CPU and GPU. Element (i, j) is
 * a hash of seed, i and j, so it does not depend on tiles or workers. The hash is the
 * output function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), applied twice. */

#ifndef SL_RANDOM_H
#define SL_RANDOM_H

#include <stdint.h>

#if !defined(__CUDACC__) && !defined(__host__)
#define __host__
#define __device__
#endif

__host__ __device__ static inline uint64_t sl_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform in (-1/2, 1/2): 24 random bits, exact in single and in double precision alike.
 * part = 0: real, 1: imaginary. */
__host__ __device__ static inline double sl_uniform(uint64_t seed, int64_t i, int64_t j,
                                                    int part)
{
    uint64_t z = sl_mix(seed * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)j * 2 + (uint64_t)part);
    z = sl_mix(z + ((uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15));
    return ((double)(int64_t)(z >> 40) + 0.5) * (1.0 / 16777216.0) - 0.5;
}

#endif
