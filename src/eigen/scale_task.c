/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks that bring a Hermitian matrix into the range of its precision. */

#include "eigen.h"

void sl_insert_sigma(starling_sequence *seq, starling_uplo uplo, starling_matrix *A,
                     starpu_data_handle_t sigma, int64_t key)
{
    sl_insert_sigma_of(seq, uplo == STARLING_LOWER ? SL_SHAPE_LOWER : SL_SHAPE_UPPER, 0, A, sigma,
                       key);
}
