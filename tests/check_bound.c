/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Bounds: on graphs whose optimum is known by hand they are what they should be; on small
 * random graphs and on Cholesky and LU factorizations of few tiles no schedule beats them, when all
 * are tried, and they are reached where the argument says so; the path does not shrink when a
 * dependency is added, nor the area grow with a worker; the weights of the workers add to one
 * and price the tasks at the area bound; graphs without tasks or models have none. */

#include <math.h>
#include <stdlib.h>
#include "analysis/bound.h"
#include "tap.h"

enum { MOST = 64 };

/* A graph made by hand. */
struct graph {
    starling_task task[MOST];
    int64_t edge[MOST][MOST];
    struct worker worker[16];
    struct recording r;
};

static struct graph *graph_of(int cores, int gpus)
{
    struct graph *g = calloc(1, sizeof *g);
    g->r = (struct recording){.task = g->task, .worker = g->worker, .workers = cores + gpus};
    for (int w = 0; w < gpus; w++)
        g->worker[cores + w].gpu = true;
    return g;
}

static int add(struct graph *g, double cpu_s, double cuda_s)
{
    int i = (int)g->r.tasks++;
    g->task[i] = (starling_task){.name = "dgemm", .cpu_s = cpu_s, .cuda_s = cuda_s,
                                 .predecessor = g->edge[i], .worker = -1};
    return i;
}

static void after(struct graph *g, int task, int before)
{
    g->edge[task][g->task[task].predecessors++] = before;
}

