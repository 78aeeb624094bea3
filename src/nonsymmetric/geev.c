/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors of a general matrix: A = Q H Q^H by LAPACK, in the calling thread,
 * the Schur form T of H by hseqr, then the eigenvectors of T, times Q. */

#include <stdlib.h>
#include "nonsymmetric.h"

/* The data of one operation. T and B are matrices of the library, for tasks use them later. */
struct geev {
    struct sl_schur_problem schur;
    starling_matrix *T;
    starling_matrix *B; /* the balancing */
    struct sl_row_of_schur *row;
    starling_sequence *seq;
};

/* The columns of W. */
static int64_t parts(const starling_matrix *A)
{
    return sl_is_complex(A->prec) ? 1 : 2;
}

static int make(struct geev *g, const starling_matrix *A, bool vectors)
{
    struct sl_schur_problem *p = &g->schur;
    *p = (struct sl_schur_problem){.routine = "starling_geev", .seq = g->seq};
    p->schur.form = vectors;
    p->schur.balanc = 'B';
    int info = sl_schur_make(p, A, vectors);
    if (info != 0 || !vectors)
        return info;
    info = starling_matrix_create(&g->T, A->prec, A->n, A->n, A->n, A->nb);
    if (info == 0)
        info = starling_matrix_create(&g->B, sl_real_precision(A->prec), A->n, 1, A->n, 1);
    return info;
}

static void end(struct geev *g)
{
    sl_schur_free(&g->schur);
    if (g->T)
        sl_matrix_free(g->seq, g->T);
    if (g->B)
        sl_matrix_free(g->seq, g->B);
    free(g->row);
}

/* Not if tasks are only recorded, or simulated. */
static bool has_numbers(const starling_sequence *seq)
{
    return !SL_SIMULATED && !sl_record_only(seq);
}

/* W, T and B. A failure of LAPACK ends the sequence. */
static int schur_form(struct geev *g, starling_matrix *A, starling_matrix *W, int64_t key)
{
    struct sl_schur *s = &g->schur.schur;
    int info = sl_schur_solve(&g->schur, A, key);
    if (info == 0)
        info = starling_matrix_set(W, s->w, s->n);
    if (info == 0 && g->T)
        info = sl_schur_copy_t(&g->schur, g->T);
    if (info == 0 && g->B)
        info = starling_matrix_set(g->B, s->balance, s->n);
    return info;
}

/* The vectors of one side, in V. */
static int one_side(struct geev *g, starling_matrix *V, bool left)
{
    struct sl_trevc_problem problem = {
        .T = g->T,
        .row = g->row,
        .V = V,
        .left = left,
        .multiply = true,
        .euclid = true,
        .balance = g->B->tile[0],
        .ilo = g->schur.schur.ilo,
        .ihi = g->schur.schur.ihi,
    };
    int info = has_numbers(g->seq) ? sl_schur_copy_q(&g->schur, V) : 0;
    if (info == 0)
        info = sl_trevc_tasks(&problem, g->seq);
    sl_write_back_all(g->seq, V);
    return info;
}

static int vectors(struct geev *g, starling_matrix *VL, starling_matrix *VR)
{
    int64_t count;
    int info = 0;
    g->row = sl_schur_rows(g->T, NULL, &count, g->seq);
    if (!g->row)
        return STARLING_ENOMEM;
    if (VL)
        info = one_side(g, VL, true);
    if (VR && info == 0)
        info = one_side(g, VR, false);
    return info;
}

#define OTHER "another matrix than A, of the same precision"
int starling_geev_submit(starling_matrix *A, starling_matrix *W, starling_matrix *VL,
                         starling_matrix *VR, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, sl_square_columns(A), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 2, W, W && W != A && W->prec == A->prec, OTHER);
    SL_SEQ_ARG(seq, 2, W, W->m == A->n && W->n == parts(A), "%lld x %lld", (long long)A->n,
               (long long)parts(A));
    SL_SEQ_ARG(seq, 3, VL, !VL || (VL != A && VL != W && VL->prec == A->prec), OTHER);
    SL_SEQ_ARG(seq, 3, VL, !VL || (sl_square_columns(VL) && VL->n == A->n), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 4, VR, !VR || (VR != A && VR != W && VR != VL && VR->prec == A->prec), OTHER);
    SL_SEQ_ARG(seq, 4, VR, !VR || (sl_square_columns(VR) && VR->n == A->n), SL_BLOCK_COLUMNS);
    if (A->n == 0 || sl_failed(seq))
        return 0;
    struct geev g = {.seq = seq};
    int info = make(&g, A, VL || VR);
    int64_t key = sl_operation(seq);
    if (info == 0 && has_numbers(seq))
        info = schur_form(&g, A, W, key);
    if (info == 0 && !sl_failed(seq) && g.T)
        info = vectors(&g, VL, VR);
    end(&g);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_geev(starling_matrix *A, starling_matrix *W, starling_matrix *VL, starling_matrix *VR)
{
    SL_SYNCHRONOUS(starling_geev_submit(A, W, VL, VR, seq));
}
