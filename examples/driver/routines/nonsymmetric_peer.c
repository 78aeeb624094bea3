/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and right eigenvectors of general matrices by cuSOLVER, which has them
 * since version 11.7.1. */

#include "config.h"
#include "routines/peer.h"

#ifdef STARLING_CUDA
#define HAS_XGEEV                                                                      \
    (CUSOLVER_VER_MAJOR * 10000 + CUSOLVER_VER_MINOR * 100 + CUSOLVER_VER_PATCH >=     \
     110701)
#else
#define HAS_XGEEV 0
#endif

static const char *geev_missing(const struct problem *p)
{
    (void)p;
#if defined(STARLING_CUDA) && !HAS_XGEEV
    return "it is older than version 11.7.1";
#else
    return NULL;
#endif
}

#if HAS_XGEEV
/* It has right vectors only. The eigenvalues of a real matrix are their real parts,
 * then their imaginary parts. */
static bool open_geev(struct peer *peer)
{
    int64_t n = peer->p->n;
    bool vectors = peer->p->job == STARLING_VECTORS;
    return cusolverDnXgeev_bufferSize(
               peer->solver, peer->params, CUSOLVER_EIG_MODE_NOVECTOR,
               vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR, n,
               peer->type, peer->a[0], peer->ld[0], peer->type, peer->a[1], peer->type,
               NULL, n, peer->type, peer->a[2], vectors ? peer->ld[2] : n, peer->type,
               &peer->work_size, &peer->host_work_size) == CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_geev(struct peer *peer)
{
    int64_t n = peer->p->n;
    bool vectors = peer->p->job == STARLING_VECTORS;
    return cusolverDnXgeev(
               peer->solver, peer->params, CUSOLVER_EIG_MODE_NOVECTOR,
               vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR, n,
               peer->type, peer->a[0], peer->ld[0], peer->type, peer->a[1], peer->type,
               NULL, n, peer->type, peer->a[2], vectors ? peer->ld[2] : n, peer->type,
               peer->work, peer->work_size, peer->host_work, peer->host_work_size,
               peer->info) == CUSOLVER_STATUS_SUCCESS;
}
#else
#define open_geev NULL
#define run_geev NULL
#endif

const struct peer_routine geev_peer = PEER_OF_SOME(geev_missing, open_geev, run_geev);
