/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#ifndef SL_STREAMS_H
#define SL_STREAMS_H

#include <stdbool.h>
#include <cublas_v2.h>

/* Streams of a worker, or of a calling thread that runs a task itself (sl_cuda_take() in
 * codelets/device.h), the most urgent first (streams.c). */
enum sl_stream {
    SL_URGENT, /* the critical path */
    SL_EARLY,  /* kernels that other tasks wait for */
    SL_BULK,   /* large kernels */
    SL_OWN,    /* the task ends when this stream is done; a worker's is StarPU's */
    SL_STREAMS
};
/* If true, all these are SL_OWN for this thread, as always for a calling thread: kernels wait for those before them. So a kernel
 * function may follow another one in the same task (codelets/chain.c). */
void sl_cuda_one_stream(bool one);
/* SL_OWN and its cuBLAS handle. */
cudaStream_t sl_cuda_stream(void);
cublasHandle_t sl_cuda_handle(void);
/* The cuBLAS handle for a stream. A task must end in SL_OWN. */
cublasHandle_t sl_cuda_begin(enum sl_stream stream);
/* Stream `to`, which first waits for the present work of stream `from`. */
cudaStream_t sl_cuda_after(enum sl_stream from, enum sl_stream to);
/* The handle for stream `to`, which first waits for the present work of stream `from`. */
cublasHandle_t sl_cuda_continue(enum sl_stream from, enum sl_stream to);

#endif
