/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU by cuSOLVER and cuSOLVERMg. */

#include "config.h"
#include "machine/device.h"
#include "routines/peer.h"
#include "routines/peer_mg.h"

static const char *getrf_mg_missing(const struct problem *p)
{
    return p->m != p->n ? "it factors square matrices only"
           : p->n == 0  ? "it takes no empty matrix"
                        : NULL;
}

#ifdef STARLING_CUDA

static bool open_getrf(struct peer *peer)
{
    const struct problem *p = peer->p;
    int64_t least = p->m < p->n ? p->m : p->n;
    peer->ipiv = device_alloc(sizeof *peer->ipiv * (size_t)(least + 1));
    return peer->ipiv &&
           cusolverDnXgetrf_bufferSize(peer->solver, peer->params, p->m, p->n, peer->type,
                                       peer->a[0], peer->ld[0], peer->type, &peer->work_size,
                                       &peer->host_work_size) == CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_getrf(struct peer *peer)
{
    const struct problem *p = peer->p;
    return cusolverDnXgetrf(peer->solver, peer->params, p->m, p->n, peer->type, peer->a[0],
                            peer->ld[0], peer->ipiv, peer->type, peer->work, peer->work_size,
                            peer->host_work, peer->host_work_size,
                            peer->info) == CUSOLVER_STATUS_SUCCESS;
}

static bool run_getrs(struct peer *peer)
{
    const struct problem *p = peer->p;
    return cusolverDnXgetrs(peer->solver, peer->params, peer_operation(p->transa), p->n, p->nrhs,
                            peer->type, peer->a[0], peer->ld[0], peer->ipiv, peer->type,
                            peer->a[1], peer->ld[1], peer->info) == CUSOLVER_STATUS_SUCCESS;
}

static bool run_gesv(struct peer *peer)
{
    return run_getrf(peer) && run_getrs(peer);
}

static bool mg_getrf_work(struct grid *g, int n)
{
    return cusolverMgGetrf_bufferSize(g->handle, n, n, g->a, 1, 1, g->matrix, g->ipiv, g->type,
                                      &g->work_size) == CUSOLVER_STATUS_SUCCESS;
}

static bool mg_getrf(struct grid *g, int n, int *info)
{
    return cusolverMgGetrf(g->handle, n, n, g->a, 1, 1, g->matrix, g->ipiv, g->type, g->work,
                           g->work_size, info) == CUSOLVER_STATUS_SUCCESS;
}

#endif

const struct peer_routine getrf_peer = PEER(open_getrf, run_getrf);
const struct peer_routine getrs_peer = PEER(NULL, run_getrs);
const struct peer_routine gesv_peer = PEER(open_getrf, run_gesv);
const struct mg_routine getrf_mg = MG(getrf_mg_missing, mg_getrf_work, mg_getrf);
