/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* CUDA streams and cuBLAS handles of the workers, and of calling threads. */

#include "config.h"
#include <starpu.h>
#include <starpu_cublas.h>
#include <starpu_cublas_v2.h>
#include "codelets/device.h"
#include "codelets/kernel.h"
#include "streams.h"

/* A worker's number, and after them a calling thread's: that of the GPU that it has taken. */
enum { PLACES = STARPU_NMAXWORKERS + STARPU_MAXCUDADEVS };
static _Thread_local int taken = -1; /* that GPU */

static int place(void)
{
    return taken >= 0 ? STARPU_NMAXWORKERS + taken : starpu_worker_get_id();
}

/* Additional streams for each worker. Thread blocks of a stream with higher priority start
 * before waiting ones of other streams. So a chain of small kernels does not wait for large
 * kernels. */
static struct {
    cudaStream_t stream;
    cudaEvent_t here;
    cublasHandle_t handle; /* NULL: not used yet; its kernels share a workspace */
} streams[PLACES][SL_STREAMS];

static void open_streams(void *arg)
{
    int least, greatest, worker = starpu_worker_get_id();
    (void)arg;
    cudaDeviceGetStreamPriorityRange(&least, &greatest); /* a smaller number is a higher priority */
    for (int i = 0; i < SL_STREAMS; i++)
        cudaEventCreateWithFlags(&streams[worker][i].here, cudaEventDisableTiming);
    for (int i = 0; i < SL_OWN; i++) {
        int priority = i == SL_BULK ? least : SL_MIN(least, greatest + i);
        cudaStreamCreateWithPriority(&streams[worker][i].stream, cudaStreamNonBlocking, priority);
        streams[worker][i].handle = NULL; /* StarPU may have been stopped and started again */
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
        cudaStreamDestroy(streams[worker][i].stream);
    }
    for (int i = 0; i < SL_STREAMS; i++)
        cudaEventDestroy(streams[worker][i].here);
}

/* What a calling thread takes. Its first use makes the stream, the handle and the memory. */
static struct gpu {
    starpu_pthread_mutex_t mutex; /* one thread at a time */
    char *memory;
    size_t size;
} gpus[STARPU_MAXCUDADEVS];
static _Thread_local int before; /* the device that the thread had */

static void close_callers(void)
{
    int current = 0;
    cudaGetDevice(&current);
    for (int device = 0; device < STARPU_MAXCUDADEVS; device++) {
        cudaStream_t *stream = &streams[STARPU_NMAXWORKERS + device][SL_OWN].stream;
        cublasHandle_t *handle = &streams[STARPU_NMAXWORKERS + device][SL_OWN].handle;
        if (*stream)
            cudaSetDevice(device);
        if (*handle)
            cublasDestroy(*handle);
        if (*stream)
            cudaStreamDestroy(*stream);
        if (gpus[device].memory)
            cudaFree(gpus[device].memory);
        *handle = NULL;
        *stream = NULL;
        gpus[device].memory = NULL;
        gpus[device].size = 0;
        STARPU_PTHREAD_MUTEX_DESTROY(&gpus[device].mutex);
    }
    cudaSetDevice(current);
}

void sl_cuda_start(void)
{
    starpu_cublas_init();
    starpu_execute_on_each_worker(open_streams, NULL, STARPU_CUDA);
    for (int device = 0; device < STARPU_MAXCUDADEVS; device++)
        STARPU_PTHREAD_MUTEX_INIT(&gpus[device].mutex, NULL);
}

void sl_cuda_stop(void)
{
    close_callers();
    starpu_execute_on_each_worker(close_streams, NULL, STARPU_CUDA);
    starpu_cublas_shutdown();
}

/* The thread's own device comes back at the end. An error that the application's kernels left
 * there, and that kernels would find, is not one of theirs. */
static bool enter_device(int device)
{
    if (STARPU_PTHREAD_MUTEX_TRYLOCK(&gpus[device].mutex) != 0)
        return false;
    if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(device) != cudaSuccess) {
        STARPU_PTHREAD_MUTEX_UNLOCK(&gpus[device].mutex);
        return false;
    }
    (void)cudaGetLastError();
    taken = device;
    return true;
}

static int leave_device(int status)
{
    int device = taken;
    taken = -1;
    cudaSetDevice(before);
    STARPU_PTHREAD_MUTEX_UNLOCK(&gpus[device].mutex);
    return status;
}

/* Memory is made in steps, for tasks of many sizes. */
static bool has_memory(struct gpu *g, size_t size)
{
    enum { STEP = 1 << 20 };
    size_t wanted = SL_MAX(size, STEP) * 2;
    if (size <= g->size)
        return true;
    cudaFree(g->memory);
    g->memory = NULL;
    g->size = cudaMalloc((void **)&g->memory, wanted) == cudaSuccess ? wanted : 0;
    return g->memory;
}

void *sl_cuda_take(int device, size_t size)
{
    if (!enter_device(device))
        return NULL;
    cudaStream_t *stream = &streams[place()][SL_OWN].stream;
    if (!*stream && cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking) != cudaSuccess)
        *stream = NULL;
    if (*stream && sl_cuda_begin(SL_OWN) && has_memory(&gpus[device], size))
        return gpus[device].memory;
    (void)cudaGetLastError();
    leave_device(0);
    return NULL;
}

int sl_cuda_fetch(void *host, const void *from, size_t size)
{
    return (int)cudaMemcpyAsync(host, from, size, cudaMemcpyDeviceToHost, sl_cuda_stream());
}

int sl_cuda_return(void)
{
    return leave_device((int)cudaStreamSynchronize(sl_cuda_stream()));
}

/* Workers that run a chain of kernels: the streams below are their own stream. A calling thread has
 * no other. */
static bool one_stream[STARPU_NMAXWORKERS];

void sl_cuda_one_stream(bool one)
{
    if (taken < 0)
        one_stream[place()] = one;
}

static bool has_one_stream(void)
{
    return taken >= 0 || one_stream[place()];
}

cudaStream_t sl_cuda_stream(void)
{
    return streams[place()][SL_OWN].stream;
}

cublasHandle_t sl_cuda_handle(void)
{
    return streams[place()][SL_OWN].handle;
}

/* The data of the task are already there, so the stream need not wait for the worker's own
 * stream. */
cublasHandle_t sl_cuda_begin(enum sl_stream stream)
{
    stream = has_one_stream() ? SL_OWN : stream;
    cublasHandle_t *handle = &streams[place()][stream].handle;
    if (!*handle && cublasCreate(handle) == CUBLAS_STATUS_SUCCESS)
        cublasSetStream(*handle, streams[place()][stream].stream);
    return *handle;
}

cudaStream_t sl_cuda_after(enum sl_stream from, enum sl_stream to)
{
    if (has_one_stream())
        return sl_cuda_stream();
    cudaEventRecord(streams[place()][from].here, streams[place()][from].stream);
    cudaStreamWaitEvent(streams[place()][to].stream, streams[place()][from].here, 0);
    return streams[place()][to].stream;
}

cublasHandle_t sl_cuda_continue(enum sl_stream from, enum sl_stream to)
{
    sl_cuda_after(from, to);
    return sl_cuda_begin(to);
}
