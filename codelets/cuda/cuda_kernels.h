/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Converts the scalar types of C to those of CUDA, for kernel files. */

#ifndef SL_CUDA_KERNELS_H
#define SL_CUDA_KERNELS_H

#include <cuda_runtime.h>
#include <cuComplex.h>
#include "streams.h"

/* CU converts a pointer, CV a scalar. The types have the same layout. */
#if defined(STARLING_PREC_C)
#define CU(pointer) ((cuComplex *)(uintptr_t)(pointer))
static inline cuComplex CV(scalar_t s)
{
    return make_cuComplex(crealf(s), cimagf(s));
}
#elif defined(STARLING_PREC_Z)
#define CU(pointer) ((cuDoubleComplex *)(uintptr_t)(pointer))
static inline cuDoubleComplex CV(scalar_t s)
{
    return make_cuDoubleComplex(creal(s), cimag(s));
}
#else
#define CU(pointer) ((scalar_t *)(uintptr_t)(pointer))
#define CV(s) (s)
#endif

#endif
