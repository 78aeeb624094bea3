/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Decisions of the scheduling policy that only a GPU machine would provoke. A task gets a device even
 * if its model is measured while it is asked. It gets the GPU that the program wants. Models are
 * measured unless a core is beyond the slowdown limit. A worker whose tasks end sooner than expected
 * does not count as busy. A thief passes over what it cannot run. What a task will read from main
 * memory is prefetched. If the data do not fit into the GPU, the task with least to fetch is next, and
 * the plan is short. check_plan.c tests what a GPU runs next. */

#include <limits.h>
#include "devices.h"

/* ---- Models ---------------------------------------------------------------------------- */

/* However often the model is asked before it knows. */
static void check_calibration(void)
{
    struct starpu_task task;
    struct entry e = entry_of(&task);
    int lost = 0;
    set_devices(0);
    for (unsigned times = 0; times < 6; times++) {
        unknown = times;
        lost += policy_choose_device(&policy, &e) == NULL;
    }
    unknown = 0;
    is_integer(lost, 0, "a task whose model is measured while it is asked gets a device");
    starpu_task_clean(&task);
}

/* Where a task of so many operations goes: worker 0 or 1. */
static int place_of(struct starpu_task *task, double flops)
{
    struct entry e = entry_of(task);
    task->flops = flops;
    struct device *d = policy_choose_device(&policy, &e);
    if (d)
        policy_queue_insert(&d->ready, e, d->kind);
    return d ? d->worker[0] : -1;
}

/* The worker runs what waits for its device, and takes that long. */
static void measure(int w, double time)
{
    struct device *d = policy.worker[w].device;
    struct entry e = policy_queue_take(&d->ready, 0, d->kind);
    policy_trial_begin(&policy.worker[w], e.task, e.length[d->kind]);
    struct trial *trial = policy_trial_of(&policy.worker[w], e.task);
    if (!trial)
        return;
    trial->begin -= time;
    policy_trial_end(&policy, &policy.worker[w], trial);
}

/* A core far slower than a GPU is not measured at each size. */
static void check_rates(void)
{
    struct starpu_task task[8];
    set_devices(0);
    takes[0] = takes[1] = NAN;
    ok(place_of(&task[0], 1e9) == 1 && place_of(&task[1], 1e9) == 1,
       "the first of an operation are the GPU's");
    measure(1, 1e3);
    measure(1, 1e3);
    ok(place_of(&task[1], 1e9) == 1 && place_of(&task[2], 1e9) == 0 &&
           place_of(&task[3], 1e9) == 1, "a core has one when the GPU is busy; none waits for it");
    measure(0, 1e6);
    measure(1, 1e3);
    measure(1, 1e3);
    ok(place_of(&task[3], 8e9) == 1 && place_of(&task[4], 8e9) == 1,
       "another size: only the faster one is measured");
    is_integer(policy_steal(&policy, 0, &(struct entry){0}), false, "and is not robbed of it");
    takes[1] = 8e3;
    is_integer(place_of(&task[6], 8e9), 1, "then too, when its model knows");
    takes[1] = 2e6;
    is_integer(place_of(&task[6], 8e9), 0, "a core below the slowdown limit is measured");
    takes[1] = 8e3;
    policy.calibrate = true;
    is_integer(place_of(&task[7], 8e9), 0, "STARPU_CALIBRATE: any core is");
    free(policy.device[0].ready.heap);
    takes[0] = takes[1] = 100;
}

/* ---- The GPU that the program wants ------------------------------------------------------ */

static void set_two_gpus(void)
{
    set_devices(0);
    policy.devices = 3;
    for (unsigned g = 1; g <= 2; g++)
        policy.device[g] = (struct device){.kind = GPU, .workers = 1, .worker = {(int)g - 1}};
    policy.device[0].workers = 0;
    policy.owners.gpus = 2;
    policy.owners.gpu[0] = 1;
    policy.owners.gpu[1] = 2;
}

/* The GPU of a task that writes a tile; place -1: the program wants none. */
static long gpu_for(starpu_data_handle_t tile, int place)
{
    starpu_data_set_coordinates(tile, 3, 0, 0, place);
    use_one(&task[0], tile, STARPU_RW);
    return policy_choose_device(&policy, &(struct entry){.task = &task[0]}) - policy.device;
}

