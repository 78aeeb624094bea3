/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR by cuSOLVER. */

#include "config.h"
#include "machine/device.h"
#include "routines/peer.h"

#ifdef STARLING_CUDA

/* tau is in peer->extra. */
static bool open_geqrf(struct peer *peer)
{
    const struct problem *p = peer->p;
    int64_t least = p->m < p->n ? p->m : p->n;
    peer->extra = device_alloc(size_of_element(p->prec) * (size_t)(least + 1));
    return peer->extra &&
           cusolverDnXgeqrf_bufferSize(
               peer->solver, peer->params, p->m, p->n, peer->type, peer->a[0],
               peer->ld[0], peer->type, peer->extra, peer->type, &peer->work_size,
               &peer->host_work_size) == CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_geqrf(struct peer *peer)
{
    const struct problem *p = peer->p;
    return cusolverDnXgeqrf(peer->solver, peer->params, p->m, p->n, peer->type,
                            peer->a[0], peer->ld[0], peer->type, peer->extra,
                            peer->type, peer->work, peer->work_size, peer->host_work,
                            peer->host_work_size,
                            peer->info) == CUSOLVER_STATUS_SUCCESS;
}

#endif

const struct peer_routine geqrf_peer = PEER(open_geqrf, run_geqrf);
