/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Pivots as Starling has them, of 64 bits, from and to a Fortran array. In ILP64 they are that
 * array itself. NULL: there is no memory. */

#ifndef SL_PIVOTS_H
#define SL_PIVOTS_H

#include <stdlib.h>
#include "dropin.h"

#ifdef STARLING_ILP64
static inline int64_t *new_pivots(fint *ipiv, int64_t count)
{
    (void)count;
    return ipiv;
}

static inline void put_pivots(fint *ipiv, int64_t *pivots, int64_t count)
{
    (void)ipiv, (void)pivots, (void)count;
}

static inline const int64_t *get_pivots(const fint *ipiv, int64_t count)
{
    (void)count;
    return ipiv;
}

static inline void end_pivots(const fint *ipiv, const int64_t *pivots)
{
    (void)ipiv, (void)pivots;
}

static inline int64_t *copy_pivots(fint *ipiv, int64_t count)
{
    (void)count;
    return ipiv;
}
#else
static inline int64_t *new_pivots(fint *ipiv, int64_t count)
{
    (void)ipiv;
    return calloc((size_t)count, sizeof(int64_t));
}

static inline void put_pivots(fint *ipiv, int64_t *pivots, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        ipiv[i] = (fint)pivots[i];
    free(pivots);
}

/* Those that are there, to be put back. */
static inline int64_t *copy_pivots(const fint *ipiv, int64_t count)
{
    int64_t *pivots = malloc((size_t)count * sizeof *pivots);
    for (int64_t i = 0; pivots && i < count; i++)
        pivots[i] = ipiv[i];
    return pivots;
}

/* Those that are there, to be read. */
static inline const int64_t *get_pivots(const fint *ipiv, int64_t count)
{
    return copy_pivots(ipiv, count);
}

static inline void end_pivots(const fint *ipiv, const int64_t *pivots)
{
    (void)ipiv;
    free((void *)(uintptr_t)pivots);
}
#endif

#endif
