/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The scheduling policy `starling` in a program that knows StarPU alone: it is found in the
 * shared library by STARPU_SCHED_LIB, runs every task once, the most urgent first and those
 * bound to workers there, without models and with some that have yet to learn, also those that
 * at times nobody can run; contexts may have it, and give workers away while it has tasks. */

#include <errno.h>
#include <stdatomic.h>
#include <unistd.h>
#include <starpu.h>
#include <starpu_scheduler.h>
#include "tap.h"

enum { TASKS = 2000 };
static atomic_int runs, astray;

static void count(void *buffers[], void *worker)
{
    (void)buffers;
    runs++;
    astray += worker && (intptr_t)worker - 1 != starpu_worker_get_id();
}

static struct starpu_perfmodel model = {.type = STARPU_HISTORY_BASED,
                                       .symbol = "check_scheduler"};
static struct starpu_codelet plain_cl = {.cpu_funcs = {count}, .nbuffers = 0, .name = "plain"};
static struct starpu_codelet learning_cl = {
    .cpu_funcs = {count}, .nbuffers = 0, .model = &model, .name = "learning"};

static void submit(struct starpu_codelet *cl, int priority, int worker, bool specific,
                   uint32_t *mask, unsigned context)
{
    struct starpu_task *task = starpu_task_create();
    task->cl = cl;
    task->priority = priority;
    task->sched_ctx = context;
    task->cl_arg = (void *)(intptr_t)(worker + 1);
    task->execute_on_a_specific_worker = specific;
    task->workerid = specific ? (unsigned)worker : 0;
    task->workerids = mask;
    task->workerids_len = mask ? 1 : 0;
    if (starpu_task_submit(task) != 0)
        printf("Bail out! a task was refused\n");
}

static void ran(int expected, const char *what)
{
    starpu_task_wait_for_all();
    is_integer(runs, expected, what);
    is_integer(astray, 0, "each on its worker");
    runs = astray = 0;
}

/* Tasks for one worker among those for all: by mask, and by StarPU's own binding. */
static void check_bound(unsigned context)
{
    static uint32_t masks[32];
    int workers = (int)starpu_worker_get_count();
    for (int i = 0; i < TASKS; i++) {
        int w = i % 2 * (workers - 1);
        masks[w] = UINT32_C(1) << w;
        submit(&plain_cl, i % 7, w, i % 3 == 0, i % 3 == 0 ? NULL : &masks[w], context);
        submit(i % 2 ? &plain_cl : &learning_cl, i % 5, -1, false, NULL, context);
    }
    ran(2 * TASKS, "tasks bound to workers, and others");
}

static int last_priority, disorder; /* of one worker */

static void compare(void *buffers[], void *priority)
{
    (void)buffers;
    disorder += (int)(intptr_t)priority > last_priority;
    last_priority = (int)(intptr_t)priority;
}

/* A worker ends a task that others wait for, which makes them ready before it looks for more:
 * it then takes them by priority. Priorities may be anything. */
static void check_order(void)
{
    static uint32_t first = 1;
    static const int priorities[] = {0, -5, 7, INT32_MAX, 7, INT32_MIN, 1, -5, 100};
    static struct starpu_codelet cl = {.cpu_funcs = {compare}, .name = "compare"};
    enum { N = sizeof priorities / sizeof priorities[0] };
    last_priority = INT32_MAX;
    starpu_tag_t gate = 1;
    struct starpu_task *opening = starpu_task_create();
    opening->cl = &plain_cl;
    opening->workerids = &first;
    opening->workerids_len = 1;
    opening->use_tag = 1;
    opening->tag_id = gate;
    for (int i = 0; i < N; i++) {
        struct starpu_task *task = starpu_task_create();
        task->cl = &cl;
        task->priority = priorities[i];
        task->cl_arg = (void *)(intptr_t)priorities[i];
        task->workerids = &first;
        task->workerids_len = 1;
        task->use_tag = 1;
        task->tag_id = 2 + (starpu_tag_t)i;
        starpu_tag_declare_deps_array(task->tag_id, 1, &gate);
        if (starpu_task_submit(task) != 0)
            printf("Bail out! a task was refused\n");
    }
    if (starpu_task_submit(opening) != 0)
        printf("Bail out! a task was refused\n");
    ran(1, "a task that others wait for");
    is_integer(disorder, 0, "the others by priority");
    for (int i = 0; i <= N; i++)
        starpu_tag_remove((starpu_tag_t)i + 1);
}

static atomic_bool open_to_all;
static atomic_uint asked;

static int fickle(unsigned worker, struct starpu_task *task, unsigned implementation)
{
    (void)worker;
    (void)task;
    (void)implementation;
    unsigned state = asked += 2654435769u; /* the golden part of 2^32: spreads evenly */
    return open_to_all || state >> 30 == 0;
}

/* Tasks that a worker can run when it is asked first, and not when it is their turn: they
 * wait for somebody who can. */
static void check_fickle(void)
{
    static struct starpu_codelet cl = {
        .cpu_funcs = {count}, .can_execute = fickle, .name = "fickle"};
    for (int i = 0; i < TASKS; i++) {
        struct starpu_task *task = starpu_task_create();
        task->cl = &cl;
        task->priority = i % 5;
        while (starpu_task_submit(task) == -ENODEV)
            ; /* StarPU asks as well */
    }
    open_to_all = true;
    submit(&plain_cl, 0, -1, false, NULL, 0);
    ran(TASKS + 1, "tasks that at times nobody can run");
    open_to_all = false;
}

/* Workers leave a context, and come back, while it has tasks. */
static void check_context(void)
{
    int workers = (int)starpu_worker_get_count(), ids[STARPU_NMAXWORKERS];
    for (int w = 0; w < workers; w++)
        ids[w] = w;
    unsigned context = starpu_sched_ctx_create(
        ids, workers, "other", STARPU_SCHED_CTX_POLICY_NAME, "starling", 0);
    check_bound(context);
    for (int i = 0; i < TASKS; i++)
        submit(&plain_cl, i % 5, -1, false, NULL, context);
    starpu_sched_ctx_remove_workers(&ids[workers - 1], 1, context);
    for (int i = 0; i < TASKS; i++)
        submit(&plain_cl, i % 5, -1, false, NULL, context);
    starpu_sched_ctx_add_workers(&ids[workers - 1], 1, context);
    for (int i = 0; i < TASKS; i++)
        submit(&plain_cl, i % 5, -1, false, NULL, context);
    ran(3 * TASKS, "tasks of a context whose workers left and came back");
    starpu_sched_ctx_finished_submit(context);
    starpu_sched_ctx_delete(context);
}

int main(void)
{
    static const char library[] = ".libs/libstarling.so";
    if (access(library, R_OK) != 0) {
        printf("1..0 # SKIP no shared library was built\n");
        return 0;
    }
    setenv("STARPU_SCHED_LIB", library, 1);
    setenv("STARPU_SCHED", "starling", 1);
    for (int round = 0; round < 2; round++) {
        if (starpu_init(NULL) != 0) {
            printf("1..0 # SKIP StarPU does not start\n");
            return 0;
        }
        is_string(starpu_sched_get_sched_policy()->policy_name, "starling", "the policy");
        ran(0, "no task");
        submit(&learning_cl, 0, -1, false, NULL, 0);
        ran(1, "one task");
        check_bound(0);
        check_order();
        check_fickle();
        check_context();
        starpu_shutdown();
    }
    return done_testing();
}
