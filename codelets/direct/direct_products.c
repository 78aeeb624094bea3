/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS 3, norms, copies. In real precisions hemm is symm, and so on. */

#define SL_KERNEL_USES_BLAS
#include "codelets/blas3/triangle.h"
#include "codelets/codelet.h"
#include "direct.h"

static CBLAS_TRANSPOSE trans_of(char trans)
{
    return cblas_trans((starling_trans)trans);
}

static CBLAS_TRANSPOSE transposed(char trans)
{
    return trans == 'N' ? CblasNoTrans : CblasTrans;
}

static CBLAS_UPLO uplo_of(char uplo)
{
    return cblas_uplo((starling_uplo)uplo);
}

static CBLAS_SIDE side_of(char side)
{
    return cblas_side((starling_side)side);
}

void SL_X(direct_gemm)(char ta, char tb, int m, int n, int k, scalar_t alpha, const scalar_t *a,
                       int lda, const scalar_t *b, int ldb, scalar_t beta, scalar_t *c, int ldc)
{
    cblas_x(gemm)(CblasColMajor, trans_of(ta), trans_of(tb), m, n, k, SADDR(alpha), a, lda, b, ldb,
                  SADDR(beta), c, ldc);
}

void SL_X(direct_hemm)(bool hermitian, char side, char uplo, int m, int n, scalar_t alpha,
                       const scalar_t *a, int lda, const scalar_t *b, int ldb, scalar_t beta,
                       scalar_t *c, int ldc)
{
#ifdef SL_COMPLEX
    if (hermitian) {
        cblas_x(hemm)(CblasColMajor, side_of(side), uplo_of(uplo), m, n, SADDR(alpha), a, lda, b,
                      ldb, SADDR(beta), c, ldc);
        return;
    }
#endif
    (void)hermitian;
    cblas_x(symm)(CblasColMajor, side_of(side), uplo_of(uplo), m, n, SADDR(alpha), a, lda, b, ldb,
                  SADDR(beta), c, ldc);
}

void SL_X(direct_herk)(bool hermitian, char uplo, char trans, int n, int k, scalar_t alpha,
                       const scalar_t *a, int lda, scalar_t beta, scalar_t *c, int ldc)
{
#ifdef SL_COMPLEX
    if (hermitian) {
        cblas_x(herk)(CblasColMajor, uplo_of(uplo), trans_of(trans), n, k, SL_REAL(alpha), a, lda,
                      SL_REAL(beta), c, ldc);
        return;
    }
#endif
    (void)hermitian;
    cblas_x(syrk)(CblasColMajor, uplo_of(uplo), transposed(trans), n, k, SADDR(alpha), a, lda,
                  SADDR(beta), c, ldc);
}

void SL_X(direct_her2k)(bool hermitian, char uplo, char trans, int n, int k, scalar_t alpha,
                        const scalar_t *a, int lda, const scalar_t *b, int ldb, scalar_t beta,
                        scalar_t *c, int ldc)
{
#ifdef SL_COMPLEX
    if (hermitian) {
        cblas_x(her2k)(CblasColMajor, uplo_of(uplo), trans_of(trans), n, k, SADDR(alpha), a, lda, b,
                       ldb, SL_REAL(beta), c, ldc);
        return;
    }
#endif
    (void)hermitian;
    cblas_x(syr2k)(CblasColMajor, uplo_of(uplo), transposed(trans), n, k, SADDR(alpha), a, lda, b,
                   ldb, SADDR(beta), c, ldc);
}

void SL_X(direct_trmm)(char side, char uplo, char trans, char diag, int m, int n, scalar_t alpha,
                       const scalar_t *a, int lda, scalar_t *b, int ldb)
{
    cblas_x(trmm)(CblasColMajor, side_of(side), uplo_of(uplo), trans_of(trans),
                  cblas_diag((starling_diag)diag), m, n, SADDR(alpha), a, lda, b, ldb);
}

