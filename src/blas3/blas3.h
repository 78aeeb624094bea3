/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Triangular solves for other families. */

#ifndef SL_BLAS3_H
#define SL_BLAS3_H

#include "src/tasks/tasks.h"

/* B = alpha op(T)^-1 B with `count` triangles T of A, one after the other, in one task. The
 * only GPU has A and the vector B as arrays, and reads each triangle once. */
bool sl_is_trsv(const starling_matrix *A, const starling_matrix *B);
void sl_trsv(double _Complex alpha, int count, const struct sl_triangle *triangle,
             starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/* B = op(T)^-1 B with a triangle T of the factors of A: L, unit lower, or U. If triangular, T is L,
 * and B is a lower triangle of tiles before and after. */
void sl_substitute(starling_uplo uplo, starling_trans trans, starling_matrix *A, bool triangular,
                   starling_matrix *B, starling_sequence *seq);

#endif