static void check_wanted(void)
{
    static uint32_t first = 1; /* a mask of workers */
    const double length[KINDS] = {100, 100};
    struct entry e = entry_of(&task[1]);
    starpu_data_handle_t tile;
    int value = 0;
    starpu_variable_data_register(&tile, STARPU_MAIN_RAM, (uintptr_t)&value, sizeof value);
    set_two_gpus();
    ok(gpu_for(tile, -1) == 1 && gpu_for(tile, 0) == 1 && gpu_for(tile, 1) == 2,
       "a task goes to the GPU that the program wants");
    takes[0] = takes[1] = NAN;
    policy_queue_insert(&policy.device[2].ready, e, GPU);
    is_integer(gpu_for(tile, -1), 1, "a GPU with nothing to do measures a model");
    is_integer(gpu_for(tile, 1), 2, "but not where the program wants another one");
    task[0].workerids = &first;
    task[0].workerids_len = 1;
    struct device *able = policy_choose_device(&policy, &(struct entry){.task = &task[0]});
    takes[0] = takes[1] = 100;
    ok(able == &policy.device[1] &&
           policy_choose_device(&policy, &(struct entry){.task = &task[0]}) == able,
       "unless that one cannot run the task");

    policy.owners.chain_apart = true;
    for (int i = 0; i < 2; i++) {
        use_one(&task[2 + i], tile, STARPU_RW);
        policy_levels_add(&policy.levels, &task[2 + i], length, (struct mark){0});
    }
    policy_levels_update(&policy.levels);
    policy_levels_find_critical(&policy.levels);
    e = (struct entry){.task = &task[2]};
    ok(policy_levels_is_critical(&policy.levels, &task[2]) &&
           policy_choose_device(&policy, &e) == &policy.device[2],
       "the longest chain stays with the program's GPUs");
    policy_levels_free(&policy.levels);
    free(policy.device[2].ready.heap);
    starpu_data_unregister(tile);
}

/* ---- What a worker has left to do ------------------------------------------------------- */

/* Tasks that end at once, though they should take an hour each. */
static double left_after(unsigned tasks, int w)
{
    struct starpu_task task;
    struct entry e = entry_of(&task);
    e.length[GPU] = hour;
    for (unsigned i = 0; i < tasks; i++) {
        policy_expect(&policy.worker[w], hour);
        policy_dispatch_begin(&policy, w, &e);
    }
    return policy_backlog(&policy, policy.worker[w].device) / hour;
}

static void check_backlog(void)
{
    set_devices(0);
    double core = left_after(1000, 0), gpu = left_after(2, 1);
    ok(core > 0.5 && core <= 1, "a core has one task left, whatever it did before (%g)", core);
    ok(gpu > 1.5 && gpu <= 2, "a GPU both of two (%g)", gpu);
    gpu = left_after(1000, 1);
    ok(gpu > MOST_BEGUN - 0.5 && gpu <= MOST_BEGUN, "and at most %d (%g)", MOST_BEGUN, gpu);
}

/* ---- Thieves ----------------------------------------------------------------------------- */

/* The core could run all tasks of a GPU but one, the one it is best at. */
static void check_theft(void)
{
    struct entry e;
    unsigned mine = 5, stolen = 0;
    set_devices(0);
    for (unsigned i = 0; i < 10; i++) {
        e = entry_of(&task[i]);
        e.order = i;
        e.length[CORE] = i == mine ? 50 : 80;
        e.length[GPU] = 100;
        task[i].workerids = &second;
        task[i].workerids_len = i == mine;
        policy_queue_insert(&policy.device[1].ready, e, GPU);
    }
    while (policy_steal(&policy, 0, &e) && e.order != mine)
        stolen++;
    is_integer(stolen, 9, "a thief takes all but the task that it cannot run");

    set_devices(0);
    e.length[CORE] = e.length[GPU] = hour;
    for (unsigned i = 0; i < 3; i++)
        policy_dispatch_begin(&policy, 1, &e);
    e = entry_of(&task[0]);
    policy_queue_insert(&policy.device[0].ready, e, CORE);
    ok(!policy_steal(&policy, 1, &e), "a GPU that has begun enough is no thief");
    policy.worker[1].running = 0;
    ok(policy_steal(&policy, 1, &e), "one that has ended it is");
    free(policy.device[0].ready.heap);
}

/* ---- Data that come before their task is ready --------------------------------------------- */

