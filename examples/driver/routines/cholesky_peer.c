/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky by cuSOLVER and cuSOLVERMg. */

#include "config.h"
#include "routines/peer.h"
#include "routines/peer_mg.h"

static const char *potrf_mg_missing(const struct problem *p)
{
    return p->uplo != STARLING_LOWER ? "it factors lower triangles only"
           : p->n == 0               ? "it takes no empty matrix"
                                     : NULL;
}

#ifdef STARLING_CUDA

static bool open_potrf(struct peer *peer)
{
    int64_t n = peer->p->n, lda = peer->ld[0];
    return cusolverDnXpotrf_bufferSize(peer->solver, peer->params, peer_fill_mode(peer),
                                       n, peer->type, peer->a[0], lda, peer->type,
                                       &peer->work_size, &peer->host_work_size) ==
               CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_potrf(struct peer *peer)
{
    int64_t n = peer->p->n, lda = peer->ld[0];
    return cusolverDnXpotrf(peer->solver, peer->params, peer_fill_mode(peer), n,
                            peer->type, peer->a[0], lda, peer->type, peer->work,
                            peer->work_size, peer->host_work, peer->host_work_size,
                            peer->info) == CUSOLVER_STATUS_SUCCESS;
}

static bool run_potrs(struct peer *peer)
{
    const struct problem *p = peer->p;
    return cusolverDnXpotrs(peer->solver, peer->params, peer_fill_mode(peer), p->n,
                            p->nrhs, peer->type, peer->a[0], peer->ld[0], peer->type,
                            peer->a[1], peer->ld[1],
                            peer->info) == CUSOLVER_STATUS_SUCCESS;
}

static bool run_posv(struct peer *peer)
{
    return run_potrf(peer) && run_potrs(peer);
}

static bool mg_potrf_work(struct grid *g, int n)
{
    return cusolverMgPotrf_bufferSize(g->handle, CUBLAS_FILL_MODE_LOWER, n, g->a, 1, 1,
                                      g->matrix, g->type,
                                      &g->work_size) == CUSOLVER_STATUS_SUCCESS;
}

static bool mg_potrf(struct grid *g, int n, int *info)
{
    return cusolverMgPotrf(g->handle, CUBLAS_FILL_MODE_LOWER, n, g->a, 1, 1, g->matrix,
                           g->type, g->work, g->work_size,
                           info) == CUSOLVER_STATUS_SUCCESS;
}

#endif

const struct peer_routine potrf_peer = PEER(open_potrf, run_potrf);
const struct peer_routine potrs_peer = PEER(NULL, run_potrs);
const struct peer_routine posv_peer = PEER(open_potrf, run_posv);
const struct mg_routine potrf_mg = MG(potrf_mg_missing, mg_potrf_work, mg_potrf);
