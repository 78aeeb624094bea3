/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU by block columns as GPUs do it, on cores: a column is updated and factored by one task, and
 * the others read a copy of its rows, or are updated by several steps at once, or block by block; in
 * transposed tiles, too.
 * The same interchanges as starling_getrf(), in all precisions, for tall, wide and square matrices,
 * and the same numbers, with copies bit for bit. Then a GPU's own graph with small groups of steps,
 * if there is one. The library is linked statically, for tasks and graph are its own. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "src/lu/lu.h"
#include "reference.h"
#include "tap.h"

/* Interchanges left of the panels after every second step. */
static int64_t every_second(const struct sl_panel_plan *plan, int64_t k)
{
    (void)plan;
    return k + 2;
}

static void set_groups(struct sl_panel_plan *plan, const starling_matrix *A, int group)
{
    plan->group = group;
    plan->groups_end = SL_MAX(0, SL_MIN(A->m, A->n) / A->nb - group + 1);
    plan->boundaries = 0;
    sl_plan_boundaries(plan, every_second);
}

/* As GPUs do it: panels are updated in their own task; so many of them in a group (1: each alone,
 * and others read a copy of it), groups complete. block: columns of a block, 0: all. */
static struct sl_panel_plan gpu_plan(const starling_matrix *A, int group, int64_t block,
                                     bool transposed)
{
    struct sl_panel_plan plan = sl_getrf_plan(A);
    set_groups(&plan, A, group);
    plan.fused = true;
    plan.copied = group == 1 && block == 0;
    plan.block = block > 0 ? block : plan.columns;
    plan.boundaries = block > 0 ? 0 : plan.boundaries;
    plan.transposed = transposed && 2 * A->nb <= A->m;
    return plan;
}

/* Elements are of the order of 1; products of several steps may round otherwise. */
static bool agree(starling_precision prec, const void *a, const void *b, size_t size)
{
    double most = 0;
    bool narrow = prec == STARLING_S || prec == STARLING_C;
    for (size_t i = 0; i < size / (narrow ? sizeof(float) : sizeof(double)); i++) {
        double x = narrow ? ((const float *)a)[i] : ((const double *)a)[i];
        double y = narrow ? ((const float *)b)[i] : ((const double *)b)[i];
        most = residual_larger(most, fabs(x - y));
    }
    return most < 10000 * epsilon(prec);
}

static void check(starling_precision prec, int group, int64_t block, bool transposed, int64_t m,
                  int64_t n, int64_t nb)
{
    size_t size = sl_sizeof(prec) * (size_t)(m * n), least = (size_t)SL_MIN(m, n);
    char *a = malloc(size), *b = malloc(size);
    int64_t *p = malloc(sizeof *p * least), *q = malloc(sizeof *q * least);
    starling_matrix *A, *B;
    starling_sequence *seq;
    int info = starling_matrix_wrap(&A, prec, m, n, a, m, m, nb) +
               starling_matrix_wrap(&B, prec, m, n, b, m, m, nb) + starling_random(7, A) +
               starling_random(7, B) + starling_getrf(A) + starling_sequence_create(&seq);
    info += sl_pivots_make(B);
    struct sl_panel_plan plan = gpu_plan(B, group, block, transposed);
    sl_getrf_tasks(B, &plan, seq);
    info += starling_sequence_wait(seq) + starling_matrix_get_ipiv(A, p) +
            starling_matrix_get_ipiv(B, q) + starling_matrix_sync(A) + starling_matrix_sync(B);
    bool same = group > 1 ? agree(prec, a, b, size) : memcmp(a, b, size) == 0;
    ok(info == 0 && memcmp(p, q, sizeof *p * least) == 0 && same,
       "%cgetrf, steps at once: %d, columns of a block: %ld: %ld x %ld, nb = %ld%s", "sdcz"[prec], group,
       (long)block, (long)m, (long)n, (long)nb, transposed ? ", transposed" : "");
    starling_sequence_destroy(seq);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    free(a);
    free(b);
    free(p);
    free(q);
}

