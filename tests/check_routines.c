/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residuals of the command can fail. For each routine of the command, in all
 * precisions, with each triangle, transpose and norm: what LAPACK or BLAS computes
 * passes. With one element of it changed, the first, one inside or the last, into a
 * NaN, an infinity or by a part of the largest one (1e-6, in single precision 1e-1), it
 * does not. Where elements have to stay, a change of one is found, too. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "options/options.h"
#include "reference.h"
#include "routines/routines.h"
#include "tap.h"

enum { M = 15, N = 13, K = 11, KD = 3, KL = 2, KU = 4, NRHS = 3, BATCH = 3, ROOM = 16 * BATCH };

/* A run of a routine by LAPACK: the operands before and after it. */
struct run {
    struct problem p;
    struct shape shape[OPERANDS];
    struct array before[OPERANDS], after[OPERANDS];
    int64_t ipiv[ROOM];
    wide tau[ROOM]; /* room for any precision */
    double value[ROOM]; /* one that all have, and more */
};

/* A large diagonal makes it positive definite, and its triangles well conditioned. Those of a
 * batch, side by side, have a diagonal each. */
static void fill(struct array *x, const struct shape *s, uint64_t seed)
{
    array_random(x, 'G', seed);
    int64_t order = s->columns > 0 ? s->columns : s->n;
    for (int64_t j = 0; s->kind != GENERAL && j < x->n; j++) {
        int64_t i = diagonal_row(s, j);
        array_set(x, i, j, (s->kind == HERMITIAN ? 1 : order + 1) + creal(array_get(x, i, j)));
    }
}

static struct array copy_of(const struct array *x)
{
    struct array y = array_new(x->prec, x->m, x->n, x->lda - x->m);
    memcpy(y.a, x->a, element_size(x->prec) * (size_t)(x->lda * x->n));
    return y;
}

static int run_lapack(struct run *run)
{
    const struct routine *routine = run->p.routine;
    int ipiv[ROOM], info = 0;
    struct host_arrays x = {.p = &run->p, .ipiv = ipiv, .tau = run->tau, .values = run->value};
    for (int i = 0; i < OPERANDS; i++) {
        x.a[i] = run->after[i].a;
        x.ld[i] = run->after[i].lda;
    }
    for (int i = 0; i < ROOM; i++)
        ipiv[i] = 0;
    if (routine->after)
        info = routine->after->numerics[run->p.prec]->lapack(&x);
    if (info == 0)
        info = routine->numerics[run->p.prec]->lapack(&x);
    for (int i = 0; i < ROOM; i++)
        run->ipiv[i] = ipiv[i];
    return info;
}

static int begin(struct run *run, const struct problem *p)
{
    *run = (struct run){.p = *p};
    p->routine->shapes(p, run->shape);
    for (int i = 0; i < OPERANDS; i++)
        if (run->shape[i].used) {
            run->before[i] =
                array_new(precision_of(p, &run->shape[i]), run->shape[i].m, run->shape[i].n, 2);
            fill(&run->before[i], &run->shape[i], 7 + (uint64_t)i);
            run->after[i] = copy_of(&run->before[i]);
        }
    return run_lapack(run);
}

static void end(struct run *run)
{
    for (int i = 0; i < OPERANDS; i++)
        if (run->shape[i].used) {
            array_free(&run->before[i]);
            array_free(&run->after[i]);
        }
}

/* A residual may overwrite what was before the run, so it gets a copy. */
static double residual_of(const struct run *run)
{
    const struct routine *routine = run->p.routine;
    struct array copy[OPERANDS];
    struct result r = {.p = &run->p};
    r.ipiv = routine->has & GIVES_IPIV ? run->ipiv : NULL;
    r.tau = routine->has & GIVES_TAU ? run->tau : NULL;
    r.values = routine->values ? run->value : NULL;
    for (int i = 0; i < OPERANDS; i++)
        if (run->shape[i].used) {
            copy[i] = copy_of(&run->before[i]);
            r.before[i] = copy[i].a;
            r.after[i] = run->after[i].a;
            r.ld[i] = copy[i].lda;
        }
    double error = routine->numerics[run->p.prec]->residual(&r);
    for (int i = 0; i < OPERANDS; i++)
        if (run->shape[i].used)
            array_free(&copy[i]);
    return error;
}

static double change(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C ? 1e-1 : 1e-6;
}

static wide wrong(int kind, wide right, double by)
{
    return kind == 0 ? NAN : kind == 1 ? INFINITY : right + by;
}

/* The operand that the routine wrote to last, of which elements are the result. */
static int result_of(const struct run *run)
{
    int last = 0;
    for (int i = 0; i < OPERANDS; i++)
        if (run->shape[i].used && memcmp(run->before[i].a, run->after[i].a,
                                         element_size(run->after[i].prec) *
                                             (size_t)(run->after[i].lda * run->after[i].n)) != 0)
            last = i;
    return last;
}

/* Elements by columns that LAPACK changed, or those that it did not. How many. */
static int list(const struct run *run, int operand, bool changed, int64_t element[])
{
    const struct array *x = &run->after[operand];
    int count = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            if ((array_get(x, i, j) != array_get(&run->before[operand], i, j)) == changed)
                element[count++] = i + j * x->m;
    return count;
}

static double largest(const struct array *x)
{
    double value = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            value = fmax(value, cabs(array_get(x, i, j)));
    return value;
}

