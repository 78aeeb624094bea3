/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Worker teams (codelets/worker_team.h), from a task of the test's own:
 *  - every chunk of a loop is run once, before the loop ends, for loops of 0 to 64 chunks, with
 *    no helper, some, and more than there are workers;
 *  - a worker that has nothing to do joins, and one that comes when all is over leaves;
 *  - helpers come from the NUMA node of the task alone (a machine of two nodes is pretended);
 *  - a task whose sequence fails goes on, and one that is not taken leaves nothing behind.
 * The library is linked statically, for teams are its own. */

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include "src/tasks/tasks.h"
#include "reference.h"
#include "tap.h"

/* What the task does, and what it saw. */
struct job {
    struct sl_args head;
    void (*run)(struct job *job);
    struct sl_team *team;
    atomic_int *result;
};

static void cpu_job(void *data[], void *arg)
{
    (void)data;
    ((struct job *)arg)->run(arg);
}

static struct starpu_codelet job_cl = {.name = "job", .cpu_funcs = {cpu_job}};

static void submit_job(starling_sequence *seq, void (*run)(struct job *), int helpers,
                       int priority, atomic_int *result)
{
    struct job job = {.run = run, .result = result,
                      .team = sl_team_create(seq, helpers)};
    bool taken = sl_submit(&(struct sl_task){.seq = seq, .cl = &job_cl, .args = &job,
                                             .args_size = sizeof job, .priority = priority});
    sl_team_ask(seq, job.team, taken, SL_TEAM_CHUNKS);
}

/* The sequence's info after one such task. */
static int run_job(void (*run)(struct job *), int helpers, atomic_int *result)
{
    starling_sequence *seq;
    starling_sequence_create(&seq);
    submit_job(seq, run, helpers, 0, result);
    return starling_sequence_destroy(seq);
}

/* ---- Every chunk once -------------------------------------------------------------------- */

static atomic_int count[SL_TEAM_CHUNKS];

static void count_chunk(void *arg, int chunk)
{
    (void)arg;
    atomic_fetch_add(&count[chunk], 1);
}

static void loops(struct job *job)
{
    sl_team_open(job->team);
    for (int round = 0; round < (quick() ? 2 : 6); round++)
        for (int first = 0; first < SL_TEAM_CHUNKS; first++)
            for (int end = first; end <= SL_TEAM_CHUNKS; end++) {
                sl_team_run(job->team, first, end, count_chunk, NULL);
                for (int i = 0; i < SL_TEAM_CHUNKS; i++)
                    if (atomic_exchange(&count[i], 0) != (i >= first && i < end))
                        atomic_fetch_add(job->result, 1);
            }
    sl_team_close(job->team);
}

static void every_chunk(void)
{
    struct cases cases = {0};
    for (int helpers = 0; helpers <= 100; helpers = 2 * helpers + 1) {
        atomic_int wrong = 0;
        int info = run_job(loops, helpers, &wrong);
        hold(&cases, info == 0 && wrong == 0, "%d helpers: info %d, %d chunks not run once",
             helpers, info, wrong);
    }
    ok(all_held(&cases), "every chunk of a loop runs once, before it ends");
}

/* ---- Who comes --------------------------------------------------------------------------- */

static atomic_int members; /* bits: the workers that had a chunk of this loop */

/* Stays until somebody else has one too; ten seconds are a failure, not a measurement. */
static void meet(void *arg, int chunk)
{
    (void)arg, (void)chunk;
    time_t begin = time(NULL);
    atomic_fetch_or(&members, 1 << starpu_worker_get_id());
    while (atomic_load(&members) == 1 << starpu_worker_get_id() && time(NULL) - begin < 10)
        sched_yield();
}

static void two_loops(struct job *job)
{
    sl_team_open(job->team);
    for (int loop = 0; loop < 2; loop++) {
        atomic_store(&members, 0);
        sl_team_run(job->team, 0, 2, meet, NULL);
        atomic_fetch_add(job->result, __builtin_popcount((unsigned)members) == 2);
    }
    sl_team_close(job->team);
}

static void helpers_join(void)
{
    struct cases cases = {0};
    for (int round = 0; round < 20; round++) {
        atomic_int met = 0;
        int info = run_job(two_loops, 1, &met);
        hold(&cases, info == 0 && met == 2, "round %d: info %d, %d loops of 2 with a helper",
             round, info, met);
    }
    ok(all_held(&cases), "an idle worker joins, also the loop after");
}

