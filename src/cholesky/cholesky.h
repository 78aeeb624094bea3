/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The tasks of the Cholesky factorization and of inverses of triangles. */

#ifndef SL_CHOLESKY_H
#define SL_CHOLESKY_H

#include "codelets/cholesky/args.h"
#include "src/tasks/tasks.h"

/* A = L L^H or U^H U, in square tiles. A minor of order i that is not positive is the failure
 * key + i. */
void sl_potrf_tasks(starling_uplo uplo, starling_matrix *A, int64_t key, starling_sequence *seq);

/* A = chol(A), and the inverses of its diagonal blocks. A bad minor of order i in the tile is
 * a failure with the given key + i. */
void sl_insert_potrf(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A,
                     struct sl_inverse inverse, int64_t key);

/* A zero on the diagonal is a failure with the given key + its index from 1. */
void sl_insert_trtri_check(starling_sequence *seq, sl_tile A, int64_t key);
/* A = A^-1, with the inverses of its diagonal blocks (sl_insert_trtri_diag). */
void sl_insert_trtri(starling_sequence *seq, int priority, starling_uplo uplo, starling_diag diag,
                     sl_tile A, struct sl_inverse inverse);
/* A = L^H L or U U^H */
void sl_insert_lauum(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A);

#endif
