/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L D L^T of indefinite matrices: pivots and tasks. */

#ifndef SL_LDL_FAMILY_H
#define SL_LDL_FAMILY_H

#include "codelets/ldl/args.h"
#include "src/tasks/tasks.h"

/* A square matrix in block columns. */
static inline bool sl_ldl_tiles(const starling_matrix *A)
{
    return A->m == A->n && A->mt <= 1;
}
#define SL_LDL_TILES "a square matrix in block columns (mb at least m)"

/* ---- Pivots, as an attachment of A (pivots.c) ------------------------------------------------ */

/* n integers as in LAPACK's ipiv; NULL: A is not factored in this way. */
starpu_data_handle_t sl_ldl_pivots_of(const starling_matrix *A);
int sl_ldl_pivots_make(starling_matrix *A); /* if there are none; returns info */
void sl_ldl_pivots_forget(starling_matrix *A, starling_sequence *seq); /* A is no factor any more */
/* Whether ipiv is one that the factorization of this triangle may give. */
bool sl_valid_ldl_ipiv(starling_uplo uplo, int64_t n, const int64_t *ipiv);
#define SL_VALID_LDL_IPIV "what sytrf gives for this triangle"

/* ---- Tasks (ldl_task.c) ---------------------------------------------------------------------- */

/* What the tasks of a factorization share. */
struct sl_ldl {
    starling_sequence *seq;
    starling_matrix *A;
    starling_uplo uplo;
    bool hermitian;
    starpu_data_handle_t work, info;  /* L and L D of a panel; the first zero pivot */
    starpu_data_handle_t before, end; /* the columns that are factored, before and after a panel */
};
/* Step k: the panel of block column k, which may take the first column of the next one. Steps are
 * counted from where the factorization begins: with U from the last block column. */
void sl_insert_ldl_panel(const struct sl_ldl *f, int64_t k);
/* Block column j > k -= L (L D)^T, or ^H. */
void sl_insert_ldl_update(const struct sl_ldl *f, int64_t k, int64_t j);
/* B = A^-1 B for a column of tiles of B, which is one tile. */
void sl_insert_ldl_solve(starling_sequence *seq, bool hermitian, starling_uplo uplo,
                         starling_matrix *A, starpu_data_handle_t work, sl_tile B);
/* Workspaces for these. */
starpu_data_handle_t sl_ldl_work(const starling_matrix *A);
starpu_data_handle_t sl_ldl_solve_work(const starling_matrix *A);

#endif
