/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Small problems that the calling thread gives to BLAS or LAPACK, without a task. Arguments are
 * right and problems are not empty. A function that returns int returns LAPACK's info, or
 * STARLING_ENOMEM. */

#ifndef SL_DIRECT_H
#define SL_DIRECT_H

#include <stdbool.h>
#include "starling.h"
#include "codelets/precision.h"

enum { SL_DIRECT_LARGEST = 512 }; /* the largest order */

/* Eigenvalues of a general matrix, as parameters and as arguments: a real matrix has two arrays. */
#ifdef SL_COMPLEX
#define SL_EIGENVALUES scalar_t *w
#define SL_VALUES w
#else
#define SL_EIGENVALUES scalar_t *wr, scalar_t *wi
#define SL_VALUES wr, wi
#endif

/* ---- Products and norms -------------------------------------------------------------------- */

void SL_X(direct_gemm)(char ta, char tb, int m, int n, int k, scalar_t alpha, const scalar_t *a,
                       int lda, const scalar_t *b, int ldb, scalar_t beta, scalar_t *c, int ldc);
void SL_X(direct_hemm)(bool hermitian, char side, char uplo, int m, int n, scalar_t alpha,
                       const scalar_t *a, int lda, const scalar_t *b, int ldb, scalar_t beta,
                       scalar_t *c, int ldc);
void SL_X(direct_herk)(bool hermitian, char uplo, char trans, int n, int k, scalar_t alpha,
                       const scalar_t *a, int lda, scalar_t beta, scalar_t *c, int ldc);
void SL_X(direct_her2k)(bool hermitian, char uplo, char trans, int n, int k, scalar_t alpha,
                        const scalar_t *a, int lda, const scalar_t *b, int ldb, scalar_t beta,
                        scalar_t *c, int ldc);
void SL_X(direct_trmm)(char side, char uplo, char trans, char diag, int m, int n, scalar_t alpha,
                       const scalar_t *a, int lda, scalar_t *b, int ldb);
/* It divides where a diagonal element has no reciprocal. */
void SL_X(direct_trsm)(char side, char uplo, char trans, char diag, int m, int n, scalar_t alpha,
                       const scalar_t *a, int lda, scalar_t *b, int ldb);
real_t SL_X(direct_lange)(char norm, int m, int n, const scalar_t *a, int lda);
real_t SL_X(direct_lanhe)(char norm, char uplo, int n, const scalar_t *a, int lda);

/* Whether the numbers are finite, and the largest one is 0 or neither tiny nor huge: LAPACK's gels
 * would scale others, and leaves residuals scaled. */
bool SL_X(direct_moderate)(int m, int n, const scalar_t *a, int lda);

/* The same of geevx, which has another range. */
bool SL_X(direct_unscaled)(int m, int n, const scalar_t *a, int lda);

/* Whether all elements of a triangle (L, U) or of the matrix (G) are finite, and so small that
 * their sum is: without that LAPACK may iterate for ever. */
bool SL_X(direct_finite)(char shape, int m, int n, const scalar_t *a, int lda);

/* Whether factors are finite, and LAPACK may multiply by reciprocals of their diagonal. */
bool SL_X(direct_usable)(char shape, int n, const scalar_t *a, int lda);

void SL_X(direct_lacpy)(char shape, int m, int n, const scalar_t *a, int lda, scalar_t *b, int ldb);
void SL_X(direct_laset)(char shape, int m, int n, scalar_t alpha, scalar_t beta, scalar_t *a,
                        int lda);

/* ---- Factors ------------------------------------------------------------------------------- */

int SL_X(direct_getri)(int n, scalar_t *a, int lda, const int64_t *ipiv);
int SL_X(direct_gecon)(char norm, int n, const scalar_t *a, int lda, real_t anorm, real_t *rcond);
int SL_X(direct_pocon)(char uplo, int n, const scalar_t *a, int lda, real_t anorm, real_t *rcond);
int SL_X(direct_trcon)(char norm, char uplo, char diag, int n, const scalar_t *a, int lda,
                       real_t *rcond);
int SL_X(direct_sytri)(bool hermitian, char uplo, int n, scalar_t *a, int lda, const int64_t *ipiv);
int SL_X(direct_sycon)(bool hermitian, char uplo, int n, const scalar_t *a, int lda,
                       const int64_t *ipiv, real_t anorm, real_t *rcond);
int SL_X(direct_sytrf)(bool hermitian, char uplo, int n, scalar_t *a, int lda, int64_t *ipiv);
int SL_X(direct_sytrs)(bool hermitian, char uplo, int n, int nrhs, const scalar_t *a, int lda,
                       const int64_t *ipiv, scalar_t *b, int ldb);
int SL_X(direct_sysv)(bool hermitian, char uplo, int n, int nrhs, scalar_t *a, int lda,
                      int64_t *ipiv, scalar_t *b, int ldb);

/* X with A X = B is refined: factors are finite, and their diagonals have reciprocals. */
int SL_X(direct_gerfs)(char trans, int n, int nrhs, const scalar_t *a, int lda, const scalar_t *af,
                       int ldaf, const int64_t *ipiv, const scalar_t *b, int ldb, scalar_t *x,
                       int ldx, real_t *ferr, real_t *berr);
int SL_X(direct_porfs)(char uplo, int n, int nrhs, const scalar_t *a, int lda, const scalar_t *af,
                       int ldaf, const scalar_t *b, int ldb, scalar_t *x, int ldx, real_t *ferr,
                       real_t *berr);

