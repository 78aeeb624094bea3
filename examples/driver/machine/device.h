/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* GPU 0 as the command uses it beside the library: memory, and cuSOLVER and cuBLAS as the
 * reference. Without CUDA device_present() is false and the rest is not called. */

#ifndef DEVICE_H
#define DEVICE_H

#include "command.h"

bool device_present(void);
void *device_alloc(size_t size); /* NULL: not enough memory */
void device_free(void *pointer);

/* Runs the routine by cuSOLVER (gemm: by cuBLAS) on column-major host arrays of the operands, in
 * double buffers on the GPU. Returns the seconds it took, once more than warm: on resident
 * data, or with the copies in and out of the page-locked host arrays;
 * NaN when the routine has no counterpart or memory is short. */
double device_reference(const struct problem *p, void *const operand[3],
                        const int64_t ld[3], int64_t repeat);
/* The same by cuSOLVERMg on all GPUs: potrf of a lower triangle or getrf of a square matrix,
 * without the copies, so that it compares with the time until the last task. */
double device_reference_mg(const struct problem *p, void *const operand[3],
                           const int64_t ld[3], int64_t repeat);
/* Why --ref cusolver or cusolvermg cannot run this here; NULL: it can. */
const char *device_reference_missing(const struct problem *p, const char *ref);
/* cuBLAS' rate in flop/s on n x n matrices; 0 or NaN: not enough memory. */
double device_gemm_rate(starling_precision prec, int64_t n);

#endif
