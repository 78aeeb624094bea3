/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Runs peers on GPU 0: see peer.h. One implementation with CUDA, one without. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "machine/device.h"
#include "report/stats.h"
#include "routines/peer.h"
#include "routines/peer_mg.h"

static const struct peer_routine *peer_of(const struct problem *p, const char *ref)
{
    return strcmp(ref, "cusolver-gesvdp") == 0 ? p->routine->gesvdp : p->routine->peer;
}

const char *peer_missing(const struct problem *p, const char *ref)
{
    const struct routine *routine = p->routine;
    const struct peer_routine *peer = peer_of(p, ref);
    bool on_all = strcmp(ref, "cusolvermg") == 0;
    if (on_all && !routine->mg)
        return "of the routines here it has potrf, getrf and heevd alone";
    if (!on_all && !peer)
        return "it has no counterpart of this routine";
    const char *(*missing)(const struct problem *) =
        on_all ? routine->mg->missing : peer->missing;
    const char *why = missing ? missing(p) : NULL;
    if (why)
        return why;
    return device_present() ? NULL : "there is no GPU here that the command can use";
}

#ifdef STARLING_CUDA

/* cuSOLVER's 64-bit interface, and cuBLAS, by data type. */
static const cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};

static void close_peer(struct peer *peer)
{
    for (int i = 0; i < OPERANDS; i++)
        device_free(peer->a[i]);
    device_free(peer->work);
    device_free(peer->ipiv);
    device_free(peer->extra);
    device_free(peer->ones);
    device_free(peer->info);
    free(peer->host_work);
    cusolverDnDestroyParams(peer->params);
    cublasDestroy(peer->blas);
    cusolverDnDestroy(peer->solver);
    cudaStreamDestroy(peer->stream);
}

bool peer_allocate_work(struct peer *peer)
{
    peer->work = device_alloc(peer->work_size + 1);
    peer->host_work = malloc(peer->host_work_size + 1);
    return peer->work && peer->host_work;
}

static bool open_handles(struct peer *peer)
{
    cudaSetDevice(0);
    bool ok = cudaStreamCreateWithFlags(&peer->stream, cudaStreamNonBlocking) ==
                  cudaSuccess &&
              cusolverDnCreate(&peer->solver) == CUSOLVER_STATUS_SUCCESS &&
              cublasCreate(&peer->blas) == CUBLAS_STATUS_SUCCESS &&
              cusolverDnCreateParams(&peer->params) == CUSOLVER_STATUS_SUCCESS;
    if (!ok)
        return false;
    cusolverDnSetStream(peer->solver, peer->stream);
    cublasSetStream(peer->blas, peer->stream);
    return true;
}

static bool open_peer(struct peer *peer, const struct problem *p, const char *ref,
                      const int64_t ld[OPERANDS])
{
    const struct routine *routine = p->routine, *after = routine->after;
    struct shape shape[OPERANDS] = {{.used = false}};
    *peer = (struct peer){
        .p = p, .routine = peer_of(p, ref), .ld = ld, .type = types[p->prec]};
    routine->shapes(p, shape);
    bool ok = open_handles(peer);
    for (int i = 0; i < OPERANDS && ok; i++)
        if (shape[i].used) {
            peer->bytes[i] = size_of_element(p->prec) * (size_t)(ld[i] * shape[i].n);
            ok = (peer->a[i] = device_alloc(peer->bytes[i])) != NULL;
        }
    ok = ok && (peer->info = device_alloc(sizeof(int))) != NULL;
    if (ok && after && after->peer->open)
        ok = after->peer->open(peer);
    return ok && (!peer->routine->open || peer->routine->open(peer));
}

static void copy_all(struct peer *peer, void *const operand[OPERANDS], bool in)
{
    for (int i = 0; i < OPERANDS; i++)
        if (peer->a[i])
            cudaMemcpyAsync(in ? peer->a[i] : operand[i], in ? operand[i] : peer->a[i],
                            peer->bytes[i],
                            in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                            peer->stream);
}

/* One run: on resident data only the routine counts, from the host the copies as well.
 * The result comes back to a scratch array, so that each run starts from the same
 * numbers. */
