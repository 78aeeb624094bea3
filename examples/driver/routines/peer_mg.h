/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A factorization, or eigenvalues and eigenvectors, by cuSOLVERMg on all GPUs. Without CUDA
 * it is only known which there are. */

#ifndef PEER_MG_H
#define PEER_MG_H

#include "routines/routines.h"

/* Seconds of the computation, without copies, so that it compares with the time until
 * the last task; NaN when memory is short. */
double peer_mg_time(const struct problem *p, void *const operand[OPERANDS],
                    const int64_t ld[OPERANDS], int64_t repeat);

struct mg_grid;
struct mg_routine {
    const char *(*missing)(
        const struct problem *p);             /* why it cannot run this; NULL: it can */
    bool (*work_size)(struct mg_grid *g, int n); /* sets that of the grid */
    bool (*run)(struct mg_grid *g, int n, int *info);
};

#ifdef STARLING_CUDA
#define DISABLE_CUSOLVERMG_DEPRECATED /* there is no successor within one process */
#include <cuda_runtime.h>
#include <cusolverMg.h>

enum { MG_BLOCK = 512, MG_DEVICES = 16 };

struct mg_grid {
    const struct problem *p;
    int devices, device[MG_DEVICES];
    cusolverMgHandle_t handle;
    cudaLibMgGrid_t grid;
    cudaLibMgMatrixDesc_t matrix;
    cudaDataType type;
    void *a[MG_DEVICES], *work[MG_DEVICES];
    int *ipiv[MG_DEVICES];
    double *values; /* eigenvalues, of either real type */
    int64_t work_size;
};

#define MG(missing, work_size, run)                                                    \
    {                                                                                  \
        missing, work_size, run                                                        \
    }
#else
#define MG(missing, work_size, run)                                                    \
    {                                                                                  \
        missing, NULL, NULL                                                            \
    }
#endif

#endif
