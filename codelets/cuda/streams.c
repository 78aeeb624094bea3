/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* CUDA streams and cuBLAS handles of the workers. */

#include "config.h"
#include <starpu.h>
#include <starpu_cublas.h>
#include <starpu_cublas_v2.h>
#include "codelets/device.h"
#include "codelets/kernel.h"
#include "streams.h"

/* Additional streams for each worker. Thread blocks of a stream with higher priority start
 * before waiting ones of other streams. So a chain of small kernels does not wait for large
 * kernels. */
static struct {
    cudaStream_t stream;
    cudaEvent_t here;
    cublasHandle_t handle; /* NULL: not used yet; its kernels share a workspace */
} streams[STARPU_NMAXWORKERS][SL_STREAMS];

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

/* Workers that run a chain of kernels: the streams below are their own stream. */
static bool one_stream[STARPU_NMAXWORKERS];

void sl_cuda_one_stream(bool one)
{
    one_stream[starpu_worker_get_id()] = one;
}

/* The data of the task are already there, so the stream need not wait for the worker's own
 * stream. */
cublasHandle_t sl_cuda_begin(enum sl_stream stream)
{
    int worker = starpu_worker_get_id();
    stream = one_stream[worker] ? SL_OWN : stream;
    cublasHandle_t *handle = &streams[worker][stream].handle;
    if (!*handle && cublasCreate(handle) == CUBLAS_STATUS_SUCCESS)
        cublasSetStream(*handle, streams[worker][stream].stream);
    return *handle;
}

cublasHandle_t sl_cuda_continue(enum sl_stream from, enum sl_stream to)
{
    int worker = starpu_worker_get_id();
    if (!one_stream[worker]) {
        cudaEventRecord(streams[worker][from].here, streams[worker][from].stream);
        cudaStreamWaitEvent(streams[worker][to].stream, streams[worker][from].here, 0);
    }
    return sl_cuda_begin(to);
}