/* The only other worker has a task until the team has closed. */
static atomic_int closed;

static void busy(struct job *job)
{
    (void)job;
    while (atomic_load(&closed) == 0)
        sched_yield();
}

static void alone(struct job *job)
{
    loops(job);
    atomic_store(&closed, 1);
}

static void late_helper(void)
{
    struct cases cases = {0};
    for (int round = 0; round < 5; round++) {
        atomic_int wrong = 0;
        starling_sequence *seq;
        atomic_store(&closed, 0);
        starling_sequence_create(&seq);
        submit_job(seq, busy, 0, 1, &wrong);
        submit_job(seq, alone, 5, 0, &wrong);
        int info = starling_sequence_destroy(seq);
        hold(&cases, info == 0 && wrong == 0, "round %d: info %d, %d wrong", round, info,
             wrong);
    }
    ok(all_held(&cases), "nobody is waited for, and who comes late leaves");
}

static void failed_sequence(struct job *job)
{
    sl_sequence_error(job->head.seq, STARLING_ERUNTIME);
    loops(job);
}

/* The sequence fails between the team's creation and the task. */
static void not_taken(void)
{
    starling_sequence *seq;
    starling_sequence_create(&seq);
    struct sl_team *team = sl_team_create(seq, 3);
    sl_sequence_error(seq, STARLING_ERUNTIME);
    struct job job = {.run = busy, .team = team};
    bool taken = sl_submit(&(struct sl_task){.seq = seq, .cl = &job_cl, .args = &job,
                                             .args_size = sizeof job});
    sl_team_ask(seq, team, taken, SL_TEAM_CHUNKS);
    int info = starling_sequence_destroy(seq);
    ok(info == STARLING_ERUNTIME && !taken, "a task that is not taken leaves no helpers");
}

/* ---- NUMA nodes -------------------------------------------------------------------------- */

static atomic_int own_node, other_node;

/* hwloc numbers the cores of node 0 first, and StarPU its workers as hwloc the cores. */
static void note_node(void *arg, int chunk)
{
    (void)chunk;
    bool same = starpu_worker_get_id() / 2 == *(const int *)arg / 2;
    atomic_fetch_add(same ? &own_node : &other_node, 1);
    for (int i = 0; i < 100; i++)
        sched_yield();
}

static void many_loops(struct job *job)
{
    int worker = starpu_worker_get_id();
    sl_team_open(job->team);
    for (int loop = 0; loop < 20; loop++)
        sl_team_run(job->team, 0, SL_TEAM_CHUNKS, note_node, &worker);
    sl_team_close(job->team);
}

static int numa_child(void)
{
    atomic_int met = 0;
    if (starling_ncpu() != 4)
        return 77;
    int info = run_job(many_loops, 3, &met);
    return info == 0 && own_node == 20 * SL_TEAM_CHUNKS && other_node == 0 ? 0 : 1;
}

static void numa(void)
{
    setenv("HWLOC_COMPONENTS", "synthetic", 1);
    setenv("HWLOC_SYNTHETIC", "numa:2 core:2 pu:1", 1);
    setenv("STARPU_HOSTNAME", "check-numa", 1);
    setenv("STARPU_WORKERS_NOBIND", "1", 1); /* there are no such cores */
    setenv("STARPU_NCPU", "4", 1);
    int status = run_child("numa");
    ok(status == 0 || status == 77, "helpers are of the task's NUMA node%s",
       status == 77 ? " # SKIP no machine can be pretended" : "");
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return argv[1][0] == 'n' ? numa_child() : 99;
    if (starling_ncpu() == 0 || starling_ncuda() > 0) {
        printf("1..0 # SKIP teams are of cores, where there is no GPU\n");
        return 0;
    }
    every_chunk();
    if (starling_ncpu() > 1) {
        helpers_join();
        late_helper();
    }
    not_taken();
    atomic_int wrong = 0;
    int info = run_job(failed_sequence, 3, &wrong);
    ok(info == STARLING_ERUNTIME && wrong == 0, "a failed sequence: the task goes on alone");
    numa();
    return done_testing();
}
