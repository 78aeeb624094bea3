/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The kernel of a large product in double precision, real or complex.
 *
 * An H200 that multiplies tiles without pause reaches its power limit: at 700 W its clock
 * falls from 1980 to some 1640 MHz. Then the kernel that takes the least energy should be the
 * fastest, and that should be the one that reads operands least often: once for every block
 * row or column of C. Rates were measured, not the energy of each. Products of order 2048, one
 * run of 0.12 s each, by the block of C that a thread block computes (TF/s):
 *
 *                      32 x 64   64 x 32   64 x 64   64 x 128   128 x 64   128 x 128
 *     B transposed          39        45        50         51         53          52
 *     A transposed          42        44        45         51         49          53
 *
 * Repeats of cuBLAS's own choice gave 44 to 51 and 48 to 52, so this tells large blocks from
 * small ones, not large ones from each other. Of the kernels that cuBLAS's heuristics offer,
 * the one with the largest blocks is taken, as long as they spread as evenly over the GPU.
 * Whole potrfs, alternating, four times each: order 32768 takes 2.7 % less time so (lower), or
 * 2.2 % (upper). In z, order 16384, it was 5 %, once. */

#include "config.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <cublasLt.h>
#include <cuda_runtime.h>
#include "cuda_gemm.h"

/* Bytes that the kernels compared above copy at a time. Operands that do not allow it have
 * other kernels, which were not. */
enum { COPY = 16 };

/* What a choice depends on: `count` products C = alpha op(A) op(B) + beta C, from each to the next
 * so many elements. */
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

/* The block of C that a thread block computes; false: not one of those named here, or the
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

/* Time at the power limit, in arbitrary units: elements of C on the multiprocessor with the
 * most of them, times the energy of each. That an operation costs 1 and reading an operand 10
 * is a fit by eye to the rates above, up to 8 % off: good for an order, not for times. */
static double cost(const struct key *p, int processors, int rows, int cols)
{
    int64_t blocks = (int64_t)((p->m + rows - 1) / rows) * ((p->n + cols - 1) / cols);
    int64_t most = (blocks + processors - 1) / processors;
    return (double)(most * rows * cols) * (1 + 10.0 / rows + 10.0 / cols);
}

/* The cheapest kernel that the heuristics offer; where they differ in other ways the order of
 * the heuristics, by time, decides. Where even the first is none that we know, it stays. */
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

/* For several products the heuristics offer no large blocks (13 products of order 1024, H200: 64 x
 * 64, 47 TF/s instead of 53), but such kernels compute them: so as for one as wide as all. */
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

/* Choices of this thread, of which StarPU has one a GPU or a worker: tiles come in few shapes. When
 * the table is full the oldest goes. */
static struct choice *choice_for(cublasLtHandle_t handle, const struct key *p,
                                 struct product *d)
{
    enum { CHOICES = 64 };
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

/* Smaller products do not fill a GPU with large blocks, or are over before it slows down. */
static bool is_large(int m, int n, int k)
{
    return (int64_t)m * n >= 1024 * 1024 && k >= 256;
}

static bool is_aligned(const void *A, int ld, int next, int type)
{
    uintptr_t element = type == CUDA_R_64F ? sizeof(double) : 2 * sizeof(double);
    return ((uintptr_t)A | (uintptr_t)ld * element | (uintptr_t)next * element) % COPY == 0;
}

/* true: the product was queued, or failed, as status says; false: it is left to cuBLAS. */
static bool multiply(cublasHandle_t handle, struct key p, const void *alpha, const void *A,
                     const void *B, const void *beta, void *C, int *status)
{
    struct product d;
    cudaStream_t stream;
    if (!is_large(p.m, p.n * p.count, p.k) || !is_aligned(A, p.lda, p.next_a, p.type) ||
        !is_aligned(B, p.ldb, p.next_b, p.type) || !is_aligned(C, p.ldc, p.next_c, p.type) ||
        cudaGetDevice(&p.device) != cudaSuccess || describe(&p, &d) != CUBLAS_STATUS_SUCCESS)
        return false;
    /* a cuBLAS handle is one of cublasLt as well, as its manual says */
    cublasLtHandle_t lt = (cublasLtHandle_t)handle;
    struct choice *choice = choice_for(lt, &p, &d);
    if (!choice->found || cublasGetStream(handle, &stream) != CUBLAS_STATUS_SUCCESS)
        return false;
    *status = cublasLtMatmul(lt, &d.op, alpha, A, &d.A, B, &d.B, beta, C, &d.C, C, &d.C,
                             &choice->kernel, NULL, 0, stream);
    if (*status == CUBLAS_STATUS_NOT_SUPPORTED || *status == CUBLAS_STATUS_INVALID_VALUE)
        choice->found = false; /* that of several products was offered for one */
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
