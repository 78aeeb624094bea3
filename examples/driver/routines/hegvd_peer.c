/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Generalized eigenproblems by cuSOLVER, which has a function for each precision. */

#include "config.h"
#include "routines/peer.h"

#ifdef STARLING_CUDA

static cusolverEigType_t type_of(const struct peer *peer)
{
    return peer->p->itype == 1   ? CUSOLVER_EIG_TYPE_1
           : peer->p->itype == 2 ? CUSOLVER_EIG_TYPE_2
                                 : CUSOLVER_EIG_TYPE_3;
}

static cusolverEigMode_t mode_of(const struct peer *peer)
{
    return peer->p->job == STARLING_VECTORS ? CUSOLVER_EIG_MODE_VECTOR
                                            : CUSOLVER_EIG_MODE_NOVECTOR;
}

/* Calls `function` with the operands and what follows. */
#define OPERANDS_OF(peer)                                                              \
    (peer)->solver, type_of(peer), mode_of(peer), peer_fill_mode(peer),                \
        (int)(peer)->p->n, (peer)->a[0], (int)(peer)->ld[0], (peer)->a[1],             \
        (int)(peer)->ld[1], (peer)->a[2]

static bool open_hegvd(struct peer *peer)
{
    cusolverStatus_t status;
    int elements = 0;
    size_t size = size_of_element(peer->p->prec);
    switch (peer->p->prec) {
    case STARLING_S:
        status = cusolverDnSsygvd_bufferSize(OPERANDS_OF(peer), &elements);
        break;
    case STARLING_D:
        status = cusolverDnDsygvd_bufferSize(OPERANDS_OF(peer), &elements);
        break;
    case STARLING_C:
        status = cusolverDnChegvd_bufferSize(OPERANDS_OF(peer), &elements);
        break;
    default:
        status = cusolverDnZhegvd_bufferSize(OPERANDS_OF(peer), &elements);
    }
    peer->work_size = size * (size_t)elements;
    return status == CUSOLVER_STATUS_SUCCESS && peer_allocate_work(peer);
}

static bool run_hegvd(struct peer *peer)
{
    int elements = (int)(peer->work_size / size_of_element(peer->p->prec));
    switch (peer->p->prec) {
    case STARLING_S:
        return cusolverDnSsygvd(OPERANDS_OF(peer), peer->work, elements, peer->info) ==
               CUSOLVER_STATUS_SUCCESS;
    case STARLING_D:
        return cusolverDnDsygvd(OPERANDS_OF(peer), peer->work, elements, peer->info) ==
               CUSOLVER_STATUS_SUCCESS;
    case STARLING_C:
        return cusolverDnChegvd(OPERANDS_OF(peer), peer->work, elements, peer->info) ==
               CUSOLVER_STATUS_SUCCESS;
    default:
        return cusolverDnZhegvd(OPERANDS_OF(peer), peer->work, elements, peer->info) ==
               CUSOLVER_STATUS_SUCCESS;
    }
}

#endif

const struct peer_routine hegvd_peer = PEER(open_hegvd, run_hegvd);
