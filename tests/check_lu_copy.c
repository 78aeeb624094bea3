/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU by block columns as GPUs do it, on cores: a column is updated and factored by one task, and
 * the others read a copy of its rows, or are updated by several steps at once; in turned tiles, too.
 * The same interchanges as starling_getrf(), in all precisions, for tall, wide and square matrices,
 * and the same numbers, with copies bit for bit. Then a GPU's own graph with small groups of steps,
 * if there is one. The library is linked statically, for tasks and graph are its own. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "src/internal.h"
#include "codelets/tasks.h"
#include "reference.h"
#include "tap.h"

/* Groups of `joined` steps that are complete, others step by step. */
static bool waits(const starling_matrix *A, int joined, int64_t k)
{
    return k % joined < joined - 1 && (k / joined + 1) * joined * A->nb <= SL_MIN(A->m, A->n);
}

/* joined: so many steps at once, 1: each alone, by a copy. */
static void factor(starling_matrix *A, int joined, bool turned, starling_sequence *seq)
{
    int64_t steps = sl_lu_steps(A);
    struct sl_lu_step ring[SL_JOINED + 1], *before = NULL;
    for (int64_t k = 0; k < steps; k++) {
        struct sl_lu_step *s = &ring[k % (SL_JOINED + 1)];
        *s = sl_lu_step_of(A, k);
        s->turned = turned && 2 * A->nb <= A->m;
        if (k > 0 && waits(A, joined, k - 1))
            s->joined = before;
        if (k + 1 < A->nt && joined == 1)
            sl_lu_step_copy(s);
        sl_insert_getrf(seq, 0, s, before, (k + 1) * 1000);
        if (!s->joined)
            sl_lu_step_free(seq, before);
        for (int64_t j = k + 1 + (k + 1 < steps); j < A->nt && !waits(A, joined, k); j++)
            sl_insert_update(seq, 0, s, j);
        before = s;
    }
    sl_lu_step_free(seq, before);
}

/* The interchanges of each step in the columns left of it. */
static void interchange_left(starling_matrix *A, int joined, char *a, const int64_t *ipiv)
{
    size_t size = sl_sizeof(A->prec);
    for (int64_t i = A->nb; i < SL_MIN(A->m, A->n); i++)
        for (int64_t j = 0, k = i / A->nb; j < k * A->nb; j++) {
            bool done = true; /* with a step that j's is joined with */
            for (int64_t step = j / A->nb; step < k; step++)
                done &= waits(A, joined, step);
            if (done)
                continue;
            char x[16], *one = a + size * (size_t)(i + j * A->m);
            char *other = a + size * (size_t)(ipiv[i] - 1 + j * A->m);
            memcpy(x, one, size);
            memmove(one, other, size);
            memcpy(other, x, size);
        }
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

static void check(starling_precision prec, int joined, bool turned, int64_t m, int64_t n,
                  int64_t nb)
{
    size_t size = sl_sizeof(prec) * (size_t)(m * n), least = (size_t)SL_MIN(m, n);
    char *a = malloc(size), *b = malloc(size);
    int64_t *p = malloc(sizeof *p * least), *q = malloc(sizeof *q * least);
    starling_matrix *A, *B;
    starling_sequence *seq;
    int info = starling_matrix_wrap(&A, prec, m, n, a, m, m, nb) +
               starling_matrix_wrap(&B, prec, m, n, b, m, m, nb) + starling_random(7, A) +
               starling_random(7, B) + starling_getrf(A) + starling_sequence_create(&seq);
    for (size_t i = 0; i < least; i++)
        q[i] = (int64_t)i + 1;
    info += starling_matrix_set_ipiv(B, q); /* makes room for them */
    factor(B, joined, turned, seq);
    info += starling_sequence_wait(seq) + starling_matrix_get_ipiv(A, p) +
            starling_matrix_get_ipiv(B, q) + starling_matrix_sync(A) + starling_matrix_sync(B);
    interchange_left(B, joined, b, q);
    bool same = joined > 1 ? agree(prec, a, b, size) : memcmp(a, b, size) == 0;
    ok(info == 0 && memcmp(p, q, sizeof *p * least) == 0 && same,
       "%cgetrf, steps at once: %d: %ld x %ld, nb = %ld%s", "sdcz"[prec], joined, (long)m, (long)n,
       (long)nb, turned ? ", turned" : "");
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
    int info = starling_matrix_wrap_device(&A, prec, m, n, resident, m, m, nb, 0) +
               starling_lacpy(STARLING_GENERAL, B, A) + starling_getrf(A) +
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
        for (int kind = 0; kind < 2 * SL_JOINED; kind++) {
            int joined = 1 + kind / 2, turned = kind % 2;
            check(prec, joined, turned, 100, 100, 32);
            check(prec, joined, turned, 150, 70, 16);
            check(prec, joined, turned, 60, 130, 25);
            check(prec, joined, turned, 33, 33, 32);
            check(prec, joined, turned, 40, 40, 40);
            check(prec, joined, turned, 210, 250, 40);
            check(prec, joined, turned, 200, 190, 17);
        }
    starling_finalize();
    sl_joined_from = 0;
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
