/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors, all and some, by cuSOLVER, and all by cuSOLVERMg. */

#include "config.h"
#include "routines/peer.h"
#include "routines/peer_mg.h"

static const char *heevd_mg_missing(const struct problem *p)
{
    return p->uplo != STARLING_LOWER ? "it reads lower triangles only"
           : p->n == 0               ? "it takes no empty matrix"
                                     : NULL;
}

#ifdef STARLING_CUDA

static cudaDataType real_type(const struct peer *peer)
{
    return peer_is_single(peer) ? CUDA_R_32F : CUDA_R_64F;
}

static cusolverEigMode_t mode(const struct problem *p)
{
    return p->job == STARLING_VECTORS ? CUSOLVER_EIG_MODE_VECTOR
                                      : CUSOLVER_EIG_MODE_NOVECTOR;
}

static cusolverEigMode_t mode_of(const struct peer *peer)
{
    return mode(peer->p);
}

static bool open_heevd(struct peer *peer)
{
    return cusolverDnXsyevd_bufferSize(
               peer->solver, peer->params, mode_of(peer), peer_fill_mode(peer), peer->p->n,
               peer->type, peer->a[0], peer->ld[0], real_type(peer), peer->a[1],
               peer->type, &peer->work_size,
               &peer->host_work_size) == CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_heevd(struct peer *peer)
{
    return cusolverDnXsyevd(peer->solver, peer->params, mode_of(peer), peer_fill_mode(peer),
                            peer->p->n, peer->type, peer->a[0], peer->ld[0],
                            real_type(peer), peer->a[1], peer->type, peer->work,
                            peer->work_size, peer->host_work, peer->host_work_size,
                            peer->info) == CUSOLVER_STATUS_SUCCESS;
}

/* The eigenvectors are in A afterwards. */
static bool open_heevx(struct peer *peer)
{
    const struct problem *p = peer->p;
    int64_t m;
    return cusolverDnXsyevdx_bufferSize(
               peer->solver, peer->params, mode_of(peer), CUSOLVER_EIG_RANGE_I,
               peer_fill_mode(peer), p->n, peer->type, peer->a[0], peer->ld[0], NULL, NULL,
               p->il, p->iu, &m, real_type(peer), peer->a[1], peer->type, &peer->work_size,
               &peer->host_work_size) == CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_heevx(struct peer *peer)
{
    const struct problem *p = peer->p;
    int64_t m;
    return cusolverDnXsyevdx(peer->solver, peer->params, mode_of(peer), CUSOLVER_EIG_RANGE_I,
                             peer_fill_mode(peer), p->n, peer->type, peer->a[0],
                             peer->ld[0], NULL, NULL, p->il, p->iu, &m, real_type(peer),
                             peer->a[1], peer->type, peer->work, peer->work_size,
                             peer->host_work, peer->host_work_size,
                             peer->info) == CUSOLVER_STATUS_SUCCESS;
}

static cudaDataType real_type_of(const struct mg_grid *g)
{
    return g->type == CUDA_R_32F || g->type == CUDA_C_32F ? CUDA_R_32F : CUDA_R_64F;
}

static bool mg_heevd_work(struct mg_grid *g, int n)
{
    return cusolverMgSyevd_bufferSize(g->handle, mode(g->p), CUBLAS_FILL_MODE_LOWER, n,
                                      g->a, 1, 1, g->matrix, g->values, real_type_of(g),
                                      g->type, &g->work_size) == CUSOLVER_STATUS_SUCCESS;
}

static bool mg_heevd(struct mg_grid *g, int n, int *info)
{
    return cusolverMgSyevd(g->handle, mode(g->p), CUBLAS_FILL_MODE_LOWER, n, g->a, 1, 1,
                           g->matrix, g->values, real_type_of(g), g->type, g->work,
                           g->work_size, info) == CUSOLVER_STATUS_SUCCESS;
}

#endif

const struct mg_routine heevd_mg = MG(heevd_mg_missing, mg_heevd_work, mg_heevd);
const struct peer_routine heevd_peer = PEER(open_heevd, run_heevd);
const struct peer_routine heevx_peer = PEER(open_heevx, run_heevx);
