/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What is to be made is compared with the memory that can be had, before it is made: StarPU ends the
 * process where it has no memory for what it keeps of a tile, and waits for ever for a tile's own;
 * OpenBLAS does so for its buffers. And a reserve for the temporaries of operations, which are small
 * on cores, so that tasks that have begun end where malloc() fails. */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "matrix.h"
#include "src/room.h"

/* Less is not looked at: it would take longer than to make a small matrix. */
static const double large = 16e6;

/* Memory of GPUs, where tiles may stay; a disk that StarPU was given takes all. */
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
    return (double)A->m * (double)A->n * (double)sl_sizeof(A->prec);
}

/* The tiles of matrices that have them at once. */
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

/* Bytes of one that nothing has been written to: addresses without a page. */
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

/* exactly: what is not written; else all of it, which is known at once. */
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
    /* To ask which pages are written takes a millisecond a GiB. */
    if (need[0].bytes + need[1].bytes < large ||
        sl_fits(what, need, 2, beyond, promised(false), why, sizeof why) ||
        sl_fits(what, need, 2, beyond, promised(true), why, sizeof why))
        return 0;
    return sl_error("starling_matrix", STARLING_ENOMEM, why);
}

/* A thread's stack, the addresses that malloc() sets aside for it, and OpenBLAS' buffer. */
bool sl_memory_for_workers(int workers, char *why, size_t size)
{
    struct sl_room room = sl_address_room();
    double each = (8 + 64 + 128) * 1048576.0, need = each * workers;
    if (room.bytes >= need)
        return true;
    snprintf(why, size, "StarPU needs %.3g GB of addresses (stacks and buffers of %d workers), but only "
                        "%.3g GB can be had (%s)", 1e-9 * need, workers, 1e-9 * room.bytes, room.limit);
    return false;
}

/* The reserve: addresses, which become memory when they are used. Pieces are whole blocks; length
 * has a piece's at its first one. */
enum { BLOCK = 65536, BLOCKS = 1024 };
static struct {
    starpu_pthread_mutex_t mutex;
    char *memory; /* NULL: there is none */
    int length[BLOCKS];
} reserve = {.mutex = STARPU_PTHREAD_MUTEX_INITIALIZER};

/* The first gap of so many blocks; NULL: there is none. */
static void *take_blocks(size_t count)
{
    size_t gap = 0;
    for (size_t i = 0; i < BLOCKS && reserve.memory;) {
        gap = reserve.length[i] > 0 ? 0 : gap + 1;
        i += reserve.length[i] > 0 ? (size_t)reserve.length[i] : 1;
        if (gap == count) {
            reserve.length[i - count] = (int)count;
            return reserve.memory + (i - count) * BLOCK;
        }
    }
    return NULL;
}

static int take(unsigned node, void **a, size_t size, int flags)
{
    (void)node, (void)flags;
    *a = malloc(size);
    if (*a)
        return 0;
    STARPU_PTHREAD_MUTEX_LOCK(&reserve.mutex);
    *a = take_blocks((size + BLOCK - 1) / BLOCK);
    STARPU_PTHREAD_MUTEX_UNLOCK(&reserve.mutex);
    return *a ? 0 : -ENOMEM; /* StarPU asks again: what tasks in flight have comes back */
}

static int give(unsigned node, void *a, size_t size, int flags)
{
    (void)node, (void)size, (void)flags;
    uintptr_t at = (uintptr_t)a - (uintptr_t)reserve.memory;
    bool inside = reserve.memory && at < (uintptr_t)BLOCKS * BLOCK;
    if (!inside) {
        free(a);
        return 0;
    }
    STARPU_PTHREAD_MUTEX_LOCK(&reserve.mutex);
    reserve.length[at / BLOCK] = 0;
    STARPU_PTHREAD_MUTEX_UNLOCK(&reserve.mutex);
    return 0;
}

void sl_reserve_open(void)
{
    void *memory = mmap(NULL, (size_t)BLOCKS * BLOCK, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    reserve.memory = memory == MAP_FAILED ? NULL : memory;
    starpu_malloc_set_hooks(take, give);
}

void sl_reserve_close(void)
{
    starpu_malloc_set_hooks(NULL, NULL);
    if (reserve.memory)
        munmap(reserve.memory, (size_t)BLOCKS * BLOCK);
    reserve.memory = NULL;
    memset(reserve.length, 0, sizeof reserve.length);
}
