/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky and inverses of triangles by cuSOLVER, and Cholesky by cuSOLVERMg. */

#include "config.h"
#include "machine/device.h"
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

static cublasDiagType_t diag_type(const struct peer *peer)
{
    return peer->p->diag == STARLING_UNIT ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}

static bool open_trtri(struct peer *peer)
{
    return cusolverDnXtrtri_bufferSize(peer->solver, peer_fill_mode(peer), diag_type(peer),
                                       peer->p->n, peer->type, peer->a[0], peer->ld[0],
                                       &peer->work_size, &peer->host_work_size) ==
               CUSOLVER_STATUS_SUCCESS &&
           peer_allocate_work(peer);
}

static bool run_trtri(struct peer *peer)
{
    return cusolverDnXtrtri(peer->solver, peer_fill_mode(peer), diag_type(peer), peer->p->n,
                            peer->type, peer->a[0], peer->ld[0], peer->work, peer->work_size,
                            peer->host_work, peer->host_work_size,
                            peer->info) == CUSOLVER_STATUS_SUCCESS;
}

/* potri has no 64-bit interface: one function a precision. */
#define POTRI(x, T)                                                                    \
    static int work_##x(struct peer *peer)                                             \
    {                                                                                  \
        int elements = 0;                                                              \
        bool ok = cusolverDn##x##potri_bufferSize(                                     \
                      peer->solver, peer_fill_mode(peer), (int)peer->p->n,             \
                      (T *)peer->a[0], (int)peer->ld[0],                               \
                      &elements) == CUSOLVER_STATUS_SUCCESS;                           \
        return ok ? elements : -1;                                                     \
    }                                                                                  \
    static bool run_##x(struct peer *peer)                                             \
    {                                                                                  \
        return cusolverDn##x##potri(peer->solver, peer_fill_mode(peer),                \
                                    (int)peer->p->n, (T *)peer->a[0],                  \
                                    (int)peer->ld[0], (T *)peer->extra,                \
                                    work_##x(peer),                                    \
                                    peer->info) == CUSOLVER_STATUS_SUCCESS;            \
    }
POTRI(S, float)
POTRI(D, double)
POTRI(C, cuComplex)
POTRI(Z, cuDoubleComplex)

/* Beside the workspace of the factorization before it. */
static bool open_potri(struct peer *peer)
{
    static int (*const work[4])(struct peer *) = {work_S, work_D, work_C, work_Z};
    int elements = work[peer->p->prec](peer);
    if (elements >= 0)
        peer->extra = device_alloc(size_of_element(peer->p->prec) * ((size_t)elements + 1));
    return peer->extra != NULL;
}

static bool run_potri(struct peer *peer)
{
    static bool (*const run[4])(struct peer *) = {run_S, run_D, run_C, run_Z};
    return run[peer->p->prec](peer);
}

static bool mg_potrf_work(struct mg_grid *g, int n)
{
    return cusolverMgPotrf_bufferSize(g->handle, CUBLAS_FILL_MODE_LOWER, n, g->a, 1, 1,
                                      g->matrix, g->type,
                                      &g->work_size) == CUSOLVER_STATUS_SUCCESS;
}

static bool mg_potrf(struct mg_grid *g, int n, int *info)
{
    return cusolverMgPotrf(g->handle, CUBLAS_FILL_MODE_LOWER, n, g->a, 1, 1, g->matrix,
                           g->type, g->work, g->work_size,
                           info) == CUSOLVER_STATUS_SUCCESS;
}

#endif

const struct peer_routine potrf_peer = PEER(open_potrf, run_potrf);
const struct peer_routine potrs_peer = PEER(NULL, run_potrs);
const struct peer_routine posv_peer = PEER(open_potrf, run_posv);
const struct peer_routine trtri_peer = PEER(open_trtri, run_trtri);
const struct peer_routine potri_peer = PEER(open_potri, run_potri);
const struct mg_routine potrf_mg = MG(potrf_mg_missing, mg_potrf_work, mg_potrf);
