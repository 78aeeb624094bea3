/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gbtrf, gbtrs, gbsv, pbtrf, pbtrs, pbsv on arrays: LAPACK in the calling thread. A narrow band has
 * too little work for tasks. */

#include "codelets/cholesky/direct.h"
#include "codelets/lu/direct.h"
#include "lapack.h"

#define AN_INT "at least 0 and less than 2^31"
#define INT_OF(routine, position, size)                                                            \
    SL_ARG_OF(routine, position, size, (size) >= 0 && (size) < INT32_MAX, AN_INT)
#define ROWS_OF(routine, position, ldab, rows)                                                     \
    SL_ARG_OF(routine, position, ldab, (ldab) >= (rows) && (ldab) <= INT32_MAX,                    \
              "at least %lld, the rows of the band, and less than 2^31", (long long)(rows))

static int told(const char *routine, int info)
{
    return info != 0 ? sl_error(routine, info, NULL) : 0;
}

/* Whether each row is interchanged with itself or one of the kl rows below it. */
static bool valid_ipiv(int64_t n, int64_t kl, const int64_t *ipiv)
{
    bool valid = true;
    for (int64_t i = 0; i < n; i++)
        valid &= ipiv[i] > i && ipiv[i] <= SL_MIN(n, i + 1 + kl);
    return valid;
}

int API(gbtrf)(int64_t m, int64_t n, int64_t kl, int64_t ku, scalar_t *ab, int64_t ldab,
               int64_t *ipiv)
{
    INT_OF(__func__, 1, m);
    INT_OF(__func__, 2, n);
    INT_OF(__func__, 3, kl);
    INT_OF(__func__, 4, ku);
    ROWS_OF(__func__, 6, ldab, 2 * kl + ku + 1);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(5, ab, ab != NULL, "an array");
    SL_ARG(7, ipiv, ipiv != NULL, "an array");
    return told(__func__,
                SL_X(direct_gbtrf)((int)m, (int)n, (int)kl, (int)ku, ab, (int)ldab, ipiv));
}

int API(gbtrs)(char trans, int64_t n, int64_t kl, int64_t ku, int64_t nrhs, const scalar_t *ab,
               int64_t ldab, const int64_t *ipiv, scalar_t *b, int64_t ldb)
{
    char tr = letter(trans);
    SL_ARG(1, trans, IS_TRANS(tr), "N, T or C");
    INT_OF(__func__, 2, n);
    INT_OF(__func__, 3, kl);
    INT_OF(__func__, 4, ku);
    INT_OF(__func__, 5, nrhs);
    ROWS_OF(__func__, 7, ldab, 2 * kl + ku + 1);
    LD(10, ldb, n);
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(6, ab, ab != NULL, "an array");
    SL_ARG(8, ipiv, ipiv != NULL, "an array");
    SL_ARG(9, b, b != NULL, "an array");
    SL_ARG(8, ipiv, valid_ipiv(n, kl, ipiv), "numbers with i <= ipiv[i - 1] <= min(n, i + kl)");
    return told(__func__, SL_X(direct_gbtrs)((starling_trans)tr, (int)n, (int)kl, (int)ku,
                                             (int)nrhs, ab, (int)ldab, ipiv, b, (int)ldb));
}

int API(gbsv)(int64_t n, int64_t kl, int64_t ku, int64_t nrhs, scalar_t *ab, int64_t ldab,
              int64_t *ipiv, scalar_t *b, int64_t ldb)
{
    INT_OF(__func__, 1, n);
    INT_OF(__func__, 2, kl);
    INT_OF(__func__, 3, ku);
    INT_OF(__func__, 4, nrhs);
    ROWS_OF(__func__, 6, ldab, 2 * kl + ku + 1);
    LD(9, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(5, ab, ab != NULL, "an array");
    SL_ARG(7, ipiv, ipiv != NULL, "an array");
    SL_ARG(8, b, b != NULL || nrhs == 0, "an array");
    int info = SL_X(direct_gbtrf)((int)n, (int)n, (int)kl, (int)ku, ab, (int)ldab, ipiv);
    if (info == 0 && nrhs > 0)
        info = SL_X(direct_gbtrs)(STARLING_NOTRANS, (int)n, (int)kl, (int)ku, (int)nrhs, ab,
                                  (int)ldab, ipiv, b, (int)ldb);
    return told(__func__, info);
}

int API(pbtrf)(char uplo, int64_t n, int64_t kd, scalar_t *ab, int64_t ldab)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    INT_OF(__func__, 2, n);
    INT_OF(__func__, 3, kd);
    ROWS_OF(__func__, 5, ldab, kd + 1);
    if (n == 0)
        return 0;
    SL_ARG(4, ab, ab != NULL, "an array");
    return told(__func__, SL_X(direct_pbtrf)((starling_uplo)ul, (int)n, (int)kd, ab, (int)ldab));
}

int API(pbtrs)(char uplo, int64_t n, int64_t kd, int64_t nrhs, const scalar_t *ab, int64_t ldab,
               scalar_t *b, int64_t ldb)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    INT_OF(__func__, 2, n);
    INT_OF(__func__, 3, kd);
    INT_OF(__func__, 4, nrhs);
    ROWS_OF(__func__, 6, ldab, kd + 1);
    LD(8, ldb, n);
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(5, ab, ab != NULL, "an array");
    SL_ARG(7, b, b != NULL, "an array");
    SL_X(direct_pbtrs)
    ((starling_uplo)ul, (int)n, (int)kd, (int)nrhs, ab, (int)ldab, b, (int)ldb);
    return 0;
}

int API(pbsv)(char uplo, int64_t n, int64_t kd, int64_t nrhs, scalar_t *ab, int64_t ldab,
              scalar_t *b, int64_t ldb)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    INT_OF(__func__, 2, n);
    INT_OF(__func__, 3, kd);
    INT_OF(__func__, 4, nrhs);
    ROWS_OF(__func__, 6, ldab, kd + 1);
    LD(8, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(5, ab, ab != NULL, "an array");
    SL_ARG(7, b, b != NULL || nrhs == 0, "an array");
    int info = SL_X(direct_pbtrf)((starling_uplo)ul, (int)n, (int)kd, ab, (int)ldab);
    if (info == 0 && nrhs > 0)
        SL_X(direct_pbtrs)
    ((starling_uplo)ul, (int)n, (int)kd, (int)nrhs, ab, (int)ldab, b, (int)ldb);
    return told(__func__, info);
}
