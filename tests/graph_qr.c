/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tile QR of an n x n matrix (Buttari, Langou, Kurzak, Dongarra, Parallel Computing 35, 2009)
 * as a StarPU program of its own. It has simulated times and no kernels, and uses nothing of the
 * library but its check of the environment. The laboratory compares policies on it, also as
 * plug-ins.
 *
 *     geqrt(k)       A(k,k) = Q R;                  V(k) = the reflectors of Q
 *     unmqr(k, j)    A(k,j) = Q^H A(k,j)            for j > k
 *     tsqrt(i, k)    [A(k,k); A(i,k)] = Q R         for i > k; reflectors replace A(i,k)
 *     tsmqr(i, j, k) [A(k,j); A(i,j)] = Q^H [...]   for j > k
 *
 * V(k) is a copy, as in the best implementations: else tsqrt, which changes the triangle above,
 * would wait for all that read what is below it. The small triangles T are left out. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <starpu.h>
#include "analysis/bound.h"
#include "codelets/simulation/machine_times.h"
#include "src/runtime/environment.h"

enum kernel { GEQRT, UNMQR, TSQRT, TSMQR, KERNELS };

/* Argument of a task: what its time depends on. */
struct task_args {
    struct sl_kernel kernel;
    uint64_t number;
};

static struct sl_simulation simulation;

/* A task that begins has its own time, see codelets/simulation.c. */
static double task_time(struct starpu_task *task, struct starpu_perfmodel_arch *arch,
                        unsigned implementation)
{
    const struct task_args *args = task->cl_arg;
    struct sl_kernel k = args->kernel;
    (void)implementation;
    k.gpu = arch->devices[0].type == STARPU_CUDA_WORKER;
    double us = sl_machine_time(simulation.machine, &k);
    if (simulation.noise > 0 && starpu_task_get_current() == task)
        us *= sl_machine_noise(simulation.noise, simulation.seed, args->number);
    return us;
}