static unsigned fetched(starpu_data_handle_t data, enum starpu_data_access_mode mode, bool add)
{
    const double length[KINDS] = {100, 100};
    struct prefetch prefetch;
    use_one(&task[0], data, mode);
    policy_prefetch_collect(&policy, &task[0], &prefetch);
    if (add)
        policy_levels_add(&policy.levels, &task[0], length, (struct mark){0});
    policy_prefetch_select(&policy, &task[0], &prefetch);
    ok(prefetch.count == 0 || prefetch.node == policy.device[1].node, "to the GPU");
    return prefetch.count;
}

static void check_prefetch(void)
{
    starpu_data_handle_t data;
    int value[4];
    starpu_vector_data_register(&data, STARPU_MAIN_RAM, (uintptr_t)value, 4, sizeof value[0]);
    set_devices(0);
    policy.device[1].node = 1;
    is_integer(fetched(data, STARPU_R, false), 1, "what is read is fetched before");
    is_integer((int64_t)policy.device[1].prefetched, sizeof value, "and counted");
    is_integer(fetched(data, STARPU_W, false), 0, "what is only written is not");
    is_integer(fetched(data, STARPU_RW, true), 1, "what is read and written is");
    is_integer(fetched(data, STARPU_R, false), 0, "what a task is yet to write is not");
    policy_levels_free(&policy.levels);
    starpu_data_unregister(data);
}

/* Three tasks that write a tile are the longest chain, which a GPU runs alone but for its end. */
static void check_chain_prefetch(void)
{
    const double length[KINDS] = {100, 100};
    starpu_data_handle_t data;
    struct prefetch prefetch;
    int value = 0;
    starpu_variable_data_register(&data, STARPU_MAIN_RAM, (uintptr_t)&value, sizeof value);
    starpu_data_set_coordinates(data, 2, 0, 1);
    set_devices(0);
    policy.device[1].node = 1;
    policy.owners.gpu[0] = 1;
    policy.owners.chain_apart = true;
    for (int i = 0; i < 3; i++) {
        use_one(&task[i], data, STARPU_RW);
        policy_levels_add(&policy.levels, &task[i], length, (struct mark){0});
    }
    policy_levels_update(&policy.levels);
    policy_levels_find_critical(&policy.levels);
    policy_prefetch_chain(&policy, &task[0], &prefetch);
    ok(prefetch.count == 1 && prefetch.data[0] == data && prefetch.node == 1,
       "what it needs comes when it is there");
    policy_prefetch_chain(&policy, &task[1], &prefetch);
    is_integer(prefetch.count, 0, "not what the end needs");
    policy_prefetch_chain(&policy, &task[2], &prefetch);
    is_integer(prefetch.count, 0, "nothing that nobody writes any more");
    starpu_data_set_coordinates(data, 3, 0, 1, 0);
    policy_prefetch_chain(&policy, &task[0], &prefetch);
    is_integer(prefetch.count, 0, "nothing whose GPU the program chooses");
    starpu_data_set_coordinates(data, 2, 0, 1);
    policy.owners.chain_apart = false;
    policy_prefetch_chain(&policy, &task[0], &prefetch);
    is_integer(prefetch.count, 0, "nor where chains have no GPU");
    policy_levels_free(&policy.levels);
    starpu_data_unregister(data);
}

/* The priority with which a tile's datum would come. */
static int comes(int i, int j, unsigned gpus, int priority)
{
    starpu_data_handle_t data;
    int value = 0;
    struct prefetch prefetch = {.count = 0};
    starpu_variable_data_register(&data, STARPU_MAIN_RAM, (uintptr_t)&value, sizeof value);
    starpu_data_set_coordinates(data, 2, i, j);
    set_devices(0);
    policy.device[1].node = 1;
    policy.owners.gpus = gpus;
    use_one(&task[0], data, STARPU_R);
    task[0].priority = priority;
    policy_prefetch_collect(&policy, &task[0], &prefetch);
    policy_prefetch_select(&policy, &task[0], &prefetch);
    starpu_data_unregister(data);
    return prefetch.count == 1 ? prefetch.priority[0] : INT_MAX;
}

