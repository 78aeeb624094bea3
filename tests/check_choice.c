/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Decisions of the scheduling policy on devices made up of two cores, which nothing but a GPU
 * machine would have it take: a task has a device also when its model ends learning while it is
 * asked; models learn where that is not hopeless; a worker whose tasks end sooner than expected
 * is not taken for a busy one; few tasks are planned; a GPU's workers share its plan, and who runs
 * fewer is next; a busy GPU waits for the most urgent task's data, begins no more than keeps it
 * busy and leaves one of three workers to what is urgent; a thief passes over what it cannot run;
 * what a task will find in main memory is fetched before it is ready; where the data do not fit
 * into the GPU, what has least to fetch is next, and little is planned. */

#include <math.h>
#include "schedulers/policy.h"
#include "tap.h"

static const double hour = 3600e6; /* in microseconds */
static struct policy policy; /* worker 0 is the cores, or a GPU's too; worker 1 a GPU */

static void forget(void)
{
    free(policy.device[1].ready.heap);
    free(policy.device[1].plan.heap);
}

/* Puts the workers on devices: 0 the cores, 1 the GPU. */
static void set_devices(unsigned of_first)
{
    static const struct policy empty;
    forget();
    policy = empty;
    policy.devices = 2;
    policy.device[1].kind = GPU;
    for (int w = 0; w < 2; w++) {
        struct device *d = &policy.device[w == 0 ? of_first : 1];
        policy.worker[w].device = d;
        d->worker[d->workers++] = w;
    }
}

/* ---- Models ---------------------------------------------------------------------------- */

static unsigned unknown; /* so many times more a model says that it has yet to learn */
static double takes[2] = {100, 100}; /* on which worker */

static double cost(struct starpu_task *task, unsigned worker, unsigned implementation)
{
    (void)task;
    (void)implementation;
    if (unknown == 0)
        return takes[worker];
    unknown--;
    return NAN;
}

static void never(void *buffers[], void *arg)
{
    (void)buffers;
    (void)arg;
}

static struct starpu_perfmodel model = {
    .type = STARPU_PER_WORKER, .worker_cost_function = cost, .symbol = "check_choice"};
static struct starpu_codelet cl = {
    .cpu_funcs = {never}, .nbuffers = 0, .model = &model, .name = "choice"};

static struct entry entry_of(struct starpu_task *task)
{
    starpu_task_init(task);
    task->cl = &cl;
    return (struct entry){.task = task};
}

/* However often the model is asked before it knows. */
static void check_learning(void)
{
    struct starpu_task task;
    struct entry e = entry_of(&task);
    int lost = 0;
    set_devices(0);
    for (unsigned times = 0; times < 6; times++) {
        unknown = times;
        lost += sl_choose_device(&policy, &e) == NULL;
    }
    unknown = 0;
    is_integer(lost, 0, "tasks whose model learns while it is asked are given to a device");
    starpu_task_clean(&task);
}

/* Where a task of so many operations goes: worker 0 or 1. */
static int place_of(struct starpu_task *task, double flops)
{
    struct entry e = entry_of(task);
    task->flops = flops;
    struct device *d = sl_choose_device(&policy, &e);
    if (d)
        insert(&d->ready, e, d->kind);
    return d ? d->worker[0] : -1;
}

/* The worker runs what waits for its device, and takes that long. */
static void measure(int w, double time)
{
    struct device *d = policy.worker[w].device;
    struct entry e = take(&d->ready, 0, d->kind);
    sl_trial_begins(&policy.worker[w], e.task, e.length[d->kind]);
    struct trial *trial = sl_trial_of(&policy.worker[w], e.task);
    if (!trial)
        return;
    trial->begin -= time;
    sl_trial_ends(&policy, &policy.worker[w], trial);
}

/* A core that takes much longer than a GPU does not learn at each size. */
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
       "another size: the one that is a thousand times faster learns");
    is_integer(sl_steal(&policy, 0, &(struct entry){0}), false, "and is not robbed of it");
    takes[1] = 8e3;
    is_integer(place_of(&task[6], 8e9), 1, "and knows: the other does not learn still");
    takes[1] = 2e6;
    is_integer(place_of(&task[6], 8e9), 0, "it does where it is not hopeless");
    takes[1] = 8e3;
    policy.calibrate = true;
    is_integer(place_of(&task[7], 8e9), 0, "STARPU_CALIBRATE: it does");
    free(policy.device[0].ready.heap);
    takes[0] = takes[1] = 100;
}

