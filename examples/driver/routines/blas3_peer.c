/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS of matrices by cuBLAS. */

#include "config.h"
#include "routines/peer.h"

#ifdef STARLING_CUDA

/* -1 and 1/2, as scalars of all four types. */
static const double alpha[2] = {-1, 0}, beta[2] = {0.5, 0};
static const float salpha[2] = {-1, 0}, sbeta[2] = {0.5f, 0};

static bool run_gemm(struct peer *peer)
{
    static const cublasComputeType_t compute[] = {
        CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_64F};
    const struct problem *p = peer->p;
    bool single = peer_is_single(peer);
    return cublasGemmEx_64(
               peer->blas, peer_operation(p->transa), peer_operation(p->transb), p->m,
               p->n, p->k, single ? (const void *)salpha : (const void *)alpha,
               peer->a[0], peer->type, peer->ld[0], peer->a[1], peer->type, peer->ld[1],
               single ? (const void *)sbeta : (const void *)beta, peer->a[2],
               peer->type, peer->ld[2], compute[p->prec],
               CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
}

/* cuBLAS knows real matrices as transposed alone. */
static cublasOperation_t transposed(const struct problem *p,
                                    cublasOperation_t conjugated)
{
    bool is_real = p->prec == STARLING_S || p->prec == STARLING_D;
    return p->transa == STARLING_NOTRANS ? CUBLAS_OP_N
           : is_real                     ? CUBLAS_OP_T
                                         : conjugated;
}

#define RANK_K(name, operation, alpha, beta)                                           \
    (name(peer->blas, peer_fill_mode(peer), operation, p->n, p->k,                     \
          (const void *)(alpha), peer->a[0], peer->ld[0], (const void *)(beta),        \
          peer->a[2], peer->ld[2]) == CUBLAS_STATUS_SUCCESS)

static bool run_syrk(struct peer *peer)
{
    const struct problem *p = peer->p;
    cublasOperation_t op = transposed(p, CUBLAS_OP_T);
    switch (p->prec) {
    case STARLING_S:
        return RANK_K(cublasSsyrk_64, op, salpha, sbeta);
    case STARLING_D:
        return RANK_K(cublasDsyrk_64, op, alpha, beta);
    case STARLING_C:
        return RANK_K(cublasCsyrk_64, op, salpha, sbeta);
    default:
        return RANK_K(cublasZsyrk_64, op, alpha, beta);
    }
}

static bool run_herk(struct peer *peer)
{
    const struct problem *p = peer->p;
    cublasOperation_t op = transposed(p, CUBLAS_OP_C);
    switch (p->prec) {
    case STARLING_S:
        return RANK_K(cublasSsyrk_64, op, salpha, sbeta);
    case STARLING_D:
        return RANK_K(cublasDsyrk_64, op, alpha, beta);
    case STARLING_C: /* alpha and beta are real */
        return RANK_K(cublasCherk_64, op, salpha, sbeta);
    default:
        return RANK_K(cublasZherk_64, op, alpha, beta);
    }
}

static cublasSideMode_t peer_side(const struct problem *p)
{
    return p->side == STARLING_LEFT ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
}

#define SIDED(name, alpha, beta)                                                       \
    (name(peer->blas, peer_side(p), peer_fill_mode(peer), p->m, p->n,                  \
          (const void *)(alpha), peer->a[0], peer->ld[0], peer->a[1], peer->ld[1],     \
          (const void *)(beta), peer->a[2], peer->ld[2]) == CUBLAS_STATUS_SUCCESS)

static bool run_symm(struct peer *peer)
{
    const struct problem *p = peer->p;
    switch (p->prec) {
    case STARLING_S:
        return SIDED(cublasSsymm_64, salpha, sbeta);
    case STARLING_D:
        return SIDED(cublasDsymm_64, alpha, beta);
    case STARLING_C:
        return SIDED(cublasCsymm_64, salpha, sbeta);
    default:
        return SIDED(cublasZsymm_64, alpha, beta);
    }
}

static bool run_hemm(struct peer *peer)
{
    const struct problem *p = peer->p;
    switch (p->prec) {
    case STARLING_S:
        return SIDED(cublasSsymm_64, salpha, sbeta);
    case STARLING_D:
        return SIDED(cublasDsymm_64, alpha, beta);
    case STARLING_C:
        return SIDED(cublasChemm_64, salpha, sbeta);
    default:
        return SIDED(cublasZhemm_64, alpha, beta);
    }
}

#define RANK_2K(name, operation, alpha, beta)                                          \
    (name(peer->blas, peer_fill_mode(peer), operation, p->n, p->k,                     \
          (const void *)(alpha), peer->a[0], peer->ld[0], peer->a[1], peer->ld[1],     \
          (const void *)(beta), peer->a[2], peer->ld[2]) == CUBLAS_STATUS_SUCCESS)

static bool run_syr2k(struct peer *peer)
{
    const struct problem *p = peer->p;
    cublasOperation_t op = transposed(p, CUBLAS_OP_T);
    switch (p->prec) {
    case STARLING_S:
        return RANK_2K(cublasSsyr2k_64, op, salpha, sbeta);
    case STARLING_D:
        return RANK_2K(cublasDsyr2k_64, op, alpha, beta);
    case STARLING_C:
        return RANK_2K(cublasCsyr2k_64, op, salpha, sbeta);
    default:
        return RANK_2K(cublasZsyr2k_64, op, alpha, beta);
    }
}

static bool run_her2k(struct peer *peer)
{
    const struct problem *p = peer->p;
    cublasOperation_t op = transposed(p, CUBLAS_OP_C);
    switch (p->prec) {
    case STARLING_S:
        return RANK_2K(cublasSsyr2k_64, op, salpha, sbeta);
    case STARLING_D:
        return RANK_2K(cublasDsyr2k_64, op, alpha, beta);
    case STARLING_C:
        return RANK_2K(cublasCher2k_64, op, salpha, sbeta);
    default:
        return RANK_2K(cublasZher2k_64, op, alpha, beta);
    }
}

/* In place: the result is B. */
#define MULTIPLY(name, alpha)                                                          \
    (name(peer->blas, peer_side(p), peer_fill_mode(peer), peer_operation(p->transa),   \
          p->diag == STARLING_UNIT ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, p->m,    \
          p->n, (const void *)(alpha), peer->a[0], peer->ld[0], peer->a[1],            \
          peer->ld[1], peer->a[1], peer->ld[1]) == CUBLAS_STATUS_SUCCESS)

static bool run_trmm(struct peer *peer)
{
    const struct problem *p = peer->p;
    switch (p->prec) {
    case STARLING_S:
        return MULTIPLY(cublasStrmm_64, salpha);
    case STARLING_D:
        return MULTIPLY(cublasDtrmm_64, alpha);
    case STARLING_C:
        return MULTIPLY(cublasCtrmm_64, salpha);
    default:
        return MULTIPLY(cublasZtrmm_64, alpha);
    }
}

#define SOLVE(name, alpha)                                                             \
    (name(peer->blas, peer_side(p), peer_fill_mode(peer), peer_operation(p->transa),   \
          p->diag == STARLING_UNIT ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, p->m,    \
          p->n, (const void *)(alpha), peer->a[0], peer->ld[0], peer->a[1],            \
          peer->ld[1]) == CUBLAS_STATUS_SUCCESS)

static bool run_trsm(struct peer *peer)
{
    const struct problem *p = peer->p;
    switch (p->prec) {
    case STARLING_S:
        return SOLVE(cublasStrsm_64, salpha);
    case STARLING_D:
        return SOLVE(cublasDtrsm_64, alpha);
    case STARLING_C:
        return SOLVE(cublasCtrsm_64, salpha);
    default:
        return SOLVE(cublasZtrsm_64, alpha);
    }
}

#endif

const struct peer_routine gemm_peer = PEER(NULL, run_gemm);
const struct peer_routine hemm_peer = PEER(NULL, run_hemm);
const struct peer_routine symm_peer = PEER(NULL, run_symm);
const struct peer_routine herk_peer = PEER(NULL, run_herk);
const struct peer_routine syrk_peer = PEER(NULL, run_syrk);
const struct peer_routine her2k_peer = PEER(NULL, run_her2k);
const struct peer_routine syr2k_peer = PEER(NULL, run_syr2k);
const struct peer_routine trmm_peer = PEER(NULL, run_trmm);
const struct peer_routine trsm_peer = PEER(NULL, run_trsm);
