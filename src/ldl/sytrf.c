/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L D L^T or U D U^T of an indefinite matrix, symmetric or Hermitian, with the pivots of Bunch
 * and Kaufman (Math. Comp. 31, 1977), by block columns as in LAPACK: a panel is factored, then it
 * updates the others. D has blocks of order 1 and 2. With U the factorization begins at the last
 * column. */

#include "ldl.h"

/* The number of factored columns, which a panel finds: a pivot of two columns may begin at its end.
 */
static starpu_data_handle_t integer(void)
{
    starpu_data_handle_t handle;
    starpu_variable_data_register(&handle, -1, 0, sizeof(int));
    return handle;
}

static void factor(bool hermitian, starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    int64_t key = sl_operation(seq);
    struct sl_ldl f = {seq, A, uplo, hermitian, sl_ldl_work(A), integer(), NULL, NULL};

    for (int64_t k = 0; k < A->nt && !sl_failed(seq); k++) {
        sl_step(seq, k);
        f.end = integer();
        sl_insert_ldl_panel(&f, k); /* P A(k:, k) = L D L^T */

        for (int64_t j = k + 1; j < A->nt; j++) /* A(j:, j) = A(j:, j) - L(j:) (L D)(j)^T */
            sl_insert_ldl_update(&f, k, j);

        sl_temporary_free(seq, f.before);
        f.before = f.end;
    }
    sl_submit_info(seq, f.info, key, false);
    sl_temporary_free(seq, f.before);
    sl_temporary_free(seq, f.info);
    sl_temporary_free(seq, f.work);
}

static int submit(const char *routine, bool hermitian, starling_uplo uplo, starling_matrix *A,
                  starling_sequence *seq)
{
    SL_ARG_OF(routine, 3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG_OF(routine, seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG_OF(routine, seq, 2, A, A != NULL && sl_ldl_tiles(A), SL_LDL_TILES);
    if (sl_ldl_pivots_make(A) != 0)
        return sl_sequence_error(seq, sl_error(routine, STARLING_ENOMEM, NULL));
    if (A->n > 0)
        factor(hermitian, uplo, A, seq);
    return 0;
}

int starling_sytrf_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    return submit(__func__, false, uplo, A, seq);
}

int starling_hetrf_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    return submit(__func__, true, uplo, A, seq);
}

int starling_sytrf(starling_uplo uplo, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_sytrf_submit(uplo, A, seq));
}

int starling_hetrf(starling_uplo uplo, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_hetrf_submit(uplo, A, seq));
}
