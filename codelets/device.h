/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS threads and CUDA, for the runtime, which includes neither header. */

#ifndef SL_DEVICE_H
#define SL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

int sl_blas_threads(void);
void sl_blas_set_threads(int threads);
/* If the address space is limited: makes BLAS map its buffers for so many threads. False:
 * no room. */
bool sl_blas_reserve(int threads);
int sl_cuda_present(void);        /* GPUs of this machine; 0 if STARPU_NCUDA is 0 */
int sl_cuda_devices(void);        /* GPUs that StarPU may use; callable before it starts */
void sl_cuda_name(int device, char *name, size_t size); /* as CUDA reports it */
void sl_cuda_start(void);         /* after StarPU starts: cuBLAS and streams of its workers */
void sl_cuda_stop(void);
/* The calling thread takes a GPU to launch the kernels of a task itself, as its workers do, with
 * `size` bytes of that GPU's memory. NULL: another thread has it, or there is no memory. */
void *sl_cuda_take(int device, size_t size);
/* From the GPU that it has taken, after the kernels: size bytes. Returns the CUDA error. */
int sl_cuda_fetch(void *host, const void *from, size_t size);
/* Waits for all that, and gives the GPU back. Returns the first CUDA error, 0: none. */
int sl_cuda_return(void);
bool sl_pin(void *a, size_t size); /* page-locks; false: it was, or it cannot be */
void sl_unpin(void *a);

#endif
