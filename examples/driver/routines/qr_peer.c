/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR and least squares by cuSOLVER. */

#include "config.h"
#include "machine/device.h"
#include "routines/peer.h"

static const char *gels_missing(const struct problem *p)
{
    return p->transa != STARLING_NOTRANS || p->m < p->n
               ? "its gels takes A as it is, with at least as many rows as columns"
               : NULL;
}

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

/* gels without refinement in a lower precision. X is in peer->extra. work: NULL asks
 * for the size. */
static bool gels(struct peer *peer)
{
    const struct problem *p = peer->p;
    int m = (int)p->m, n = (int)p->n, nrhs = (int)p->nrhs, iterations;
    int lda = (int)peer->ld[0], ldb = (int)peer->ld[1], ldx = n > 1 ? n : 1;
    cusolverStatus_t status = CUSOLVER_STATUS_INVALID_VALUE;
#define GELS(xx, T)                                                                    \
    status =                                                                           \
        peer->work                                                                     \
            ? cusolverDn##xx##gels(peer->solver, m, n, nrhs, (T *)peer->a[0], lda,     \
                                   (T *)peer->a[1], ldb, (T *)peer->extra, ldx,        \
                                   peer->work, peer->work_size, &iterations,           \
                                   peer->info)                                         \
            : cusolverDn##xx##gels_bufferSize(                                         \
                  peer->solver, m, n, nrhs, (T *)peer->a[0], lda, (T *)peer->a[1],     \
                  ldb, (T *)peer->extra, ldx, NULL, &peer->work_size)
    switch (p->prec) {
    case STARLING_S:
        GELS(SS, float);
        break;
    case STARLING_D:
        GELS(DD, double);
        break;
    case STARLING_C:
        GELS(CC, cuComplex);
        break;
    case STARLING_Z:
        GELS(ZZ, cuDoubleComplex);
        break;
    }
#undef GELS
    return status == CUSOLVER_STATUS_SUCCESS;
}

static bool open_gels(struct peer *peer)
{
    const struct problem *p = peer->p;
    size_t elements = (size_t)(p->n + 1) * (size_t)(p->nrhs + 1);
    peer->extra = device_alloc(size_of_element(p->prec) * elements);
    return peer->extra && gels(peer) && peer_allocate_work(peer);
}

#endif

const struct peer_routine gels_peer = PEER_OF_SOME(gels_missing, open_gels, gels);
const struct peer_routine geqrf_peer = PEER(open_geqrf, run_geqrf);
