/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gemm, symm, hemm, syrk, herk, syr2k, her2k, trmm, trsm on arrays. */

#include "lapack.h"

int API(gemm)(char transa, char transb, int64_t m, int64_t n, int64_t k, scalar_t alpha,
              const scalar_t *a, int64_t lda, const scalar_t *b, int64_t ldb, scalar_t beta,
              scalar_t *c, int64_t ldc)
{
    char ta = letter(transa), tb = letter(transb);
    SL_ARG(1, transa, IS_TRANS(ta), "N, T or C");
    SL_ARG(2, transb, IS_TRANS(tb), "N, T or C");
    SIZE(3, m);
    SIZE(4, n);
    SIZE(5, k);
    LD(8, lda, ta == 'N' ? m : k);
    LD(10, ldb, tb == 'N' ? k : n);
    LD(13, ldc, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(7, a, a != NULL || k == 0 || alpha == 0, "an array");
    SL_ARG(9, b, b != NULL || k == 0 || alpha == 0, "an array");
    SL_ARG(12, c, c != NULL, "an array");
    if (alpha == 0) /* as in BLAS, A and B are not read */
        k = 0;
    if (k > 0 && is_direct(m, n, k)) {
        SL_X(direct_gemm)
        (ta, tb, (int)m, (int)n, (int)k, alpha, a, (int)lda, b, (int)ldb, beta, c, (int)ldc);
        return direct_end(__func__, 0);
    }
    struct call call = begin_product(m, n, k);
    starling_matrix *A = wrap(&call, ta == 'N' ? m : k, ta == 'N' ? k : m, a, lda);
    starling_matrix *B = wrap(&call, tb == 'N' ? k : n, tb == 'N' ? n : k, b, ldb);
    starling_matrix *C = wrap(&call, m, n, c, ldc);
    FINISH(call, starling_gemm((starling_trans)ta, (starling_trans)tb, alpha, A, B, beta, C));
}

/* hemm and symm. */
static int multiply(const char *routine, bool hermitian, char side, char uplo, int64_t m, int64_t n,
                    scalar_t alpha, const scalar_t *a, int64_t lda, const scalar_t *b, int64_t ldb,
                    scalar_t beta, scalar_t *c, int64_t ldc)
{
    char sd = letter(side), ul = letter(uplo);
    SL_ARG_OF(routine, 1, side, sd == 'L' || sd == 'R', "L or R");
    SL_ARG_OF(routine, 2, uplo, IS_UPLO(ul), "L or U");
    SIZE_OF(routine, 3, m);
    SIZE_OF(routine, 4, n);
    int64_t order = sd == 'L' ? m : n;
    LD_OF(routine, 7, lda, order);
    LD_OF(routine, 9, ldb, m);
    LD_OF(routine, 12, ldc, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG_OF(routine, 6, a, a != NULL || alpha == 0, "an array");
    SL_ARG_OF(routine, 8, b, b != NULL || alpha == 0, "an array");
    SL_ARG_OF(routine, 11, c, c != NULL, "an array");
    if (alpha == 0) /* as in BLAS, A and B are not read */
        return API(gemm)('N', 'N', m, n, 0, 0, NULL, m, NULL, 1, beta, c, ldc);
    if (is_direct(m, n, 0)) {
        SL_X(direct_hemm)
        (hermitian, sd, ul, (int)m, (int)n, alpha, a, (int)lda, b, (int)ldb, beta, c, (int)ldc);
        return direct_end(routine, 0);
    }
    struct call call = begin_product(m, n, order);
    starling_matrix *A = wrap(&call, order, order, a, lda);
    starling_matrix *B = wrap(&call, m, n, b, ldb);
    starling_matrix *C = wrap(&call, m, n, c, ldc);
    starling_side s = (starling_side)sd;
    starling_uplo u = (starling_uplo)ul;
    FINISH(call, hermitian ? starling_hemm(s, u, alpha, A, B, beta, C)
                           : starling_symm(s, u, alpha, A, B, beta, C));
}

int API(symm)(char side, char uplo, int64_t m, int64_t n, scalar_t alpha, const scalar_t *a,
              int64_t lda, const scalar_t *b, int64_t ldb, scalar_t beta, scalar_t *c, int64_t ldc)
{
    return multiply(__func__, false, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

int API(hemm)(char side, char uplo, int64_t m, int64_t n, scalar_t alpha, const scalar_t *a,
              int64_t lda, const scalar_t *b, int64_t ldb, scalar_t beta, scalar_t *c, int64_t ldc)
{
    return multiply(__func__, true, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

/* herk and syrk differ in the transposes that they allow, and in the type of their scalars. */
static int rank_k(const char *routine, bool hermitian, char uplo, char trans, int64_t n, int64_t k,
                  wide_t alpha, const scalar_t *a, int64_t lda, wide_t beta, scalar_t *c,
                  int64_t ldc)
{
    char ul = letter(uplo), tr = letter(trans), unknown = hermitian ? 'T' : 'C';
    SL_ARG_OF(routine, 1, uplo, IS_UPLO(ul), "L or U");
    SL_ARG_OF(routine, 2, trans, IS_TRANS(tr) && !(sl_is_complex(SL_PREC) && tr == unknown),
              sl_is_complex(SL_PREC) ? "N or %c" : "N, T or C", hermitian ? 'C' : 'T');
    SIZE_OF(routine, 3, n);
    SIZE_OF(routine, 4, k);
    LD_OF(routine, 7, lda, tr == 'N' ? n : k);
    LD_OF(routine, 10, ldc, n);
    if (n == 0)
        return 0;
    SL_ARG_OF(routine, 6, a, a != NULL || k == 0 || alpha == 0, "an array");
    SL_ARG_OF(routine, 9, c, c != NULL, "an array");
    if (alpha == 0)
        k = 0;
    if (k > 0 && is_direct(n, k, 0)) {
        SL_X(direct_herk)
        (hermitian, ul, tr, (int)n, (int)k, (scalar_t)alpha, a, (int)lda, (scalar_t)beta, c,
         (int)ldc);
        return direct_end(routine, 0);
    }
    struct call call = begin_product(n, n, k);
    starling_matrix *A = wrap(&call, tr == 'N' ? n : k, tr == 'N' ? k : n, a, lda);
    starling_matrix *C = wrap(&call, n, n, c, ldc);
    starling_uplo u = (starling_uplo)ul;
    starling_trans t = (starling_trans)tr;
    FINISH(call, hermitian ? starling_herk(u, t, SL_REAL(alpha), A, SL_REAL(beta), C)
                           : starling_syrk(u, t, alpha, A, beta, C));
}

int API(syrk)(char uplo, char trans, int64_t n, int64_t k, scalar_t alpha, const scalar_t *a,
              int64_t lda, scalar_t beta, scalar_t *c, int64_t ldc)
{
    return rank_k(__func__, false, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

int API(herk)(char uplo, char trans, int64_t n, int64_t k, real_t alpha, const scalar_t *a,
              int64_t lda, real_t beta, scalar_t *c, int64_t ldc)
{
    return rank_k(__func__, true, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

/* her2k and syr2k, in the same way. */
static int rank_2k(const char *routine, bool hermitian, char uplo, char trans, int64_t n, int64_t k,
                   scalar_t alpha, const scalar_t *a, int64_t lda, const scalar_t *b, int64_t ldb,
                   wide_t beta, scalar_t *c, int64_t ldc)
{
    char ul = letter(uplo), tr = letter(trans), unknown = hermitian ? 'T' : 'C';
    SL_ARG_OF(routine, 1, uplo, IS_UPLO(ul), "L or U");
    SL_ARG_OF(routine, 2, trans, IS_TRANS(tr) && !(sl_is_complex(SL_PREC) && tr == unknown),
              sl_is_complex(SL_PREC) ? "N or %c" : "N, T or C", hermitian ? 'C' : 'T');
    SIZE_OF(routine, 3, n);
    SIZE_OF(routine, 4, k);
    LD_OF(routine, 7, lda, tr == 'N' ? n : k);
    LD_OF(routine, 9, ldb, tr == 'N' ? n : k);
    LD_OF(routine, 12, ldc, n);
    if (n == 0)
        return 0;
    SL_ARG_OF(routine, 6, a, a != NULL || k == 0 || alpha == 0, "an array");
    SL_ARG_OF(routine, 8, b, b != NULL || k == 0 || alpha == 0, "an array");
    SL_ARG_OF(routine, 11, c, c != NULL, "an array");
    if (alpha == 0)
        k = 0;
    if (k > 0 && is_direct(n, k, 0)) {
        SL_X(direct_her2k)
        (hermitian, ul, tr, (int)n, (int)k, alpha, a, (int)lda, b, (int)ldb, (scalar_t)beta, c,
         (int)ldc);
        return direct_end(routine, 0);
    }
    struct call call = begin_product(n, n, k);
    starling_matrix *A = wrap(&call, tr == 'N' ? n : k, tr == 'N' ? k : n, a, lda);
    starling_matrix *B = wrap(&call, tr == 'N' ? n : k, tr == 'N' ? k : n, b, ldb);
    starling_matrix *C = wrap(&call, n, n, c, ldc);
    starling_uplo u = (starling_uplo)ul;
    starling_trans t = (starling_trans)tr;
    FINISH(call, hermitian ? starling_her2k(u, t, alpha, A, B, SL_REAL(beta), C)
                           : starling_syr2k(u, t, alpha, A, B, beta, C));
}

int API(syr2k)(char uplo, char trans, int64_t n, int64_t k, scalar_t alpha, const scalar_t *a,
               int64_t lda, const scalar_t *b, int64_t ldb, scalar_t beta, scalar_t *c, int64_t ldc)
{
    return rank_2k(__func__, false, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

int API(her2k)(char uplo, char trans, int64_t n, int64_t k, scalar_t alpha, const scalar_t *a,
               int64_t lda, const scalar_t *b, int64_t ldb, real_t beta, scalar_t *c, int64_t ldc)
{
    return rank_2k(__func__, true, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/* trmm and trsm. */
static int triangular(const char *routine, bool solve, char side, char uplo, char transa, char diag,
                      int64_t m, int64_t n, scalar_t alpha, const scalar_t *a, int64_t lda,
                      scalar_t *b, int64_t ldb)
{
    char sd = letter(side), ul = letter(uplo), tr = letter(transa), dg = letter(diag);
    SL_ARG_OF(routine, 1, side, sd == 'L' || sd == 'R', "L or R");
    SL_ARG_OF(routine, 2, uplo, IS_UPLO(ul), "L or U");
    SL_ARG_OF(routine, 3, transa, IS_TRANS(tr), "N, T or C");
    SL_ARG_OF(routine, 4, diag, dg == 'U' || dg == 'N', "N or U");
    SIZE_OF(routine, 5, m);
    SIZE_OF(routine, 6, n);
    int64_t order = sd == 'L' ? m : n;
    LD_OF(routine, 9, lda, order);
    LD_OF(routine, 11, ldb, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG_OF(routine, 8, a, a != NULL || alpha == 0, "an array");
    SL_ARG_OF(routine, 10, b, b != NULL, "an array");
    if (alpha != 0 && is_direct(m, n, 0)) {
        (solve ? SL_X(direct_trsm) : SL_X(direct_trmm))(sd, ul, tr, dg, (int)m, (int)n, alpha, a,
                                                        (int)lda, b, (int)ldb);
        return direct_end(routine, 0);
    }
    struct call call = solve ? begin(m, n) : begin_product(m, n, order);
    starling_matrix *B = wrap(&call, m, n, b, ldb);
    if (alpha == 0) /* as in BLAS, A is not read */
        FINISH(call, starling_laset(STARLING_GENERAL, 0, 0, B));
    starling_matrix *A = wrap(&call, order, order, a, lda);
    starling_side s = (starling_side)sd;
    starling_uplo u = (starling_uplo)ul;
    starling_trans t = (starling_trans)tr;
    starling_diag d = (starling_diag)dg;
    FINISH(call,
           solve ? starling_trsm(s, u, t, d, alpha, A, B) : starling_trmm(s, u, t, d, alpha, A, B));
}

int API(trmm)(char side, char uplo, char transa, char diag, int64_t m, int64_t n, scalar_t alpha,
              const scalar_t *a, int64_t lda, scalar_t *b, int64_t ldb)
{
    return triangular(__func__, false, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}

int API(trsm)(char side, char uplo, char transa, char diag, int64_t m, int64_t n, scalar_t alpha,
              const scalar_t *a, int64_t lda, scalar_t *b, int64_t ldb)
{
    return triangular(__func__, true, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}
