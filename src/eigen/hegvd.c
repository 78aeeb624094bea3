/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Generalized eigenproblems as one graph: the Cholesky factor of B, the standard problem (hegst.c),
 * its eigenvalues and eigenvectors (heevd.c), and the eigenvectors of the generalized one. The first
 * and the last step work on square tiles, the standard problem on block columns: a copy. */

#include "eigen.h"
#include "src/cholesky/cholesky.h"

/* B = L L^H, and C in place of A. A NaN or an infinity in column i of A is the failure key + i; a
 * minor of B of order i that is not positive is key + n + i. */
static int to_standard(int itype, starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                       int64_t key, starling_sequence *seq)
{
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++)
        sl_insert_finite(seq, uplo, A, j, key + j * A->nb);
    sl_potrf_tasks(uplo, B, key + A->n, seq);
    if (seq->waits) /* no eigenproblem without a meaning if the caller waits anyway */
        sl_sequence_idle(seq);
    sl_fill_hermitian(uplo, A, seq);
    return sl_to_standard(itype, uplo, A, B, seq);
}

/* The eigenvalues of A, and its eigenvectors in place of A if they are wanted. */
static int solve(starling_job job, starling_uplo uplo, starling_matrix *A, starling_matrix *W,
                 starling_sequence *seq)
{
    starling_matrix *C;
    int64_t nb;
    starling_he2hb_tile_size(A->prec, A->n, &nb, NULL);
    int info = starling_matrix_create(&C, A->prec, A->n, A->n, A->n, nb);
    if (info != 0)
        return sl_sequence_error(seq, info);
    starling_lacpy_submit(STARLING_GENERAL, A, C, seq);
    info = sl_heevd_tasks(job, uplo, C, W, sl_operation(seq), seq);
    if (info == 0 && job == STARLING_VECTORS)
        info = starling_lacpy_submit(STARLING_GENERAL, C, A, seq);
    sl_matrix_free(seq, C);
    return info;
}

int starling_hegvd_submit(int itype, starling_job job, starling_uplo uplo, starling_matrix *A,
                          starling_matrix *B, starling_matrix *W, starling_sequence *seq)
{
    SL_ARG(7, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, itype, itype >= 1 && itype <= 3, SL_A_TYPE);
    SL_SEQ_ARG(seq, 2, job, sl_valid_job(job), SL_A_JOB);
    SL_SEQ_ARG(seq, 3, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 4, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_SEQ_ARG(seq, 5, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 5, B, sl_cut_as(B, A), SL_CUT_AS_A, (long long)A->n, (long long)A->nb);
    SL_SEQ_ARG(seq, 6, W, sl_is_column(W, A->prec, A->n),
               "a real column of %lld numbers in one tile", (long long)A->n);
    if (A->n == 0)
        return 0;
    int info = to_standard(itype, uplo, A, B, sl_operation(seq), seq);
    if (info != 0 || sl_failed(seq))
        return info;
    info = solve(job, uplo, A, W, seq);
    if (info == 0 && job == STARLING_VECTORS)
        info = sl_from_standard(itype, uplo, B, A, seq);
    return info;
}

int starling_hegvd(int itype, starling_job job, starling_uplo uplo, starling_matrix *A,
                   starling_matrix *B, starling_matrix *W)
{
    SL_SYNCHRONOUS(starling_hegvd_submit(itype, job, uplo, A, B, W, seq));
}
