/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS threads and CUDA for the runtime, which sees neither. */

#ifndef SL_DEVICE_H
#define SL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

int sl_blas_threads(int threads); /* 0: as it is; returns the setting before */
/* Where addresses are limited: makes BLAS map its buffers for so many threads. False: no room. */
bool sl_blas_reserve(int threads);
int sl_cuda_present(void);        /* of this machine; 0 where STARPU_NCUDA is 0 */
int sl_cuda_devices(void);        /* before StarPU is up, or the most it may use */
void sl_cuda_start(void);         /* cuBLAS and streams of its workers, once it is */
void sl_cuda_stop(void);
bool sl_pin(void *a, size_t size); /* page-locks; false: was already, or cannot be */
void sl_unpin(void *a);

#endif
