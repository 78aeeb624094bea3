/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The parts of the scheduling policy that compute: the area program's optimum is that of a
 * bisection, levels are those of a sweep over the whole graph, also when tasks have
 * left, and owners of tiles share them evenly, by coordinates and without, or are those that the
 * program wants. */

#include <math.h>
#include <stdlib.h>
#include "schedulers/area.h"
#include "schedulers/levels.h"
#include "schedulers/ownership.h"
#include "tap.h"

enum { CLASSES = 4, TASKS = 600, DATA = 64, GPUS = 4 };

static uint32_t state = 1;
static unsigned chance(unsigned n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 16) % n;
}

/* ---- Area ------------------------------------------------------------------------------ */

/* Least accelerated first, what GPUs have left when cores work until T. */
static double gpu_time(const double (*t)[2], double T, int cores, int gpus)
{
    double room = cores * T, left = 0;
    for (int i = 0; i < CLASSES; i++) {
        double part = fmin(1, room / t[i][0]);
        room -= part * t[i][0];
        left += (1 - part) * t[i][1];
    }
    return left / gpus;
}

static void check_area(void)
{
    struct area area = {0};
    is_integer((long long)policy_area_share(&area, 4, 2).time, 0, "no task takes no time");
    /* ratios 2, 7, 15, 30: a class each */
    static const double t[CLASSES][2] = {{80, 40}, {7000, 1000}, {9000, 600}, {60000, 2000}};
    bool right = true;
    for (int i = 0; i < CLASSES; i++)
        policy_area_add(&area, t[i][0], t[i][1], 1);
    for (int cores = 0; cores < 40; cores += 3) {
        struct area_share share = policy_area_share(&area, (unsigned)cores, 2);
        double low = 0, high = 1e6;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            *(gpu_time(t, middle, cores, 2) > middle ? &low : &high) = middle;
        }
        right &= fabs(share.time - high) <= 1e-6 * high && (cores > 0) == (share.ratio > 0) &&
                 (cores > 0) == (share.length > 0);
    }
    ok(right, "the area program by bisection");
    policy_area_add(&area, INFINITY, 500, 1);
    policy_area_add(&area, 500, INFINITY, 1);
    policy_area_add(&area, NAN, NAN, 1);
    ok(area.work == 4140, "unknown times are left out");

    area = (struct area){0};
    for (int n = 1; n >= -1; n -= 2)
        for (int i = 1; i <= 100; i++)
            policy_area_add(&area, 7.1 / i, 0.3 / i, n);
    struct area_share none = policy_area_share(&area, 4, 2);
    ok(none.time == 0 && none.ratio == 0 && area.shared == 0, "of no task nothing is left");
}

/* ---- Levels ---------------------------------------------------------------------------- */

static struct starpu_codelet cl = {.nbuffers = 2, .modes = {STARPU_R, STARPU_RW}};
static struct starpu_task task[TASKS];
static int reads[TASKS], writes[TASKS];
static double length[TASKS];

static void make_task(int i, starpu_data_handle_t *data)
{
    starpu_task_init(&task[i]);
    reads[i] = (int)chance(DATA);
    writes[i] = (int)chance(DATA);
    length[i] = 1 + chance(100);
    task[i].cl = &cl;
    task[i].handles[0] = data[reads[i]];
    task[i].handles[1] = data[writes[i]];
}

/* The longest chain after each task from `first` on, of all tasks before `end`. */
static void sweep(int first, int end, double *below)
{
    for (int i = end - 1; i >= first; i--) {
        below[i] = 0;
        bool written = false, one = false;
        for (int j = i + 1; j < end && !(written && one); j++) {
            bool uses = reads[j] == writes[i] || writes[j] == writes[i];
            if (uses && !written)
                below[i] = fmax(below[i], length[j] + below[j]);
            written |= writes[j] == writes[i];
            one = written;
        }
    }
}

