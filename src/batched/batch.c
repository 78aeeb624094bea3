/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches over arrays of the user. */

#include <stdlib.h>
#include "batched.h"

/* A chunk has as many bytes as keep a core busy for a while, or a GPU longer than its copy takes to
 * start; with fewer matrices all workers have some chunks; not measured. */
enum { CHUNK_BYTES = 1 << 20, CHUNK_BYTES_GPU = 1 << 25, CHUNKS_OF_A_WORKER = 4 };
/* A chunk on a GPU has at most so many elements. */
enum { MOST_ON_DEVICE = 1 << 30 };

int64_t starling_batch_chunk(starling_precision prec, int64_t m, int64_t n, int64_t count)
{
    int64_t gpus = SL_MAX(0, starling_ncuda()), workers = SL_MAX(1, starling_ncpu() + gpus);
    int64_t bytes = gpus > 0 ? CHUNK_BYTES_GPU : CHUNK_BYTES;
    int64_t share = (count + CHUNKS_OF_A_WORKER * workers - 1) / (CHUNKS_OF_A_WORKER * workers);
    return SL_MAX(1, SL_MIN(share, bytes / (int64_t)sl_sizeof(prec) / SL_MAX(1, m * n)));
}

int64_t starling_batch_chunk_device(int64_t m, int64_t n, int64_t count)
{
    return SL_MAX(1, SL_MIN(count, MOST_ON_DEVICE / SL_MAX(1, m * n)));
}

/* The elements from the first to the last one of a matrix. */
static int64_t extent(int64_t m, int64_t n, int64_t lda)
{
    return m > 0 && n > 0 ? lda * (n - 1) + m : 0;
}

static int make(starling_batch **A, starling_precision prec, int64_t m, int64_t n, void *a,
                int64_t lda, int64_t stride, int64_t count, int64_t chunk, int node)
{
    int64_t rows = extent(m, n, lda);
    int info;
    starling_batch *B = malloc(sizeof *B);
    if (!B)
        return sl_error("starling_batch", STARLING_ENOMEM, NULL);
    *B = (starling_batch){.m = m, .n = n, .lda = lda};
    info = sl_matrix_over(&B->store, prec, rows, count, a, SL_MAX(stride, SL_MAX(1, rows)),
                          SL_MAX(1, rows), chunk, node);
    if (info != 0)
        free(B);
    else
        *A = B;
    return info;
}

#define COUNT_RULE "at least 0, and less than 2^31"
#define CHUNK_RULE "at least 0 (0: the library's choice), and less than 2^31"
#define AT_MOST_INT(x) ((x) >= 0 && (x) <= INT32_MAX)
/* In StarPU, the number of elements of a chunk has 32 bits. */
#define CHUNK_FITS(rows) ((rows) == 0 || count == 0 || SL_MIN(chunk, count) <= UINT32_MAX / (rows))
#define FIT_RULE "so small that a chunk has less than 2^32 elements"

#define CHECK_MATRICES                                                                             \
    SL_ARG(1, A, A != NULL, "where the new batch goes");                                           \
    *A = NULL;                                                                                     \
    SL_ARG(2, prec, prec >= STARLING_S && prec <= STARLING_Z,                                      \
           "STARLING_S, STARLING_D, STARLING_C or STARLING_Z");                                    \
    SL_ARG(3, m, AT_MOST_INT(m), COUNT_RULE);                                                      \
    SL_ARG(4, n, AT_MOST_INT(n), COUNT_RULE);                                                      \
    SL_ARG(5, a, a != NULL || m == 0 || n == 0 || count == 0, "an array");                         \
    SL_ARG(6, lda, lda >= SL_MAX(1, m) && lda <= INT32_MAX,                                        \
           "at least max(1, m) = %lld, and less than 2^31", (long long)SL_MAX(1, m));              \
    SL_ARG(6, lda, extent(m, n, lda) <= INT32_MAX, "such that lda (n - 1) + m is less than 2^31"); \
    SL_ARG(7, stride, (stride >= extent(m, n, lda) || count <= 1) && stride <= INT32_MAX,          \
           "at least lda (n - 1) + m = %lld, and less than 2^31", (long long)extent(m, n, lda));   \
    SL_ARG(8, count, count >= 0, "at least 0");                                                    \
    SL_ARG(9, chunk, AT_MOST_INT(chunk), CHUNK_RULE);                                              \
    SL_ARG(9, chunk, CHUNK_FITS(extent(m, n, lda)), FIT_RULE)
#define CHECK_INTS                                                                                 \
    SL_ARG(1, A, A != NULL, "where the new batch goes");                                           \
    *A = NULL;                                                                                     \
    SL_ARG(2, m, AT_MOST_INT(m), COUNT_RULE);                                                      \
    SL_ARG(3, a, a != NULL || m == 0 || count == 0, "an array");                                   \
    SL_ARG(4, count, count >= 0, "at least 0");                                                    \
    SL_ARG(5, chunk, chunk > 0 && chunk <= INT32_MAX, "at least 1, and less than 2^31");           \
    SL_ARG(5, chunk, CHUNK_FITS(m), FIT_RULE)
/* The library runs now; `node` is the memory of the device. */
#define START                                                                                      \
    int info = sl_require_init();                                                                  \
    if (info != 0)                                                                                 \
        return info
#define FIND_DEVICE                                                                                \
    START;                                                                                         \
    int node = sl_cuda_node(device);                                                               \
    if (node < 0)                                                                                  \
        return sl_error(__func__, STARLING_EDEVICE, NULL)

int starling_batch_wrap(starling_batch **A, starling_precision prec, int64_t m, int64_t n, void *a,
                        int64_t lda, int64_t stride, int64_t count, int64_t chunk)
{
    CHECK_MATRICES;
    START;
    chunk = chunk > 0 ? chunk : starling_batch_chunk(prec, m, n, count);
    return make(A, prec, m, n, a, lda, stride, count, chunk, STARPU_MAIN_RAM);
}

int starling_batch_wrap_device(starling_batch **A, starling_precision prec, int64_t m, int64_t n,
                               void *a, int64_t lda, int64_t stride, int64_t count, int64_t chunk,
                               int device)
{
    CHECK_MATRICES;
    FIND_DEVICE;
    chunk = chunk > 0 ? chunk : starling_batch_chunk_device(m, n, count);
    return make(A, prec, m, n, a, lda, stride, count, chunk, node);
}

int starling_batch_wrap_int(starling_batch **A, int64_t m, int *a, int64_t count, int64_t chunk)
{
    CHECK_INTS;
    START;
    return make(A, SL_INT, m, 1, a, SL_MAX(1, m), SL_MAX(1, m), count, chunk, STARPU_MAIN_RAM);
}

int starling_batch_wrap_int_device(starling_batch **A, int64_t m, int *a, int64_t count,
                                   int64_t chunk, int device)
{
    CHECK_INTS;
    FIND_DEVICE;
    return make(A, SL_INT, m, 1, a, SL_MAX(1, m), SL_MAX(1, m), count, chunk, node);
}

int starling_batch_sync(starling_batch *A)
{
    SL_ARG(1, A, A != NULL, "a batch");
    return starling_matrix_sync(A->store);
}

int starling_batch_destroy(starling_batch *A)
{
    int info = A ? starling_matrix_destroy(A->store) : 0;
    free(A);
    return info;
}
