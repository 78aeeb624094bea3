/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors, all and some, by cuSOLVER. */

#include "config.h"
#include "routines/peer.h"

#ifdef STARLING_CUDA

static cudaDataType real_type(const struct peer *peer)
{
    return peer_is_single(peer) ? CUDA_R_32F : CUDA_R_64F;
}

static cusolverEigMode_t mode_of(const struct peer *peer)
{
    return peer->p->job == STARLING_VECTORS ? CUSOLVER_EIG_MODE_VECTOR
                                            : CUSOLVER_EIG_MODE_NOVECTOR;
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

#endif

const struct peer_routine heevd_peer = PEER(open_heevd, run_heevd);
const struct peer_routine heevx_peer = PEER(open_heevx, run_heevx);
