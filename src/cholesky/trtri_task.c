/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of inverses of triangles and of products of a triangle with its conjugate
 * transpose. */

#include "cholesky.h"

/* A matrix that a GPU's kernel works in; NULL without GPUs. */
static starpu_data_handle_t copy_of(sl_tile A)
{
    return sl_has_cuda() ? sl_temporary(sl_rows(A), sl_cols(A), sl_sizeof(A.of->prec)) : NULL;
}

void sl_insert_trtri_check(starling_sequence *seq, sl_tile A, int64_t key)
{
    starpu_data_handle_t info;
    struct sl_trtri_args args = {.head = {.variant = 0}};
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_trtri_check[A.of->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = A, .data = {{sl_handle(A), STARPU_R}, {info, STARPU_W}},
    });
    sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
}

void sl_insert_trtri(starling_sequence *seq, int priority, starling_uplo uplo, starling_diag diag,
                     sl_tile A, struct sl_inverse inverse)
{
    starling_precision prec = A.of->prec;
    starpu_data_handle_t copy = copy_of(A);
    struct sl_trtri_args args = {
        .head = {.variant = (uint32_t)(uplo * 256 + diag)}, .uplo = uplo, .diag = diag,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_trtri[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = A, .flops = starling_flops_trtri(prec, (double)sl_cols(A)),
        .data = {{sl_handle(A), STARPU_RW}, {inverse.blocks, STARPU_R},
                 {inverse.work, STARPU_SCRATCH}, {copy, STARPU_SCRATCH}},
    });
    sl_temporary_free(seq, copy);
}

void sl_insert_lauum(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A)
{
    starling_precision prec = A.of->prec;
    starpu_data_handle_t copy = copy_of(A);
    struct sl_trtri_args args = {.head = {.variant = (uint32_t)uplo}, .uplo = uplo};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_lauum[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = A, .flops = starling_flops_lauum(prec, (double)sl_cols(A)),
        .data = {{sl_handle(A), STARPU_RW}, {copy, STARPU_SCRATCH}},
    });
    sl_temporary_free(seq, copy);
}
