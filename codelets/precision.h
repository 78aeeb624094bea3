/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The only file that distinguishes s, d, c and z. A kernel is compiled four times, each
 * time with one of STARLING_PREC_S, _D, _C, _Z defined. It uses
 *   scalar_t real_t          the element type and its real type
 *   cblas_x(gemm) ...        functions of BLAS, LAPACK, cuBLAS and device code of this precision
 *   integer_t                integers as long as real numbers: comparisons of vectors give 0 or -1
 *   low_t                    the lower precision of mixed precision, in d and z only
 *   SL_X(name)               name with the precision's letter: sl_dname
 *   SADDR(s)                 a CBLAS scalar argument: by value (real) or address (complex) */

#ifndef SL_PRECISION_H
#define SL_PRECISION_H

#include <complex.h>
#include <math.h>
#include <stdint.h>

#define SL_PASTE_(a, b, c) a##b##c
#define SL_PASTE(a, b, c) SL_PASTE_(a, b, c)
#define SL_STRING_(s) #s
#define SL_STRING(s) SL_STRING_(s)
#define SL_X(name) SL_PASTE(sl_, SL_LETTER, name)

#if defined(STARLING_PREC_S)
#define SL_LETTER s
#define SL_CAPITAL S
#define SL_PREC STARLING_S
#define SL_REAL_PREC STARLING_S
typedef float scalar_t;
typedef float real_t;
#elif defined(STARLING_PREC_D)
#define SL_LETTER d
#define SL_CAPITAL D
#define SL_PREC STARLING_D
#define SL_REAL_PREC STARLING_D
typedef double scalar_t;
typedef double real_t;
typedef float low_t;
#elif defined(STARLING_PREC_C)
#define SL_LETTER c
#define SL_CAPITAL C
#define SL_PREC STARLING_C
#define SL_REAL_PREC STARLING_S
#define SL_COMPLEX 1
typedef float _Complex scalar_t;
typedef float real_t;
#elif defined(STARLING_PREC_Z)
#define SL_LETTER z
#define SL_CAPITAL Z
#define SL_PREC STARLING_Z
#define SL_REAL_PREC STARLING_D
#define SL_COMPLEX 1
typedef double _Complex scalar_t;
typedef double real_t;
typedef float _Complex low_t;
#else
#error "compile with one of STARLING_PREC_S, STARLING_PREC_D, STARLING_PREC_C, STARLING_PREC_Z"
#endif

enum { SL_PARTS = sizeof(scalar_t) / sizeof(real_t) }; /* real numbers of one */
typedef __typeof__(__builtin_choose_expr(sizeof(real_t) == 4, (int32_t)0, (int64_t)0)) integer_t;

/* Functions by their names without the precision's letter: cblas_x(gemm) is cblas_dgemm. */
#define cblas_x(name) SL_PASTE(cblas_, SL_LETTER, name)
#define cblas_ix(name) SL_PASTE(cblas_i, SL_LETTER, name)
#define LAPACKE_x(name) SL_PASTE(LAPACKE_, SL_LETTER, name)
#define cublas_x(name) SL_PASTE(cublas, SL_CAPITAL, name)
#define sl_cuda_x(name) SL_PASTE(sl_cuda_, SL_LETTER, name)

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
