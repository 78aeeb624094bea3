/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a GPU runs next. Few tasks are planned. Its workers share the plan, and the one with fewer
 * running tasks is next. A busy GPU waits for the data of the most urgent task, one worker at a
 * time. In-flight limits keep one of three workers free for urgent tasks, and an only worker begins
 * nothing behind a long task. A task whose end StarPU does not report blocks nothing. A task that
 * only one worker can run does not wait for another. */

#include "devices.h"

/* So many tasks wait for a GPU of two workers, those from `from` on for the second alone. */
static void set_tasks(unsigned count, unsigned from)
{
    set_devices(1);
    for (unsigned i = 0; i < count; i++) {
        struct entry e = entry_of(&task[i]);
        e.order = i;
        task[i].workerids = &second;
        task[i].workerids_len = i >= from;
        policy_queue_insert(&policy.device[1].ready, e, GPU);
    }
    policy_plan(&policy, &policy.device[1]);
}

/* The worker begins the task that is next for it: its number, -1: it found none. */
static int begins(int w)
{
    struct entry e;
    if (!policy_plan_take(&policy, w, &e))
        return -1;
    policy_dispatch_begin(&policy, w, &e);
    policy_plan(&policy, &policy.device[1]);
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
    policy_dispatch_start(&policy.worker[1], &task[2]);
    is_integer(begins(0), 0, "nor where there is nothing else");

    set_tasks(6, 6);
    for (int i = 0; i < 4; i++)
        use_one(&task[i], data, STARPU_R);
    use_one(&task[5], data, STARPU_R);
    policy.device[1].node = 1;
    is_integer(policy.device[1].plan.count, 4, "planned are those whose data are to come");
    is_integer(begins(0), 4, "who runs nothing rather begins what is not planned and has its data");
    policy.worker[0].running = 0;
    is_integer(begins(1), 0, "or else waits for the most urgent");
    is_integer(begins(0), -1, "but not beside another that waits for data");
    ok(policy.worker[0].waits, "it looks again");
    policy_dispatch_start(&policy.worker[1], &task[0]);
    is_integer(begins(0), 1, "when these have come it waits for the next");
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
    e.below = hour;
    policy_queue_insert(&policy.device[1].plan, e, GPU);
}

static void check_enough(void)
{
    set_long(6, 6);
    is_integer(begins(1), 0, "a GPU that has begun nothing begins a task");
    is_integer(begins(0) + begins(0), 1 + 2, "and two more, which keep it busy");
    policy.worker[1].running = 0;
    is_integer(begins(1), -1, "no more, when the first has ended");
    ok(policy.worker[1].waits && policy_dispatch_is_full(&policy, &policy.device[1], 1), "its worker waits");
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
    policy_dispatch_start(w, &task[2]);
    is_integer(w->running, 1, "the last starts: those before it have ended");
    policy_dispatch_start(w, &task[9]);
    is_integer(w->running, 1, "one that is not known tells nothing");
    for (int i = 0; i < 2 * MOST_BEGUN; i++)
        policy_dispatch_begin(&policy, 1, &policy.device[1].plan.heap[0]);
    policy_dispatch_start(w, policy.device[1].plan.heap[0].task);
    is_integer(w->running, 1, "nor do more than can be");

    set_long(6, 6);
    begins(0), begins(1), begins(0);
    ok(policy_dispatch_is_full(&policy, &policy.device[1], 0), "a busy GPU waits");
    ok(policy_worker_is_running(w), "whose workers run tasks");
    for (int i = 0; i < MOST_BEGUN; i++)
        policy.worker[0].begun[i].time = policy.worker[1].begun[i].time = -1e3 * hour;
    ok(!policy_dispatch_is_full(&policy, &policy.device[1], 0) && !policy_worker_is_running(w), "but not for ever");
}

/* Of three workers of a GPU the first and the third have begun a task. */
static void set_three(unsigned count, unsigned from)
{
    struct device *gpu = &policy.device[1];
    set_tasks(count, from);
    gpu->worker[gpu->workers++] = 2; /* StarPU has none of that number: it takes nothing here */
    policy.worker[2].device = gpu;
    for (int w = 0; w < 3; w += 2) {
        policy_dispatch_begin(&policy, w, &gpu->plan.heap[0]);
        policy.worker[w].begun[0].urgent = false;
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

/* One worker of one GPU among others; task 0 takes an hour. */
static void check_one_worker(void)
{
    struct worker *w = &policy.worker[1];
    set_devices(0);
    policy.owners.gpus = 2;
    for (unsigned i = 0; i < 4; i++) {
        struct entry e = entry_of(&task[i]);
        e.order = i;
        e.length[GPU] = i == 0 ? hour : 100;
        policy_queue_insert(&policy.device[1].plan, e, GPU);
    }
    is_integer(begins(1), 0, "one worker begins a long task");
    is_integer(begins(1), -1, "and while it runs");
    ok(w->waits, "chooses no other");
    policy_dispatch_start(w, &task[0]);
    is_integer(begins(1), -1, "nor when it has started");
    w->started = w->begun[0].time = starpu_timing_now() - hour;
    is_integer(begins(1), 1, "before it should soon end");
    is_integer(begins(1), 2, "behind short ones it begins others");
    policy.owners.gpus = 1;
    w->running = 1;
    w->begun[(w->begins - 1) % MOST_BEGUN].length = hour;
    is_integer(begins(1), 3, "and where no other GPU waits for anything");
}

int main(void)
{
    if (!start_two()) {
        printf("1..0 # SKIP StarPU does not start two workers\n");
        return 0;
    }
    check_plan();
    check_turns();
    check_waiting();
    check_enough();
    check_forgotten();
    check_kept_free();
    check_one_worker();
    forget();
    starpu_shutdown();
    return done_testing();
}