static void mutate_elements(struct cases *cases, struct run *run, bool changed)
{
    int operand = result_of(run);
    struct array *x = &run->after[operand];
    int64_t element[ROOM * ROOM];
    int count = list(run, operand, changed, element);
    hold(cases, count > 2, "%d elements", count);
    for (int place = 0; place < 3 && count > 2; place++)
        for (int kind = 0; kind < 3; kind++) {
            int64_t at = element[place == 0 ? 0 : place == 1 ? count / 2 : count - 1];
            int64_t i = at % x->m, j = at / x->m;
            wide right = array_get(x, i, j);
            array_set(x, i, j, wrong(kind, right, change(run->p.prec) * largest(x)));
            double error = residual_of(run);
            hold(cases, !residual_right(error), "operand %d (%d, %d), fault %d: %g passes", operand,
                 (int)i, (int)j, kind, error);
            array_set(x, i, j, right);
        }
}

static void mutate_value(struct cases *cases, struct run *run)
{
    double right = run->value[0];
    for (int kind = 0; kind < 3; kind++) {
        run->value[0] = creal(wrong(kind, right, change(run->p.prec) * right));
        double error = residual_of(run);
        hold(cases, !residual_right(error), "value %g for %g: %g passes", run->value[0], right, error);
    }
    run->value[0] = right;
}

/* Numbers that are no rows. */
static void mutate_pivots(struct cases *cases, struct run *run)
{
    static const int64_t wrong_rows[] = {-1, 0, 1, ROOM};
    int64_t last = BATCH * N - 1, right = run->ipiv[last];
    for (size_t i = 0; i < sizeof wrong_rows / sizeof wrong_rows[0]; i++) {
        run->ipiv[last] = wrong_rows[i];
        double error = residual_of(run);
        hold(cases, !residual_right(error), "pivot %d: %g passes", (int)wrong_rows[i], error);
    }
    run->ipiv[last] = right;
}

/* Routines of which the rest of an operand has to stay. */
static bool keeps_the_rest(const struct problem *p)
{
    const struct routine *r = p->routine;
    return r == &routine_syrk || r == &routine_her2k || r == &routine_syr2k ||
           ((r == &routine_lacpy || r == &routine_laset) && p->uplo != STARLING_GENERAL);
}

static void check_one(struct cases *cases, const struct problem *p)
{
    struct run run;
    int info = begin(&run, p);
    double right = info == 0 ? residual_of(&run) : INFINITY;
    hold(cases, residual_right(right),
         "%s %c uplo %c trans %c%c side %c diag %c norm %c, info %d: %g does not pass",
         p->routine->name, letter(p->prec), p->uplo, p->transa, p->transb, p->side, p->diag,
         p->norm, info, right);
    if (p->routine->values)
        mutate_value(cases, &run);
    else
        mutate_elements(cases, &run, true);
    if ((p->routine->has & HAS_BATCH) && (p->routine->has & GIVES_IPIV))
        mutate_pivots(cases, &run);
    if (keeps_the_rest(p))
        mutate_elements(cases, &run, false);
    end(&run);
}

/* The values of an option that the routine has, else one. */
static const char *letters(const struct routine *routine, unsigned option, const char *all,
                           const char *otherwise)
{
    return routine->has & option ? all : otherwise;
}

/* All combinations of its options. */
static void check_routine(const struct routine *routine, starling_precision prec)
{
    struct cases cases = {0};
    const char *list[] = {
        letters(routine, HAS_UPLO, "LU", letters(routine, HAS_UPLO_OR_ALL, "LUG", "L")),
        letters(routine, HAS_TRANSA | HAS_TRANS, "NTC", "N"),
        letters(routine, HAS_TRANSB, "NTC", "N"),
        letters(routine, HAS_SIDE, "LR", "L"),
        letters(routine, HAS_DIAG, "NU", "N"),
        letters(routine, HAS_NORM, "MOIF", "O"),
        letters(routine, HAS_ITYPE, "123", "1"),
    };
    int64_t lengths[7];
    for (int i = 0; i < 7; i++)
        lengths[i] = (int64_t)strlen(list[i]);
    struct combinations c = combinations_of(7, lengths);
    while (combinations_next(&c)) {
        bool wide_matrix = routine->has & REFLECTORS_IN_ROWS;
        bool high = (routine->has & HAS_M) && !wide_matrix;
        struct problem p = {
            .routine = routine,
            .prec = prec,
            .m = high ? M : N,
            .n = wide_matrix ? M : N,
            .il = 1,
            .iu = N,
            .k = routine->has & HAS_K ? K : N,
            .kd = routine->tiles == TILES_OF_SWEEPS ? N : KD, /* of a full band LAPACK has V2 */
            .kl = KL,
            .ku = KU,
            .job = STARLING_VECTORS,
            .nrhs = NRHS,
            .batch = BATCH,
            .mb = N,
            .nb = N,
            .uplo = (starling_uplo)list[0][c.index[0]],
            .transa = (starling_trans)list[1][c.index[1]],
            .transb = (starling_trans)list[2][c.index[2]],
            .side = (starling_side)list[3][c.index[3]],
            .diag = (starling_diag)list[4][c.index[4]],
            .norm = (starling_norm)list[5][c.index[5]],
            .itype = list[6][c.index[6]] - '0',
        };
        if (routine->transposed && p.transa != STARLING_NOTRANS)
            p.transa = routine->transposed;
        check_one(&cases, &p);
    }
    ok(all_held(&cases), "%c%s: %d residuals", letter(prec), routine->name, cases.run);
}

/* LAPACK has no ge2gb (check_ge2gb). */
static bool has_lapack(const struct routine *routine, starling_precision prec)
{
    return routine->numerics[prec]->lapack && (!routine->after || has_lapack(routine->after, prec));
}

int main(void)
{
    for (const struct routine *const *r = routines; *r; r++)
        for (int i = 0; i < 4 && (*r)->numerics[i]; i++)
            if (has_lapack(*r, precisions[i]))
                check_routine(*r, precisions[i]);
    return done_testing();
}
