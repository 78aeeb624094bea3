/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the files compiled once a precision share: norms, products with thin arrays, and
 * residuals made of them. Only CBLAS is used, nothing of the library under test. */

#ifndef PROBE_H
#define PROBE_H

#include <cblas.h>
#include "codelets/precision.h"
#include "routines/routines.h"

#define CASE(name) SL_PASTE(name, _, SL_LETTER)

/* A Hermitian product; a real matrix is symmetric. */
#ifdef SL_COMPLEX
#define cblas_xhemm cblas_x(hemm)
#else
#define cblas_xhemm cblas_x(symm)
#endif

static inline CBLAS_TRANSPOSE trans_of(starling_trans t)
{
    return t == STARLING_NOTRANS ? CblasNoTrans
           : t == STARLING_TRANS ? CblasTrans
                                 : CblasConjTrans;
}

static inline CBLAS_UPLO uplo_of(starling_uplo uplo)
{
    return uplo == STARLING_LOWER ? CblasLower : CblasUpper;
}

/* NaN unless the eigenvalues ascend. */
static inline double ascending(int64_t n, const real_t *w)
{
    for (int64_t j = 1; j < n; j++)
        if (!(w[j - 1] <= w[j]))
            return NAN;
    return 0;
}

/* What a norm is taken of: an array, or one triangle of it, which may stand for a
 * Hermitian matrix (in the sizes of its elements a symmetric one is like it) or have
 * ones on its diagonal that are not in the array. */
struct part {
    starling_uplo uplo;
    bool hermitian, unit;
    int64_t m, n;
    const scalar_t *a;
    int64_t lda;
};

/* A general m x n array, and the Hermitian matrix of order n of which the problem's
 * triangle is stored. */
struct part CASE(general)(int64_t m, int64_t n, const scalar_t *a, int64_t lda);
struct part CASE(hermitian)(const struct problem *p, const scalar_t *a, int64_t lda);

/* The infinity norm of op(A) times a power of two. NaN: A has one, or there is no
 * memory. */
double CASE(norm)(const struct part *A, starling_trans trans, double power);

/* The one-norm of an m x n array without padding. */
double CASE(one_norm)(int64_t m, int64_t n, const scalar_t *a);
/* error / (n eps scale); 0 where there is no error, be the scale 0 or not. */
double CASE(relative)(int64_t n, double error, double scale);

/* The largest element's size, times a power of two. */
double CASE(largest)(const struct part *A, double power);

/* The exponent e for which the largest element of A times 2^e is near 1, where 2^e
 * itself is in the range of the precision. Residuals, growth and condition do not
 * change when a matrix is multiplied by a power of two, and those of a matrix near 1 do
 * not overflow. */
int CASE(exponent)(const struct part *A);

/* max |U| / max |A|: what pivoting is to keep small. NaN: there are no elements;
 * infinite where a number is not finite. */
double CASE(growth)(int64_t m, int64_t n, const scalar_t *a, const scalar_t *factors,
                    int64_t lda);

/* ---- Residuals by probing -------------------------------------------------------- */

/* Random columns X, and Y, which becomes the residual's product with X, in n^2
 * operations. */
enum { PROBES = 4 };
struct probe {
    const struct result *r;
    double power; /* X is random numbers times this */
    scalar_t *x, *y;
};

/* |(result - exact) X| / (max(m, n, k) eps |terms| |X|), the largest of all columns.
 * Below 30 is right, as in LAPACK's tests, which have the one-norm here. `product`
 * makes Y and returns CASE(scaled_probe), or NaN without memory. */
double CASE(probe)(const struct result *r, double power,
                   double (*product)(const struct probe *t));

/* Of a Y with m rows, where anorm was taken of terms multiplied by the power of the
 * probe. */
double CASE(scaled_probe)(const struct probe *t, int64_t m, double anorm);

/* The norm of op(A), which is m x n, for operand `index` before the run. */
double CASE(norm_of)(const struct probe *t, int index, starling_trans trans, int64_t m,
                     int64_t n);

/* The scaled residual of m x columns R beside n x columns X, column by column:
 *   the largest |r| / (size eps anorm |x|),
 * where anorm was taken of A times `power`, and R and X were multiplied by it. Infinite
 * where something is not finite. */
double CASE(scaled)(int64_t size, double anorm, double power, int64_t columns,
                    int64_t m, const scalar_t *r, int64_t ldr, int64_t n,
                    const scalar_t *x, int64_t ldx);