/* Chains through all tasks, with known levels: who is on a longest one and not its last task. */
static bool criticals_are(const struct levels *l)
{
    double above[TASKS] = {0}, below[TASKS], longest = 0;
    int next[TASKS];
    bool right = true;
    sweep(0, TASKS, below);
    for (int i = 0; i < TASKS; i++) {
        next[i] = -1;
        for (int j = i + 1; j < TASKS && next[i] < 0; j++) {
            if (reads[j] == writes[i] || writes[j] == writes[i])
                above[j] = fmax(above[j], above[i] + length[i]);
            next[i] = writes[j] == writes[i] ? j : -1;
        }
        longest = fmax(longest, length[i] + below[i]);
    }
    for (int i = 0; i < TASKS; i++) {
        bool end = below[i] == 0 && above[i] > 0;
        bool critical = !end && above[i] + length[i] + below[i] == longest;
        right &= policy_levels_is_critical(l, &task[i]) == critical;
        for (int j = 0; critical && j < i; j++)
            right &= next[j] != i || policy_levels_feeds_critical(l, &task[j]);
        right &= next[i] >= 0 || !policy_levels_feeds_critical(l, &task[i]);
    }
    return right;
}

static bool levels_are(const struct levels *l, int first, int end)
{
    double below[TASKS];
    sweep(first, end, below);
    for (int i = first; i < end; i++)
        if (policy_levels_below(l, &task[i]) != below[i])
            return false;
    return true;
}

static void check_levels(starpu_data_handle_t *data)
{
    struct levels l = {0};
    ok(!policy_levels_update(&l) && policy_levels_below(&l, &task[0]) == 0, "no graph, no level");
    bool right = true, due = true;
    for (int i = 0; i < TASKS; i++) {
        make_task(i, data);
        /* cores and GPUs differ: the shorter counts */
        policy_levels_add(&l, &task[i], (double[]){2 * length[i], length[i]}, (struct mark){0});
        due &= l.fresh <= l.alive / 8 + 1;
        if (policy_levels_update(&l))
            right &= levels_are(&l, 0, i + 1);
    }
    l.fresh = l.alive;
    ok(right && policy_levels_update(&l) && levels_are(&l, 0, TASKS), "the longest chains");
    ok(due, "and never wait for long");
    policy_levels_find_critical(&l);
    ok(criticals_are(&l), "who is on one of them before its end, and who comes before");
    for (int i = 0; i < TASKS / 2; i++)
        right &= policy_levels_remove(&l, &task[i]) != NULL && !policy_levels_remove(&l, &task[i]);
    is_integer((long long)l.alive, TASKS / 2, "half of the tasks have left");
    make_task(0, data); /* a new one, which makes room of the old */
    policy_levels_add(&l, &task[0], (double[]){1, INFINITY}, (struct mark){0});
    ok(right && l.nodes == TASKS / 2 + 1 && policy_levels_below(&l, &task[1]) == 0 &&
           levels_are(&l, TASKS / 2, TASKS), "the levels of the others stay");
    policy_levels_free(&l);
}

/* ---- Map ------------------------------------------------------------------------------- */

/* Tasks of a graph by the owners of what they write; true: no owner has over `most`. */
static bool fair(struct ownership *m, starpu_data_handle_t *data, struct levels *l, int tasks,
                 int most)
{
    int count[1 + GPUS] = {0};
    bool right = true;
    for (int i = 0; i < tasks; i++) {
        make_task(i, data);
        task[i].handles[0] = task[i].handles[1] = data[i % DATA];
        struct mark mark = {.owner = policy_owners_submit(m, &task[i], 1)};
        policy_levels_add(l, &task[i], (double[]){1, 1}, mark);
    }
    for (int i = 0; i < tasks; i++) {
        unsigned owner = policy_owner_of(m, &task[i]);
        count[owner]++;
        right &= owner == policy_owner_of(m, &task[i % DATA]) && owner >= 1 && owner <= GPUS;
    }
    for (int g = 1; g <= GPUS; g++)
        right &= count[g] <= most;
    return right;
}

/* The first task to write a datum, which reads two others, is submitted; the datum's owner. */
static unsigned give(struct ownership *m, struct levels *l, starpu_data_handle_t a,
                     starpu_data_handle_t b, starpu_data_handle_t to)
{
    static struct starpu_codelet update = {.nbuffers = 3,
                                           .modes = {STARPU_R, STARPU_R, STARPU_RW}};
    starpu_task_init(&task[0]);
    task[0].cl = &update;
    task[0].handles[0] = a;
    task[0].handles[1] = b;
    task[0].handles[2] = to;
    struct mark mark = {.owner = policy_owners_submit(m, &task[0], 1)};
    policy_levels_add(l, &task[0], (double[]){1, 1}, mark);
    return mark.owner;
}