/* ---- What a worker has left to do ------------------------------------------------------- */

/* Tasks that end at once, though they should take an hour each. */
static double left_after(unsigned tasks, int w)
{
    struct starpu_task task;
    struct entry e = entry_of(&task);
    e.length[GPU] = hour;
    for (unsigned i = 0; i < tasks; i++) {
        sl_expect(&policy.worker[w], hour);
        sl_begins(&policy, w, &e);
    }
    return sl_backlog(&policy, policy.worker[w].device) / hour;
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

/* ---- Tasks that use data ----------------------------------------------------------------- */

static struct starpu_codelet uses_one = {
    .cpu_funcs = {never}, .nbuffers = STARPU_VARIABLE_NBUFFERS, .model = &model,
    .name = "uses_one"};

static void use_one(struct starpu_task *t, starpu_data_handle_t data,
                    enum starpu_data_access_mode mode)
{
    starpu_task_init(t);
    t->cl = &uses_one;
    t->nbuffers = 1;
    STARPU_TASK_SET_HANDLE(t, data, 0);
    STARPU_TASK_SET_MODE(t, mode, 0);
}

/* ---- The plan of a GPU ------------------------------------------------------------------- */

enum { TASKS = 100 };
static struct starpu_task task[TASKS];
static uint32_t second = 2; /* a mask of workers */

/* So many tasks wait for a GPU of two workers, those from `from` on for the second alone. */
static void set_tasks(unsigned count, unsigned from)
{
    set_devices(1);
    for (unsigned i = 0; i < count; i++) {
        struct entry e = entry_of(&task[i]);
        e.order = i;
        task[i].workerids = &second;
        task[i].workerids_len = i >= from;
        insert(&policy.device[1].ready, e, GPU);
    }
    sl_plan(&policy, &policy.device[1]);
}

/* The worker begins the task that is next for it: its number, -1: it found none. */
static int begins(int w)
{
    struct entry e;
    if (!sl_take_planned(&policy, w, &e))
        return -1;
    sl_begins(&policy, w, &e);
    sl_plan(&policy, &policy.device[1]);
    return (int)e.order;
}

static void check_plan(void)
{
    set_tasks(TASKS, 0);
    is_integer(policy.device[1].plan.count, 4, "two tasks a worker are planned, if none fetches");
    is_integer(begins(0), -1, "none for a worker that cannot run them");
    int taken = 0;
    while (begins(1) == taken)
        taken++;
    is_integer(taken, TASKS, "all come to the one who can, in order");
}

/* Workers of a GPU begin tasks in turn, as long as both can. */
static void check_turns(void)
{
    set_tasks(6, 4);
    is_integer(begins(1), 0, "who asks first begins one");
    is_integer(begins(1), -1, "and leaves the next to who runs none");
    is_integer(begins(0), 1, "who begins it");
    is_integer(begins(0), 2, "of equal ones who asks");
    policy.worker[0].running = 0;
    is_integer(begins(1), -1, "who has ended two is before who runs one");
    is_integer(begins(0), 3, "and begins another");
    is_integer(begins(0), -1, "but none that it cannot run");
    is_integer(begins(1) + begins(1), 4 + 5, "those are the other's");
}

/* The data of the most urgent task are yet to come. */
static void check_waiting(void)
{
    starpu_data_handle_t data;
    int value = 0;
    starpu_variable_data_register(&data, STARPU_MAIN_RAM, (uintptr_t)&value, sizeof value);
    set_tasks(4, 4);
    use_one(&task[0], data, STARPU_R);
    policy.device[1].node = 1;
    is_integer(begins(0), 1, "what has its data is before what is more urgent");
    is_integer(begins(1), 2, "another, so that the GPU is busy");
    is_integer(begins(0), -1, "a busy GPU waits for what is more urgent");
    policy.worker[0].running = 0;
    is_integer(begins(0), 3, "one that is not does not");
    policy.worker[0].running = 0;
    is_integer(begins(0), 0, "nor where there is nothing else");
    starpu_data_unregister(data);
}

/* Tasks are long: what a GPU has begun is enough. */
static void set_long(unsigned count, unsigned from)
{
    set_tasks(count, from);
    for (unsigned i = 0; i < policy.device[1].plan.count; i++)
        policy.device[1].plan.heap[i].length[GPU] = hour;
}

/* Another is planned, the most urgent. */
static void plan_urgent(int number)
{
    struct entry e = entry_of(&task[number]);
    e.order = (unsigned)number;
    e.length[GPU] = hour;
    e.tail = hour;
    insert(&policy.device[1].plan, e, GPU);
}

static void check_enough(void)
{
    set_long(6, 6);
    is_integer(begins(1), 0, "a GPU that has begun nothing begins a task");
    is_integer(begins(0) + begins(0), 1 + 2, "and two more, which keep it busy");
    policy.worker[1].running = 0;
    is_integer(begins(1), -1, "no more, when the first has ended");
    ok(policy.worker[1].waits && sl_should_wait(&policy, &policy.device[1], 1), "its worker waits");
    plan_urgent(6);
    is_integer(begins(0), -1, "an urgent one is not begun behind others");
    is_integer(begins(1), 6, "but by who runs none");
    is_integer(begins(1), -1, "it does not make room for others");
    policy.worker[0].running = 1;
    is_integer(begins(0), 3, "nor is it counted among what keeps the GPU busy");
    set_long(4, 3);
    begins(1), begins(0), begins(0);
    policy.worker[1].running = 0;
    is_integer(begins(1), 3, "a busy GPU begins what only one worker can run");
}

/* An end of which StarPU does not tell, and one that is long overdue. */
static void check_forgotten(void)
{
    struct worker *w = &policy.worker[1];
    set_long(6, 0);
    is_integer(begins(1) + begins(1) + begins(1), 0 + 1 + 2, "three tasks begin");
    sl_starts(w, &task[2]);
    is_integer(w->running, 1, "the last starts: those before it have ended");
    sl_starts(w, &task[9]);
    is_integer(w->running, 1, "one that is not known tells nothing");
    for (int i = 0; i < 2 * MOST_BEGUN; i++)
        sl_begins(&policy, 1, &policy.device[1].plan.heap[0]);
    sl_starts(w, policy.device[1].plan.heap[0].task);
    is_integer(w->running, 1, "nor do more than can be");

    set_long(6, 6);
    begins(0), begins(1), begins(0);
    ok(sl_should_wait(&policy, &policy.device[1], 0), "a busy GPU waits");
    for (int i = 0; i < MOST_BEGUN; i++)
        policy.worker[0].last[i].time = policy.worker[1].last[i].time = -1e3 * hour;
    ok(!sl_should_wait(&policy, &policy.device[1], 0), "but not for ever");
}

/* Of three workers of a GPU the first and the third have begun a task. */
static void set_three(unsigned count, unsigned from)
{
    struct device *gpu = &policy.device[1];
    set_tasks(count, from);
    gpu->worker[gpu->workers++] = 2; /* StarPU has none of that number: it takes nothing here */
    policy.worker[2].device = gpu;
    for (int w = 0; w < 3; w += 2) {
        sl_begins(&policy, w, &gpu->plan.heap[0]);
        policy.worker[w].last[0].urgent = false;
    }
}

static void check_kept_free(void)
{
    set_three(4, 4);
    is_integer(begins(1), -1, "one of three workers is left to what is more urgent");
    is_integer(begins(0), 0, "while who has begun a task begins another");
    plan_urgent(6);
    is_integer(begins(0), -1, "but not what is");
    is_integer(begins(1), 6, "that is the third's");
    set_three(1, 0);
    is_integer(begins(1), 0, "and what it alone can run");
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
        insert(&policy.device[1].ready, e, GPU);
    }
    while (sl_steal(&policy, 0, &e) && e.order != mine)
        stolen++;
    is_integer(stolen, 9, "a thief takes all but the task that it cannot run");
}