/* Half the distance from 1 to the next number. */
double CASE(epsilon)(void);

/* A thin m x PROBES array: numbers in (-1/2, 1/2) times a power of two, or zeros. */
scalar_t *CASE(thin)(int64_t m, double power);

/* Y = alpha op(A) X + beta Y, op(A) m x n. */
void CASE(apply)(CBLAS_TRANSPOSE trans, int64_t m, int64_t n, scalar_t alpha,
                 const scalar_t *a, int64_t lda, const scalar_t *x, scalar_t beta,
                 scalar_t *y);
/* Y = alpha A X + beta Y with a Hermitian A. */
void CASE(apply_hermitian)(starling_uplo uplo, int64_t n, scalar_t alpha,
                           const scalar_t *a, int64_t lda, const scalar_t *x,
                           scalar_t beta, scalar_t *y);
/* X = op(A) X with a triangular A. */
void CASE(apply_triangle)(starling_uplo uplo, CBLAS_TRANSPOSE trans, starling_diag diag,
                          int64_t n, const scalar_t *a, int64_t lda, scalar_t *x);

/* X = H X with H = I - tau v v^H of order m, where v begins in row `first`; X is thin. */
void CASE(reflect)(scalar_t tau, int64_t m, int64_t first, const scalar_t *v,
                   scalar_t *x);

/* Reflectors of order n. Element i of reflector j, which is 1 at its place `first`, is
 * a[i step + j next], conjugated in rows. */
struct reflectors {
    int64_t n, count, step, next;
    int64_t below;    /* reflector j begins so many rows below row j */
    bool upper, rows; /* upper: it ends in row j; Q is H(count) ... H(1) */
    const scalar_t *a, *tau;
};
/* Z = Q Z or Q^H Z. False: there is no memory. */
bool CASE(apply_reflectors)(const struct reflectors *q, bool transposed, scalar_t *z);
/* |Q^H Q X - X| / (n eps |X|) */
double CASE(orthogonality)(const struct reflectors *q);

/* The rows of a reflector of bulge chasing on a band of kd: V2 of hb2st, V2 and P2 of gb2bd. */
static inline int64_t sweep_width(int64_t n, int64_t kd)
{
    int64_t width = kd < n - 1 ? kd : n - 1;
    return width > 1 ? width : 1;
}
/* Z = Q Z or Q^H Z with the reflectors of all sweeps, as starling_hb2st() leaves them in V. */
void CASE(apply_sweeps)(int64_t n, int64_t kd, const scalar_t *v, int64_t ldv,
                        bool transposed, scalar_t *z);

/* ---- Residuals of solutions, all columns ----------------------------------------- */

/* The largest |b - op(A) x| / (n eps |op(A)| |x|) of all columns. B is overwritten. */
double CASE(solve_residual)(const struct part *A, starling_trans trans, int64_t nrhs,
                            const scalar_t *x, int64_t ldx, scalar_t *b, int64_t ldb);

/* Y = X and B times a power of two, for each column the one by which the largest of X
 * times 2^e is near 1: no product with A times 2^-e overflows then. NULL: out of
 * memory. */
scalar_t *CASE(scale_columns)(int64_t n, int64_t nrhs, int e, const scalar_t *x,
                              int64_t ldx, scalar_t *b, int64_t ldb);

/* ---- Matrices with a property (matgen.c) ----------------------------------------- */

/* A file's numbers in this precision, which is complex where they are. */
void CASE(convert)(const struct mm *file, scalar_t *a);
/* The same in a new array; NULL: out of memory. */
scalar_t *CASE(copy_of)(const struct mm *file);
/* An m x n array for a file, in out; false: out of memory. */
bool CASE(export)(const scalar_t *a, int64_t m, int64_t n, struct mm *out);
/* A column of real numbers for a file. */
bool CASE(export_real)(const real_t *x, int64_t n, struct mm *out);
/* Room for an m x n array; NULL: it is not needed, or there is no memory. */
scalar_t *CASE(array)(int64_t m, int64_t n, bool needed);

/* Fills A, of any shape, as the problem's kind of matrix says. */
int CASE(generate_matrix)(const struct problem *p, starling_matrix *A);

/* A = factor A: a triangle whose implicit ones do not drown in what is beside them. */
int CASE(scale_matrix)(double factor, starling_matrix *A);

#endif