/* A panel of GPUS data dealt out in turn, then what pairs of them update: on a grid of 2 x 2. Then
 * what one and the same pair updates: shared by all. */
static void check_pairs(struct ownership *m, struct levels *l, starpu_data_handle_t *data)
{
    unsigned count[1 + GPUS] = {0};
    bool right = true;
    policy_owners_reset(m);
    for (int i = 0; i < DATA; i++)
        policy_set_mark(data[i], (struct mark){0});
    starpu_data_handle_t *next = data + GPUS, none = data[DATA - 1];
    for (unsigned i = 0; i < GPUS; i++)
        right &= give(m, l, none, none, data[i]) == m->gpu[i];
    for (unsigned i = 0; i < GPUS; i++)
        for (unsigned j = 0; j < GPUS; j++)
            if (i != j)
                right &= give(m, l, data[i], data[j], *next++) == m->gpu[i / 2 * 2 + j % 2];
    ok(right, "owners of what pairs update form a grid");
    for (int i = 0; next + i < data + DATA - 1; i++)
        count[give(m, l, data[0], data[1], next[i])]++;
    for (int g = 1; g <= GPUS; g++)
        right &= count[g] > 0;
    ok(right, "not one owner for all that the same data update");
}

/* Cholesky's updates, j of tile (i, j) below the diagonal: no GPU has over 1.2 times its part. */
static void check_triangle(const struct ownership *m)
{
    int updates[1 + GPUS] = {0}, sum = 0, most = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < i; j++) {
            int *here = &updates[policy_owner_of(m, &task[8 * i + j])];
            *here += j;
            sum += j;
            most = *here > most ? *here : most;
        }
    ok(GPUS * most <= 1.2 * sum, "which share the work on a triangle: %d of %d", most, sum);
}

static bool first_owns_none(const struct ownership *m)
{
    bool none = true;
    for (int i = 0; i < DATA; i++)
        none &= policy_owner_of(m, &task[i]) != m->gpu[0];
    return none;
}

/* Task i writes tile i, and the first one its column, of eight. */
static void check_chain_apart(struct ownership *m, starpu_data_handle_t *data)
{
    static struct starpu_codelet panel = {.nbuffers = 3, .modes = {STARPU_RW, STARPU_RW, STARPU_RW}};
    struct starpu_task factor = task[0];
    factor.cl = &panel;
    for (int i = 0; i < 3; i++)
        factor.handles[i] = data[8 * i];
    policy_owners_submit(m, &factor, 10);
    policy_owners_find_chain(m, 10, 10);
    ok(!first_owns_none(m), "where links are shared all own columns, one task a column or not");
    m->linked = true;
    ok(policy_expected_owner_of(m, &task[1]) == m->gpu[0], "else the first GPU needs the next column");
    for (int j = 1; j < 4; j++) /* in steps of 3 columns as long as the first panel */
        policy_owners_submit(m, &task[j], 10);
    ok(policy_expected_owner_of(m, &task[4]) != m->gpu[0], "and no other, for all will be short");
    policy_owners_submit(m, &task[1], 200);
    ok(policy_expected_owner_of(m, &task[4]) == m->gpu[0], "or its own, if it will be long");
    policy_owners_find_chain(m, 10, 10);
    ok(first_owns_none(m), "and owns none, while it runs the chain");
    policy_owners_find_chain(m, 100, 10);
    ok(!first_owns_none(m), "unless the others would have more to do than it");
    m->linked = false;
}

/* What task i writes has that owner, by all who ask. */
static bool is_owned(const struct ownership *m, int i, unsigned owner)
{
    return policy_owner_of(m, &task[i]) == owner && policy_wanted_gpu(m, &task[i]) == owner &&
           policy_expected_owner_of(m, &task[i]) == owner;
}

