/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* GPU 0 beside the library: see device.h. One implementation with CUDA, one without. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "machine/device.h"
#include "report/stats.h"

static bool is_among(const char *name, const char *const names[])
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static const char *const lu_routines[] = {"getrf", "getrs", "gesv", NULL};
static const char *const other_routines[] = {"potrf", "potrs", "posv", "gemm", NULL};

const char *device_reference_missing(const struct problem *p, const char *ref)
{
    const char *name = p->routine->name;
    if (strcmp(ref, "cusolvermg") == 0) {
        if (strcmp(name, "potrf") != 0 && strcmp(name, "getrf") != 0)
            return "of the routines here it has potrf and getrf alone";
        if (p->uplo != STARLING_LOWER)
            return "it factors lower triangles only";
        if (p->m != p->n)
            return "it factors square matrices only";
        if (p->n == 0)
            return "it takes no empty matrix";
    } else if (!is_among(name, lu_routines) && !is_among(name, other_routines))
        return "it runs factorizations, solutions and gemm, not this routine";
    return device_present() ? NULL : "there is no GPU here that the command can use";
}

#ifdef STARLING_CUDA
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

bool device_present(void)
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

void *device_alloc(size_t size)
{
    void *pointer = NULL;
    cudaSetDevice(0);
    if (cudaMalloc(&pointer, size) != cudaSuccess) {
        (void)cudaGetLastError();
        return NULL;
    }
    return pointer;
}

void device_free(void *pointer)
{
    if (pointer)
        cudaFree(pointer);
}

/* cuSOLVER's 64-bit interface, and cuBLAS, by data type. */
static const cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};

struct peer {
    cusolverDnHandle_t solver;
    cublasHandle_t blas;
    cudaStream_t stream;
    cusolverDnParams_t params;
    void *a[3], *work, *host_work;
    size_t work_size, host_work_size, bytes[3];
    int64_t *ipiv;
    int *info;
};

static bool is_gemm(const struct problem *p)
{
    return strcmp(p->routine->name, "gemm") == 0;
}

/* LU; the other factorization here is Cholesky's. */
static bool is_lu(const struct problem *p)
{
    return is_among(p->routine->name, lu_routines);
}

static void close_peer(struct peer *peer)
{
    for (int i = 0; i < 3; i++)
        device_free(peer->a[i]);
    device_free(peer->work);
    device_free(peer->ipiv);
    device_free(peer->info);
    free(peer->host_work);
    cusolverDnDestroyParams(peer->params);
    cublasDestroy(peer->blas);
    cusolverDnDestroy(peer->solver);
    cudaStreamDestroy(peer->stream);
}