/* A matrix in the GPU's memory, its steps in groups, beside LAPACK. */
static void check_resident(starling_precision prec, int node, int64_t m, int64_t n, int64_t nb)
{
    int64_t least = SL_MIN(m, n), *ipiv = malloc(sizeof *ipiv * (size_t)least);
    int *expected = malloc(sizeof *expected * (size_t)least);
    struct array x = array_new(prec, m, n, 0), y = array_new(prec, m, n, 0);
    array_random(&x, 'G', 7);
    memcpy(y.block, x.block, x.size);
    wide *a = wide_of(&x, 'G');
    size_t size = element_size(prec) * (size_t)(m * n);
    void *resident = (void *)starpu_malloc_on_node((unsigned)node, size);
    starling_matrix *A, *B = wrap(&x, m, nb);
    starling_sequence *seq;
    int info = starling_matrix_wrap_device(&A, prec, m, n, resident, m, m, nb, 0) +
               starling_lacpy(STARLING_GENERAL, B, A) + sl_pivots_make(A) +
               starling_sequence_create(&seq);
    struct sl_panel_plan plan = sl_getrf_plan(A);
    set_groups(&plan, A, plan.group);
    sl_getrf_tasks(A, &plan, seq);
    info += starling_sequence_destroy(seq) +
               starling_matrix_get_ipiv(A, ipiv) + starling_lacpy(STARLING_GENERAL, A, B);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starpu_free_on_node((unsigned)node, (uintptr_t)resident, size);
    bool same = lapack_getrf(&y, expected) == 0;
    for (int64_t i = 0; i < least; i++)
        same &= ipiv[i] == expected[i];
    double r = lu_residual(&x, ipiv, a);
    ok(info == 0 && same && residual_right(r),
       "%cgetrf of a GPU's matrix by groups of steps: %ld x %ld, nb = %ld, %d cores: |PA - LU| "
       "scaled %.2g%s", letter(prec), (long)m, (long)n, (long)nb, starling_ncpu(), r,
       same ? "" : ", interchanges are not LAPACK's");
    array_free(&x);
    array_free(&y);
    free(a);
    free(ipiv);
    free(expected);
}

static void set_workers(const char *cores, const char *gpus)
{
    setenv("STARPU_NCPU", cores, 1);
    setenv("STARPU_NCUDA", gpus, 1);
}

int main(void)
{
    set_workers("2", "0");
    for (int prec = STARLING_S; prec <= STARLING_Z; prec++)
        for (int kind = 0; kind < 2 * (SL_MOST_GROUPED + 3); kind++) {
            int extra = kind / 2 - SL_MOST_GROUPED + 1, transposed = kind % 2;
            int group = extra > 0 ? 1 : 1 + kind / 2;
            int64_t block = extra > 0 ? extra : 0;
            check(prec, group, block, transposed, 100, 100, 32);
            check(prec, group, block, transposed, 150, 70, 16);
            check(prec, group, block, transposed, 60, 130, 25);
            check(prec, group, block, transposed, 33, 33, 32);
            check(prec, group, block, transposed, 40, 40, 40);
            check(prec, group, block, transposed, 210, 250, 40);
            check(prec, group, block, transposed, 200, 190, 17);
        }
    starling_finalize();
    for (int cores = 0; cores <= 2; cores += 2) {
        set_workers(cores > 0 ? "2" : "0", "1");
        int node = starling_init() == 0 ? sl_cuda_node(0) : -1;
        for (int prec = STARLING_S; prec <= STARLING_Z && node >= 0; prec++) {
            check_resident(prec, node, 300, 300, 32);
            check_resident(prec, node, 450, 333, 33);
            check_resident(prec, node, 250, 420, 40);
            check_resident(prec, node, 900, 256, 64);
            check_resident(prec, node, 200, 200, 16);
            check_resident(prec, node, 300, 300, 150);
        }
        if (node >= 0)
            starling_finalize();
    }
    return done_testing();
}
