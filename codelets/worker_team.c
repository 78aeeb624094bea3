/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Worker teams. The open chunks of a loop are the bits of one word. A member that clears a
 * bit has taken the chunk. A loop ends only after all its chunks are done. So function and
 * argument belong to the loop of each chunk that was taken, even if the member was late.
 * team_task.c in src/tasks makes a team and its gate, the datum that helpers read. */

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include "config.h"
#include "worker_team.h"

/* Waits a short time. After many calls it yields the core, because there can be more
 * workers than cores. */
static void relax(int *times)
{
    if (++*times > SL_TEAM_SPINS)
        sched_yield();
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Takes and does an open chunk, preferably from `start` on. False: there was none. */
static bool take(struct sl_team *team, int start)
{
    uint64_t open = atomic_load(&team->open), later = open >> start << start;
    if (open == 0)
        return false;
    int chunk = __builtin_ctzll(later != 0 ? later : open);
    uint64_t bit = UINT64_C(1) << chunk;
    if (atomic_fetch_and(&team->open, ~bit) & bit) {
        team->work(team->arg, chunk);
        atomic_fetch_sub(&team->pending, 1);
    }
    return true;
}

void sl_team_help(struct sl_team *team, int start)
{
    int times = 0;
    while (!atomic_load(&team->ended))
        if (take(team, start))
            times = 0;
        else
            relax(&times);
}

#ifdef STARPU_HAVE_HWLOC
#include <hwloc.h>

/* Whether two workers share a NUMA node. A worker that is not bound shares all. */
static bool near(int worker, int other)
{
    hwloc_topology_t topology = starpu_get_hwloc_topology();
    if (hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE) <= 1)
        return true;
    hwloc_cpuset_t a = starpu_worker_get_hwloc_cpuset(worker);
    hwloc_cpuset_t b = starpu_worker_get_hwloc_cpuset(other);
    hwloc_nodeset_t node = hwloc_bitmap_alloc(), other_node = hwloc_bitmap_alloc();
    bool known = a && b && node && other_node &&
                 hwloc_cpuset_to_nodeset(topology, a, node) == 0 &&
                 hwloc_cpuset_to_nodeset(topology, b, other_node) == 0;
    bool common = !known || hwloc_bitmap_intersects(node, other_node);
    hwloc_bitmap_free(node);
    hwloc_bitmap_free(other_node);
    hwloc_bitmap_free(a);
    hwloc_bitmap_free(b);
    return common;
}
#else
static bool near(int worker, int other)
{
    (void)worker, (void)other;
    return true;
}
#endif

/* Only workers near the one that runs the task may help. The worker itself stays allowed:
 * helpers may be inserted at the same time, and StarPU refuses tasks that no worker can
 * run. */
static void choose_workers(struct sl_team *team)
{
    int workers[STARPU_NMAXWORKERS], self = starpu_worker_get_id();
    int count = starpu_worker_get_ids_by_type(STARPU_CPU_WORKER, workers, STARPU_NMAXWORKERS);
    for (int i = 0; i < count; i++)
        if (workers[i] != self && !near(self, workers[i]))
            team->workers[workers[i] / 32] &= ~(UINT32_C(1) << workers[i] % 32);
}

void sl_team_open(struct sl_team *team)
{
    if (!team)
        return;
    choose_workers(team);
    starpu_data_release_to(team->gate, STARPU_R);
}

void sl_team_run(struct sl_team *team, int first, int end, void (*work)(void *arg, int chunk),
                 void *arg)
{
    if (!team || end - first <= 1) {
        for (int chunk = first; chunk < end; chunk++)
            work(arg, chunk);
        return;
    }
    int times = 0;
    team->work = work;
    team->arg = arg;
    atomic_store(&team->pending, end - first);
    atomic_store(&team->open, UINT64_MAX >> (SL_TEAM_CHUNKS - (end - first)) << first);
    while (take(team, 0))
        ;
    while (atomic_load(&team->pending) > 0)
        relax(&times);
}

void sl_team_close(struct sl_team *team)
{
    if (!team)
        return;
    atomic_store(&team->ended, true);
    starpu_data_release(team->gate);
}