static double run_peer(struct peer *peer, void *const operand[OPERANDS],
                       void *const back[OPERANDS])
{
    enum { START, COPIED, READY, DONE, BACK, EVENTS };
    const struct problem *p = peer->p;
    const struct routine *routine = p->routine;
    cudaEvent_t event[EVENTS];
    float in = NAN, resident = NAN, out = NAN;
    for (int i = 0; i < EVENTS; i++)
        cudaEventCreate(&event[i]);
    cudaEventRecord(event[START], peer->stream);
    copy_all(peer, operand, true);
    cudaEventRecord(event[COPIED], peer->stream);
    bool ok = !routine->after || routine->after->peer->run(peer);
    cudaEventRecord(event[READY], peer->stream);
    ok = ok && peer->routine->run(peer);
    cudaEventRecord(event[DONE], peer->stream);
    copy_all(peer, back, false);
    cudaEventRecord(event[BACK], peer->stream);
    cudaStreamSynchronize(peer->stream);
    cudaEventElapsedTime(&in, event[START], event[COPIED]);
    cudaEventElapsedTime(&resident, event[READY], event[DONE]);
    cudaEventElapsedTime(&out, event[DONE], event[BACK]);
    for (int i = 0; i < EVENTS; i++)
        cudaEventDestroy(event[i]);
    return !ok ? NAN
               : 1e-3 *
                     (double)(p->place != PLACE_HOST ? resident : in + resident + out);
}

double peer_time(const struct problem *p, const char *ref, void *const operand[OPERANDS],
                 const int64_t ld[OPERANDS], int64_t repeat)
{
    struct peer peer;
    void *back[OPERANDS] = {NULL};
    double median = NAN, *times = calloc((size_t)repeat, sizeof *times);
    if (times) {
        bool ok = open_peer(&peer, p, ref, ld);
        for (int i = 0; i < OPERANDS && ok; i++)
            if (peer.a[i])
                ok = cudaMallocHost(&back[i], peer.bytes[i]) == cudaSuccess;
        for (int64_t r = -1; r < repeat && ok; r++)
            times[r < 0 ? 0 : r] = run_peer(&peer, operand, back);
        if (ok)
            median = stats_of(times, repeat).median;
        for (int i = 0; i < OPERANDS; i++)
            if (back[i])
                cudaFreeHost(back[i]);
        close_peer(&peer);
        (void)cudaGetLastError();
    }
    free(times);
    return median;
}

/* Numbers between 1 and 2 with random mantissas, whatever the type: constant data draws
 * less power and lets gemm run faster than it ever will. */
static bool fill_random(struct peer *peer)
{
    size_t words = peer->bytes[0] / 4;
    uint32_t *host = malloc(peer->bytes[0]), state = 2463534242u;
    if (!host)
        return false;
    for (size_t i = 0; i < words; i++) {
        state ^= state << 13, state ^= state >> 17,
            state ^= state << 5; /* xorshift32 */
        host[i] = (state >> 9) | 0x3f800000u;
    }
    for (int i = 0; i < 3; i++)
        cudaMemcpy(peer->a[i], host, peer->bytes[i], cudaMemcpyHostToDevice);
    free(host);
    return true;
}

double peer_gemm_rate(starling_precision prec, int64_t n)
{
    int products = n < 2048 ? 16 : 1; /* small ones follow each other, as tasks do */
    int64_t ld[OPERANDS] = {n, n, n};
    struct problem p = {.routine = &routine_gemm,
                        .prec = prec,
                        .m = n,
                        .n = n,
                        .k = n,
                        .transa = STARLING_NOTRANS,
                        .transb = STARLING_TRANS};
    struct peer peer;
    double best = INFINITY;
    if (!open_peer(&peer, &p, "cublas", ld))
        return 0;
    if (!fill_random(&peer))
        best = NAN;
    for (int r = 0; r < 4; r++) {
        cudaEvent_t event[2];
        float time = 0;
        for (int i = 0; i < 2; i++)
            cudaEventCreate(&event[i]);
        cudaEventRecord(event[0], peer.stream);
        for (int i = 0; i < products; i++)
            gemm_peer.run(&peer);
        cudaEventRecord(event[1], peer.stream);
        cudaEventSynchronize(event[1]);
        cudaEventElapsedTime(&time, event[0], event[1]);
        for (int i = 0; i < 2; i++)
            cudaEventDestroy(event[i]);
        if (r > 0 && 1e-3 * (double)time / products < best)
            best = 1e-3 * (double)time / products;
    }
    close_peer(&peer);
    return starling_flops_gemm(prec, (double)n, (double)n, (double)n) / best;
}

#else

double peer_time(const struct problem *p, const char *ref, void *const operand[OPERANDS],
                 const int64_t ld[OPERANDS], int64_t repeat)
{
    (void)p, (void)ref, (void)operand, (void)ld, (void)repeat;
    return NAN;
}

double peer_gemm_rate(starling_precision prec, int64_t n)
{
    (void)prec, (void)n;
    return 0;
}

#endif
