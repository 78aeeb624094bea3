/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The two ends of a generalized eigenproblem, with B = L L^H or U^H U: the standard problem
 * C y = lambda y that has the same eigenvalues (hegst of LAPACK), and its eigenvectors y become x.
 *
 *   type 1: A x = lambda B x    C = L^-1 A L^-H or U^-H A U^-1    x = L^-H y or U^-1 y
 *   type 2: A B x = lambda x    C = L^H A L     or U A U^H        x = L^-H y or U^-1 y
 *   type 3: B A x = lambda x    C = L^H A L     or U A U^H        x = L y    or U^H y */

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

int sl_to_standard_submit(int type, starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq)
{
    return type == 1 ? divide_both_sides(uplo, A, B, seq)
                     : multiply_both_sides(uplo, A, B, seq);
}

int sl_from_standard_submit(int type, starling_uplo uplo, starling_matrix *B, starling_matrix *Z,
                            starling_sequence *seq)
{
    bool lower = uplo == STARLING_LOWER;
    if (type != 3)
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