static void check_prefetch_order(void)
{
    static const int order[][2] = {{0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {3, 0},
                                   {0, 9}, {9, 9}, {16383, 0}, {16383, 16383}};
    bool falls = true;
    for (size_t i = 1; i < sizeof order / sizeof order[0]; i++)
        falls &= comes(order[i][0], order[i][1], 1, 0) < comes(order[i - 1][0], order[i - 1][1], 1, 0);
    ok(falls, "the leading submatrix comes first to the only GPU");
    ok(comes(0, 0, 1, 0) < 0 && comes(0, 0, 1, 7) == comes(0, 0, 1, 0), "behind what is ready");
    ok(comes(9, 0, 2, 2) > comes(0, 0, 2, 1), "to one of two what the program calls urgent");
    ok(comes(16384, 0, 1, 2) > comes(16384, 0, 1, 1), "and of too many tiles");
    ok(comes(0, 0, 2, INT_MIN) < comes(0, 0, 2, 0), "whatever its priorities");
}

/* ---- More data than a GPU can hold --------------------------------------------------------- */

enum { LARGE = 6, SIZE = 200000 }; /* numbers of data; bytes each, of 2^20 */
static char value[LARGE][SIZE];

static double counted(starpu_data_handle_t data, enum starpu_data_access_mode mode)
{
    use_one(&task[0], data, mode);
    policy_memory_submit(&policy, &task[0]);
    return policy.graph_bytes / SIZE;
}

/* Task i, the more urgent the smaller, reads data i to i + `more`. */
static struct entry reads(starpu_data_handle_t *data, unsigned i, unsigned more)
{
    use_one(&task[i], data[i], STARPU_R);
    for (unsigned b = 1; b <= more; b++) {
        STARPU_TASK_SET_HANDLE(&task[i], data[i + b], b);
        STARPU_TASK_SET_MODE(&task[i], STARPU_R, b);
    }
    task[i].nbuffers = 1 + (int)more;
    return (struct entry){.task = &task[i], .order = i};
}

static void check_memory(void)
{
    starpu_data_handle_t data[LARGE];
    set_devices(0);
    struct device *gpu = &policy.device[1];
    policy.owners.gpus = policy.graph = 1;
    for (int i = 0; i < LARGE; i++)
        starpu_vector_data_register(&data[i], STARPU_MAIN_RAM, (uintptr_t)value[i], SIZE, 1);
    ok(counted(data[0], STARPU_R) == 1 && counted(data[0], STARPU_RW) == 1, "data count once");
    ok(counted(data[1], STARPU_W) == 1 && counted(data[1], STARPU_R) == 1,
       "those that are written first do not");
    for (int i = 2; i < 4; i++)
        counted(data[i], STARPU_RW);
    ok(!policy_memory_is_short(&policy, gpu), "3 of 5 that there is room for: enough");
    is_integer((long long)counted(data[4], STARPU_R), 4, "one more");
    ok(policy_memory_is_short(&policy, gpu), "too many, for copies come too");
    policy.owners.gpus = 2;
    ok(!policy_memory_is_short(&policy, gpu), "not for two GPUs");
    policy.graph++;
    policy.graph_bytes = 0;
    is_integer((long long)counted(data[0], STARPU_R), 1, "another graph: they count again");

    struct entry e = reads(data, 0, 1), f = reads(data, 2, 0), g = reads(data, 3, 0);
    ok(policy_memory_has_room(gpu, &gpu->plan, e.task), "an empty plan has room for two");
    policy_queue_insert(&gpu->plan, e, GPU);
    ok(!policy_memory_has_room(gpu, &gpu->plan, f.task), "not for three");
    gpu->node = 1;
    policy_queue_insert(&gpu->ready, e, GPU);
    policy_queue_insert(&gpu->ready, g, GPU);
    policy_queue_insert(&gpu->ready, f, GPU);
    ok(gpu->ready.heap[0].task == e.task &&
           gpu->ready.heap[policy_memory_least_missing(gpu, true)].task == f.task,
       "next is what has least to fetch, of equal ones the more urgent");
    ok(!policy_memory_is_short(&policy, gpu), "a GPU of unknown size is never too small");
    for (int i = 0; i < LARGE; i++)
        starpu_data_unregister(data[i]);
}

int main(void)
{
    setenv("STARPU_LIMIT_CPU_MEM", "1", 1); /* MiB: the memory of the GPU, as it were */
    if (!start_two()) {
        printf("1..0 # SKIP StarPU does not start two workers\n");
        return 0;
    }
    check_calibration();
    check_rates();
    check_wanted();
    check_backlog();
    check_theft();
    check_prefetch();
    check_prefetch_order();
    check_chain_prefetch();
    check_memory();
    forget();
    starpu_shutdown();
    return done_testing();
}
