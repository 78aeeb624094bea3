/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A routine by cuSOLVER or cuBLAS on GPU 0, to compare with. Without CUDA it is only
 * known which routines have a peer. */

#ifndef PEER_H
#define PEER_H

#include "routines/routines.h"

/* Why --ref cusolver, cusolver-gesvdp or cusolvermg cannot run this here; NULL: it can. */
const char *peer_missing(const struct problem *p, const char *ref);

/* Runs the routine's peer of that name on column-major host arrays of the operands, in double
 * buffers on the GPU. Returns the seconds it took, once more than warm: on resident
 * data, or with the copies in and out of the page-locked host arrays; NaN when memory
 * is short. */
double peer_time(const struct problem *p, const char *ref, void *const operand[OPERANDS],
                 const int64_t ld[OPERANDS], int64_t repeat);

/* cuBLAS' rate in flop/s on n x n matrices; 0 or NaN: not enough memory, or no CUDA. */
double peer_gemm_rate(starling_precision prec, int64_t n);

struct peer;
struct peer_routine {
    /* Why it cannot solve this problem; NULL: it can, or it can solve all. */
    const char *(*missing)(const struct problem *p);
    /* Workspace, for operands that are allocated. NULL: none is needed. */
    bool (*open)(struct peer *peer);
    /* Runs it on the operands, in the stream. False: it could not be called. */
    bool (*run)(struct peer *peer);
};

#ifdef STARLING_CUDA
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

/* What a peer works with on GPU 0. */
struct peer {
    const struct problem *p;
    const struct peer_routine *routine;
    const int64_t *ld;
    cusolverDnHandle_t solver;
    cublasHandle_t blas;
    cudaStream_t stream;
    cusolverDnParams_t params;
    cudaDataType type;
    void *a[OPERANDS]; /* the operands; NULL: not used */
    size_t bytes[OPERANDS];
    void *work,
        *host_work; /* what follows is the routine's, and freed if it is not NULL */
    size_t work_size, host_work_size;
    int64_t *ipiv;
    void *extra, *ones;
    int *info;
};

static inline bool peer_is_single(const struct peer *peer)
{
    return peer->p->prec == STARLING_S || peer->p->prec == STARLING_C;
}

static inline cublasFillMode_t peer_fill_mode(const struct peer *peer)
{
    return peer->p->uplo == STARLING_LOWER ? CUBLAS_FILL_MODE_LOWER
                                           : CUBLAS_FILL_MODE_UPPER;
}

static inline cublasOperation_t peer_operation(starling_trans t)
{
    return t == STARLING_NOTRANS ? CUBLAS_OP_N
           : t == STARLING_TRANS ? CUBLAS_OP_T
                                 : CUBLAS_OP_C;
}

/* Workspace of work_size and host_work_size bytes. */
bool peer_allocate_work(struct peer *peer);

#define PEER_OF_SOME(missing, open, run)                                               \
    {                                                                                  \
        missing, open, run                                                             \
    }
#else
#define PEER_OF_SOME(missing, open, run)                                               \
    {                                                                                  \
        missing, NULL, NULL                                                            \
    }
#endif
#define PEER(open, run) PEER_OF_SOME(NULL, open, run)

#endif
