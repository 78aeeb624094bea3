/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#ifndef SL_STREAMS_H
#define SL_STREAMS_H

#include <cublas_v2.h>

/* Streams of a worker, the most urgent first (streams.c). */
enum sl_stream {
    SL_URGENT, /* the critical path */
    SL_EARLY,  /* what others wait for, beside those of the task before */
    SL_BULK,   /* large ones, beside those of an urgent task */
    SL_OWN,    /* StarPU's: the task is over when this one gets to its end */
    SL_STREAMS
};
/* The worker's cuBLAS handle for that stream; a task must end on its own one. */
cublasHandle_t sl_cuda_begin(enum sl_stream stream);
/* The same for another stream, which goes on when the first gets here. */
cublasHandle_t sl_cuda_continue(enum sl_stream from, enum sl_stream to);

#endif
