/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The polar decomposition, after the checks of its arguments. */

#ifndef SL_POLAR_H
#define SL_POLAR_H

#include "svd.h"

/* A = U H, for A in block columns and not wider than high: U replaces A. H, in any tiles, gets the
 * Hermitian factor times `sign`; NULL: not wanted. error: NULL, or where |A - U H| goes when the
 * tasks have run, in the norm of Frobenius. A NaN or an infinity in column j is the failure key +
 * j. Returns info. */
int sl_gepolar_tasks(starling_matrix *A, double sign, starling_matrix *H, double *error,
                     int64_t key, starling_sequence *seq);

/* ---- Tasks (polar_task.c) ------------------------------------------------------------------ */

/* A = normally distributed numbers */
void sl_gaussian(uint64_t seed, starling_matrix *A, starling_sequence *seq);
/* norm = the factor by which the norm of Frobenius of A becomes 1, and its
 * inverse; NULL: not wanted. A NaN or an infinity in column j is the failure key + j, unless key is
 * negative. result: NULL, or where the norm goes, times the second number of `unit`, which is the
 * `norm` of another matrix, or NULL. */
void sl_insert_frobenius(starling_sequence *seq, starling_matrix *A, starpu_data_handle_t unit,
                         starpu_data_handle_t norm, int64_t key, double *result);
/* bound = an estimate of the smallest singular value of an upper triangle, from below; 0: none */
void sl_insert_polar_bound(starling_sequence *seq, sl_tile R, starpu_data_handle_t bound);
/* S = -S, and 0 in place of negative numbers */
void sl_insert_polar_values(starling_sequence *seq, sl_tile S);

#endif
