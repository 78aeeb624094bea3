/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The arguments of the LAPACK-style functions, in four precisions: -i for argument i in
 * LAPACK's order, checked from the left and before anything is touched, with a sentence for the
 * error handler; empty problems. */

#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

static struct cases cases;
static starling_precision prec;

/* Argument i is refused. */
#define BAD(i, name, ...)                                                                    \
    do {                                                                                     \
        int info = API(prec, name, __VA_ARGS__);                                             \
        hold(&cases, info == -(i), "%c" #name "(" #__VA_ARGS__ "): %d, expected %d",         \
             letter(prec), info, -(i));                                                      \
        hold(&cases, told(i, (i) > 0), #name "(" #__VA_ARGS__ ") says: %s", last_message()); \
    } while (0)
/* The call returns 0 (or another info). */
#define GOOD(expected, name, ...) BAD(-(expected), name, __VA_ARGS__)

static void bad_blas(void *a, void *b, void *c)
{
    BAD(1, gemm, 'X', 'N', 4, 4, 4, 1, a, 4, b, 4, 0, c, 4);
    BAD(2, gemm, 'N', 'X', 4, 4, 4, 1, a, 4, b, 4, 0, c, 4);
    BAD(3, gemm, 'N', 'N', -1, 4, 4, 1, a, 4, b, 4, 0, c, 4);
    BAD(4, gemm, 'N', 'N', 4, -1, 4, 1, a, 4, b, 4, 0, c, 4);
    BAD(5, gemm, 'N', 'N', 4, 4, -1, 1, a, 4, b, 4, 0, c, 4);
    BAD(8, gemm, 'N', 'N', 4, 3, 3, 1, a, 3, b, 4, 0, c, 4);
    BAD(8, gemm, 'T', 'N', 3, 3, 4, 1, a, 3, b, 4, 0, c, 4);
    BAD(10, gemm, 'N', 'N', 3, 3, 4, 1, a, 4, b, 3, 0, c, 4);
    BAD(10, gemm, 'N', 'C', 3, 4, 3, 1, a, 4, b, 3, 0, c, 4);
    BAD(13, gemm, 'N', 'N', 4, 3, 3, 1, a, 4, b, 4, 0, c, 3);
    BAD(7, gemm, 'N', 'N', 4, 4, 4, 1, NULL, 4, b, 4, 0, c, 4);
    BAD(9, gemm, 'N', 'N', 4, 4, 4, 1, a, 4, NULL, 4, 0, c, 4);
    BAD(12, gemm, 'N', 'N', 4, 4, 4, 1, a, 4, b, 4, 0, NULL, 4);
    BAD(6, herk, 'L', 'N', 4, 4, 1, NULL, 4, 0, c, 4);
    BAD(9, syrk, 'L', 'N', 4, 4, 1, a, 4, 0, NULL, 4);
    BAD(8, trsm, 'L', 'L', 'N', 'N', 4, 4, 1, NULL, 4, c, 4);
    BAD(10, trsm, 'L', 'L', 'N', 'N', 4, 4, 1, a, 4, NULL, 4);
    BAD(13, gemm, 'N', 'N', 0, 3, 3, 1, a, 4, b, 4, 0, c, 0);
    char other = is_complex(prec) ? 'T' : 'X'; /* what herk has not */
    BAD(1, herk, 'G', 'N', 4, 4, 1, a, 4, 0, c, 4);
    BAD(2, herk, 'L', other, 4, 4, 1, a, 4, 0, c, 4);
    BAD(3, herk, 'L', 'N', -1, 4, 1, a, 4, 0, c, 4);
    BAD(4, herk, 'L', 'N', 4, -1, 1, a, 4, 0, c, 4);
    BAD(7, herk, 'L', 'N', 4, 3, 1, a, 3, 0, c, 4);
    BAD(7, herk, 'U', 'C', 3, 4, 1, a, 3, 0, c, 4);
    BAD(10, herk, 'L', 'N', 4, 4, 1, a, 4, 0, c, 3);
    other = is_complex(prec) ? 'C' : 'X';
    BAD(1, syrk, 'G', 'N', 4, 4, 1, a, 4, 0, c, 4);
    BAD(2, syrk, 'L', other, 4, 4, 1, a, 4, 0, c, 4);
    BAD(3, syrk, 'L', 'N', -1, 4, 1, a, 4, 0, c, 4);
    BAD(4, syrk, 'L', 'N', 4, -1, 1, a, 4, 0, c, 4);
    BAD(7, syrk, 'L', 'N', 4, 3, 1, a, 3, 0, c, 4);
    BAD(10, syrk, 'L', 'N', 4, 4, 1, a, 4, 0, c, 3);
    BAD(1, hemm, 'X', 'L', 4, 4, 1, a, 4, a, 4, 0, c, 4);
    BAD(2, hemm, 'L', 'G', 4, 4, 1, a, 4, a, 4, 0, c, 4);
    BAD(3, hemm, 'L', 'L', -1, 4, 1, a, 4, a, 4, 0, c, 4);
    BAD(4, hemm, 'L', 'L', 4, -1, 1, a, 4, a, 4, 0, c, 4);
    BAD(6, hemm, 'L', 'L', 4, 4, 1, NULL, 4, a, 4, 0, c, 4);
    BAD(7, hemm, 'L', 'L', 4, 3, 1, a, 3, a, 4, 0, c, 4);
    BAD(7, hemm, 'R', 'L', 3, 4, 1, a, 3, a, 4, 0, c, 4);
    BAD(8, hemm, 'L', 'L', 4, 4, 1, a, 4, NULL, 4, 0, c, 4);
    BAD(9, hemm, 'L', 'L', 4, 4, 1, a, 4, a, 3, 0, c, 4);
    BAD(11, hemm, 'L', 'L', 4, 4, 1, a, 4, a, 4, 0, NULL, 4);
    BAD(12, hemm, 'L', 'L', 4, 4, 1, a, 4, a, 4, 0, c, 3);
    BAD(1, symm, 'X', 'L', 4, 4, 1, a, 4, a, 4, 0, c, 4);
    BAD(12, symm, 'L', 'L', 4, 4, 1, a, 4, a, 4, 0, c, 3);
    BAD(1, her2k, 'G', 'N', 4, 4, 1, a, 4, a, 4, 0, c, 4);
    BAD(2, her2k, 'L', is_complex(prec) ? 'T' : 'X', 4, 4, 1, a, 4, a, 4, 0, c, 4);
    BAD(3, her2k, 'L', 'N', -1, 4, 1, a, 4, a, 4, 0, c, 4);
    BAD(4, her2k, 'L', 'N', 4, -1, 1, a, 4, a, 4, 0, c, 4);
    BAD(6, her2k, 'L', 'N', 4, 4, 1, NULL, 4, a, 4, 0, c, 4);
    BAD(7, her2k, 'L', 'N', 4, 3, 1, a, 3, a, 4, 0, c, 4);
    BAD(7, her2k, 'U', 'C', 3, 4, 1, a, 3, a, 4, 0, c, 4);
    BAD(8, her2k, 'L', 'N', 4, 4, 1, a, 4, NULL, 4, 0, c, 4);
    BAD(9, her2k, 'L', 'N', 4, 3, 1, a, 4, a, 3, 0, c, 4);
    BAD(11, her2k, 'L', 'N', 4, 4, 1, a, 4, a, 4, 0, NULL, 4);
    BAD(12, her2k, 'L', 'N', 4, 4, 1, a, 4, a, 4, 0, c, 3);
    BAD(2, syr2k, 'L', other, 4, 4, 1, a, 4, a, 4, 0, c, 4);
    BAD(12, syr2k, 'L', 'N', 4, 4, 1, a, 4, a, 4, 0, c, 3);
    BAD(1, trmm, 'X', 'L', 'N', 'N', 4, 4, 1, a, 4, c, 4);
    BAD(2, trmm, 'L', 'X', 'N', 'N', 4, 4, 1, a, 4, c, 4);
    BAD(3, trmm, 'L', 'L', 'X', 'N', 4, 4, 1, a, 4, c, 4);
    BAD(4, trmm, 'L', 'L', 'N', 'X', 4, 4, 1, a, 4, c, 4);
    BAD(5, trmm, 'L', 'L', 'N', 'N', -1, 4, 1, a, 4, c, 4);
    BAD(6, trmm, 'L', 'L', 'N', 'N', 4, -1, 1, a, 4, c, 4);
    BAD(8, trmm, 'L', 'L', 'N', 'N', 4, 4, 1, NULL, 4, c, 4);
    BAD(9, trmm, 'L', 'L', 'N', 'N', 4, 3, 1, a, 3, c, 4);
    BAD(9, trmm, 'R', 'L', 'N', 'N', 3, 4, 1, a, 3, c, 4);
    BAD(10, trmm, 'L', 'L', 'N', 'N', 4, 4, 1, a, 4, NULL, 4);
    BAD(11, trmm, 'L', 'L', 'N', 'N', 4, 4, 1, a, 4, c, 3);
    BAD(1, trsm, 'X', 'L', 'N', 'N', 4, 4, 1, a, 4, c, 4);
    BAD(2, trsm, 'L', 'X', 'N', 'N', 4, 4, 1, a, 4, c, 4);
    BAD(3, trsm, 'L', 'L', 'X', 'N', 4, 4, 1, a, 4, c, 4);
    BAD(4, trsm, 'L', 'L', 'N', 'X', 4, 4, 1, a, 4, c, 4);
    BAD(5, trsm, 'L', 'L', 'N', 'N', -1, 4, 1, a, 4, c, 4);
    BAD(6, trsm, 'L', 'L', 'N', 'N', 4, -1, 1, a, 4, c, 4);
    BAD(9, trsm, 'L', 'L', 'N', 'N', 4, 3, 1, a, 3, c, 4);
    BAD(9, trsm, 'R', 'L', 'N', 'N', 3, 4, 1, a, 3, c, 4);
    BAD(11, trsm, 'L', 'L', 'N', 'N', 4, 4, 1, a, 4, c, 3);
}

static void bad_lapack(void *a, void *b, void *value)
{
    BAD(1, potrf, 'X', 4, a, 4);
    BAD(2, potrf, 'L', -1, a, 4);
    BAD(4, potrf, 'L', 4, a, 3);
    BAD(4, potrf, 'L', 4, a, INT64_C(1) << 31);
    BAD(3, potrf, 'L', 4, NULL, 4);
    BAD(4, posv, 'L', 4, 4, NULL, 4, b, 4);
    BAD(6, potrs, 'L', 4, 4, a, 4, NULL, 4);
    BAD(4, potrf, 'L', 0, a, 0);
    BAD(1, potrs, 'X', 4, 4, a, 4, b, 4);
    BAD(2, potrs, 'L', -1, 4, a, 4, b, 4);
    BAD(3, potrs, 'L', 4, -1, a, 4, b, 4);
    BAD(5, potrs, 'L', 4, 4, a, 3, b, 4);
    BAD(7, potrs, 'L', 4, 4, a, 4, b, 3);
    BAD(1, posv, 'X', 4, 4, a, 4, b, 4);
    BAD(2, posv, 'L', -1, 4, a, 4, b, 4);
    BAD(3, posv, 'L', 4, -1, a, 4, b, 4);
    BAD(5, posv, 'L', 4, 4, a, 3, b, 4);
    BAD(7, posv, 'L', 4, 4, a, 4, b, 3);
    BAD(2, lacpy, 'G', -1, 4, a, 4, b, 4);
    BAD(3, lacpy, 'G', 4, -1, a, 4, b, 4);
    BAD(5, lacpy, 'G', 4, 4, a, 3, b, 4);
    BAD(7, lacpy, 'G', 4, 4, a, 4, b, 3);
    BAD(2, laset, 'G', -1, 4, 0, 0, a, 4);
    BAD(3, laset, 'G', 4, -1, 0, 0, a, 4);
    BAD(7, laset, 'G', 4, 4, 0, 0, a, 3);
    BAD(1, lange, 'X', 4, 4, a, 4, value);
    BAD(2, lange, 'M', -1, 4, a, 4, value);
    BAD(3, lange, 'M', 4, -1, a, 4, value);
    BAD(5, lange, 'M', 4, 4, a, 3, value);
    BAD(6, lange, 'M', 4, 4, a, 4, NULL);
    BAD(1, lanhe, 'X', 'L', 4, a, 4, value);
    BAD(2, lanhe, 'M', 'G', 4, a, 4, value);
    BAD(3, lanhe, 'M', 'L', -1, a, 4, value);
    BAD(5, lanhe, 'M', 'L', 4, a, 3, value);
    BAD(6, lanhe, 'M', 'L', 4, a, 4, NULL);
}

static void bad_ldl(void *a, void *b)
{
    int64_t ipiv[4] = {1, 2, 3, 4}, wrong[4] = {1, -1, 3, 4};
    BAD(1, sytrf, 'X', 4, a, 4, ipiv);
    BAD(2, sytrf, 'L', -1, a, 4, ipiv);
    BAD(3, sytrf, 'L', 4, NULL, 4, ipiv);
    BAD(4, sytrf, 'L', 4, a, 3, ipiv);
    BAD(5, hetrf, 'L', 4, a, 4, NULL);
    BAD(1, sytrs, 'X', 4, 4, a, 4, ipiv, b, 4);
    BAD(2, sytrs, 'L', -1, 4, a, 4, ipiv, b, 4);
    BAD(3, sytrs, 'L', 4, -1, a, 4, ipiv, b, 4);
    BAD(4, sytrs, 'L', 4, 4, NULL, 4, ipiv, b, 4);
    BAD(5, hetrs, 'L', 4, 4, a, 3, ipiv, b, 4);
    BAD(6, hetrs, 'L', 4, 4, a, 4, NULL, b, 4);
    BAD(6, hetrs, 'L', 4, 4, a, 4, wrong, b, 4);
    BAD(7, hetrs, 'L', 4, 4, a, 4, ipiv, NULL, 4);
    BAD(8, hetrs, 'L', 4, 4, a, 4, ipiv, b, 3);
    BAD(1, sysv, 'X', 4, 4, a, 4, ipiv, b, 4);
    BAD(2, sysv, 'L', -1, 4, a, 4, ipiv, b, 4);
    BAD(3, sysv, 'L', 4, -1, a, 4, ipiv, b, 4);
    BAD(4, sysv, 'L', 4, 4, NULL, 4, ipiv, b, 4);
    BAD(5, hesv, 'L', 4, 4, a, 3, ipiv, b, 4);
    BAD(6, hesv, 'L', 4, 4, a, 4, NULL, b, 4);
    BAD(7, hesv, 'L', 4, 4, a, 4, ipiv, NULL, 4);
    BAD(8, hesv, 'L', 4, 4, a, 4, ipiv, b, 3);
    GOOD(0, sytrf, 'U', 0, NULL, 1, NULL);
    GOOD(0, sytrs, 'u', 4, 0, a, 4, ipiv, NULL, 4);
    GOOD(0, hesv, 'l', 0, 4, NULL, 1, NULL, NULL, 1);
}

/* A band of order 4 with two subdiagonals and one superdiagonal: 6 rows. */
static void bad_band(void *a, void *b)
{
    int64_t ipiv[4] = {1, 2, 3, 4}, far[4] = {4, 2, 3, 4};
    BAD(1, gbtrf, -1, 4, 2, 1, a, 6, ipiv);
    BAD(2, gbtrf, 4, -1, 2, 1, a, 6, ipiv);
    BAD(3, gbtrf, 4, 4, -1, 1, a, 6, ipiv);
    BAD(4, gbtrf, 4, 4, 2, -1, a, 6, ipiv);
    BAD(5, gbtrf, 4, 4, 2, 1, NULL, 6, ipiv);
    BAD(6, gbtrf, 4, 4, 2, 1, a, 5, ipiv);
    BAD(7, gbtrf, 4, 4, 2, 1, a, 6, NULL);
    BAD(1, gbtrs, 'X', 4, 2, 1, 4, a, 6, ipiv, b, 4);
    BAD(2, gbtrs, 'N', -1, 2, 1, 4, a, 6, ipiv, b, 4);
    BAD(3, gbtrs, 'N', 4, -1, 1, 4, a, 6, ipiv, b, 4);
    BAD(4, gbtrs, 'N', 4, 2, -1, 4, a, 6, ipiv, b, 4);
    BAD(5, gbtrs, 'N', 4, 2, 1, -1, a, 6, ipiv, b, 4);
    BAD(6, gbtrs, 'N', 4, 2, 1, 4, NULL, 6, ipiv, b, 4);
    BAD(7, gbtrs, 'N', 4, 2, 1, 4, a, 5, ipiv, b, 4);
    BAD(8, gbtrs, 'N', 4, 2, 1, 4, a, 6, NULL, b, 4);
    BAD(8, gbtrs, 'N', 4, 2, 1, 4, a, 6, far, b, 4);
    BAD(9, gbtrs, 'N', 4, 2, 1, 4, a, 6, ipiv, NULL, 4);
    BAD(10, gbtrs, 'N', 4, 2, 1, 4, a, 6, ipiv, b, 3);
    BAD(1, gbsv, -1, 2, 1, 4, a, 6, ipiv, b, 4);
    BAD(2, gbsv, 4, -1, 1, 4, a, 6, ipiv, b, 4);
    BAD(3, gbsv, 4, 2, -1, 4, a, 6, ipiv, b, 4);
    BAD(4, gbsv, 4, 2, 1, -1, a, 6, ipiv, b, 4);
    BAD(5, gbsv, 4, 2, 1, 4, NULL, 6, ipiv, b, 4);
    BAD(6, gbsv, 4, 2, 1, 4, a, 5, ipiv, b, 4);
    BAD(7, gbsv, 4, 2, 1, 4, a, 6, NULL, b, 4);
    BAD(8, gbsv, 4, 2, 1, 4, a, 6, ipiv, NULL, 4);
    BAD(9, gbsv, 4, 2, 1, 4, a, 6, ipiv, b, 3);
    BAD(1, pbtrf, 'X', 4, 2, a, 3);
    BAD(2, pbtrf, 'L', -1, 2, a, 3);
    BAD(3, pbtrf, 'L', 4, -1, a, 3);
    BAD(4, pbtrf, 'L', 4, 2, NULL, 3);
    BAD(5, pbtrf, 'L', 4, 2, a, 2);
    BAD(1, pbtrs, 'X', 4, 2, 4, a, 3, b, 4);
    BAD(2, pbtrs, 'L', -1, 2, 4, a, 3, b, 4);
    BAD(3, pbtrs, 'L', 4, -1, 4, a, 3, b, 4);
    BAD(4, pbtrs, 'L', 4, 2, -1, a, 3, b, 4);
    BAD(5, pbtrs, 'L', 4, 2, 4, NULL, 3, b, 4);
    BAD(6, pbtrs, 'L', 4, 2, 4, a, 2, b, 4);
    BAD(7, pbtrs, 'L', 4, 2, 4, a, 3, NULL, 4);
    BAD(8, pbtrs, 'L', 4, 2, 4, a, 3, b, 3);
    BAD(1, pbsv, 'X', 4, 2, 4, a, 3, b, 4);
    BAD(2, pbsv, 'L', -1, 2, 4, a, 3, b, 4);
    BAD(3, pbsv, 'L', 4, -1, 4, a, 3, b, 4);
    BAD(4, pbsv, 'L', 4, 2, -1, a, 3, b, 4);
    BAD(5, pbsv, 'L', 4, 2, 4, NULL, 3, b, 4);
    BAD(6, pbsv, 'L', 4, 2, 4, a, 2, b, 4);
    BAD(7, pbsv, 'L', 4, 2, 4, a, 3, NULL, 4);
    BAD(8, pbsv, 'L', 4, 2, 4, a, 3, b, 3);
    GOOD(0, gbtrf, 0, 4, 2, 1, NULL, 6, NULL);
    GOOD(0, gbtrs, 'n', 4, 2, 1, 0, a, 6, ipiv, NULL, 4);
    GOOD(0, gbsv, 0, 2, 1, 4, NULL, 6, NULL, NULL, 1);
    GOOD(0, pbtrf, 'u', 0, 2, NULL, 3);
    GOOD(0, pbtrs, 'u', 4, 2, 0, a, 3, NULL, 4);
    GOOD(0, pbsv, 'u', 0, 2, 4, NULL, 3, NULL, 1);
}

static void bad_lu(void *a, void *b)
{
    int64_t ipiv[4] = {1, 2, 3, 4}, wrong[4] = {1, 1, 3, 4};
    double number, x[4 * 4 * 2]; /* of any precision */
    void *berr = &number, *c = x;
    int iter;
    BAD(1, getrf, -1, 4, a, 4, ipiv);
    BAD(2, getrf, 4, -1, a, 4, ipiv);
    BAD(3, getrf, 4, 4, NULL, 4, ipiv);
    BAD(4, getrf, 4, 3, a, 3, ipiv);
    BAD(5, getrf, 4, 4, a, 4, NULL);
    BAD(1, getrs, 'X', 4, 4, a, 4, ipiv, b, 4);
    BAD(2, getrs, 'N', -1, 4, a, 4, ipiv, b, 4);
    BAD(3, getrs, 'N', 4, -1, a, 4, ipiv, b, 4);
    BAD(4, getrs, 'N', 4, 4, NULL, 4, ipiv, b, 4);
    BAD(5, getrs, 'N', 4, 4, a, 3, ipiv, b, 4);
    BAD(6, getrs, 'N', 4, 4, a, 4, NULL, b, 4);
    BAD(6, getrs, 'N', 4, 4, a, 4, wrong, b, 4);
    BAD(7, getrs, 'N', 4, 4, a, 4, ipiv, NULL, 4);
    BAD(8, getrs, 'N', 4, 4, a, 4, ipiv, b, 3);
    BAD(1, gesv, -1, 4, a, 4, ipiv, b, 4);
    BAD(2, gesv, 4, -1, a, 4, ipiv, b, 4);
    BAD(3, gesv, 4, 4, NULL, 4, ipiv, b, 4);
    BAD(4, gesv, 4, 4, a, 3, ipiv, b, 4);
    BAD(5, gesv, 4, 4, a, 4, NULL, b, 4);
    BAD(6, gesv, 4, 4, a, 4, ipiv, NULL, 4);
    BAD(7, gesv, 4, 4, a, 4, ipiv, b, 3);
    BAD(1, getrf_nopiv, -1, 4, a, 4);
    BAD(2, getrf_nopiv, 4, -1, a, 4);
    BAD(3, getrf_nopiv, 4, 4, NULL, 4);
    BAD(4, getrf_nopiv, 4, 3, a, 3);
    BAD(1, getrs_nopiv, 'X', 4, 4, a, 4, b, 4);
    BAD(2, getrs_nopiv, 'N', -1, 4, a, 4, b, 4);
    BAD(3, getrs_nopiv, 'N', 4, -1, a, 4, b, 4);
    BAD(4, getrs_nopiv, 'N', 4, 4, NULL, 4, b, 4);
    BAD(5, getrs_nopiv, 'N', 4, 4, a, 3, b, 4);
    BAD(6, getrs_nopiv, 'N', 4, 4, a, 4, NULL, 4);
    BAD(7, getrs_nopiv, 'N', 4, 4, a, 4, b, 3);
    BAD(1, gesv_nopiv, -1, 4, a, 4, b, 4);
    BAD(2, gesv_nopiv, 4, -1, a, 4, b, 4);
    BAD(3, gesv_nopiv, 4, 4, NULL, 4, b, 4);
    BAD(4, gesv_nopiv, 4, 4, a, 3, b, 4);
    BAD(5, gesv_nopiv, 4, 4, a, 4, NULL, 4);
    BAD(6, gesv_nopiv, 4, 4, a, 4, b, 3);
    BAD(1, gesv_nopiv_refined, -1, 4, a, 4, b, 4, c, 4, &iter, berr);
    BAD(2, gesv_nopiv_refined, 4, -1, a, 4, b, 4, c, 4, &iter, berr);
    BAD(3, gesv_nopiv_refined, 4, 4, NULL, 4, b, 4, c, 4, &iter, berr);
    BAD(4, gesv_nopiv_refined, 4, 4, a, 3, b, 4, c, 4, &iter, berr);
    BAD(5, gesv_nopiv_refined, 4, 4, a, 4, NULL, 4, c, 4, &iter, berr);
    BAD(6, gesv_nopiv_refined, 4, 4, a, 4, b, 3, c, 4, &iter, berr);
    BAD(7, gesv_nopiv_refined, 4, 4, a, 4, b, 4, NULL, 4, &iter, berr);
    BAD(8, gesv_nopiv_refined, 4, 4, a, 4, b, 4, c, 3, &iter, berr);
    BAD(9, gesv_nopiv_refined, 4, 4, a, 4, b, 4, c, 4, NULL, berr);
    BAD(10, gesv_nopiv_refined, 4, 4, a, 4, b, 4, c, 4, &iter, NULL);
    BAD(1, getri, -1, a, 4, ipiv);
    BAD(2, getri, 4, NULL, 4, ipiv);
    BAD(3, getri, 4, a, 3, ipiv);
    BAD(4, getri, 4, a, 4, NULL);
    BAD(4, getri, 4, a, 4, wrong);
    GOOD(0, getrf, 0, 4, NULL, 1, NULL);
    GOOD(0, getrf, 4, 0, NULL, 4, NULL);
    GOOD(0, getrs, 'T', 0, 4, NULL, 1, NULL, NULL, 1);
    GOOD(0, getrs, 'n', 4, 0, a, 4, ipiv, NULL, 4);
    GOOD(0, gesv, 0, 4, NULL, 1, NULL, NULL, 1);
    GOOD(0, getrf_nopiv, 4, 0, NULL, 4);
    GOOD(0, getrs_nopiv, 'n', 4, 0, a, 4, NULL, 4);
    GOOD(0, gesv_nopiv, 0, 4, NULL, 1, NULL, 1);
    GOOD(0, gesv_nopiv_refined, 0, 4, NULL, 1, NULL, 1, NULL, 1, &iter, berr);
    GOOD(0, getri, 0, NULL, 1, NULL);
}

/* equed = R, C and B want factors that are not zero. */
static void bad_condition(void *a, void *b, void *c)
{
    double number = 0;
    void *value = &number;
    int64_t ipiv[4] = {1, 2, 3, 4}, wrong[4] = {1, 1, 3, 4};
    char equed = 'B', none = 'X';
    double zeros[4] = {0};
    void *z = zeros;
    BAD(1, gecon, 'M', 4, a, 4, 1, value);
    BAD(2, gecon, '1', -1, a, 4, 1, value);
    BAD(3, gecon, '1', 4, NULL, 4, 1, value);
    BAD(4, gecon, 'I', 4, a, 3, 1, value);
    BAD(5, gecon, 'O', 4, a, 4, -1, value);
    BAD(6, gecon, '1', 4, a, 4, 1, NULL);
    BAD(5, gecon, 'O', 4, a, 4, -1, NULL);
    BAD(1, pocon, 'G', 4, a, 4, 1, value);
    BAD(2, pocon, 'L', -1, a, 4, 1, value);
    BAD(3, pocon, 'L', 4, NULL, 4, 1, value);
    BAD(4, pocon, 'L', 4, a, 3, 1, value);
    BAD(5, pocon, 'L', 4, a, 4, -1, value);
    BAD(6, pocon, 'L', 4, a, 4, 1, NULL);
    BAD(1, trcon, 'F', 'L', 'N', 4, a, 4, value);
    BAD(2, trcon, '1', 'G', 'N', 4, a, 4, value);
    BAD(3, trcon, '1', 'L', 'X', 4, a, 4, value);
    BAD(4, trcon, '1', 'L', 'N', -1, a, 4, value);
    BAD(5, trcon, '1', 'L', 'N', 4, NULL, 4, value);
    BAD(6, trcon, '1', 'L', 'N', 4, a, 3, value);
    BAD(7, trcon, '1', 'L', 'N', 4, a, 4, NULL);
    BAD(1, gerfs, 'X', 4, 1, a, 4, b, 4, ipiv, c, 4, c, 4, value, value);
    BAD(2, gerfs, 'N', -1, 1, a, 4, b, 4, ipiv, c, 4, c, 4, value, value);
    BAD(3, gerfs, 'N', 4, -1, a, 4, b, 4, ipiv, c, 4, c, 4, value, value);
    BAD(4, gerfs, 'N', 4, 1, NULL, 4, b, 4, ipiv, c, 4, c, 4, value, value);
    BAD(5, gerfs, 'N', 4, 1, a, 3, b, 4, ipiv, c, 4, c, 4, value, value);
    BAD(6, gerfs, 'N', 4, 1, a, 4, NULL, 4, ipiv, c, 4, c, 4, value, value);
    BAD(7, gerfs, 'N', 4, 1, a, 4, b, 3, ipiv, c, 4, c, 4, value, value);
    BAD(8, gerfs, 'N', 4, 1, a, 4, b, 4, NULL, c, 4, c, 4, value, value);
    BAD(8, gerfs, 'N', 4, 1, a, 4, b, 4, wrong, c, 4, c, 4, value, value);
    BAD(9, gerfs, 'N', 4, 1, a, 4, b, 4, ipiv, NULL, 4, c, 4, value, value);
    BAD(10, gerfs, 'N', 4, 1, a, 4, b, 4, ipiv, c, 3, c, 4, value, value);
    BAD(11, gerfs, 'N', 4, 1, a, 4, b, 4, ipiv, c, 4, NULL, 4, value, value);
    BAD(12, gerfs, 'N', 4, 1, a, 4, b, 4, ipiv, c, 4, c, 3, value, value);
    BAD(13, gerfs, 'N', 4, 1, a, 4, b, 4, ipiv, c, 4, c, 4, NULL, value);
    BAD(14, gerfs, 'N', 4, 1, a, 4, b, 4, ipiv, c, 4, c, 4, value, NULL);
    BAD(1, porfs, 'G', 4, 1, a, 4, b, 4, c, 4, c, 4, value, value);
    BAD(2, porfs, 'L', -1, 1, a, 4, b, 4, c, 4, c, 4, value, value);
    BAD(3, porfs, 'L', 4, -1, a, 4, b, 4, c, 4, c, 4, value, value);
    BAD(5, porfs, 'L', 4, 1, a, 3, b, 4, c, 4, c, 4, value, value);
    BAD(7, porfs, 'L', 4, 1, a, 4, b, 3, c, 4, c, 4, value, value);
    BAD(9, porfs, 'L', 4, 1, a, 4, b, 4, c, 3, c, 4, value, value);
    BAD(11, porfs, 'L', 4, 1, a, 4, b, 4, c, 4, c, 3, value, value);
    BAD(12, porfs, 'L', 4, 1, a, 4, b, 4, c, 4, c, 4, NULL, value);
    BAD(13, porfs, 'L', 4, 1, a, 4, b, 4, c, 4, c, 4, value, NULL);
    BAD(1, geequ, -1, 4, a, 4, z, z, z, z, z);
    BAD(2, geequ, 4, -1, a, 4, z, z, z, z, z);
    BAD(4, geequ, 4, 4, a, 3, z, z, z, z, z);
    BAD(5, geequ, 4, 4, a, 4, NULL, z, z, z, z);
    BAD(6, geequ, 4, 4, a, 4, z, NULL, z, z, z);
    BAD(9, geequ, 4, 4, a, 4, z, z, z, z, NULL);
    BAD(1, poequ, -1, a, 4, z, z, z);
    BAD(3, poequ, 4, a, 3, z, z, z);
    BAD(4, poequ, 4, a, 4, NULL, z, z);
    BAD(5, poequ, 4, a, 4, z, NULL, z);
    BAD(1, gesvx, 'X', 'N', 4, 1, a, 4, b, 4, ipiv, &equed, z, z, c, 4, c, 4, value, z, z, value);
    BAD(2, gesvx, 'N', 'X', 4, 1, a, 4, b, 4, ipiv, &equed, z, z, c, 4, c, 4, value, z, z, value);
    BAD(3, gesvx, 'N', 'N', -1, 1, a, 4, b, 4, ipiv, &equed, z, z, c, 4, c, 4, value, z, z, value);
    BAD(4, gesvx, 'N', 'N', 4, -1, a, 4, b, 4, ipiv, &equed, z, z, c, 4, c, 4, value, z, z, value);
    BAD(6, gesvx, 'N', 'N', 4, 1, a, 3, b, 4, ipiv, &equed, z, z, c, 4, c, 4, value, z, z, value);
    BAD(8, gesvx, 'N', 'N', 4, 1, a, 4, b, 3, ipiv, &equed, z, z, c, 4, c, 4, value, z, z, value);
    BAD(10, gesvx, 'F', 'N', 4, 1, a, 4, b, 4, ipiv, &none, z, z, c, 4, c, 4, value, z, z, value);
    BAD(11, gesvx, 'F', 'N', 4, 1, a, 4, b, 4, ipiv, &equed, z, z, c, 4, c, 4, value, z, z, value);
    equed = 'C';
    BAD(12, gesvx, 'F', 'N', 4, 1, a, 4, b, 4, ipiv, &equed, z, z, c, 4, c, 4, value, z, z, value);
    BAD(14, gesvx, 'N', 'N', 4, 1, a, 4, b, 4, ipiv, &equed, z, z, c, 3, c, 4, value, z, z, value);
    BAD(16, gesvx, 'N', 'N', 4, 1, a, 4, b, 4, ipiv, &equed, z, z, c, 4, c, 3, value, z, z, value);
    BAD(1, posvx, 'X', 'L', 4, 1, a, 4, b, 4, &equed, z, c, 4, c, 4, value, z, z);
    BAD(2, posvx, 'N', 'G', 4, 1, a, 4, b, 4, &equed, z, c, 4, c, 4, value, z, z);
    BAD(3, posvx, 'N', 'L', -1, 1, a, 4, b, 4, &equed, z, c, 4, c, 4, value, z, z);
    BAD(4, posvx, 'N', 'L', 4, -1, a, 4, b, 4, &equed, z, c, 4, c, 4, value, z, z);
    BAD(6, posvx, 'N', 'L', 4, 1, a, 3, b, 4, &equed, z, c, 4, c, 4, value, z, z);
    BAD(8, posvx, 'N', 'L', 4, 1, a, 4, b, 3, &equed, z, c, 4, c, 4, value, z, z);
    BAD(9, posvx, 'F', 'L', 4, 1, a, 4, b, 4, &equed, z, c, 4, c, 4, value, z, z);
    equed = 'Y';
    BAD(10, posvx, 'F', 'L', 4, 1, a, 4, b, 4, &equed, z, c, 4, c, 4, value, z, z);
    BAD(12, posvx, 'N', 'L', 4, 1, a, 4, b, 4, &equed, z, c, 3, c, 4, value, z, z);
    BAD(14, posvx, 'N', 'L', 4, 1, a, 4, b, 4, &equed, z, c, 4, c, 3, value, z, z);
    GOOD(0, gecon, '1', 0, NULL, 1, 0, z);
    GOOD(0, gerfs, 'N', 0, 1, NULL, 1, NULL, 1, NULL, NULL, 1, NULL, 1, z, z);
    GOOD(0, porfs, 'L', 4, 0, a, 4, b, 4, NULL, 4, NULL, 4, NULL, NULL);
    GOOD(0, geequ, 0, 4, NULL, 1, NULL, NULL, z, z, z);
    GOOD(0, posvx, 'E', 'L', 0, 1, NULL, 1, NULL, 1, &equed, NULL, NULL, 1, NULL, 1, z, z, z);
}

/* Several wrong at once: the first in the list counts, as in LAPACK. */
static void leftmost(void *a, void *b)
{
    BAD(1, gemm, 'X', 'X', -1, -1, -1, 1, a, 0, b, 0, 0, a, 0);
    BAD(3, gemm, 'N', 'N', -1, -1, -1, 1, a, 0, b, 0, 0, a, 0);
    BAD(2, potrf, 'L', -1, a, 0);
    BAD(3, posv, 'L', 4, -1, a, 3, b, 3);
    BAD(5, posv, 'L', 4, 2, a, 3, b, 3);
}

/* Nothing to do: 0, arrays untouched; what LAPACK still does for k = 0 is done. */
static void empty(void *a, void *b, void *value)
{
    GOOD(0, potrf, 'L', 0, a, 1);
    GOOD(0, potrf, 'U', 0, NULL, 1);
    GOOD(0, potrs, 'L', 0, 3, a, 1, b, 1);
    GOOD(0, potrs, 'L', 3, 0, a, 3, b, 3);
    GOOD(0, posv, 'L', 0, 3, a, 1, b, 1);
    GOOD(0, gemm, 'N', 'N', 0, 3, 3, 1, a, 1, b, 3, 0, a, 1);
    GOOD(0, gemm, 'N', 'N', 3, 0, 3, 1, a, 3, b, 3, 0, a, 3);
    GOOD(0, herk, 'L', 'N', 0, 3, 1, a, 1, 0, b, 1);
    GOOD(0, syrk, 'L', 'N', 0, 3, 1, a, 1, 0, b, 1);
    GOOD(0, hemm, 'L', 'L', 0, 3, 1, a, 1, a, 1, 0, b, 1);
    GOOD(0, symm, 'R', 'U', 3, 0, 1, a, 1, a, 3, 0, b, 3);
    GOOD(0, her2k, 'L', 'N', 0, 3, 1, a, 1, a, 1, 0, b, 1);
    GOOD(0, syr2k, 'L', 'N', 0, 3, 1, a, 1, a, 1, 0, b, 1);
    GOOD(0, trmm, 'L', 'L', 'N', 'N', 0, 3, 1, a, 1, b, 1);
    GOOD(0, trmm, 'L', 'L', 'N', 'N', 3, 0, 1, a, 3, b, 3);
    GOOD(0, trsm, 'L', 'L', 'N', 'N', 0, 3, 1, a, 1, b, 1);
    GOOD(0, trsm, 'L', 'L', 'N', 'N', 3, 0, 1, a, 3, b, 3);
    GOOD(0, lacpy, 'G', 0, 3, a, 1, b, 1);
    GOOD(0, laset, 'G', 3, 0, 1, 1, a, 3);
    GOOD(0, lange, 'M', 0, 3, a, 1, value);
    GOOD(0, lanhe, 'M', 'L', 0, a, 1, value);
}

static void refusals(void)
{
    struct array a = array_new(prec, 4, 4, 0), b = array_new(prec, 4, 4, 0);
    struct array value = array_new(prec, 1, 1, 0);
    array_random(&a, 'G', 1);
    array_random(&b, 'G', 2);
    array_save(&a);
    array_save(&b);
    cases = (struct cases){0};
    bad_blas(a.a, b.a, a.a);
    bad_lapack(a.a, b.a, value.a);
    bad_lu(a.a, b.a);
    bad_ldl(a.a, b.a);
    bad_band(a.a, b.a);
    bad_condition(a.a, b.a, b.a);
    leftmost(a.a, b.a);
    hold(&cases, array_intact(&a, 0) && array_intact(&b, 0) && array_intact(&value, 0),
         "a refused call wrote something");
    ok(all_held(&cases), "%c: bad arguments, %d checks", letter(prec), cases.run);

    cases = (struct cases){0};
    empty(a.a, b.a, value.a);
    hold(&cases, array_intact(&a, 0) && array_intact(&b, 0), "an empty call wrote something");
    hold(&cases, creal(array_get(&value, 0, 0)) == 0, "the norm of nothing is not 0");
    ok(all_held(&cases), "%c: empty problems, %d checks", letter(prec), cases.run);
    array_free(&a);
    array_free(&b);
    array_free(&value);
}

int main(void)
{
    listen_to_errors();
    for (int p = 0; p < 4; p++) {
        prec = precisions[p];
        refusals();
    }
    return done_testing();
}
