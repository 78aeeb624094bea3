/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU by cuSOLVER and cuSOLVERMg. */

#include <stdlib.h>
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
           cusolverDnXgetrf_bufferSize(peer->solver, peer->params, p->m, p->n,
                                       peer->type, peer->a[0], peer->ld[0], peer->type,
                                       &peer->work_size, &peer->host_work_size) ==
               CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_getrf(struct peer *peer)
{
    const struct problem *p = peer->p;
    return cusolverDnXgetrf(peer->solver, peer->params, p->m, p->n, peer->type,
                            peer->a[0], peer->ld[0], peer->ipiv, peer->type, peer->work,
                            peer->work_size, peer->host_work, peer->host_work_size,
                            peer->info) == CUSOLVER_STATUS_SUCCESS;
}

static bool run_getrs(struct peer *peer)
{
    const struct problem *p = peer->p;
    return cusolverDnXgetrs(peer->solver, peer->params, peer_operation(p->transa), p->n,
                            p->nrhs, peer->type, peer->a[0], peer->ld[0], peer->ipiv,
                            peer->type, peer->a[1], peer->ld[1],
                            peer->info) == CUSOLVER_STATUS_SUCCESS;
}

static bool run_gesv(struct peer *peer)
{
    return run_getrf(peer) && run_getrs(peer);
}

/* The identity and a column of ones, of which it is made at each run. */
static bool open_getri(struct peer *peer)
{
    size_t n = (size_t)peer->p->n, size = size_of_element(peer->p->prec);
    bool single = peer_is_single(peer);
    char *ones = calloc(n + 1, size);
    for (size_t i = 0; ones && i < n; i++)
        if (single)
            *(float *)(ones + i * size) = 1;
        else
            *(double *)(ones + i * size) = 1;
    peer->extra = device_alloc(peer->bytes[0]);
    peer->ones = device_alloc((n + 1) * size);
    bool ok = ones && peer->extra && peer->ones &&
              device_copy(peer->ones, ones, n * size);
    free(ones);
    return ok;
}

/* cuSOLVER has no getri: A X = I. X takes the place of A. */
static bool run_getri(struct peer *peer)
{
    int64_t n = peer->p->n, ld = peer->ld[0];
    size_t size = size_of_element(peer->p->prec);
    void *x = peer->extra;
    bool ok =
        cudaMemsetAsync(x, 0, peer->bytes[0], peer->stream) == cudaSuccess &&
        cudaMemcpy2DAsync(x, (size_t)(ld + 1) * size, peer->ones, size, size, (size_t)n,
                          cudaMemcpyDeviceToDevice, peer->stream) == cudaSuccess &&
        cusolverDnXgetrs(peer->solver, peer->params, CUBLAS_OP_N, n, n, peer->type,
                         peer->a[0], ld, peer->ipiv, peer->type, x, ld,
                         peer->info) == CUSOLVER_STATUS_SUCCESS;
    peer->extra = peer->a[0];
    peer->a[0] = x;
    return ok;
}

static bool mg_getrf_work(struct mg_grid *g, int n)
{
    return cusolverMgGetrf_bufferSize(g->handle, n, n, g->a, 1, 1, g->matrix, g->ipiv,
                                      g->type,
                                      &g->work_size) == CUSOLVER_STATUS_SUCCESS;
}

static bool mg_getrf(struct mg_grid *g, int n, int *info)
{
    return cusolverMgGetrf(g->handle, n, n, g->a, 1, 1, g->matrix, g->ipiv, g->type,
                           g->work, g->work_size, info) == CUSOLVER_STATUS_SUCCESS;
}

#endif

const struct peer_routine getrf_peer = PEER(open_getrf, run_getrf);
const struct peer_routine getrs_peer = PEER(NULL, run_getrs);
const struct peer_routine gesv_peer = PEER(open_getrf, run_gesv);
const struct peer_routine getri_peer = PEER(open_getri, run_getri);
const struct mg_routine getrf_mg = MG(getrf_mg_missing, mg_getrf_work, mg_getrf);
