/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Level 3 of BLAS: gemm, symm, syrk, syr2k, trmm, trsm, and in complex precisions hemm, herk,
 * her2k. A size is the least of the dimensions: so often each element that moves is used. */

#include "dropin.h"

/* A routine, with the sizes m, n, k, whether all arguments are right, and Starling's call.
 * Programs, and LAPACK itself, call BLAS often with small matrices. These calls cost comparisons
 * and a jump: the arguments stay where they are, so a large call is another function. */
#define PRODUCT(routine_name, m, n, k, right, ours_call, parameters, arguments)                    \
    static struct sl_routine routine_name##_routine = {.name = SL_STRING(routine_name),            \
                                                       .symbol = SL_STRING(SYMBOL(routine_name)),  \
                                                       .ours = SL_STRING(OURS(routine_name)),      \
                                                       .blas = true};                              \
    static __attribute__((noinline)) void large_##routine_name parameters                          \
    {                                                                                              \
        struct sl_call call = sl_begin(&routine_name##_routine, __builtin_return_address(0));      \
        if (TAKES(right, m, n, k))                                                                 \
            sl_check(&call, ours_call);                                                            \
        else                                                                                       \
            LAPACK arguments;                                                                      \
        DONE;                                                                                      \
    }                                                                                              \
    __attribute__((visibility("default"))) void SYMBOL(routine_name) parameters                    \
    {                                                                                              \
        bool small = sl_is_small(&routine_name##_routine, m, n, k);                                \
        void(*way) parameters =                                                                    \
            small ? (void(*) parameters)routine_name##_routine.next : large_##routine_name;        \
        (*way) arguments;                                                                          \
    }

/* The rows of the array of a matrix with op(A) rows x columns. */
static int64_t rows_of(const char *trans, int64_t rows, int64_t columns)
{
    return is(trans, "N") ? rows : columns;
}

PRODUCT(gemm, *m, *n, *k,
        is(transa, "NTC") && is(transb, "NTC") && holds(*lda, rows_of(transa, *m, *k)) &&
            holds(*ldb, rows_of(transb, *k, *n)) && holds(*ldc, *m),
        STARLING(gemm)(*transa, *transb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc),
        (const char *transa, const char *transb, const fint *m, const fint *n, const fint *k,
         const scalar_t *alpha, const scalar_t *a, const fint *lda, const scalar_t *b,
         const fint *ldb, const scalar_t *beta, scalar_t *c, const fint *ldc, size_t l1, size_t l2),
        (transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, l1, l2))

/* ---- Symmetric and Hermitian matrices ---------------------------------------------------------
 */

#define MULTIPLY(name)                                                                             \
    PRODUCT(name, *m, *n, *n,                                                                      \
            is(side, "LR") && is(uplo, "LU") && holds(*lda, is(side, "L") ? *m : *n) &&            \
                holds(*ldb, *m) && holds(*ldc, *m),                                                \
            STARLING(name)(*side, *uplo, *m, *n, *alpha, a, *lda, b, *ldb, *beta, c, *ldc),        \
            (const char *side, const char *uplo, const fint *m, const fint *n,                     \
             const scalar_t *alpha, const scalar_t *a, const fint *lda, const scalar_t *b,         \
             const fint *ldb, const scalar_t *beta, scalar_t *c, const fint *ldc, size_t l1,       \
             size_t l2),                                                                           \
            (side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc, l1, l2))

/* transposes: those that it has; alpha_t, beta_t: the types of the scalars */
#define RANK_K(name, transposes, alpha_t, beta_t)                                                  \
    PRODUCT(name, *n, *n, *k,                                                                      \
            is(uplo, "LU") && is(trans, transposes) && holds(*lda, rows_of(trans, *n, *k)) &&      \
                holds(*ldc, *n),                                                                   \
            STARLING(name)(*uplo, *trans, *n, *k, *alpha, a, *lda, *beta, c, *ldc),                \
            (const char *uplo, const char *trans, const fint *n, const fint *k,                    \
             const alpha_t *alpha, const scalar_t *a, const fint *lda, const beta_t *beta,         \
             scalar_t *c, const fint *ldc, size_t l1, size_t l2),                                  \
            (uplo, trans, n, k, alpha, a, lda, beta, c, ldc, l1, l2))

#define RANK_2K(name, transposes, beta_t)                                                          \
    PRODUCT(name, *n, *n, *k,                                                                      \
            is(uplo, "LU") && is(trans, transposes) && holds(*lda, rows_of(trans, *n, *k)) &&      \
                holds(*ldb, rows_of(trans, *n, *k)) && holds(*ldc, *n),                            \
            STARLING(name)(*uplo, *trans, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc),       \
            (const char *uplo, const char *trans, const fint *n, const fint *k,                    \
             const scalar_t *alpha, const scalar_t *a, const fint *lda, const scalar_t *b,         \
             const fint *ldb, const beta_t *beta, scalar_t *c, const fint *ldc, size_t l1,         \
             size_t l2),                                                                           \
            (uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc, l1, l2))

#ifdef SL_COMPLEX
#define SYMMETRIC "NT"
#else
#define SYMMETRIC "NTC"
#endif

MULTIPLY(symm)
RANK_K(syrk, SYMMETRIC, scalar_t, scalar_t)
RANK_2K(syr2k, SYMMETRIC, scalar_t)
#ifdef SL_COMPLEX
MULTIPLY(hemm)
RANK_K(herk, "NC", real_t, real_t)
RANK_2K(her2k, "NC", real_t)
#endif

/* ---- Triangles --------------------------------------------------------------------------------
 */

#define TRIANGLE(name)                                                                             \
    PRODUCT(name, *m, *n, *n,                                                                      \
            is(side, "LR") && is(uplo, "LU") && is(trans, "NTC") && is(diag, "NU") &&              \
                holds(*lda, is(side, "L") ? *m : *n) && holds(*ldb, *m),                           \
            STARLING(name)(*side, *uplo, *trans, *diag, *m, *n, *alpha, a, *lda, b, *ldb),         \
            (const char *side, const char *uplo, const char *trans, const char *diag,              \
             const fint *m, const fint *n, const scalar_t *alpha, const scalar_t *a,               \
             const fint *lda, scalar_t *b, const fint *ldb, size_t l1, size_t l2, size_t l3,       \
             size_t l4),                                                                           \
            (side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, l1, l2, l3, l4))

TRIANGLE(trmm)
TRIANGLE(trsm)
