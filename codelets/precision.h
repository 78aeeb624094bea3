/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The only file that knows s, d, c and z. A kernel is compiled four times, each time with one
 * of STARLING_PREC_S, _D, _C, _Z defined, and written in terms of
 *   scalar_t real_t          the element type and its real type
 *   cblas_xgemm ...          BLAS, LAPACK and cuBLAS names of this precision
 *   SL_X(name)               name with the precision's letter: sl_dname
 *   SADDR(s)                 a CBLAS scalar argument: by value (real) or address (complex) */

#ifndef SL_PRECISION_H
#define SL_PRECISION_H

#include <complex.h>
#include <math.h>

#define SL_PASTE_(a, b, c) a##b##c
#define SL_PASTE(a, b, c) SL_PASTE_(a, b, c)
#define SL_STRING_(s) #s
#define SL_STRING(s) SL_STRING_(s)
#define SL_X(name) SL_PASTE(sl_, SL_LETTER, name)

#if defined(STARLING_PREC_S)
#define SL_LETTER s
#define SL_PREC STARLING_S
typedef float scalar_t;
typedef float real_t;
#elif defined(STARLING_PREC_D)
#define SL_LETTER d
#define SL_PREC STARLING_D
typedef double scalar_t;
typedef double real_t;
#elif defined(STARLING_PREC_C)
#define SL_LETTER c
#define SL_PREC STARLING_C
#define SL_COMPLEX 1
typedef float _Complex scalar_t;
typedef float real_t;
#elif defined(STARLING_PREC_Z)
#define SL_LETTER z
#define SL_PREC STARLING_Z
#define SL_COMPLEX 1
typedef double _Complex scalar_t;
typedef double real_t;
#else
#error "compile with one of STARLING_PREC_S, STARLING_PREC_D, STARLING_PREC_C, STARLING_PREC_Z"
#endif

/* CBLAS, LAPACKE, cuBLAS. A real herk is a syrk. */
#define cblas_xgemm SL_PASTE(cblas_, SL_LETTER, gemm)
#define cblas_xsyrk SL_PASTE(cblas_, SL_LETTER, syrk)
#define cblas_xtrsm SL_PASTE(cblas_, SL_LETTER, trsm)
#define cblas_xswap SL_PASTE(cblas_, SL_LETTER, swap)
#define cblas_xscal SL_PASTE(cblas_, SL_LETTER, scal)
#define cblas_xgemv SL_PASTE(cblas_, SL_LETTER, gemv)
#define cblas_xtrsv SL_PASTE(cblas_, SL_LETTER, trsv)
#define cblas_ixamax SL_PASTE(cblas_i, SL_LETTER, amax)
#define LAPACKE_xgetrf_work SL_PASTE(LAPACKE_, SL_LETTER, getrf_work)
#define LAPACKE_xlacpy_work SL_PASTE(LAPACKE_, SL_LETTER, lacpy_work)
#define LAPACKE_xlaswp_work SL_PASTE(LAPACKE_, SL_LETTER, laswp_work)
#define LAPACKE_xpotrf_work SL_PASTE(LAPACKE_, SL_LETTER, potrf_work)
#define LAPACKE_xtrtri_work SL_PASTE(LAPACKE_, SL_LETTER, trtri_work)
#define sl_cuda_xpotrf SL_PASTE(sl_cuda_, SL_LETTER, potrf)
#define sl_cuda_xtrtri_diag SL_PASTE(sl_cuda_, SL_LETTER, trtri_diag)
#define sl_cuda_xtrsm SL_PASTE(sl_cuda_, SL_LETTER, trsm)
#define sl_cuda_xlaset SL_PASTE(sl_cuda_, SL_LETTER, laset)
#define sl_cuda_xlascal SL_PASTE(sl_cuda_, SL_LETTER, lascal)
#define sl_cuda_xgetrf SL_PASTE(sl_cuda_, SL_LETTER, getrf)
#define sl_cuda_xgetrf_solve SL_PASTE(sl_cuda_, SL_LETTER, getrf_solve)
#define sl_cuda_xlaswp SL_PASTE(sl_cuda_, SL_LETTER, laswp)
#define sl_cuda_xpermute SL_PASTE(sl_cuda_, SL_LETTER, permute)
#define sl_cuda_xlacpy SL_PASTE(sl_cuda_, SL_LETTER, lacpy)
#define sl_cuda_xcolumns SL_PASTE(sl_cuda_, SL_LETTER, columns)
#define sl_cuda_xrows SL_PASTE(sl_cuda_, SL_LETTER, rows)
#define sl_cuda_xturn SL_PASTE(sl_cuda_, SL_LETTER, turn)
#define sl_cuda_xrandom SL_PASTE(sl_cuda_, SL_LETTER, random)
#define sl_cuda_xnorm SL_PASTE(sl_cuda_, SL_LETTER, norm)
#if defined(STARLING_PREC_S)
#define sl_cuda_xgemm cublasSgemm
#define sl_cuda_xgemm_strided cublasSgemmStridedBatched
#define cublasXsyrk cublasSsyrk
#define cublasXtrsm cublasStrsm
#elif defined(STARLING_PREC_D)
#define sl_cuda_xgemm sl_cuda_dgemm
#define sl_cuda_xgemm_strided sl_cuda_dgemm_strided
#define cublasXsyrk cublasDsyrk
#define cublasXtrsm cublasDtrsm
#elif defined(STARLING_PREC_C)
#define cblas_xherk cblas_cherk
#define sl_cuda_xgemm cublasCgemm
#define sl_cuda_xgemm_strided cublasCgemmStridedBatched
#define cublasXsyrk cublasCsyrk
#define cublasXtrsm cublasCtrsm
#define cublasXherk cublasCherk
#else
#define cblas_xherk cblas_zherk
#define sl_cuda_xgemm sl_cuda_zgemm
#define sl_cuda_xgemm_strided sl_cuda_zgemm_strided
#define cublasXsyrk cublasZsyrk
#define cublasXtrsm cublasZtrsm
#define cublasXherk cublasZherk
#endif

#ifdef SL_COMPLEX
#define SADDR(s) (&(s))
#define SL_CONJ(s) conj(s)
#define SL_REAL(s) creal(s)
#define SL_ABS(s) cabs(s)
typedef double _Complex wide_t; /* scalar_t in double precision */
#define SL_NARROW(s) ((scalar_t)(s))
#else
#define SADDR(s) (s)
#define SL_CONJ(s) (s)
#define SL_REAL(s) (s)
#define SL_ABS(s) fabs(s)
typedef double wide_t;
#define SL_NARROW(s) ((scalar_t)creal(s))
#endif

#endif