static cublasFillMode_t fill_mode(const struct problem *p)
{
    return p->uplo == STARLING_LOWER ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

static bool open_workspace(struct peer *peer, const struct problem *p, int64_t lda)
{
    cudaDataType type = types[p->prec];
    int64_t least = p->m < p->n ? p->m : p->n;
    int status = is_lu(p)
        ? cusolverDnXgetrf_bufferSize(peer->solver, peer->params, p->m, p->n, type, peer->a[0],
                                      lda, type, &peer->work_size, &peer->host_work_size)
        : cusolverDnXpotrf_bufferSize(peer->solver, peer->params, fill_mode(p), p->n, type,
                                      peer->a[0], lda, type, &peer->work_size,
                                      &peer->host_work_size);
    peer->work = device_alloc(peer->work_size + 1);
    peer->ipiv = device_alloc(sizeof *peer->ipiv * (size_t)(least + 1));
    peer->host_work = malloc(peer->host_work_size + 1);
    return status == 0 && peer->work && peer->ipiv && peer->host_work;
}

static bool open_peer(struct peer *peer, const struct problem *p, const int64_t ld[3])
{
    struct shape shape[3] = {{GENERAL, false, 0, 0}};
    memset(peer, 0, sizeof *peer);
    p->routine->shapes(p, shape);
    cudaSetDevice(0);
    bool ok = cudaStreamCreateWithFlags(&peer->stream, cudaStreamNonBlocking) == cudaSuccess &&
              cusolverDnCreate(&peer->solver) == CUSOLVER_STATUS_SUCCESS &&
              cublasCreate(&peer->blas) == CUBLAS_STATUS_SUCCESS &&
              cusolverDnCreateParams(&peer->params) == CUSOLVER_STATUS_SUCCESS;
    if (!ok)
        return false;
    cusolverDnSetStream(peer->solver, peer->stream);
    cublasSetStream(peer->blas, peer->stream);
    for (int i = 0; i < 3 && ok; i++)
        if (shape[i].used) {
            peer->bytes[i] = element_size(p->prec) * (size_t)(ld[i] * shape[i].n);
            ok = (peer->a[i] = device_alloc(peer->bytes[i])) != NULL;
        }
    ok = ok && (peer->info = device_alloc(sizeof(int))) != NULL;
    return ok && (is_gemm(p) || open_workspace(peer, p, ld[0]));
}

static cublasOperation_t operation(starling_trans t)
{
    return t == STARLING_NOTRANS ? CUBLAS_OP_N : t == STARLING_TRANS ? CUBLAS_OP_T : CUBLAS_OP_C;
}

static int run_factorization(struct peer *peer, const struct problem *p, int64_t lda)
{
    cudaDataType type = types[p->prec];
    return is_lu(p) ? cusolverDnXgetrf(peer->solver, peer->params, p->m, p->n, type, peer->a[0],
                                       lda, peer->ipiv, type, peer->work, peer->work_size,
                                       peer->host_work, peer->host_work_size, peer->info)
                    : cusolverDnXpotrf(peer->solver, peer->params, fill_mode(p), p->n, type,
                                       peer->a[0], lda, type, peer->work, peer->work_size,
                                       peer->host_work, peer->host_work_size, peer->info);
}

static int run_solution(struct peer *peer, const struct problem *p, const int64_t ld[3])
{
    cudaDataType type = types[p->prec];
    return is_lu(p) ? cusolverDnXgetrs(peer->solver, peer->params, operation(p->transa), p->n,
                                       p->nrhs, type, peer->a[0], ld[0], peer->ipiv, type,
                                       peer->a[1], ld[1], peer->info)
                    : cusolverDnXpotrs(peer->solver, peer->params, fill_mode(p), p->n, p->nrhs,
                                       type, peer->a[0], ld[0], type, peer->a[1], ld[1],
                                       peer->info);
}

/* LAPACK's names: xxTRF factors, xxTRS solves, xxSV does both. */
static bool run_solver(struct peer *peer, const struct problem *p, const int64_t ld[3])
{
    const char *action = p->routine->name + 2;
    int status = 0;
    if (strcmp(action, "trs") != 0)
        status = run_factorization(peer, p, ld[0]);
    if (status == 0 && strcmp(action, "trf") != 0)
        status = run_solution(peer, p, ld);
    return status == 0;
}

static bool run_gemm(struct peer *peer, const struct problem *p, const int64_t ld[3])
{
    static const cublasComputeType_t compute[] = {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_64F,
                                                  CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_64F};
    const double alpha[2] = {-1, 0}, beta[2] = {0.5, 0};
    const float salpha[2] = {-1, 0}, sbeta[2] = {0.5f, 0};
    bool single = p->prec == STARLING_S || p->prec == STARLING_C;
    cudaDataType type = types[p->prec];
    return cublasGemmEx_64(peer->blas, operation(p->transa), operation(p->transb), p->m, p->n,
                           p->k, single ? (const void *)salpha : (const void *)alpha,
                           peer->a[0], type, ld[0], peer->a[1], type, ld[1],
                           single ? (const void *)sbeta : (const void *)beta, peer->a[2], type,
                           ld[2], compute[p->prec], CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
}

static void copy_all(struct peer *peer, void *const operand[3], bool in)
{
    for (int i = 0; i < 3; i++)
        if (peer->a[i])
            cudaMemcpyAsync(in ? peer->a[i] : operand[i], in ? operand[i] : peer->a[i],
                            peer->bytes[i],
                            in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                            peer->stream);
}

/* One run: on resident data only the routine counts, from the host the copies as well. The
 * result comes back to a scratch array, so that each run starts from the same numbers. */
static double run_peer(struct peer *peer, const struct problem *p, void *const operand[3],
                       void *const back[3], const int64_t ld[3])
{
    enum { START, COPIED, READY, DONE, BACK, EVENTS };
    cudaEvent_t event[EVENTS];
    float in = NAN, resident = NAN, out = NAN;
    for (int i = 0; i < EVENTS; i++)
        cudaEventCreate(&event[i]);
    cudaEventRecord(event[START], peer->stream);
    copy_all(peer, operand, true);
    cudaEventRecord(event[COPIED], peer->stream);
    bool ok = !p->routine->prepare || run_factorization(peer, p, ld[0]) == 0;
    cudaEventRecord(event[READY], peer->stream);
    ok = ok && (is_gemm(p) ? run_gemm(peer, p, ld) : run_solver(peer, p, ld));
    cudaEventRecord(event[DONE], peer->stream);
    copy_all(peer, back, false);
    cudaEventRecord(event[BACK], peer->stream);
    cudaStreamSynchronize(peer->stream);
    cudaEventElapsedTime(&in, event[START], event[COPIED]);
    cudaEventElapsedTime(&resident, event[READY], event[DONE]);
    cudaEventElapsedTime(&out, event[DONE], event[BACK]);
    for (int i = 0; i < EVENTS; i++)
        cudaEventDestroy(event[i]);
    return !ok ? NAN : 1e-3 * (double)(p->place != PLACE_HOST ? resident : in + resident + out);
}

double device_reference(const struct problem *p, void *const operand[3], const int64_t ld[3],
                        int64_t repeat)
{
    struct peer peer;
    void *back[3] = {NULL, NULL, NULL};
    double median = NAN, *times = calloc((size_t)repeat, sizeof *times);
    if (times) {
        bool ok = open_peer(&peer, p, ld);
        for (int i = 0; i < 3 && ok; i++)
            if (peer.a[i])
                ok = cudaMallocHost(&back[i], peer.bytes[i]) == cudaSuccess;
        for (int64_t r = -1; r < repeat && ok; r++)
            times[r < 0 ? 0 : r] = run_peer(&peer, p, operand, back, ld);
        if (ok)
            median = stats_of(times, repeat).median;
        for (int i = 0; i < 3; i++)
            if (back[i])
                cudaFreeHost(back[i]);
        close_peer(&peer);
        (void)cudaGetLastError();
    }
    free(times);
    return median;
}

/* Numbers between 1 and 2 with random mantissas, whatever the type: constant data draws less
 * power and lets gemm run faster than it ever will. */
static bool fill_random(struct peer *peer)
{
    size_t words = peer->bytes[0] / 4;
    uint32_t *host = malloc(peer->bytes[0]), state = 2463534242u;
    if (!host)
        return false;
    for (size_t i = 0; i < words; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* xorshift32 */
        host[i] = (state >> 9) | 0x3f800000u;
    }
    for (int i = 0; i < 3; i++)
        cudaMemcpy(peer->a[i], host, peer->bytes[i], cudaMemcpyHostToDevice);
    free(host);
    return true;
}

double device_gemm_rate(starling_precision prec, int64_t n)
{
    int products = n < 2048 ? 16 : 1; /* small ones follow each other, as tasks do */
    int64_t ld[3] = {n, n, n};
    struct problem p = {.routine = find_routine("gemm"), .prec = prec, .m = n, .n = n, .k = n,
                        .transa = STARLING_NOTRANS, .transb = STARLING_TRANS};
    struct peer peer;
    double best = INFINITY;
    if (!open_peer(&peer, &p, ld))
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
            run_gemm(&peer, &p, ld);
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

bool device_present(void)
{
    return false;
}

void *device_alloc(size_t size)
{
    (void)size;
    return NULL;
}

void device_free(void *pointer)
{
    (void)pointer;
}

double device_reference(const struct problem *p, void *const operand[3], const int64_t ld[3],
                        int64_t repeat)
{
    (void)p, (void)operand, (void)ld, (void)repeat;
    return NAN;
}

double device_gemm_rate(starling_precision prec, int64_t n)
{
    (void)prec, (void)n;
    return 0;
}

#endif
