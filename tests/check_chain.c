/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Chains of tasks (src/runtime/chain.c), from tasks of the test's own:
 *  - random programs, with temporary data that are freed in the middle of a chain, have the same
 *    bits with chains as without, by workers and by the caller, recorded or not;
 *  - a chain is one task: its data are those of the parts, each once, with merged modes; its
 *    operations are the sum; its priority is the highest one; its footprint is that of the variants
 *    and of the first size;
 *  - attachments of a matrix are told of each part that writes it;
 *  - if the sequence fails in the middle, or an allocation does, or a part has no kernel, then
 *    nothing of the chain runs; if a part fails, the sequence does; a child by fork() runs nothing.
 * The linker's --wrap looks at the tasks that are submitted. The library is linked statically, for
 * chains are its own. */

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "failing_malloc.h"
#include "codelets/chain.h"
#include "src/runtime/task.h"
#include "reference.h"
#include "tap.h"

enum { TILES = 5, ROWS = 7, COLUMNS = 2, TEMPORARIES = 2, MOST_DATA = TILES + TEMPORARIES + 1 };

/* ---- The tasks ------------------------------------------------------------------------------- */

/* y = y / 2 + the sum of the sources / 4, with a workspace; overwrites: y is not read. */
struct mix {
    struct sl_args head;
    int sources;
    bool overwrites;
    int status;
};

static void cpu_mix(void *tiles[], void *arg)
{
    struct mix *p = arg;
    double *y = (double *)STARPU_MATRIX_GET_PTR(tiles[0]);
    double *sum = (double *)STARPU_MATRIX_GET_PTR(tiles[1]);
    bool right = p->head.data == p->sources + 2 && p->head.number > 0 && p->head.flops > 0;
    p->head.status = right ? p->status : 1;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        sum[i] = i;
    for (int s = 0; s < p->sources; s++)
        for (int i = 0; i < ROWS * COLUMNS; i++)
            sum[i] += ((const double *)STARPU_MATRIX_GET_PTR(tiles[2 + s]))[i];
    for (int i = 0; i < ROWS * COLUMNS; i++)
        y[i] = (p->overwrites ? 0 : y[i] / 2) + sum[i] / 4;
}

static struct starpu_perfmodel model = {
    .type = STARPU_HISTORY_BASED, .symbol = "check_chain", .footprint = sl_footprint};