static struct graph *one_task(int cores, int gpus, double cpu_s, double cuda_s)
{
    struct graph *g = graph_of(cores, gpus);
    add(g, cpu_s, cuda_s);
    return g;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

/* ---- All schedules ----------------------------------------------------------------------- */

/* The shortest schedule by trying all: any ready task next, on any worker, as early as it can
 * be there. Among these is an optimal one: its tasks in the order of their beginnings. */
struct search {
    const struct recording *r;
    double end[MOST], idle[16]; /* of tasks, infinite: not yet; when each worker is free */
    double shortest;
};

static double begin(const struct search *s, int64_t i)
{
    double t = 0;
    for (int64_t p = 0; p < s->r->task[i].predecessors; p++)
        t = fmax(t, s->end[s->r->task[i].predecessor[p]]);
    return t;
}

static void try_all(struct search *s, int64_t done, double makespan)
{
    if (makespan >= s->shortest)
        return;
    if (done == s->r->tasks)
        s->shortest = makespan;
    for (int64_t i = 0; i < s->r->tasks; i++) {
        double ready = begin(s, i);
        if (isfinite(s->end[i]) || isinf(ready))
            continue;
        for (int w = 0; w < s->r->workers; w++) {
            const starling_task *t = &s->r->task[i];
            double idle = s->idle[w];
            s->end[i] = fmax(ready, idle) + (s->r->worker[w].gpu ? t->cuda_s : t->cpu_s);
            s->idle[w] = s->end[i];
            if (isfinite(s->end[i]))
                try_all(s, done + 1, fmax(makespan, s->end[i]));
            s->end[i] = INFINITY;
            s->idle[w] = idle;
        }
    }
}

static double optimum(const struct recording *r)
{
    struct search s = {.r = r, .shortest = INFINITY};
    for (int64_t i = 0; i < r->tasks; i++)
        s.end[i] = INFINITY;
    try_all(&s, 0, 0);
    return s.shortest;
}

/* ---- By hand ----------------------------------------------------------------------------- */

static void is(struct graph *g, double area, double path, double bound, const char *what)
{
    struct bound b = bound_of(&g->r);
    if (!ok(near(b.area_s, area) && near(b.path_s, path) && near(b.bound_s, bound) &&
                b.mixed_s >= area * (1 - 1e-12), "%s", what))
        printf("# area %g, path %g, mixed %g, bound %g; expected %g, %g and %g\n", b.area_s,
               b.path_s, b.mixed_s, b.bound_s, area, path, bound);
    free(g);
}

static void none(struct graph *g, const char *what)
{
    struct bound b = bound_of(&g->r);
    ok(isnan(b.bound_s) && isnan(b.area_s) && isnan(b.path_s) && isnan(b.mixed_s) &&
           isnan(b.weight[0]), "%s: no bound", what);
    free(g);
}

static void by_hand(void)
{
    is(one_task(1, 0, 3, INFINITY), 3, 3, 3, "a task on a core");
    /* 6 x = 2 (1 - x) */
    is(one_task(1, 1, 6, 2), 1.5, 2, 2, "a task on a core and a GPU");
    /* what is said of a kind that is not there does not count */
    is(one_task(1, 0, 3, NAN), 3, 3, 3, "no GPU, and no model of it");

    struct graph *g = graph_of(2, 1);
    for (int i = 0; i < 5; i++)
        add(g, 4, 1);
    for (int i = 1; i < 5; i++)
        after(g, i, i - 1);
    is(g, 20.0 / 6, 5, 5, "a chain takes its best times");

    g = graph_of(2, 0);
    for (int i = 0; i < 5; i++)
        add(g, 1 + i, INFINITY);
    is(g, 7.5, 5, 7.5, "independent tasks on two cores");

    /* Two types: 4 tasks (8, 1) and 4 (3, 2) on a core and a GPU. The GPU takes all of the
     * first, 4 s, and 8/5 of the second, while the core has 12/5: 7.2 s each. */
    g = graph_of(1, 1);
    for (int i = 0; i < 8; i++)
        add(g, i % 2 ? 8 : 3, i % 2 ? 1 : 2);
    is(g, 7.2, 2, 7.2, "two types on a core and a GPU");

    /* The same with two cores: 12/2 against 4: 8/7 more move, (12 - 24/7)/2 = 4.2857.. */
    g = graph_of(2, 1);
    for (int i = 0; i < 8; i++)
        add(g, i % 2 ? 8 : 3, i % 2 ? 1 : 2);
    is(g, 36.0 / 7, 2, 36.0 / 7, "two types on two cores and a GPU");

    g = graph_of(1, 1); /* the GPU's own 3 s, and 2 of 5 that could be anywhere */
    add(g, INFINITY, 3);
    add(g, 5, 5);
    is(g, 4, 5, 5, "a task that only GPUs can run");

    g = graph_of(2, 1);
    for (int i = 0; i < 4; i++)
        add(g, 3, INFINITY);
    add(g, 9, 1);
    is(g, 6, 3, 6, "tasks that only cores can run");

    g = graph_of(1, 1); /* x on the core: 8 x = 2 (3 - x), but who is there ends after 8 */
    for (int i = 0; i < 3; i++)
        add(g, 8, 2);
    is(g, 4.8, 2, 6, "tasks that a core would not end in time");

    g = graph_of(1, 1); /* the same, for the task before takes 5 */
    add(g, 5, 5);
    for (int i = 0; i < 3; i++)
        after(g, add(g, 4, 2), 0);
    is(g, 17.0 / 3, 7, 9, "nor with what comes before them");

    g = graph_of(3, 0); /* first and last alone: 1 + 12 / 3 + 2 */
    add(g, 1, INFINITY);
    for (int i = 0; i < 12; i++)
        after(g, add(g, 1, INFINITY), 0);
    int last = add(g, 2, INFINITY);
    for (int i = 1; i <= 12; i++)
        after(g, last, i);
    is(g, 5, 4, 7, "fork and join: head, area, tail");

    none(graph_of(1, 1), "no task");
    none(one_task(1, 1, NAN, 1), "a model is missing");
    none(one_task(1, 0, INFINITY, 1), "nobody can run it");
    none(one_task(0, 0, 1, 1), "no worker");
    g = one_task(1, 1, 1, 1);
    add(g, 1, NAN);
    none(g, "one model out of four is missing");
}

/* ---- Random graphs ----------------------------------------------------------------------- */

static uint64_t state;
static int64_t random_below(int64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)n);
}

static struct graph *random_graph(int cores, int gpus, int tasks, int density)
{
    struct graph *g = graph_of(cores, gpus);
    for (int i = 0; i < tasks; i++) {
        int kind = (int)random_below(10); /* one in ten on one kind of worker only */
        add(g, kind == 0 && gpus > 0 ? INFINITY : 1 + (double)random_below(9),
            kind == 1 ? INFINITY : 1 + (double)random_below(5));
        for (int j = 0; j < i; j++)
            if (random_below(10) < density)
                after(g, i, j);
    }
    return g;
}

