/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which kernel a large product in double precision takes, real or complex.
 *
 * A GPU that multiplies tiles without pause reaches its power limit, and its clock falls.
 * Then the fastest kernel is one that reads operands rarely: once for each block row or
 * column of C, so large blocks are better. Of the kernels that cuBLAS's heuristics offer,
 * the one with the largest blocks is taken if the blocks spread as evenly over the GPU. */

#include "config.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <cublasLt.h>
#include <cuda_runtime.h>
#include "cuda_gemm.h"

/* Measured constants: what each trades, and where it was measured.
 * Energy to read an operand, as a multiple of an operation's: rates by block size; one H200. */
#define READ_COST 10.0
/* Smallest product, rows by columns and inner dimension: smaller ones do not fill a GPU
 * with large blocks, or end before its clock falls; one H200. */
enum { LEAST_ELEMENTS = 1024 * 1024, LEAST_INNER = 256 };
/* Bytes of a copy in the kernels that were compared; other operands are left to cuBLAS. */
enum { COPY = 16 };

/* What a choice depends on: `count` products C = alpha op(A) op(B) + beta C. next_a, next_b and
 * next_c are the distances between their operands, in elements. */
struct key {
    int device, type, ta, tb, m, n, k, lda, ldb, ldc, count, next_a, next_b, next_c;
};

struct choice {
    struct key key;
    bool found; /* else cuBLAS's own */
    cublasLtMatmulAlgo_t kernel;
};

/* The operands of a product as cublasLt describes them. */
struct product {
    cublasLtMatmulDescOpaque_t op;
    cublasLtMatrixLayoutOpaque_t A, B, C;
};

static cublasStatus_t repeat(cublasLtMatrixLayoutOpaque_t *layout, int count, int64_t next)
{
    cublasStatus_t status = cublasLtMatrixLayoutSetAttribute(
        layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatrixLayoutSetAttribute(
            layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &next, sizeof next);
    return status;
}

static cublasStatus_t describe(const struct key *p, struct product *d)
{
    bool na = p->ta == CUBLAS_OP_N, nb = p->tb == CUBLAS_OP_N;
    cublasStatus_t status = cublasLtMatmulDescInit(&d->op, CUBLAS_COMPUTE_64F, p->type);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatmulDescSetAttribute(&d->op, CUBLASLT_MATMUL_DESC_TRANSA, &p->ta,
                                                sizeof p->ta);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatmulDescSetAttribute(&d->op, CUBLASLT_MATMUL_DESC_TRANSB, &p->tb,
                                                sizeof p->tb);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatrixLayoutInit(&d->A, p->type, na ? p->m : p->k, na ? p->k : p->m,
                                          p->lda);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatrixLayoutInit(&d->B, p->type, nb ? p->k : p->n, nb ? p->n : p->k,
                                          p->ldb);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatrixLayoutInit(&d->C, p->type, p->m, p->n, p->ldc);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = repeat(&d->A, p->count, p->next_a);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = repeat(&d->B, p->count, p->next_b);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = repeat(&d->C, p->count, p->next_c);
    return status;
}

/* The block of C that a thread block computes. False: this size is not in the list, or the
 * inner dimension is split. */
static bool block_of(const cublasLtMatmulAlgo_t *kernel, int *rows, int *cols)
{
    static const struct {
        int tile, rows, cols;
    } blocks[] = {
        {CUBLASLT_MATMUL_TILE_32x32, 32, 32},    {CUBLASLT_MATMUL_TILE_32x64, 32, 64},
        {CUBLASLT_MATMUL_TILE_64x32, 64, 32},    {CUBLASLT_MATMUL_TILE_32x128, 32, 128},
        {CUBLASLT_MATMUL_TILE_64x64, 64, 64},    {CUBLASLT_MATMUL_TILE_128x32, 128, 32},
        {CUBLASLT_MATMUL_TILE_64x128, 64, 128},  {CUBLASLT_MATMUL_TILE_128x64, 128, 64},
        {CUBLASLT_MATMUL_TILE_64x256, 64, 256},  {CUBLASLT_MATMUL_TILE_128x128, 128, 128},
        {CUBLASLT_MATMUL_TILE_256x64, 256, 64},  {CUBLASLT_MATMUL_TILE_128x256, 128, 256},
        {CUBLASLT_MATMUL_TILE_256x128, 256, 128},
    };
    int tile = 0, split = 0;
    if (cublasLtMatmulAlgoConfigGetAttribute(kernel, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile,
                                             sizeof tile, NULL) != CUBLAS_STATUS_SUCCESS ||
        cublasLtMatmulAlgoConfigGetAttribute(kernel, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, &split,
                                             sizeof split, NULL) != CUBLAS_STATUS_SUCCESS ||
        split > 1)
        return false;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i].tile == tile) {
            *rows = blocks[i].rows;
            *cols = blocks[i].cols;
            return true;
        }
    return false;
}

