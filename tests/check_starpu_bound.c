/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The area bound of Cholesky and LU factorizations on a simulated mirage with one GPU is the one that
 * StarPU finds with GLPK, within 1 %. StarPU's knows models with a history alone, and ours of
 * a simulation are formulas: both are computed of as many tasks as the graph has of each
 * kernel, with the models of a Cholesky factorization that StarPU ships. Run by
 * check_simulation.test; its exit status says whether it held. */

#include <math.h>
#include <starpu.h> /* renames main in simulation */
#include <starpu_bound.h>
#include <starling.h>
#include "analysis/bound.h"
#include "analysis/recording.h"
#include "tap.h"

enum { NB = 960 };

static void nothing(void *buffers[], void *arguments)
{
    (void)buffers, (void)arguments;
}

/* What StarPU's own example calls its kernels, and how many tiles they have. */
static struct starpu_perfmodel models[] = {
    {.type = STARPU_HISTORY_BASED, .symbol = "chol_model_potrf"},
    {.type = STARPU_HISTORY_BASED, .symbol = "chol_model_trsm"},
    {.type = STARPU_HISTORY_BASED, .symbol = "chol_model_syrk"},
    {.type = STARPU_HISTORY_BASED, .symbol = "chol_model_gemm"},
};
#define KERNEL(i, tiles)                                                                     \
    {.cpu_funcs = {nothing}, .cuda_funcs = {nothing}, .nbuffers = (tiles),                   \
     .modes = {STARPU_RW, STARPU_R, STARPU_R}, .model = &models[i]}
static struct starpu_codelet kernels[] = {KERNEL(0, 1), KERNEL(1, 2), KERNEL(2, 2),
                                          KERNEL(3, 3)};

/* LU's kernels are given the models of those that are most like them. */
static struct starpu_codelet *kernel_of(const starling_task *t)
{
    static const char *const names[2][3] = {{"potrf", "trsm", "herk"},
                                            {"getrf", "update", "laswp"}};
    int i = 0;
    while (i < 3 && strcmp(t->name + 1, names[0][i]) != 0 &&
           strcmp(t->name + 1, names[1][i]) != 0)
        i++;
    return &kernels[i];
}

/* The mean that the model has seen less the deviation, which is what StarPU's bound takes. */
static double seconds_on(struct starpu_task *task, enum starpu_worker_archtype kind)
{
    struct starpu_perfmodel *model = task->cl->model;
    int worker = starpu_worker_get_by_type(kind, 0);
    if (worker < 0 || /* which reads the model's file */
        !(starpu_task_worker_expected_length(task, (unsigned)worker, 0, 0) > 0))
        return NAN;
    struct starpu_perfmodel_arch *arch =
        starpu_worker_get_perf_archtype(worker, STARPU_NMAX_SCHED_CTXS);
    uint32_t footprint = starpu_task_footprint(model, task, arch, 0);
    const struct starpu_perfmodel_history_list *l =
        starpu_perfmodel_get_model_per_arch(model, arch, 0)->list;
    while (l && l->entry->footprint != footprint)
        l = l->next;
    return l ? 1e-6 * (l->entry->mean - l->entry->deviation) : NAN;
}

/* Submits StarPU's kernels, and gives the tasks of the graph their times. */
static void stand_in(struct recording *graph, starpu_data_handle_t tile[3])
{
    for (int64_t i = 0; i < graph->tasks; i++) {
        struct starpu_task *task = starpu_task_create();
        task->cl = kernel_of(&graph->task[i]);
        for (int b = 0; b < task->cl->nbuffers; b++)
            task->handles[b] = tile[b];
        graph->task[i].cpu_s = seconds_on(task, STARPU_CPU_WORKER);
        graph->task[i].cuda_s = seconds_on(task, STARPU_CUDA_WORKER);
        if (starpu_task_submit(task) != 0)
            graph->task[i].cpu_s = NAN; /* and there is no bound */
    }
    starpu_task_wait_for_all();
}

static void compare(struct recording *graph, starpu_data_handle_t tile[3], const char *name,
                    int tiles)
{
    double theirs = NAN, whole = NAN;
#ifndef STARPU_HAVE_GLPK_H
    printf("# skipped: StarPU was built without GLPK\n");
    return;
#endif
    starpu_bound_start(0, 0);
    stand_in(graph, tile);
    starpu_bound_stop();
    starpu_bound_compute(&theirs, &whole, 0);
    double ours = 1e3 * bound_of(graph).area_s;
    ok(fabs(ours - theirs) <= 0.01 * theirs, "%s, %d tiles: %.4f ms, StarPU's %.4f", name, tiles,
       ours, theirs);
}

static int record_graph(bool lu, int64_t tiles, struct recording *graph)
{
    starling_matrix *A;
    starling_sequence *seq;
    int info = starling_matrix_create(&A, STARLING_D, tiles * NB, tiles * NB, NB, NB);
    if (info != 0)
        return info;
    info = starling_sequence_create(&seq);
    if (info == 0) {
        info = recording_begin(seq, STARLING_RECORD_GRAPH);
        if (lu)
            starling_getrf_submit(A, seq);
        else
            starling_potrf_submit(STARLING_LOWER, A, seq);
        if (info == 0)
            info = recording_end(seq, graph);
        starling_sequence_destroy(seq);
    }
    starling_matrix_destroy(A);
    return info;
}

int main(void)
{
    static const int tiles[] = {1, 2, 3, 5, 8, 13};
    starpu_data_handle_t tile[3];
    float *a = malloc(sizeof *a * NB * NB);
    /* One GPU: StarPU has models of mirage's three, and we one of the kind. */
    setenv("STARPU_NCUDA", "1", 1);
    setenv("STARPU_NOPENCL", "0", 1);
    setenv("STARPU_SCHED", "dmdas", 1);
    /* StarPU's workers are awake for tasks that are not Starling's. */
    if (!is_integer(starpu_init(NULL), 0, "StarPU") || !is_integer(starling_init(), 0, "init"))
        return done_testing();
    for (int i = 0; i < 3; i++)
        starpu_matrix_data_register(&tile[i], STARPU_MAIN_RAM, (uintptr_t)a, NB, NB, NB,
                                    sizeof *a);
    for (size_t i = 0; i < sizeof tiles / sizeof tiles[0]; i++)
        for (int lu = 0; lu < 2; lu++) {
            struct recording graph;
            if (!is_integer(record_graph(lu, tiles[i], &graph), 0, "the graph"))
                continue;
            compare(&graph, tile, lu ? "LU" : "Cholesky", tiles[i]);
            recording_free(&graph);
        }
    for (int i = 0; i < 3; i++)
        starpu_data_unregister(tile[i]);
    is_integer(starling_finalize(), 0, "finalize");
    starpu_shutdown();
    free(a);
    return done_testing();
}
