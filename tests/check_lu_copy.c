/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU by block columns as several GPUs do it, on cores: a column is updated and factored by one
 * task, and the others read a copy of its rows; in turned tiles, too. The same numbers and
 * interchanges, bit for bit, as starling_getrf(), in all precisions, for tall, wide and square
 * matrices. The library is linked statically, for the tasks are its own. */

#include <stdlib.h>
#include <string.h>
#include "src/internal.h"
#include "codelets/tasks.h"
#include "tap.h"

static void factor(starling_matrix *A, bool turned, starling_sequence *seq)
{
    const struct sl_inverse none = {NULL, NULL};
    int64_t steps = sl_lu_steps(A);
    struct sl_lu_step before = {.copied = false};
    for (int64_t k = 0; k < steps; k++) {
        struct sl_lu_step s = sl_lu_step_of(A, k);
        s.turned = turned && 2 * A->nb <= A->m;
        if (k + 1 < A->nt)
            sl_lu_step_copy(&s);
        sl_insert_getrf(seq, 0, &s, k > 0 ? &before : NULL, (k + 1) * 1000);
        sl_lu_step_free(seq, &before);
        for (int64_t j = k + 1 + (k + 1 < steps); j < A->nt; j++)
            sl_insert_update(seq, 0, &s, none, j);
        before = s;
    }
    sl_lu_step_free(seq, &before);
}

/* The interchanges of each step in the columns left of it. */
static void interchange_left(starling_matrix *A, char *a, const int64_t *ipiv)
{
    size_t size = sl_sizeof(A->prec);
    for (int64_t i = A->nb; i < SL_MIN(A->m, A->n); i++)
        for (int64_t j = 0; j < i / A->nb * A->nb; j++) {
            char x[16], *one = a + size * (size_t)(i + j * A->m);
            char *other = a + size * (size_t)(ipiv[i] - 1 + j * A->m);
            memcpy(x, one, size);
            memmove(one, other, size);
            memcpy(other, x, size);
        }
}

static void check(starling_precision prec, bool turned, int64_t m, int64_t n, int64_t nb)
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
    factor(B, turned, seq);
    info += starling_sequence_wait(seq) + starling_matrix_get_ipiv(A, p) +
            starling_matrix_get_ipiv(B, q) + starling_matrix_sync(A) + starling_matrix_sync(B);
    interchange_left(B, b, q);
    ok(info == 0 && memcmp(p, q, sizeof *p * least) == 0 && memcmp(a, b, size) == 0,
       "%cgetrf by copies: %ld x %ld, nb = %ld%s", "sdcz"[prec], (long)m, (long)n, (long)nb,
       turned ? ", turned" : "");
    starling_sequence_destroy(seq);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    free(a);
    free(b);
    free(p);
    free(q);
}

int main(void)
{
    setenv("STARPU_NCUDA", "0", 1);
    for (int prec = STARLING_S; prec <= STARLING_Z; prec++)
        for (int turned = 0; turned < 2; turned++) {
            check(prec, turned, 100, 100, 32);
            check(prec, turned, 150, 70, 16);
            check(prec, turned, 60, 130, 25);
            check(prec, turned, 33, 33, 32);
            check(prec, turned, 40, 40, 40);
            check(prec, turned, 210, 250, 40);
        }
    starling_finalize();
    return done_testing();
}