/* What holds of the weights: they add to one, and the dual's value is the area bound. */
static bool weights_right(const struct recording *r, const struct bound *b)
{
    double all = 0, price = 0;
    for (int w = 0; w < r->workers; w++)
        all += b->weight[r->worker[w].gpu];
    for (int64_t i = 0; i < r->tasks; i++) /* infinite times nothing is nothing's price */
        price += fmin(isinf(r->task[i].cpu_s) ? INFINITY : b->weight[0] * r->task[i].cpu_s,
                      isinf(r->task[i].cuda_s) ? INFINITY : b->weight[1] * r->task[i].cuda_s);
    return near(all, 1) && fabs(price - b->area_s) < 1e-9 * b->area_s;
}

static void random_graphs(int cores, int gpus, int density)
{
    int beaten = 0, weights = 0, decreased = 0, increased = 0, reached = 0;
    enum { GRAPHS = 60 };
    for (int i = 0; i < GRAPHS; i++) {
        state = (uint64_t)(i + 1);
        struct graph *g = random_graph(cores, gpus, 1 + i % 7, density);
        struct bound b = bound_of(&g->r);
        double shortest = optimum(&g->r);
        beaten += !(b.bound_s <= shortest * (1 + 1e-12));
        reached += b.bound_s > shortest * (1 - 1e-12);
        weights += gpus > 0 && !weights_right(&g->r, &b);
        increased += (g->r.workers++, bound_of(&g->r).area_s > b.area_s * (1 + 1e-12));
        g->r.workers--;
        if (g->r.tasks > 1 && g->task[g->r.tasks - 1].predecessors == 0) {
            after(g, (int)g->r.tasks - 1, 0);
            decreased += bound_of(&g->r).path_s < b.path_s * (1 - 1e-12);
        }
        free(g);
    }
    ok(beaten == 0, "%d cores, %d GPUs, density %d: no schedule beats the bound", cores, gpus,
       density);
    ok(reached > 0, "some reach it (%d of %d)", reached, GRAPHS);
    ok(weights == 0 && decreased == 0 && increased == 0,
       "weights, a worker more, a dependency more");
}

/* ---- Cholesky and LU --------------------------------------------------------------------- */

/* The graph of nt x nt tiles, right-looking; potrf, trsm, herk, gemm by their times. */
static struct graph *cholesky(int cores, int gpus, int nt, const double time[4][2])
{
    struct graph *g = graph_of(cores, gpus);
    int writer[4][4];
    memset(writer, -1, sizeof writer);
    for (int k = 0; k < nt; k++)
        for (int j = k; j < nt; j++)
            for (int i = j; i < nt; i++) { /* tile (i, j) in step k */
                int kernel = j > k ? (i > j ? 3 : 2) : i > k;
                int t = add(g, time[kernel][0], time[kernel][1]);
                const int needs[] = {writer[i][j], i > k ? writer[i][k] : -1,
                                     j > k ? writer[j][k] : i > k ? writer[k][k] : -1};
                for (int n = 0; n < 3; n++)
                    if (needs[n] >= 0 && needs[n] != t)
                        after(g, t, needs[n]);
                writer[i][j] = t;
            }
    return g;
}

/* LU of nt block columns: getrf of column k, updates of those right of it; their times are the
 * first and the last of the four. */
static struct graph *lu(int cores, int gpus, int nt, const double time[4][2])
{
    struct graph *g = graph_of(cores, gpus);
    int writer[4];
    for (int k = 0; k < nt; k++)
        for (int j = k; j < nt; j++) {
            int kernel = j > k ? 3 : 0, t = add(g, time[kernel][0], time[kernel][1]);
            if (k > 0)
                after(g, t, writer[j]);
            if (j > k)
                after(g, t, writer[k]);
            writer[j] = t;
        }
    return g;
}

typedef struct graph *factorization(int cores, int gpus, int nt, const double time[4][2]);

static void check_exact(factorization *make, int cores, int gpus, int nt, bool reached,
                        const double time[4][2])
{
    struct graph *g = make(cores, gpus, nt, time);
    struct bound b = bound_of(&g->r);
    double shortest = optimum(&g->r);
    printf("# bound %g (area %g, path %g, mixed %g), shortest %g\n", b.bound_s, b.area_s,
           b.path_s, b.mixed_s, shortest);
    ok(b.bound_s <= shortest * (1 + 1e-12) && (!reached || near(b.bound_s, shortest)),
       "%s, %d columns of tiles, %d cores, %d GPUs%s", make == lu ? "LU" : "Cholesky", nt, cores,
       gpus, reached ? ": reached" : "");
    free(g);
}

