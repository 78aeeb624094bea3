/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One-stage reductions to tridiagonal and bidiagonal form by cuSOLVER. */

#include "config.h"
#include "machine/device.h"
#include "routines/peer.h"

static const char *gebrd_missing(const struct problem *p)
{
    return p->m < p->n ? "its gebrd takes m >= n only" : NULL;
}

#ifdef STARLING_CUDA

/* The elements of tau, of both reductions, in peer->extra, and the workspace of so many
 * elements. */
static bool allocate(struct peer *peer, bool known, int elements, int64_t taus)
{
    size_t size = size_of_element(peer->p->prec);
    peer->work_size = size * (size_t)elements;
    peer->extra = known ? device_alloc(size * (size_t)(taus + 1)) : NULL;
    return peer->extra && peer_allocate_work(peer);
}

#define HETRD(xx, T, R, arguments)                                                     \
    status =                                                                           \
        cusolverDn##xx(peer->solver, peer_fill_mode(peer), n, (T *)peer->a[0], lda,    \
                       (R *)peer->a[1], (R *)peer->a[2], (T *)peer->extra, arguments)

static bool open_hetrd(struct peer *peer)
{
    int n = (int)peer->p->n, lda = (int)peer->ld[0], elements = 0;
    cusolverStatus_t status = CUSOLVER_STATUS_INVALID_VALUE;
    switch (peer->p->prec) {
    case STARLING_S:
        HETRD(Ssytrd_bufferSize, float, float, &elements);
        break;
    case STARLING_D:
        HETRD(Dsytrd_bufferSize, double, double, &elements);
        break;
    case STARLING_C:
        HETRD(Chetrd_bufferSize, cuComplex, float, &elements);
        break;
    case STARLING_Z:
        HETRD(Zhetrd_bufferSize, cuDoubleComplex, double, &elements);
        break;
    }
    return allocate(peer, status == CUSOLVER_STATUS_SUCCESS, elements, peer->p->n);
}

#define WORK_OF(T)                                                                     \
    (T *)peer->work, (int)(peer->work_size / size_of_element(peer->p->prec)), peer->info

static bool run_hetrd(struct peer *peer)
{
    int n = (int)peer->p->n, lda = (int)peer->ld[0];
    cusolverStatus_t status = CUSOLVER_STATUS_INVALID_VALUE;
    switch (peer->p->prec) {
    case STARLING_S:
        HETRD(Ssytrd, float, float, WORK_OF(float));
        break;
    case STARLING_D:
        HETRD(Dsytrd, double, double, WORK_OF(double));
        break;
    case STARLING_C:
        HETRD(Chetrd, cuComplex, float, WORK_OF(cuComplex));
        break;
    case STARLING_Z:
        HETRD(Zhetrd, cuDoubleComplex, double, WORK_OF(cuDoubleComplex));
        break;
    }
    return status == CUSOLVER_STATUS_SUCCESS;
}

static bool open_gebrd(struct peer *peer)
{
    const struct problem *p = peer->p;
    int m = (int)p->m, n = (int)p->n, elements = 0;
    cusolverStatus_t status =
        p->prec == STARLING_S
            ? cusolverDnSgebrd_bufferSize(peer->solver, m, n, &elements)
        : p->prec == STARLING_D
            ? cusolverDnDgebrd_bufferSize(peer->solver, m, n, &elements)
        : p->prec == STARLING_C
            ? cusolverDnCgebrd_bufferSize(peer->solver, m, n, &elements)
            : cusolverDnZgebrd_bufferSize(peer->solver, m, n, &elements);
    return allocate(peer, status == CUSOLVER_STATUS_SUCCESS, elements, 2 * p->n);
}

/* tau of Q, then of P */
static bool run_gebrd(struct peer *peer)
{
    int m = (int)peer->p->m, n = (int)peer->p->n, lda = (int)peer->ld[0];
    cusolverStatus_t status = CUSOLVER_STATUS_INVALID_VALUE;
#define GEBRD(X, T, R)                                                                 \
    status = cusolverDn##X##gebrd(peer->solver, m, n, (T *)peer->a[0], lda,            \
                                  (R *)peer->a[1], (R *)peer->a[2], (T *)peer->extra,  \
                                  (T *)peer->extra + n, WORK_OF(T))
    switch (peer->p->prec) {
    case STARLING_S:
        GEBRD(S, float, float);
        break;
    case STARLING_D:
        GEBRD(D, double, double);
        break;
    case STARLING_C:
        GEBRD(C, cuComplex, float);
        break;
    case STARLING_Z:
        GEBRD(Z, cuDoubleComplex, double);
        break;
    }
#undef GEBRD
    return status == CUSOLVER_STATUS_SUCCESS;
}

#endif

const struct peer_routine hetrd_peer = PEER(open_hetrd, run_hetrd);
const struct peer_routine gebrd_peer =
    PEER_OF_SOME(gebrd_missing, open_gebrd, run_gebrd);
