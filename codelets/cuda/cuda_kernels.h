/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Converts the scalar types of C to those of CUDA, for kernel files. */

#ifndef SL_CUDA_KERNELS_H
#define SL_CUDA_KERNELS_H

#include <cuda_runtime.h>
#include <cuComplex.h>
#include "streams.h"

/* CU converts a pointer, CV a scalar, CS a scalar to the pointer that cuBLAS wants. The types have the
 * same layout, but C aligns a double complex scalar to 8 bytes and CUDA to 16. */
#if defined(STARLING_PREC_C)
#define CU(pointer) ((cuComplex *)(uintptr_t)(pointer))
#define CS(s) ((const cuComplex[]){CV(s)})
static inline cuComplex CV(scalar_t s)
{
    return make_cuComplex(crealf(s), cimagf(s));
}
#elif defined(STARLING_PREC_Z)
#define CU(pointer) ((cuDoubleComplex *)(uintptr_t)(pointer))
#define CS(s) ((const cuDoubleComplex[]){CV(s)})
static inline cuDoubleComplex CV(scalar_t s)
{
    return make_cuDoubleComplex(creal(s), cimag(s));
}
#else
#define CU(pointer) ((scalar_t *)(uintptr_t)(pointer))
#define CV(s) (s)
#define CS(s) ((const scalar_t[]){s})
#endif

#endif