void SL_X(direct_trsm)(char side, char uplo, char trans, char diag, int m, int n, scalar_t alpha,
                       const scalar_t *a, int lda, scalar_t *b, int ldb)
{
    SL_X(solve_triangle)
    ((starling_side)side, (starling_uplo)uplo, (starling_trans)trans, (starling_diag)diag, m, n,
     alpha, a, lda, b, ldb);
}

real_t SL_X(direct_lange)(char norm, int m, int n, const scalar_t *a, int lda)
{
    real_t work[SL_DIRECT_LARGEST];
    return (real_t)LAPACKE_x(lange_work)(LAPACK_COL_MAJOR, norm, m, n, a, lda, work);
}

real_t SL_X(direct_lanhe)(char norm, char uplo, int n, const scalar_t *a, int lda)
{
    real_t work[SL_DIRECT_LARGEST];
#ifdef SL_COMPLEX
    return (real_t)LAPACKE_x(lanhe_work)(LAPACK_COL_MAJOR, norm, uplo, n, a, lda, work);
#else
    return (real_t)LAPACKE_x(lansy_work)(LAPACK_COL_MAJOR, norm, uplo, n, a, lda, work);
#endif
}

/* The sum of the moduli of n numbers. asum of OpenBLAS (0.3.21) loses a NaN in type c. */
static real_t sum_of_column(int n, const real_t *x)
{
    enum { LANES = 8 }; /* additions that do not wait for each other */
    real_t sum[LANES] = {0}, total = 0;
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            sum[lane] += (real_t)fabs(x[i + lane]);
    for (; i < n; i++)
        total += (real_t)fabs(x[i]);
    for (int lane = 0; lane < LANES; lane++)
        total += sum[lane];
    return total;
}

/* The same of a matrix or a triangle; a complex number counts as |re| + |im|. */
static real_t sum_of(char shape, int m, int n, const scalar_t *a, int lda)
{
    real_t sum = 0;
    for (int j = 0; j < n; j++) {
        int first = shape == 'L' ? j : 0, end = shape == 'U' ? SL_MIN(j + 1, m) : m;
        const scalar_t *column = a + first + (int64_t)j * lda;
        sum += sum_of_column(SL_PARTS * (end - first), (const real_t *)column);
    }
    return sum;
}

bool SL_X(direct_finite)(char shape, int m, int n, const scalar_t *a, int lda)
{
    return isfinite(sum_of(shape, m, n, a, lda));
}

bool SL_X(direct_moderate)(int m, int n, const scalar_t *a, int lda)
{
    bool single = sizeof(real_t) == sizeof(float);
    real_t small = single ? FLT_MIN / FLT_EPSILON : (real_t)(DBL_MIN / DBL_EPSILON);
    real_t sum = sum_of('G', m, n, a, lda);
    return sum == 0 || (sum >= small * (real_t)m * (real_t)n && sum <= 1 / small);
}

bool SL_X(direct_usable)(char shape, int n, const scalar_t *a, int lda)
{
    return have_reciprocals(STARLING_NONUNIT, n, a, lda) &&
           SL_X(direct_finite)(shape, n, n, a, lda);
}

void SL_X(direct_lacpy)(char shape, int m, int n, const scalar_t *a, int lda, scalar_t *b, int ldb)
{
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, shape, m, n, a, lda, b, ldb);
}

void SL_X(direct_laset)(char shape, int m, int n, scalar_t alpha, scalar_t beta, scalar_t *a,
                        int lda)
{
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, shape, m, n, alpha, beta, a, lda);
}

bool SL_X(direct_unscaled)(int m, int n, const scalar_t *a, int lda)
{
    bool single = sizeof(real_t) == sizeof(float);
    real_t small = (real_t)(single ? sqrt(FLT_MIN) / FLT_EPSILON : sqrt(DBL_MIN) / DBL_EPSILON);
    real_t most = SL_X(direct_lange)('M', m, n, a, lda);
    return most == 0 || (most >= small && most <= 1 / small);
}
