/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The two ends of a generalized eigenproblem, with B = L L^H or U^H U: the standard problem
 * C y = lambda y that has the same eigenvalues, and its eigenvectors y become x.
 *
 *   type 1: A x = lambda B x    C = L^-1 A L^-H or U^-H A U^-1    x = L^-H y or U^-1 y
 *   type 2: A B x = lambda x    C = L^H A L     or U A U^H        x = L^-H y or U^-1 y
 *   type 3: B A x = lambda x    C = L^H A L     or U A U^H        x = L y    or U^H y
 *
 * A has both triangles: then all of this is products and triangular solves of general matrices. */

#include "eigen.h"

/* A triangle of B with zeros beside it, and a workspace, both cut as A is. */
struct product {
    starling_matrix *T, *W;
};

static int product_make(struct product *p, starling_uplo uplo, starling_matrix *A,
                        starling_matrix *B, starling_sequence *seq)
{
    *p = (struct product){0};
    int info = starling_matrix_create(&p->T, B->prec, B->n, B->n, B->mb, B->nb);
    if (info == 0)
        info = starling_matrix_create(&p->W, A->prec, A->m, A->n, A->mb, A->nb);
    if (info != 0)
        return sl_sequence_error(seq, info);
    starling_laset_submit(STARLING_GENERAL, 0, 0, p->T, seq);
    return starling_lacpy_submit(uplo, B, p->T, seq);
}

static void product_free(struct product *p, starling_sequence *seq)
{
    if (p->T)
        sl_matrix_free(seq, p->T);
    if (p->W)
        sl_matrix_free(seq, p->W);
}

/* A = L^-1 A L^-H */
static int divide_both_sides(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                             starling_sequence *seq)
{
    bool lower = uplo == STARLING_LOWER;
    int info = starling_trsm_submit(STARLING_LEFT, uplo,
                                    lower ? STARLING_NOTRANS : STARLING_CONJTRANS,
                                    STARLING_NONUNIT, 1, B, A, seq);
    if (info != 0)
        return info;
    return starling_trsm_submit(STARLING_RIGHT, uplo,
                                lower ? STARLING_CONJTRANS : STARLING_NOTRANS,
                                STARLING_NONUNIT, 1, B, A, seq);
}

/* A = L^H A L */
static int multiply_both_sides(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                               starling_sequence *seq)
{
    bool lower = uplo == STARLING_LOWER;
    struct product p;
    int info = product_make(&p, uplo, A, B, seq);
    if (info == 0)
        info = starling_gemm_submit(lower ? STARLING_CONJTRANS : STARLING_NOTRANS,
                                    STARLING_NOTRANS, 1, p.T, A, 0, p.W, seq);
    if (info == 0)
        info = starling_gemm_submit(STARLING_NOTRANS,
                                    lower ? STARLING_NOTRANS : STARLING_CONJTRANS, 1, p.W, p.T,
                                    0, A, seq);
    product_free(&p, seq);
    return info;
}

void sl_fill_hermitian(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    bool lower = uplo == STARLING_LOWER;
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++) {
        sl_insert_he_tile(seq, uplo, sl_tile_of(A, j, j));
        for (int64_t i = j + 1; i < A->mt; i++) { /* Aji = Aij^H, or Aij = Aji^H */
            sl_tile below = sl_tile_of(A, i, j), above = sl_tile_of(A, j, i);
            sl_insert_omatcopy(seq, lower ? below : above, lower ? above : below);
        }
    }
}

int sl_to_standard(int itype, starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                   starling_sequence *seq)
{
    return itype == 1 ? divide_both_sides(uplo, A, B, seq) : multiply_both_sides(uplo, A, B, seq);
}

int sl_from_standard(int itype, starling_uplo uplo, starling_matrix *B, starling_matrix *Z,
                     starling_sequence *seq)
{
    bool lower = uplo == STARLING_LOWER;
    if (itype != 3)
        return starling_trsm_submit(STARLING_LEFT, uplo,
                                    lower ? STARLING_CONJTRANS : STARLING_NOTRANS,
                                    STARLING_NONUNIT, 1, B, Z, seq);
    struct product p;
    int info = product_make(&p, uplo, Z, B, seq);
    if (info == 0)
        info = starling_gemm_submit(lower ? STARLING_NOTRANS : STARLING_CONJTRANS,
                                    STARLING_NOTRANS, 1, p.T, Z, 0, p.W, seq);
    if (info == 0)
        info = starling_lacpy_submit(STARLING_GENERAL, p.W, Z, seq);
    product_free(&p, seq);
    return info;
}

/* One triangle of A, by a matrix that has both. */
static int reduce(int itype, starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                  starling_sequence *seq)
{
    starling_matrix *C;
    int info = starling_matrix_create(&C, A->prec, A->n, A->n, A->mb, A->nb);
    if (info != 0)
        return sl_sequence_error(seq, info);
    starling_lacpy_submit(uplo, A, C, seq);
    sl_fill_hermitian(uplo, C, seq);
    info = sl_to_standard(itype, uplo, C, B, seq);
    for (int64_t k = 0; k < C->nt && sl_is_complex(C->prec); k++) /* a real diagonal */
        sl_insert_he_tile(seq, uplo, sl_tile_of(C, k, k));
    starling_lacpy_submit(uplo, C, A, seq);
    sl_matrix_free(seq, C);
    return info;
}

int starling_hegst_submit(int itype, starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, itype, itype >= 1 && itype <= 3, SL_A_TYPE);
    SL_SEQ_ARG(seq, 2, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 3, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_SEQ_ARG(seq, 4, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 4, B, sl_cut_as(B, A), SL_CUT_AS_A, (long long)A->n, (long long)A->nb);
    return A->n == 0 ? 0 : reduce(itype, uplo, A, B, seq);
}

int starling_hegst(int itype, starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_hegst_submit(itype, uplo, A, B, seq));
}
