/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the helpers of a parallel task (codelets/worker_team.h). A team is stored in a
 * StarPU datum, the gate. The gate is acquired before the task is inserted. Helpers read
 * the gate, so they become ready only when the task releases it. StarPU frees the gate
 * after the last helper. The helpers are inserted with the task, because StarPU may refuse
 * tasks that a worker submits (STARPU_LIMIT_MAX_SUBMITTED_TASKS). */

#include <string.h>
#include "tasks.h"

struct join_args {
    struct sl_args head;
    struct sl_team *team; /* in main memory; the helper's memory node may have a copy of the gate */
    int start;            /* the chunk to look at first */
};

static void cpu_join(void *data[], void *arg)
{
    const struct join_args *p = arg;
    (void)data;
    sl_team_help(p->team, p->start);
}

/* No model: a helper runs as long as the task that it helps. */
static struct starpu_codelet join_cl = {
    .name = "join",
    .color = 0xd9a78b,
    .cpu_funcs = {cpu_join},
    .nbuffers = 1,
    .modes = {STARPU_R},
};

static void held(void *arg)
{
    (void)arg;
}

struct sl_team *sl_team_create(starling_sequence *seq, int helpers)
{
    starpu_data_handle_t gate;
    helpers = SL_MIN(helpers, (int)starpu_cpu_worker_get_count() - 1);
    /* With GPUs, a GPU worker would have to page-lock the gate's memory first. */
    if (helpers <= 0 || sl_has_cuda() || SL_SIMULATED || sl_record_only(seq) || sl_failed(seq))
        return NULL;
    starpu_variable_data_register(&gate, -1, 0, sizeof(struct sl_team));
    /* This does not wait: no other task uses the gate. Callbacks may insert tasks, so it
     * must not. */
    if (starpu_data_acquire_cb(gate, STARPU_W, held, NULL) != 0) {
        starpu_data_unregister_submit(gate);
        return NULL;
    }
    struct sl_team *team = starpu_data_get_local_ptr(gate);
    *team = (struct sl_team){.gate = gate, .helpers = helpers};
    memset(team->workers, -1, sizeof team->workers); /* all, until the task is on a worker */
    return team;
}

void sl_team_ask(starling_sequence *seq, struct sl_team *team, bool taken, int chunks)
{
    if (!team)
        return;
    /* Helpers have the lowest priority: a worker helps only if it has no other task. */
    for (int i = 1; i <= team->helpers && taken; i++) {
        struct join_args args = {.team = team,
                                 .start = i * chunks / (team->helpers + 1)};
        sl_submit(&(struct sl_task){.seq = seq, .cl = &join_cl, .args = &args,
                                    .args_size = sizeof args, .priority = -1,
                                    .data = {{team->gate, STARPU_R}},
                                    .workers = team->workers});
    }
    if (!taken)
        starpu_data_release(team->gate);
    starpu_data_unregister_submit(team->gate);
}
