/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Compares the memory that a matrix needs with the available memory, before the matrix is
 * made. StarPU aborts if it has no memory for its records of a tile, and waits forever for
 * the memory of a tile. OpenBLAS waits forever for its buffers. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "matrix.h"
#include "tuning.h"
#include "src/room.h"

/* The memory of GPUs, in which tiles may stay. A disk that StarPU may use has room for
 * everything. */
static double memory_beyond(void)
{
    double bytes = 0;
    for (unsigned node = 0; node < starpu_memory_nodes_get_count(); node++) {
        starpu_ssize_t total = starpu_memory_get_total(node);
        if (starpu_node_get_kind(node) == STARPU_CUDA_RAM && total > 0)
            bytes += (double)total;
        else if (starpu_node_get_kind(node) == STARPU_DISK_RAM)
            bytes = INFINITY;
    }
    return bytes;
}

static double bytes_of(const starling_matrix *A)
{
    double processes = SL_MAX(1, (double)A->grid.p * A->grid.q);
    return (double)A->m * (double)A->n * (double)sl_sizeof(A->prec) / processes;
}

/* The matrices whose tiles are allocated at once, and perhaps not yet written. */
static struct {
    starpu_pthread_mutex_t mutex;
    starling_matrix *first;
    double bytes; /* of all */
} promises = {.mutex = STARPU_PTHREAD_MUTEX_INITIALIZER};

void sl_promise_add(starling_matrix *A)
{
    STARPU_PTHREAD_MUTEX_LOCK(&promises.mutex);
    A->promised = promises.first;
    promises.first = A;
    promises.bytes += bytes_of(A);
    STARPU_PTHREAD_MUTEX_UNLOCK(&promises.mutex);
}

void sl_promise_remove(starling_matrix *A)
{
    STARPU_PTHREAD_MUTEX_LOCK(&promises.mutex);
    starling_matrix **at = &promises.first;
    while (*at && *at != A)
        at = &(*at)->promised;
    if (*at) {
        *at = A->promised;
        promises.bytes -= bytes_of(A);
    }
    STARPU_PTHREAD_MUTEX_UNLOCK(&promises.mutex);
}

/* Bytes of such a matrix that were never written: addresses without a page. */
static double unwritten(const starling_matrix *A)
{
    enum { PART = 4096 };
    unsigned char there[PART];
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)A->own;
    uintptr_t end = begin + (size_t)(A->m * A->n) * sl_sizeof(A->prec);
    int64_t pages = 0;
    for (uintptr_t at = begin - begin % page; at < end; at += PART * page) {
        size_t count = SL_MIN(PART, (end - at + page - 1) / page);
        if (mincore((void *)at, count * page, there) != 0)
            return 0;
        for (size_t i = 0; i < count; i++)
            pages += !(there[i] & 1);
    }
    return (double)page * (double)pages;
}

/* Bytes of these matrices. If exactly, only those that were never written, which takes
 * longer. */
static double promised(bool exactly)
{
    STARPU_PTHREAD_MUTEX_LOCK(&promises.mutex);
    double bytes = exactly ? 0 : promises.bytes;
    for (const starling_matrix *A = promises.first; A && exactly; A = A->promised)
        bytes += unwritten(A);
    STARPU_PTHREAD_MUTEX_UNLOCK(&promises.mutex);
    return bytes;
}

int sl_memory_check(const starling_matrix *A)
{
    char why[400], what[80];
    bool owned = !A->a && !SL_SIMULATED;
    const struct sl_need need[] = {
        {"elements", owned ? bytes_of(A) : 0},
        {"StarPU's handles of tiles", SL_BYTES_A_TILE * (double)A->mt * (double)A->nt},
    };
    double beyond = owned ? memory_beyond() : 0;
    snprintf(what, sizeof what, "a matrix of %lld x %lld", (long long)A->m, (long long)A->n);
    /* The exact number takes longer, so it is only the second try. */
    if (need[0].bytes + need[1].bytes < SL_MEMORY_CHECKED ||
        sl_fits(what, need, 2, beyond, promised(false), why, sizeof why) ||
        sl_fits(what, need, 2, beyond, promised(true), why, sizeof why))
        return 0;
    return sl_error("starling_matrix", STARLING_ENOMEM, why);
}