#define MODEL(op)                                                                            \
    {.type = STARPU_PER_ARCH, .arch_cost_function = task_time, .symbol = "qr_" #op}
#define CODELET(op, model_, buffers, ...)                                                    \
    {.name = #op, .cpu_funcs = {(starpu_cpu_func_t)1}, .cuda_funcs = {(starpu_cuda_func_t)1}, \
     .cuda_flags = {STARPU_CUDA_ASYNC}, .nbuffers = buffers, .modes = {__VA_ARGS__},         \
     .model = model_}
static struct starpu_perfmodel models[KERNELS] = {MODEL(geqrt), MODEL(unmqr), MODEL(tsqrt),
                                                  MODEL(tsmqr)};
static struct starpu_codelet codelets[KERNELS] = {
    CODELET(geqrt, &models[GEQRT], 2, STARPU_RW, STARPU_W),
    CODELET(unmqr, &models[UNMQR], 2, STARPU_R, STARPU_RW),
    CODELET(tsqrt, &models[TSQRT], 2, STARPU_RW, STARPU_RW),
    CODELET(tsmqr, &models[TSMQR], 3, STARPU_R, STARPU_RW, STARPU_RW),
};

/* A tile: its handle, and the last task that writes it. */
struct tile {
    starpu_data_handle_t handle;
    int64_t writer;
};

struct graph {
    int64_t nt, nb;
    starling_precision prec;
    size_t element;
    void *memory; /* addresses nobody looks at */
    size_t size;
    struct tile *a, *v; /* nt x nt by columns; nt */
    struct recording tasks;
    bool submit; /* or only tell the tasks apart */
};

/* ---- Tasks ------------------------------------------------------------------------------- */

static double flops_of(const struct graph *g, enum kernel kernel)
{
    double n = (double)g->nb, gemm = starling_flops_gemm(g->prec, n, n, n);
    return kernel == GEQRT ? gemm * 2 / 3 : kernel == TSMQR ? 2 * gemm : gemm;
}

/* The task with its times on either kind, and the tasks before it: those that have written its
 * tiles. No tile is written after it was only read. */
static void record(struct graph *g, enum kernel kernel, struct sl_kernel k, struct tile *t[3])
{
    struct recording *r = &g->tasks;
    starling_task *task = &r->task[r->tasks];
    *task = (starling_task){.name = codelets[kernel].name, .flops = k.flops,
                            .predecessor = r->edges + 3 * r->tasks};
    task->cpu_s = 1e-6 * sl_machine_time(simulation.machine, &k);
    k.gpu = true;
    task->cuda_s = 1e-6 * sl_machine_time(simulation.machine, &k);
    for (int i = 0; i < codelets[kernel].nbuffers; i++) {
        if (t[i]->writer >= 0)
            r->edges[3 * r->tasks + task->predecessors++] = t[i]->writer;
        if (codelets[kernel].modes[i] & STARPU_W)
            t[i]->writer = r->tasks;
    }
    r->tasks++;
}

static void insert(struct graph *g, enum kernel kernel, int priority, struct tile *t0,
                   struct tile *t1, struct tile *t2)
{
    struct tile *t[3] = {t0, t1, t2};
    struct sl_kernel k = {.prec = g->prec, .op = codelets[kernel].name, .width = g->nb,
                          .flops = flops_of(g, kernel)};
    if (!g->submit) {
        record(g, kernel, k, t);
        return;
    }
    struct starpu_task *task = starpu_task_create();
    struct task_args *args = malloc(sizeof *args);
    *args = (struct task_args){k, (uint64_t)g->tasks.tasks++};
    task->cl = &codelets[kernel];
    task->cl_arg = args;
    task->cl_arg_size = sizeof *args;
    task->cl_arg_free = 1;
    task->flops = k.flops;
    task->priority = priority;
    for (int i = 0; i < codelets[kernel].nbuffers; i++)
        task->handles[i] = t[i]->handle;
    if (starpu_task_submit(task) != 0) {
        fprintf(stderr, "graph_qr: a task was refused\n");
        exit(EXIT_FAILURE);
    }
}

static void wont_use(const struct graph *g, const struct tile *t)
{
    if (g->submit)
        starpu_data_wont_use(t->handle);
}

/* Columns are urgent in their order, and a panel more than what its column waits for. What is
 * done with goes home while others work. */
static void insert_graph(struct graph *g)
{
    int64_t nt = g->nt;
    for (int64_t k = 0; k < nt; k++) {
        struct tile *diagonal = &g->a[k + k * nt];
        int urgent = 2 * (int)(nt - k) + 1;
        insert(g, GEQRT, urgent, diagonal, &g->v[k], NULL);
        for (int64_t j = k + 1; j < nt; j++)
            insert(g, UNMQR, 2 * (int)(nt - j), &g->v[k], &g->a[k + j * nt], NULL);
        for (int64_t i = k + 1; i < nt; i++) {
            insert(g, TSQRT, urgent, diagonal, &g->a[i + k * nt], NULL);
            for (int64_t j = k + 1; j < nt; j++)
                insert(g, TSMQR, 2 * (int)(nt - j), &g->a[i + k * nt], &g->a[k + j * nt],
                       &g->a[i + j * nt]);
            wont_use(g, &g->a[i + k * nt]);
        }
        for (int64_t j = k; j < nt; j++)
            wont_use(g, &g->a[k + j * nt]);
    }
}

/* ---- Memory ------------------------------------------------------------------------------ */

static int64_t count_tasks(int64_t nt)
{
    return nt + nt * (nt - 1) + (nt - 1) * nt * (2 * nt - 1) / 6;
}

static bool allocate(struct graph *g)
{
    size_t tiles = (size_t)(g->nt * g->nt), tasks = (size_t)count_tasks(g->nt);
    g->size = tiles * (size_t)(g->nb * g->nb) * g->element;
    g->memory = mmap(NULL, g->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                     0);
    g->a = calloc(tiles, sizeof *g->a);
    g->v = calloc((size_t)g->nt, sizeof *g->v);
    g->tasks.task = calloc(tasks, sizeof *g->tasks.task);
    g->tasks.edges = calloc(3 * tasks, sizeof *g->tasks.edges);
    if (g->memory == MAP_FAILED || !g->a || !g->v || !g->tasks.task || !g->tasks.edges)
        return false;
    for (size_t i = 0; i < tiles; i++)
        g->a[i].writer = -1;
    for (int64_t k = 0; k < g->nt; k++)
        g->v[k].writer = -1;
    return true;
}

static void release(struct graph *g)
{
    munmap(g->memory, g->size);
    free(g->a);
    free(g->v);
    free(g->tasks.task);
    free(g->tasks.edges);
    free(g->tasks.worker);
}

static void register_tiles(struct graph *g)
{
    const char *wish = getenv("STARLING_COORDINATES");
    uint32_t nb = (uint32_t)g->nb;
    size_t bytes = (size_t)(g->nb * g->nb) * g->element;
    for (int64_t i = 0; i < g->nt * g->nt; i++) {
        starpu_matrix_data_register(&g->a[i].handle, STARPU_MAIN_RAM,
                                    (uintptr_t)g->memory + (size_t)i * bytes, nb, nb, nb,
                                    g->element);
        if (!wish || strcmp(wish, "0") != 0)
            starpu_data_set_coordinates(g->a[i].handle, 2, (int)(i % g->nt), (int)(i / g->nt));
    }
    for (int64_t k = 0; k < g->nt; k++)
        starpu_matrix_data_register(&g->v[k].handle, -1, 0, nb, nb, nb, g->element);
}

/* ---- The run ----------------------------------------------------------------------------- */

/* Seconds until all tiles are at home again. */
static double run(struct graph *g)
{
    register_tiles(g);
    g->submit = true;
    g->tasks.tasks = 0;
    double start = starpu_timing_now();
    insert_graph(g);
    starpu_task_wait_for_all();
    for (int64_t i = 0; i < g->nt * g->nt; i++)
        starpu_data_unregister(g->a[i].handle);
    double time = 1e-6 * (starpu_timing_now() - start);
    for (int64_t k = 0; k < g->nt; k++)
        starpu_data_unregister_no_coherency(g->v[k].handle);
    return time;
}

/* Of the graph alone, before it is run. */
static double bound_s(struct graph *g)
{
    struct recording *r = &g->tasks;
    insert_graph(g);
    r->workers = (int)starpu_worker_get_count();
    r->worker = calloc((size_t)r->workers + 1, sizeof *r->worker);
    for (int id = 0; r->worker && id < r->workers; id++)
        r->worker[id].gpu = starpu_worker_get_type(id) == STARPU_CUDA_WORKER;
    return r->worker ? bound_of(r).bound_s : NAN;
}

/* The columns of the starling command's CSV that this program knows. */
static int report(const char *path, const struct graph *g, double time, double bound)
{
    double n = (double)(g->nt * g->nb), flops = 2.0 / 3 * starling_flops_gemm(g->prec, n, n, n);
    const char *sched = getenv("STARPU_SCHED");
    printf("qr %c n %.0f nb %lld %s: %.6g s, %.6g Gflop/s, bound %.6g s\n", "sdcz"[g->prec], n,
           (long long)g->nb, sched ? sched : "lws", time, 1e-9 * flops / time, bound);
    FILE *csv = path ? fopen(path, "w") : NULL;
    if (!path)
        return 0;
    if (!csv) {
        perror(path);
        return EXIT_FAILURE;
    }
    fprintf(csv, "routine,type,m,n,nb,sched,ncpu,ncuda,time_s,gflops,bound_s,status\n"
            "qr,%c,%.0f,%.0f,%lld,%s,%u,%u,%.9g,%.9g,%.9g,pass\n", "sdcz"[g->prec], n, n,
            (long long)g->nb, sched ? sched : "lws", starpu_cpu_worker_get_count(),
            starpu_cuda_worker_get_count(), time, 1e-9 * flops / time, bound);
    return fclose(csv) == 0 ? 0 : EXIT_FAILURE;
}

static int simulate(struct graph *g, const char *csv)
{
    char err[400] = "STARLING_MACHINE names no machine; run me by tools/simulate";
    struct sl_said said = {.error = ""};
    if (!sl_simulation_read(&simulation, err, sizeof err) || !simulation.machine) {
        fprintf(stderr, "graph_qr: %s\n", err);
        return 2;
    }
    if (!sl_environment_check(0, &said)) { /* StarPU would take another policy, or abort */
        fprintf(stderr, "graph_qr: %s\n", said.error);
        return EXIT_FAILURE;
    }
    if (!allocate(g) || starpu_init(NULL) != 0) {
        fprintf(stderr, "graph_qr: no memory or no worker\n");
        return EXIT_FAILURE;
    }
    double bound = bound_s(g), time = run(g);
    int status = report(csv, g, time, bound);
    starpu_shutdown();
    release(g);
    sl_machine_free(simulation.machine);
    return status;
}

static const char help[] =
    "usage: tools/simulate MACHINE graph_qr [--tiles T] [--nb N] [--type P] [--csv FILE]\n"
    "Simulates tile QR of T x T tiles of order N (8, 960) in precision P (s, d, c, z; d)\n"
    "under STARPU_SCHED.\n";

int main(int argc, char **argv)
{
    static const size_t size[] = {4, 8, 8, 16};
    struct graph g = {.nt = 8, .nb = 960, .prec = STARLING_D};
    const char *csv = NULL, *letter;
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(option, "--help") == 0) {
            fputs(help, stdout);
            return 0;
        }
        i++;
        if (strcmp(option, "--tiles") == 0 && atol(value) > 0 && atol(value) <= 512)
            g.nt = atol(value);
        else if (strcmp(option, "--nb") == 0 && atol(value) > 0 && atol(value) <= 65536)
            g.nb = atol(value);
        else if (strcmp(option, "--type") == 0 && *value && (letter = strchr("sdcz", *value)))
            g.prec = (starling_precision)(letter - "sdcz");
        else if (strcmp(option, "--csv") == 0 && *value)
            csv = value;
        else {
            fprintf(stderr, "graph_qr: bad option %s %s\n%s", option, value, help);
            return 2;
        }
    }
    g.element = size[g.prec];
    return simulate(&g, csv);
}
