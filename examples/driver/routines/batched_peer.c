/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches by cuBLAS (LU, inverses, QR, least squares) and cuSOLVER (Cholesky). */

#include <stdlib.h>
#include "config.h"
#include "machine/device.h"
#include "routines/peer.h"

static const char *any_missing(const struct problem *p)
{
    return p->vary                                   ? "it takes matrices of one order"
           : p->m == 0 || p->n == 0 || p->batch == 0 ? "it takes no empty batch"
                                                     : NULL;
}

static const char *missing(const struct problem *p)
{
    return p->m != p->n ? "it factors square matrices only" : any_missing(p);
}

static const char *gels_missing(const struct problem *p)
{
    return p->m < p->n || p->transa != STARLING_NOTRANS
               ? "it solves least squares of high matrices only"
           : p->nrhs == 0 ? "it takes no empty batch"
                          : any_missing(p);
}

static const char *potrs_missing(const struct problem *p)
{
    return p->nrhs != 1 ? "it takes one right-hand side" : missing(p);
}

#ifdef STARLING_CUDA

/* Where each matrix is: of A, of B or tau, and of inverses. */
enum { OF_A, OF_B, OF_INVERSES };
static void **pointers(const struct peer *peer, int of)
{
    return (void **)peer->extra + of * peer->p->batch;
}

static bool set_pointers(struct peer *peer, int of, void *a, size_t bytes)
{
    size_t count = (size_t)peer->p->batch;
    void **pointer = malloc(sizeof *pointer * count);
    for (size_t k = 0; pointer && k < count; k++)
        pointer[k] = (char *)a + bytes / count * k;
    bool ok =
        pointer && device_copy(pointers(peer, of), pointer, sizeof *pointer * count);
    free(pointer);
    return ok;
}

/* Pointers, pivots, and an info of each matrix. */
static bool open_batch(struct peer *peer)
{
    size_t count = (size_t)peer->p->batch;
    peer->extra = device_alloc(3 * count * sizeof(void *));
    peer->ipiv = device_alloc(count * (size_t)peer->p->n * sizeof(int));
    peer->work = device_alloc(count * sizeof(int));
    return peer->extra && peer->ipiv && peer->work &&
           set_pointers(peer, OF_A, peer->a[0], peer->bytes[0]) &&
           (!peer->a[1] || set_pointers(peer, OF_B, peer->a[1], peer->bytes[1]));
}

/* cuBLAS leaves A and writes inverses elsewhere. */
static bool open_inverses(struct peer *peer)
{
    peer->ones = device_alloc(peer->bytes[0]);
    return peer->ones && set_pointers(peer, OF_INVERSES, peer->ones, peer->bytes[0]);
}

static bool open_inv(struct peer *peer)
{
    return open_batch(peer) && open_inverses(peer);
}

