/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts copies of tiles, their initialisation and their scaling. Of a tile of which only a
 * triangle is written the rest stays: read-write access. */

#include "tasks.h"

static void insert(starling_sequence *seq, struct starpu_codelet *const cl[4],
                   bool hermitian, starling_uplo uplo, double _Complex alpha,
                   double _Complex beta, starpu_data_handle_t source, sl_tile A,
                   enum starpu_data_access_mode mode)
{
    struct sl_laset_args args = {
        .head = {seq, (uint32_t)uplo},
        .uplo = uplo, .hermitian = hermitian, .alpha = alpha, .beta = beta,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = cl[A.of->prec], .args = &args, .args_size = sizeof args, .at = A,
        .data = {{sl_handle(A), mode}, {source, STARPU_R}},
    });
}

void sl_insert_lacpy(starling_sequence *seq, starling_uplo uplo, sl_tile A, sl_tile B)
{
    insert(seq, sl_cl_lacpy, false, uplo, 0, 0, sl_handle(A), B,
           uplo == STARLING_GENERAL ? STARPU_W : STARPU_RW);
}

void sl_insert_laset(starling_sequence *seq, starling_uplo uplo, double _Complex alpha,
                     double _Complex beta, sl_tile A)
{
    insert(seq, sl_cl_laset, false, uplo, alpha, beta, NULL, A,
           uplo == STARLING_GENERAL ? STARPU_W : STARPU_RW);
}

void sl_insert_lascal(starling_sequence *seq, bool hermitian, starling_uplo uplo,
                      double _Complex alpha, sl_tile A)
{
    insert(seq, sl_cl_lascal, hermitian, uplo, alpha, 0, NULL, A, STARPU_RW);
}
