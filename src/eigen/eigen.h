/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Symmetric and Hermitian eigenproblems: the stages, after the checks of their arguments. D and E
 * are columns of real numbers in one tile: the diagonal and the subdiagonal of T. */

#ifndef SL_EIGEN_H
#define SL_EIGEN_H

#include "codelets/eigen/args.h"
#include "src/qr/qr.h"

/* ---- Stage 1 ------------------------------------------------------------------------------- */

/* ---- Stage 2 ------------------------------------------------------------------------------- */

/* ---- The tridiagonal matrix ---------------------------------------------------------------- */

/* ---- Drivers ------------------------------------------------------------------------------- */

static inline bool sl_valid_job(starling_job job)
{
    return job == STARLING_VALUES || job == STARLING_VECTORS;
}
#define SL_A_JOB "N or V"
/* The width of the band for block columns of nb. */
int64_t sl_band_width(int64_t nb);
/* The first two numbers of sigma: the factor for A, and its inverse. key + the first column with a
 * NaN or an infinity is info. */
void sl_insert_sigma(starling_sequence *seq, starling_uplo uplo, starling_matrix *A,
                     starpu_data_handle_t sigma, int64_t key);
/* W = the eigenvalues of A; A = its eigenvectors, if they are wanted. Returns info. */
int sl_heevd_tasks(starling_job job, starling_uplo uplo, starling_matrix *A, starling_matrix *W,
                   int64_t key, starling_sequence *seq);

#endif
