/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inverses of the diagonal blocks of a triangle. Compiled once a precision. */

#ifndef SL_INVERSE_H
#define SL_INVERSE_H

#include "codelets/blas3/args.h"
#include "codelets/codelet.h"
#ifdef STARLING_CUDA
#include "cuda_potrf.h"
#endif

/* D = the inverted diagonal blocks of a triangle A of order n (trtri_diag_kernel.c). */
void SL_X(invert_blocks)(starling_uplo uplo, starling_diag diag, int n, const scalar_t *a,
                         int lda, scalar_t *d, int ldd);

#endif
