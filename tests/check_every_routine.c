/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What holds for every routine of the command's list, so that a new one is tested, too. In all
 * precisions:
 *  - empty operands are right, and info is 0;
 *  - without a sequence the routine is refused, with a sentence;
 *  - a sequence that has failed takes nothing: operands stay;
 *  - when an allocation fails, info is STARLING_ENOMEM, or 0 and the result is right, and the next
 *    call works. */

#include <string.h>
#include "failing_malloc.h"
#include "options/options.h"
#include "reference.h"
#include "routines/batched.h"
#include "tap.h"

enum { N = 22, KD = 4, NRHS = 5, NB = 8, BATCH = 19 };

struct run {
    struct problem p;
    struct shape shape[OPERANDS];
    struct array x[OPERANDS];
    double value[3 * N + 2]; /* as many as a routine gives for these sizes */
    int64_t ipiv[N];
    struct call call;
};

static bool has_arrays(const struct run *run)
{
    return (run->p.routine->has & HAS_BATCH) || run->p.routine->tiles == ARRAYS;
}

static bool has_batches(const struct run *run)
{
    return (run->p.routine->has & HAS_BATCH) != 0;
}

/* A large diagonal: positive definite, and triangles that are well conditioned. Those of a batch,
 * side by side, have a diagonal each. */
static void fill(struct run *run)
{
    for (int o = 0; o < OPERANDS; o++)
        if (run->shape[o].used) {
            struct array *x = &run->x[o];
            int64_t order = has_batches(run) ? run->shape[o].columns : x->n;
            array_random(x, 'G', 7 + (uint64_t)o);
            for (int64_t j = 0; j < x->n && run->shape[o].kind != GENERAL; j++)
                if (diagonal_row(&run->shape[o], j) < x->m)
                    array_set(x, diagonal_row(&run->shape[o], j), j, (double)order + 1);
        }
}

static int wrap_batches(struct run *run)
{
    void *a[OPERANDS];
    int64_t ld[OPERANDS];
    for (int o = 0; o < OPERANDS; o++) {
        a[o] = run->x[o].a;
        ld[o] = run->x[o].lda;
    }
    return batches_wrap(&run->p, run->shape, a, ld, &run->call.batches);
}

static int submit(const struct routine *routine, const struct run *run)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    info = routine->submit(&run->call, seq);
    int end = starling_sequence_destroy(seq);
    return info != 0 ? info : end;
}

/* The operands as they are before the routine, and those that the array has. */
static int prepare(struct run *run)
{
    const struct routine *after = run->p.routine->after;
    batches_destroy(&run->call.batches);
    fill(run);
    if (has_batches(run) && wrap_batches(run) != 0)
        return STARLING_ENOMEM;
    for (int o = 0; o < OPERANDS; o++)
        if (run->call.matrix[o])
            starling_matrix_set(run->call.matrix[o], run->x[o].a, run->x[o].lda);
    return after ? submit(after, run) : 0;
}

static void begin(struct run *run, const struct routine *routine, starling_precision prec, int64_t n)
{
    *run = (struct run){.p = {.routine = routine, .prec = prec, .m = n, .n = n, .k = n, .kd = KD, .kl = KD, .ku = KD - 1,
                              .il = 1, .iu = n,
                              .nrhs = n > 0 ? NRHS : 0, .uplo = STARLING_LOWER,
                              .transa = STARLING_NOTRANS, .transb = STARLING_NOTRANS,
                              .side = STARLING_LEFT, .diag = STARLING_NONUNIT,
                              .norm = STARLING_ONE_NORM, .job = STARLING_VECTORS, .itype = 1}};
    run->p.batch = n > 0 ? BATCH : 0;
    run->p.nb = routine->has & HAS_BATCH ? NB : 0;
    routine->shapes(&run->p, run->shape);
    run->call.p = &run->p;
    run->call.values = run->value;
    run->call.ipiv = run->ipiv;
    if (has_batches(run))
        batches_allocate(&run->p, run->shape, PLACE_HOST, &run->call.batches);
    for (int o = 0; o < OPERANDS; o++)
        if (run->shape[o].used) {
            struct array *x = &run->x[o];
            *x = array_new(precision_of(&run->p, &run->shape[o]), run->shape[o].m, run->shape[o].n, 1);
            run->call.array[o] = x->a;
            run->call.ld[o] = x->lda;
            if (has_arrays(run))
                continue;
            bool columns = routine->tiles != SQUARE_TILES && routine->tiles != TILES_OF_SIDE &&
                           routine->tiles != TILES_OF_LU && !run->shape[o].by_rows;
            bool high = columns || run->shape[o].real;
            run->call.matrix[o] = wrap(x, high ? N + 1 : NB, run->shape[o].by_rows ? N : NB);
        }
}

static void end(struct run *run)
{
    batches_destroy(&run->call.batches);
    batches_free(&run->call.batches);
    for (int o = 0; o < OPERANDS; o++)
        if (run->shape[o].used) {
            starling_matrix_destroy(run->call.matrix[o]);
            array_free(&run->x[o]);
        }
}

