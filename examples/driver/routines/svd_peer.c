/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values and vectors by cuSOLVER: gesvd, and gesvdp by a polar decomposition.
 */

#include "config.h"
#include "routines/peer.h"

static const char *gesvd_missing(const struct problem *p)
{
    return p->m < p->n ? "its gesvd takes m >= n only" : NULL;
}

/* Values alone of a high matrix end cuSOLVER 12.4.1 with an illegal access. */
static const char *gesvdp_missing(const struct problem *p)
{
    return p->job == STARLING_VECTORS ? NULL : "its gesvdp is run with vectors only";
}

#ifdef STARLING_CUDA

static cudaDataType real_type(const struct peer *peer)
{
    return peer_is_single(peer) ? CUDA_R_32F : CUDA_R_64F;
}

static signed char job_of(const struct peer *peer)
{
    return peer->p->job == STARLING_VECTORS ? 'S' : 'N';
}

/* Of an operand that is not there, too. */
static int64_t ld_of(const struct peer *peer, int i, int64_t rows)
{
    int64_t ld = peer->a[i] ? peer->ld[i] : rows;
    return ld > 1 ? ld : 1;
}

static bool open_gesvd(struct peer *peer)
{
    const struct problem *p = peer->p;
    signed char job = job_of(peer);
    return cusolverDnXgesvd_bufferSize(
               peer->solver, peer->params, job, job, p->m, p->n, peer->type, peer->a[0],
               peer->ld[0], real_type(peer), peer->a[1], peer->type, peer->a[2],
               ld_of(peer, 2, p->m), peer->type, peer->a[3], ld_of(peer, 3, p->n),
               peer->type, &peer->work_size,
               &peer->host_work_size) == CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_gesvd(struct peer *peer)
{
    const struct problem *p = peer->p;
    signed char job = job_of(peer);
    return cusolverDnXgesvd(
               peer->solver, peer->params, job, job, p->m, p->n, peer->type, peer->a[0],
               peer->ld[0], real_type(peer), peer->a[1], peer->type, peer->a[2],
               ld_of(peer, 2, p->m), peer->type, peer->a[3], ld_of(peer, 3, p->n),
               peer->type, peer->work, peer->work_size, peer->host_work,
               peer->host_work_size, peer->info) == CUSOLVER_STATUS_SUCCESS;
}

/* It gives V, n rows high, in the place of V^H. */
static int64_t v_ld(const struct peer *peer)
{
    return peer->p->n > 1 ? peer->p->n : 1;
}

enum { ECONOMY = 1 }; /* as many vectors as values */

static bool open_gesvdp(struct peer *peer)
{
    const struct problem *p = peer->p;
    return cusolverDnXgesvdp_bufferSize(
               peer->solver, peer->params, CUSOLVER_EIG_MODE_VECTOR, ECONOMY, p->m,
               p->n, peer->type, peer->a[0], peer->ld[0], real_type(peer), peer->a[1],
               peer->type, peer->a[2], ld_of(peer, 2, p->m), peer->type, peer->a[3],
               v_ld(peer), peer->type, &peer->work_size,
               &peer->host_work_size) == CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_gesvdp(struct peer *peer)
{
    const struct problem *p = peer->p;
    double error; /* of the singular values, if A has tiny ones */
    return cusolverDnXgesvdp(
               peer->solver, peer->params, CUSOLVER_EIG_MODE_VECTOR, ECONOMY, p->m,
               p->n, peer->type, peer->a[0], peer->ld[0], real_type(peer), peer->a[1],
               peer->type, peer->a[2], ld_of(peer, 2, p->m), peer->type, peer->a[3],
               v_ld(peer), peer->type, peer->work, peer->work_size, peer->host_work,
               peer->host_work_size, peer->info, &error) == CUSOLVER_STATUS_SUCCESS;
}

#endif

const struct peer_routine gesvd_peer =
    PEER_OF_SOME(gesvd_missing, open_gesvd, run_gesvd);
const struct peer_routine gesvdp_peer =
    PEER_OF_SOME(gesvdp_missing, open_gesvdp, run_gesvdp);