/* ---- QR and LQ ----------------------------------------------------------------------------- */

int SL_X(direct_geqrf)(bool by_rows, int m, int n, scalar_t *a, int lda, scalar_t *tau);
int SL_X(direct_unmqr)(bool by_rows, char side, char trans, int m, int n, int k, const scalar_t *a,
                       int lda, const scalar_t *tau, scalar_t *c, int ldc);
int SL_X(direct_ungqr)(bool by_rows, int m, int n, int k, scalar_t *a, int lda,
                       const scalar_t *tau);
/* Q of hetrd. */
int SL_X(direct_unmtr)(char side, char uplo, char trans, int m, int n, const scalar_t *a, int lda,
                       const scalar_t *tau, scalar_t *c, int ldc);
int SL_X(direct_ungtr)(char uplo, int n, scalar_t *a, int lda, const scalar_t *tau);
int SL_X(direct_gels)(char trans, int m, int n, int nrhs, scalar_t *a, int lda, scalar_t *b,
                      int ldb);

/* Numbers are in the range of direct_moderate(). */
int SL_X(direct_gelsd)(int m, int n, int nrhs, scalar_t *a, int lda, scalar_t *b, int ldb,
                       real_t *s, real_t rcond, int64_t *rank);

/* ---- Reductions ---------------------------------------------------------------------------- */

int SL_X(direct_gehrd)(int n, int ilo, int ihi, scalar_t *a, int lda, scalar_t *tau);
int SL_X(direct_hetrd)(char uplo, int n, scalar_t *a, int lda, real_t *d, real_t *e, scalar_t *tau);
int SL_X(direct_gebrd)(int m, int n, scalar_t *a, int lda, real_t *d, real_t *e, scalar_t *tauq,
                       scalar_t *taup);

/* ---- Eigenvalues and singular values ------------------------------------------------------- */

#ifndef SL_COMPLEX
/* e stays. The columns of v, not its rows, are the right singular vectors. */
int SL_X(direct_sterf)(int n, real_t *d, const real_t *e);
int SL_X(direct_stedc)(int n, real_t *d, const real_t *e, real_t *z, int ldz);
int SL_X(direct_bdsdc)(int n, real_t *d, const real_t *e, real_t *u, int ldu, real_t *v, int ldv);
#endif

int SL_X(direct_heevd)(char jobz, char uplo, int n, scalar_t *a, int lda, real_t *w);
/* A stays. info > 0: LAPACK did not find a vector. */
int SL_X(direct_heevx)(char jobz, char range, char uplo, int n, const scalar_t *a, int lda,
                       real_t vl, real_t vu, int il, int iu, int64_t *m, real_t *w, scalar_t *z,
                       int ldz);
int SL_X(direct_hegst)(int itype, char uplo, int n, scalar_t *a, int lda, const scalar_t *b,
                       int ldb);
int SL_X(direct_hegvd)(int itype, char jobz, char uplo, int n, scalar_t *a, int lda, scalar_t *b,
                       int ldb, real_t *w);
int SL_X(direct_gesvd)(char jobu, char jobvt, int m, int n, scalar_t *a, int lda, real_t *s,
                       scalar_t *u, int ldu, scalar_t *vt, int ldvt);
int SL_X(direct_gesdd)(char jobz, int m, int n, scalar_t *a, int lda, real_t *s, scalar_t *u,
                       int ldu, scalar_t *vt, int ldvt);
int SL_X(direct_geev)(char jobvl, char jobvr, int n, const scalar_t *a, int lda, SL_EIGENVALUES,
                      scalar_t *vl, int ldvl, scalar_t *vr, int ldvr);
/* A becomes a Schur form with vectors or condition numbers, else it stays. It has to be in the
 * range of direct_unscaled(). */
int SL_X(direct_geevx)(char balanc, char jobvl, char jobvr, char sense, int n, scalar_t *a, int lda,
                       SL_EIGENVALUES, scalar_t *vl, int ldvl, scalar_t *vr, int ldvr, int64_t *ilo,
                       int64_t *ihi, real_t *scale, real_t *abnrm, real_t *rconde, real_t *rcondv);

/* LAPACK's function of real or complex eigenvalues. */
#ifdef SL_COMPLEX
typedef int SL_X(direct_select)(const scalar_t *w);
#else
typedef int SL_X(direct_select)(const scalar_t *wr, const scalar_t *wi);
#endif
/* gees; sense: geesx with these condition numbers. */
int SL_X(direct_gees)(char jobvs, SL_X(direct_select) * select, char sense, int n, scalar_t *a,
                      int lda, int64_t *sdim, SL_EIGENVALUES, scalar_t *vs, int ldvs,
                      real_t *rconde, real_t *rcondv);

int SL_X(direct_hseqr)(char job, char compz, int n, int ilo, int ihi, scalar_t *h, int ldh,
                       SL_EIGENVALUES, scalar_t *z, int ldz);
int SL_X(direct_trsen)(char job, char compq, const int *select, int n, scalar_t *t, int ldt,
                       scalar_t *q, int ldq, SL_EIGENVALUES, int64_t *m, real_t *s, real_t *sep);
/* m: the vectors that are wanted. select stays. */
int SL_X(direct_trevc3)(char side, char howmny, const int *select, int n, const scalar_t *t,
                        int ldt, scalar_t *vl, int ldvl, scalar_t *vr, int ldvr, int m);

#endif
