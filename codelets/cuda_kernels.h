/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Device code as kernel files see it: its prototypes, and C's types as CUDA's. */

#ifndef SL_CUDA_KERNELS_H
#define SL_CUDA_KERNELS_H

#include <cuda_runtime.h>
#include <cuComplex.h>
#include "cuda_blas3.h"
#include "cuda_getrf.h"
#include "cuda_gemm.h"
#include "cuda_utilities.h"

/* CU: a pointer to our scalars as cuBLAS' own type, of the same layout; CV: a scalar. */
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

/* Streams of a worker, the most urgent first (device.c). */
enum sl_stream {
    SL_URGENT, /* the critical path */
    SL_EARLY,  /* what others wait for, beside those of the task before */
    SL_BULK,   /* large ones, beside those of an urgent task */
    SL_OWN,    /* StarPU's: the task is over when this one gets to its end */
    SL_STREAMS
};
/* The worker's cuBLAS handle for that stream; a task must end on its own one. */
cublasHandle_t sl_cuda_begin(enum sl_stream stream);
/* The same for another stream, which goes on when the first gets here. */
cublasHandle_t sl_cuda_continue(enum sl_stream from, enum sl_stream to);

_Static_assert((int)SL_SWAP_ROWS == SL_CUDA_SWAP_ROWS, "moves of rows have one form");
_Static_assert((int)SL_IB == SL_CUDA_IB, "the order of inverted blocks is one number");

#endif
