/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What doc/numerics.md says of equal bits: with the same tiles the results on CPU
 * workers do not depend on their number, on the scheduling policy, or on the order in
 * which tasks end. Cholesky and LU factorization, solution, inverse, product and norm,
 * in four precisions, on square tiles and on block columns. Other numbers give other
 * bits. */

#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

enum { N = 150, NRHS = 5, NB = 32 };

/* All results of one precision, one after another. */
struct results {
    char *bytes;
    size_t size;
};

static void keep(struct results *r, starling_matrix *A)
{
    int64_t m = starling_matrix_m(A), n = starling_matrix_n(A);
    size_t size = (size_t)(m * n) * element_size(starling_matrix_precision(A));
    r->bytes = realloc(r->bytes, r->size + size);
    memset(r->bytes + r->size, 0, size);
    starling_matrix_get(A, r->bytes + r->size, m);
    r->size += size;
}

static void keep_norm(struct results *r, starling_matrix *A)
{
    double norm = 0;
    starling_lange(STARLING_FROBENIUS_NORM, A, &norm);
    r->bytes = realloc(r->bytes, r->size + sizeof norm);
    memcpy(r->bytes + r->size, &norm, sizeof norm);
    r->size += sizeof norm;
}

static starling_matrix *matrix(starling_precision prec, int64_t n, int64_t mb,
                               uint64_t seed)
{
    starling_matrix *A = NULL;
    starling_matrix_create(&A, prec, N, n, mb, NB);
    starling_random(seed, A);
    return A;
}

/* Whether nothing failed. */
static bool cholesky(starling_precision prec, uint64_t seed, struct results *r)
{
    starling_matrix *A = matrix(prec, N, NB, seed),
                    *B = matrix(prec, NRHS, NB, seed + 1);
    starling_laset(STARLING_GENERAL, 0, 0, A); /* the other triangle stays zero */
    starling_random_hermitian(STARLING_LOWER, N, seed, A);
    int info = starling_posv(STARLING_LOWER, A, B);
    keep(r, A);
    keep(r, B);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    return info == 0;
}

static bool lu(starling_precision prec, int64_t mb, uint64_t seed, struct results *r)
{
    starling_matrix *A = matrix(prec, N, mb, seed),
                    *B = matrix(prec, NRHS, mb, seed + 1);
    int info = starling_gesv(A, B);
    keep(r, A);
    keep(r, B);
    int inverse = starling_getri(A);
    keep(r, A);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    return info == 0 && inverse == 0;
}

static bool product(starling_precision prec, uint64_t seed, struct results *r)
{
    starling_matrix *A = matrix(prec, N, NB, seed), *B = matrix(prec, N, NB, seed + 1),
                    *C = matrix(prec, N, NB, seed + 2);
    int info = starling_gemm(STARLING_NOTRANS, STARLING_TRANS, -1, A, B, 0.5, C);
    keep(r, C);
    keep_norm(r, C);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(C);
    return info == 0;
}

static bool compute(starling_precision prec, uint64_t seed, struct results *r)
{
    *r = (struct results){NULL, 0};
    return cholesky(prec, seed, r) && lu(prec, NB, seed, r) && lu(prec, N, seed, r) &&
           product(prec, seed, r);
}

static bool equal(const struct results *a, const struct results *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

int main(void)
{
    static const char *const policies[] = {"prio", "eager", "lws", "starling", "dmdas"};
    static const char *const workers[] = {"1", "2", "3"};
    struct results first[4], again;
    setenv("STARPU_NCUDA", "0", 1);
    for (int w = 0; w < 3; w++)
        for (int s = 0; s < 5; s++) {
            struct cases cases = {0};
            setenv("STARPU_NCPU", workers[w], 1);
            setenv("STARPU_SCHED", policies[s], 1);
            for (int p = 0; p < 4; p++) {
                struct results *r = w == 0 && s == 0 ? &first[p] : &again;
                bool right = compute(precisions[p], 7, r);
                hold(&cases, right, "%c: a routine failed", letter(precisions[p]));
                hold(&cases, equal(r, &first[p]),
                     "%c: other bits than with 1 worker and %s", letter(precisions[p]),
                     policies[0]);
                if (r == &again)
                    free(again.bytes);
            }
            ok(all_held(&cases) && starling_finalize() == 0,
               "%s CPU workers, policy %s: the same bits", workers[w], policies[s]);
        }
    for (int p = 0; p < 4; p++) {
        ok(compute(precisions[p], 8, &again) && !equal(&again, &first[p]),
           "%c: other numbers, other bits", letter(precisions[p]));
        free(again.bytes);
        free(first[p].bytes);
    }
    return done_testing();
}
