/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Block reflectors Q = I - V T V^H (Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10,
 * 1989). */

#ifndef SL_REFLECTOR_H
#define SL_REFLECTOR_H

#include "args.h"
#include "codelets/codelet.h"

/* V is rows x count, unit lower trapezoidal; T is upper triangular. */
struct reflector {
    int rows, count;
    const scalar_t *v, *t;
    int ldv, ldt;
};

/* C = op(Q) C with n columns, or C op(Q) with n rows. The workspace has n x count elements. */
void SL_X(apply_reflector)(const struct reflector *q, starling_side side, starling_trans trans,
                           int n, scalar_t *c, int ldc, scalar_t *work);

/* T = 0 below its diagonal, which products on GPUs read, in all T that products with Q use. */
void SL_X(zero_below)(int k, scalar_t *t, int ldt);

#ifdef STARLING_CUDA
/* to = V, m x k, with ones on the diagonal and zeros above it. */
void SL_X(cuda_reflectors_alone)(struct sl_args *args, cublasHandle_t handle, int m, int k,
                                 const scalar_t *v, int ldv, scalar_t *to, int ldt);
#endif

#endif
