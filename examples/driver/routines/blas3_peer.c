/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS of matrices by cuBLAS. */

#include "config.h"
#include "routines/peer.h"

#ifdef STARLING_CUDA

/* -1 and 1/2 of the precision's type, for all four. */
static bool is_single(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C;
}

static const double alpha[2] = {-1, 0}, beta[2] = {0.5, 0};
static const float salpha[2] = {-1, 0}, sbeta[2] = {0.5f, 0};

static bool run_gemm(struct peer *peer)
{
    static const cublasComputeType_t compute[] = {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_64F,
                                                  CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_64F};
    const struct problem *p = peer->p;
    bool single = is_single(p->prec);
    return cublasGemmEx_64(peer->blas, peer_operation(p->transa), peer_operation(p->transb), p->m,
                           p->n, p->k, single ? (const void *)salpha : (const void *)alpha,
                           peer->a[0], peer->type, peer->ld[0], peer->a[1], peer->type,
                           peer->ld[1], single ? (const void *)sbeta : (const void *)beta,
                           peer->a[2], peer->type, peer->ld[2], compute[p->prec],
                           CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
}

#endif

const struct peer_routine gemm_peer = PEER(NULL, run_gemm);