/* Time at the power limit, in arbitrary units: the elements of C on the multiprocessor that
 * has most, times the energy of each. It is good enough to order kernels, not to predict
 * times. */
static double cost(const struct key *p, int processors, int rows, int cols)
{
    int64_t blocks = (int64_t)((p->m + rows - 1) / rows) * ((p->n + cols - 1) / cols);
    int64_t most = (blocks + processors - 1) / processors;
    return (double)(most * rows * cols) * (1 + READ_COST / rows + READ_COST / cols);
}

/* The kernel of least cost among those that the heuristics offer. Of equal ones the first
 * is taken: the heuristics order them by time. If the first one is not in the list of
 * blocks, cuBLAS chooses. */
static bool choose_one(cublasLtHandle_t handle, const struct key *p, struct product *d,
                       cublasLtMatmulAlgo_t *kernel)
{
    enum { OFFERS = 16 };
    cublasLtMatmulHeuristicResult_t offers[OFFERS];
    cublasLtMatmulPreferenceOpaque_t wish;
    uint32_t alignment = COPY;
    int count = 0, processors = 0, rows, cols;
    double least = 0;

    if (cublasLtMatmulPreferenceInit(&wish) != CUBLAS_STATUS_SUCCESS ||
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, p->device) !=
            cudaSuccess)
        return false;
    for (int a = CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES;
         a <= CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES; a++)
        if (cublasLtMatmulPreferenceSetAttribute(&wish, (cublasLtMatmulPreferenceAttributes_t)a,
                                                 &alignment, sizeof alignment) !=
            CUBLAS_STATUS_SUCCESS)
            return false;
    if (cublasLtMatmulAlgoGetHeuristic(handle, &d->op, &d->A, &d->B, &d->C, &d->C, &wish,
                                       OFFERS, offers, &count) != CUBLAS_STATUS_SUCCESS)
        return false;
    for (int i = 0; i < count; i++) {
        if (!block_of(&offers[i].algo, &rows, &cols)) {
            if (i == 0)
                return false;
            continue;
        }
        double c = cost(p, processors, rows, cols);
        if (i == 0 || c < least) {
            least = c;
            *kernel = offers[i].algo;
        }
    }
    return count > 0;
}

/* For several products the heuristics offer no large blocks, though kernels with large
 * blocks can compute them. So the kernel is chosen as for one product that is as wide as
 * all together. */
static bool choose(cublasLtHandle_t handle, const struct key *p, struct product *d,
                   cublasLtMatmulAlgo_t *kernel)
{
    struct product wide;
    struct key one = *p;
    cublasLtMatmulHeuristicResult_t can;
    if (p->count == 1)
        return choose_one(handle, p, d, kernel);
    one.n *= p->count;
    one.count = 1;
    if (p->tb != CUBLAS_OP_N && one.ldb < one.n)
        one.ldb = one.n;
    return describe(&one, &wide) == CUBLAS_STATUS_SUCCESS &&
           choose_one(handle, &one, &wide, kernel) &&
           cublasLtMatmulAlgoCheck(handle, &d->op, &d->A, &d->B, &d->C, &d->C, kernel, &can) ==
               CUBLAS_STATUS_SUCCESS &&
           can.workspaceSize == 0;
}

/* The choices of this thread. Tiles have few shapes, so a small table is enough. A new
 * choice replaces the oldest one if the table is full. */
static struct choice *choice_for(cublasLtHandle_t handle, const struct key *p,
                                 struct product *d)
{
    enum { CHOICES = 64 }; /* shapes of tiles in use */
    static _Thread_local struct choice choices[CHOICES];
    static _Thread_local int used, next;

