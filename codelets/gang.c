/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Gangs. The chunks of a loop that nobody has taken yet are the bits of one word: who clears a
 * bit has the chunk, and since the loop does not end before its chunks are done, that loop is
 * then the one whose function and argument are there. So a member that was late, or slept
 * between looking and taking, needs no other care.
 *   A gang is the contents of a piece of data, the gate, which is held for the task from the
 * time it is inserted: helpers read it, so that they are ready only when the task opens it, and
 * StarPU frees it after the last of them. They are inserted with the task, for StarPU may
 * refuse tasks that come from a worker (STARPU_LIMIT_MAX_SUBMITTED_TASKS). */

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include "config.h"
#include "gang.h"
#include "tasks.h"

struct sl_gang {
    starpu_data_handle_t gate;
    int helpers;           /* that may come */
    atomic_bool ended;     /* the task needs no more help */
    _Atomic uint64_t open; /* chunks that nobody has taken */
    atomic_int pending;    /* chunks that are not done */
    void (*work)(void *arg, int chunk);
    void *arg;
    uint32_t workers[SL_WORKER_WORDS]; /* bits: who may help */
};

struct join_args {
    struct sl_args head;
    struct sl_gang *gang; /* not what the gate holds on the helper's memory node: a copy */
    int start;            /* the chunk to look at first */
};

/* Waits shortly; for longer and longer it lets others have the core, who may be those that it
 * waits for: there can be more workers than cores. */
static void relax(int *times)
{
    if (++*times > 1000)
        sched_yield();
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Takes a chunk, from `start` on if there is one; false: there was none to take. */
static bool take(struct sl_gang *gang, int start)
{
    uint64_t open = atomic_load(&gang->open), later = open >> start << start;
    if (open == 0)
        return false;
    int chunk = __builtin_ctzll(later != 0 ? later : open);
    uint64_t bit = UINT64_C(1) << chunk;
    if (atomic_fetch_and(&gang->open, ~bit) & bit) {
        gang->work(gang->arg, chunk);
        atomic_fetch_sub(&gang->pending, 1);
    }
    return true;
}

static void cpu_join(void *data[], void *arg)
{
    const struct join_args *p = arg;
    int times = 0;
    (void)data;
    while (!atomic_load(&p->gang->ended))
        if (take(p->gang, p->start))
            times = 0;
        else
            relax(&times);
}

/* No model: a helper takes as long as the task that it helps goes on. */
static struct starpu_codelet join_cl = {
    .name = "join",
    .color = 0xd9a78b,
    .cpu_funcs = {cpu_join},
    .nbuffers = 1,
    .modes = {STARPU_R},
};

#ifdef STARPU_HAVE_HWLOC
#include <hwloc.h>

/* Two workers have a NUMA node in common; one that is not bound has all. */
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

/* Only workers near the one that runs the task may help. There is always one left, for helpers
 * may be inserted at the same time, and StarPU refuses those that nobody can run. */
static void choose_workers(struct sl_gang *gang)
{
    int workers[STARPU_NMAXWORKERS], self = starpu_worker_get_id();
    int count = starpu_worker_get_ids_by_type(STARPU_CPU_WORKER, workers, STARPU_NMAXWORKERS);
    for (int i = 0; i < count; i++)
        if (workers[i] != self && !near(self, workers[i]))
            gang->workers[workers[i] / 32] &= ~(UINT32_C(1) << workers[i] % 32);
}

static void held(void *arg)
{
    (void)arg;
}

struct sl_gang *sl_gang_create(starling_sequence *seq, int helpers)
{
    starpu_data_handle_t gate;
    helpers = SL_MIN(helpers, (int)starpu_cpu_worker_get_count() - 1);
    /* Where there are GPUs, StarPU has memory for the gate page-locked by one of them, later. */
    if (helpers <= 0 || sl_has_cuda() || SL_SIMULATED || sl_record_only(seq) || sl_failed(seq))
        return NULL;
    starpu_variable_data_register(&gate, -1, 0, sizeof(struct sl_gang));
    /* at once, for nobody else knows it; and not waiting, for callbacks may insert tasks */
    if (starpu_data_acquire_cb(gate, STARPU_W, held, NULL) != 0) {
        starpu_data_unregister_submit(gate);
        return NULL;
    }
    struct sl_gang *gang = starpu_data_get_local_ptr(gate);
    *gang = (struct sl_gang){.gate = gate, .helpers = helpers};
    memset(gang->workers, -1, sizeof gang->workers); /* until the task knows where it is */
    return gang;
}

void sl_gang_ask(starling_sequence *seq, struct sl_gang *gang, bool taken, int chunks)
{
    if (!gang)
        return;
    /* Below all other work: who has some does that, and a task that all wait for is helped. A
     * task that is urgent is not held up by this: it has a worker. */
    for (int i = 1; i <= gang->helpers && taken; i++) {
        struct join_args args = {.head = {.seq = seq}, .gang = gang,
                                 .start = i * chunks / (gang->helpers + 1)};
        sl_submit(&(struct sl_task){.seq = seq, .cl = &join_cl, .args = &args,
                                    .args_size = sizeof args, .priority = -1,
                                    .data = {{gang->gate, STARPU_R}},
                                    .workers = gang->workers});
    }
    if (!taken)
        starpu_data_release(gang->gate);
    starpu_data_unregister_submit(gang->gate);
}

void sl_gang_open(struct sl_gang *gang)
{
    if (!gang)
        return;
    choose_workers(gang);
    starpu_data_release_to(gang->gate, STARPU_R);
}

void sl_gang_run(struct sl_gang *gang, int first, int end, void (*work)(void *arg, int chunk),
                 void *arg)
{
    if (!gang || end - first <= 1) {
        for (int chunk = first; chunk < end; chunk++)
            work(arg, chunk);
        return;
    }
    int times = 0;
    gang->work = work;
    gang->arg = arg;
    atomic_store(&gang->pending, end - first);
    atomic_store(&gang->open, UINT64_MAX >> (SL_GANG_CHUNKS - (end - first)) << first);
    while (take(gang, 0))
        ;
    while (atomic_load(&gang->pending) > 0)
        relax(&times);
}

void sl_gang_close(struct sl_gang *gang)
{
    if (!gang)
        return;
    atomic_store(&gang->ended, true);
    starpu_data_release(gang->gate);
}
