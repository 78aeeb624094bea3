/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Memory for workers and their tasks: addresses, checked before the workers start, and a
 * reserve. The reserve is for temporary data of operations, which are small on cores. With
 * it, tasks that have begun can end if malloc() fails. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "runtime.h"
#include "tuning.h"
#include "src/room.h"

/* MiB for each worker: its stack, the addresses that malloc() keeps for it, OpenBLAS'
 * buffer. */
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

/* The reserve: addresses, which become memory when they are used. A piece is several
 * blocks; length has their number at the first block. */
enum { BLOCK = SL_RESERVE_BLOCK, BLOCKS = SL_RESERVE_BLOCKS };
static struct {
    starpu_pthread_mutex_t mutex;
    char *memory; /* NULL: there is none */
    int length[BLOCKS];
} reserve = {.mutex = STARPU_PTHREAD_MUTEX_INITIALIZER};

/* The first gap of `count` blocks; NULL: there is none. */
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
    return *a ? 0 : -ENOMEM; /* StarPU tries again after tasks have ended */
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