/* A third coordinate, whatever the policy would do. Task i writes tile i. */
static void check_places(struct ownership *m, starpu_data_handle_t *data)
{
    static struct starpu_codelet panel = {.nbuffers = 3, .modes = {STARPU_RW, STARPU_RW, STARPU_RW}};
    struct starpu_task factor = task[0];
    bool right = policy_wanted_gpu(m, &task[0]) == 0;
    for (int i = 0; i < DATA; i++)
        starpu_data_set_coordinates(data[i], 3, i / 8, i % 8, i / 5);
    for (int chain = 0; chain < 2; chain++) {
        m->linked = m->chain_apart = chain;
        for (int i = 0; i < DATA; i++)
            right &= is_owned(m, i, m->gpu[i / 5 % GPUS]);
    }
    ok(right, "a third coordinate is the owner, and after the last GPU comes the first one");
    policy_owners_reset(m);
    factor.cl = &panel;
    for (int i = 0; i < 3; i++)
        factor.handles[i] = data[8 * i];
    policy_owners_submit(m, &factor, 10);
    ok(!policy_owners_have_panels(m), "and where the program deals columns no chain is looked for");
    m->linked = false;
    starpu_data_set_coordinates(data[9], 3, 1, 1, -1);
    ok(policy_wanted_gpu(m, &task[9]) == 0 && policy_owner_of(m, &task[9]) != 0,
       "a negative one leaves it to the policy");
}

static void check_map(starpu_data_handle_t *data)
{
    struct ownership m = {0};
    struct levels l = {0};
    unsigned node[1 + GPUS] = {0, 1, 2, 3, 4};
    make_task(0, data);
    ok(policy_owners_submit(&m, &task[0], 1) == 0 && policy_owner_of(&m, &task[0]) == 0,
       "no GPU owns anything");
    policy_owners_set_gpus(&m, node, GPUS);
    is_integer(m.gpus, GPUS, "GPUs of the map");
    policy_owners_reset(&m);
    ok(fair(&m, data, &l, 4 * DATA, 4 * DATA / GPUS), "owners without coordinates share alike");
    check_pairs(&m, &l, data);

    policy_owners_reset(&m);
    for (int i = 0; i < DATA; i++)
        starpu_data_set_coordinates(data[i], 2, i / 8, i % 8);
    ok(fair(&m, data, &l, 4 * DATA, DATA + 8), "by coordinates they do");
    ok(policy_owner_of(&m, &task[0]) != policy_owner_of(&m, &task[1]) &&
           policy_owner_of(&m, &task[0]) != policy_owner_of(&m, &task[8]) &&
           policy_owner_of(&m, &task[0]) == policy_owner_of(&m, &task[26]) &&
           policy_owner_of(&m, &task[8]) == policy_owner_of(&m, &task[18]),
       "on a grid of 2 x 2, rows in serpentine order");
    check_triangle(&m);

    static struct starpu_codelet column = {.nbuffers = 2, .modes = {STARPU_RW, STARPU_RW}};
    task[0].cl = &column;
    task[0].handles[1] = data[8];
    policy_owners_submit(&m, &task[0], 1);
    ok(policy_owner_of(&m, &task[1]) == policy_owner_of(&m, &task[9]), "columns stay whole");

    check_chain_apart(&m, data);
    check_places(&m, data);
    node[2] = STARPU_MAXNODES;
    policy_owners_set_gpus(&m, node, GPUS);
    bool gone = m.gpus == GPUS - 1;
    for (int i = 0; i < DATA; i++)
        gone &= policy_owner_of(&m, &task[i]) != 2;
    ok(gone, "a GPU without workers owns nothing");
    policy_levels_free(&l);
}

int main(void)
{
    starpu_data_handle_t data[DATA];
    int value[DATA] = {0};
    if (starpu_init(NULL) != 0) {
        printf("1..0 # SKIP StarPU does not start\n");
        return 0;
    }
    for (int i = 0; i < DATA; i++)
        starpu_variable_data_register(&data[i], STARPU_MAIN_RAM, (uintptr_t)&value[i],
                                      sizeof value[i]);
    check_area();
    check_levels(data);
    check_map(data);
    for (int i = 0; i < DATA; i++)
        starpu_data_unregister(data[i]);
    starpu_shutdown();
    return done_testing();
}
