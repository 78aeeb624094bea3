/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices that are too large for a thread block each: some at a time, on the streams of the
 * worker. So the panel of one runs beside products of others. Classes of varying orders, too: the
 * last matrices of one run beside the first ones of the next. */

#ifndef SL_LARGE_ON_GPU_H
#define SL_LARGE_ON_GPU_H

#include "codelets/cuda/streams.h"
#include "cuda_places.h"

_Static_assert((int)SL_PLACES_STREAMS == (int)SL_STREAMS, "streams of classes");

/* The cuBLAS handle of matrix i, after what is in StarPU's stream. */
static inline cublasHandle_t handle_of(int64_t i)
{
    return sl_cuda_continue(SL_OWN, (enum sl_stream)(i % SL_STREAMS));
}
/* Elements of the workspace, of which each matrix needs so many, aligned to 16 bytes. */
static inline int64_t large_part(int64_t elements)
{
    return (elements + 3) / 4 * 4;
}
static inline int64_t large_work(int64_t elements, int64_t count)
{
    return SL_MIN(count, SL_STREAMS) * large_part(elements);
}
/* The part of matrix i. */
static inline scalar_t *large_work_of(scalar_t *work, int64_t elements, int64_t i)
{
    return work + i % SL_STREAMS * large_part(elements);
}
/* All these streams, after what is in StarPU's stream. */
static inline void begin_streams(cudaStream_t streams[SL_STREAMS])
{
    for (int i = 0; i < SL_STREAMS; i++)
        streams[i] = sl_cuda_after(SL_OWN, (enum sl_stream)i);
}
/* What follows waits for all matrices. */
static inline void end_of_handles(void)
{
    for (int s = 0; s < SL_OWN; s++)
        sl_cuda_after((enum sl_stream)s, SL_OWN);
}

#endif