#define ON_CORES(cpu)                                                                              \
    {.name = #cpu, .cpu_funcs = {cpu}, .nbuffers = STARPU_VARIABLE_NBUFFERS, .model = &model}
static struct starpu_codelet mix_cl = ON_CORES(cpu_mix), chain_cl = ON_CORES(sl_cpu_chain);
static struct starpu_codelet nowhere_cl = {.name = "nowhere", .nbuffers = STARPU_VARIABLE_NBUFFERS};

struct options {
    struct starpu_codelet *cl;
    sl_tile at;
    int priority, status;
    uint32_t variant, size;
};

/* y from these sources. */
static bool insert(starling_sequence *seq, const struct options *o, starpu_data_handle_t y,
                   bool overwrites, const starpu_data_handle_t *source, int sources)
{
    struct mix args = {.head = {.variant = o->variant, .size = o->size}, .sources = sources,
                       .overwrites = overwrites, .status = o->status};
    starpu_data_handle_t work = sl_workspace(STARLING_D, ROWS * COLUMNS);
    bool taken = sl_submit(&(struct sl_task){
        .seq = seq, .cl = o->cl ? o->cl : &mix_cl, .args = &args, .args_size = sizeof args,
        .flops = 1 + sources, .at = o->at, .priority = o->priority,
        .data = {{y, overwrites ? STARPU_W : STARPU_RW}, {work, STARPU_SCRATCH}},
        .list = {{source, sources, STARPU_R}},
    });
    sl_temporary_free(seq, work);
    return taken;
}

/* ---- What is submitted ----------------------------------------------------------------------- */

static struct {
    int count, priority, data;
    double flops; /* of all */
    uint32_t footprint;
    struct sl_datum datum[64];
} submitted;

int __real_starpu_task_submit(struct starpu_task *task);
int __wrap_starpu_task_submit(struct starpu_task *task);
int __wrap_starpu_task_submit(struct starpu_task *task)
{
    submitted.count++;
    submitted.flops += task->flops;
    submitted.priority = task->priority;
    submitted.footprint = sl_footprint(task);
    submitted.data = (int)STARPU_TASK_GET_NBUFFERS(task);
    for (int i = 0; i < submitted.data && i < 64; i++)
        submitted.datum[i] = (struct sl_datum){STARPU_TASK_GET_HANDLE(task, i),
                                               STARPU_TASK_GET_MODE(task, i)};
    return __real_starpu_task_submit(task);
}

/* ---- A matrix and a sequence ----------------------------------------------------------------- */

struct setting {
    struct array x;
    starling_matrix *A;
    starling_sequence *seq;
};

static struct setting begin(int tiles)
{
    struct setting s = {.x = array_new(STARLING_D, ROWS, tiles * COLUMNS, 0)};
    array_random(&s.x, 'G', 11);
    array_save(&s.x);
    s.A = wrap(&s.x, ROWS, COLUMNS);
    starling_sequence_create(&s.seq);
    memset(&submitted, 0, sizeof submitted);
    return s;
}

/* The sequence's info; x has the result. */
static int end(struct setting *s)
{
    int info = starling_sequence_destroy(s->seq);
    starling_matrix_destroy(s->A);
    return info;
}

static starpu_data_handle_t tile(const struct setting *s, int j)
{
    return sl_handle(sl_tile_of(s->A, 0, j));
}

/* ---- Random programs ------------------------------------------------------------------------- */

static int below(uint64_t *seed, int count)
{
    return (int)((uniform(seed) + 1) / 2 * count) % count;
}

/* fresh: the datum has no value yet, so a task has to overwrite it. */
static starpu_data_handle_t target_of(struct setting *s, uint64_t *seed, int t,
                                      starpu_data_handle_t *temporary, bool *fresh)
{
    starpu_data_handle_t *at = temporary + t - TILES;
    if (t < TILES)
        return tile(s, t);
    if (*at && below(seed, 4) == 0) {
        sl_temporary_free(s->seq, *at);
        *at = NULL;
    }
    *fresh = !*at;
    return *at ? *at : (*at = sl_temporary(ROWS, COLUMNS, sizeof(double)));
}

static void random_task(struct setting *s, uint64_t *seed, starpu_data_handle_t *temporary)
{
    starpu_data_handle_t source[MOST_DATA];
    int t = below(seed, TILES + TEMPORARIES), sources = 0;
    bool fresh = false;
    starpu_data_handle_t y = target_of(s, seed, t, temporary, &fresh);
    for (int j = 0; j < TILES + TEMPORARIES; j++) {
        starpu_data_handle_t x = j < TILES ? tile(s, j) : temporary[j - TILES];
        if (x && x != y && below(seed, 3) == 0)
            source[sources++] = x;
    }
    sl_tile at = t < TILES ? sl_tile_of(s->A, 0, t) : (sl_tile){0};
    insert(s->seq, &(struct options){.at = at}, y, fresh || below(seed, 3) == 0, source, sources);
}

/* With or without chains; returns the number of tasks that StarPU should get, of chains as one. */
static int run_program(struct setting *s, uint64_t seed, bool chains)
{
    starpu_data_handle_t temporary[TEMPORARIES] = {NULL};
    int expected = 0, parts = 0, tasks = 1 + below(&seed, 30);
    bool open = false;
    for (int i = 0; i < tasks; i++) {
        int dice = below(&seed, 4);
        if (!open && dice < 2) {
            sl_chain_begin(s->seq, chains ? &chain_cl : NULL);
            open = chains;
            parts = 0;
        }
        random_task(s, &seed, temporary);
        expected += !open || parts++ == 0;
        if (dice == 3) {
            sl_chain_end(s->seq);
            open = false;
        }
    }
    for (int t = 0; t < TEMPORARIES; t++)
        sl_temporary_free(s->seq, temporary[t]);
    sl_chain_end(s->seq);
    return expected;
}

static void programs(void)
{
    struct cases cases = {0};
    for (uint64_t seed = 1; seed <= (quick() ? 100 : 1000); seed++) {
        struct setting s[3];
        int info = 0;
        double flops = 0;
        for (int chains = 0; chains < 3; chains++) { /* 2: and recorded */
            s[chains] = begin(TILES);
            if (chains == 2)
                starling_sequence_record(s[chains].seq, STARLING_RECORD_RUN);
            int expected = run_program(&s[chains], seed, chains > 0);
            const starling_task *task;
            int64_t recorded = expected;
            if (chains == 2)
                recorded = starling_sequence_tasks(s[chains].seq, &task);
            flops = chains == 0 ? submitted.flops : flops;
            hold(&cases, submitted.count == expected && recorded == expected,
                 "program %d.%d: %d tasks instead of %d, %d recorded", (int)seed, chains,
                 submitted.count, expected, (int)recorded);
            hold(&cases, submitted.flops == flops, "program %d.%d: %g operations", (int)seed,
                 chains, submitted.flops);
            info = info != 0 ? info : end(&s[chains]);
        }
        for (int chains = 0; chains < 3; chains++)
            hold(&cases, info == 0 && memcmp(s[0].x.block, s[chains].x.block, s[0].x.size) == 0,
                 "program %d.%d: info %d, or other bits", (int)seed, chains, info);
        for (int chains = 0; chains < 3; chains++)
            array_free(&s[chains].x);
    }
    ok(all_held(&cases), "chains have the same results");
}

/* The matrix of one tile of a sequence that uses the caller. */
static void by_caller(void)
{
    struct setting s[2];
    int info = 0, count[2];
    for (int calls = 0; calls < 2; calls++) {
        s[calls] = begin(1);
        s[calls].seq->calls = calls;
        starpu_data_handle_t y = tile(&s[calls], 0);
        starpu_data_handle_t t = sl_temporary(ROWS, COLUMNS, sizeof(double));
        struct options o = {.at = sl_tile_of(s[calls].A, 0, 0)};
        sl_chain_begin(s[calls].seq, &chain_cl);
        insert(s[calls].seq, &o, t, true, &y, 1);
        insert(s[calls].seq, &o, y, false, &t, 1);
        sl_temporary_free(s[calls].seq, t);
        insert(s[calls].seq, &o, y, false, NULL, 0);
        sl_chain_end(s[calls].seq);
        count[calls] = submitted.count;
        info = info != 0 ? info : end(&s[calls]);
    }
    ok(info == 0 && count[0] == 1 && count[1] == 0 &&
           memcmp(s[0].x.block, s[1].x.block, s[0].x.size) == 0,
       "the caller runs a chain of one tile: info %d", info);
    array_free(&s[0].x);
    array_free(&s[1].x);
}

/* ---- One task -------------------------------------------------------------------------------- */

static enum starpu_data_access_mode mode_of(starpu_data_handle_t handle)
{
    int found = 0;
    enum starpu_data_access_mode mode = STARPU_NONE;
    for (int i = 0; i < submitted.data; i++)
        if (submitted.datum[i].handle == handle) {
            mode = submitted.datum[i].mode;
            found++;
        }
    return found == 1 ? mode : STARPU_NONE;
}

static void modes(void)
{
    struct setting s = begin(TILES);
    int scratch = 0;
    starpu_data_handle_t a = tile(&s, 0), b = tile(&s, 1), c = tile(&s, 2), d = tile(&s, 3);
    sl_chain_begin(s.seq, &chain_cl);
    bool taken = insert(s.seq, &(struct options){.priority = 3}, a, true, &b, 1);
    taken &= insert(s.seq, &(struct options){.priority = 7}, a, false, &c, 1);
    taken &= insert(s.seq, &(struct options){.priority = 5}, c, true, &b, 1);
    taken &= insert(s.seq, &(struct options){0}, d, false, &a, 1);
    ok(submitted.count == 0 && taken, "nothing is submitted before the end");
    sl_chain_end(s.seq);
    for (int i = 0; i < submitted.data; i++)
        scratch += submitted.datum[i].mode == STARPU_SCRATCH;
    ok(submitted.count == 1 && submitted.priority == 7 && submitted.flops == 8,
       "one task, with the highest priority, and the sum of operations");
    ok(mode_of(a) == STARPU_W, "written, then read: W");
    ok(mode_of(b) == STARPU_R, "read twice: R");
    ok(mode_of(c) == STARPU_RW, "read, then written: RW");
    ok(mode_of(d) == STARPU_RW, "updated: RW");
    ok(scratch == 4 && submitted.data == 8, "a workspace for each part");
    sl_chain_begin(s.seq, &chain_cl);
    sl_chain_end(s.seq);
    sl_chain_end(s.seq);
    ok(submitted.count == 1, "no parts, no task");
    ok(end(&s) == 0, "and it runs");
    array_free(&s.x);
}

static uint32_t footprint(const uint32_t *variant, const uint32_t *size, int parts)
{
    struct setting s = begin(1);
    sl_chain_begin(s.seq, &chain_cl);
    for (int i = 0; i < parts; i++)
        insert(s.seq, &(struct options){.variant = variant[i], .size = size[i]}, tile(&s, 0), false,
               NULL, 0);
    sl_chain_end(s.seq);
    end(&s);
    array_free(&s.x);
    return submitted.footprint;
}

static void footprints(void)
{
    static const uint32_t zeros[] = {0, 0, 0}, one[] = {0, 1, 0}, last[] = {0, 0, 1},
                          sizes[] = {9, 9, 9}, second[] = {9, 8, 7}, first[] = {8, 9, 9};
    uint32_t f = footprint(zeros, sizes, 3);
    ok(f == footprint(zeros, second, 3), "the model knows the size of the first part");
    ok(f != footprint(zeros, first, 3) && f != footprint(one, sizes, 3) &&
           f != footprint(last, sizes, 3) && f != footprint(zeros, sizes, 2),
       "... and the variants of all parts");
}

/* ---- Attachments ----------------------------------------------------------------------------- */

static int notices;

static void written(starling_matrix *A, struct sl_attachment *attachment, starling_sequence *seq)
{
    (void)A, (void)attachment, (void)seq;
    notices++;
}

static void keep(struct sl_attachment *attachment, starling_sequence *seq)
{
    (void)attachment, (void)seq;
}

static void attachments(void)
{
    static const struct sl_attachment_kind kind = {.written = written, .free = keep};
    struct sl_attachment attachment = {.kind = &kind};
    struct setting s = begin(TILES);
    struct options first = {.at = sl_tile_of(s.A, 0, 0)}, second = {.at = sl_tile_of(s.A, 0, 1)};
    sl_attach(s.A, &attachment);
    sl_chain_begin(s.seq, &chain_cl);
    insert(s.seq, &first, tile(&s, 0), false, NULL, 0);
    insert(s.seq, &second, tile(&s, 1), true, NULL, 0);
    insert(s.seq, &first, tile(&s, 1), true, NULL, 0);
    sl_chain_end(s.seq);
    ok(end(&s) == 0 && notices == 2, "attachments are told of two parts: %d", notices);
    array_free(&s.x);
}

/* ---- Failures -------------------------------------------------------------------------------- */

enum failure { RUNTIME, NUMERICAL, NO_KERNEL };

/* A chain whose sequence fails between its parts. */
static void failing(enum failure failure, int expected)
{
    struct setting s = begin(TILES);
    starpu_data_handle_t t = sl_temporary(ROWS, COLUMNS, sizeof(double));
    sl_chain_begin(s.seq, &chain_cl);
    insert(s.seq, &(struct options){0}, t, true, NULL, 0);
    insert(s.seq, &(struct options){0}, tile(&s, 0), false, &t, 1);
    if (failure == RUNTIME)
        sl_sequence_error(s.seq, STARLING_ERUNTIME);
    else if (failure == NUMERICAL)
        sl_numerical_failure(s.seq, 5, true);
    bool taken = insert(s.seq, &(struct options){.cl = failure == NO_KERNEL ? &nowhere_cl : NULL},
                        tile(&s, 1), true, &t, 1);
    sl_temporary_free(s.seq, t);
    insert(s.seq, &(struct options){0}, tile(&s, 2), true, NULL, 0);
    sl_chain_end(s.seq);
    int count = submitted.count, info = starling_sequence_wait(s.seq);
    sl_chain_begin(s.seq, &chain_cl);
    insert(s.seq, &(struct options){0}, tile(&s, 2), true, NULL, 0);
    sl_chain_end(s.seq);
    int next = starling_sequence_destroy(s.seq);
    starling_matrix_destroy(s.A);
    ok(info == expected && count == 0 && taken == (failure != NO_KERNEL) && next == 0 &&
           array_get(&s.x, 1, 2 * COLUMNS) == 0.25,
       "a failure in the middle: info %d, %d tasks; then info %d", info, count, next);
    array_free(&s.x);
}

static void part_fails(void)
{
    struct cases cases = {0};
    for (int which = 0; which < 3; which++) {
        struct setting s = begin(TILES);
        sl_chain_begin(s.seq, &chain_cl);
        for (int i = 0; i < 3; i++)
            insert(s.seq, &(struct options){.status = i == which ? 4 : 0}, tile(&s, i), false, NULL,
                   0);
        sl_chain_end(s.seq);
        int info = end(&s);
        hold(&cases, info == STARLING_ERUNTIME, "part %d: info %d", which, info);
        array_free(&s.x);
    }
    ok(all_held(&cases), "the failure of a part is that of the sequence");
}

static void no_memory(void)
{
    struct cases cases = {0};
    int failed = 0;
    for (uint64_t seed = 1; seed <= 5; seed++)
        for (int all = 0; all < 2; all++) {
            struct setting right = begin(TILES);
            run_program(&right, seed, true);
            end(&right);
            bool none = false;
            for (int n = 0; !none && n < 1000; n++) {
                struct setting s = begin(TILES);
                forever = all;
                arm(n);
                run_program(&s, seed, true);
                none = disarm();
                int info = end(&s);
                bool same = memcmp(s.x.block, right.x.block, s.x.size) == 0;
                failed += info != 0;
                hold(&cases, info == 0 ? same : info == STARLING_ENOMEM && !none,
                     "program %d, allocation %d: info %d%s", (int)seed, n, info,
                     same ? "" : ", other bits");
                array_free(&s.x);
            }
            hold(&cases, none, "program %d ends", (int)seed);
            array_free(&right.x);
        }
    ok(all_held(&cases) && failed > 0, "%d runs without memory", failed);
}

static void child(void)
{
    struct setting s = begin(TILES);
    int status = 0;
    sl_chain_begin(s.seq, &chain_cl);
    insert(s.seq, &(struct options){0}, tile(&s, 0), false, NULL, 0);
    fflush(stdout);
    pid_t process = fork();
    if (process == 0) {
        alarm(30); /* a hang ends by SIGALRM */
        bool taken = sl_submit(&(struct sl_task){.seq = s.seq, .cl = &mix_cl});
        sl_chain_end(s.seq);
        _exit(taken || submitted.count > 0 ? 1 : 0);
    }
    waitpid(process, &status, 0);
    sl_chain_end(s.seq);
    ok(status == 0 && submitted.count == 1 && end(&s) == 0, "a child by fork() runs nothing");
    array_free(&s.x);
}

int main(void)
{
    if (starling_init() != 0 || starling_ncpu() == 0) {
        printf("1..0 # SKIP a core is needed\n");
        return 0;
    }
    programs();
    by_caller();
    modes();
    footprints();
    attachments();
    failing(RUNTIME, STARLING_ERUNTIME);
    failing(NUMERICAL, 5);
    failing(NO_KERNEL, STARLING_ENOWORKER);
    part_fails();
    no_memory();
    child();
    starling_finalize();
    return done_testing();
}