/* All elements, one operand after the other, and the values; to be freed. */
static char *values_of(struct run *run, size_t *size)
{
    *size = sizeof run->value;
    for (int o = 0; o < OPERANDS; o++)
        if (run->shape[o].used)
            *size += element_size(run->x[o].prec) * (size_t)(run->x[o].lda * run->x[o].n);
    char *all = calloc(1, *size), *to = all;
    batches_sync(&run->call.batches);
    for (int o = 0; o < OPERANDS; o++)
        if (run->shape[o].used) {
            size_t bytes = element_size(run->x[o].prec) * (size_t)(run->x[o].lda * run->x[o].n);
            if (has_arrays(run))
                memcpy(to, run->x[o].a, bytes);
            else
                starling_matrix_get(run->call.matrix[o], to, run->x[o].lda);
            to += bytes;
        }
    memcpy(to, run->value, sizeof run->value);
    return all;
}

static bool same(struct run *run, const char *right)
{
    size_t size;
    char *now = values_of(run, &size);
    bool equal = memcmp(now, right, size) == 0;
    free(now);
    return equal;
}

static void empty(struct cases *cases, const struct routine *routine, starling_precision prec)
{
    struct run run;
    begin(&run, routine, prec, 0);
    int info = prepare(&run);
    hold(cases, info == 0 && submit(routine, &run) == 0, "%c%s: empty", letter(prec), routine->name);
    end(&run);
}

static void no_sequence(struct cases *cases, const struct routine *routine, starling_precision prec)
{
    struct run run;
    if (routine->has & RUNS_AT_ONCE)
        return;
    begin(&run, routine, prec, N);
    prepare(&run);
    listen_to_errors();
    int info = routine->submit(&run.call, NULL);
    hold(cases, info < 0 && info > -1000 && told(-info, 1), "%c%s without a sequence: %d, %s",
         letter(prec), routine->name, info, last_message());
    starling_set_error_handler(NULL, NULL);
    end(&run);
}

static void failed_sequence(struct cases *cases, const struct routine *routine,
                            starling_precision prec)
{
    struct run run;
    starling_sequence *seq;
    size_t size;
    if (routine->has & RUNS_AT_ONCE)
        return;
    begin(&run, routine, prec, N);
    prepare(&run);
    char *before = values_of(&run, &size);
    starling_sequence_create(&seq);
    starling_laset_submit((starling_uplo)'x', 1, 2, run.call.matrix[0], seq);
    routine->submit(&run.call, seq);
    int info = starling_sequence_destroy(seq);
    hold(cases, info == -1 && same(&run, before), "%c%s in a sequence that has failed: %d",
         letter(prec), routine->name, info);
    free(before);
    end(&run);
}

static void exhaust(struct cases *cases, const struct routine *routine, starling_precision prec)
{
    struct run run;
    size_t size;
    bool over = false;
    begin(&run, routine, prec, N);
    prepare(&run);
    int info = submit(routine, &run);
    char *right = values_of(&run, &size);
    hold(cases, info == 0, "%c%s with memory: %d", letter(prec), routine->name, info);
    for (int k = 0; !over && k < 10000; k += 1 + k / 3) {
        prepare(&run);
        arm(k);
        info = submit(routine, &run);
        over = disarm();
        hold(cases, info == STARLING_ENOMEM || (info == 0 && same(&run, right)),
             "%c%s, allocation %d fails: %d", letter(prec), routine->name, k, info);
        prepare(&run);
        info = submit(routine, &run);
        hold(cases, info == 0 && same(&run, right), "%c%s, after allocation %d failed: %d",
             letter(prec), routine->name, k, info);
    }
    hold(cases, over, "%c%s: an end", letter(prec), routine->name);
    free(right);
    end(&run);
}

int main(void)
{
    int count = 0;
    for (; routines[count]; count++) {
        struct cases cases[4] = {{0}};
        for (int p = 0; p < 4; p++) {
            if (!routines[count]->numerics[p]) /* some are there in two precisions only */
                continue;
            empty(&cases[0], routines[count], precisions[p]);
            no_sequence(&cases[1], routines[count], precisions[p]);
            failed_sequence(&cases[2], routines[count], precisions[p]);
            exhaust(&cases[3], routines[count], precisions[p]);
        }
        bool waits = routines[count]->has & RUNS_AT_ONCE;
        ok(all_held(&cases[0]), "%s: empty operands", routines[count]->name);
        ok(waits || all_held(&cases[1]), "%s: no sequence", routines[count]->name);
        ok(waits || all_held(&cases[2]), "%s: a sequence that has failed", routines[count]->name);
        ok(all_held(&cases[3]), "%s: allocations fail, %d cases", routines[count]->name,
           cases[3].run);
    }
    ok(count > 15, "%d routines", count);
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
