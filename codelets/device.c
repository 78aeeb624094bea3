/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the context and matrices need of BLAS and CUDA, so that src/ sees neither. */

#include <math.h>
#include <stdlib.h>
#include "config.h"
#include "src/room.h"
#include "tasks.h"
#ifdef STARPU_SIMGRID
#include <simgrid/host.h>
#endif

#ifdef HAVE_OPENBLAS_SET_NUM_THREADS
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);

int sl_blas_threads(int threads)
{
    int before = openblas_get_num_threads();
    if (threads > 0 && before != threads)
        openblas_set_num_threads(threads);
    return before;
}
#else
int sl_blas_threads(int threads)
{
    return threads;
}
#endif

#ifdef HAVE_BLAS_MEMORY_ALLOC
void *blas_memory_alloc(int where);
void blas_memory_free(void *buffer);

/* OpenBLAS maps a buffer for each thread that is inside it at the same time, keeps it, and tries for
 * ever where it cannot map one. So they are mapped here, one by one, while there is room. */
bool sl_blas_reserve(int threads)
{
    void *buffer[STARPU_NMAXWORKERS];
    double size = SL_BYTES_A_BLAS_BUFFER; /* until one has been measured */
    int made = 0;
    threads = isinf(sl_address_room().bytes) ? 0 : SL_MIN(threads, STARPU_NMAXWORKERS);
    while (made < threads) {
        double before = sl_address_room().bytes;
        if (before < size)
            break;
        buffer[made++] = blas_memory_alloc(1);
        size = SL_MAX(size, before - sl_address_room().bytes);
    }
    for (int i = 0; i < made; i++)
        blas_memory_free(buffer[i]);
    return made == threads;
}
#else
bool sl_blas_reserve(int threads)
{
    (void)threads;
    return true;
}
#endif

#if defined(STARLING_CUDA)
#include <cuda_runtime.h>
#include <starpu_cublas.h>
#include <starpu_cublas_v2.h>
#include "cuda_kernels.h"

/* More streams a worker. Thread blocks of one of higher priority start before those that wait
 * of others, so that a chain of small kernels is not held up by every large one. */
static struct {
    cudaStream_t stream;
    cudaEvent_t here;
    cublasHandle_t handle; /* NULL: not yet used. One handle's kernels share their workspace. */
} streams[STARPU_NMAXWORKERS][SL_STREAMS];

static void open_streams(void *arg)
{
    int least, greatest, worker = starpu_worker_get_id();
    (void)arg;
    cudaDeviceGetStreamPriorityRange(&least, &greatest); /* greater ones are smaller numbers */
    for (int i = 0; i < SL_OWN; i++) {
        int priority = i == SL_BULK ? least : SL_MIN(least, greatest + i);
        cudaStreamCreateWithPriority(&streams[worker][i].stream, cudaStreamNonBlocking, priority);
        cudaEventCreateWithFlags(&streams[worker][i].here, cudaEventDisableTiming);
        streams[worker][i].handle = NULL; /* one of a StarPU that the application has stopped is gone */
    }
    streams[worker][SL_OWN].stream = starpu_cuda_get_local_stream();
    streams[worker][SL_OWN].handle = starpu_cublas_get_local_handle();
}

static void close_streams(void *arg)
{
    int worker = starpu_worker_get_id();
    (void)arg;
    for (int i = 0; i < SL_OWN; i++) {
        if (streams[worker][i].handle)
            cublasDestroy(streams[worker][i].handle);
        streams[worker][i].handle = NULL;
        cudaEventDestroy(streams[worker][i].here);
        cudaStreamDestroy(streams[worker][i].stream);
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
cublasHandle_t sl_cuda_begin(enum sl_stream stream)
{
    int worker = starpu_worker_get_id();
    cublasHandle_t *handle = &streams[worker][stream].handle;
    if (!*handle && cublasCreate(handle) == CUBLAS_STATUS_SUCCESS)
        cublasSetStream(*handle, streams[worker][stream].stream);
    return *handle;
}

cublasHandle_t sl_cuda_continue(enum sl_stream from, enum sl_stream to)
{
    int worker = starpu_worker_get_id();
    cudaEventRecord(streams[worker][from].here, streams[worker][from].stream);
    cudaStreamWaitEvent(streams[worker][to].stream, streams[worker][from].here, 0);
    return sl_cuda_begin(to);
}

int64_t sl_getrf_work(starling_precision prec, int64_t m, int64_t n)
{
    static size_t (*const work[4])(int, int) = {sl_cuda_sgetrf_work, sl_cuda_dgetrf_work,
                                                sl_cuda_cgetrf_work, sl_cuda_zgetrf_work};
    return (int64_t)work[prec]((int)m, (int)n);
}

int64_t sl_update_work(starling_precision prec, int64_t pivots, int64_t n, int steps)
{
    static size_t (*const work[4])(int, int) = {
        sl_cuda_sgetrf_solve_work, sl_cuda_dgetrf_solve_work, sl_cuda_cgetrf_solve_work,
        sl_cuda_zgetrf_solve_work};
    int64_t transposed = pivots <= SL_IB ? steps * pivots * n : 0; /* U^T */
    return (int64_t)work[prec]((int)pivots, (int)n) + transposed;
}

static int count_devices(void)
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
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

int64_t sl_update_work(starling_precision prec, int64_t pivots, int64_t n, int steps)
{
    (void)prec, (void)pivots, (void)n, (void)steps;
    return 0;
}

#ifdef STARPU_SIMGRID
/* Hosts of the simulated machine, which is there before StarPU starts: SimGrid calls main(). */
static int count_devices(void)
{
    int count = 0;
    char name[16] = "CUDA0";
    while (sg_host_by_name(name))
        snprintf(name, sizeof name, "CUDA%d", ++count);
    return count;
}
#else
static int count_devices(void)
{
    return 0;
}
#endif

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

int sl_cuda_present(void)
{
    const char *wish = getenv("STARPU_NCUDA");
    return wish && atoi(wish) == 0 ? 0 : count_devices();
}

int sl_cuda_devices(void)
{
    const char *wish = getenv("STARPU_NCUDA");
    int count = sl_cuda_present(), most = wish ? atoi(wish) : count;
    return SL_MIN(count, most);
}
