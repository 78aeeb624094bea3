/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the context and matrices need of BLAS and CUDA, so that src/ sees neither. */

#include "config.h"
#include "tasks.h"

#ifdef HAVE_OPENBLAS_SET_NUM_THREADS
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);

int sl_blas_threads(int threads)
{
    int before = openblas_get_num_threads();
    if (before != threads)
        openblas_set_num_threads(threads);
    return before;
}
#else
int sl_blas_threads(int threads)
{
    return threads;
}
#endif

#if defined(STARLING_CUDA)
#include <cuda_runtime.h>
#include "cuda_getrf.h"

int64_t sl_getrf_work(starling_precision prec, int64_t m, int64_t n)
{
    static size_t (*const work[4])(int, int) = {sl_cuda_sgetrf_work, sl_cuda_dgetrf_work,
                                                sl_cuda_cgetrf_work, sl_cuda_zgetrf_work};
    return (int64_t)work[prec]((int)m, (int)n);
}

int64_t sl_update_work(starling_precision prec, int64_t pivots, int64_t n)
{
    static size_t (*const work[4])(int, int) = {
        sl_cuda_sgetrf_update_work, sl_cuda_dgetrf_update_work, sl_cuda_cgetrf_update_work,
        sl_cuda_zgetrf_update_work};
    return (int64_t)work[prec]((int)pivots, (int)n);
}

bool sl_cuda_present(void)
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

/* Memory that is page-locked already, or shares a page with an array that is, is refused by
 * CUDA; it is then used as it is. */
bool sl_pin(void *a, size_t size)
{
    if (cudaHostRegister(a, size, cudaHostRegisterPortable) == cudaSuccess)
        return true;
    (void)cudaGetLastError();
    return false;
}

void sl_unpin(void *a)
{
    cudaHostUnregister(a);
}
#else
int64_t sl_getrf_work(starling_precision prec, int64_t m, int64_t n)
{
    (void)prec, (void)m, (void)n;
    return 0;
}

int64_t sl_update_work(starling_precision prec, int64_t pivots, int64_t n)
{
    (void)prec, (void)pivots, (void)n;
    return 0;
}

bool sl_cuda_present(void)
{
#ifdef STARPU_SIMGRID
    return true;
#else
    return false;
#endif
}

bool sl_pin(void *a, size_t size)
{
    (void)a, (void)size;
    return false;
}

void sl_unpin(void *a)
{
    (void)a;
}
#endif
