/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The task of the Cholesky factorization. */

#ifndef SL_CHOLESKY_H
#define SL_CHOLESKY_H

#include "codelets/cholesky/args.h"
#include "src/tasks/tasks.h"

/* A = chol(A), and the inverses of its diagonal blocks. A bad minor of order i in the tile is
 * a failure with the given key + i. */
void sl_insert_potrf(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A,
                     struct sl_inverse inverse, int64_t key);

#endif