/* ---- Data that come before their task is ready --------------------------------------------- */

static unsigned fetched(starpu_data_handle_t data, enum starpu_data_access_mode mode, bool add)
{
    const double length[KINDS] = {100, 100};
    struct ahead ahead;
    use_one(&task[0], data, mode);
    sl_ahead_look(&policy, &task[0], &ahead);
    if (add)
        sl_levels_add(&policy.levels, &task[0], length, (struct mark){0});
    sl_ahead_choose(&policy, &task[0], &ahead);
    ok(ahead.count == 0 || ahead.node == policy.device[1].node, "to the GPU");
    return ahead.count;
}

static void check_ahead(void)
{
    starpu_data_handle_t data;
    int value[4];
    starpu_vector_data_register(&data, STARPU_MAIN_RAM, (uintptr_t)value, 4, sizeof value[0]);
    set_devices(0);
    policy.device[1].node = 1;
    is_integer(fetched(data, STARPU_R, false), 1, "what is read is fetched before");
    is_integer((int64_t)policy.device[1].ahead, sizeof value, "and counted");
    is_integer(fetched(data, STARPU_W, false), 0, "what is only written is not");
    is_integer(fetched(data, STARPU_RW, true), 1, "what is read and written is");
    is_integer(fetched(data, STARPU_R, false), 0, "what a task is yet to write is not");
    sl_levels_free(&policy.levels);
    starpu_data_unregister(data);
}

