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
#include <starpu_cublas.h>
#include <starpu_cublas_v2.h>
#include "cuda_kernels.h"

/* A second stream a worker, of high priority: its thread blocks start before those that wait
 * of other streams, so that a chain of small kernels is not held up by every large one. */
static struct {
    cudaStream_t stream;
    cudaEvent_t done;
} urgent[STARPU_NMAXWORKERS];

static void open_urgent(void *arg)
{
    int least, greatest, worker = starpu_worker_get_id();
    (void)arg;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStreamCreateWithPriority(&urgent[worker].stream, cudaStreamNonBlocking, greatest);
    cudaEventCreateWithFlags(&urgent[worker].done, cudaEventDisableTiming);
}

static void close_urgent(void *arg)
{
    int worker = starpu_worker_get_id();
    (void)arg;
    cudaEventDestroy(urgent[worker].done);
    cudaStreamDestroy(urgent[worker].stream);
}

void sl_cuda_start(void)
{
    starpu_cublas_init();
    starpu_execute_on_each_worker(open_urgent, NULL, STARPU_CUDA);
}

void sl_cuda_stop(void)
{
    starpu_execute_on_each_worker(close_urgent, NULL, STARPU_CUDA);
    starpu_cublas_shutdown();
}

/* StarPU has seen to it that the task's data are there: nothing of the worker's own stream has
 * to be waited for. */
cublasHandle_t sl_cuda_urgent_begin(void)
{
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    cublasSetStream(handle, urgent[starpu_worker_get_id()].stream);
    return handle;
}

/* The task is over for StarPU when its worker's own stream gets here. */
void sl_cuda_urgent_end(cublasHandle_t handle)
{
    int worker = starpu_worker_get_id();
    cudaEventRecord(urgent[worker].done, urgent[worker].stream);
    cublasSetStream(handle, starpu_cuda_get_local_stream());
    cudaStreamWaitEvent(starpu_cuda_get_local_stream(), urgent[worker].done, 0);
}

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
void sl_cuda_start(void)
{
}

void sl_cuda_stop(void)
{
}

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
