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

/* More streams a worker, of higher priority than its own: their thread blocks start before
 * those that wait of other streams, so that a chain of small kernels is not held up by every
 * large one. */
static struct {
    cudaStream_t stream;
    cudaEvent_t done;
} ahead[STARPU_NMAXWORKERS][SL_AHEADS];

static void open_streams(void *arg)
{
    int least, greatest, worker = starpu_worker_get_id();
    (void)arg;
    cudaDeviceGetStreamPriorityRange(&least, &greatest); /* greater ones are smaller numbers */
    for (int i = 0; i < SL_AHEADS; i++) {
        int priority = greatest + i < least ? greatest + i : least;
        cudaStreamCreateWithPriority(&ahead[worker][i].stream, cudaStreamNonBlocking, priority);
        cudaEventCreateWithFlags(&ahead[worker][i].done, cudaEventDisableTiming);
    }
}

static void close_streams(void *arg)
{
    int worker = starpu_worker_get_id();
    (void)arg;
    for (int i = 0; i < SL_AHEADS; i++) {
        cudaEventDestroy(ahead[worker][i].done);
        cudaStreamDestroy(ahead[worker][i].stream);
    }
}

void sl_cuda_start(void)
{
    starpu_cublas_init();
    starpu_execute_on_each_worker(open_streams, NULL, STARPU_CUDA);
}

void sl_cuda_stop(void)
{
    starpu_execute_on_each_worker(close_streams, NULL, STARPU_CUDA);
    starpu_cublas_shutdown();
}

/* StarPU has seen to it that the task's data are there: nothing of the worker's own stream has
 * to be waited for. */
cublasHandle_t sl_cuda_ahead_begin(enum sl_ahead stream)
{
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    cublasSetStream(handle, ahead[starpu_worker_get_id()][stream].stream);
    return handle;
}

/* The worker's own stream goes on from there; the task is over when that one gets to its end. */
void sl_cuda_ahead_end(enum sl_ahead stream)
{
    int worker = starpu_worker_get_id();
    cudaEventRecord(ahead[worker][stream].done, ahead[worker][stream].stream);
    cublasSetStream(starpu_cublas_get_local_handle(), starpu_cuda_get_local_stream());
    cudaStreamWaitEvent(starpu_cuda_get_local_stream(), ahead[worker][stream].done, 0);
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
        sl_cuda_sgetrf_solve_work, sl_cuda_dgetrf_solve_work, sl_cuda_cgetrf_solve_work,
        sl_cuda_zgetrf_solve_work};
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