static void speed(void)
{
    enum { TASKS = 100000 };
    starling_task *task = calloc(TASKS, sizeof *task);
    int64_t *edge = calloc(TASKS, sizeof *edge);
    struct worker worker[2] = {{.gpu = false}, {.gpu = true}};
    struct recording r = {.task = task, .tasks = TASKS, .worker = worker, .workers = 2};
    for (int64_t i = 0; i < TASKS; i++) {
        edge[i] = i - 100; /* a hundred chains of a thousand tasks */
        task[i] = (starling_task){.name = "t", .cpu_s = 1 + (double)(i % 10), .cuda_s = 1,
                                  .predecessor = &edge[i], .predecessors = i >= 100};
    }
    struct bound b = bound_of(&r);
    ok(b.path_s == 1000 && b.bound_s >= b.area_s && b.area_s > TASKS / 2.0, "%d tasks", TASKS);
    free(task);
    free(edge);
}

/* ---- The way to GPUs ----------------------------------------------------------------------- */

/* Tile (0, 0) has two tasks of (10, 1) s and tile (1, 0) one; a tile takes 4 s to the GPU. */
static struct graph *tiled(int cores, int gpus)
{
    struct graph *g = graph_of(cores, gpus);
    g->r.source = (struct source){.m = 20, .n = 4, .mb = 10, .nb = 8, .element = 8, .rate = 80};
    for (int i = 0; i < 3; i++) {
        starling_task *t = &g->task[add(g, 10, 1)];
        t->i = i % 2;
        t->flops = 1;
    }
    return g;
}

static void loads(struct graph *g, double expected, const char *what)
{
    struct bound b = bound_of(&g->r);
    if (!ok(near(b.load_s, expected) && b.bound_s >= expected, "%s", what))
        printf("# %g, expected %g; bound %g\n", b.load_s, expected, b.bound_s);
    free(g);
}

static void by_bus(void)
{
    loads(tiled(0, 1), 8, "with GPUs alone all tiles are loaded");
    /* Tile 0 is loaded, 4 s, and x of tile 1: 10 - 10 x = 4 + 4 x */
    loads(tiled(1, 1), 4 + 4 * 6.0 / 14, "with a core what it does stays");
    /* of tile 0 alone, x: (30 - 20 x) / 10 = 4 x */
    loads(tiled(10, 1), 2, "with ten less is loaded");
    loads(tiled(1, 0), 0, "without GPUs nothing is");
    struct graph *g = tiled(0, 1);
    g->r.source.rate = 0;
    loads(g, 0, "nor what is there");
    g = tiled(0, 1);
    g->task[1].i = 2;
    loads(g, 4, "what is not of the matrix does not count");
    g = tiled(0, 1);
    g->r.source.m = 11;
    loads(g, 4.4, "the last tile may be small");
}

int main(void)
{
    /* Milliseconds as on mirage, of potrf, trsm, herk and gemm; on cores alone all the same. */
    static const double mirage[4][2] = {{20, 11}, {49, 12}, {48, 3}, {93, 3}};
    static const double one[4][2] = {
        {1, INFINITY}, {1, INFINITY}, {1, INFINITY}, {1, INFINITY}};
    by_hand();
    by_bus();
    for (int density = 0; density < 9; density += 4) {
        random_graphs(1, 1, density);
        random_graphs(2, 1, density);
        random_graphs(2, 0, density);
    }
    check_exact(cholesky, 1, 0, 2, true, one);
    check_exact(cholesky, 2, 0, 2, true, one);
    check_exact(cholesky, 1, 0, 3, true, one);
    check_exact(cholesky, 2, 0, 3, false, one);
    check_exact(cholesky, 1, 1, 2, true, mirage);
    check_exact(cholesky, 1, 1, 3, false, mirage);
    check_exact(lu, 1, 0, 2, true, one);
    check_exact(lu, 2, 0, 2, true, one);
    check_exact(lu, 2, 0, 3, true, one); /* panels and updates in turn: a path of five tasks */
    check_exact(lu, 2, 0, 4, false, one);
    check_exact(lu, 1, 1, 2, true, mirage);
    check_exact(lu, 1, 1, 3, true, mirage);
    speed();
    return done_testing();
}