    for (int i = 0; i < used; i++)
        if (memcmp(&choices[i].key, p, sizeof *p) == 0)
            return &choices[i];
    struct choice *c = &choices[next];
    next = (next + 1) % CHOICES;
    if (used < CHOICES)
        used++;
    c->key = *p;
    c->found = choose(handle, p, d, &c->kernel);
    return c;
}

static bool is_large(int m, int n, int k)
{
    return (int64_t)m * n >= LEAST_ELEMENTS && k >= LEAST_INNER;
}

static bool is_aligned(const void *A, int ld, int next, int type)
{
    uintptr_t element = type == CUDA_R_64F ? sizeof(double) : 2 * sizeof(double);
    return ((uintptr_t)A | (uintptr_t)ld * element | (uintptr_t)next * element) % COPY == 0;
}

/* True: the product is queued, or has failed; status tells which. False: it is left to
 * cuBLAS. */
static bool multiply(cublasHandle_t handle, struct key p, const void *alpha, const void *A,
                     const void *B, const void *beta, void *C, int *status)
{
    struct product d;
    cudaStream_t stream;
    if (!is_large(p.m, p.n * p.count, p.k) || !is_aligned(A, p.lda, p.next_a, p.type) ||
        !is_aligned(B, p.ldb, p.next_b, p.type) || !is_aligned(C, p.ldc, p.next_c, p.type) ||
        cudaGetDevice(&p.device) != cudaSuccess || describe(&p, &d) != CUBLAS_STATUS_SUCCESS)
        return false;
    /* the manual of cuBLAS allows its handle in cublasLt */
    cublasLtHandle_t lt = (cublasLtHandle_t)handle;
    struct choice *choice = choice_for(lt, &p, &d);
    if (!choice->found || cublasGetStream(handle, &stream) != CUBLAS_STATUS_SUCCESS)
        return false;
    *status = cublasLtMatmul(lt, &d.op, alpha, A, &d.A, B, &d.B, beta, C, &d.C, C, &d.C,
                             &choice->kernel, NULL, 0, stream);
    if (*status == CUBLAS_STATUS_NOT_SUPPORTED || *status == CUBLAS_STATUS_INVALID_VALUE)
        choice->found = false; /* it was offered for one product */
    return choice->found;
}

#define DEFINE(x, X, T, TYPE)                                                                \
    int sl_cuda_##x##gemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, \
                          int m, int n, int k, const T *alpha, const T *A, int lda,          \
                          const T *B, int ldb, const T *beta, T *C, int ldc)                 \
    {                                                                                        \
        struct key p = {0, TYPE, ta, tb, m, n, k, lda, ldb, ldc, 1, 0, 0, 0};                \
        int status;                                                                          \
        if (multiply(handle, p, alpha, A, B, beta, C, &status))                              \
            return status;                                                                   \
        return cublas##X##gemm(handle, ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C,      \
                               ldc);                                                         \
    }                                                                                        \
    int sl_cuda_##x##gemm_strided(cublasHandle_t handle, cublasOperation_t ta,               \
                                  cublasOperation_t tb, int m, int n, int k, const T *alpha, \
                                  const T *A, int lda, long long next_a, const T *B, int ldb, \
                                  long long next_b, const T *beta, T *C, int ldc,            \
                                  long long next_c, int count)                               \
    {                                                                                        \
        struct key p = {0,   TYPE, ta,    tb,          m,           n,          k, lda,      \
                        ldb, ldc,  count, (int)next_a, (int)next_b, (int)next_c};            \
        int status;                                                                          \
        bool fits = next_a == p.next_a && next_b == p.next_b && next_c == p.next_c;          \
        if (fits && multiply(handle, p, alpha, A, B, beta, C, &status))                      \
            return status;                                                                   \
        return cublas##X##gemmStridedBatched(handle, ta, tb, m, n, k, alpha, A, lda, next_a, \
                                             B, ldb, next_b, beta, C, ldc, next_c, count);   \
    }

DEFINE(d, D, double, CUDA_R_64F)
DEFINE(z, Z, cuDoubleComplex, CUDA_C_64F)