/* One function a precision. */
#define CALLS(x, T)                                                                    \
    static bool getrf_##x(struct peer *peer)                                           \
    {                                                                                  \
        const struct problem *p = peer->p;                                             \
        return cublas##x##getrfBatched(peer->blas, (int)p->n,                          \
                                       (T **)pointers(peer, OF_A), (int)peer->ld[0],   \
                                       (int *)peer->ipiv, peer->work,                  \
                                       (int)p->batch) == CUBLAS_STATUS_SUCCESS;        \
    }                                                                                  \
    static bool getrs_##x(struct peer *peer)                                           \
    {                                                                                  \
        const struct problem *p = peer->p;                                             \
        int info;                                                                      \
        return cublas##x##getrsBatched(                                                \
                   peer->blas, peer_operation(p->transa), (int)p->n, (int)p->nrhs,     \
                   (const T **)pointers(peer, OF_A), (int)peer->ld[0],                 \
                   (const int *)peer->ipiv, (T **)pointers(peer, OF_B),                \
                   (int)peer->ld[1], &info, (int)p->batch) == CUBLAS_STATUS_SUCCESS;   \
    }                                                                                  \
    static bool getri_##x(struct peer *peer)                                           \
    {                                                                                  \
        const struct problem *p = peer->p;                                             \
        return cublas##x##getriBatched(                                                \
                   peer->blas, (int)p->n, (const T **)pointers(peer, OF_A),            \
                   (int)peer->ld[0], (const int *)peer->ipiv,                          \
                   (T **)pointers(peer, OF_INVERSES), (int)peer->ld[0], peer->work,    \
                   (int)p->batch) == CUBLAS_STATUS_SUCCESS;                            \
    }                                                                                  \
    static bool matinv_##x(struct peer *peer)                                          \
    {                                                                                  \
        const struct problem *p = peer->p;                                             \
        return cublas##x##matinvBatched(                                               \
                   peer->blas, (int)p->n, (const T **)pointers(peer, OF_A),            \
                   (int)peer->ld[0], (T **)pointers(peer, OF_INVERSES),                \
                   (int)peer->ld[0], peer->work,                                       \
                   (int)p->batch) == CUBLAS_STATUS_SUCCESS;                            \
    }                                                                                  \
    static bool potrf_##x(struct peer *peer)                                           \
    {                                                                                  \
        const struct problem *p = peer->p;                                             \
        return cusolverDn##x##potrfBatched(peer->solver, peer_fill_mode(peer),         \
                                           (int)p->n, (T **)pointers(peer, OF_A),      \
                                           (int)peer->ld[0], peer->work,               \
                                           (int)p->batch) == CUSOLVER_STATUS_SUCCESS;  \
    }                                                                                  \
    static bool potrs_##x(struct peer *peer)                                           \
    {                                                                                  \
        const struct problem *p = peer->p;                                             \
        return cusolverDn##x##potrsBatched(                                            \
                   peer->solver, peer_fill_mode(peer), (int)p->n, (int)p->nrhs,        \
                   (T **)pointers(peer, OF_A), (int)peer->ld[0],                       \
                   (T **)pointers(peer, OF_B), (int)peer->ld[1], peer->info,           \
                   (int)p->batch) == CUSOLVER_STATUS_SUCCESS;                          \
    }                                                                                  \
    static bool geqrf_##x(struct peer *peer)                                           \
    {                                                                                  \
        const struct problem *p = peer->p;                                             \
        int info;                                                                      \
        return cublas##x##geqrfBatched(peer->blas, (int)p->m, (int)p->n,               \
                                       (T **)pointers(peer, OF_A), (int)peer->ld[0],   \
                                       (T **)pointers(peer, OF_B), &info,              \
                                       (int)p->batch) == CUBLAS_STATUS_SUCCESS;        \
    }                                                                                  \
    static bool gels_##x(struct peer *peer)                                            \
    {                                                                                  \
        const struct problem *p = peer->p;                                             \
        int info;                                                                      \
        return cublas##x##gelsBatched(peer->blas, CUBLAS_OP_N, (int)p->m, (int)p->n,   \
                                      (int)p->nrhs, (T **)pointers(peer, OF_A),        \
                                      (int)peer->ld[0], (T **)pointers(peer, OF_B),    \
                                      (int)peer->ld[1], &info, peer->work,             \
                                      (int)p->batch) == CUBLAS_STATUS_SUCCESS;         \
    }
CALLS(S, float)
CALLS(D, double)
CALLS(C, cuComplex)
CALLS(Z, cuDoubleComplex)

#define RUN(name)                                                                      \
    static bool run_##name(struct peer *peer)                                          \
    {                                                                                  \
        static bool (*const run[4])(struct peer *) = {name##_S, name##_D, name##_C,    \
                                                      name##_Z};                       \
        return run[peer->p->prec](peer);                                               \
    }
RUN(getrf)
RUN(getrs)
RUN(getri)
RUN(matinv)
RUN(potrf)
RUN(potrs)
RUN(geqrf)
RUN(gels)

static bool run_gesv(struct peer *peer)
{
    return run_getrf(peer) && run_getrs(peer);
}

static bool run_posv(struct peer *peer)
{
    return run_potrf(peer) && run_potrs(peer);
}

/* One function up to order 32, two beyond. */
static bool run_inv(struct peer *peer)
{
    return peer->p->n <= 32 ? run_matinv(peer) : run_getrf(peer) && run_getri(peer);
}

#endif

const struct peer_routine potrf_batched_peer =
    PEER_OF_SOME(missing, open_batch, run_potrf);
const struct peer_routine potrs_batched_peer =
    PEER_OF_SOME(potrs_missing, open_batch, run_potrs);
const struct peer_routine posv_batched_peer =
    PEER_OF_SOME(potrs_missing, open_batch, run_posv);
const struct peer_routine getrf_batched_peer =
    PEER_OF_SOME(missing, open_batch, run_getrf);
const struct peer_routine getrs_batched_peer = PEER_OF_SOME(missing, NULL, run_getrs);
const struct peer_routine gesv_batched_peer =
    PEER_OF_SOME(missing, open_batch, run_gesv);
const struct peer_routine getri_batched_peer =
    PEER_OF_SOME(missing, open_inverses, run_getri);
const struct peer_routine inv_batched_peer = PEER_OF_SOME(missing, open_inv, run_inv);
const struct peer_routine geqrf_batched_peer =
    PEER_OF_SOME(any_missing, open_batch, run_geqrf);
const struct peer_routine gels_batched_peer =
    PEER_OF_SOME(gels_missing, open_batch, run_gels);
