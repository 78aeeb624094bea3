/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A or A^H, for any tiles of both. */

#include "svd.h"

int sl_copy_op(bool adjoint, starling_matrix *A, starling_matrix *B, starling_sequence *seq)
{
    if (!adjoint)
        return starling_lacpy_submit(STARLING_GENERAL, A, B, seq);
    starling_matrix *T;
    int info = starling_matrix_create(&T, A->prec, A->n, A->m, A->nb, A->mb);
    if (info != 0)
        return info;
    for (int64_t j = 0; j < A->nt; j++)
        for (int64_t i = 0; i < A->mt; i++)
            sl_insert_omatcopy(seq, sl_tile_of(A, i, j), sl_tile_of(T, j, i));
    info = starling_lacpy_submit(STARLING_GENERAL, T, B, seq);
    sl_matrix_free(seq, T);
    return info;
}
