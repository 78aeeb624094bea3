/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Kinds of thread blocks, for the runtime, which does not know CUDA. */

#include "config.h"
#include "kind.h"

#ifdef STARLING_CUDA
#include <cuda_runtime.h>

sl_kind_query *const sl_potrf_kind = sl_cuda_potrf_kind, *const sl_getrf_kind = sl_cuda_getrf_kind;

/* The caller's device stays. */
bool sl_kind_on(int device, sl_kind_query *query, starling_precision prec, int n, int kind,
                starling_kind *about)
{
    int before, err = cudaGetDevice(&before);
    if (err == cudaSuccess)
        err = cudaSetDevice(device);
    if (err != cudaSuccess)
        return false;
    err = query(prec, n, kind, about);
    if (err != cudaSuccess)
        (void)cudaGetLastError();
    return cudaSetDevice(before) == cudaSuccess && err == cudaSuccess;
}
#else
sl_kind_query *const sl_potrf_kind = NULL, *const sl_getrf_kind = NULL;

bool sl_kind_on(int device, sl_kind_query *query, starling_precision prec, int n, int kind,
                starling_kind *about)
{
    (void)device, (void)query, (void)prec, (void)n, (void)kind, (void)about;
    return false;
}
#endif