/* ---- More data than a GPU can hold --------------------------------------------------------- */

enum { LARGE = 6, SIZE = 200000 }; /* numbers of data; bytes each, of 2^20 */
static char value[LARGE][SIZE];

static double counted(starpu_data_handle_t data, enum starpu_data_access_mode mode)
{
    use_one(&task[0], data, mode);
    sl_memory_submit(&policy, &task[0]);
    return policy.bytes / SIZE;
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
    policy.map.used = policy.graph = 1;
    for (int i = 0; i < LARGE; i++)
        starpu_vector_data_register(&data[i], STARPU_MAIN_RAM, (uintptr_t)value[i], SIZE, 1);
    ok(counted(data[0], STARPU_R) == 1 && counted(data[0], STARPU_RW) == 1, "data count once");
    ok(counted(data[1], STARPU_W) == 1 && counted(data[1], STARPU_R) == 1,
       "those that are written first do not");
    for (int i = 2; i < 4; i++)
        counted(data[i], STARPU_RW);
    ok(!sl_memory_is_short(&policy, gpu), "3 of 5 that there is room for: enough");
    is_integer((long long)counted(data[4], STARPU_R), 4, "one more");
    ok(sl_memory_is_short(&policy, gpu), "too many, for copies come too");
    policy.map.used = 2;
    ok(!sl_memory_is_short(&policy, gpu), "not for two GPUs");
    policy.graph++;
    policy.bytes = 0;
    is_integer((long long)counted(data[0], STARPU_R), 1, "another graph: they count again");

    struct entry e = reads(data, 0, 1), f = reads(data, 2, 0), g = reads(data, 3, 0);
    ok(sl_memory_has_room(gpu, &gpu->plan, e.task), "an empty plan has room for two");
    insert(&gpu->plan, e, GPU);
    ok(!sl_memory_has_room(gpu, &gpu->plan, f.task), "not for three");
    gpu->node = 1;
    insert(&gpu->ready, e, GPU);
    insert(&gpu->ready, g, GPU);
    insert(&gpu->ready, f, GPU);
    ok(gpu->ready.heap[0].task == e.task &&
           gpu->ready.heap[sl_memory_next(gpu)].task == f.task,
       "next is what has least to fetch, of equal ones the more urgent");
    ok(!sl_memory_is_short(&policy, gpu), "a GPU of unknown size is never too small");
    for (int i = 0; i < LARGE; i++)
        starpu_data_unregister(data[i]);
}

int main(void)
{
    setenv("STARPU_NCUDA", "0", 1);
    setenv("STARPU_LIMIT_CPU_MEM", "1", 1); /* MiB: the memory of the GPU, as it were */
    if (starpu_init(NULL) != 0 || starpu_worker_get_count() < 2) {
        printf("1..0 # SKIP StarPU does not start two workers\n");
        return 0;
    }
    check_learning();
    check_rates();
    check_backlog();
    check_plan();
    check_turns();
    check_waiting();
    check_enough();
    check_forgotten();
    check_kept_free();
    check_theft();
    check_ahead();
    check_memory();
    forget();
    starpu_shutdown();
    return done_testing();
}
